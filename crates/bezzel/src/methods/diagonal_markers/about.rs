//! Description of `diagonal-markers`.

use crate::methods::about::{A_D, ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "diagonal-markers",
    title: Text::new("diagonal-markers", "标记数组 diagonal-markers"),
    idea: Text::new(
        "one marker for each column, each diagonal (row − column) and each anti-diagonal (row + column)",
        "列、行 − 列、行 + 列各用一个标记数组",
    ),
    time: Text::new("O(n!), 3 look-ups per square", "O(n!)，每格查三次标记"),
    memory: Text::new("about 6n entries", "约 6n 项"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(13),
    taught: Some(Text::new(
        "D (2010): n ≤ 12 within 1 s",
        "D（2010）：1 秒内 n ≤ 12",
    )),
    source: A_D,
    max_n: ONE_WORD,
};
