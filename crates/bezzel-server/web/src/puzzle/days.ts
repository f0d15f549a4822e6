// Dates of puzzles.

const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a date such as 2026-11-22. */
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;

const dateOf = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

/** True for a date of the calendar from 0001-01-01 to 9999-12-31. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith("0000") && Number.isInteger(dayOf(text)) && dateOf(dayOf(text)) === text;

/** Today in the time zone of the browser, such as 2026-11-22. */
export function today(): string {
  const now = new Date();
  return dateOf((now.getTime() - now.getTimezoneOffset() * 60_000) / MS_PER_DAY);
}
