// Puzzles made, graded and explained in the browser: the library compiled to WebAssembly (crates/bezzel-wasm).

import type { Square } from "../api";
import { isSolved, puzzleOf, type Grade, type Marks, type Puzzle, type Rule, type Step, type Unit } from "./model";

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  /** Makes room for a request and returns its address. */
  request: (length: number) => number;
  /** Answers the request and returns the length of the answer. */
  answer: () => number;
  answer_address: () => number;
}

type Request =
  | { new: { n: number; grade: Grade | null; seed: number } }
  | { day: string }
  | { analyse: string[] }
  | { hint: { regions: string[]; marks: string[] } }
  | "continue";

/** A step as the library writes it. */
interface WrittenStep {
  rule: Rule;
  units: { row?: number; column?: number; region?: number }[];
  because: Square[];
  step: { place?: Square; rule_out?: Square[] };
}

type Answer =
  | "unfinished"
  | { puzzle: { regions: string[]; grade: Grade | null; solutions: number } }
  | { hint: { wrong: Square[]; hint: WrittenStep | null } }
  | { error: string };

export type Hint =
  /** Marks that are not those of the solution. */
  | { kind: "mistake"; squares: number[] }
  | { kind: "step"; step: Step }
  /** The puzzle is solved, or no rule makes progress. */
  | { kind: "done" | "stuck" }
  /** The browser does not run WebAssembly. */
  | { kind: "no-solver" };

/** The browser does not run WebAssembly. */
export class NoSolver extends Error {}

/** Time of a search between two breaks, in which the page draws and reacts. */
const SLICE_MS = 25;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Loads the module; without WebAssembly, fails with `NoSolver`. */
function compile(): Promise<WebAssembly.Module> {
  compiled ??= import("./solver.json").then(({ default: code }) =>
    WebAssembly.compile(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0))),
  );
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

/** A module with a memory of its own, so that searches do not meet. */
async function solver(): Promise<(request: Request) => Answer> {
  const { exports } = await compile()
    .then((module) => WebAssembly.instantiate(module))
    .catch((error: unknown) => {
      throw new NoSolver(String(error));
    });
  const { memory, request, answer, answer_address } = exports as Exports;
  return (asked) => {
    const bytes = new TextEncoder().encode(JSON.stringify(asked));
    const start = request(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, start);
    const length = answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer_address(), length))) as Answer;
  };
}

/** Searches until there is an answer; `undefined` if `isStopped` returned true before. */
async function search(request: Request, isStopped: () => boolean): Promise<Puzzle | undefined> {
  const ask = await solver();
  let answer = ask(request);
  while (answer === "unfinished") {
    for (const ends = performance.now() + SLICE_MS; answer === "unfinished" && performance.now() < ends; ) answer = ask("continue");
    await new Promise((resume) => setTimeout(resume));
    if (isStopped()) return undefined;
  }
  if (!("puzzle" in answer)) throw new Error(JSON.stringify(answer));
  const { regions, grade, solutions } = answer.puzzle;
  const puzzle = puzzleOf(regions.join(""));
  return puzzle ? { ...puzzle, grade, solutions } : undefined;
}

const rowsOf = (squares: string, n: number) => squares.match(new RegExp(`.{${n}}`, "g")) ?? [];
const never = () => false;

/** Makes a puzzle of this size and grade; equal seeds give equal puzzles. */
export const newPuzzle = (n: number, grade: Grade | null, isStopped: () => boolean, seed = Math.floor(Math.random() * 2 ** 32)) =>
  search({ new: { n, grade, seed } }, isStopped);

/** Makes the puzzle of a day. */
export const puzzleOfDay = (day: string) => search({ day }, never);

/** Finds the number of solutions and the grade of a puzzle. */
export const analysed = ({ letters, n }: Puzzle, isStopped: () => boolean) => search({ analyse: rowsOf(letters, n) }, isStopped);

/** Finds the next step of a player by the rules of the library. */
export async function nextHint(puzzle: Puzzle, marks: Marks): Promise<Hint> {
  const { n, letters } = puzzle;
  if (isSolved(puzzle, marks)) return { kind: "done" };
  let ask;
  try {
    ask = await solver();
  } catch {
    return { kind: "no-solver" };
  }
  const answer = ask({ hint: { regions: rowsOf(letters, n), marks: rowsOf(marks, n) } });
  if (answer === "unfinished" || !("hint" in answer)) throw new Error(JSON.stringify(answer));
  const index = ({ row, column }: Square) => row * n + column;
  const { wrong, hint } = answer.hint;
  if (wrong.length > 0) return { kind: "mistake", squares: wrong.map(index) };
  if (!hint) return { kind: "stuck" };
  const { rule, units, because, step } = hint;
  const unit = (unit: WrittenStep["units"][number]): Unit => {
    const [kind, number] = Object.entries(unit)[0] as [Unit["kind"], number];
    return { kind, number };
  };
  return {
    kind: "step",
    step: {
      rule,
      units: units.map(unit),
      because: because.map(index),
      place: step.place ? index(step.place) : null,
      ruleOut: step.rule_out?.map(index) ?? [],
    },
  };
}
