// English texts of boards with constraints.

import type { Impossibility, Proof, Square } from "../api";
import type { Numbering } from "./numbering";
import { counted } from "./numbers";

const at = ({ shown }: Numbering, { row, column }: Square) => `row ${shown(row)}, column ${shown(column)}`;

function impossible(numbers: Numbering, reason: Impossibility): string {
  const { shown } = numbers;
  switch (reason.kind) {
    case "queen-on-blocked-square":
      return `The queen at ${at(numbers, reason.square)} is on a blocked square.`;
    case "attack":
      return `The queens at ${at(numbers, reason.pair.first)} and ${at(numbers, reason.pair.second)} attack each other.`;
    case "full-row":
      return `Row ${shown(reason.row)} has no free square.`;
    case "full-column":
      return `Column ${shown(reason.column)} has no free square.`;
    case "other":
      return reason.detail;
  }
}

/** The row or column of a proof. */
export type ProofLine = Proof["steps"][number]["line"];

const line = ({ shown }: Numbering, line: ProofLine) => ("row" in line ? `row ${shown(line.row)}` : `column ${shown(line.column)}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const proof = (numbers: Numbering) => ({
  title: (length: number) => `Proof with ${counted(length, "step")}`,
  forced: (square: Square, only: ProofLine) =>
    `${capital(line(numbers, only))} has one free square left: its queen is at ${at(numbers, square)}.`,
  ruledOut: (square: Square, empty: ProofLine) =>
    `A queen at ${at(numbers, square)} would leave no free square in ${line(numbers, empty)}: it is ruled out.`,
  noSquare: (empty: ProofLine) => `${capital(line(numbers, empty))} has no free square left.`,
  cases: (of: ProofLine, count: number) =>
    `${capital(line(numbers, of))} has ${counted(count, "free square")}, and none of them is possible:`,
  suppose: (square: Square) => `Suppose that a queen is at ${at(numbers, square)}.`,
});

function none(n: number, queens: number, blocked: number): string {
  const contains = `contains ${queens === 1 ? "this queen" : "these queens"}`;
  const avoids = `avoids ${blocked === 1 ? "the blocked square" : "the blocked squares"}`;
  if (queens + blocked === 0) return `No solution exists for n = ${n}.`;
  return `No solution ${[queens > 0 && contains, blocked > 0 && avoids].filter(Boolean).join(" and ")}.`;
}

export const givenEn = (numbers: Numbering) => ({
  impossible: (reason: Impossibility) => impossible(numbers, reason),
  none,
  proof: proof(numbers),
  longProof: "The proof is too long for this page: bezzel complete --why prints it.",
  random: "Random completion",
  drawing: "computing … All completions are counted before the draw, which may take a minute.",
  stop: "Stop",
  drawn: "A random completion: all completions of the board have the same probability. Repeat to draw another one.",
  layerBox: "Heat map of the completions",
  layer: (count: number) => `${counted(count, "completion")}. The colours show the share of completions with a queen on each square.`,
  layerBefore: "These are the completions of the board before you completed it.",
  share: (count: number, all: number) => `${counted(count, "completion")}, ${(all > 0 ? (100 * count) / all : 0).toFixed(3)} %`,
  pointed: (square: string, share: string) => `${square}: ${share}`,
  layerScale: "Share of the completions with a queen on the square",
  layerTooLarge: (most: number) => `The heat map of a board is computed up to n = ${most}.`,
  search: "Search on this board",
  searchTooLarge: (most: number) => `The steps of a search are shown up to n = ${most}.`,
  board: (queens: number, blocked: number) =>
    `Given board: ${counted(queens, "queen")}, ${counted(blocked, "blocked square")}. A queen that the search has not reached is drawn as an outline.`,
  methods: (names: string) => `Methods that search a given board: ${names}.`,
  change: "Change the board",
  leave: "Search the empty board",
  mask: "columns that the given board allows in this row",
  listing:
    "In the program, board is a mask of the columns that the given board allows in the row: neither blocked nor attacked by a given queen.",
});

export type GivenWords = ReturnType<typeof givenEn>;
