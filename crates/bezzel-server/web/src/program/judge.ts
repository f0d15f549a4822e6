// Requests to the judge: the check of moves, and verdicts for n = 1 to 8 with the sentences of the command `judge`.

import { judge as judgeModule } from "../engine/modules";
import { Pool } from "../engine/pool";
import type * as types from "../engine/types";
import { LIMITS } from "../methods";
import { type ShownCause, shownCauses } from "./attacks";
import type { Machine } from "./interpreters";
import { isMemoryError, MAX_MEMORY_BYTES, MAX_PRINTED, type Move } from "./protocol";
import { type RunOf, runIn, TIME_LIMIT_SECONDS, traceOf } from "./run";

/** A text in both languages, whose numbers of rows and columns are marked. */
type Text = types.Text;
export type Moves = types.Moves;
/** Output that is expected of a program. */
export type Mode = types.Mode;
type JudgedRun = types.JudgedRun;

/** Largest n for which the steps of a wrong program are looked at. */
const MAX_RECORDED_N = 5;

const pool = new Pool<types.Request>(judgeModule, () => 1);
const ask = <Answer>(judge: types.JudgeRequest) => pool.ask<Answer>({ judge });

/** Checks the lines of a trace, such as `place 0 1`, and finds the board of a recorded program. */
export const checkedMoves = (text: string) => ask<Moves>({ moves: text });

/** Describes a time among the times of methods, the slowest first. */
export const placeOf = (seconds: number, methods: [string, number][]) => ask<Text>({ place: { seconds, methods } });

const textOf = ({ kind, row, column }: Move) => (kind === "solution" ? kind : `${kind} ${row} ${column}`);

/** Checks the moves of a run, and finds its board. */
export function checkedRun({ n, moves, steps, texts }: RunOf) {
  const record = { moves: [], steps: steps.flatMap((part) => Array.from(part)), texts };
  return checkedMoves([`n ${n}`, ...moves.map(textOf), `record ${JSON.stringify(record)}`, ""].join("\n"));
}

/** The runs so far with their verdict. */
export interface Verdicts {
  program: string;
  mode: Mode;
  runs: RunOf[];
  judged: types.Judged;
  /** False while larger boards are still to be judged. */
  isLast: boolean;
  /** What the steps of a run show, once the program was wrong. */
  shown: ShownCause[];
  /** The only size at which the program was judged, since it does the same for each n. */
  fixed: number | undefined;
}

function endingOf({ end, printed, moves }: RunOf): JudgedRun["ending"] {
  if (end.by === "time" || end.by === "stop") return { ending: "too-long", seconds: TIME_LIMIT_SECONDS };
  if (end.by === "worker") return { ending: "too-much-memory", bytes: MAX_MEMORY_BYTES };
  const { error, cut } = end.ended;
  if (error?.text === "OutputLimit") return { ending: "too-much-output", bytes: MAX_PRINTED };
  if (error && isMemoryError(error.text)) return { ending: "too-much-memory", bytes: MAX_MEMORY_BYTES };
  if (error) return { ending: "crashed", status: error.text, message: "" };
  // Its solutions are not known.
  if (cut && printed.trim() === "") return { ending: "too-many-moves", moves: moves.length };
  return { ending: "ended" };
}

const requestOf = (run: RunOf): JudgedRun => ({
  n: run.n,
  printed: run.printed,
  moves: run.moves.map((move) => `${move.line ?? 0} ${textOf(move)}`).join("\n"),
  ending: endingOf(run),
});

const verdictOf = (program: string, mode: Mode, runs: JudgedRun[]) => ask<types.Judged>({ runs: { program, mode, runs } });

/** Finds the size of a program that does the same for each n: the one at which it is right, or else one that its text names. */
async function fixedSize(program: string, isRight: (n: number) => Promise<boolean>): Promise<number> {
  for (let n = LIMITS.judged; n > 3; n--) if (await isRight(n)) return n;
  return Number(/(?<![\w.])[4-8](?![\w.])/.exec(program)?.[0] ?? LIMITS.judged);
}

/** Runs a program for n = 1, 2, … and judges it after each, until a run does not end by itself. */
export async function judgeProgram(
  worker: Machine,
  { program, mode }: { program: string; mode: Mode },
  signal: AbortSignal,
  begun: (n: number) => void,
  told: (verdicts: Verdicts) => void,
): Promise<void> {
  const runs: RunOf[] = [];
  const requests: JudgedRun[] = [];
  /** Tells what is known; after the last run also what the steps of a wrong one show. */
  const tell = async (judged: types.Judged, fixed: number | undefined, isLast: boolean) => {
    const verdicts = { program, mode, runs: [...runs], judged, isLast, fixed, shown: [] };
    told(verdicts);
    const first = judged.runs.find(({ right }) => !right);
    if (!first || !isLast || runs.at(-1)!.end.by !== "program") return;
    const n = Math.min(Math.max(first.n, 4), MAX_RECORDED_N);
    const run = await runIn(worker, { program, n, records: true }, signal);
    const trace = traceOf(run);
    if (!trace || signal.aborted) return;
    const { boards } = await checkedRun(run);
    const isWhole = run.end.by === "program" && !run.end.ended.error;
    told({ ...verdicts, shown: shownCauses(trace, isWhole ? boards[0] : undefined, n) });
  };
  for (let n = 1; n <= LIMITS.judged; n++) {
    begun(n);
    const run = await runIn(worker, { program, n, records: false }, signal);
    if (signal.aborted) return;
    const { end } = run;
    if (end.by === "program" && !end.ended.error && !end.ended.reads) {
      const at = (n: number) => verdictOf(program, mode, [requestOf({ ...run, n })]);
      const fixed = await fixedSize(program, async (n) => (await at(n)).runs.every(({ right }) => right));
      runs.push({ ...run, n: fixed });
      return tell(await at(fixed), fixed, true);
    }
    runs.push(run);
    requests.push(requestOf(run));
    const judged = await verdictOf(program, mode, requests);
    // A program may end with an error after its right output.
    const { ending } = requests.at(-1)!.ending;
    const goesOn = ending === "ended" || (ending === "crashed" && judged.runs.at(-1)!.right);
    await tell(judged, undefined, !goesOn || n === LIMITS.judged);
    if (!goesOn) return;
  }
}
