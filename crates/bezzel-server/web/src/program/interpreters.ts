// The interpreters: loaded at the first run, and workers that run programs with them.

import parts from "virtual:python";

import { decompressed } from "../engine/modules";
import { loadScript, once, taken } from "../scripts";
import type { Language } from "./exercise";
import { isMemoryError, type Loaded, type Progress, type Report, type Task } from "./protocol";

interface Interpreter extends Loaded {
  /** Address of the worker's program. */
  address: string;
}

/** How much of an interpreter is loaded: parts, and how many there are. */
export type Loading = (done: number, of: number) => void;

const addressOf = (program: BlobPart) => URL.createObjectURL(new Blob([program], { type: "text/javascript" }));

/** Listens to the parts of Python: the one that runs may have waited for others. */
let told: Loading = () => undefined;

async function loadPython(): Promise<Interpreter> {
  let done = 0;
  told(done, parts);
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const load = async (part: number) => {
    await loadScript(`python-${part}`);
    told(++done, parts);
  };
  await Promise.all([loadScript("python-worker"), ...numbers.map(load)]);
  const bytes = await decompressed(numbers.map((part) => taken(`bezzelPython${part}`)).join(""));
  const lengths = new Uint32Array(bytes.slice(0, 8));
  let from = lengths.byteLength;
  const [wasm, library] = [...lengths].map((length) => bytes.slice(from, (from += length)));
  const module = WebAssembly.compile(wasm!);
  const address = addressOf(await decompressed(taken("bezzelPythonWorker")));
  return { module: await module, library, memory: undefined, address };
}

async function loadJavaScript(): Promise<Interpreter> {
  await loadScript("javascript");
  const module = await WebAssembly.compile(await decompressed(taken("bezzelJavaScript")));
  return { module, library: undefined, memory: undefined, address: addressOf(taken("bezzelJavaScriptWorker")) };
}

const load = once((language: Language) => (language === "python" ? loadPython() : loadJavaScript()));

/** The end of a task: by the program, by the time limit, by the reader, or because the worker broke. */
export type End =
  | { by: "program"; ended: Extract<Report, { ended: unknown }>["ended"] }
  | { by: "time" }
  | { by: "stop" }
  | { by: "worker"; detail: string };

/** True for an error after which an interpreter may have no memory or no stack for others. */
const isSpent = (text: string) => isMemoryError(text) || /^InternalError/.test(text);

/** A worker with an interpreter, which runs one task after another until it is ended. */
export class Machine {
  private readonly worker: Worker;
  /** The first report, once the interpreter has started. */
  readonly ready: Promise<Report>;
  private listener: (report: Report) => void = () => undefined;
  /** False once a run was ended, or left no memory for others. */
  isUsable = true;

  constructor(
    interpreter: Interpreter,
    readonly language: Language,
  ) {
    const { address, ...loaded } = interpreter;
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }: MessageEvent<Report>) => this.listener(data);
    this.worker.onerror = (event) => this.listener({ broken: event.message ?? "" });
    this.ready = new Promise((resolve) => {
      this.listener = (first) => {
        if ("memory" in first) interpreter.memory ??= first.memory;
        resolve(first);
      };
    });
    this.worker.postMessage(loaded);
  }

  /** Runs a program, which finds nothing of those before it. */
  async run(task: Task, seconds: number, signal: AbortSignal, tell: (progress: Progress) => void): Promise<End> {
    if (signal.aborted) return { by: "stop" };
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = (end: End) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        this.listener = () => undefined;
        if (end.by !== "program" || isSpent(end.ended.error?.text ?? "")) this.end();
        resolve(end);
      };
      const stop = () => finish({ by: "stop" });
      signal.addEventListener("abort", stop);
      this.ready.then((first) => {
        if (signal.aborted) return;
        if ("broken" in first) return finish({ by: "worker", detail: first.broken });
        this.listener = (report) => {
          if ("moves" in report) tell(report);
          else if ("ended" in report) finish({ by: "program", ended: report.ended });
          else if ("broken" in report) finish({ by: "worker", detail: report.broken });
        };
        timer = setTimeout(() => finish({ by: "time" }), 1000 * seconds);
        this.worker.postMessage(task);
      });
    });
  }

  end() {
    this.isUsable = false;
    this.worker.terminate();
  }
}

/** Workers in which nothing runs; some are still starting. */
const idle = new Map<Language, Machine>();

/** Calls `work` with a worker in which nothing else runs. */
export async function withMachine(language: Language, tell: Loading, work: (worker: Machine) => Promise<void>): Promise<void> {
  told = tell;
  const found = idle.get(language);
  idle.delete(language);
  const worker = found ?? new Machine(await load(language), language);
  try {
    await work(worker);
  } finally {
    if (worker.isUsable) idle.set(language, worker);
    else prepare(language).catch(() => undefined);
  }
}

/** Starts a worker before it is needed. Python takes seconds, and is loaded only for those who write programs. */
export async function prepare(language: Language) {
  if (language !== "python" || idle.has(language)) return;
  const loaded = await load(language);
  if (!idle.has(language)) idle.set(language, new Machine(loaded, language));
}
