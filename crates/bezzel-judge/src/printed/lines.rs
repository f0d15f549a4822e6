//! Lines and lists of an output: boards, numbers, moves and other text.

use std::ops::ControlFlow;

use bezzel::notation::{self, Notation, Options};

use super::collected::{Collected, Printed};
use super::nested::Item;
use super::numbers::{self, Rank};
use super::{MAX_DOCUMENT_BYTES, drawn};
use crate::board::Shape;
use crate::kinds::Mode;

/// Largest number of pairs that are kept for one board.
const MAX_PAIRS: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Lines {
    n: u32,
    collected: Collected,
    /// Rows of a drawn board that is not complete yet, and the line of the first.
    rows: Vec<String>,
    rows_line: u64,
    pairs: Vec<(i64, i64)>,
    pairs_line: u64,
    /// Pairs and lists on the current line.
    pairs_on_line: usize,
    has_list: bool,
    /// Picture or frame until its last line.
    document: Option<Document>,
}

/// Document of several lines.
#[derive(Debug)]
struct Document {
    notation: Notation,
    text: String,
    line: u64,
    /// Pictures that are not closed yet.
    open: usize,
}

impl Lines {
    pub(super) fn new(n: u32, mode: Mode, base: Option<u32>) -> Self {
        Self {
            n,
            collected: Collected::new(n, mode, base),
            rows: Vec::new(),
            rows_line: 0,
            pairs: Vec::new(),
            pairs_line: 0,
            pairs_on_line: 0,
            has_list: false,
            document: None,
        }
    }

    pub(super) fn size(&self) -> u32 {
        self.n
    }

    pub(super) fn is_in_document(&self) -> bool {
        self.document.is_some()
    }

    pub(super) fn finish(mut self, bytes: u64) -> Printed {
        self.flush();
        if let Some(document) = self.document.take() {
            self.collected.text(document.line, &document.text);
        }
        self.collected.finish(bytes)
    }

    /// Takes note of the text before a list on the same line, such as `Solution 1: `.
    pub(super) fn before_list(&mut self, line: u64, text: &[u8]) {
        self.has_list = true;
        if text.iter().all(|&byte| !byte.is_ascii_digit()) && !text.trim_ascii().is_empty() {
            self.flush();
        }
        let _ = line;
    }

    /// Reads what a list contains.
    pub(super) fn item(&mut self, line: u64, item: Item) {
        match item {
            Item::Board(shape) => {
                self.flush();
                self.collected.board(line, &shape);
            }
            Item::Row(queens) => {
                let square = |column| if queens.contains(&column) { '1' } else { '0' };
                self.row(line, (0..self.n).map(square).collect());
            }
            Item::Pair(first, second) => {
                if self.pairs.is_empty() {
                    self.pairs_line = line;
                }
                if self.pairs.len() < MAX_PAIRS {
                    self.pairs.push((first, second));
                }
                self.pairs_on_line += 1;
            }
            Item::Number(number) => self.collected.number(line, number, Rank::Alone),
            Item::Empty => self.collected.empty_list(),
            Item::Text(text) => self.text(line, &text),
        }
    }

    /// Reads a line, or the rest of one with lists.
    pub(super) fn line(&mut self, number: u64, text: &str) {
        let has_list = std::mem::take(&mut self.has_list);
        let pairs = std::mem::take(&mut self.pairs_on_line);
        if self.pairs.len() as u64 >= u64::from(self.n) || pairs > 1 {
            self.flush_pairs();
        }
        if has_list && text.chars().all(|letter| !letter.is_alphanumeric()) {
            return;
        }
        if self.document.is_some() {
            return self.in_document(text);
        }
        // The most frequent line of long outputs, without any of the allocations below.
        if let Some(value) =
            numbers::single(text).filter(|_| text.len() as u64 != u64::from(self.n))
        {
            self.flush();
            return self.collected.number(number, value, Rank::Alone);
        }
        if text.trim().is_empty() {
            return self.flush();
        }
        if self.begins_document(number, text) || self.bordered(number, text) {
            return;
        }
        if self.collected.trace(number, text) {
            return;
        }
        match numbers::only(text) {
            Some(all) => self.numbers(number, text, &all),
            None => self.words(number, text),
        }
    }

    pub(super) fn push_move(&mut self, line: u64, text: &str) -> bool {
        self.collected.trace(line, text)
    }

    /// Takes note of other text, which ends a board.
    pub(super) fn text(&mut self, line: u64, text: &str) {
        self.flush();
        self.collected.text(line, text);
    }

    fn numbers(&mut self, line: u64, text: &str, numbers: &[Option<i128>]) {
        let n = self.n as usize;
        if let Some(columns) = numbers::glued(text, self.n) {
            self.flush();
            return self.collected.board(line, &Shape::Columns(columns));
        }
        let is_bit = |number: &Option<i128>| matches!(number, Some(0 | 1));
        match numbers {
            [Some(number)] => {
                self.flush();
                self.collected.number(line, *number, Rank::Alone);
            }
            [Some(first), Some(second)] if n != 2 && *first == n as i128 => {
                self.flush();
                self.collected.number(line, *second, Rank::Named);
            }
            [None] => self.flush(),
            // Without a queen it may be a row, or the columns of a board: of a list that was cleared.
            _ if numbers.len() == n
                && numbers.iter().all(is_bit)
                && (!self.rows.is_empty() || numbers.contains(&Some(1))) =>
            {
                let square = |number: &Option<i128>| if *number == Some(1) { '1' } else { '0' };
                self.row(line, numbers.iter().map(square).collect());
            }
            _ => {
                self.flush();
                self.collected.board(line, &columns(numbers));
            }
        }
    }

    fn words(&mut self, line: u64, text: &str) {
        if let Some(row) = drawn::row(text, self.n) {
            let is_first = self.rows.is_empty();
            if is_first && self.n > 1 && drawn::is_separator(&row) {
                return self.flush();
            }
            return self.row(line, row);
        }
        if drawn::is_separator(text.trim()) {
            return self.flush();
        }
        // A label before the columns: `Solution 1: 1 3 0 2`.
        let labelled = text.rsplit_once([':', '：', '=']);
        let labelled = labelled.and_then(|(_, rest)| numbers::only(rest));
        if let Some(numbers) = labelled
            && numbers.len() as u64 == u64::from(self.n)
            && self.n > 1
        {
            self.flush();
            return self.collected.board(line, &columns(&numbers));
        }
        self.text(line, text);
    }

    /// Adds a row of a drawn board, which is complete with n rows.
    fn row(&mut self, line: u64, row: String) {
        self.flush_pairs();
        if self.rows.is_empty() {
            self.rows_line = line;
        }
        self.rows.push(row);
        if self.rows.len() as u64 == u64::from(self.n) {
            self.flush();
        }
    }

    /// Ends a board, complete or not.
    fn flush(&mut self) {
        self.flush_pairs();
        let rows = std::mem::take(&mut self.rows);
        let rows: Vec<_> = rows.iter().map(String::as_str).collect();
        let is_bits = |row: &&str| row.chars().all(|square| matches!(square, '0' | '1'));
        if rows.len() as u64 != u64::from(self.n) && rows.iter().all(is_bits) {
            // Not the rows of a board, but the columns of several.
            for (line, row) in (self.rows_line..).zip(rows) {
                let column = |bit: char| Some(i64::from(bit == '1'));
                let columns = row.chars().map(column).collect();
                self.collected.board(line, &Shape::Columns(columns));
            }
            return;
        }
        if let Some(rows) = drawn::board(&rows).filter(|rows| !rows.is_empty()) {
            self.collected.board(self.rows_line, &Shape::Drawn(rows));
        }
    }

    fn flush_pairs(&mut self) {
        let pairs = std::mem::take(&mut self.pairs);
        if !pairs.is_empty() {
            self.collected.board(self.pairs_line, &Shape::Pairs(pairs));
        }
    }

    /// Reads a line of a board in a border of `*`, whose pairs may be on the line before.
    fn bordered(&mut self, line: u64, text: &str) -> bool {
        let inner = text
            .trim_end()
            .strip_prefix('*')
            .and_then(|rest| rest.strip_suffix('*'));
        let Some(inner) = inner.filter(|inner| inner.chars().count() as u64 == u64::from(self.n))
        else {
            return false;
        };
        let is_edge = inner.chars().all(|square| square == '*');
        let is_row = inner.chars().all(|square| square == ' ' || square == '#');
        if is_edge {
            self.flush();
            self.collected.begin_picture();
        } else if is_row {
            let square = |square| if square == '#' { 'Q' } else { '.' };
            self.row(line, inner.chars().map(square).collect());
        }
        is_edge || is_row
    }

    /// Begins a document that a notation of the library reads: JSON, a frame or a picture.
    fn begins_document(&mut self, line: u64, text: &str) -> bool {
        let start = text.trim_start();
        let notation = match start.chars().next() {
            Some('{') if start[1..].trim_start().starts_with('"') => Notation::Json,
            Some('┌') => Notation::Unicode,
            Some('<') if start.starts_with("<svg") || start.starts_with("<?xml") => Notation::Svg,
            _ => return false,
        };
        self.flush();
        self.document = Some(Document {
            notation,
            text: String::new(),
            line,
            open: 0,
        });
        self.in_document(text);
        true
    }

    fn in_document(&mut self, text: &str) {
        let Some(document) = &mut self.document else {
            return;
        };
        if document.text.len() + text.len() < MAX_DOCUMENT_BYTES {
            document.text.push_str(text);
            document.text.push('\n');
        }
        let ends = match document.notation {
            Notation::Json => text.trim_end().ends_with('}'),
            Notation::Unicode => text.trim_start().starts_with('└'),
            // A gallery contains pictures.
            _ => {
                document.open += text.matches("<svg").count();
                document.open = document.open.saturating_sub(text.matches("</svg>").count());
                document.open == 0 && text.contains("</svg>")
            }
        };
        if ends && let Some(document) = self.document.take() {
            self.document_ended(&document);
        }
    }

    fn document_ended(&mut self, document: &Document) {
        let Document {
            notation,
            text,
            line,
            ..
        } = document;
        let collected = &mut self.collected;
        let read = notation::read(
            text.as_bytes(),
            Some(*notation),
            &Options::default(),
            &mut |entry| {
                let rows = match &entry.board {
                    Ok(placement) => placement
                        .rows()
                        .map(|row| row.into_iter().collect())
                        .collect(),
                    Err(pair) => {
                        let mut rows = vec![Vec::new(); pair.second.row as usize + 1];
                        rows[pair.first.row as usize].push(pair.first.column);
                        rows[pair.second.row as usize].push(pair.second.column);
                        rows
                    }
                };
                collected.board(line + entry.line - 1, &Shape::Drawn(rows));
                ControlFlow::Continue(())
            },
        );
        if read.is_err() {
            collected.text(*line, text);
        }
    }
}

/// Returns numbers as the columns of a board; those that no board has are kept as the largest number.
fn columns(numbers: &[Option<i128>]) -> Shape {
    let column = |number: i128| i64::try_from(number).unwrap_or(i64::MAX);
    let columns = numbers.iter().map(|number| {
        let number = number.map(column);
        number.filter(|&number| number >= 0)
    });
    Shape::Columns(columns.collect())
}
