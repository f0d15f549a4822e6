// The page without a server: from a static host and from a folder.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { BEZZEL, COUNTING, HANG_TIMEOUT_MS, open } from "./browser.mjs";
import { collectDrawings, drawNoPixels } from "./drawings.mjs";

const run = promisify(execFile);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** The files of the page. */
export let site;
let folder, host, browser, close, page, complaints, requested;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "bezzel-site-"));
  site = path.join(folder, "site");
  await run(BEZZEL, ["serve", "--export", site]);
  host = createServer(async (request, response) => {
    const file = path.join(site, request.url === "/" ? "index.html" : new URL(request.url, "http://host").pathname);
    const bytes = await readFile(file).catch(() => null);
    response.writeHead(bytes ? 200 : 404, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    response.end(bytes ?? "");
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  ({ browser, close } = await open());
});
after(async () => {
  await close();
  host.close();
  host.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});
const button = (name) => page.getByRole("button", { name, exact: true });
const arrived = (place) => page.waitForFunction((place) => globalThis.placeShown().startsWith(place), place);
const walk = (key, steps) => page.evaluate(([key, steps, limit]) => globalThis.walk(key, steps, limit), [key, steps, HANG_TIMEOUT_MS]);
const PLACES = { "a static host": () => `http://127.0.0.1:${host.address().port}/`, "a folder": () => pathToFileURL(path.join(site, "index.html")).href };

test("the files are small, and those of others are not replaced", async () => {
  const sizes = [];
  const walk = async (directory) => {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const at = path.join(directory, entry.name);
      if (entry.isDirectory()) await walk(at);
      else sizes.push((await stat(at)).size);
    }
  };
  await walk(site);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.length} files, ${bytes} bytes`);
  assert.ok(bytes < 15e6, `${bytes} bytes`);
  const other = await mkdtemp(path.join(folder, "other-"));
  await writeFile(path.join(other, "thesis.txt"), "mine");
  await assert.rejects(run(BEZZEL, ["serve", "--export", other]), (error) => {
    assert.equal(error.code, 2);
    assert.match(error.stderr, /expected a new or empty directory, or one that an earlier --export wrote, found 'thesis.txt'/);
    return true;
  });
  assert.deepEqual(await readdir(other), ["thesis.txt"]);
});

for (const [place, url] of Object.entries(PLACES)) {
  describe(place, () => {
    beforeEach(async () => {
      complaints = [];
      requested = [];
      page = await browser.newPage();
      await page.addInitScript(collectDrawings);
      await page.addInitScript(drawNoPixels);
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
      page.on("request", (request) => requested.push(request.url()));
    });
    afterEach(async () => {
      await page.close();
      assert.deepEqual(complaints, []);
    });

    const show = async (hash) => {
      await page.goto("about:blank");
      await page.goto(url() + hash);
    };

    test("the first view loads less than 150 kB, compressed, and nothing from elsewhere", async () => {
      await page.goto(url());
      await page.locator(".lesson .stack .frame").first().waitFor();
      await page.locator(".lesson .listing .current").waitFor();
      let loaded = 0;
      for (const request of requested) {
        assert.ok(request.startsWith(url().replace(/index\.html$/, "")), request);
        loaded += gzipSync(await readFile(path.join(site, decodeURIComponent(new URL(request).pathname).replace(/^.*\/site(?=\/)/, "").replace(/\/$/, "/index.html")))).length;
      }
      console.log(`first load from ${place}: ${loaded} bytes`);
      assert.ok(loaded > 50_000 && loaded < 150_000, `${loaded} bytes`);
    });

    test("every method plays, and each step back restores the earlier state", async () => {
      // The files of the runs are the same in both places.
      const runs = place === "a folder" ? COUNTING.map((method) => [method.name, method.stored_n]) : [["slope-test", 8]];
      for (const [method, n] of runs) {
        // Chunks end at step 1024, pages at each 256th step.
        await show(`#/methods?method=${method}&n=${n}&step=1020`);
        await arrived("step 1 020 ");
        await page.locator(".listing .current").waitFor();
        const steps = Array.from({ length: 9 }, (_, index) => 1021 + index);
        const forward = await walk("ArrowRight", steps);
        const back = await walk("ArrowLeft", steps.slice(0, -1).reverse());
        for (const { step, drawing, line } of back) {
          assert.equal(drawing, forward[step - 1021].drawing, `${method}, step ${step}`);
          assert.equal(line, forward[step - 1021].line, `${method}, step ${step}`);
        }
      }
      await show("#/methods?method=bitmask&n=8");
      await arrived("step 0 ");
      await button("Next solution").click();
      await page.getByText("Solution 1: 0 4 7 5 2 6 1 3").waitFor();
      await button("Next solution").click();
      await page.getByText("Solution 2: ").waitFor();
      await button("Previous solution").click();
      await page.getByText("Solution 1: 0 4 7 5 2 6 1 3").waitFor();
      // Parts of the tree are built from the recorded steps.
      await button("whole tree").click();
      const unfold = page.locator(".unfold").last();
      const promised = Number(/(\d+) queens/.exec(await unfold.locator("title").textContent())[1]);
      await unfold.click();
      await button("One level up").waitFor();
      await page.locator(".decisions .level").getByText("row 2", { exact: true }).waitFor();
      const below = await page.locator(".decision.placed > title").allTextContents();
      const squares = below.map((text) => /^row (\d).*: (\d+) queens/i.exec(text).slice(1).map(Number));
      // The queens of the first level, and all below them.
      const found = squares.filter(([row]) => row === 2).reduce((sum, [, placed]) => sum + placed + 1, 0);
      assert.equal(found, promised);
    });

    test("puzzles are made, graded and explained", async () => {
      await show("#/puzzle?regions=AABBBAAAACADDDCDDDDCDDDEC");
      await page.getByText("Grade: easy").waitFor();
      await button("Hint").click();
      await page.getByText("Only square: look at region E.").waitFor();
      await page.getByRole("textbox", { name: "Size n" }).fill("7");
      await page.getByLabel("Grade").selectOption("hard");
      await button("New puzzle").click();
      await page.getByText("0 of 7 queens").waitFor();
      await page.getByText("Grade: hard").waitFor();
      await show("#/puzzle?day=2030-05-05");
      await page.getByText("0 of 9 queens").waitFor();
    });

    test("boards are checked and completed; what needs the machine says so", async () => {
      await show("#/board?n=8&queens=0.0,1.4,2.7");
      await button("Hint").click();
      await page.getByText(/leads to a solution/).waitFor();
      await button("Complete").click();
      await page.getByText("Exactly one completion.").waitFor();
      await button("Eight images").click();
      await page.getByText("orbit of 8, no symmetry").waitFor();
      await button("positions").click();
      await page.getByText("0 4 7 5 2 6 1 3").first().waitFor();
      await button("LeetCode").click();
      await page.getByText('"Q.......","....Q..."').waitFor();
      for (const kind of ["SVG", "PNG"]) {
        const [download] = await Promise.all([page.waitForEvent("download"), button(kind).click()]);
        assert.equal(download.suggestedFilename(), `queens-8.${kind.toLowerCase()}`);
      }
      await page.getByLabel("Filter").selectOption("fundamental");
      await page.getByText("12 solutions").waitFor();
      // The fields go as far as the stored answers.
      await show("#/board?n=9");
      await page.getByRole("alert").filter({ hasText: "n = “9”: expected a whole number from 1 to 8; 8 is used" }).waitFor();
      await page.getByText("92 solutions.").waitFor();
      assert.equal(await button("Queens n + 1").isDisabled(), true);
      await show("#/methods?method=brute-force");
      await arrived("step 0 of ");
      assert.equal(await page.getByLabel("Queens n", { exact: true }).inputValue(), "5");
      assert.equal(await button("Queens n + 1").isDisabled(), true);
      const needs = () => page.getByRole("alert").filter({ hasText: "cargo install --locked bezzel" }).first().waitFor();
      await show("#/board?n=12&queens=0.0");
      await needs();
      await show("#/methods?method=bitmask&n=12");
      await needs();
      // Random completions and heat maps come from the stored solutions; a search on a board is not recorded.
      await show("#/board?n=8&queens=0.3&heat=1");
      await page.getByText("18 completions. The colours").waitFor();
      await button("Random completion").click();
      await page.getByText("Solution: no two queens attack each other.").waitFor();
      await show("#/board?n=4&queens=0.0,1.3&blocked=2.1");
      await button("Count completions").click();
      await page.getByText("Row 2 has no free square.").waitFor();
      await page.getByRole("link", { name: "Search on this board" }).click();
      await needs();
      await show("#/race?methods=bitmask,slope-test&n=4");
      await page.evaluate((limit) => globalThis.pressInTurn(["Start race", "Measure now"], limit), HANG_TIMEOUT_MS);
      await needs();
      await show("#/count?n=12");
      await button("Start count").click();
      await needs();
      await page.getByRole("heading", { name: "Published results" }).waitFor();
    });

    test("learn works, in Chinese too", async () => {
      await show("#/learn?section=bits");
      await page.locator("#language").selectOption("zh");
      await page.locator("#bits .mini .board").first().waitFor();
      await page.locator("#symmetry").getByText("等价类含 8 个解").waitFor();
      await page.locator("#known").getByText("234 907 967 154 122 528").waitFor();
      await page.locator("#links").getByRole("button", { name: "下一步" }).click();
      await page.locator("#links").getByText("第 1 步").waitFor();
      await page.evaluate(() => localStorage.clear());
    });

    test("the code for other pages shows the player there, and is offered only where it works", async () => {
      await show("#/methods?method=bitmask&n=4&step=3");
      await arrived("step 3 ");
      await page.getByText("Save and share").click();
      if (place === "a folder") {
        await page.getByText("put the page without a server on a web host").waitFor();
        assert.equal(await button("Code for other pages").count(), 0);
        return;
      }
      await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
      await button("Code for other pages").click();
      await page.getByText("The code for other pages was copied.").waitFor();
      const code = await page.evaluate(() => navigator.clipboard.readText());
      const other = createServer((_, response) => response.setHeader("content-type", "text/html").end(`<!doctype html><title>Another page</title>${code}`));
      await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
      await page.goto(`http://127.0.0.1:${other.address().port}/`);
      const frame = page.frameLocator("iframe");
      await frame.locator(".place").filter({ hasText: /^step 3 of/ }).waitFor();
      await frame.getByRole("button", { name: "Step forward" }).click();
      await frame.locator(".place").filter({ hasText: /^step 4 of/ }).waitFor();
      other.close();
      other.closeAllConnections();
    });

    test("a run is saved as an animated picture", async () => {
      await show("#/methods?method=bitmask&n=4");
      await arrived("step 0 ");
      await page.getByText("Save and share").click();
      const [download] = await Promise.all([page.waitForEvent("download"), button("Animated GIF").click()]);
      assert.equal((await readFile(await download.path())).subarray(0, 6).toString("latin1"), "GIF89a");
    });
  });
}
