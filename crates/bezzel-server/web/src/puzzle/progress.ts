// Progress in puzzles, kept in the local storage of the browser, which all windows share.

import { namedValues } from "../storage";
import type { Marks } from "./model";

export interface Progress {
  marks: Marks;
  /** Seconds of play. */
  seconds: number;
  /** Number of hints. */
  hints: number;
}

const KEY = "bezzel-puzzles";
const puzzles = namedValues<Progress>(KEY, 100, (one) => typeof one?.marks === "string");

/** The progress in the puzzle with these regions. */
export function progressIn(letters: string): Progress | undefined {
  const found = puzzles.get(letters);
  const isGood = found && found.marks.length === letters.length && /^[.Qx]*$/.test(found.marks);
  return isGood ? { marks: found.marks, seconds: Number(found.seconds) || 0, hints: Number(found.hints) || 0 } : undefined;
}

export const keep = puzzles.set;

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
