// Stored numbers of solutions with a queen on each square (`npm run heat`).

import stored from "./occupancies.json";

/** Largest n with stored numbers. */
export const LARGEST = stored.length;

/** Numbers of solutions with a queen on each square, row by row. They are below 2⁵³. */
export function occupancy(n: number): number[][] {
  const numbers = stored[n - 1]!;
  const middle = Math.ceil(n / 2);
  // The list has one square of each orbit under the eight symmetries, in reading order.
  const at = (row: number, column: number) => row * middle - (row * (row - 1)) / 2 + column - row;
  const folded = (index: number) => Math.min(index, n - 1 - index);
  const number = (row: number, column: number) => {
    const [first, second] = [folded(row), folded(column)];
    return numbers[at(Math.min(first, second), Math.max(first, second))]!;
  };
  const indices = [...Array(n).keys()];
  return indices.map((row) => indices.map((column) => number(row, column)));
}
