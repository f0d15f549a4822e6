// `npm run pictures -- DIRECTORY` takes the pictures of README and documentation from a release build.

import { mkdir } from "node:fs/promises";
import path from "node:path";

import { open, serve } from "./browser.mjs";

const directory = process.argv[2];
if (!directory) {
  console.error("error: expected the directory of the pictures, such as ../../../docs/images");
  process.exit(2);
}
await mkdir(directory, { recursive: true });
const server = await serve();
const { browser, close } = await open();
const page = await browser.newPage();
await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });

const file = (name) => path.join(directory, `page-${name}.png`);
const button = (name) => page.getByRole("button", { name, exact: true });

/** Opens an address in a language, in a window of this size. */
async function show(language, hash, [width, height] = [1280, 1000]) {
  await page.setViewportSize({ width, height });
  await page.goto(`${server.url}api/backends`);
  await page.evaluate((language) => (localStorage.clear(), localStorage.setItem("bezzel-language", language)), language);
  await page.goto(server.url + hash);
  await page.waitForLoadState("networkidle");
}
const shot = (name) => page.screenshot({ path: file(name) });
const part = (name, selector) => page.locator(selector).first().screenshot({ path: file(name) });

for (const [language, end] of [["en", ""], ["zh", "-zh"]]) {
  await show(language, "#/lesson?step=30", [1280, 720]);
  await page.locator(".listing .current").waitFor();
  await shot(`lesson${end}`);
  await show(language, "#/lesson?step=30", [390, 844]);
  await shot(`phone${end}`);
  await show(language, "#/methods?method=linked-columns&n=8&step=45");
  await page.locator(".listing .current").waitFor();
  await shot(`methods${end}`);
  await show(language, "#/methods?method=slope-test&n=5&step=120", [1280, 900]);
  await page.locator(".tree-choice button").nth(1).click();
  await page.locator("[data-node].now").waitFor();
  await part(`tree${end}`, ".tree-panel");
  await show(language, "#/learn?section=slope");
  await page.locator("#slope .quiz button").click();
  await page.locator("#slope .answers button").first().click();
  await page.locator("#slope .answers .right").waitFor();
  await part(`quiz${end}`, "#slope .quiz");
  await show(language, "#/puzzle?day=2026-11-22", [1280, 900]);
  const hint = page.locator(".puzzle button.primary");
  for (let step = 0; step < 13; step++) {
    await hint.click();
    await page.locator(".puzzle-shade").waitFor({ state: "attached" });
    await hint.click();
    await page.locator(".proposed").first().waitFor();
    if (step < 12) await hint.click();
  }
  await shot(`puzzle${end}`);
  // A sheet of A4 at 96 dots per inch, without the margins of the printer.
  await show(language, "#/sheet", [688, 1017]);
  await page.locator(".listing").waitFor();
  await page.emulateMedia({ media: "print" });
  await shot(`sheet${end}`);
  await page.emulateMedia({ media: "screen" });
}

await show("en", "#/board?n=8&queens=0.0,1.4,2.7");
await button("Complete").click();
await page.getByText("Exactly one completion.").waitFor();
await page.getByText("92 solutions").waitFor();
await shot("board");
await show("en", "#/race?methods=slope-test,diagonal-markers,linked-columns,bitmask&n=6");
await button("Start race").click();
await page.getByText(/^finished after/).first().waitFor();
await button("Measure now").click();
await page.getByText("Measuring …").waitFor({ state: "detached" });
await page.locator(".tracks").scrollIntoViewIfNeeded();
await page.evaluate(() => scrollTo(0, 330));
await shot("race");
await show("en", "#/count?n=18");
await button("Start count").click();
await page.locator(".total").waitFor();
await page.getByLabel("Queens n", { exact: true }).fill("20");
await button("Start count").click();
await page.locator(".unit-map").first().locator(".fill").nth(40).waitFor();
await shot("count");
await show("zh", "#/learn?section=links");
const links = page.locator("#links");
for (let step = 0; step < 22; step++) await links.getByRole("button", { name: "下一步" }).click();
await links.getByText("第 22 步").waitFor();
await shot("learn");

await close();
await server.stop();
