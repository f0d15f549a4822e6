// The package as it is installed (scripts/npm).

import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { test } from "node:test";

import * as bezzel from "bezzel";

const all = async (iterator) => {
  const found = [];
  for await (const one of iterator) found.push(one);
  return found;
};

test("a module that could not be loaded is loaded by the next call", async () => {
  const module = new URL("judge.wasm", import.meta.resolve("bezzel"));
  await rename(module, `${module.pathname}.gone`);
  await assert.rejects(bezzel.check("Q"), /ENOENT/);
  await rename(`${module.pathname}.gone`, module);
  assert.ok((await bezzel.check("Q")).boards[0].valid);
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

test("boards in any form are checked, and what was read is said", async () => {
  const grid = await bezzel.check(".Q..\n...Q\nQ...\n..Q.\n");
  assert.equal(grid.read.english, "1 drawing of 4 × 4, queens 'Q'");
  assert.deepEqual(grid.boards, [{ line: 1, n: 4, valid: true, drawing: ".Q..\n...Q\nQ...\n..Q." }]);
  const { read, boards } = await bezzel.check("1 3 0 2\n0 1 3 2\n1 3 - -\n");
  assert.match(read.english, /^3 lists of columns of 4 × 4/);
  assert.deepEqual(boards.map(({ line, valid }) => [line, valid]), [[1, true], [2, false], [3, false]]);
  assert.deepEqual(boards[1].conflict, { first: { row: 0, column: 0 }, second: { row: 1, column: 1 }, line: "diagonal" });
  assert.equal(boards[2].empty_row, 2);
  assert.ok((await bezzel.check("1 3 - -", { partial: true })).boards[0].valid);
  assert.ok((await bezzel.check("2 4 1 3", { oneBased: true })).boards[0].valid);
  // What is no board is an error that says which forms are read.
  await assert.rejects(bezzel.check("hello\n"), RangeError);
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
  assert.deepEqual([regions.length, solutions, grade], [7, 1, "easy"]);
  const marks = regions.map(() => ".".repeat(7));
  const { wrong, hint } = await bezzel.hint(regions, marks);
  assert.deepEqual([wrong.length, hint !== null], [0, true]);
  assert.equal((await bezzel.puzzleOfDay("2026-11-23")).regions.length, 6);
});

test("what is not accepted is named", async () => {
  await assert.rejects(bezzel.count(0), /expected n from 1 to \d+, found 0/);
  await assert.rejects(all(bezzel.solutions(15)), /expected n from 1 to 14, found 15/);
  await assert.rejects(all(bezzel.steps("nothing", 4)), /unknown method 'nothing'/);
  await assert.rejects(bezzel.complete({ n: 4, queens: [{ row: 4, column: 0 }] }), /expected rows and columns below 4/);
  await assert.rejects(bezzel.count(-1), /^RangeError: invalid value: integer `-1`, expected u32$/);
  await assert.rejects(async () => bezzel.count(), /^RangeError: missing field `n`$/);
  await assert.rejects(bezzel.puzzleOfDay("2026-13-40"), /^RangeError: .*found '2026-13-40': there is no month 13$/);
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
