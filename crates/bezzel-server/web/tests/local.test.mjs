// Counts in the browser: on workers, stopped, resumed after a reload, with damaged and without any storage.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { browser, button, number, page, press, says, server, show } from "./setup.mjs";

const stored = (n) => page.evaluate((n) => localStorage.getItem(`bezzel-units-${n}`), n);
/** The lines of units of a stored ledger. */
const unitsOf = (ledger) => ledger.split("\n").filter((line) => line.startsWith("u "));
/** Begins a count on this number of workers, and waits for its first units. */
const begin = async (n, workers) => {
  await show(`#/count?n=${n}`);
  await page.getByLabel("Workers", { exact: true }).fill(String(workers));
  await press("Count here");
  await page.locator(".unit-map .fill").first().waitFor();
};
const stop = async () => {
  await press("Stop");
  await page.locator(".badge.stopped").waitFor();
};
const total = (digits) => page.locator(".total").filter({ hasText: digits }).waitFor();

describe("counts in the browser", () => {
  test("all workers count, and the total is checked", async () => {
    await show("#/count?n=14");
    await page.getByLabel("Workers", { exact: true }).fill("3");
    await press("Count here");
    await total("365,596");
    await says("agrees with the published value", /(simd128|portable), 3 threads/, /Checked: each of the \d+ units has one result/);
    assert.equal(await stored(14), null);
    await page.locator("#language").selectOption("zh");
    await says(/已检查：\d+ 个工作单元各有一个结果/);
    await page.locator("#language").selectOption("en");
    await show("#/count?n=21");
    await says("A browser counts up to n = 20");
    assert.ok(await button("Count here").isDisabled());
  });

  test("a count is stopped, and goes on after a reload with the results that it had", async () => {
    await begin(20, 2);
    await stop();
    const before = await stored(20);
    assert.ok(unitsOf(before).length > 0);
    await page.reload();
    await press("Resume Q(20)");
    await page.locator(".badge.running").waitFor();
    const label = await page.locator(".unit-map").getAttribute("aria-label");
    assert.ok(Number(label.split(" ")[0]) >= unitsOf(before).length, label);
    await press("Delete");
    await number(".unit-map", 0);
    assert.equal(await stored(20), null);
  });

  test("stored results that cannot be read are counted again, and the others are kept", async () => {
    await show("#/count?n=14");
    await page.evaluate(() => localStorage.setItem("bezzel-units-14", "{"));
    await page.reload();
    await press("Resume Q(14)");
    await total("365,596");
    await begin(19, 1);
    await stop();
    const kept = await stored(19);
    const junk = ["null", "u n19 p3", kept.split("\n")[1].slice(0, -1), "\u0000", "{}"];
    await page.evaluate((text) => localStorage.setItem("bezzel-units-19", text), [...junk, ...unitsOf(kept)].join("\n"));
    await page.reload();
    await press("Resume Q(19)");
    await page.locator(".unit-map .fill").first().waitFor();
    await stop();
    const now = unitsOf(await stored(19));
    assert.ok(unitsOf(kept).every((line) => now.includes(line)));
    await press("Delete");
    await number(".unit-map", 0);
  });

  test("one window counts, and another says so until it has ended", async () => {
    await begin(20, 1);
    await page.waitForFunction(() => localStorage.getItem("bezzel-units-20") !== null);
    const other = await browser.newPage();
    await other.goto(`${server.url}#/count?n=20`);
    const said = other.getByText("Q(20) is being counted in another window.");
    await said.waitFor();
    const resume = other.getByRole("button", { name: "Resume Q(20)" });
    assert.equal(await resume.count(), 0);
    await other.getByRole("button", { name: "Count here" }).click();
    assert.equal(await other.locator(".unit-map").count(), 0);
    await press("Stop");
    await resume.waitFor();
    assert.equal(await said.count(), 0);
    // Now the other one counts, and this window does not.
    await resume.click();
    await other.locator(".unit-map .fill").first().waitFor();
    await press("Resume");
    await says("Q(20) is being counted in another window.");
    await other.close();
    await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
    await press("Delete");
    await number(".unit-map", 0);
  });

  test("without a storage it counts, and says that nothing is kept", async () => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await show("#/count?n=18");
    await press("Count here");
    await says("The browser does not keep the results");
    await press("Delete");
    await number(".unit-map", 0);
  });
});
