//! Description of `dancing-links`: its texts, the sentences and call stacks of its steps, and the picture of its data.

use super::{Links, items};
use crate::Square;
use crate::methods::about::{BACKTRACKS, ONE_WORD, PLACED, SOLUTIONS, TRIED};
use crate::methods::frames::{Frame, Local, Moment};
use crate::methods::{Event, MethodInfo, Number, OwnKind, Step, Table, Text};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "dancing-links",
    title: Text::new("dancing-links", "舞蹈链 dancing-links"),
    idea: Text::new(
        "branch on the row or column with the fewest free squares; linked lists make each step easy to undo",
        "总是选择可用格子最少的行或列来分支；可用格子保存在双向链表中，删除后可原样恢复",
    ),
    time: Text::new(
        "O(n!), tries few squares but changes many links for each square",
        "O(n!)，尝试的格子少，但每放一个皇后要改动许多指针",
    ),
    memory: Text::new("4n² nodes", "4n² 个结点"),
    kinds: &[
        OwnKind {
            name: "choose",
            title: Text::new("item with the fewest options chosen", "选出选项最少的约束"),
        },
        OwnKind {
            name: "cover",
            title: Text::new("item covered", "覆盖一个约束"),
        },
        OwnKind {
            name: "uncover",
            title: Text::new("item uncovered", "恢复一个约束"),
        },
    ],
    counters: &[SOLUTIONS, TRIED, PLACED, BACKTRACKS],
    has_tree: true,
    largest_in_a_second: Some(13),
    taught: None,
    source: Text::new(
        "D. E. Knuth, \"Dancing links\" (2000)",
        "D. E. Knuth，“Dancing links”（2000）",
    ),
    max_n: ONE_WORD,
};

/// Largest n whose whole matrix is drawn; above it, only the options of the current item.
const MAX_WHOLE_MATRIX_N: u32 = 6;
/// Largest n for which a part of the matrix is drawn.
const MAX_MATRIX_N: u32 = 16;

/// Describes the steps that only this method has.
pub(super) fn sentence(n: u32, step: &Step) -> Option<Text> {
    let Event::Own {
        name,
        values: [item, options],
        ..
    } = step.event
    else {
        return None;
    };
    let (english, chinese) = item_names(n, item);
    // The first letter is large at the start of a sentence.
    let at_start = english[..1].to_ascii_uppercase() + &english[1..];
    let said = match (name, options) {
        ("choose", 0) => (
            format!("{at_start} has no option left: dead end"),
            format!("{chinese}已没有可用的选项，此路不通"),
        ),
        ("choose", _) => (
            format!("{at_start} has the fewest options, {options}"),
            format!("{chinese}的选项最少，只有 {options} 个"),
        ),
        ("cover", _) => (
            format!(
                "Cover {english}: unlink its options ({options}) from the lists of their other items"
            ),
            format!("覆盖{chinese}：从其他约束的链表中删除 {options} 个选项"),
        ),
        ("uncover", _) => (
            format!("Uncover {english}: link its options ({options}) into these lists again"),
            format!("恢复{chinese}：重新链入 {options} 个选项"),
        ),
        _ => (
            format!("Every option of {english} was tried: backtrack"),
            format!("{chinese}的选项已全部试完，回溯"),
        ),
    };
    Some(said.into())
}

/// Returns the name of an item in both languages.
fn item_names(n: u32, item: u32) -> (String, String) {
    let row = Number::of(item);
    if item < n {
        return (format!("row {row}"), format!("第 {row} 行"));
    }
    if item < 2 * n {
        let column = Number::of(item - n);
        return (format!("column {column}"), format!("第 {column} 列"));
    }
    if item < 4 * n - 1 {
        let difference = i64::from(item) - i64::from(3 * n - 1);
        let difference = difference.to_string().replace('-', "−");
        return (
            format!("diagonal row − column = {difference}"),
            format!("主对角线（行 − 列 = {difference}）"),
        );
    }
    let sum = Number::sum(item - (4 * n - 1), 2);
    (
        format!("anti-diagonal row + column = {sum}"),
        format!("副对角线（行 + 列 = {sum}）"),
    )
}

/// Returns the short name of an item, for heads of tables.
fn short_name(n: u32, item: u32) -> String {
    match item {
        row if row < n => format!("r{}", Number::of(row)),
        column if column < 2 * n => format!("c{}", Number::of(column - n)),
        diagonal if diagonal < 4 * n - 1 => {
            let difference = i64::from(diagonal) - i64::from(3 * n - 1);
            format!("d{difference}").replace('-', "−")
        }
        anti => format!("a{}", Number::sum(anti - (4 * n - 1), 2)),
    }
}

/// Returns the list of items and the matrix.
pub(super) fn tables(n: u32, current: u32, links: &Links) -> Vec<Table> {
    let list = item_list(n, current, links);
    match n <= MAX_MATRIX_N {
        true => vec![list, matrix(n, current, links)],
        false => vec![list],
    }
}

/// Returns the uncovered rows and columns with the lengths of their lists.
fn item_list(n: u32, current: u32, links: &Links) -> Table {
    let items: Vec<_> = links.uncovered().collect();
    let length = |item: &u32| {
        let tone = if *item == current { '*' } else { 'o' };
        (links.lengths[*item as usize].to_string(), tone)
    };
    let title = Text::new(
        "list of the items to cover, with their numbers of options",
        "尚待覆盖的约束组成的链表，以及各自的选项数",
    );
    Table::new(title)
        .heads(items.iter().map(|item| short_name(n, *item)))
        .row("", items.iter().map(length))
}

/// Returns the matrix: a row for each option, a column for each item. What is not linked is quiet.
fn matrix(n: u32, current: u32, links: &Links) -> Table {
    let all: Vec<u32> = (0..links.lengths.len() as u32).collect();
    // A node is linked if its neighbour above leads to it.
    let linked = |node: u32| {
        let up = links.nodes[node as usize].up;
        links.nodes[up as usize].down == node
    };
    let is_open: Vec<bool> = {
        let uncovered: Vec<_> = links.uncovered().collect();
        let open = |item: &u32| *item >= 2 * n || uncovered.contains(item);
        all.iter().map(open).collect()
    };
    let title = match n <= MAX_WHOLE_MATRIX_N {
        true => Text::new(
            "matrix: a row for each square, a column for each item",
            "矩阵：每个格子一行，每个约束一列",
        ),
        false => Text::new(
            "rows of the matrix that contain the current item",
            "矩阵中含有当前约束的各行",
        ),
    };
    let mut table = Table::new(title).heads(all.iter().map(|item| short_name(n, *item)));
    let squares = Square::all(n);
    for (option, square) in (0_u32..).zip(squares) {
        let items = items(n, square);
        if n > MAX_WHOLE_MATRIX_N && !items.contains(&current) {
            continue;
        }
        let first = all.len() as u32 + 4 * option;
        let is_linked = (first..first + 4).all(linked);
        let cell = |item: &u32| match items.contains(item) {
            false => ("", if is_open[*item as usize] { '.' } else { '-' }),
            true if *item == current => ("1", '*'),
            true if is_linked && is_open[*item as usize] => ("1", 'o'),
            true => ("1", '-'),
        };
        let label = format!(
            "({}, {})",
            Number::of(square.row),
            Number::of(square.column)
        );
        table = table.row(label, all.iter().map(cell));
    }
    table
}

/// Returns a frame for each item on which the search has branched.
pub(super) fn frames(moment: Moment<'_>) -> Vec<Frame> {
    let Moment { n, step, .. } = moment;
    let solutions = step.counters.solutions;
    let found = |level: usize| {
        step.solutions_before
            .get(level)
            .map(|before| solutions - before)
    };
    let mut frames = vec![Frame::new(format!("queens(n = {n})"), Vec::new())];
    let has_placed = matches!(step.event, Event::Place { .. });
    let calls = step.queens.len() + usize::from(!has_placed);
    for level in 0..calls {
        let mut locals = Vec::new();
        let square = step.queens.get(level).copied();
        let current = step.event.square().filter(|_| level + 1 == calls);
        if let Some(Square { row, column }) = square.or(current) {
            let option = format!("({}, {})", Number::of(row), Number::of(column));
            locals.push(Local::new("node", option));
        }
        let above = level.checked_sub(1).map_or(Some(solutions), found);
        let below = square.and_then(|_| found(level)).unwrap_or(0);
        locals.push(Local::new("found", above.unwrap_or(0) - below));
        frames.push(Frame::new("search()", locals));
    }
    if let Event::Own {
        name: name @ ("cover" | "uncover"),
        values: [item, _],
        ..
    } = step.event
    {
        frames.push(Frame::new(format!("{name}(i = {item})"), Vec::new()));
    }
    frames
}
