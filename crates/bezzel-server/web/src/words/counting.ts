// Rows and columns are numbered from 0 or from 1, by a switch in the header.

let first = 0;

/** Sets the number of the first row and column. */
export function countFrom(number: 0 | 1) {
  first = number;
}

/** Number of a row or column as it is shown. */
export const shown = (index: number): number => index + first;

/** Numbers of columns as they are shown, separated by spaces. */
export const shownAll = (indices: number[], separator = " "): string => indices.map(shown).join(separator);
