// Counts in the browser: on workers, stopped, resumed after a reload, with damaged and without any storage.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { button, number, page, show } from "./setup.mjs";

const stored = (n) => page.evaluate((n) => JSON.parse(localStorage.getItem(`bezzel-units-${n}`)), n);
const total = (digits) => page.locator(".total").filter({ hasText: digits }).waitFor();

describe("counts in the browser", () => {
  test("all workers count, and the total is checked", async () => {
    await show("#/count?n=14");
    await page.getByLabel("Workers", { exact: true }).fill("3");
    await button("Count here").click();
    await total("365 596");
    await page.getByText("agrees with the published value").waitFor();
    await page.getByText(/(simd128|portable), 3 threads/).waitFor();
    await page.getByText(/Checked: \d+ units are there once each/).waitFor();
    assert.equal(await stored(14), null);
    await page.locator("#language").selectOption("zh");
    await page.getByText(/已检查：\d+ 个工作单元各有一个结果/).waitFor();
    await page.locator("#language").selectOption("en");
    await show("#/count?n=21");
    await page.getByText("A browser counts up to n = 20").waitFor();
    assert.ok(await button("Count here").isDisabled());
  });

  test("a count is stopped, and goes on after a reload with the results that it had", async () => {
    await show("#/count?n=20");
    await page.getByLabel("Workers", { exact: true }).fill("2");
    await button("Count here").click();
    await page.locator(".unit-map .fill").first().waitFor();
    await button("Stop").click();
    await page.locator(".badge.stopped").waitFor();
    const before = await stored(20);
    assert.ok(before.results.length > 0);
    await page.reload();
    await button("Resume Q(20)").click();
    await page.locator(".badge.running").waitFor();
    const label = await page.locator(".unit-map").getAttribute("aria-label");
    assert.ok(Number(label.split(" ")[0]) >= before.results.length, label);
    await button("Delete").click();
    await number(".unit-map", 0);
    assert.equal(await stored(20), null);
  });

  test("a damaged result is named, and counted again", async () => {
    await show("#/count?n=16");
    await page.getByLabel("Workers", { exact: true }).fill("1");
    await button("Count here").click();
    await page.locator(".unit-map .fill").first().waitFor();
    await button("Stop").click();
    await page.locator(".badge.stopped").waitFor();
    await page.evaluate(() => {
      const saved = JSON.parse(localStorage.getItem("bezzel-units-16"));
      const { solutions } = saved.results[0];
      solutions.value = String(BigInt(solutions.value) + 8n);
      localStorage.setItem("bezzel-units-16", JSON.stringify(saved));
    });
    await page.reload();
    await button("Resume Q(16)").click();
    await page
      .getByRole("alert")
      .filter({ hasText: /The stored result of unit \S+ is damaged/ })
      .waitFor();
    await button("Resume").click();
    await total("14 772 512");
  });

  test("without a storage it counts, and says that nothing is kept", async () => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await show("#/count?n=18");
    await button("Count here").click();
    await page.getByText("The browser does not keep the results").waitFor();
    await button("Delete").click();
    await number(".unit-map", 0);
  });
});
