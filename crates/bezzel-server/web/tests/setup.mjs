// A page and a browser for all tests of a process, and a new tab for each of them. The page is served, or exported
// to a folder if the variable BEZZEL_PAGE is `exported`.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";

import { exported, HANG_TIMEOUT_MS, open, openPage, serve } from "./browser.mjs";

export let server, browser, page;
/** A page that stays open: the browser ends the process of its pages with the last of them. It has their storage, too. */
let keeper;
/** The ledger directory. */
export let directory;
let close;
/** Errors and warnings of the page; any of them fails the test. */
let complaints;
/** Requests of the page whose answers have not come, without streams, looks at the connection and programs of workers. */
let unanswered;

before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "bezzel-ledgers-"));
  server = process.env.BEZZEL_PAGE === "exported" ? await exported(path.join(directory, "site")) : await serve("--ledgers", directory);
  ({ browser, close } = await open());
  keeper = await browser.newPage();
  // The icon is small.
  await keeper.goto(server.icon);
});
after(async () => {
  await close();
  assert.equal(await server.stop(), 130);
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ page, complaints } = await openPage(browser));
  unanswered = new Set();
  // A worker that is ended before its program is loaded ends that request without an event.
  const isAsked = (request) => !isLook(request) && request.resourceType() !== "eventsource" && !request.url().startsWith("blob:");
  page.on("request", (request) => isAsked(request) && unanswered.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => unanswered.delete(request));
  // A busy machine may answer late, which the page would report as a lost connection.
  await page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal));
  await keeper.evaluate(() => localStorage.clear());
});
afterEach(async () => {
  await page.close();
  const isErrorStatus = (complaint) => complaint.includes("Failed to load resource");
  assert.deepEqual(
    complaints.filter((complaint) => !isErrorStatus(complaint)),
    [],
  );
});

/** Fails at the first difference between two drawings. */
export function sameDrawing(one, other, where) {
  if (one === other) return;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const around = (text) => text.slice(Math.max(0, at - 80), at + 80);
  assert.fail(`${where}: "${around(one)}" is not "${around(other)}"`);
}

/** True for a look at the connection to the server. */
export const isLook = (request) => request.method() === "HEAD" && request.url() === server.url;
export const button = (name) => page.getByRole("button", { name, exact: true });
/** Presses buttons by their names, one after another. */
export const press = async (...names) => {
  for (const name of names) await button(name).click();
};
/** Waits until the page says each of the texts. */
export const says = async (...texts) => {
  for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor();
};
/** Waits until the address has a part. */
export const address = (part) => page.waitForFunction((part) => decodeURIComponent(location.hash).includes(part), part);
/** A square of the board on the screen. */
export const square = (at) => page.locator(`.tab:not([hidden]) .squares [data-at="${at}"]`);
/** Makes the window a phone of this width; returns what sends an event of a finger on a square, or without one. */
export async function onPhone(width) {
  const session = await browser.newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", { width, height: 2 * width, deviceScaleFactor: 2, mobile: true });
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  return async (type, at) => {
    const box = at && (await square(at).boundingBox());
    if (box) assert.ok(box.width >= 24 && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
    await session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
}
/** The number of pages of A4 that the page takes on paper. */
export const pagesOnPaper = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
export const at = async () => (await page.evaluate(() => globalThis.placeShown())).replace(/ of .*/, "");
/** Puts choices of a reader into the storage, such as the language; a page that is loaded later has them. */
export const remember = (choices) =>
  keeper.evaluate((choices) => {
    for (const [name, value] of Object.entries(choices)) localStorage.setItem(`bezzel-${name}`, value);
  }, choices);
/** Goes to a hash in the document that is shown, as a link does, which takes a tenth of the time of loading it. */
export const show = (hash) => page.goto(server.url + hash);
/** Loads the page again, at a hash. */
export const load = async (hash) => {
  await page.goto("about:blank");
  // A request of the page that was left may end without an event.
  unanswered.clear();
  await show(hash);
};
export const tabLink = (name) => page.getByRole("navigation", { name: "bezzel" }).getByRole("link", { name, exact: true });
/**
 * Opens a tab by its link, and waits until it is the one on the screen: what is looked up sooner may be in the tab that
 * is left, and stays hidden.
 */
export async function openTab(name) {
  const link = tabLink(name);
  await link.click();
  await link.and(page.locator('[aria-current="page"]')).waitFor();
}
/** Drawing of a step: board, data, tree, counters, sentence and call stack. */
export const drawn = () => page.evaluate(() => globalThis.drawing());
/** Presses a key until each of the steps is reached, one after another. */
export const walk = (key, steps) =>
  page.evaluate(([key, steps, limit]) => globalThis.walk(key, steps, limit), [key, steps, HANG_TIMEOUT_MS]);
/** Waits until a selector matches this number of elements. */
export const number = (selector, count) =>
  page.waitForFunction(([selector, count]) => document.querySelectorAll(selector).length === count, [selector, count]);
/** Waits until a condition is true; `state` is what an error says beside it. */
export async function until(what, isTrue, state = () => "") {
  for (const ends = Date.now() + HANG_TIMEOUT_MS; !isTrue(); await page.waitForTimeout(10))
    assert.ok(Date.now() < ends, `timed out waiting until ${what}${state()}`);
}
/** Waits until the tab on the screen shows this step of a run of known length; tabs that were left stay in the page. */
export const arrived = (place) => page.waitForFunction((place) => globalThis.placeShown().startsWith(place), place);
/** Opens a run of the Methods tab at the step of its address. */
export const showRun = async (query) => {
  await show(`#/methods?${query}`);
  await arrived(`step ${grouped(/step=(\d+)/.exec(query)?.[1] ?? 0)} `);
};
/** A number in the format of the page. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
/** Presses buttons one after another, without a pause in which the first one may change the second. */
export const pressInTurn = (...names) => page.evaluate(([names, limit]) => globalThis.pressInTurn(names, limit), [names, HANG_TIMEOUT_MS]);
/** Waits until the tab on the screen has drawn the answers to all its requests. */
export async function settled() {
  await page.locator(".tab:not([hidden]) > *").first().waitFor();
  const isAnswered = () => Number(document.documentElement.dataset.unanswered ?? 0) === 0;
  do {
    const urls = () => `: ${[...unanswered].map((request) => request.url())}`;
    await until("all answers came", () => unanswered.size === 0, urls);
    await page.waitForFunction(isAnswered);
    // Effects, which make requests, follow a frame.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    });
  } while (unanswered.size > 0 || !(await page.evaluate(isAnswered)));
}
