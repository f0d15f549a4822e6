// Boards with constraints, and their text in one word: `Q3/2x1/4/1x2`.

import type { Square } from "./api";
import type { AddressReader, Query } from "./place";
import { has, isAttacked, same, upTo } from "./squares";

/** A board with queens and blocked squares. */
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

/** Reads a board of at most `most` rows from an address, and n. */
export function readBoard(address: AddressReader, most: number, usual: number): { n: number; given: Given | undefined } {
  const text = address.text("board");
  const found = text === null ? undefined : fromCompact(text, most);
  if (text !== null && !found) address.fault({ name: "board", value: text, accepted: { rows: most } });
  const n = found ? address.whole("n", found.n, found.n, found.n) : address.whole("n", 1, most, usual);
  return { n, given: found && textOf(found.n, found) ? found : undefined };
}

/** The address of a board. */
export function boardPlace(n: number, given: Given | undefined): Query {
  const board = textOf(n, given);
  return board ? { n, board } : { n };
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
