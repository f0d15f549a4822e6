// The tests of all files in one browser, or those of some files: `npm test [-- board trace …]`. Where BEZZEL_TEST_ALL
// is set, as by `scripts/test --all`, also some of them in Firefox, and those of the tabs over the exported page.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { FIREFOX, LAUNCH } from "./browser.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
/** Tests of a server, of several pages or of no page. */
const SERVED_ONLY = ["count", "everywhere", "learners", "offline", "paste", "puzzle-colours", "site", "state", "windows"];
/** Tests of what browsers may do differently: layout, focus, the steps of all methods, and files without a server. */
const IN_FIREFOX = ["quiz", "trace", "values", "windows"];
const all = readdirSync(folder).flatMap((file) => (file.endsWith(".test.mjs") ? [file.split(".")[0]] : []));
const asked = process.argv.slice(2);
const wanted = asked.length > 0 ? all.filter((name) => asked.includes(name)) : all;

/** Processes for the files that share a page and a server, since starting both takes longer than many a test. */
const PROCESSES = 3;
const temporary = mkdtempSync(path.join(tmpdir(), "bezzel-tests-"));

/** The programs to run, the longest first: a file that has its own server, or one that imports several files. */
function programs(names) {
  const files = names.map((name) => `${folder}${name}.test.mjs`).map((file) => ({ file, text: readFileSync(file, "utf8") }));
  files.sort((one, other) => other.text.length - one.text.length);
  const isShared = ({ text }) => text.includes('from "./setup.mjs"');
  const shares = Array.from({ length: PROCESSES }, () => ({ length: 0, imports: "" }));
  for (const { file, text } of files.filter(isShared)) {
    const share = shares.reduce((one, other) => (other.length < one.length ? other : one));
    share.length += text.length;
    share.imports += `import ${JSON.stringify(file)};\n`;
  }
  const shared = shares.flatMap(({ imports }, at) => {
    const program = path.join(temporary, `${at}.mjs`);
    writeFileSync(program, imports);
    return imports === "" ? [] : [program];
  });
  return [...shared, ...files.filter((file) => !isShared(file)).map(({ file }) => file)];
}

const browser = await chromium.launchServer(LAUNCH);
process.env.BEZZEL_BROWSER = browser.wsEndpoint();

async function runAll(names, testNamePatterns) {
  const tests = run({ files: programs(names), concurrency: PROCESSES, timeout: 1_800_000, testNamePatterns });
  tests.on("test:fail", () => (process.exitCode = 1));
  for await (const text of tests.compose(new spec())) process.stdout.write(text);
}
await runAll(wanted);
if (process.env.BEZZEL_TEST_ALL) {
  process.env.BEZZEL_PAGE = "exported";
  await runAll(wanted.filter((name) => !SERVED_ONLY.includes(name)));
  delete process.env.BEZZEL_PAGE;
  if (FIREFOX) {
    process.env.BEZZEL_FIREFOX = FIREFOX;
    await runAll(wanted.filter((name) => IN_FIREFOX.includes(name)));
    // Playwright cannot give Firefox the clipboard, which other tests of the exported page need.
    await runAll(
      wanted.filter((name) => name === "site"),
      ["each tab works"],
    );
  } else console.error("Firefox is missing: its tests are skipped (Debian: firefox-esr)");
}
await browser.close();
rmSync(temporary, { recursive: true });
