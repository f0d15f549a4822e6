// State of the page: addresses, tabs that are left and opened again, keys, and the connection.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { serve, serveTwice } from "./browser.mjs";
import { interceptEngine } from "./engine.mjs";
import { arrived, button, number, openTab, page, pressInTurn, remember, server, show, tabLink, until } from "./setup.mjs";

const address = (part) => page.waitForFunction((part) => location.hash.includes(part), part);

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
  test("a step past the end goes to the end; another n starts at step 0 and the player goes on", async () => {
    await show("#/methods?method=bitmask&n=8&step=9000");
    await arrived("step 9,000 ");
    await page.getByLabel("Queens n", { exact: true }).fill("4");
    await arrived("step 0 of ");
    await button("Step forward").click();
    await arrived("step 1 ");
    for (const step of ["9999", "9999999999"]) {
      await show(`#/methods?method=bitmask&n=4&step=${step}`);
      await page.getByText("The run ends here: it has no later step.").waitFor();
      await page.waitForFunction(() => /^step (\d+) of \1$/.test(document.querySelector(".place").textContent));
      await button("Step back").click();
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
    await button("To the start").click();
    await page.locator(".sentence", { hasText: /^The run has not begun/ }).waitFor();
    compute();
    await show("#/methods?method=bitmask&n=8&step=9000");
    await arrived("step 9,000 ");
  });

  test("Play at the end starts again", async () => {
    await show("#/methods?method=bitmask&n=4&step=9999");
    await page.getByText("The run ends here").waitFor();
    const end = await page.locator(".place").textContent();
    await pressInTurn("Play", "Pause");
    await page.waitForFunction((end) => document.querySelector(".place").textContent !== end, end);
  });

  test("values that are not accepted are named", async () => {
    const alert = (text) => page.getByRole("alert").filter({ hasText: text }).waitFor();
    await show("#/methods?method=nonsense&n=99&step=-4&colour=red");
    await alert("method = “nonsense”: expected one of brute-force, bordered-board");
    await alert("n = “99”: expected a whole number from 1 to 16; 8 is used");
    await alert("step = “-4”");
    await alert("colour = “red”, but this tab has no value of that name");
    await button("Close").click();
    await number("[role=alert].faults", 0);
    await show("#/board?n=8&board=Q3/%3Cscript%3E&attacked=maybe");
    await alert("board = “Q3/<script>”: expected a board in one word");
    await alert("attacked = “maybe”: expected one of 0, 1; 1 is used");
    await show("#/race?methods=x,bitmask&largest=99");
    await alert("methods = “x,bitmask”");
    await alert("largest = “99”");
    await show("#/count?n=40&threads=0");
    await alert("n = “40”: expected a whole number from 1 to 27; 16 is used");
    await show("#/learn?section=nowhere");
    await alert(/section = “nowhere”: expected one of problem, .*, puzzles\.Close$/);
    await show("#/nowhere");
    await alert("an unknown tab, “nowhere”. The page shows the lesson instead. Tabs: lesson, methods");
    await remember({ language: "zh" });
    await show("#/methods?n=99");
    await alert("地址中的 n = “99”：应为 1 到 16 之间的整数，现改用 8。");
  });

  test("each tab keeps its state, and Back returns to it", async () => {
    await show("#/methods?method=linked-columns&n=6&step=20");
    await arrived("step 20 ");
    await button("Step forward").click();
    await arrived("step 21 ");
    await openTab("Board");
    await page.locator('.squares [data-at="2 5"]').click();
    await page.getByText("1 of 8 queens").waitFor();
    await openTab("Methods");
    await arrived("step 21 ");
    await address("step=21");
    await openTab("Board");
    await page.getByText("1 of 8 queens").waitFor();
    await address(encodeURIComponent("8/8/5Q2/8/8/8/8/8"));
    // The queens before are kept too.
    await button("Undo").click();
    await page.getByText("0 of 8 queens").waitFor();
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
    await show("#/methods?method=bitmask&n=6");
    await arrived("step 0 ");
    let step = 0;
    const forward = async () => {
      await page.keyboard.press("ArrowRight");
      await arrived(`step ${++step} `);
    };
    await page.getByLabel("Method", { exact: true }).focus();
    await forward();
    await tabLink("Learn").focus();
    await forward();
    await button("Step back").focus();
    await forward();
    await page.locator(".share summary").focus();
    await forward();
    await page.getByLabel("Step of the run").focus();
    await forward();
    await page.getByLabel("Queens n", { exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await arrived(`step ${step} `);
    // The space bar plays after a click on a button.
    await button("Step forward").click();
    await arrived(`step ${++step} `);
    await page.keyboard.press("Space");
    await button("Pause").waitFor();
  });

  test("rows and columns are counted from 1 everywhere by one switch", async () => {
    await show("#/methods?method=slope-test&n=4&step=2");
    await page.getByLabel("First row and column").selectOption("1");
    await page.locator(".sentence", { hasText: /row 1, column 1/i }).waitFor();
    assert.equal(await page.locator(".stage .labels text").first().textContent(), "1");
    await button("Next solution").click();
    await page.getByText("Solution 1: 2 4 1 3").waitFor();
    await page.waitForFunction(() => location.hash.endsWith("&step=97"));
    await page.reload();
    await page.locator(".stage .labels text").first().filter({ hasText: "1" }).waitFor();
    // Call stack, arrays, tree and questions follow; what the listing counts is said.
    await page.locator(".stack .innermost", { hasText: "search(row = 5)" }).waitFor();
    await page.locator(".stack").getByText("[2, 4, 1, 3]").waitFor();
    assert.deepEqual(await page.locator(".data .index").allTextContents(), ["1", "2", "3", "4"]);
    await page.getByText("The listing, the bits and the masks still count from 0, as programs do").waitFor();
    await button("whole tree").click();
    await page.locator(".decisions .level").getByText("row 4", { exact: true }).waitFor();
    assert.deepEqual(new Set(await page.locator(".decision.placed text").allTextContents()), new Set(["1", "2", "3", "4"]));
    await show("#/methods?method=linked-columns&n=4&step=4");
    await page
      .locator(".ring")
      .and(page.getByLabel(/: (1, 2, 3, 4|2, 3, 4)$/))
      .waitFor();
    await page
      .locator(".data")
      .getByText(/^\d \+ \d = \d$/)
      .waitFor();
    const [row, column, sum] = (
      await page
        .locator(".data")
        .getByText(/^\d \+ \d = \d$/)
        .textContent()
    )
      .match(/\d/g)
      .map(Number);
    assert.equal(row + column, sum);
    await show("#/methods?method=last-column&n=4&step=1");
    await page.locator(".stack .innermost", { hasText: "missing10" }).waitFor();
    await page.getByText("Candidate: row 1, column 1").waitFor();
    await show("#/learn?section=slope");
    await page.locator("#slope").getByText("1 5 8 6 3 7 2 4").waitFor();
    await show("#/board?n=4&board=Q3/4/4/3Q");
    await page.getByText("row 1, column 1 and row 4, column 4: same diagonal").waitFor();
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
    await button("Start count").click();
    await page.locator(".error-message").filter({ hasText: "No answer from the server" }).first().waitFor();
    const third = await serve("--port", port);
    await number(".error-message", 0);
    await number(".lost:not(:empty)", 0);
    await button("Start count").click();
    await page.locator(".total").getByText("92").waitFor();
    await third.stop();
  });
});
