// Numbers as they are shown. Rows and columns are numbered from 0 or from 1, by a switch in the header.

/** Formats a whole number with digits in groups of three. */
export const grouped = (number: number | string): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats a whole number that may be negative, with a minus sign as wide as a digit. */
export const signed = (number: number): string => String(number).replace("-", "−");

/** A number and the thing that it counts, such as `1 queen` or `1,024 queens`. */
export const counted = (count: number | string, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${String(count) === "1" ? one : many}`;

/** How the command is installed today, in a clone of the repository: nothing is published. */
export const INSTALL = "cargo install --locked --path crates/bezzel-cli";

export type Numbering = ReturnType<typeof numberedFrom>;

/** The numbers of rows and columns as they are shown, if the first is 0 or 1. */
export const numberedFrom = (first: 0 | 1) => {
  /** Number of a row or column. */
  const shown = (index: number): number => index + first;
  return {
    first,
    shown,
    /** Numbers of columns, separated by spaces. */
    shownAll: (indices: number[], separator = " "): string => indices.map(shown).join(separator),
    /** The sum of a row and a column, which is constant on an anti-diagonal. */
    shownSum: (sum: number): number => sum + 2 * first,
    /** The sum of all columns, as a formula. */
    sumOfColumns: first === 0 ? "n(n − 1)/2" : "n(n + 1)/2",
    /** A text of the library with its numbers: `{3}` is a row or column, `{3+2}` the sum of two. */
    text: (text: string): string =>
      text.replace(/\{(\d+)(?:\+(\d+))?\}/g, (_, value, terms = "1") => String(Number(value) + Number(terms) * first)),
  };
};
