import type * as types from "./types.js";

/** A square; row and column count from 0, from the top left. */
export type Square = types.Square;
/** A board with queens and blocked squares; both lists may be left out. */
export interface Board {
  /** Number of rows and columns. */
  n: number;
  queens?: Square[];
  blocked?: Square[];
}
export type Step = types.PageStep;
export type Completion = types.Completion;
export type Contents = types.ReadContents;
export type Orbit = types.Orbit;
export type Listing = types.Listing;
export type Puzzle = types.Made;
export type NextStep = types.NextStep;
export type Grade = types.Grade;

/** Lists solutions for 1 to 14 queens in lexicographic order: the column of the queen in each row. */
export function solutions(n: number, options?: { filter?: types.Filter }): AsyncGenerator<number[]>;

/** Completes a board with up to 32 rows: one completion, their number, or the reason why there is none. */
export function complete(board: Board): Promise<Completion>;

/**
 * Reads boards or puzzles in any form, as the command `bezzel check` does, and says in a sentence what was read. Each board has its
 * first fault; it is a solution if it is `valid`, and can be given to `complete` and `count`.
 */
export function read(
  text: string,
  options?: {
    /** Number of the first row and column where the text does not show it. */
    base?: 0 | 1;
    /** True if a line of numbers is the columns of a board, false if it is a row of a drawing. */
    columns?: boolean;
  },
): Promise<Contents>;

/** The eight images of a board with at most one queen in each row and column. */
export function images(board: Board): Promise<Orbit>;

/** Runs a method for 1 to 16 queens and yields its steps. `board` is a board in one word, such as `Q3/4/4/4`. */
export function steps(method: string, n: number, options?: { board?: string }): AsyncGenerator<Step>;

/** The listings of a method, whose lines name the steps that they do. */
export function listings(method: string): Promise<Listing[]>;

/** Counts the solutions for n queens, or the completions of a board. n = 18 takes about three seconds. */
export function count(board: number | Board): Promise<bigint>;

/** Counts the completions with a queen on each square, row by row. */
export function occupancy(board: number | Board): Promise<bigint[][]>;

/** Draws completions of a board, each with the same probability. Equal seeds below 2⁵³ give equal completions. */
export function random(board: number | Board, options?: { count?: number; seed?: number }): Promise<number[][]>;

/** Makes a puzzle of 5 to 16 rows: queens with regions, one solution. Equal seeds give equal puzzles. */
export function puzzle(options?: { n?: number; grade?: Grade | null; seed?: number }): Promise<Puzzle>;

/** The puzzle of a date such as `2026-11-23`. */
export function puzzleOfDay(date: string): Promise<Puzzle>;

/** The next step for a player: rows of letters of the regions, and rows of marks (`.`, `Q`, `x`). */
export function hint(regions: string[], marks: string[]): Promise<NextStep>;
