// Questions "what is the next step?", with answers computed from the steps of a run.

import type { MethodName, Square, Step } from "../api";
import { isAttacked, upTo } from "../squares";

/** A possible next step. */
export type Answer =
  | { does: "try" | "place" | "reject" | "remove"; square: Square }
  | { does: "exhausted"; row: number }
  | { does: "join" | "solution" | "end" };

export interface Question {
  /** Number of steps done. */
  at: number;
  step: Step;
  /** The next step that decides something; undefined at the end of the run. */
  next: Step | undefined;
  answers: Answer[];
  right: number;
}

/** Steps after which the next one is worth predicting. */
const ASKED = ["try", "rejected", "place", "place-start", "remove", "exhausted"];
/** Steps that only read or prepare; the question skips them. */
const SKIPPED = ["test-queen", "test-cell", "test-column", "test-diagonal", "test-anti-diagonal", "test-masks", "masks", "masks-start"];

/** The next step after number `at` that is no test. */
function nextOf(steps: Step[], at: number): Step | undefined {
  return steps.slice(at).find((step) => !SKIPPED.includes(step.kind) && step.event !== "own");
}

function answerOf(step: Step | undefined): Answer {
  if (!step) return { does: "end" };
  switch (step.event) {
    case "try":
    case "place":
    case "remove":
      return { does: step.event, square: step.square };
    case "rejected":
      return { does: "reject", square: step.square };
    case "exhausted":
      return { does: "exhausted", row: step.row };
    case "join":
    case "solution":
      return { does: step.event };
    default:
      return { does: "end" };
  }
}

const equal = (a: Answer, b: Answer) => JSON.stringify(a) === JSON.stringify(b);

/** Wrong answers that a reader may choose, the likeliest first. */
function distractors(method: MethodName, n: number, step: Step): Answer[] {
  const row = "square" in step ? step.square.row : "row" in step ? step.row : 0;
  const square = "square" in step ? step.square : { row, column: 0 };
  const { queens } = step;
  const last = queens.at(-1);
  const stride = method === "colour-split" ? 2 : 1;
  const beside = { row, column: square.column + stride };
  const below = { row: row + 1, column: 0 };
  const others: Answer[] = [];
  const add = (answer: Answer, makesSense = true) => makesSense && others.push(answer);
  const isOnBoard = ({ row, column }: Square) => row < n && column < n;
  switch (step.event) {
    case "try":
      add({ does: "place", square });
      add({ does: "reject", square }, isAttacked(square, queens));
      add({ does: "try", square: beside }, isOnBoard(beside));
      break;
    case "place":
      add({ does: "try", square: below }, isOnBoard(below));
      add({ does: "try", square: beside }, isOnBoard(beside));
      add({ does: "solution" });
      add({ does: "remove", square });
      break;
    case "remove":
      add({ does: "try", square: beside }, isOnBoard(beside));
      add({ does: "place", square: beside }, isOnBoard(beside));
      break;
    default:
      add({ does: "try", square: beside }, isOnBoard(beside));
      add({ does: "try", square: { row: Math.max(0, row - 1), column: 0 } });
  }
  add({ does: "exhausted", row });
  add({ does: "remove", square: last ?? square }, last !== undefined);
  add({ does: "try", square: below }, isOnBoard(below));
  add({ does: "solution" });
  add({ does: "end" });
  for (const column of upTo(n)) add({ does: "try", square: { row, column } });
  return others;
}

/** The question after `at` steps. The order of its answers depends only on `at`. */
export function questionAt(method: MethodName, n: number, steps: Step[], at: number): Question {
  const step = steps[at - 1]!;
  const next = nextOf(steps, at);
  const right = answerOf(next);
  const wrong: Answer[] = [];
  for (const answer of distractors(method, n, step)) {
    if (wrong.length < 3 && ![right, ...wrong].some((one) => equal(one, answer))) wrong.push(answer);
  }
  const place = (7 * at + 3) % (wrong.length + 1);
  const answers = [...wrong.slice(0, place), right, ...wrong.slice(place)];
  return { at, step, next, answers, right: place };
}

/** Kinds of step with the answer, the most instructive first; others follow in the order of the run. */
const INSTRUCTIVE = [
  "exhausted remove",
  "try reject",
  "rejected exhausted",
  "remove try",
  "try place",
  "place reject",
  "place exhausted",
  "place solution",
  "place try",
];

/**
 * Rounds of questions, each in the order of the run: numbers of steps at which a question is asked. A round has at most
 * `most` questions, about different situations while there are any; no round repeats a question of another.
 */
export function roundsOf(steps: Step[], ended: boolean, most: number): number[][] {
  const situations = new Map<string, number[]>();
  steps.forEach((step, index) => {
    if (!ASKED.includes(step.kind)) return;
    const next = nextOf(steps, index + 1);
    if (!next && !ended) return;
    const key = `${step.kind} ${answerOf(next).does}`;
    situations.set(key, [...(situations.get(key) ?? []), index + 1]);
  });
  const rank = (key: string) => (INSTRUCTIVE.includes(key) ? INSTRUCTIVE.indexOf(key) : INSTRUCTIVE.length);
  const ranked = [...situations].sort(([a], [b]) => rank(a) - rank(b)).map(([, list]) => list);
  const rounds: number[][] = [];
  for (let turn = 0; ranked.some((list) => turn < list.length); turn++) {
    // The first ones of a run are on a board that is almost empty.
    const turns = ranked.flatMap((list) => (turn < list.length ? [list[(Math.floor(list.length / 3) + turn) % list.length]!] : []));
    for (const step of turns) {
      const last = rounds.at(-1);
      if (last && last.length < most) last.push(step);
      else rounds.push([step]);
    }
  }
  // A shorter last round would repeat the situations of the one before.
  const whole = rounds.filter(({ length }, at) => at === 0 || length === most);
  return whole.map((round) => round.sort((a, b) => a - b));
}
