import { defineConfig, type Plugin } from "vite";

import { offlineFiles } from "./offline";
import { dataScripts } from "./scripts";

/** Links the files so that a page opened from a folder loads them: it may not load modules. */
const classicScripts: Plugin = {
  name: "classic-scripts",
  enforce: "post",
  transformIndexHtml: (html) => html.replaceAll('type="module" crossorigin', "defer").replaceAll(" crossorigin", ""),
};

// The built files are committed, so they must not depend on the build machine.
export default defineConfig({
  base: "./",
  server: {
    // The palette of puzzles is that of the library.
    fs: { allow: ["../.."] },
    // The server has the API, and makes the scripts of the modules.
    proxy: Object.fromEntries(["/api", "^/(engine|puzzles|judge|counter)-[\\w-]+\\.js$"].map((place) => [place, "http://127.0.0.1:1848"])),
  },
  plugins: [dataScripts(), classicScripts, offlineFiles],
  build: {
    outDir: "../built/page",
    assetsDir: "",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: { checks: { emptyImportMeta: false }, output: { format: "iife", codeSplitting: false } },
  },
});
