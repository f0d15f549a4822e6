// The page in Firefox: lesson, methods, both languages, and the files without a server.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { exported, FIREFOX, HANG_TIMEOUT_MS, openFirefox, serve } from "./browser.mjs";
import { collectDrawings, drawNoPixels } from "./drawings.mjs";
import { useEachTab } from "./tabs.mjs";

const options = { skip: FIREFOX ? false : "Firefox is missing: install it (Debian: firefox-esr)" };
const STEPS = Array.from({ length: 40 }, (_, index) => index + 1);
let server, browser, page, complaints;

before(async () => {
  if (!FIREFOX) return;
  server = await serve();
  browser = await openFirefox();
});
after(async () => {
  if (!FIREFOX) return;
  await browser.close();
  assert.equal(await server.stop(), 130);
});
beforeEach(async () => {
  if (!FIREFOX) return;
  complaints = [];
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.addInitScript(collectDrawings);
  await page.addInitScript(drawNoPixels);
  page.on("pageerror", (error) => complaints.push(String(error)));
});

const show = async (address) => {
  await page.goto("about:blank");
  await page.goto(address);
};
const arrived = (step) => page.waitForFunction((step) => globalThis.stepShown() === step, step);
const walk = (key, steps) =>
  page.evaluate(({ key, steps, limit }) => globalThis.walk(key, steps, limit), { key, steps, limit: HANG_TIMEOUT_MS });
const text = (selector) => page.locator(selector).textContent();

test("Firefox: the first view, on one screen", options, async () => {
  await show(`${server.url}#/lesson?step=0`);
  await page.locator(".lesson .listing").waitFor();
  await walk("ArrowRight", STEPS);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height <= 720, `${height} pixels`);
  assert.equal(await text(".stack .frame:last-child .frame-name"), "queens(n = 4)");
  assert.deepEqual(complaints, []);
});

test("Firefox: a linked list and masks, forward and back, with their lines", options, async () => {
  for (const method of ["linked-columns", "bitmask"]) {
    await show(`${server.url}#/methods?method=${method}&n=6`);
    await arrived(0);
    await page.locator(".listing").waitFor();
    const forward = await walk("ArrowRight", STEPS);
    for (const { step, drawing, line } of await walk("ArrowLeft", STEPS.slice(0, -1).reverse())) {
      assert.equal(drawing, forward[step - 1].drawing, `${method}, step ${step}`);
      assert.equal(line, forward[step - 1].line, `${method}, step ${step}`);
    }
  }
  assert.deepEqual(complaints, []);
});

test("Firefox: the Tab key and the arrow keys reach the squares of the tree", options, async () => {
  await show(`${server.url}#/methods?method=slope-test&n=4`);
  await arrived(0);
  await page.locator(".tree-choice button").last().click();
  await page.locator("[data-node]").first().waitFor();
  await page.locator(".tree-scroll").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.node), "0");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.node), "0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.stepShown() > 0);
  assert.deepEqual(complaints, []);
});

test("Firefox: Chinese, with questions", options, async () => {
  await show(`${server.url}#/learn?section=slope`);
  await page.locator("#language").selectOption("zh");
  await page.locator("#slope .quiz button").first().click();
  await page.locator("#slope .answers button").first().click();
  await page.locator("#slope .answers .right").waitFor();
  assert.match(await text("#slope .verdict"), /^(正确|不对)。/);
  await page.locator("#language").selectOption("en");
  assert.deepEqual(complaints, []);
});

test("Firefox: each tab works from a folder", options, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "bezzel-firefox-"));
  const { url } = await exported(folder);
  await useEachTab(page, (hash) => show(url + hash));
  await rm(folder, { recursive: true });
  assert.deepEqual(complaints, []);
});
