//! Descriptions of the methods: each is in the file `about.rs` of the folder of its method.
//!
//! They are Rust constants, because the compiler then checks that no text is missing, and a
//! program that uses the library reads no file and needs no parser.

use super::{Method, Text, Work};

/// Description of a method: idea, cost, limits and source.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MethodInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// Name for a reader, which contains that of the command line.
    pub title: Text,
    /// What the method does, in one sentence.
    pub idea: Text,
    /// Growth of the time with n.
    pub time: Text,
    /// Size of the data structures.
    pub memory: Text,
    /// Kinds of step that only this method has.
    pub kinds: &'static [OwnKind],
    /// Work counters that front ends show, in this order.
    pub counters: &'static [WorkCounter],
    /// True if the search takes every decision back: front ends show the tree of decisions, and step
    /// over and out of them. A local search has no such tree.
    pub has_tree: bool,
    /// Largest n counted within one second on one core of [`MEASURED`](MethodInfo::MEASURED); `None`
    /// if the method does not count.
    pub largest_in_a_second: Option<u32>,
    /// Reach that the tutorial reports, if it does.
    pub taught: Option<Text>,
    /// Tutorial that teaches the method.
    pub source: Text,
    /// Largest accepted n.
    pub max_n: u32,
}

/// Kind of step that only one method has.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OwnKind {
    /// Name of the kind in marks of listings.
    pub name: &'static str,
    /// What a step of this kind does, in a few words.
    pub title: Text,
}

/// Work counter as front ends show it.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WorkCounter {
    /// The counter of [`Counters`](super::Counters).
    pub work: Work,
    /// What it counts in this method.
    pub title: Text,
}

pub(super) const TRIED: WorkCounter = WorkCounter {
    work: Work::Tried,
    title: Text::new("squares tried", "尝试的格子"),
};
pub(super) const PLACED: WorkCounter = WorkCounter {
    work: Work::Placed,
    title: Text::new("queens placed", "放置的皇后"),
};
pub(super) const BACKTRACKS: WorkCounter = WorkCounter {
    work: Work::Backtracks,
    title: Text::new("backtracks", "回溯次数"),
};
pub(super) const TESTS: WorkCounter = WorkCounter {
    work: Work::Tests,
    title: Text::new("tests", "检查次数"),
};
pub(super) const SOLUTIONS: WorkCounter = WorkCounter {
    work: Work::Solutions,
    title: Text::new("solutions", "解"),
};
/// Counters of a search that tests squares.
pub(super) const SEARCHING: &[WorkCounter] = &[SOLUTIONS, TRIED, PLACED, BACKTRACKS, TESTS];

impl MethodInfo {
    /// Machine, date and command of the measurement of `largest_in_a_second`.
    pub const MEASURED: Text = Text::new(
        "2-core Emerald Rapids VM, one thread, 2026-11-21\n  \
         with bezzel compare 8 9 10 11 12 13 14 15 --budget 3",
        "双核 Emerald Rapids 虚拟机，单线程，2026-11-21\n  \
         命令为 bezzel compare 8 9 10 11 12 13 14 15 --budget 3",
    );
}

/// Largest n of a method that keeps the columns in one word; no search for that many queens can
/// finish.
pub(super) const ONE_WORD: u32 = 64;

pub(super) const A: Text = Text::new(
    "tutorial A, 八皇后||算法 (Java)",
    "教程 A《八皇后||算法》（Java）",
);
pub(super) const B: Text = Text::new(
    "tutorial B, 八皇后问题(N皇后问题) by Duacai (C++, 2018), after lesson 45 of 狄泰《数据结构》",
    "教程 B《八皇后问题(N皇后问题)》（C++，Duacai，2018），参考狄泰《数据结构》第 45 课",
);
pub(super) const A_C_D: Text = Text::new(
    "tutorials A (Java), C (Java, LeetCode 51 and 52) and D (Pascal, which thanks Matrix67)",
    "教程 A（Java）、C《N皇后问题(位运算)》（Java，力扣 51、52 题）和 D（Pascal，参考 Matrix67）",
);
pub(super) const A_C: Text = Text::new(
    "tutorials A, 八皇后||算法, and C, N皇后问题(位运算) (Java)",
    "教程 A《八皇后||算法》和 C《N皇后问题(位运算)》（Java）",
);
pub(super) const A_D: Text = Text::new(
    "tutorials A, 八皇后||算法 (Java), and D, N皇后问题 (Pascal, 2010)",
    "教程 A《八皇后||算法》（Java）和 D《N皇后问题》（Pascal，2010）",
);
pub(super) const D: Text = Text::new(
    "tutorial D, N皇后问题 (Pascal, 2010)",
    "教程 D《N皇后问题》（Pascal，2010）",
);

impl Method {
    /// Returns the description of this method.
    pub fn about(self) -> &'static MethodInfo {
        &self.registered().about
    }
}
