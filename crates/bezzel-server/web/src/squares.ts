// Geometry of squares and lines, for drawing.

import type { Conflict, Line, Square } from "./api";

export const same = (a: Square, b: Square) => a.row === b.row && a.column === b.column;

export const has = (squares: Square[], square: Square) => squares.some((other) => same(other, square));

/** The line on which two queens attack each other, if any. */
export function lineBetween(a: Square, b: Square): Line | null {
  const down = b.row - a.row;
  const right = b.column - a.column;
  if (down === 0 && right === 0) return null;
  if (down === 0) return "row";
  if (right === 0) return "column";
  if (down === right) return "diagonal";
  return down === -right ? "anti-diagonal" : null;
}

/** All attacking pairs. */
export function conflicts(queens: Square[]): Conflict[] {
  return queens.flatMap((second, at) =>
    queens.slice(0, at).flatMap((first) => {
      const line = lineBetween(first, second);
      return line ? [{ first, second, line }] : [];
    }),
  );
}

export const isAttacked = (square: Square, queens: Square[]) => queens.some((queen) => lineBetween(queen, square) !== null);

/** The queens of rows 0, 1, 2, … in these columns. */
export const queensOf = (columns: (number | null | undefined)[]): Square[] =>
  columns.flatMap((column, row) => (column === null || column === undefined ? [] : [{ row, column }]));

/** The diagonal (row − column constant) and the anti-diagonal (row + column constant) through a square. */
export function diagonalsThrough({ row, column }: Square, n: number) {
  const last = n - 1;
  const [up, down] = [Math.min(row, column), last - Math.max(row, column)];
  const [right, left] = [Math.min(row, last - column), Math.min(last - row, column)];
  return [
    { from: { row: row - up, column: column - up }, to: { row: row + down, column: column + down } },
    { from: { row: row - right, column: column + right }, to: { row: row + left, column: column - left } },
  ] as const;
}

/** Indices of the set bits of a word, in ascending order. */
export const bits = (word: number): number[] => Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (word >>> bit) & 1);

/** All squares, row by row. */
export const squaresOf = (n: number): Square[] => upTo(n).flatMap((row) => upTo(n).map((column) => ({ row, column })));

export const upTo = (n: number): number[] => Array.from({ length: n }, (_, k) => k);
