// Checks of all tabs: language, widths, accessibility, fields.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { openTab, page, press, pressInTurn, remember, says, server, settled, show } from "./setup.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Returns the names of buttons and choices that something else lies on. */
const covered = () =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll(".tab:not([hidden]) :is(button, select)")];
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
      .filter((control) => {
        // The stage of a small window stays at its top.
        control.scrollIntoView({ block: "end" });
        const { left, top, width, height } = control.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && found && !control.contains(found) && !found.contains(control);
      })
      .map((control) => control.labels?.[0]?.textContent ?? control.textContent);
  });

/** Each tab, and each kind of data structure. */
const PAGES = [
  "lesson?step=30",
  "methods?method=linked-columns&n=12&step=90",
  "methods?method=bitmask&n=16&step=4",
  "methods?method=bitmask&n=6&board=x5/6/5Q/6/6/6&step=7",
  "methods?method=bordered-board&n=6&step=60",
  "methods?method=slope-test&n=8&step=9",
  "methods?method=mirrored-markers&n=6&step=60",
  "methods?method=colour-split&n=6&step=400",
  "methods?method=x",
  "board?n=12",
  "board?n=8&board=Q7/4Q3/7Q/Q7/8/8/8/8",
  "puzzle?day=2026-11-22",
  "puzzles?n=6&count=1",
  "race",
  "count?n=24",
  "heat?n=9",
  "learn",
  "sheet?answers=1",
  "program?language=javascript&start=fault-2&n=4",
  "embed?method=slope-test&n=5&step=7",
];

/** Fails at Chinese texts, labels and titles with Latin punctuation. */
const read = async (where) => {
  await settled();
  const texts = await page.evaluate(() => {
    const values = (name) => [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name));
    const titles = [...document.querySelectorAll("title")].map((one) => one.textContent);
    return [document.body.innerText.split("\n"), ["aria-label", "title", "aria-valuetext"].flatMap(values), titles].flat();
  });
  assert.ok(
    texts.some((text) => /[\u4e00-\u9fff]/.test(text)),
    where,
  );
  const latin = /[\u4e00-\u9fff）] ?[:,;?!](?!\S)|\([^()]*[\u4e00-\u9fff][^()]*\)/u;
  // Variables of listings are named queen and board.
  const english = /(?<![\w-])([Qq]ueens(?!@)|steps?|Board|boards|solutions?|positions)(?![\w-]|\.\w|\()/;
  assert.deepEqual(
    // Titles of tutorials are quoted, and pairs and arguments are code.
    texts.filter(
      (text) => latin.test(text.replace(/《[^》]*》|\([^()]*, [^()]*\)/g, "")) || (!where.startsWith("program") && english.test(text)),
    ),
    [],
    where,
  );
  assert.deepEqual(await covered(), [], where);
};

/** Fails if the page is wider than a phone, or a control is covered there. */
const fits = async (where) => {
  await settled();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${where} is ${width} wide`);
  assert.deepEqual(await covered(), [], where);
};

/** Fails at what axe finds in the page, after the program of the tab, if it has one, was run and judged. */
const isAccessible = async (where) => {
  const bench = page.locator(".tab:not([hidden]) .workbench");
  for (const at of (await bench.count()) ? [0, 1] : []) {
    const runs = Number(await bench.getAttribute("data-runs"));
    await bench.locator(".bench .row-of > button").nth(at).click();
    await page.locator(`.workbench[data-runs="${runs + 1}"]`).waitFor();
  }
  await settled();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0, `${where} moves`);
  await page.evaluate(AXE);
  const faults = await page.evaluate(async () => {
    // Sections out of view are checked too, and contrast is that of a page that can be seen.
    const whole = new CSSStyleSheet();
    whole.replaceSync(".learn article section { content-visibility: visible !important; }");
    const kept = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [whole];
    const { violations, passes } = await globalThis.axe.run(document, { resultTypes: ["violations"], selectors: false });
    document.adoptedStyleSheets = kept;
    if (passes.length === 0) throw new Error("axe checked nothing");
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
  assert.deepEqual(faults, [], where);
};

describe("everywhere", () => {
  test("the language is switched and remembered", async () => {
    await show("#/methods?method=bitmask&n=8");
    await page.locator("#language").selectOption("zh");
    await page.getByRole("link", { name: "方法" }).waitFor();
    await page.waitForFunction(() => document.documentElement.lang === "zh-Hans");
    await press("下一个解");
    await says("第 1 个解：0 4 7 5 2 6 1 3");
    await page.reload();
    await openTab("棋盘");
    await says("补全");
    await page.locator("#language").selectOption("en");
    await page.getByRole("link", { name: "Methods", exact: true }).waitFor();
  });

  for (let from = 0; from < PAGES.length; from += 2)
    test(`Chinese has its words and punctuation, no tab scrolls sideways on a phone, and axe finds no fault: ${PAGES[from]} …`, async () => {
      await remember({ language: "zh" });
      for (const [at, hash] of PAGES.slice(from, from + 2).entries()) {
        // Contrast depends on the colours only and names on the language only; for a change half of the tabs have each.
        const isDark = at % 2 === 0;
        await page.emulateMedia({ colorScheme: isDark ? "dark" : "light", reducedMotion: "reduce" });
        await show(`#/${hash}`);
        await read(hash);
        if (isDark || hash.startsWith("embed") || process.env.BEZZEL_TEST_ALL) await isAccessible(hash);
        await page.setViewportSize({ width: 360, height: 740 });
        await fits(hash);
        if (hash.startsWith("embed")) continue;
        await page.locator("#language").selectOption("en");
        await fits(`${hash}, in English`);
        await page.setViewportSize({ width: 1280, height: 900 });
        if (!isDark) await isAccessible(`${hash}, in English`);
        await page.locator("#language").selectOption("zh");
      }
    });

  test("answers on the Board tab and races have Chinese punctuation", async () => {
    await remember({ language: "zh" });
    await show("#/board?n=6&board=1Q4/3Q2/5Q/Q5/2Q3/4Q1");
    await press("八个对称像");
    await page.locator(".images figure").nth(7).waitFor();
    await read("board");
    await show("#/race?methods=bitmask,slope-test&n=4&largest=6");
    await pressInTurn("开始竞速", "开始实测");
    await says(/第 1 名/);
    await read("race");
  });

  test("invalid input in every field shows the accepted range", async () => {
    for (const [hash, label, accepted, ...more] of [
      ["methods?method=brute-force&n=6", "Queens n", "1 to 16", "17", ""],
      ["board", "Queens n", "1 to 32", "33", "-1"],
      ["race", "Queens n", "1 to 16"],
      ["race", "Measure up to n", "4 to 16"],
      ["count", "Queens n", "1 to 27"],
      ["count", "Threads", "1 to 1024"],
      ["learn?section=known", "Queens n", "1 to 32"],
    ]) {
      await show(`#/${hash}`);
      const field = page.locator(".tab:not([hidden])").getByLabel(label, { exact: true });
      const said = page.getByText(`Enter a whole number from ${accepted}.`);
      const good = (await field.inputValue()) || "2";
      for (const value of more.length > 0 ? more : ["0", "1.5", "１２"]) {
        await field.fill(value);
        await said.waitFor();
        await field.and(page.locator("[aria-invalid=true]")).waitFor();
        await field.fill(good);
        await said.waitFor({ state: "detached" });
      }
    }
  });

  test("without JavaScript the page says what it needs", async () => {
    const noscript = /<noscript>(.*)<\/noscript>/s.exec(await (await fetch(server.url)).text())[1];
    assert.match(noscript, /<p lang="en">\s*This page needs JavaScript\..*<p lang="zh-Hans">\s*本页需要 JavaScript。/s);
  });

  test("focus is visible", async () => {
    await show("");
    await page.locator(".skip").waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.activeElement !== document.body);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none");
  });
});
