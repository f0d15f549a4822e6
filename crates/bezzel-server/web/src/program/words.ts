// Texts of the tab "Your program" in the selected language; they are loaded with the tab.

import { useMemo } from "preact/hooks";

import { useWords } from "../words";
import { en } from "./en";
import { zh } from "./zh";

export type ProgramWords = ReturnType<typeof en>;

export function useProgramWords(): ProgramWords {
  const { texts, numbers } = useWords();
  return useMemo(() => (texts === "english" ? en : zh)(numbers), [texts, numbers]);
}
