// The exported page: its files, one action in each tab from a static host and from a folder, and faults of the engine.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { BEZZEL, HANG_TIMEOUT_MS, host, open, openPage } from "./browser.mjs";

const run = promisify(execFile);
let site, folder, server, browser, close, page, complaints, requested;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "bezzel-site-"));
  site = path.join(folder, "site");
  await run(BEZZEL, ["serve", "--export", site]);
  server = await host(site);
  ({ browser, close } = await open());
});
after(async () => {
  await close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
const button = (name) => page.getByRole("button", { name, exact: true });
const arrived = (place) => page.waitForFunction((place) => globalThis.placeShown().startsWith(place), place);
const inFolder = (folder) => pathToFileURL(path.join(folder, "index.html")).href;
const PLACES = { "a static host": () => server.url, "a folder": () => inFolder(site) };

beforeEach(async () => {
  requested = [];
  ({ page, complaints } = await openPage(browser));
  page.on("request", (request) => requested.push(request.url()));
});
afterEach(async () => {
  await page.close();
  assert.deepEqual(complaints, []);
});

test("the files are small", async () => {
  const names = await readdir(site);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(site, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.length} files, ${bytes} bytes`);
  assert.ok(bytes < 11e6, `${bytes} bytes`);
});

for (const [place, url] of Object.entries(PLACES)) {
  describe(place, () => {
    const show = (hash) => page.goto(url() + hash);

    test("the first view loads less than 300 kB, compressed, and nothing from elsewhere", async () => {
      await page.goto(url());
      await page.locator(".lesson .stack .frame").first().waitFor();
      await page.locator(".lesson .listing .current").waitFor();
      assert.equal(await page.locator("link[rel=manifest]").count(), place === "a folder" ? 0 : 1);
      let loaded = 0;
      for (const request of requested.filter((request) => !request.startsWith("blob:"))) {
        assert.ok(request.startsWith(url().replace(/index\.html$/, "")), request);
        const file = decodeURIComponent(new URL(request).pathname)
          .replace(/^.*\/site(?=\/)/, "")
          .replace(/\/$/, "/index.html");
        loaded += gzipSync(await readFile(path.join(site, file))).length;
      }
      console.log(`first load from ${place}: ${loaded} bytes`);
      assert.ok(loaded > 50_000 && loaded < 300_000, `${loaded} bytes`);
    });

    const isLeftOut = place !== "a folder" && !process.env.BEZZEL_TEST_ALL;
    test("each tab works", { skip: isLeftOut && "takes long: scripts/test --all runs it" }, async () => {
      await show("#/methods?method=brute-force&n=6&step=20000");
      await arrived("step 20,000 ");
      await show("#/board?n=12&board=Q11/12/12/12/12/12/12/12/12/12/12/12&heat=1");
      await page.getByText(/completions\. The colours/).waitFor();
      await button("Random completion").click();
      await page.getByText("Solution: no two queens attack each other.").waitFor();
      await show("#/puzzle?day=2030-05-05");
      await page.getByText("0 of 9 queens").waitFor();
      await show("#/program?language=javascript&start=fault-2&n=4");
      await button("Judge for n = 1 to 8").click();
      await page.locator(".causes li", { hasText: "anti-diagonals (row + column is equal) are not tested" }).waitFor();
      await show("#/program?language=python&start=fault-2&n=4");
      await button("Run").click();
      await page.getByText(/steps recorded\. Press play to see them\./).waitFor();
      await show("#/race?methods=bitmask,slope-test&n=4&largest=6");
      await page.evaluate((limit) => globalThis.pressInTurn(["Start race", "Measure now"], limit), HANG_TIMEOUT_MS);
      await page.getByText(/Rank 1: .* for n = 6/).waitFor();
      await show("#/count?n=12");
      await page.getByRole("heading", { name: "Published results" }).waitFor();
      await button("Count here").click();
      await page.locator(".total").filter({ hasText: "14,200" }).waitFor();
      await show("#/heat?n=10");
      await page.getByRole("heading", { name: "Limit for large n" }).waitFor();
      await show("#/learn?section=bits");
      await page.locator("#language").selectOption("zh");
      await page.locator("#links").getByRole("button", { name: "下一步" }).click();
      await page.locator("#links").getByText("第 1 步").waitFor();
      await page.evaluate(() => localStorage.clear());
    });

    test("the code for other pages shows the player there, and is offered only where it works", async () => {
      await show("#/methods?method=bitmask&n=4&step=3");
      await arrived("step 3 ");
      await page.getByText("Save and share").click();
      if (place === "a folder") {
        await page.getByText("export the page without a server, put it on a web host").waitFor();
        assert.equal(await button("Code for other pages").count(), 0);
        return;
      }
      await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
      await button("Code for other pages").click();
      await page.getByText("The code for other pages was copied.").waitFor();
      const code = await page.evaluate(() => navigator.clipboard.readText());
      const other = await host(folder, 0, `<!doctype html><title>Another page</title>${code}`);
      await page.goto(other.url);
      const frame = page.frameLocator("iframe");
      await frame.locator(".place", { hasText: /^step 3 of/ }).waitFor();
      await frame.getByRole("button", { name: "Step forward" }).click();
      await frame.locator(".place", { hasText: /^step 4 of/ }).waitFor();
      await other.stop();
    });
  });
}

describe("faults of the engine", () => {
  const error = (text) => page.getByRole("alert").filter({ hasText: text }).first().waitFor();

  for (const lacking of ["WebAssembly", "DecompressionStream"])
    test(`a browser without ${lacking} says so`, async () => {
      await page.addInitScript((lacking) => delete globalThis[lacking], lacking);
      await page.goto(`${PLACES["a static host"]()}#/methods?method=bitmask&n=5`);
      await error("This browser cannot run the WebAssembly");
      await page.locator("#language").selectOption("zh");
      await error("此浏览器不支持");
      await page.evaluate(() => localStorage.clear());
    });

  test("files that are damaged or missing are reported, in both languages", async () => {
    const damaged = path.join(folder, "damaged");
    await cp(site, damaged, { recursive: true });
    const fileOf = async (script) =>
      path.join(
        damaged,
        (await readdir(damaged)).find((name) => name.startsWith(`${script}-`)),
      );
    const cut = async (script) => {
      const text = await readFile(await fileOf(script), "utf8");
      // A module is noticed by its check sum, a script by the browser.
      const isModule = script === "engine";
      const changed = text.slice(0, 100_000) + (text[100_000] === "A" ? "B" : "A") + text.slice(100_001);
      await writeFile(await fileOf(script), isModule ? changed : text.slice(0, text.length / 2));
    };
    const show = async (hash, language, text) => {
      await page.goto("about:blank");
      await page.goto(inFolder(damaged) + hash);
      await page.locator("#language").selectOption(language);
      await error(text);
    };
    for (const script of ["engine", "numbers", "learn"]) await cut(script);
    for (const hash of ["#/methods?method=bitmask&n=5", "#/count?n=8", "#/heat?n=8", "#/learn"]) {
      await show(hash, "en", "A file of this page is damaged");
      await show(hash, "zh", "本页的一个文件已损坏");
    }
    await cut("chinese");
    await show("#/lesson", "zh", "A file of this page is damaged");
    await page.getByRole("heading", { name: "Four queens, one algorithm" }).waitFor();
    await rm(await fileOf("chinese"));
    await show("#/lesson", "zh", "A file of this page cannot be loaded");
    await page.locator("#language").selectOption("en");
    await page.getByText("A file of this page cannot be loaded").waitFor({ state: "detached" });
    await rm(await fileOf("engine"));
    await show("#/methods?method=bitmask&n=5", "en", "A file of this page cannot be loaded");
    await page.evaluate(() => localStorage.clear());
    // The browser reports both itself.
    complaints = complaints.filter((complaint) => !/SyntaxError|ERR_FILE_NOT_FOUND/.test(complaint));
  });

  test("a worker that traps is replaced", async () => {
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      let requests = 0;
      // In place of the first question about completions the worker gets nothing, at which its program fails.
      Worker.prototype.postMessage = function (message) {
        const isFirst = message.request?.includes('"complete"') && requests++ === 0;
        postMessage.call(this, isFirst ? null : message);
      };
    });
    await page.goto(`${PLACES["a static host"]()}#/board?n=6`);
    await button("Complete").click();
    await error("The computation stopped");
    await button("Complete").click();
    await page.getByText(/completions\./).waitFor();
  });
});
