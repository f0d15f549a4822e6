// Data that only some tabs need, and the modules of the engine, as scripts of their own: a page opened from a
// folder may load scripts, but no other files.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

const path = (relative: string) => new URL(relative, import.meta.url);
const read = (relative: string) => readFileSync(path(relative));
/** A module of crates/bezzel-wasm, compressed. */
const engine = (name: string) => JSON.stringify(read(`../../bezzel-wasm/modules/${name}.wasm.gz`).toString("base64"));
const json = (path: string) => JSON.stringify(JSON.parse(read(`src/${path}`).toString()));

/** The scripts: global names, and what they stand for. */
const SCRIPTS: { [script: string]: { [name: string]: string } } = {
  engine: { bezzelEngine: engine("engine") },
  puzzles: { bezzelPuzzles: engine("puzzles"), bezzelDays: json("puzzle/days.json") },
  counter: { bezzelCounter: engine("counter") },
  "counter-simd": { bezzelCounterSimd: engine("counter-simd") },
  numbers: { bezzelOccupancies: json("heat/occupancies.json"), bezzelRecords: json("count/records.json") },
  learn: { bezzelEnglish: json("learn/en.json"), bezzelChinese: json("learn/zh.json") },
};
/** The global name that an import of such a file stands for. */
const IMPORTS: { [file: string]: string } = {
  "puzzle/days.json": "bezzelDays",
  "count/records.json": "bezzelRecords",
  "heat/occupancies.json": "bezzelOccupancies",
  "learn/en.json": "bezzelEnglish",
  "learn/zh.json": "bezzelChinese",
};
/** The module that exports the file name of each script. */
const NAMES = "virtual:scripts";

/** The Chinese texts, which have functions, as a script. */
async function chinese(): Promise<string> {
  const lib = { entry: fileURLToPath(path("src/chinese.ts")), formats: ["iife" as const], name: "bezzelTexts" };
  const built = await build({ configFile: false, logLevel: "warn", build: { write: false, target: "es2022", lib } });
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Puts these data into scripts, whose names change with their content. */
export async function dataScripts(): Promise<Plugin> {
  const assigned = (data: { [name: string]: string }) =>
    Object.entries(data)
      .map(([name, value]) => `globalThis.${name} = ${value};\n`)
      .join("");
  const data = Object.entries(SCRIPTS).map(([script, data]) => [script, assigned(data)] as const);
  const files = [...data, ["chinese", await chinese()] as const].map(([script, source]) => {
    const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
    return { script, source, fileName: `${script}-${hash}.js` };
  });
  return {
    name: "data-scripts",
    enforce: "pre",
    resolveId: (id, importer) => {
      if (id === NAMES) return `\0${NAMES}`;
      const folder = (importer ?? "").split("/").at(-2);
      const path = id.startsWith("./") ? `${folder}/${id.slice(2)}` : id.replace(/^(\.\.\/)+/, "");
      return path in IMPORTS ? `\0${IMPORTS[path]}` : null;
    },
    load: (id) => {
      if (id === `\0${NAMES}`)
        return `export default ${JSON.stringify(Object.fromEntries(files.map(({ script, fileName }) => [script, fileName])))};`;
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
