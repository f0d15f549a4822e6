// The page without a network after it was opened once: from a static host, and from `bezzel serve`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { BEZZEL, host, open, serveTwice } from "./browser.mjs";

let folder, browser, close;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "bezzel-offline-"));
  execFileSync(BEZZEL, ["serve", "--export", path.join(folder, "page")], { stdio: "ignore" });
  ({ browser, close } = await open({ keepsPages: true }));
});
after(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

/** The page in a folder of a static host. */
async function hosted(port) {
  const server = await host(folder, port);
  return { ...server, url: `${server.url}page/` };
}

/** Waits until the service worker has the page, and returns the addresses that it keeps. */
const kept = (page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });

/** The first action needs the module of methods and boards, the second one that of the colour-split counter. */
async function use(page) {
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await page.getByRole("button", { name: "Complete", exact: true }).click();
  await page.getByText("Solution: no two queens attack each other.").waitFor();
  await page.getByRole("button", { name: "Random completion", exact: true }).click();
  await page.getByText("A random completion").waitFor();
}

test("a page from a static host opens without it, and a new version replaces the old one", async () => {
  let server = await hosted();
  const page = await browser.newPage();
  await page.goto(server.url);
  const before = await kept(page);
  const own = ["index.html", "manifest.webmanifest", "offline.js"];
  const isLate = (name) => /^python-/.test(name);
  const files = (await readdir(path.join(folder, "page"))).filter((name) => !own.includes(name) && !isLate(name));
  assert.deepEqual(before.map((url) => url.slice(server.url.length)).sort(), ["", ...files].sort());
  const manifest = await page.locator("link[rel=manifest]").evaluate(async ({ href }) => (await fetch(href)).json());
  assert.equal((await page.request.get(new URL(manifest.icons[0].src, server.url).href)).status(), 200);
  await server.stop();
  await page.reload();
  await use(page);

  const [main] = (await readdir(path.join(folder, "page"))).filter((name) => /^index-.*\.js$/.test(name));
  const inPage = (name) => path.join(folder, "page", name);
  for (const file of ["index.html", "offline.js"]) {
    const text = await readFile(inPage(file), "utf8");
    await writeFile(inPage(file), text.replaceAll(main, "index-next.js").replace(/VERSION = "/, "$&next-"));
  }
  await rename(inPage(main), inPage("index-next.js"));
  server = await hosted(server.port);
  const version = () => page.evaluate(() => document.querySelector("script").src.split("/").at(-1));
  await page.reload();
  assert.equal(await version(), "index-next.js");
  await page.evaluate(async () => {
    const isReplaced = (name) => name.includes(" next-");
    while (!(await caches.keys()).every(isReplaced)) await new Promise((later) => setTimeout(later, 10));
  });
  const after = await kept(page);
  assert.ok(after.some((url) => url.endsWith("index-next.js")) && !after.some((url) => url.endsWith(main)), after.join(" "));
  await server.stop();
  await page.reload();
  assert.equal(await version(), "index-next.js");
  await use(page);
  await page.close();
});

test("a page from bezzel serve opens without it; answers about counts are never kept", async () => {
  const { server } = await serveTwice();
  const page = await browser.newPage();
  await page.goto(`${server.url}#/count?n=8`);
  assert.deepEqual(
    (await kept(page)).filter((url) => url.includes("/api/")),
    [],
  );
  assert.ok(await page.evaluate(async () => (await fetch("/api/backends")).ok));
  assert.deepEqual(
    (await kept(page)).filter((url) => url.includes("/api/")),
    [],
  );
  assert.equal(await server.stop(), 130);
  await page.reload();
  await page.locator(".lost", { hasText: "No answer from the server" }).waitFor();
  assert.equal(
    await page.evaluate(() =>
      fetch("/api/backends").then(
        () => "answered",
        () => "failed",
      ),
    ),
    "failed",
  );
  await use(page);
  await page.close();
});

test("Python is loaded and kept when a program runs, and runs without the host", async () => {
  const server = await hosted();
  const page = await browser.newPage();
  const isPython = (url) => /\/python-/.test(url);
  const run = async () => {
    await page.goto(`${server.url}#/program?language=python&start=frame&n=4`);
    await page.locator(".cm-content").fill("print(2 + 3)");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".output", { hasText: "5" }).waitFor();
  };
  await page.goto(server.url);
  assert.deepEqual((await kept(page)).filter(isPython), []);
  await run();
  const parts = (await readdir(path.join(folder, "page"))).filter((name) => isPython(`/${name}`));
  await page.waitForFunction(async (count) => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().filter(({ url }) => /\/python-/.test(url)).length === count;
  }, parts.length);
  await server.stop();
  await page.goto("about:blank");
  await run();
  await page.close();
});
