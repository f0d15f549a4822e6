//! Description of `bitmask`.

use crate::methods::about::{A_C_D, ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "bitmask",
    title: Text::new("bitmask", "位运算 bitmask"),
    idea: Text::new(
        "three integers mark occupied columns and diagonals; shifts move the diagonals to the next row",
        "用三个整数记录列和两个方向的对角线是否被占用，移位就得到下一行的限制",
    ),
    time: Text::new(
        "O(n!), one test per row",
        "O(n!)，每行只需计算一次，就得到全部可用的格子",
    ),
    memory: Text::new("3 integers per row", "每行 3 个整数"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(14),
    taught: Some(Text::new("C: n = 16 within 10 s", "C：10 秒内 n = 16")),
    source: A_C_D,
    max_n: ONE_WORD,
};
