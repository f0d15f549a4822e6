// Benchmark of the page in Chromium (`npm run speed`), for an otherwise idle machine. It prints a table of
// times and sizes with their limits. It is not part of the tests, because its times depend on the machine.

import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

import { BEZZEL, METHODS, open, serve } from "./browser.mjs";

const rows = [];
const report = (measure, value, unit, limit) => {
  rows.push({ measure, measured: `${Number(value.toPrecision(3))} ${unit}`, limit: limit === undefined ? "" : `${limit} ${unit}` });
  console.error(`${measure}: ${rows.at(-1).measured}`);
};

const server = await serve();
const { browser, close } = await open();
const show = async (page, hash) => {
  await page.goto("about:blank");
  await page.goto(server.url + hash);
  await page.locator(".place, .count-form").first().waitFor();
};

/** Notes the longest task of a page, and offers `drawn`: milliseconds until an action has changed the place. */
function measuring() {
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: "longtask", buffered: true });
  globalThis.drawn = (act) => {
    const before = document.querySelector(".place").textContent;
    const start = performance.now();
    act();
    return new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(".place")?.textContent === before) return setTimeout(look);
        // Positions are computed from all that has changed.
        document.body.getBoundingClientRect();
        resolve(performance.now() - start);
      };
      queueMicrotask(look);
    });
  };
}

/** Bytes that were transferred for a page, and milliseconds until it makes a step. */
async function firstView() {
  const page = await browser.newPage();
  const started = performance.now();
  await page.goto(`${server.url}#/methods`);
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.waitForFunction(() => document.querySelector(".place")?.textContent?.startsWith("step 1 "));
  report("first step after", performance.now() - started, "ms");
  const bytes = await page.evaluate(() =>
    ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type)).reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );
  report("first view, transferred", bytes / 1000, "kB", 300);
  await page.close();
}

/** Single steps of each method, and jumps to any step of a run. */
async function steps() {
  const page = await browser.newPage();
  await page.addInitScript(measuring);
  let slowest = { median: 0 };
  for (const { name } of METHODS) {
    await show(page, `#/methods?method=${name}&n=8&step=20`);
    await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("step 20 "));
    const times = await page.evaluate(async () => {
      const times = [];
      for (let step = 0; step < 60; step++) {
        const label = step % 3 === 2 ? "Step back" : "Step forward";
        times.push(await globalThis.drawn(() => document.querySelector(`button[aria-label="${label}"]`).click()));
      }
      return times.sort((a, b) => a - b);
    });
    const [median, most] = [times[times.length >> 1], times.at(-1)];
    if (median > slowest.median) slowest = { name, median, most };
  }
  report(`a step at n = 8, median of the slowest method (${slowest.name})`, slowest.median, "ms", 16);
  report("the longest of its 60 steps", slowest.most, "ms");
  await show(page, "#/methods?method=brute-force&n=6&step=0");
  const jumps = await page.evaluate(async () => {
    const times = [];
    for (let part = 1; part <= 12; part++) {
      const step = 1 + ((part * 4801) % 50_000);
      const hash = `#/methods?method=brute-force&n=6&step=${step}`;
      times.push(await globalThis.drawn(() => (location.hash = hash)));
    }
    return times.sort((a, b) => a - b);
  });
  report("a jump in brute-force, n = 6, the longest of 12", jumps.at(-1) / 1000, "s", 0.3);
  report("longest task of the page", await page.evaluate(() => globalThis.longest), "ms", 50);
  await page.close();
}

/** Seconds of a count in the page, from the press of its button until the total is there. */
async function counted(n, workers) {
  const page = await browser.newPage();
  await page.addInitScript(measuring);
  await show(page, `#/count?n=${n}`);
  await page.getByLabel("Workers", { exact: true }).fill(String(workers));
  const start = page.getByRole("button", { name: "Count here", exact: true });
  // The page itself sees the total at once; a locator looks for it twice a second.
  const seconds = await start.evaluate(
    (button) =>
      new Promise((resolve) => {
        const start = performance.now();
        const look = () => document.querySelector(".total") && resolve((performance.now() - start) / 1000);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        button.click();
      }),
  );
  report(`longest task of the page, Q(${n}), ${workers} workers`, await page.evaluate(() => globalThis.longest), "ms", 50);
  await page.close();
  return seconds;
}

async function counts() {
  const native = () => {
    const start = performance.now();
    execFileSync(BEZZEL, ["count", "18", "--threads", "1"], { stdio: "ignore" });
    return (performance.now() - start) / 1000;
  };
  // One after the other, twice, since other programs may disturb one of them.
  const [command, one, many] = [[], [], []];
  const cores = Math.min(4, availableParallelism());
  for (let round = 0; round < 2; round++) {
    command.push(native());
    one.push(await counted(18, 1));
    many.push(await counted(18, cores));
  }
  report("Q(16), one worker", Math.min(await counted(16, 1), await counted(16, 1)), "s", 0.5);
  report("Q(18), command, one thread", Math.min(...command), "s");
  report("Q(18), one worker", Math.min(...one), "s");
  report("Q(18), one worker, times the command", Math.min(...one) / Math.min(...command), "", 2.5);
  report(`Q(18), ${cores} workers, times as fast as one (at least)`, Math.min(...one) / Math.min(...many), "", 0.85 * cores);
}

try {
  await firstView();
  await steps();
  await counts();
  console.table(rows);
} finally {
  await close();
  await server.stop();
}
