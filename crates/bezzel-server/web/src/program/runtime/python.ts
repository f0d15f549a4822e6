// The worker of Python programs: CPython, as Pyodide compiles it.

import "./classic";

import info from "virtual:python-info";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

import recorder from "../../../../../bezzel-judge/src/recorder.py";
import type { Ended, Report } from "../protocol";
import { boundedInstance, type Interpreter, serveTasks } from "./worker";

/** Takes back what programs changed outside themselves: the modules that they loaded, and the names of others. */
const FRESH = `
import gc
loaded = dict(sys.modules)
spaces = [(vars(one), dict(vars(one))) for one in loaded.values() if isinstance(one, types.ModuleType)]
def fresh():
    sys.modules.clear()
    sys.modules.update(loaded)
    for space, names in spaces:
        for added in space.keys() - names.keys():
            del space[added]
        space.update(names)
    gc.collect()
`;

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

serveTasks(async ({ module, library, memory }) => {
  provide(module, library!);
  const python = await loadPyodide({
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    // The worker has nothing for programs.
    jsglobals: {},
    stdin: () => null,
    createPyodideModule,
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  } as Parameters<typeof loadPyodide>[0]);
  // Its imports are half of the start.
  if (!memory) python.runPython(recorder.match(/^import .*$/gm)!.join("\n"));
  const started = memory ? undefined : python.makeMemorySnapshot();
  const globals = python.toPy({});
  python.runPython(recorder, { globals });
  python.runPython(FRESH, { globals });
  const run = globals.get("run");
  const fresh = globals.get("fresh");
  const interpreter: Interpreter = ({ program, n, records }, send) => {
    fresh();
    const report = (printed: string, moves: Numbers, steps: Numbers, texts: string) =>
      send({ printed, moves: taken(moves), steps: taken(steps), texts: JSON.parse(texts) } satisfies Report);
    const began = performance.now();
    const ended = JSON.parse(run({ report }, program, n, records)) as Omit<Ended, "seconds">;
    return { ...ended, seconds: (performance.now() - began) / 1000 };
  };
  return Object.assign(interpreter, { memory: started });
});
