// From types with the SHA-256 8f9c67cf18307f8a344f0503639f26fc1daa5164c7aa8cb9ccf15eea9fe8b413 (npm run types).
/** A board in a request, which may be incomplete. */
export type Board = {
    /** Squares without a queen in every completion. */
    blocked?: Square[];
    /** Number of rows and columns. */
    n: number;
    /** Squares with queens; several in a row or column are allowed. */
    queens: Square[];
};
/** First fault of a board that was read. */
export type BoardFault = {
    fault: "size";
    /** Number of rows, columns or queens that was found. */
    found: number;
} | {
    fault: "width";
    /** Number of squares of this row. */
    found: number;
    /** Row, from 0. */
    row: number;
} | {
    /** First number that is one: 0 or 1. */
    base: number;
    fault: "outside";
    /** The number that is no row or column, as printed. */
    number: number;
} | {
    fault: "empty-row";
    /** Row, from 0. */
    row: number;
} | {
    fault: "attack";
    /** The first attacking pair. */
    pair: Conflict;
};
/** A request about a board. */
export type BoardRequest = {
    /** Completions; answered by [`Completion`](crate::completions::Completion). */
    complete: Board;
} | {
    /** The images of a board; answered by [`Orbit`]. */
    orbit: Board;
} | {
    /** A board in a notation; answered by a text. */
    export: Export;
} | {
    /** Solutions of empty boards; answered by [`Gallery`]. */
    solutions: SolutionsRequest;
};
/** What was checked before the total was returned. */
export type Check = "units" | "bounds" | "whole-solutions" | "half-turn" | "lines" | "black-squares";
/** One completion of a board, and how many there are. */
export type Completion = {
    /** True if all completions were found; otherwise `count` is a lower bound. */
    certain: boolean;
    /** Attacking pairs. A board with such a pair has no completion. */
    conflicts: Conflict[];
    contradiction?: Text | null;
    /** Number of completions found. */
    count: string;
    /** Column of each row in one completion. */
    first?: number[] | null;
    hint?: Square | null;
    proof?: WrittenProof | null;
};
/** Attacking pair: two queens and the line that joins them. */
export type Conflict = {
    /** Queen in the upper row, or the left one of two in the same row. */
    first: Square;
    /** Line that joins the queens. */
    line: Line;
    /** The other queen. */
    second: Square;
};
/** The units of Q(n). They can be counted in any order, by several engines. */
export type CountPlan = {
    /** The backend that counts: `simd128` or `portable`. */
    backend: string;
    /** Expected cost of each unit: nanoseconds of a fast core, within a factor. */
    costs: number[];
    /** The intact results of the ledger, one of each unit. */
    counted: CountedUnit[];
    /** The first line of a ledger of these units. */
    line: string;
    /** Numbers of the units without a result, the most expensive first. */
    order: number[];
};
/** A request about solutions that are too many to be listed. */
export type CountRequest = {
    /** Asks for the units of Q(n). */
    plan: {
        /** The lines of the units that are counted. What is damaged in them is counted again. */
        ledger: string;
        /** Number of queens. */
        n: number;
    };
} | {
    /** Counts a unit of Q(n). */
    unit: {
        /** Number of the unit in the plan, from 0. */
        index: number;
        /** Number of queens. */
        n: number;
        /** The present time, in seconds since 1970. */
        time: number;
    };
} | {
    /** Adds the results of all units of Q(n), in any order, and checks the total. */
    total: {
        /** The lines of all units. */
        ledger: string;
        /** Number of queens. */
        n: number;
    };
} | {
    /** Counts all units of a board, and adds and checks them. */
    whole: {
        board: Board;
        of: CountSubject;
    };
} | {
    /** Draws random completions of a board, each with the same probability. */
    random: {
        board: Board;
        /** Number of completions; 0 only checks that the board is accepted. */
        count: number;
        /** Seed below 2⁵³: equal seeds give equal completions. */
        seed: number;
    };
};
/** What is counted on a board. */
export type CountSubject = "solutions" | "occupancy";
/** A total that has passed its checks. Numbers may be too large for JavaScript, so they are strings. */
export type CountTotal = {
    /** Solutions with 0, 1, 2, … n queens on even squares (row + column even); null after a search. */
    by_black_queens?: string[] | null;
    /** The checks that the total has passed. */
    checks: Check[];
    /** Number of fundamental solutions; null with placed queens or blocked squares. */
    fundamental?: string | null;
    /** Joined pairs of all units. */
    joined: string;
    /** Row by row, the number of completions with a queen on each square, if those were counted. */
    occupancy?: string[][] | null;
    /** Number of completions of the board; Q(n) if it is empty. */
    solutions: string;
};
/** A unit that was counted. */
export type CountedUnit = {
    /** Number of the unit in the plan, from 0. */
    index: number;
    /** The line that stores its result in a ledger. */
    line: string;
    /** Time that the count of the unit took. */
    seconds: number;
};
/** Work counters of a run, defined alike for all methods. */
export type Counters = {
    /** Queens removed because the search went back. */
    backtracks: number;
    /** Queens placed, including the fixed queens of a mirrored method. */
    placed: number;
    /** Solutions found, including the images that a mirrored method counts. */
    solutions: number;
    /** Elementary tests of a cell, marker, pair of queens, set of masks or table entry. */
    tests: number;
    /** Squares tried. The fixed queens of a mirrored method are placed without being tried. */
    tried: number;
};
/** Data structures of a method. */
export type Data = {
    /** Index = row, value = column. */
    columns: number[];
    kind: "positions";
} | {
    /** (n + 2)² cells, row by row: 0 empty, 1 queen, 2 border. */
    cells: number[];
    kind: "bordered-board";
    /** Current queens, first queen first. */
    positions: Square[];
} | {
    /** Indexed by row + column. */
    anti_diagonals: boolean[];
    /** Indexed by column; n entries. */
    columns: boolean[];
    /** Indexed by row − column + n; index 0 is unused. */
    diagonals: boolean[];
    kind: "markers";
} | {
    /** Indexed by row + column. */
    anti_diagonals: boolean[];
    /** Indexed by row − column + n; index 0 is unused. */
    diagonals: boolean[];
    kind: "links";
    /** Next free column; index n is the head of the list. */
    next: number[];
    /** Previous free column; index n is the head of the list. */
    previous: number[];
} | {
    /** Free squares of the row that have not been tried yet. */
    candidates: number;
    kind: "masks";
    /** Masks of the row. */
    masks: Masks;
} | {
    /** "odd" while the table is filled, "even" while it is read. */
    colour: string;
    /** Columns that hold a queen of this colour, one bit each. */
    columns: number;
    kind: "colours";
    /** Number of different (rows, columns) pairs in the table. */
    pairs: number;
    /** Number of placements in the table. */
    placements: number;
    /** Rows that hold a queen of this colour, one bit each. */
    rows: number;
} | {
    kind: "tables";
    /** Tables, in the order in which they are shown. */
    tables: Table[];
};
/** Result of a square of a decision tree. */
export type Decided = {
    result: "tried";
} | {
    line: Line;
    result: "rejected";
} | {
    result: "open";
} | {
    /** True if it has squares below that were left out. */
    folded: boolean;
    /** Number of queens placed below. */
    placed: number;
    result: "placed";
    /** Number of solutions below. */
    solutions: number;
} | {
    result: "pruned";
};
/** A square of a decision tree. */
export type Decision = Decided & {
    /** Index of the square above; null at the first level. */
    parent?: number | null;
    square: Square;
    /** Step that decides the square. */
    step: number;
};
/** A part of the tree of the squares that a run tries. */
export type DecisionTree = {
    /** False if the time limit or the limit of nodes was reached before the end of the part. */
    complete: boolean;
    /** Squares in the order of the run. */
    nodes: Decision[];
};
/** How the run of a program for one n ended. */
export type Ending = {
    ending: "ended";
} | {
    ending: "crashed";
    /** Last line of its message, which may be empty. */
    message: string;
    /** The exit code or signal, or the kind of exception. */
    status: string;
} | {
    ending: "too-long";
    /** The limit in seconds. */
    seconds: number;
} | {
    /** The limit in bytes. */
    bytes: number;
    ending: "too-much-memory";
} | {
    /** The limit in bytes. */
    bytes: number;
    ending: "too-much-output";
} | {
    ending: "too-many-processes";
    /** Largest number of processes at the same time. */
    processes: number;
} | {
    ending: "too-many-moves";
    /** Largest number of moves that are kept. */
    moves: number;
};
/** Event of a run. */
export type Event = {
    event: "try";
    /** Candidate square. */
    square: Square;
} | {
    event: "test";
    /** What the test reads. */
    probe: Probe;
    /** Tested square. */
    square: Square;
} | {
    /** Square of the queen that attacks it. */
    by: Square;
    event: "rejected";
    /** Line along which the queen attacks it. */
    line: Line;
    /** Candidate square. */
    square: Square;
} | {
    event: "place";
    /** Square of the queen. */
    square: Square;
} | {
    event: "remove";
    /** Square of the queen. */
    square: Square;
} | {
    /** Masks of the next row, with the queen. */
    after: Masks;
    /** Masks of `row`, without the queen. */
    before: Masks;
    event: "masks";
    /** Row of the queen. */
    row: number;
} | {
    event: "exhausted";
    /** The row that is entered or left, from 0. */
    row: number;
} | {
    event: "join";
    /** Number of these placements. */
    matches: number;
} | {
    /** Column of the queen in each row, from 0. */
    columns: number[];
    event: "solution";
    /** Symmetry that maps the solution found to this one; `Identity` for the solution itself. */
    image: Symmetry;
} | {
    at?: Square | null;
    event: "own";
    /** Name of the kind of step. */
    name: string;
    /** Numbers that the sentence of the step uses. */
    values: number[];
};
/** A board to be written in a notation. */
export type Export = {
    board: Board;
    /** Name of the notation, as `--notation` accepts it. */
    notation: string;
};
/** Which solutions are listed. */
export type Filter = "all" | "fundamental" | "symmetric";
/** Result of a search for a step. */
export type Found = {
    /** False if the search ended at the time limit or at the last step that is shown. */
    certain: boolean;
    /** Number of the step, from 0; null if there is none. */
    step?: number | null;
};
/** Variable that may be the board, with what it does. */
export type FoundBoard = {
    /** True for a bit mask of the columns that are taken: each new bit is the queen of the next row. */
    is_mask: boolean;
    /**
     * Its changes as moves, six numbers each: kind (0 place, 1 remove, 2 solution), row, column, line of the program,
     *     characters printed, and number of the step.
     */
    moves: number[];
    /** Name of the variable in the program. */
    name: string;
};
/** Frame of the call stack. */
export type Frame = {
    /** Variables of the function, with their values at this step. */
    locals: Local[];
    /** Name of the function, with its arguments. */
    name: string;
};
/** Some of the solutions, in lexicographic order. */
export type Gallery = {
    boards: Solution[];
    /** Number of solutions that pass the filter. */
    total: number;
};
/**
 * The difficulty of a puzzle, by the most complex rule that it needs.
 *
 *     Grades do not depend on the order of the steps, nor on rotations and reflections.
 */
export type Grade = "easy" | "medium" | "hard" | "expert";
/** The next step of a player, with its reason. */
export type Hint = {
    /**
     * The squares of the argument: the queen, the free squares of the units, or the square on
     *     which a queen is supposed.
     */
    because: Square[];
    /** The simplest rule that allows a step now. */
    rule: Rule;
    /** The squares that the rule decides, and why. */
    step: PuzzleStep;
    /**
     * The units of the argument. For [`Rule::Sets`], first the k units whose free squares are
     *     given, then the k units that contain them; for [`Rule::Contradiction`], the unit that would
     *     be left without a square.
     */
    units: PuzzleUnit[];
};
/** A board after one of the eight symmetries. */
export type Image = {
    /** True for the canonical form. */
    canonical: boolean;
    /** Column of the queen in each row; null for an empty row. */
    rows: (number | null)[];
    symmetry: Symmetry;
};
/** A request about a learner's program. */
export type JudgeRequest = {
    /** Runs of a program; answered by [`Judged`]. */
    runs: RunsRequest;
} | {
    /**
     * A trace: lines `place R C`, `remove R C` and `solution`, `n N` for the size, and `record JSON`; answered by
     *     [`Moves`].
     */
    moves: string;
} | {
    /** The time of a program among methods; answered by a text. */
    place: PlaceRequest;
};
/** Verdict about a program. */
export type Judged = {
    /** Faults that explain all outputs, the most likely first. */
    causes: Text[];
    kind?: Text | null;
    /** True if all runs are right. */
    right: boolean;
    /** Verdicts about the runs. */
    runs: RunVerdict[];
    stopped?: Text | null;
    /** The verdict in one sentence. */
    summary: Text;
    uncalled?: Text | null;
};
/** What a program did for one n. */
export type JudgedRun = {
    /** How the run ended. */
    ending: Ending;
    /** Its moves, one in each line, after the number of the line of the program that makes it. */
    moves: string;
    /** Number of queens. */
    n: number;
    /** All that the program printed. */
    printed: string;
};
/** Language of a [`Listing`]. */
export type Language = "pseudocode" | "python" | "java" | "cpp" | "pascal";
/** The last square of a folded tree after a step: the squares before it are those before the step. */
export type LastDecision = {
    at: number;
    node: Decision;
};
/** How many steps a run has. */
export type Length = {
    /** Work counters of the steps reached. */
    counters: Counters;
    /** Number of steps reached within the time limit. */
    reached: number;
    /** Number of steps that can be shown: those that this machine replays in 1 s. */
    shown: number;
    /** Number of steps; null if the run did not end within the time limit. */
    steps?: number | null;
};
/** Line along which a queen attacks. */
export type Line = "row" | "column" | "diagonal" | "anti-diagonal";
/** Short program for a method, whose lines name the steps that they do. */
export type Listing = {
    /** What the program does. */
    form: ListingForm;
    /** Language of the program. */
    language: Language;
    /** Lines of the program, from the first to the last. */
    lines: ListingLine[];
    /** Identifiers of bezzel, each with that of the tutorial whose names the program has. */
    names: string[][];
    /** Tutorials whose identifiers the program can have. */
    tutorials: Tutorial[];
};
/** Form of a [`Listing`]: what the program does with a solution, and when it tests a square. */
export type ListingForm = "counts" | "prints" | "counts-checked-first" | "prints-checked-first";
/** Line of a [`Listing`]. */
export type ListingLine = {
    /** The line, with its comment in Chinese. */
    chinese: string;
    /** The line, with its comment in English. */
    english: string;
    /** Kinds of step that the line does. */
    kinds: string[];
};
/** Variable of a [`Frame`]. */
export type Local = {
    /** Name in the listings. */
    name: string;
    /** Its value as the listing writes it, such as `3` or `01001`. */
    value: string;
};
/** A puzzle, with its grade and its solutions. */
export type Made = {
    /** False if the time limit ended the search for solutions. */
    certain: boolean;
    grade?: Grade | null;
    /** The regions: a string of letters for each row. */
    regions: string[];
    /** The column of each row in each solution: none, one, or the first two of several. */
    solutions: number[][];
};
/** The three integers of a bit method for one row; bit c represents column c. */
export type Masks = {
    /**
     * Squares attacked along anti-diagonals. The mask moves one column to the left (towards
     *     lower bits) with each row.
     */
    anti_diagonals: number;
    /** Columns that hold a queen. */
    columns: number;
    /**
     * Squares attacked along diagonals. The mask moves one column to the right (towards higher
     *     bits) with each row.
     */
    diagonals: number;
};
/** What was measured or skipped for one method and one n. */
export type Measurement = {
    counters: Counters;
    event: "measured";
    method: string;
    n: number;
    /** Median of three runs, or the time of one long run. */
    seconds: number;
} | {
    event: "skipped";
    method: string;
    n: number;
};
/** Output that is expected of a program. */
export type Mode = "all" | "fundamental" | "one";
/** Moves of a program, checked. */
export type Moves = {
    /** Variables of the recorded program that may be the board, the most likely first. */
    boards: FoundBoard[];
    /** Those that are not possible, which change nothing. */
    faults: WrongMove[];
    /** The moves in their order; rows and columns count from 0. */
    moves: ReportedMove[];
    /** Number of rows and columns. */
    n: number;
};
/** The next step for a player. */
export type NextStep = {
    hint?: Hint | null;
    /** Marks that differ from the solution. */
    wrong: Square[];
};
/** The eight images of a board. */
export type Orbit = {
    images: Image[];
    /** Number of distinct images. */
    size: number;
    symmetry: SymmetryClass;
};
/** Consecutive steps of a run. */
export type Page = {
    /** True if the run ends with the last step. */
    ended: boolean;
    steps: PageStep[];
    /** Folded decision tree before the first step. */
    tree: Decision[];
};
/** A page of steps to return. */
export type PageRequest = {
    /** Index of the first step. */
    from: number;
    /** Number of steps. */
    len: number;
    run: Run;
};
/** A step, its depth in the recursion, and what it decides. */
export type PageStep = ShownStep & {
    /** Number of queens above the row of the step. */
    depth: number;
    last?: LastDecision | null;
};
/** The time of a program, and the times of methods. */
export type PlaceRequest = {
    /** Names and seconds of the methods, the slowest first. */
    methods: [
        string,
        number
    ][];
    seconds: number;
};
/** Entry that an elementary test reads. */
export type Probe = {
    probe: "queen";
    /** Square of the queen. */
    square: Square;
} | {
    /** Column of the cell, 1 to n inside the border. */
    column: number;
    probe: "cell";
    /** Row of the cell, 1 to n inside the border. */
    row: number;
} | {
    /** Index of the marker. */
    index: number;
    probe: "column-marker";
} | {
    /** Index of the marker. */
    index: number;
    probe: "diagonal-marker";
} | {
    /** Index of the marker. */
    index: number;
    probe: "anti-diagonal-marker";
} | {
    /** Masks of the row. */
    masks: Masks;
    probe: "masks";
};
/** A request that cannot be answered. */
export type Problem = {
    /** The English sentence, in which rows and columns count from 0. */
    detail: string;
    kind?: ProblemKind | null;
    /** The sentence for people: expected and found values. */
    text: Text;
};
/** Problem that the page offers a way out of. */
export type ProblemKind = "ambiguous" | "many-completions";
/** A request about a puzzle. */
export type PuzzleRequest = {
    /** A new puzzle; answered by [`Made`]. */
    new: {
        grade?: Grade | null;
        /** Number of rows, 5 to 16. */
        n: number;
        /** Equal seeds give equal puzzles. */
        seed: number;
    };
} | {
    /** The puzzle of a date, such as `2026-11-22`; answered by [`Made`]. */
    day: string;
} | {
    /** The solutions and the grade of a puzzle, given by its rows of letters; answered by [`Made`]. */
    analyse: string[];
} | {
    /** The next step for a player; answered by [`NextStep`]. */
    hint: {
        /** The player's marks: a string of `.`, `Q` and `x` for each row. */
        marks: string[];
        /** The regions: a string of letters for each row. */
        regions: string[];
    };
};
/** The step that a hint proposes. */
export type PuzzleStep = {
    /** A queen belongs on this square. */
    place: Square;
} | {
    /** No queen can be on these squares, which are free now. At least one. */
    rule_out: Square[];
};
/** A row, column or region, each of which has exactly one queen. */
export type PuzzleUnit = {
    /** A row, from 0 at the top. */
    row: number;
} | {
    /** A column, from 0 at the left. */
    column: number;
} | {
    /** A region by its number. */
    region: number;
};
/** Methods to be measured for several n. */
export type Race = {
    /** Two to four names of methods. */
    methods: string[];
    /** Largest number of queens. */
    n: number;
    /** Measures this n only, of at least one method, as long as it takes. */
    only?: boolean;
};
/** Random completions of a board, each with the same probability. */
export type RandomCompletions = {
    /** Column of each row of each completion; empty if there is none. */
    boards: number[][];
    contradiction?: Text | null;
    /** The seed that gives these completions again. */
    seed: number;
};
/** A board that was read. */
export type ReadBoard = Verdict & {
    blocked: Square[];
    /** First line of the board, from 1. */
    line: number;
    /** Queens on the board, in reading order. */
    queens: Square[];
    wrong?: Text | null;
};
/** What was read. */
export type ReadContents = {
    /** The boards; none if there are puzzles. */
    boards: ReadBoard[];
    puzzles: ReadPuzzle[];
    /** What was read, in one sentence. */
    read: Text;
};
/** A puzzle that was read. */
export type ReadPuzzle = {
    /** Rows of marks: `.`, `Q` or `x`. */
    marks: string[];
    parts?: Text | null;
    /** The regions: a string of letters for each row. */
    regions: string[];
};
/** A text to read; answered by [`ReadContents`]. */
export type ReadRequest = {
    /** Number of the first row and column, 0 or 1, where the text does not show it. */
    base?: number | null;
    /** True if a line of numbers is the columns of a board, false if it is a row of a drawing. */
    columns?: boolean | null;
    /** True if a text that may be both is a puzzle. */
    puzzles?: boolean;
    /** Boards or puzzles in any form. */
    text: string;
};
/** Move as it was reported, possible or not. */
export type ReportedMove = {
    /** Column of the queen, counted from 0; 0 for a solution. */
    column: number;
    /** Its kind: `place`, `remove` or `solution`. */
    kind: string;
    /** Line on which it is, from 1. */
    line: number;
    /** Row of the queen, counted from 0; 0 for a solution. */
    row: number;
};
/** A request, by its subject. */
export type Request = {
    /** A run of a method. */
    run: RunRequest;
} | {
    /** A board. */
    board: BoardRequest;
} | {
    /** A text in any form. */
    read: ReadRequest;
} | {
    /** A puzzle. */
    puzzle: PuzzleRequest;
} | {
    /** Outputs of a learner's program. */
    judge: JudgeRequest;
} | {
    /** A count by the colour-split counter. */
    count: CountRequest;
};
/**
 * The rules of deduction, in the order in which hints offer them.
 *
 *     A unit is a row, column or region; a free square is one without a mark.
 */
export type Rule = "queen" | "single" | "inside" | "attacks-all" | "sets" | "contradiction";
/** A method, and the board that it searches. */
export type Run = {
    /**
     * Board with constraints, in one word such as `Q3/2x1/4/1x2` [default: an
     *     empty board].
     */
    board?: string | null;
    /** Name of the method, as `bezzel methods` lists it. */
    method: string;
    /** Number of queens. */
    n: number;
};
/** A request about a run of a method. */
export type RunRequest = {
    /** A page of steps; answered by [`Page`]. */
    steps: PageRequest;
} | {
    /** A search for a step; answered by [`Found`]. */
    find: Search;
} | {
    /** The length of a run; answered by [`Length`]. */
    length: Run;
} | {
    /** A part of the decision tree; answered by [`DecisionTree`](crate::tree::DecisionTree). */
    tree: TreeRequest;
} | {
    /** The listings of a method; answered by a list of [`Listing`](bezzel::methods::Listing). */
    listings: {
        /** Name of the method, as `bezzel methods` lists it. */
        method: string;
        names?: Tutorial | null;
    };
} | {
    /** The source of a method by folder and name of the file; answered by its text. */
    source: string;
} | {
    /** A race of methods; answered by nothing, after a message for each measurement. */
    race: Race;
};
/** Verdict about a run. */
export type RunVerdict = {
    /** Number of boards that were printed. */
    boards: number;
    /** Number of solutions that should be printed or counted. */
    expected: string;
    /** Faults, the most informative first. */
    findings: Text[];
    /** Number of queens. */
    n: number;
    /** Remarks that do not make the output wrong. */
    notes: Text[];
    /** The number that was printed. */
    number?: string | null;
    right: boolean;
    /** Queens of the board that shows the first fault which a board can show. */
    shown?: Square[] | null;
};
/** Runs of a program, with the output that is expected of it. */
export type RunsRequest = {
    mode: Mode;
    /** Text of the program, in Python or JavaScript. */
    program: string;
    runs: JudgedRun[];
};
/** A search for a step in a run: for a solution, unless kinds or a depth are given. */
export type Search = {
    /** Step at which the search starts; the step itself is excluded. */
    at?: number | null;
    /** Searches backwards if true. */
    back?: boolean;
    /** Finds a step with at most this number of queens above its row. */
    depth?: number | null;
    /** Kinds of step to find. */
    kinds?: string[] | null;
    run: Run;
};
/** A [`Step`], as front ends receive it. */
export type ShownStep = Step & {
    /** Call stack, the outermost frame first. */
    frames: Frame[];
    /** Sentence that describes the step. */
    sentence: Text;
};
/** A solution, with its symmetry. */
export type Solution = {
    columns: number[];
    orbit_size: number;
    symmetry: SymmetryClass;
};
/** A page of solutions to return. */
export type SolutionsRequest = {
    filter?: Filter;
    /** Index of the first solution of the page. */
    from: number;
    /** Number of solutions per page. */
    len: number;
    /** Number of queens, at most 14. */
    n: number;
};
/** Line in a [source file](SourceFile). */
export type SourceLine = {
    /** Folder and name of the file. */
    file: string;
    /** Line of the shown text, from 1. */
    line: number;
};
/** Square of a board, 0-based from the top left. */
export type Square = {
    /** Column, 0 at the left. */
    column: number;
    /** Row, 0 at the top. */
    row: number;
};
/** Step of a run, with the state after it. */
export type Step = Event & {
    /** Work counters, including this step. */
    counters: Counters;
    /** Data structures of the method. */
    data: Data;
    /** Number of the step, from 0. */
    index: number;
    /** The kind, which also marks its line in the listing. */
    kind: string;
    /** Queens on the board after the step, in the order in which they were placed. */
    queens: Square[];
    /** Source line that does the step. */
    source: SourceLine;
};
/** One of the eight symmetries of the square. */
export type Symmetry = "identity" | "rotate90" | "rotate180" | "rotate270" | "mirror-columns" | "mirror-rows" | "transpose" | "anti-transpose";
/** Set of rotations that leave a solution unchanged. */
export type SymmetryClass = "none" | "half-turn" | "quarter-turn";
/** Table of a picture of data structures, such as an array or a matrix. */
export type Table = {
    /** Heads of the columns; empty if they have none. */
    heads: string[];
    /** From top to bottom, each with as many cells as there are columns. */
    rows: TableRow[];
    /** Name or explanation of the table. */
    title: Text;
};
/** Row of a [`Table`]. */
export type TableRow = {
    /** Text of each cell. */
    cells: string[];
    /** Name of the row, such as a variable of the listing. */
    label: string;
    /** Tone of each cell, one letter each: `.` plain, `o` on, `-` quiet, `*` current. */
    tones: string;
};
/**
 * A text in English and in Chinese.
 *
 *     A number of a row or column is written as [`Number`] does, so that a front end that counts from
 *     1 can change it; [`counted_from`] removes the signs.
 */
export type Text = {
    /** The text in Chinese. */
    chinese: string;
    /** The text in English. */
    english: string;
};
/** The part of a decision tree to return. */
export type TreeRequest = {
    /** Number of levels; deeper ones are only counted. */
    depth: number;
    /** Step that places the queen above this part; the root of the tree if absent. */
    root?: number | null;
    run: Run;
};
/** One of the four tutorials from which bezzel started. */
export type Tutorial = "A" | "B" | "C" | "D";
/** The result of a check. Rows and columns count from 0. */
export type Verdict = (BoardFault | null) & {
    conflict?: Conflict | null;
    /** The first row without a queen, if no queens attack each other. */
    empty_row?: number | null;
    /** Number of rows that the board has or should have. */
    n: number;
    /** True if nothing is wrong. */
    valid: boolean;
};
/** A proof, in words, that a board has no completion. */
export type WrittenProof = {
    /** Number of deductions and cases. */
    length: number;
    /** A line for each, with cases indented. */
    text: Text;
};
/** Move that is not possible. */
export type WrongMove = {
    /** Number of moves before it. */
    index: number;
    /** Why it is not possible. */
    text: Text;
};
