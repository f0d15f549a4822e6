// Programs as learners write them, in the interpreter of the page without a page: verdict, error, and the board
// that is found among their variables.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";
import { rolldown } from "rolldown";

import { judge } from "./engine.mjs";

const here = (path) => new URL(path, import.meta.url);
/** Each with a line `#: name | board: variable | what is expected`. */
const PROGRAMS = (await readFile(here("learners/programs.py"), "utf8"))
  .split(/^#: /m)
  .slice(1)
  .map((text) => {
    const [head, ...lines] = text.split("\n");
    const [name, board, expected] = head.split(" | ");
    return { name, board: board.replace("board: ", ""), expected, program: lines.join("\n") };
  });

let python, run, found;

before(async () => {
  const source = `export * from ${JSON.stringify(fileURLToPath(here("../src/program/found.ts")))};
export * from ${JSON.stringify(fileURLToPath(here("../src/program/trace.ts")))};`;
  const entry = { name: "entry", resolveId: (id) => (id === "entry" ? id : null), load: (id) => (id === "entry" ? source : null) };
  const bundle = await rolldown({ input: "entry", plugins: [entry] });
  const { output } = await bundle.generate({ format: "esm" });
  found = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
  python = await loadPyodide();
  const globals = python.toPy({});
  python.runPython(await readFile(here("../src/program/runtime/runner.py"), "utf8"), { globals });
  run = globals.get("run");
});

/** Runs a program as the worker does. */
function ran(program, n, records) {
  const all = { printed: "", steps: [], texts: [], moves: [] };
  const taken = (numbers) => {
    const bytes = numbers.toJs();
    numbers.destroy();
    return new Int32Array(bytes.slice().buffer);
  };
  const report = (printed, moves, steps, texts) => {
    all.printed += printed;
    all.moves.push(...taken(moves));
    all.steps.push(taken(steps));
    all.texts.push(...JSON.parse(texts));
  };
  const ended = JSON.parse(run({ report }, program, n, records));
  return { all, ended };
}

/** Judges the outputs of a program for these sizes. */
function verdict(program, sizes, mode = "all") {
  const kinds = ["place", "remove", "solution"];
  const runs = sizes.map((n) => {
    const { all, ended } = ran(program, n, false);
    const lines = [];
    for (let at = 0; at < all.moves.length; at += 6) {
      const [kind, row, column, line] = all.moves.slice(at, at + 4);
      lines.push(kind === 2 ? `${line} solution` : `${line} ${kinds[kind]} ${row} ${column}`);
    }
    const ending = ended.error ? { ending: "crashed", status: ended.error.text, message: "" } : { ending: "ended" };
    return { n, printed: all.printed, moves: lines.join("\n"), ending };
  });
  return judge({ runs: { mode, runs } });
}

test("sixty programs of learners are judged as they are, and their boards are found", () => {
  assert.ok(PROGRAMS.length >= 60, `${PROGRAMS.length} programs`);
  const wrong = [];
  let boards = 0;
  for (const { name, board, expected, program } of PROGRAMS) {
    const fail = (what) => wrong.push(`${name}: ${what}`);
    const { all, ended } = ran(program, 6, true);
    const { error, reads } = ended;
    if (expected.startsWith("missing")) error?.missing === expected.split(" ")[1] || fail(JSON.stringify(error));
    else if (expected.startsWith("error")) error?.text.includes(`'${expected.split(" ")[1]}'`) || fail(JSON.stringify(error));
    else if (expected === "nested") (error?.nested > 900 && error.line === 2) || fail(JSON.stringify(error));
    else if (expected === "input") error?.input || fail(JSON.stringify(error));
    else if (error) fail(error.text);
    else {
      const isFixed = expected.startsWith("fixed");
      if (reads === isFixed) fail(`reads n: ${reads}`);
      const sizes = isFixed ? [Number(expected.split(" ")[1])] : [1, 2, 3, 4, 5, 6];
      const { right } = verdict(program, sizes);
      if (expected !== "any" && right !== (expected !== "wrong")) fail(right ? "is judged right" : "is judged wrong");
    }
    const trace = new found.Trace(all.steps, all.texts);
    const n = expected.startsWith("fixed") ? Number(expected.split(" ")[1]) : 6;
    const [first] = found.candidatesOf(trace, n);
    if (first) boards++;
    if ((first?.name ?? "none") !== board && board !== "none") fail(`board ${first?.name}, expected ${board}`);
    if (board !== "none" && expected === "right" && first?.name === board) {
      const solutions = found.movesOf(trace, first, n).filter(({ kind }) => kind === "solution").length;
      // The generator yields the last queen without a list that has it.
      if (solutions < 4 && name !== "generator") fail(`${solutions} solutions on the board ${board}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(boards >= 50, `${boards} boards`);
});

test("the starting points are right with their answers", async () => {
  const folder = here("../src/program/exercises/");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".py"))) {
    const text = await readFile(new URL(file, folder), "utf8");
    const mode = file === "min-conflicts.py" ? "one" : "all";
    if (file === "frame.py") continue;
    const whole = text.replace(/ *#[?!].*$/gm, "");
    const { right, summary } = verdict(whole, [1, 2, 3, 4, 5], mode);
    assert.ok(right, `${file}: ${summary.english}`);
  }
});

test("variables and calls are those of each line", () => {
  const program = "def add(a, b):\n    c = a + b\n    return c\nxs = [1]\nxs.append(add(2, 3))\ny = len(xs)\n";
  const { all } = ran(program, 4, true);
  const trace = new found.Trace(all.steps, all.texts);
  const steps = Array.from({ length: trace.length }, (_, at) => {
    const { kind, line, text } = trace.step(at + 1);
    const values = trace
      .variables(at + 1)
      .at(-1)
      .variables.map(([name, value]) => `${name}=${value}`);
    return [kind, line, text, ...values].join(" ").replace(/ +/g, " ");
  });
  assert.deepEqual(steps, [
    "line 1 ",
    "line 4 ",
    "line 5 xs=[1]",
    "call 1 add a=2 b=3",
    "line 2 a=2 b=3",
    "line 3 a=2 b=3 c=5",
    "return 3 5 a=2 b=3 c=5",
    "line 6 xs=[1, 5]",
    "return 6 None xs=[1, 5] y=2",
  ]);
});

test("a recording ends at 200,000 steps, and the program runs on", () => {
  const { all, ended } = ran("total = 0\nfor k in range(150_000):\n    total += k\nprint(total)\n", 4, true);
  assert.equal(all.printed, "11249925000\n");
  assert.equal(new found.Trace(all.steps, all.texts).length, 200_000);
  assert.ok(ended.cut);
});

test("each run begins afresh", () => {
  ran("import sys\nsys.setrecursionlimit(5000)\nx = 1\nprint = None\nimport builtins\n", 4, false);
  const { all, ended } = ran("import sys\nprint(sys.getrecursionlimit(), 'x' in globals(), input(), sys.argv[1], n)", 5, false);
  assert.equal(ended.error, null);
  assert.equal(all.printed, "1000 False 5 5 5\n");
});
