//! Blocks of rows: where a board begins and ends, which cells only number its rows and columns.

use super::board::BoardFault;
use super::cells::{Row, is_line};
use super::signs::{FREE, QUEENS, Signs, regions};
use super::{Expect, Item};

/// Most rows of a drawing, and most squares of a row. A larger one is other text, so that memory is bounded.
pub(super) const MAX_ROWS: usize = 4096;

/// Rows of a board that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) signs: Signs,
    rows: Vec<Row>,
    /// True if the cells are those of lines of numbers.
    is_numeric: bool,
    has_header: bool,
    /// True if the rows are those of a list, which ends the board.
    pub(super) in_list: bool,
    /// True if the list has too many rows.
    is_cut: bool,
    /// True if the first, or the last, cell of each row counts the rows.
    has_labels: [bool; 2],
    is_ragged: bool,
    blank_before: bool,
    /// True if empty lines are between rows, false if they end a board.
    is_spaced: Option<bool>,
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
        let is_as_wide = |row: &Row| row.cells.len() == cells.len();
        let mut rows = self.rows.iter();
        self.rows.first().is_some_and(is_as_wide) && rows.any(|row| row.cells.contains(&cells[0]))
    }

    /// Returns true if cells may begin a board, and do not only separate boards.
    pub(super) fn may_begin(&self, cells: &[char]) -> bool {
        let hints = &self.signs.hints;
        !is_line(cells) || hints.expect == Expect::Constraints && hints.n != Some(0)
    }

    /// Takes note of an empty line.
    pub(super) fn blank(&mut self) -> Vec<Found> {
        let is_first = self.rows.len() == 1 && (!self.is_numeric || self.is_header(&self.rows[0]));
        if is_first || self.is_spaced == Some(true) {
            self.blank_before = true;
            return Vec::new();
        }
        self.flush()
    }

    /// Adds a row. Returns what is complete.
    pub(super) fn push(&mut self, row: Row, is_numeric: bool) -> Vec<Found> {
        let mut found = Vec::new();
        if self.in_list {
            self.is_numeric = is_numeric;
            match self.rows.len() < MAX_ROWS {
                true => self.rows.push(row),
                false => self.is_cut = true,
            }
            return found;
        }
        if self.rows.len() == MAX_ROWS || !self.fits(&row, is_numeric) {
            found = self.flush();
        }
        if self.is_below_header(&row) {
            self.rows.clear();
            self.has_header = true;
            self.is_spaced = None;
            self.blank_before = false;
        }
        let value = |cell: Option<&char>| cell.and_then(|&cell| self.signs.names.value(cell));
        let ends = |row: &Row| [value(row.cells.first()), value(row.cells.last())];
        let [first, last] = ends(&row);
        match self.rows.last() {
            None => {
                self.is_numeric = is_numeric;
                self.has_labels = [first.is_some(), last.is_some() && row.cells.len() > 1];
            }
            Some(before) => {
                let counts = |(a, b): (Option<i64>, Option<i64>)| {
                    a.zip(b).is_some_and(|(a, b)| a.abs_diff(b) == 1)
                };
                let [first_before, last_before] = ends(before);
                self.has_labels[0] &= counts((first_before, first));
                self.has_labels[1] &= counts((last_before, last));
                if self.rows.len() == 1 {
                    self.is_spaced = Some(self.blank_before);
                }
                self.is_ragged |= row.cells.len() != self.rows[0].cells.len();
            }
        }
        self.blank_before = false;
        self.rows.push(row);
        if self.is_complete() {
            found.extend(self.complete());
        }
        found
    }

    /// Returns true if a row may belong to the rows so far.
    fn fits(&self, row: &Row, is_numeric: bool) -> bool {
        let hints = &self.signs.hints;
        let Some(first) = self.rows.first() else {
            return true;
        };
        if first.framed.is_some() || row.framed.is_some() {
            return first.framed.as_ref().map(Vec::len) == row.framed.as_ref().map(Vec::len);
        }
        let (width, first_width) = (row.cells.len(), first.cells.len());
        if self.rows.len() == 1 && self.is_header(first) {
            return (first_width..=first_width + 2).contains(&width);
        }
        if self.is_spaced == Some(true) && !self.blank_before || is_numeric != self.is_numeric {
            return false;
        }
        // A row with a square too many or too few, of the same signs.
        let is_known = |cell: char| {
            let is_region = hints.is_puzzle() && cell.is_alphanumeric();
            FREE.contains(cell) || QUEENS.contains(cell) || is_region || first.cells.contains(&cell)
        };
        let is_near = || row.cells.iter().all(|&cell| is_known(cell)) && !self.blank_before;
        width == first_width
            || hints.n.is_some_and(|n| n as usize == width)
            || !is_numeric && width.abs_diff(first_width) <= 2 && is_near()
    }

    /// Returns true if the cells count up: numbers or letters above the columns.
    fn is_header(&self, row: &Row) -> bool {
        let values = row.cells.iter().map(|&cell| self.signs.names.value(cell));
        values.collect::<Option<Vec<_>>>().is_some_and(|values| {
            let counts_up = values.windows(2).all(|two| two[1] == two[0] + 1);
            matches!(values[0], 0 | 1 | 1000) && counts_up && values.len() > 1
        })
    }

    /// Returns true if the only row so far numbers or names the columns of this one.
    fn is_below_header(&self, row: &Row) -> bool {
        let [header] = &self.rows[..] else {
            return false;
        };
        let more = row.cells.len().wrapping_sub(header.cells.len());
        let is_wider = more == 1 || more == 2 && self.signs.names.value(row.cells[0]).is_some();
        let fits = is_wider || more == 0 && !self.signs.hints.is_puzzle();
        !self.has_header && fits && self.is_header(header) && !self.is_header(row)
    }

    /// Returns the first and the number of the cells of a row that are squares.
    fn body(&self) -> (usize, usize) {
        let width = self.rows[0].cells.len();
        let mut labels = self.has_labels;
        if let Some(n) = self.signs.hints.n {
            let extra = width.saturating_sub(n as usize);
            labels[0] &= extra > 0;
            labels[1] &= extra > usize::from(labels[0]);
        } else if self.rows.len() < 2 && !self.has_header {
            labels = [false, false];
        } else {
            // The sign of a square does not count rows.
            let is_square = |label: char| {
                self.rows.iter().any(|row| {
                    let mut cells = row.cells.iter().enumerate();
                    cells.any(|(at, &cell)| at != 0 && at != width - 1 && cell == label)
                })
            };
            for (label, column) in labels.iter_mut().zip([0, width - 1]) {
                let cell = |row: &Row| row.cells[column.min(row.cells.len() - 1)];
                *label = *label && !self.rows.iter().any(|row| is_square(cell(row)));
            }
        }
        let used = labels.iter().filter(|&&label| label).count();
        (usize::from(labels[0]), width.saturating_sub(used))
    }

    fn is_complete(&self) -> bool {
        let (height, row) = (self.rows.len(), &self.rows[0]);
        if let Some(n) = self.signs.hints.n {
            let is_header = height == 1 && n > 1 && self.is_header(row);
            return height == n as usize && !is_header;
        }
        if row.framed.is_some() || self.is_ragged || row.group == height {
            return row.group == height && height > 1;
        }
        let may_be = (height..=height + 2).contains(&row.cells.len());
        may_be && self.body().1 == height && !(height == 1 && self.is_numeric)
    }

    /// Ends the rows of a list.
    pub(super) fn end_list(&mut self) -> Vec<Found> {
        if !self.in_list {
            return Vec::new();
        }
        let is_cut = self.is_cut;
        let rows = self.take();
        let Some(first) = rows.first() else {
            return Vec::new();
        };
        let hints = &self.signs.hints;
        let size = hints.n.map_or(first.cells.len(), |n| n as usize);
        let is_grid = !self.is_numeric || rows.len() == size || hints.is_puzzle();
        let grid: Vec<_> = rows.iter().map(|row| row.cells.clone()).collect();
        let item = (is_grid && !is_cut)
            .then(|| self.signs.grid(first.line, &grid))
            .flatten();
        self.found(item, rows)
    }

    /// Forgets the rows of a list that was never closed.
    pub(super) fn drop_list(&mut self) {
        if self.in_list {
            self.take();
        }
    }

    /// Returns the rows, and begins anew.
    fn take(&mut self) -> Vec<Row> {
        (self.in_list, self.is_cut) = (false, false);
        self.has_header = false;
        self.is_ragged = false;
        self.blank_before = false;
        self.is_spaced = None;
        std::mem::take(&mut self.rows)
    }

    fn complete(&mut self) -> Vec<Found> {
        let (first, width) = self.body();
        let rows = self.take();
        let (height, line) = (rows.len(), rows[0].line);
        self.next_line = rows[height - 1].line + 1;
        if rows[0].framed.is_some() {
            return self.framed(rows);
        }
        let is_square = |row: &&Row| row.cells.len() == height;
        let mut misshaped = rows
            .iter()
            .filter(|row| row.cells.len() != rows[0].cells.len());
        if let Some(other) = misshaped.next() {
            let squares = rows.iter().filter(is_square).count();
            let wrong = if is_square(&&rows[0]) {
                other
            } else {
                &rows[0]
            };
            if 2 * squares < height || squares == height || self.signs.hints.is_puzzle() {
                return self.not_read(rows);
            }
            let fault = BoardFault::Width {
                row: (wrong.line.min(rows[height - 1].line) - line) as u32,
                found: wrong.cells.len() as u64,
            };
            let grid: Vec<_> = rows.iter().map(|row| row.cells.clone()).collect();
            return self.faulty(&grid, height as u32, fault, rows);
        }
        let grid = grid(&rows, first, width);
        let is_side_by_side = height > 1 && rows.iter().all(|row| row.group == height);
        if width > height && width % height == 0 && is_side_by_side {
            let parts = (0..width).step_by(height).filter_map(|at| {
                let part = |row: &Vec<char>| row[at..at + height].to_vec();
                let part: Vec<_> = grid.iter().map(part).collect();
                self.signs.grid(line, &part).map(Found::Item)
            });
            return parts.collect();
        }
        if width == height {
            let item = self.signs.grid(line, &grid);
            return self.found(item, rows);
        }
        if self.signs.hints.n.is_none() || self.is_numeric {
            return self.not_read(rows);
        }
        let found = width as u64;
        let fault = BoardFault::Width { row: 0, found };
        self.faulty(&grid, height as u32, fault, rows)
    }

    /// Ends the rows, complete or not.
    pub(super) fn flush(&mut self) -> Vec<Found> {
        if self.in_list {
            return self.end_list();
        }
        let Some(first) = self.rows.first() else {
            self.take();
            return Vec::new();
        };
        let (height, width) = (self.rows.len(), first.cells.len());
        let is_below = self.next_line > 0 && first.line <= self.next_line + 1;
        if height == 1 && is_below && self.is_header(first) {
            // The letters or numbers below a board.
            self.take();
            return Vec::new();
        }
        if first.framed.is_some() || self.is_ragged || height > 1 && first.group == height {
            return self.complete();
        }
        let (start, size) = self.body();
        let has = |set: &str| {
            let mut cells = self.rows.iter().flat_map(|row| &row.cells[start..]);
            cells.any(|&cell| set.contains(cell))
        };
        let is_drawn = !self.is_numeric && has(QUEENS) && has(FREE) && height < width;
        let rows = self.take();
        if !is_drawn || self.signs.hints.is_puzzle() {
            return self.not_read(rows);
        }
        let n = self.signs.hints.n.unwrap_or(size as u32);
        let found = height as u64;
        let fault = BoardFault::Size { found };
        self.faulty(&grid(&rows, start, size), n, fault, rows)
    }

    /// Reads a grid that is a board with a fault, if it is one.
    fn faulty(
        &mut self,
        grid: &[Vec<char>],
        n: u32,
        fault: BoardFault,
        rows: Vec<Row>,
    ) -> Vec<Found> {
        let mut item = self.signs.grid(rows[0].line, grid);
        match &mut item {
            Some(Item::Board(board)) => (board.n, board.fault) = (n, Some(fault)),
            _ => item = None,
        }
        self.found(item, rows)
    }

    fn found(&self, item: Option<Item>, rows: Vec<Row>) -> Vec<Found> {
        match item {
            Some(item) => vec![Found::Item(item)],
            None => self.not_read(rows),
        }
    }

    fn not_read(&self, rows: Vec<Row>) -> Vec<Found> {
        let is_cell = |cell: &char| cell.is_alphanumeric() || self.signs.names.is_word(*cell);
        let are_kinds = |row: &Row| row.cells.len() > 2 && row.cells.iter().all(is_cell);
        if self.signs.hints.is_puzzle() && rows.len() > 2 && rows.iter().all(are_kinds) {
            // Regions with a row too many or too few, or with a longer row: the puzzle says so.
            let line = rows[0].line;
            let cells: Vec<_> = rows.into_iter().map(|row| row.cells).collect();
            return vec![Found::Item(Item::Regions(regions(line, &cells)))];
        }
        let each = |row: Row| match self.is_numeric {
            true => Found::Numbers(row.line, row.text),
            false => Found::Text(row.line, row.text),
        };
        rows.into_iter().map(each).collect()
    }

    /// Reads rows of a frame: as words, as one sign a square, or as equal pieces with at most one sign each.
    fn framed(&mut self, rows: Vec<Row>) -> Vec<Found> {
        let height = rows.len();
        let words = |line: &Vec<char>| {
            let is_between = |letter: &char| letter.is_whitespace() || ",'\"".contains(*letter);
            let words = line.split(is_between).filter(|word| !word.is_empty());
            let signs: Option<Vec<char>> = words
                .map(|word| <[char; 1]>::try_from(word).ok().map(|[sign]| sign))
                .collect();
            signs.filter(|signs| signs.len() == height)
        };
        let piece = |piece: &[char]| {
            let mut signs = piece.iter().filter(|sign| !" ░▒\t".contains(**sign));
            let sign = signs.next().copied().unwrap_or(' ');
            signs.next().is_none().then_some(sign)
        };
        let pieces = |line: &Vec<char>| match line.len().is_multiple_of(height) {
            true => line.chunks(line.len() / height).map(piece).collect(),
            false => None,
        };
        let lines = || rows.iter().filter_map(|row| row.framed.as_ref());
        let grid: Option<Vec<Vec<char>>> = lines().map(words).collect();
        let grid = grid.or_else(|| lines().map(pieces).collect());
        let item = grid.and_then(|grid| self.signs.grid(rows[0].line, &grid));
        self.found(item, rows)
    }
}

/// Returns the cells of rows that are squares.
fn grid(rows: &[Row], first: usize, width: usize) -> Vec<Vec<char>> {
    let row = |row: &Row| row.cells[first..first + width].to_vec();
    rows.iter().map(row).collect()
}
