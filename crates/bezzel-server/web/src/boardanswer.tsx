// Answers to questions about the board of the Board tab.

import { useEffect, useState } from "preact/hooks";

import type { Completion, Orbit, Proof } from "./api";
import { counts, type Drawn } from "./engine/counts";
import type { Given } from "./given";
import { IN_NOTEBOOK } from "./notebook";
import { ApiError } from "./problem";
import { useWords } from "./words";
import { grouped } from "./words/numbers";

export type Answer =
  | { kind: "completion" | "counted" | "hint"; completion: Completion; wasFull: boolean }
  | { kind: "random"; drawn: Drawn }
  | { kind: "orbit"; orbit: Orbit }
  | { kind: "error"; error: unknown };

/** Largest n whose completions are always drawn (`MAX_DRAWN_N` of the engine). */
const MAX_DRAWN_N = 18;

/** The reason why no random completion of a board is drawn; undefined if it is, and until this is known. */
export function useRefusedDraw(n: number, { queens, blocked }: Given): string | undefined {
  const words = useWords();
  const [refused, setRefused] = useState<ApiError>();
  const board = JSON.stringify([n, queens, blocked]);
  useEffect(() => {
    setRefused(undefined);
    if (IN_NOTEBOOK || n <= MAX_DRAWN_N) return;
    const abort = new AbortController();
    counts.random({ n, queens, blocked }, 0, 0, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted && error instanceof ApiError && error.reason?.kind === "many-completions") setRefused(error);
    });
    return () => abort.abort();
  }, [board]);
  return refused?.reason && words.reason(refused.reason);
}

export function AnswerText({ answer, n, given }: { answer: Answer; n: number; given: Given }) {
  const { board: says, given: givenSays, space } = useWords();
  if (answer.kind === "error" || answer.kind === "orbit") return null;
  const none = givenSays.none(n, given.queens.length, given.blocked.length);
  const contradiction = answer.kind === "random" ? answer.drawn.contradiction : answer.completion.contradiction;
  if (contradiction)
    return <>{space + (contradiction.kind === "attack" ? says.hintConflict : none + space + givenSays.impossible(contradiction))}</>;
  if (answer.kind === "random") return <>{space + (answer.drawn.boards.length > 0 ? givenSays.drawn : none)}</>;
  const { completion } = answer;
  if (!completion.first)
    return <>{completion.certain ? `${none}${completion.proof ? "" : `${space}${givenSays.longProof}`}` : says.noneFound}</>;
  if (answer.wasFull) return <>{space + says.full}</>;
  if (answer.kind === "hint") return completion.hint ? says.hinted(completion.hint) : null;
  return <>{space + says.completions(grouped(completion.count), completion.certain)}</>;
}

/** Deductions up to which a proof is shown at once. */
const SHORT_PROOF = 24;

/** The proof that a board has no completion. */
export function ProofSteps({ answer }: { answer: Answer }) {
  const says = useWords().given.proof;
  const proof = "completion" in answer && answer.completion.proof;
  if (!proof) return null;
  const length = lengthOf(proof);
  return (
    <details class="proof" open={length <= SHORT_PROOF}>
      <summary>{says.title(length)}</summary>
      <Steps proof={proof} />
    </details>
  );
}

const casesOf = ({ conclusion }: Proof) => (conclusion.conclusion === "cases" ? conclusion.cases : []);
const lengthOf = (proof: Proof): number => proof.steps.length + casesOf(proof).reduce((sum, { proof }) => sum + 1 + lengthOf(proof), 0);

function Steps({ proof }: { proof: Proof }) {
  const says = useWords().given.proof;
  const { steps, conclusion } = proof;
  return (
    <ol>
      {steps.map(({ deduction, square, line }, at) => (
        <li key={at}>{deduction === "forced" ? says.forced(square, line) : says.ruledOut(square, line)}</li>
      ))}
      {conclusion.conclusion === "no-square" && <li>{says.noSquare(conclusion.line)}</li>}
      {conclusion.conclusion === "contradiction" && <li>{conclusion.reason}</li>}
      {conclusion.conclusion === "cases" && (
        <li>
          {says.cases(conclusion.line, conclusion.cases.length)}
          <ul>
            {conclusion.cases.map(({ square, proof }) => (
              <li key={`${square.row} ${square.column}`}>
                {says.suppose(square)}
                <Steps proof={proof} />
              </li>
            ))}
          </ul>
        </li>
      )}
    </ol>
  );
}
