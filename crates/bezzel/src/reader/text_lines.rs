//! Lines that are more than numbers: rows, boards in words, and both behind labels.

use super::block::MAX_ROWS;
use super::cells::{cells, colour, is_bar, is_between, is_doubled};
use super::columns::{counted_columns, glued_columns};
use super::numbers::Numbers;
use super::recogniser::Recogniser;
use super::remarks;
use super::signs::{MIN_REGIONS, QUEENS};
use super::walls::rows_in_one_line;
use super::words::{self, Heads, Numbered};

impl Recogniser {
    /// Reads a line in words, or the rest of one with a list: as it is, then without its label.
    pub(super) fn words(&mut self, line: u64, text: &str) {
        let is_puzzle = self.hints.is_puzzle();
        if is_puzzle && words::is_comment(text) {
            return self.flush();
        }
        if self.in_table(line, text) || self.variable(line, text) {
            return;
        }
        let columns = glued_columns(text, &self.hints);
        let columns = columns.or_else(|| counted_columns(text, self.hints.n));
        if let Some(mut columns) = columns {
            return self.columns_row(line, &mut columns);
        }
        if !is_puzzle && words::is_prose(text) && remarks::behind_words(text).is_none() {
            return self.other(line, text);
        }
        let names = text.rsplit(words::LABEL_ENDS).next().unwrap_or(text);
        let names = names.split(is_between).filter(|name| !name.is_empty());
        if is_puzzle && let Some(squares) = words::region(names) {
            return self.region(line, None, squares);
        }
        // One word may be a row of 16 squares.
        let may_be_rows = is_puzzle && text.trim().contains(['/', ',', ' ', ';', '|']);
        if may_be_rows && let Some(squares) = rows_in_one_line(text) {
            self.row(line, squares, 0, text, false);
            return self.flush();
        }
        if let Some(rest) =
            words::answer(text, self.hints.n).filter(|rest| Numbers::of(rest).is_none())
        {
            return self.line_of_text(line, rest);
        }
        let behind = remarks::unlabelled(text).map(|(_, rest)| rest);
        let mut texts = std::iter::once(text).chain(behind).filter(|_| !is_puzzle);
        let n = self.hints.n;
        if let Some(board) = texts.find_map(|text| words::named_board(line, text, n)) {
            self.flush();
            return self.board(board);
        }
        if remarks::unlabelled(text).any(|(label, rest)| self.labelled(line, label, rest)) {
            return;
        }
        // `c(2, 4, 1, 3)`
        let call = Some(Numbered::of(text)).filter(|call| call.texts[0].ends_with('('));
        let columns = call.and_then(|call| call.columns(self.hints.n, self.columns.last_size));
        if let Some(mut columns) = columns {
            return self.numbers_row(line, &mut columns, text);
        }
        if let Some((cells, group)) = cells(text, &mut self.block.signs.names, is_puzzle)
            && (self.is_row(&cells, group) || self.is_cut(&cells, text))
            && !words::is_counter(text.trim())
            && !(is_puzzle && cells.len() < MIN_REGIONS && self.block.is_empty())
        {
            return self.row(line, cells, group, text, false);
        }
        self.numbered_text(line, text);
    }

    /// Reads the heads of a table, or a row of numbers between bars: the queen that heads announce, or `| 1 | 3 |`.
    fn in_table(&mut self, line: u64, text: &str) -> bool {
        if let Some(heads) = words::heads(text) {
            self.other(line, text);
            self.heads = Some(heads);
            return true;
        }
        if self.hints.is_puzzle() {
            return self.square_in_table(line, text);
        }
        if !text.contains(is_bar) {
            return false;
        }
        let plain = text.replace(is_bar, " ");
        let are_below = |numbers: &Numbers| {
            self.heads.is_some() || numbers.len() == 2 && self.hints.n != Some(2)
        };
        let numbers = Numbers::of(&plain).filter(are_below);
        let is_row = numbers.is_some();
        if let Some(mut numbers) = numbers {
            self.numbers_row(line, &mut numbers, &plain);
        }
        is_row
    }

    /// Reads row, column and region of a square of a puzzle below the heads of a table.
    fn square_in_table(&mut self, line: u64, text: &str) -> bool {
        let Some(Heads::Queen(size, [row, column], Some(region))) = self.heads else {
            return false;
        };
        let words = text.split(|letter| is_between(letter) || is_bar(letter));
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let number = |at: usize| words.get(at)?.parse().ok();
        let square = number(row).zip(number(column));
        let square = square.filter(|_| words.len() == size);
        let read = square.map(|square| self.region(line, Some(words[region]), vec![square]));
        read.is_some()
    }

    /// Reads squares of a puzzle in HTML or SVG, which are all of a table or of the text.
    pub(super) fn coloured_squares(&mut self, line: u64, text: &str) -> bool {
        let names: Vec<_> = text.split('<').skip(1).filter_map(colour).collect();
        let sign = |name: &&str| self.block.signs.names.sign(name);
        self.coloured.extend(names.iter().filter_map(sign));
        self.coloured.truncate(MAX_ROWS);
        if text.contains("</table") {
            self.flush_coloured(line);
        }
        !names.is_empty()
    }

    pub(super) fn flush_coloured(&mut self, line: u64) {
        let squares = std::mem::take(&mut self.coloured);
        if !squares.is_empty() {
            self.row(line, squares, 0, "", false);
        }
    }

    /// Reads the variable of a square. Its value is 1 if a queen is there.
    fn variable(&mut self, line: u64, text: &str) -> bool {
        if self.hints.is_puzzle() || !text.contains(['[', '(', '_']) {
            return false;
        }
        let all = Numbered::of(text);
        let variable = all.variable();
        if let Some((pair, true)) = variable {
            self.step(line, all.texts[0].trim(), None, pair, text);
        }
        variable.is_some()
    }

    /// Reads numbers with the same text between them: columns, queens of a board, or one queen.
    fn numbered_text(&mut self, line: u64, text: &str) {
        let n = self.hints.n;
        let all = Numbered::of(text);
        if let Some(mut columns) = all.columns(self.hints.n, self.columns.last_size) {
            return self.numbers_row(line, &mut columns, text);
        }
        if let Some(pairs) = all.pairs() {
            self.flush();
            return self.pairs_board(line, pairs);
        }
        // `Solution 1: queen 1 in column 2`, and the other queens on their own lines.
        let behind = remarks::unlabelled(text).map(|(_, rest)| Numbered::of(rest));
        let is_counted = all.numbers.len() > 2;
        let texts = std::iter::once(all).chain(behind.filter(|_| is_counted));
        let texts = texts.filter(|_| !words::removes(text));
        let step = texts
            .filter_map(|text| Some((text.pair(n)?, text.skeleton())))
            .next();
        match step {
            Some(((number, pair), skeleton)) => self.step(line, &skeleton, number, pair, text),
            None => self.other(line, text),
        }
    }

    /// Reads the board, or its first row, that follows a label or a prompt on the same line.
    pub(super) fn labelled(&mut self, line: u64, label: &str, rest: &str) -> bool {
        let n = self.hints.n;
        let letters = glued_columns(rest, &self.hints);
        if let Some(mut columns) = letters.filter(|_| n.is_some()) {
            self.columns_row(line, &mut columns);
            return true;
        }
        if let Some(mut numbers) = Numbers::of(rest) {
            if numbers.len() == 1 {
                // What a program printed behind a prompt.
                let is_size = n.is_some_and(|n| n > 1 && rest.trim() == n.to_string());
                let has_queen = rest.matches('1').count() == 1;
                let is_row = n.is_some_and(|n| n > 2) && has_queen && self.is_bits(rest.trim());
                let is_answer = words::asks(label) && !is_size || is_row;
                if is_answer {
                    self.single(line, rest, &numbers);
                }
                return is_answer;
            }
            let size = n.map_or(self.columns.last_size, |n| n as usize);
            let fits = numbers.len() == size || n.is_none() && numbers.is_permutation();
            let is_board = numbers.len() > 1 && fits;
            if is_board && !self.begins_head(line, label, &mut numbers) {
                self.numbers_row(line, &mut numbers, rest);
            }
            return is_board;
        }
        // `解2：0、4、7、5、2、6、1、3`
        if let Some(mut numbers) = Numbered::of(rest).columns(n, self.columns.last_size) {
            self.columns_row(line, &mut numbers);
            return true;
        }
        let is_puzzle = self.hints.is_puzzle()
            && label.ends_with(|sign: char| sign.is_ascii_digit() || sign == '行')
            && !words::is_colour(label);
        let Some((cells, group)) = cells(rest, &mut self.block.signs.names, is_puzzle) else {
            return false;
        };
        let is_size = |n| [cells.len(), group].contains(&(n as usize));
        let fits = n.is_none_or(is_size) || self.is_cut(&cells, rest);
        let has_sign = cells.iter().any(|cell| ".-_·–—□⬜".contains(*cell)) || n.is_some();
        let is_long = cells.len() > 1 || n == Some(1);
        let is_row = self.is_row(&cells, group) || self.is_cut(&cells, rest);
        if !fits || !is_long || !has_sign && !is_puzzle || !is_row {
            return false;
        }
        // `Row 0:`, `Row 1:`, … are beside the rows of one board, and so is `DEBUG:` on each of their lines.
        let label = Numbered::of(label);
        let number = label.numbers.last().copied().unwrap_or(0);
        let label = (label.skeleton(), number, line);
        let (before, count, last) = &self.row_label;
        let step = (label.1 - count).abs();
        let goes_on = step == 1 || step == 0 && last + 1 == line;
        if *before != label.0 || !goes_on {
            self.flush();
        }
        self.row_label = label;
        self.row(line, cells, group, rest, false);
        true
    }

    /// Returns true if cells are those of a row, and not letters or signs of other text.
    fn is_row(&self, cells: &[char], group: usize) -> bool {
        let is_assigned = cells.contains(&'=') && cells.iter().any(char::is_ascii_digit);
        if is_assigned {
            return false;
        }
        match self.hints.n {
            Some(1) => {
                let is_queen = |cell: &char| QUEENS.contains(*cell);
                let is_label = |cell: &char| self.block.signs.names.value(*cell).is_some();
                let is_labelled = cells.iter().any(is_queen)
                    && cells.iter().all(|cell| is_queen(cell) || is_label(cell));
                let is_wide = cells.len() == 2 && is_doubled(cells) && !cells[0].is_alphanumeric();
                // Not the letter of the column.
                let is_line = cells.len() == 1 && self.is_line(&cells[0].to_string());
                let is_marked = cells.len() == 2 && ">+#%/-".contains(cells[0]);
                (cells.len() == 1 || is_wide) && !"=-_~+aA".contains(cells[0]) && !is_line
                    || is_marked && is_queen(&cells[1])
                    || cells.len() < 4 && is_labelled
            }
            Some(n) => {
                let n = n as usize;
                let size = cells.len();
                (n..=n + 2).contains(&size)
                    || group == n
                    || !self.block.is_empty()
                    || size == 2 * n && is_doubled(cells)
            }
            None => true,
        }
    }

    /// Returns true for a line of one sign between boards of one row.
    pub(super) fn is_line(&self, text: &str) -> bool {
        let sign = text.trim().chars().next().unwrap_or(' ');
        let is_alone = text.trim().len() == 1 && self.hints.n == Some(1);
        is_alone && "*#".contains(sign) && self.block.signs.is_other(sign)
    }

    /// Returns true if squares before or behind the bars of a row may be blanks.
    pub(super) fn is_cut(&self, cells: &[char], text: &str) -> bool {
        let solid = text.trim();
        let ends = u32::from(solid.starts_with(is_bar)) + u32::from(solid.ends_with(is_bar));
        let size = cells.len() as u32;
        let fits = |n| (size + 1..=size + ends).contains(&n);
        cells.contains(&' ') && self.hints.n.is_some_and(fits)
    }
}
