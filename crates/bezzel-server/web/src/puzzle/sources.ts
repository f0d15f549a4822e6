// Puzzles of the server.

import { api, type PuzzleView } from "../api";
import { puzzleOf, type Grade, type Puzzle, type Rule, type Step, type Unit } from "./model";

const GRADE_OF: Record<Rule, Grade> = {
  queen: "easy",
  single: "easy",
  inside: "easy",
  "attacks-all": "medium",
  sets: "hard",
  contradiction: "expert",
};
const ORDER: readonly Grade[] = ["easy", "medium", "hard", "expert"];

/** The grade of a puzzle that these steps solve. */
export const gradeOf = (steps: Step[]): Grade =>
  steps.map(({ rule }) => GRADE_OF[rule]).reduce((hardest, grade) => (ORDER.indexOf(grade) > ORDER.indexOf(hardest) ? grade : hardest), "easy");

/** Converts a puzzle of the server. */
function viewed(view: PuzzleView): Puzzle {
  const puzzle = puzzleOf(view.regions.join(""));
  if (!puzzle) throw new Error("the server sent no puzzle");
  const index = ({ row, column }: { row: number; column: number }) => row * view.n + column;
  const steps = view.steps.map(({ rule, units, because, step }): Step => ({
    rule,
    units: units.map((unit): Unit => {
      const [kind, number] = Object.entries(unit)[0] as [Unit["kind"], number];
      return { kind, number };
    }),
    because: because.map(index),
    place: "place" in step ? index(step.place) : null,
    ruleOut: "rule_out" in step ? step.rule_out.map(index) : [],
  }));
  return { ...puzzle, solutions: view.solutions, grade: view.grade ?? null, steps };
}

/** Asks the server for a new puzzle. */
export async function newPuzzle(n: number, grade: Grade | undefined): Promise<Puzzle> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  return viewed(await api.newPuzzle(n, seed, grade));
}

/** Asks the server for the solution and the steps of a puzzle. */
export async function analysed(puzzle: Puzzle): Promise<Puzzle> {
  const rows = puzzle.letters.match(new RegExp(`.{${puzzle.n}}`, "g")) ?? [];
  return viewed(await api.analysePuzzle(rows));
}
