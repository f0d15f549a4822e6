// Numbers as they are shown.

/** Formats a whole number with digits in groups of three. */
export const grouped = (number: number | string): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats a whole number that may be negative, with a minus sign as wide as a digit. */
export const signed = (number: number): string => String(number).replace("-", "−");

/** A number and the thing that it counts, such as `1 queen` or `1,024 queens`. */
export const counted = (count: number | string, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${String(count) === "1" ? one : many}`;
