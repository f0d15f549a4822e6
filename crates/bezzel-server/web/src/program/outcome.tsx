// How a run ended, in one sentence.

import { duration, useWords } from "../words";
import { isMemoryError, MAX_MEMORY_BYTES, MAX_PRINTED, type ProgramError } from "./protocol";
import { type RunOf, TIME_LIMIT_SECONDS } from "./run";
import { type ProgramWords, useProgramWords } from "./words";

/** Says what an interpreter reports about its limits, and leaves other messages as they are. */
function described(says: ProgramWords, { text, missing, nested, input }: ProgramError): string {
  if (text === "OutputLimit") return says.outputLimit(MAX_PRINTED);
  if (isMemoryError(text)) return says.memory(MAX_MEMORY_BYTES / 2 ** 20);
  if (missing !== undefined) return says.missing(missing);
  if (nested !== undefined) return says.nested(nested);
  if (/stack overflow/.test(text)) return says.recursion;
  if (input) return says.input;
  return text;
}

export function EndOf({ run, toLine }: { run: RunOf; toLine: (line: number) => void }) {
  const words = useWords();
  const says = useProgramWords();
  const { end, n } = run;
  if (end.by === "time") return <p class="error-message">{says.timeLimit(n, TIME_LIMIT_SECONDS)}</p>;
  if (end.by === "stop") return <p>{says.stopped(n)}</p>;
  if (end.by === "worker")
    return (
      <p class="error-message" title={end.detail}>
        {/stack|recursion/i.test(end.detail) ? says.error(undefined, says.recursion) : says.broken}
      </p>
    );
  const { error, seconds, placed, cut, called } = end.ended;
  const line = error?.line;
  return (
    <>
      {error && (
        <p class="error-message">
          {says.error(line, described(says, error))}{" "}
          {line !== undefined && (
            <button type="button" onClick={() => toLine(line)}>
              {says.toLine(line)}
            </button>
          )}
        </p>
      )}
      <p>
        {says.ended(n, duration(seconds, words), placed, Boolean(error))} {cut && says.cut}{" "}
        {called !== undefined && says.called(called, false)}
      </p>
    </>
  );
}
