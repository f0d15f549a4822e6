// Scripts of tabs: "Puzzle" and its sheets, "Learn" with its texts, "Race", and "Your program" with its starting points, and the interpreters with their
// workers.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { gzipSync, zipSync } from "fflate";
import { loadPyodide } from "pyodide";
import { type Plugin, rolldown } from "rolldown";

import { type Exercise, fromListing, type Language, withoutAnswers } from "./src/program/exercise";

const SOURCES = new URL("src/", import.meta.url).pathname;
const FOLDER = new URL("src/program/exercises/", import.meta.url);
const METHODS = new URL("../../bezzel/src/methods/", import.meta.url);
const LANGUAGES: { [ending: string]: Language } = { py: "python", js: "javascript" };
const require = createRequire(import.meta.url);

const exercises: Plugin = {
  name: "exercises",
  resolveId: (id) => (id === "virtual:exercises" ? "\0exercises" : null),
  load(id) {
    if (id !== "\0exercises") return null;
    const own = readdirSync(FOLDER).map((file): Exercise => {
      const [name, ending] = file.split(".") as [string, string];
      return { name, language: LANGUAGES[ending]!, ...withoutAnswers(readFileSync(new URL(file, FOLDER), "utf8")) };
    });
    const methods = readdirSync(METHODS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const listed = methods.map(({ name }): Exercise => {
      const text = fromListing(readFileSync(new URL(`${name}/listing.py`, METHODS), "utf8"));
      return { name: name.replaceAll("_", "-"), language: "python", ...withoutAnswers(text) };
    });
    const all = [...own, ...listed.filter(({ kind }) => kind === "gap")].sort((one, other) => (one.name < other.name ? -1 : 1));
    return `export default ${JSON.stringify(all)};`;
  },
};

/** The number of the parts of Python, for the script that loads them, and what Pyodide says of itself. */
const python: Plugin = {
  name: "python",
  resolveId: (id) => (id.startsWith("virtual:python") ? `\0${id}` : null),
  load(id) {
    if (id === "\0virtual:python") return `export default ${PYTHON.length};`;
    if (id !== "\0virtual:python-info") return null;
    const { info } = JSON.parse(readFileSync(require.resolve("pyodide/pyodide-lock.json"), "utf8"));
    return `export default ${JSON.stringify(info)};`;
  },
};

/** Modules that a script has from the page: copies would have another state. Files have their path in src. */
const SHARED =
  `preact/jsx-runtime preact/hooks api board data/masks data/panel engine/modules engine/pool history methods parts paste place player
problem puzzle/drawing puzzle/model run scene scripts squares trace/listing trace/stack treeview words`.split(/\s+/);

/** What the scripts import of each of them. */
const imported = new Map(SHARED.map((name) => [name, new Set(name === "preact/jsx-runtime" ? ["Fragment", "jsx", "jsxs"] : [])]));

/** The module that gives it to the scripts. */
export const sharedModules = () => {
  const modules = [...imported].map(([name, names], at) => ({ name, names: [...names].sort(), own: (one: string) => `${one}_${at}` }));
  const from = (name: string) => JSON.stringify(name.startsWith("preact/") ? name : SOURCES + name);
  const imports = modules.map(({ name, names, own }) => `import { ${names.map((one) => `${one} as ${own(one)}`)} } from ${from(name)};\n`);
  const given = modules.map(({ name, names, own }) => `${JSON.stringify(name)}: { ${names.map((one) => `${one}: ${own(one)}`)} }`);
  return `${imports.join("")}globalThis.bezzelShared = { ${given} };`;
};

const shared: Plugin = {
  name: "shared",
  resolveId: (id, importer) => (SHARED.includes(nameOf(id, importer)) ? { id: nameOf(id, importer), external: true } : null),
  transform(code, importer) {
    for (const [, names, id] of code.matchAll(/^import \{([^}]*)\} from "(.*)";$/gm))
      for (const name of names!.split(",").map((name) => name.trim().replace(/ as .*/, "")))
        if (name !== "" && !name.startsWith("type ")) imported.get(nameOf(id!, importer))?.add(name);
    return null;
  },
};

function nameOf(id: string, importer: string | undefined): string {
  return id.startsWith(".") && importer ? relative(SOURCES, resolve(dirname(importer), id)) : id;
}

/** Data that another script brings: it runs before. */
const numbers: Plugin = {
  name: "numbers",
  resolveId: (id) => (id.endsWith("/records.json") ? "\0records" : null),
  load: (id) => (id === "\0records" ? "export default globalThis.bezzelRecords;" : null),
};

/** The script of a file and all that it imports; its exports are the exports of the global name. */
async function bundled(path: string, name?: string): Promise<string> {
  const bundle = await rolldown({
    input: SOURCES + path,
    platform: "browser",
    plugins: [exercises, python, numbers, shared],
    moduleTypes: { ".py": "text", ".txt": "text" },
    // Pyodide has these for Node.
    checks: { emptyImportMeta: false, commonJsVariableInEsm: false, eval: false },
    // Pyodide imports these in Node only.
    external: [/^node:/, "ws"],
  });
  // A page opened from a folder may not start modules as workers.
  const globals = (module: string) => `bezzelShared[${JSON.stringify(module)}]`;
  const { output } = await bundle.generate({ format: "iife", name, globals, minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

// Not the compression of Node, whose result depends on its version.
const compressed = (bytes: Uint8Array) => Buffer.from(gzipSync(bytes, { level: 9, mtime: 0 })).toString("base64");

/** Modules of Python's library that programs may import; they bring what they import themselves. */
const PYTHON_MODULES =
  `__future__ _pylong _strptime abc argparse array ast asyncio bisect calendar cmath collections.abc concurrent.futures contextlib
copy csv dataclasses datetime decimal enum errno fractions functools gc graphlib hashlib heapq inspect io itertools json keyword linecache logging math
numbers operator os pathlib pprint queue random re reprlib secrets shlex statistics string struct symtable textwrap threading time timeit token tokenize
traceback types typing warnings weakref`.split(/\s+/);

/**
 * Python's library, cut to the files that these modules load. Compiling the modules of the start would take most of its time,
 * so they are compiled here; without docstrings and numbers of lines they are as small as their sources.
 */
async function pythonLibrary(): Promise<Uint8Array> {
  const recorder = readFileSync(`${SOURCES}../../../bezzel-judge/src/recorder.py`, "utf8");
  const ofStart = [...recorder.matchAll(/^ *import (\w+)$/gm)].map(([, name]) => name);
  // Compiled code has sets in the order of their hashes.
  const { runPython } = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
  const library: { [name: string]: string } = JSON.parse(
    runPython(`
import base64, importlib, json, sys, types, zipimport
from importlib import _bootstrap_external, util
library = zipimport.zipimporter(next(path for path in sys.path if path.endswith(".zip")))
def files(names):
    for name in names:
        importlib.import_module(name)
    return {module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)}
def without_lines(code):
    values = [without_lines(value) if isinstance(value, types.CodeType) else value for value in code.co_consts]
    return code.replace(co_linetable=b"", co_consts=tuple(values))
def compiled(file):
    source = library.get_data(file)
    code = without_lines(compile(source, file, "exec", dont_inherit=True, optimize=2))
    return _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
start = files(${JSON.stringify(ofStart)})
others = files(${JSON.stringify(PYTHON_MODULES)}) - start
found = {file + "c": compiled(file) for file in start} | {file: library.get_data(file) for file in others}
json.dumps({file.removeprefix(library.archive + "/"): base64.b64encode(found[file]).decode() for file in sorted(found)})`),
  );
  const files = Object.entries(library).map(([name, bytes]) => [name, Buffer.from(bytes, "base64")]);
  // Stored, since all is compressed together.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: "1980-01-01T00:00:00" });
}

/** Characters of a part of Python: the page shows how many parts it has. */
const PART_LENGTH = 2 ** 20;

/** Python in parts: interpreter and library, each after its length, compressed. They change with Pyodide only. */
async function pythonParts(): Promise<string[]> {
  const parts = [readFileSync(require.resolve("pyodide/pyodide.asm.wasm")), await pythonLibrary()];
  const lengths = new Uint32Array(parts.map(({ length }) => length));
  const text = compressed(Buffer.concat([Buffer.from(lengths.buffer), ...parts]));
  return text.match(new RegExp(`.{1,${PART_LENGTH}}`, "g"))!;
}
const PYTHON = await pythonParts();

/** The scripts: global names, and what they stand for; a script that is whole has no names. */
export async function programScripts(): Promise<{ [script: string]: { [name: string]: string } | string }> {
  const python = PYTHON.map((part, at) => [`python-${at}`, { [`bezzelPython${at}`]: JSON.stringify(part) }] as const);
  return {
    puzzle: await bundled("puzzle/tabs.ts", "bezzelPuzzle"),
    learn: await bundled("tabs/learn.tsx", "bezzelLearn"),
    race: await bundled("tabs/race.tsx", "bezzelRace"),
    program: await bundled("tabs/program.tsx", "bezzelProgram"),
    ...Object.fromEntries(python),
    "python-worker": { bezzelPythonWorker: JSON.stringify(compressed(Buffer.from(await bundled("program/runtime/python.ts")))) },
    javascript: {
      bezzelJavaScript: JSON.stringify(compressed(readFileSync(require.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")))),
      bezzelJavaScriptWorker: JSON.stringify(await bundled("program/runtime/javascript.ts")),
    },
  };
}
