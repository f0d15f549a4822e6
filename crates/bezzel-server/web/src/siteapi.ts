// The API of the page without a server: recorded answers, and boards checked in the browser.
//
// A page opened from a folder may not fetch files, so the data are scripts: each calls
// `bezzelData` with its name and with gzip-compressed JSON in Base64.

import { ApiError, type DecisionTree, type Drawn, type Filter, type Gallery, type Goal, type Impossibility, type Length, type Listing, type MethodName, type Occupancies, type Page, type Square, type Step, type Symmetry, type Written } from "./api";
import { picture } from "./picture";
import { conflicts, isAttacked, queensOf, same, upTo } from "./squares";
import { depthOf } from "./tree";
import { PartBuilder } from "./trace/part";
import { replayed } from "./tree";

/** Number of steps per chunk (`STEPS_PER_CHUNK` of the exporter). */
const STEPS_PER_CHUNK = 1024;
/** Key of a difference: the names that the step before has and this one lacks. */
const REMOVED = "-";
/** Key of the difference of an array: its new length, if it changed. */
const LENGTH = "#";

type Run = { method: MethodName; n: number; board?: string | undefined };
type Board = { n: number; queens: Square[]; blocked?: Square[] };
type Plain = { [name: string]: unknown };

/** Length and solutions of each run, such as `bitmask-8`. */
type Runs = { [run: string]: { steps: number; solutions: number[] } };

interface Chunk {
  tree: Page["tree"];
  steps: Step[];
}

const received = new Map<string, (text: string) => void>();
const loading = new Map<string, Promise<unknown>>();

async function unpacked(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).json();
}

/** Adds a script to the page. */
export function addScript(path: string, fail: (error: ApiError) => void, done: () => void = () => undefined) {
  const script = document.createElement("script");
  script.src = path;
  script.onerror = () => fail(new ApiError("unreachable", `cannot load ${path}`));
  script.onload = () => {
    script.remove();
    done();
  };
  document.head.append(script);
}

/** Loads a script of data, once. */
function load(name: string): Promise<unknown> {
  const known = loading.get(name);
  if (known) return known;
  Object.assign(globalThis, { bezzelData: (name: string, text: string) => received.get(name)?.(text) });
  const promise = new Promise<string>((resolve, reject) => {
    received.set(name, resolve);
    addScript(`data/${name}.js`, reject);
  }).then(unpacked);
  loading.set(name, promise);
  promise.catch(() => loading.delete(name));
  return promise;
}

const needsMachine = () => new ApiError("needs-machine", "this needs bezzel on your machine");

async function answer<T>(address: string): Promise<T> {
  const [, , first, second] = address.split(/[/?]/);
  // The listings of each method are a file of their own (`subject` of the exporter).
  const subject = first === "listings" ? `${first}-${second}` : first;
  const found = ((await load(`api-${subject}`)) as { [address: string]: unknown })[address];
  if (found === undefined) throw needsMachine();
  return found as T;
}

function applied(before: unknown, change: unknown): unknown {
  if (Array.isArray(before) && isObject(change)) {
    return Array.from({ length: (change[LENGTH] as number | undefined) ?? before.length }, (_, at) =>
      at in change ? applied(before[at] ?? null, change[at]) : (before as unknown[])[at],
    );
  }
  if (!isObject(before) || !isObject(change)) return change;
  const result: Plain = { ...before };
  for (const [name, value] of Object.entries(change)) {
    if (name === REMOVED) for (const removed of value as string[]) delete result[removed];
    else result[name] = applied(before[name], value);
  }
  return result;
}

const isObject = (value: unknown): value is Plain => typeof value === "object" && value !== null && !Array.isArray(value);

/** Decoded chunks, the latest last. */
const chunks = new Map<string, Chunk>();
const MAX_CHUNKS = 8;

async function chunk(name: string): Promise<Chunk> {
  const known = chunks.get(name);
  if (known) return known;
  type Recorded = { tree: Page["tree"]; sentences: Step["sentence"][]; steps: unknown[] };
  const { tree, sentences, steps } = (await load(name)) as Recorded;
  let before: unknown = null;
  const decoded = steps.map((change) => {
    before = applied(before, change);
    // A recorded step has the number of its sentence.
    const step = before as Omit<Step, "sentence"> & { sentence: number };
    return { ...step, sentence: sentences[step.sentence] } as Step;
  });
  const result = { tree, steps: decoded };
  chunks.set(name, result);
  for (const old of [...chunks.keys()].slice(0, -MAX_CHUNKS)) chunks.delete(old);
  return result;
}

async function recorded(run: Run) {
  // Only runs on empty boards are recorded.
  if (run.board !== undefined) throw needsMachine();
  const found = ((await load("runs")) as Runs)[`${run.method}-${run.n}`];
  if (!found) throw needsMachine();
  return found;
}

async function steps(run: Run, from: number, len: number): Promise<Page> {
  const { steps: all } = await recorded(run);
  const ended = from + len >= all;
  if (from >= all) return { tree: { levels: [] }, steps: [], ended };
  const first = Math.floor(from / STEPS_PER_CHUNK);
  const last = Math.floor((Math.min(all, from + len) - 1) / STEPS_PER_CHUNK);
  const parts = await Promise.all(upTo(last - first + 1).map((k) => chunk(`${run.method}-${run.n}-${first + k}`)));
  const found = parts.flatMap((part) => part.steps);
  const start = from - first * STEPS_PER_CHUNK;
  const levels = replayed(parts[0]!.tree.levels, found.slice(0, start));
  return { tree: { levels }, steps: found.slice(start, start + len), ended };
}

/** Finds a step of a goal; solutions are listed, other steps are searched in the chunks. */
async function find(run: Run, goal: Goal, at: number | undefined, back: boolean) {
  const { solutions, steps: all } = await recorded(run);
  const isSolution = goal.depth === undefined && (goal.kinds ?? ["solution"]).includes("solution") && (goal.kinds ?? []).every((kind) => kind === "solution" || kind === "image");
  if (isSolution) {
    const found = back ? solutions.findLast((step) => step < (at ?? 0)) : solutions.find((step) => step > (at ?? -1));
    return { step: found ?? null, certain: true };
  }
  const fits = (step: Step) => goal.kinds?.includes(step.kind) ?? depthOf(step) <= (goal.depth ?? 0);
  const by = back ? -1 : 1;
  let index = back ? (at ?? 0) - 1 : (at ?? -1) + 1;
  while (index >= 0 && index < all) {
    const { steps } = await chunk(`${run.method}-${run.n}-${Math.floor(index / STEPS_PER_CHUNK)}`);
    for (let k = index % STEPS_PER_CHUNK; k >= 0 && k < steps.length; k += by, index += by) if (fits(steps[k]!)) return { step: index, certain: true };
  }
  return { step: null, certain: true };
}

/** Builds the part of a decision tree below the queen of a step. */
async function partBelow(run: Run, depth: number, root: number): Promise<DecisionTree> {
  const { steps: all } = await recorded(run);
  let part: PartBuilder | undefined;
  for (let index = root; index < all; ) {
    const { steps } = await chunk(`${run.method}-${run.n}-${Math.floor(index / STEPS_PER_CHUNK)}`);
    for (const step of steps.slice(index % STEPS_PER_CHUNK)) {
      if (!part) part = new PartBuilder(run.method, run.n, depth, step.queens);
      else if (!part.add(step)) return { nodes: part.nodes, complete: true };
      index++;
    }
  }
  return { nodes: part?.nodes ?? [], complete: true };
}

const solutionsOf = (n: number, filter: Filter) => answer<Gallery>(`/api/solutions?n=${n}&filter=${filter}&from=0&len=200`);

/** The completions of a board, from the stored solutions. */
async function completions({ n, queens, blocked = [] }: Board): Promise<number[][]> {
  const { boards } = await solutionsOf(n, "all");
  const found = boards.filter(({ columns }) => queens.every(({ row, column }) => columns[row] === column) && blocked.every(({ row, column }) => columns[row] !== column));
  return found.map(({ columns }) => columns);
}

/** The reason why a board has no completion, if it is seen without a search. */
function contradiction({ n, queens, blocked = [] }: Board): Impossibility | null {
  const on = (squares: Square[], square: Square) => squares.some((other) => same(other, square));
  const square = queens.find((queen) => on(blocked, queen));
  if (square) return { detail: "", kind: "queen-on-blocked-square", square };
  const pair = conflicts(queens)[0];
  if (pair) return { detail: "", kind: "attack", pair };
  const isTaken = (square: Square) => on(blocked, square) || (!on(queens, square) && isAttacked(square, queens));
  const isFull = (squares: Square[]) => squares.every(isTaken);
  const row = upTo(n).find((row) => isFull(upTo(n).map((column) => ({ row, column }))));
  if (row !== undefined) return { detail: "", kind: "full-row", row };
  const column = upTo(n).find((column) => isFull(upTo(n).map((row) => ({ row, column }))));
  return column === undefined ? null : { detail: "", kind: "full-column", column };
}

/** Draws a completion; `Math.random` has enough bits for a few hundred. */
async function random(board: Board): Promise<Drawn> {
  const found = await completions(board);
  const drawn = found[Math.floor(Math.random() * found.length)];
  return { boards: drawn ? [drawn] : [], seed: 0, contradiction: contradiction(board) };
}

async function occupancy(board: Board): Promise<Occupancies> {
  const found = await completions(board);
  const on = (row: number, column: number) => String(found.filter((columns) => columns[row] === column).length);
  const rows = upTo(board.n).map((row) => upTo(board.n).map((column) => on(row, column)));
  return { solutions: String(found.length), occupancy: rows, contradiction: contradiction(board) };
}

async function complete(board: Board) {
  const { n, queens, blocked = [] } = board;
  const pairs = conflicts(queens);
  const none = { first: null, hint: null, count: "0", certain: true, proof: null, conflicts: pairs, contradiction: contradiction(board) };
  if (none.contradiction) return none;
  const found = await completions(board);
  const first = found[0];
  if (!first) return none;
  const isFree = (square: Square) => !isAttacked(square, queens) && !blocked.some((other) => same(other, square));
  const free = (row: number) => upTo(n).filter((column) => isFree({ row, column })).length;
  const rows = upTo(n).filter((row) => !queens.some((queen) => queen.row === row));
  const row = rows.toSorted((a, b) => free(a) - free(b))[0];
  const hint = row === undefined ? null : { row, column: first[row]! };
  return { conflicts: pairs, contradiction: null, first, hint, count: String(found.length), certain: true, proof: null };
}

/** The eight symmetries in the order of the API; each gives the row and column of a moved queen. */
const SYMMETRIES: [Symmetry, (row: number, column: number, last: number) => [number, number]][] = [
  ["identity", (r, c) => [r, c]],
  ["rotate90", (r, c, last) => [c, last - r]],
  ["rotate180", (r, c, last) => [last - r, last - c]],
  ["rotate270", (r, c, last) => [last - c, r]],
  ["mirror-columns", (r, c, last) => [r, last - c]],
  ["mirror-rows", (r, c, last) => [last - r, c]],
  ["transpose", (r, c) => [c, r]],
  ["anti-transpose", (r, c, last) => [last - c, last - r]],
];

async function orbit({ n, queens }: Board) {
  if (new Set(queens.map(({ column }) => column)).size < queens.length || new Set(queens.map(({ row }) => row)).size < queens.length)
    throw new ApiError("conflict", "two queens in a row or column", { kind: "no-images", detail: "" });
  const images = SYMMETRIES.map(([symmetry, move]) => {
    const rows: (number | null)[] = upTo(n).map(() => null);
    for (const { row, column } of queens) {
      const [to, at] = move(row, column, n - 1);
      rows[to] = at;
    }
    return { symmetry, rows };
  });
  // An empty row sorts before any column.
  const key = (rows: (number | null)[]) => rows.map((column) => String((column ?? -1) + 1).padStart(3, "0")).join();
  const keys = images.map(({ rows }) => key(rows));
  const least = keys.toSorted()[0];
  const same = (at: number) => keys[at] === keys[0];
  return {
    images: images.map((image, at) => ({ ...image, canonical: keys[at] === least })),
    size: new Set(keys).size,
    symmetry: same(1) ? ("quarter-turn" as const) : same(2) ? ("half-turn" as const) : ("none" as const),
  };
}

async function exported({ n, queens }: Board, notation: Written): Promise<string> {
  const columns = upTo(n).map((row) => queens.find((queen) => queen.row === row)?.column);
  switch (notation) {
    case "positions":
      return `${columns.map((column) => column ?? "-").join(" ")}\n`;
    case "leetcode": {
      const line = (column: number | undefined) => upTo(n).map((at) => (at === column ? "Q" : ".")).join("");
      return `[[${columns.map((column) => `"${line(column)}"`).join(",")}]]\n`;
    }
    case "svg":
      return picture(n, queensOf(columns));
  }
}

const refused = async (): Promise<never> => {
  throw needsMachine();
};

/** The API; requests that need a machine fail with an error that says so. */
export const siteApi = {
  source: (file: string) => answer<string>(`/api/sources/${file}`),
  steps,
  find,
  listings: (method: MethodName) => answer<Listing[]>(`/api/listings/${method}`),
  tree: (run: Run, depth: number, root: number | undefined) =>
    root === undefined && run.board === undefined ? answer<DecisionTree>(`/api/tree?method=${run.method}&n=${run.n}&depth=${depth}`) : partBelow(run, depth, root ?? 0),
  run: (run: Run) => (run.board === undefined ? answer<Length>(`/api/run?method=${run.method}&n=${run.n}`) : refused()),
  complete,
  random,
  isDrawn: random,
  occupancy,
  orbit,
  export: exported,
  solutions: (n: number, filter: Filter) => solutionsOf(n, filter),
  records: () => answer<never>("/api/records"),
  count: refused,
  counts: refused,
  backends: refused,
  start: refused,
  stop: refused,
  resume: refused,
  delete: refused,
  campaigns: refused,
  open: refused,
};
