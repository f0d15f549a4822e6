//! Description of `linked-columns`.

use crate::methods::about::{D, ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "linked-columns",
    title: Text::new("linked-columns", "双向链表 linked-columns"),
    idea: Text::new(
        "visit only free columns: occupied ones are unlinked from a list",
        "用双向链表保存可用的列，已占用的列从链表中删除",
    ),
    time: Text::new(
        "O(n!), 2 look-ups per free column",
        "O(n!)，每个可用的列查两次标记",
    ),
    memory: Text::new("about 7n entries", "约 7n 项"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(14),
    taught: Some(Text::new(
        "D (2010): n ≤ 15 within 1 s",
        "D（2010）：1 秒内 n ≤ 15",
    )),
    source: D,
    max_n: ONE_WORD,
};
