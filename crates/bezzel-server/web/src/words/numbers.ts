// Numbers as they are shown.

/** Formats a whole number with digits in groups of three. */
export const grouped = (number: number | string): string =>
  String(number).replace(/\B(?=(\d{3})+$)/g, " ");
