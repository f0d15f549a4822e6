// The engine without a page: its module in Node.

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

const host = { seconds: () => performance.now() / 1000, tell: () => undefined };

async function load(name) {
  const file = new URL(`../../built/modules/${name}.wasm.gz`, import.meta.url);
  const module = await WebAssembly.compile(gunzipSync(await readFile(file)));
  return new WebAssembly.Instance(module, { host }).exports;
}
const [engine, puzzles, judging] = await Promise.all(["engine", "puzzles", "judge"].map(load));

/** Asks the engine what a page would ask it. */
function ask(asked) {
  const { memory, request, answer, answer_address } = "puzzle" in asked ? puzzles : "judge" in asked ? judging : engine;
  const bytes = new TextEncoder().encode(JSON.stringify(asked));
  const start = request(bytes.length);
  new Uint8Array(memory.buffer).set(bytes, start);
  const length = answer();
  const answered = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer_address(), length)));
  if (answered.problem) throw new Error(answered.problem.detail);
  return answered.answer;
}

export const steps = (run, from = 0, len = 1024) => ask({ run: { steps: { run, from, len } } });
export const listings = (method) => ask({ run: { listings: { method } } });
export const source = (file) => ask({ run: { source: file } });
export const tree = (run, depth, root) => ask({ run: { tree: { run, depth, root } } });
export const judge = (judge) => ask({ judge });
export const puzzle = (puzzle) => ask({ puzzle });
export const lengthOf = (run) => ask({ run: { length: run } });

/**
 * Answers requests of a page in place of the engine: what `answerOf` returns, later if it is a promise, unless it
 * is undefined. It answers from the next page that is loaded on.
 */
export async function interceptEngine(page, answerOf) {
  await page.exposeFunction("interceptRequest", async (text) => {
    const answered = await answerOf(JSON.parse(text));
    return answered === undefined ? null : JSON.stringify(answered);
  });
  await page.addInitScript(() => {
    const RealWorker = Worker;
    globalThis.Worker = class extends RealWorker {
      postMessage(message, ...rest) {
        if (!("request" in message)) return super.postMessage(message, ...rest);
        globalThis.interceptRequest(message.request).then((answered) => {
          if (answered === null) super.postMessage(message, ...rest);
          else this.dispatchEvent(new MessageEvent("message", { data: { answer: answered } }));
        });
      }
    };
  });
}
