//! Puzzles drawn with lines between regions:
//!
//! ```text
//! +---+---+---+---+
//! |       | Q     |
//! +   +---+---+   +
//! |   |       |   |
//! ```

use super::cells::is_bar;

/// What is drawn between lines.
pub(super) struct Walled {
    /// Number of the region of each square, in the order of their first squares.
    pub(super) regions: Vec<Vec<u32>>,
    /// The sign in each square, or a blank.
    pub(super) signs: Vec<Vec<char>>,
}

/// Returns true for a line of such a drawing.
pub(super) fn is_part(text: &str) -> bool {
    let text = text.trim();
    let first = text.chars().next().unwrap_or(' ');
    let is_end = |letter: char| is_bar(letter) || letter == '+' || ('┌'..='╿').contains(&letter);
    text.len() > 4 && is_end(first) && text.ends_with(is_end)
}

/// Reads n × n squares in 2n + 1 lines, all of the same length.
pub(super) fn read(lines: &[String]) -> Option<Walled> {
    let lines: Vec<Vec<char>> = lines
        .iter()
        .map(|line| line.trim().chars().collect())
        .collect();
    let n = lines.len() / 2;
    let length = lines.first()?.len();
    let width = length.checked_sub(1)?.checked_div(n)?;
    if lines.len() != 2 * n + 1
        || width < 2
        || length != width * n + 1
        || lines.iter().any(|line| line.len() != length)
    {
        return None;
    }
    let has_right = |row: usize, column: usize| lines[2 * row + 1][width * (column + 1)] != ' ';
    let has_below = |row: usize, column: usize| {
        let below = &lines[2 * row + 2][width * column + 1..width * (column + 1)];
        below.iter().any(|&letter| letter != ' ')
    };
    let sign = |row: usize, column: usize| {
        let square = &lines[2 * row + 1][width * column + 1..width * (column + 1)];
        square
            .iter()
            .copied()
            .find(|&letter| letter != ' ')
            .unwrap_or(' ')
    };
    let mut regions = vec![vec![u32::MAX; n]; n];
    let mut next = 0;
    for at in 0..n * n {
        if regions[at / n][at % n] != u32::MAX {
            continue;
        }
        regions[at / n][at % n] = next;
        let mut found = vec![(at / n, at % n)];
        while let Some((row, column)) = found.pop() {
            let mut reach = |row: usize, column: usize| {
                if std::mem::replace(&mut regions[row][column], next) == u32::MAX {
                    found.push((row, column));
                }
            };
            if column + 1 < n && !has_right(row, column) {
                reach(row, column + 1);
            }
            if row + 1 < n && !has_below(row, column) {
                reach(row + 1, column);
            }
            if column > 0 && !has_right(row, column - 1) {
                reach(row, column - 1);
            }
            if row > 0 && !has_below(row - 1, column) {
                reach(row - 1, column);
            }
        }
        next += 1;
    }
    let signs = (0..n)
        .map(|row| (0..n).map(|column| sign(row, column)).collect())
        .collect();
    Some(Walled { regions, signs })
}
