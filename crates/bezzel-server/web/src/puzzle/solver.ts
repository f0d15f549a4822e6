// Puzzles made, graded and explained by the engine.

import { api, type Made, type NextStep, type Square } from "../api";
import { ApiError } from "../problem";
import { type Grade, isSolved, type Marks, type Puzzle, puzzleOf, type Step, type Unit } from "./model";

export type Hint =
  /** Marks that are not those of the solution. */
  | { kind: "mistake"; squares: number[] }
  | { kind: "step"; step: Step }
  /** The puzzle is solved, or no rule makes progress. */
  | { kind: "done" | "stuck" }
  /** The browser does not run WebAssembly. */
  | { kind: "no-solver" };

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

/** Finds the next step of a player by the rules of the library. */
export async function nextHint(puzzle: Puzzle, marks: Marks): Promise<Hint> {
  const { n, letters } = puzzle;
  if (isSolved(puzzle, marks)) return { kind: "done" };
  let answer: NextStep;
  try {
    answer = await api.hint(rowsOf(letters, n), rowsOf(marks, n));
  } catch (error) {
    if (error instanceof ApiError && error.code === "no-wasm") return { kind: "no-solver" };
    throw error;
  }
  const index = ({ row, column }: Square) => row * n + column;
  const { wrong, hint } = answer;
  if (wrong.length > 0) return { kind: "mistake", squares: wrong.map(index) };
  if (!hint) return { kind: "stuck" };
  const { rule, units, because, step } = hint;
  const unit = (unit: (typeof units)[number]): Unit => {
    const [kind, number] = Object.entries(unit)[0] as [Unit["kind"], number];
    return { kind, number };
  };
  return {
    kind: "step",
    step: {
      rule,
      units: units.map(unit),
      because: because.map(index),
      place: "place" in step ? index(step.place) : null,
      ruleOut: "rule_out" in step ? step.rule_out.map(index) : [],
    },
  };
}
