// The worker of JavaScript programs: QuickJS, so that a program has no network and its memory is bounded.

import release from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext, type QuickJSHandle } from "quickjs-emscripten-core";

import { KINDS, MAX_MEMORY_BYTES, type ProgramError } from "../protocol";
import prelude from "./prelude.txt";
import { OutputLimit, Session } from "./session";
import { boundedInstance, serveTasks } from "./worker";

const MAX_STACK_BYTES = 256 * 1024;

serveTasks(async (module) => {
  WebAssembly.instantiate = boundedInstance as typeof WebAssembly.instantiate;
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(release, { wasmModule: module }));
  return (task, send) => {
    const { program, sites, n } = task;
    const session = new Session(task, send);
    const context = quickjs.newRuntime({ memoryLimitBytes: MAX_MEMORY_BYTES, maxStackSizeBytes: MAX_STACK_BYTES }).newContext();
    let limit = false;
    // A program that catches the error of the limit would go on.
    context.runtime.setInterruptHandler(() => limit);
    const full = () => void (limit = true);
    try {
      const names = sites.map(({ names }) => names);
      provide(context, session, full);
      const error =
        evaluated(context, `(${prelude})(${JSON.stringify(names)}, ${n})`, "bezzel.js") ??
        evaluated(context, program, "program.js") ??
        (session.isSilent ? evaluated(context, CALL, "bezzel.js") : undefined);
      return session.ended(limit ? { text: "OutputLimit" } : error);
    } catch (error) {
      // The stack of the interpreter itself, or it has no memory left to say so.
      const isStack = /call stack|recursion/.test(String(error));
      return session.ended({ text: isStack ? "InternalError: stack overflow" : "InternalError: out of memory" });
    }
  };
});

/** Calls the function of the program if there is one, and prints the result. */
const CALL = `bezzel_call(
  typeof solve === "function" ? solve : typeof solveNQueens === "function" ? solveNQueens :
  typeof totalNQueens === "function" ? totalNQueens : undefined)`;

/** Adds the functions that the prelude calls. */
function provide(context: QuickJSContext, session: Session, full: () => void) {
  const add = (name: string, act: (...values: QuickJSHandle[]) => QuickJSHandle | undefined) => {
    const handle = context.newFunction(name, (...values) => act(...values));
    context.setProp(context.global, name, handle);
    handle.dispose();
  };
  add("bezzel_write", (text) => {
    try {
      session.print(context.getString(text!));
    } catch (error) {
      if (!(error instanceof OutputLimit)) throw error;
      full();
    }
    return undefined;
  });
  add("bezzel_move", (kind, row, column, site, text) => {
    const [k, r, c, s] = [kind!, row!, column!, site!].map((value) => context.getNumber(value)) as [number, number, number, number];
    session.move(KINDS[k]!, r, c, s, context.getString(text!));
    return undefined;
  });
  add("bezzel_values", () => (session.values ? context.true : context.false));
}

function evaluated(context: QuickJSContext, code: string, file: string): ProgramError | undefined {
  const result = context.evalCode(code, file);
  if (!result.error) {
    result.value.dispose();
    return undefined;
  }
  const error: unknown = context.dump(result.error);
  result.error.dispose();
  if (typeof error !== "object" || error === null) return { text: String(error) };
  const { name = "Error", message = "", stack = "" } = error as { [part: string]: string };
  const line = /program\.js:(\d+)/.exec(stack)?.[1];
  return { text: `${name}: ${message}`, line: line === undefined ? undefined : Number(line) };
}
