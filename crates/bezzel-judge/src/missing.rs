//! Properties that exactly the missing solutions have.

use bezzel::{Placement, Symmetry, SymmetryClass, fundamental_solutions, solutions};
use serde::Serialize;

use crate::kinds::Mode;

/// Largest n whose solutions are enumerated to find the missing ones: 365,596 solutions.
const MAX_ENUMERATED: u32 = 14;

/// Property that all missing solutions have, and no other solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "pattern")]
pub enum Pattern {
    /// All solutions: the program printed none of them.
    All,
    /// All but the first ones, in lexicographic order.
    AfterFirst {
        /// Number of solutions that are not missing.
        printed: u64,
    },
    /// All with a queen on this square.
    Queen {
        /// Row, from 0.
        row: u32,
        /// Column, from 0.
        column: u32,
        /// True if it is the last column.
        is_last: bool,
    },
    /// All whose queen of the first row is in the right half.
    RightHalf {
        /// True if those in the middle column are missing too.
        with_middle: bool,
    },
    /// All that are unchanged by a rotation.
    Symmetric,
    /// All with a queen on the main diagonal.
    MainDiagonal,
    /// All with a queen on the main anti-diagonal.
    MainAntiDiagonal,
    /// Mirror images (left to right) of the printed ones.
    Mirrored,
    /// Images of the printed ones: one solution of each orbit was printed.
    Images,
}

/// Returns the solutions that should be printed, in lexicographic order; `None` if they are too many.
pub(crate) fn expected(n: u32, mode: Mode) -> Option<Vec<Vec<u32>>> {
    if n > MAX_ENUMERATED {
        return None;
    }
    let columns = |placement: Placement| placement.columns().collect();
    Some(match mode {
        Mode::Fundamental => fundamental_solutions(n)
            .ok()?
            .map(|one| columns(one.placement))
            .collect(),
        _ => solutions(n).ok()?.map(columns).collect(),
    })
}

/// Finds the property that the solutions have for which `is_printed` is false, and the others not.
pub(crate) fn pattern(all: &[Vec<u32>], is_printed: impl Fn(&[u32]) -> bool) -> Option<Pattern> {
    let n = all.first()?.len() as u32;
    let printed: Vec<bool> = all.iter().map(|columns| is_printed(columns)).collect();
    let count = printed.iter().filter(|&&is| is).count();
    if count == 0 {
        return Some(Pattern::All);
    }
    let exactly = |has: &dyn Fn(&[u32]) -> bool| {
        all.iter()
            .zip(&printed)
            .all(|(columns, &is)| has(columns) != is)
    };
    let single = |&pattern: &Pattern| exactly(&|columns: &[u32]| has(pattern, columns));
    let squares = (0..n).flat_map(|row| {
        // The edges first: a loop that ends early leaves out the last column.
        let columns = [n - 1, 0].into_iter().chain(1..n.saturating_sub(1));
        columns.map(move |column| Pattern::Queen {
            row,
            column,
            is_last: column == n - 1,
        })
    });
    let fixed = [
        Pattern::RightHalf { with_middle: false },
        Pattern::RightHalf { with_middle: true },
        Pattern::Symmetric,
        Pattern::MainDiagonal,
        Pattern::MainAntiDiagonal,
    ];
    if let Some(found) = fixed.into_iter().chain(squares).find(single) {
        return Some(found);
    }
    let image = |columns: &[u32], symmetry: Symmetry| {
        let mut image = Vec::new();
        symmetry.apply_to_columns(columns, &mut image);
        image
    };
    if exactly(&|columns| is_printed(&image(columns, Symmetry::MirrorColumns))) {
        return Some(Pattern::Mirrored);
    }
    let orbits = all
        .iter()
        .map(|columns| {
            let images = Symmetry::ALL.map(|symmetry| image(columns, symmetry));
            let mut images = Vec::from(images);
            images.sort();
            images.dedup();
            images.iter().filter(|image| is_printed(image)).count()
        })
        .all(|printed| printed == 1);
    if orbits {
        return Some(Pattern::Images);
    }
    let is_prefix = printed[..count].iter().all(|&is| is);
    is_prefix.then_some(Pattern::AfterFirst {
        printed: count as u64,
    })
}

fn has(pattern: Pattern, columns: &[u32]) -> bool {
    let n = columns.len() as u32;
    let mut rows = (0..).zip(columns);
    match pattern {
        Pattern::Queen { row, column, .. } => columns[row as usize] == column,
        Pattern::RightHalf { with_middle: false } => columns[0] >= n.div_ceil(2),
        Pattern::RightHalf { with_middle: true } => columns[0] >= n / 2,
        Pattern::MainDiagonal => rows.any(|(row, &column)| row == column),
        Pattern::MainAntiDiagonal => rows.any(|(row, &column)| row + column == n - 1),
        Pattern::Symmetric => {
            let placement = Placement::from_columns(columns.iter().copied());
            placement.is_ok_and(|placement| placement.symmetry_class() != SymmetryClass::None)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(n: u32, missing: impl Fn(&[u32]) -> bool) -> Option<Pattern> {
        let all = expected(n, Mode::All).expect("n is small");
        pattern(&all, |columns| !missing(columns))
    }

    #[test]
    fn each_property_is_found() {
        let half = Pattern::RightHalf { with_middle: false };
        let last = Pattern::Queen {
            row: 0,
            column: 7,
            is_last: true,
        };
        assert_eq!(without(8, |columns| columns[0] == 7), Some(last));
        assert_eq!(without(8, |columns| columns[0] > 3), Some(half));
        let first: Vec<u32> = solutions(8).unwrap().next().unwrap().columns().collect();
        let after = Pattern::AfterFirst { printed: 1 };
        assert_eq!(without(8, |columns| columns != first), Some(after));
        assert_eq!(without(8, |_| true), Some(Pattern::All));
        assert_eq!(
            without(8, |columns| !bezzel::is_canonical(columns)),
            Some(Pattern::Images)
        );
        for pattern in [
            Pattern::Symmetric,
            Pattern::MainDiagonal,
            Pattern::MainAntiDiagonal,
        ] {
            assert_eq!(without(8, |columns| has(pattern, columns)), Some(pattern));
        }
        assert_eq!(without(8, |columns| columns[2] + columns[5] == 7), None);
    }
}
