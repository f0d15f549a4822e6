// Benchmark of loading, playing and scrolling (`npm run speed`), for an otherwise idle machine. It
// is not part of the tests, because its limits depend on the machine.

import assert from "node:assert/strict";

import { open, serve } from "./browser.mjs";

const server = await serve();
const { browser, close } = await open();
const show = async (page, hash) => {
  await page.goto("about:blank");
  await page.goto(server.url + hash);
};

/** Counts frames and tasks that block the main thread for more than 50 ms. */
const measured = (page, continues) =>
  page.evaluate(async (continues) => {
    const next = new Function(`return ${continues}`)();
    let [frames, long] = [0, 0];
    const observer = new PerformanceObserver((list) => (long += list.getEntries().length));
    observer.observe({ type: "longtask" });
    const started = performance.now();
    while (next(performance.now() - started)) {
      await new Promise(requestAnimationFrame);
      frames++;
    }
    observer.disconnect();
    return { frames, long };
  }, String(continues));

try {
  const page = await browser.newPage();
  const started = Date.now();
  await page.goto(server.url);
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.waitForFunction(() => document.querySelector(".place")?.textContent?.startsWith("step 1 "));
  const took = Date.now() - started;
  console.log(`page ready after ${took} ms`);

  await show(page, "#/methods?method=bitmask&n=12&step=1000");
  await page.locator(".speed input").evaluate((input) => {
    input.value = "0.7";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.getByText("58 steps/s").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const place = () => page.evaluate(() => Number(/^step ([^o]+)/.exec(document.querySelector(".place").textContent)[1].replace(/\D/g, "")));
  const first = await place();
  const play = await measured(page, (passed) => passed < 4000);
  const steps = (await place()) - first;
  console.log(`${steps} steps in 4 s, ${play.frames} frames, ${play.long} long tasks (over 50 ms)`);

  await show(page, "#/board?n=10");
  await page.getByText("724 solutions").waitFor();
  const scroll = await measured(page, () => {
    const gallery = document.querySelector(".gallery");
    gallery.scrollTop += 60;
    return gallery.scrollTop + gallery.clientHeight < gallery.scrollHeight - 1;
  });
  console.log(`724 boards: ${scroll.frames} frames, ${scroll.long} long tasks (over 50 ms)`);

  assert.ok(took < 1000, `${took} ms`);
  assert.ok(steps >= 220 && steps <= 260, `${steps} steps`);
  for (const { frames, long } of [play, scroll]) assert.ok(long <= frames / 20, `${long} long tasks in ${frames} frames`);
} finally {
  await close();
  await server.stop();
}
