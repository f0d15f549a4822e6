// Texts of puzzles in the selected language.

import { useMemo } from "preact/hooks";

import { textsOf, useWords } from "../words";
import type { PuzzleWords } from "./en";

export function usePuzzleWords(): PuzzleWords {
  const { code, numbers } = useWords();
  return useMemo(() => textsOf(code)!.puzzle(numbers), [code, numbers]);
}
