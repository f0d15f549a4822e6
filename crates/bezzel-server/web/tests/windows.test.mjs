// Small windows: nothing covers the board, and the listing is seen together with board and buttons.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { arrived, button, page, settled, show } from "./setup.mjs";

const WINDOWS = [
  [390, 844],
  [844, 390],
  [640, 400],
  [768, 1024],
];

/** The boxes of elements on the screen, without the margin of an SVG. */
const boxes = (selectors) =>
  page.evaluate((selectors) => {
    const box = (selector) => {
      const { left, top, right, bottom } = [...document.querySelectorAll(selector)]
        .find((one) => one.checkVisibility())
        .getBoundingClientRect();
      return { selector, left, top, right, bottom };
    };
    return selectors.map(box);
  }, selectors);

/** Fails if a box leaves the window or overlaps another one. */
function allSeen(boxes, [width, height], where) {
  for (const [at, box] of boxes.entries()) {
    assert.ok(box.right - box.left > 8 && box.bottom - box.top > 8, `${where}: ${box.selector} is empty`);
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= width + 1 && box.bottom <= height + 1;
    assert.ok(isInside, `${where}: ${JSON.stringify(box)} is outside ${width} × ${height}`);
    for (const other of boxes.slice(0, at)) {
      const overlap =
        Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
        Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
      assert.ok(!overlap, `${where}: ${box.selector} and ${other.selector} overlap`);
    }
  }
}

describe("small windows", () => {
  for (const size of WINDOWS)
    test(`${size.join(" × ")}: board, buttons and listing`, async () => {
      const [width, height] = size;
      await page.setViewportSize({ width, height });
      for (const [name, hash] of [
        ["lesson", "#/lesson?step=30"],
        ["methods", "#/methods?method=linked-columns&n=8&step=45"],
      ]) {
        await show(hash);
        await arrived("step ");
        await page.locator(".listing .current").waitFor();
        const stage = [".run-stage .board .frame", ".run-stage .buttons", ".run-stage .scrubber", ".run-stage .sentence"];
        // The choices of the Methods tab need more of a short window.
        if (name === "lesson" || height > 640) allSeen(await boxes(stage), size, `${name} at first`);
        for (const part of [".listing .current", ".stack .innermost"]) {
          await page.locator(part).evaluate((line) => line.scrollIntoView({ block: "end", behavior: "instant" }));
          await page.evaluate(() => scrollBy({ top: 8, behavior: "instant" }));
          allSeen(await boxes([...stage, part]), size, `${name}, ${part}`);
        }
      }
      await show("#/lesson?step=30");
      await page.locator(".lesson-tree .tree").waitFor();
      await settled();
      await page.locator(".lesson-tree .tree").evaluate((tree) => tree.scrollIntoView({ block: "end", behavior: "instant" }));
      const [tree] = await boxes([".lesson-tree .tree .root"]);
      assert.ok(tree.bottom <= height && tree.right <= width, "the tree of the lesson is on the page");
    });

  for (const size of [
    [390, 844],
    [844, 390],
    [700, 640],
  ])
    test(`${size.join(" × ")}: answers and hints are on the first screen`, async () => {
      const [width, height] = size;
      await page.setViewportSize({ width, height });
      await show("#/board?n=8&queens=0.0,1.4,2.7");
      await button("Complete").click();
      await page.getByText("Exactly one completion.").waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      allSeen(await boxes([".stage .board .frame", ".status"]), size, "board");
      await show("#/puzzle?day=2026-11-22");
      const hint = page.locator(".puzzle button.primary");
      await hint.click();
      await page.locator(".puzzle-hint p").waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      allSeen(await boxes([".stage .board .thick", ".puzzle-hint p"]), size, "puzzle");
    });
});
