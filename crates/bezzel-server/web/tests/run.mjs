// The tests of all files in one browser, or those of some files: `npm test [-- board trace …]`. Where BEZZEL_TEST_ALL
// is set, as by `scripts/test --all`, also those of Firefox, and those of the tabs over the exported page.

import { readdirSync, statSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { LAUNCH } from "./browser.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
/** Tests of a server, of several pages or of no page. */
const SERVED_ONLY = ["axe", "count", "everywhere", "firefox", "learners", "offline", "paste", "puzzle-colours", "site", "state", "windows"];
const all = process.env.BEZZEL_TEST_ALL;
const names = process.argv.slice(2);
const isWanted = (name) => (names.length === 0 ? all || name !== "firefox" : names.includes(name));
const files = readdirSync(folder).filter((file) => file.endsWith(".test.mjs") && isWanted(file.split(".")[0]));
// Those that take longest first.
files.sort((one, other) => statSync(folder + other).size - statSync(folder + one).size);

const browser = await chromium.launchServer(LAUNCH);
process.env.BEZZEL_BROWSER = browser.wsEndpoint();

async function runAll(files) {
  const tests = run({ files: files.map((file) => folder + file), concurrency: 3, timeout: 1_800_000 });
  tests.on("test:fail", () => (process.exitCode = 1));
  for await (const text of tests.compose(new spec())) process.stdout.write(text);
}
await runAll(files);
if (all) {
  process.env.BEZZEL_PAGE = "exported";
  await runAll(files.filter((file) => !SERVED_ONLY.includes(file.split(".")[0])));
}
await browser.close();
