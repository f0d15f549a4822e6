//! Lists in brackets as boards, puzzles, numbers and other text.

use std::collections::BTreeSet;

use super::board::Board;
use super::cells::{glued, is_bar, is_between, only_sign};
use super::columns::glued_columns;
use super::lines::{LIST, plain};
use super::lists::{Leaf, Part};
use super::numbers::Numbers;
use super::recogniser::{MAX_WAITING, Recogniser, shortened};
use super::signs::MIN_REGIONS;
use super::stated::is_about_totals;
use super::waiting::Steps;
use super::walls::rows_in_one_line;
use super::words::{self, Numbered};
use super::{Expect, Item, NotRead, Rank, excerpt};

impl Recogniser {
    /// Reads a part of a list.
    pub(super) fn part(&mut self, part: Part) {
        let part = match part {
            Part::Leaf(leaf) if leaf.signs.len() == 1 && self.squares.len() < MAX_WAITING => {
                return self.squares.push(leaf);
            }
            other => other,
        };
        self.flush_squares();
        match part {
            Part::Leaf(leaf) => self.leaf(leaf),
            Part::Empties(..) if self.hints.is_puzzle() => {}
            Part::Empties(line, number) => {
                // Copies of one list that was emptied.
                (0..number).for_each(|_| self.columns_row(line, &mut Numbers::default()));
            }
            Part::End(line, count) => {
                self.flush_lines();
                self.end_list();
                if let Some(count) = count {
                    self.number(line, count.into(), Rank::Named);
                }
            }
        }
    }

    /// Reads what a line has beside its lists.
    pub(super) fn rest_of_line(&mut self, line: u64, text: &str) {
        let text = plain(text);
        let (label, behind) = text.split_once(LIST).unwrap_or_default();
        // Blocked squares in words are no queens.
        let mut names = ["blocked", "Blocked", "obstacles", "禁用格"].iter();
        if names.any(|name| label.trim_start().starts_with(name)) {
            let text = excerpt(label);
            self.refused
                .get_or_insert(NotRead::NotUnderstood { line, text });
        }
        let signs = self.squares.iter().map(|leaf| leaf.signs[0]);
        if (self.squares.len() > 1 || text.contains(is_free))
            && !self.squares.is_empty()
            && self.squares.len() == behind.split(LIST).count()
            && self.row_of_squares(line, label, signs.zip(behind.split(LIST)).collect())
        {
            return self.squares.clear();
        }
        // `[1] 2 4 1 3`, as R prints columns.
        if self.squares.len() == 1
            && label.trim().is_empty()
            && let Some(numbers) = Numbers::of(behind)
        {
            let is_number = numbers.len() == 1;
            if is_number {
                self.single(line, behind, &numbers);
            }
            if is_number || self.labelled(line, label, behind) {
                return self.squares.clear();
            }
        }
        // A sign beside words is no square.
        if self.hints.n.is_none() && text.contains(char::is_alphabetic) {
            self.squares.retain(|leaf| leaf.signs[0].is_ascii_digit());
        }
        self.flush_squares();
        // A search that says what it does: `放置皇后(1,1)`, `回溯：(1,1)`.
        if self.steps.are_lists && words::removes(&text) {
            self.steps = Steps::default();
            return self.other(line, &text.replace(LIST, ""));
        }
        self.steps.are_moves |= words::places(&text);
        let is_shape = words::has(&text.to_lowercase(), "shape|size(|形状");
        let is_named = text.contains(char::is_alphanumeric) && !is_shape || self.hints.is_puzzle();
        self.steps.are_named |= is_named && self.steps.len() > 0;
        let is_board = std::mem::take(&mut self.list_is_board);
        let is_region = self.hints.is_puzzle() && self.steps.are_lists;
        if is_region || self.steps.end_with(line, self.hints.n) {
            self.flush_steps();
        }
        let lone = std::mem::take(&mut self.lone);
        // Of a line with a board, a number in brackets is that of the board.
        if is_board {
            return;
        }
        let end = text.trim_end_matches([' ', '\r', ';', ')']);
        let is_value = match (&lone[..], end.strip_suffix(LIST)) {
            ([_], Some(label)) => {
                self.hints.n == Some(1) && label.trim_end().ends_with([':', '=', '('])
            }
            _ => false,
        };
        if is_value || !text.contains(char::is_alphanumeric) {
            lone.into_iter()
                .for_each(|(number, is_round)| self.lone_number(line, number, is_round));
        } else {
            // `Solution (1):`, `[1] count [2] list`, `Total: [92]`.
            let mut lone = lone.into_iter();
            let mut parts = text.split(LIST);
            let mut text = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let number = lone
                    .next()
                    .map_or(String::new(), |(number, _)| format!("({number})"));
                text += &(number + part);
            }
            self.line_of_text(line, &text);
        }
    }

    /// Reads a line with its squares in brackets like a line without brackets. Each square comes with the text behind it.
    pub(super) fn row_of_squares(
        &mut self,
        line: u64,
        label: &str,
        squares: Vec<(char, &str)>,
    ) -> bool {
        // `[Q] . . .`
        let is_gap = |letter: char| is_between(letter) || is_bar(letter) || is_free(letter);
        let Some((_, inner)) = squares.split_last() else {
            return false;
        };
        let are_beside = inner.iter().all(|(_, behind)| behind.chars().all(is_gap));
        let texts = squares.iter().map(|(_, behind)| *behind).chain([label]);
        let free = texts
            .map(|text| text.matches(is_free).count())
            .sum::<usize>();
        if !are_beside || squares.len() + free < self.hints.n.unwrap_or(2) as usize {
            return false;
        }
        let square = |(sign, behind): (char, &str)| match sign {
            ' ' => format!(" . {behind}"),
            _ => format!(" {sign} {behind}"),
        };
        let row = label.to_owned() + &squares.into_iter().map(square).collect::<String>();
        self.line(line, &row);
        true
    }

    /// Reads a row such as `< ><Q>< >< >`.
    pub(super) fn angles(&mut self, line: u64, text: &str) -> bool {
        let mut parts = text.split('<');
        let label = parts.next().unwrap_or_default();
        let square = |part| {
            let (sign, behind) = str::split_once(part, '>')?;
            Some((only_sign(sign.trim()).filter(|_| !sign.is_empty())?, behind))
        };
        let squares: Option<Vec<_>> = parts.map(square).collect();
        squares.is_some_and(|squares| self.row_of_squares(line, label, squares))
    }

    /// Reads lists of one sign that are no row.
    fn flush_squares(&mut self) {
        for leaf in std::mem::take(&mut self.squares) {
            self.leaf(leaf);
        }
    }

    /// Reads a number in brackets: the number of solutions, or the column of the only row.
    fn lone_number(&mut self, line: u64, number: i64, is_round: bool) {
        let is_column = match self.hints.n {
            Some(n) => n == 1 && !is_round,
            None => (0..2).contains(&number),
        };
        match is_column {
            true => self.columns_row(line, &mut [Some(number.into())].into_iter().collect()),
            false => {
                self.flush();
                self.number(line, number.into(), Rank::Alone);
            }
        }
    }

    fn end_list(&mut self) {
        let found = self.block.end_list();
        self.found(found);
    }

    /// Reads a list without lists in it.
    fn leaf(&mut self, mut leaf: Leaf) {
        let (line, size) = (leaf.line, leaf.numbers.len());
        let is_puzzle = self.hints.is_puzzle();
        // The solution of a puzzle is no marks of a player.
        if is_puzzle && matches!(&*leaf.key, "queens" | "solution" | "solutions" | "answer") {
            return;
        }
        let is_bare = leaf.words.is_empty() && leaf.keys.is_empty();
        if let Some(number) = leaf.numbers.get(0)
            && (size, leaf.depth) == (1, 0)
            && is_bare
        {
            return match self.lone.len() < MAX_WAITING {
                // As in `int grid[6][6]`.
                _ if is_puzzle => {}
                true => self.lone.push((number, leaf.is_round)),
                false => self.lone_number(line, number, leaf.is_round),
            };
        }
        self.list_is_board = true;
        if leaf.signs.len() > 1 {
            let text = leaf.signs.iter().collect::<String>();
            return self.list_row(&leaf, leaf.signs.clone(), &text, false);
        }
        if let Some((pair, region)) = leaf.square() {
            return match region.filter(|_| is_puzzle) {
                Some(name) => self.region(line, Some(&name), vec![pair]),
                None => self.list_pair(line, pair, true),
            };
        }
        if !leaf.words.is_empty() {
            return self.list_of_words(&leaf);
        }
        if !leaf.keys.is_empty() {
            let Some(numbers) = leaf.keyed() else {
                return self.object(&leaf);
            };
            leaf.numbers = numbers;
        }
        let n = self.hints.n.map(|n| n as usize);
        let pair = leaf
            .numbers
            .get(0)
            .zip(leaf.numbers.get(1))
            .filter(|_| size == 2);
        match (leaf.own_n, pair) {
            (Some(n), _) if pair.is_none() || n == 2 => {
                self.flush();
                let n = self.hints.n.unwrap_or(n);
                self.item(Item::Board(Board::of_columns(line, n, &leaf.numbers, 0)));
            }
            _ if size == 0 => self.item(Item::EmptyList),
            _ if is_puzzle && size > 2 => self.list_of_cells(&leaf),
            (_, Some(pair)) if n != Some(2) || leaf.is_round && leaf.depth != 1 => {
                self.list_pair(line, pair, leaf.depth > 0)
            }
            _ if leaf.numbers.is_row()
                && leaf.numbers.board_size(self.hints.n).is_none()
                && size > 1
                && n.is_none_or(|n| n == size)
                && self.hints.are_columns != Some(true) =>
            {
                self.list_of_cells(&leaf);
            }
            _ => {
                // A list does not begin with its length.
                self.columns.n_first.get_or_insert(false);
                self.columns_row(line, &mut leaf.numbers);
            }
        }
    }

    fn list_pair(&mut self, line: u64, pair: (i64, i64), is_named: bool) {
        if !self.steps.are_lists {
            self.flush();
        }
        self.steps.push_list(line, pair);
        self.steps.are_named |= is_named;
    }

    /// Reads an object with numbers that are no queens: a total, or other text.
    fn object(&mut self, leaf: &Leaf) {
        self.list_is_board = leaf.keys.len() > 1;
        match leaf.total() {
            Some(number) => {
                self.flush();
                self.number(leaf.line, number.into(), Rank::Alone);
            }
            None if self.list_is_board => self.other(leaf.line, &leaf.keys.join(" ")),
            None => {}
        }
    }

    /// Reads a list of words: rows of a board, the squares of a row, or other text.
    pub(super) fn list_of_words(&mut self, leaf: &Leaf) {
        let (line, words) = (leaf.line, &leaf.words);
        let is_puzzle = self.hints.is_puzzle();
        let names = words.iter().map(String::as_str);
        let may_be_region = is_puzzle && leaf.keys.is_empty() && self.block.is_empty();
        if may_be_region && let Some(squares) = words::region(names) {
            return self.region(line, None, squares);
        }
        let text = words.join(" ");
        if words.len() == 1 && text.ends_with('%') {
            return self.remark(line, &text);
        }
        // `(92 rows)` below a table of PostgreSQL.
        if let Some(number) = leaf.numbers.get(0)
            && leaf.numbers.len() == 1
            && matches!(&*text, "row" | "rows")
        {
            self.flush();
            return self.number(line, number.into(), Rank::Named);
        }
        if let Some(cells) = leaf.mixed_row() {
            return self.list_row(leaf, cells.to_vec(), &text, false);
        }
        // `{"region": 1, "state": "empty"}` is no row.
        let is_square = is_puzzle && leaf.depth > 1 && leaf.keys.len() > 1;
        if leaf.numbers.len() > 0 && leaf.keys.is_empty() || is_square {
            if !is_puzzle || words.len() + leaf.numbers.len() < 4 {
                self.remark(line, &text);
            }
            return;
        }
        if let Some(mut columns) = glued_columns(&text, &self.hints) {
            return self.columns_row(line, &mut columns);
        }
        let cells = words.iter().map(|word| only_sign(word));
        let cells = cells.collect::<Option<Vec<_>>>();
        if let Some(cells) = cells.filter(|cells| cells.len() > 1) {
            return self.list_row(leaf, cells, &text, false);
        }
        // `{"regions": "AABB/ACBB/CCDB/CDDD"}`
        let mut few = words
            .iter()
            .filter(|_| is_puzzle && words.len() < MIN_REGIONS);
        if let Some(squares) = few.find_map(|word| rows_in_one_line(word)) {
            return self.list_row(leaf, squares, &text, false);
        }
        let size = words.len();
        // Names of regions may be as long as rows.
        let are_rows = || {
            let is_row = |word: &&String| word.chars().count().abs_diff(size) < 2;
            let rows = words.iter().filter(is_row).count();
            let has_two = words.iter().any(|word| *word != words[0]);
            let letters: BTreeSet<char> = words.iter().flat_map(|word| word.chars()).collect();
            let has_two = has_two && letters.len() <= size + 1;
            has_two && (rows == size || leaf.depth == 0 && 2 * rows >= size)
        };
        let rows: Option<Vec<Vec<char>>> = match !is_puzzle || size == 1 || are_rows() {
            true => words.iter().map(|word| glued(word, is_puzzle)).collect(),
            false => None,
        };
        match rows {
            Some(mut rows) if rows.len() == 1 && self.hints.n != Some(1) && rows[0].len() > 1 => {
                self.list_row(leaf, rows.remove(0), &text, false);
            }
            Some(rows) => {
                self.flush();
                self.block.in_list = true;
                for (row, text) in rows.into_iter().zip(words) {
                    self.list_row(leaf, row, text, false);
                }
                self.end_list();
            }
            None if is_puzzle && !leaf.keys.is_empty() => self.remark(line, &text),
            None if is_puzzle && size > 3 => self.list_of_cells(leaf),
            // `[INFO]`, or a range such as `(1-8)`.
            None if size == 1
                && match self.hints.n {
                    Some(1) => Numbered::of(&text).numbers.len() == 2,
                    _ => Numbered::of(&text).numbers.len() < 3,
                } =>
            {
                self.remark(line, &text);
            }
            None => {
                let before = self.out.len();
                self.words(line, &text);
                let is_text = matches!(self.out[before..].last(), Some(Item::Text { .. }));
                self.list_is_board = !is_text;
            }
        }
    }

    /// Passes on text in brackets; the rest of its line is read as if it were not there.
    fn remark(&mut self, line: u64, text: &str) {
        self.list_is_board = false;
        // `Enter n (1-20): `.
        if !text.contains(char::is_alphabetic) {
            return;
        }
        if is_about_totals(text) {
            return self.other(line, text);
        }
        // `[main] . Q . .`, and the same before the next row.
        let text = shortened(text);
        let (last, same) = std::mem::replace(&mut self.last_remark, (line, text.clone()));
        if last + 1 == line && same == text {
            return;
        }
        self.flush();
        self.release();
        self.out.push(Item::Text { line, text });
    }

    /// Adds a row whose cells are the words or the numbers of a list.
    fn list_of_cells(&mut self, leaf: &Leaf) {
        if leaf.words.is_empty() {
            let cells = self.signs_of(&leaf.numbers);
            let words = cells.iter().map(|&cell| self.block.signs.names.text(cell));
            let text = words.collect::<Vec<_>>().join(" ");
            return self.list_row(leaf, cells, &text, true);
        }
        let names = &mut self.block.signs.names;
        let cells = leaf.words.iter().map(|word| names.sign(word));
        if let Some(cells) = cells.collect() {
            self.list_row(leaf, cells, &leaf.words.join(" "), false);
        }
    }

    /// Returns a sign for each number.
    pub(super) fn signs_of(&mut self, numbers: &Numbers) -> Vec<char> {
        let names = &mut self.block.signs.names;
        let number = |at| match numbers.get(at) {
            Some(-1) if self.hints.expect == Expect::Constraints => "x".to_owned(),
            Some(number) => number.to_string(),
            None => "-".to_owned(),
        };
        let sign = |at| names.sign(&number(at)).unwrap_or('?');
        (0..numbers.len()).map(sign).collect()
    }

    /// Adds a row, which belongs to the list around it if there is one.
    fn list_row(&mut self, leaf: &Leaf, cells: Vec<char>, text: &str, is_numeric: bool) {
        if leaf.depth > 0 && !self.block.in_list {
            self.flush();
            self.block.in_list = true;
        }
        self.row(leaf.line, cells, 0, text, is_numeric);
    }
}

/// Returns true for a sign between squares in brackets that is a free square itself.
fn is_free(letter: char) -> bool {
    ".-_·".contains(letter)
}
