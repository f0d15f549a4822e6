// Progress in puzzles, kept in the local storage of the browser.

import type { Marks } from "./model";

export interface Progress {
  marks: Marks;
  /** Seconds of play. */
  seconds: number;
  solved: boolean;
}

const KEY = "bezzel-puzzles";
/** Number of puzzles that are kept; the one that was played least recently is dropped first. */
const MAX_KEPT = 100;

function all(): [string, Progress][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** The progress in the puzzle with these regions. */
export function progressIn(letters: string): Progress | undefined {
  const found = all().find((entry) => entry[0] === letters)?.[1];
  const isGood = found && typeof found.marks === "string" && found.marks.length === letters.length && /^[.Qx]*$/.test(found.marks);
  return isGood ? { marks: found.marks, seconds: Number(found.seconds) || 0, solved: found.solved === true } : undefined;
}

export function keep(letters: string, progress: Progress) {
  const others = all().filter((entry) => entry[0] !== letters);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - MAX_KEPT), [letters, progress]]));
  } catch {
    // The storage is full or forbidden; the game goes on without it.
  }
}
