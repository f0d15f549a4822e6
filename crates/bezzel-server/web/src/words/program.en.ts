// English texts of the tab "Your program".

import type { Line, Square } from "../api";
import type { Move } from "../program/protocol";
import type { MoveFault } from "../program/replay";
import type { Numbering } from "./numbering";
import { counted, grouped } from "./numbers";

const lines: Record<Line, string> = { row: "row", column: "column", diagonal: "diagonal", "anti-diagonal": "anti-diagonal" };

export const programEn = ({ shown }: Numbering) => {
  const at = ({ row, column }: Square) => `row ${shown(row)}, column ${shown(column)}`;
  return {
    intro:
      "Write a program for n queens and run it here, in this browser. place(row, column) puts a queen on the board, remove(row, column) takes it away, solution() reports one; rows and columns count from 0. Or only return or print the result. A function solve(n) is called; without it, the program finds n in the variable n and as its input.",
    language: "Language",
    languages: { python: "Python", javascript: "JavaScript" },
    start: "Begin with",
    starts: { frame: "Empty frame", gap: "Fill the gap", fault: "Find the fault" },
    faultNames: {
      "fault-1": "Fault 1: too few solutions",
      "fault-2": "Fault 2: queens that attack each other",
      "fault-3": "Fault 3: no solution at all",
      "fault-4": "Fault 4: the search stops early",
      "fault-5": "Fault 5: the list has the same board again and again",
    } as { [name: string]: string },
    linked: "Program from the link",
    tasks: {
      frame: "Write the search.",
      gap: "One part is missing: a comment says which. Fill it in.",
      fault: "This program has a fault. Run it, find the step that goes wrong, and mend the program.",
    },
    editor: "Program",
    editorKeys: "Ctrl+Enter runs the program. Tab leaves the editor; Ctrl+] and Ctrl+[ indent.",
    run: "Run",
    stop: "Stop",
    reset: "Begin again",
    running: (n: number) => `Running for n = ${n} …`,
    python: "Python is MicroPython: the language and small libraries, without numpy.",
    ended: (n: number, seconds: string, placed: number) => `n = ${n}: ended after ${seconds}, ${counted(placed, "queen")} placed.`,
    cut: "Later moves and output are not shown.",
    timeLimit: (n: number, seconds: number) => `n = ${n}: stopped after ${seconds} s. Does a loop never end?`,
    stopped: (n: number) => `n = ${n}: stopped.`,
    broken: "The program ended the interpreter, probably because it needed too much memory.",
    error: (line: number | undefined, text: string) => (line === undefined ? text : `Line ${line}: ${text}`),
    memory: (mebibytes: number) => `the program needs more than ${mebibytes} MiB of memory`,
    recursion: "the program calls itself without end",
    outputLimit: (characters: number) => `the program prints more than ${grouped(characters)} characters`,
    toLine: (line: number) => `Go to line ${line}`,
    begin: (moves: number) => `${counted(moves, "move")}. Press play to see them.`,
    noMoves: "The program reported no moves: call place(row, column) and remove(row, column) to see them on the board.",
    notRun: "Run the program to see its moves here.",
    move: ({ kind, row, column }: Move, line: number | undefined, solutions: number) => {
      const where = line === undefined ? "" : `Line ${line}: `;
      if (kind === "solution") return `${where}solution ${grouped(solutions)}.`;
      return `${where}${kind === "place" ? "queen placed on" : "queen removed from"} ${at({ row, column })}.`;
    },
    fault: (fault: MoveFault) => {
      switch (fault.kind) {
        case "occupied":
          return `There is already a queen on ${at(fault.square)}.`;
        case "empty":
          return `There is no queen on ${at(fault.square)}.`;
        case "outside":
          return `The board has no ${at(fault.square)}.`;
        case "missing":
          return `A solution was reported with ${counted(fault.queens, "queen")} on the board.`;
        case "attack":
          return `A solution was reported with queens on ${at(fault.pair.first)} and ${at(fault.pair.second)}, which attack each other along the ${lines[fault.pair.line]}.`;
      }
    },
    faults: (count: number) => (count === 1 ? "One move is not possible." : `${grouped(count)} moves are not possible. The first one:`),
    toFault: (move: number, line: number | undefined) =>
      line === undefined ? `Move ${grouped(move)}` : `Move ${grouped(move)}, line ${line}`,
    variables: "Variables at the move",
    noVariables: "No variables: they are shown for calls of place, remove and solution in the text of the program.",
    output: "Output",
    noOutput: "Nothing printed yet.",
    earlier: (characters: string) => `${characters} earlier characters`,
    share: "Share, print, make an exercise",
    copyLink: "Copy link to this program",
    copied: "Copied.",
    tooLong: (characters: number) => `Too long for a link: at most ${grouped(characters)} characters.`,
    print: "Print",
    exercise: "Exercise for others",
    exerciseHelp:
      "Write the whole program and check its verdict. End the lines of the gap with #? and a task, in JavaScript with //?: the link has the task in their place, and not these lines. #! at the end of a line replaces it by the text that follows.",
    exerciseText: "Text of the exercise",
    copyExercise: "Copy link to the exercise",
  };
};
