// Count tab: counts on the server, and ledgers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, test } from "node:test";
import { promisify } from "node:util";

import { BEZZEL } from "./browser.mjs";
import { directory, number, openTab, page, press, remember, says, server, show, until } from "./setup.mjs";

describe("count", () => {
  afterEach(() => deleteAll());

  /** Starts a count that takes many minutes. */
  const startLong = async () => {
    await show("#/count?n=21");
    await page.getByLabel("Threads", { exact: true }).fill("1");
    await press("Start count");
  };
  const counts = (path = "", init = {}) => fetch(`${server.url}api/counts${path}`, init);
  const deleteAll = async () => {
    for (const { id } of await (await counts()).json()) await counts(`/${id}`, { method: "DELETE" });
  };

  test("published results and the CPU time of bezzel are shown", async () => {
    await show("#/count?n=24");
    await says(/published: Q\(24\) = 227.514.171.973.736 \(Kenji Kise; 2004; .*\) · bezzel: 1\.13 h of CPU time/);
    assert.equal(await page.getByText(/bezzel: .* of CPU time/).count(), 1 + 5);
  });

  test("n = 18 finishes live", async () => {
    await show("#/count?n=18");
    await press("Start count");
    await page.locator(".total", { hasText: "666,090,624" }).waitFor();
    await says("agrees with the published value");
  });

  test("a count runs on the chosen backend", async () => {
    await show("#/count?n=12");
    await page.getByText("CPU features that the backends need", { exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "portable: any CPU" }).waitFor();
    await page.getByLabel("Backend", { exact: true }).selectOption("portable");
    await page.getByLabel("Threads", { exact: true }).fill("1");
    await press("Start count");
    await page.locator(".total", { hasText: "14,200" }).waitFor();
    await page.getByText("portable, 1 thread", { exact: true }).waitFor();
    await show("#/count?n=12&backend=cuda:4000000");
    await press("Start count");
    await page.getByRole("alert").filter({ hasText: "(available here: portable" }).waitFor();
  });

  test("a count survives a reload, is stopped and resumed", async () => {
    await startLong();
    await page.locator(".badge.running").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Q(21)" }).waitFor();
    await page.locator(".unit-map .fill").first().waitFor();
    // The share of the work is not the share of the units, because the most expensive units come first.
    await says(/^\d+\.\d% of the work$/, "The largest units are counted first.");
    await press("Stop");
    await page.locator(".badge.stopped").waitFor();
    const done = await page.locator(".unit-map").getAttribute("aria-label");
    await page.reload();
    await page.locator(".badge.stopped").waitFor();
    assert.equal(await page.locator(".unit-map").getAttribute("aria-label"), done);
    await press("Resume");
    await page.waitForFunction((done) => document.querySelector(".unit-map")?.getAttribute("aria-label") !== done, done);
    await press("Delete");
    await says("No counts.");
  });

  test("a ledger of the directory is opened and resumed", async () => {
    await promisify(execFile)(BEZZEL, ["work", "13", "--part", "999/1000", "--output", path.join(directory, "q13.bezzel")]);
    await writeFile(path.join(directory, "broken.bezzel"), "no ledger");
    await show("#/count");
    await press("Open broken.bezzel");
    await page.getByRole("alert").filter({ hasText: "Cannot open broken.bezzel: it is not a ledger" }).waitFor();
    await page.getByLabel("Backend", { exact: true }).selectOption("portable");
    await page.getByLabel("Threads", { exact: true }).fill("1");
    await press("Open q13.bezzel");
    await page.locator(".badge.stopped").waitFor();
    await says("ledger q13.bezzel");
    await page.getByText("portable, 1 thread", { exact: true }).waitFor();
    await press("Resume");
    await page.locator(".total", { hasText: "73,712" }).waitFor();
    await press("Close", "Open q13.bezzel");
    await page.locator(".total", { hasText: "73,712" }).waitFor();
    // The finished ledger shows the time of its results, and no empty plot.
    const core = await page.getByText(/^core time /).innerText();
    assert.doesNotMatch(core, /core time 0(\.0*)? /);
    await number(".count-grid .plot:not(.bars)", 0);
  });

  test("errors are shown in the language of the page", async () => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ n: 22, threads: 1 }) };
    for (let at = 0; at < 2; at++) assert.equal((await counts("", init)).status, 201);
    await remember({ language: "zh" });
    await show("#/count?n=8");
    await press("开始计数");
    const error = page.getByRole("alert").filter({ hasText: "同时运行的计数已达上限（2 个），请先停止一个。" });
    await error.waitFor();
    assert.doesNotMatch(await error.innerText(), /[a-z]{3}/i);
    await page.locator("#language").selectOption("en");
    await page.getByRole("alert").filter({ hasText: "The limit of 2 running counts is reached: stop one first." }).waitFor();
  });

  test("a count that the server no longer knows disappears", async () => {
    await page.route("**/api/counts/*/events", (route) => route.fulfill({ status: 404 }));
    await startLong();
    await says("Connection lost; reconnecting …");
    await deleteAll();
    await says("No counts.");
    await page.unrouteAll();
  });

  test("a stream is open only while a count runs and the tab is on the screen", async () => {
    const streams = new Set();
    page.on("request", (request) => request.url().endsWith("/events") && streams.add(request));
    for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => streams.delete(request));
    await startLong();
    await until("there is a stream", () => streams.size === 1);
    await openTab("Board");
    await until("the stream is closed", () => streams.size === 0);
    await openTab("Count");
    await until("there is a stream again", () => streams.size === 1);
    await press("Stop");
    await page.locator(".badge.stopped").waitFor();
    await until("the stream of a stopped count is closed", () => streams.size === 0);
  });
});
