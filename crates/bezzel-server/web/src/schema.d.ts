// From types with the SHA-256 d9a4cc0671dcf8394769ae4d332db922f7a4aeca67278841f422559fcae06de8 (npm run types).
/** A backend, and whether this machine can use it. */
export type BackendView = {
    /** Name, such as `avx2` or `cuda:0`. */
    backend: string;
    /** Product name of the device; null for CPU threads. */
    device?: string | null;
    /**
     * CPU features that it needs: true if this CPU has the feature. A CPU backend can be used if
     *     all are true; the last such backend is the default.
     */
    features: {
        [key: string]: boolean;
    };
};
/** JSON form of a cell of the unit map. */
export type Cell = {
    /** Fraction of its units that are done, from 0 to 1. */
    done: number;
    /** True if one of its units is being counted. */
    running: boolean;
};
/** Why a request failed, in one word. */
export type Code = "malformed" | "forbidden" | "unauthorized" | "not-found" | "method-not-allowed" | "conflict" | "too-large" | "unsupported-media-type" | "unacceptable" | "internal";
/** Whether a count runs, or how it ended. */
export type CountState = "running" | "stopping" | "stopped" | "done" | "failed";
/** A count, with its progress and, at the end, its total. */
export type CountView = {
    /** Backends, such as `avx2` or `cuda:0,avx512`. */
    backend: string;
    /**
     * Placed queens and blocked squares in one word, such as `Q3/2x1/4/1x2`: rows
     *     separated by `/`, with numbers of free squares; null for Q(n).
     */
    board?: string | null;
    /** Core time of all results in seconds, including those that the ledger had before. */
    core_seconds: number;
    /** True if every unit is counted by both routes. */
    double_check: boolean;
    /** Error that ended the count. */
    failure?: string | null;
    /** Completed fraction of the expected cost, from 0 to 1. */
    fraction: number;
    id: number;
    /** Number of joined pairs. */
    joined: string;
    /** File name of the ledger; null if the count is stored in memory. */
    ledger?: string | null;
    /** State of the units; each cell stands for one unit or for several consecutive ones. */
    map: Cell[];
    n: number;
    /** Joined pairs per second over time. */
    rates: Point[];
    /** Estimated remaining time in seconds; null before the first result of a run. */
    remaining_seconds?: number | null;
    /** Run time in seconds. */
    seconds: number;
    state: CountState;
    /** Number of CPU threads; 0 if only devices count. */
    threads: number;
    total?: TotalView | null;
    units: number;
    units_done: number;
    /** Problem that does not stop the count, such as an engine that failed. */
    warning?: string | null;
};
/** A ledger in the ledger directory. */
export type Ledger = {
    /** Number of the count that it is open as. */
    count?: number | null;
    file: string;
};
/** Contents of the ledger directory. */
export type Ledgers = {
    /** True if the server was started with a ledger directory. */
    directory: boolean;
    /** Ledgers, sorted by name. */
    ledgers: Ledger[];
};
/** What to count, and with which engines. */
export type NewCount = {
    /**
     * Backends, with the names of `--backend`: a name of `/api/backends`, `cuda` for all
     *     GPUs, or several separated by commas. By default the fastest CPU backend.
     * @example avx2
     */
    backend?: string | null;
    /** Counts every unit by both routes. */
    double_check?: boolean;
    /** Number of queens, 1 to 27. */
    n: number;
    /** Number of CPU threads; at most, and by default, the number of available ones. */
    threads?: number | null;
};
/** A ledger to open, and the engines that count its units when it is resumed. */
export type OpenLedger = {
    /**
     * Backends, as for `POST /api/counts`. By default the fastest CPU backend.
     * @example avx2
     */
    backend?: string | null;
    /**
     * File name, as listed.
     * @example q25.bezzel
     */
    file: string;
    /** Number of CPU threads; at most, and by default, the number of available ones. */
    threads?: number | null;
};
/** A point of the rate plot. */
export type Point = {
    /** Joined pairs per second. */
    rate: number;
    /** Run time of the count in seconds. */
    seconds: number;
};
/** Why a request failed. */
export type Problem = {
    /** Kind of the problem, for programs. */
    code: Code;
    /** Description with the expected and the found values. */
    detail: string;
    /** Code of the HTTP status, such as 404. */
    status: number;
    text?: Text | null;
    /** Standard text of the HTTP status. */
    title: string;
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
/** A total that passed its checks. */
export type TotalView = {
    /** Solutions with 0, 1, 2, … n queens on even squares (row + column even). */
    by_black_queens: string[];
    /** Number of fundamental solutions; null with placed queens or blocked squares. */
    fundamental?: string | null;
    solutions: string;
};
