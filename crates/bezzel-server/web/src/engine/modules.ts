// The modules of the engine: the library compiled to WebAssembly (crates/bezzel-wasm).

import { ApiError } from "../problem";
import { loadScript, once, taken } from "../scripts";

/** A function that returns a vector: a browser without 128-bit vectors does not accept it. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Returns what is compressed in a text; fails without WebAssembly. */
export async function decompressed(text: string): Promise<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  // Fails if the check sum in the compressed data is not that of the module.
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const load = once(async (name: string): Promise<WebAssembly.Module> => {
  // Browsers before 2023 run it, but cannot unpack it.
  if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis)) throw new ApiError("no-wasm", "no WebAssembly");
  await loadScript(name);
  // Such as bezzelCounterSimd.
  const global = `bezzel${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  try {
    return await WebAssembly.compile(await decompressed(taken(global)));
  } catch (error) {
    throw new ApiError("damaged", String(error));
  }
});

/** Methods and boards. */
export const engine = () => load("engine");

export const puzzles = () => load("puzzles");

/** Verdicts about programs. */
export const judge = () => load("judge");

/** The colour-split counter, with vectors if the browser has them. */
export const counter = () => load(hasVectors() ? "counter-simd" : "counter");

const hasVectors = (): boolean => typeof WebAssembly !== "undefined" && WebAssembly.validate(new Uint8Array(VECTOR));
