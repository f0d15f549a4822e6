import { defineConfig, type Plugin } from "vite";

import puzzles from "./src/puzzle/days.json";
import solver from "./src/puzzle/solver.json";

/** Links the files so that a page opened from a folder loads them: it may not load modules. */
const classicScripts: Plugin = {
  name: "classic-scripts",
  enforce: "post",
  transformIndexHtml: (html) => html.replaceAll('type="module" crossorigin', "defer").replaceAll(" crossorigin", ""),
};

/** Names of the modules that stand for the stored puzzles and the solver. */
const PUZZLES = "\0puzzles";
const SOLVER = "\0solver";

/** Puts the stored puzzles and the solver into a script of their own, which the Puzzle tab loads (`puzzles.js`). */
const puzzleScript: Plugin = {
  name: "puzzle-script",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/days.json") ? PUZZLES : id.endsWith("/solver.json") ? SOLVER : null),
  load: (id) => (id === PUZZLES ? "export default globalThis.bezzelPuzzles;" : id === SOLVER ? "export default globalThis.bezzelSolver;" : null),
  generateBundle() {
    const source = `globalThis.bezzelPuzzles = ${JSON.stringify(puzzles)};\nglobalThis.bezzelSolver = ${JSON.stringify(solver)};\n`;
    this.emitFile({ type: "asset", fileName: "puzzles.js", source });
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
        plugins: [puzzleScript, classicScripts],
        build: { ...build, outDir: "../site", cssCodeSplit: false, rolldownOptions: { checks: { emptyImportMeta: false }, output: { format: "iife", codeSplitting: false } } },
      }
    : { ...common, build: { ...build, outDir: "../assets" } },
);
