// Each tab's main path in a real browser, and what must hold everywhere.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";

import { open, serve } from "./browser.mjs";

let server, browser, close, page;
/** Whatever the page complains about fails the test. */
let complaints;

before(async () => {
  server = await serve();
  ({ browser, close } = await open());
});
after(async () => {
  await close();
  assert.equal(await server.stop(), 130);
});
beforeEach(async () => {
  complaints = [];
  page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = message.text().includes("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
  await page.goto(server.url);
  await page.evaluate(() => localStorage.clear());
});
afterEach(async () => {
  await page.close();
  assert.deepEqual(complaints, []);
});

/** Fails with the first place where two drawings differ. */
function sameDrawing(one, other, where) {
  if (one === other) return;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const around = (text) => text.slice(Math.max(0, at - 80), at + 80);
  assert.fail(`${where}: "${around(one)}" is not "${around(other)}"`);
}

const button = (name) => page.getByRole("button", { name, exact: true });
const at = async () => (await page.locator(".place").first().textContent()).replace(/ of .*/, "");
const show = async (hash) => {
  await page.goto("about:blank");
  await page.goto(server.url + hash);
};
/** Everything that a step draws: board, data, tree, counters, source line, sentence. */
const drawn = async () => {
  // A method may have its source in two files; the second is fetched when it is needed.
  await page.waitForFunction(() => !document.querySelector(".source code")?.getAttribute("style")?.includes("--last: 0"));
  return page.evaluate(() =>
    [".stage .board", ".data", ".tree", ".work", ".sentence", ".source code"]
      .map((selector) => {
        const element = document.querySelector(selector);
        return selector.startsWith(".source") ? element?.getAttribute("style") : element?.outerHTML;
      })
      .join("\n"),
  );
};
const arrived = (place) => page.waitForFunction((place) => document.querySelector(".place")?.textContent?.startsWith(place), place);

describe("loading", () => {
  test("is small and quick", async () => {
    const fresh = await browser.newPage();
    const foreign = [];
    fresh.on("request", (request) => request.url().startsWith(server.url) || foreign.push(request.url()));
    const started = Date.now();
    await fresh.goto(server.url);
    await fresh.getByRole("button", { name: "Step forward" }).click();
    await fresh.waitForFunction(() => document.querySelector(".place")?.textContent?.startsWith("step 1 "));
    const took = Date.now() - started;
    await fresh.waitForLoadState("networkidle");
    await fresh.close();
    assert.deepEqual(foreign, []);
    const files = await page.evaluate(() =>
      performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/api/")).map(({ encodedBodySize }) => encodedBodySize),
    );
    const loaded = files.reduce((sum, size) => sum + size, 0);
    console.log(`first load: ${loaded} bytes of files, interactive after ${took} ms`);
    assert.ok(loaded > 10_000 && loaded < 200_000, `${loaded} bytes`);
    assert.ok(took < (process.env.CI ? 3000 : 1000), `${took} ms`);
  });
});

describe("methods", () => {
  test("bitmask on n = 8 reaches the first solution and goes back again", async () => {
    await show("#/methods?method=bitmask&n=8");
    await button("Next solution").click();
    await page.getByText("Solution 1: 0 4 7 5 2 6 1 3").waitFor();
    const solved = await drawn();
    const place = await at();
    await button("Step back").click();
    await page.waitForFunction((place) => !document.querySelector(".place").textContent.startsWith(`${place} `), place);
    await button("Step forward").click();
    await arrived(`${place} `);
    sameDrawing(await drawn(), solved, "the solution");
    await button("To the start").click();
    await arrived("step 0 ");
    assert.equal(await page.locator(".stage .board .queen").count(), 0);
  });

  for (const method of ["brute-force", "bordered-board", "slope-test", "diagonal-markers", "mirrored-markers", "linked-columns", "last-column", "bitmask", "mirrored-bitmask", "colour-split"]) {
    test(`${method}: each step back restores exactly the earlier state`, async () => {
      await show(`#/methods?method=${method}&n=6&step=248`);
      await arrived("step 248 ");
      await page.waitForLoadState("networkidle");
      const seen = [];
      // The pages of steps meet at 256.
      for (let step = 248; step <= 264; step++) {
        seen.push(await drawn());
        await button("Step forward").click();
        await arrived(`step ${step + 1} `);
      }
      for (let step = 264; step >= 248; step--) {
        await button("Step back").click();
        await arrived(`step ${step} `);
        sameDrawing(await drawn(), seen[step - 248], `step ${step}`);
      }
    });
  }

  test("a link is removed and restored", async () => {
    await show("#/methods?method=linked-columns&n=6&step=1");
    const ring = page.locator(".ring");
    const whole = await ring.getAttribute("aria-label");
    assert.match(whole, /0, 1, 2, 3, 4, 5$/);
    let label = whole;
    for (let step = 0; step < 20 && label === whole; step++) {
      await button("Step forward").click();
      await page.waitForTimeout(30);
      label = await ring.getAttribute("aria-label");
    }
    assert.match(label, /1, 2, 3, 4, 5$/);
    assert.equal(await page.locator(".ring .taken").count(), 1);
    await button("Step back").click();
    await page.waitForFunction((whole) => document.querySelector(".ring").getAttribute("aria-label") === whole, whole);
    assert.equal(await page.locator(".ring .taken").count(), 0);
  });

  test("refused squares show the attacker and the line", async () => {
    await show("#/methods?method=slope-test&n=8");
    for (let step = 0; step < 12; step++) {
      await button("Step forward").click();
      if ((await page.locator(".mark.refused").count()) > 0) break;
      await page.waitForTimeout(30);
    }
    assert.equal(await page.locator(".mark.attacker").count(), 1);
    assert.equal(await page.locator(".stage .ray").count(), 1);
    await page.getByText(/attacks it along the/).waitFor();
  });

  test("n = 12 plays 60 steps a second without jank", async () => {
    await show("#/methods?method=bitmask&n=12&step=1000");
    await arrived("step 1 000 ");
    await page.locator(".speed input").evaluate((input) => {
      input.value = String(Math.log(60) / Math.log(600));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.getByText("60 steps/s").waitFor();
    await button("Play").click();
    const { frames, long, steps } = await page.evaluate(async () => {
      const place = () => Number(/^step ([\d ]+)/.exec(document.querySelector(".place").textContent)[1].replaceAll(" ", ""));
      // Tasks that keep the page's own thread busy for more than 50 ms.
      let long = 0;
      const observer = new PerformanceObserver((list) => (long += list.getEntries().length));
      observer.observe({ type: "longtask" });
      const first = place();
      let frames = 0;
      const end = performance.now() + 4000;
      while (performance.now() < end) {
        await new Promise(requestAnimationFrame);
        frames++;
      }
      observer.disconnect();
      return { frames, long, steps: place() - first };
    });
    console.log(`${steps} steps in 4 s, ${frames} frames, ${long} long tasks (over 50 ms)`);
    assert.ok(steps >= 220 && steps <= 260, `${steps} steps`);
    assert.ok(long <= frames / 20, `${long} long tasks in ${frames} frames`);
  });

  test("the scrubber goes anywhere in the run", async () => {
    await show("#/methods?method=bitmask&n=12");
    const scrubber = page.getByLabel("Place in the run");
    await page.waitForFunction(() => Number(document.querySelector(".scrubber input")?.max) > 1e6);
    await scrubber.evaluate((input) => {
      input.value = "2500000";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await arrived("step 2 500 000 ");
    await page.waitForFunction(() => location.hash.includes("step=2500000"));
    await page.reload();
    await arrived("step 2 500 000 ");
  });

  test("keyboard only", async () => {
    await show("#/methods?method=bitmask&n=6");
    // Keys are heard once the length of the run is there.
    await arrived("step 0 of ");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await arrived("step 2 ");
    await page.keyboard.press("ArrowLeft");
    await arrived("step 1 ");
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText("Solution 1: 1 3 5 0 2 4").waitFor();
    await page.keyboard.press("Home");
    await arrived("step 0 ");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => !document.querySelector(".place").textContent.startsWith("step 0 "));
    await button("Pause").waitFor();
    await page.keyboard.press("Space");
    await button("Play").waitFor();
  });
});

describe("board", () => {
  test("three queens are completed, by mouse", async () => {
    await show("#/board");
    const press = (square) => page.locator(`.squares [data-at="${square}"]`).click();
    await press("0 0");
    await press("1 4");
    await press("2 7");
    await page.getByText("3 of 8 queens").waitFor();
    await button("Hint").click();
    await page.getByText(/leads to a solution/).waitFor();
    assert.equal(await page.locator(".mark.hint").count(), 1);
    await button("Complete this").click();
    await page.getByText("Exactly one completion.").waitFor();
    await page.getByText("A solution: no queen attacks another.").waitFor();
    assert.equal(await page.locator(".stage .queen").count(), 8);
    await button("Undo").click();
    assert.equal(await page.locator(".stage .queen").count(), 3);
    await page.waitForFunction(() => location.hash.includes("queens=0.0%2C1.4%2C2.7"));
    await page.reload();
    assert.equal(await page.locator(".stage .queen").count(), 3);
  });

  test("conflicts are shown in form and words; nothing completes them", async () => {
    await show("#/board?n=8&queens=0.0,5.5");
    await page.getByText("row 0, column 0 and row 5, column 5: one diagonal").waitFor();
    assert.equal(await page.locator(".mark.conflict").count(), 2);
    assert.equal(await page.locator(".stage .ray").count(), 1);
    await button("Complete this").click();
    await page.getByText(/Remove a queen that attacks another one/).waitFor();
    await show("#/board?n=4&queens=0.0");
    await button("Complete this").click();
    await page.getByText("None exists: these queens cannot be completed.").waitFor();
  });

  test("keyboard only", async () => {
    await show("#/board?n=4");
    await page.locator('.squares [tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    await page.getByText("2 of 4 queens").waitFor();
    const pressed = await page.locator('.squares [aria-pressed="true"]').evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(pressed, ["0 1", "1 3"]);
    await page.keyboard.press("Space");
    await page.getByText("1 of 4 queens").waitFor();
  });

  test("images, exports and the gallery", async () => {
    await show("#/board?n=8&queens=0.2,1.4,2.1,3.7,4.0,5.6,6.3,7.5");
    await button("Its eight images").click();
    await page.getByText("orbit of 4, half-turn symmetry").waitFor();
    assert.equal(await page.locator(".images .board").count(), 8);
    await button("positions").click();
    await page.getByText("2 4 1 7 0 6 3 5").first().waitFor();
    await button("LeetCode").click();
    await page.getByText('"..Q.....","....Q..."').waitFor();
    for (const kind of ["SVG", "PNG"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), button(kind).click()]);
      assert.equal(download.suggestedFilename(), `queens-8.${kind.toLowerCase()}`);
    }
    await page.getByLabel("Which solutions").selectOption("fundamental");
    await page.getByText("12 solutions").waitFor();
    await page.locator(".gallery button").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".stage .queen").length === 8);
    assert.equal(await page.locator('.gallery [aria-pressed="true"]').count(), 1);
  });

  test("724 boards scroll smoothly", async () => {
    await show("#/board?n=10");
    await page.getByText("724 solutions").waitFor();
    const { frames, long, most } = await page.evaluate(async () => {
      const gallery = document.querySelector(".gallery");
      let [frames, long, most] = [0, 0, 0];
      const observer = new PerformanceObserver((list) => (long += list.getEntries().length));
      observer.observe({ type: "longtask" });
      while (gallery.scrollTop + gallery.clientHeight < gallery.scrollHeight - 1) {
        gallery.scrollTop += 60;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, gallery.querySelectorAll("button").length);
        frames++;
      }
      observer.disconnect();
      return { frames, long, most };
    });
    await page.getByText("724 · orbit of 8").waitFor();
    console.log(`724 boards: ${frames} frames, ${long} long tasks (over 50 ms), at most ${most} boards held`);
    assert.ok(most < 100, `${most} boards in the page`);
    assert.ok(long <= frames / 20, `${long} long tasks in ${frames} frames`);
  });
});

describe("race", () => {
  test("methods race and are measured", async () => {
    await show("#/race?methods=bitmask,linked-columns&n=4");
    await page.getByLabel("Measure up to n", { exact: true }).fill("7");
    await button("Start the race").click();
    await page.getByText(/^1\. to finish/).waitFor();
    await page.getByText(/^2\. to finish/).waitFor();
    await page.locator(".track.first").getByRole("heading", { name: "bitmask" }).waitFor();
    await page.getByText("Measuring …").waitFor({ state: "detached" });
    assert.equal(await page.locator(".plots .point").count(), 2 * 2 * 4);
    await page.getByText("All measurements").click();
    assert.equal(await page.locator("tbody tr").count(), 8);
  });

  test("fewer than two cannot race", async () => {
    await show("#/race?methods=bitmask,slope-test&n=4");
    await page.getByRole("checkbox", { name: "bitmask", exact: true }).uncheck();
    await page.getByRole("alert").filter({ hasText: "two to four" }).waitFor();
    assert.ok(await button("Start the race").isDisabled());
  });
});

describe("count", () => {
  const forgetAll = () =>
    page.evaluate(async () => {
      const counts = await (await fetch("/api/counts")).json();
      for (const { id } of counts) await fetch(`/api/counts/${id}`, { method: "DELETE" });
    });

  test("n = 18 finishes live", async () => {
    await show("#/count?n=18");
    await button("Start counting").click();
    await page.locator(".badge.running").waitFor();
    await page.getByText("666 090 624").first().waitFor();
    await page.locator(".total").filter({ hasText: "666 090 624" }).waitFor({ timeout: 120_000 });
    await page.getByText("agrees with the published value").waitFor();
    await forgetAll();
  });

  test("a count survives a reload, is stopped and goes on", async () => {
    await show("#/count?n=19");
    await page.getByLabel("Threads", { exact: true }).fill("1");
    await button("Start counting").click();
    await page.locator(".badge.running").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Q(19)" }).waitFor();
    await page.locator(".unit-map .fill").first().waitFor({ timeout: 60_000 });
    await button("Stop").click();
    await page.locator(".badge.stopped").waitFor({ timeout: 60_000 });
    const done = await page.locator(".unit-map").getAttribute("aria-label");
    await page.reload();
    await page.locator(".badge.stopped").waitFor();
    assert.equal(await page.locator(".unit-map").getAttribute("aria-label"), done);
    await button("Go on").click();
    await page.waitForFunction((done) => document.querySelector(".unit-map")?.getAttribute("aria-label") !== done, done, { timeout: 60_000 });
    await button("Delete").click();
    await page.getByText("No count yet.").waitFor();
    await forgetAll();
  });
});

describe("learn", () => {
  test("boards in the text are live", async () => {
    await show("#/learn");
    await page.locator("#problem .squares rect").first().click();
    await page.getByText("1 of 8 queens").waitFor();
    await page.getByRole("link", { name: "Why diagonals are r − c and r + c" }).click();
    await page.locator('#diagonals .squares [data-at="5 1"]').first().click();
    await page.getByText("r − c = 4").waitFor();
    await page.getByText("r + c = 6").waitFor();
    await page.locator("#bits .bit-table button").last().click();
    await page.getByText("x = 105").waitFor();
    const links = page.locator("#links");
    await links.getByRole("button", { name: "Next solution" }).click();
    await links.getByText("Solution 1: 1 3 5 0 2 4").waitFor();
  });
});

describe("everywhere", () => {
  test("the language is switched and remembered", async () => {
    await show("#/methods?method=bitmask&n=8");
    await page.locator("#language").selectOption("zh");
    await page.getByRole("link", { name: "方法" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hans");
    await button("下一个解").click();
    await page.getByText("第 1 个解：0 4 7 5 2 6 1 3").waitFor();
    await page.reload();
    for (const [name, words] of [["棋盘", "补全"], ["赛跑", "开始赛跑"], ["计数", "开始计数"], ["学习", "为什么对角线是"]]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByText(words).first().waitFor();
      const text = await page.locator("main").innerText();
      const english = text.replace(/[\w-]+\.rs|\b\w+[-@]\w+\b/g, "").match(/\b(queens?|steps?|board|solutions?|column|count)\b/gi) ?? [];
      const own = new Set(["columns", "column", "count"]);
      assert.deepEqual(english.filter((word) => !own.has(word.toLowerCase())), [], `${name}: ${english}`);
    }
    await page.locator("#language").selectOption("en");
    await page.getByRole("link", { name: "Methods" }).waitFor();
  });

  test("a phone shows every tab without sideways scrolling", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const tab of ["methods?method=linked-columns&n=12&step=90", "methods?method=bitmask&n=16&step=4", "board?n=12", "race", "count", "learn"]) {
      await show(`#/${tab}`);
      await page.waitForLoadState("networkidle");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${tab} is ${width} wide`);
    }
    await show("#/board?n=8");
    await page.locator('.squares [data-at="3 3"]').click();
    await page.getByText("1 of 8 queens").waitFor();
  });

  test("bad input in every field is refused with what is accepted", async () => {
    const refused = async (label, accepted, bad = ["0", "-1", "99999", "1.5", "x", "１２", "1e1"]) => {
      const field = page.getByLabel(label, { exact: true });
      const good = await field.inputValue();
      for (const value of bad) {
        await field.fill(value);
        await page.getByText(accepted).waitFor();
        assert.equal(await field.getAttribute("aria-invalid"), "true", `${label}: ${value}`);
      }
      await field.fill(good || "2");
      await page.getByText(accepted).waitFor({ state: "detached" });
    };
    await show("#/methods?method=brute-force&n=6");
    await refused("Queens n", "Accepted are whole numbers from 1 to 15.", ["16", "", "0", "-1", "x"]);
    await show("#/board");
    await refused("Queens n", "Accepted are whole numbers from 1 to 32.", ["33", "", "0", "-1", "x", "1e1"]);
    await show("#/race");
    await refused("Queens n", "Accepted are whole numbers from 1 to 16.");
    await refused("Measure up to n", "Accepted are whole numbers from 4 to 16.");
    await show("#/count");
    await refused("Queens n", "Accepted are whole numbers from 1 to 27.");
    await refused("Threads", "Accepted are whole numbers from 1 to 256.");
  });

  test("bad links open something sensible", async () => {
    await show("#/methods?method=nonsense&n=99&step=-4");
    await arrived("step 0 ");
    await show("#/board?n=8&queens=0.0,9.9,x,0.0,%3Cscript%3E");
    await page.getByText("The link names squares that are not on the board").waitFor();
    assert.equal(await page.locator(".stage .queen").count(), 1);
    await show("#/race?methods=x,y&n=0");
    await button("Start the race").waitFor();
    await show("#/nowhere");
    await button("Play").waitFor();
  });

  test("everything that can be pressed has a name, and focus is visible", async () => {
    for (const tab of ["methods", "board", "race", "count", "learn"]) {
      await show(`#/${tab}`);
      await page.waitForLoadState("networkidle");
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, input, select, a[href], [role=button], [role=img]")]
          .filter((element) => {
            const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
            return !label?.trim();
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      assert.deepEqual(nameless, [], tab);
    }
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none");
  });

  for (const scheme of ["light", "dark"]) {
    test(`text has enough contrast in ${scheme}`, async () => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const ratios = await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement("i"));
        const colour = (name) => {
          probe.style.color = `var(--${name})`;
          const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
          const linear = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        };
        const pairs = [
          ["ink", "paper"], ["ink", "card"], ["soft", "paper"], ["soft", "card"], ["soft", "sunk"], ["accent", "card"],
          ["accent-ink", "accent"], ["bad", "card"], ["ink", "bad-soft"], ["good", "card"], ["ink", "try-soft"], ["blue", "sunk"],
        ];
        const ratio = ([a, b]) => [`${a} on ${b}`, (Math.max(colour(a), colour(b)) + 0.05) / (Math.min(colour(a), colour(b)) + 0.05)];
        const all = pairs.map(ratio);
        probe.remove();
        return all;
      });
      assert.deepEqual(ratios.filter(([, ratio]) => ratio < 4.5), []);
      const animated = await page.evaluate(() => document.getAnimations().length);
      assert.equal(animated, 0);
    });
  }
});

/** `SHOTS=directory npm test` keeps a picture of each tab. */
test("pictures of each tab", { skip: !process.env.SHOTS }, async () => {
  const directory = process.env.SHOTS;
  await mkdir(directory, { recursive: true });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const shot = (name) => page.screenshot({ path: `${directory}/${name}.png` });
  await show("#/methods?method=linked-columns&n=8&step=45");
  await page.waitForLoadState("networkidle");
  await shot("methods");
  await show("#/board?n=8&queens=0.0,1.4,2.7");
  await button("Complete this").click();
  await page.getByText("Exactly one completion.").waitFor();
  await page.getByText("92 solutions").waitFor();
  await shot("board");
  await show("#/race?methods=slope-test,diagonal-markers,linked-columns,bitmask&n=6");
  await button("Start the race").click();
  await page.waitForTimeout(4000);
  await button("Measure now").click();
  await page.getByText("Measuring …").waitFor({ state: "detached", timeout: 60_000 });
  await page.locator(".tracks").scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 330));
  await shot("race");
  await show("#/count?n=18");
  await button("Start counting").click();
  await page.locator(".total").waitFor({ timeout: 60_000 });
  await page.getByLabel("Queens n", { exact: true }).fill("20");
  await button("Start counting").click();
  await page.waitForTimeout(2500);
  await shot("count");
  await page.locator("#language").selectOption("zh");
  await show("#/learn");
  await page.getByRole("link", { name: "会自己愈合的链表" }).click();
  for (let step = 0; step < 22; step++) await page.locator("#links").getByRole("button", { name: "前进一步" }).click();
  await page.locator("#links").getByText("第 22 步").waitFor();
  await shot("learn");
});
