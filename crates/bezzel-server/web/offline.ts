// The files with which the page can be installed and opens without a network.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

import { moduleScripts } from "./scripts";

const contentOf = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) => (file.type === "chunk" ? file.code : file.source);

const manifest = (icon: string) => ({
  id: "./",
  start_url: "./",
  scope: "./",
  name: "bezzel: n queens",
  short_name: "bezzel",
  description: "The n-queens problem: methods step by step, a board, races and exact counts.",
  display: "standalone",
  background_color: "#f7f4ee",
  theme_color: "#1f5c4d",
  icons: [{ src: icon, type: "image/svg+xml", sizes: "any" }],
});

/** True for files that are kept when they were used: Python is larger than all others. */
const isLate = (name: string) => name.startsWith("python-");

/** Writes the manifest, and the service worker with the names of all files and a hash of them. */
export const offlineFiles: Plugin = {
  name: "offline-files",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const files = Object.values(bundle).sort((one, other) => (one.fileName < other.fileName ? -1 : 1));
      const names = [...files, ...moduleScripts].map(({ fileName }) => fileName);
      const icon = names.find((name) => name.endsWith(".svg"));
      if (!icon || !names.includes("index.html")) throw new Error(`expected an icon and a page, found ${names.join(", ")}`);
      const program = readFileSync(new URL("src/serviceworker.js", import.meta.url), "utf8");
      const hash = createHash("sha256").update(program);
      for (const file of files) hash.update(file.fileName).update(contentOf(file));
      for (const { fileName } of moduleScripts) hash.update(fileName);
      const kept = names.filter((name) => name !== "index.html");
      const constants = [
        ["VERSION", hash.digest("base64url").slice(0, 12)],
        ["FILES", kept.filter((name) => !isLate(name))],
        ["LATE", kept.filter(isLate)],
      ].map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest(icon)) });
      this.emitFile({ type: "asset", fileName: "offline.js", source: constants.join("") + program });
    },
  },
};
