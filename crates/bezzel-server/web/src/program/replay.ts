// The moves of a program as steps of the player: queens and decision tree after each move. The judge checked them.

import type { Branch, Square } from "../api";
import type { Text } from "../engine/types";
import { type Scene, sceneOfQueens } from "../scene";
import { same } from "../squares";
import type { Moves } from "./judge";
import type { Move } from "./protocol";
import type { Trace } from "./trace";

/** Moves of a run or a file, and what is known about each. */
export interface Recorded {
  checked: Moves;
  /** Line and output of each move. */
  details: Pick<Move, "line" | "printed" | "step">[];
  /** The recorded steps; undefined if there are none. */
  trace: Trace | undefined;
  /** False if the recording ends before the program. */
  isWhole: boolean;
  /** The whole output. */
  printed: string;
  /** Name of the file; undefined for a run. */
  file: string | undefined;
  /** The program whose lines are lit; undefined if the moves of a file do not have it. */
  program: string | undefined;
}

interface Placed {
  square: Square;
  /** Numbers of queens and solutions before it was placed. */
  placed: number;
  solutions: number;
  level: number;
}

/** The state after a number of moves. */
export interface Position {
  queens: Placed[];
  tree: Branch[][];
  placed: number;
  solutions: number;
  /** Fault of the last move. */
  fault: Text | undefined;
}

const START: Position = { queens: [], tree: [], placed: 0, solutions: 0, fault: undefined };
/** Lines of attacks that are drawn: wrong programs may fill the board. */
const MAX_RAYS = 8;
/** Moves between two states that are kept. */
const MOVES_PER_STATE = 512;

export class Replay {
  readonly n: number;
  readonly moves: Move[];
  /** Moves that report solutions, from 1. */
  readonly solutions: number[] = [];
  /** Wrong moves, from 1, with their faults. */
  readonly faults: ReadonlyMap<number, Text>;
  /** The coordinate in which the queens of one level differ. */
  readonly across: "row" | "column";
  private readonly states: Position[] = [];

  constructor(n: number, moves: Move[], faults: Moves["faults"]) {
    this.n = n;
    this.moves = moves;
    this.faults = new Map(faults.map(({ index, text }) => [index + 1, text]));
    const state = copied(START);
    let [byRow, byColumn] = [0, 0];
    for (const [at, move] of this.moves.entries()) {
      if (at % MOVES_PER_STATE === 0) this.states.push(copied(state));
      if (move.kind === "place" && move.row === state.queens.length) byRow++;
      if (move.kind === "place" && move.column === state.queens.length) byColumn++;
      if (move.kind === "solution") this.solutions.push(at + 1);
      this.apply(state, at);
    }
    this.across = byColumn > byRow ? "row" : "column";
  }

  /** Does the move after `at` others; a wrong one changes nothing on the board. */
  private apply(state: Position, at: number) {
    const { kind, row, column } = this.moves[at]!;
    const { queens, tree } = state;
    const square = { row, column };
    state.fault = this.faults.get(at + 1);
    if (kind === "solution") state.solutions++;
    if (kind === "solution" || state.fault) return;
    if (kind === "place") {
      const level = queens.length;
      queens.push({ square, placed: state.placed++, solutions: state.solutions, level });
      tree.length = Math.min(tree.length, level + 1);
      const others = (tree[level] ??= []).filter((branch) => !same(branch.square, square));
      tree[level] = [...others, { square, state: "open" }];
      return;
    }
    const place = queens.findIndex((queen) => same(queen.square, square));
    const [removed] = place < 0 ? [] : queens.splice(place, 1);
    if (!removed) return;
    const { level, placed, solutions } = removed;
    const left: Branch = { square, state: "left", placed: state.placed - placed, solutions: state.solutions - solutions };
    tree.length = Math.min(tree.length, level + 1);
    tree[level] = (tree[level] ?? []).map((branch) => (same(branch.square, square) ? left : branch));
  }

  /** Number of moves that were made before a step ends. */
  madeBefore(step: number): number {
    let [from, to] = [0, this.moves.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.moves[middle]!.step < step) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The state after `at` moves. */
  after(at: number): Position {
    const from = Math.min(Math.floor(Math.max(0, at - 1) / MOVES_PER_STATE), Math.max(0, this.states.length - 1));
    const state = copied(this.states[from] ?? START);
    for (let move = from * MOVES_PER_STATE; move < at; move++) this.apply(state, move);
    return state;
  }
}

const copied = (state: Position): Position => ({ ...state, queens: [...state.queens], tree: [...state.tree] });

/** Draws the board after a move. */
export function sceneOfMove({ queens, fault }: Position, move: Move | undefined, n: number): Scene {
  const scene = sceneOfQueens(queens.map(({ square }) => square));
  scene.rays.length = Math.min(scene.rays.length, MAX_RAYS);
  if (!move || move.kind === "solution") return { ...scene, solved: move !== undefined && !fault };
  const { kind, row, column } = move;
  const isOnBoard = [row, column].every((index) => index >= 0 && index < n);
  if (isOnBoard) scene.marks.push([{ row, column }, fault ? "rejected" : kind === "place" ? "placed" : "removed"]);
  return scene;
}
