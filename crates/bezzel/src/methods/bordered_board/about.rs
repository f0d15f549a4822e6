//! Description of `bordered-board`.

use crate::methods::about::{B, ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "bordered-board",
    title: Text::new("bordered-board", "边框棋盘 bordered-board"),
    idea: Text::new(
        "from each square, scan in three directions until you reach the border or a queen",
        "沿三个方向逐格检查：先遇到边框为安全，先遇到皇后为冲突",
    ),
    time: Text::new(
        "O(n!), at most 3n cells per square",
        "O(n!)，每试一格最多检查 3n 个格子",
    ),
    memory: Text::new("(n + 2)² cells, n queens", "(n + 2)² 个单元格，n 个皇后"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(13),
    taught: None,
    source: B,
    max_n: ONE_WORD,
};
