// Boards with constraints, and their text in one word: `Q3/2x1/4/1x2`.

import { LIMITS, type Square } from "./api";
import type { AddressReader } from "./place";
import { has, isAttacked, same, upTo } from "./squares";

/** A board that a method searches. */
export interface Given {
  queens: Square[];
  blocked: Square[];
}

/** Writes a board in one word: rows from the top, numbers for runs of free squares. */
function compact(n: number, { queens, blocked }: Given): string {
  const letter = (square: Square) => (has(blocked, square) ? "x" : has(queens, square) ? "Q" : ".");
  const row = (row: number) =>
    upTo(n)
      .map((column) => letter({ row, column }))
      .join("");
  return upTo(n)
    .map((at) => row(at).replace(/\.+/g, (free) => String(free.length)))
    .join("/");
}

/** Reads a board in one word of at most `most` rows; undefined if the text is none. */
function fromCompact(text: string, most: number): (Given & { n: number }) | undefined {
  const rows = text.split("/");
  const n = rows.length;
  const given: Given & { n: number } = { n, queens: [], blocked: [] };
  for (const [row, squares] of rows.entries()) {
    if (n > most || !/^([Qx]|[1-9]\d?)+$/.test(squares)) return undefined;
    let column = 0;
    for (const [part] of squares.matchAll(/[Qx]|\d+/g)) {
      if (part === "Q") given.queens.push({ row, column });
      if (part === "x") given.blocked.push({ row, column });
      column += part === "Q" || part === "x" ? 1 : Number(part);
    }
    if (column !== n) return undefined;
  }
  return given;
}

/** Reads the board that a method searches from an address, and n. */
export function readSearched(address: AddressReader, usual: number): { n: number; given: Given | undefined } {
  const text = address.text("board");
  const found = text === null ? undefined : fromCompact(text, LIMITS.steps);
  if (text !== null && !found) address.fault({ name: "board", value: text, accepted: "board" });
  const n = found ? address.whole("n", found.n, found.n, found.n) : address.whole("n", 1, LIMITS.steps, usual);
  return { n, given: found && textOf(found.n, found) ? found : undefined };
}

/** The text of a board for an address; undefined if the board is empty. */
export const textOf = (n: number, given: Given | undefined): string | undefined =>
  given && given.queens.length + given.blocked.length > 0 ? compact(n, given) : undefined;

/** Columns of a row that the search tries, as a mask: neither blocked nor attacked by a given queen. */
export function allowedColumns(n: number, row: number, { queens, blocked }: Given): number {
  const isAllowed = (square: Square) =>
    !has(blocked, square) &&
    !isAttacked(
      square,
      queens.filter((queen) => !same(queen, square)),
    );
  return upTo(n).reduce((mask, column) => (isAllowed({ row, column }) ? mask | (1 << column) : mask), 0);
}

/** Formats squares for an address: `0.0,1.4`. */
const written = (squares: Square[]) => squares.map(({ row, column }) => `${row}.${column}`).join(",");

/** Address of a board on the Board tab. */
export const boardPlace = (n: number, { queens, blocked }: Given) => ({
  n,
  queens: written(queens),
  ...(blocked.length > 0 ? { blocked: written(blocked) } : {}),
});
