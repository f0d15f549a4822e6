//! Description of `mirrored-bitmask`.

use crate::methods::about::{ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "mirrored-bitmask",
    title: Text::new("mirrored-bitmask", "镜像位运算 mirrored-bitmask"),
    idea: Text::new(
        "bitmask with the first queen in the left half of its row; the count is doubled",
        "位运算只搜索第一行的左半边，结果加倍",
    ),
    time: Text::new("O(n!), a half of the search", "O(n!)；搜索量为原来的 1/2"),
    memory: Text::new("3 integers per row", "每行 3 个整数"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(15),
    taught: None,
    source: Text::new(
        "mirror rule of tutorial D on the bit method",
        "教程 D 的对称规则用于位运算",
    ),
    max_n: ONE_WORD,
};
