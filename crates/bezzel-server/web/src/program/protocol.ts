// Messages between the page and the worker that runs a learner's program.

/** A call of `place`, `remove` or `solution` in the program. */
export interface Move {
  kind: "place" | "remove" | "solution";
  row: number;
  column: number;
  /** Line of the call; undefined for a call that was not found in the text of the program. */
  line: number | undefined;
  /** Names and values of variables at the call. */
  values: [string, string][];
  /** Number of characters that the program had printed. */
  printed: number;
}

/** A call of a move in the text of a program, with the variables that it sees. */
export interface Site {
  line: number;
  names: string[];
}

export interface Task {
  /** The interpreter. */
  module: WebAssembly.Module;
  /** The program, whose calls of moves name their site. */
  program: string;
  sites: Site[];
  n: number;
  /** True if the values of variables are reported with each move. */
  values: boolean;
}

/** The end of a run. */
export interface Ended {
  seconds: number;
  /** Number of queens that were placed, reported or not. */
  placed: number;
  /** True if the program had more moves or printed more than is kept. */
  cut: boolean;
  error?: ProgramError | undefined;
}

export interface ProgramError {
  /** The last line of the interpreter's message, such as `NameError: name 'x' isn't defined`. */
  text: string;
  /** Line of the program; undefined if the interpreter names none. */
  line?: number | undefined;
}

/** True for the message of an interpreter that has no memory left. */
export const isMemoryError = (text: string) => /^MemoryError|out of memory/.test(text);

export type Report = "ready" | { moves: Move[]; printed: string } | { ended: Ended } | { broken: string };

/** Moves of one run that are kept with the values of variables. */
export const MAX_MOVES = 50_000;
/** Moves of one run that are kept without them: brute force for n = 6 makes 111,976. */
export const MAX_JUDGED_MOVES = 200_000;
/** Characters of output of one run that are kept. */
export const MAX_PRINTED = 1_000_000;
/** Characters of the values of variables of one run that are kept. */
export const MAX_VALUES = 8_000_000;
/** Memory of the program in bytes. */
export const MAX_MEMORY_BYTES = 64 * 2 ** 20;
