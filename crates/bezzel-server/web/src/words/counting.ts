// Rows and columns are numbered from 0 or from 1, by a switch in the header.

let first = 0;

/** Sets the number of the first row and column. */
export function countFrom(number: 0 | 1) {
  first = number;
}

/** Number of a row or column as it is shown. */
export const shown = (index: number): number => index + first;

/** A text of the library with the numbers of rows and columns as they are shown: `{3}` is one of them, `{3+2}` the sum of two. */
export const counted = (text: string): string =>
  text.replace(/\{(\d+)(?:\+(\d+))?\}/g, (_, value, terms = "1") => String(Number(value) + Number(terms) * first));

/** True if rows and columns are numbered from 1. */
export const isFromOne = (): boolean => first === 1;

/** The sum of a row and a column as they are shown, which is constant on an anti-diagonal. */
export const shownSum = (sum: number): number => sum + 2 * first;

/** The sum of all columns, as a formula. */
export const sumOfColumns = (): string => (first === 0 ? "n(n − 1)/2" : "n(n + 1)/2");

/** Numbers of columns as they are shown, separated by spaces. */
export const shownAll = (indices: number[], separator = " "): string => indices.map(shown).join(separator);
