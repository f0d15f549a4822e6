// The engine of bezzel: WebAssembly modules, which are loaded when they are needed first.

const host = { seconds: () => performance.now() / 1000, tell: () => undefined };

/** Each address is written out, so that bundlers find the files. */
const ADDRESSES = {
  engine: () => new URL("./engine.wasm", import.meta.url),
  judge: () => new URL("./judge.wasm", import.meta.url),
  puzzles: () => new URL("./puzzles.wasm", import.meta.url),
  counter: () => new URL("./counter.wasm", import.meta.url),
  "counter-simd": () => new URL("./counter-simd.wasm", import.meta.url),
};

/** A function that counts the bits of a vector: an engine without vectors does not accept it. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const counter = WebAssembly.validate(new Uint8Array(VECTOR)) ? "counter-simd" : "counter";

async function bytesOf(name) {
  const url = ADDRESSES[name]();
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

const compiled = new Map();
const instances = new Map();

/** An instance of a module, the same one until it ends by a trap. */
async function instance(name) {
  if (!compiled.has(name)) {
    const module = bytesOf(name).then((bytes) => WebAssembly.compile(bytes));
    compiled.set(name, module);
    // The next call loads it again.
    module.catch(() => compiled.delete(name));
  }
  const module = await compiled.get(name);
  if (!instances.has(name)) instances.set(name, new WebAssembly.Instance(module, { host }).exports);
  return instances.get(name);
}

async function ask(name, asked) {
  const { memory, request, answer, answer_address } = await instance(name);
  const bytes = new TextEncoder().encode(JSON.stringify(asked));
  let answered;
  try {
    const start = request(bytes.length) >>> 0;
    new Uint8Array(memory.buffer).set(bytes, start);
    const length = answer();
    answered = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer_address() >>> 0, length)));
  } catch (error) {
    instances.delete(name);
    throw error;
  }
  // The place in the request as JSON says nothing to a caller.
  if (answered.problem) throw new RangeError(answered.problem.detail.replace(/ at line 1 column \d+$/, ""));
  return answered.answer;
}

const PAGE = 256;

export async function* solutions(n, { filter = "all" } = {}) {
  for (let from = 0, total = 1; from < total; from += PAGE) {
    const page = await ask("engine", { board: { solutions: { n, filter, from, len: PAGE } } });
    total = page.total;
    for (const { columns } of page.boards) yield columns;
  }
}

export const complete = (board) => ask("engine", { board: { complete: withQueens(board) } });

export const check = (text, { notation, oneBased = false, partial = false } = {}) => ask("judge", { check: { text, notation, one_based: oneBased, partial } });

export const images = (board) => ask("engine", { board: { orbit: withQueens(board) } });

export const listings = (method) => ask("engine", { run: { listings: { method } } });

export async function* steps(method, n, { board } = {}) {
  const run = board === undefined ? { method, n } : { method, n, board };
  for (let from = 0, ended = false; !ended; from += PAGE) {
    const page = await ask("engine", { run: { steps: { run, from, len: PAGE } } });
    ended = page.ended;
    yield* page.steps.map(numbered);
  }
}

/** The page counts rows and columns from 0 or 1, so texts have numbers such as `{3}`, and sums such as `{3+2}`. Here they count from 0. */
const numbered = (value) => {
  if (typeof value === "string") return value.replace(/\{(\d+)(?:\+\d+)?\}/g, "$1");
  if (Array.isArray(value)) return value.map(numbered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbered(one)]));
};

const withQueens = ({ n, queens = [], blocked = [] } = {}) => ({ n, queens, blocked });
const boardOf = (board) => withQueens(typeof board === "number" ? { n: board } : board);

export async function count(board) {
  const { solutions } = await ask(counter, { count: { whole: { of: "solutions", board: boardOf(board) } } });
  return BigInt(solutions);
}

export async function occupancy(board) {
  const { occupancy } = await ask(counter, { count: { whole: { of: "occupancy", board: boardOf(board) } } });
  return occupancy.map((row) => row.map(BigInt));
}

export async function random(board, { count = 1, seed = Math.floor(Math.random() * 2 ** 53) } = {}) {
  const { boards } = await ask(counter, { count: { random: { board: boardOf(board), count, seed } } });
  return boards;
}

export const puzzle = ({ n = 8, grade = null, seed = Math.floor(Math.random() * 2 ** 32) } = {}) => ask("puzzles", { puzzle: { new: { n, grade, seed } } });

export const puzzleOfDay = (date) => ask("puzzles", { puzzle: { day: date } });

export const hint = (regions, marks) => ask("puzzles", { puzzle: { hint: { regions, marks } } });
