//! Blocks of rows: where a board begins and ends, which cells only number its rows and columns.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::board::Board;
use super::cells::{Row, is_bar, is_doubled};
use super::signs::{FREE, MIN_REGIONS, QUEENS, Signs, regions};
use super::{Expect, Hints, Item};

/// Most rows of a drawing, and most squares of a row. A larger one is other text, so that memory is bounded.
pub(super) const MAX_ROWS: usize = 4096;

/// Rows of a board that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) signs: Signs,
    rows: Vec<Row>,
    has_header: bool,
    /// True if the rows are those of a list, which ends the board.
    pub(super) in_list: bool,
    /// True if the list has too many rows.
    is_cut: bool,
    blank_before: bool,
    /// True if empty lines are between rows, false if they end a board.
    is_spaced: Option<bool>,
    /// True after a board on one line.
    has_board_lines: bool,
    /// Line after the last board.
    next_line: u64,
}

/// What the rows of a block turned out to be.
#[derive(Debug)]
pub(super) enum Found {
    /// A board or a puzzle.
    Item(Item),
    /// A line that is no part of one.
    Other(Row),
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn is_framed(&self) -> bool {
        self.rows.first().is_some_and(|row| row.is_framed)
    }

    /// Returns true if the rows so far are as wide as this, and have this sign.
    pub(super) fn continues(&self, cells: &[char]) -> bool {
        let is_as_wide = |row: &Row| row.cells.len() == cells.len();
        let mut rows = self.rows.iter();
        self.rows.first().is_some_and(is_as_wide) && rows.any(|row| row.cells.contains(&cells[0]))
    }

    /// Returns the board whose rows stand beside each other on a line. Unless a line before was such a solution, it must
    /// be one: the rows may be those of several boards.
    pub(super) fn in_one_line(&mut self, line: u64, cells: &[char], size: usize) -> Option<Board> {
        if !self.is_empty() || size < 2 || cells.len() != size * size {
            return None;
        }
        let rows: Vec<_> = cells.chunks(size).map(<[char]>::to_vec).collect();
        let Item::Board(board) = self.signs.grid(line, &rows, size as u32)? else {
            return None;
        };
        self.has_board_lines |= board.fault(false).is_none();
        self.has_board_lines.then_some(board)
    }

    /// Takes note of an empty line.
    pub(super) fn blank(&mut self) -> Vec<Found> {
        let is_first = match &self.rows[..] {
            [row] => !row.is_open && (!row.is_numeric || self.is_header(row)),
            _ => false,
        };
        if is_first || self.is_spaced == Some(true) {
            self.blank_before = true;
            return Vec::new();
        }
        self.flush()
    }

    /// Forgets a row of blanks only, above a line: the head of a table.
    pub(super) fn drop_blank_head(&mut self) {
        let is_blank = |row: &Row| !row.is_framed && row.cells.iter().all(|&cell| cell == ' ');
        if matches!(&self.rows[..], [row] if is_blank(row)) {
            self.take();
        }
    }

    /// Ends the rows so far, if this one does not belong to them.
    pub(super) fn end_before(&mut self, row: &Row) -> Vec<Found> {
        // Letters of columns above rows whose free squares are blanks.
        let has_letters =
            matches!(&self.rows[..], [head] if !head.is_framed && self.is_header(head));
        if !self.in_list && row.is_open && has_letters {
            self.take();
        }
        match self.in_list || self.rows.len() < MAX_ROWS && self.fits(row) {
            true => Vec::new(),
            false => self.flush(),
        }
    }

    /// Adds a row, after [`Self::end_before`]. Returns what is complete.
    pub(super) fn push(&mut self, row: Row) -> Vec<Found> {
        if self.in_list {
            match self.rows.len() < MAX_ROWS {
                true => self.rows.push(row),
                false => self.is_cut = true,
            }
            return Vec::new();
        }
        let may_be_footer = self.rows.len() == 1 && !self.signs.hints.is_puzzle();
        let first = self.rows.first().filter(|_| may_be_footer);
        let is_footer = first.is_some_and(|first| first.cells == row.cells && self.is_header(&row));
        if is_footer {
            self.take();
        } else if self.is_below_header(&row) {
            self.take();
            self.has_header = true;
        } else if self.rows.len() == 1 {
            self.is_spaced = Some(self.blank_before);
        }
        self.blank_before = false;
        self.rows.push(row);
        match self.is_complete() {
            true => self.end(),
            false => Vec::new(),
        }
    }

    /// Returns true if a row may belong to the rows so far.
    fn fits(&self, row: &Row) -> bool {
        let hints = &self.signs.hints;
        let Some(first) = self.rows.first() else {
            return true;
        };
        let (width, first_width) = (row.cells.len(), first.cells.len());
        if first.is_framed || row.is_framed {
            let are_open = first.is_open && row.is_open;
            return first.is_framed && row.is_framed && (width == first_width || are_open);
        }
        if self.rows.len() == 1 && self.is_header(first) {
            return (first_width..=first_width + 2).contains(&width);
        }
        if self.is_spaced == Some(true) && !self.blank_before || row.is_numeric != first.is_numeric
        {
            return false;
        }
        // A row with a square too many or too few, of the same signs.
        let are_known = |cells: &[char], others: &[char]| {
            cells.iter().all(|cell| {
                let is_region = hints.is_puzzle() && cell.is_alphanumeric();
                let is_usual = FREE.contains(*cell) || QUEENS.contains(*cell);
                is_usual || is_region || others.contains(cell)
            })
        };
        let is_near = || {
            let are_alike =
                are_known(&row.cells, &first.cells) && are_known(&first.cells, &row.cells);
            are_alike && !self.blank_before
        };
        if hints.is_puzzle() && self.rows.len().is_multiple_of(first_width) {
            // Another puzzle or a row too many, but not a sentence.
            let is_known = |cell| self.rows.iter().any(|row| row.cells.contains(cell));
            let may_be_text = |cell: &&char| !cell.is_alphanumeric() || cell.is_lowercase();
            let are_known = row.cells.iter().filter(may_be_text).all(is_known);
            return width == first_width && are_known && self.rows.len() < MAX_ROWS / 2;
        }
        width == first_width
            || hints.n.is_some_and(|n| n as usize == width)
            || !row.is_numeric && width.abs_diff(first_width) <= 2 && is_near()
    }

    /// Returns true if the cells count up: numbers or letters above the columns.
    fn is_header(&self, row: &Row) -> bool {
        let values = numbers_of_columns(row)
            .iter()
            .map(|&cell| self.signs.names.value(cell));
        values.collect::<Option<Vec<_>>>().is_some_and(|values| {
            let counts_up = values
                .windows(2)
                .all(|two| two[1] == two[0].wrapping_add(1));
            matches!(values[..], [0 | 1, _, ..]) && counts_up
        })
    }

    /// Returns true if the only row so far numbers or names the columns of this one.
    fn is_below_header(&self, row: &Row) -> bool {
        let [header] = &self.rows[..] else {
            return false;
        };
        let more = row.cells.len().wrapping_sub(header.cells.len());
        let is_wider = more == 1 || more == 2 && self.signs.names.value(row.cells[0]).is_some();
        let has_corner = numbers_of_columns(header).len() < header.cells.len();
        // `1 | A A B`, whose label is no cell.
        let is_labelled = row.text.split_once(is_bar).is_some_and(|(label, squares)| {
            let is_name = label.trim().chars().all(char::is_alphanumeric);
            is_name && !label.trim().is_empty() && !squares.contains(is_bar)
        });
        let is_board = !self.signs.hints.is_puzzle();
        let fits = is_wider || more == 0 && (has_corner || is_labelled || is_board);
        !self.has_header && fits && self.is_header(header) && !self.is_header(row)
    }

    /// Returns the cells of each row that are squares, and not the numbers of rows.
    fn body(&self) -> Range<usize> {
        let (width, n) = (self.rows[0].cells.len(), self.signs.hints.n);
        let mut more = match n {
            Some(n) => width.saturating_sub(n as usize),
            None if self.rows.len() < 2 && !self.has_header => 0,
            None => width - 1,
        };
        let [first, last] = [<[char]>::first, <[char]>::last].map(|end| {
            let is_label =
                more > 0 && (self.counts_rows(end) || self.is_border(end) || self.are_numbers(end));
            more -= usize::from(is_label);
            usize::from(is_label)
        });
        first..width - last
    }

    /// Returns true if the cells at one end of the rows count the rows.
    fn counts_rows(&self, end: fn(&[char]) -> Option<&char>) -> bool {
        let labels = || self.rows.iter().filter_map(|row| end(&row.cells).copied());
        let mut values = labels().map(|label| self.signs.names.value(label));
        let (first, second) = (values.next().flatten(), values.next().flatten());
        let step = second
            .zip(first)
            .map_or(1, |(second, first)| second - first);
        let mut rows = 0_i64..;
        let counts = step.abs() == 1
            && labels().all(|label| {
                let expected = first
                    .zip(rows.next())
                    .map(|(first, row)| first + row * step);
                expected.is_some() && self.signs.names.value(label) == expected
            });
        // The sign of a square does not count rows.
        counts
            && (self.signs.hints.n.is_some() || self.has_header || {
                let inner = |row: &'_ Row| row.cells[1..row.cells.len().max(2) - 1].to_vec();
                let squares: BTreeSet<char> = self.rows.iter().flat_map(inner).collect();
                !labels().any(|label| squares.contains(&label))
            })
    }

    /// Returns true if all rows have a number at one end, and other squares than numbers: `.Q.. (2)`.
    fn are_numbers(&self, end: fn(&[char]) -> Option<&char>) -> bool {
        let is_number =
            |cell: &char| !cell.is_alphabetic() && self.signs.names.value(*cell).is_some();
        let is_beside = |row: &Row| {
            let numbers = row.cells.iter().filter(|cell| is_number(cell)).count();
            numbers == 1 && end(&row.cells).is_some_and(is_number)
        };
        let has_queen = |row: &Row| row.cells.iter().any(|cell| QUEENS.contains(*cell));
        self.rows.len() > 1 && self.rows.iter().all(is_beside) && self.rows.iter().any(has_queen)
    }

    /// Returns true if all rows have the same sign at one end, and it is no square: `>.Q..`, `+.Q..`.
    fn is_border(&self, end: fn(&[char]) -> Option<&char>) -> bool {
        let mut signs = self.rows.iter().map(|row| end(&row.cells));
        let first = signs.next().flatten();
        let Some(&sign) = first.filter(|sign| ">+#%/-".contains(**sign)) else {
            return false;
        };
        let is_alone = |row: &Row| row.cells.iter().filter(|cell| **cell == sign).count() == 1;
        self.rows.len() > 1 && signs.all(|sign| sign == first) && self.rows.iter().all(is_alone)
    }

    fn is_complete(&self) -> bool {
        let (height, row) = (self.rows.len(), &self.rows[0]);
        if let Some(n) = self.signs.hints.n {
            return height == n as usize;
        }
        if row.group == height {
            return height > 1;
        }
        // More rows of a puzzle are another puzzle, or too many.
        let least = height + usize::from(self.signs.hints.is_puzzle());
        (least..=height + 2).contains(&row.cells.len())
            && !row.is_framed
            && !is_ragged(&self.rows)
            && self.body().len() == height
            && !(height == 1 && row.is_numeric)
    }

    /// Ends the rows of a list.
    pub(super) fn end_list(&mut self) -> Vec<Found> {
        let (in_list, is_cut) = (self.in_list, self.is_cut);
        if !in_list || self.rows.is_empty() {
            return Vec::new();
        }
        let rows = self.take();
        let hints = &self.signs.hints;
        let (height, width) = (rows.len(), rows[0].cells.len());
        let size = hints.n.map_or(width, |n| n as usize);
        let is_grid = !rows[height - 1].is_numeric || height == size || hints.is_puzzle();
        let n = hints.n.map_or(height, |n| n as usize);
        self.found(rows, 0..usize::MAX, (is_grid && !is_cut).then_some(n))
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
        (self.has_header, self.blank_before) = (false, false);
        self.is_spaced = None;
        std::mem::take(&mut self.rows)
    }

    /// Ends the rows, complete or not.
    pub(super) fn flush(&mut self) -> Vec<Found> {
        let is_below = |line| self.next_line > 0 && line <= self.next_line + 1;
        match &self.rows[..] {
            _ if self.in_list => self.end_list(),
            // The letters or numbers below a board.
            [row] if is_below(row.line) && self.is_header(row) => {
                self.take();
                Vec::new()
            }
            [] => {
                self.take();
                Vec::new()
            }
            _ => self.end(),
        }
    }

    fn end(&mut self) -> Vec<Found> {
        let is_padded = pad(&mut self.rows);
        halve(&mut self.rows, &self.signs.hints);
        let (height, width) = (self.rows.len(), self.rows[0].cells.len());
        if self.signs.hints.is_puzzle() && height > width && !is_ragged(&self.rows) {
            // Names of columns above or below them.
            match height % width {
                1 if self.is_header(&self.rows[0]) => drop(self.rows.remove(0)),
                1 if self.is_header(&self.rows[height - 1]) => self.rows.truncate(height - 1),
                _ => {}
            }
            if self.rows.len().is_multiple_of(width) {
                let rest = self.rows.split_off(width);
                let mut found = self.end();
                self.rows = rest;
                found.extend(self.flush());
                return found;
            }
        }
        let body = self.body();
        let rows = self.take();
        let (height, last_line) = (rows.len(), rows[rows.len() - 1].line);
        let hints = self.signs.hints;
        let n = hints.n.map_or(height, |n| n as usize);
        let found = if rows.iter().any(|row| row.is_open) && !(is_padded && height == n) {
            self.found(rows, body, None)
        } else if rows[0].is_framed {
            self.framed(rows)
        } else if is_ragged(&rows) {
            let squares = rows.iter().filter(|row| row.cells.len() == height);
            let is_board = 2 * squares.count() >= height && !hints.is_puzzle();
            self.found(rows, 0..usize::MAX, is_board.then_some(height))
        } else if body.len() > height && self.are_side_by_side(&rows, &body) {
            self.side_by_side(&rows, body, n)
        } else {
            let width = body.len();
            let has = |set: &str| {
                let mut cells = rows.iter().flat_map(|row| &row.cells[body.start..]);
                cells.any(|&cell| set.contains(cell))
            };
            let is_drawn = || height < rows[0].cells.len() && has(QUEENS) && has(FREE);
            let size = match hints.n {
                _ if width == height && n == height => Some(n),
                _ if rows[0].is_numeric => None,
                Some(_) if n == height || is_drawn() => Some(n),
                None if rows[0].group == height || hints.is_puzzle() => None,
                None if is_drawn() => Some(width),
                _ => None,
            };
            self.found(rows, body, size)
        };
        if found.iter().any(|found| matches!(found, Found::Item(_))) {
            self.next_line = last_line + 1;
        }
        found
    }

    fn are_side_by_side(&self, rows: &[Row], body: &Range<usize>) -> bool {
        let height = rows.len();
        let is_grouped = rows.iter().all(|row| row.group == height);
        height > 1 && body.len().is_multiple_of(height) && is_grouped
    }

    fn side_by_side(&mut self, rows: &[Row], body: Range<usize>, n: usize) -> Vec<Found> {
        let height = rows.len();
        let parts = body.step_by(height).filter_map(|at| {
            let part = |row: &Row| row.cells[at..at + height].to_vec();
            let part: Vec<_> = rows.iter().map(part).collect();
            self.signs.grid(rows[0].line, &part, n as u32)
        });
        parts.map(Found::Item).collect()
    }

    /// Reads these cells of all rows as a board of n rows or a puzzle, if they are one.
    fn found(&mut self, rows: Vec<Row>, body: Range<usize>, n: Option<usize>) -> Vec<Found> {
        if self.signs.hints.is_puzzle() && n != Some(body.len()) {
            // All rows of a puzzle in one: `AABBACBBCCDBCDDD`.
            let puzzles: Vec<_> = rows.iter().filter_map(flat).collect();
            let long = rows.iter().filter(|row| row.cells.len() > 15).count();
            if puzzles.len().max(1) == long {
                return puzzles;
            }
        }
        let item = n.and_then(|n| {
            let row = |row: &Row| row.cells[body.start..body.end.min(row.cells.len())].to_vec();
            let grid: Vec<_> = rows.iter().map(row).collect();
            self.signs.grid(rows[0].line, &grid, n as u32)
        });
        self.item_or_rows(item, rows)
    }

    fn item_or_rows(&self, item: Option<Item>, rows: Vec<Row>) -> Vec<Found> {
        if let Some(item) = item {
            return vec![Found::Item(item)];
        }
        let is_cell = |cell: &char| cell.is_alphanumeric() || self.signs.names.is_word(*cell);
        let are_kinds = |row: &Row| row.cells.len() > 2 && row.cells.iter().all(is_cell);
        // Two lines in small letters or words are a title.
        let may_be_title = |row: &Row| {
            let is_word = |cell: char| cell.is_lowercase() || self.signs.names.is_word(cell);
            row.cells.len() < MIN_REGIONS || row.cells.iter().any(|&cell| is_word(cell))
        };
        let are_many = rows.len() > 2 || rows.len() == 2 && !rows.iter().any(may_be_title);
        if self.signs.hints.is_puzzle() && are_many && rows.iter().all(are_kinds) {
            // Regions with a row too many or too few, or with a longer row: the puzzle says so.
            let line = rows[0].line;
            let cells: Vec<_> = rows.into_iter().map(|row| row.cells).collect();
            return vec![Found::Item(Item::Regions(regions(line, &cells)))];
        }
        rows.into_iter().map(Found::Other).collect()
    }

    /// Reads rows of a frame: as words, as one sign a square, or as equal pieces with at most one sign each.
    fn framed(&mut self, rows: Vec<Row>) -> Vec<Found> {
        let height = rows.len();
        let words = |line: &Vec<char>| {
            let is_between = |letter: &char| letter.is_whitespace() || ",'\"".contains(*letter);
            let words = line.split(is_between).filter(|word| !word.is_empty());
            let words: Vec<_> = words.collect();
            if let [word] = words[..]
                && word.len() == height
            {
                return Some(word.to_vec());
            }
            let words = words.into_iter();
            let signs: Option<Vec<char>> = words
                .map(|word| <[char; 1]>::try_from(word).ok().map(|[sign]| sign))
                .collect();
            signs.filter(|signs| signs.len() == height)
        };
        // `  ##  ` or `  <>  `: the first sign stands for both.
        let mut wide = BTreeMap::new();
        let mut piece = |piece: &[char]| {
            let mut signs = piece.iter().filter(|sign| !" _░▒\t".contains(**sign));
            let sign = signs.next().copied().unwrap_or(' ');
            let (second, third) = (signs.next(), signs.next());
            let is_known = *wide.entry(sign).or_insert(second.copied()) == second.copied();
            let is_wide = is_known && (height > 1 || self.signs.hints.n == Some(1));
            (third.is_none() && (second.is_none() || is_wide)).then_some(sign)
        };
        let mut pieces = |line: &Vec<char>| match line.len().is_multiple_of(height) {
            true => line.chunks(line.len() / height).map(&mut piece).collect(),
            false => None,
        };
        let lines = || rows.iter().map(|row| &row.cells);
        let grid: Option<Vec<Vec<char>>> = lines().map(words).collect();
        let grid = grid.or_else(|| lines().map(&mut pieces).collect());
        let n = self.signs.hints.n.unwrap_or(height as u32);
        let item = grid.and_then(|grid| self.signs.grid(rows[0].line, &grid, n));
        self.item_or_rows(item, rows)
    }
}

/// Returns the cells of the numbers above the columns, if a row has them: the corner above the numbers of rows is blank.
fn numbers_of_columns(row: &Row) -> &[char] {
    row.cells.strip_prefix(&[' ']).unwrap_or(&row.cells)
}

fn is_ragged(rows: &[Row]) -> bool {
    let mut rows = rows.windows(2);
    rows.any(|two| two[0].cells.len() != two[1].cells.len())
}

/// Returns a puzzle whose n rows of n squares are in one row.
fn flat(row: &Row) -> Option<Found> {
    let size = row.cells.len().isqrt();
    let is_square = size >= MIN_REGIONS && size * size == row.cells.len();
    let kinds = || row.cells.iter().collect::<BTreeSet<_>>();
    let rows: Vec<_> = row
        .cells
        .chunks(size.max(1))
        .map(<[char]>::to_vec)
        .collect();
    (is_square && kinds().len() == size)
        .then(|| Found::Item(Item::Regions(regions(row.line, &rows))))
}

/// Leaves one sign for each square of n rows in which all have two.
fn halve(rows: &mut [Row], hints: &Hints) {
    let size = 2 * rows.len();
    let is_wide = |row: &Row| !row.is_framed && row.cells.len() == size && is_doubled(&row.cells);
    let most = if hints.is_puzzle() {
        2 * MIN_REGIONS - 1
    } else {
        2
    };
    let may_be_wide = hints.expect != Expect::Constraints && (size > most || hints.n == Some(1));
    if may_be_wide && rows.iter().all(is_wide) {
        for row in rows {
            row.cells = row.cells.chunks(2).map(|two| two[0]).collect();
        }
    }
}

/// Adds the free squares at the ends of rows that are blanks. Returns true if there is one way to do it.
fn pad(rows: &mut [Row]) -> bool {
    let height = rows.len();
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if rows[0].is_framed {
        // Several characters for each square.
        let square = width.div_ceil(height);
        let are_alike = |row: &Row| row.cells.len() % square == rows[0].cells.len() % square;
        let may_pad = square < 5 && rows.iter().all(|row| row.is_open && are_alike(row));
        if may_pad {
            let cut = |row: &mut Row| row.cells.resize(height * square, ' ');
            rows.iter_mut().for_each(cut);
        }
        return may_pad;
    }
    // At an end where some rows have a bar and others a square, a blank is beside each bar.
    let has_first = |row: &Row| row.text.trim_start().starts_with(is_bar);
    let has_last = |row: &Row| row.text.trim_end().ends_with(is_bar);
    let is_first = !rows.iter().all(has_first);
    let is_last = !rows.iter().all(has_last);
    let blanks = |row: &Row| (is_first && has_first(row), is_last && has_last(row));
    let fits = |row: &Row| {
        let (first, last) = blanks(row);
        row.text.contains(is_bar)
            && row.cells.len() + usize::from(first) + usize::from(last) == height
    };
    let may_pad = rows.iter().all(fits);
    for row in rows.iter_mut().filter(|_| may_pad) {
        let (first, _) = blanks(row);
        row.cells.splice(..0, first.then_some(' '));
        row.cells.resize(height, ' ');
    }
    may_pad
}
