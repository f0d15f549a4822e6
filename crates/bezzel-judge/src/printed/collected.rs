//! The contents of an output: solutions, the first fault, the first repetition, and the number.

use std::collections::HashMap;

use bezzel::{Placement, is_canonical};

use super::numbers::Rank;
use crate::board::{BoardFault, Shape};
use crate::kinds::{Kind, Mode};
use crate::trace::Trace;

/// Most solutions that are kept to find repeated and missing ones, about 300 MB.
const MAX_KEPT_SOLUTIONS: usize = 1 << 22;
/// Longest excerpt of other text.
const MAX_EXCERPT_CHARS: usize = 60;

/// Board with a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongBoard {
    /// Line on which it begins, from 1.
    pub line: u64,
    /// Columns of the queens in each row, from 0; queens outside the board are left out.
    pub rows: Vec<Vec<u32>>,
    /// First fault.
    pub fault: BoardFault,
}

/// Solution that was printed twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// Line on which it is printed again, from 1.
    pub line: u64,
    /// Line on which it was printed first.
    pub first_line: u64,
    /// Column of each row, from 0.
    pub columns: Vec<u32>,
    /// False if the two are different solutions of one orbit, which `Mode::Fundamental` does not allow.
    pub is_same: bool,
}

/// Output of one run.
#[derive(Debug, Clone)]
pub struct Printed {
    /// Number of queens.
    pub n: u32,
    /// Number of boards, right or wrong.
    pub boards: u64,
    /// Number of wrong boards.
    pub wrong: u64,
    /// First wrong board.
    pub first_wrong: Option<WrongBoard>,
    /// Number of boards that were printed before.
    pub repeats: u64,
    /// First of them.
    pub first_repeated: Option<Repeated>,
    /// Line and value of the number of solutions that the program prints.
    pub number: Option<(u64, i128)>,
    /// Line and beginning of the first text that is no board, number or move.
    pub text: Option<(u64, String)>,
    /// Number of such lines.
    pub text_lines: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// Moves, if the program reports any.
    pub trace: Trace,
    /// True if the boards are those of moves: neither a board nor a number was printed.
    pub boards_are_moves: bool,
    /// True if all solutions were kept, so that repeated and missing ones are known.
    pub is_complete: bool,
    /// Number from which the program counts rows and columns, if this output shows it.
    pub base: Option<u32>,
    /// True if lists without a solution were printed.
    pub has_empty_list: bool,
    /// Line of each solution, with its columns or, for one of each orbit, those of its canonical form.
    pub(crate) solutions: HashMap<Box<[u8]>, Kept>,
    /// Number of printed boards and a sum that depends on all of them, in any order.
    pub(crate) digest: u64,
    pub(crate) first_digest: u64,
    pub(crate) are_all_equal: bool,
    /// First number, and how many there are.
    pub(crate) first_number: Option<i128>,
    pub(crate) numbers: u64,
}

impl Printed {
    /// Returns the number of different solutions; in `Mode::Fundamental` those of different orbits.
    pub fn found(&self) -> u64 {
        self.solutions.len() as u64
    }

    /// Returns the number that may be the board for n = 1: the only one, or the first of two.
    pub(crate) fn lone_board(&self, kind: Kind) -> Option<i128> {
        let needed = match kind {
            Kind::Boards => 1,
            Kind::BoardsAndNumber => 2,
            Kind::Nothing | Kind::Numbers => return None,
        };
        self.first_number.filter(|_| self.numbers >= needed)
    }

    /// Returns true if a solution was printed. In `Mode::Fundamental`, give its canonical form.
    pub fn has(&self, columns: &[u32]) -> bool {
        self.solutions.contains_key(&key(columns))
    }
}

/// Solution that was printed.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    line: u64,
    /// Its key, if it is kept under that of its canonical form.
    as_printed: Option<Box<[u8]>>,
}

/// Reader of boards and numbers.
#[derive(Debug)]
pub(super) struct Collected {
    mode: Mode,
    printed: Printed,
    before: Option<(u64, i128, Rank)>,
    after: Option<(u64, i128, Rank)>,
    /// True if the next board is the picture of the last one.
    is_picture: bool,
    last: Option<Vec<(i64, i64)>>,
}

impl Collected {
    pub(super) fn new(n: u32, mode: Mode, base: Option<u32>) -> Self {
        Self {
            mode,
            printed: Printed {
                n,
                boards: 0,
                wrong: 0,
                first_wrong: None,
                repeats: 0,
                first_repeated: None,
                number: None,
                text: None,
                text_lines: 0,
                bytes: 0,
                trace: Trace::new(n),
                boards_are_moves: false,
                is_complete: true,
                base,
                has_empty_list: false,
                solutions: HashMap::new(),
                digest: 0,
                first_digest: 0,
                are_all_equal: true,
                first_number: None,
                numbers: 0,
            },
            before: None,
            after: None,
            is_picture: false,
            last: None,
        }
    }

    pub(super) fn finish(mut self, bytes: u64) -> Printed {
        let boards = self.printed.boards;
        let n = i128::from(self.printed.n);
        let is_certain = |&(_, _, rank): &(u64, i128, Rank)| boards == 0 || rank > Rank::Text;
        // A program may repeat the n that it read.
        let before = self.before.filter(|&(_, value, _)| value != n || n == 1);
        let number = self.after.filter(is_certain).or(before.filter(is_certain));
        self.printed.number = number.map(|(line, value, _)| (line, value));
        self.printed.bytes = bytes;
        if boards == 0 && self.printed.number.is_none() {
            for (line, queens) in self.printed.trace.boards() {
                self.printed.boards_are_moves = true;
                self.board(line, &Shape::Pairs(queens));
            }
        }
        self.printed
    }

    pub(super) fn number(&mut self, line: u64, value: i128, rank: Rank) {
        self.printed.first_number.get_or_insert(value);
        self.printed.numbers += 1;
        // For n = 1, the number before it may be a board.
        let is_one = self.printed.n == 1;
        if self
            .after
            .is_none_or(|(_, _, known)| rank >= known || is_one)
        {
            self.after = Some((line, value, rank));
        }
    }

    /// Takes note of text, and of the number that it may state.
    pub(super) fn text(&mut self, line: u64, text: &str) {
        if let Some((value, rank)) = super::numbers::stated(text, self.printed.n) {
            self.number(line, value, rank);
            if rank == Rank::Named {
                return;
            }
        }
        self.printed.text_lines += 1;
        if self.printed.text.is_none() {
            let excerpt = text.trim().lines().next().unwrap_or_default();
            let mut short: String = excerpt.chars().take(MAX_EXCERPT_CHARS).collect();
            if excerpt.chars().nth(MAX_EXCERPT_CHARS).is_some() {
                short.push('…');
            }
            self.printed.text = Some((line, short));
        }
    }

    /// Adds a move; returns false if the line is none.
    pub(super) fn trace(&mut self, line: u64, text: &str) -> bool {
        self.printed.trace.read_line(line, text)
    }

    pub(super) fn empty_list(&mut self) {
        self.printed.has_empty_list = true;
    }

    pub(super) fn begin_picture(&mut self) {
        self.is_picture = true;
    }

    pub(super) fn board(&mut self, line: u64, shape: &Shape) {
        let n = self.printed.n;
        let read = shape.read(n, self.printed.base);
        let is_picture = std::mem::take(&mut self.is_picture);
        if is_picture && self.last.as_ref() == Some(&read.squares) {
            return;
        }
        let moved = self.after.take();
        if self.printed.boards == 0 {
            self.before = moved;
        }
        // One row shows no numbering: 0 and 1 may also be numbers of solutions.
        if self.printed.base.is_none() && n > 1 {
            self.printed.base = read.shows_base;
        }
        let printed = &mut self.printed;
        printed.boards += 1;
        let digest = read.digest();
        printed.digest = printed.digest.wrapping_add(digest);
        if printed.boards == 1 {
            printed.first_digest = digest;
        }
        printed.are_all_equal &= digest == printed.first_digest;
        match &read.fault {
            Some(fault) => {
                printed.wrong += 1;
                if printed.first_wrong.is_none() {
                    printed.first_wrong = Some(WrongBoard {
                        line,
                        rows: read.rows(n),
                        fault: fault.clone(),
                    });
                }
            }
            None => self.solution(line, read.columns()),
        }
        self.last = Some(read.squares);
    }

    fn solution(&mut self, line: u64, columns: Vec<u32>) {
        let printed = &mut self.printed;
        let own = key(&columns);
        let (key, as_printed) = match self.mode {
            Mode::Fundamental if !is_canonical(&columns) => {
                let placement = Placement::from_columns(columns.iter().copied());
                let canonical = placement.and_then(|placement| placement.canonical());
                let canonical: Vec<_> = canonical.expect("a solution").columns().collect();
                (key(&canonical), Some(own))
            }
            _ => (own, None),
        };
        if let Some(first) = printed.solutions.get(&key) {
            printed.repeats += 1;
            if printed.first_repeated.is_none() {
                printed.first_repeated = Some(Repeated {
                    line,
                    first_line: first.line,
                    columns,
                    is_same: first.as_printed == as_printed,
                });
            }
        } else if printed.solutions.len() < MAX_KEPT_SOLUTIONS {
            printed.solutions.insert(key, Kept { line, as_printed });
        } else {
            printed.is_complete = false;
        }
    }
}

/// Returns the key of a solution: a byte for each column, or four for large boards.
fn key(columns: &[u32]) -> Box<[u8]> {
    match columns.len() {
        0..=256 => columns.iter().map(|&column| column as u8).collect(),
        _ => columns
            .iter()
            .flat_map(|column| column.to_le_bytes())
            .collect(),
    }
}
