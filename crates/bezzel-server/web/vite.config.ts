import { defineConfig, type Plugin } from "vite";

import english from "./src/learn/en.json";
import chinese from "./src/learn/zh.json";
import puzzles from "./src/puzzle/days.json";
import solver from "./src/puzzle/solver.json";

/** Links the files so that a page opened from a folder loads them: it may not load modules. */
const classicScripts: Plugin = {
  name: "classic-scripts",
  enforce: "post",
  transformIndexHtml: (html) => html.replaceAll('type="module" crossorigin', "defer").replaceAll(" crossorigin", ""),
};

/** Large data that only some tabs need: the script that holds each file, and its global name there. */
const SCRIPTS: { [file: string]: { script: string; name: string; data: unknown } } = {
  "puzzle/days.json": { script: "puzzles.js", name: "bezzelPuzzles", data: puzzles },
  "puzzle/solver.json": { script: "puzzles.js", name: "bezzelSolver", data: solver },
  "learn/en.json": { script: "learn.js", name: "bezzelEnglish", data: english },
  "learn/zh.json": { script: "learn.js", name: "bezzelChinese", data: chinese },
};

/** Puts these data into scripts of their own, which their tabs load. */
const dataScripts: Plugin = {
  name: "data-scripts",
  enforce: "pre",
  resolveId: (id, importer) => {
    const folder = (importer ?? "").split("/").at(-2);
    const path = id.startsWith("./") ? `${folder}/${id.slice(2)}` : id.replace(/^(\.\.\/)+/, "");
    return path in SCRIPTS ? `\0${SCRIPTS[path]!.name}` : null;
  },
  load: (id) => (id.startsWith("\0bezzel") ? `export default globalThis.${id.slice(1)};` : null),
  generateBundle() {
    for (const fileName of new Set(Object.values(SCRIPTS).map(({ script }) => script))) {
      const data = Object.values(SCRIPTS).filter(({ script }) => script === fileName);
      const source = data.map(({ name, data }) => `globalThis.${name} = ${JSON.stringify(data)};\n`).join("");
      this.emitFile({ type: "asset", fileName, source });
    }
  },
};

// The built files are committed, so they must not depend on the build machine.
const common = {
  base: "./",
  server: {
    // The palette of puzzles is that of the library.
    fs: { allow: ["../.."] },
    proxy: { "/api": "http://127.0.0.1:1848" },
  },
};
const build = {
  assetsDir: "",
  emptyOutDir: true,
  target: "es2022",
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

// The mode `site` builds the page that `bezzel serve --export` writes: one script, without modules.
export default defineConfig(({ mode }) =>
  mode === "site"
    ? {
        ...common,
        plugins: [dataScripts, classicScripts],
        build: { ...build, outDir: "../site", cssCodeSplit: false, rolldownOptions: { checks: { emptyImportMeta: false }, output: { format: "iife", codeSplitting: false } } },
      }
    : { ...common, build: { ...build, outDir: "../assets" } },
);
