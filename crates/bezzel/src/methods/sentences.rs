//! Sentences that describe the steps, in both languages.

use super::observer::{Data, Event, Masks, Probe};
use super::text::{Number, Text};
use super::{Method, Step, StepKind};
use crate::{Line, Square, Symmetry};

/// Returns the sentence of a step. `full` is false on a board with placed queens or blocked squares.
pub(super) fn sentence(method: Method, n: u32, full: bool, step: &Step) -> Text {
    if let Some(own) = method.own_sentence(n, step) {
        return own;
    }
    match &step.event {
        Event::Try { square } => tried(method, n, *square),
        Event::Test { square, probe } => tested(n, full, *square, *probe, &step.data),
        Event::Rejected { square, by, line } => texts(
            format!(
                "Rejected: the queen at {} attacks {} along the {}",
                at(*by),
                at(*square),
                line_name(*line).english
            ),
            format!(
                "{}：{}与{}的皇后在{}上",
                match method {
                    // Its board is full: the queen has been placed long ago.
                    Method::BruteForce => "不是解",
                    _ => "不可放置",
                },
                at_zh(*square),
                at_zh(*by),
                same_line(*line)
            ),
        ),
        Event::Place { square } if step.kind == StepKind::PlaceStart => texts(
            format!("Start position: a queen is fixed at {}", at(*square)),
            format!("起始局面：在{}固定一个皇后", at_zh(*square)),
        ),
        Event::Place { square } => texts(
            format!("Queen placed at {}", at(*square)),
            format!("在{}放置皇后", at_zh(*square)),
        ),
        Event::Remove { square } if step.kind == StepKind::RemoveStart => texts(
            format!(
                "End of this start position: the queen at {} is removed",
                at(*square)
            ),
            format!("离开起始局面：移除{}的皇后", at_zh(*square)),
        ),
        Event::Remove { square } => texts(
            format!("Backtrack: the queen at {} is removed", at(*square)),
            format!("回溯：移除{}的皇后", at_zh(*square)),
        ),
        Event::Exhausted { row } => exhausted(method, *row, step.queens.is_empty()),
        Event::Masks { row, .. } => {
            let (row, next) = (Number::of(*row), Number::of(row + 1));
            texts(
                format!(
                    "Add the queen of row {row} and shift the masks for row {next}: \
                     diagonals << 1, anti >> 1"
                ),
                format!(
                    "把第 {row} 行的皇后并入掩码，移位得到第 {next} 行的掩码：diagonals << 1，anti >> 1"
                ),
            )
        }
        Event::Join { matches } => joined(*matches),
        Event::Solution { columns, image } => solution(step.counters.solutions, columns, *image),
        Event::Own { name, .. } => StepKind::Own(name).title(),
    }
}

/// Returns the text of a step that the texts of its languages describe.
pub(super) fn texts(english: String, chinese: String) -> Text {
    (english, chinese).into()
}

fn at(square: Square) -> String {
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    format!("row {row}, column {column}")
}

fn at_zh(square: Square) -> String {
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    format!("第 {row} 行第 {column} 列")
}

fn line_name(line: Line) -> Text {
    match line {
        Line::Row => Text::new("row", "行"),
        Line::Column => Text::new("column", "列"),
        Line::Diagonal => Text::new("diagonal", "主对角线"),
        Line::AntiDiagonal => Text::new("anti-diagonal", "副对角线"),
    }
}

fn tried(method: Method, n: u32, square: Square) -> Text {
    let why = match method {
        Method::Bitmask | Method::MirroredBitmask => {
            Text::new(", the lowest set bit", "，取最低位的 1")
        }
        Method::LinkedColumns => Text::new(
            ", the next free column in the linked list",
            "，链表中的下一个可用列",
        ),
        Method::LastColumn if square.row + 1 == n => {
            let all = n * (n - 1) / 2;
            let others = Number::sum(all - square.column, n - 1);
            let all = Number::sum(all, n);
            texts(
                format!("; all columns add up to {all}, the other queens' columns to {others}"),
                format!("：所有列号之和为 {all}，其余皇后的列号之和为 {others}"),
            )
        }
        _ => Text::new("", ""),
    };
    texts(
        format!("Candidate: {}{}", at(square), why.english),
        format!("候选格：{}{}", at_zh(square), why.chinese),
    )
}

fn exhausted(method: Method, row: u32, is_empty: bool) -> Text {
    let next = match (is_empty, method) {
        // The search goes on with another set of rows.
        (true, Method::ColourSplit) => Text::new("", ""),
        (true, _) => Text::new(": the search ends", "，搜索结束"),
        (false, _) => Text::new(": backtrack", "，回溯"),
    };
    let row = Number::of(row);
    texts(
        format!("Row {row} is exhausted{}", next.english),
        format!("第 {row} 行已全部试完{}", next.chinese),
    )
}

fn joined(matches: u64) -> Text {
    match matches {
        0 => Text::new(
            "The queens on even squares are placed, but no placement on odd squares uses exactly the \
             remaining rows and columns",
            "偶格上的皇后已放好，但没有恰好占用其余行和列的奇格布局",
        ),
        _ => texts(
            format!(
                "The queens on even squares are placed; {} exactly the remaining rows and columns",
                match matches {
                    1 => "1 placement on odd squares uses".to_owned(),
                    _ => format!("{matches} placements on odd squares use"),
                }
            ),
            format!("偶格上的皇后已放好，恰好占用其余行和列的奇格布局有 {matches} 种"),
        ),
    }
}

fn tested(n: u32, full: bool, square: Square, probe: Probe, data: &Data) -> Text {
    match probe {
        Probe::Queen { square: other } => compared(square, other),
        Probe::Cell { row, column } => scanned(n, square, (row, column), data),
        Probe::ColumnMarker { index } => {
            let name = format!("columns[{}]", Number::of(index));
            marker(square, &name, is_marked(probe, data))
        }
        Probe::DiagonalMarker { index } => {
            let (row, column) = (Number::of(square.row), Number::of(square.column));
            let name = format!("diagonals[{row} − {column} + {n}] = diagonals[{index}]");
            marker(square, &name, is_marked(probe, data))
        }
        Probe::AntiDiagonalMarker { index } => {
            let (row, column) = (Number::of(square.row), Number::of(square.column));
            let name = format!("anti[{row} + {column}] = anti[{}]", Number::sum(index, 2));
            marker(square, &name, is_marked(probe, data))
        }
        Probe::Masks { .. } => match data {
            Data::Masks { masks, candidates } => {
                left_free(n, full, square.row, *masks, *candidates)
            }
            _ => texts(
                format!("Test {}: are its column and diagonals free?", at(square)),
                format!("检查{}：所在的列和两条对角线是否可用", at_zh(square)),
            ),
        },
    }
}

/// Returns "the same line" in Chinese.
fn same_line(line: Line) -> String {
    let name = line_name(line).chinese;
    match line {
        Line::Row | Line::Column => format!("同一{name}"),
        Line::Diagonal | Line::AntiDiagonal => format!("同一条{name}"),
    }
}

fn compared(square: Square, other: Square) -> Text {
    let verdict = match square.line_to(other) {
        Some(line) => texts(
            format!("same {}", line_name(line).english),
            format!("在{}上", same_line(line)),
        ),
        None => Text::new("no attack", "互不攻击"),
    };
    texts(
        format!(
            "Compare {} with the queen at {}: {}",
            at(square),
            at(other),
            verdict.english
        ),
        format!(
            "比较{}与{}的皇后：{}",
            at_zh(square),
            at_zh(other),
            verdict.chinese
        ),
    )
}

/// Describes one cell of a scan on the bordered board, whose rows and columns are 1-based.
fn scanned(n: u32, square: Square, (row, column): (u32, u32), data: &Data) -> Text {
    let direction = match column.cmp(&(square.column + 1)) {
        std::cmp::Ordering::Less => Text::new("up and left", "向左上方"),
        std::cmp::Ordering::Equal => Text::new("straight up", "向正上方"),
        std::cmp::Ordering::Greater => Text::new("up and right", "向右上方"),
    };
    let value = match data {
        Data::BorderedBoard { cells, .. } => cells.get((row * (n + 2) + column) as usize),
        _ => None,
    };
    let seen = match value {
        Some(0) => Text::new("empty cell", "此格为空"),
        Some(1) => Text::new("queen", "遇到皇后"),
        _ => Text::new(
            "border, so no queen on this line",
            "遇到边框，该方向没有皇后",
        ),
    };
    texts(
        format!(
            "Scan from {}, {}: {}",
            at(square),
            direction.english,
            seen.english
        ),
        format!(
            "从{}{}检查：{}",
            at_zh(square),
            direction.chinese,
            seen.chinese
        ),
    )
}

fn marker(square: Square, name: &str, is_marked: bool) -> Text {
    let state = match is_marked {
        true => Text::new("set", "已标记"),
        false => Text::new("not set", "未标记"),
    };
    texts(
        format!("Test {}: {name} is {}", at(square), state.english),
        format!("检查{}：{name} {}", at_zh(square), state.chinese),
    )
}

fn is_marked(probe: Probe, data: &Data) -> bool {
    let (Data::Markers {
        diagonals,
        anti_diagonals,
        ..
    }
    | Data::Links {
        diagonals,
        anti_diagonals,
        ..
    }) = data
    else {
        return false;
    };
    let entry = match (probe, data) {
        (Probe::ColumnMarker { index }, Data::Markers { columns, .. }) => {
            columns.get(index as usize)
        }
        (Probe::DiagonalMarker { index }, _) => diagonals.get(index as usize),
        (Probe::AntiDiagonalMarker { index }, _) => anti_diagonals.get(index as usize),
        _ => None,
    };
    entry == Some(&true)
}

fn left_free(n: u32, full: bool, row: u32, masks: Masks, candidates: u64) -> Text {
    let all = u64::MAX.checked_shr(64 - n).unwrap_or(0);
    let who = match full || masks.free(all) == candidates {
        true => Text::new(
            "the masks leave",
            "三个掩码按位或，结果为 0 的位就是可用的列：",
        ),
        false => Text::new(
            "the masks and the given board leave",
            "除去掩码和给定棋盘禁止的列，可用的列：",
        ),
    };
    let columns: Vec<_> = (0..n)
        .filter(|column| candidates >> column & 1 == 1)
        .map(|column| Number::of(column).to_string())
        .collect();
    let row = Number::of(row);
    let free = match columns.as_slice() {
        [] => Text::new("no free column: dead end", "一个也没有，需要回溯"),
        [one] => texts(format!("column {one} free"), one.clone()),
        all => texts(format!("columns {} free", all.join(", ")), all.join("、")),
    };
    texts(
        format!("Row {row}: {} {}", who.english, free.english),
        format!("第 {row} 行：{}{}", who.chinese, free.chinese),
    )
}

fn solution(number: u64, columns: &[u32], image: Symmetry) -> Text {
    let columns: Vec<_> = columns
        .iter()
        .map(|column| Number::of(*column).to_string())
        .collect();
    let columns = match columns.is_empty() {
        true => Text::new("the empty board", "空棋盘"),
        false => texts(columns.join(" "), columns.join(" ")),
    };
    let number = grouped(number);
    let origin = match image {
        Symmetry::Identity => {
            return texts(
                format!("Solution {number}: {}", columns.english),
                format!("第 {number} 个解：{}", columns.chinese),
            );
        }
        Symmetry::Rotate90 => Text::new("rotated 90° clockwise", "顺时针旋转 90°"),
        Symmetry::Rotate180 => Text::new("rotated 180°", "旋转 180°"),
        Symmetry::Rotate270 => Text::new("rotated 90° anticlockwise", "逆时针旋转 90°"),
        Symmetry::MirrorColumns => Text::new("reflected left to right", "左右翻转"),
        Symmetry::MirrorRows => Text::new("reflected top to bottom", "上下翻转"),
        Symmetry::Transpose => Text::new("reflected in the main diagonal", "沿主对角线翻转"),
        Symmetry::AntiTranspose => {
            Text::new("reflected in the main anti-diagonal", "沿副对角线翻转")
        }
    };
    texts(
        format!(
            "Solution {number}, by symmetry ({}): {}",
            origin.english, columns.english
        ),
        format!(
            "第 {number} 个解，由对称得到（{}）：{}",
            origin.chinese, columns.chinese
        ),
    )
}

/// Formats a number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
