import type { Line, Square, Symmetry } from "../api";
import type { Mark } from "../board";
import type { Reason } from "../problem";
import { givenEn } from "./given.en";
import { heatEn } from "./heat.en";
import { INSTALL } from "./install";
import { lesson } from "./lesson.en";
import { methodWords } from "./methods";
import type { Numbering } from "./numbering";
import { counted, grouped } from "./numbers";
import { viewEn } from "./view.en";

const at = ({ shown }: Numbering, { row, column }: Square) => `row ${shown(row)}, column ${shown(column)}`;
const lines: Record<Line, string> = {
  row: "row",
  column: "column",
  diagonal: "diagonal",
  "anti-diagonal": "anti-diagonal",
};
const symmetries: Record<Symmetry, string> = {
  identity: "unchanged",
  rotate90: "rotated 90° clockwise",
  rotate180: "rotated 180°",
  rotate270: "rotated 90° anticlockwise",
  "mirror-columns": "reflected left to right",
  "mirror-rows": "reflected top to bottom",
  transpose: "reflected in the main diagonal",
  "anti-transpose": "reflected in the main anti-diagonal",
};
const marks: { [mark in Mark]?: string } = {
  attacked: "attacked",
  blocked: "blocked",
  conflict: "queen of an attacking pair",
  hint: "hint",
};

const causes = {
  missing: "the file no longer exists",
  foreign: "it is not a ledger of bezzel",
  "other-plan": "it was written by another version of bezzel",
  unusable: "it cannot be read or written at present",
};

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

function because(numbers: Numbering, reason: Reason): string {
  switch (reason.kind) {
    case "out-of-range":
      return `Expected ${reason.what} from ${grouped(reason.least)} to ${grouped(reason.most)}, found ${grouped(reason.value)}.`;
    case "long-count":
      return `Counting this board would take too long here. Reduce n to at most ${reason.most}, or choose a board with few completions. The command bezzel count takes larger boards.`;
    case "no-source":
      return `No source file of the methods is called ${reason.file}.`;
    case "not-read":
      return reason.ambiguous
        ? "This line may be n and the columns, counted from 1, or the columns only. Choose:"
        : sentence(reason.text.english);
    case "puzzle":
      return sentence(reason.text.english);
    case "unreached":
      return `The time limit ended before step ${grouped(reason.step)}.`;
    case "untimely":
      return "The time limit ended before all solutions were found.";
    case "many-completions":
      return `No random completion: for n above ${reason.most}, the page draws only from boards with few completions. The command bezzel random draws from all boards.`;
    case "unreadable":
      return `Expected a board in one word, such as Q3/2x1/4/1x2, found ${reason.board}.`;
    case "impossible":
      return givenEn(numbers).impossible(reason.because);
    case "empty-boards-only":
      return `${reason.method} does not search a given board.`;
    case "board-size":
      return `Expected a board of ${counted(reason.n, "row")}, found one of ${reason.rows}.`;
    case "outside":
      return `Expected rows and columns from ${numbers.shown(0)} to ${numbers.shown(reason.n - 1)}, found ${at(numbers, reason)}.`;
    case "square-twice":
      return `Expected at most one queen per square, found two at ${at(numbers, reason)}.`;
    case "row-twice":
      return `Expected at most one queen per row, found two in row ${numbers.shown(reason.row)}.`;
    case "no-images":
      return "Place at most one queen in each row and column.";
    case "racers":
      return "Choose two to four methods.";
    case "same-racer":
      return `Choose different methods: ${reason.name} was given twice.`;
    case "backend":
      return `The backend ${reason.backend} is not available here. Available: ${reason.available}. Separate several backends by commas.`;
    case "no-count":
      return "The count was deleted, or the server was restarted.";
    case "counts-running":
      return `The limit of ${counted(reason.most, "running count")} is reached: stop one first.`;
    case "counts-kept":
      return `The limit of ${counted(reason.most, "stored count")} is reached: delete one first.`;
    case "count-ended":
      return "The count has already ended.";
    case "no-directory":
      return "No ledger directory is open: start the server with bezzel serve --ledgers DIR.";
    case "no-ledger":
      return `The ledger directory has no file ${reason.file}.`;
    case "ledger":
      return `Cannot open ${reason.file}: ${causes[reason.cause]}. The file was not changed.`;
  }
}

export const en = (numbers: Numbering) => ({
  numbers,
  code: "en" as string,
  title: "bezzel · n queens",
  tagline: "n queens, step by step",
  skip: "Skip to the content",
  tabs: {
    lesson: "Lesson",
    methods: "Methods",
    board: "Board",
    puzzle: "Puzzle",
    program: "Your program",
    race: "Race",
    count: "Count",
    heat: "Heat map",
    learn: "Learn",
    embed: "Player",
    sheet: "Worksheet",
    puzzles: "Puzzle sheets",
  },
  language: "Language",
  theme: "Colours",
  themes: { auto: "◐ auto", light: "◐ light", dark: "◐ dark" },
  labelled: (label: string, value: string) => `${label}: ${value}`,
  comma: ", ",
  /** What separates two sentences. */
  space: " ",
  /** A thing and the size of its board. */
  sized: (name: string, n: number) => `${name}, n = ${n}`,
  /** An addition to what stands before it. */
  aside: (...parts: string[]) => ` (${parts.join("; ")})`,
  working: "computing …",
  years: "years",
  days: "days",
  hours: "h",
  minutes: "min",
  seconds: "s",
  fractions: ["ms", "µs", "ns"] as [string, string, string],
  problems: {
    unreachable: "No answer from the server. Is bezzel serve still running?",
    missing: "A file of this page cannot be loaded.",
    "no-wasm": "This browser cannot run the WebAssembly that all methods, boards and puzzles of this page need: try a newer one.",
    damaged: "A file of this page is damaged: reload the page.",
    ended: "The computation stopped, probably because it needed too much memory. You can start a new one.",
    malformed: "The server could not read the request.",
    forbidden: "Access denied: open the page with the address that bezzel serve printed.",
    unauthorized: "The token is missing: open the page with the address that bezzel serve printed.",
    "not-found": "Not found.",
    "method-not-allowed": "The server does not accept this request.",
    conflict: "The server cannot do that at present.",
    "too-large": "The request is too large.",
    "unsupported-media-type": "The server could not read the request.",
    unacceptable: "The server cannot answer in the requested format.",
    busy: "The server is busy or reached its time limit. Try again.",
    internal: "Internal error.",
  },
  reason: (reason: Reason) => because(numbers, reason),
  numberFrom: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  queens: "Queens n",
  method: "Method",
  lines,
  symmetries,
  texts: "english" as "english" | "chinese",
  ...methodWords("english"),
  at: (square: Square) => at(numbers, square),
  square: (row: number, column: number, mark?: Mark) =>
    `Row ${numbers.shown(row)}, column ${numbers.shown(column)}${mark && marks[mark] ? `, ${marks[mark]}` : ""}`,
  boardLabel: (n: number, queens: Square[]) =>
    `Board of ${n} by ${counted(n, "square")}, ${counted(queens.length, "queen")}` +
    (queens.length ? `: ${queens.map((queen) => at(numbers, queen)).join("; ")}` : ""),
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
    perSecond: (speed: number) => `${counted(speed, "step")}/s`,
    scrubber: "Step of the run",
    step: (at: string, of: string) => `step ${at} of ${of}`,
    stepOfMany: (at: string, reached: string) => `step ${at} of more than ${reached}`,
    stepOfUnknown: (at: string) => `step ${at}, total not known`,
    reach: (shown: string) =>
      `The run has too many steps for the slider. It ends at step ${shown}, the last step that this machine can replay within a second.`,
    limit: "The page cannot show later steps of this run.",
    keys: "Space plays and pauses, ← → step, Shift+← Shift+→ go to the previous and next solution, Home goes to the start, P opens the presentation view.",
    begin: "The run has not begun. Press Play or step forward.",
    before: "Before the first step",
    reaching: (step: string) => `computing step ${step} …`,
    empty: "This run has no steps: there is no start position, and therefore no solution.",
    ended: "End of the run.",
    "past-end": "The run ends here: it has no later step.",
    "no-later": "No solution after this step.",
    "no-earlier": "No solution before this step.",
    "no-such": "No such step after this one.",
    breakpoint: "Breakpoint.",
    "gave-up": "No solution among the steps that can be shown; the search was stopped.",
  },
  panels: {
    data: "Data structures",
    tree: "Decision tree",
    source: "Source",
    counters: "Work counters",
    onBoard: "queens on the board",
  },
  tree: {
    help: "Each row of dots shows the squares that were tried for one queen, from left to right by column.",
    open: "queen on the board",
    left: (placed: number, solutions: number) => `explored: ${counted(placed, "queen")} placed, ${counted(solutions, "solution")}`,
    rejected: (line: Line) => `rejected: attacked along the ${lines[line]}`,
    tried: "candidate",
  },
  sourceLine: (file: string, line: number) => `${file}, line ${line}`,
  data: {
    positions: "index: row, value: column of its queen",
    row: "row",
    column: "column",
    deltaRow: "|Δrow|",
    deltaColumn: "|Δcolumn|",
    sameColumn: "0: same column",
    sameSlope: "equal: same diagonal (45° or 135°)",
    noAttack: "neither 0 nor |Δrow|: no attack",
    cells: "cells: 0 empty, 1 queen, 2 border",
    list: "linked list of queens",
    empty: "empty",
    ring: "free columns: a circular doubly linked list",
    takenOut: "unlinked; its own two links are kept so that it can be restored",
    unlinked: (before: string, after: string) => `next[${before}] = ${after}, previous[${after}] = ${before}`,
    relinked: (before: string, after: string, column: string) => `next[${before}] = ${column}, previous[${after}] = ${column}`,
    masks:
      "Three integers, one bit per column. Bit 0, for the first column, is on the right, as numbers are written: the figure mirrors the board, and << 1 moves left. Bits that have left the board are not drawn.",
    bits: "bit",
    maskNotes: { columns: "", diagonals: "", anti: "anti-diagonals" },
    left: "not yet tried",
    attacked: "attacked squares of the row",
    lowest: "= free & −free, the lowest set bit",
    masksOf: (row: number) => `masks of row ${numbers.shown(row)}`,
    symmetry: "Symmetry",
    symmetryHelp: "Each solution found is also counted for its images. The images are not searched.",
    found: "found",
    counted: "counted with it",
    colourNow: viewEn.colourNow,
    rowsUsed: "row set",
    columnsUsed: "column set",
    wantedRows: "other rows",
    wantedColumns: "other columns",
    table: (pairs: string, placements: string) =>
      `table o(R, C): ${counted(pairs, "entry", "entries")}, ${counted(placements, "placement")}`,
    matches: (count: number) => `matches: ${count}`,
  },

  lesson: lesson(numbers),

  board: {
    intro: "Click or tap a square to place a queen, or use the arrow keys and Enter. Repeat to remove it. Ctrl+Z undoes, Ctrl+Y redoes.",
    complete: "Complete",
    countCompletions: "Count completions",
    tool: "Tool",
    tools: { queen: "place queens", block: "block squares" },
    hint: "Hint",
    clear: "Clear",
    undo: "Undo",
    redo: "Redo",
    orbit: "Eight images",
    link: "Copy link",
    copied: "Link copied.",
    notCopied: "The link could not be copied. Copy it from the address bar.",
    showAttacked: "Show attacked squares",
    status: (queens: number, n: number) => `${queens} of ${counted(n, "queen")}`,
    solved: "Solution: no two queens attack each other.",
    conflicts: (count: number) => `${counted(count, "attacking pair")}.`,
    pair: (first: Square, second: Square, line: Line) => `${at(numbers, first)} and ${at(numbers, second)}: same ${lines[line]}`,
    noneFound: "No completion was found within the time limit.",
    full: "The board is complete.",
    completions: (count: string, certain: boolean) =>
      certain
        ? count === "1"
          ? "Exactly one completion."
          : `${counted(count, "completion")}.`
        : `At least ${counted(count, "completion")}.`,
    hinted: (square: Square) => `A queen at ${at(numbers, square)} leads to a solution.`,
    hintConflict: "First remove one queen of each attacking pair.",
    exports: "Export",
    notations: { positions: "positions", fen: "FEN", leetcode: "LeetCode" },
    oneEach: "To export, place at most one queen in each row.",
    gallery: "All solutions",
    filters: { all: "all", fundamental: "fundamental", symmetric: "symmetric" },
    filter: "Filter",
    galleryHelp: "Select one to place it on the board.",
    galleryTooLarge: (most: number) => `Solutions are listed up to n = ${most}.`,
    total: (count: number) => `${counted(count, "solution")}.`,
    orbitOf: (size: number) => (size === 1 ? "its only image" : `one of ${size} images`),
    classes: { none: "no symmetry", "half-turn": "half-turn symmetry", "quarter-turn": "quarter-turn symmetry" },
    reflected: "unchanged by a reflection",
    canonical: "canonical form",
  },

  paste: {
    title: "Paste anything",
    intro:
      "Paste boards or puzzles as you have them: drawings, lists, coordinates, FEN, JSON, or the output of a program. Press Ctrl+Enter to read them.",
    read: "Read",
    found: (what: string) => `Read: ${what}.`,
    parts: (parts: string) => `Regions may have several parts: ${parts}.`,
    wrong: (fault: string) => `This is not a complete board: ${fault}.`,
    tooLarge: (n: number, most: number) => `It has ${counted(n, "row")}; the page shows at most ${most}.`,
    previous: "Previous",
    next: "Next",
    place: (at: number, of: number) => `${at} of ${grouped(of)}`,
    toBoard: "Show it on the board",
    play: "Play this puzzle",
    sizeFirst: "n and columns from 1",
    columnsOnly: "columns only",
  },

  race: {
    intro: "Choose two to four methods. They first run step by step, side by side, and are then measured on this machine.",
    racers: "Methods",
    start: "Start race",
    again: "Race again",
    restart: "Restart race",
    measure: "Measure now",
    finished: (steps: string) => `finished after ${counted(steps, "step")}`,
    rank: (place: number, time: string, n: number) => `Rank ${place}: ${time} for n = ${n}`,
    unranked: (n: number) => `Not ranked: not measured for n = ${n}`,
    ranking:
      "Methods are ranked by measured time. The steps are only a demonstration, because a step takes longer in some methods than in others.",
    running: (at: string, of: string) => `${at} of ${counted(of, "step")}`,
    times: "Time to count all solutions",
    work: "Squares tried",
    measured: "Measured on this machine with one thread. The axes of time and work are logarithmic.",
    measuring: "Measuring …",
    skipped: (n: number) => `not measured from n = ${n} on: the expected time exceeds the limit of 2 s`,
    table: "All measurements",
    upTo: "Measure up to n",
    tooFew: "Choose two to four methods.",
    report: {
      title: "Report",
      queens: (n: number) => `${counted(n, "queen")}:`,
      line: (method: string, answer: string, time: string) => `${method}: ${counted(answer, "solution")} in ${time}`,
      claims: "Tutorial D (Pascal, 2010) claims these sizes within one second, and tutorial C (Java) within ten:",
      claim: (tutorial: string, method: string, n: number, seconds: number) =>
        `${tutorial}: n = ${n} by ${method} within ${counted(seconds, "second")}`,
      start: "Measure the claims (5 to 60 s)",
      verdict: (holds: boolean): string => (holds ? "– it holds here." : "– here it took longer."),
    },
  },

  ...viewEn,
  heat: heatEn(numbers),
  given: givenEn(numbers),

  learn: {
    tutorials: {
      title: "The programs of the tutorials",
      prints: "It prints",
      here: "With bezzel",
      equal: "Equal",
      names: "Names there → here",
    },
    openMethod: (name: string) => `Continue with ${name} in the Methods tab, with listing and call stack`,
    written: "Solution as text",
    solutionOf: (at: number, of: number) => `solution ${at} of ${of}`,
    noSolution: (n: number) => `No solution exists for n = ${n}.`,
    bit: (name: string, place: number) => `bit ${place} of ${name}`,
  },

  count: {
    intro: "The colour-split counter splits Q(n) into work units, which are counted side by side, then added and checked.",
    here: {
      title: "In this browser",
      start: "Count here",
      workers: "Workers",
      note: "Workers count on the cores of this device. The page keeps the results of finished units, so that a count goes on after a reload.",
      faster: "The server (below) counts about twice as fast per core and can also use GPUs.",
      tooLarge: (most: number) => `A browser counts up to n = ${most}; for larger n, run in a clone of bezzel: ${INSTALL}.`,
      left: (n: number) => `A count of Q(${n}) is not finished.`,
      elsewhere: (n: number) => `Q(${n}) is being counted in another window.`,
      resume: (n: number) => `Resume Q(${n})`,
      remove: (n: number) => `Delete Q(${n})`,
      checks: (units: number) =>
        `Checked: each of the ${counted(units, "unit")} has one result, every result is within its bound, the sum is a multiple of 12, and the total agrees modulo 8 with the number of solutions that a half-turn leaves unchanged.`,
      unsaved: "The browser does not keep the results: its storage is full or forbidden. Keep the page open until the count is finished.",
    },
    server: "On the machine that serves this page",
    serverNote:
      "Counts run on the server and continue after you close this tab. They are lost when the server stops, except saved counts, which you can resume.",
    start: "Start count",
    backendField: "Backend",
    fastestCpu: "fastest CPU backend",
    features: "CPU features that the backends need",
    featuresOf: (needed: string[], lacking: string[]) =>
      lacking.length > 0 ? `this CPU lacks ${lacking.join(", ")}` : needed.length > 0 ? needed.join(", ") : "any CPU",
    threads: "Threads",
    threadsAll: "all",
    doubleCheck: "double check: count every unit by both routes",
    none: "No counts.",
    ledgers: "Ledgers",
    noDirectory:
      "To open and resume saved counts here, start the server with bezzel serve --ledgers DIR. The page then lists the ledgers (*.bezzel) in DIR.",
    emptyDirectory: "The directory has no file named *.bezzel. Create one with bezzel count N --save FILE.",
    ledgerEngines: "An opened ledger uses the backend and threads chosen above.",
    open: "Open",
    opening: "Opening …",
    isOpen: "open, see below",
    failure: "The count failed:",
    warning: "Warning:",
    stop: "Stop",
    resume: "Resume",
    delete: "Delete",
    close: "Close",
    ledger: (file: string) => `ledger ${file}`,
    board: (board: string) => `given board ${board}`,
    of: (n: number) => `Q(${n})`,
    gone: (counts: string[]) =>
      `The server no longer has ${counts.join(", ")}: it was restarted, or another client deleted them. A count is lost when the server stops, unless it is saved.`,
    states: { running: "counting", stopping: "stopping", stopped: "stopped", done: "done", failed: "failed" },
    ofWork: (percent: string) => `${percent}% of the work`,
    units: (done: string, all: number) => `${done} of ${counted(all, "unit")}`,
    largestFirst: "The largest units are counted first.",
    left: (time: string) => `about ${time} left`,
    elapsed: (time: string) => `${time} elapsed`,
    took: (time: string) => `counted in ${time}`,
    coreTime: (time: string) => `core time ${time}`,
    fundamental: (count: string) => counted(count, "fundamental solution"),
    rate: "Joined pairs per second",
    map: "Units: empty units wait, outlined units are being counted, filled units are done",
    byColour: "Solutions by number of queens on even squares (row + column even from 0, drawn light)",
    backend: (name: string, threads: number) => (threads === 0 ? name : `${name}, ${counted(threads, "thread")}`),
    checked: "double check passed for every unit",
    history: "Published results",
    historyHelp: "All known values of Q(n), with author and year where the source gives them.",
    byBezzel: (time: string) => `bezzel: ${time} of CPU time`,
    known: (value: string, by: string) => `published: ${value}${by}`,
    solutions: "solutions",
    fundamentalHead: "fundamental",
    who: "author",
    source: "source",
    agrees: "agrees with the published value",
    differs: "DIFFERS from the published value",
    unknown: "These sources give no value for n ≥ 28.",
    lost: "Connection lost; reconnecting …",
  },
});
