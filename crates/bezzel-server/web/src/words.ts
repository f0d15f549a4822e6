// Texts of the page in the selected language.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { en } from "./words/en";
import { type Numbering, numberedFrom } from "./words/numbering";
import { zh } from "./words/zh";

export type Words = ReturnType<typeof en>;
export type Language = "en" | "zh";

/** The texts of each language, with a numbering of rows and columns. */
export const LANGUAGES: Record<Language, (numbers: Numbering) => Words> = { en, zh };

export const WordsContext = createContext<Words>(en(numberedFrom(0)));

export const useWords = (): Words => useContext(WordsContext);

/** How rows and columns are numbered. */
export const useNumbering = (): Numbering => useWords().numbers;

export { grouped, signed } from "./words/numbers";

/** Formats a duration with its unit. */
export function duration(seconds: number, words: Words): string {
  const units: [number, string][] = [
    [365.25 * 86400, words.years],
    [86400, words.days],
    [3600, words.hours],
    [60, words.minutes],
    [1, words.seconds],
    [1e-3, "ms"],
    [1e-6, "µs"],
    [1e-9, "ns"],
  ];
  const [size, name] = units.find(([size]) => seconds >= size) ?? [1, words.seconds];
  const number = seconds / size;
  return `${number >= 1e4 ? number.toExponential(1) : number.toPrecision(3)} ${name}`;
}
