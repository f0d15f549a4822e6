// Runs a program in a worker, which is ended when it takes too long or is stopped.

import { interpreter } from "../engine/modules";
import type { Language } from "./exercise";
import type { Ended, Move, Report, Task } from "./protocol";
import { withSites } from "./sites";

/** Time limit of each n. */
export const TIME_LIMIT_SECONDS = 10;

/** The end of one n: by the program, by the time limit, by the reader, or because the worker broke. */
export type End = { by: "program"; ended: Ended } | { by: "time" } | { by: "stop" } | { by: "worker"; detail: string };

export interface RunOf {
  n: number;
  moves: Move[];
  printed: string;
  end: End;
}

const WORKERS = { python: "bezzelPythonWorker", javascript: "bezzelJavaScriptWorker" } as const;
const addresses = new Map<Language, string>();

/** The address of the worker's program, which came with the interpreter. */
function addressOf(language: Language): string {
  const known = addresses.get(language);
  if (known) return known;
  const text = (globalThis as unknown as { [name: string]: string })[WORKERS[language]]!;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  addresses.set(language, address);
  return address;
}

interface Request {
  language: Language;
  program: string;
  n: number;
  /** True if the values of variables are reported with each move. */
  values: boolean;
}

/** Runs a program until it ends, the time limit, or `signal`. Each run has a worker of its own. */
export async function runProgram({ language, program, n, values }: Request, signal: AbortSignal): Promise<RunOf> {
  const module = await interpreter(language);
  const changed = withSites(program, language);
  const run: Omit<RunOf, "end"> = { n, moves: [], printed: "" };
  return new Promise((resolve) => {
    const worker = new Worker(addressOf(language));
    const finish = (end: End) => {
      clearTimeout(timer);
      worker.terminate();
      signal.removeEventListener("abort", stop);
      resolve({ ...run, end });
    };
    const stop = () => finish({ by: "stop" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    worker.onerror = (event) => finish({ by: "worker", detail: event.message ?? "" });
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (data === "ready") timer = setTimeout(() => finish({ by: "time" }), 1000 * TIME_LIMIT_SECONDS);
      else if ("moves" in data) {
        run.moves.push(...data.moves);
        run.printed += data.printed;
      } else if ("ended" in data) finish({ by: "program", ended: data.ended });
      else finish({ by: "worker", detail: data.broken });
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop);
    worker.postMessage({ module, ...changed, n, values } satisfies Task);
  });
}
