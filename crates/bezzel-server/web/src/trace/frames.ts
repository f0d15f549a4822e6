// Call stack of a step: the frames of the recursion with the values of their locals, derived from
// the step. Names are those of the listings; rows and columns are numbered as elsewhere on the page.

import type { Branch, MethodName, Square, Step, StepKind } from "../api";
import { allowedColumns, type Given } from "../given";
import { bits, same, upTo } from "../squares";
import { shown, shownSum } from "../words/counting";

export interface Local {
  name: string;
  value: string;
}

export interface Frame {
  name: string;
  locals: Local[];
}

const JUST_PLACED: StepKind[] = ["place", "place-start", "masks", "masks-start"];

/** Number of queens above the row of a step (`Step::depth` of the library). */
export const depthOf = (step: Step): number => step.queens.length - (JUST_PLACED.includes(step.kind) ? 1 : 0);

/** A run, its current step, and the path of its decision tree there. */
export interface Moment {
  method: MethodName;
  n: number;
  given: Given | undefined;
  step: Step;
  tree: Branch[][];
}

/** The frames of a step, the outermost first. */
export function framesOf(moment: Moment): Frame[] {
  const { method, n, step } = moment;
  const frames: Frame[] = [{ name: `queens(n = ${n})`, locals: globals(method, n, step) }];
  const fixed = fixedQueens(method, n, step.queens);
  if (method.startsWith("mirrored") && n > 1) frames.push({ name: "start()", locals: startLocals(moment, fixed) });
  if (isStart(step.kind)) return frames;
  const rows = rowOrder(method, n);
  const top = topRow(method, n, step, rows);
  for (const [at, row] of rows.slice(0, top + 1).entries()) {
    const isFixed = fixed.some((queen) => queen.row === row);
    // The bit method starts below the fixed queens; the marker method passes through their rows.
    if (!isFixed) frames.push(rowFrame(moment, row, at === top, rows));
    else if (method === "mirrored-markers") frames.push({ name: searchOf(row), locals: [] });
  }
  const test = testFrame(method, step);
  if (top === n && method !== "colour-split") frames.push(fullFrame(moment));
  if (method === "brute-force" && step.event === "solution") frames.push({ name: "is_solution()", locals: [] });
  if (method === "colour-split" && top === n) frames.push({ name: "complete()", locals: joined(n, step) });
  if (test) frames.push(test);
  return frames;
}

const searchOf = (row: number) => `search(row = ${shown(row)})`;

const isStart = (kind: StepKind) => kind === "place-start" || kind === "remove-start" || kind === "masks-start";

/** Rows in the order of the recursion. */
function rowOrder(method: MethodName, n: number): number[] {
  const rows = upTo(n);
  return method === "colour-split" ? [...rows.filter((row) => row % 2 === 0), ...rows.filter((row) => row % 2 === 1)] : rows;
}

/** Position of the current row in the order; n below the last row. */
function topRow(method: MethodName, n: number, step: Step, rows: number[]): number {
  if (step.event === "solution" || step.event === "join") return n;
  if (method === "brute-force" && (step.event === "test" || step.event === "rejected")) return n;
  return rows.indexOf("square" in step ? step.square.row : step.row);
}

/** The sets of the queens on even squares, and the sets to be looked up. */
function joined(n: number, step: Step): Local[] {
  const rows = step.queens.map((queen) => queen.row);
  const columns = step.queens.map((queen) => queen.column);
  const others = (taken: number[]) => upTo(n).filter((bit) => !taken.includes(bit));
  return [mask("R", rows, n), mask("C", columns, n), mask("full & ~R", others(rows), n), mask("full & ~C", others(columns), n)];
}

const written = ({ row, column }: Square) => `(${shown(row)}, ${shown(column)})`;

/** Data of all frames. */
function globals(method: MethodName, n: number, step: Step): Local[] {
  if (step.data.kind === "masks") return [mask("full", upTo(n), n)];
  if (step.data.kind === "positions") {
    const columns = [...step.data.columns];
    const candidate = candidateOf(method, step);
    if (candidate) columns[candidate.row] = candidate.column;
    return [{ name: "columns", value: `[${columns.map((column) => (column === undefined ? "–" : shown(column))).join(", ")}]` }];
  }
  return [];
}

/** The queens of a start position, and the masks below them. */
function startLocals({ method, n, step }: Moment, fixed: Square[]): Local[] {
  const locals = [{ name: "fixed", value: fixed.map(written).join(" ") || "–" }];
  if (method !== "mirrored-bitmask") return locals;
  const isNew = step.kind === "place-start";
  const queen = isNew || step.kind === "masks-start" ? fixed.at(-1) : undefined;
  const above = isNew ? fixed.slice(0, -1) : fixed;
  return [...locals, ...masksBelow(n, above.length, above), ...(queen ? [mask("queen", [queen.column], n)] : [])];
}

/** The candidate that the slope test stores in its array before it is tested. */
export function candidateOf(method: MethodName, step: Step): Square | null {
  if (method !== "slope-test") return null;
  return step.event === "try" || step.event === "test" || step.event === "rejected" ? step.square : null;
}

/** The queens of the start position: those that a mirrored method places first. */
function fixedQueens(method: MethodName, n: number, queens: Square[]): Square[] {
  if (!method.startsWith("mirrored") || n < 2) return [];
  const isMiddle = (number: number) => n % 2 === 1 && number === (n - 1) / 2;
  const [first] = queens;
  if (method === "mirrored-bitmask") return queens.slice(0, first && isMiddle(first.column) ? 2 : 1);
  if (n % 2 === 0) return queens.slice(0, 1);
  return queens.slice(0, first && isMiddle(first.row) && isMiddle(first.column) ? 3 : 2);
}

const MASK_CALL = "search(columns, diagonals, anti)";

/** The frame below the last row. */
function fullFrame({ method, n, step }: Moment): Frame {
  if (!method.endsWith("bitmask")) return { name: searchOf(n), locals: [] };
  return { name: MASK_CALL, locals: masksBelow(n, n, step.queens) };
}

/** Solutions that a search of a row has found: those below the queen above it, without those of the call that has not returned. */
function found({ step, tree }: Moment, queen: Square | undefined, isTop: boolean): Local {
  const below = (level: number) => {
    const open = tree[level]?.find((branch) => branch.state === "open");
    return open?.state === "open" ? open.solutions : 0;
  };
  const depth = queen ? step.queens.findIndex((other) => same(other, queen)) : step.queens.length;
  // A row of the colour split without a queen waits for its first call.
  const all = queen || isTop ? (depth > 0 ? below(depth - 1) : step.counters.solutions) : 0;
  return number("found", all - (queen ? below(depth) : 0));
}

/** The frame of a row: the current one, or one that waits for the rows below. */
function rowFrame(moment: Moment, row: number, isTop: boolean, rows: number[]): Frame {
  const { method, n, step } = moment;
  const name = method.endsWith("bitmask") ? MASK_CALL : searchOf(row);
  const queen = step.queens.find((queen) => queen.row === row);
  const square = isTop && "square" in step ? step.square : queen;
  const column = { name: "column", value: square ? String(shown(square.column)) : "–" };
  const above = rows.slice(0, rows.indexOf(row));
  const queens = step.queens.filter((queen) => above.includes(queen.row));
  const count = found(moment, queen, isTop);
  switch (method) {
    case "bitmask":
    case "mirrored-bitmask":
      return { name, locals: [number("row", shown(row)), ...masksOf(moment, row, isTop, square?.column, queens), count] };
    case "last-column": {
      const sum = (columns: number[]) => columns.reduce((sum, column) => sum + shown(column), 0);
      return { name, locals: [number("missing", sum(upTo(n)) - sum(queens.map((queen) => queen.column))), column, count] };
    }
    case "diagonal-markers":
    case "mirrored-markers":
    case "linked-columns":
      return { name, locals: square ? [column, number("row − column + n", row - square.column + n), number("row + column", shownSum(row + square.column)), count] : [column, count] };
    case "colour-split":
      return { name, locals: [column, mask("R", queens.map((queen) => queen.row), n), mask("C", queens.map((queen) => queen.column), n), count] };
    default:
      return { name, locals: [column, count] };
  }
}

const number = (name: string, value: number): Local => ({ name, value: String(value) });

/** A set of bits, in binary and as an integer. */
function mask(name: string, bits: number[], width: number): Local {
  const value = bits.reduce((sum, bit) => sum + 2 ** bit, 0);
  return { name, value: `0b${value.toString(2).padStart(width, "0")} = ${value}` };
}

/** Columns of a row that the queens above it attack: along columns, diagonals and anti-diagonals. */
function attackedBy(row: number, queens: Square[]) {
  return {
    columns: queens.map((queen) => queen.column),
    diagonals: queens.map((queen) => queen.column + row - queen.row),
    anti: queens.map((queen) => queen.column - row + queen.row).filter((bit) => bit >= 0),
  };
}

/** The masks of a row. Diagonals may leave the board: the bits of the next rows. */
function masksBelow(n: number, row: number, queens: Square[]): Local[] {
  const { columns, diagonals, anti } = attackedBy(row, queens);
  return [mask("columns", columns, n), mask("diagonals", diagonals, n), mask("anti", anti, n)];
}

function masksOf({ n, given, step }: Moment, row: number, isTop: boolean, column: number | undefined, queens: Square[]): Local[] {
  const { columns, diagonals, anti } = attackedBy(row, queens);
  const allowed = given ? bits(allowedColumns(n, row, given)) : upTo(n);
  const free = allowed.filter((bit) => !columns.includes(bit) && !diagonals.includes(bit) && !anti.includes(bit));
  const left = free.filter((bit) => isLeft(step, isTop, column, bit));
  const hasQueen = column !== undefined && !(isTop && step.event === "test");
  return [
    ...masksBelow(n, row, queens),
    ...(given ? [mask("board", allowed, n)] : []),
    mask("free", left, n),
    ...(hasQueen ? [mask("queen", [column], n)] : []),
  ];
}

/** True if a free square of a row has not been tried; a candidate counts until it is taken. */
function isLeft(step: Step, isTop: boolean, column: number | undefined, bit: number): boolean {
  if (isTop && step.event === "exhausted") return false;
  if (isTop && step.event === "test") return true;
  if (column === undefined) return true;
  return isTop && step.event === "try" ? bit >= column : bit > column;
}

/** The frame of a test of one square. */
function testFrame(method: MethodName, step: Step): Frame | null {
  if (step.event !== "test" && step.event !== "rejected") return null;
  const other = step.event === "rejected" ? step.by : step.probe.probe === "queen" ? step.probe.square : null;
  if (method === "brute-force" && other) {
    return { name: "is_solution()", locals: comparison(step.square, other) };
  }
  if (method === "slope-test" && other) return { name: `is_safe(row = ${shown(step.square.row)})`, locals: comparison(step.square, other).slice(1) };
  if (method === "bordered-board") {
    const { row, column } = step.square;
    const cell = step.event === "test" && step.probe.probe === "cell" ? step.probe : { row: (other?.row ?? 0) + 1, column: (other?.column ?? 0) + 1 };
    const sideways = Math.sign(cell.column - column - 1);
    const locals = [number("sideways", sideways), number("r", cell.row), number("c", cell.column)];
    return { name: `is_safe(row = ${shown(row)}, column = ${shown(column)})`, locals };
  }
  return null;
}

const comparison = (square: Square, other: Square): Local[] => [
  number("row", shown(square.row)),
  number("above", shown(other.row)),
  number("across", Math.abs(square.column - other.column)),
];
