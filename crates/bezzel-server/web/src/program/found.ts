// The board among the variables of a program: the variable whose values are boards most often.

import type { Square } from "../api";
import { conflicts } from "../squares";
import type { Move } from "./protocol";
import type { Trace } from "./trace";

type Value = null | boolean | number | string | Value[] | { pairs: [Value, Value][] };

/** Reads a value as Python or JavaScript writes it; undefined if it is no collection of plain values. */
export function readValue(text: string): Value | undefined {
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

const isWhole = (value: Value): value is number => typeof value === "number" && Number.isInteger(value);
const QUEENS: Value[] = [1, true, "Q", "q", "*", "X", "x", "1", "#", "W", "♛", "♕", "👑"];
const EMPTY: Value[] = [0, false, ".", "_", "-", " ", "0", null, ""];

/** Squares of the signs of a matrix that are queens: of two signs, the one that is no sign of an empty square. */
function ofMatrix(rows: Value[][], n: number): Square[] | undefined {
  const signs = [...new Set(rows.flat())];
  if (rows.length > n || signs.length > 2 || signs.length === 0) return undefined;
  const known = signs.filter((sign) => QUEENS.includes(sign));
  const others = signs.filter((sign) => !EMPTY.includes(sign));
  const queen = known.length === 1 ? known[0] : others.length === 1 ? others[0] : undefined;
  if (queen === undefined) return others.length === 0 && signs.length === 1 ? [] : undefined;
  const squares = rows.flatMap((row, at) => row.flatMap((sign, column) => (sign === queen ? [{ row: at, column }] : [])));
  return known.length === 1 || squares.length <= n ? squares : undefined;
}

/** Squares of pairs of row and column; `base` is the first number. */
function ofPairs(pairs: Value[][], n: number, base: number): Square[] | undefined {
  const squares = pairs.map(([row, column]) => ({ row: Number(row) - base, column: Number(column) - base }));
  const isBoard = squares.every(({ row, column }) => row >= 0 && row < n && column >= 0 && column < n);
  return isBoard && pairs.flat().every(isWhole) ? squares : undefined;
}

/** Squares of columns by row: numbers outside the board and words for nothing stand for rows without queens. */
function ofColumns(columns: Value[], n: number, base: number): Square[] | undefined {
  const rows = columns.length === n + 1 && base === 1 ? columns.slice(1) : columns;
  if (rows.length > n || !rows.every((value) => value === null || value === "" || isWhole(value))) return undefined;
  return rows.flatMap((value, row) => (isWhole(value) && value >= base && value < n + base ? [{ row, column: value - base }] : []));
}

/** True for an object such as `{row: 0, col: 1}`. */
const isSquare = (value: Value): value is { pairs: [Value, Value][] } =>
  typeof value === "object" &&
  value !== null &&
  "pairs" in value &&
  value.pairs.length === 2 &&
  value.pairs.every(([key]) => typeof key === "string");

/** The queens that a value places on a board of n rows; undefined if it is no board. */
export function boardOf(value: Value | undefined, n: number, base: number): Square[] | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (!Array.isArray(value)) {
    const { pairs } = value;
    if (pairs.every(([key, held]) => isWhole(key) && (isWhole(held) || held === null)))
      return ofPairs(
        pairs.filter(([, held]) => isWhole(held) && held >= base && held < n + base),
        n,
        base,
      );
    const isPair = (key: Value): key is Value[] => Array.isArray(key) && key.length === 2;
    const set = pairs.filter(([, held]) => QUEENS.includes(held)).map(([key]) => key);
    return set.every(isPair) ? ofPairs(set, n, base) : undefined;
  }
  const rows = value.map((row) => (typeof row === "string" ? [...row] : isSquare(row) ? row.pairs.map(([, number]) => number) : row));
  const isRow = (row: Value): row is Value[] => Array.isArray(row);
  if (value.length > 0 && rows.every(isRow)) {
    const lists = rows as Value[][];
    if (lists.every(({ length }) => length === n) && (n !== 2 || lists.length === n)) return ofMatrix(lists, n);
    return lists.length <= n && lists.every(({ length }) => length === 2) ? ofPairs(lists, n, base) : undefined;
  }
  return ofColumns(value, n, base);
}

/** A variable that may be the board. */
export interface Candidate {
  name: string;
  base: number;
  /** True for a bit mask of the columns that are taken: each new bit is the queen of the next row. */
  isMask: boolean;
  /** Larger for a variable that is a board more often, and another one more often. */
  score: number;
}

const LIKELY = /board|queen|path|col|pos|place|grid|state|perm|chess|cur|arr|棋|皇后/i;

/** Numbers in a value. */
const numbersIn = (value: Value | undefined): number[] =>
  typeof value === "number"
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(numbersIn)
      : value !== null && typeof value === "object"
        ? value.pairs.flat().flatMap(numbersIn)
        : [];

/** The variables that may be the board, the most likely first. */
export function candidatesOf(trace: Trace, n: number): Candidate[] {
  const found: Candidate[] = [];
  for (const [name, texts] of trace.everyValue()) {
    const values = [...texts].map(([text, times]) => [/^[[({]/.test(text) ? readValue(text) : undefined, times] as const);
    const numbers = values.flatMap(([value]) => numbersIn(value));
    const base = numbers.includes(n) && !numbers.some((value) => value > n) ? 1 : 0;
    let [all, boards, queens, clean, full] = [0, 0, 0, 0, 0];
    for (const [value, times] of values) {
      all += times;
      const squares = boardOf(value, n, base);
      if (!squares) continue;
      boards += times;
      if (squares.length === 0) continue;
      queens++;
      if (new Set(squares.map(({ column }) => column)).size === squares.length) clean++;
      if (squares.length === n) full++;
    }
    if (queens === 0 || boards < 0.6 * all) continue;
    // Many boards that differ, without two queens in one column: markers have others.
    const score = (boards / all) * Math.log2(1 + queens) * (0.2 + clean / queens) * (LIKELY.test(name) ? 2 : 1) * (full > 0 ? 1.2 : 1);
    found.push({ name, base, isMask: false, score });
  }
  if (found.length === 0)
    for (const [name, texts] of trace.everyValue())
      if (texts.has(String(2 ** n - 1)) && isMaskOfColumns(trace, name, n)) found.push({ name, base: 0, isMask: true, score: 1 });
  return found.sort((one, other) => other.score - one.score);
}

/** The columns of a mask's bits. */
const columnsOf = (text: string | undefined, n: number) =>
  Array.from({ length: n }, (_, bit) => bit).filter((bit) => Number(text ?? 0) & (1 << bit));

/** True if a number gets its bits one after the other until it has all. */
function isMaskOfColumns(trace: Trace, name: string, n: number): boolean {
  let [before, changes, single, largest] = [[] as number[], 0, 0, 0];
  trace.follow(name, (_, text) => {
    const now = columnsOf(text, n);
    const added = now.filter((column) => !before.includes(column)).length;
    if (added > 0) changes++;
    if (added === 1) single++;
    largest = Math.max(largest, Number(text ?? 0));
    before = now;
  });
  return changes > n && single >= 0.9 * changes && largest === 2 ** n - 1;
}

/** The queens of these columns: those that were there, and the others in the rows below. */
function withColumns(before: Square[], columns: number[]): Square[] {
  const kept = before.filter(({ column }) => columns.includes(column));
  const added = columns.filter((column) => kept.every((queen) => queen.column !== column));
  return [...kept, ...added.map((column, at) => ({ row: kept.length + at, column }))];
}

/** The changes of a variable as moves: queens that go and come, and solutions. */
export function movesOf(trace: Trace, { name, base, isMask }: Candidate, n: number): Move[] {
  const moves: Move[] = [];
  let before: Square[] = [];
  const values = new Map<string, Square[] | undefined>();
  trace.follow(name, (step, text, line) => {
    if (!isMask && text !== undefined && !values.has(text)) values.set(text, boardOf(readValue(text), n, base));
    const now = (isMask ? withColumns(before, columnsOf(text, n)) : text === undefined ? [] : values.get(text)) ?? before;
    const isIn = (squares: Square[], { row, column }: Square) => squares.some((other) => other.row === row && other.column === column);
    const move = (kind: Move["kind"], { row, column }: Square) => moves.push({ kind, row, column, line, printed: 0, step: step - 1 });
    const gone = before.filter((square) => !isIn(now, square)).reverse();
    const come = now.filter((square) => !isIn(before, square));
    for (const square of gone) move("remove", square);
    for (const square of come) move("place", square);
    if (come.length > 0 && now.length === n && conflicts(now).length === 0) move("solution", { row: 0, column: 0 });
    before = now;
  });
  return moves;
}
