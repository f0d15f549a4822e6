// Requests to the judge: the check of moves, and verdicts for n = 1 to 8 with the sentences of the command `judge`.

import * as modules from "../engine/modules";
import { Pool } from "../engine/pool";
import type { components } from "../engine/types";
import type { Language } from "./exercise";
import { isMemoryError, MAX_MEMORY_BYTES, MAX_PRINTED, type Move } from "./protocol";
import { type RunOf, runProgram, TIME_LIMIT_SECONDS } from "./run";

type Schemas = components["schemas"];
/** A text in both languages, whose numbers of rows and columns are marked. */
type Text = Schemas["Text"];
export type Moves = Schemas["Moves"];
/** Output that is expected of a program. */
export type Mode = Schemas["Mode"];
type JudgedRun = Schemas["JudgedRun"];

/** Largest n that is judged. */
export const MAX_JUDGED_N = 8;

const pool = new Pool<Schemas["Request"]>(modules.judge, () => 1);
const ask = <Answer>(judge: Schemas["JudgeRequest"]) => pool.ask<Answer>({ judge });

/** Checks lines such as `place 0 1`. */
export const checkedMoves = (text: string) => ask<Moves>({ moves: text });

/** Describes a time among those of methods, the slowest first. */
export const placeOf = (seconds: number, methods: [string, number][]) => ask<Text>({ place: { seconds, methods } });

const textOf = ({ kind, row, column }: Move) => (kind === "solution" ? kind : `${kind} ${row} ${column}`);

/** Checks the moves of a run. */
export const checkedRun = ({ n, moves }: RunOf) => checkedMoves(`n ${n}\n${moves.map(textOf).join("\n")}`);

/** The runs so far with their verdict. */
export interface Verdicts {
  program: string;
  mode: Mode;
  runs: RunOf[];
  judged: Schemas["Judged"];
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

/** Runs a program for n = 1, 2, … and judges it after each, until a run does not end by itself. */
export async function judgeProgram(
  { language, program, mode }: { language: Language; program: string; mode: Mode },
  signal: AbortSignal,
  begun: (n: number) => void,
  told: (verdicts: Verdicts) => void,
): Promise<void> {
  const runs: RunOf[] = [];
  const requests: JudgedRun[] = [];
  for (let n = 1; n <= MAX_JUDGED_N; n++) {
    begun(n);
    const run = await runProgram({ language, program, n, values: false }, signal);
    if (signal.aborted) return;
    runs.push(run);
    requests.push(requestOf(run));
    told({ program, mode, runs: [...runs], judged: await ask({ runs: { mode, runs: requests } }) });
    if (requests.at(-1)!.ending.ending !== "ended") return;
  }
}
