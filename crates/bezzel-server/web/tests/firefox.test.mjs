// The page in Firefox: lesson, methods, both languages, and the files without a server.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

import { HANG_TIMEOUT_MS, serve } from "./browser.mjs";
import { collectDrawings, drawNoPixels } from "./drawings.mjs";
import { site } from "./site.test.mjs";
import { SLOWNESS, slowDown } from "./slow.mjs";

const FIREFOX = process.env.FIREFOX ?? ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find((file) => existsSync(file));
const skip = FIREFOX ? false : "Firefox is missing: install it (Debian: firefox-esr)";
const STEPS = Array.from({ length: 40 }, (_, index) => index + 1);

test("the page works in Firefox", { skip }, async () => {
  const server = await serve();
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    timeout: HANG_TIMEOUT_MS,
    protocolTimeout: HANG_TIMEOUT_MS,
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(HANG_TIMEOUT_MS);
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.setViewport({ width: 1280, height: 720 });
    await page.evaluateOnNewDocument(slowDown, SLOWNESS);
    await page.evaluateOnNewDocument(collectDrawings);
    await page.evaluateOnNewDocument(drawNoPixels);
    const show = async (address) => {
      await page.goto("about:blank");
      await page.goto(address);
    };
    const arrived = (step) => page.waitForFunction((step) => globalThis.stepShown() === step, {}, step);
    const walk = (key, steps) => page.evaluate((key, steps, limit) => globalThis.walk(key, steps, limit), key, steps, HANG_TIMEOUT_MS);
    /** Clicks without a position, which changes while the page scrolls to a chapter. */
    const press = async (selector) => (await page.waitForSelector(selector)).evaluate((button) => button.click());
    const text = (selector) => page.$eval(selector, (element) => element.textContent);

    // The first view, on one screen.
    await show(`${server.url}#/lesson?step=0`);
    await page.waitForSelector(".lesson .listing");
    await walk("ArrowRight", STEPS);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height <= 720, `${height} pixels`);
    assert.equal(await text(".stack .frame:last-child .frame-name"), "queens(n = 4)");

    // A linked list and masks, forward and back, with their lines.
    for (const method of ["linked-columns", "bitmask"]) {
      await show(`${server.url}#/methods?method=${method}&n=6`);
      await arrived(0);
      await page.waitForSelector(".listing");
      const forward = await walk("ArrowRight", STEPS);
      for (const { step, drawing, line } of await walk("ArrowLeft", STEPS.slice(0, -1).reverse())) {
        assert.equal(drawing, forward[step - 1].drawing, `${method}, step ${step}`);
        assert.equal(line, forward[step - 1].line, `${method}, step ${step}`);
      }
    }

    // The Tab key and the arrow keys reach the squares of the tree.
    await show(`${server.url}#/methods?method=slope-test&n=4`);
    await arrived(0);
    await (await page.waitForSelector(".tree-choice button:last-child")).evaluate((button) => button.click());
    await (await page.waitForSelector(".tree-scroll")).evaluate((tree) => tree.focus());
    await page.waitForSelector("[data-node]");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.node), "0");
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await page.evaluate(() => document.activeElement.dataset.node), "0");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.stepShown() > 0);

    // Chinese, with questions.
    await page.evaluate(() => localStorage.setItem("bezzel-language", "zh"));
    await show(`${server.url}#/learn?section=slope`);
    await press("#slope .quiz button");
    await press("#slope .answers button");
    await page.waitForSelector("#slope .answers .right");
    assert.match(await text("#slope .verdict"), /^(正确|不对)。/);

    // Without a server, from a folder.
    await show(`${pathToFileURL(path.join(site, "index.html")).href}#/methods?method=colour-split&n=5`);
    await page.evaluate(() => localStorage.setItem("bezzel-language", "en"));
    await page.reload();
    await arrived(0);
    await page.waitForSelector(".listing");
    await walk("ArrowRight", STEPS);
    assert.ok((await text(".listing .current")).length > 10);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    assert.equal(await server.stop(), 130);
  }
});
