// English texts of the tab "Your program".

import type { Square } from "../api";
import { counted, grouped, type Numbering } from "../words/numbers";
import type { OtherLanguage } from "./exercise";
import type { Move } from "./protocol";
import { type Step, short } from "./trace";

export const languages = { python: "Python", javascript: "JavaScript" };

export const en = ({ shown }: Numbering) => {
  const at = ({ row, column }: Square) => `row ${shown(row)}, column ${shown(column)}`;
  return {
    intro:
      "Paste or write a program for n queens, and run it in this browser. It finds n as its input, as its argument and in the variable n. If it prints nothing, the page calls its function, such as solve(n) or totalNQueens(n). The page shows each line, the variables, and the board that they describe. A program may also call place(row, column), remove(row, column) and solution(); rows and columns count from 0.",
    language: "Language",
    languages,
    start: "Begin with",
    starts: { frame: "Empty template", gap: "Fill the gap", fault: "Find the bug" },
    faultNames: {
      "fault-1": "Bug 1: too few solutions",
      "fault-2": "Bug 2: queens that attack each other",
      "fault-3": "Bug 3: no solution at all",
      "fault-4": "Bug 4: the search stops early",
      "fault-5": "Bug 5: the list has the same board again and again",
    } as { [name: string]: string },
    linked: "Program from the link",
    tasks: {
      frame: "Write the search.",
      gap: "One part is missing: a comment says which. Fill it in.",
      fault: "This program has a bug. Run it, find the step that goes wrong, and correct the program.",
    },
    expected: "Expected",
    chooseOne: (expected: string, one: string) => `: choose “${one}” under “${expected}” to judge it so`,
    modes: { all: "all solutions, or their number", fundamental: "fundamental solutions, or their number", one: "one solution" },
    editor: "Program",
    editorKeys: "Ctrl+Enter runs the program. Tab leaves the editor; Ctrl+] and Ctrl+[ indent.",
    run: "Run",
    judge: "Judge for n = 1 to 8",
    reset: "Restore the original",
    running: (n: number) => `Running for n = ${n} …`,
    starting: (language: string) => `Starting ${language} …`,
    judging: (n: number) => `Judging, n = ${n} …`,
    python:
      "Python is CPython 3.14, with the standard modules that need no files and no network. The page loads it when you first edit or run a program.",
    ended: (n: number, seconds: string, placed: number, hasError: boolean) =>
      `n = ${n}: ${hasError ? "stopped after" : "finished in"} ${seconds}${placed > 0 ? `, ${counted(placed, "queen")} placed` : ""}.`,
    cut: "Later steps, moves and output are not shown.",
    timeLimit: (n: number, seconds: number) => `n = ${n}: stopped after ${seconds} s. Perhaps a loop never ends.`,
    stopped: (n: number) => `n = ${n}: stopped.`,
    broken: "The program crashed the interpreter, probably because it needed too much memory.",
    error: (line: number | undefined, text: string) => (line === undefined ? text : `Line ${line}: ${text}`),
    otherLanguage: (other: OtherLanguage) =>
      "language" in other
        ? `This looks like ${languages[other.language]}: choose ${languages[other.language]} under “Language”.`
        : `This looks like ${other.name}. The page runs Python and JavaScript; the command ${other.command} judges ${other.name}.`,
    memory: (mebibytes: number) => `the program needs more than ${mebibytes} MiB of memory`,
    recursion: "the calls are nested too deeply: perhaps a function calls itself without end",
    nested: (calls: number) => `more than ${grouped(calls - 1)} nested calls: perhaps a function calls itself without end`,
    missing: (name: string) =>
      `the module ${name} is missing: Python in the page has only the standard modules that need no files and no network`,
    input: "the program reads more input than there is: its input is one line, n",
    loading: (done: number, of: number) => `Loading Python, ${done} of ${of} parts. The browser keeps it.`,
    outputLimit: (characters: number) => `the program prints more than ${grouped(characters)} characters`,
    toLine: (line: number) => `Go to line ${line}`,
    begin: (moves: number) => `${counted(moves, "move")}. Press play to see them.`,
    noMoves: "The program reported no moves: call place(row, column) and remove(row, column) to see them on the board.",
    notRun: "Run the program to see its moves here.",
    /** The move, or its fault. */
    move: ({ kind, row, column, line }: Move, solutions: number, fault: string | undefined) => {
      const where = line === undefined ? "" : `Line ${line}: `;
      if (fault !== undefined) return `${where}${fault}.`;
      if (kind === "solution") return `${where}solution ${grouped(solutions)}.`;
      return `${where}${kind === "place" ? "queen placed on" : "queen removed from"} ${at({ row, column })}.`;
    },
    faults: (count: number, first: string) =>
      `${counted(count, "move")} ${count === 1 ? "breaks" : "break"} the rules. The first one: ${first}.`,
    toFault: (move: number, line: number | undefined) =>
      line === undefined ? `Move ${grouped(move)}` : `Move ${grouped(move)}, line ${line}`,
    beginSteps: (steps: number) => `${counted(steps, "step")} recorded. Press play to see them.`,
    /** A step, and the variables that it changed. */
    step: ({ kind, line, text, changed }: Step) => {
      const values = changed.map(([name, value]) => `${name} = ${short(value)}`).join(", ");
      if (kind === "call") return `${text} is called${values === "" ? "" : `: ${values}`}.`;
      if (kind === "return") return `Line ${line}: the call returns ${short(text)}.`;
      if (kind === "raise") return `Line ${line}: ${text}.`;
      return `${values === "" ? "" : `${values}. `}Line ${line} runs next.`;
    },
    frame: (name: string, line: number) => `${name === "" ? "program" : name}, line ${line}`,
    notBegun: "The program has not begun.",
    boardOfVariable: (name: string | undefined) =>
      name === undefined ? "Board: calls of place and remove. Attacked squares" : `Board: ${name}. Attacked squares`,
    boardIs: "Board",
    calls: "calls of place and remove",
    noBoard:
      "No variable looks like a board of this size. The page shows a list of columns, a matrix, a list or set of pairs, or calls of place(row, column) and remove(row, column).",
    output: "Output",
    later: "Not printed yet at this step",
    noOutput: "The program prints nothing.",
    earlier: (characters: string) => `${characters} earlier characters`,
    verdict: "Verdict",
    eachN: "Verdict for each n",
    soFar: "So far: ",
    prints: (kind: string) => `The program ${kind}.`,
    causes: (count: number): string => (count === 1 ? "Likely cause:" : "Likely causes:"),
    fixed: (n: number) => `The program does not use n, its input or its arguments, so it is judged for n = ${n} only.`,
    called: (name: string, twice: boolean) =>
      `The program printed nothing, so the page called ${name}(n)${twice ? ", twice for each n, as LeetCode calls it again and again in one process" : ""}.`,
    kept: (name: string, variables: string[]) =>
      `The second call of ${name}(n) with the same n returns something else: ${variables.length > 0 ? variables.join(", ") : "a variable"} still ${variables.length > 1 ? "have" : "has"} what the first call left there. Set ${variables.length > 1 ? "them" : "it"} again at the start of each call.`,
    shownCauses: {
      shared: (name: string, line: number) =>
        `Line ${line}: all rows of ${name} are one object, so a queen appears in each of them. Make a new row for each index.`,
      left: (name: string, line: number) =>
        `Line ${line}: ${name} still marks a line after the program removed all queens. Remove the mark where the search goes back.`,
    },
    families: { columns: "Attacked columns", diagonals: "Attacked diagonals", antidiagonals: "Attacked anti-diagonals" },
    noMarker: "not shown",
    changed: "The program has changed since then.",
    printed: "printed",
    returned: "returned",
    placed: "queens placed",
    result: "verdict",
    right: "right",
    wrong: "wrong",
    boards: (boards: number) => counted(boards, "board"),
    boardOf: (n: number) => `The board that the sentence above names, n = ${n}`,
    beside: (n: number) => `Compared with bezzel's methods, n = ${n}`,
    measuring: "Measuring the methods …",
    besideNote:
      "The page measured all times in this browser. An interpreter runs the program, and reporting moves takes time, too. So compare how the work grows.",
    openMoves: "Open a trace from a file",
    movesOf: (name: string) => `From ${name}`,
    noMovesInFile: "Expected a file of bezzel judge --trace, or lines such as “place 0 1”.",
    fileTooLarge: (mebibytes: number) => `Expected a file of at most ${mebibytes} MiB.`,
    share: "Share, print, make an exercise",
    copyLink: "Copy link to this program",
    copied: "Copied.",
    tooLong: (characters: number) => `Too long for a link: at most ${grouped(characters)} characters.`,
    exercise: "Exercise for others",
    exerciseHelp:
      "Write the whole program and check its verdict. Put #? and a task at the end of each line of the gap (//? in JavaScript). In the link, the task replaces these lines. #! at the end of a line replaces the line by the text after it.",
    exerciseText: "Text of the exercise",
    copyExercise: "Copy link to the exercise",
  };
};
