//! Grids of signs as boards or regions: which sign is the queen, which squares are blocked.

use std::collections::BTreeMap;

use super::board::{Board, BoardFault};
use super::cells::Names;
use super::{Expect, Hints, Item, Regions};
use crate::Square;

/// Signs that can only be a queen.
pub(super) const QUEENS: &str = "Qq♛♕♔♚👑👸🤴";
/// Signs that can only be a free square.
pub(super) const FREE: &str = ".-_0·∙•⋅–—−~:,' ░▒";
/// Signs that may be a blocked square.
const BLOCKED: &str = "xX#*@█■⬛▓✗❌";
/// Least number of rows of a puzzle.
const MIN_REGIONS: usize = 4;
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

#[derive(Debug, Clone, Copy, PartialEq)]
enum Queen {
    Sign(char),
    Numbered,
    None,
}

impl Signs {
    /// Reads a grid of signs, which need not be square.
    pub(super) fn grid(&mut self, line: u64, grid: &[Vec<char>]) -> Option<Item> {
        let height = grid.len();
        let is_square = grid.iter().all(|row| row.len() == height);
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for &sign in grid.iter().flatten() {
            *counts.entry(sign).or_default() += 1;
        }
        if is_square && self.are_regions(&counts, height) {
            return Some(Item::Regions(regions(line, grid)));
        }
        let has_words = counts.keys().any(|&sign| self.names.is_word(sign));
        if has_words && !self.is_numbered(grid) {
            return None;
        }
        let queen = self.queen_sign(grid, &counts)?;
        let is_queen = |sign: char| match queen {
            Queen::Sign(queen) => sign == queen || QUEENS.contains(sign),
            Queen::Numbered => !FREE.contains(sign),
            Queen::None => false,
        };
        let blocked = match self.hints.expect {
            Expect::Boards => Vec::new(),
            _ => blocked_signs(&counts, is_queen),
        };
        let n = self.hints.n.unwrap_or(height as u32);
        let (mut queens, mut squares) = (Vec::with_capacity(height), Vec::new());
        for (row, signs) in (0..).zip(grid) {
            let signs = || (0..).zip(signs);
            let placed = signs().filter(|&(_, &sign)| is_queen(sign));
            queens.push(placed.map(|(column, _)| column).collect());
            let blocked = signs().filter(|(column, sign)| *column < n && blocked.contains(sign));
            squares.extend(blocked.map(|(column, _)| Square::new(row, column)));
        }
        for &sign in counts.keys().take(MAX_NAMED) {
            let role = match (is_queen(sign), blocked.contains(&sign)) {
                (true, _) if queen == Queen::Numbered => "numbers of rows as queens",
                (true, _) => "queens",
                (false, true) => "blocked squares",
                _ => "",
            };
            if self.roles.len() <= MAX_NAMED {
                self.roles.insert(sign, role);
            }
        }
        if let Queen::Sign(sign) = queen {
            self.queen = Some(sign);
        }
        let mut board = Board::drawn(line, n, &queens, squares);
        if let Some((row, signs)) = (0..).zip(grid).find(|(_, signs)| signs.len() != height) {
            let found = signs.len() as u64;
            board.fault = board.fault.or(Some(BoardFault::Width { row, found }));
        }
        Some(Item::Board(board))
    }

    /// Returns true if the signs are names of regions: as many as rows, or, where a puzzle is expected, others than
    /// those of marks.
    fn are_regions(&self, counts: &BTreeMap<char, usize>, rows: usize) -> bool {
        if rows < MIN_REGIONS || self.hints.expect == Expect::Constraints {
            return false;
        }
        if self.hints.is_puzzle() {
            let is_mark = |&sign: &char| ".Qx-_♛♕👑xX+*# ".contains(sign);
            return counts.len() > 3 || !counts.keys().all(is_mark);
        }
        let is_region = |&sign: &char| !".-_·♛♕👑 ".contains(sign);
        counts.len() == rows && self.hints.n.is_none() && counts.keys().all(is_region)
    }

    /// Returns true if each sign that is no free square is the number of its row.
    fn is_numbered(&self, grid: &[Vec<char>]) -> bool {
        let is_free = |sign: &char| FREE.contains(*sign);
        let counts_from = |base: i64| {
            (base..).zip(grid).all(|(row, signs)| {
                let mut others = signs.iter().filter(|sign| !is_free(sign));
                others.all(|&sign| self.names.value(sign) == Some(row))
            })
        };
        let has_free = grid.iter().flatten().any(is_free);
        has_free && grid.len() > 1 && (counts_from(1) || counts_from(0))
    }

    fn queen_sign(&self, grid: &[Vec<char>], counts: &BTreeMap<char, usize>) -> Option<Queen> {
        let known = self.queen.filter(|queen| counts.contains_key(queen));
        let usual = || counts.keys().find(|sign| QUEENS.contains(**sign)).copied();
        if let Some(sign) = known.or_else(usual) {
            return Some(Queen::Sign(sign));
        }
        let others = counts.keys().filter(|sign| !FREE.contains(**sign)).count();
        if others > 1 && self.is_numbered(grid) {
            return Some(Queen::Numbered);
        }
        let is_given = self.hints.expect != Expect::Boards;
        let may_be = |sign: char| !(FREE.contains(sign) || is_given && "xX".contains(sign));
        let mut signs: Vec<(usize, char)> =
            counts.iter().map(|(&sign, &count)| (count, sign)).collect();
        signs.retain(|&(_, sign)| may_be(sign));
        signs.sort_unstable();
        let is_in_rows = |wanted: char, fits: fn(usize) -> bool| {
            let mut rows = grid.iter();
            rows.all(|row| fits(row.iter().filter(|&&sign| sign == wanted).count()))
        };
        let mut all = signs.iter().map(|&(_, sign)| sign);
        let rarest = all.clone().next();
        let placed = all.find(|&sign| counts.len() > 1 && is_in_rows(sign, |count| count == 1));
        match (placed, rarest) {
            (Some(sign), _) => Some(Queen::Sign(sign)),
            (None, Some('1')) if is_given && is_in_rows('1', |count| count < 2) => {
                Some(Queen::Sign('1'))
            }
            (None, Some(sign)) if !is_given && (counts.len() > 1 || grid.len() == 1) => {
                Some(Queen::Sign(sign))
            }
            (None, Some(_)) if !is_given => None,
            _ => Some(Queen::None),
        }
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

/// Returns the signs of blocked squares: `x` and the like; of two signs without a queen, `.` or `0` if that is rarer.
fn blocked_signs(counts: &BTreeMap<char, usize>, is_queen: impl Fn(char) -> bool) -> Vec<char> {
    let others = counts.iter().filter(|&(&sign, _)| !is_queen(sign));
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
