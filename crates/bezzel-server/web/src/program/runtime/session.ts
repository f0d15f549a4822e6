// What both interpreters share: the reports of a run, and a worker without network or storage.

import {
  type Ended,
  MAX_JUDGED_MOVES,
  MAX_MEMORY_BYTES,
  MAX_MOVES,
  MAX_PRINTED,
  MAX_VALUES,
  type Move,
  type ProgramError,
  type Report,
  type Task,
} from "../protocol";

/** Moves or characters after which a report is sent. */
const [MOVES_PER_REPORT, CHARACTERS_PER_REPORT] = [1024, 16_384];

/** Is thrown through the program when it printed more than is kept. */
export class OutputLimit extends Error {}

/** The run of a program. */
export class Session {
  private moves: Move[] = [];
  private text = "";
  private printed = 0;
  private recorded = 0;
  private valued = 0;
  private placed = 0;
  private cut = false;
  private readonly began = performance.now();

  constructor(
    readonly task: Task,
    private readonly send: (report: Report) => void,
  ) {}

  /** True while moves are reported. */
  private get records(): boolean {
    return this.recorded < (this.task.values ? MAX_MOVES : MAX_JUDGED_MOVES) && this.valued < MAX_VALUES;
  }

  /** True while the values of variables are reported. */
  get values(): boolean {
    return this.task.values && this.records;
  }

  /** Reports a call: its site or -1, and the values of the variables that it sees, one in each line. */
  move(kind: Move["kind"], row: number, column: number, site: number, text: string) {
    if (kind === "place") this.placed++;
    if (!this.records) {
      this.cut = true;
      return;
    }
    this.recorded++;
    this.valued += text.length;
    const values = text === "" ? [] : text.split("\n").map((line): [string, string] => [before(line), line.slice(before(line).length + 1)]);
    this.moves.push({ kind, row, column, line: this.task.sites[site]?.line, values, printed: this.printed });
    if (this.moves.length >= MOVES_PER_REPORT) this.flush();
  }

  /** Takes printed text. */
  print(text: string) {
    const kept = text.slice(0, MAX_PRINTED - this.printed);
    this.text += kept;
    this.printed += kept.length;
    if (this.text.length >= CHARACTERS_PER_REPORT) this.flush();
    if (kept.length < text.length) {
      this.cut = true;
      throw new OutputLimit("output limit");
    }
  }

  private flush() {
    if (this.moves.length === 0 && this.text === "") return;
    this.send({ moves: this.moves, printed: this.text });
    this.moves = [];
    this.text = "";
  }

  end(error?: ProgramError) {
    this.flush();
    const { placed, cut } = this;
    const ended: Ended = { seconds: (performance.now() - this.began) / 1000, placed, cut, error };
    this.send({ ended });
  }
}

/** The name before the first `=`. */
const before = (line: string) => line.slice(0, Math.max(0, line.indexOf("=")));

/** Names that stay in the worker while a program runs: those of the language, and what the interpreters use. */
const KEPT =
  /^(globalThis|self|undefined|NaN|Infinity|isNaN|isFinite|parseInt|parseFloat|Object|Function|Array|Number|Boolean|String|Symbol|Date|Promise|RegExp|Error|AggregateError|EvalError|RangeError|ReferenceError|SyntaxError|TypeError|URIError|JSON|Math|Intl|ArrayBuffer|DataView|Atomics|(Big)?(Ui|I)nt(8|16|32|64)(Clamped)?Array|Uint8ClampedArray|Float(16|32|64)Array|Map|BigInt|Set|WeakMap|WeakSet|WeakRef|Proxy|Reflect|FinalizationRegistry|Iterator|WebAssembly|TextDecoder|TextEncoder|performance|Module|proxy_js_\w+|pyProxyFinalizationRegistry|loadMicroPython)$/;

/** Removes the network, the storage and everything else that is no part of the language from the worker. */
function isolate() {
  for (let object: object | null = globalThis; object && object !== Object.prototype; object = Object.getPrototypeOf(object))
    for (const name of Object.getOwnPropertyNames(object)) if (!KEPT.test(name)) Reflect.deleteProperty(object, name);
  // Code from text could load other code.
  const refuse = () => {
    throw new Error("code from text is not available");
  };
  const makers = [() => undefined, async () => undefined, function* () {}, async function* () {}];
  for (const maker of makers) Object.defineProperty(Object.getPrototypeOf(maker), "constructor", { value: refuse });
  const left = ["fetch", "XMLHttpRequest", "WebSocket", "importScripts", "Worker", "indexedDB", "caches", "eval", "BroadcastChannel"];
  const found = left.filter((name) => name in globalThis);
  if (found.length > 0) throw new Error(`the worker still has ${found.join(", ")}`);
}

const PAGE_BYTES = 65_536;

/** Creates an instance whose memory is bounded: the interpreters would take 2 GiB before they report that it is short. */
export async function boundedInstance(module: WebAssembly.Module, imports?: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  const instance = await instantiate(module, imports);
  const parts = [instance.exports, ...Object.values(imports ?? {})].flatMap((one) => Object.values(one));
  const memory = parts.find((one) => one instanceof WebAssembly.Memory);
  if (!memory) throw new Error("expected the memory of the interpreter");
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError("memory limit");
    return grow(pages);
  };
  return instance;
}
const { instantiate } = WebAssembly;

/** Runs a program; returns its error. */
export type Interpreter = (session: Session) => ProgramError | undefined;

/** Serves one task: `load` prepares the interpreter, then everything else is removed from the worker. */
export function serveTask(load: (module: WebAssembly.Module) => Promise<Interpreter>) {
  const post = postMessage.bind(globalThis) as (report: Report) => void;
  const silent = () => undefined;
  // The interpreters report a lack of memory here.
  globalThis.console = { log: silent, warn: silent, error: silent } as unknown as Console;
  globalThis.onmessage = async ({ data: task }: MessageEvent<Task>) => {
    try {
      const interpreter = await load(task.module);
      isolate();
      post("ready");
      const session = new Session(task, post);
      session.end(interpreter(session));
    } catch (error) {
      post({ broken: String(error) });
    }
  };
}
