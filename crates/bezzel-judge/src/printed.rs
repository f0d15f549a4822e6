//! What a program printed: solutions, the first fault, the first repetition, and the number. The library reads it.

use std::collections::HashMap;

use bezzel::methods::Text;
use bezzel::reader::{self, Board, BoardFault, Family, Hints, Item, Rank, removes};
use bezzel::{Placement, is_canonical};

use crate::finding::Finding;
use crate::kinds::Mode;
use crate::trace::{Trace, TraceError};

/// Most solutions that are kept to find repeated and missing ones, about 300 MB.
const MAX_KEPT_SOLUTIONS: usize = 1 << 22;

/// Most bytes of an output that are kept, to judge it for another n.
const MAX_KEPT_OUTPUT: usize = 1 << 20;

/// What a program printed for one n.
#[derive(Debug, Clone, Default)]
pub struct Printed {
    /// Number of queens that the program was asked for.
    pub n: u32,
    /// Number of boards, right or wrong.
    pub boards: u64,
    /// The first board that is no solution, and the number of them; `None` if all boards are right.
    pub wrong: Option<Finding>,
    /// The first board that was printed before, and the number of them.
    pub repeated: Option<Finding>,
    /// Line and value of the number of solutions that the program prints.
    pub number: Option<(u64, i128)>,
    /// True if the number is one in text that does not speak of solutions.
    pub number_is_vague: bool,
    /// Line and beginning of the first text that is no board, number or move; a prompt, if there is only that.
    pub text: Option<(u64, String)>,
    /// Number of such lines, without prompts.
    pub text_lines: u64,
    /// Length of the output in bytes.
    pub bytes: u64,
    /// Moves, if the program reports any.
    pub trace: Trace,
    /// The first of them that is not possible.
    pub(crate) wrong_move: Option<TraceError>,
    /// True if the boards are those of moves: neither a board nor a number was printed.
    pub boards_are_moves: bool,
    /// True if not all solutions were kept, so that repeated and missing ones are not known.
    pub is_truncated: bool,
    /// Number from which the program counts rows and columns, if this output shows it.
    pub base: Option<u32>,
    /// Number of empty lists, outside of other lists.
    pub empty_lists: u64,
    /// What the reader read, in one sentence.
    pub form: Text,
    /// A number that depends on all bytes, and the first of them.
    pub(crate) fingerprint: u64,
    pub(crate) output: Vec<u8>,
    /// Line of each solution, with its columns or, for one of each orbit, those of its canonical form.
    pub(crate) solutions: HashMap<Box<[u8]>, Kept>,
    /// Number of printed boards and a sum that depends on all of them, in any order.
    pub(crate) digest: u64,
    /// The first three numbers, with their lines.
    pub(crate) first_numbers: Vec<(u64, i128, Rank)>,
    /// Number of lists that count up, which are no boards if they are the rows of the lists behind them, or a heading.
    pub(crate) counting_lists: u64,
    /// True if such a list comes first.
    pub(crate) begins_counting: bool,
    /// The same as `wrong` without these lists.
    pub(crate) other_wrong: Option<Finding>,
    /// True if n itself is printed before the first board of several rows, or a number that counts up before each.
    pub(crate) has_heads: bool,
}

impl Printed {
    /// Returns true if the whole output is kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.output.len() as u64 == self.bytes
    }

    /// Returns true if nothing is printed, or only blank lines.
    pub(crate) fn is_blank(&self) -> bool {
        self.is_whole() && self.output.trim_ascii().is_empty()
    }

    /// Returns the number of different solutions; in `Mode::Fundamental` those of different orbits.
    pub fn found(&self) -> u64 {
        self.solutions.len() as u64
    }

    /// Returns true if a solution was printed. In `Mode::Fundamental`, give its canonical form.
    pub fn has(&self, columns: &[u32]) -> bool {
        self.solutions.contains_key(&key(columns))
    }

    /// Returns true if lists that count up are a heading of all others, or one before each of them.
    pub(crate) fn may_count_rows(&self) -> bool {
        let lists = self.counting_lists;
        let has_others = self.boards > lists;
        self.begins_counting && has_others && (lists == 1 || 2 * lists == self.boards)
    }

    /// Leaves out the lists that count up.
    pub(crate) fn drop_counting_lists(&mut self) {
        self.boards -= std::mem::take(&mut self.counting_lists);
        self.begins_counting = false;
        self.has_heads = true;
        self.wrong = self.other_wrong.take();
        // The only list of n = 1 is its heading, too.
        if self.n == 1 && self.boards == 2 {
            self.boards = 1;
            self.repeated = None;
        }
    }

    /// Returns true if no board has the shape of one, or if as many lines of text as solutions are beside the right
    /// number: it may count boards that were not read.
    pub(crate) fn is_misread(&self, is_right: bool) -> bool {
        let lines = i128::from(self.text_lines);
        let counts = |(_, number): (u64, i128)| self.boards == 0 && lines >= number;
        match &self.wrong {
            Some(Finding::Wrong { wrong, fault, .. }) => {
                *wrong == self.boards && !matches!(fault, BoardFault::Attack { .. })
            }
            _ => is_right && self.number.is_some_and(counts),
        }
    }

    /// Returns true if the first lines are different numbers, and do not count up: they are no totals.
    pub(crate) fn numbers_are_mixed(&self) -> bool {
        let numbers = &self.first_numbers;
        let are_alone = numbers.iter().all(|&(.., rank)| rank == Rank::Alone);
        let count_up = numbers.windows(2).all(|two| two[0].1 + 1 == two[1].1);
        self.boards == 0 && numbers.len() > 2 && are_alone && !count_up
    }

    /// Returns true if the number is printed before all solutions.
    pub(crate) fn number_is_first(&self) -> bool {
        let is_before = |line: u64| self.solutions.values().all(|kept| line < kept.line);
        !self.solutions.is_empty() && self.number.is_some_and(|(line, _)| is_before(line))
    }

    /// Keeps a solution, or finds that it was printed before.
    pub(crate) fn solution(&mut self, mode: Mode, line: u64, columns: Vec<u32>, family: Family) {
        let family = 1 << family as u8;
        let own = key(&columns);
        let (key, as_printed) = match mode {
            Mode::Fundamental if !is_canonical(&columns) => {
                let placement = Placement::from_columns(columns.iter().copied());
                let canonical = placement.and_then(|placement| placement.canonical());
                let canonical: Vec<_> = canonical.expect("a solution").columns().collect();
                (key(&canonical), Some(own))
            }
            _ => (own, None),
        };
        if let Some(first) = self.solutions.get_mut(&key) {
            // A list of all solutions, and one or all of them as drawings: each is printed once in each form.
            let is_other_form = first.families & family == 0;
            first.families |= family;
            if is_other_form && first.as_printed == as_printed {
                self.boards -= 1;
                return;
            }
            let repeated = self.repeated.get_or_insert_with(|| Finding::Repeated {
                line,
                first_line: first.line,
                columns,
                is_same: first.as_printed == as_printed,
                repeats: 0,
            });
            if let Finding::Repeated { repeats, .. } = repeated {
                *repeats += 1;
            }
        } else if self.solutions.len() < MAX_KEPT_SOLUTIONS {
            let kept = Kept {
                line,
                as_printed,
                families: family,
            };
            self.solutions.insert(key, kept);
        } else {
            self.is_truncated = true;
        }
    }
}

/// Solution that was printed.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) line: u64,
    /// Its key, if it is kept under that of its canonical form.
    as_printed: Option<Box<[u8]>>,
    /// A bit for each form in which it was printed.
    families: u8,
}

/// Incremental reader of the output of one run. Memory is bounded by the distinct solutions, not by
/// the output.
///
/// Create it with [`Program::reader`](crate::Program::reader).
#[derive(Debug)]
pub struct Reader {
    reader: reader::Reader,
    collected: Collected,
}

impl Reader {
    pub(crate) fn new(n: u32, mode: Mode, base: Option<u32>) -> Self {
        let hints = Hints {
            n: Some(n),
            base,
            is_move: Some(crate::trace::is_move),
            ..Hints::default()
        };
        Self {
            reader: reader::Reader::new(hints),
            collected: Collected::new(n, mode, base),
        }
    }

    /// Reads the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let printed = &mut self.collected.printed;
        printed.bytes += bytes.len() as u64;
        let room = MAX_KEPT_OUTPUT.saturating_sub(printed.output.len());
        printed
            .output
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        printed.fingerprint = bytes.iter().fold(printed.fingerprint, |state, &byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        for item in self.reader.push(bytes) {
            self.collected.item(item);
        }
    }

    /// Reads a move that is no part of the output, such as `place 0 1`, which the program makes on this line
    /// of its text. Returns false if the text is no move.
    pub fn push_move(&mut self, line: u64, text: &str) -> bool {
        self.collected.printed.trace.read_line(line, text)
    }

    /// Ends the output and returns what was read.
    pub fn finish(self) -> Printed {
        let Self {
            reader,
            mut collected,
        } = self;
        let (items, summary) = reader.finish();
        items.into_iter().for_each(|item| collected.item(item));
        let printed = &mut collected.printed;
        if summary.boards > 0 {
            printed.form = summary.text();
        }
        (printed.text, printed.text_lines) = (summary.text, summary.text_lines);
        collected.finish()
    }
}

/// Boards and numbers of an output.
#[derive(Debug)]
struct Collected {
    mode: Mode,
    printed: Printed,
    before: Option<(u64, i128, Rank)>,
    after: Option<(u64, i128, Rank)>,
    /// True if the program says where its search removes queens.
    has_removals: bool,
    /// Number of boards that are not pairs of rows and columns.
    not_pairs: u64,
    /// True if the last board is a solution.
    ends_right: bool,
}

impl Collected {
    fn new(n: u32, mode: Mode, base: Option<u32>) -> Self {
        Self {
            mode,
            printed: Printed {
                n,
                base,
                trace: Trace::new(n),
                fingerprint: 0xcbf2_9ce4_8422_2325,
                ..Printed::default()
            },
            before: None,
            after: None,
            has_removals: false,
            not_pairs: 0,
            ends_right: false,
        }
    }

    fn finish(mut self) -> Printed {
        if self.has_removals && self.not_pairs > 0 {
            // The pairs are the moves of a search that prints its solutions otherwise.
            self.printed.boards = self.not_pairs;
            let is_printed = |kept: &Kept| kept.families != 1 << Family::Pairs as u8;
            self.printed.solutions.retain(|_, kept| is_printed(kept));
        }
        let boards = self.printed.boards;
        let n = i128::from(self.printed.n);
        // Of an empty list, some languages print an empty line.
        let is_blank = |bytes: &[u8]| {
            bytes
                .iter()
                .all(|byte| matches!(byte, b' ' | b'\r' | b'\n'))
        };
        if self.printed.is_whole() && is_blank(&self.printed.output) {
            let lines = self.printed.output.iter().filter(|&&byte| byte == b'\n');
            self.printed.empty_lists += lines.count() as u64;
        }
        // One sign may be the only square, also behind a prompt.
        let sign = self.printed.text.as_ref().filter(|(_, text)| {
            let answer = text.rsplit([':', '?', '=', '>']).next().unwrap_or_default();
            n == 1 && boards == 0 && answer.trim().chars().count() == 1
        });
        if let Some(&(line, _)) = sign {
            let sign = (line, 1, Rank::Text);
            self.printed.first_numbers.insert(0, sign);
            self.after.get_or_insert(sign);
        }
        // A heading waits for the next one.
        self.printed.first_numbers.sort_by_key(|number| number.0);
        if self.printed.numbers_are_mixed() {
            let (line, number, _) = self.printed.first_numbers[0];
            self.printed.text.get_or_insert((line, number.to_string()));
        }
        let is_certain = |&(_, _, rank): &(u64, i128, Rank)| boards == 0 || rank > Rank::Text;
        // A program may repeat the n that it read, and number the only row or board of n = 1 with 0.
        let repeated = if n == 1 { 0 } else { n };
        let before = self.before.filter(|&(_, value, _)| value != repeated);
        self.printed.has_heads |= n > 1 && self.before.is_some_and(|(_, value, _)| value == n);
        let number = self.after.filter(is_certain).or(before.filter(is_certain));
        self.printed.number_is_vague = number.is_some_and(|(_, _, rank)| rank == Rank::Text);
        self.printed.number = number.map(|(line, value, _)| (line, value));
        self.printed.wrong_move = self.printed.trace.error();
        if boards == 0 && self.printed.number.is_none() {
            for (line, queens) in self.printed.trace.boards() {
                self.printed.boards_are_moves = true;
                let base = self.printed.base;
                self.board(&Board::of_pairs(line, self.printed.n, queens, base));
            }
        }
        let printed = &mut self.printed;
        let has_none =
            matches!(printed.n, 2 | 3) && printed.number.is_some_and(|(_, number)| number == 0);
        let is_search = printed.wrong.is_some() || printed.n == 1;
        if self.mode == Mode::One && is_search && (self.ends_right || has_none) {
            // The boards of a local search come before its answer.
            (printed.wrong, printed.other_wrong, printed.repeated) = (None, None, None);
            printed.boards = printed.found();
        }
        for wrong in [&mut printed.wrong, &mut printed.other_wrong] {
            if let Some(Finding::Wrong { boards, .. }) = wrong {
                *boards = printed.boards;
            }
        }
        self.printed
    }

    fn item(&mut self, item: Item) {
        match item {
            Item::Board(board) => self.board(&board),
            Item::Number { line, value, rank } => self.number(line, value, rank),
            Item::Move { line, text } => drop(self.printed.trace.read_line(line, &text)),
            Item::EmptyList => self.printed.empty_lists += 1,
            Item::Text { text, .. } => self.has_removals |= removes(&text),
            Item::Regions(_) => {}
        }
    }

    fn number(&mut self, line: u64, value: i128, rank: Rank) {
        if self.printed.first_numbers.len() < 3 {
            self.printed.first_numbers.push((line, value, rank));
        }
        // For n = 1, the number before it may be a board.
        let is_one = self.printed.n == 1 && rank > Rank::Text;
        // A heading that waited for the next one comes after the numbers below it.
        // The total counts for all solutions, and the number of fundamental ones if these are expected.
        let is_fundamental = self.mode == Mode::Fundamental;
        let weight = |rank: Rank| (is_fundamental && rank == Rank::Part, rank);
        let is_better =
            |(other, _, known)| (weight(rank), line) >= (weight(known), other) || is_one;
        if self.after.is_none_or(is_better) {
            self.after = Some((line, value, rank));
        }
    }

    fn board(&mut self, board: &Board) {
        let number = self.after.take();
        self.not_pairs += u64::from(board.family != Family::Pairs);
        let printed = &mut self.printed;
        if printed.boards == 0 {
            self.before = number;
        } else if let Some((_, value, _)) = number {
            // Numbers that count up before the boards.
            let counted = self.before.take_if(|before| before.1 + 1 == value);
            printed.has_heads |= counted.is_some();
        }
        // One row shows no numbering: 0 and 1 may also be numbers of solutions.
        if printed.base.is_none() && printed.n > 1 {
            printed.base = board.shows_base;
        }
        printed.boards += 1;
        printed.digest = printed.digest.wrapping_add(digest(board.squares()));
        let counts_up = board.family == Family::List
            && board.n > 1
            && (0..)
                .zip(board.squares())
                .all(|(row, square)| square == (row, row));
        printed.begins_counting |= counts_up && printed.boards == 1;
        printed.counting_lists += u64::from(counts_up);
        let fault = board.fault(false);
        self.ends_right = fault.is_none();
        match fault {
            Some(fault) => {
                add_wrong(&mut printed.wrong, board, printed.n, fault);
                if !counts_up {
                    add_wrong(&mut printed.other_wrong, board, printed.n, fault);
                }
            }
            None => {
                let columns = board.squares().map(|(_, column)| column as u32);
                printed.solution(self.mode, board.line, columns.collect(), board.family);
            }
        }
    }
}

/// Takes note of a board that is no solution.
fn add_wrong(found: &mut Option<Finding>, board: &Board, n: u32, fault: BoardFault) {
    let first = found.get_or_insert_with(|| Finding::Wrong {
        line: board.line,
        n,
        rows: rows(board, n),
        fault,
        wrong: 0,
        boards: 0,
    });
    if let Finding::Wrong { wrong, .. } = first {
        *wrong += 1;
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

/// Returns the columns of the queens in each row of a board of n rows; queens outside are left out.
fn rows(board: &Board, n: u32) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new(); n as usize];
    for (row, column) in board.squares() {
        let row = usize::try_from(row).ok().and_then(|row| rows.get_mut(row));
        if let (Some(row), Ok(column)) = (row, u32::try_from(column))
            && column < n
        {
            row.push(column);
        }
    }
    rows
}

/// Returns a number for a list of squares; equal lists have equal numbers.
pub(crate) fn digest(squares: impl Iterator<Item = (i64, i64)>) -> u64 {
    squares.fold(0x9e37_79b9_7f4a_7c15, |state, (row, column)| {
        let mixed = (state ^ row as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let mixed = (mixed ^ (mixed >> 32) ^ column as u64).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        mixed ^ (mixed >> 29)
    })
}
