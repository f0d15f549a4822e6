// Saves a run as an animated picture or one step as SVG, and makes the code for other pages.

import { render } from "preact";
import { useState } from "preact/hooks";
import { api, type Step } from "./api";
import { Board } from "./board";
import { boardPlace } from "./given";
import { Button } from "./parts";
import { href } from "./place";
import type { Run } from "./run";
import { type Scene, sceneOf, sentence } from "./scene";
import { SERVED } from "./server";
import { grouped, useWords, type Words, WordsContext } from "./words";

/** Maximum number of frames of an animated picture. */
const MAX_FRAMES = 400;
/** Number of frames from which the colours are chosen, and number of colours. */
const [PALETTE_FRAMES, COLOURS] = [6, 64];
const FORMAT = { format: "rgb444" } as const;
/** Delays of frames in milliseconds; browsers slow down shorter ones. */
const [MIN_DELAY, MAX_DELAY] = [20, 2000];

/** True for a page on a host for everybody: `bezzel serve` forbids frames, and a folder is that of one machine. */
const CAN_EMBED = !SERVED && location.protocol !== "file:";

/** Pixels per square of small boards, and height of a line of the caption. */
const [SIDE, LINE] = [60, 22];
/** What the style sheet says of shapes and of the numbers beside the board. */
const SHAPES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"];
const STYLES = [...SHAPES, "font-family", "font-size", "text-anchor"];

/** The page's board in its light colours, with the style of each part written into it. */
function board(n: number, scene: Scene, words: Words, side: number): string {
  const place = Object.assign(document.createElement("div"), { className: "picture" });
  document.body.append(place);
  render(
    <WordsContext.Provider value={words}>
      <Board n={n} label="" {...scene} />
    </WordsContext.Provider>,
    place,
  );
  const svg = place.querySelector("svg")!;
  const parts = [...svg.querySelectorAll<SVGElement>("*")];
  const styles = parts.map((part) => {
    const style = getComputedStyle(part);
    return STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  });
  for (const [at, part] of parts.entries()) part.setAttribute("style", styles[at]!);
  // Not all programs draw the edge of a queen below its filling.
  for (const queen of svg.querySelectorAll(".queen:not(.ghost)")) {
    const filling = queen.cloneNode() as SVGElement;
    filling.style.stroke = "none";
    queen.after(filling);
  }
  svg.setAttribute("width", String(side));
  svg.setAttribute("height", String(side));
  const text = new XMLSerializer().serializeToString(svg);
  render(null, place);
  place.remove();
  return text;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Breaks a text into lines; a Chinese character is twice as wide as a letter. */
function wrapped(text: string, width: number): string[] {
  const lines = [""];
  let used = 0;
  for (const word of text.split(/(?<=[ ，；：、。])|(?<=[\u4e00-\u9fff])/)) {
    const size = [...word].reduce((sum, letter) => sum + (letter > "\u2fff" ? 2 : 1), 0);
    if (used + size > width && used > 0) {
      lines.push("");
      used = 0;
    }
    lines[lines.length - 1] += word;
    used += size;
  }
  return lines;
}

/** Draws a step as SVG, with its title and sentence below the board. */
function captioned(n: number, scene: Scene, title: string, text: string, words: Words): string {
  const side = Math.max(320, n * Math.min(SIDE, 480 / n));
  const height = side + LINE * 5.5;
  const write = (line: string, at: number) =>
    `<text x="8" y="${side + LINE * (at + 1)}" font-family="sans-serif" font-size="14" font-weight="${at ? 400 : 600}" fill="#23201d">${escaped(line)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${height}" viewBox="0 0 ${side} ${height}" role="img">`,
    `<title>${escaped(`${title}: ${text}`)}</title>`,
    `<rect width="${side}" height="${height}" fill="#fffdf9"/>`,
    board(n, scene, words, side),
    ...[title, ...wrapped(text, side / 7.5).slice(0, 4)].map(write),
    "</svg>\n",
  ].join("\n");
}

/** Saves a file under a name. */
export function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Draws an SVG on a canvas. */
export async function drawn(svg: string, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  // A page opened from a folder may not read pixels of other addresses than `data:`.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = scale * image.naturalWidth;
  canvas.height = scale * image.naturalHeight;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes pictures as GIF; the encoder is loaded when it is needed. */
async function animated(pictures: string[], delay: number, progress: (fraction: number) => void): Promise<Blob> {
  const { GIFEncoder, quantize, applyPalette } = await import("gifenc");
  const pixels = async (svg: string) => {
    const canvas = await drawn(svg, 1);
    return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  };
  // All pictures share the colours of some of them.
  const every = Math.ceil(pictures.length / PALETTE_FRAMES);
  const samples = await Promise.all(pictures.filter((_, at) => at % every === 0).map(pixels));
  const all = new Uint8ClampedArray(samples.reduce((sum, { data }) => sum + data.length, 0));
  let at = 0;
  for (const { data } of samples) {
    all.set(data, at);
    at += data.length;
  }
  const palette = quantize(all, COLOURS, FORMAT);
  const gif = GIFEncoder();
  for (const [at, svg] of pictures.entries()) {
    const { data, width, height } = await pixels(svg);
    const isLast = at + 1 === pictures.length;
    const options = { delay: isLast ? MAX_DELAY : delay, ...(at === 0 ? { palette } : {}) };
    gif.writeFrame(applyPalette(data, palette, FORMAT.format), width, height, options);
    progress((at + 1) / pictures.length);
  }
  gif.finish();
  return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: "image/gif" });
}

export function Share({ run }: { run: Run }) {
  const words = useWords();
  const says = words.share;
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const { method, n, board, shown } = run;
  const name = `${method}-${n}`;
  const title = words.sized(words.methods[method], n);
  const picture = (step: Step | undefined) =>
    captioned(n, sceneOf(n, step, run.given), title, step ? sentence(words, step) : words.player.before, words);
  const act = (work: () => Promise<string>) => async () => {
    setBusy(true);
    setNote(await work().catch((error: unknown) => String(error)));
    setBusy(false);
  };
  const saveGif = act(async () => {
    run.play(false);
    const { steps, ended } = await api.steps({ method, n, board }, 0, MAX_FRAMES);
    const delay = Math.min(MAX_DELAY, Math.max(MIN_DELAY, 1000 / run.speed));
    const progress = (fraction: number) => setNote(says.making(Math.floor(100 * fraction)));
    save(await animated([undefined, ...steps].map(picture), delay, progress), `${name}.gif`);
    return ended ? "" : says.cut(grouped(steps.length));
  });
  const saveSvg = act(async () => {
    save(new Blob([picture(shown.step)], { type: "image/svg+xml" }), `${name}-${shown.at}.svg`);
    return "";
  });
  const copyCode = act(async () => {
    const link = new URL(href("embed", { method, ...boardPlace(n, run.given), step: shown.at }), location.href).href;
    const code = `<iframe src="${link.replaceAll("&", "&amp;")}" title="bezzel: ${title}" width="480" height="760" style="border:0"></iframe>`;
    return navigator.clipboard.writeText(code).then(
      () => says.copied,
      () => code,
    );
  });
  return (
    <details class="share">
      <summary>{says.title}</summary>
      <div class="row-of">
        <Button disabled={busy} onClick={saveGif} text={says.gif} />
        <Button disabled={busy} onClick={saveSvg} text={says.svg} />
        {CAN_EMBED && <Button disabled={busy} onClick={copyCode} text={says.embed} />}
        <span role="status">{note}</span>
      </div>
      {!CAN_EMBED && (
        <p class="note">
          {says.noEmbed} <code>bezzel serve --export DIR</code>
        </p>
      )}
    </details>
  );
}
