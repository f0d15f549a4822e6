// Messages between the page and the worker that runs a learner's program.

import type { OtherLanguage } from "./exercise";

/** A call of `place`, `remove` or `solution` in the program. */
export interface Move {
  kind: "place" | "remove" | "solution";
  row: number;
  column: number;
  /** Line of the call; undefined for a call that was not found in the text of the program. */
  line: number | undefined;
  /** Number of characters that the program had printed. */
  printed: number;
  /** Number of steps that were recorded before. */
  step: number;
}
const KINDS = ["place", "remove", "solution"] as const;
/** Numbers with which a move is sent: kind, row, column, line, characters printed, steps. */
const NUMBERS_PER_MOVE = 6;

/** The moves that these numbers stand for. */
export function readMoves(numbers: ArrayLike<number>): Move[] {
  return Array.from({ length: numbers.length / NUMBERS_PER_MOVE }, (_, move) => {
    const [kind, row, column, line, printed, step] = Array.from(
      { length: NUMBERS_PER_MOVE },
      (_, at) => numbers[move * NUMBERS_PER_MOVE + at]!,
    );
    return { kind: KINDS[kind!]!, row: row!, column: column!, line: line || undefined, printed: printed!, step: step! };
  });
}

export interface Task {
  program: string;
  n: number;
  /** True if steps and the values of variables are reported. */
  records: boolean;
}

/** The interpreter comes first, then tasks. */
export type ToWorker = Loaded | Task;

/** What an interpreter starts from. */
export interface Loaded {
  module: WebAssembly.Module;
  library: ArrayBuffer | undefined;
  /** The memory of an interpreter that has started, from which the next one starts in a fraction of the time. */
  memory: Uint8Array | undefined;
}

/** The end of a run. */
export interface Ended {
  seconds: number;
  /** Number of queens that were placed, reported or not. */
  placed: number;
  /** True if the program had more moves or printed more than is kept. */
  cut: boolean;
  /** False if the program does the same for each n. */
  reads: boolean;
  /** The function that was called because the program printed nothing. */
  called?: string;
  /** Variables that make its second call return something else. */
  kept?: string[];
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
  /** The language of a program that is in another one than was chosen. */
  other?: OtherLanguage;
}

/** True for the message of an interpreter that has no memory left. */
export const isMemoryError = (text: string) => /^MemoryError|out of memory/.test(text);

/** Moves, steps and texts come from the recorder (bezzel-judge/src/recorder.py). */
export interface Progress {
  moves: Int32Array;
  printed: string;
  steps: Int32Array;
  texts: string[];
}
export type Report = { memory: Loaded["memory"] } | Progress | { ended: Ended } | { broken: string };

/** Moves of one run that are kept: brute force for n = 6 makes 111,976. */
export const MAX_MOVES = 200_000;
/** Characters of output of one run that are kept. */
export const MAX_PRINTED = 1_000_000;
/** Memory of the program in bytes. */
export const MAX_MEMORY_BYTES = 256 * 2 ** 20;
