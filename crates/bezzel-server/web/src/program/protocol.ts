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
  /** Number of steps that were recorded before. */
  step: number;
}
export const KINDS = ["place", "remove", "solution"] as const;
/** Numbers with which Python sends a move: kind, row, column, line, characters printed, steps. */
export const NUMBERS_PER_MOVE = 6;

/** A call of a move in the text of a program, with the variables that it sees. */
export interface Site {
  line: number;
  names: string[];
}

export interface Task {
  program: string;
  /** Calls of moves in a JavaScript program, which name their site. */
  sites: Site[];
  n: number;
  /** True if steps and the values of variables are reported. */
  records: boolean;
}

/** The interpreter comes first, then tasks. */
export type ToWorker = { module: WebAssembly.Module; library: ArrayBuffer | undefined } | Task;

/** The end of a run. */
export interface Ended {
  seconds: number;
  /** Number of queens that were placed, reported or not. */
  placed: number;
  /** True if the program had more moves or printed more than is kept. */
  cut: boolean;
  /** False if the program does the same for each n. */
  reads: boolean;
  error?: ProgramError | undefined;
}

export interface ProgramError {
  /** The last line of the interpreter's message, such as `NameError: name 'x' is not defined`. */
  text: string;
  /** Line of the program; undefined if the interpreter names none. */
  line?: number | undefined;
  /** Name of a module that Python in the page does not have. */
  missing?: string;
  /** Number of nested calls that were too many. */
  nested?: number;
  /** True if the program reads more input than there is. */
  input?: boolean;
}

/** True for the message of an interpreter that has no memory left. */
export const isMemoryError = (text: string) => /^MemoryError|out of memory/.test(text);

/** Steps and texts are those of runtime/runner.py. */
export interface Progress {
  moves: Move[];
  printed: string;
  steps?: Int32Array;
  texts?: string[];
}
export type Report = "ready" | Progress | { ended: Ended } | { broken: string };

/** Moves of one run that are kept with the values of variables. */
export const MAX_MOVES = 50_000;
/** Moves of one run that are kept without them: brute force for n = 6 makes 111,976. */
export const MAX_JUDGED_MOVES = 200_000;
/** Characters of output of one run that are kept. */
export const MAX_PRINTED = 1_000_000;
/** Characters of the values of variables of one run that are kept. */
export const MAX_VALUES = 8_000_000;
/** Memory of the program in bytes. */
export const MAX_MEMORY_BYTES = 256 * 2 ** 20;
