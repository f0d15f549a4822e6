// The puzzles of days, made ahead (`npm run days`). `src/days.rs` of the server describes their form.

import { puzzleOf, type Puzzle, type Rule, type Step, type Unit } from "./model";
import { gradeOf } from "./sources";
import stored from "./days.json";

const MS_PER_DAY = 86_400_000;
const RULES: Record<string, Rule> = {
  q: "queen",
  s: "single",
  i: "inside",
  a: "attacks-all",
  k: "sets",
  c: "contradiction",
};

/** The number of a printable character. */
const numberOf = (character: string) => {
  const code = character.charCodeAt(0);
  return code - 35 - (code > 92 ? 1 : 0);
};

function unitOf(number: number, n: number): Unit {
  const kinds = ["row", "column", "region"] as const;
  return { kind: kinds[Math.floor(number / n)] ?? "region", number: number % n };
}

function stepOf(text: string, n: number): Step {
  const rule = RULES[text[0] ?? ""] ?? "contradiction";
  const [units = "", because = "", concluded = ""] = text.slice(1).split(" ");
  const squares = [...concluded].map(numberOf);
  return {
    rule,
    units: [...units].map((unit) => unitOf(numberOf(unit), n)),
    because: [...because].map(numberOf),
    place: rule === "single" ? squares[0]! : null,
    ruleOut: rule === "single" ? [] : squares,
  };
}

function read(line: string): Puzzle {
  const [start = "", ...steps] = line.split("!");
  const puzzle = puzzleOf(start.slice(1));
  if (!puzzle) throw new Error("a stored puzzle is damaged");
  const read = steps.map((step) => stepOf(step, puzzle.n));
  return { ...puzzle, solutions: 1, steps: read, grade: gradeOf(read) };
}

/** Days since 1970-01-01 of a date such as 2026-11-22. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;

/** Today in the time zone of the browser, such as 2026-11-22. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The puzzle of a date. After the last stored day the puzzles begin again. */
export function puzzleOfDay(date: string): Puzzle {
  const count = stored.puzzles.length;
  return read(stored.puzzles[(((dayOf(date) - stored.first) % count) + count) % count]!);
}

/** Stored puzzles, beginning with a random one. */
export function* storedPuzzles(): Generator<Puzzle> {
  const count = stored.puzzles.length;
  const start = Math.floor(Math.random() * count);
  for (let at = 0; at < count; at++) yield read(stored.puzzles[(start + at) % count]!);
}

/** The stored puzzle with these regions, which has the steps to its solution. */
export function storedPuzzle(letters: string): Puzzle | undefined {
  const line = stored.puzzles.find((line) => line.slice(1).startsWith(`${letters}!`));
  return line === undefined ? undefined : read(line);
}
