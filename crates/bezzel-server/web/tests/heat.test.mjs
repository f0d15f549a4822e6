// Heat map tab.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { constants, inflateSync } from "node:zlib";

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
      const cells = page.getByRole("gridcell");
      await cells.nth(n * n - 1).waitFor();
      const names = await cells.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
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

  test("is printed in its colours, although browsers leave backgrounds out", async () => {
    await show("#/heat?n=8");
    await page.getByRole("gridcell").nth(63).waitFor();
    const pdf = await page.pdf({ printBackground: false });
    const streams = [...pdf.toString("latin1").matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
      try {
        return [inflateSync(pdf.subarray(index + head.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1")];
      } catch {
        return [];
      }
    });
    const fills = new Set(streams.flatMap((text) => [...text.matchAll(/([\d.]+ [\d.]+ [\d.]+) rg/g)].map(([, colour]) => colour)));
    // The squares have ten different colours by symmetry; the picture of the limit is drawn, not a background.
    const squares = await page
      .getByRole("gridcell")
      .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor))]);
    const asPdf = (colour) => colour.match(/\d+/g).map((channel) => Number(channel) / 255);
    const isPrinted = (colour) =>
      [...fills].some((fill) => fill.split(" ").every((channel, at) => Math.abs(Number(channel) - asPdf(colour)[at]) < 0.005));
    assert.ok(squares.length > 5);
    assert.deepEqual(
      squares.filter((colour) => !isPrinted(colour)),
      [],
    );
  });
});
