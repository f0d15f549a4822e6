// Drawing and description of a step: marked squares, lines and sentence.

import type { Data, Square, Step } from "./api";
import type { Mark, Ray } from "./board";
import type { Given } from "./given";
import { bits, conflicts, diagonalsThrough, has, isAttacked, queensOf, same, squaresOf } from "./squares";
import type { Words } from "./words";

export interface Scene {
  queens: Square[];
  /** Queens on odd squares of the colour split, and given queens that the search has not reached. */
  ghosts: Square[];
  marks: [Square, Mark][];
  rays: Ray[];
  row: number | null;
  solved: boolean;
}

/** The scene of a step, on a board with given queens and blocked squares if there is one. */
export function sceneOf(n: number, step: Step | undefined, given?: Given): Scene {
  const scene = sceneOfStep(n, step);
  if (!given) return scene;
  const waiting = given.queens.filter((queen) => !has(scene.queens, queen));
  const blocked = given.blocked.map((square): [Square, Mark] => [square, "blocked"]);
  return { ...scene, ghosts: [...scene.ghosts, ...waiting], marks: [...blocked, ...scene.marks] };
}

function sceneOfStep(n: number, step: Step | undefined): Scene {
  if (!step) return { queens: [], ghosts: [], marks: [], rays: [], row: null, solved: false };
  const solved = step.event === "solution";
  const queens = solved ? queensOf(step.columns) : step.queens;
  const focus = marked(step);
  const ground: [Square, Mark][] = solved ? [] : background(n, step.data, queens, focus);
  const isOdd = ({ row, column }: Square) => step.data.kind === "colours" && (row + column) % 2 === 1;
  const ghosts = queens.filter(isOdd);
  return {
    queens: queens.filter((queen) => !isOdd(queen)),
    ghosts,
    marks: [...ground, ...focus],
    rays: rays(step, n),
    row: activeRow(step, n),
    solved,
  };
}

/** The scene of queens without a step, with the lines along which they attack each other, on marks such as `attackedMarks`. */
export function sceneOfQueens(queens: Square[], ground: [Square, Mark][] = []): Scene {
  const rays = conflicts(queens).map(({ first, second, line }) => ({ from: first, to: second, line }));
  const clashing = queens.filter((queen) => isAttacked(queen, queens));
  const marks = clashing.map((square): [Square, Mark] => [square, "conflict"]);
  return { queens, ghosts: [], marks: [...ground, ...marks], rays, row: null, solved: false };
}

/** Marks of the attacked squares, but for those with a queen or another mark. */
export const attackedMarks = (n: number, queens: Square[], taken = queens): [Square, Mark][] =>
  squaresOf(n)
    .filter((square) => !has(taken, square) && isAttacked(square, queens))
    .map((square) => [square, "attacked"]);

/** The row of the step's square or masks. */
function activeRow(step: Step, n: number): number | null {
  if ("square" in step) return step.square.row;
  if (step.event === "masks" && step.row + 1 < n) return step.row + 1;
  if (step.event === "exhausted") return step.row;
  if (step.event === "own") return step.at?.row ?? null;
  return null;
}

function marked(step: Step): [Square, Mark][] {
  switch (step.event) {
    case "try":
      return [[step.square, "tried"]];
    case "test": {
      if (step.data.kind === "masks") {
        const { row } = step.square;
        return bits(step.data.candidates).map((column) => [{ row, column }, "candidate"]);
      }
      const { probe } = step;
      const seen =
        probe.probe === "queen"
          ? [probe.square]
          : probe.probe === "cell" && probe.row > 0 && probe.column > 0
            ? [{ row: probe.row - 1, column: probe.column - 1 }]
            : [];
      return [[step.square, "tried"], ...seen.map((square): [Square, Mark] => [square, "probed"])];
    }
    case "rejected":
      return [
        [step.by, "attacker"],
        [step.square, "rejected"],
      ];
    case "place":
      return [[step.square, "placed"]];
    case "remove":
      return [[step.square, "removed"]];
    case "own":
      return step.at ? [[step.at, "tried"]] : [];
    default:
      return [];
  }
}

function rays(step: Step, n: number): Ray[] {
  if (step.event === "rejected") return [{ from: step.by, to: step.square, line: step.line }];
  if (step.event !== "test") return [];
  const { probe, square } = step;
  if (probe.probe === "queen") return [{ from: square, to: probe.square }];
  // The whole diagonal whose marker is read.
  const [na, pie] = diagonalsThrough(square, n);
  if (probe.probe === "diagonal-marker") return [na];
  if (probe.probe === "anti-diagonal-marker") return [pie];
  return [];
}

/** Marks of attacked squares and of squares outside this search. */
function background(n: number, data: Data, queens: Square[], focus: [Square, Mark][]): [Square, Mark][] {
  const parity = data.kind === "colours" ? Number(data.colour === "odd") : null;
  return squaresOf(n).flatMap((square): [Square, Mark][] => {
    if (has(queens, square) || focus.some(([other]) => same(other, square))) return [];
    if (parity !== null && (square.row + square.column) % 2 !== parity) return [[square, "outside"]];
    return isAttacked(square, queens) ? [[square, "attacked"]] : [];
  });
}

/** The sentence that describes a step. */
export const sentence = (words: Words, step: Step): string => words.written(step.sentence);
