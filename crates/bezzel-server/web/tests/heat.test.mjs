// Heat map tab.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";

import { BEZZEL } from "./browser.mjs";
import { page, show } from "./setup.mjs";

describe("heat map", () => {
  test("shows the numbers of the command, by pointer and by keyboard, and the limit", async () => {
    for (const n of [1, 7, 12]) {
      await show(`#/heat?n=${n}`);
      const { occupancy, solutions } = JSON.parse(execFileSync(BEZZEL, ["occupancy", String(n), "--format", "json"]));
      const name = (row, column) => {
        const share = (100 * Number(occupancy[row][column])) / Number(solutions);
        const count = occupancy[row][column].replace(/\B(?=(\d{3})+$)/g, ",");
        return `Row ${row}, column ${column}: ${count} ${count === "1" ? "solution" : "solutions"}, ${share.toFixed(3)} %`;
      };
      const cells = page.locator(".heat-board .squares rect");
      await cells.nth(n * n - 1).waitFor();
      const names = await cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
      assert.deepEqual(
        names,
        occupancy.flatMap((row, at) => row.map((_, column) => name(at, column))),
      );
      const last = n - 1;
      await cells.last().hover();
      await page.locator(".heat-square", { hasText: name(last, last) }).waitFor();
      await cells.first().focus();
      for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
      await page.locator(".heat-square", { hasText: name(Math.min(1, last), Math.min(2, last)) }).waitFor();
    }
    // The constant of the theorem is 1.9440; the shape is symmetric.
    await page.getByText("α = 1.944.").waitFor();
    const fills = await page.locator(".heat-picture rect").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("fill")));
    assert.equal(fills.length, 40 * 40);
    assert.deepEqual([...fills].reverse(), fills);
  });
});
