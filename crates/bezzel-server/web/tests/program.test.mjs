// The tab "Your program".

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";

import { button, isLook, page, show } from "./setup.mjs";

const FOLDER = new URL("../src/program/exercises/", import.meta.url);
const LANGUAGES = { py: "python", js: "javascript" };

/** The whole programs of the starting points, with their answers. */
const EXERCISES = readdirSync(FOLDER).map((file) => {
  const [name, ending] = file.split(".");
  const marked = readFileSync(new URL(file, FOLDER), "utf8");
  return { name, language: LANGUAGES[ending], program: marked.replace(/ *(#|\/\/)[?!].*$/gm, "") };
});

const editor = () => page.locator(".cm-content");
const open = async (language, start, n = 5) => {
  await show(`#/program?language=${language}&start=${start}&n=${n}`);
  await editor().waitFor();
};
const outcome = (text) => page.locator(".outcome p").filter({ hasText: text }).first().waitFor();
const runs = () => page.locator(".workbench").evaluate((bench) => Number(bench.dataset.runs));
/** Writes a program into the editor and runs it to its end. */
async function run(program) {
  await editor().fill(program);
  const before = await runs();
  await button("Run").click();
  await page.locator(`.workbench[data-runs="${before + 1}"]`).waitFor();
}
const written = () => page.evaluate(() => [...document.querySelectorAll(".print-only")].map((one) => one.textContent).join(""));

describe("your program", () => {
  test("moves are played with line, variables, tree and output", async () => {
    for (const [language, declare, list] of [
      ["python", "columns = [False]", "[False, False, False, False]"],
      ["javascript", "const columns", "[false, false, false, false]"],
    ]) {
      await open(language, "slope-test", 4);
      const exercise = EXERCISES.find((one) => one.name === "diagonal-markers" && one.language === language);
      assert.ok(exercise.program.includes(declare));
      const print = language === "python" ? "print('row', row)" : "print('row', row)";
      const lines = exercise.program
        .split("\n")
        .flatMap((line) => (/^ *place\(/.test(line) ? [line.replace(/place.*/, print), line] : [line]));
      await run(lines.join("\n"));
      await outcome("n = 4: ended after");
      const place = lines.findIndex((line) => line.includes("place(")) + 1;
      await button("Step forward").click();
      await page.getByText(`Line ${place}: queen placed on row 0, column 0.`).waitFor();
      assert.equal(await page.locator(".lit-line").innerText(), lines[place - 1]);
      assert.equal(await page.locator(".output").innerText(), "row 0\n");
      const values = await page.locator(".values").innerText();
      assert.match(values, /row\n+0/);
      assert.match(values, /column\n+0/);
      assert.ok(!values.includes(list), values);
      assert.equal(await page.locator(".played .branch.open").count(), 1);
      await button("Next solution").click();
      await page.getByText(/Line \d+: solution 1\./).waitFor();
      assert.equal(await page.locator(".played .board.solved .queen").count(), 4);
      await page.locator(".scrubber input").press("End");
      assert.match(await page.locator(".output").innerText(), /\n2\n$/);
    }
  });

  test("wrong moves are named with their line", async () => {
    await open("python", "frame", 4);
    await run("place(0, 1)\nplace(0, 1)\nremove(2, 2)\nplace(4, 0)\nplace(1, 1)\nsolution()");
    await page.getByText("4 moves are not possible. The first one: There is already a queen on row 0, column 1.").waitFor();
    await button("Move 2, line 2").click();
    await page.locator(".sentence", { hasText: "There is already a queen on row 0, column 1." }).waitFor();
    for (const fault of ["no queen on row 2, column 2", "board has no row 4, column 0"]) {
      await button("Step forward").click();
      await page.locator(".sentence", { hasText: fault }).waitFor();
    }
    await run("place(0, 0)\nplace(1, 1)\nsolution()");
    await page.getByText("attack each other along the diagonal").first().waitFor();
    await run("x = 1\nplace('a', 1)");
    await outcome("Line 2: TypeError: expected row and column as whole numbers");
    await button("Go to line 2").click();
    assert.ok(await editor().evaluate((element) => element === document.activeElement));
  });

  test("a program without end is stopped, and the page goes on", async () => {
    const programs = {
      python: {
        loop: "while True: pass",
        caught: "while True:\n  try:\n    print('x')\n  except BaseException:\n    pass",
        print: "while True: print('x' * 1000)",
        recursion: "def f(n):\n  return f(n + 1)\nf(0)",
        memory: "a = []\nwhile True: a.append([0] * 100000)",
        doubled: "a = 'x'\nwhile True: a += a",
      },
      javascript: {
        loop: "while (true) {}",
        caught: "while (true) try { print('x'); } catch {}",
        print: "while (true) print('x'.repeat(1000))",
        recursion: "function f(n) { return f(n + 1) + 1; }\nf(0)",
        memory: "const a = [];\nwhile (true) a.push(new Uint8Array(1e6).fill(1));",
        doubled: "const a = [];\nwhile (true) a.push('x'.repeat(1e6) + a.length);",
      },
    };
    const ends = {
      loop: "stopped after 10 s",
      caught: /stopped after 10 s|prints more than/,
      print: "prints more than 1 000 000 characters",
      recursion: /Line 2: the program calls itself without end|the program calls itself without end/,
      memory: "the program needs more than 64 MiB of memory",
      doubled: "the program needs more than 64 MiB of memory",
    };
    for (const [language, texts] of Object.entries(programs)) {
      await open(language, "frame");
      for (const [name, program] of Object.entries(texts)) {
        await run(program);
        await outcome(ends[name]);
      }
      await editor().fill(texts.loop);
      await button("Run").click();
      await page.getByText("Running for n = 5").waitFor();
      await button("Stop").click();
      await outcome("n = 5: stopped.");
      await run("place(0, 0)");
      await page.getByText("1 move. Press play to see them.").waitFor();
    }
  });

  test("a program has no network, no storage and nothing of the page", async () => {
    const asked = [];
    const isOther = (url) => !/\/(python|javascript)-[\w-]+\.js$/.test(url) && !url.startsWith("blob:");
    await open("javascript", "frame");
    // The page asks its server once a second whether it is there.
    page.on("request", (request) => !isLook(request) && asked.push(request.url()));
    const names = ["fetch", "XMLHttpRequest", "WebSocket", "importScripts", "Worker", "indexedDB", "caches", "navigator", "location"];
    await run(`print(${names.map((name) => `typeof ${name}`).join(", ")})`);
    await page.locator(".output", { hasText: names.map(() => "undefined").join(" ") }).waitFor();
    await run("import('./index.html').then(() => print('loaded'), () => print('refused'))");
    await outcome("ended after");
    assert.deepEqual(asked.filter(isOther), [], "requests of programs");
    await open("python", "frame");
    asked.length = 0;
    for (const code of ["import js; js.fetch('/api/backends')", "import _bezzel; _bezzel.move.constructor('return fetch')()"]) {
      await run(`print('begun')\n${code}\nprint('reached')`);
      assert.equal((await page.locator(".output").innerText()).trim(), "begun");
    }
    assert.deepEqual(asked.filter(isOther), [], "requests of programs");
  });

  test("programs are kept, and begin again", async () => {
    await open("python", "bitmask");
    const before = await written();
    await editor().fill("x = 1");
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("bezzel-programs") ?? "[]").length === 1);
    await page.reload();
    await editor().getByText("x = 1").waitFor();
    await page.getByLabel("Begin with").selectOption("slope-test");
    await editor().getByText("def is_safe").waitFor();
    await page.getByLabel("Begin with").selectOption("bitmask");
    await editor().getByText("x = 1").waitFor();
    await button("Begin again").click();
    await editor().getByText("def solve").waitFor();
    assert.equal(await written(), before);
    assert.equal(await page.evaluate(() => localStorage.getItem("bezzel-programs")), "[]");
  });

  test("an exercise is a link without the answer", async () => {
    await open("python", "frame", 7);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
    });
    await editor().fill("def solve(n):\n    secret = 40  #? The number of solutions\n    secret -= 0  #? …\n    return secret\n");
    await page.getByText("Share, print, make an exercise").click();
    await page.getByLabel("Text of the exercise").fill("How many solutions <b>are</b> there?");
    await button("Copy link to the exercise").click();
    await page.getByText("Copied.").waitFor();
    const link = await page.evaluate(() => globalThis.copied);
    const code = new URLSearchParams(link.split("?").at(-1)).get("code");
    const json = inflateRawSync(Buffer.from(code, "base64url")).toString();
    assert.ok(!json.includes("secret ="), json);
    await show(`#${link.split("#")[1]}`);
    await page.getByText("How many solutions <b>are</b> there?").waitFor();
    assert.equal(await written(), "def solve(n):\n    pass  # The number of solutions\n    return secret\n");
    assert.equal(await page.getByLabel("Queens n", { exact: true }).inputValue(), "7");
    await button("Run").click();
    await outcome("Line 3: NameError: name 'secret' isn't defined");
    await show("#/program?code=nonsense");
    await page.getByRole("alert").filter({ hasText: "code = “nonsense”" }).waitFor();
    await editor().waitFor();
  });

  test("the keyboard enters and leaves the editor", async () => {
    await open("python", "frame");
    await editor().focus();
    await page.keyboard.press("Control+Enter");
    await outcome("ended after");
    await editor().focus();
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") === null && document.activeElement !== document.body));
    await page.keyboard.press("Shift+Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") !== null));
    assert.equal(await editor().getAttribute("aria-label"), "Program");
  });
});
