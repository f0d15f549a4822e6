// What the workers of all interpreters share: no network, no storage, bounded memory, and tasks one after another.

import { type Ended, type Loaded, MAX_MEMORY_BYTES, type Report, type Task, type ToWorker } from "../protocol";

/** Names that stay in the worker while a program runs: names of the language, and what the interpreters use. */
const KEPT =
  /^(globalThis|self|undefined|NaN|Infinity|isNaN|isFinite|parseInt|parseFloat|Object|Function|Array|Number|Boolean|String|Symbol|Date|Promise|RegExp|Error|AggregateError|EvalError|RangeError|ReferenceError|SyntaxError|TypeError|URIError|JSON|Math|Intl|ArrayBuffer|DataView|Atomics|(Big)?(Ui|I)nt(8|16|32|64)(Clamped)?Array|Uint8ClampedArray|Float(16|32|64)Array|Map|BigInt|Set|WeakMap|WeakSet|WeakRef|Proxy|Reflect|FinalizationRegistry|Iterator|WebAssembly|TextDecoder|TextEncoder|performance|console|crypto|setTimeout|clearTimeout)$/;

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

/** Runs a program to its end. */
export type Interpreter = ((task: Task, send: (report: Report) => void) => Ended) & Partial<Pick<Loaded, "memory">>;

/** Serves tasks: `load` prepares the interpreter, then everything else is removed from the worker. */
export function serveTasks(load: (from: Loaded) => Promise<Interpreter>) {
  const post = postMessage.bind(globalThis) as (report: Report) => void;
  const silent = () => undefined;
  // The interpreters report a lack of memory here.
  globalThis.console = { log: silent, warn: silent, error: silent, info: silent, debug: silent } as unknown as Console;
  let interpreter: Interpreter;
  globalThis.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    try {
      if ("module" in data) {
        interpreter = await load(data);
        isolate();
        post({ memory: interpreter.memory });
      } else post({ ended: interpreter(data, post) });
    } catch (error) {
      post({ broken: String(error) });
    }
  };
}
