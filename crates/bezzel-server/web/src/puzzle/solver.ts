// Puzzles made, graded and explained by the engine.

import { api, type Made } from "../api";
import { type Grade, type Marks, type Puzzle, puzzleOf } from "./model";

const rowsOf = (squares: string, n: number) => squares.match(new RegExp(`.{${n}}`, "g")) ?? [];

function puzzleIn({ regions, grade, solutions, certain }: Made): Puzzle | undefined {
  const puzzle = puzzleOf(regions.join(""));
  return puzzle ? { ...puzzle, grade: grade ?? null, solutions, certain } : undefined;
}

/** Makes a puzzle of this size and grade; equal seeds give equal puzzles. */
export const newPuzzle = async ({ n, grade, seed }: { n: number; grade: Grade | "any"; seed: number }, signal: AbortSignal) =>
  puzzleIn(await api.puzzle({ new: { n, grade: grade === "any" ? null : grade, seed } }, signal));

/** Makes the puzzle of a day. */
export const puzzleOfDay = async (day: string, signal?: AbortSignal) => puzzleIn(await api.puzzle({ day }, signal));

/** Finds the number of solutions and the grade of a puzzle. */
export const analysed = async ({ letters, n }: Puzzle, signal?: AbortSignal) =>
  puzzleIn(await api.puzzle({ analyse: rowsOf(letters, n) }, signal));

/** Finds the next step of a player by the rules of the library, or marks that the solution does not have. */
export const nextHint = ({ letters, n }: Puzzle, marks: Marks) => api.hint(rowsOf(letters, n), rowsOf(marks, n));
