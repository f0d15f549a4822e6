// Accessibility of all tabs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { page, remember, settled, show } from "./setup.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Each tab, and each kind of data structure. */
const ADDRESSES = [
  "methods?method=linked-columns&n=8&step=45",
  "methods?method=bordered-board&n=6&step=60",
  "methods?method=slope-test&n=8&step=9",
  "methods?method=mirrored-markers&n=7&step=100",
  "methods?method=bitmask&n=8&step=12",
  "methods?method=colour-split&n=6&step=400",
  "board?n=8&board=Q7/4Q3/7Q/Q7/8/8/8/8",
  "puzzle?day=2026-11-23",
  "race",
  "count",
  "heat?n=9",
  "learn",
  "lesson?step=9",
  "methods?method=nonsense",
  "embed?method=slope-test&n=5&step=7",
  "sheet",
  "program?language=javascript&start=fault-2&n=4",
];

/** Runs and judges the program of the tab that is shown, if it has one. */
async function runProgram() {
  for (const [at, runs] of (await page.locator(".workbench").count()) ? [0, 1].entries() : []) {
    await page.locator(".bench .row-of > button").nth(at).click();
    await page.locator(`.workbench[data-runs="${runs + 1}"]`).waitFor();
  }
}

describe("accessibility", () => {
  // Contrast depends on the colours only and names on the language only, so two of the four suffice; and for a change
  // half of the tabs in each.
  for (const [turn, [scheme, language]] of [
    ["light", "en"],
    ["dark", "zh"],
  ].entries()) {
    test(`axe finds no fault, ${scheme}, ${language}`, async () => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await remember({ language });
      for (const tab of ADDRESSES.filter((_, at) => process.env.BEZZEL_TEST_ALL || at % 2 === turn)) {
        await show(`#/${tab}`);
        await settled();
        await runProgram();
        assert.equal(await page.evaluate(() => document.getAnimations().length), 0, `${tab} moves`);
        // Sections out of view are checked too.
        await page.addStyleTag({ content: ".learn article section { content-visibility: visible !important; }" });
        // Contrast is that of a page that can be seen.
        await page.evaluate(() => (document.adoptedStyleSheets = []));
        await page.evaluate(AXE);
        const faults = await page.evaluate(async () => {
          const { violations, passes } = await globalThis.axe.run(document, { resultTypes: ["violations"], selectors: false });
          if (passes.length === 0) throw new Error("axe checked nothing");
          return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
        });
        assert.deepEqual(faults, [], tab);
      }
    });
  }
});
