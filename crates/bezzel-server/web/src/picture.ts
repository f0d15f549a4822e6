// A board as a picture of its own, without the style sheet of the page.

import type { Square } from "./api";
import { CROWN, type Mark, type Ray } from "./board";
import type { Scene } from "./scene";
import { upTo } from "./squares";
import type { Numbering } from "./words/numbering";

/** Pixels per square. */
const SIDE = 60;
/** Height of the caption in squares of a board of eight. */
const LINE = 22;
const [LIGHT, DARK, INK, BAD, GOOD, TRY] = ["#f6eedf", "#d9bd94", "#23201d", "#b3261e", "#1b6e3c", "#9a6200"];

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function ground(n: number): string {
  const dark = upTo(n).flatMap((row) => upTo(n).flatMap((column) => ((row + column) % 2 ? [`M${column} ${row}h1v1h-1z`] : [])));
  return `<rect width="${n}" height="${n}" fill="${LIGHT}"/><path d="${dark.join("")}" fill="${DARK}"/>`;
}

/** A crown. Its edge is a path below it, since not all programs know `paint-order`. */
const crown = ({ row, column }: Square, fill: string, edge: string) =>
  `<g transform="translate(${column} ${row})"><path d="${CROWN}" fill="none" stroke="${edge}" stroke-width="0.05" stroke-linejoin="round"/><path d="${CROWN}" fill="${fill}"/></g>`;

/** A crown as an outline. */
const outline = ({ row, column }: Square, stroke: string) =>
  `<path d="${CROWN}" transform="translate(${column} ${row})" fill="${LIGHT}" stroke="${stroke}" stroke-width="0.045" stroke-linejoin="round"/>`;

/** Numbers of columns above the board, and of rows on its left. */
const coordinates = (n: number, { shown }: Numbering) =>
  upTo(n).map((k) => {
    const text = (x: number, y: number) =>
      `<text x="${x}" y="${y}" font-family="monospace" font-size="0.3" text-anchor="middle" fill="${INK}">${shown(k)}</text>`;
    return text(k + 0.5, -0.14) + text(-0.3, k + 0.6);
  });
/** Space for the coordinates, in squares. */
const MARGIN = 0.55;

const ray = ({ from, to }: Ray) =>
  `<line x1="${from.column + 0.5}" y1="${from.row + 0.5}" x2="${to.column + 0.5}" y2="${to.row + 0.5}" stroke="${BAD}" stroke-width="0.08"/>`;

function markOf({ row, column }: Square, mark: Mark): string {
  const frame = (colour: string, dashes = "") =>
    `<rect x="${column + 0.05}" y="${row + 0.05}" width="0.9" height="0.9" rx="0.08" fill="${colour}" fill-opacity="0.25" stroke="${colour}" stroke-width="0.07"${dashes}/>`;
  switch (mark) {
    case "attacked":
      return `<circle cx="${column + 0.5}" cy="${row + 0.5}" r="0.09" fill="${BAD}" fill-opacity="0.5"/>`;
    case "outside":
      return `<path d="M${column} ${row + 1}l1 -1" stroke="${INK}" stroke-opacity="0.3" stroke-width="0.05"/>`;
    case "blocked":
      return `<path d="M${column + 0.22} ${row + 0.22}l.56 .56m0 -.56l-.56 .56" stroke="${INK}" stroke-opacity="0.6" stroke-width="0.08"/>`;
    case "rejected":
      return `${frame(BAD)}<path d="M${column + 0.3} ${row + 0.3}l.4 .4m0 -.4l-.4 .4" stroke="${BAD}" stroke-width="0.08"/>`;
    case "attacker":
    case "conflict":
    case "removed":
      return frame(BAD, ` stroke-dasharray="0.14 0.1"`);
    case "placed":
    case "candidate":
      return frame(GOOD);
    default:
      return frame(TRY);
  }
}

const start = (width: number, height: number, box: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" role="img">`;

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
export function captioned(n: number, scene: Scene, title: string, text: string, numbers: Numbering): string {
  const side = Math.max(320, n * Math.min(SIDE, 480 / n));
  const lines = wrapped(text, side / 7.5).slice(0, 4);
  const height = side + LINE * 5.5;
  const write = (line: string, at: number, weight: string) =>
    `<text x="8" y="${side + LINE * (at + 1)}" font-family="sans-serif" font-size="14" font-weight="${weight}" fill="${INK}">${escaped(line)}</text>`;
  const queens = scene.queens.map((queen) => crown(queen, scene.solved ? GOOD : INK, "#fffaf0"));
  const ghosts = scene.ghosts.map((queen) => outline(queen, scene.solved ? GOOD : INK));
  const board = [
    ground(n),
    ...coordinates(n, numbers),
    ...scene.marks.map(([at, mark]) => markOf(at, mark)),
    ...scene.rays.map(ray),
    ...queens,
    ...ghosts,
  ];
  return [
    start(side, height, `0 0 ${side} ${height}`),
    `<title>${escaped(`${title}: ${text}`)}</title>`,
    `<rect width="${side}" height="${height}" fill="#fffdf9"/>`,
    `<g transform="scale(${side / (n + MARGIN)}) translate(${MARGIN} ${MARGIN})">${board.join("")}</g>`,
    write(title, 0, "600"),
    ...lines.map((line, at) => write(line, at + 1, "400")),
    "</svg>\n",
  ].join("\n");
}
