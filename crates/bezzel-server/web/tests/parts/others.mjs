// All tests that no other part imports.

import { readdir, readFile } from "node:fs/promises";

const parts = new URL("./", import.meta.url);
const tests = new URL("../", import.meta.url);
const sources = await Promise.all((await readdir(parts)).map((part) => readFile(new URL(part, parts), "utf8")));
for (const file of (await readdir(tests)).sort())
  if (file.endsWith(".test.mjs") && !sources.some((source) => source.includes(`import "../${file}";`))) await import(new URL(file, tests));
