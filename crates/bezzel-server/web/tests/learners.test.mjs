// Programs as learners write them, in the interpreter of the page without a page: verdict, error, and the board
// that is found among their variables.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";
import { rolldown } from "rolldown";

import { judge } from "./engine.mjs";

const here = (path) => new URL(path, import.meta.url);
/** Programs of a file, each after a line `#: name | board: variable | what is expected`. */
const programsOf = async (file, mark) =>
  (await readFile(here(`learners/${file}`), "utf8"))
    .split(mark)
    .slice(1)
    .map((text) => {
      const [head, ...lines] = text.split("\n");
      const [name, board, expected] = head.split(" | ");
      return { name, board: board.replace("board: ", ""), expected, program: lines.join("\n") };
    });
const PROGRAMS = { python: await programsOf("programs.py", /^#: /m), javascript: await programsOf("programs.js", /^\/\/: /m) };

let found;
/** Run a program, and call a function with its reports. */
const runs = {};

before(async () => {
  const files = ["attacks", "replay", "trace", "protocol", "exercise", "runtime/quickjs"].map((file) =>
    fileURLToPath(here(`../src/program/${file}.ts`)),
  );
  const source = files.map((file) => `export * from ${JSON.stringify(file)};`).join("\n");
  const entry = { name: "entry", resolveId: (id) => (id === "entry" ? id : null), load: (id) => (id === "entry" ? source : null) };
  const web = fileURLToPath(here(".."));
  const bundle = await rolldown({ input: "entry", cwd: web, plugins: [entry], platform: "browser", moduleTypes: { ".txt": "text" } });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  found = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
  const python = await loadPyodide();
  const globals = python.toPy({});
  python.runPython(await readFile(here("../../../bezzel-judge/src/recorder.py"), "utf8"), { globals });
  const taken = (numbers) => {
    const bytes = numbers.toJs();
    numbers.destroy();
    return new Int32Array(bytes.slice().buffer);
  };
  runs.python = ({ program, n, records }, send) => {
    const report = (printed, moves, steps, texts) => send({ printed, moves: taken(moves), steps: taken(steps), texts: JSON.parse(texts) });
    return JSON.parse(globals.get("run")({ report }, program, n, records));
  };
  // It bounds the memory of what is loaded after it.
  const wasm = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  runs.javascript = await found.quickJs({ module: await WebAssembly.compile(await readFile(wasm)) });
});

/** Runs a program as the worker does. */
function ran(program, n, records, language = "python") {
  const all = { printed: "", steps: [], texts: [], moves: [] };
  const ended = runs[language]({ program, n, records }, ({ printed, moves, steps, texts }) => {
    all.printed += printed;
    all.moves.push(...found.readMoves(moves));
    all.steps.push(steps);
    all.texts.push(...texts);
  });
  return { all, ended };
}

/** The boards that are found in a recorded run. */
function boardsOf({ steps, texts }, n) {
  const record = { moves: [], steps: steps.flatMap((part) => Array.from(part)), texts };
  return judge({ moves: `n ${n}\nrecord ${JSON.stringify(record)}\n` }).boards;
}

/** Judges the outputs of a program for these sizes. */
function verdict(program, sizes, { mode = "all", language = "python" } = {}) {
  const runs = sizes.map((n) => {
    const { all, ended } = ran(program, n, false, language);
    const lines = all.moves.map(({ kind, row, column, line }) =>
      kind === "solution" ? `${line} solution` : `${line} ${kind} ${row} ${column}`,
    );
    const ending = ended.error ? { ending: "crashed", status: ended.error.text, message: "" } : { ending: "ended" };
    return { n, printed: all.printed, moves: lines.join("\n"), ending };
  });
  return judge({ runs: { program, mode, runs } });
}

/** The size at which programs are recorded, and the sizes at which they are judged. */
const SIZE = 5;
const SIZES = [1, 2, 3, 4, SIZE];

/** Fails with the names of the programs whose verdict, error or board is another one. */
function checkPrograms(language, programs) {
  const wrong = [];
  for (const { name, board, expected, program } of programs) {
    const fail = (what) => wrong.push(`${name}: ${what}`);
    const { all, ended } = ran(program, SIZE, true, language);
    const { error, reads } = ended;
    if (found.isOther(found.languageOf(program), language)) fail("looks like a program of another language");
    if (expected.startsWith("missing")) error?.missing === expected.split(" ")[1] || fail(JSON.stringify(error));
    else if (expected.startsWith("error")) error?.text.includes(expected.split(" ")[1]) || fail(JSON.stringify(error));
    else if (expected === "nested") (error?.nested > 900 && error.line === 2) || fail(JSON.stringify(error));
    else if (expected === "input") error?.input || fail(JSON.stringify(error));
    else if (error) fail(error.text);
    else {
      const isFixed = expected.startsWith("fixed");
      if (reads === isFixed) fail(`reads n: ${reads}`);
      const sizes = isFixed ? [Number(expected.split(" ")[1])] : SIZES;
      const { right } = verdict(program, sizes, { language });
      if (expected.startsWith("kept")) assert.deepEqual(ran(program, SIZE, false, language).ended.kept, expected.split(" ").slice(1), name);
      else if (expected !== "any" && !right) fail("is judged wrong");
    }
    const n = expected.startsWith("fixed") ? Number(expected.split(" ")[1]) : SIZE;
    const [first] = boardsOf(all, n);
    if ((first?.name ?? "none") !== board && board !== "none") fail(`board ${first?.name}, expected ${board}`);
    if (board !== "none" && expected === "right" && first?.name === board) {
      const solutions = found.readMoves(first.moves).filter(({ kind }) => kind === "solution").length;
      // The generator yields the last queen without a list that has it.
      if (solutions < 10 && name !== "generator") fail(`${solutions} solutions on the board ${board}`);
    }
  }
  assert.deepEqual(wrong, []);
}

/** Programs of one test. */
const PART = 20;
for (const [language, programs] of Object.entries(PROGRAMS))
  for (let from = 0; from < programs.length; from += PART)
    test(`programs of learners in ${language} are judged as they are, and their boards are found: ${programs[from].name} …`, () =>
      checkPrograms(language, programs.slice(from, from + PART)));

test("the variables that mark attacked lines are found, and those that are not emptied", () => {
  const program = (columns, down, up, left) => `
cols, d1, d2, board = ${columns.made}, ${down.made}, ${up.made}, []
def search(row):
    if row == n:
        print(board)
        return
    for col in range(n):
        if ${columns.test("cols", "col")} or ${down.test("d1", down.of)} or ${up.test("d2", up.of)}:
            continue
        board.append(col)
        ${columns.add("cols", "col")}; ${down.add("d1", down.of)}; ${up.add("d2", up.of)}
        search(row + 1)
        board.pop()
        ${left === "cols" ? "pass" : columns.remove("cols", "col")}; ${left === "d1" ? "pass" : down.remove("d1", down.of)}; ${up.remove("d2", up.of)}
search(0)
`;
  const set = {
    made: "set()",
    test: (name, k) => `${k} in ${name}`,
    add: (name, k) => `${name}.add(${k})`,
    remove: (name, k) => `${name}.discard(${k})`,
  };
  const flags = {
    made: "[False] * (2 * n)",
    test: (name, k) => `${name}[${k}]`,
    add: (name, k) => `${name}[${k}] = True`,
    remove: (name, k) => `${name}[${k}] = False`,
  };
  const list = { ...set, made: "[]", add: (name, k) => `${name}.append(${k})`, remove: (name, k) => `${name}.remove(${k})` };
  const mask = {
    made: "0",
    test: (name, k) => `${name} >> (${k}) & 1`,
    add: (name, k) => `globals()['${name}'] |= 1 << (${k})`,
    remove: (name, k) => `globals()['${name}'] &= ~(1 << (${k}))`,
  };
  const cases = [
    { columns: set, down: { ...set, of: "row - col" }, up: { ...set, of: "row + col" }, offsets: [0, 0, 0] },
    { columns: flags, down: { ...flags, of: "row - col + n - 1" }, up: { ...flags, of: "row + col" }, offsets: [0, 5, 0] },
    { columns: list, down: { ...list, of: "col - row" }, up: { ...list, of: "row + col + 1" }, offsets: [0, 0, 1], signs: [1, -1, 1] },
    { columns: mask, down: { ...mask, of: "col - row + n" }, up: { ...mask, of: "row + col" }, offsets: [0, 6, 0], signs: [1, -1, 1] },
    // Python counts negative indices from the end.
    { columns: flags, down: { ...flags, of: "row - col" }, up: { ...flags, of: "row + col" }, offsets: [0, 0, 0] },
    { columns: set, down: { ...set, of: "row - col" }, up: { ...set, of: "row + col" }, offsets: [0, 0, 0], left: "d1" },
  ];
  for (const [at, { columns, down, up, offsets, signs = [1, 1, 1], left }] of cases.entries()) {
    const { all, ended } = ran(program(columns, down, up, left), 6, true);
    assert.equal(ended.error, null, `case ${at}`);
    const trace = new found.Trace(all.steps, all.texts);
    const [board] = boardsOf(all, 6);
    const replay = new found.Replay(6, found.readMoves(board.moves), []);
    const markers = found.markersOf(trace, replay, board);
    for (const [k, family] of ["columns", "diagonals", "antidiagonals"].entries()) {
      const first = markers.find((one) => one.family === family);
      assert.deepEqual([first?.name, first?.offset, first?.sign], [["cols", "d1", "d2"][k], offsets[k], signs[k]], `case ${at}, ${family}`);
    }
    const causes = found.shownCauses(trace, board, 6).map(({ kind, name }) => `${kind} ${name}`);
    assert.deepEqual(causes, left ? [`left ${left}`] : [], `case ${at}`);
  }
});

test("rows that are one object are found, however they were made", () => {
  const rest = "for r in range(n):\n    board[r][r] = 1\n    board[r][r] = 0\nboard[0][1] = 1\n";
  const made = { "[[0] * n] * n": 1, "[row for _ in range(n)]": 1, "[[0] * n for _ in range(n)]": 0 };
  for (const [text, count] of Object.entries(made)) {
    const { all } = ran(`row = [0] * n\nboard = ${text}\n${rest}`, 4, true);
    const causes = found.shownCauses(new found.Trace(all.steps, all.texts), undefined, 4);
    assert.deepEqual(causes, count ? [{ kind: "shared", name: "board", line: 2 }] : [], text);
  }
  const { all } = ran("const board = Array(n).fill(Array(n).fill('.'));\nboard[0][0] = 'Q';\nprint(board);\n", 4, true, "javascript");
  assert.deepEqual(found.shownCauses(new found.Trace(all.steps, all.texts), undefined, 4), [{ kind: "shared", name: "board", line: 1 }]);
});

test("the starting points are right with their answers, and faulty ones wrong without them", async () => {
  const texts = [];
  for (const file of await readdir(here("../src/program/exercises/")))
    texts.push([file, await readFile(here(`../src/program/exercises/${file}`), "utf8")]);
  const methods = (await readdir(here("../../../bezzel/src/methods/"), { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of methods) {
    const listing = await readFile(here(`../../../bezzel/src/methods/${name}/listing.py`), "utf8");
    if (listing.includes("#?")) texts.push([`${name.replaceAll("_", "-")}.py`, found.fromListing(listing)]);
  }
  const namesOf = (ending) => texts.flatMap(([file]) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : [])).sort();
  assert.deepEqual(namesOf(".py"), namesOf(".js"));
  for (const [file, text] of texts) {
    const [name, ending] = file.split(".");
    const language = ending === "py" ? "python" : "javascript";
    const mode = name === "min-conflicts" ? "one" : "all";
    const given = found.withoutAnswers(text);
    // Programs with a gap may run without end.
    if (given.kind !== "gap") assert.ok(!verdict(given.program, [1, 2, 3, 4, 5], { mode, language }).right, `${file} as it is given`);
    if (name === "frame") continue;
    const { right, summary } = verdict(text.replace(/ *(#|\/\/)[?!].*$/gm, ""), [1, 2, 3, 4, 5], { mode, language });
    assert.ok(right, `${file}: ${summary.english}`);
  }
});

test("each line has its variables and calls", () => {
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

test("a program that allows a million nested calls ends with the error of too many", () => {
  const deep = "import sys\nsys.setrecursionlimit(10**6)\ndef f(k):\n    return 0 if k == 0 else 1 + f(k - 1)\nprint(f(500))\nf(100_000)\n";
  for (const records of [false, true]) {
    const { all, ended } = ran(deep, 4, records);
    assert.equal(all.printed, "500\n");
    assert.equal(ended.error?.nested, 1000);
    assert.equal(ended.error.line, 4);
  }
});

test("the three programs of the lesson are what the teacher's page says, in both languages", async () => {
  const programsIn = async (file) =>
    [...(await readFile(here(`../../../../docs/${file}`), "utf8")).matchAll(/```python\n(.*?)```/gs)].map(([, program]) => program);
  const [first, second, third] = await programsIn("teaching.md");
  assert.deepEqual(await programsIn("teaching.zh-CN.md"), [first, second, third]);
  const sizes = [1, 2, 3, 4, 5, 6];
  const corrected = second.replace("        columns.remove(column)\n", "$&        falling.remove(row - column)\n");
  assert.deepEqual(
    [first, second, corrected, third].map((program) => verdict(program, sizes).right),
    [true, false, true, true],
  );
  const shown = (program, n) => {
    const { all } = ran(program, n, true);
    const trace = new found.Trace(all.steps, all.texts);
    const [board] = boardsOf(all, n);
    const replay = new found.Replay(n, found.readMoves(board.moves), []);
    const markers = found.markersOf(trace, replay, board).map(({ name, family }) => `${name}: ${family}`);
    const causes = found.shownCauses(trace, board, n).map(({ kind, name, line }) => `${kind} ${name}, line ${line}`);
    return { board: board.name, markers, causes };
  };
  assert.deepEqual(shown(first, 4), { board: "queens", markers: [], causes: [] });
  const families = ["columns: columns", "falling: diagonals", "rising: antidiagonals"];
  assert.deepEqual(shown(second, 5).causes, ["left falling, line 14"]);
  assert.deepEqual(shown(corrected, 5), { board: "queens", markers: families, causes: [] });
  assert.deepEqual(shown(third, 6), { board: "columns", markers: families, causes: [] });
});

test("each run begins afresh", () => {
  ran("import sys\nsys.setrecursionlimit(5000)\nx = 1\nprint = None\nimport builtins\n", 4, false);
  const { all, ended } = ran("import sys\nprint(sys.getrecursionlimit(), 'x' in globals(), input(), sys.argv[1], n)", 5, false);
  assert.equal(ended.error, null);
  assert.equal(all.printed, "1000 False 5 5 5\n");
});
