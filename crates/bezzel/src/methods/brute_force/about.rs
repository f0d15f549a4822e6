//! Description of `brute-force`.

use crate::methods::about::{A, SEARCHING};
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "brute-force",
    title: Text::new("brute-force", "穷举法 brute-force"),
    idea: Text::new(
        "n nested loops go through all choices of columns; each complete board is tested",
        "用 n 层嵌套循环枚举每行皇后的列号，摆满后再检查",
    ),
    time: Text::new("O(nⁿ)", "O(nⁿ)"),
    memory: Text::new("n columns", "n 个列号"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(8),
    taught: None,
    source: A,
    // 16^16 boards exceed a 64-bit counter by one, but no run gets that far.
    max_n: 16,
};
