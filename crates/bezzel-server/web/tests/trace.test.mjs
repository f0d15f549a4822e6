// Methods tab: listings, call stack, debugger and the whole decision tree.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as engine from "./engine.mjs";
import { address, arrived, button, load, number, page, press, remember, says, show, showRun, walk } from "./setup.mjs";

const stack = () => page.locator(".stack .frame").evaluateAll((frames) => frames.map((frame) => frame.innerText.replace(/\s+/g, " ")));

describe("listings", () => {
  test("the Rust source has the line of a step", async () => {
    const { file, line } = engine.steps({ method: "slope-test", n: 4 }).steps[1].source;
    await show("#/methods?method=slope-test&n=4&step=2");
    await page.getByLabel("Listing", { exact: true }).selectOption("rust");
    const lit = page.locator(".source code.lit");
    const at = Number(await lit.evaluate((code) => code.style.getPropertyValue("--line")));
    const shown = await lit.locator(".source-line").nth(at).innerText();
    assert.ok(shown.includes(engine.source(file).split("\n")[line - 1].trim()), `${file}, line ${line}: ${shown}`);
  });

  test("comments are in the language of the page", async () => {
    await remember({ language: "zh" });
    await show("#/methods?method=bitmask&n=6&step=1");
    await page.getByLabel("程序", { exact: true }).selectOption("python");
    await says("# 最低位的 1");
    await page.getByLabel("程序", { exact: true }).selectOption("pseudocode");
    await says("已试完：回溯到上一行");
    assert.equal(await page.getByText("lowest set bit").count(), 0);
  });
});

describe("call stack", () => {
  test("the frames hold the values of their locals, masks in binary and as integers", async () => {
    await showRun("method=slope-test&n=4&step=1");
    assert.deepEqual(await stack(), ["search(row = 0) column 0 found 0", "queens(n = 4) columns [0, ·, ·, ·]"]);
    // Row 1 compares its candidate, which the array holds already, with the queen of row 0.
    await walk("ArrowRight", [2, 3, 4]);
    assert.deepEqual(await stack(), [
      "is_safe(row = 1) above 0 across 0",
      "search(row = 1) column 0 found 0",
      "search(row = 0) column 0 found 0",
      "queens(n = 4) columns [0, 0, ·, ·]",
    ]);
    await show("#/methods?method=bitmask&n=4");
    await press("Next solution");
    await says("Solution 1: 1 3 0 2");
    const frames = await stack();
    assert.equal(frames.length, 6);
    assert.match(frames.join("\n"), /row 1 columns 0b0010 = 2 diagonals 0b0100 = 4 anti 0b0001 = 1 free 0b0000 = 0 queen 0b1000 = 8/);
    assert.match(frames.at(-1), /full 0b1111 = 15/);
  });
});

describe("debugger", () => {
  test("step over, step out, and searches", async () => {
    const { steps } = engine.steps({ method: "slope-test", n: 5 });
    const later = (from, isIt) => steps.findIndex((step, index) => index >= from && isIt(step)) + 1;
    await showRun("method=slope-test&n=5&step=2");
    await press("Step over");
    await arrived(`step ${later(2, (step) => step.kind === "remove" && step.queens.length === 0)} `);
    await says("Backtrack: the queen at row 0, column 0 is removed");
    await show("#/methods?method=slope-test&n=5&step=4");
    await arrived("step 4 ");
    await press("Next backtrack");
    const exhausted = later(4, (step) => step.kind === "exhausted");
    await arrived(`step ${exhausted} `);
    await says(/^Row \d is exhausted: backtrack$/);
    await press("Next conflict");
    const rejected = later(exhausted, (step) => step.kind === "rejected");
    await arrived(`step ${rejected} `);
    const depth = steps[rejected - 1].queens.length;
    await press("Step out");
    await arrived(`step ${later(rejected, (step) => step.queens.length - (step.kind === "place" ? 1 : 0) < depth)} `);
  });

  test("playing pauses at a breakpoint", async () => {
    // On a busy machine timers are late; the frames until then must not go on.
    await page.addInitScript(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (act, time = 0, ...values) => setTimeout(act, time + 500, ...values);
    });
    await showRun("method=diagonal-markers&n=6");
    await page.getByText("Breakpoints", { exact: true }).click();
    await page.getByLabel("row exhausted: backtrack").check();
    await press("Play");
    await says("Breakpoint.", /^Row \d is exhausted: backtrack/);
    await button("Play").waitFor();
  });

  test("a click on a line of the listing is a breakpoint, and another one removes it", async () => {
    await showRun("method=slope-test&n=4");
    const line = page.locator(".listing-line", { hasText: "count a solution" });
    await line.click();
    await says("Breakpoints (1)");
    await press("Play");
    await says("Breakpoint.", "Solution 1: 1 3 0 2");
    assert.match(await page.locator(".listing .current").getAttribute("class"), /pauses/);
    await line.click();
    await number(".pauses", 0);
    // A line that does no step pauses nothing.
    await page.locator(".listing-line", { hasText: "search(row):" }).click();
    await number(".pauses", 0);
  });

  test("bookmarks are kept, and the slowest speed is a quarter of a step", async () => {
    await showRun("method=bitmask&n=6&step=12");
    await press("Add bookmark", "Step forward");
    await arrived("step 13 ");
    await press("Bookmark at step 12");
    await arrived("step 12 ");
    await address("step=12");
    await page.reload();
    await button("Bookmark at step 12").waitFor();
    await press("Remove bookmark");
    await number(".bookmark", 0);
    await page.locator(".speed input").evaluate((input) => {
      input.value = "0";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await says("0.25 steps/s");
  });
});

describe("whole tree", () => {
  test("a click goes to the step of a square", async () => {
    await remember({ language: "zh" });
    await show("#/methods?method=slope-test&n=4");
    await press("整棵树");
    const { nodes } = engine.tree({ method: "slope-test", n: 4 }, 4);
    await number("[data-node]", nodes.length);
    await page.locator(".decisions .level").getByText("第 0 行", { exact: true }).waitFor();
    for (const result of ["rejected", "placed"]) {
      const index = nodes.findLastIndex((node) => node.result === result);
      await page.locator(`[data-node="${index}"] circle`).first().click();
      await address(`step=${nodes[index].step + 1}`);
      await page.locator(`[data-node="${index}"].seen.now`).waitFor();
    }
  });

  test("branches are visible, light and dark", async () => {
    await show("#/methods?method=bitmask&n=4&step=20");
    await press("whole tree");
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const edges = await page.locator(".decisions .edge").evaluateAll((edges) => {
        const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
        const light = ([r, g, b]) =>
          [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
            const value = [r, g, b][at] / 255;
            return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
          }, 0);
        const ground = channels(getComputedStyle(document.querySelector(".tree-scroll")).backgroundColor);
        return edges.map((edge) => {
          const { stroke, strokeWidth, strokeOpacity, opacity, strokeDasharray } = getComputedStyle(edge);
          const share = Number(strokeOpacity) * Number(opacity);
          const mixed = channels(stroke)
            .slice(0, 3)
            .map((value, at) => share * value + (1 - share) * ground[at]);
          const [low, high] = [light(mixed), light(ground)].sort((a, b) => a - b);
          return {
            width: parseFloat(strokeWidth) * edge.getScreenCTM().a,
            contrast: (high + 0.05) / (low + 0.05),
            dash: parseFloat(strokeDasharray) || 1,
          };
        });
      });
      assert.ok(edges.length > 20);
      for (const { width, contrast, dash } of edges)
        assert.ok(width >= 1 && contrast >= 3 && dash >= 1, JSON.stringify({ width, contrast, dash }));
    }
  });

  const skip = process.env.BEZZEL_FIREFOX && "only Chromium shows the page as on paper";
  test("on paper the whole tree is on the pages", { skip }, async () => {
    await page.setViewportSize({ width: 688, height: 1017 });
    for (const n of [4, 7]) {
      await page.emulateMedia({ media: "screen" });
      await load(`#/methods?method=slope-test&n=${n}&step=30`);
      await press("whole tree");
      await page.locator("[data-node]").first().waitFor();
      const nodes = await page.locator("[data-node]").evaluateAll((nodes) =>
        nodes.map((node) => {
          const { x, width } = node.getBBox();
          return { part: node.parentElement.id, x, right: x + width };
        }),
      );
      await page.emulateMedia({ media: "print" });
      assert.ok(!(await page.locator(".tree-scroll > .decisions").isVisible()));
      const lost = await page.evaluate((nodes) => {
        const clips = [...document.querySelectorAll(".tree-strips > svg > svg")].map((clip) => {
          const box = clip.parentElement.getBoundingClientRect();
          const [left, , width] = clip.getAttribute("viewBox").split(" ").map(Number);
          const uses = [...clip.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1));
          return {
            left,
            right: left + width,
            uses,
            isOnPaper: box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.height < innerHeight,
          };
        });
        const shows = (clip, node) => clip.isOnPaper && clip.uses.includes(node.part) && clip.left <= node.x && node.right <= clip.right;
        return nodes.filter((node) => !clips.some((clip) => shows(clip, node))).length;
      }, nodes);
      assert.ok(nodes.length > 40);
      assert.equal(lost, 0, "squares outside the paper");
    }
  });

  test("the keys reach every square, and open folded parts", async () => {
    await show("#/methods?method=bitmask&n=6");
    await press("whole tree");
    const { nodes } = engine.tree({ method: "bitmask", n: 6 }, 2);
    await number("[data-node]", nodes.length);
    const focused = () => page.evaluate(() => document.activeElement.dataset.node);
    const reach = async (key, index) => {
      await page.keyboard.press(key);
      assert.equal(await focused(), String(index), key);
    };
    await page.locator(".tree-scroll").focus();
    await reach("Tab", 0);
    const children = (parent) => nodes.flatMap((node, at) => ((node.parent ?? null) === parent ? [at] : []));
    const [, second] = children(null);
    await reach("ArrowRight", second);
    const [child] = children(second);
    await reach("ArrowDown", child);
    await page.keyboard.press("Enter");
    await address(`step=${nodes[child].step + 1}`);
    await reach("ArrowUp", second);
    await reach("ArrowLeft", children(null)[0]);
    // The tree is one stop of the Tab key, and remembers its square.
    await page.keyboard.press("Tab");
    assert.equal(await focused(), undefined);
    await page.locator(".tree-scroll").focus();
    await reach("Tab", children(null)[0]);
    const folded = children(children(null)[0]).find((at) => nodes[at].folded);
    await page.keyboard.press("ArrowDown");
    for (let steps = 0; (await focused()) !== String(folded) && steps < nodes.length; steps++) await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), String(folded));
    await page.keyboard.press("ArrowDown");
    await button("One level up").waitFor();
    await page.waitForFunction(() => document.activeElement.dataset.node === "0");
  });

  test("pruned squares are marked, and larger trees unfold", async () => {
    await show("#/methods?method=bitmask&n=5");
    await press("whole tree");
    await page.locator(".decision.pruned").first().waitFor();
    await show("#/methods?method=bitmask&n=7");
    await page.locator(".unfold").first().waitFor();
    const before = await page.locator("[data-node]").count();
    await page.locator(".unfold").first().click();
    await button("One level up").waitFor();
    await page.waitForFunction(
      (before) => document.querySelectorAll("[data-node]").length !== before && document.querySelector("[data-node]"),
      before,
    );
    await press("One level up");
    await number("[data-node]", before);
  });
});
