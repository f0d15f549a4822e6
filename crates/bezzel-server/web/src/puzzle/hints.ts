// The next step of a player.
//
// The server and the stored puzzles have all steps from the empty board to the solution, so the rules are only in
// the library. Their conclusions grow with the squares that are ruled out: a player who has done all earlier steps,
// and more, can do the next one. A later step is possible too if its argument holds on the board of the player.

import { attacks, queensIn, solutionOf, squaresOf, type Marks, type Puzzle, type Rule, type Step } from "./model";

const RULES: readonly Rule[] = ["queen", "single", "inside", "attacks-all", "sets", "contradiction"];

export type Hint =
  /** Marks that are not those of the solution. */
  | { kind: "mistake"; squares: number[] }
  | { kind: "step"; step: Step }
  /** Nothing is left to do. */
  | { kind: "done" }
  /** The steps of this puzzle are unknown. */
  | { kind: "unknown" };

export function nextHint(puzzle: Puzzle, marks: Marks): Hint {
  const solution = solutionOf(puzzle);
  if (solution.length !== puzzle.n) return { kind: "unknown" };
  const wrong = [...marks].flatMap((mark, at) => {
    const hasQueen = solution.includes(at);
    return (mark === "Q" && !hasQueen) || (mark === "x" && hasQueen) ? [at] : [];
  });
  if (wrong.length > 0) return { kind: "mistake", squares: wrong };
  const step = queenStep(puzzle, marks) ?? laterStep(puzzle, marks);
  return step ? { kind: "step", step } : { kind: "done" };
}

/** The first queen that attacks free squares. */
function queenStep(puzzle: Puzzle, marks: Marks): Step | undefined {
  const { n, regions } = puzzle;
  for (const queen of queensIn(marks)) {
    const ruleOut = [...marks].flatMap((mark, at) => (mark === "." && attacks(puzzle, queen, at) ? [at] : []));
    const units = [
      { kind: "row", number: Math.floor(queen / n) },
      { kind: "column", number: queen % n },
      { kind: "region", number: regions[queen]! },
    ] as const;
    if (ruleOut.length > 0) return { rule: "queen", units: [...units], because: [queen], place: null, ruleOut };
  }
  return undefined;
}

/** The simplest step that is possible and makes progress; the first one always is possible. */
function laterStep(puzzle: Puzzle, marks: Marks): Step | undefined {
  const left = puzzle.steps.flatMap((step) => {
    const ruleOut = step.ruleOut.filter((at) => marks[at] === ".");
    const isDone = step.place === null ? ruleOut.length === 0 : marks[step.place] === "Q";
    return isDone || step.rule === "queen" ? [] : [{ ...step, ruleOut }];
  });
  const possible = left.filter((step) => holds(puzzle, marks, step));
  const simplest = (one: Step, other: Step) =>
    RULES.indexOf(one.rule) - RULES.indexOf(other.rule) || one.units.length - other.units.length;
  return possible.sort(simplest)[0] ?? left[0];
}

/** True if the argument of a step is about squares that are free on this board, and about all of them. */
function holds(puzzle: Puzzle, marks: Marks, { rule, units, because }: Step): boolean {
  if (rule === "contradiction") return false;
  const from = rule === "inside" || rule === "sets" ? units.slice(0, units.length / 2) : units;
  const squares = from.flatMap((unit) => squaresOf(puzzle, unit));
  return squares.every((at) => marks[at] === "x" || (marks[at] === "." && because.includes(at)));
}
