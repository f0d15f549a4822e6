// The worker of Python programs: MicroPython.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

import prelude from "./prelude.py";
import { boundedInstance, OutputLimit, type Session, serveTask } from "./session";

/** Gives the interpreter its module, which it would load from an address. */
function provide(module: WebAssembly.Module) {
  globalThis.fetch = (async () => undefined) as unknown as typeof fetch;
  WebAssembly.instantiateStreaming = async (_source, imports) => ({ module, instance: await boundedInstance(module, imports) });
}

serveTask(async (module) => {
  provide(module);
  let session: Session;
  let limit = false;
  const decoder = new TextDecoder();
  const python = await loadMicroPython({
    url: "micropython.wasm",
    heapsize: 8 * 2 ** 20,
    pystack: 64 * 2 ** 10,
    linebuffer: false,
    stdin: () => null,
    stdout: (bytes) => write(decoder.decode(bytes, { stream: true })),
    stderr: (bytes) => write(decoder.decode(bytes, { stream: true })),
  });
  const write = (text: string) => {
    try {
      if (!limit) session.print(text);
    } catch (error) {
      if (!(error instanceof OutputLimit)) throw error;
      limit = true;
    }
  };
  const kinds = ["place", "remove", "solution"] as const;
  const host = {
    values: () => session.values,
    move: (kind: number, row: number, column: number, site: number, text: string) => session.move(kinds[kind]!, row, column, site, text),
    full: () => limit,
  };
  python.registerJsModule("_bezzel", host);
  // The worker has nothing for programs.
  python.registerJsModule("js", {});
  python.runPython(prelude);
  return (current) => {
    session = current;
    const { program, sites, n } = session.task;
    python.globals.set("_source", program);
    python.globals.set("_names", sites.map(({ names }) => names.join(" ")).join("\n"));
    try {
      python.runPython(`_run(_source, _names, ${n})`);
    } catch (error) {
      return limit ? { text: "OutputLimit" } : failure(error);
    }
    return undefined;
  };
});

/** The last line of the message, and the last line of the program in the traceback. */
function failure(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const lines = [...message.matchAll(/File "program\.py", line (\d+)/g)];
  const text = message.trim().split("\n").at(-1) ?? message;
  const line = lines.at(-1)?.[1];
  return { text, line: line === undefined ? undefined : Number(line) };
}
