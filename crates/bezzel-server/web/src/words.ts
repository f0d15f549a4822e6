// Texts of the page in the selected language.

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { loadScript } from "./scripts";
import { en } from "./words/en";
import { type Numbering, numberedFrom } from "./words/numbers";

export type Words = ReturnType<typeof en>;
export type Language = "en" | "zh";

/** The texts of a language with a numbering of rows and columns, if they are loaded. */
export const textsOf = (language: Language): typeof en | undefined =>
  language === "en" ? en : (globalThis as { bezzelTexts?: { zh: typeof en } }).bezzelTexts?.zh;

/** Loads the texts of a language; returns the one before meanwhile, and English with an error if they cannot be loaded. */
export function useLanguage(language: Language): { shown?: Language | undefined; error?: unknown } {
  const [state, set] = useState<ReturnType<typeof useLanguage>>({ shown: textsOf(language) && language });
  useEffect(() => {
    let isChosen = true;
    const loaded = textsOf(language) ? Promise.resolve() : loadScript("chinese");
    loaded.then(
      () => isChosen && set({ shown: language }),
      (error: unknown) => isChosen && set(({ shown = "en" }) => ({ shown, error })),
    );
    return () => {
      isChosen = false;
    };
  }, [language]);
  return state;
}

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
    [1e-3, words.fractions[0]],
    [1e-6, words.fractions[1]],
    [1e-9, words.fractions[2]],
  ];
  const [size, name] = units.find(([size]) => seconds >= size) ?? [1, words.seconds];
  const number = seconds / size;
  return `${number >= 1e4 ? number.toExponential(1) : number.toPrecision(3)} ${name}`;
}
