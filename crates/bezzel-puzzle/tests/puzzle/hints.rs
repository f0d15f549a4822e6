//! Hints and grades: every hint is sound, makes progress and names its reason.

use std::collections::HashSet;

use bezzel::{Placement, Symmetry};
use bezzel_puzzle::{Grade, Hint, Mark, Marks, Mistake, Rule, Step, Unit};

use super::*;

fn kind(unit: &Unit) -> u8 {
    match unit {
        Unit::Row(_) => 0,
        Unit::Column(_) => 1,
        Unit::Region(_) => 2,
    }
}

/// The free squares of units.
fn free(puzzle: &Puzzle, marks: &Marks, units: &[Unit]) -> HashSet<Square> {
    let squares = units.iter().flat_map(|&unit| puzzle.squares_of(unit));
    squares
        .filter(|&square| marks.get(square) == Mark::Free)
        .collect()
}

/// Checks that the argument of a hint is what its rule says, from the rules alone.
fn assert_argument(puzzle: &Puzzle, marks: &Marks, hint: &Hint) {
    let because: HashSet<Square> = hint.because.iter().copied().collect();
    let step: HashSet<Square> = match &hint.step {
        Step::Place(square) => HashSet::from([*square]),
        Step::RuleOut(squares) => squares.iter().copied().collect(),
    };
    assert!(!step.is_empty(), "{hint}");
    assert!(!hint.text().chinese.contains(" 、"), "{hint}");
    assert!(
        step.iter().all(|&square| marks.get(square) == Mark::Free),
        "{hint}"
    );
    match hint.rule {
        Rule::Queen => {
            assert_eq!(hint.units.len(), 3);
            let queen = hint.because[0];
            assert_eq!(marks.get(queen), Mark::Queen);
            let attacked = Square::all(puzzle.size())
                .filter(|&square| marks.get(square) == Mark::Free && puzzle.attack(queen, square));
            assert_eq!(step, attacked.collect());
        }
        Rule::Single => {
            assert_eq!(free(puzzle, marks, &hint.units), step);
            assert_eq!((hint.units.len(), step.len()), (1, 1));
            assert!(matches!(hint.step, Step::Place(_)));
        }
        Rule::Inside | Rule::Sets => {
            let k = hint.units.len() / 2;
            let (from, to) = hint.units.split_at(k);
            assert_eq!((from.len(), to.len()), (k, k));
            assert!(from.iter().all(|unit| kind(unit) == kind(&from[0])));
            assert!(to.iter().all(|unit| kind(unit) == kind(&to[0])));
            assert_ne!(kind(&from[0]), kind(&to[0]));
            assert_eq!(hint.rule == Rule::Inside, k == 1);
            let inner = free(puzzle, marks, from);
            let outer = free(puzzle, marks, to);
            assert_eq!(because, inner);
            assert!(inner.is_subset(&outer), "{hint}");
            assert_eq!(step, outer.difference(&inner).copied().collect());
        }
        Rule::AttacksAll => {
            assert_eq!(free(puzzle, marks, &hint.units), because);
            for &square in &step {
                assert!(
                    because.iter().all(|&other| puzzle.attack(square, other)),
                    "{hint}"
                );
            }
        }
        Rule::Contradiction => {
            assert_eq!((hint.units.len(), step.len()), (1, 1));
            assert_eq!(because, step);
            let mut supposed = marks.clone();
            supposed.set(hint.because[0], Mark::Queen);
            assert_eq!(puzzle.solutions(&supposed).next(), None);
        }
        rule => panic!("expected a rule that this test knows, found {rule}"),
    }
    assert_eq!(hint.to_string().lines().count(), 1);
    assert!(hint.to_string().starts_with(hint.rule.name()));
}

/// Follows the steps to the end and returns the most complex rule.
fn follow(puzzle: &Puzzle, solution: &Placement) -> (Rule, Marks) {
    let (mut marks, mut hardest) = (Marks::new(puzzle.size()), Rule::Queen);
    for hint in puzzle.steps() {
        assert_argument(puzzle, &marks, &hint);
        let before = marks.clone();
        marks.apply(&hint);
        assert_ne!(marks, before, "{hint}");
        for square in Square::all(puzzle.size()) {
            let has_queen = solution.queen(square.row) == Some(square.column);
            let wrong = if has_queen { Mark::Cross } else { Mark::Queen };
            assert_ne!(marks.get(square), wrong, "{hint}\n{puzzle}");
        }
        hardest = hardest.max(hint.rule);
    }
    (hardest, marks)
}

/// Follows the hints of a puzzle to its solution and returns the most complex rule.
pub(super) fn assert_sound(generated: &GeneratedPuzzle) -> Rule {
    let GeneratedPuzzle {
        puzzle,
        solution,
        grade,
    } = generated;
    let (hardest, marks) = follow(puzzle, solution);
    assert!(puzzle.is_solved(&marks), "\n{puzzle}");
    assert_eq!(Grade::of_rule(hardest), *grade, "\n{puzzle}");
    hardest
}

#[test]
fn hints_are_sound_and_lead_to_the_solution() {
    let puzzles = generated(5..=9, 20);
    let rules: HashSet<Rule> = puzzles.iter().map(assert_sound).collect();
    assert!(rules.len() >= 3, "{rules:?}");
}

#[test]
fn steps_are_hints_from_the_empty_board() {
    for GeneratedPuzzle { puzzle, .. } in generated(5..=9, 10) {
        let mut marks = Marks::new(puzzle.size());
        for step in puzzle.steps() {
            assert_eq!(puzzle.hint(&marks), Ok(Some(step.clone())));
            marks.apply(&step);
        }
        assert_eq!(puzzle.hint(&marks), Ok(None));
    }
}

/// Boards on which many sets of units match each other take no longer than others.
#[test]
fn boards_without_progress_end_soon() {
    let n = 24;
    let columns: Vec<u32> = Square::all(n).map(|square| square.column).collect();
    let puzzle = Puzzle::new(n, &columns).unwrap();
    assert_eq!(puzzle.hint(&Marks::new(n)), Ok(None));
    assert_eq!(puzzle.grade(), None);
    // Two rows of each region, in halves: each pair of rows has regions of its own.
    let pairs: Vec<u32> = Square::all(n)
        .map(|Square { row, column }| row / 2 * 2 + u32::from(column >= n / 2))
        .collect();
    let puzzle = Puzzle::new(n, &pairs).unwrap();
    assert_eq!(puzzle.grade(), None);
}

/// Hints on puzzles with several solutions rule out no square of any solution.
#[test]
fn hints_are_sound_with_several_solutions() {
    let drawings = [
        "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n",
        "AABBB\nAABBB\nCCDEE\nCCDEE\nCDDDE\n",
    ];
    for drawing in drawings {
        let puzzle: Puzzle = drawing.parse().unwrap();
        let all = naive_solutions(&puzzle, usize::MAX);
        assert_ne!(all.len(), 1);
        let mut marks = Marks::new(5);
        while let Some(hint) = puzzle.hint(&marks).unwrap_or(None) {
            marks.apply(&hint);
            for columns in &all {
                let queens = columns
                    .iter()
                    .zip(0..)
                    .map(|(&column, row)| Square::new(row, column));
                assert!(
                    queens
                        .into_iter()
                        .all(|queen| marks.get(queen) != Mark::Cross)
                );
            }
        }
        assert_eq!(puzzle.grade(), None);
    }
}

/// Rotations and reflections change the order of the steps, but not the grade.
#[test]
fn images_have_the_same_grade() {
    for GeneratedPuzzle { puzzle, grade, .. } in generated(6..=7, 4) {
        let n = puzzle.size();
        for symmetry in Symmetry::ALL {
            let mut regions = vec![0; (n * n) as usize];
            for square in Square::all(n) {
                let image = symmetry.apply(square, n);
                regions[(image.row * n + image.column) as usize] = puzzle.region(square);
            }
            let image = Puzzle::new(n, &regions).unwrap();
            assert_eq!(image.grade(), Some(grade), "{symmetry:?}\n{puzzle}");
        }
    }
}

/// Queens alone solve a puzzle: the other squares need no crosses.
#[test]
fn a_solved_board_has_no_hint() {
    for GeneratedPuzzle {
        puzzle, solution, ..
    } in generated(5..=6, 1)
    {
        let marks = Marks::from(&solution);
        assert!(puzzle.is_solved(&marks));
        assert_eq!(puzzle.hint(&marks), Ok(None));
        let mut wrong = marks.clone();
        let queen = marks.squares_with(Mark::Queen).next().unwrap();
        wrong.set(queen, Mark::Cross);
        assert!(wrong.wrong(&solution).eq([queen]));
        assert_eq!(marks.wrong(&solution).next(), None);
    }
}

#[test]
fn a_queen_rules_out_what_it_attacks() {
    let puzzle: Puzzle = "AAAB\nACBB\nCCCB\nDDCC\n".parse().unwrap();
    let mut marks = Marks::new(4);
    marks.set(Square::new(0, 1), Mark::Queen);
    let hint = puzzle.hint(&marks).unwrap().unwrap();
    assert_eq!(
        hint.to_string(),
        "queen: the queen at row 0 column 1 rules out row 0, column 1 and region A, and the squares \
         around it; rule out row 0 column 0, row 0 column 2, row 0 column 3, row 1 column 0, \
         row 1 column 1, row 1 column 2, row 2 column 1 and row 3 column 1"
    );
}

#[test]
fn mistakes_are_named() {
    let puzzle: Puzzle = "AAAB\nACBB\nCCCB\nDDCC\n".parse().unwrap();
    let cases = [
        (
            "Q..Q/..../..../....",
            "expected one queen in row 0, found queens at row 0 column 0 and row 0 column 3",
        ),
        (
            "Q.../..../..../Q...",
            "expected one queen in column 0, found queens at row 0 column 0 and row 3 column 0",
        ),
        ("...Q/..../..../..Q.", ""),
        (
            "..../.Q../..../...Q",
            "expected one queen in region C, found queens at row 1 column 1 and row 3 column 3",
        ),
        (
            "Q.../.Q../..../....",
            "expected queens that do not touch, found row 0 column 0 and row 1 column 1",
        ),
        (
            "..../..../..../xx..",
            "expected a queen or a free square in region D, found neither",
        ),
    ];
    for (drawing, message) in cases {
        let text = format!("{puzzle}\n{}\n", drawing.replace('/', "\n"));
        let (puzzle, marks) = Puzzle::read(text.as_bytes()).unwrap();
        let mistake = puzzle.mistake(&marks);
        assert_eq!(
            mistake.as_ref().map_or(String::new(), Mistake::to_string),
            message
        );
        assert_eq!(puzzle.hint(&marks).err(), mistake);
        assert!(!puzzle.is_solved(&marks));
    }
    let other = puzzle.mistake(&Marks::new(5)).unwrap();
    assert_eq!(other.to_string(), "expected marks on 4 rows, found 5");
}
