// The variables that mark attacked columns and diagonals: arrays of flags, sets and lists of numbers, and bit masks; and
// faults that the steps of a run show, with their line and variable: outputs alone do not have them.
//
// Which lines a variable marks is found by comparing its values with the queens of the board. Entry k stands for the
// line whose number is sign · k + offset, modulo the length of an array; a mask that is shifted from row to row has the
// attacked squares of the row that comes next.

import type { Square } from "../api";
import type { FoundBoard } from "../engine/types";
import { bits, squaresOf } from "../squares";
import { readMoves } from "./protocol";
import { Replay } from "./replay";
import type { Trace } from "./trace";

export const FAMILIES = ["columns", "diagonals", "antidiagonals"] as const;
export type Family = (typeof FAMILIES)[number];

const lineOf = (family: Family, { row, column }: Square) =>
  family === "columns" ? column : family === "diagonals" ? row - column : row + column;

/** How the entries of a value are read. */
const FORMS = ["flags", "numbers", "mask"] as const;
type Form = (typeof FORMS)[number];

/** A variable that marks lines of a family. */
export interface Marker {
  name: string;
  family: Family;
  form: Form;
  sign: 1 | -1;
  /** Undefined for a mask that is shifted. */
  offset: number | undefined;
  /** Part of the compared steps at which it marks the lines of the queens and no others. */
  score: number;
}

/** The entries of a value; `modulus` is the length of an array. */
interface Entries {
  marked: Set<number>;
  modulus: number | undefined;
}

/** Steps at which variables and queens are compared. */
const MAX_SAMPLES = 400;
/** Steps with two or more queens that show what a variable marks. */
const MIN_COMPARED = 6;
const [MIN_SCORE, MIN_SHIFTED_SCORE] = [0.8, 0.4];
/** Different masks that must agree. */
const MIN_MASKS = 4;
/** Largest mask that is read. */
const MAX_MASK = 2 ** 31;

function entriesOf(text: string, form: Form): Entries | undefined {
  if (form === "mask") {
    const mask = /^\d+$/.test(text) ? Number(text) : MAX_MASK;
    if (mask >= MAX_MASK) return undefined;
    return { marked: new Set(bits(mask)), modulus: undefined };
  }
  const value = /^[[({]|^(set|frozenset)\(\)$/.test(text) ? readValue(text.replace(/^(set|frozenset)\(\)$/, "{}")) : undefined;
  if (value === null || typeof value !== "object") return undefined;
  const isFlag = (one: unknown) => one === true || one === false || one === 0 || one === 1;
  if (Array.isArray(value) && form === "flags" && value.every(isFlag))
    return { marked: new Set(value.flatMap((flag, at) => (flag ? [at] : []))), modulus: value.length };
  if (form === "flags") return undefined;
  const numbers = Array.isArray(value) ? value : value.pairs.filter(([, held]) => held).map(([key]) => key);
  const isNumber = (one: unknown): one is number => typeof one === "number";
  return numbers.every(isNumber) ? { marked: new Set(numbers), modulus: undefined } : undefined;
}

const modulo = (value: number, modulus: number | undefined) => (modulus === undefined ? value : ((value % modulus) + modulus) % modulus);
const isEqual = (one: Set<number>, other: Set<number>) => one.size === other.size && [...one].every((entry) => other.has(entry));

/** The texts of the variables after a step; the innermost of each name. */
const innermost = (trace: Trace, step: number) => new Map(trace.variables(step).flatMap(({ variables }) => variables));

/** The variables that mark each family, the most likely first, but for the board itself unless it is a mask. */
export function markersOf(trace: Trace, replay: Replay, board: FoundBoard | undefined): Marker[] {
  const { n } = replay;
  const count = Math.min(MAX_SAMPLES, trace.length);
  const samples = Array.from({ length: count }, (_, at) => {
    const step = Math.floor(((at + 1) * trace.length) / count);
    return { values: innermost(trace, step), queens: replay.after(replay.madeBefore(step)).queens };
  }).filter(({ queens }) => queens.length >= 2);
  const names = new Set(samples.flatMap(({ values }) => [...values.keys()]));
  if (board && !board.is_mask) names.delete(board.name);
  const found: Marker[] = [];
  for (const name of names)
    for (const form of FORMS) {
      const read = samples.flatMap(({ values, queens }) => {
        const text = values.get(name);
        const entries = text === undefined ? undefined : entriesOf(text, form);
        return entries ? [{ ...entries, queens }] : [];
      });
      if (new Set(read.map(({ marked }) => [...marked].join())).size < 3) continue;
      for (const family of FAMILIES)
        for (const sign of [1, -1] as const) {
          const equal = read.filter(({ marked, queens }) => marked.size === new Set(queens.map((queen) => lineOf(family, queen))).size);
          if (equal.length >= MIN_COMPARED)
            for (const offset of [0, 1, 2, n - 1, n, n + 1, 2 * n - 1, 2 * n, -1]) {
              const fits = equal.filter(({ marked, modulus, queens }) =>
                isEqual(marked, new Set(queens.map((queen) => modulo(sign * lineOf(family, queen) + offset, modulus)))),
              );
              const score = fits.length / equal.length;
              if (score >= MIN_SCORE) found.push({ name, family, form, sign, offset, score });
            }
          if (form !== "mask" || family === "columns" || sign < 0 || read.length < MIN_COMPARED) continue;
          const shift = family === "diagonals" ? 1 : -1;
          const fits = read.filter(({ marked, queens }) => {
            const reached = queens.map(({ row, column }) => column + shift * (queens.length - row));
            const isInside = (column: number) => column >= 0 && column < n;
            return isEqual(new Set([...marked].filter(isInside)), new Set(reached.filter(isInside)));
          });
          const score = fits.length / read.length;
          // The few values of a loop's counter may agree by chance.
          const values = new Set(fits.map(({ marked }) => [...marked].join()));
          if (score >= MIN_SHIFTED_SCORE && values.size >= MIN_MASKS) found.push({ name, family, form, sign, offset: undefined, score });
        }
    }
  // One meaning for each variable and family.
  found.sort((one, other) => other.score - one.score || other.sign - one.sign);
  return found.filter(({ name, family }, at) => found.findIndex((one) => one.name === name && one.family === family) === at);
}

/** The squares that a marker says are attacked after a step. */
export function attackedBy(marker: Marker, trace: Trace, step: number, queens: number, n: number): Square[] {
  const { name, family, form, sign, offset } = marker;
  const text = innermost(trace, step).get(name);
  const entries = text === undefined ? undefined : entriesOf(text, form);
  if (!entries) return [];
  const { marked, modulus } = entries;
  const squares = squaresOf(n);
  if (offset === undefined) return squares.filter(({ row, column }) => row === queens && marked.has(column));
  return squares.filter((square) => marked.has(modulo(sign * lineOf(family, square) + offset, modulus)));
}

/** The markers that still have entries after the program took all queens away, with the line that changed them last. */
function leftMarked(trace: Trace, replay: Replay, markers: Marker[]): { marker: Marker; line: number }[] {
  const { queens } = replay.after(replay.moves.length);
  if (queens.length > 0) return [];
  return markers.flatMap((marker) => {
    let left: { size: number; line: number } = { size: 0, line: 0 };
    trace.follow(marker.name, (_, text, line) => {
      const size = text === undefined ? undefined : entriesOf(text, marker.form)?.marked.size;
      if (size !== undefined) left = { size, line };
    });
    return left.size > 0 && marker.form !== "mask" ? [{ marker, line: left.line }] : [];
  });
}

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
    const repeated = [...texts].map((text) => isRepeated(text, n));
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

type Value = null | boolean | number | string | Value[] | { pairs: [Value, Value][] };

/** Reads a value as Python or JavaScript writes it; undefined if it is no collection of plain values. */
function readValue(text: string): Value | undefined {
  const tokens = text.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.+-]+|[^\s])/g)?.map((token) => token.trim()) ?? [];
  let at = 0;
  const value = (): Value | undefined => {
    const token = tokens[at++];
    if (token === undefined) return undefined;
    if (/^[[({]$/.test(token)) return items(token);
    if (/^['"]/.test(token)) return token.slice(1, -1);
    if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
    const word: { [token: string]: Value } = {
      True: true,
      true: true,
      False: false,
      false: false,
      None: null,
      null: null,
      undefined: null,
    };
    return word[token];
  };
  const items = (open: string): Value | undefined => {
    const close = { "[": "]", "(": ")" }[open] ?? "}";
    const [list, pairs]: [Value[], [Value, Value][]] = [[], []];
    while (tokens[at] !== close) {
      // The keys of JavaScript's objects have no quotes.
      const item = open === "{" && tokens[at + 1] === ":" && /^[a-z_$]/i.test(tokens[at]!) ? tokens[at++] : value();
      if (item === undefined) return undefined;
      if (open === "{" && tokens[at] === ":") {
        at++;
        const held = value();
        if (held === undefined) return undefined;
        pairs.push([item, held]);
      } else if (open === "{") pairs.push([item, true]);
      else list.push(item);
      if (tokens[at] === ",") at++;
      else if (tokens[at] !== close) return undefined;
    }
    at++;
    return open === "{" ? { pairs } : list;
  };
  const read = value();
  return at === tokens.length ? read : undefined;
}
