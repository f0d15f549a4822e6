// The moves of a program as steps of the player: queens, decision tree and faults after each move.

import type { Branch, Conflict, Square } from "../api";
import type { Mark, Ray } from "../board";
import type { Scene } from "../scene";
import { conflicts, same } from "../squares";
import type { Move } from "./protocol";

/** Fault of a move. */
export type MoveFault =
  | { kind: "occupied" | "empty" | "outside"; square: Square }
  | { kind: "missing"; queens: number }
  | { kind: "attack"; pair: Conflict };

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
}

/** Moves between two states that are kept. */
const MOVES_PER_STATE = 512;

export class Replay {
  /** Moves that report solutions, from 1. */
  readonly solutions: number[] = [];
  /** The first wrong move, from 1, and the number of wrong moves. */
  readonly fault: { at: number; fault: MoveFault } | undefined;
  readonly faults: number = 0;
  /** The coordinate in which the queens of one level differ. */
  readonly across: "row" | "column";
  private readonly states: Position[] = [];

  constructor(
    readonly n: number,
    readonly moves: Move[],
  ) {
    const state: Position = { queens: [], tree: [], placed: 0, solutions: 0 };
    let [byRow, byColumn] = [0, 0];
    for (const [at, move] of moves.entries()) {
      if (at % MOVES_PER_STATE === 0) this.states.push(copied(state));
      if (move.kind === "place" && move.row === state.queens.length) byRow++;
      if (move.kind === "place" && move.column === state.queens.length) byColumn++;
      if (move.kind === "solution") this.solutions.push(at + 1);
      const fault = this.apply(state, move);
      if (!fault) continue;
      this.fault ??= { at: at + 1, fault };
      this.faults++;
    }
    this.across = byColumn > byRow ? "row" : "column";
  }

  /** Does a move that is possible; returns the fault of another one, which changes nothing. */
  private apply(state: Position, { kind, row, column }: Move): MoveFault | undefined {
    const { queens, tree } = state;
    const square = { row, column };
    const at = queens.findIndex((queen) => same(queen.square, square));
    if (kind === "solution") {
      state.solutions++;
      const pair = conflicts(queens.map(({ square }) => square))[0];
      if (pair) return { kind: "attack", pair };
      return queens.length < this.n ? { kind: "missing", queens: queens.length } : undefined;
    }
    if (![row, column].every((index) => index >= 0 && index < this.n)) return { kind: "outside", square };
    if (kind === "place") {
      if (at >= 0) return { kind: "occupied", square };
      const level = queens.length;
      queens.push({ square, placed: state.placed++, solutions: state.solutions, level });
      tree.length = Math.min(tree.length, level + 1);
      const others = (tree[level] ??= []).filter((branch) => !same(branch.square, square));
      tree[level] = [...others, { square, state: "open" }];
      return undefined;
    }
    const [removed] = at < 0 ? [] : queens.splice(at, 1);
    if (!removed) return { kind: "empty", square };
    const left: Branch = {
      square,
      state: "left",
      placed: state.placed - removed.placed,
      solutions: state.solutions - removed.solutions,
    };
    const { level } = removed;
    tree.length = Math.min(tree.length, level + 1);
    tree[level] = (tree[level] ?? []).map((branch) => (same(branch.square, square) ? left : branch));
    return undefined;
  }

  /** The state after `at` moves, and the fault of the last one. */
  after(at: number): Position & { fault: MoveFault | undefined } {
    const from = Math.min(Math.floor(Math.max(0, at - 1) / MOVES_PER_STATE), Math.max(0, this.states.length - 1));
    const state = copied(this.states[from] ?? { queens: [], tree: [], placed: 0, solutions: 0 });
    let fault: MoveFault | undefined;
    for (let move = from * MOVES_PER_STATE; move < at; move++) fault = this.apply(state, this.moves[move]!);
    return { ...state, fault };
  }
}

const copied = (state: Position): Position => ({ ...state, queens: [...state.queens], tree: [...state.tree] });

/** Draws the board after a move. */
export function sceneOfMove(position: Position & { fault: MoveFault | undefined }, move: Move | undefined): Scene {
  const queens = position.queens.map(({ square }) => square);
  const pairs = conflicts(queens);
  const marks: [Square, Mark][] = [];
  if (move && move.kind !== "solution" && !position.fault)
    marks.push([{ row: move.row, column: move.column }, move.kind === "place" ? "placed" : "removed"]);
  if (position.fault && "square" in position.fault && position.fault.kind !== "outside") marks.push([position.fault.square, "rejected"]);
  const attacked = queens.filter((queen) => pairs.some(({ first, second }) => same(first, queen) || same(second, queen)));
  marks.unshift(...attacked.map((square): [Square, Mark] => [square, "conflict"]));
  const rays: Ray[] = pairs.slice(0, 8).map(({ first, second, line }) => ({ from: first, to: second, line }));
  return { queens, ghosts: [], marks, rays, row: null, solved: move?.kind === "solution" && !position.fault };
}
