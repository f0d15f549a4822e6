// Given boards: random completions, the heat layer, reasons of contradictions, searches.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";

import { BEZZEL } from "./browser.mjs";
import { interceptEngine } from "./engine.mjs";
import { address, arrived, button, load, number, page, press, says, show, square, until } from "./setup.mjs";

const queens = () => page.locator('.stage [aria-pressed="true"]').evaluateAll((all) => all.map((one) => one.dataset.at));

const answered = () => page.waitForFunction(() => document.documentElement.dataset.unanswered === "0");
/** The columns of a board with a queen in each row. */
const completion = async (n) => {
  await number(".stage .queen", n);
  return (await queens()).map((at) => Number(at.split(" ")[1]));
};

describe("given boards", () => {
  test("random completions contain the board; the next one is from the same board", async () => {
    await show("#/board?n=8&board=3Q4/8/8/8/4x3/8/8/8");
    const seen = new Set();
    while (seen.size < 3) {
      await press("Random completion");
      await answered();
      const columns = await completion(8);
      assert.equal(columns[0], 3);
      assert.notEqual(columns[4], 4);
      seen.add(columns.join());
    }
    await says(/all completions of the board have the same probability/, "Solution: no two queens attack each other.");
    await press("Undo");
    await number(".stage .queen", 1);
    await number(".mark.blocked", 1);
    // After Complete, too, the page shows the completions of the board before.
    await show("#/board?n=8&board=3Q4/8/8/8/8/8/8/8");
    await press("Complete");
    await says("18 completions.");
    const boards = new Set();
    while (boards.size < 3) {
      await press("Random completion");
      await answered();
      boards.add((await completion(8)).join());
      await says(/all completions of the board have the same probability/);
    }
    await press("Undo");
    assert.deepEqual(await queens(), ["0 3"]);
  });

  test("a board with too many completions has no random one, and the page says why", async () => {
    await show("#/board?n=21");
    await says(/xpected n of at most 20, or a board with few completions/);
    assert.equal(await button("Random completion").isDisabled(), true);
    await page.getByLabel("Queens n", { exact: true }).fill("20");
    await page.waitForFunction(
      () => ![...document.querySelectorAll("button")].find((one) => one.textContent === "Random completion").disabled,
    );
    // Most rows of this board are given.
    const rows = Array.from({ length: 19 }, (_, row) => (row % 2 === 0 && row < 14 ? `${row + 1}Q${17 - row}` : "19"));
    await show(`#/board?board=${rows.join("/")}`);
    await button("Random completion").waitFor();
  });

  test("a changed board cancels the draw", async () => {
    const held = [];
    let isHeld = true;
    await interceptEngine(page, ({ count }) => (count?.random && isHeld ? new Promise(() => held.push(count)) : undefined));
    await show("#/board?n=6");
    await press("Random completion");
    await until("the request is held", () => held.length === 1);
    await square("0 1").click();
    await answered();
    assert.deepEqual(await queens(), ["0 1"]);
    await press("Random completion");
    await until("the next request is held", () => held.length === 2);
    await press("Stop");
    await answered();
    isHeld = false;
    assert.deepEqual(await queens(), ["0 1"]);
    await press("Complete");
    await says("Exactly one completion.");
  });

  test("the heat layer has the numbers of the command and follows the board", async () => {
    const squares = (...args) => JSON.parse(execFileSync(BEZZEL, ["occupancy", "8", ...args, "--format", "json"]));
    const share = (count, all) => `${count} ${count === 1 ? "completion" : "completions"}, ${((100 * count) / all).toFixed(3)}%`;
    const names = () => page.locator(".stage .squares rect").evaluateAll((all) => all.map((one) => one.ariaLabel));
    const agrees = async (...args) => {
      const { occupancy, solutions } = squares(...args);
      await says(`${solutions} completions. The colours`);
      const ends = occupancy.flat().map((count) => `: ${share(Number(count), Number(solutions))}`);
      for (const [at, name] of (await names()).entries()) assert.ok(name.endsWith(ends[at]), `${name}, expected ${ends[at]}`);
    };
    await show("#/board?n=8");
    await page.getByLabel("Heat map of the completions").check();
    await agrees();
    await number(".heat-layer rect", 64);
    await square("0 3").click();
    await agrees("--queen", "0,3");
    // The square of the given queen keeps its colour.
    await number(".heat-layer rect", 63);
    await square("0 3").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    const { occupancy, solutions } = squares("--queen", "0,3");
    await page.locator(".heat-square", { hasText: `Row 1, column 7: ${share(Number(occupancy[1][7]), Number(solutions))}` }).waitFor();
    await address("heat=1");
    // The layer of a completed board is that of all its completions.
    await press("Random completion");
    await number(".stage .queen", 8);
    await says(`${solutions} completions. The colours`, "These are the completions of the board before you completed it.");
    await number(".heat-layer rect", 63);
    await press("Undo");
    await number(".stage .queen", 1);
    // The address follows the board a moment later.
    await address("board=3Q4/8/8/8/8/8/8/8");
    await page.reload();
    await number(".heat-layer rect", 63);
    await show("#/board?n=15&heat=1");
    await says("The heat map of a board is computed up to n = 14.");
  });

  test("a contradiction is named, in both languages", async () => {
    await show("#/board?n=4&board=4/xxxx/4/4&heat=1");
    await says("0 completions.");
    await press("Count completions");
    await says("Every square of row 1 is blocked or attacked.");
    await press("Random completion");
    await says("Every square of row 1 is blocked or attacked.");
    await page.getByLabel("Language").selectOption("zh");
    await says("第 1 行的格子都被禁用或受攻击。");
    await button("随机补全").waitFor();
  });

  test("a search starts on this board, and the address holds it", async () => {
    await show("#/board?n=6&board=x5/6/5Q/6/6/6");
    await page.getByRole("link", { name: "Search on this board" }).click();
    await says(/Given board: 1 queen, 1 blocked square\./);
    await address("board=x5/6/5Q/6/6/6");
    await number(".methods .stage .mark.blocked", 1);
    await number(".methods .stage .queen.ghost", 1);
    await press("Next solution");
    await says("Solution 1: 1 3 5 0 2 4");
    await number(".methods .stage .queen.ghost", 0);
    const options = page.locator(".methods select").first().locator("option");
    assert.deepEqual(await options.evaluateAll((all) => all.map((one) => one.value)), ["bitmask"]);
    await page.waitForFunction(() => /step=[1-9]/.test(location.hash));
    const link = await page.evaluate(() => location.hash);
    await load(link);
    await says("Solution 1: 1 3 5 0 2 4");
    // Its masks end with the columns that the board allows.
    await press("To the start");
    await arrived("step 0");
    await press("Step forward");
    await says("columns that the given board allows in this row", "In the program, board is a mask");
    await page.locator(".listing-line", { hasText: "free ← board AND NOT (columns OR anti OR diagonals)" }).waitFor();
    await page.getByRole("link", { name: "Change the board" }).click();
    await says("1 of 6 queens");
    await page.goBack();
    await press("Search the empty board");
    await page.waitForFunction(() => !location.hash.includes("board="));
    await number(".methods .stage .mark.blocked", 0);
    await page.locator(".methods select").first().selectOption("slope-test");
  });
});
