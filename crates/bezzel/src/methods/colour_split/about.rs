//! Description of `colour-split`.

use crate::methods::about::SEARCHING;
use crate::methods::{MethodInfo, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "colour-split",
    title: Text::new("colour-split", "黑白分色 colour-split"),
    idea: Text::new(
        "colour the squares as on a chessboard, count the placements on each colour separately, and join them by rows and columns",
        "分别数出两种颜色格子上的布局，再按所占的行和列合并",
    ),
    time: Text::new(
        "takes 4 to 6 times as long when n grows by 1",
        "n 每加 1，用时约为原来的 4 到 6 倍",
    ),
    memory: Text::new("about 4ⁿ entries", "约 4ⁿ 项"),
    kinds: &[],
    counters: SEARCHING,
    has_tree: true,
    largest_in_a_second: Some(14),
    taught: None,
    source: Text::new("this project", "本项目"),
    // The table takes 0.3 GB at n = 15 and four times as much with each further n.
    max_n: 16,
};
