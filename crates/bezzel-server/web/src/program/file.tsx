// Opens what a program did from a file, such as that of `bezzel judge --trace FILE`.

import { useId, useState } from "preact/hooks";

import { ErrorMessage } from "../parts";
import { ApiError } from "../problem";
import { checkedMoves, checkedRun } from "./judge";
import type { Recorded } from "./replay";
import { type RunOf, readTrace, traceOf } from "./run";
import { useProgramWords } from "./words";

const MAX_FILE_MEBIBYTES = 64;

/** A run, ready to be played. */
export async function recordedOf(run: RunOf, program: string, file?: string): Promise<Recorded> {
  const checked = await checkedRun(run);
  const isWhole = run.end.by === "program" && !run.end.ended.cut;
  return { checked, details: run.moves, printed: run.printed, file, program, trace: traceOf(run), isWhole };
}

/** What a text of moves or recorded lines has. */
export async function openTrace(text: string, file?: string): Promise<{ recorded: Recorded; run: RunOf | undefined }> {
  const read = readTrace(text);
  if (read) return { recorded: await recordedOf(read.run, read.program, file), run: read.run };
  const checked = await checkedMoves(text);
  const details = checked.moves.map(({ line }) => ({ line, printed: 0, step: 0 }));
  return { recorded: { checked, details, printed: "", file, program: undefined, trace: undefined, isWhole: true }, run: undefined };
}

export function TraceFile({ opened }: { opened: (recorded: Recorded, run: RunOf | undefined) => void }) {
  const says = useProgramWords();
  const id = useId();
  const [note, setNote] = useState("");
  const [error, setError] = useState<unknown>();
  const open = async (file: File) => {
    setNote("");
    setError(undefined);
    if (file.size > MAX_FILE_MEBIBYTES * 2 ** 20) return setNote(says.fileTooLarge(MAX_FILE_MEBIBYTES));
    const text = await file.text();
    if (!/^\s*(place|remove|solution|record)\b/m.test(text)) return setNote(says.noMovesInFile);
    try {
      const { recorded, run } = await openTrace(text, file.name);
      opened(recorded, run);
    } catch (error) {
      const isDamaged = error instanceof SyntaxError || (error instanceof ApiError && error.code === "unacceptable");
      if (!isDamaged) throw error;
      setNote(says.noMovesInFile);
    }
  };
  return (
    <div class="field moves-file no-print">
      <label for={id}>{says.openMoves}</label>
      <input
        id={id}
        type="file"
        accept=".txt,text/plain"
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files?.[0]) open(files[0]).catch(setError);
        }}
      />
      {note !== "" && <p class="error-message">{note}</p>}
      <ErrorMessage error={error} />
    </div>
  );
}
