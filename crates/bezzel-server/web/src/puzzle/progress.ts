// Progress in puzzles, kept in the local storage of the browser, which all windows share.

import type { Marks } from "./model";

export interface Progress {
  marks: Marks;
  /** Seconds of play. */
  seconds: number;
  /** Number of hints. */
  hints: number;
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
  return isGood ? { marks: found.marks, seconds: Number(found.seconds) || 0, hints: Number(found.hints) || 0 } : undefined;
}

export function keep(letters: string, progress: Progress) {
  const others = all().filter((entry) => entry[0] !== letters);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - MAX_KEPT), [letters, progress]]));
  } catch {
    // The storage is full or forbidden; the game goes on without it.
  }
}

/** Calls a function when another window may have changed the progress; returns the end of this. */
export function onOtherWindow(changed: () => void): () => void {
  const stored = ({ key }: StorageEvent) => (key === KEY || key === null) && changed();
  // A window that was frozen receives no event.
  const back = () => document.visibilityState === "visible" && changed();
  addEventListener("storage", stored);
  document.addEventListener("visibilitychange", back);
  return () => {
    removeEventListener("storage", stored);
    document.removeEventListener("visibilitychange", back);
  };
}
