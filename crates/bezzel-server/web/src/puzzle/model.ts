// A puzzle with regions and the marks of a player.

import type { Square } from "../api";
import type { Grade, Rule, Hint as Step, PuzzleUnit as Unit } from "../engine/types";
import { LIMITS } from "../methods";
import { upTo } from "../squares";

export type { Grade, Rule, Step, Unit };
/** The grades that a new puzzle may have. */
export const WANTED_GRADES: readonly (Grade | "any")[] = ["any", "easy", "medium", "hard", "expert"];
/** Numbers of rows of the puzzles that the page makes. */
export const [SMALLEST, LARGEST] = LIMITS.puzzle;
/** True if few puzzles of this size have the grade. */
export const isRare = (n: number, grade: Grade | "any") => n > 14 && (grade === "easy" || grade === "expert");
export const MAX_SEED = 2 ** 32 - 1;
export const randomSeed = () => Math.floor(Math.random() * (MAX_SEED + 1));

export interface Puzzle {
  n: number;
  /** Region of each square in reading order, numbered from 0. */
  regions: number[];
  /** Letters of all regions in reading order; the name of the puzzle in links and in the storage. */
  letters: string;
  grade: Grade | null;
  /** The column of each row in its solutions, two of them if there are several; undefined until it is analysed. */
  solutions?: number[][];
  /** False if the time limit ended the search for solutions. */
  certain?: boolean;
}

/** Marks of all squares in reading order: `.`, `Q` or `x`. */
export type Marks = string;

export const emptyMarks = (n: number): Marks => ".".repeat(n * n);
export const letterOf = (region: number) => String.fromCharCode(65 + region);
export const squareOf = (at: number, n: number): Square => ({ row: Math.floor(at / n), column: at % n });
export const indexOf = ({ row, column }: Square, n: number): number => row * n + column;

export const withMark = (marks: Marks, at: number, mark: string): Marks => marks.slice(0, at) + mark + marks.slice(at + 1);

/** Marks after a step of deduction. */
export function withStep(marks: Marks, { step }: Step): Marks {
  const [squares, mark] = "place" in step ? [[step.place], "Q"] : [step.rule_out, "x"];
  return squares.reduce((marks, square) => withMark(marks, indexOf(square, Math.sqrt(marks.length)), mark), marks);
}

/** Creates a puzzle from the letters of its regions; `null` if they are not n regions. */
export function puzzleOf(text: string): Puzzle | null {
  const n = Math.sqrt(text.length);
  if (!Number.isInteger(n) || n < 4 || n > LARGEST || !/^[A-Za-z]+$/.test(text)) return null;
  const names = [...new Set(text.toUpperCase())];
  const regions = [...text.toUpperCase()].map((letter) => names.indexOf(letter));
  if (names.length !== n) return null;
  return { n, regions, letters: regions.map(letterOf).join(""), grade: null };
}

/** True if queens on the two squares break a rule: they share a unit or touch. */
export function attacks({ n, regions }: Puzzle, a: number, b: number): boolean {
  if (a === b) return false;
  const [one, other] = [squareOf(a, n), squareOf(b, n)];
  const [down, right] = [Math.abs(one.row - other.row), Math.abs(one.column - other.column)];
  return down === 0 || right === 0 || regions[a] === regions[b] || (down === 1 && right === 1);
}

export const queensIn = (marks: Marks): number[] => [...marks].flatMap((mark, at) => (mark === "Q" ? [at] : []));

/** Queens that break a rule together with another queen. */
export const clashes = (puzzle: Puzzle, marks: Marks): number[] => {
  const queens = queensIn(marks);
  return queens.filter((queen) => queens.some((other) => attacks(puzzle, queen, other)));
};

/** Marks with a cross on each free square that a queen attacks. */
export function crossed(puzzle: Puzzle, marks: Marks): Marks {
  const queens = queensIn(marks);
  return [...marks].map((mark, at) => (mark === "." && queens.some((queen) => attacks(puzzle, queen, at)) ? "x" : mark)).join("");
}

export const isSolved = (puzzle: Puzzle, marks: Marks) => queensIn(marks).length === puzzle.n && clashes(puzzle, marks).length === 0;

export const squaresOf = ({ n, regions }: Puzzle, unit: Unit): number[] =>
  upTo(n * n).filter((at) => {
    const { row, column } = squareOf(at, n);
    return "row" in unit ? row === unit.row : "column" in unit ? column === unit.column : regions[at] === unit.region;
  });

export const unitsOf = (n: number): Unit[] => [
  ...upTo(n).map((row) => ({ row })),
  ...upTo(n).map((column) => ({ column })),
  ...upTo(n).map((region) => ({ region })),
];

/** Units in which every square has a cross. */
export const emptyUnits = (puzzle: Puzzle, marks: Marks): Unit[] =>
  unitsOf(puzzle.n).filter((unit) => squaresOf(puzzle, unit).every((at) => marks[at] === "x"));

/** Marks of a solution, given by the column of each row. */
export const solvedMarks = (columns: number[]): Marks =>
  columns.map((column) => `${".".repeat(column)}Q${".".repeat(columns.length - column - 1)}`).join("");
