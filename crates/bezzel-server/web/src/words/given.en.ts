// English texts of boards with constraints.

import { counted } from "./numbers";

function none(n: number, queens: number, blocked: number): string {
  const contains = `contains ${queens === 1 ? "this queen" : "these queens"}`;
  const avoids = `avoids ${blocked === 1 ? "the blocked square" : "the blocked squares"}`;
  if (queens + blocked === 0) return `No solution exists for n = ${n}.`;
  return `No solution ${[queens > 0 && contains, blocked > 0 && avoids].filter(Boolean).join(" and ")}.`;
}

export const givenEn = {
  none,
  proof: (length: number) => `Proof with ${counted(length, "step")}`,
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
};

export type GivenWords = typeof givenEn;
