// Answers to questions about the board of the Board tab.

import type { Completion, Orbit } from "./api";
import { counts, type Drawn } from "./engine/counts";
import type { Given } from "./given";
import { IN_NOTEBOOK } from "./notebook";
import { useLoaded } from "./parts";
import { ApiError } from "./problem";
import { conflicts } from "./squares";
import { useWords } from "./words";
import { grouped } from "./words/numbers";

export type Answer =
  | { kind: "completion" | "counted" | "hint"; completion: Completion; wasFull: boolean }
  | { kind: "random"; drawn: Drawn }
  | { kind: "orbit"; orbit: Orbit }
  | { kind: "error"; error: unknown };

/** Largest n whose completions are always drawn (`MAX_DRAWN_N` of the engine). */
const MAX_DRAWN_N = 20;

/** The reason why no random completion of a board is drawn; undefined if it is, and until this is known. */
export function useRefusedDraw(n: number, { queens, blocked }: Given): string | undefined {
  const words = useWords();
  const isAsked = !IN_NOTEBOOK && n > MAX_DRAWN_N;
  const ask = async (signal: AbortSignal) => isAsked && counts.random({ n, queens, blocked }, 0, 0, signal);
  const { error } = useLoaded(ask, JSON.stringify([n, queens, blocked]));
  return error instanceof ApiError && error.kind === "many-completions" && error.text ? words.told(error.text) : undefined;
}

export function AnswerText({ answer, n, given }: { answer: Answer; n: number; given: Given }) {
  const { board: says, given: givenSays, space, told } = useWords();
  if (answer.kind === "error" || answer.kind === "orbit") return null;
  const none = givenSays.none(n, given.queens.length, given.blocked.length);
  const contradiction = answer.kind === "random" ? answer.drawn.contradiction : answer.completion.contradiction;
  if (contradiction) return <>{space + (conflicts(given.queens).length > 0 ? says.hintConflict : none + space + told(contradiction))}</>;
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
  const { given: says, numbers, texts } = useWords();
  const proof = "completion" in answer && answer.completion.proof;
  if (!proof) return null;
  return (
    <details class="proof" open={proof.length <= SHORT_PROOF}>
      <summary>{says.proof(proof.length)}</summary>
      <p tabIndex={0}>{numbers.text(proof.text[texts])}</p>
    </details>
  );
}
