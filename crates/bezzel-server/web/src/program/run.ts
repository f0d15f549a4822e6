// Runs a program in a worker, which is ended when it takes too long or is stopped.

import type { Language } from "./exercise";
import { type End, type Loading, type Machine, machine, prepare } from "./interpreters";
import type { Move } from "./protocol";
import { withSites } from "./sites";

/** Time limit of each n. */
export const TIME_LIMIT_SECONDS = 10;

export interface RunOf {
  n: number;
  moves: Move[];
  printed: string;
  /** What runtime/runner.py recorded. */
  steps: Int32Array[];
  texts: string[];
  end: End;
}

interface Request {
  language: Language;
  program: string;
  n: number;
  /** True if steps and the values of variables are reported. */
  records: boolean;
}

/** Runs a program in a worker until it ends, the time limit, or `signal`. */
export async function runIn(worker: Machine, { language, program, n, records }: Request, signal: AbortSignal): Promise<RunOf> {
  const changed = language === "javascript" ? withSites(program) : { program, sites: [] };
  const run: Omit<RunOf, "end"> = { n, moves: [], printed: "", steps: [], texts: [] };
  const end = await worker.run({ ...changed, n, records }, TIME_LIMIT_SECONDS, signal, ({ moves, printed, steps, texts }) => {
    run.moves.push(...moves);
    run.printed += printed;
    if (steps) run.steps.push(steps);
    if (texts) run.texts.push(...texts);
  });
  return { ...run, end };
}

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
