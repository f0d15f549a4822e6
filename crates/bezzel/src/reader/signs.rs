//! Grids of signs as boards or regions: which signs are queens, which squares are blocked.

use std::collections::BTreeMap;

use super::board::{Board, BoardFault};
use super::cells::Names;
use super::{Expect, Hints, Item, Regions, excerpt};
use crate::Square;

/// Signs that can only be a queen.
pub(super) const QUEENS: &str = "Qq♛♕♔♚👑👸🤴皇后";
/// Signs that can only be a free square.
pub(super) const FREE: &str = ".-_0·∙•⋅–—−~:,' ░▒";
/// Signs that may be a blocked square.
const BLOCKED: &str = "xX#*@█■⬛▓✗❌×✕✖✘╳🚫⛔";
/// Least number of rows of a puzzle.
pub(super) const MIN_REGIONS: usize = 4;
/// Most signs that are named.
const MAX_NAMED: usize = 16;

/// What the signs of a text mean.
#[derive(Debug, Default)]
pub(super) struct Signs {
    pub(super) hints: Hints,
    pub(super) names: Names,
    /// The queen of the boards so far.
    queen: Option<char>,
    /// Signs of boards that were read and what they are, for the summary.
    pub(super) roles: BTreeMap<char, &'static str>,
}

/// Signs of a grid, and how often each is there.
type Counts = BTreeMap<char, usize>;

impl Signs {
    /// Returns true if another sign is the queen of the boards so far.
    pub(super) fn is_other(&self, sign: char) -> bool {
        self.queen.is_some_and(|queen| queen != sign)
    }

    /// Returns the sign of the queens so far.
    pub(super) fn queen_name(&self) -> String {
        excerpt(&self.names.text(self.queen.unwrap_or(' ')))
    }

    /// Reads a grid of signs, which need not be square, as a board of n rows or as regions.
    pub(super) fn grid(&mut self, line: u64, grid: &[Vec<char>], n: u32) -> Option<Item> {
        let height = grid.len();
        let mut counts = Counts::new();
        for &sign in grid.iter().flatten() {
            *counts.entry(sign).or_default() += 1;
        }
        let is_square = grid.iter().all(|row| row.len() == height);
        if (is_square || self.hints.is_puzzle()) && self.are_regions(&counts, height) {
            return Some(Item::Regions(regions(line, grid)));
        }
        let is_numbered = self.is_numbered(grid, &counts);
        // `-1` and `1` are two signs.
        if counts.len() > 2 && counts.keys().any(|&sign| self.names.is_word(sign)) && !is_numbered {
            return None;
        }
        let queens = self.queens(grid, &counts, is_numbered)?;
        // Of several signs beside the queens, one that is neither free nor blocked may mean anything.
        let others: Vec<_> = counts
            .keys()
            .filter(|sign| !queens.contains(sign))
            .collect();
        // Of a board without a queen, the usual sign is free: `1 1 0 1`.
        let is_bare = others.len() == 2 && queens.is_empty();
        let free = if is_bare {
            "⬜□◻☐1oO"
        } else {
            "⬜□◻☐"
        };
        let is_known =
            |sign: char| free.contains(sign) || FREE.contains(sign) || BLOCKED.contains(sign);
        if self.hints.expect == Expect::Constraints
            && others.len() > 1
            && !others.iter().all(|sign| is_known(**sign))
            && !is_chequered(grid, &counts, &queens)
        {
            return None;
        }
        if self.hints.n == Some(1) && queens.is_empty() {
            return None;
        }
        let blocked = match self.hints.expect {
            Expect::Boards => Vec::new(),
            _ if is_chequered(grid, &counts, &queens) => Vec::new(),
            _ => blocked_signs(&counts, &queens),
        };
        let is_usual = queens.len() < 2 || queens.iter().any(|&sign| QUEENS.contains(sign));
        for &sign in counts.keys().take(MAX_NAMED) {
            let role = match (queens.contains(&sign), blocked.contains(&sign)) {
                (true, _) if is_usual => "queens",
                (true, _) => "numbers as queens",
                (false, true) => "blocked squares",
                _ => "",
            };
            if self.roles.len() <= MAX_NAMED {
                self.roles.insert(sign, role);
            }
        }
        let columns_of = |row: &Vec<char>, signs: &[char]| -> Vec<u32> {
            let columns = (0..).zip(row).filter(|(_, sign)| signs.contains(sign));
            columns.map(|(column, _)| column).collect()
        };
        let rows: Vec<_> = grid.iter().map(|row| columns_of(row, &queens)).collect();
        let squares = (0..).zip(grid).flat_map(|(row, signs)| {
            let columns = columns_of(signs, &blocked).into_iter();
            columns.map(move |column| Square::new(row, column))
        });
        let squares = squares.filter(|square| square.column < n).collect();
        let mut board = Board::drawn(line, n, &rows, squares);
        if let Some((row, signs)) = (0..).zip(grid).find(|(_, row)| row.len() != n as usize) {
            let found = signs.len() as u64;
            board.fault = board.fault.or(Some(BoardFault::Width { row, found }));
        }
        Some(Item::Board(board))
    }

    /// Returns true if the signs are names of regions: as many as rows, or, where a puzzle is expected, others than
    /// those of marks.
    fn are_regions(&self, counts: &Counts, rows: usize) -> bool {
        if rows < MIN_REGIONS || self.hints.expect == Expect::Constraints {
            return false;
        }
        if self.hints.is_puzzle() {
            let is_mark = |&sign: &char| {
                QUEENS.contains(sign)
                    || BLOCKED.contains(sign)
                    || ".-_+·•⬜□☆ ".contains(sign)
                    || is_star(sign)
            };
            return counts.len() > 3 || !counts.keys().all(is_mark);
        }
        let is_region = |&sign: &char| !".-_·♛♕👑 ".contains(sign);
        counts.len() == rows && self.hints.n.is_none() && counts.keys().all(is_region)
    }

    /// Returns true if each sign that is no free square is the number of its row, or of its column.
    fn is_numbered(&self, grid: &[Vec<char>], counts: &Counts) -> bool {
        let is_free = |sign: &char| FREE.contains(*sign);
        let counts_from = |base: i64, is_row: bool| {
            (base..).zip(grid).all(|(row, signs)| {
                (base..).zip(signs).all(|(column, sign)| {
                    let number = if is_row { row } else { column };
                    is_free(sign) || self.names.value(*sign) == Some(number)
                })
            })
        };
        let has_free = counts.keys().any(is_free);
        let mut ways = [(1, true), (0, true), (1, false), (0, false)].into_iter();
        has_free && grid.len() > 1 && ways.any(|(base, is_row)| counts_from(base, is_row))
    }

    /// Returns the signs of the queens, none if the board has no queen.
    fn queens(&mut self, grid: &[Vec<char>], counts: &Counts, by_row: bool) -> Option<Vec<char>> {
        let signs = || counts.keys().copied();
        let known = self.queen.filter(|queen| counts.contains_key(queen));
        let is_puzzle = self.hints.is_puzzle();
        let is_queen = |sign: char| QUEENS.contains(sign) || is_puzzle && is_star(sign);
        if let Some(queen) = known.or_else(|| signs().find(|&sign| is_queen(sign))) {
            self.queen = Some(queen);
            let is_queen = |&sign: &char| sign == queen || QUEENS.contains(sign);
            return Some(signs().filter(is_queen).collect());
        }
        let others: Vec<_> = signs().filter(|&sign| !FREE.contains(sign)).collect();
        if others.len() > 1 && by_row {
            return Some(others);
        }
        let is_given = self.hints.expect != Expect::Boards;
        // A letter alone on its line is a part of some text, such as a source.
        let may_be_text = !is_given && self.hints.n.is_none() && grid.len() == 1;
        if may_be_text && others.iter().any(|sign| sign.is_alphabetic()) {
            return None;
        }
        let others = others
            .iter()
            .filter(|sign| !(is_given && "xX".contains(**sign)));
        let mut others: Vec<_> = others.map(|sign| (counts[sign], *sign)).collect();
        others.sort_unstable();
        let is_in_rows = |wanted: char, fits: fn(usize) -> bool| {
            let mut rows = grid.iter();
            rows.all(|row| fits(row.iter().filter(|&&sign| sign == wanted).count()))
        };
        let is_placed = |&(_, sign): &(usize, char)| is_in_rows(sign, |count| count == 1);
        // A sign that is usually free may be the queen, too: `1 0 1 1`.
        let free = signs().filter(|_| !is_given && counts.len() == 2 && grid.len() > 2);
        let free: Vec<_> = free.map(|sign| (counts[&sign], sign)).collect();
        let mut placed = others.iter().chain(&free);
        let placed = placed.find(|other| counts.len() > 1 && is_placed(other));
        // The rarest sign, which need not be right.
        let queen = match (placed.copied(), others.first().copied()) {
            (Some(placed), _) => Some(placed),
            (None, Some(one @ (_, '1'))) if is_given && is_in_rows('1', |count| count < 2) => {
                Some(one)
            }
            (None, Some(rarest)) if !is_given => match counts.len() > 1 || grid.len() == 1 {
                true => Some(rarest),
                false => return None,
            },
            _ => None,
        };
        let queen = queen.map(|(_, sign)| sign);
        self.queen = queen.or(self.queen);
        Some(queen.into_iter().collect())
    }
}

/// Returns the regions of squares by the signs that name them.
pub(super) fn regions(line: u64, grid: &[Vec<char>]) -> Regions {
    let mut names: Vec<char> = Vec::new();
    let mut number = |&sign: &char| {
        let known = names.iter().position(|&name| name == sign);
        known.unwrap_or_else(|| {
            names.push(sign);
            names.len() - 1
        }) as u32
    };
    let rows = grid.iter();
    Regions {
        line,
        rows: rows
            .map(|row| row.iter().map(&mut number).collect())
            .collect(),
    }
}

/// Returns true for a queen of puzzles, which other boards may use for any square.
fn is_star(sign: char) -> bool {
    "★⭐".contains(sign)
}

/// Returns true if two signs take turns on the squares, as on a chessboard.
fn is_chequered(grid: &[Vec<char>], counts: &Counts, queens: &[char]) -> bool {
    let others = counts.keys().filter(|sign| !queens.contains(sign));
    let others: Vec<_> = others.collect();
    let [light, dark] = others[..] else {
        return false;
    };
    if grid.len() < MIN_REGIONS || [light, dark].iter().any(|sign| FREE.contains(**sign)) {
        return false;
    }
    let mut squares = grid.iter().enumerate().flat_map(|(row, signs)| {
        let signs = signs.iter().enumerate();
        signs
            .filter(|(_, sign)| !queens.contains(sign))
            .map(move |(column, sign)| ((row + column) % 2 == 0) == (sign == light))
    });
    let first = squares.next();
    squares.all(|is_first| Some(is_first) == first)
}

/// Returns the signs of blocked squares: `x` and the like; of two signs without a queen, `.` or `0` if that is rarer.
fn blocked_signs(counts: &Counts, queens: &[char]) -> Vec<char> {
    let others = counts.iter().filter(|&(sign, _)| !queens.contains(sign));
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
