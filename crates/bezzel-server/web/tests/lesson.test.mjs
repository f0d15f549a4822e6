// The first lesson, the sheet for class, pictures and the player for other pages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as engine from "./engine.mjs";
import { address, arrived, browser, button, load, number, page, pagesOnPaper, press, says, server, show, showRun, walk } from "./setup.mjs";

describe("lesson", () => {
  test("the marks are explained, and each step shows its line and the calls", async () => {
    await show("#/lesson?step=0");
    await arrived("step 0 ");
    await page.locator(".listing").waitFor();
    const marks = await page.locator(".lesson .board-legend li").allInnerTexts();
    for (const mark of ["current row", "candidate", "attacked", "rejected", "queen placed"])
      assert.ok(marks.includes(mark), `${mark} of ${marks}`);
    const states = await walk(
      "ArrowRight",
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    const seen = new Set(states.map(({ line }) => line.replace(/^\d+/, "").trim()));
    for (const line of ["columns[row] ← column, the candidate", "the queen stays", "the queen gives way to the next column"])
      assert.ok(seen.has(line), `${line} of ${[...seen]}`);
    // Listing and frames are the same as on the Methods tab: one call for each queen, and the first call.
    assert.deepEqual(await page.locator(".stack .frame-name").last().textContent(), "queens(n = 4)");
    await press("Next solution");
    await says("Solution 1: 1 3 0 2");
    await page.locator(".stack .innermost", { hasText: "search(row = 4)" }).waitFor();
    await number(".stack .frame", 6);
    // On paper the listing is beside the board, not behind it.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 688, height: 1017 });
    for (const part of [".lesson .board[role=img]", ".lesson .listing", ".lesson .stack", ".lesson .tree"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 688 && box.y + box.height <= 1017, `${part}: ${JSON.stringify(box)}`);
    }
    assert.equal(await page.locator(".controls:visible").count(), 0);
    await page.emulateMedia({ media: "screen" });
    // The choice of a language counts for all listings, and Rust is a choice of the Methods tab.
    await page.getByLabel("Listing", { exact: true }).selectOption("pascal");
    await page.locator(".listing .current", { hasText: "if row = n then exit(1);" }).waitFor();
    await show("#/methods?method=slope-test&n=4&step=1");
    await page.locator(".listing .current", { hasText: "columns[row] := column;" }).waitFor();
  });

  test("the link to a step is copied, a run is saved as an animated picture and a step as SVG", async () => {
    await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
    await show("#/methods?method=bitmask&n=4&step=2");
    await arrived("step 2 ");
    await press("Copy link to this step");
    await says("Link copied.");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}#/methods?method=bitmask&n=4&step=2`);
    await press("Step forward");
    await arrived("step 3 ");
    await page.getByText("Link copied.").waitFor({ state: "detached" });
    await page.getByText("Save and share").click();
    // The server forbids frames on other sites.
    await says("export the page without a server, put it on a web host");
    assert.equal(await button("Code for other pages").count(), 0);
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
      return [download.suggestedFilename(), Buffer.concat(await (await download.createReadStream()).toArray())];
    };
    const [gifName, gif] = await saved("Animated GIF");
    assert.equal(gifName, "bitmask-4.gif");
    assert.equal(gif.subarray(0, 6).toString("latin1"), "GIF89a");
    // Each frame has a graphic control extension before its image.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are bytes of a GIF file
    const frames = gif.toString("latin1").match(/\x21\xf9\x04[\s\S]{4}\x00\x2c/g).length;
    const steps = Number(/of (\d+)/.exec(await page.locator(".place").textContent())[1]);
    assert.equal(frames, steps + 1);
    const [svgName, svg] = await saved("This step as SVG");
    assert.equal(svgName, "bitmask-4-3.svg");
    assert.match(svg.toString(), /^<svg .*[\s\S]*<\/svg>\s*$/);
    // The picture has coordinates, and the edge of a queen is below its filling.
    const texts = [...svg.toString().matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    assert.deepEqual(texts.slice(0, 8), ["0", "0", "1", "1", "2", "2", "3", "3"]);
    const colours = await page.evaluate(async (svg) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const side = image.naturalWidth / 4.76;
      const { data } = context.getImageData(0.7 * side, 0.7 * side, side, side);
      return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at] + data[4 * at + 1] + data[4 * at + 2]);
    }, svg.toString());
    // Filled crowns cover a third of their square; hollow ones half of that.
    const dark = colours.filter((sum) => sum < 200).length / colours.length;
    assert.ok(dark > 0.22, `${dark} of the square of the queen is dark`);
  });

  test("the presentation view shows a large board, by button, key and address", async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    for (const hash of ["#/lesson?step=30", "#/methods?method=bitmask&n=8&step=45"]) {
      await load(hash);
      await arrived("step ");
      await press("Presentation");
      const board = page.locator(".presentation-board > .board");
      const { width, height } = await board.boundingBox();
      assert.ok(width > 800 && height > 800, `${width} × ${height}`);
      assert.ok(!(await page.locator("header.top").isVisible()));
      await address("present=1");
      await page.keyboard.press("ArrowRight");
      await arrived(`step ${hash.includes("lesson") ? 31 : 46} `);
      await page.keyboard.press("Escape");
      await page.locator(".run-stage").waitFor();
      await page.waitForFunction(() => !location.hash.includes("present"));
      await page.keyboard.press("p");
      await board.waitFor();
      await page.keyboard.press("P");
      await page.locator(".run-stage").waitFor();
      await load(`${hash}&present=1`);
      await board.waitFor();
      await press("Close the presentation");
      await page.locator("header.top").waitFor();
    }
  });

  test("the player for other pages has no header", async () => {
    await show("#/embed?method=linked-columns&n=5&step=4");
    await arrived("step 4 ");
    assert.equal(await page.locator("header.top").count(), 0);
    await page.setViewportSize({ width: 800, height: 600 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= 600), "the player fits its frame");
    await press("Step forward");
    await arrived("step 5 ");
    assert.match(await page.getByRole("link", { name: "Open in bezzel" }).getAttribute("href"), /methods\?method=linked-columns&n=5/);
  });

  test("the sheet for class prints on two pages at most, without players", async () => {
    await show("#/sheet");
    await page.getByRole("heading", { name: "Worksheet: four queens by backtracking" }).waitFor();
    await number(".sheet-boards .board", 3);
    // 4 squares in row 0, 16 in row 1, then 4 below each of the free ones: 6 in row 1, 4 in row 2.
    await number(".sheet-tree text", 4 + 16 + 24 + 16);
    await page.emulateMedia({ media: "print" });
    assert.ok(!(await page.getByRole("button", { name: "Print" }).isVisible()));
    assert.ok(!(await page.locator("header.top").isVisible()));
    const pages = await pagesOnPaper();
    assert.ok(pages <= 2, `${pages} pages`);
    // The answers are on a third page.
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("with an answer key").check();
    await page.waitForFunction(() => location.hash === "#/sheet?answers=1");
    await number(".sheet-answers .board", 2);
    assert.deepEqual(
      await page.locator(".sheet-answers .board").evaluateAll((all) => all.map((one) => one.querySelectorAll(".queen").length)),
      [4, 4],
    );
    const { steps } = engine.steps({ method: "slope-test", n: 4 });
    const first = steps.findIndex(({ kind }) => kind === "solution");
    const count = (kind) => steps.slice(0, first).filter((step) => step.kind === kind).length;
    await says(`It places ${count("place")} queens and removes ${count("remove")}; the other 4 are the solution.`);
    await says("The square at row 0, column 1");
    const rejected = steps.filter(({ kind }) => kind === "rejected").length;
    assert.equal(await page.locator(".sheet-answers > .sheet-tree .crossed").count(), rejected);
    await page.emulateMedia({ media: "print" });
    assert.equal(await pagesOnPaper(), pages + 1);
    await show("#/learn");
    await page.locator(".mini").first().waitFor();
    // Players that were not started and questions are not printed.
    assert.equal(await page.locator(".controls:visible, .quiz:visible, .sentence:visible").count(), 0);
  });

  test("bit 0 is on the right in every figure", async () => {
    await showRun("method=bitmask&n=6&step=4");
    await number(".shifts", 1);
    await says("(diagonals | queen) << 1");
    assert.deepEqual(await page.locator(".numbers-of-bits .index").allTextContents(), ["5", "4", "3", "2", "1", "0"]);
    await walk("ArrowRight", [5]);
    // The queen is at column 0, so columns 0 and 1 of row 1 are taken: the two bits on the right.
    assert.equal((await page.locator(".bits.strong .cell").allTextContents()).join(""), "111100");
  });
});
