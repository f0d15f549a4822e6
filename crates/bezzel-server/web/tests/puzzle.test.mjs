// Puzzle tab: whole games by keyboard and by touch, hints, undo, links, progress, without a server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";

import { BEZZEL } from "./browser.mjs";
import { interceptEngine } from "./engine.mjs";
import { browser, button, number, openTab, page, pagesOnPaper, remember, server, show } from "./setup.mjs";

/** A day whose puzzle has six rows, and its solution: the column of each row. */
const DAY = "2026-11-23";

const WORDS = {
  en: {
    hint: "Hint",
    more: "Show squares",
    apply: "Do this step",
    undo: "Undo",
    redo: "Redo",
    solved: /Solved in \d+:\d\d, with/,
    queens: (k) => `${k} of 6 queens`,
    hinted: (k) => `, with ${k} hints.`,
  },
  zh: {
    hint: "提示",
    more: "显示格子",
    apply: "执行这一步",
    undo: "撤销",
    redo: "重做",
    solved: /已解出，用时 \d+:\d\d，(没有)?使用/,
    queens: (k) => `已放 ${k} / 6 个皇后`,
    hinted: (k) => `，使用了 ${k} 次提示。`,
  },
};

/** Returns the output of a command. */
const command = async (...args) => (await promisify(execFile)(BEZZEL, args, { maxBuffer: 1 << 24 })).stdout;
const square = (at) => page.locator(`.puzzle-board .squares [data-at="${at}"]`);
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
    const says = WORDS.en;
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText(says.queens(0)).waitFor();
    const columns = await solution();
    await square("0 0").focus();
    for (const [row, column] of columns.entries()) {
      await page.keyboard.press("Home");
      for (let k = 0; k < column; k++) await page.keyboard.press("ArrowRight");
      // Both ways to place a queen.
      if (row % 2) await page.keyboard.press("q");
      else for (let k = 0; k < 2; k++) await page.keyboard.press("Space");
      await page.getByText(says.queens(row + 1)).waitFor();
      if (row < columns.length - 1) await page.keyboard.press("ArrowDown");
    }
    await page.getByText(says.solved).waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText(says.queens(5)).waitFor();
    await page.keyboard.press("Control+y");
    await page.getByText(says.solved).waitFor();
    await number(".puzzle-board .queen", 6);
  });

  test("hints alone solve a puzzle, in Chinese", async () => {
    const says = WORDS.zh;
    await remember({ language: "zh" });
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText(says.queens(0)).waitFor();
    const columns = await solution();
    // The label of the hint button changes, its size does not.
    const hintButton = page.locator(".puzzle-actions button").first();
    const { width } = await hintButton.boundingBox();
    let hints = 0;
    while (!(await page.getByText(says.solved).isVisible())) {
      await button(says.hint).click();
      hints++;
      await number(".puzzle-shade", 1);
      await button(says.more).click();
      await number(".puzzle-shade", 0);
      assert.ok((await page.locator(".proposed").count()) > 0);
      assert.equal((await hintButton.boundingBox()).width, width);
      const before = await page.locator(".puzzle-cross:not(.proposed), .puzzle-board .queen:not(.proposed)").count();
      const proposed = await page.locator(".proposed").count();
      await button(says.apply).click();
      await number(".puzzle-board .puzzle-cross, .puzzle-board .queen", before + proposed);
    }
    const queens = await page.locator('.puzzle-board [aria-pressed="true"]').evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(
      queens,
      columns.map((column, row) => `${row} ${column}`),
    );
    await page.getByText(says.hinted(hints)).waitFor();
  });

  const middle = async (at) => {
    const { x, y, width, height } = await square(at).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const crosses = () => page.evaluate(() => JSON.parse(localStorage.getItem("bezzel-puzzles"))[0][1].marks.match(/.{6}/g));
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
    const session = await browser.newCDPSession(page);
    await session.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 2, mobile: true });
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").waitFor();
    const send = async (type, at) => {
      const [x, y] = at ? await middle(at) : [];
      await session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x, y }] : [] });
    };
    const top = await page.evaluate(() => scrollY);
    await send("touchStart", "4 1");
    for (const at of ["3 1", "2 1", "1 1"]) await send("touchMove", at);
    await send("touchEnd");
    await stored("......", ".x....", ".x....", ".x....", ".x....", "......");
    assert.equal(await page.evaluate(() => scrollY), top, "the page was scrolled");
    await send("touchStart", "5 5");
    await number(".puzzle-board .queen", 1);
    await send("touchEnd");
    await stored("......", ".x....", ".x....", ".x....", ".x....", ".....Q");
    assert.equal((await crosses())[5], ".....Q");
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
    await button("Start again").click();
    await number(".puzzle-cross", 0);
    assert.ok((await seconds()) < 100, "the time is that of the new game");
    // With the marks of before, their time comes back.
    await button("Undo").click();
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
    await button("Undo").click();
    await button("Undo").click();
    await other.waitForFunction(() => document.querySelectorAll(".puzzle-cross").length === 1);
    await other.close();
  });

  test("sheets of puzzles have four puzzles on a page and the solutions at the end", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await page.getByRole("textbox", { name: "Size n" }).fill("6");
    await page.getByRole("link", { name: "Puzzle sheets" }).click();
    await page.getByRole("textbox", { name: "Puzzles" }).fill("5");
    assert.equal(await button("Print").isDisabled(), true);
    await button("Make puzzles").click();
    await number(".sheet-puzzles .puzzle-board", 5);
    await number(".sheet-solutions .puzzle-board", 5);
    // Each solution has six queens, one in each row, column and region, and none touch.
    const boards = await page
      .locator(".sheet-solutions .puzzle-board")
      .evaluateAll((all) =>
        all.map((board) =>
          [...board.querySelectorAll(".queen")].map((queen) =>
            /translate\((\d+) (\d+)\)/.exec(queen.getAttribute("transform")).slice(1).map(Number),
          ),
        ),
      );
    for (const queens of boards) {
      assert.deepEqual(
        queens.map(([, row]) => row),
        [0, 1, 2, 3, 4, 5],
      );
      assert.deepEqual(queens.map(([column]) => column).sort(), [0, 1, 2, 3, 4, 5]);
      assert.ok(
        queens.every(([column], row) => row === 0 || Math.abs(column - queens[row - 1][0]) > 1),
        JSON.stringify(queens),
      );
    }
    await page.getByText("Puzzle 5", { exact: false }).first().waitFor();
    await page.emulateMedia({ media: "print" });
    assert.equal(await button("Make puzzles").isVisible(), false);
    assert.equal(await pagesOnPaper(), 3);
    // The address opens the same puzzles again.
    await page.emulateMedia({ media: "screen" });
    await page.waitForFunction(() => location.hash.includes("seed="));
    const drawn = () =>
      page.locator(".puzzle-sheets .regions").evaluateAll((all) => all.map((one) => one.innerHTML.replace(/url\([^)]*\)/g, "")));
    const first = await drawn();
    await page.reload();
    await number(".sheet-solutions .puzzle-board", 5);
    assert.deepEqual(await drawn(), first);
  });

  test("hints name wrong marks, and conflicts are shown", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText("0 of 6 queens").waitFor();
    const columns = await solution();
    const wrong = `0 ${columns[1]}`;
    await square(wrong).click();
    await page.keyboard.press("q");
    await button("Hint").click();
    await page.getByText("Some marks are wrong").waitFor();
    await number(".puzzle-bad", 1);
    await square(`1 ${columns[1]}`).click();
    await page.keyboard.press("q");
    await page.getByText(/Two queens break a rule: they share column/).waitFor();
    await number(".puzzle-bad", 2);
    // Each press made a cross first.
    for (let k = 0; k < 4; k++) await button("Undo").click();
    await number(".puzzle-board .queen", 0);
    for (let k = 0; k < 2; k++) await button("Redo").click();
    await number(".puzzle-board .queen", 1);
  });

  test("automatic crosses are a choice, and are no marks", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await square("0 0").focus();
    await page.keyboard.press("q");
    await number(".puzzle-board .queen", 1);
    await number(".puzzle-cross", 0);
    await page.getByLabel("Cross attacked squares automatically").check();
    await page.locator(".puzzle-cross.automatic").first().waitFor();
    assert.ok((await page.locator(".puzzle-cross.automatic").count()) >= 11);
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
    await show(`#/puzzle?day=${DAY}`);
    await number(".puzzle-board .queen", 1);
    await number(".puzzle-board .puzzle-cross", 1);
    await number(".puzzle-time", 0);
  });

  test("a new puzzle has the wanted size and grade; its link opens it with hints", async () => {
    await show("#/puzzle");
    // Today's puzzle moves the form.
    await page.getByText(/^0 of \d+ queens/).waitFor();
    await page.getByRole("textbox", { name: "Size n" }).fill("7");
    await page.getByLabel("Grade").selectOption("medium");
    await button("New puzzle").click();
    await page.getByText("0 of 7 queens").waitFor();
    await page.getByText("Grade: medium").waitFor();
    const text = await letters();
    // The link to a puzzle made here is short, and makes the same puzzle again.
    await page.waitForFunction(() => /^#\/puzzle\?n=7&grade=medium&seed=\d+$/.test(location.hash));
    await page.reload();
    await page.getByRole("heading", { name: "New puzzle" }).first().waitFor();
    await page.getByText("Grade: medium").waitFor();
    assert.equal(await letters(), text);
    await show(`#/puzzle?regions=${text}`);
    await page.getByRole("heading", { name: "Puzzle from a link" }).waitFor();
    await page.getByText("Grade: medium").waitFor();
    assert.equal(await letters(), text);
    await button("Hint").click();
    await button("Show squares").waitFor();
  });

  test("an address with a day, or with size, grade and seed, opens that puzzle, and names what it does not use", async () => {
    for (const [query, command_, fault] of [
      ["n=6&grade=easy&seed=5", ["6", "--grade", "easy", "--seed", "5"]],
      ["n=9&seed=7", ["9", "--seed", "7"]],
      ["n=99&seed=7", ["8", "--seed", "7"], "n = “99”"],
      ["day=2020-02-29", ["--day", "2020-02-29"]],
      ["day=0001-01-01", ["--day", "0001-01-01"]],
      [`day=${DAY}&n=9`, ["--day", DAY], "n = “9”, but this tab has no value of that name"],
    ]) {
      await show(`#/puzzle?${query}`);
      await page.getByText(/^0 of \d+ queens/).waitFor();
      const made = JSON.parse(await command("puzzle", "new", ...command_, "--format", "json"));
      assert.equal(await letters(), made.regions.join(""), query);
      await number(".faults", fault ? 1 : 0);
      if (fault) await page.locator(".faults", { hasText: fault }).waitFor();
    }
    await page.getByRole("heading", { name: `Puzzle of ${DAY}`, exact: true }).waitFor();
    await button("Today's puzzle").click();
    await page.getByRole("heading", { name: /^Puzzle of 2\d{3}-\d\d-\d\d$/ }).waitFor();
    await show("#/puzzle?n=6");
    await page.getByText("0 of 6 queens").waitFor();
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
    await page.getByText("0 of 6 queens").waitFor();
    assert.ok(await field.evaluate((field) => field === document.activeElement));
    assert.equal(await size.inputValue(), "7");
  });

  test("links without a puzzle, or with several solutions, say so", async () => {
    for (const query of [
      "regions=AAAB",
      "regions=<script>",
      `regions=${"A".repeat(10_000)}`,
      "regions=AABBAABBCCAACCAA",
      "day=2026-13-45",
      "day=2020-02-30",
      "day=x",
    ]) {
      await show(`#/puzzle?${query}`);
      const [name, value] = query.split("=");
      await page.getByText(`The address has ${name} = “${value.slice(0, 60)}”: expected a value such as`).waitFor();
      await button("Hint").waitFor();
    }
    await show(`#/puzzle?regions=${"ABCDE".repeat(5)}`);
    await page.getByText("This puzzle has several solutions.").waitFor();
  });

  test("a search without success can be stopped", async () => {
    await interceptEngine(page, ({ puzzle }) => (puzzle?.new ? new Promise(() => undefined) : undefined));
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText("0 of 6 queens").waitFor();
    await button("New puzzle").click();
    await page.getByText("Making a puzzle").waitFor();
    await button("Stop").click();
    await button("New puzzle").waitFor();
    await page.getByText("0 of 6 queens").waitFor();
  });

  test("rows and columns count from 1 if the page does", async () => {
    await remember({ first: "1" });
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText("Rows and columns count from 1.").waitFor();
    assert.deepEqual(await page.locator(".puzzle-board .puzzle-number text:first-child").allTextContents(), ["1", "2", "3", "4", "5", "6"]);
    const columns = await solution();
    await square(`0 ${columns[1]}`).focus();
    await page.keyboard.press("q");
    await square(`1 ${columns[1]}`).focus();
    await page.keyboard.press("q");
    await page.getByText(`they share column ${columns[1] + 1}.`).waitFor();
  });

  test("without WebAssembly, the puzzle of a link can be played and the page says what is missing", async () => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await show(`#/puzzle?regions=${"ABCDE".repeat(5)}`);
    await page.getByText("0 of 5 queens").waitFor();
    await page.getByText("This browser cannot run the WebAssembly").waitFor();
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText("This browser cannot run the WebAssembly").waitFor();
  });

  test("a printed puzzle is on one page, without buttons", async () => {
    await show(`#/puzzle?day=${DAY}`);
    await page.getByText("0 of 6 queens").waitFor();
    await page.emulateMedia({ media: "print" });
    assert.equal(await button("Hint").isVisible(), false);
    assert.equal(await page.locator(".puzzle-print-title").isVisible(), true);
    assert.equal(await pagesOnPaper(), 1);
  });
});
