// The package as it is installed (scripts/npm).

import assert from "node:assert/strict";
import { readFile, rename } from "node:fs/promises";
import { test } from "node:test";

import * as bezzel from "bezzel";

const all = async (iterator) => {
  const found = [];
  for await (const one of iterator) found.push(one);
  return found;
};

test("a module that could not be loaded is loaded by the next call", async () => {
  const module = new URL("puzzles.wasm", import.meta.resolve("bezzel"));
  await rename(module, `${module.pathname}.gone`);
  await assert.rejects(bezzel.read("Q"), /ENOENT/);
  await rename(`${module.pathname}.gone`, module);
  assert.ok((await bezzel.read("Q")).boards[0].valid);
});

test("solutions, counts, occupancies and random completions agree", async () => {
  for (const n of [1, 2, 5, 6, 8]) {
    const solutions = await all(bezzel.solutions(n));
    assert.equal(await bezzel.count(n), BigInt(solutions.length));
    const occupancy = await bezzel.occupancy(n);
    for (let row = 0; row < n; row++)
      for (let column = 0; column < n; column++)
        assert.equal(occupancy[row][column], BigInt(solutions.filter((columns) => columns[row] === column).length));
    for (const drawn of await bezzel.random(n, { count: 5, seed: n })) assert.ok(solutions.some((columns) => columns.join() === drawn.join()));
  }
  assert.equal((await all(bezzel.solutions(8, { filter: "fundamental" }))).length, 12);
});

test("boards are completed, and have images", async () => {
  const board = { n: 8, queens: [{ row: 0, column: 3 }] };
  const { count, certain, first } = await bezzel.complete(board);
  assert.deepEqual([count, certain, first[0]], ["18", true, 3]);
  assert.equal(await bezzel.count(board), 18n);
  assert.equal((await bezzel.images(board)).size, 8);
});

test("what programs print is read, right or with a queen moved", async () => {
  const forms = JSON.parse(await readFile(process.env.BEZZEL_FORMS, "utf8"));
  for (const { form, right, moved, number } of forms) {
    if (number !== undefined) {
      await assert.rejects(bezzel.read(right), { message: new RegExp(`only the number ${number} in line 1`) }, form);
      continue;
    }
    const valid = async (text) => (await bezzel.read(text)).boards.map((board) => board.valid);
    assert.deepEqual([await valid(right), await valid(moved)], [[true, true], [true, false]], form);
  }
});

test("boards and puzzles in any form are read, and what was read is said", async () => {
  const grid = await bezzel.read(".Q..\n...Q\nQ...\n..Q.\n");
  assert.equal(grid.read.english, "1 drawing of 4 × 4, queens 'Q'");
  const queens = [1, 3, 0, 2].map((column, row) => ({ row, column }));
  assert.deepEqual(grid, { read: grid.read, boards: [{ line: 1, n: 4, queens, blocked: [], wrong: null, valid: true }], puzzles: [] });
  assert.equal(await bezzel.count(grid.boards[0]), 1n);
  const { read, boards } = await bezzel.read("1 3 0 2\n0 1 3 2\n1 3 - -\n");
  assert.match(read.english, /^3 lists of columns of 4 × 4/);
  assert.deepEqual(boards.map(({ line, valid }) => [line, valid]), [[1, true], [2, false], [3, false]]);
  assert.deepEqual(boards[1].conflict, { first: { row: 0, column: 0 }, second: { row: 1, column: 1 }, line: "diagonal" });
  assert.equal(boards[2].empty_row, 2);
  assert.deepEqual((await bezzel.read("Q3/2x1/4/4")).boards[0].blocked, [{ row: 1, column: 2 }]);
  const json = '{"n": 4, "queens": [[0, 0]], "blocked": [[1, 2]], "blocked_diagonals": [2]}';
  assert.equal((await bezzel.read(json)).boards[0].blocked.length, 3);
  // n and columns from 1, or columns only.
  await assert.rejects(bezzel.read("4 1 2 4 3"), RangeError);
  assert.equal((await bezzel.read("4 1 2 4 3", { base: 1 })).boards[0].n, 4);
  assert.equal((await bezzel.read("4 1 2 4 3", { columns: true })).boards[0].n, 5);
  const { puzzles } = await bezzel.read("[[0,0,0,1],[0,2,1,0],[2,2,2,1],[3,3,2,2]]");
  assert.deepEqual(puzzles[0].regions, ["AAAB", "ACBA", "CCCB", "DDCC"]);
  assert.deepEqual(puzzles[0].parts.english, "region A has 2 parts, region B has 3 parts");
  // What is no board is an error that says which forms are read.
  await assert.rejects(bezzel.read("hello\n"), /^RangeError: line 1 is 'hello': not understood; bezzel reads drawings/);
});

test("methods run step by step", async () => {
  const steps = await all(bezzel.steps("bitmask", 6));
  assert.equal(steps.filter(({ kind }) => kind === "solution").length, 4);
  assert.equal((await bezzel.listings("bitmask")).length % 5, 0);
  // Whole sentences: numbers of rows and columns count from 0.
  const markers = await all(bezzel.steps("diagonal-markers", 4));
  const texts = JSON.stringify([steps, markers].flat().map(({ sentence }) => sentence));
  assert.doesNotMatch(texts, /[{]\d/);
  assert.equal(markers[0].sentence.english, "Candidate: row 0, column 0");
});

test("puzzles have one solution, and hints", async () => {
  const { regions, solutions, grade } = await bezzel.puzzle({ n: 7, grade: "easy", seed: 1 });
  assert.deepEqual([regions.length, solutions.length, grade], [7, 1, "easy"]);
  const marks = regions.map(() => ".".repeat(7));
  const { wrong, hint } = await bezzel.hint(regions, marks);
  assert.deepEqual([wrong.length, hint !== null], [0, true]);
  assert.equal((await bezzel.puzzleOfDay("2026-11-23")).regions.length, 6);
});

test("what is not accepted is named", async () => {
  await assert.rejects(bezzel.count(0), /expected n from 1 to \d+, found 0/);
  await assert.rejects(all(bezzel.solutions(15)), /expected n from 1 to 14, found 15/);
  await assert.rejects(all(bezzel.steps("nothing", 4)), /unknown method 'nothing'/);
  await assert.rejects(bezzel.complete({ n: 4, queens: [{ row: 4, column: 0 }] }), /expected a square with row and column below 4/);
  await assert.rejects(bezzel.puzzleOfDay("2026-13-40"), /^RangeError: .*found '2026-13-40'$/);
});

test("a wrong type is a TypeError, any other value that is not accepted a RangeError", async () => {
  const calls = {
    solutions: (n) => all(bezzel.solutions(n)),
    complete: (n) => bezzel.complete({ n }),
    images: (n) => bezzel.images({ n, queens: [] }),
    count: bezzel.count,
    "count of a board": (n) => bezzel.count({ n }),
    occupancy: bezzel.occupancy,
    random: (n) => bezzel.random(n, { seed: 1 }),
    "number of random completions": (count) => bezzel.random(8, { count: count === undefined ? null : count, seed: 1 }),
    seed: (seed) => bezzel.random(8, { seed: seed === undefined ? null : seed }),
    steps: (n) => all(bezzel.steps("bitmask", n)),
    puzzle: (n) => bezzel.puzzle({ n: n === undefined ? null : n, seed: 1 }),
    "row of a queen": (row) => bezzel.complete({ n: 4, queens: [{ row, column: 0 }] }),
  };
  const values = [
    [TypeError, ["8", "", null, undefined, 8n, true, [8], {}, Symbol("8"), () => 8]],
    [RangeError, [-1, 3.5, NaN, Infinity, -Infinity, 1e21]],
  ];
  for (const [name, call] of Object.entries(calls))
    for (const [kind, rejected] of values)
      for (const value of rejected)
        await assert.rejects(async () => call(value), (error) => error.constructor === kind && /^expected .*, found /.test(error.message), `${name} of ${String(value)}`);
  for (const text of [null, undefined, 8, 8n, ["Q"]]) {
    await assert.rejects(bezzel.read(text), TypeError);
    await assert.rejects(bezzel.puzzleOfDay(text), TypeError);
    await assert.rejects(bezzel.listings(text), TypeError);
  }
  for (const board of [null, undefined, "8", 8n, true]) await assert.rejects(bezzel.complete(board), TypeError);
  await assert.rejects(bezzel.read("1 2", { base: 2 }), RangeError);
  await assert.rejects(bezzel.puzzle({ grade: "impossible" }), RangeError);
  await assert.rejects(all(bezzel.solutions(8, { filter: "none" })), RangeError);
});

test("an iterator is left early", async () => {
  for await (const columns of bezzel.solutions(13)) {
    assert.equal(columns.length, 13);
    break;
  }
  const steps = bezzel.steps("brute-force", 16);
  assert.equal((await steps.next()).value.index, 0);
  await steps.return();
  assert.deepEqual(await steps.next(), { done: true, value: undefined });
});
