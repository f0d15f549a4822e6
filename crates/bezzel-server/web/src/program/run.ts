// Runs a program in a worker, which is ended when it takes too long or is stopped.

import { isOther, languageOf } from "./exercise";
import type { End, Machine } from "./interpreters";
import { type Ended, type Move, readMoves, type Task } from "./protocol";
import { Trace } from "./trace";

/** Time limit of each n. */
export const TIME_LIMIT_SECONDS = 10;

export interface RunOf {
  n: number;
  moves: Move[];
  printed: string;
  /** What was recorded. */
  steps: Int32Array[];
  texts: string[];
  end: End;
}

/** Runs a program in a worker until it ends, the time limit, or `signal`. */
export async function runIn(worker: Machine, task: Task, signal: AbortSignal): Promise<RunOf> {
  const run: Omit<RunOf, "end"> = { n: task.n, moves: [], printed: "", steps: [], texts: [] };
  const end = await worker.run(task, TIME_LIMIT_SECONDS, signal, ({ moves, printed, steps, texts }) => {
    run.moves.push(...readMoves(moves));
    run.printed += printed;
    run.steps.push(steps);
    for (const text of texts) run.texts.push(text);
  });
  const error = end.by === "program" && end.ended.error;
  if (error && /^(Syntax|Indentation|Tab)Error/.test(error.text)) {
    const found = languageOf(task.program);
    if (isOther(found, worker.language)) error.other = found;
  }
  return { ...run, end };
}

/** A run that was recorded to a file, as `bezzel judge --trace` does, with its program; undefined for a file of moves. */
export function readTrace(text: string): { program: string; run: RunOf } | undefined {
  const run: RunOf = { n: 0, moves: [], printed: "", steps: [], texts: [], end: { by: "time" } };
  let program: string | undefined;
  // A program that was killed leaves an incomplete line.
  for (const line of text.split("\n").slice(0, -1)) {
    const [, word, rest = ""] = /^(n|program|record|ended) (.*)$/.exec(line) ?? [];
    if (word === "n") run.n = Number(rest);
    if (word === "program") program = JSON.parse(rest) as string;
    if (word === "ended") run.end = { by: "program", ended: JSON.parse(rest) as Ended };
    if (word !== "record") continue;
    const record: { moves: number[]; printed: string; steps: number[]; texts: string[] } = JSON.parse(rest);
    run.moves.push(...readMoves(record.moves));
    run.printed += record.printed;
    run.steps.push(Int32Array.from(record.steps));
    for (const text of record.texts) run.texts.push(text);
  }
  return program === undefined ? undefined : { program, run };
}

/** The recorded steps; undefined if there are none. */
export const traceOf = ({ steps, texts }: RunOf) => (steps.some(({ length }) => length > 0) ? new Trace(steps, texts) : undefined);
