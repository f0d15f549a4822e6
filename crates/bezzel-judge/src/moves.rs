//! Sentences about the moves of a program, and their parts.

use bezzel::Square;
use bezzel::methods::{Number, Text};

pub(crate) fn texts(english: String, chinese: String) -> Text {
    (english, chinese).into()
}

pub(crate) fn at(square: Square) -> String {
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    format!("row {row} column {column}")
}

pub(crate) fn at_zh(square: Square) -> String {
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    format!("第 {row} 行第 {column} 列")
}

pub(crate) fn placed(square: Square) -> Text {
    texts(
        format!("queen placed at {}", at(square)),
        format!("在{}放置皇后", at_zh(square)),
    )
}

pub(crate) fn removed(square: Square) -> Text {
    texts(
        format!("queen removed from {}", at(square)),
        format!("移除{}的皇后", at_zh(square)),
    )
}

pub(crate) fn solution(number: u64) -> Text {
    texts(
        format!("solution {number} reported"),
        format!("报告第 {number} 个解"),
    )
}
