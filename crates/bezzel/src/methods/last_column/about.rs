//! Description of `last-column`.

use crate::methods::about::{ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "last-column",
    title: Text::new("last-column", "末列求和 last-column"),
    idea: Text::new(
        "the last queen's column number is the sum of all column numbers minus the sum of the other queens' column numbers",
        "最后一个皇后的列号，等于所有列号之和减去其余皇后的列号之和",
    ),
    time: Text::new(
        "O(n!), one square is tested in the last row",
        "O(n!)，最后一行只需检查一格",
    ),
    memory: Text::new("about 6n entries", "约 6n 项"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(13),
    taught: None,
    source: Text::new(
        "lonelycorn, in a comment on tutorial D (Pascal)",
        "教程 D（Pascal）的读者 lonelycorn 的评论",
    ),
    max_n: ONE_WORD,
};
