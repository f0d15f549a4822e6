// Runs a program in a worker, which is ended when it takes too long or is stopped.

import type { Language } from "./exercise";
import { type End, type Loading, type Machine, machine, prepare } from "./interpreters";
import { type Move, readMoves } from "./protocol";
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

interface Request {
  program: string;
  n: number;
  /** True if steps and the values of variables are reported. */
  records: boolean;
}

/** Runs a program in a worker until it ends, the time limit, or `signal`. */
export async function runIn(worker: Machine, { program, n, records }: Request, signal: AbortSignal): Promise<RunOf> {
  const run: Omit<RunOf, "end"> = { n, moves: [], printed: "", steps: [], texts: [] };
  const end = await worker.run({ program, n, records }, TIME_LIMIT_SECONDS, signal, ({ moves, printed, steps, texts }) => {
    run.moves.push(...readMoves(moves));
    run.printed += printed;
    run.steps.push(steps);
    run.texts.push(...texts);
  });
  return { ...run, end };
}

/** The recorded steps; undefined if there are none. */
export const traceOf = ({ steps, texts }: RunOf) => (steps.some(({ length }) => length > 0) ? new Trace(steps, texts) : undefined);

/** Calls `work` with a fresh worker, which is ended afterwards. */
export async function withMachine(language: Language, tell: Loading, work: (worker: Machine) => Promise<void>): Promise<void> {
  const worker = await machine(language, tell);
  try {
    await work(worker);
  } finally {
    worker.end();
    prepare(language).catch(() => undefined);
  }
}
