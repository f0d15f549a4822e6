import type { Square } from "../api";
import { counted, type Numbering } from "../words/numbers";
import type { Grade, Rule, Step, Unit } from "./model";
import { letterOf } from "./model";

const unit = ({ shown }: Numbering, one: Unit) =>
  "region" in one ? `region ${letterOf(one.region)}` : "row" in one ? `row ${shown(one.row)}` : `column ${shown(one.column)}`;
const list = (items: string[]) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`);
const units = (numbers: Numbering, all: Unit[]) => list(all.map((one) => unit(numbers, one)));
const at = ({ shown }: Numbering, { row, column }: Square) => `row ${shown(row)}, column ${shown(column)}`;

const grades: Record<Grade | "any", string> = { any: "any", easy: "easy", medium: "medium", hard: "hard", expert: "expert" };
const rules: Record<Rule, string> = {
  queen: "Queen placed",
  single: "Only square",
  inside: "Inside a line",
  "attacks-all": "Attacks all",
  sets: "Sets of lines",
  contradiction: "Contradiction",
};

const sheet = "One queen in every row, column and region; no two touch.";

export const en = (numbers: Numbering) => ({
  rules:
    "Place one queen in every row, column and coloured region. No two queens may touch, not even at a corner; they may share a long diagonal.",
  how: `Click or tap a square to set a cross, again to set a queen, and again to clear it. Drag over squares to cross them all. The right mouse button, or a finger held for half a second, sets a queen. Keys work wherever the focus is: the arrows move, Q sets a queen, X sets a cross, Delete clears, H shows a hint, and Ctrl+Z and Ctrl+Y undo and redo. Rows and columns count from ${numbers.shown(0)}.`,
  boardLabel: (n: number) => `Puzzle on a board of ${n} by ${counted(n, "square")}`,
  square: (region: number, mark: string, isAttacked: boolean) =>
    `region ${letterOf(region)}${mark === "Q" ? ", queen" : mark === "x" ? ", cross" : isAttacked ? ", crossed automatically" : ""}`,
  of: (day: string) => `Puzzle of ${day}`,
  linked: "Puzzle from a link",
  pasted: "Pasted puzzle",
  grade: "Grade",
  graded: (grade: Grade) => `Grade: ${grades[grade]}`,
  grades,
  queens: (placed: number, n: number) => `${placed} of ${counted(n, "queen")}`,
  restart: "Start again",
  more: "Show squares",
  apply: "Do this step",
  automatic: "Cross attacked squares automatically",
  showTimer: "Show timer",
  time: "Time: ",
  today: "Today's puzzle",
  day: "Day",
  new: "New puzzle",
  size: "Size n",
  rare: "Puzzles of this grade are rare for this size, so making one can take a minute.",
  solved: (time: string | undefined, hints: number) =>
    `Solved${time === undefined ? "" : ` in ${time}`}, ${hints === 0 ? "without hints" : `with ${counted(hints, "hint")}`}.`,
  clash: (first: string) => `Two queens break a rule: ${first}.`,
  touching: "they touch",
  sharing: (shared: Unit) => `they share ${unit(numbers, shared)}`,
  noSquare: (empty: Unit) => `No square is left in ${unit(numbers, empty)}.`,
  mistake: "Some marks are wrong, and the page frames them. Correct them first.",
  noRule: "No rule makes progress here.",
  unique: "This puzzle has exactly one solution.",
  several: "This puzzle has several solutions. These are two of them.",
  undecided: "The time limit ended before all solutions of this puzzle were found.",
  solution: (number: number) => `Solution ${number}`,
  none: "This puzzle has no solution.",
  making: "Making a puzzle …",
  printed: (title: string, grade: Grade | null) => `${title}${grade ? ` (${grades[grade]})` : ""}: ${sheet}`,
  sheets: "Puzzle sheets",
  sheetsNote: "Each page has four puzzles, and all solutions are at the end. The address of this page opens the same puzzles again.",
  count: "Puzzles",
  make: "Make puzzles",
  madeOf: (made: number, all: number) => `${made} of ${counted(all, "puzzle")}`,
  caption: (number: number, grade: Grade | null) => `Puzzle ${number}${grade ? `, ${grades[grade]}` : ""}`,
  solutions: "Solutions",
  back: "Back to the puzzle",
  sheet,
  ruleNames: rules,
  look: ({ rule, units: all }: Step) =>
    rule === "queen"
      ? `${rules[rule]}: look at its row, column, region and neighbours.`
      : `${rules[rule]}: look at ${units(numbers, all)}.`,
  reason: ({ rule, units: all, because, step }: Step): string => {
    const ruledOut = "rule_out" in step ? step.rule_out.length : 0;
    const k = all.length / 2;
    const out = `rule out ${ruledOut === 1 ? "the marked square" : `the ${counted(ruledOut, "marked square")}`}`;
    switch (rule) {
      case "queen":
        return `The queen at ${at(numbers, because[0]!)} attacks its row, column, region and neighbours: ${out}.`;
      case "single":
        return `The only free square of ${units(numbers, all)} is ${at(numbers, because[0]!)}: its queen is there.`;
      case "inside":
        return `All free squares of ${units(numbers, all.slice(0, 1))} are in ${units(numbers, all.slice(1))}, so its queen is there too: ${out}.`;
      case "attacks-all":
        return `A queen on ${ruledOut === 1 ? "the marked square" : "a marked square"} would attack every free square of ${units(numbers, all)}: ${out}.`;
      case "sets":
        return `All free squares of ${units(numbers, all.slice(0, k))} are in ${units(numbers, all.slice(k))}, so their ${k} queens use up ${units(numbers, all.slice(k))}: ${out}.`;
      case "contradiction":
        return `A queen on the marked square would in the end leave no free square in ${units(numbers, all)}: ${out}.`;
    }
  },
});

export type PuzzleWords = ReturnType<typeof en>;
