// What the page asks the colour-split counter: the second module of the engine, loaded when something is counted.

import type { Square } from "../api";
import { counter } from "./modules";
import { Pool } from "./pool";
import type * as types from "./types";

export type Drawn = types.RandomCompletions;
export type Occupancies = types.CountTotal;

type Board = { n: number; queens: Square[]; blocked?: Square[] };

/** Number of processors of this device that the page may use. */
export const CORES = Math.max(1, navigator.hardwareConcurrency || 1);

const pool = new Pool<types.Request>(counter, () => CORES);

const ask = <Answer>(request: types.CountRequest, signal?: AbortSignal) => pool.ask<Answer>({ count: request }, { signal });

/** A seed for which JavaScript has all whole numbers. */
export const randomSeed = () => Math.floor(Math.random() * 2 ** 53);

export const counts = {
  /** Random completions; with `count` 0, only checks that they are drawn from this board. */
  random: (board: Board, count: number, seed: number, signal?: AbortSignal) => ask<Drawn>({ random: { board, count, seed } }, signal),
  occupancy: (board: Board, signal?: AbortSignal) => ask<Occupancies>({ whole: { of: "occupancy", board } }, signal),
};
