// Texts of the page as a whole: address, connection, numbering, first lesson, page without a server.

import type { Fault } from "../place";
import { counted, signed } from "./numbers";

const TAB = "tab";

function fault({ name, value, accepted, used }: Fault): string {
  if (name === TAB && typeof accepted === "object" && "names" in accepted)
    return `The address names an unknown tab, “${value.slice(0, 60)}”. The page shows the lesson instead. Tabs: ${accepted.names.join(", ")}.`;
  const found = `The address has ${name} = “${value.slice(0, 60)}”`;
  const instead = used === undefined ? "" : `; ${used} is used`;
  if (accepted === undefined) return `${found}, but this tab has no value of that name; it was ignored.`;
  if ("rows" in accepted)
    return `${found}: expected a board in one word, such as Q3/2x1/4/1x2: rows with Q, x and numbers of free squares, at most ${accepted.rows}; the board is empty instead.`;
  if ("like" in accepted) return `${found}: expected a value such as ${accepted.like}${instead}.`;
  if ("least" in accepted) return `${found}: expected a whole number from ${accepted.least} to ${accepted.most}${instead}.`;
  return `${found}: expected one of ${accepted.names.filter(Boolean).join(", ")}${instead}.`;
}

export const viewEn = {
  address: { fault, tab: TAB },
  server: {
    lost: "No answer from the server: bezzel serve has stopped, or the machine is offline. Trying again every second …",
  },
  counting: {
    label: "First row and column",
    from: { 0: "from 0", 1: "from 1" },
    code: "Rows and columns are numbered from 1, also in the call stack and the arrays. The listing, the bits and the masks still count from 0, as programs do.",
  },
  colourNow: {
    odd: "odd squares (row + column odd, drawn dark): the table is filled",
    even: "even squares (row + column even, drawn light): the table is read",
  },
  intro: {
    title: "Four queens, one algorithm",
    intro:
      "Place four queens so that no two share a row, a column or a diagonal. The search tries the squares of each row, and removes the last queen when a row has no square left.",
    code: "Algorithm",
    next: "Continue with the chapters",
    more: "All methods",
    print: "Print a worksheet",
  },
  present: {
    open: "Presentation",
    close: "Close the presentation",
    help: "A large board for a projector. The key P opens and closes it, and Escape closes it.",
  },
  legend: {
    name: "Marks on the board",
    row: "current row",
    tried: "candidate",
    probed: "square read",
    attacked: "attacked",
    rejected: "rejected",
    placed: "queen placed",
    removed: "queen removed",
  },
  share: {
    title: "Save and share",
    link: "Copy link to this step",
    gif: "Animated GIF",
    svg: "This step as SVG",
    embed: "Code for other pages",
    noEmbed: "To show this player in other pages, export the page without a server, put it on a web host, and copy the code there:",
    making: (percent: number) => `Drawing … ${percent}%`,
    cut: (steps: string) => `The GIF ends after ${counted(steps, "step")}.`,
    copied: "The code for other pages was copied.",
    open: "Open in bezzel",
  },
  table: {
    title: "All methods",
    memory: "memory",
    time: "time",
    reach: "n within 1 s here",
    measured: (n: number, time: string) => `n = ${n} in ${time}`,
    measure: "Measure on this machine",
    tutorial: "in the tutorial",
    help: "The last column is the largest n whose solutions this machine counted within a second, on one thread. The page does not try sizes that may take longer than two seconds.",
  },
  figures: {
    reach: "The squares that a queen attacks. Click a square to move the queen.",
    reachCount: (count: number, n: number) => `It attacks ${count} of the other ${counted(n * n - 1, "square")}.`,
    strokes: "The strokes 撇 (piě, down to the left) and 捺 (nà, down to the right) through a square",
    pie: (sum: number) => `撇 piě: row + column = ${sum}`,
    na: (difference: number) => `捺 nà: row − column = ${signed(difference)}`,
    codes: "Three codes for negative numbers in 8 bits",
    signed: "sign and magnitude (原码)",
    ones: "ones' complement (反码)",
    twos: "two's complement (补码)",
    of: (x: number) => `= ${x}`,
    lowest: "x & −x, in two's complement",
    change: "Click the bits of x.",
  },
  sheet: {
    title: "Worksheet: four queens by backtracking",
    board: "Solutions found by hand",
    tree: "Decision tree: cross out the squares that a queen attacks, and number the nodes in the order of the search",
    exercises: "Exercises",
    tasks: [
      "Place four queens on each board so that no two attack each other. Find both solutions.",
      "Which square does the search try first after it removes the queen of the first row?",
      "Why does the board with n = 3 have no solution? Draw its decision tree.",
      "How many queens does the search place, and how many does it remove, until it finds the first solution?",
    ],
    withAnswers: "with an answer key",
    answers: "Answers",
    answerNext: (square: string) => `The square at ${square}: the next one of the first row.`,
    answerThree:
      "Wherever the queen of the first row is, the search finds at most one free square in the second row and none in the third.",
    answerCount: (placed: number, removed: number) =>
      `It places ${counted(placed, "queen")} and removes ${removed}; the other ${placed - removed} are the solution.`,
    answerTree: "Decision tree: attacked squares are crossed out, and the numbers give the order of the search",
    name: "Name",
    date: "Date",
    back: "Back",
  },
};
