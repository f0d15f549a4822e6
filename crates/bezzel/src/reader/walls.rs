//! Puzzles drawn with lines between regions:
//!
//! ```text
//! +---+---+---+---+
//! |       | Q     |
//! +   +---+---+   +
//! |   |       |   |
//! ```

use std::collections::BTreeSet;

use super::cells::is_bar;
use super::recogniser::Recogniser;
use super::signs::MIN_REGIONS;
use super::{Item, Regions};

/// Most lines of a puzzle.
const MAX_LINES: usize = 256;

/// Lines of such a drawing, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Walls(Vec<(u64, String)>);

/// What is in each square, row by row.
type Grid<T> = Vec<Vec<T>>;
/// The regions that lines separate, the first line, and the sign in each square if there are any.
type Walled = (Option<Regions>, u64, Option<Grid<char>>);

impl Walls {
    /// Adds a line. Returns false for one that is no part of such a drawing.
    pub(super) fn push(&mut self, line: u64, text: &str) -> bool {
        // The number of the row may be before it.
        let is_label = |letter: char| letter.is_ascii_digit() || letter.is_whitespace();
        let solid = text.trim_end().trim_start_matches(is_label);
        let first = solid.chars().next().unwrap_or(' ');
        let is_end =
            |letter: char| is_bar(letter) || letter == '+' || ('┌'..='╿').contains(&letter);
        let is_part = solid.len() > 4 && is_end(first) && solid.ends_with(is_end);
        let fits = is_part && self.0.len() < MAX_LINES;
        if fits {
            self.0.push((line, solid.to_owned()));
        }
        fits
    }

    /// Ends the drawing; returns its lines if it is none.
    pub(super) fn read(self) -> Result<Walled, Vec<(u64, String)>> {
        let Some((rows, signs)) = squares(&self.0) else {
            return Err(self.0);
        };
        let (line, n) = (self.0[0].0, rows.len());
        let regions = rows
            .iter()
            .flatten()
            .max()
            .map_or(0, |&last| last as usize + 1);
        // Each square in a frame of its own: letters name the regions.
        let regions = (regions < n * n).then_some(Regions { line, rows });
        let has_signs = signs.iter().flatten().any(|&sign| sign != ' ');
        Ok((regions, line, has_signs.then_some(signs)))
    }
}

impl Recogniser {
    /// Ends the lines of such a drawing. If they draw no puzzle, each line is read alone.
    pub(super) fn flush_walls(&mut self) {
        match std::mem::take(&mut self.walls).read() {
            Ok((regions, line, signs)) => {
                let regions = regions.map(Item::Regions);
                let marks =
                    signs.and_then(|signs| self.block.signs.grid(line, &signs, signs.len() as u32));
                // Letters may name the regions that lines separate.
                let is_name = |item: &Item| regions.is_some() && matches!(item, Item::Regions(_));
                let marks = marks.filter(|item| !is_name(item));
                for item in regions.into_iter().chain(marks) {
                    self.item(item);
                }
            }
            Err(lines) => {
                for (line, text) in lines {
                    if !self.rule(&text) {
                        self.words(line, &text);
                    }
                }
            }
        }
    }
}

/// Returns the region and the sign of n × n squares in 2n + 1 lines, all of the same length.
fn squares(lines: &[(u64, String)]) -> Option<(Grid<u32>, Grid<char>)> {
    let lines = lines.iter().map(|(_, line)| line.trim().chars().collect());
    let lines: Vec<Vec<char>> = lines.collect();
    let n = lines.len() / 2;
    let length = lines.first()?.len();
    let width = length.checked_sub(1)?.checked_div(n)?;
    if n < MIN_REGIONS
        || lines.len() != 2 * n + 1
        || width < 2
        || length != width * n + 1
        || lines.iter().any(|line| line.len() != length)
    {
        return None;
    }
    // Names of regions are in squares, and not between them: these lines are rows in a frame.
    let mut between = lines.iter().step_by(2).flatten();
    if between.any(|sign| sign.is_alphanumeric()) {
        return None;
    }
    let has_right = |row: usize, column: usize| lines[2 * row + 1][width * (column + 1)] != ' ';
    let has_below = |row: usize, column: usize| {
        let below = &lines[2 * row + 2][width * column + 1..width * (column + 1)];
        below.iter().any(|&letter| letter != ' ')
    };
    let sign = |row: usize, column: usize| {
        let square = &lines[2 * row + 1][width * column + 1..width * (column + 1)];
        let sign = square.iter().find(|&&letter| letter != ' ');
        sign.copied().unwrap_or(' ')
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
            let (left, above) = (column.wrapping_sub(1), row.wrapping_sub(1));
            let beside = [
                (row, column + 1, column + 1 < n && !has_right(row, column)),
                (row + 1, column, row + 1 < n && !has_below(row, column)),
                (row, left, column > 0 && !has_right(row, left)),
                (above, column, row > 0 && !has_below(above, column)),
            ];
            for (row, column, _) in beside.into_iter().filter(|(.., is_open)| *is_open) {
                if std::mem::replace(&mut regions[row][column], next) == u32::MAX {
                    found.push((row, column));
                }
            }
        }
        next += 1;
    }
    let signs = (0..n)
        .map(|row| (0..n).map(|column| sign(row, column)).collect())
        .collect();
    Some((regions, signs))
}

/// Returns the squares of a puzzle whose rows are in one line, such as `AABB/ACBB/CCDB/CDDD` or `AABBACBBCCDBCDDD`.
pub(super) fn rows_in_one_line(text: &str) -> Option<Vec<char>> {
    let text = text.replace("\\n", "/");
    let rows = text
        .split([' ', '/', ',', ';', '|'])
        .filter(|row| !row.is_empty());
    let squares: Vec<char> = rows.clone().flat_map(str::chars).collect();
    let n = squares.len().isqrt();
    let is_one = squares.len() == n * n && rows.clone().nth(1).is_none();
    let letters: BTreeSet<&char> = squares.iter().collect();
    let are_names = letters.len() == n && letters.iter().all(|letter| letter.is_alphanumeric());
    let are_rows = n >= MIN_REGIONS && (is_one || rows.clone().all(|row| row.chars().count() == n));
    (are_rows && are_names).then_some(squares)
}
