// English texts of boards with placed queens and blocked squares.

import type { Impossibility, Square } from "../api";
import { grouped } from "./numbers";
import { shown } from "./counting";

const at = ({ row, column }: Square) => `row ${shown(row)}, column ${shown(column)}`;
const number = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

function impossible(reason: Impossibility): string {
  switch (reason.kind) {
    case "queen-on-blocked-square":
      return `The queen at ${at(reason.square)} is on a blocked square.`;
    case "attack":
      return `The queens at ${at(reason.pair.first)} and ${at(reason.pair.second)} attack each other.`;
    case "full-row":
      return `Row ${shown(reason.row)} has no free square.`;
    case "full-column":
      return `Column ${shown(reason.column)} has no free square.`;
    case "other":
      return reason.detail;
  }
}

export const givenEn = {
  impossible,
  random: "Random completion",
  drawing: "computing … All completions are counted before the draw, which may take seconds.",
  stop: "Stop",
  drawn: "A random completion: all completions of the board have the same probability. Repeat to draw another one.",
  layerBox: "Heat map of the completions",
  layer: (count: number) => `${number(count, "completion", "completions")}. The colours show the share with a queen on each square.`,
  layerBefore: "They are those of the board before it was completed.",
  share: (count: number, all: number) => `${number(count, "completion", "completions")}, ${(all > 0 ? (100 * count) / all : 0).toFixed(3)} %`,
  pointed: (square: string, share: string) => `${square}: ${share}`,
  layerScale: "Share of the completions with a queen on the square",
  layerTooLarge: (most: number) => `The heat map of a board is computed up to n = ${most}.`,
  search: "Search on this board",
  searchTooLarge: (most: number) => `The steps of a search are shown up to n = ${most}.`,
  board: (queens: number, blocked: number) =>
    `Given board: ${number(queens, "queen", "queens")}, ${number(blocked, "blocked square", "blocked squares")}. A queen that the search has not reached is drawn as an outline.`,
  methods: (names: string) => `Methods that search a given board: ${names}.`,
  change: "Change the board",
  leave: "Search the empty board",
  mask: "columns that the given board allows in this row",
  listing: "In the program, board is a mask of the columns that the given board allows in the row: neither blocked nor attacked by a given queen.",
  expected: "expected a board in one word, such as Q3/2x1/4/1x2: rows with Q, x and numbers of free squares, at most 16",
};
