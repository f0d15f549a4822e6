// Runs JavaScript programs in QuickJS, so that they have no network and their memory is bounded.

import release from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext, type QuickJSHandle } from "quickjs-emscripten-core";

import { type Ended, type Loaded, MAX_MEMORY_BYTES, MAX_MOVES, MAX_PRINTED, type ProgramError } from "../protocol";
import { instrumented } from "./instrument";
import runner from "./runner.txt";
import { boundedInstance, type Interpreter } from "./worker";

const MAX_STACK_BYTES = 256 * 1024;
/** Functions that are called if nothing was printed. */
const NAMES = ["solve", "solveNQueens", "totalNQueens", "nQueens", "queens"];
/** Numbers of kinds of steps, and limits of a recording, as in recorder.py. */
const FORMAT = {
  kinds: { line: 0, call: 1, return: 2, raise: 3 },
  limits: {
    ...{ steps: 200_000, text: 32_000_000, numbers: 8_000_000, depth: 1000, stepsPerReport: 4096 },
    ...{ printed: MAX_PRINTED, moves: MAX_MOVES, unsent: 16_384, shown: 24, value: 4000, names: NAMES },
  },
};

/** Prepares the interpreter. */
export async function quickJs({ module }: Loaded): Promise<Interpreter> {
  WebAssembly.instantiate = boundedInstance as typeof WebAssembly.instantiate;
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(release, { wasmModule: module }));
  return ({ program, n, records }, send) => {
    const began = performance.now();
    const runtime = quickjs.newRuntime({ memoryLimitBytes: MAX_MEMORY_BYTES, maxStackSizeBytes: MAX_STACK_BYTES });
    const context = runtime.newContext();
    // A program that catches the error of the limit would go on.
    let isFull = false;
    runtime.setInterruptHandler(() => isFull);
    const add = (name: string, act: (...values: QuickJSHandle[]) => void) => {
      const handle = context.newFunction(name, (...values) => act(...values));
      context.setProp(context.global, name, handle);
      handle.dispose();
    };
    const textOf = (value: QuickJSHandle) => context.getString(value);
    const arrayOf = (value: QuickJSHandle) =>
      context.getArrayBuffer(value).consume(({ value: bytes }) => new Int32Array(bytes.slice().buffer));
    add("bezzel_full", () => void (isFull = true));
    add("bezzel_report", (printed, moves, steps, texts) =>
      send({ printed: textOf(printed!), moves: numbersOf(textOf(moves!)), steps: arrayOf(steps!), texts: JSON.parse(textOf(texts!)) }),
    );
    const changed = instrumented(program, records) ?? { program, sites: [], globals: [] };
    const told = { globals: changed.globals, sites: changed.sites, records };
    let error: ProgramError | undefined;
    let called: Pick<Ended, "called" | "kept"> = {};
    let ended: Pick<Ended, "placed" | "cut" | "reads"> = { placed: 0, cut: false, reads: true };
    const evaluate = (code: string, file: string) => evaluated(context, code, file);
    try {
      evaluate(`globalThis.bezzel = (${runner})(${n}, ${JSON.stringify(told)}, ${JSON.stringify(FORMAT)})`, "bezzel.js");
      const ran = evaluate(changed.program, "program.js");
      const result = "error" in ran ? ran : evaluate(CALL, "bezzel.js");
      if ("error" in result) error = result.error;
      else called = JSON.parse(result.value);
    } catch (failure) {
      // The stack of the interpreter itself, or it has no memory left to say so.
      const isStack = /call stack|recursion/.test(String(failure));
      error = { text: isStack ? "InternalError: stack overflow" : "InternalError: out of memory" };
    }
    if (isFull) error = { text: "OutputLimit" };
    isFull = false;
    try {
      const result = evaluate("bezzel.end()", "bezzel.js");
      if ("value" in result) ended = JSON.parse(result.value);
      context.dispose();
      runtime.dispose();
    } catch {
      // No memory is left: what was sent before is there.
    }
    return { ...ended, ...called, seconds: (performance.now() - began) / 1000, error };
  };
}

/** Calls the function of the program, if there is one. Functions of `const` and classes are no properties. */
const CALL = `bezzel.call({ ${NAMES.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ")} },
  typeof Solution === "function" ? Solution : undefined)`;

const numbersOf = (text: string) => Int32Array.from(text === "" ? [] : text.split(","), Number);

type Evaluated = { error: ProgramError } | { value: string };

function evaluated(context: QuickJSContext, code: string, file: string): Evaluated {
  const result = context.evalCode(code, file);
  if (!result.error) {
    const value: unknown = context.dump(result.value);
    result.value.dispose();
    return { value: String(value) };
  }
  const error: unknown = context.dump(result.error);
  result.error.dispose();
  if (typeof error !== "object" || error === null) return { error: { text: String(error) } };
  const { name = "Error", message = "", stack = "" } = error as { [part: string]: string };
  const line = /program\.js:(\d+)/.exec(stack)?.[1];
  return { error: { text: `${name}: ${message}`, line: line === undefined ? undefined : Number(line) } };
}
