// State of the page: addresses, tabs that are left and opened again, keys, and the connection.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { serve, serveTwice } from "./browser.mjs";
import { interceptEngine } from "./engine.mjs";
import {
  address,
  arrived,
  button,
  load,
  number,
  openTab,
  page,
  press,
  pressInTurn,
  says,
  server,
  show,
  showRun,
  square,
  tabLink,
  until,
} from "./setup.mjs";

/** Counts the looks at the connection that are on their way. */
function countLooks() {
  const { fetch } = globalThis;
  globalThis.looks = 0;
  globalThis.fetch = async (address, init) => {
    const look = Number(init?.method === "HEAD");
    globalThis.looks += look;
    try {
      return await fetch(address, init);
    } finally {
      globalThis.looks -= look;
    }
  };
}

describe("state", () => {
  test("a step past the end goes to the end, where Play starts again; another n starts at step 0 and the player goes on", async () => {
    await showRun("method=bitmask&n=8&step=9000");
    await page.getByLabel("Queens n", { exact: true }).fill("4");
    await arrived("step 0 of ");
    await press("Step forward");
    await arrived("step 1 ");
    for (const [step, ...names] of [
      ["9999", "Step back"],
      ["9999999999", "Play", "Pause"],
    ]) {
      await show(`#/methods?method=bitmask&n=4&step=${step}`);
      await says("The run ends here: it has no later step.");
      await page.waitForFunction(() => /^step (\d+) of \1$/.test(document.querySelector(".place").textContent));
      await pressInTurn(...names);
      await page.waitForFunction(() => !/^step (\d+) of \1$/.test(document.querySelector(".place").textContent));
    }
    await page.getByLabel("Method", { exact: true }).selectOption("slope-test");
    await arrived("step 0 of ");
  });

  test("while a far step is computed, the page says so and keeps its address", async () => {
    await page.clock.install();
    let compute;
    const computed = new Promise((resolve) => (compute = resolve));
    await interceptEngine(page, async ({ run }) => void (run?.steps?.from > 0 && (await computed)));
    await show("#/methods?method=bitmask&n=8&step=9000");
    await page.locator(".sentence", { hasText: /computing step 9,000 …$/ }).waitFor();
    await page.clock.runFor(10_000);
    assert.match(await page.evaluate(() => location.hash), /&step=9000$/);
    await openTab("Board");
    await openTab("Methods");
    await address("step=9000");
    await press("To the start");
    await page.locator(".sentence", { hasText: /^The run has not begun/ }).waitFor();
    compute();
    await load("#/methods?method=bitmask&n=8&step=9000");
    await arrived("step 9,000 ");
  });

  test("values that are not accepted are named", async () => {
    const alerts = async (hash, ...texts) => {
      await show(hash);
      for (const text of texts) await page.getByRole("alert").filter({ hasText: text }).waitFor();
    };
    await alerts(
      "#/methods?method=nonsense&n=99&step=-4&colour=red",
      "method = “nonsense”: expected one of brute-force, bordered-board",
      "n = “99”: expected a whole number from 1 to 16; 8 is used",
      "step = “-4”",
      "colour = “red”, but this tab has no value of that name",
    );
    await press("Close");
    await number("[role=alert].faults", 0);
    await alerts("#/methods?board=Q3/2x1/5/1x2", "expected a board in one word");
    await alerts(
      "#/methods?method=slope-test&n=5&board=Q3/4/4/4",
      "method = “slope-test”: expected one of bitmask; bitmask is used",
      "n = “5”: expected a whole number from 4 to 4; 4 is used",
    );
    await alerts(
      "#/board?n=8&board=Q3/%3Cscript%3E&attacked=maybe",
      "board = “Q3/<script>”: expected a board in one word",
      "attacked = “maybe”: expected one of 0, 1; 1 is used",
    );
    await alerts("#/race?methods=x,bitmask&largest=99", "methods = “x,bitmask”", "largest = “99”");
    await alerts("#/count?n=40&threads=0", "n = “40”: expected a whole number from 1 to 27; 16 is used");
    await alerts("#/learn?section=nowhere", /section = “nowhere”: expected one of problem, .*, puzzles\.Close$/);
    await alerts("#/nowhere", "an unknown tab, “nowhere”. The page shows the lesson instead. Tabs: lesson, methods");
    await page.locator("#language").selectOption("zh");
    await alerts("#/methods?n=99", "地址中的 n = “99”：应为 1 到 16 之间的整数，现改用 8。");
  });

  test("each tab keeps its state, and Back returns to it", async () => {
    await showRun("method=linked-columns&n=6&step=20");
    await press("Step forward");
    await arrived("step 21 ");
    await openTab("Board");
    await square("2 5").click();
    await says("1 of 8 queens");
    await openTab("Methods");
    await arrived("step 21 ");
    await address("step=21");
    await openTab("Board");
    await says("1 of 8 queens");
    await address("8/8/5Q2/8/8/8/8/8");
    // The queens before are kept too.
    await press("Undo");
    await says("0 of 8 queens");
    await page.goBack();
    await arrived("step 21 ");
    await page.waitForFunction(() => document.title === "linked-columns, n = 6 · Methods · bezzel");
    await openTab("Race");
    await page.waitForFunction(() => document.title === "Race · bezzel");
  });

  test("a link opens a chapter, and Back leads through the chapters", async () => {
    await show("#/learn?section=links");
    await page.waitForFunction(() => Math.abs(document.getElementById("links")?.getBoundingClientRect().top) < 200);
    const chapter = (name) => page.getByRole("link", { name, exact: true });
    await chapter("Size of the search").click();
    await address("section=counting");
    await chapter("colour-split: even and odd squares").click();
    await address("section=colours");
    await page.waitForFunction(() => document.title.startsWith("colour-split"));
    await page.goBack();
    await address("section=counting");
    await page.waitForFunction(() => Math.abs(document.getElementById("counting").getBoundingClientRect().top) < 60);
    await page.goForward();
    await address("section=colours");
  });

  test("keys work wherever the focus is, except in text fields", async () => {
    await showRun("method=bitmask&n=6");
    let step = 0;
    for (const focused of [
      page.getByLabel("Method", { exact: true }),
      tabLink("Learn"),
      button("Step back"),
      page.locator(".share summary"),
      page.getByLabel("Step of the run"),
    ]) {
      await focused.focus();
      await page.keyboard.press("ArrowRight");
      await arrived(`step ${++step} `);
    }
    await page.getByLabel("Queens n", { exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await arrived(`step ${step} `);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowLeft");
    await arrived(`step ${--step} `);
    await page.keyboard.press("Shift+ArrowRight");
    await says("Solution 1: 1 3 5 0 2 4");
    await page.keyboard.press("Home");
    await arrived("step 0 ");
    // The space bar plays after a click on a button.
    await press("Step forward");
    await arrived("step 1 ");
    await page.keyboard.press("Space");
    await button("Pause").waitFor();
    await page.keyboard.press("Space");
    await button("Play").waitFor();
  });

  test("rows and columns are counted from 1 everywhere by one switch", async () => {
    await show("#/methods?method=slope-test&n=4&step=2");
    await page.getByLabel("First row and column").selectOption("1");
    await page.locator(".sentence", { hasText: /row 1, column 1/i }).waitFor();
    await press("Next solution");
    await says("Solution 1: 2 4 1 3");
    await address("&step=97");
    await page.reload();
    await page.locator(".stage .labels text").first().filter({ hasText: "1" }).waitFor();
    // Call stack, arrays, tree and questions follow; what the listing counts is said.
    await page.locator(".stack .innermost", { hasText: "search(row = 5)" }).waitFor();
    await page.locator(".stack").getByText("[2, 4, 1, 3]").waitFor();
    assert.deepEqual(await page.locator(".data .index").allTextContents(), ["1", "2", "3", "4"]);
    await says("The listing, the bits and the masks still count from 0, as programs do");
    await press("whole tree");
    await page.locator(".decisions .level").getByText("row 4", { exact: true }).waitFor();
    assert.deepEqual(new Set(await page.locator(".decision.placed text").allTextContents()), new Set(["1", "2", "3", "4"]));
    await show("#/methods?method=linked-columns&n=4&step=4");
    await page
      .locator(".ring")
      .and(page.getByLabel(/: (1, 2, 3, 4|2, 3, 4)$/))
      .waitFor();
    const text = await page
      .locator(".data")
      .getByText(/^\d \+ \d = \d$/)
      .textContent();
    const [row, column, sum] = text.match(/\d/g).map(Number);
    assert.equal(row + column, sum);
    await show("#/methods?method=last-column&n=4&step=1");
    await page.locator(".stack .innermost", { hasText: "missing10" }).waitFor();
    await says("Candidate: row 1, column 1");
    await show("#/learn?section=slope");
    await page.locator("#slope").getByText("1 5 8 6 3 7 2 4").waitFor();
    await show("#/board?n=4&board=Q3/4/4/3Q");
    await says("row 1, column 1 and row 4, column 4: same diagonal");
  });

  test("a slow connection is not a lost one", async () => {
    await page.clock.install();
    // The time limit of a look follows the clock of the page.
    await page.addInitScript(() => {
      AbortSignal.timeout = (time) => {
        const limit = new AbortController();
        setTimeout(() => limit.abort(new DOMException("", "TimeoutError")), time);
        return limit.signal;
      };
    });
    const held = [];
    await page.route(server.url, (route) => (route.request().method() === "HEAD" ? held.push(route) : route.continue()));
    await show("#/board?n=4");
    await until("a look is held", () => held.length > 0);
    await page.clock.runFor(3000);
    await number(".lost:not(:empty)", 0);
    await page.clock.runFor(30_000);
    await page.locator(".lost", { hasText: "No answer from the server" }).waitFor();
    await page.unroute(server.url);
    await number(".lost:not(:empty)", 0);
  });

  test("a request that failed once is made again, and a tab that failed to load is loaded", async () => {
    let blocked = true;
    const block = (route) => (blocked ? route.abort() : route.continue());
    await page.route("**/learn-*.js", block);
    await page.route("**/api/backends", block);
    await show("#/count");
    await button("Start count").waitFor();
    await openTab("Learn");
    await page.locator("main").getByText("No answer from the server").waitFor();
    blocked = false;
    await page.getByRole("heading", { name: "The problem" }).waitFor();
    await openTab("Count");
    await page.locator("option", { hasText: "portable" }).first().waitFor({ state: "attached" });
    await number(".lost:not(:empty)", 0);
  });

  test("a lost connection is said within two seconds, and the page recovers", async () => {
    const { server: second, port } = await serveTwice();
    // The clock of the page stands still, and two seconds pass after the server has gone, however busy this machine is.
    await page.clock.install();
    await page.addInitScript(countLooks);
    await page.goto(`${second.url}#/count?n=8`);
    await button("Start count").waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.waitForFunction(() => globalThis.looks === 0);
    await second.stop();
    await page.clock.runFor(2000);
    await page.locator(".lost", { hasText: "No answer from the server" }).waitFor();
    await page.clock.resume();
    await press("Start count");
    await page.locator(".error-message").filter({ hasText: "No answer from the server" }).first().waitFor();
    const third = await serve("--port", port);
    await number(".error-message", 0);
    await number(".lost:not(:empty)", 0);
    await press("Start count");
    await page.locator(".total").getByText("92").waitFor();
    await third.stop();
  });
});
