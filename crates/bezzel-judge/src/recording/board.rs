//! The board among the variables of a program: the variable whose values are boards most often.

use std::collections::{BTreeMap, HashMap};

use bezzel::{Conflict, Square};
use serde::Serialize;

use super::value::Value;
use super::{NUMBERS_PER_MOVE, Recording};
use crate::trace::MoveKind;

/// Variables whose moves are returned.
const MAX_BOARDS: usize = 8;
/// Parts of names of variables that are boards more often than others.
const LIKELY: [&str; 14] = [
    "board", "queen", "path", "col", "pos", "place", "grid", "state", "perm", "chess", "cur",
    "arr", "棋", "皇后",
];

/// Variable that may be the board, with what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FoundBoard {
    /// Name of the variable in the program.
    pub name: String,
    /// True for a bit mask of the columns that are taken: each new bit is the queen of the next row.
    pub is_mask: bool,
    /// Its changes as moves, six numbers each: kind (0 place, 1 remove, 2 solution), row, column, line of the program,
    /// characters printed, and number of the step.
    pub moves: Vec<i32>,
}

struct Candidate {
    /// Number of its name.
    name: i32,
    base: i64,
    is_mask: bool,
    /// Larger for a variable that is a board more often, and another one more often.
    score: f64,
}

impl Recording {
    /// Returns the variables that may be the board of n rows, at most eight, the most likely first.
    pub fn boards(&self) -> Vec<FoundBoard> {
        let candidates = self.candidates();
        let found = candidates.iter().take(MAX_BOARDS);
        found
            .map(|candidate| FoundBoard {
                name: self.text(candidate.name).to_owned(),
                is_mask: candidate.is_mask,
                moves: self.moves_of(candidate),
            })
            .collect()
    }

    fn candidates(&self) -> Vec<Candidate> {
        let values = self.every_value();
        let mut found: Vec<_> = values
            .iter()
            .filter_map(|(&name, texts)| self.candidate(name, texts))
            .collect();
        if found.is_empty() {
            let all = (1_u64 << self.n) - 1;
            let has_all = |texts: &BTreeMap<i32, u32>| {
                let mut texts = texts.keys().map(|&text| self.text(text));
                texts.any(|text| text.parse() == Ok(all))
            };
            let masks = values
                .iter()
                .filter(|(name, texts)| has_all(texts) && self.is_mask(**name));
            found.extend(masks.map(|(&name, _)| Candidate {
                name,
                base: 0,
                is_mask: true,
                score: 1.0,
            }));
        }
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        found
    }

    /// Looks at the values of a variable, and how often it has each.
    fn candidate(&self, name: i32, texts: &BTreeMap<i32, u32>) -> Option<Candidate> {
        let values: Vec<_> = texts
            .iter()
            .map(|(&text, &times)| (Value::read(self.text(text)), times))
            .collect();
        let n = i64::from(self.n);
        let (mut has_n, mut has_larger) = (false, false);
        for value in values.iter().filter_map(|(value, _)| value.as_ref()) {
            value.each_number(&mut |number| {
                has_n |= number == n;
                has_larger |= number > n;
            });
        }
        let base = i64::from(has_n && !has_larger);
        let (mut all, mut boards, mut queens, mut clean, mut full) = (0, 0, 0, 0, 0);
        for (value, times) in &values {
            all += times;
            let Some(squares) = value.as_ref().and_then(|value| value.queens(self.n, base)) else {
                continue;
            };
            boards += times;
            if squares.is_empty() {
                continue;
            }
            queens += 1;
            let mut columns: Vec<_> = squares.iter().map(|queen| queen.column).collect();
            columns.sort_unstable();
            columns.dedup();
            clean += u32::from(columns.len() == squares.len());
            full += u32::from(squares.len() == self.n as usize);
        }
        let [all, boards, queens, clean] = [all, boards, queens, clean].map(f64::from);
        if queens == 0.0 || boards < 0.6 * all {
            return None;
        }
        let lower = self.text(name).to_lowercase();
        let is_likely = LIKELY.iter().any(|part| lower.contains(part));
        // Many boards that differ, without two queens in one column: markers have others.
        let likely = if is_likely { 2.0 } else { 1.0 };
        let complete = if full > 0 { 1.2 } else { 1.0 };
        Some(Candidate {
            name,
            base,
            is_mask: false,
            score: boards / all
                * (1.0 + queens).log2()
                * (0.2 + clean / queens)
                * likely
                * complete,
        })
    }

    /// Returns true if a number gets its bits one after the other until it has all.
    fn is_mask(&self, name: i32) -> bool {
        let (mut before, mut changes, mut single, mut largest) = (0_u64, 0, 0, 0);
        self.follow(name, |_, text, _| {
            let now = mask(text);
            let added = (now & !before).count_ones();
            changes += u32::from(added > 0);
            single += u32::from(added == 1);
            largest = largest.max(now);
            before = now;
        });
        let all = (1_u64 << self.n) - 1;
        changes > self.n && f64::from(single) >= 0.9 * f64::from(changes) && largest == all
    }

    /// Returns the changes of a variable as moves: queens that go and come, and solutions.
    fn moves_of(&self, candidate: &Candidate) -> Vec<i32> {
        let n = self.n;
        let mut moves = Vec::new();
        let mut before: Vec<Square> = Vec::new();
        let mut boards: HashMap<String, Option<Vec<Square>>> = HashMap::new();
        self.follow(candidate.name, |step, text, line| {
            let now = match text {
                _ if candidate.is_mask => Some(with_columns(&before, mask(text), n)),
                None => Some(Vec::new()),
                Some(text) => {
                    let read = || Value::read(text)?.queens(n, candidate.base);
                    boards.entry(text.to_owned()).or_insert_with(read).clone()
                }
            };
            let Some(now) = now else { return };
            let mut add = |kind: MoveKind, square: Square| {
                let (row, column) = (square.row as i32, square.column as i32);
                let made: [i32; NUMBERS_PER_MOVE] =
                    [kind as i32, row, column, line, 0, step as i32];
                moves.extend(made);
            };
            let gone = before.iter().rev().filter(|queen| !now.contains(queen));
            gone.for_each(|&queen| add(MoveKind::Remove, queen));
            let come: Vec<_> = now.iter().filter(|queen| !before.contains(queen)).collect();
            come.iter().for_each(|&&queen| add(MoveKind::Place, queen));
            if !come.is_empty() && now.len() == n as usize && is_solution(&now) {
                add(MoveKind::Solution, Square::new(0, 0));
            }
            before = now;
        });
        moves
    }
}

fn is_solution(queens: &[Square]) -> bool {
    let attacks = |at: usize| {
        let attacked = |other: &Square| Conflict::between(*other, queens[at]).is_some();
        queens[..at].iter().any(attacked)
    };
    !(0..queens.len()).any(attacks)
}

fn mask(text: Option<&str>) -> u64 {
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Returns the queens of these columns: those that were there, and the others in the rows below.
fn with_columns(before: &[Square], mask: u64, n: u32) -> Vec<Square> {
    let is_taken = |column: u32| mask >> column & 1 == 1;
    let kept = before.iter().filter(|queen| is_taken(queen.column));
    let mut queens: Vec<_> = kept.copied().collect();
    for column in (0..n).filter(|&column| is_taken(column)) {
        if queens.iter().all(|queen| queen.column != column) {
            queens.push(Square::new(queens.len() as u32, column));
        }
    }
    queens
}
