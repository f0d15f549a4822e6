import type { Mark } from "../board";
import type { Line, MethodName, Reason, Square, Symmetry } from "../api";

const at = ({ row, column }: Square) => `row ${row}, column ${column}`;
const list = (numbers: number[]) => numbers.join(", ");
const lines: Record<Line, string> = {
  row: "row",
  column: "column",
  diagonal: "diagonal",
  "anti-diagonal": "anti-diagonal",
};
const symmetries: Record<Symmetry, string> = {
  identity: "as it is",
  rotate90: "a quarter turn clockwise",
  rotate180: "a half turn",
  rotate270: "a quarter turn anticlockwise",
  "mirror-columns": "left and right exchanged",
  "mirror-rows": "top and bottom exchanged",
  transpose: "mirrored in the main diagonal",
  "anti-transpose": "mirrored in the anti-diagonal",
};
const ideas: Record<MethodName, string> = {
  "brute-force": "n nested loops over all choices of columns, tested at the end",
  "bordered-board": "walk in three directions until the border or a queen",
  "slope-test": "compare with each earlier queen: same column, or as many rows as columns apart",
  "diagonal-markers": "one marker per column, per row − column and per row + column",
  "mirrored-markers": "search one of each set of mirror images and count it for all of them",
  "linked-columns": "visit only free columns: taken ones are unlinked from a list",
  "last-column": "the last column is n(n − 1)/2 minus the sum of the others",
  bitmask: "three integers hold columns and diagonals; a shift goes down one row",
  "mirrored-bitmask": "the same on the left half of the first row, doubled",
  "colour-split": "count black and white squares apart and join them by rows and columns",
};

const times: Record<MethodName, string> = {
  "brute-force": "time nⁿ",
  "bordered-board": "time about n!, up to 3n cells for each square",
  "slope-test": "time about n!, up to n comparisons for each square",
  "diagonal-markers": "time about n!, three look-ups for each square",
  "mirrored-markers": "time about n!, a half (even n) to an eighth of it",
  "linked-columns": "time about n!, two look-ups for each free column",
  "last-column": "time about n!, one square in the last row",
  bitmask: "time about n!, one test for each row",
  "mirrored-bitmask": "time about n!, half of it",
  "colour-split": "time about 6ⁿ, memory about 4ⁿ",
};

const marks: { [mark in Mark]?: string } = {
  attacked: "attacked",
  conflict: "a queen that is attacked",
  hint: "hint",
};

const files = {
  missing: "it is gone",
  foreign: "it is not a ledger of bezzel, or its beginning is damaged",
  "other-plan": "it is of another version of bezzel",
  damaged: "it is damaged",
  unusable: "it cannot be read or written now",
};

function because(reason: Reason): string {
  switch (reason.kind) {
    case "out-of-range":
      return `${reason.what} = ${reason.value}: accepted are ${reason.least} to ${reason.most}.`;
    case "unreached":
      return `Step ${reason.step} was not reached in time.`;
    case "untimely":
      return "The solutions were not found in time.";
    case "outside":
      return `${at(reason)} is outside: accepted are rows and columns below ${reason.n}.`;
    case "square-twice":
      return `Two queens stand in ${at(reason)}.`;
    case "row-twice":
      return `Row ${reason.row} has two queens.`;
    case "no-images":
      return "Each row and column may hold at most one queen.";
    case "racers":
      return "Choose two to four methods.";
    case "same-racer":
      return `${reason.name} cannot race itself.`;
    case "streams":
      return `${reason.most} connections are open already.`;
    case "waiting":
      return "Too many requests are waiting.";
    case "stopping":
      return "The server is stopping.";
    case "no-count":
      return "This count was deleted, or the server was started anew.";
    case "counts-running":
      return `${reason.most} counts are running: stop one first.`;
    case "counts-kept":
      return `${reason.most} counts are kept: delete one first.`;
    case "count-ended":
      return "This count has ended.";
    case "threads-ending":
      return "Threads of stopped counts are finishing their last units: try again in a moment.";
    case "no-folder":
      return "No folder of campaigns is open: start bezzel serve --campaigns DIR.";
    case "no-campaign":
      return `The folder of campaigns has no file ${reason.file}.`;
    case "campaign":
      return `${reason.file} cannot be opened: ${files[reason.trouble]}. It is left as it is.`;
  }
}

export const en = {
  code: "en" as string,
  name: "English",
  title: "bezzel · n queens",
  tagline: "n queens, thought aloud",
  skip: "Skip to the content",
  tabs: { methods: "Methods", board: "Board", race: "Race", count: "Count", learn: "Learn" },
  language: "Language",
  theme: "Colours",
  themes: { auto: "system", light: "light", dark: "dark" },
  working: "working …",
  years: "years",
  days: "days",
  hours: "h",
  minutes: "min",
  seconds: "s",
  problems: {
    unreachable: "The server does not answer. Is bezzel serve still running?",
    malformed: "The request could not be read.",
    forbidden: "The server refuses: this page was opened under a wrong address.",
    unauthorized: "The token is missing: open the page with the address that bezzel serve printed.",
    "not-found": "This is not there.",
    "method-not-allowed": "The server does not take this request.",
    conflict: "This cannot be done now.",
    "too-large": "That is too much.",
    "unsupported-media-type": "The request could not be read.",
    unacceptable: "That is not accepted.",
    busy: "The server is busy or ran out of time. Try again.",
    internal: "The server made a mistake.",
  },
  reason: (reason: Reason) => because(reason),
  numberFrom: (least: number, most: number) => `Accepted are whole numbers from ${least} to ${most}.`,
  queens: "Queens n",
  method: "Method",
  lines,
  symmetries,
  ideas,
  times,
  at,
  square: (row: number, column: number, mark?: Mark) =>
    `Row ${row}, column ${column}` + (mark && marks[mark] ? `, ${marks[mark]}` : ""),
  boardLabel: (n: number, queens: Square[]) =>
    `Board of ${n} by ${n} squares, ${queens.length} queens` +
    (queens.length ? `: ${queens.map((queen) => at(queen)).join("; ")}` : ""),
  loading: "Loading …",

  player: {
    play: "Play",
    pause: "Pause",
    forward: "Step forward",
    back: "Step back",
    next: "Next solution",
    previous: "Previous solution",
    start: "To the start",
    speed: "Speed",
    perSecond: (speed: number) => `${speed} steps/s`,
    scrubber: "Place in the run",
    step: (at: string, of: string) => `step ${at} of ${of}`,
    stepOfMany: (at: string, walked: string) => `step ${at} of more than ${walked}`,
    reach: (shown: string) => `The run is longer than this slider: it goes to step ${shown}, as far as this machine comes in a second.`,
    limit: "No later step of so long a run can be shown.",
    keys: "Space plays and pauses, ← → step, Shift+← Shift+→ jump to solutions, Home goes to the start.",
    begin: "The board is empty. Press play, or step.",
    ended: "The run has ended.",
    "no-later": "No solution comes after this step.",
    "no-earlier": "No solution comes before this step.",
    "gave-up": "No solution within reach: the search was given up.",
  },
  panels: {
    data: "What the method holds",
    tree: "Decision tree",
    source: "Source",
    counters: "Work",
  },
  counters: {
    tried: "squares tried",
    placed: "queens placed",
    backtracks: "backtracks",
    tests: "tests",
    solutions: "solutions",
    depth: "recursion depth",
  },
  tree: {
    help: "One row of dots for each queen: the squares considered for her, from left to right by column.",
    open: "on the board",
    left: (placed: string, solutions: string) => `left: ${placed} queens placed in it, ${solutions} solutions`,
    rejected: (line: Line) => `rejected, attacked along the ${lines[line]}`,
    tried: "being looked at",
    level: (depth: number) => `queen ${depth + 1}`,
  },
  sourceLine: (file: string, line: number) => `${file}, line ${line}`,
  legend: {
    tried: "considered",
    rejected: "rejected",
    attacker: "attacks it",
    attacked: "attacked",
  },
  step: {
    tries: (square: Square) => `${at(square)} is tried`,
    lowest: ", the lowest candidate",
    leftOver: ": the column left over is n(n − 1)/2 minus the sum of the others",
    nextFree: ", the next free column in the ring",
    rejected: (square: Square, by: Square, line: Line) =>
      `${at(square)} is rejected: the queen in ${at(by)} attacks it along the ${lines[line]}`,
    places: (square: Square) => `A queen is placed in ${at(square)}`,
    removes: (square: Square) => `The queen in ${at(square)} is taken off again, to try what comes after her`,
    masks: (row: number) => `The masks take in the queen of row ${row} and go down one row: diagonals << 1, anti-diagonals >> 1`,
    joinNone: "The black queens are complete, but no white placement uses exactly the other rows and columns",
    joins: (matches: number) => `The black queens are complete; white placements in exactly the other rows and columns: ${matches}`,
    solution: (number: string, columns: number[]) => `Solution ${number}: ${columns.join(" ")}`,
    image: (number: string, columns: number[], image: Symmetry) =>
      `Solution ${number}, counted without search (${symmetries[image]}): ${columns.join(" ")}`,
    compares: (square: Square, other: Square, line: Line | null) =>
      `${at(square)} is compared with the queen in ${at(other)}: ${line ? `same ${lines[line]}` : "no attack"}`,
    looks: (square: Square, direction: number, seen: 0 | 1 | 2) =>
      `${at(square)}, looking ${["up and left", "straight up", "up and right"][direction + 1]}: ${["an empty cell", "a queen", "the border, no queen on this line"][seen]}`,
    marker: (square: Square, text: string, taken: boolean) => `${at(square)}: ${text} is ${taken ? "taken" : "free"}`,
    rowLook: (row: number, free: number[]) =>
      free.length
        ? `Row ${row}: one look at the three masks finds ${free.length === 1 ? "column" : "columns"} ${list(free)} free`
        : `Row ${row}: one look at the three masks finds no column free, a dead end`,
    squareLook: (square: Square) => `${at(square)}: are its column and diagonals free?`,
  },
  data: {
    positions: "columns[row]: the column of each row's queen",
    row: "row",
    column: "column",
    deltaRow: "|Δrow|",
    deltaColumn: "|Δcolumn|",
    sameColumn: "0: the same column",
    sameSlope: "equal: the same slope, 45° or 135°",
    noAttack: "neither 0 nor |Δrow|: no attack",
    cells: "cells: 0 empty, 1 queen, 2 border",
    list: "linked list of queens",
    empty: "empty",
    columns: "columns[c]",
    diagonals: "diagonals[r − c + n]",
    antiDiagonals: "anti_diagonals[r + c]",
    ring: "the free columns, a doubly linked ring",
    head: "head",
    takenOut: "taken out; its own two links stay, to find the way back",
    previous: "previous",
    next: "next",
    unlinked: (before: string, after: string) => `next[${before}] = ${after}, previous[${after}] = ${before}`,
    masks: "three integers, one bit per column (bit 0 left, so << 1 goes right)",
    maskNames: { columns: "columns", diagonals: "diagonals", anti: "anti-diagonals" },
    free: "free = all & ~(columns | diagonals | anti)",
    candidates: "candidates: free and not yet tried",
    lowest: "x & −x, the lowest candidate",
    before: "before",
    orQueen: "| queen",
    shiftRight: "<< 1",
    shiftLeft: ">> 1",
    same: "unchanged",
    afterRow: (row: number) => `what row ${row} will see`,
    seenBy: (row: number) => `what row ${row} sees`,
    mirror: "The mirror",
    mirrorHelp: "What is found on one side counts for its images too; they are never searched.",
    found: "found",
    counted: "counted with it",
    colourNow: { white: "white squares (row + column odd): the table is filled", black: "black squares (row + column even): the table is read" },
    rowsUsed: "rows R",
    columnsUsed: "columns C",
    wantedRows: "wanted ¬R",
    wantedColumns: "wanted ¬C",
    table: (pairs: string, placements: string) => `table w(R, C): ${pairs} pairs, ${placements} placements`,
    matches: (count: number) => `matches: ${count}`,
  },

  board: {
    intro: "Place queens with a click, a touch, or arrows and Enter. Press a queen to remove her.",
    complete: "Complete this",
    hint: "Hint",
    clear: "Clear",
    undo: "Undo",
    orbit: "Its eight images",
    link: "Copy link",
    copied: "The link is copied.",
    notCopied: "The link could not be copied: take it from the address bar.",
    showAttacked: "Show attacked squares",
    status: (queens: number, n: number) => `${queens} of ${n} queens`,
    solved: "A solution: no queen attacks another.",
    conflicts: (count: number) => (count === 1 ? "One pair of queens attacks each other." : `${count} pairs of queens attack each other.`),
    pair: (first: Square, second: Square, line: Line) => `${at(first)} and ${at(second)}: one ${lines[line]}`,
    none: "None exists: these queens cannot be completed.",
    noneFound: "No completion was found in time.",
    completions: (count: string, certain: boolean) =>
      certain ? (count === "1" ? "Exactly one completion." : `${count} completions.`) : `At least ${count} completions.`,
    hinted: (square: Square) => `A queen in ${at(square)} leads to a solution.`,
    hintConflict: "Remove a queen that attacks another one first.",
    exports: "Export",
    oneEach: "For this, each row and column may hold at most one queen.",
    gallery: "All solutions",
    filters: { all: "all", fundamental: "fundamental", symmetric: "symmetric" },
    filter: "Which solutions",
    galleryHelp: "Press one to put it on the board.",
    galleryTooLarge: (most: number) => `Solutions are listed up to n = ${most}.`,
    total: (count: string) => `${count} solutions.`,
    orbitOf: (size: number) => (size === 1 ? "one image" : `orbit of ${size}`),
    classes: { none: "no symmetry", "half-turn": "half-turn symmetry", "quarter-turn": "quarter-turn symmetry" },
    canonical: "least of the eight",
    badLink: "The link names squares that are not on the board; they are left out.",
  },

  race: {
    intro: "Choose two to four methods. They run side by side, a step at a time, and are then measured on this machine.",
    racers: "Racers",
    start: "Start the race",
    again: "Race again",
    measure: "Measure now",
    tooFew: "Choose two to four methods.",
    finished: (place: number, steps: string) => `${place}. to finish, after ${steps} steps`,
    running: (at: string, of: string) => `${at} of ${of} steps`,
    times: "Time until all solutions are counted",
    work: "Squares tried",
    measured: "Measured now, on this machine, on one thread. Both axes of time and work are logarithmic.",
    measuring: "Measuring …",
    skipped: (n: number) => `not measured from n = ${n} on: it would take too long, or the method takes no larger boards`,
    table: "All measurements",
    upTo: "Measure up to n",
  },

  learn: {
    written: "The solution as it is written",
    solutionOf: (at: number, of: number) => `solution ${at} of ${of}`,
    noSolution: (n: number) => `There is no solution for n = ${n}.`,
    bit: (name: string, place: number) => `bit ${place} of ${name}`,
  },

  count: {
    intro: "The record counter cuts Q(n) into units and counts them one by one. A count belongs to the server: it goes on when this tab is closed, until the server ends. A campaign is kept in a file, and outlives the server too.",
    start: "Start counting",
    threads: "Threads",
    threadsAll: "all",
    doubleCheck: "count every unit twice, by two routes",
    none: "No count yet.",
    campaigns: "Campaigns",
    noFolder: "Started with bezzel serve --campaigns DIR, the page opens and continues the ledgers (*.bezzel) of that folder.",
    emptyFolder: "The folder has no file named *.bezzel. The command bezzel campaign new N FILE makes one.",
    open: "Open",
    opening: "Opening …",
    isOpen: "open, below",
    failure: "The count has failed:",
    trouble: "Something is in the way:",
    stop: "Stop",
    go: "Go on",
    forget: "Delete",
    close: "Close",
    campaign: (file: string) => `campaign in ${file}`,
    of: (n: number) => `Q(${n})`,
    states: { running: "counting", stopping: "stopping", stopped: "stopped", done: "done", failed: "failed" },
    units: (done: string, all: string) => `${done} of ${all} units`,
    left: (time: string) => `about ${time} left`,
    elapsed: (time: string) => `${time} so far`,
    took: (time: string) => `counted in ${time}`,
    fundamental: (count: string) => `${count} fundamental`,
    rate: "Joined pairs per second",
    map: "The units: empty waits, outlined is being counted, filled is done",
    byColour: "Solutions by queens on black squares",
    backend: (name: string, threads: number) => `${name}, ${threads} ${threads === 1 ? "thread" : "threads"}`,
    checked: "every unit agreed with its second count",
    history: "What others needed",
    historyHelp: "All known values of Q(n), with who counted them where the source says so.",
    byBezzel: (time: string) => `bezzel: ${time} of CPU time`,
    known: (by: string, year: string) => `known: ${by}${year}`,
    solutions: "solutions",
    fundamentalHead: "fundamental",
    who: "by",
    source: "source",
    agrees: "agrees with the published value",
    differs: "DIFFERS from the published value",
    unknown: "These sources give no value for n = 28 or beyond.",
    lost: "The connection is lost; trying again …",
  },
};
