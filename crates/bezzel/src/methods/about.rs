//! Registry of the methods: descriptions, costs and limits.

use serde::Serialize;

use super::Method;

/// Description of a method: idea, cost, limits and source.
///
/// ```
/// use bezzel::methods::Method;
/// let info = Method::Bitmask.about();
/// assert_eq!((info.name, info.max_n), ("bitmask", 64));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MethodInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// Idea in one sentence.
    pub idea: &'static str,
    /// Growth of the time with n.
    pub time: &'static str,
    /// Growth of the memory with n.
    pub memory: &'static str,
    /// Largest n counted within one second on one core of [`MEASURED`](MethodInfo::MEASURED).
    pub largest_in_a_second: u32,
    /// Tutorial that teaches the method.
    pub source: &'static str,
    /// Largest accepted n.
    pub max_n: u32,
}

impl MethodInfo {
    /// Machine, date and command of the measurement of `largest_in_a_second`.
    pub const MEASURED: &'static str = "2-core Emerald Rapids VM, one thread, 2026-11-21, \
         bezzel compare 8 9 10 11 12 13 14 15 --budget 3";
}

/// Sixty-four columns fit in one word, and no search for that many queens can finish.
const ONE_WORD: u32 = 64;

const SLOPES: &str = "\"Eight queens\": array, slope and bit versions (Java tutorial)";
const BORDER: &str = "\"Eight queens (n queens)\" (C++ tutorial)";
const BITS: &str = "\"n queens (bit operations)\" (Java tutorial; LeetCode 51 and 52)";
const PASCAL: &str = "\"n queens\" (Pascal tutorial)";

impl Method {
    /// Returns the description of this method.
    pub fn about(self) -> &'static MethodInfo {
        &ABOUT[self as usize]
    }
}

/// In the order of [`Method::ALL`].
static ABOUT: [MethodInfo; 10] = [
    MethodInfo {
        name: "brute-force",
        idea: "n nested loops over all choices of columns, tested at the end",
        time: "O(n^n)",
        memory: "O(n)",
        largest_in_a_second: 8,
        source: SLOPES,
        // 16^16 boards exceed a 64-bit counter by one, but no run gets that far.
        max_n: 16,
    },
    MethodInfo {
        name: "bordered-board",
        idea: "scan in three directions until the border or a queen",
        time: "O(n!), 3n cells per square",
        memory: "O(n^2)",
        largest_in_a_second: 13,
        source: BORDER,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "slope-test",
        idea: "compare with each earlier queen: same column or equal row and column distance",
        time: "O(n!), n comparisons per square",
        memory: "O(n)",
        largest_in_a_second: 13,
        source: SLOPES,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "diagonal-markers",
        idea: "one marker per column, per row − column and per row + column",
        time: "O(n!), 3 look-ups per square",
        memory: "O(n)",
        largest_in_a_second: 13,
        source: SLOPES,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "mirrored-markers",
        idea: "search one of several symmetric images and count all of them",
        time: "O(n!), a half (even n) to an eighth",
        memory: "O(n)",
        largest_in_a_second: 14,
        source: PASCAL,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "linked-columns",
        idea: "visit only free columns: occupied ones are unlinked from a list",
        time: "O(n!), 2 look-ups per free column",
        memory: "O(n)",
        largest_in_a_second: 14,
        source: PASCAL,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "last-column",
        idea: "the last column is n(n − 1)/2 minus the sum of the others",
        time: "O(n!), the last row costs one square",
        memory: "O(n)",
        largest_in_a_second: 13,
        source: PASCAL,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "bitmask",
        idea: "three integers hold columns and diagonals; a shift goes to the next row",
        time: "O(n!), one test per row",
        memory: "O(n)",
        largest_in_a_second: 14,
        source: BITS,
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "mirrored-bitmask",
        idea: "bitmask on the left half of the first row, doubled",
        time: "O(n!), a half",
        memory: "O(n)",
        largest_in_a_second: 15,
        source: "mirror rule of the Pascal tutorial on the bit method",
        max_n: ONE_WORD,
    },
    MethodInfo {
        name: "colour-split",
        idea: "count black and white squares separately and join them by rows and columns",
        time: "about O(6^n)",
        memory: "about O(4^n)",
        largest_in_a_second: 14,
        source: "this project",
        // The table takes 0.3 GB at n = 15 and four times as much with each further n.
        max_n: 16,
    },
];
