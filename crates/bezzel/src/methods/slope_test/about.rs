//! Description of `slope-test`.

use crate::methods::about::{A_C, ONE_WORD, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "slope-test",
    title: Text::new("slope-test", "斜率判断 slope-test"),
    idea: Text::new(
        "compare each square with every earlier queen: is the column the same, or is the row distance equal to the column distance?",
        "与前面每个皇后比较：列相同，或行差与列差的绝对值相等，即互相攻击",
    ),
    time: Text::new(
        "O(n!), at most n comparisons per square",
        "O(n!)，每格最多比较 n 次",
    ),
    memory: Text::new("n columns", "n 个列号"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(13),
    taught: None,
    source: A_C,
    max_n: ONE_WORD,
};
