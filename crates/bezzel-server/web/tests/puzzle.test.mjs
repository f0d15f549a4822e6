// Puzzle tab: whole games by keyboard and by touch, hints, undo, links, progress, without a server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";

import { BEZZEL } from "./browser.mjs";
import { interceptEngine } from "./engine.mjs";
import {
  address,
  browser,
  button,
  load,
  number,
  onPhone,
  openTab,
  page,
  pagesOnPaper,
  press,
  remember,
  says,
  server,
  show,
  square,
} from "./setup.mjs";

/** A day whose puzzle has six rows, and its solution: the column of each row. */
const DAY = "2026-11-23";

/** Returns the output of a command. */
const command = async (...args) => (await promisify(execFile)(BEZZEL, args, { maxBuffer: 1 << 24 })).stdout;
const letters = () =>
  page
    .locator(".puzzle-board .squares [data-at]")
    .evaluateAll((all) => all.map((one) => /(?:region|区域) ([A-Z])/.exec(one.getAttribute("aria-label"))[1]).join(""));

/** Solves the puzzle on the board from its labels alone. */
async function solution() {
  const text = await letters();
  const n = Math.sqrt(text.length);
  const search = (columns) => {
    const row = columns.length;
    if (row === n) return columns;
    for (let column = 0; column < n; column++) {
      const fits = columns.every(
        (other, above) =>
          other !== column && text[above * n + other] !== text[row * n + column] && (above < row - 1 || Math.abs(other - column) > 1),
      );
      const found = fits && search([...columns, column]);
      if (found) return found;
    }
    return undefined;
  };
  return search([]);
}

describe("puzzle", () => {
  test("a whole game by keyboard", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await says("0 of 6 queens");
    const columns = await solution();
    await square("0 0").focus();
    for (const [row, column] of columns.entries()) {
      await page.keyboard.press("Home");
      for (let k = 0; k < column; k++) await page.keyboard.press("ArrowRight");
      // Both ways to place a queen.
      if (row % 2) await page.keyboard.press("q");
      else for (let k = 0; k < 2; k++) await page.keyboard.press("Space");
      await says(`${row + 1} of 6 queens`);
      if (row < columns.length - 1) await page.keyboard.press("ArrowDown");
    }
    await says(/Solved in \d+:\d\d, with/);
    await page.keyboard.press("Control+z");
    await says("5 of 6 queens");
    await page.keyboard.press("Control+y");
    await says(/Solved in \d+:\d\d, with/);
    await number(".puzzle-board .queen", 6);
  });

  test("hints alone solve a puzzle, in Chinese", async () => {
    await remember({ language: "zh" });
    await show(`#/puzzle?day=${DAY}`);
    await says("已放 0 / 6 个皇后");
    const columns = await solution();
    // The label of the hint button changes, its size does not.
    const hintButton = page.locator(".puzzle-actions button").first();
    const { width } = await hintButton.boundingBox();
    let hints = 0;
    for (; !(await page.getByText(/已解出，用时 \d+:\d\d，(没有)?使用/).isVisible()); hints++) {
      await press("提示");
      await number(".puzzle-shade", 1);
      await press("显示格子");
      await number(".puzzle-shade", 0);
      assert.equal((await hintButton.boundingBox()).width, width);
      const before = await page.locator(".puzzle-cross:not(.proposed), .puzzle-board .queen:not(.proposed)").count();
      const proposed = await page.locator(".proposed").count();
      assert.ok(proposed > 0);
      await press("执行这一步");
      await number(".puzzle-board .puzzle-cross, .puzzle-board .queen", before + proposed);
    }
    const queens = await page.locator('.puzzle-board [aria-pressed="true"]').evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(
      queens,
      columns.map((column, row) => `${row} ${column}`),
    );
    await says(`，使用了 ${hints} 次提示。`);
  });

  const middle = async (at) => {
    const { x, y, width, height } = await square(at).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const stored = (...rows) =>
    page.waitForFunction((marks) => JSON.parse(localStorage.getItem("bezzel-puzzles") ?? "[]")[0]?.[1].marks === marks, rows.join(""));

  test("a stroke of the mouse crosses squares, or clears them, as one step", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").waitFor();
    await page.mouse.move(...(await middle("1 0")));
    await page.mouse.down();
    // One move: a fast pointer leaves out squares.
    await page.mouse.move(...(await middle("1 4")));
    await page.mouse.move(...(await middle("3 4")));
    await page.mouse.up();
    await stored("......", "xxxxx.", "....x.", "....x.", "......", "......");
    await page.mouse.move(...(await middle("1 1")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("1 3")), { steps: 3 });
    // Back on the first square, its click is no press.
    await page.mouse.move(...(await middle("1 1")), { steps: 3 });
    await page.mouse.up();
    await stored("......", "x...x.", "....x.", "....x.", "......", "......");
    await page.keyboard.press("Control+z");
    await stored("......", "xxxxx.", "....x.", "....x.", "......", "......");
    await page.keyboard.press("Control+z");
    await number(".puzzle-cross", 0);
    // A press is still a press.
    await square("0 0").click();
    await stored("x.....", "......", "......", "......", "......", "......");
    // The right button sets a queen and clears it.
    await square("2 2").click({ button: "right" });
    await stored("x.....", "......", "..Q...", "......", "......", "......");
    await square("2 2").click({ button: "right" });
    await stored("x.....", "......", "......", "......", "......", "......");
  });

  test("a finger draws crosses, and a long press sets a queen", async () => {
    const finger = await onPhone(390);
    await page.clock.install();
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").waitFor();
    const top = await page.evaluate(() => scrollY);
    // However long a busy machine takes for the stroke, it is no long press.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await finger("touchStart", "4 1");
    for (const at of ["3 1", "2 1", "1 1"]) await finger("touchMove", at);
    await finger("touchEnd");
    await page.clock.resume();
    await stored("......", ".x....", ".x....", ".x....", ".x....", "......");
    assert.equal(await page.evaluate(() => scrollY), top, "the page was scrolled");
    await finger("touchStart", "5 5");
    await number(".puzzle-board .queen", 1);
    await finger("touchEnd");
    await stored("......", ".x....", ".x....", ".x....", ".x....", ".....Q");
  });

  test("the timer stops in other tabs and begins again with the game", async () => {
    await page.clock.install();
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").click();
    const seconds = () =>
      page.locator(".puzzle-time").evaluate((time) => time.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0));
    await page.clock.runFor(100_000);
    assert.ok((await seconds()) >= 100, "the timer runs");
    await openTab("Board");
    await page.locator(".tab:not([hidden]) .stage").waitFor();
    const left = await seconds();
    await page.clock.runFor(100_000);
    assert.equal(await seconds(), left);
    await openTab("Puzzle");
    await button("Hint").waitFor();
    await page.clock.runFor(100_000);
    assert.ok((await seconds()) >= left + 100, "the timer runs again");
    await press("Start again");
    await number(".puzzle-cross", 0);
    assert.ok((await seconds()) < 100, "the time is that of the new game");
    // With the marks of before, their time comes back.
    await press("Undo");
    await number(".puzzle-cross", 1);
    assert.ok((await seconds()) >= left + 100);
  });

  test("two windows on one puzzle have the same marks", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").click();
    await stored("x.....", "......", "......", "......", "......", "......");
    const other = await browser.newPage();
    await other.goto(`${server.url}#/puzzle?day=${DAY}`);
    await other.locator(".puzzle-cross").waitFor();
    await other.locator('.puzzle-board .squares [data-at="1 1"]').click();
    await number(".puzzle-cross", 2);
    await square("2 2").click();
    await other.waitForFunction(() => document.querySelectorAll(".puzzle-cross").length === 3);
    await stored("x.....", ".x....", "..x...", "......", "......", "......");
    // Undoing takes back the marks of the other window too.
    await press("Undo", "Undo");
    await other.waitForFunction(() => document.querySelectorAll(".puzzle-cross").length === 1);
    await other.close();
  });

  test("sheets of puzzles have four puzzles on a page and the solutions at the end", async () => {
    await show(`#/puzzle?day=${DAY}`);
    // The puzzle moves the form when it comes.
    await says("0 of 6 queens");
    await page.getByRole("textbox", { name: "Size n" }).fill("6");
    await page.getByRole("link", { name: "Puzzle sheets" }).click();
    // The tab that is left has a field of a similar name.
    await page.locator(".puzzle-sheets").getByRole("textbox", { name: "Puzzles" }).fill("5");
    assert.equal(await button("Print").isDisabled(), true);
    await press("Make puzzles");
    await number(".sheet-puzzles .puzzle-board", 5);
    await number(".sheet-solutions .puzzle-board", 5);
    // Each solution has six queens, one in each row, column and region, and none touch.
    for (const board of await page.locator(".sheet-solutions .puzzle-board").all()) {
      const queens = await board
        .locator(".queen")
        .evaluateAll((all) => all.map((one) => one.getAttribute("transform").match(/\d+/g).slice(0, 2)));
      assert.equal(queens.map(([, row]) => row).join(), "0,1,2,3,4,5");
      assert.equal(new Set(queens.map(([column]) => column)).size, 6);
      assert.ok(queens.every(([column], row) => row === 0 || Math.abs(column - queens[row - 1][0]) > 1));
    }
    await says(/Puzzle 5/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await button("Make puzzles").isVisible(), false);
    assert.equal(await pagesOnPaper(), 3);
    // The address opens the same puzzles again.
    await page.emulateMedia({ media: "screen" });
    await address("seed=");
    const drawn = () =>
      page.locator(".puzzle-sheets .regions").evaluateAll((all) => all.map((one) => one.innerHTML.replace(/url\([^)]*\)/g, "")));
    const first = await drawn();
    await page.reload();
    await number(".sheet-solutions .puzzle-board", 5);
    assert.deepEqual(await drawn(), first);
  });

  test("hints name wrong marks, and conflicts are shown", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await says("0 of 6 queens");
    const columns = await solution();
    const wrong = `0 ${columns[1]}`;
    await square(wrong).click();
    await page.keyboard.press("q");
    await press("Hint");
    await says("Some marks are wrong");
    await number(".puzzle-bad", 1);
    await square(`1 ${columns[1]}`).click();
    await page.keyboard.press("q");
    await says(/Two queens break a rule: they share column/);
    await number(".puzzle-bad", 2);
    // Each press made a cross first.
    for (let k = 0; k < 4; k++) await press("Undo");
    await number(".puzzle-board .queen", 0);
    for (let k = 0; k < 2; k++) await press("Redo");
    await number(".puzzle-board .queen", 1);
  });

  test("automatic crosses are a choice, and are no marks", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").click({ button: "right" });
    await number(".puzzle-board .queen", 1);
    await number(".puzzle-cross", 0);
    await page.getByLabel("Cross attacked squares automatically").check();
    await page.locator(".puzzle-cross.automatic").nth(10).waitFor();
    await page.keyboard.press("Control+z");
    await number(".puzzle-cross", 0);
  });

  test("progress and the hidden timer survive a reload", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await square("2 2").click();
    await square("3 0").click();
    await square("3 0").click();
    await page.getByLabel("Show timer").uncheck();
    await page.locator(".puzzle-time").waitFor({ state: "detached" });
    await page.waitForFunction(() => localStorage.getItem("bezzel-puzzles")?.includes("Q"));
    await load(`#/puzzle?day=${DAY}`);
    await number(".puzzle-board .queen", 1);
    await number(".puzzle-board .puzzle-cross", 1);
    await number(".puzzle-time", 0);
  });

  test("a new puzzle has the wanted size and grade; its link opens it with hints", async () => {
    await show("#/puzzle");
    // Today's puzzle moves the form.
    await says(/^0 of \d+ queens/);
    await page.getByRole("textbox", { name: "Size n" }).fill("7");
    await page.getByLabel("Grade").selectOption("medium");
    await press("New puzzle");
    await says("0 of 7 queens", "Grade: medium");
    const text = await letters();
    // The link to a puzzle made here is short, and makes the same puzzle again.
    await page.waitForFunction(() => /^#\/puzzle\?n=7&grade=medium&seed=\d+$/.test(location.hash));
    await page.reload();
    await page.getByRole("heading", { name: "New puzzle" }).first().waitFor();
    await says("Grade: medium");
    assert.equal(await letters(), text);
    await show(`#/puzzle?regions=${text}`);
    await page.getByRole("heading", { name: "Puzzle from a link" }).waitFor();
    await says("Grade: medium");
    assert.equal(await letters(), text);
    await press("Hint");
    await button("Show squares").waitFor();
  });

  test("an address with a day, or with size, grade and seed, opens that puzzle, and names what it does not use", async () => {
    for (const [query, options, fault] of [
      ["n=6&grade=easy&seed=5", "6 --grade easy --seed 5"],
      ["n=99&seed=7", "8 --seed 7", "n = “99”"],
      ["day=0001-01-01", "--day 0001-01-01"],
      [`day=${DAY}&n=9`, `--day ${DAY}`, "n = “9”, but this tab has no value of that name"],
    ]) {
      await show(`#/puzzle?${query}`);
      const made = JSON.parse(await command("puzzle", "new", ...options.split(" "), "--format", "json"));
      await says(`0 of ${made.regions.length} queens`);
      assert.equal(await letters(), made.regions.join(""), query);
      await number(".faults", fault ? 1 : 0);
      if (fault) await page.locator(".faults", { hasText: fault }).waitFor();
    }
    await page.getByRole("heading", { name: `Puzzle of ${DAY}`, exact: true }).waitFor();
    await press("Today's puzzle");
    await page.getByRole("heading", { name: /^Puzzle of 2\d{3}-\d\d-\d\d$/ }).waitFor();
    await show("#/puzzle?n=6");
    await says("0 of 6 queens");
  });

  test("keys act on the board wherever the focus is", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await button("Hint").waitFor();
    const focus = () => page.evaluate(() => document.activeElement.dataset?.at ?? document.activeElement.tagName);
    assert.equal(await focus(), "BODY");
    await page.keyboard.press("q");
    await number(".puzzle-board .queen", 1);
    assert.equal(await focus(), "0 0");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowDown");
    assert.equal(await focus(), "1 0");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("h");
    await page.locator(".puzzle-hint p").waitFor();
    // In a field the same keys write.
    await page.getByRole("textbox", { name: "Size n" }).fill("");
    await page.keyboard.press("x");
    await number(".puzzle-board .puzzle-cross", 0);
  });

  test("a puzzle that comes leaves the choice of a new one alone", async () => {
    let come;
    const held = new Promise((resolve) => (come = resolve));
    await interceptEngine(page, async (asked) => asked.puzzle?.day && held);
    await show(`#/puzzle?day=${DAY}`);
    const size = page.getByRole("textbox", { name: "Size n" });
    await size.fill("7");
    const field = await size.elementHandle();
    come();
    await says("0 of 6 queens");
    assert.ok(await field.evaluate((field) => field === document.activeElement));
    assert.equal(await size.inputValue(), "7");
  });

  test("links without a puzzle say so", async () => {
    for (const [name, value] of [
      ["regions", "AAAB"],
      ["regions", "<script>"],
      ["regions", "A".repeat(10_000)],
      ["day", "2020-02-30"],
      ["day", "x"],
    ]) {
      await show(`#/puzzle?${name}=${value}`);
      await says(`The address has ${name} = “${value.slice(0, 60)}”: expected a value such as`);
      await button("Hint").waitFor();
    }
  });

  test("a search without success can be stopped", async () => {
    await interceptEngine(page, ({ puzzle }) => (puzzle?.new ? new Promise(() => undefined) : undefined));
    await show(`#/puzzle?day=${DAY}`);
    await says("0 of 6 queens");
    await press("New puzzle");
    await says("Making a puzzle");
    await press("Stop");
    await button("New puzzle").waitFor();
    await says("0 of 6 queens");
  });

  test("without WebAssembly, the puzzle of a link can be played and the page says what is missing", async () => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await show(`#/puzzle?regions=${"ABCDE".repeat(5)}`);
    await says("0 of 5 queens", "This browser cannot run the WebAssembly");
    await show(`#/puzzle?day=${DAY}`);
    await says("This browser cannot run the WebAssembly");
  });

  test("a printed puzzle is on one page, without buttons, and counts from 1 if the page does", async () => {
    await remember({ first: "1" });
    await show(`#/puzzle?day=${DAY}`);
    await says("0 of 6 queens", "Rows and columns count from 1.");
    assert.deepEqual(await page.locator(".puzzle-board .puzzle-number text:first-child").allTextContents(), ["1", "2", "3", "4", "5", "6"]);
    for (const at of ["0 0", "1 0"]) {
      await square(at).focus();
      await page.keyboard.press("q");
    }
    await says("they share column 1");
    await page.emulateMedia({ media: "print" });
    assert.equal(await button("Hint").isVisible(), false);
    assert.equal(await page.locator(".puzzle-print-title").isVisible(), true);
    assert.equal(await pagesOnPaper(), 1);
  });
});
