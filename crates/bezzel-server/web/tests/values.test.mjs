// Board, data panel, call stack and listing at the steps of every method, forwards and back. Where BEZZEL_TEST_ALL is
// set, at every step of a run; otherwise up to the last kind of step that appears, and 5 steps more.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { COUNTING } from "./browser.mjs";
import * as engine from "./engine.mjs";
import { arrived, page, remember, sameDrawing, show, walk } from "./setup.mjs";

const methods = COUNTING.map(({ name }) => name);
/** A size at which a method takes less than a thousand steps. */
const sizeOf = (method) => (method === "brute-force" ? 3 : method.startsWith("mirrored") ? 5 : 4);
const boards = ["x5/6/5Q/6/6/6", "1Qx1/4/4/x3"];

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

/** The programs of a method and its Rust source have the names of the panel. */
function checkListings(method, steps, states) {
  const listings = engine.listings(method).filter(({ form }) => form === "counts");
  const programs = listings.filter(({ language }) => language !== "pseudocode");
  assert.equal(programs.length, 4);
  const texts = programs.map(({ lines }) => lines.map(({ english }) => english).join("\n"));
  texts.push([...new Set(steps.map(({ source }) => source.file))].map(engine.source).join("\n"));
  const names = new Set(states.flatMap(({ panel }) => panel.flatMap(([name]) => name.match(/[a-z_]{3,}/g) ?? [])));
  for (const text of texts) for (const name of names) assert.ok(new RegExp(`\\b${name}\\b`).test(text), `${name} is not in ${text}`);
}

describe("values", () => {
  const runs = methods.map((method) => ({ method, n: sizeOf(method) }));
  for (const { method, n, board } of [...runs, ...boards.map((board) => ({ method: "bitmask", n: board.split("/").length, board }))])
    test(`panel, stack and listing agree: ${method}, ${board ?? `n = ${n}`}`, async () => {
      const { steps: run, ended } = engine.steps({ method, n, board });
      assert.ok(ended && run.length > 20, `${run.length} steps`);
      const kinds = run.map(({ kind }) => kind);
      const last = process.env.BEZZEL_TEST_ALL ? run.length : 5 + Math.max(...kinds.map((kind) => kinds.indexOf(kind)));
      const steps = run.slice(0, last);
      const listing = (language) => engine.listings(method).find((one) => one.language === language).lines;
      const functions = functionsOf(listing("python"));
      const isAtItsLine = (language, { step, line }) => {
        const expected = listing(language).find((line) => line.kinds.includes(steps[step - 1].kind)).english;
        assert.ok(board || line.includes(expected.trim()), `${language}, step ${step}: '${line}' is not '${expected}'`);
      };
      await remember({ listing: "python" });
      await show(`#/methods?method=${method}&n=${n}${board ? `&board=${board}` : ""}`);
      await arrived("step 0 ");
      await page.locator(".listing").waitFor();
      const states = await walk(
        "ArrowRight",
        steps.map((_, index) => index + 1),
      );
      if (!board) checkListings(method, steps, states);
      const found = [...foundBy(steps)];
      for (const [index, state] of states.entries()) {
        const { stack, panel, line } = state;
        isAtItsLine("python", state);
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
      const shown = page.locator(".listing");
      for (const language of ["pseudocode", "java", "cpp", "pascal"]) {
        await page.getByLabel("Listing", { exact: true }).selectOption(language);
        await shown.locator(".current").waitFor();
        assert.ok(await shown.evaluate((box) => box.scrollWidth <= box.clientWidth), `${language}: lines are cut`);
      }
      const back = steps.slice(process.env.BEZZEL_TEST_ALL ? -41 : -11, -1).map((_, index) => steps.length - 1 - index);
      for (const state of await walk(
        "ArrowLeft",
        back.filter((step) => step > 0),
      )) {
        sameDrawing(state.drawing, states[state.step - 1].drawing, `step ${state.step}`);
        isAtItsLine("pascal", state);
      }
    });
});
