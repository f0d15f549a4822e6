// `SHOTS=directory npm test` stores a screenshot of each tab.

import { mkdir } from "node:fs/promises";
import { test } from "node:test";

import { page, button, show } from "./setup.mjs";

test("pictures of each tab", { skip: !process.env.SHOTS }, async () => {
  const directory = process.env.SHOTS;
  await mkdir(directory, { recursive: true });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const shot = (name) => page.screenshot({ path: `${directory}/${name}.png` });
  await show("#/methods?method=linked-columns&n=8&step=45");
  await page.waitForLoadState("networkidle");
  await shot("methods");
  await show("#/lesson?step=21");
  await page.waitForLoadState("networkidle");
  await shot("lesson");
  await show("#/sheet");
  await shot("sheet");
  await show("#/board?n=8&queens=0.0,1.4,2.7");
  await button("Complete").click();
  await page.getByText("Exactly one completion.").waitFor();
  await page.getByText("92 solutions").waitFor();
  await shot("board");
  await show("#/race?methods=slope-test,diagonal-markers,linked-columns,bitmask&n=6");
  await button("Start race").click();
  await page.getByText(/^finished after/).first().waitFor();
  await button("Measure now").click();
  await page.getByText("Measuring …").waitFor({ state: "detached" });
  await page.locator(".tracks").scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 330));
  await shot("race");
  await show("#/count?n=18");
  await button("Start count").click();
  await page.locator(".total").waitFor();
  await page.getByLabel("Queens n", { exact: true }).fill("20");
  await button("Start count").click();
  await page.locator(".unit-map").first().locator(".fill").nth(40).waitFor();
  await shot("count");
  await page.locator("#language").selectOption("zh");
  await show("#/learn");
  await page.getByRole("link", { name: "双向链表 linked-columns：删除与恢复" }).click();
  for (let step = 0; step < 22; step++) await page.locator("#links").getByRole("button", { name: "下一步" }).click();
  await page.locator("#links").getByText("第 22 步").waitFor();
  await shot("learn");
});
