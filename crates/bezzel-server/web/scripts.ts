// What only some tabs need, as scripts of their own: a page opened from a folder may load scripts, but no other files.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

import { programScripts, sharedModules } from "./programs";

const path = (relative: string) => new URL(relative, import.meta.url);
const read = (relative: string) => readFileSync(path(relative));
/** Modules of the engine, from which the server makes scripts (src/assets.rs): here are only their names. */
const MODULES = ["engine", "puzzles", "judge", "counter", "counter-simd"];
const moduleOf = (name: string) => read(`../built/modules/${name}.wasm.gz`);
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 8);
export const moduleScripts = MODULES.map((name) => ({ script: name, fileName: `${name}-${hashOf(moduleOf(name))}.js` }));
const json = (path: string) => JSON.stringify(JSON.parse(read(`src/${path}`).toString()));

/** The scripts: global names, and what they stand for. */
const SCRIPTS: { [script: string]: { [name: string]: string } | string } = {
  numbers: { bezzelOccupancies: json("heat/occupancies.json"), bezzelRecords: json("count/records.json") },
  chinese: await chinese(),
  ...(await programScripts()),
};
/** The global name that an import of such a file stands for. */
const IMPORTS: { [file: string]: string } = {
  "count/records.json": "bezzelRecords",
  "heat/occupancies.json": "bezzelOccupancies",
};
/** The module that exports the file name of each script. */
const NAMES = "virtual:scripts";
/** The module that gives scripts what they share with the page. */
const SHARED = "virtual:shared";

/** The Chinese texts, which have functions, as a script. */
async function chinese(): Promise<string> {
  const lib = { entry: fileURLToPath(path("src/words/zh.ts")), formats: ["iife" as const], name: "bezzelTexts" };
  const built = await build({ configFile: false, logLevel: "warn", build: { write: false, target: "es2022", lib } });
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Puts these data into scripts, whose names change with their content. */
export function dataScripts(): Plugin {
  const files = Object.entries(SCRIPTS).map(([script, data]) => {
    const assigned = () => Object.entries(data).map(([name, value]) => `globalThis.${name} = ${value};\n`);
    // The page does not read what a damaged script left undone.
    const source = `${typeof data === "string" ? data : assigned().join("")};document.currentScript.ran=1\n`;
    const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
    return { script, source, fileName: `${script}-${hash}.js` };
  });
  return {
    name: "data-scripts",
    enforce: "pre",
    resolveId: (id, importer) => {
      if (id === NAMES || id === SHARED) return `\0${id}`;
      const folder = (importer ?? "").split("/").at(-2);
      const path = id.startsWith("./") ? `${folder}/${id.slice(2)}` : id.replace(/^(\.\.\/)+/, "");
      return path in IMPORTS ? `\0${IMPORTS[path]}` : null;
    },
    load: (id) => {
      if (id === `\0${NAMES}`)
        return `export default ${JSON.stringify(Object.fromEntries([...files, ...moduleScripts].map(({ script, fileName }) => [script, fileName])))};`;
      if (id === `\0${SHARED}`) return sharedModules();
      return id.startsWith("\0bezzel") ? `export default globalThis.${id.slice(1)};` : null;
    },
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files.find(({ fileName }) => request.url === `/${fileName}`);
        if (!file) return next();
        response.setHeader("content-type", "text/javascript").end(file.source);
      });
    },
  };
}
