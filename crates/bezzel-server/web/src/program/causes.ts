// Faults that the steps of a run show, with their line and variable: outputs alone do not have them.

import type { FoundBoard } from "../engine/types";
import { leftMarked, markersOf } from "./attacks";
import { readMoves } from "./protocol";
import { Replay } from "./replay";
import type { Trace } from "./trace";
import { readValue } from "./value";

export interface ShownCause {
  /** Rows of a matrix that are one object, or a marker that keeps what the search should take away. */
  kind: "shared" | "left";
  name: string;
  line: number;
}

/**
 * True for a matrix whose rows are equal and have two kinds of signs. False for one that is no such board: its rows
 * differ, or it is a list of solutions, which has more rows or columns of all numbers.
 */
function isRepeated(text: string, n: number): boolean | undefined {
  const rows = text.startsWith("[[") ? readValue(text) : undefined;
  if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row) && row.length === n)) return undefined;
  const [first] = rows as unknown[][];
  const signs = new Set(first).size;
  if (rows.length > n || signs > 2 || rows.some((row) => JSON.stringify(row) !== JSON.stringify(first))) return false;
  return rows.length === n && signs === 2 ? true : undefined;
}

/**
 * The faults that the steps of a program for n queens show; `board` is the variable that is the board. It is undefined
 * for a program that stopped at an error, where the search could not take back its marks.
 */
export function shownCauses(trace: Trace, board: FoundBoard | undefined, n: number): ShownCause[] {
  const found: ShownCause[] = [];
  for (const [name, texts] of trace.everyValue()) {
    const repeated = [...texts.keys()].map((text) => isRepeated(text, n));
    if (n < 3 || !repeated.includes(true) || repeated.includes(false)) continue;
    let first = 0;
    trace.follow(name, (_, text, line) => {
      if (first === 0 && text !== undefined) first = line;
    });
    found.push({ kind: "shared", name, line: first });
  }
  if (!board) return found;
  const replay = new Replay(n, readMoves(board.moves), []);
  const left = leftMarked(trace, replay, markersOf(trace, replay, board));
  return [...found, ...left.map(({ marker: { name }, line }): ShownCause => ({ kind: "left", name, line }))];
}
