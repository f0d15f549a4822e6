// Heat map tab.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { constants, inflateSync } from "node:zlib";

import { BEZZEL } from "./browser.mjs";
import { page, says, show } from "./setup.mjs";

describe("heat map", () => {
  test("shows the numbers of the command, by pointer and by keyboard, and the limit", async () => {
    for (const n of [1, 12]) {
      await show(`#/heat?n=${n}`);
      const { occupancy, solutions } = JSON.parse(execFileSync(BEZZEL, ["occupancy", String(n), "--format", "json"]));
      const name = (row, column) => {
        const share = (100 * Number(occupancy[row][column])) / Number(solutions);
        const count = occupancy[row][column].replace(/\B(?=(\d{3})+$)/g, ",");
        return `Row ${row}, column ${column}: ${count} ${count === "1" ? "solution" : "solutions"}, ${share.toFixed(3)}%`;
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
    await says("cells is 1.944.");
    const fills = await page.locator(".heat-picture rect").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("fill")));
    assert.equal(fills.length, 40 * 40);
    assert.deepEqual([...fills].reverse(), fills);
  });

  test("is printed in its colours, although browsers leave backgrounds out", async () => {
    await show("#/heat?n=8");
    const cells = page.locator(".heat-board .heat-layer rect");
    await cells.nth(63).waitFor();
    const pdf = await page.pdf({ printBackground: false });
    const streams = [...pdf.toString("latin1").matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
      try {
        return [inflateSync(pdf.subarray(index + head.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1")];
      } catch {
        return [];
      }
    });
    const fills = streams.flatMap((text) => [...text.matchAll(/([\d.]+ [\d.]+ [\d.]+) rg/g)].map(([, colour]) => colour.split(" ")));
    // The squares have ten different colours by symmetry.
    const colours = await cells.evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).fill))]);
    const isPrinted = (colour) => {
      const channels = colour.match(/\d+/g).map((channel) => Number(channel) / 255);
      return fills.some((fill) => fill.every((channel, at) => Math.abs(Number(channel) - channels[at]) < 0.005));
    };
    assert.ok(colours.length > 5);
    assert.deepEqual(
      colours.filter((colour) => !isPrinted(colour)),
      [],
    );
  });
});
