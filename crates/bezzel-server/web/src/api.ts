// What the page asks the engine. The types come from the engine's own (`npm run types`).

import * as modules from "./engine/modules";
import { Pool } from "./engine/pool";
import type { components } from "./engine/types";
import type { METHODS } from "./methods";

type Schemas = components["schemas"];
export type Square = Schemas["Square"];
export type Line = Schemas["Line"];
export type Conflict = Schemas["Conflict"];
export type Symmetry = Schemas["Symmetry"];
export type SymmetryClass = Schemas["SymmetryClass"];
export type MethodView = (typeof METHODS)[number];
export type MethodName = MethodView["name"];
export type Step = Schemas["PageStep"];
export type StepKind = string;
export type Frame = Schemas["Frame"];
export type Table = Schemas["Table"];
export type Listing = Schemas["Listing"];
export type Tutorial = Schemas["Tutorial"];
export type DecisionTree = Schemas["DecisionTree"];
export type Decision = Schemas["Decision"];
export type Data = Schemas["Data"];
export type Masks = Schemas["Masks"];
export type Probe = Schemas["Probe"];
export type Counters = Schemas["Counters"];
export type Branch = Schemas["Branch"];
export type Page = Schemas["Page"];
export type Length = Schemas["Length"];
export type Found = Schemas["Found"];
export type Completion = Schemas["Completion"];
export type Impossibility = Schemas["Impossibility"];
export type Proof = Schemas["Proof"];
export type Orbit = Schemas["Orbit"];
export type Gallery = Schemas["Gallery"];
export type Solution = Schemas["Solution"];
export type Filter = Schemas["Filter"];
export type Written = Schemas["Written"];
export type Made = Schemas["Made"];
export type NextStep = Schemas["NextStep"];
export type ReadContents = Schemas["ReadContents"];
export type ReadBoard = Schemas["ReadBoard"];
export type ReadPuzzle = Schemas["ReadPuzzle"];
export type Measurement = Schemas["Measurement"];

/** A run of a method, on a board in one word unless it is empty. */
type Run = { method: MethodName; n: number; board?: string | undefined };
type Board = { n: number; queens: Square[]; blocked?: Square[] };

/** A step to find: of one of these kinds, or with at most this number of queens above its row. */
export interface Goal {
  kinds?: StepKind[];
  depth?: number;
}

/** Two searches may go on while a third request is answered at once. */
const WORKERS = 3;
const engine = new Pool<Schemas["Request"]>(modules.engine, () => WORKERS);

const puzzles = new Pool<Schemas["Request"]>(modules.puzzles, () => WORKERS);

const ask = <Answer>(request: Schemas["Request"], signal?: AbortSignal, tell?: (message: unknown) => void) =>
  engine.ask<Answer>(request, { signal, ...(tell ? { tell } : {}) });

export const api = {
  source: (file: string) => ask<string>({ run: { source: file } }),
  steps: (run: Run, from: number, len: number, signal?: AbortSignal) => ask<Page>({ run: { steps: { run, from, len } } }, signal),
  find: (run: Run, { kinds, depth }: Goal, at: number | undefined, back: boolean, signal?: AbortSignal) =>
    ask<Found>({ run: { find: { run, at, back, kinds, depth } } }, signal),
  listings: (method: MethodName, names: Tutorial | null) => ask<Listing[]>({ run: { listings: { method, names } } }),
  tree: (run: Run, depth: number, root: number | undefined, signal?: AbortSignal) =>
    ask<DecisionTree>({ run: { tree: { run, depth, root } } }, signal),
  run: (run: Run, signal?: AbortSignal) => ask<Length>({ run: { length: run } }, signal),
  /** Measures methods until `signal` ends it. */
  race: (methods: MethodName[], n: number, measured: (one: Measurement) => void, signal: AbortSignal, only = false) =>
    ask<null>({ run: { race: { methods, n, only } } }, signal, (message) => measured(message as Measurement)),
  complete: (board: Board, signal?: AbortSignal) => ask<Completion>({ board: { complete: board } }, signal),
  orbit: (board: Board, signal?: AbortSignal) => ask<Orbit>({ board: { orbit: board } }, signal),
  export: (board: Board, notation: Written) => ask<string>({ board: { export: { board, notation } } }),
  solutions: (n: number, filter: Filter, from: number, len: number, signal?: AbortSignal) =>
    ask<Gallery>({ board: { solutions: { n, filter, from, len } } }, signal),
  read: (request: Schemas["ReadRequest"], signal?: AbortSignal) => puzzles.ask<ReadContents>({ read: request }, { signal }),
  puzzle: (request: Schemas["PuzzleRequest"], signal?: AbortSignal) => puzzles.ask<Made>({ puzzle: request }, { signal }),
  hint: (regions: string[], marks: string[]) => puzzles.ask<NextStep>({ puzzle: { hint: { regions, marks } } }),
};
