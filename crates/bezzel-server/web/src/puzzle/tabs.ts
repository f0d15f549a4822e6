// The views of puzzles, which are a script of their own (programs.ts).

export { PuzzleTab } from "../tabs/puzzle";
export { PuzzleSheets } from "../tabs/puzzles";
