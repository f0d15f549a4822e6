// The box "Paste anything" of the Board tab and the Puzzle tab, in both languages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { address, button, load, number, page, press, remember, settled, show } from "./setup.mjs";

const BOARDS = "Solution 1:\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n\nSolution 2:\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n";
/** A puzzle with one solution. */
const PUZZLE = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n";
const box = () => page.locator(".tab:not([hidden]) .paste");
const fill = async (text) => {
  await box().locator("textarea").fill(text);
  await box().locator("textarea").press("Control+Enter");
};
const queens = () => page.locator(".tab:not([hidden]) .stage .queen");
const says = (text) => box().getByText(text).waitFor();

/** Pastes as a keyboard or a phone does. */
const paste = (text) =>
  box()
    .locator("textarea")
    .evaluate((area, text) => {
      area.focus();
      area.value = text;
      area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    }, text);

describe("paste", () => {
  test("boards are put on the board one after another, and this is undone", async () => {
    await show("#/board?n=8&board=Q7/8/8/8/8/8/8/8");
    await paste(BOARDS);
    await says("Read: 2 drawings of 4 × 4, queens 'Q'.");
    await page.getByText("4 of 4 queens").waitFor();
    await says("1 of 2");
    await address("board=1Q2/3Q/Q3/2Q1");
    await press("Next");
    await says("2 of 2");
    await address("board=2Q1/Q3/3Q/1Q2");
    assert.ok(await button("Next").isDisabled());
    await press("Undo", "Undo");
    await page.getByText("1 of 8 queens").waitFor();
  });

  test("what is not read is said, and the board stays", async () => {
    await show("#/board?n=6&board=1Q4/6/6/6/6/6");
    await fill("hello\n");
    await says(/^Line 1 is 'hello': not understood; bezzel reads drawings/);
    assert.doesNotMatch(await box().innerText(), /server/);
    await fill(Array.from({ length: 40 }, (_, row) => row).join(" "));
    await says("It has 40 rows; the page shows at most 32.");
    assert.equal(await queens().count(), 1);
    await page.locator("#language").selectOption("zh");
    await fill("hello");
    await says(/^第 1 行是“hello”，无法理解；可读：图形/);
    await fill("Q3/2x1/4/1x2");
    await says(/^读到：1 个 ?4 × 4 的 ?FEN 棋盘/);
    await number(".tab:not([hidden]) .mark.blocked", 2);
    await page.locator("#language").selectOption("en");
  });

  test("a text with two meanings is asked about", async () => {
    await show("#/board");
    await fill("4 1 2 4 3");
    await says(/n and the columns, counted from 1, or the columns only/);
    await press("n and columns from 1");
    await page.getByText("4 of 4 queens").waitFor();
    await fill("4 1 2 4 3");
    await press("columns only");
    await page.getByText("5 of 5 queens").waitFor();
  });

  test("a puzzle on the Board tab is played on the Puzzle tab, and a board the other way", async () => {
    await show("#/board");
    await fill(PUZZLE);
    await says("Read: 1 puzzle of 5 × 5.");
    await box().getByRole("link", { name: "Play this puzzle" }).click();
    await page.getByText("0 of 5 queens").waitFor();
    await page.getByText("This puzzle has exactly one solution.").waitFor();
    await fill("1Q2/3Q/Q3/2Q1");
    await box().getByRole("link", { name: "Show it on the board" }).click();
    await page.getByText("4 of 4 queens").waitFor();
  });

  const PUZZLES = [
    ["AAAB\nCCBB\nCCCB\nDDBA\n", "Regions may have several parts: region A has 2 parts, region B has 2 parts.", 4],
    [PUZZLE, "This puzzle has exactly one solution.", 5],
    [Array.from({ length: 16 }, (_, row) => String.fromCharCode(65 + row).repeat(16)).join("\n"), /several solutions/, 16],
    ["ABCDE\n".repeat(5), "This puzzle has several solutions. These are two of them.", 5],
  ];
  test("puzzles are played at once, and the number of their solutions is said", async () => {
    await show("#/puzzle");
    for (const [text, said, n] of PUZZLES) {
      await fill(text);
      for (const text of [`0 of ${n} queens`, said]) await page.getByText(text).first().waitFor();
    }
    await number(".tab:not([hidden]) .side .puzzle-board", 2);
    await settled();
  });

  test("marks of a puzzle are on its board", async () => {
    await show("#/puzzle");
    await fill(`${PUZZLE}\n..Q..\nx....\n.....\n.....\n.....\n`);
    await page.getByText("1 of 5 queens").waitFor();
    await number(".stage .puzzle-cross", 1);
    await fill("hello");
    await says(/^Line 1 is 'hello': not understood/);
    await fill("AAAB\nAABB\nCCCA\nCCCC\n");
    await says(/expected 4 regions on a board of 4 rows, found 3/);
    await page.getByText("1 of 5 queens").waitFor();
    await remember({ language: "zh" });
    await load("#/puzzle");
    await fill("AAAB\nAABB\nCCCA\nCCCC\n");
    await says("第 1 行：4 行的棋盘应有 4 个区域，实际有 3 个。");
  });

  test("a puzzle that is pasted again goes on from where it was left", async () => {
    const marked = `${PUZZLE}\n..Q..\n.....\n.....\n.....\n.....\n`;
    await show("#/puzzle");
    await fill(PUZZLE);
    await page.getByText("0 of 5 queens").waitFor();
    await fill(marked);
    await page.getByText("1 of 5 queens").waitFor();
    await page.getByText("This puzzle has exactly one solution.").waitFor();
    await page.evaluate(
      (marks) => {
        const [[letters, progress]] = JSON.parse(localStorage.getItem("bezzel-puzzles"));
        localStorage.setItem("bezzel-puzzles", JSON.stringify([[letters, { ...progress, marks, seconds: 75, hints: 3 }]]));
      },
      `..Q..Q${".".repeat(19)}`,
    );
    await load("#/puzzle");
    await fill(marked);
    await page.getByText("2 of 5 queens").waitFor();
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("bezzel-puzzles"))[0][1]);
    assert.ok(kept.seconds >= 75 && kept.hints === 3, JSON.stringify(kept));
  });

  test("the box fits on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await show("#/board");
    await fill(BOARDS);
    await says("1 of 2");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    for (const control of await box().locator("button, textarea").all()) assert.ok((await control.boundingBox()).height >= 32);
  });
});
