// Learn tab: the text and its interactive boards.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { METHODS } from "./browser.mjs";
import { arrived, number, page, says, show } from "./setup.mjs";

describe("learn", () => {
  test("boards, codes and the table of methods in the text are interactive", async () => {
    await show("#/learn");
    await page.locator("#problem .squares rect").first().click();
    await says("1 of 8 queens");
    await page.getByRole("link", { name: "diagonal-markers: diagonals as r − c and r + c" }).click();
    await page.locator('#diagonals .squares [data-at="5 1"]').first().click();
    await says("r − c = 4", "r + c = 6");
    await page.locator("#bits .mini").first().getByRole("button", { name: "bit 0 of x: 0" }).click();
    await says("x = 55");
    const links = page.locator("#links");
    await links.getByRole("button", { name: "Next solution" }).click();
    await links.getByText("Solution 1: 1 3 5 0 2 4").waitFor();
    const codes = page.locator(".mini").filter({ hasText: "two's complement (补码)" });
    const row = async (name) => (await codes.locator(".bits").filter({ hasText: name }).locator(".cell").allTextContents()).join("");
    assert.deepEqual(
      [await row("x = 40"), await row("原码"), await row("反码"), await row("补码"), await row("x & −x")],
      ["00101000", "10101000", "11010111", "11011000", "00001000"],
    );
    const strokes = page.locator(".mini").filter({ hasText: "捺 nà" });
    await strokes.locator('[data-at="5 2"]').click();
    await strokes.getByText("撇 piě: row + column = 7").waitFor();
    await strokes.getByText("捺 nà: row − column = 3").waitFor();
    const reach = page.locator(".mini").filter({ hasText: "The squares that a queen attacks" }).first();
    await reach.locator('[data-at="0 0"]').click();
    await reach.getByText("It attacks 21 of the other 63 squares.").waitFor();
    // The images of a solution, and a board for each rule of a puzzle.
    await number("#symmetry .images .board", 8);
    await number("#puzzles svg.board", 6);
    for (const table of ["#counting", "#known"]) await page.locator(`${table} tbody tr`).nth(1).waitFor();
    const leetcode = page.getByRole("link", { name: "LeetCode 51", exact: true });
    assert.equal(await leetcode.getAttribute("href"), "https://leetcode.com/problems/n-queens/");
    const table = page.locator("#table .method-table");
    await number("#table .method-table tbody tr", METHODS.length);
    await table.getByRole("link", { name: "bitmask", exact: true }).click();
    await arrived("step 0 ");
    assert.equal(await page.getByLabel("Method", { exact: true }).inputValue(), "bitmask");
  });

  test("both languages have the same sections and figures, and the same years and counts", async () => {
    const contents = async (language) => {
      const { sections } = JSON.parse(await readFile(new URL(`../src/learn/${language}.json`, import.meta.url), "utf8"));
      const kept = (part) => part.figure ?? part.match(/\d[\d,]{2,}\d/g)?.sort();
      return sections.map(({ id, parts }) => [id, ...parts.map(kept)]);
    };
    const english = await contents("en");
    assert.deepEqual(english, await contents("zh"));
    const plain = english.filter(([, ...parts]) => !parts.some((part) => typeof part === "string"));
    assert.deepEqual(
      plain.map(([id]) => id),
      ["history"],
    );
  });

  test("a program of a tutorial opens as the tutorial has it", async () => {
    await show("#/learn?section=tutorials");
    await number(".tutorials li", 12);
    const open = async (program, method) => {
      const card = page.locator(".tutorials li").filter({ has: page.getByRole("heading", { name: program, exact: true }) });
      await card.locator(".names span").first().waitFor();
      const names = await card.locator(".names span").allTextContents();
      await card.getByRole("link", { name: method }).click();
      const shown = page.locator(".tab:not([hidden])");
      await shown.locator(".listing").first().waitFor();
      return { names, shown };
    };
    const { names, shown } = await open("B", "bordered-board");
    assert.deepEqual(
      names.filter((name) => name.startsWith("check")),
      ["check → isSafe"],
    );
    await shown.getByLabel("Listing: C++").getByText("printf").first().waitFor();
    await shown.locator(".frame-name").getByText("run(j = 0)", { exact: true }).waitFor();
    await shown.getByText("The call stack has these names too.").waitFor();
    await shown.getByLabel("Names", { exact: true }).selectOption("of bezzel");
    await shown.locator(".frame-name").getByText("search(row = 0)", { exact: true }).waitFor();
    await show("#/learn?section=tutorials");
    const bits = await open("D, bits", "bitmask");
    await bits.shown.getByLabel("Listing: Pascal").getByText("work(h, z, f: int64)").waitFor();
    await bits.shown.locator(".frame-name").getByText("work(h, z, f)", { exact: true }).first().waitFor();
  });

  test("every constructed board is a solution", async () => {
    await show("#/learn?section=known");
    const known = page.locator("#known");
    const size = known.getByLabel("Queens n", { exact: true });
    // One of each remainder of n by 6, which choose the construction, and the ends.
    for (const n of [4, 8, 9, 11, 12, 13, 32]) {
      await size.fill(String(n));
      await page.waitForFunction((n) => document.querySelectorAll("#known .board .queen").length === n, n);
      const columns = (await known.getByRole("status").innerText()).split(" ").map(Number);
      const distinct = (values) => new Set(values).size === n;
      assert.ok(distinct(columns) && distinct(columns.map((c, r) => r - c)) && distinct(columns.map((c, r) => r + c)), `${columns}`);
    }
    await size.fill("3");
    await known.getByText("No solution exists for n = 3.").waitFor();
  });
});
