// The moves of a program as steps of the player: queens and decision tree after each move. The judge checked them.

import type { Decision, Square } from "../api";
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

/** A queen on the path of the tree: its node, and the numbers after it was placed. */
interface OnPath {
  node: number;
  placed: number;
  solutions: number;
}

/** The state after a number of moves. */
export interface Position {
  queens: Square[];
  /** The folded decision tree, as that of a method. */
  tree: Decision[];
  path: OnPath[];
  placed: number;
  solutions: number;
  /** Fault of the last move. */
  fault: Text | undefined;
}

const START: Position = { queens: [], tree: [], path: [], placed: 0, solutions: 0, fault: undefined };
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
    const { queens, tree, path } = state;
    const square = { row, column };
    state.fault = this.faults.get(at + 1);
    if (kind === "solution") state.solutions++;
    if (kind === "solution" || state.fault) return;
    if (kind === "place") {
      const parent = path.at(-1)?.node ?? null;
      const known = tree.findIndex((node) => node.parent === parent && same(node.square, square));
      if (known >= 0) tree.splice(known, 1);
      tree.push({ parent, square, step: at, result: "open" });
      path.push({ node: tree.length - 1, placed: ++state.placed, solutions: state.solutions });
      queens.push(square);
      return;
    }
    const place = queens.findIndex((queen) => same(queen, square));
    if (place >= 0) queens.splice(place, 1);
    const depth = path.findIndex(({ node }) => same(tree[node]!.square, square));
    if (depth < 0) return;
    const { node, placed, solutions } = path[depth]!;
    const below = { placed: state.placed - placed, solutions: state.solutions - solutions, folded: false };
    tree.splice(node, Infinity, { ...tree[node]!, result: "placed", ...below });
    path.length = depth;
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

const copied = (state: Position): Position => ({
  ...state,
  queens: [...state.queens],
  tree: [...state.tree],
  path: [...state.path],
});

/** Draws the board after a move. */
export function sceneOfMove({ queens, fault }: Position, move: Move | undefined, n: number): Scene {
  const scene = sceneOfQueens(queens);
  scene.rays.length = Math.min(scene.rays.length, MAX_RAYS);
  if (!move || move.kind === "solution") return { ...scene, solved: move !== undefined && !fault };
  const { kind, row, column } = move;
  const isOnBoard = [row, column].every((index) => index >= 0 && index < n);
  if (isOnBoard) scene.marks.push([{ row, column }, fault ? "rejected" : kind === "place" ? "placed" : "removed"]);
  return scene;
}
