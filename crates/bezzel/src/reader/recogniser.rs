//! Lines and lists as boards, puzzles, numbers, moves and other text.
//!
//! A line is decided by the first recogniser that takes it: numbers, moves, frames, then [`Recogniser::words`], first as
//! it is and then without its label. A list in brackets is a line, too. Lines that are only a part of a board wait in
//! [`Block`] (rows), [`Steps`] (row and column of one queen) or as single numbers, until the board is complete.

use super::block::{Block, Found, MAX_ROWS};
use super::board::Board;
use super::cells::{Row, framed, group, is_rule, queen_among_blanks, table_row};
use super::columns::{Columns, counted_columns, several_columns};
use super::decoder::without_entities;
use super::lines::{Piece, plain};
use super::lists::Leaf;
use super::numbers::{MAX_NUMBERS, Numbers, long_value};
use super::remarks;
use super::repeated::Repeated;
use super::stated::stated;
use super::summary::Summary;
use super::waiting::{Ordinals, Steps};
use super::walls::Walls;
use super::words::{self, Heads};
use super::{Expect, Family, Hints, Item, NotRead, Rank};

/// Longest beginning of a line that is kept as text.
const MAX_TEXT_BYTES: usize = 400;
/// Most lines that wait for the lines after them.
pub(super) const MAX_WAITING: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Recogniser {
    pub(super) hints: Hints,
    pub(super) out: Vec<Item>,
    /// The first part of the text that was not read although it may be a board.
    pub(super) refused: Option<NotRead>,
    /// True after a drawing of one square.
    has_square: bool,
    /// True after a board that is no list of columns.
    pub(super) has_board: bool,
    /// Line and numbers of a pair alone on its line, such as NumPy's shape of an array.
    pub(super) shape: Option<(u64, (i64, i64))>,
    /// True if a list on this line was read, and was a board.
    pub(super) list_is_board: bool,
    /// Numbers in brackets on this line; true for round ones.
    pub(super) lone: Vec<(i64, bool)>,
    /// Lists of one sign on this line: the squares of a row, such as `[ ][Q][ ][ ]`.
    pub(super) squares: Vec<Leaf>,
    pub(super) columns: Columns,
    pub(super) block: Block,
    /// Sign and length of the edge above the next line.
    edge: Option<(char, usize)>,
    pub(super) singles: Vec<(u64, i128)>,
    /// True if there were too many numbers alone on their lines to be a board.
    pub(super) many_singles: bool,
    pub(super) steps: Steps,
    pub(super) walls: Walls,
    pub(super) repeated: Repeated,
    /// Row and column, region and line of squares of a puzzle, until these are all.
    pub(super) regions: Vec<((i64, i64), char, u64)>,
    /// Squares of a puzzle in HTML or SVG.
    pub(super) coloured: Vec<char>,
    ordinals: Ordinals,
    /// Number from which pairs count.
    pub(super) base: Option<u32>,
    /// Lines that are not empty, and lists.
    pub(super) contents: u64,
    /// Heads of the table whose lines these are.
    pub(super) heads: Option<Heads>,
    /// Text and number of the label before the last row that had one, and its line.
    pub(super) row_label: (String, i128, u64),
    /// Line and text of the last remark in brackets.
    pub(super) last_remark: (u64, String),
    /// Line, numbers and text that are a board, or the numbers of its rows or columns: above labelled rows of n = 2, or
    /// above a line of the other ones, such as `Row: 1 2 3 4` above `Column: 2 4 1 3`.
    pub(super) head: Option<(u64, Numbers, String)>,
}

impl Recogniser {
    pub(super) fn new(hints: Hints) -> Self {
        let mut reader = Self {
            hints,
            ..Self::default()
        };
        reader.block.signs.hints = hints;
        (reader.columns.hints, reader.columns.base) = (hints, hints.base);
        reader
    }

    /// Reads a part of the text.
    pub(super) fn read(&mut self, line: u64, piece: Piece) {
        match piece {
            Piece::Part(part) => self.part(part),
            Piece::Line { text, has_list } => {
                self.contents += u64::from(has_list || !text.trim_ascii().is_empty());
                match has_list {
                    true => self.rest_of_line(line, text),
                    false => self.line(line, text),
                }
            }
            Piece::Long { text, numbers } => {
                self.contents += 1;
                match numbers.filter(Numbers::has_number) {
                    None => self.other(line, &plain(text)),
                    Some(numbers) if numbers.len() > MAX_NUMBERS => {
                        self.refused.get_or_insert(NotRead::TooLong { line });
                    }
                    Some(mut numbers) => self.columns_row(line, &mut numbers),
                }
            }
            Piece::Unclosed(start) => {
                // As of a program that was stopped: the last board is not whole.
                if self.steps.are_lists {
                    self.steps = Steps::default();
                }
                self.block.drop_list();
                self.flush();
                let start = String::from_utf8_lossy(start);
                let words: Vec<_> = start.split_whitespace().collect();
                let text = shortened(&words.join(" "));
                self.item(Item::Text { line, text });
            }
        }
    }

    /// Ends the text after so many line ends.
    pub(super) fn finish(&mut self, line_ends: u64) {
        if self.contents < 2 && self.hints.n.is_none() && !self.hints.is_puzzle() {
            self.smallest(line_ends);
        }
        self.flush_coloured(line_ends);
        self.flush();
        self.lone_pair(None);
        self.release();
        self.columns.finish(&mut self.out);
        if let Some((line, text)) = self.ordinals.first.take() {
            self.state(line, &text);
        }
    }

    /// Adds what the whole text showed.
    pub(super) fn describe(&self, summary: &mut Summary) {
        summary.base = self.columns.base.or(self.base);
        summary.n_first = self.columns.n_first == Some(true);
        let ambiguous = self.columns.ambiguous.clone();
        summary.refused = ambiguous.or_else(|| self.refused.clone());
        summary.repeated = self.repeated.count;
        let signs = &self.block.signs;
        let roles = signs.roles.iter();
        summary.signs = roles
            .map(|(&sign, &role)| (signs.names.text(sign), role))
            .collect();
    }

    /// Ends all that waits for more lines.
    pub(super) fn flush(&mut self) {
        self.flush_head();
        self.flush_lines();
        let found = self.block.flush();
        self.found(found);
    }

    /// Ends the lines that wait, but for rows.
    pub(super) fn flush_lines(&mut self) {
        self.flush_walls();
        self.flush_singles();
        self.flush_steps();
    }

    pub(super) fn line(&mut self, line: u64, text: &str) {
        let rest = plain(text);
        self.read_head(&rest);
        if let Some(mut boards) = several_columns(&rest, &self.hints) {
            return boards
                .iter_mut()
                .for_each(|columns| self.columns_row(line, columns));
        }
        let is_sign = |byte| matches!(byte, b'0'..=b'9' | b'-' | b' ' | b'\t' | b',' | b';');
        let mut numbers = Numbers::default();
        let are_numbers = text.bytes().all(is_sign) && numbers.extend(text, long_value);
        let is_plain = are_numbers && !self.hints.is_puzzle();
        match numbers.len() {
            0 if is_plain && self.blank_row(line, text) => {}
            0 if is_plain => self.blank(),
            1.. if are_numbers && self.hints.are_columns == Some(true) => {
                self.columns_row(line, &mut numbers);
            }
            1 if is_plain && numbers.has_number() => self.single(line, text, &numbers),
            2.. if is_plain && numbers.has_number() => self.numbers_row(line, &mut numbers, text),
            _ => {
                let text = without_entities(&rest);
                match text.trim().is_empty() {
                    true => self.blank(),
                    false => self.line_of_text(line, &text),
                }
            }
        }
    }

    /// Reads a row of a spreadsheet without a queen and a blocked square: only tabs, commas or semicolons.
    fn blank_row(&mut self, line: u64, text: &str) -> bool {
        let separators = text.matches(['\t', ',', ';']).count();
        let is_row = self.hints.expect == Expect::Constraints && separators > 0;
        if is_row {
            self.flush_lines();
            let is_open = text.starts_with('\t');
            self.push(Row {
                line,
                cells: vec![' '; separators.min(MAX_ROWS) + 1],
                is_framed: is_open,
                is_open,
                ..Row::default()
            });
        }
        is_row
    }

    fn blank(&mut self) {
        self.flush_walls();
        self.flush_singles();
        // Empty lines may be between sentences.
        if self.steps.are_lists {
            self.flush_steps();
        }
        let found = self.block.blank();
        self.found(found);
    }

    /// Reads a line of several numbers: a row of a drawing, the numbers of columns above one, two of one queen, the size
    /// and its number of solutions, or the columns of a board.
    pub(super) fn numbers_row(&mut self, line: u64, numbers: &mut Numbers, text: &str) {
        if self.list_item(line, text) || self.below_heads(line, numbers, text) {
            return;
        }
        // The model of a SAT solver without `v` before it.
        let model = || words::named_board(line, &format!("v {text}"), self.hints.n);
        let has_model = numbers.len() > 15 && text.contains('-');
        if let Some(board) = has_model.then(model).flatten() {
            self.flush();
            return self.board(board);
        }
        if let Some(mut bits) = self.bits(text) {
            return self.columns_row(line, &mut bits);
        }
        let k = numbers.len();
        let n = self.hints.n.map(|n| n as usize);
        if self.hints.are_columns != Some(true) && k <= 2048 {
            let values = &numbers.values;
            let is_row = numbers.is_row() || self.hints.are_columns == Some(false);
            let fits = n.is_none_or(|n| n == k);
            let counts_up = values[0] < 2
                && k < 64
                && values
                    .windows(2)
                    .all(|two| two[0].wrapping_add(1) == two[1]);
            if counts_up && k == 2 && n == Some(2) && !is_row && self.block.is_empty() {
                self.flush();
                self.head = Some((line, std::mem::take(numbers), text.to_owned()));
                return;
            }
            let is_labelled = !self.block.is_empty() && values[1..].iter().all(|&v| v < 2);
            // `1 0 1 0 0`: the number of the row, and its squares.
            let is_first = n.is_some_and(|n| n > 2 && n + 1 == k)
                && values[0] < 2
                && values[1..].iter().filter(|&&v| v == 1).count() == 1;
            let is_labelled = is_labelled || is_first && values[1..].iter().all(|&v| v < 2);
            let is_pair = k == 2 && n.is_none();
            if is_row && fits && !is_pair || counts_up && k > 2 || is_labelled && n != Some(k) {
                let cells = self.signs_of(numbers);
                // Signs of numbers make gaps of different widths.
                let group = if text.contains('-') { 0 } else { group(text) };
                return self.row(line, cells, group, text, true);
            }
            if k == 2 && self.two_numbers(line, numbers, text) {
                return;
            }
        }
        // A number before them, and another gap.
        let may_count = k < 2048 && n.is_none_or(|n| n + 1 == k) && !numbers.is_permutation();
        let counted = may_count.then(|| counted_columns(text, self.hints.n));
        self.columns_row(
            line,
            &mut counted.flatten().unwrap_or(std::mem::take(numbers)),
        );
    }

    /// Reads the numbers below the heads of a table, before which may be the number of their line.
    fn below_heads(&mut self, line: u64, numbers: &mut Numbers, text: &str) -> bool {
        let k = numbers.len();
        match self.heads {
            Some(Heads::Columns(size)) if k == size + 1 => {
                numbers.values.remove(0);
                self.columns_row(line, numbers);
            }
            Some(Heads::Queen(size, places, _)) if k == size || k == size + 1 => {
                let number = |place: usize| numbers.get(place + k - size).unwrap_or(-1);
                let pair = (number(places[0]), number(places[1]));
                self.step(line, "|", None, pair, text);
            }
            _ => return false,
        }
        true
    }

    /// Reads an item of a list in Markdown or YAML: columns such as `- 1 3 0 2`, or one of them, `- 1`.
    fn list_item(&mut self, line: u64, text: &str) -> bool {
        let item = text.trim_start().strip_prefix("- ").unwrap_or_default();
        let Some(mut numbers) = Numbers::of(item) else {
            return false;
        };
        match numbers.len() {
            1 if self.hints.n != Some(2) => self.single(line, item, &numbers),
            2.. if self.hints.n.is_none() && numbers.is_permutation() => {
                self.columns_row(line, &mut numbers);
            }
            _ => return false,
        }
        true
    }

    /// Reads two numbers: columns and the number of the board, n and its number of solutions, or a queen.
    fn two_numbers(&mut self, line: u64, numbers: &Numbers, text: &str) -> bool {
        if let Some(mut columns) = counted_columns(text, self.hints.n) {
            self.columns_row(line, &mut columns);
            return true;
        }
        let n = self.hints.n.map(i64::from);
        let (Some(a), Some(b)) = (numbers.get(0), numbers.get(1)) else {
            return false;
        };
        match n {
            Some(2) => return false,
            Some(n) if n == a && (self.steps.len() as i64) + 1 < n => {
                self.flush();
                self.number(line, b.into(), Rank::Named);
            }
            _ => self.step(line, " ", None, (a, b), text),
        }
        true
    }

    pub(super) fn columns_row(&mut self, line: u64, numbers: &mut Numbers) {
        self.flush();
        // `Q(2) = 0`
        if self.hints.n == Some(2) && numbers.values == [2, 0] {
            return self.number(line, 0, Rank::Named);
        }
        if let Some(size) = numbers.board_size(self.hints.n) {
            let signs = self.signs_of(numbers);
            self.block.in_list = true;
            for row in signs.chunks(size) {
                self.row(line, row.to_vec(), 0, "", false);
            }
            let found = self.block.end_list();
            return self.found(found);
        }
        if let Some(columns) = numbers.unmasked(self.hints.n) {
            *numbers = columns;
        }
        let n = numbers.len() as u32;
        // The board before this one: `0-based: [1, 3, 0, 2]`, and `1-based: [2, 4, 1, 3]` below it.
        if let Some((known, other)) = self.columns.base.zip(numbers.shows_base(n))
            && known != other
            && let Some(last) = &self.repeated.last
            && last
                .squares()
                .eq(Board::of_columns(line, n, numbers, other).squares())
        {
            self.repeated.count += 1;
            return;
        }
        let before = self.out.len();
        self.columns.push(line, numbers, &mut self.out);
        if self.out.len() > before
            && let Some(Item::Board(board)) = self.out.pop()
        {
            // Its drawing may follow.
            self.board(board);
        }
    }

    /// Reads a line that is more than numbers.
    pub(super) fn line_of_text(&mut self, line: u64, text: &str) {
        self.many_singles = false;
        let is_puzzle = self.hints.is_puzzle();
        // Quoted as in a mail, or a list of rows.
        let quoted = text.trim_start().strip_prefix(['>', '-']);
        if let Some(quoted) = quoted
            && quoted.starts_with(' ')
            && !quoted.contains(['>', '-'])
            && (is_puzzle || text.starts_with('>'))
        {
            return self.words(line, quoted);
        }
        let behind = remarks::without_bullet(text).filter(|_| !is_puzzle);
        let rest = behind.or_else(|| remarks::without_remark(text, is_puzzle, self.hints.n));
        if let Some(rest) = rest.filter(|rest| !rest.trim().is_empty()) {
            return self.line_of_text(line, rest);
        }
        // A fence of Markdown with the name of a language.
        if text.trim_start().starts_with("```") {
            return self.other(line, text);
        }
        if let Some(mut numbers) = Numbers::of(text).filter(|_| !is_puzzle) {
            match numbers.len() {
                // `True` may be the only square.
                1 if text.trim().starts_with("0b") || self.hints.n == Some(1) => {
                    return self.single(line, text, &numbers);
                }
                2.. => return self.numbers_row(line, &mut numbers, text),
                _ => {}
            }
        }
        if is_puzzle && self.beside_puzzle(line, text) {
            return;
        }
        if is_puzzle && self.coloured_squares(line, text) {
            return;
        }
        if let Some(row) = table_row(text) {
            return self.words(line, &row);
        }
        if self.hints.is_move.is_some_and(|is_move| is_move(text)) {
            self.flush();
            let text = shortened(text);
            return self.item(Item::Move { line, text });
        }
        if is_puzzle && self.walls.push(line, text) {
            return;
        }
        self.flush_walls();
        if self.rule(text) || self.angles(line, text) {
            return;
        }
        let is_comment = is_puzzle && words::is_comment(text);
        let is_indented = self.hints.n == Some(1) && text.contains('\t');
        let may_be_open = !is_comment && !is_indented && !self.is_line(text);
        let open = queen_among_blanks(text).filter(|_| may_be_open);
        let is_open = open.is_some();
        match open.or_else(|| framed(text, self.edge)) {
            Some(cells) if cells.len() <= 8 * MAX_ROWS => {
                self.flush_lines();
                self.push(Row {
                    line,
                    cells,
                    is_framed: true,
                    is_open,
                    text: shortened(text),
                    ..Row::default()
                });
            }
            _ => self.words(line, text),
        }
    }

    /// Reads the quotes around a text over several lines in a source, and the size of a puzzle above it.
    fn beside_puzzle(&mut self, line: u64, text: &str) -> bool {
        if let Some((start, end)) = text.split_once("\"\"\"") {
            let row = if end.trim().is_empty() { start } else { end };
            if !row.trim().is_empty() && !row.contains('=') {
                self.words(line, row);
            }
            return true;
        }
        let are_short = text.split_whitespace().all(|word| word.len() < 3);
        let is_size = Numbers::of(text).is_some_and(|numbers| numbers.len() < 3 && are_short);
        if is_size {
            self.other(line, text);
        }
        is_size
    }

    /// Reads the edge of a frame, or a line between boards.
    pub(super) fn rule(&mut self, text: &str) -> bool {
        let solid = text.trim();
        let first = solid.chars().next().unwrap_or(' ');
        let is_run = "*#+=-_~".contains(first)
            && solid.chars().all(|letter| letter == first)
            && solid.len() > 2;
        if matches!(solid, "\\hline" | "/*" | "/**" | "*/") {
            return true;
        }
        if !is_run && !is_rule(text) {
            return false;
        }
        self.flush_singles();
        self.block.drop_blank_head();
        let cells: Vec<char> = solid.chars().collect();
        if is_run {
            // An empty row of a board that is not complete, unless a frame begins here.
            let is_given = self.hints.expect == Expect::Constraints && self.hints.n != Some(0);
            let begins_frame = self.block.is_empty() && "*#".contains(first);
            let may_be_row = is_given && "-_*#".contains(first) && !begins_frame;
            if self.block.continues(&cells) || may_be_row {
                return false;
            }
        }
        let ends_frame = self.edge.is_some() && self.block.is_framed();
        let goes_on = |letter: char| "+┼├|│─-╟╠┣┠╋━┃".contains(letter);
        if ends_frame || !text.contains(goes_on) {
            self.flush();
        }
        self.edge = Some((first, cells.len()));
        true
    }

    pub(super) fn row(
        &mut self,
        line: u64,
        cells: Vec<char>,
        group: usize,
        text: &str,
        is_numeric: bool,
    ) {
        if cells.len() > MAX_ROWS {
            return self.other(line, text);
        }
        if let Some(board) = self.block.in_one_line(line, &cells, group) {
            self.flush();
            return self.board(board);
        }
        self.flush_lines();
        self.push(Row {
            line,
            is_open: self.block.is_empty() && self.is_cut(&cells, text),
            cells,
            group,
            is_numeric,
            text: shortened(text),
            ..Row::default()
        });
    }

    /// Adds a row to the rows so far, or ends them and begins anew.
    fn push(&mut self, row: Row) {
        let before = self.block.end_before(&row);
        self.found(before);
        let found = self.block.push(row);
        self.found(found);
    }

    pub(super) fn found(&mut self, found: Vec<Found>) {
        for found in found {
            match found {
                Found::Item(Item::Board(board)) => self.board(board),
                Found::Item(item) => self.item(item),
                Found::Other(row) if !row.is_numeric => self.other(row.line, &row.text),
                Found::Other(row) => {
                    let mut numbers = Numbers::of(&row.text).unwrap_or_default();
                    match numbers.len() {
                        1 => {
                            let value = row.text.trim().parse().unwrap_or(i128::MAX);
                            self.number(row.line, value, Rank::Alone);
                        }
                        _ => self.columns_row(row.line, &mut numbers),
                    }
                }
            }
        }
    }

    pub(super) fn board(&mut self, board: Board) {
        // Drawings of one square, one after another, are squares of a form that is not read.
        let is_square = self.hints.n.is_none() && board.n == 1 && board.family == Family::Drawing;
        if is_square && std::mem::replace(&mut self.has_square, true) {
            let (line, text) = (board.line, self.block.signs.queen_name());
            self.refused
                .get_or_insert(NotRead::NotUnderstood { line, text });
        }
        // Coordinates of one queen, and its drawing.
        let pair = self.shape.take_if(|_| board.squares().nth(1).is_none());
        if let Some((line, pair)) = pair {
            self.pairs_board(line, vec![pair]);
        }
        self.has_board = true;
        // The tutorial's picture in a border of `*` has x, the first number and the column, downwards.
        let is_tutorial = self.edge.is_some_and(|(sign, _)| sign == '*');
        self.repeated.push(board, is_tutorial, &mut self.out);
    }

    /// Passes on the board that waits for its drawing.
    pub(super) fn release(&mut self) {
        self.repeated.release(&mut self.out);
    }

    pub(super) fn number(&mut self, line: u64, value: i128, rank: Rank) {
        self.item(Item::Number { line, value, rank });
    }

    pub(super) fn item(&mut self, item: Item) {
        self.release();
        self.out.push(item);
    }

    /// Takes note of other text, which ends a board, and of the number that it may state.
    pub(super) fn other(&mut self, line: u64, text: &str) {
        self.heads = None;
        self.flush();
        self.release();
        self.edge = None;
        let (before, is_ordinal) = self.ordinals.see(line, text);
        if let Some((line, text)) = before {
            self.state(line, &text);
        }
        if !is_ordinal {
            self.state(line, text);
        }
    }

    fn state(&mut self, line: u64, text: &str) {
        if let Some((value, rank)) = stated(text, self.hints.n) {
            self.out.push(Item::Number { line, value, rank });
            if rank > Rank::Text {
                return;
            }
        }
        let text = shortened(text);
        self.out.push(Item::Text { line, text });
    }
}

/// Returns the beginning of a text.
pub(super) fn shortened(text: &str) -> String {
    let mut end = text.len().min(MAX_TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}
