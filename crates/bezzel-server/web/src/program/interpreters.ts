// The interpreters: loaded at the first run, and workers that run programs with them.

import parts from "virtual:python";

import { decompressed } from "../engine/modules";
import { loadScript } from "../scripts";
import type { Language } from "./exercise";
import type { Progress, Report, Task } from "./protocol";

interface Loaded {
  module: WebAssembly.Module;
  library: ArrayBuffer | undefined;
  /** Address of the worker's program. */
  address: string;
}

/** How much of an interpreter is loaded: parts, and how many there are. */
export type Loading = (done: number, of: number) => void;

const names = globalThis as unknown as { [name: string]: string };
const addressOf = (program: BlobPart) => URL.createObjectURL(new Blob([program], { type: "text/javascript" }));

function taken(name: string): string {
  const text = names[name]!;
  delete names[name];
  return text;
}

async function loadPython(tell: Loading): Promise<Loaded> {
  let text = "";
  for (let part = 0; part < parts; part++) {
    tell(part, parts);
    await loadScript(`python-${part}`);
    text += taken(`bezzelPython${part}`);
  }
  tell(parts, parts);
  const bytes = await decompressed(text);
  const lengths = new Uint32Array(bytes.slice(0, 8));
  let from = lengths.byteLength;
  const [wasm, library] = [...lengths].map((length) => bytes.slice(from, (from += length)));
  const module = WebAssembly.compile(wasm!);
  await loadScript("python-worker");
  const address = addressOf(await decompressed(taken("bezzelPythonWorker")));
  return { module: await module, library, address };
}

async function loadJavaScript(): Promise<Loaded> {
  await loadScript("javascript");
  const module = await WebAssembly.compile(await decompressed(taken("bezzelJavaScript")));
  return { module, library: undefined, address: addressOf(taken("bezzelJavaScriptWorker")) };
}

const loaded = new Map<Language, Promise<Loaded>>();

function load(language: Language, tell: Loading): Promise<Loaded> {
  const known = loaded.get(language);
  if (known) return known;
  const promise = language === "python" ? loadPython(tell) : loadJavaScript();
  loaded.set(language, promise);
  promise.catch(() => loaded.delete(language));
  return promise;
}

/** The end of a task: by the program, by the time limit, by the reader, or because the worker broke. */
export type End =
  | { by: "program"; ended: Extract<Report, { ended: unknown }>["ended"] }
  | { by: "time" }
  | { by: "stop" }
  | { by: "worker"; detail: string };

/** A worker with an interpreter, which runs one task after another until it is ended. */
export class Machine {
  private readonly worker: Worker;
  private readonly ready: Promise<unknown>;
  private listener: (report: Report) => void = () => undefined;

  constructor({ module, library, address }: Loaded) {
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }: MessageEvent<Report>) => this.listener(data);
    this.worker.onerror = (event) => this.listener({ broken: event.message ?? "" });
    this.ready = new Promise((resolve) => (this.listener = resolve));
    this.worker.postMessage({ module, library });
  }

  /** Runs a program; the worker cannot be used again unless the program ended by itself. */
  async run(task: Task, seconds: number, signal: AbortSignal, tell: (progress: Progress) => void): Promise<End> {
    if (signal.aborted) return { by: "stop" };
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = (end: End) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        this.listener = () => undefined;
        if (end.by !== "program") this.end();
        resolve(end);
      };
      const stop = () => finish({ by: "stop" });
      signal.addEventListener("abort", stop);
      this.ready.then((first) => {
        if (signal.aborted) return;
        if (first !== "ready") return finish({ by: "worker", detail: (first as { broken: string }).broken });
        this.listener = (report) => {
          if (report === "ready") return;
          if ("moves" in report) tell(report);
          else finish("ended" in report ? { by: "program", ended: report.ended } : { by: "worker", detail: report.broken });
        };
        timer = setTimeout(() => finish({ by: "time" }), 1000 * seconds);
        this.worker.postMessage(task);
      });
    });
  }

  end() {
    this.worker.terminate();
  }
}

/** A worker that started while nothing ran. */
const spare = new Map<Language, Machine>();

/** Returns a worker in which nothing has run. */
export async function machine(language: Language, tell: Loading): Promise<Machine> {
  const found = spare.get(language);
  spare.delete(language);
  return found ?? new Machine(await load(language, tell));
}

/** Starts a worker for the next run: Python takes a second. */
export async function prepare(language: Language) {
  if (language === "python" && !spare.has(language) && loaded.has(language))
    spare.set(language, new Machine(await load(language, () => undefined)));
}
