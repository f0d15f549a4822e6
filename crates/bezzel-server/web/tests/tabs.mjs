// One action in each tab, for every browser and every place of the page.

import { HANG_TIMEOUT_MS } from "./browser.mjs";

/** `show` opens a hash of the page, in which the functions of drawings.mjs are. */
export async function useEachTab(page, show) {
  await show("#/methods?method=brute-force&n=6&step=20000");
  await page.waitForFunction(() => globalThis.placeShown().startsWith("step 20,000 "));
  await show("#/board?n=12&board=Q11/12/12/12/12/12/12/12/12/12/12/12&heat=1");
  await page.getByText(/completions\. The colours/).waitFor();
  await page.getByRole("button", { name: "Random completion", exact: true }).click();
  await page.getByText("Solution: no two queens attack each other.").waitFor();
  await show("#/puzzle?day=2030-05-05");
  await page.getByText("0 of 9 queens").waitFor();
  await show("#/program?language=javascript&start=fault-2&n=4");
  await page.getByRole("button", { name: "Judge for n = 1 to 8", exact: true }).click();
  await page.locator(".causes li", { hasText: "anti-diagonals (row + column is equal) are not tested" }).waitFor();
  await show("#/program?language=python&start=fault-2&n=4");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText(/steps recorded\. Press play to see them\./).waitFor();
  await show("#/race?methods=bitmask,slope-test&n=4&largest=6");
  await page.evaluate((limit) => globalThis.pressInTurn(["Start race", "Measure now"], limit), HANG_TIMEOUT_MS);
  await page.getByText(/Rank 1: .* for n = 6/).waitFor();
  await show("#/count?n=12");
  await page.getByRole("heading", { name: "Published results" }).waitFor();
  await page.getByRole("button", { name: "Count here", exact: true }).click();
  await page.locator(".total").filter({ hasText: "14,200" }).waitFor();
  await show("#/heat?n=10");
  await page.getByRole("heading", { name: "Limit for large n" }).waitFor();
  await show("#/learn?section=bits");
  await page.locator("#language").selectOption("zh");
  await page.locator("#links").getByRole("button", { name: "下一步" }).click();
  await page.locator("#links").getByText("第 1 步").waitFor();
  await page.evaluate(() => localStorage.clear());
}
