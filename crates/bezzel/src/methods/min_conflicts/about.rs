//! Description of `min-conflicts`: its texts, the sentences and call stacks of its steps, and the picture of its data.

use super::conflicts;
use crate::Square;
use crate::methods::about::{ONE_WORD, SOLUTIONS};
use crate::methods::frames::{Frame, Local, Moment};
use crate::methods::{
    Event, MethodInfo, Number, OwnKind, Step, StepKind, Table, Text, Work, WorkCounter,
};

pub(in crate::methods) const ABOUT: MethodInfo = MethodInfo {
    name: "min-conflicts",
    title: Text::new("min-conflicts", "最小冲突法 min-conflicts"),
    idea: Text::new(
        "start with a random placement, and repeatedly move an attacked queen to the least attacked square of its row",
        "从随机布局开始，每次把一个受攻击的皇后移到本行冲突最少的格子",
    ),
    time: Text::new(
        "about n moves, each with n² comparisons; finds one solution",
        "约移动 n 次，每次比较 n² 次；只找出一个解",
    ),
    memory: Text::new("n columns", "n 个列号"),
    kinds: &[
        OwnKind {
            name: "pick",
            title: Text::new("attacked queen chosen", "选出一个受攻击的皇后"),
        },
        OwnKind {
            name: "count",
            title: Text::new("conflicts counted", "计算各格的冲突数"),
        },
    ],
    counters: &[
        SOLUTIONS,
        WorkCounter {
            work: Work::Backtracks,
            title: Text::new("moves", "移动次数"),
        },
    ],
    has_tree: false,
    largest_in_a_second: None,
    taught: None,
    source: Text::new(
        "S. Minton and others, \"Minimizing conflicts\" (1992)",
        "S. Minton 等，“Minimizing conflicts”（1992）",
    ),
    max_n: ONE_WORD,
};

/// Describes the steps that other methods do not have, or describe in another way.
pub(super) fn sentence(step: &Step) -> Option<Text> {
    let square = step.event.square()?;
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    let said = match step.event {
        Event::Own {
            name: "pick",
            values: [attackers, rows],
            ..
        } => (
            format!(
                "Attacked queens: {rows}. The queen at row {row}, column {column} is chosen at random; \
                 number of queens that attack it: {attackers}"
            ),
            format!(
                "{rows} 个皇后受攻击，随机选出第 {row} 行第 {column} 列的皇后（受 {attackers} 个皇后攻击）"
            ),
        ),
        Event::Own {
            values: [fewest, squares],
            ..
        } => (
            format!(
                "Row {row}: the smallest number of attackers of a square is {fewest}; squares with \
                 this number: {squares}"
            ),
            format!(
                "第 {row} 行：各格至少受 {fewest} 个皇后攻击，恰好受 {fewest} 个皇后攻击的有 {squares} 格"
            ),
        ),
        Event::Try { .. } => (
            format!("The queen of row {row} will move to column {column}"),
            format!("第 {row} 行的皇后将移到第 {column} 列"),
        ),
        Event::Remove { .. } => (
            format!("The queen leaves row {row}, column {column}"),
            format!("皇后离开第 {row} 行第 {column} 列"),
        ),
        Event::Place { .. } if step.kind == StepKind::PlaceStart => (
            format!("Random start: a queen at row {row}, column {column}"),
            format!("随机的起始布局：皇后放在第 {row} 行第 {column} 列"),
        ),
        _ => return None,
    };
    Some(said.into())
}

/// Returns the number of queens in other rows that attack each square.
pub(super) fn table(n: u32, columns: &[u32], current: Option<u32>) -> Table {
    let title = Text::new(
        "queens of other rows that attack the squares",
        "其他行中攻击各格的皇后数",
    );
    let mut table = Table::new(title).heads((0..n).map(|column| Number::of(column).to_string()));
    for row in 0..n {
        let queen = columns.get(row as usize);
        let cells = (0..n).map(|column| {
            let tone = match (queen == Some(&column), current == Some(row)) {
                (true, _) => 'o',
                (_, true) => '*',
                _ => '.',
            };
            (
                conflicts(columns, Square::new(row, column)).to_string(),
                tone,
            )
        });
        table = table.row(Number::of(row).to_string(), cells);
    }
    table
}

/// Returns the one frame of the search.
pub(super) fn frames(moment: Moment<'_>) -> Vec<Frame> {
    let Moment { n, step, .. } = moment;
    let mut queens = step.queens.clone();
    // The listing moves a queen in one assignment: until then the row keeps its old column.
    if let Event::Remove { square } = step.event {
        queens.push(square);
    }
    queens.sort_unstable();
    let columns: Vec<_> = queens
        .iter()
        .map(|queen| Number::of(queen.column).to_string())
        .collect();
    let mut locals = vec![Local::new("columns", format!("[{}]", columns.join(", ")))];
    if let Some(square) = step.event.square() {
        locals.push(Local::new("row", Number::of(square.row)));
    }
    vec![Frame::new(format!("queens(n = {n})"), locals)]
}
