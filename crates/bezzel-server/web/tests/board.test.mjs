// Board tab: placing and removing queens, completions, gallery, links.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";

import { BEZZEL } from "./browser.mjs";
import { browser, button, number, openTab, page, settled, show } from "./setup.mjs";

/** The output of a command, also of one whose answer is no. */
const command = (...args) => new Promise((resolve) => execFile(BEZZEL, args, (_, stdout) => resolve({ stdout })));
/** Number of deductions and cases of a proof. */
const lengthOf = ({ steps, conclusion }) =>
  steps.length + (conclusion.cases ?? []).reduce((sum, { proof }) => sum + 1 + lengthOf(proof), 0);

describe("board", () => {
  test("three queens are completed, by mouse", async () => {
    await show("#/board");
    const press = (square) => page.locator(`.squares [data-at="${square}"]`).click();
    await press("0 0");
    await press("1 4");
    await press("2 7");
    await page.getByText("3 of 8 queens").waitFor();
    await button("Hint").click();
    await page.getByText(/leads to a solution/).waitFor();
    await number(".mark.hint", 1);
    await button("Complete").click();
    await page.getByText("Exactly one completion.").waitFor();
    await page.getByText("Solution: no two queens attack each other.").waitFor();
    await number(".stage .queen", 8);
    await button("Undo").click();
    await number(".stage .queen", 3);
    // The address ends with the three queens, not with the completed board.
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes("board=Q7/4Q3/7Q/8/8/8/8/8"));
    await page.reload();
    await number(".stage .queen", 3);
  });

  test("attacking pairs are marked and listed, and a board without a completion is proved impossible", async () => {
    await show("#/board?n=8&board=Q7/8/8/8/8/5Q2/8/8");
    await page.getByText("row 0, column 0 and row 5, column 5: same diagonal").waitFor();
    await number(".mark.conflict", 2);
    await number(".stage .ray", 1);
    await button("Complete").click();
    await page.getByText(/First remove one queen of each attacking pair/).waitFor();
    // Any other board without a completion is proved impossible, with the steps of the command.
    const proof = async (...constraints) => {
      const { proof } = JSON.parse((await command("complete", ...constraints, "--why", "--format", "json")).stdout);
      return lengthOf(proof);
    };
    await show("#/board?n=6&board=Q5/6/6/6/6/6");
    await button("Complete").click();
    await page.getByText("No solution contains this queen.").waitFor();
    await page.getByText(`Proof with ${await proof("6", "--queen", "0,0")} steps`).waitFor();
    await page.getByText("Row 1 has 4 free squares, but a queen on any of them leads to a contradiction:").waitFor();
    await page.getByText("A queen at row 2 column 4 would leave no free square in column 5, so no queen is there.").waitFor();
    await page.getByText("Column 5 has no free square left.").waitFor();
    await page.locator("#language").selectOption("zh");
    await page.getByText("如果在第 2 行第 4 列放皇后，第 5 列就没有可用的格子，所以这一格不能放皇后。").waitFor();
    await page.locator("#language").selectOption("en");
    // The proof is that of the board: it goes with it.
    await page.locator('.squares [data-at="3 3"]').click();
    await number(".proof", 0);
    await show("#/board?n=3");
    await button("Complete").click();
    await page.getByText("No solution exists for n = 3.").waitFor();
    await page.getByText(`Proof with ${await proof("3")} steps`).waitFor();
    await show("#/board?n=4&board=1xx1/4/4/4");
    await button("Hint").click();
    await page.getByText("No solution avoids the blocked squares.").waitFor();
    await page.locator(".proof p").first().waitFor();
  });

  test("Ctrl+Z and Ctrl+Y act on the board on the screen, and not on a puzzle that was left", async () => {
    await show("#/puzzle?day=2026-11-23");
    await page.locator('.puzzle-board [data-at="2 2"]').click();
    await number(".puzzle-cross", 1);
    await openTab("Board");
    const square = (at) => page.locator(`.tab:not([hidden]) .squares [data-at="${at}"]`);
    const isOn = (at, isOn) => page.locator(`.tab:not([hidden]) .squares [data-at="${at}"][aria-pressed=${isOn}]`).waitFor();
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
    await button("Undo").click();
    await number(".tab:not([hidden]) .squares [data-at]", 64);
    await isOn("1 2", true);
    await button("Redo").click();
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
    await button("Complete").click();
    await number(".stage .queen", 6);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator(".stage .board").isVisible());
    const parts = ["a", "button:not(.gallery button)", "input", "textarea", "select"].map((part) => `.tab:not([hidden]) ${part}:visible`);
    assert.deepEqual(await page.locator(parts.join(", ")).allInnerTexts(), []);
  });

  test("numbers are grouped and agree with what they count", async () => {
    await show("#/board?n=12");
    await button("Count completions").click();
    await page.getByText("14,200 completions.").waitFor();
    await page.getByText("14,200 solutions.").waitFor();
    await show("#/board?n=1&board=Q");
    await page.getByText("1 of 1 queen", { exact: true }).waitFor();
    await page.getByText("1 solution.").waitFor();
    assert.equal(await page.locator(".stage .board").getAttribute("aria-label"), "Board of 1 by 1 square, 1 queen: row 0, column 0");
  });

  test("blocked squares restrict the completions", async () => {
    await show("#/board?n=6");
    const press = (square) => page.locator(`.squares [data-at="${square}"]`).click();
    await button("Count completions").click();
    await page.getByText("4 completions.").waitFor();
    await page.getByLabel("Tool").selectOption("block");
    await press("0 1");
    await number(".mark.blocked", 1);
    await button("Count completions").click();
    await page.getByText("3 completions.").waitFor();
    await number(".stage .queen", 0);
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes("board=1x4/6/6/6/6/6"));
    await page.reload();
    await number(".mark.blocked", 1);
    await page.getByLabel("Tool").selectOption("queen");
    await press("0 1");
    await number(".mark.blocked", 0);
    await number(".stage .queen", 1);
    await button("Undo").click();
    await number(".mark.blocked", 1);
    for (const square of ["0 2", "0 3", "0 4"]) {
      await page.getByLabel("Tool").selectOption("block");
      await press(square);
    }
    await number(".mark.blocked", 4);
    await button("Complete").click();
    await page.getByText("No solution avoids the blocked squares.", { exact: false }).waitFor();
  });

  test("a link restores the whole state", async () => {
    await show("#/board?n=8");
    await page.locator('.squares [data-at="2 5"]').click();
    await page.getByLabel("Show attacked squares").uncheck();
    await page.getByLabel("Filter").selectOption("symmetric");
    await page.getByText("4 solutions").waitFor();
    await page.waitForFunction(() => location.hash.includes("symmetric"));
    const link = await page.evaluate(() => location.hash);
    await show(link);
    await page.getByText("1 of 8 queens").waitFor();
    await page.getByText("4 solutions").waitFor();
    assert.equal(await page.getByLabel("Show attacked squares").isChecked(), false);
    await number(".mark.attacked", 0);
    assert.equal(await page.getByLabel("Filter").inputValue(), "symmetric");
  });

  test("a finger places and removes queens on a phone", async () => {
    const session = await browser.newCDPSession(page);
    await session.send("Emulation.setDeviceMetricsOverride", { width: 360, height: 740, deviceScaleFactor: 2, mobile: true });
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
    await show("#/board?n=8");
    const touch = async (square) => {
      const box = await page.locator(`.squares [data-at="${square}"]`).boundingBox();
      assert.ok(box.width >= 24 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    for (const [count, square] of ["0 0", "1 4", "2 7"].entries()) {
      await touch(square);
      await page.getByText(`${count + 1} of 8 queens`).waitFor();
    }
    await touch("1 4");
    await page.getByText("2 of 8 queens").waitFor();
    await page.locator('.squares [data-at="1 4"][aria-pressed=false]').waitFor();
  });

  test("squares have labels with their marks, and keys", async () => {
    await show("#/board?n=4&board=Q3/4/4/4");
    await page.getByRole("button", { name: "Row 0, column 0", exact: true, pressed: true }).waitFor();
    await page.getByRole("button", { name: "Row 1, column 1, attacked", exact: true, pressed: false }).waitFor();
    await page.getByRole("button", { name: "Row 1, column 2", exact: true, pressed: false }).waitFor();
    assert.equal(
      await page
        .getByRole("group", { name: /Board of 4 by 4 squares/ })
        .getByRole("button")
        .count(),
      16,
    );
    // The keyboard alone.
    await button("Clear").click();
    await page.locator('.squares [tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    await page.getByText("2 of 4 queens").waitFor();
    const pressed = await page.locator('.squares [aria-pressed="true"]').evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(pressed, ["0 1", "1 3"]);
    await page.keyboard.press("Space");
    await page.getByText("1 of 4 queens").waitFor();
  });

  test("images, exports and the gallery", async () => {
    await show("#/board?n=8&board=2Q5/4Q3/1Q6/7Q/Q7/6Q1/3Q4/5Q2");
    await button("Eight images").click();
    await page.getByText("one of 4 images, half-turn symmetry").waitFor();
    await number(".images .board", 8);
    await show("#/board?n=6&board=Q5/6/6/6/6/6");
    await button("Eight images").click();
    await page.getByText("one of 4 images, unchanged by a reflection").waitFor();
    await number(".images .canonical", 1);
    await show("#/board?n=8&board=2Q5/4Q3/1Q6/7Q/Q7/6Q1/3Q4/5Q2");
    for (const question of ["Complete", "Count completions", "Hint"]) {
      await button(question).click();
      await page.locator(".status", { hasText: "The board is complete." }).waitFor();
    }
    await button("positions").click();
    await page.getByText("2 4 1 7 0 6 3 5").first().waitFor();
    await button("LeetCode").click();
    await page.getByText('"..Q.....","....Q..."').waitFor();
    for (const kind of ["SVG", "PNG"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), button(kind).click()]);
      assert.equal(download.suggestedFilename(), `queens-8.${kind.toLowerCase()}`);
    }
    await page.getByLabel("Filter").selectOption("fundamental");
    await page.getByText("12 solutions").waitFor();
    await page.locator(".gallery button").first().click();
    await number(".stage .queen", 8);
    await number('.gallery [aria-pressed="true"]', 1);
    // The exported text follows the board.
    await page.locator("pre", { hasText: '"Q.......","....Q..."' }).waitFor();
  });

  test("of 724 boards the page contains only those in view", async () => {
    await show("#/board?n=10");
    await page.getByText("724 solutions").waitFor();
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
    await page.getByText("724 · one of 8 images").waitFor();
    assert.ok(most > 0 && most < 100, `${most} boards in the page`);
  });
});
