// The board of a step as a picture of its own, without the style sheet of the page.

import { render } from "preact";

import { Board } from "./board";
import type { Scene } from "./scene";
import { type Words, WordsContext } from "./words";

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
export function captioned(n: number, scene: Scene, title: string, text: string, words: Words): string {
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
