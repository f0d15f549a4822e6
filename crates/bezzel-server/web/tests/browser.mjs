// A page of the real server in the system's Chromium.

import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium, firefox } from "playwright-core";

import { collectDrawings, drawNoPixels } from "./drawings.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const methods = await readFile(new URL("../src/methods.ts", import.meta.url), "utf8");
/** The descriptions of the methods, in learning order. */
export const METHODS = JSON.parse(/METHODS = (\[.*?\n\]) as const/s.exec(methods)[1]);
/** The methods that count. */
export const COUNTING = METHODS.filter((method) => method.largest_in_a_second !== null);

const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
export const BEZZEL = process.env.BEZZEL ?? path.join(target, "release", "bezzel");
/** The shell has the same engine without the windows, and takes two thirds of the CPU time. */
const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));

export const FIREFOX = process.env.FIREFOX ?? ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find((file) => existsSync(file));

/** Time limit that ends a hanging test. */
export const HANG_TIMEOUT_MS = 300_000;

/** Starts `bezzel serve` on a free port; resolves to its address. */
export async function serve(...flags) {
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  const server = spawn(BEZZEL, ["serve", ...port, ...flags], { stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: server.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`bezzel serve ended with ${code}`)));
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill("SIGINT");
    return ended;
  };
  return { url, icon: `${url}api/backends`, pid: server.pid, stop };
}

/** Exports the page to a folder; resolves to its address there. */
export async function exported(folder) {
  execFileSync(BEZZEL, ["serve", "--export", folder], { stdio: "ignore" });
  const icon = (await readdir(folder)).find((name) => name.endsWith(".svg"));
  const address = (name) => pathToFileURL(path.join(folder, name)).href;
  return { url: address("index.html"), icon: address(icon), stop: async () => 130 };
}

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", webmanifest: "application/manifest+json" };

/** Starts a static host of a folder, or one that answers every request with a text, on this port or on any. */
export async function host(folder, port = 0, text = undefined) {
  const server = createServer(async (request, response) => {
    const file = path.join(folder, new URL(request.url, "http://host").pathname.replace(/\/$/, "/index.html"));
    const bytes = text ?? (await readFile(file).catch(() => null));
    const type = TYPES[file.split(".").at(-1)] ?? "text/plain";
    response.writeHead(bytes ? 200 : 404, { "content-type": type, "cache-control": "max-age=600" }).end(bytes ?? "");
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  // A test that failed has not stopped it.
  server.unref();
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, port: server.address().port, stop };
}

/** Opens a tab with the functions of drawings.mjs; errors and warnings of the page are its complaints. */
export async function openPage(browser, options) {
  const page = await browser.newPage(options);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  await page.addInitScript(collectDrawings);
  await page.addInitScript(drawNoPixels);
  return { page, complaints };
}

/** Starts a server on a port that it can have again: not one of those that systems choose for connections. */
export async function serveTwice(attempts = 10) {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  try {
    return { server: await serve("--port", port), port };
  } catch (error) {
    if (attempts === 1) throw error;
    return serveTwice(attempts - 1);
  }
}

/** What starts the browser. `tests/run.mjs` starts one for the tests of all files. */
export const LAUNCH = {
  executablePath: CHROMIUM,
  timeout: HANG_TIMEOUT_MS,
  headless: true,
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    // A process for each page would load and compile the script again.
    "--renderer-process-limit=1",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Opens a new profile of the browser. Tests that intercept requests need pages that no service worker keeps. */
export async function open({ keepsPages = false } = {}) {
  const running = process.env.BEZZEL_BROWSER;
  const program = await (process.env.BEZZEL_FIREFOX
    ? // Without `channel` Playwright expects its own.
      firefox.launch({ executablePath: process.env.BEZZEL_FIREFOX, channel: "moz-firefox", timeout: HANG_TIMEOUT_MS })
    : running
      ? chromium.connect(running, { timeout: HANG_TIMEOUT_MS })
      : chromium.launch(LAUNCH));
  const browser = await program.newContext({ locale: "en-GB", viewport: { width: 1280, height: 900 } });
  browser.setDefaultTimeout(HANG_TIMEOUT_MS);
  if (!keepsPages) {
    await browser.addInitScript(() => {
      const { ServiceWorkerContainer } = globalThis;
      if (ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("not in this test"));
    });
  }
  return { browser, close: () => program.close() };
}
