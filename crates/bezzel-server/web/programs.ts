// Scripts of the tab "Your program": the tab with its starting points, and one worker for each language.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { gzipSync } from "fflate";
import { type Plugin, rolldown } from "rolldown";

import { type Exercise, type Language, withoutAnswers } from "./src/program/exercise";

const SOURCES = new URL("src/", import.meta.url).pathname;
const FOLDER = new URL("src/program/exercises/", import.meta.url);
const LANGUAGES: { [ending: string]: Language } = { py: "python", js: "javascript" };
const require = createRequire(import.meta.url);

const exercises: Plugin = {
  name: "exercises",
  resolveId: (id) => (id === "virtual:exercises" ? "\0exercises" : null),
  load(id) {
    if (id !== "\0exercises") return null;
    const all = readdirSync(FOLDER)
      .sort()
      .map((file): Exercise => {
        const [name, ending] = file.split(".") as [string, string];
        return { name, language: LANGUAGES[ending]!, ...withoutAnswers(readFileSync(new URL(file, FOLDER), "utf8")) };
      });
    return `export default ${JSON.stringify(all)};`;
  },
};

/** Leaves out what MicroPython does as a program of Node: it awaits at the top level, which only modules may. */
const withoutNode: Plugin = {
  name: "without-node",
  transform(code, id) {
    if (!id.endsWith("micropython.mjs")) return null;
    const from = code.indexOf('if(globalThis.loadMicroPython=loadMicroPython,"object"==typeof process');
    const to = code.indexOf("class PyProxy{");
    if (from < 0 || to < from) throw new Error("expected the program for Node in micropython.mjs: is it another version?");
    return code.slice(0, from) + code.slice(to);
  },
};

/** Modules that a script has from the page instead of a copy: the keys in src/shared.ts. */
const SHARED = [...readFileSync(`${SOURCES}shared.ts`, "utf8").matchAll(/^ {2}"?([\w/-]+)"?(?:: .*)?,$/gm)].map(([, name]) => name!);

const shared: Plugin = {
  name: "shared",
  resolveId(id, importer) {
    const name = id.startsWith(".") && importer ? relative(SOURCES, resolve(dirname(importer), id)) : id;
    return SHARED.includes(name) ? { id: name, external: true } : null;
  },
};

/** The script of a file and all that it imports; its exports are those of the global name. */
async function bundled(path: string, name?: string): Promise<string> {
  const bundle = await rolldown({
    input: SOURCES + path,
    platform: "browser",
    plugins: [exercises, withoutNode, shared],
    transform: { jsx: { runtime: "automatic", importSource: "preact" } },
    moduleTypes: { ".py": "text", ".txt": "text" },
    checks: { emptyImportMeta: false },
    // MicroPython imports these in Node only.
    external: ["module", "path", "url", "fs"],
  });
  // A page opened from a folder may not start modules as workers.
  const globals = (module: string) => `bezzelShared[${JSON.stringify(module)}]`;
  const { output } = await bundle.generate({ format: "iife", name, globals, minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

/** An interpreter of npm, compressed as the modules of the engine are. */
function interpreter(file: string): string {
  const bytes = readFileSync(require.resolve(file));
  // Not the compression of Node, whose result depends on its version.
  return JSON.stringify(Buffer.from(gzipSync(bytes, { level: 9, mtime: 0 })).toString("base64"));
}

/** The scripts: global names, and what they stand for; a script that is whole has no names. */
export async function programScripts(): Promise<{ [script: string]: { [name: string]: string } | string }> {
  const text = async (path: string) => JSON.stringify(await bundled(path));
  return {
    program: await bundled("tabs/program.tsx", "bezzelProgram"),
    python: {
      bezzelPython: interpreter("@micropython/micropython-webassembly-pyscript/micropython.wasm"),
      bezzelPythonWorker: await text("program/runtime/python.ts"),
    },
    javascript: {
      bezzelJavaScript: interpreter("@jitl/quickjs-wasmfile-release-sync/wasm"),
      bezzelJavaScriptWorker: await text("program/runtime/javascript.ts"),
    },
  };
}
