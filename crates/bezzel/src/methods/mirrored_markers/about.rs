//! Description of `mirrored-markers`.

use crate::methods::about::{ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "mirrored-markers",
    title: Text::new("mirrored-markers", "标记数组加对称性 mirrored-markers"),
    idea: Text::new(
        "of several solutions that are rotations or reflections of each other, find only one, but count all of them",
        "互为对称像的解只搜索一个，计数时乘以对称像的个数",
    ),
    time: Text::new(
        "O(n!), half of the search for even n, about a seventh for odd n",
        "O(n!)；n 为偶数时，搜索量为原来的 1/2；n 为奇数时，约为 1/7",
    ),
    memory: Text::new("about 6n entries", "约 6n 项"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(14),
    taught: Some(Text::new(
        "D (2010): n ≤ 13 within 1 s",
        "D（2010）：1 秒内 n ≤ 13",
    )),
    source: Text::new(
        "tutorial D, which thanks Nocow (Pascal, 2010)",
        "教程 D（Pascal，2010），参考 Nocow",
    ),
    max_n: ONE_WORD,
};
