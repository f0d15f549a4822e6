// Texts of puzzles in the selected language.

import { useMemo } from "preact/hooks";

import { useWords } from "../words";
import { en, type PuzzleWords } from "./en";
import { zh } from "./zh";

export function usePuzzleWords(): PuzzleWords {
  const { code, numbers } = useWords();
  return useMemo(() => (code === "en" ? en : zh)(numbers), [code, numbers]);
}
