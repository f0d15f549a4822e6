// What the page asks the engine. The types come from the engine's own (`npm run types`).

import * as modules from "./engine/modules";
import { Pool } from "./engine/pool";
import type * as types from "./engine/types";
import type { METHODS } from "./methods";

export type * from "./engine/types";
export { LIMITS } from "./methods";
export type Step = types.PageStep;
export type StepKind = string;
type MethodView = (typeof METHODS)[number];
export type MethodName = MethodView["name"];

/** A run of a method, on a board in one word unless it is empty. */
type Run = { method: MethodName; n: number; board?: string | undefined };
type Board = { n: number; queens: types.Square[]; blocked?: types.Square[] };

/** A step to find: of one of these kinds, or with at most this number of queens above its row. */
export interface Goal {
  kinds?: StepKind[];
  depth?: number;
}

/** Two searches may go on while a third request is answered at once. */
const WORKERS = 3;
const engine = new Pool<types.Request>(modules.engine, () => WORKERS);

const puzzles = new Pool<types.Request>(modules.puzzles, () => WORKERS);

/** Number of processors of this device that the page may use. */
export const CORES = Math.max(1, navigator.hardwareConcurrency || 1);
const counter = new Pool<types.Request>(modules.counter, () => CORES);

const ask = <Answer>(request: types.Request, signal?: AbortSignal, tell?: (message: unknown) => void) =>
  engine.ask<Answer>(request, { signal, ...(tell ? { tell } : {}) });

export const api = {
  source: (file: string) => ask<string>({ run: { source: file } }),
  steps: (run: Run, from: number, len: number, signal?: AbortSignal) => ask<types.Page>({ run: { steps: { run, from, len } } }, signal),
  find: (run: Run, { kinds, depth }: Goal, at: number | undefined, back: boolean, signal?: AbortSignal) =>
    ask<types.Found>({ run: { find: { run, at, back, kinds, depth } } }, signal),
  listings: (method: MethodName, names: types.Tutorial | null) => ask<types.Listing[]>({ run: { listings: { method, names } } }),
  tree: (run: Run, depth: number, root: number | undefined, signal?: AbortSignal) =>
    ask<types.DecisionTree>({ run: { tree: { run, depth, root } } }, signal),
  run: (run: Run, signal?: AbortSignal) => ask<types.Length>({ run: { length: run } }, signal),
  /** Measures methods until `signal` ends it. */
  race: (race: types.Race, measured: (one: types.Measurement) => void, signal: AbortSignal) =>
    ask<null>({ run: { race } }, signal, (message) => measured(message as types.Measurement)),
  complete: (board: Board, signal?: AbortSignal) => ask<types.Completion>({ board: { complete: board } }, signal),
  orbit: (board: Board, signal?: AbortSignal) => ask<types.Orbit>({ board: { orbit: board } }, signal),
  export: (board: Board, notation: string) => ask<string>({ board: { export: { board, notation } } }),
  solutions: (n: number, filter: types.Filter, from: number, len: number, signal?: AbortSignal) =>
    ask<types.Gallery>({ board: { solutions: { n, filter, from, len } } }, signal),
  read: (request: types.ReadRequest, signal?: AbortSignal) => puzzles.ask<types.ReadContents>({ read: request }, { signal }),
  puzzle: (request: types.PuzzleRequest, signal?: AbortSignal) => puzzles.ask<types.Made>({ puzzle: request }, { signal }),
  /** Random completions; with `count` 0, only checks that they are drawn from this board. */
  random: (board: Board, count: number, seed: number, signal?: AbortSignal) =>
    counter.ask<types.RandomCompletions>({ count: { random: { board, count, seed } } }, { signal }),
  occupancy: (board: Board, signal?: AbortSignal) =>
    counter.ask<types.CountTotal>({ count: { whole: { of: "occupancy", board } } }, { signal }),
  hint: (regions: string[], marks: string[]) => puzzles.ask<types.NextStep>({ puzzle: { hint: { regions, marks } } }),
};
