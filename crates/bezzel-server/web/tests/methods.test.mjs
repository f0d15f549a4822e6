// Methods tab: steps forwards and backwards.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";

import { BEZZEL, METHODS } from "./browser.mjs";
import * as engine from "./engine.mjs";
import { interceptEngine, lengthOf } from "./engine.mjs";
import { address, arrived, at, button, number, page, press, sameDrawing, says, show, showRun, walk } from "./setup.mjs";

/** The length of the next run, as a machine would report it that replays this number of steps in a second. */
const replays = (shown) =>
  // The length of a short run, since a long one would be replayed for a second to measure it.
  interceptEngine(page, ({ run }) =>
    run?.length?.n > 3 ? { answer: { ...lengthOf({ ...run.length, n: 4 }), steps: null, reached: 10 * shown, shown } } : undefined,
  );

/** Moves the slider to a step, or to its end. */
const slide = (step) =>
  page.getByLabel("Step of the run").evaluate((input, step) => {
    input.value = step ?? input.max;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, step);

describe("methods", () => {
  test("steps back across the end of a page restore the earlier state", async () => {
    // Pages of steps end at step 256.
    await showRun("method=linked-columns&n=6&step=247");
    const steps = Array.from({ length: 18 }, (_, index) => 248 + index);
    const forward = await walk("ArrowRight", steps);
    const back = await walk("ArrowLeft", steps.slice(0, -1).reverse());
    for (const { step, drawing } of back) sameDrawing(drawing, forward[step - 248].drawing, `step ${step}`);
  });

  test("a link is removed and restored, and a rejected square has its attacker and their line", async () => {
    const { steps } = engine.steps({ method: "linked-columns", n: 6 });
    const place = steps.findIndex(({ kind }) => kind === "place");
    await showRun(`method=linked-columns&n=6&step=${place}`);
    for (const [name, step, columns, taken] of [
      ["Step forward", place + 1, /: 1, 2, 3, 4, 5$/, 1],
      ["Step back", place, /: 0, 1, 2, 3, 4, 5$/, 0],
    ]) {
      await press(name);
      await arrived(`step ${step} `);
      assert.match(await page.locator(".ring").getAttribute("aria-label"), columns);
      await number(".ring .taken", taken);
    }
    await show("#/methods?method=slope-test&n=8");
    await arrived("step 0 ");
    await press("Next conflict");
    await number(".mark.attacker", 1);
    await number(".stage .ray", 1);
    await says(/^Rejected: the queen at .* attacks .* along the/);
  });

  test("it plays until it is paused", async () => {
    await showRun("method=bitmask&n=12&step=1000");
    await page.locator(".speed input").evaluate((input) => {
      input.value = "0.7";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await says("58 steps/s");
    await press("Play");
    // The run crosses the ends of several pages of steps.
    await page.waitForFunction(() => {
      const place = /^step ([\d,]+)/u.exec(document.querySelector(".place").textContent);
      return Number(place[1].replace(/\D/g, "")) > 1300;
    });
    await press("Pause");
    await button("Play").waitFor();
  });

  test("the slider goes to any step that this machine can replay, and the page names the last of them", async () => {
    await replays(200_000);
    await show("#/methods?method=brute-force&n=16");
    await arrived("step 0 of more than ");
    await says("It ends at step 200,000, the last step that this machine can replay");
    assert.equal(await page.getByLabel("Step of the run").getAttribute("max"), "200000");
    await slide();
    await arrived("step 200,000 ");
    await address("step=200000");
    await page.reload();
    await arrived("step 200,000 ");
    await page.getByLabel("Method", { exact: true }).selectOption("colour-split");
    await press("Step forward");
    await arrived("step 1 of more than ");
    assert.equal(await page.getByLabel("Queens n", { exact: true }).inputValue(), "16");
  });

  test("a step after the part of the run that was counted has no total, and an empty run says so", async () => {
    await replays(1000);
    await show("#/methods?method=bitmask&n=12&step=20000");
    await arrived("step 20,000, total not known");
    await show("#/methods?method=mirrored-markers&n=3");
    await page.locator(".sentence", { hasText: "This run has no steps" }).waitFor();
    assert.ok(await button("Play").isDisabled());
    assert.equal(await page.getByText("Press Play").count(), 0);
  });

  test("queens on even and odd squares of the colour split differ in shape", async () => {
    await show("#/methods?method=colour-split&n=6");
    await press("Next solution");
    const found = page.getByText(/Solution 1: /);
    const columns = (await found.innerText()).split(": ")[1].split(" ").map(Number);
    const odd = columns.filter((column, row) => (row + column) % 2 === 1).length;
    const board = page.locator(".stage .board");
    assert.equal(await board.locator(".queen").count(), 6);
    assert.equal(await board.locator(".queen.ghost").count(), odd);
  });

  test("a method has the panels, counters and buttons that its description names, and pseudocode whose prose has no keywords", async () => {
    const keywords = new Set();
    await show("#/methods?n=5");
    for (const { name, counters, has_tree } of METHODS) {
      await page.getByLabel("Method", { exact: true }).selectOption(name);
      const { lines } = engine.listings(name).find(({ language, form }) => language === "pseudocode" && form === "counts");
      await page.waitForFunction(
        (lines) =>
          [...document.querySelectorAll(".listing-line")].map((line) => line.textContent.replace(/^\d+|\n$/g, "")).join() === lines,
        lines.map(({ english }) => english).join(),
      );
      for (const word of await page.locator(".listing-line b").allTextContents()) keywords.add(word);
      await arrived("step 0 ");
      await slide(20);
      await arrived("step 20 ");
      const said = await page.locator(".work dt").allInnerTexts();
      const titles = counters.map(({ title }) => title.english);
      assert.deepEqual(said, has_tree ? ["queens on the board", ...titles] : titles, name);
      await number(".tree-panel", Number(has_tree));
      assert.equal(await button("Step over").count(), Number(has_tree), name);
    }
    assert.deepEqual([...keywords].sort(), ["AND", "NOT", "OR", "for", "if", "return", "while"]);
    assert.deepEqual(
      METHODS.filter(({ has_tree }) => !has_tree).map(({ name }) => name),
      ["min-conflicts"],
    );
    // The last one: each row has its column, also while a queen moves, and the heads stand over their columns.
    const { steps } = engine.steps({ method: "min-conflicts", n: 5 });
    const leaving = steps.findIndex(({ event }) => event === "remove") + 1;
    await show(`#/methods?method=min-conflicts&n=5&step=${leaving}`);
    await arrived(`step ${leaving} `);
    assert.match(await page.locator(".stack .frame").innerText(), /columns\s+\[\d(, \d){4}\]/);
    const middles = await page.locator(".drawn-table tr:is(thead *, tbody tr:first-child)").evaluateAll((rows) =>
      rows.map((row) =>
        [...row.cells].slice(1).map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right } = range.getBoundingClientRect();
          return Math.round((left + right) / 2);
        }),
      ),
    );
    for (const [at, middle] of middles[0].entries()) assert.ok(Math.abs(middle - middles[1][at]) <= 1, `${middles}`);
  });

  test("steps have the numbers of the terminal", async () => {
    const printed = execFileSync(BEZZEL, ["show", "4", "--method", "linked-columns", "--steps", "12"], { encoding: "utf8" });
    await showRun("method=linked-columns&n=4");
    const shown = page.locator(".sentence");
    for (const [, step, sentence] of printed.matchAll(/^step (\d+): (.*)$/gm)) {
      while (!(await at()).endsWith(` ${step}`)) await press("Step forward");
      assert.equal(await shown.innerText(), sentence);
    }
  });

  test("a key pressed when the controls appear takes effect", async () => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".controls")) return;
        observer.disconnect();
        for (let presses = 0; presses < 2; presses++) dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", cancelable: true }));
      }).observe(document, { childList: true, subtree: true });
    });
    await show("#/methods?method=bitmask&n=6");
    await arrived("step 2 ");
  });
});
