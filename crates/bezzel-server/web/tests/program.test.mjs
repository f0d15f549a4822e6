// The tab "Your program".

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";

import { COUNTING } from "./browser.mjs";
import { address, button, isLook, page, press, says, show } from "./setup.mjs";

/** A program as it would be on disk. */
const SCRIPT = `n = int(input())
solutions = []
def safe(path, col):
    row = len(path)
    return all(c != col and abs(c - col) != row - r for r, c in enumerate(path))
def search(path):
    if len(path) == n:
        solutions.append(path[:])
        return
    for col in range(n):
        if safe(path, col):
            path.append(col)
            search(path)
            path.pop()
search([])
for solution in solutions:
    print(solution)
`;

const JAVASCRIPT = `const n = Number(prompt());
let count = 0;
const queens = [];
function isFree(column) {
  return queens.every((other, row) => other !== column && Math.abs(other - column) !== queens.length - row);
}
function search() {
  if (queens.length === n) return void count++;
  for (let column = 0; column < n; column++) {
    if (!isFree(column)) continue;
    queens.push(column);
    search();
    queens.pop();
  }
}
search();
console.log(count);
`;

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
  await press("Run");
  await page.locator(`.workbench[data-runs="${before + 1}"]`).waitFor();
}
/** Judges the program of the editor, or another one; returns the sentence of the verdict. */
async function judged(program) {
  if (program !== undefined) await editor().fill(program);
  const before = await runs();
  await press("Judge for n = 1 to 8");
  await page.locator(`.workbench[data-runs="${before + 1}"]`).waitFor();
  return page.locator(".verdict .summary").innerText();
}
/** Waits until the sentence of the step has a text. */
const sentence = (text) => page.locator(".run-stage .sentence", { hasText: text }).waitFor();
const written = () => page.evaluate(() => [...document.querySelectorAll(".print-only")].map((one) => one.textContent).join(""));

/** The addresses that are asked for from now on, but for what the page asks its server once a second and its own scripts. */
function requestsOfPrograms() {
  const asked = [];
  const isOwn = (url) => /\/((python|javascript|judge)-[\w-]+\.js|queen-[\w-]+\.svg)$/.test(url) || url.startsWith("blob:");
  page.on("request", (request) => isLook(request) || isOwn(request.url()) || asked.push(request.url()));
  return asked;
}

describe("your program", () => {
  test("each line of an unchanged JavaScript program is played, with its calls, variables and board", async () => {
    await open("javascript", "frame", 4);
    await run(JAVASCRIPT);
    await outcome("n = 4: finished in");
    await press("Next solution");
    await sentence("Line 11: solution 1.");
    assert.equal(await page.locator(".played .board.solved .queen").count(), 4);
    const stack = page.locator(".stack .frame");
    assert.equal(await stack.count(), 5);
    assert.match(await stack.last().innerText(), /queens\n+\[1, 3, 0, 2\]/);
    await page.locator(".scrubber input").press("End");
    assert.equal(await page.locator(".output .printed").innerText(), "2\n");
    assert.match(await judged(), /^✓ right for n = 1 to 8$/);
    assert.match(
      await judged(
        "const all = [];\nfunction solveNQueens(n) { for (let k = 0; k < [0, 1, 0, 0, 2, 10, 4, 40, 92][n]; k++) all.push(k); return all.length; }",
      ),
      /^✗ The second call of solveNQueens\(n\) with the same n returns something else: all still has what the first call left there/,
    );
    await page.locator(".verdict", { hasText: "so the page called solveNQueens(n), twice for each n" }).waitFor();
  });

  test("each line of an unchanged Python program is played, with its calls, variables and board, and the next program is alone", async () => {
    await open("python", "frame", 4);
    await page.evaluate(() => {
      globalThis.outcomes = [];
      const box = document.querySelector(".outcome");
      new MutationObserver(() => globalThis.outcomes.push(box.innerText)).observe(box, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await run(SCRIPT);
    assert.ok(await page.evaluate(() => globalThis.outcomes.some((text) => text.startsWith("Starting Python …"))));
    await outcome("n = 4: finished in");
    for (const text of ["Line 1 runs next.", "Line 2 runs next.", "solutions = []. Line 3 runs next."]) {
      await press("Step forward");
      await sentence(text);
    }
    assert.equal(await page.locator(".lit-line").innerText(), "def safe(path, col):");
    await press("Next solution");
    await sentence("Line 12: solution 1.");
    assert.equal(await page.locator(".played .board.solved .queen").count(), 4);
    const stack = page.locator(".stack .frame");
    assert.deepEqual(await stack.locator(".frame-name").allInnerTexts(), [
      ...["search, line 13", "search, line 13", "search, line 13", "search, line 13"],
      "program, line 15",
    ]);
    assert.match(await stack.first().innerText(), /path\n+\[1, 3, 0, 2\]/);
    await press("Step over");
    await sentence("Line 14 runs next.");
    await press("Step out");
    await sentence("Line 14 runs next.");
    assert.equal(await stack.count(), 4);
    await page.locator(".scrubber input").press("Home");
    await page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^8$/ }).click();
    await page.locator(".speed input").press("End");
    await press("Play");
    await sentence("Line 8 runs next.");
    await button("Play").waitFor();
    assert.equal(await page.locator(".played .board .queen").count(), 4);
    assert.equal(await page.locator(".played .branch.open").count(), 4);
    await page.locator(".scrubber input").press("End");
    assert.equal(await page.locator(".output .printed").innerText(), "[1, 3, 0, 2]\n[2, 0, 3, 1]\n");
    assert.equal(await page.getByLabel("Board", { exact: true }).inputValue(), "path");
    await run(JAVASCRIPT);
    await outcome("This looks like JavaScript: choose JavaScript under “Language”.");
    // The next program finds nothing of it, no network and nothing of the page.
    await run("import builtins, math, fractions\nmath.pi = 4\nbuiltins.seen = fractions.seen = math.seen = True\nprint(math.pi)");
    await page.locator(".output", { hasText: "4" }).waitFor();
    await run("import builtins, math, fractions\nprint(round(math.pi, 2), *(hasattr(one, 'seen') for one in (builtins, math, fractions)))");
    await page.locator(".output", { hasText: "3.14 False False False" }).waitFor();
    const asked = requestsOfPrograms();
    const codes = [
      "import js; js.fetch('/api/backends')",
      "import __main__, sys; sys.stdout.run.host.report.constructor('return fetch')()",
      "from pyodide.code import run_js; run_js(\"import('./index.html')\")",
      "from pyodide.http import pyfetch; import asyncio; asyncio.get_event_loop().run_until_complete(pyfetch('/api/backends'))",
    ];
    // One run, since each starts Python again.
    await run(`for code in ${JSON.stringify(codes)}:
    try:
        exec(code)
        print('reached')
    except Exception as error:
        print('refused')`);
    assert.deepEqual(
      (await page.locator(".output").innerText()).trim().split("\n"),
      codes.map(() => "refused"),
    );
    assert.deepEqual(asked, [], "requests of programs");
  });

  test("bit masks are the board and its attacked squares, and the choice can be changed", async () => {
    await open("javascript", "frame", 4);
    await run(`const all = (1 << n) - 1;
let total = 0;
function search(cols, left, right) {
  if (cols === all) return void total++;
  for (let free = all & ~(cols | left | right); free > 0; free &= free - 1) {
    const bit = free & -free;
    search(cols | bit, (left | bit) << 1, (right | bit) >> 1);
  }
}
search(0, 0, 0);
console.log(total);`);
    await outcome("n = 4: finished in");
    const shown = (label) => page.getByLabel(label, { exact: true });
    const values = await Promise.all(
      ["Board", "Attacked columns", "Attacked diagonals", "Attacked anti-diagonals"].map((label) => shown(label).inputValue()),
    );
    assert.deepEqual(values, ["cols", "cols", "left", "right"]);
    await press("Next solution");
    await sentence("solution 1.");
    assert.equal(await page.locator(".played .board.solved .queen").count(), 4);
    await page.locator(".scrubber input").press("Home");
    const attacked = page.locator(".played .mark.attacked");
    while ((await attacked.count()) === 0) await press("Step forward");
    // A queen in the corner: its column, and its diagonal in the next row.
    assert.equal(await page.locator(".played .board .queen").count(), 1);
    assert.equal(await attacked.count(), 4);
    await page.getByText("Board: cols. Attacked squares").click();
    await shown("Attacked diagonals").selectOption("");
    assert.equal(await attacked.count(), 3);
  });

  test("a recording that is too long ends, and the program goes on", async () => {
    // A busy machine may take longer than the time that a program has.
    await page.addInitScript(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (act, time = 0, ...values) => (time < 10_000 ? setTimeout(act, time, ...values) : 0);
    });
    await open("javascript", "frame", 4);
    await run("let total = 0;\nfor (let number = 0; number < 150000; number++)\n  total += number;\nconsole.log(total);");
    await outcome("Later steps, moves and output are not shown.");
    await says("200,000 steps recorded");
    await page.locator(".scrubber input").press("End");
    await page.locator(".output", { hasText: "11249925000" }).waitFor();
  });

  test("wrong moves are named with their line", async () => {
    await open("javascript", "frame", 4);
    await run("place(0, 1)\nplace(0, 1)\nremove(2, 2)\nplace(4, 0)\nplace(1, 1)\nsolution()");
    await says("4 moves break the rules. The first one: a second queen is placed at row 0 column 1.");
    await press("Move 2, line 2");
    await sentence("Line 2: a second queen is placed at row 0 column 1.");
    for (const fault of ["removed from row 2 column 2, where there is no queen", "row 4 column 0 is outside the board"]) {
      await press("Step forward");
      await sentence(fault);
    }
    await run("for (let row = 0; row < 4; row++) place(row, row);\nsolution();");
    await says("attack each other along one diagonal");
    await run("let x = 1;\nplace('a', 1)");
    await outcome("Line 2: TypeError: expected row and column as whole numbers");
    await press("Go to line 2");
    assert.ok(await editor().evaluate((element) => element === document.activeElement));
  });

  test("the faults of five exercises are named", async () => {
    for (const [name, cause] of Object.entries({
      "fault-1": "the markers of diagonals are not removed when the search backtracks",
      "fault-2": "anti-diagonals (row + column is equal) are not tested: look for a wrong sign",
      "fault-3": "the last column is never tried",
      "fault-4": "break instead of continue",
      "fault-5": "every solution is the same list, which changes later",
    })) {
      await open("javascript", name);
      assert.match(await judged(), /^✗ wrong/, name);
      await page.locator(".causes li", { hasText: cause }).waitFor();
    }
  });

  test("a verdict has a tick when all boards are judged", async () => {
    await open("javascript", "frame");
    await editor().fill("print([0, 1][n]);\nwhile (n === 2);");
    await press("Judge for n = 1 to 8");
    const said = (text) => page.locator(".verdict .summary:not(.good)").getByText(text, { exact: true }).waitFor();
    await said("So far: right for n = 1");
    await page.locator("#language").selectOption("zh");
    await said("到目前为止，n = 1 全部正确");
    await page.locator("#language").selectOption("en");
    await press("Stop");
    assert.equal(await judged("const ways = n * 2;"), "✗ no output for n = 1 to 8: is the result never printed to standard output?");
    assert.doesNotMatch(await page.locator(".verdict").innerText(), /Likely cause|The program prints/);
  });

  test("a verdict names the fault with its line, board and numbers", async () => {
    await open("javascript", "frame");
    const said = async (program, ...texts) => {
      await judged(program);
      for (const text of texts) await page.locator(".verdict", { hasText: text }).waitFor();
    };
    await said(
      "print(({ 1: 1, 4: 2, 5: 10 }[n] ?? 0) + (n === 6 ? 40 : 0));",
      "wrong for n = 6, 7, 8",
      "n = 6: line 1: the number is 40, but there are 4 solutions",
    );
    await said("print(1);\nx = y;", "it crashed: ReferenceError: 'y' is not defined");
    await press("Go to line 2");
    await said(
      "for (let row = 0; row < n; row++) place(row, row);\nsolution();",
      "n = 2: line 2 of the program: a solution is reported, but the queens at row 0 column 0 and row 1 column 1 attack each other",
    );
    await said("const solve = (n) => [[...Array(n).keys()]];", "row 0 column 0 and row 1 column 1 attack each other along one diagonal");
    assert.equal(await page.locator(".verdict .board .queen").count(), 2);
    await said(
      "const board = Array(n).fill(Array(n).fill('.'));\nboard[0][0] = 'Q';\nprint(board);",
      "Line 1: all rows of board are one object",
    );
    // What the steps do not show is not said: solutions are no rows, and after an error marks may stay.
    const search = (mark, unmark, last) => `const sols = [], path = [], cols = new Set();
function put(r) {
  if (r === n) return void sols.push(path);
  for (let c = 0; c < n; c++)
    if (!cols.has(c) && path.every((other, row) => r - row !== Math.abs(c - other))) {
      ${mark}; path.push(c); put(r + 1); path.pop(); ${unmark};
    }
}
put(0);
${last}`;
    const saidNot = async (program, text) => {
      assert.match(await judged(program), /^✗/);
      await page.getByRole("button", { name: "Judge for n = 1 to 8", disabled: false }).waitFor();
      assert.doesNotMatch(await page.locator(".verdict").innerText(), text);
    };
    await saidNot(search("cols.add(c)", "cols.delete(c)", "print(sols);"), /are one object/);
    await saidNot(search("cols.add(c); if (r > 2) lost.x", "cols.delete(c)", "print(sols.length);"), /still marks/);
    await said(search("cols.add(c)", "", "print(sols.length);"), "cols still marks a line");
    await said("print(2 > 1 ? 4 : 0);", "is judged for n = 6 only");
    await said("if (n > 0) print('nothing');", "no number and no board is printed; line 1 is 'nothing'");
    await page.locator("#language").selectOption("zh");
    await page.locator(".verdict", { hasText: "程序既没有输出数字，也没有输出棋盘" }).waitFor();
    await page.locator("#language").selectOption("en");
    await editor().fill("0;");
    await says("The program has changed since then.");
  });

  test("a program that only moves is judged by its solutions, and measured beside the methods", async () => {
    await open("javascript", "frame");
    const file = new URL("../src/program/exercises/diagonal-markers.js", import.meta.url);
    const program = readFileSync(file, "utf8").replace(/ *\/\/[?!].*$/gm, "");
    const silent = program.replace("return search(0);", "search(0);");
    assert.notEqual(silent, program);
    assert.equal(await judged(silent), "✓ right for n = 1 to 8");
    const beside = page.locator(".beside");
    await beside.getByText("Measuring the methods").waitFor({ state: "detached" });
    const rows = await beside.locator("tbody tr").allInnerTexts();
    assert.equal(rows.length, COUNTING.length + 1);
    const own = rows.find((row) => row.startsWith("Your program"));
    assert.match(own, /–\s+2,056\s/);
    assert.match(
      rows.find((row) => row.startsWith("diagonal-markers")),
      /\s2,056\s/,
    );
  });

  test("one solution or fundamental solutions may be expected", async () => {
    await open("javascript", "frame");
    const first =
      "const solve = (n) => ({ 1: [0], 2: null, 3: null, 4: [1, 3, 0, 2], 5: [0, 2, 4, 1, 3], 6: [1, 3, 5, 0, 2, 4] })[n] ?? [];";
    await page.getByLabel("Expected").selectOption("one");
    assert.match(await judged(first), /^✗ wrong for n = 7, 8$/);
    const whole = first.replace("4] }", "4], 7: [0, 2, 4, 6, 1, 3, 5], 8: [0, 4, 7, 5, 2, 6, 1, 3] }");
    assert.equal(await judged(whole), "✓ right for n = 1 to 8");
    const table = page.locator(".verdict table").first();
    assert.equal(await table.locator("th").nth(2).innerText(), "returned");
    assert.equal(await table.locator("tbody tr").nth(1).locator("td, th").nth(2).innerText(), "0");
    assert.doesNotMatch(await page.locator(".verdict").innerText(), /The program prints/);
    await page.getByLabel("Expected").selectOption("all");
    const said = "one right solution for each n from 1 to 8 that has one: choose “one solution” under “Expected” to judge it so";
    assert.equal(await judged(whole), said);
    assert.equal(await page.locator(".verdict :is(.bad, .finding)").count(), 0);
    await page.getByLabel("Expected").selectOption("fundamental");
    assert.equal(await judged("print([0, 1, 0, 0, 1, 2, 1, 6, 12][n])"), "✓ right for n = 1 to 8");
    await address("expected=fundamental");
  });

  test("moves and recorded lines of a file are played", async () => {
    await open("javascript", "frame");
    const input = page.getByLabel("Open a trace from a file");
    const openFile = (text) => input.setInputFiles({ name: "trace.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    await openFile("no moves\n");
    await says("Expected a file of bezzel judge --trace, or lines such as “place 0 1”.");
    await openFile("# bezzel trace\nn 4\nplace 1 2\nplace 2 4\nplace 3 1\nplace 4 3\nsolution\nremove 1 1\n");
    await says(
      "From trace.txt",
      "1 move breaks the rules. The first one: a queen is removed from row 0 column 0, where there is no queen.",
    );
    await press("Next solution");
    await says("Line 7: solution 1.");
    assert.equal(await page.locator(".played .board.solved .queen").count(), 4);
    const recorded = readFileSync(new URL("../../../bezzel-judge/src/recording/four.trace", import.meta.url), "utf8");
    await openFile(recorded.replace('"steps":[0', '"steps":[7'));
    await says("Expected a file of bezzel judge --trace, or lines such as “place 0 1”.");
    // The last line of a program that was killed is incomplete.
    for (const text of [recorded, `${recorded}record {"mov`]) {
      await openFile(text);
      await says(/steps recorded\. Press play/);
      await press("Next solution");
      await sentence("Line 11: solution 1.");
      assert.equal(await page.locator(".lit-line").innerText(), "            search(row + 1)");
      assert.equal(await page.locator(".stack .frame").count(), 5);
      await outcome("n = 4: finished in 4.00 ms");
      assert.equal(await page.getByLabel("Board", { exact: true }).inputValue(), "queens");
      assert.equal(await page.locator(".played .board.solved .queen").count(), 4);
      await press("Step back");
      await sentence("Line 11 runs next.");
    }
    assert.match(await written(), /^n = int\(input\(\)\)/);
  });

  test("a program without end is stopped, and the page goes on", async () => {
    // The limit of time is one of the page; its clock is moved past it.
    await page.clock.install();
    // What ends a worker does not know the language.
    const loops = { javascript: "while (true) {}", ...(process.env.BEZZEL_TEST_ALL && { python: "while True: pass" }) };
    for (const [language, loop] of Object.entries(loops)) {
      await open(language, "frame");
      const begin = async () => {
        await editor().fill(loop);
        await press("Run");
        await says("Running for n = 5");
      };
      await begin();
      await press("Stop");
      await outcome("n = 5: stopped.");
      await begin();
      const isOver = page.locator(".outcome p").filter({ hasText: "stopped after 10 s" }).first();
      while (!(await isOver.isVisible())) await page.clock.runFor(10_000);
      await run("place(0, 0)");
      await outcome("n = 5: finished in");
    }
  });

  test("memory, output and recursion without end are named, and the page goes on", async () => {
    const memory = "the program needs more than 256 MiB of memory";
    const output = "prints more than 1,000,000 characters";
    for (const [language, programs] of Object.entries({
      python: {
        "a = 'x'\nwhile True: a += a": memory,
        "while True: print('x' * 1000)": output,
        "def f(n):\n  return f(n + 1)\nf(0)": "Line 2: more than 999 nested calls",
      },
      javascript: {
        "const a = [];\nwhile (true) a.push(new Uint8Array(1e6).fill(1));": memory,
        "while (true) print('x'.repeat(1000))": output,
        "function f(n) { return f(n + 1) + 1; }\nf(0)": "the calls are nested too deeply",
      },
    })) {
      await open(language, "frame");
      for (const [program, said] of Object.entries(programs)) {
        await run(program);
        await outcome(said);
      }
      await run("place(0, 0)");
      await outcome("n = 5: finished in");
    }
  });

  test("a JavaScript program has no network, no storage and nothing of the page", async () => {
    await open("javascript", "frame");
    const asked = requestsOfPrograms();
    const names = ["fetch", "XMLHttpRequest", "WebSocket", "importScripts", "Worker", "indexedDB", "caches", "navigator", "location"];
    await run(`print(${names.map((name) => `typeof ${name}`).join(", ")})`);
    await page.locator(".output", { hasText: names.map(() => "undefined").join(" ") }).waitFor();
    await run("import('./index.html').then(() => print('loaded'), () => print('refused'))");
    await outcome("stopped after");
    assert.deepEqual(asked, [], "requests of programs");
  });

  test("programs are kept, and begin again", async () => {
    await open("javascript", "bitmask");
    const before = await written();
    await editor().fill("x = 1");
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("bezzel-programs") ?? "[]").length === 1);
    await page.reload();
    await editor().getByText("x = 1").waitFor();
    await page.getByLabel("Begin with").selectOption("fault-2");
    await editor().getByText("function isSafe").waitFor();
    await page.getByLabel("Begin with").selectOption("bitmask");
    await editor().getByText("x = 1").waitFor();
    await press("Restore the original");
    await editor().getByText("function solve").waitFor();
    assert.equal(await written(), before);
    assert.equal(await page.evaluate(() => localStorage.getItem("bezzel-programs")), "[]");
    // A program in another language is named, and stays when its language is chosen.
    const runsHere = "The page runs Python and JavaScript; the command";
    for (const [program, said] of Object.entries({
      "class Solution {\n    public int totalNQueens(int n) {\n        return 1;\n    }\n}": `This looks like Java. ${runsHere} bezzel judge --leetcode Solution.java judges Java.`,
      "#include <vector>\nint main() { return 0; }": `This looks like C++. ${runsHere} bezzel judge -- ./main judges C++.`,
      [SCRIPT]: "This looks like Python: choose Python under “Language”.",
    })) {
      await run(program);
      await outcome(said);
      assert.equal(await judged(), `✗ ${said}`);
    }
    await page.locator(".workbench .choices select").first().selectOption("python");
    await page.locator(".print-only", { hasText: "def safe(path, col):" }).waitFor({ state: "attached" });
  });

  test("an exercise is a link without the answer", async () => {
    await open("javascript", "frame", 7);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
    });
    await editor().fill("function solve(n) {\n  const secret = 40; //? The number of solutions\n  0; //? …\n  return secret;\n}\n");
    await page.getByText("Share, print, make an exercise").click();
    await page.getByLabel("Text of the exercise").fill("How many solutions <b>are</b> there?");
    await press("Copy link to the exercise");
    await says("Copied.");
    const link = await page.evaluate(() => globalThis.copied);
    const code = new URLSearchParams(link.split("?").at(-1)).get("code");
    const json = inflateRawSync(Buffer.from(code, "base64url")).toString();
    assert.ok(!json.includes("secret ="), json);
    await show(`#${link.split("#")[1]}`);
    await says("How many solutions <b>are</b> there?");
    const cut = "function solve(n) {\n  // The number of solutions\n  return secret;\n}\n";
    await page.locator(".print-only", { hasText: cut }).waitFor({ state: "attached" });
    assert.equal(await written(), cut);
    assert.equal(await page.getByLabel("Queens n", { exact: true }).inputValue(), "7");
    await press("Run");
    await outcome("Line 3: ReferenceError: 'secret' is not defined");
    await show("#/program?code=nonsense");
    await page.getByRole("alert").filter({ hasText: "code = “nonsense”" }).waitFor();
    await editor().waitFor();
  });

  test("the verdict is on the screen after its button was pressed, in every window, and on paper", async () => {
    await open("javascript", "frame");
    await editor().fill("const queens = [];\nfor (let row = 0; row < n; row++) queens.push(row);\nprint(queens);");
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
      [320, 480],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      assert.match(await judged(), /^✗ wrong/);
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector(".verdict .summary").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      const caption = page.locator(".verdict figure", { hasText: "The board that the sentence above names, n = 2" });
      assert.equal(await caption.locator(".board").count(), 1);
      await press("Run");
      await page.waitForFunction(() => document.querySelector(".results").firstElementChild.matches(".played"));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} wide`);
    }
    await says(/steps recorded\. Press play to see them/);
    await page.emulateMedia({ media: "print" });
    for (const part of [".bench .print-only", ".played .board", ".verdict .summary", ".verdict table"]) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box && box.width > 40 && box.height > 10, part);
    }
    for (const part of [".cm-editor", ".controls", ".bench .row-of", ".moves-file"])
      assert.equal(await page.locator(part).first().isVisible(), false, part);
  });

  test("the keyboard enters and leaves the editor", async () => {
    await open("javascript", "frame");
    await editor().focus();
    await page.keyboard.press("Control+Enter");
    await outcome("finished in");
    await editor().focus();
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") === null && document.activeElement !== document.body));
    await page.keyboard.press("Shift+Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") !== null));
    assert.equal(await editor().getAttribute("aria-label"), "Program");
  });
});
