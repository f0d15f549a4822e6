// Values of the data panel, the call stack and the listing at every step of every method.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { COUNTING } from "./browser.mjs";
import * as engine from "./engine.mjs";
import { arrived, page, show, walk } from "./setup.mjs";

const methods = COUNTING.map(({ name }) => name);
/** Sizes at which a method takes less than a thousand steps; the start positions of 4 and 5 differ. */
const sizes = (method) => (method === "brute-force" ? [3] : method.startsWith("mirrored") ? [4, 5] : [4]);
const boards = ["x5/6/5Q/6/6/6", "6/6/x4x/3Q2/1x4/6", "1Qx1/4/4/x3", "5/2x2/4Q/5/5"];

/** The functions of a Python listing by the number of their lines, innermost function first. */
function functionsOf(lines) {
  const open = [];
  return lines.map(({ english }) => {
    const indent = english.search(/\S/);
    if (indent >= 0) while (open.length > 0 && open.at(-1).indent >= indent) open.pop();
    const name = /^\s*def (\w+)/.exec(english)?.[1];
    if (name) open.push({ name, indent });
    return open.at(-1)?.name;
  });
}

/** Solutions that each call has found, outermost first, from the steps alone; the calls of fixed queens come first. */
function* foundBy(steps) {
  const calls = [0];
  let fixed = 0;
  for (const { event, kind } of steps) {
    if (event === "solution") calls[calls.length - 1]++;
    if (event === "remove") {
      const found = calls.pop();
      calls[calls.length - 1] += found;
    }
    fixed += Number(kind === "place-start") - Number(kind === "remove-start");
    yield { calls: [...calls], fixed };
    // The call for the next row begins after the queen is placed.
    if (event === "place") calls.push(0);
  }
}

/** Variables of the data panel that the call stack has too. */
const NAMES = { positions: ["columns"], masks: ["columns", "diagonals", "anti"], colours: ["R", "C"] };

/** The same value as digits: bits of the board, or numbers of an array without its empty cells. */
const bitsOf = (text, n) => /^0b([01]+)/.exec(text)[1].slice(-n);
const numbersIn = (text) => text.match(/\d+/g) ?? [];

describe("values", () => {
  for (const method of methods)
    test(`the data panel has the names of the listings and of the Rust source: ${method}`, async () => {
      const { steps } = engine.steps({ method, n: 4 });
      const inRust = [...new Set(steps.map(({ source }) => source.file))].map(engine.source).join("\n");
      const inListings = engine
        .listings(method)
        .filter(({ form, language }) => form === "counts" && language !== "pseudocode")
        .map(({ lines }) => lines.map(({ english }) => english).join("\n"));
      assert.equal(inListings.length, 4);
      await show(`#/methods?method=${method}&n=4`);
      await arrived("step 0 ");
      const states = await walk(
        "ArrowRight",
        steps.slice(0, 60).map((_, index) => index + 1),
      );
      const names = new Set(states.flatMap(({ panel }) => panel.flatMap(([name]) => name.match(/[a-z_]{3,}/g) ?? [])));
      for (const text of [...inListings, inRust])
        for (const name of names) assert.ok(new RegExp(`\\b${name}\\b`).test(text), `${name} is not in ${text}`);
    });

  const runs = methods.flatMap((method) => sizes(method).map((n) => ({ method, n })));
  for (const { method, n, board } of [...runs, ...boards.map((board) => ({ method: "bitmask", n: board.split("/").length, board }))])
    test(`panel, stack and listing agree: ${method}, ${board ?? `n = ${n}`}`, async () => {
      const run = `method=${method}&n=${n}${board ? `&board=${board}` : ""}`;
      const { steps, ended } = engine.steps({ method, n, board });
      assert.ok(ended && steps.length > 20, `${steps.length} steps`);
      const python = engine.listings(method).find(({ language }) => language === "python");
      const functions = functionsOf(python.lines);
      await page.evaluate(() => localStorage.setItem("bezzel-listing", "python"));
      await show(`#/methods?${run}`);
      await arrived("step 0 ");
      await page.locator(".listing").waitFor();
      const states = await walk(
        "ArrowRight",
        steps.map((_, index) => index + 1),
      );
      const found = [...foundBy(steps)];
      for (const [index, { stack, panel, line }] of states.entries()) {
        const here = `step ${index + 1}, ${steps[index].kind}`;
        const called = stack[0].call.split("(")[0];
        assert.equal(called, functions[Number(/^\d+/.exec(line)[0]) - 1], `${here}: the top of the stack and the line "${line}"`);
        const compared = new Set();
        for (const [name, cells] of panel) {
          const value = stack.find(({ locals }) => name in locals)?.locals[name];
          if (value === undefined) continue;
          compared.add(name);
          if (value.startsWith("0b")) assert.equal(cells.join(""), bitsOf(value, n), `${here}: ${name}`);
          else
            assert.deepEqual(
              cells.filter((cell) => cell !== "·"),
              numbersIn(value),
              `${here}: ${name}`,
            );
        }
        for (const name of NAMES[steps[index].data.kind] ?? []) assert.ok(compared.has(name), `${here}: ${name} is missing`);
        const counts = stack.flatMap(({ locals }) => ("found" in locals ? [Number(locals.found)] : [])).reverse();
        const { calls, fixed } = found[index];
        const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
        // The colour split also calls itself for rows without a queen.
        if (method !== "colour-split") assert.deepEqual(counts, calls.slice(fixed, fixed + counts.length), `${here}: found`);
        else assert.equal(sum(counts), sum(called === "complete" ? calls.slice(0, -1) : calls), `${here}: found`);
      }
    });
});
