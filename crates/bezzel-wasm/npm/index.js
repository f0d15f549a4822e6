// The engine of bezzel: WebAssembly modules, which are loaded when they are needed first.

const host = { seconds: () => performance.now() / 1000, tell: () => undefined };

/** Each address is written out, so that bundlers find the files. */
const ADDRESSES = {
  engine: () => new URL("./engine.wasm", import.meta.url),
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

function text(value) {
  if (typeof value !== "string") throw new TypeError(`expected a string, found ${String(value)}`);
  return value;
}

/** What JSON would turn into null or refuse with an unhelpful message. */
function plain(name, value) {
  if (typeof value === "bigint") throw new TypeError(`expected a number for ${name}, found a BigInt`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`expected a whole number for ${name}, found ${value}`);
  return value;
}

/** A value of another type is a TypeError, any other fault a RangeError. */
function refusal(detail) {
  // The place in the request as JSON says nothing to a caller.
  const message = detail.replace(/ at line 1 column \d+$/, "");
  const missing = /^missing field `(\w+)`$/.exec(message);
  if (missing) return new TypeError(`expected a value for ${missing[1]}, found undefined`);
  const [, found, expected] = /^invalid (?:type|value): (.*), expected (.*)$/.exec(message) ?? [];
  if (found === undefined) return new RangeError(message);
  const wantsNumber = /^u(\d+|size)$/.test(expected);
  const isNumber = wantsNumber && /^(floating point|integer) /.test(found);
  const accepted = wantsNumber ? "a whole number that is not negative" : expected.replace(/^struct At$/, "a square { row, column }");
  return new (isNumber ? RangeError : TypeError)(`expected ${accepted}, found ${found}`);
}

async function ask(name, asked) {
  const { memory, request, answer, answer_address } = await instance(name);
  const bytes = new TextEncoder().encode(JSON.stringify(asked, plain));
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
  if (answered.problem) throw refusal(answered.problem.detail);
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

export const complete = async (board) => ask("engine", { board: { complete: withQueens(board) } });

export const read = async (boards, { base, columns } = {}) => {
  if (base !== undefined && base !== 0 && base !== 1) throw new RangeError(`expected base 0 or 1, found ${String(base)}`);
  return ask("puzzles", { read: { text: text(boards), base, columns } });
};

export const images = async (board) => ask("engine", { board: { orbit: withQueens(board) } });

export const listings = async (method) => ask("engine", { run: { listings: { method: text(method) } } });

export async function* steps(method, n, { board } = {}) {
  const run = board === undefined ? { method: text(method), n } : { method: text(method), n, board };
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

function withQueens(board) {
  if (typeof board !== "object" || board === null) throw new TypeError(`expected n as a number, or a board such as { n: 8, queens: [] }, found ${String(board)}`);
  const { n, queens = [], blocked = [] } = board;
  return { n, queens, blocked };
}
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

export const puzzleOfDay = async (date) => ask("puzzles", { puzzle: { day: text(date) } });

export const hint = (regions, marks) => ask("puzzles", { puzzle: { hint: { regions, marks } } });
