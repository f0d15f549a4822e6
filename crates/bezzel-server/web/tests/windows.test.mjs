// Windows: what is seen without scrolling. In small ones nothing covers the board, and the listing is seen together with
// board and buttons.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { arrived, load, page, press, remember, says, settled } from "./setup.mjs";

const WINDOWS = [
  [390, 844],
  [844, 390],
  [640, 400],
  [768, 1024],
];

/** The boxes of elements on the screen, without the margin of an SVG; of a higher one, `most` pixels. */
const boxes = (selectors, most = Infinity) =>
  page.evaluate(
    ([selectors, most]) => {
      const box = (selector) => {
        const { left, top, right, bottom } = [...document.querySelectorAll(selector)]
          .find((one) => one.checkVisibility())
          .getBoundingClientRect();
        return { selector, left, top, right, bottom: Math.min(bottom, top + most) };
      };
      return selectors.map(box);
    },
    [selectors, most],
  );

/** Fails if a box leaves the window or overlaps another one. */
function allSeen(boxes, [width, height], where) {
  for (const [at, box] of boxes.entries()) {
    assert.ok(box.right - box.left > 4 && box.bottom - box.top > 4, `${where}: ${box.selector} is empty`);
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

/** Fails if a menu is too narrow for the text that is chosen and its arrow. */
async function menusFit(where) {
  const cut = await page.locator(":is(.choice, .listing-choices) select:visible").evaluateAll((menus) => {
    const canvas = document.createElement("canvas").getContext("2d");
    const text = (menu) => menu.selectedOptions[0].text;
    const isCut = (menu) => {
      canvas.font = getComputedStyle(menu).font;
      return menu.clientWidth < canvas.measureText(text(menu)).width + 16;
    };
    return menus.filter(isCut).map(text);
  });
  assert.deepEqual(cut, [], `${where}: menus are cut`);
}

/** Fails unless all parts are in the window, which does not scroll. */
async function onOneScreen([width, height], parts, where) {
  await page.setViewportSize({ width, height });
  await page.locator(".listing .current").waitFor();
  allSeen(await boxes(parts, 40), [width, height], where);
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(tall <= height, `${where}: ${tall} of ${height} pixels`);
}

describe("one screen", () => {
  test("the first view has board, listing, stack and sentence", async () => {
    // A note of the numbering from 1 takes room too.
    for (const [language, first] of [
      ["en", "0"],
      ["zh", "1"],
    ]) {
      await remember({ language, first });
      await load("");
      for (const hash of ["", "#/lesson?step=30", "#/lesson?step=97"]) {
        await load(hash);
        for (const size of [
          [1280, 720],
          [1440, 900],
        ]) {
          await onOneScreen(size, [".lesson .board", ".listing", ".stack", ".controls", ".sentence"], `${language}, ${hash}`);
          await menusFit(`${language}, ${hash}`);
        }
      }
    }
  });

  test("the presentation has board, legend, data, listing, stack and tree", async () => {
    for (const [hash, ...parts] of [
      ["#/methods?method=bitmask&n=8&step=1000", ".bits", ".tree .root"],
      ["#/methods?method=linked-columns&n=8&step=500", ".ring", ".tree .root"],
      ["#/methods?method=bordered-board&n=6&step=500", ".bordered .queen", ".tree .root"],
      ["#/methods?method=min-conflicts&n=6&step=200", ".drawn-table", ".work"],
      ["#/lesson?step=30", ".array", ".tree .root"],
    ]) {
      await load(`${hash}&present=1`);
      const all = [".presentation .board .frame", ".board-legend", ".controls", ".sentence", ".listing .current", ".innermost", ...parts];
      for (const size of [
        [1920, 1080],
        [1280, 720],
      ])
        await onOneScreen(size, all, hash);
    }
  });
});

describe("small windows", () => {
  for (const size of WINDOWS)
    test(`${size.join(" × ")}: board, buttons and listing`, async () => {
      const [width, height] = size;
      await page.setViewportSize({ width, height });
      for (const [name, hash] of [
        ["lesson", "#/lesson?step=30"],
        ["methods", "#/methods?method=linked-columns&n=8&step=45"],
      ]) {
        await load(hash);
        await arrived("step ");
        await page.locator(".listing .current").waitFor();
        await menusFit(`${name}, ${size}`);
        const stage = [".run-stage .board .frame", ".run-stage .buttons", ".run-stage .scrubber", ".run-stage .sentence"];
        // The choices of the Methods tab need more of a short window.
        if (name === "lesson" || height > 640) allSeen(await boxes(stage), size, `${name} at first`);
        for (const part of [".listing .current", ".stack .innermost"]) {
          await page.locator(part).evaluate((line) => line.scrollIntoView({ block: "end", behavior: "instant" }));
          await page.evaluate(() => scrollBy({ top: 8, behavior: "instant" }));
          allSeen(await boxes([...stage, part]), size, `${name}, ${part}`);
        }
      }
      await load("#/lesson?step=30");
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
      await load("#/board?n=8&board=Q7/4Q3/7Q/8/8/8/8/8");
      await press("Complete");
      await says("Exactly one completion.");
      await page.evaluate(() => scrollTo(0, 0));
      allSeen(await boxes([".stage .board .frame", ".status"]), size, "board");
      await load("#/puzzle?day=2026-11-22");
      const hint = page.locator(".puzzle button.primary");
      await hint.click();
      await page.locator(".puzzle-hint p").waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      allSeen(await boxes([".stage .board .thick", ".puzzle-hint p"]), size, "puzzle");
    });
});
