// `npm run pictures -- DIRECTORY [NAME…]` takes the pictures of README and documentation, or those of
// some names such as `lesson-zh`, from a release build.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import gifenc from "gifenc";

import { open, serve } from "./browser.mjs";

const [directory, ...names] = process.argv.slice(2);
if (!directory) {
  console.error("error: expected the directory of the pictures, such as ../../../docs/images");
  process.exit(2);
}
await mkdir(directory, { recursive: true });
const server = await serve();
const { browser, close } = await open();
const page = await browser.newPage();
// A race or a count may take long on a slow machine.
page.setDefaultTimeout(0);
await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });

const button = (name) => page.getByRole("button", { name, exact: true });
const TEXTS = {
  en: {
    exercise: "Markers say which columns and diagonals are taken. Which markers are removed when the search goes back, and where?",
    forward: "Step forward",
    measure: "Measure now",
    finished: /^finished after/,
    measuring: "Measuring …",
    queens: "Queens n",
  },
  zh: {
    exercise: "标记数组记录哪些列和对角线已被占用。回溯时要取消哪些标记？在哪里取消？",
    forward: "下一步",
    measure: "开始实测",
    finished: /^运行结束/,
    measuring: "正在实测……",
    queens: "皇后数 n",
  },
};

/** Opens an address in a language, in a window of this size. */
async function show(language, hash, [width, height] = [1280, 1000]) {
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width, height });
  await page.goto(`${server.url}api/backends`);
  await page.evaluate((language) => {
    localStorage.clear();
    localStorage.setItem("bezzel-language", language);
  }, language);
  await page.goto(server.url + hash);
  await page.waitForLoadState("networkidle");
}

/** The address of an exercise as the page makes it. */
async function exerciseCode(language) {
  await show(language, "#/program?language=python&start=diagonal-markers&n=6");
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
  });
  await page.locator(".share summary").click();
  await page.locator(".exercise-text textarea").fill(TEXTS[language].exercise);
  await page.locator(".share .row-of button").last().click();
  await page.waitForFunction(() => globalThis.copied);
  return page.evaluate(() => new URLSearchParams(globalThis.copied.split("?").at(-1)).get("code"));
}

/** Pictures by name. */
const PICTURES = {};
for (const [language, end] of [
  ["en", ""],
  ["zh", "-zh"],
]) {
  Object.assign(PICTURES, {
    [`lesson${end}`]: async () => {
      await show(language, "#/lesson?step=30", [1280, 720]);
      await page.locator(".listing .current").waitFor();
    },
    [`presentation${end}`]: async () => {
      await show(language, "#/methods?method=bitmask&n=8&step=45&present=1", [1920, 1080]);
      await page.locator(".listing .current").waitFor();
    },
    [`phone${end}`]: () => show(language, "#/lesson?step=30", [390, 844]),
    [`methods${end}`]: async () => {
      await show(language, "#/methods?method=linked-columns&n=8&step=45");
      await page.locator(".listing .current").waitFor();
    },
    [`tree${end}`]: async () => {
      await show(language, "#/methods?method=slope-test&n=5&step=120");
      await page.locator(".tree-choice button").nth(1).click();
      await page.locator("[data-node].seen").first().waitFor();
      return page.locator(".tree-panel");
    },
    [`quiz${end}`]: async () => {
      await show(language, "#/learn?section=slope");
      await page.locator("#slope .quiz button").click();
      await page.locator("#slope .answers button").first().click();
      await page.locator("#slope .answers .right").waitFor();
      return page.locator("#slope .quiz");
    },
    [`puzzle${end}`]: async () => {
      await show(language, "#/puzzle?day=2026-11-22", [1280, 900]);
      const hint = page.locator(".puzzle button.primary");
      for (let step = 0; step < 13; step++) {
        await hint.click();
        await page.locator(".puzzle-shade").waitFor({ state: "attached" });
        await hint.click();
        await page.locator(".proposed").first().waitFor();
        if (step < 12) await hint.click();
      }
    },
    [`board${end}`]: async () => {
      await show(language, "#/board?n=8&board=Q7/4Q3/7Q/8/8/8/8/8");
      await page.locator(".play button.primary").click();
      await page.locator(".stage .queen").nth(7).waitFor();
      await page.locator(".gallery button").first().waitFor();
    },
    [`given${end}`]: async () => {
      await show(language, "#/board?n=10&board=3Q6/10/10/10/4x5/5x4/10/10/10/10&heat=1&attacked=0");
      await page.locator(".heat-layer rect").nth(96).waitFor();
      await page.locator('.stage [data-at="3 8"]').hover();
      await page.locator(".heat-square", { hasText: "%" }).waitFor();
    },
    [`race${end}`]: async () => {
      await show(language, "#/race?methods=slope-test,diagonal-markers,linked-columns,bitmask&n=6");
      await page.locator("button.primary").click();
      await page.getByText(TEXTS[language].finished).first().waitFor();
      await button(TEXTS[language].measure).click();
      await page.getByText(TEXTS[language].measuring).waitFor({ state: "detached" });
      await page.locator(".tracks").scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, 330));
    },
    [`count${end}`]: async () => {
      // Counts of an earlier picture would be listed, or reported as deleted.
      const stored = await (await fetch(`${server.url}api/counts`)).json();
      for (const { id } of stored) await fetch(`${server.url}api/counts/${id}`, { method: "DELETE" });
      await show(language, "#/count?n=18", [1280, 1750]);
      await page.locator(".count-form button.primary").first().click();
      await page.locator(".total").waitFor();
      await page.getByLabel(TEXTS[language].queens, { exact: true }).fill("20");
      await page.locator(".count-form button.primary").last().click();
      await page.locator(".unit-map").nth(1).locator(".fill").nth(40).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
    [`program${end}`]: async () => {
      await show(language, "#/program?language=python&start=fault-2&n=5", [1280, 1500]);
      await page.locator(".bench .row-of > button").nth(1).click();
      await page.locator('.workbench[data-runs="1"]').waitFor();
      await page.locator(".bench .row-of > button").first().click();
      await page.locator(".played .error-message button").click();
    },
    [`masks${end}`]: async () => {
      await show(language, "#/program?language=python&start=frame&n=6", [1280, 900]);
      const lesson = await readFile(new URL("../../../../docs/teaching.md", import.meta.url), "utf8");
      const [, , third] = [...lesson.matchAll(/```python\n(.*?)```/gs)].map(([, program]) => program);
      await page.locator(".cm-content").fill(third);
      await page.locator(".bench .row-of > button").first().click();
      await page.locator('.workbench[data-runs="1"]').waitFor();
      // The last of three queens is in its frame.
      await page.locator(".scrubber input").fill("40");
      await page.locator(".played .mark.attacked").first().waitFor();
      await page.locator(".run-stage").scrollIntoViewIfNeeded();
    },
    [`exercise${end}`]: async () => {
      await show(language, `#/program?code=${await exerciseCode(language)}`, [1280, 900]);
      await page.locator(".cm-content").waitFor();
    },
    [`heat${end}`]: async () => {
      await show(language, "#/heat?n=21");
      await page.locator(".heat-board .squares rect").nth(10).hover();
    },
    [`learn${end}`]: async () => {
      await show(language, "#/learn?section=links");
      const links = page.locator("#links");
      for (let step = 0; step < 22; step++) await links.getByRole("button", { name: TEXTS[language].forward }).click();
      await links.getByText(/22/).first().waitFor();
    },
    // A page of A4 at 96 dots per inch, without the margins of the printer.
    [`sheet${end}`]: async () => {
      await show(language, "#/sheet", [688, 1017]);
      await page.locator(".listing").waitFor();
      await page.emulateMedia({ media: "print" });
    },
  });
}

/** The pixels of what the page shows, decoded by the browser. */
async function pixels(scale) {
  const png = (await page.screenshot({ type: "png" })).toString("base64");
  const decoded = await page.evaluate(
    async ([png, scale]) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const [width, height] = [image.width * scale, image.height * scale].map(Math.round);
      const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      let text = "";
      for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
      return { width, height, text: btoa(text) };
    },
    [png, scale],
  );
  return { ...decoded, data: new Uint8ClampedArray(Buffer.from(decoded.text, "base64")) };
}

/** The lesson as a moving picture, from step 56 to its first solution. A picture has only what changes. */
async function film(language, file) {
  const { GIFEncoder, applyPalette, quantize } = gifenc;
  const [first, last] = [56, 97];
  await show(language, `#/lesson?step=${first}`, [1280, 720]);
  await page.locator(".listing .current").waitFor();
  const gif = GIFEncoder();
  let palette, before;
  for (let step = first; step <= last; step++) {
    const { data, width, height } = await pixels(0.75);
    palette ??= quantize(data, 255);
    const now = applyPalette(data, palette);
    const transparentIndex = palette.length;
    const changed = before ? now.map((color, at) => (color === before[at] ? transparentIndex : color)) : now;
    const options = { palette: step === first ? [...palette, [0, 0, 0]] : undefined, delay: step === last ? 4000 : 400 };
    gif.writeFrame(changed, width, height, { ...options, transparent: before !== undefined, transparentIndex, dispose: 1 });
    before = now;
    await page.keyboard.press("ArrowRight");
    if (step < last) await page.waitForFunction((place) => globalThis.location.hash.includes(place), `step=${step + 1}`);
  }
  gif.finish();
  await writeFile(file, gif.bytes());
}

for (const name of names.length ? names : [...Object.keys(PICTURES), "film", "film-zh"]) {
  if (name.startsWith("film")) {
    await film(name === "film" ? "en" : "zh", path.join(directory, `lesson${name.slice("film".length)}.gif`));
    continue;
  }
  const part = await PICTURES[name]();
  await (part ?? page).screenshot({ path: path.join(directory, `page-${name}.png`) });
}
await close();
await server.stop();
