//! Blocks of rows as boards and puzzles: which sign is the queen, where a board ends, which cells only number rows.

use std::collections::BTreeMap;

use super::board::{Board, BoardFault};
use super::cells::{Names, Row, is_line};
use super::{Expect, Hints, Item, Regions};
use crate::Square;

/// Signs that can only be a queen.
const QUEENS: &str = "Qq♛♕♔♚👑👸🤴";
/// Signs that can only be a free square.
const FREE: &str = ".-_0·∙•⋅–—−~:,' ░▒";
/// Signs that may be a blocked square.
const BLOCKED: &str = "xX#*@█■⬛▓✗❌";
/// Most rows of a list, such as boards of two squares.
const MAX_LIST_ROWS: usize = 4096;
/// Least number of rows of a puzzle.
const MIN_REGIONS: usize = 4;

/// Rows of a board that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) names: Names,
    rows: Vec<Row>,
    /// True if the cells are those of lines of numbers.
    is_numeric: bool,
    has_header: bool,
    /// True if the rows are those of a list, which ends the board.
    pub(super) in_list: bool,
    /// True if the first, or the last, cell of each row counts the rows.
    has_labels: [bool; 2],
    is_ragged: bool,
    blank_before: bool,
    /// True if empty lines are between rows, false if they end a board.
    is_spaced: Option<bool>,
    queen: Option<char>,
    /// All signs of boards that were read, for the summary.
    pub(super) signs: BTreeMap<char, &'static str>,
    /// Line after the last board.
    next_line: u64,
}

/// What the rows of a block turned out to be.
#[derive(Debug)]
pub(super) enum Found {
    /// A board or a puzzle.
    Item(Item),
    /// Lines of numbers that are no drawing.
    Numbers(u64, String),
    /// A line of other text.
    Text(u64, String),
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn is_framed(&self) -> bool {
        self.rows.first().is_some_and(|row| row.framed.is_some())
    }

    /// Returns true if the rows so far are as wide as this, and have this sign.
    pub(super) fn continues(&self, cells: &[char]) -> bool {
        self.rows.first().is_some_and(|row| {
            row.cells.len() == cells.len()
                && self.rows.iter().any(|row| row.cells.contains(&cells[0]))
        })
    }

    /// Takes note of an empty line.
    pub(super) fn blank(&mut self, hints: &Hints) -> Vec<Found> {
        let may_go_on = self.rows.len() == 1 && !self.is_numeric || self.is_spaced == Some(true);
        let is_header = self.rows.len() == 1 && self.is_header(&self.rows[0]);
        if may_go_on || is_header {
            self.blank_before = true;
            return Vec::new();
        }
        self.flush(hints)
    }

    /// Adds a row. Returns what is complete.
    pub(super) fn push(&mut self, row: Row, is_numeric: bool, hints: &Hints) -> Vec<Found> {
        let mut found = Vec::new();
        if self.in_list {
            if self.rows.len() == MAX_LIST_ROWS {
                found = self.flush(hints);
            }
            (self.in_list, self.is_numeric) = (true, is_numeric);
            self.rows.push(row);
            return found;
        }
        if !self.fits(&row, is_numeric, hints) {
            found = self.flush(hints);
        }
        let first = self.rows.first();
        if let Some(header) = first.filter(|_| self.rows.len() == 1 && !self.has_header) {
            let more = row.cells.len().wrapping_sub(header.cells.len());
            let wider = more == 1 || more == 2 && self.names.value(row.cells[0]).is_some();
            let same = row.cells.len() == header.cells.len() && hints.expect != Expect::Puzzles;
            if (wider || same) && self.is_header(header) && !self.is_header(&row) {
                self.rows.clear();
                self.has_header = true;
                self.is_spaced = None;
                self.blank_before = false;
            }
        }
        match self.rows.last() {
            None => {
                self.is_numeric = is_numeric;
                let label =
                    |cell: Option<&char>| cell.is_some_and(|&c| self.names.value(c).is_some());
                let (first, last) = (label(row.cells.first()), label(row.cells.last()));
                self.has_labels = [first, last && row.cells.len() > 1];
            }
            Some(before) => {
                let counts = |cells: Option<(&char, &char)>| {
                    let values = cells
                        .and_then(|(&a, &b)| Some((self.names.value(a)?, self.names.value(b)?)));
                    values.is_some_and(|(a, b)| a.abs_diff(b) == 1)
                };
                let first = counts(before.cells.first().zip(row.cells.first()));
                let last = counts(before.cells.last().zip(row.cells.last()));
                self.has_labels[0] &= first;
                self.has_labels[1] &= last;
                if self.rows.len() == 1 {
                    self.is_spaced = Some(self.blank_before);
                }
                self.is_ragged |= row.cells.len() != self.rows[0].cells.len();
            }
        }
        self.blank_before = false;
        self.rows.push(row);
        if self.is_complete(hints) {
            found.extend(self.complete(hints));
        }
        found
    }

    /// Returns true if a row may belong to the rows so far.
    fn fits(&self, row: &Row, is_numeric: bool, hints: &Hints) -> bool {
        let Some(first) = self.rows.first() else {
            return true;
        };
        if first.framed.is_some() || row.framed.is_some() {
            return first.framed.as_ref().map(Vec::len) == row.framed.as_ref().map(Vec::len);
        }
        if self.rows.len() == 1 && self.is_header(first) {
            return (first.cells.len()..=first.cells.len() + 2).contains(&row.cells.len());
        }
        if self.is_spaced == Some(true) && !self.blank_before {
            return false;
        }
        if is_numeric != self.is_numeric {
            return false;
        }
        let widths = [Some(first.cells.len()), hints.n.map(|n| n as usize)];
        let same = widths.contains(&Some(row.cells.len()));
        // A row with a square too many or too few, of the same signs.
        let is_region = |cell: char| hints.expect == Expect::Puzzles && cell.is_alphanumeric();
        let near = row.cells.len().abs_diff(first.cells.len()) <= 2
            && !self.blank_before
            && row.cells.iter().all(|&cell| {
                FREE.contains(cell)
                    || QUEENS.contains(cell)
                    || first.cells.contains(&cell)
                    || is_region(cell)
            });
        same || near && !is_numeric
    }

    /// Returns true if the cells count up: numbers or letters above the columns.
    fn is_header(&self, row: &Row) -> bool {
        let values: Option<Vec<i64>> = row
            .cells
            .iter()
            .map(|&cell| self.names.value(cell))
            .collect();
        values.is_some_and(|values| {
            matches!(values[0], 0 | 1 | 1000)
                && values.windows(2).all(|two| two[1] == two[0] + 1)
                && values.len() > 1
        })
    }

    /// Returns the first and the number of the cells of a row that are squares.
    fn body(&self, hints: &Hints) -> (usize, usize) {
        let width = self.rows[0].cells.len();
        let mut labels = self.has_labels;
        if let Some(n) = hints.n {
            let extra = width.saturating_sub(n as usize);
            labels[0] &= extra > 0;
            labels[1] &= extra > usize::from(labels[0]);
        } else if self.rows.len() < 2 && !self.has_header {
            labels = [false, false];
        } else {
            // The sign of a square does not count rows.
            for (at, has_label) in labels.iter_mut().enumerate() {
                let column = if at == 0 { 0 } else { width - 1 };
                let is_square = |cell: &char| {
                    let mut rows = self.rows.iter();
                    rows.any(|row| {
                        let mut cells = row.cells.iter().enumerate();
                        cells.any(|(place, other)| {
                            place != column && place != width - 1 - column && other == cell
                        })
                    })
                };
                *has_label = *has_label
                    && !self
                        .rows
                        .iter()
                        .any(|row| is_square(&row.cells[column.min(row.cells.len() - 1)]));
            }
        }
        let used = labels.iter().filter(|&&label| label).count();
        (usize::from(labels[0]), width.saturating_sub(used))
    }

    fn is_complete(&self, hints: &Hints) -> bool {
        let rows = self.rows.len();
        if let Some(n) = hints.n {
            let is_header = rows == 1 && n > 1 && self.is_header(&self.rows[0]);
            return rows == n as usize && !is_header;
        }
        let row = &self.rows[0];
        if row.framed.is_some() || self.is_ragged || row.group == rows {
            return row.group == rows && rows > 1;
        }
        let width = row.cells.len();
        if rows + 2 < width || rows > width {
            return false;
        }
        self.body(hints).1 == rows && !(rows == 1 && self.is_numeric)
    }

    /// Ends the rows of a list.
    pub(super) fn end_list(&mut self, hints: &Hints) -> Vec<Found> {
        if !self.in_list {
            return Vec::new();
        }
        let rows = std::mem::take(&mut self.rows);
        self.reset();
        let Some(first) = rows.first() else {
            return Vec::new();
        };
        let size = hints.n.map_or(first.cells.len(), |n| n as usize);
        let is_puzzle = hints.expect == Expect::Puzzles;
        let is_grid = !self.is_numeric || rows.len() == size || is_puzzle;
        let grid = || rows.iter().map(|row| row.cells.clone()).collect();
        match is_grid
            .then(|| self.grid(first.line, grid(), hints))
            .flatten()
        {
            Some(item) => vec![Found::Item(item)],
            None => self.not_read(rows, hints),
        }
    }

    /// Forgets the rows of a list that was never closed.
    pub(super) fn drop_list(&mut self) {
        if self.in_list {
            self.rows.clear();
            self.reset();
        }
    }

    fn reset(&mut self) {
        self.in_list = false;
        self.has_header = false;
        self.is_ragged = false;
        self.blank_before = false;
        self.is_spaced = None;
    }

    fn complete(&mut self, hints: &Hints) -> Vec<Found> {
        let (first, width) = self.body(hints);
        let rows = std::mem::take(&mut self.rows);
        let height = rows.len();
        self.reset();
        let line = rows[0].line;
        self.next_line = rows[height - 1].line + 1;
        if rows[0].framed.is_some() {
            return self.framed(rows, hints);
        }
        if let Some(wrong) = rows
            .iter()
            .find(|row| row.cells.len() != rows[0].cells.len())
        {
            let majority = rows.iter().filter(|row| row.cells.len() == height).count();
            let wrong = match rows[0].cells.len() == height {
                true => wrong,
                false => &rows[0],
            };
            if 2 * majority < height || majority == height || hints.expect == Expect::Puzzles {
                return self.not_read(rows, hints);
            }
            let fault = BoardFault::Width {
                row: (wrong.line.min(rows[height - 1].line) - line) as u32,
                found: wrong.cells.len() as u64,
            };
            let grid = rows.iter().map(|row| row.cells.clone()).collect();
            return self.with_fault(line, grid, height as u32, fault, rows, hints);
        }
        let grid: Vec<Vec<char>> = rows
            .iter()
            .map(|row| row.cells[first..first + width].to_vec())
            .collect();
        if width > height && width % height == 0 && self.is_side_by_side(&rows, height) {
            let mut found = Vec::new();
            for at in (0..width).step_by(height) {
                let part = |row: &Vec<char>| row[at..at + height].to_vec();
                found.extend(self.grid(line, grid.iter().map(part).collect(), hints));
            }
            return found.into_iter().map(Found::Item).collect();
        }
        match self.grid(line, grid.clone(), hints) {
            Some(item) if width == height => vec![Found::Item(item)],
            Some(Item::Board(board)) if hints.n.is_some() && !self.is_numeric => {
                let fault = BoardFault::Width {
                    row: 0,
                    found: width as u64,
                };
                let board = Board {
                    n: height as u32,
                    fault: Some(fault),
                    ..board
                };
                vec![Found::Item(Item::Board(board))]
            }
            _ => self.not_read(rows, hints),
        }
    }

    fn is_side_by_side(&self, rows: &[Row], height: usize) -> bool {
        height > 1 && rows.iter().all(|row| row.group == height)
    }

    /// Ends the rows, complete or not.
    pub(super) fn flush(&mut self, hints: &Hints) -> Vec<Found> {
        if self.in_list {
            return self.end_list(hints);
        }
        let Some(first) = self.rows.first() else {
            self.reset();
            return Vec::new();
        };
        let (rows, width, is_framed) = (self.rows.len(), first.cells.len(), first.framed.is_some());
        let is_lone_header = rows == 1 && self.is_header(&self.rows[0]);
        if is_lone_header && self.rows[0].line <= self.next_line + 1 && self.next_line > 0 {
            // The letters or numbers below a board.
            self.rows.clear();
            self.reset();
            return Vec::new();
        }
        if is_framed || self.is_ragged || rows > 1 && self.rows[0].group == rows {
            return self.complete(hints);
        }
        let (first, _) = self.body(hints);
        let strong = |set: &str| {
            self.rows
                .iter()
                .any(|row| row.cells[first..].iter().any(|&cell| set.contains(cell)))
        };
        let is_drawn = !self.is_numeric && strong(QUEENS) && strong(FREE) && rows < width;
        if !is_drawn || hints.expect == Expect::Puzzles {
            let rows = std::mem::take(&mut self.rows);
            self.reset();
            return self.not_read(rows, hints);
        }
        let (first, width) = self.body(hints);
        let rows = std::mem::take(&mut self.rows);
        self.reset();
        let grid: Vec<Vec<char>> = rows
            .iter()
            .map(|row| row.cells[first..first + width].to_vec())
            .collect();
        let n = hints.n.unwrap_or(width as u32);
        let fault = BoardFault::Size {
            found: rows.len() as u64,
        };
        self.with_fault(rows[0].line, grid, n, fault, rows, hints)
    }

    fn with_fault(
        &mut self,
        line: u64,
        grid: Vec<Vec<char>>,
        n: u32,
        fault: BoardFault,
        rows: Vec<Row>,
        hints: &Hints,
    ) -> Vec<Found> {
        match self.grid(line, grid, hints) {
            Some(Item::Board(mut board)) => {
                board.n = n;
                board.fault = Some(fault);
                vec![Found::Item(Item::Board(board))]
            }
            _ => self.not_read(rows, hints),
        }
    }

    fn not_read(&mut self, rows: Vec<Row>, hints: &Hints) -> Vec<Found> {
        let is_cell = |cell: &char| cell.is_alphanumeric() || self.names.is_word(*cell);
        let are_kinds = |row: &Row| row.cells.len() > 2 && row.cells.iter().all(is_cell);
        if hints.expect == Expect::Puzzles && rows.len() > 2 && rows.iter().all(are_kinds) {
            // Regions with a row too many or too few, or with a longer row: the puzzle says so.
            let line = rows[0].line;
            let number = |&cell: &char| u32::from(cell);
            let rows = rows
                .iter()
                .map(|row| row.cells.iter().map(number).collect())
                .collect();
            return vec![Found::Item(Item::Regions(Regions { line, rows }))];
        }
        let is_numeric = self.is_numeric;
        let each = |row: Row| match is_numeric {
            true => Found::Numbers(row.line, row.text),
            false => Found::Text(row.line, row.text),
        };
        rows.into_iter().map(each).collect()
    }

    /// Reads rows of a frame: as words, as one sign a square, or as equal pieces with at most one sign each.
    fn framed(&mut self, rows: Vec<Row>, hints: &Hints) -> Vec<Found> {
        let height = rows.len();
        let lines: Vec<&Vec<char>> = rows.iter().filter_map(|row| row.framed.as_ref()).collect();
        let words = |line: &Vec<char>| {
            let words: Vec<String> = line
                .split(|letter| letter.is_whitespace() || ",'\"".contains(*letter))
                .map(|word| word.iter().collect::<String>())
                .filter(|word| !word.is_empty())
                .collect();
            let single =
                words.len() == height && words.iter().all(|word| word.chars().count() == 1);
            single.then(|| words.concat().chars().collect::<Vec<char>>())
        };
        let piece = |piece: &[char]| {
            let mut signs = piece.iter().filter(|sign| !" ░▒\t".contains(**sign));
            match (signs.next(), signs.next()) {
                (sign, None) => Some(sign.copied().unwrap_or(' ')),
                _ => None,
            }
        };
        let pieces = |line: &Vec<char>| {
            let size = line
                .len()
                .is_multiple_of(height)
                .then(|| line.len() / height)?;
            line.chunks(size).map(piece).collect::<Option<Vec<char>>>()
        };
        let grid = lines
            .iter()
            .map(|line| words(line))
            .collect::<Option<Vec<_>>>();
        let grid = grid.or_else(|| lines.iter().map(|line| pieces(line)).collect());
        let item = grid.and_then(|grid| self.grid(rows[0].line, grid, hints));
        match item {
            Some(item) => vec![Found::Item(item)],
            None => self.not_read(rows, hints),
        }
    }

    /// Reads a grid of signs, which need not be square.
    pub(super) fn grid(&mut self, line: u64, grid: Vec<Vec<char>>, hints: &Hints) -> Option<Item> {
        let height = grid.len();
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for &sign in grid.iter().flatten() {
            *counts.entry(sign).or_default() += 1;
        }
        if self.is_regions(&counts, height, hints) && grid.iter().all(|row| row.len() == height) {
            let mut names: Vec<char> = Vec::new();
            let mut number = |&sign: &char| {
                names
                    .iter()
                    .position(|&name| name == sign)
                    .unwrap_or_else(|| {
                        names.push(sign);
                        names.len() - 1
                    }) as u32
            };
            let rows = grid
                .iter()
                .map(|row| row.iter().map(&mut number).collect())
                .collect();
            return Some(Item::Regions(Regions { line, rows }));
        }
        if counts.keys().any(|&sign| self.names.is_word(sign)) && !self.is_numbered(&grid) {
            return None;
        }
        let queen = self.queen_sign(&grid, &counts, hints)?;
        let is_numbered = queen == Queen::Numbered;
        let is_queen = |sign: char| match queen {
            Queen::Sign(queen) => sign == queen || QUEENS.contains(sign),
            Queen::Numbered => !FREE.contains(sign),
            Queen::None => false,
        };
        let blocked = match hints.expect {
            Expect::Boards => Vec::new(),
            _ => blocked_signs(&counts, is_queen),
        };
        let mut squares = Vec::new();
        let mut rows = Vec::with_capacity(height);
        for (row, signs) in (0..).zip(&grid) {
            let at = |wanted: &dyn Fn(char) -> bool| -> Vec<u32> {
                let signs = (0..).zip(signs).filter(|&(_, &sign)| wanted(sign));
                signs.map(|(column, _)| column).collect()
            };
            rows.push(at(&is_queen));
            if !blocked.is_empty() {
                let columns = at(&|sign| blocked.contains(&sign));
                squares.extend(columns.into_iter().map(|column| Square::new(row, column)));
            }
        }
        for &sign in counts.keys().take(16) {
            if self.signs.len() > 16 {
                break;
            }
            let role = match (is_queen(sign), blocked.contains(&sign)) {
                (true, _) if is_numbered => "numbers of rows as queens",
                (true, _) => "queens",
                (false, true) => "blocked squares",
                _ => "",
            };
            self.signs.insert(sign, role);
        }
        if let Queen::Sign(sign) = queen {
            self.queen = Some(sign);
        }
        let n = hints.n.unwrap_or(height as u32);
        squares.retain(|square| square.column < n);
        let mut board = Board::drawn(line, n, &rows, squares);
        if let Some((row, signs)) = (0..).zip(&grid).find(|(_, signs)| signs.len() != height) {
            let found = signs.len() as u64;
            board.fault = board.fault.or(Some(BoardFault::Width { row, found }));
        }
        Some(Item::Board(board))
    }

    /// Returns true if the signs are names of regions: as many as rows, or, where a puzzle is expected, others than
    /// those of marks.
    fn is_regions(&self, counts: &BTreeMap<char, usize>, rows: usize, hints: &Hints) -> bool {
        let has = |set: &str| counts.keys().any(|&sign| set.contains(sign));
        if rows < MIN_REGIONS || hints.expect == Expect::Constraints {
            return false;
        }
        if hints.expect == Expect::Puzzles {
            let is_mark = |&sign: &char| ".Qx-_♛♕👑xX+*# ".contains(sign);
            return !(counts.len() <= 3 && counts.keys().all(is_mark));
        }
        counts.len() == rows && hints.n.is_none() && !has(".-_·♛♕👑") && !counts.contains_key(&' ')
    }

    /// Returns true if each sign that is no free square is the number of its row.
    fn is_numbered(&self, grid: &[Vec<char>]) -> bool {
        let is_free = |sign: &&char| FREE.contains(**sign);
        let has_free = grid.iter().flatten().any(|sign| is_free(&sign));
        let from = |base: i64| {
            (base..).zip(grid).all(|(row, signs)| {
                let mut others = signs.iter().filter(|sign| !is_free(sign));
                others.all(|&sign| self.names.value(sign) == Some(row))
            })
        };
        has_free && grid.len() > 1 && (from(1) || from(0))
    }

    fn queen_sign(
        &self,
        grid: &[Vec<char>],
        counts: &BTreeMap<char, usize>,
        hints: &Hints,
    ) -> Option<Queen> {
        if let Some(known) = self.queen.filter(|queen| counts.contains_key(queen)) {
            return Some(Queen::Sign(known));
        }
        if let Some(&sign) = counts.keys().find(|sign| QUEENS.contains(**sign)) {
            return Some(Queen::Sign(sign));
        }
        if self.is_numbered(grid) && counts.keys().filter(|sign| !FREE.contains(**sign)).count() > 1
        {
            return Some(Queen::Numbered);
        }
        let given = hints.expect == Expect::Constraints || hints.expect == Expect::Puzzles;
        let may_be = |sign: char| !(FREE.contains(sign) || given && "xX".contains(sign));
        let mut signs: Vec<(char, usize)> =
            counts.iter().map(|(&sign, &count)| (sign, count)).collect();
        signs.sort_by_key(|&(_, count)| count);
        let one_each = |sign: char| {
            let of = |row: &Vec<char>| row.iter().filter(|&&other| other == sign).count();
            grid.iter().all(|row| of(row) == 1)
        };
        let other: Vec<char> = signs
            .iter()
            .map(|&(sign, _)| sign)
            .filter(|&sign| may_be(sign))
            .collect();
        let rarest = other.first().copied();
        let placed = other
            .iter()
            .copied()
            .find(|&sign| one_each(sign) && counts.len() > 1);
        if given && placed.is_none() {
            let few = |&sign: &char| {
                let of = |row: &Vec<char>| row.iter().filter(|&&other| other == sign).count();
                sign == '1' && grid.iter().all(|row| of(row) <= 1)
            };
            return Some(rarest.filter(few).map_or(Queen::None, Queen::Sign));
        }
        match (placed, rarest) {
            (Some(sign), _) => Some(Queen::Sign(sign)),
            (None, None) => Some(Queen::None),
            (None, Some(sign)) if counts.len() > 1 || grid.len() == 1 => Some(Queen::Sign(sign)),
            _ => None,
        }
    }

    /// Returns true if cells may begin a board, and do not only separate boards.
    pub(super) fn may_begin(&self, cells: &[char], hints: &Hints) -> bool {
        !is_line(cells) || hints.expect == Expect::Constraints && hints.n != Some(0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Queen {
    Sign(char),
    Numbered,
    None,
}

/// Returns the signs of blocked squares: `x` and the like; of two signs without a queen, `.` or `0` if that is rarer.
fn blocked_signs(counts: &BTreeMap<char, usize>, is_queen: impl Fn(char) -> bool) -> Vec<char> {
    let others = counts.iter().filter(|&(&sign, _)| !is_queen(sign));
    let mut others: Vec<_> = others.map(|(&sign, &count)| (count, sign)).collect();
    others.sort_unstable();
    if let [(few, rare), (many, usual)] = others[..]
        && few < many
        && counts.len() == 2
        && ".0".contains(rare)
        && "*1oO#".contains(usual)
    {
        return vec![rare];
    }
    let signs = others.iter().map(|&(_, sign)| sign);
    signs.filter(|&sign| BLOCKED.contains(sign)).collect()
}
