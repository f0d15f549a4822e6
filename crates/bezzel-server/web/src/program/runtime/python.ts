// The worker of Python programs: CPython, as Pyodide compiles it.

import "./classic";

import info from "virtual:python-info";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

import { type Ended, KINDS, type Move, NUMBERS_PER_MOVE, type Report } from "../protocol";
import runner from "./runner.py";
import { boundedInstance, serveTasks } from "./worker";

/** An address that nothing is loaded from: the page sends all files. */
const NOWHERE = "https://python.invalid/";

/** Gives Pyodide the files that it would load from addresses. */
function provide(module: WebAssembly.Module, library: ArrayBuffer) {
  globalThis.fetch = async (address) => new Response(String(address).endsWith(".zip") ? library : null);
  WebAssembly.instantiateStreaming = async (_source, imports) => ({ module, instance: await boundedInstance(module, imports) });
}

/** Numbers of Python, which are copied before Python uses their memory again. */
type Numbers = { toJs: () => Uint8Array; destroy: () => void };

function taken(numbers: Numbers): Int32Array {
  const bytes = numbers.toJs();
  numbers.destroy();
  return new Int32Array(bytes.slice().buffer);
}

function movesOf(numbers: Int32Array): Move[] {
  const moves: Move[] = [];
  for (let at = 0; at < numbers.length; at += NUMBERS_PER_MOVE) {
    const [kind, row, column, line, printed, step] = numbers.subarray(at, at + NUMBERS_PER_MOVE) as unknown as number[];
    moves.push({ kind: KINDS[kind!]!, row: row!, column: column!, line: line || undefined, values: [], printed: printed!, step: step! });
  }
  return moves;
}

serveTasks(async (module, library) => {
  provide(module, library!);
  const python = await loadPyodide({
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    // The worker has nothing for programs.
    jsglobals: {},
    stdin: () => null,
    createPyodideModule,
  } as Parameters<typeof loadPyodide>[0]);
  const globals = python.toPy({});
  python.runPython(runner, { globals });
  const run = globals.get("run");
  return ({ program, n, records }, send) => {
    const report = (printed: string, moves: Numbers, steps: Numbers, texts: string) =>
      send({ printed, moves: movesOf(taken(moves)), steps: taken(steps), texts: JSON.parse(texts) } satisfies Report);
    const began = performance.now();
    const ended = JSON.parse(run({ report }, program, n, records)) as Omit<Ended, "seconds">;
    return { ...ended, seconds: (performance.now() - began) / 1000 };
  };
});
