// Board tab: placing and removing queens, completions, gallery, links.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { address, button, load, number, onPhone, openTab, page, press, says, settled, show, square } from "./setup.mjs";

describe("board", () => {
  test("three queens are completed, by mouse", async () => {
    await show("#/board");
    for (const at of ["0 0", "1 4", "2 7"]) await square(at).click();
    await says("3 of 8 queens");
    await press("Hint");
    await says(/leads to a solution/);
    await number(".mark.hint", 1);
    await press("Complete");
    await says("Exactly one completion.", "Solution: no two queens attack each other.");
    await number(".stage .queen", 8);
    await press("Undo");
    await number(".stage .queen", 3);
    // The address ends with the three queens, not with the completed board.
    await address("board=Q7/4Q3/7Q/8/8/8/8/8");
    await page.reload();
    await number(".stage .queen", 3);
  });

  test("attacking pairs are marked and listed, and a board without a completion is proved impossible", async () => {
    await show("#/board?n=8&board=Q7/8/8/8/8/5Q2/8/8");
    await says("row 0, column 0 and row 5, column 5: same diagonal");
    await number(".mark.conflict", 2);
    await number(".stage .ray", 1);
    await press("Complete");
    await says(/First remove one queen of each attacking pair/);
    await show("#/board?n=6&board=Q5/6/6/6/6/6");
    await press("Complete");
    await says("No solution contains this queen.", /Proof with \d+ steps/, "Row 1 has 4 free squares, but a queen on any of them");
    await page.locator("#language").selectOption("zh");
    await says("如果在第 2 行第 4 列放皇后，第 5 列就没有可用的格子，所以这一格不能放皇后。");
    await page.locator("#language").selectOption("en");
    // The proof is that of the board: it goes with it.
    await square("3 3").click();
    await number(".proof", 0);
    await show("#/board?n=3");
    await press("Complete");
    await says("No solution exists for n = 3.", /Proof with \d+ steps/);
    await show("#/board?n=4&board=1xx1/4/4/4");
    await press("Hint");
    await says("No solution avoids the blocked squares.", /Proof with \d+ steps/);
  });

  test("Ctrl+Z and Ctrl+Y act on the board on the screen, and not on a puzzle that was left", async () => {
    await show("#/puzzle?day=2026-11-23");
    await square("2 2").click();
    await number(".puzzle-cross", 1);
    await openTab("Board");
    const isOn = (at, isOn) => page.locator(`.tab:not([hidden]) [data-at="${at}"][aria-pressed=${isOn}]`).waitFor();
    await square("0 0").click();
    await square("1 2").click();
    await isOn("1 2", true);
    await page.keyboard.press("Control+z");
    await isOn("1 2", false);
    await page.keyboard.press("Control+z");
    await isOn("0 0", false);
    await page.keyboard.press("Control+y");
    await isOn("0 0", true);
    await page.keyboard.press("Control+Shift+z");
    await isOn("1 2", true);
    // Another size is undone too.
    await page.getByLabel("Queens n", { exact: true }).fill("4");
    await number(".tab:not([hidden]) .squares [data-at]", 16);
    await press("Undo");
    await number(".tab:not([hidden]) .squares [data-at]", 64);
    await isOn("1 2", true);
    await press("Redo");
    await number(".tab:not([hidden]) .squares [data-at]", 16);
    // The keys of a field for text are its own.
    await page.getByLabel("Queens n", { exact: true }).focus();
    await page.keyboard.press("Control+z");
    await openTab("Puzzle");
    await page.locator(".tab:not([hidden]) .puzzle-cross").waitFor();
    await settled();
    await page.keyboard.press("Control+z");
    await number(".puzzle-cross", 0);
  });

  test("the printed board has no links, buttons or fields", async () => {
    await show("#/board?n=6&board=1Q4/3Q2/6/6/6/6");
    await press("Complete");
    await number(".stage .queen", 6);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator(".stage .board").isVisible());
    const parts = ["a", "button:not(.gallery button)", "input", "textarea", "select"].map((part) => `.tab:not([hidden]) ${part}:visible`);
    assert.deepEqual(await page.locator(parts.join(", ")).allInnerTexts(), []);
  });

  test("numbers are grouped and agree with what they count", async () => {
    await show("#/board?n=12");
    await press("Count completions");
    await says("14,200 completions.", "14,200 solutions.");
    await show("#/board?n=1&board=Q");
    await page.getByText("1 of 1 queen", { exact: true }).waitFor();
    await says("1 solution.");
    assert.equal(await page.locator(".stage .board").getAttribute("aria-label"), "Board of 1 by 1 square, 1 queen: row 0, column 0");
  });

  test("blocked squares restrict the completions", async () => {
    await show("#/board?n=6");
    await press("Count completions");
    await says("4 completions.");
    await page.getByLabel("Tool").selectOption("block");
    await square("0 1").click();
    await number(".mark.blocked", 1);
    await press("Count completions");
    await says("3 completions.");
    await number(".stage .queen", 0);
    await address("board=1x4/6/6/6/6/6");
    await page.reload();
    await number(".mark.blocked", 1);
    await page.getByLabel("Tool").selectOption("queen");
    await square("0 1").click();
    await number(".mark.blocked", 0);
    await number(".stage .queen", 1);
    await press("Undo");
    await number(".mark.blocked", 1);
  });

  test("a link restores the whole state", async () => {
    await show("#/board?n=8");
    await square("2 5").click();
    await page.getByLabel("Show attacked squares").uncheck();
    await page.getByLabel("Filter").selectOption("symmetric");
    await says("4 solutions");
    await address("symmetric");
    const link = await page.evaluate(() => location.hash);
    await load(link);
    await says("1 of 8 queens", "4 solutions");
    assert.equal(await page.getByLabel("Show attacked squares").isChecked(), false);
    await number(".mark.attacked", 0);
    assert.equal(await page.getByLabel("Filter").inputValue(), "symmetric");
  });

  test("a finger places and removes queens on a phone", async () => {
    const finger = await onPhone(360);
    await show("#/board?n=8");
    const touch = async (at) => {
      await finger("touchStart", at);
      await finger("touchEnd");
    };
    for (const [count, at] of ["0 0", "1 4", "2 7"].entries()) {
      await touch(at);
      await says(`${count + 1} of 8 queens`);
    }
    await touch("1 4");
    await says("2 of 8 queens");
    await page.locator('.squares [data-at="1 4"][aria-pressed=false]').waitFor();
  });

  test("squares have labels with their marks, and keys", async () => {
    await show("#/board?n=4&board=Q3/4/4/4");
    await page.getByRole("button", { name: "Row 0, column 0", exact: true, pressed: true }).waitFor();
    await page.getByRole("button", { name: "Row 1, column 1, attacked", exact: true, pressed: false }).waitFor();
    await page.getByRole("button", { name: "Row 1, column 2", exact: true, pressed: false }).waitFor();
    await number(".squares [data-at]", 16);
    // The keyboard alone.
    await press("Clear");
    await page.locator('.squares [tabindex="0"]').focus();
    for (const key of ["ArrowRight", "Enter", "ArrowDown", "End", "Space"]) await page.keyboard.press(key);
    await says("2 of 4 queens");
    const pressed = await page.locator('.squares [aria-pressed="true"]').evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(pressed, ["0 1", "1 3"]);
    await page.keyboard.press("Space");
    await says("1 of 4 queens");
  });

  test("images, exports and the gallery", async () => {
    await show("#/board?n=8&board=2Q5/4Q3/1Q6/7Q/Q7/6Q1/3Q4/5Q2");
    await press("Eight images");
    await says("one of 4 images, half-turn symmetry");
    await number(".images .board", 8);
    await show("#/board?n=6&board=Q5/6/6/6/6/6");
    await press("Eight images");
    await says("one of 4 images, unchanged by a reflection");
    await number(".images .canonical", 1);
    await show("#/board?n=8&board=2Q5/4Q3/1Q6/7Q/Q7/6Q1/3Q4/5Q2");
    for (const question of ["Complete", "Count completions", "Hint"]) {
      await press(question);
      await page.locator(".status", { hasText: "The board is complete." }).waitFor();
    }
    await press("positions");
    await says("2 4 1 7 0 6 3 5");
    await press("LeetCode");
    await says('"..Q.....","....Q..."');
    for (const kind of ["SVG", "PNG"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), button(kind).click()]);
      assert.equal(download.suggestedFilename(), `queens-8.${kind.toLowerCase()}`);
    }
    await page.getByLabel("Filter").selectOption("fundamental");
    await says("12 solutions");
    await page.locator(".gallery button").first().click();
    await number(".stage .queen", 8);
    await number('.gallery [aria-pressed="true"]', 1);
    // The exported text follows the board.
    await page.locator("pre", { hasText: '"Q.......","....Q..."' }).waitFor();
  });

  test("of 724 boards the page contains only those in view", async () => {
    await show("#/board?n=10");
    await says("724 solutions");
    const most = await page.evaluate(async () => {
      const gallery = document.querySelector(".gallery");
      let most = 0;
      while (gallery.scrollTop + gallery.clientHeight < gallery.scrollHeight - 1) {
        gallery.scrollTop += 600;
        // Squares without a board wait for the server.
        do await new Promise(requestAnimationFrame);
        while (gallery.querySelector(".empty"));
        most = Math.max(most, gallery.querySelectorAll("button").length);
      }
      return most;
    });
    await says("724 · one of 8 images");
    assert.ok(most > 0 && most < 100, `${most} boards in the page`);
  });
});
