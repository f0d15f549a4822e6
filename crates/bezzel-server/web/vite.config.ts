import { defineConfig } from "vite";

// The built files are committed, so they must not depend on the build machine.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../assets",
    assetsDir: "",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // The palette of puzzles is that of the library.
    fs: { allow: ["../.."] },
    proxy: { "/api": "http://127.0.0.1:1848" },
  },
});
