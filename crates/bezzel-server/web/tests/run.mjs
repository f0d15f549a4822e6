// The tests of all files in one browser, or those of some files: `npm test [-- board trace …]`. Where BEZZEL_TEST_ALL
// is set, as by `scripts/test --all`, also those of Firefox, and those of the tabs over the exported page.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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
const wanted = readdirSync(folder).filter((file) => file.endsWith(".test.mjs") && isWanted(file.split(".")[0]));
const files = wanted.map((file) => ({ file, text: readFileSync(folder + file, "utf8") }));
// The longest first.
files.sort((one, other) => other.text.length - one.text.length);

/** Processes for the files that share a page and a server, since starting both takes longer than many a test. */
const PROCESSES = 3;
const temporary = mkdtempSync(path.join(tmpdir(), "bezzel-tests-"));

/** The programs to run: a file that has its own server, or one that imports several files. */
function programs(files) {
  const isShared = ({ text }) => text.includes('from "./setup.mjs"');
  const shares = Array.from({ length: PROCESSES }, () => ({ length: 0, imports: "" }));
  for (const { file, text } of files.filter(isShared)) {
    const share = shares.reduce((one, other) => (other.length < one.length ? other : one));
    share.length += text.length;
    share.imports += `import ${JSON.stringify(folder + file)};\n`;
  }
  const shared = shares.flatMap(({ imports }, at) => {
    const program = path.join(temporary, `${at}.mjs`);
    writeFileSync(program, imports);
    return imports === "" ? [] : [program];
  });
  return [...shared, ...files.filter((file) => !isShared(file)).map(({ file }) => folder + file)];
}

const browser = await chromium.launchServer(LAUNCH);
process.env.BEZZEL_BROWSER = browser.wsEndpoint();

async function runAll(files) {
  const tests = run({ files: programs(files), concurrency: PROCESSES, timeout: 1_800_000 });
  tests.on("test:fail", () => (process.exitCode = 1));
  for await (const text of tests.compose(new spec())) process.stdout.write(text);
}
await runAll(files);
if (all) {
  process.env.BEZZEL_PAGE = "exported";
  await runAll(files.filter(({ file }) => !SERVED_ONLY.includes(file.split(".")[0])));
}
await browser.close();
rmSync(temporary, { recursive: true });
