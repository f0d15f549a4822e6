//! Description of `mirrored-bitmask`.

use crate::methods::about::{ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "mirrored-bitmask",
    title: Text::new("mirrored-bitmask", "位运算加对称性 mirrored-bitmask"),
    idea: Text::new(
        "use bitmask to find only one solution of each mirrored pair, and double the count",
        "用位运算，只搜索第一行皇后在左半边的情形，解数加倍；第一行皇后在中间一列时，改为限制第二行的皇后",
    ),
    time: Text::new("O(n!), half of the search", "O(n!)；搜索量为原来的 1/2"),
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
