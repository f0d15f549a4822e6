//! Proofs of impossibility, checked by rules that share no code with the library.

use std::collections::BTreeSet;

use bezzel::proof::{Conclusion, Deduction, NoProof, Proof};
use bezzel::{NEVER, RowOrColumn};

use super::*;

/// The free squares during the check of a proof.
type Free = BTreeSet<Square>;

fn line(line: RowOrColumn, n: u32) -> Vec<Square> {
    let square = |at| match line {
        RowOrColumn::Row(row) => Square::new(row, at),
        RowOrColumn::Column(column) => Square::new(at, column),
    };
    (0..n).map(square).collect()
}

fn on_line(free: &Free, of: RowOrColumn, n: u32) -> Vec<Square> {
    let squares = line(of, n).into_iter();
    squares.filter(|square| free.contains(square)).collect()
}

fn place(free: &Free, queen: Square) -> Free {
    let spared = |square: &Square| *square == queen || queen.line_to(*square).is_none();
    free.iter().copied().filter(spared).collect()
}

/// Checks each deduction.
fn check(proof: &Proof, mut free: Free, n: u32) {
    for step in &proof.steps {
        match *step {
            Deduction::Forced { square, line } => {
                assert_eq!(on_line(&free, line, n), [square]);
                free = place(&free, square);
            }
            Deduction::RuledOut { square, line } => {
                assert_eq!(on_line(&place(&free, square), line, n), []);
                free.remove(&square);
            }
            _ => panic!("an unknown deduction"),
        }
    }
    match &proof.conclusion {
        Conclusion::NoSquare { line } => assert_eq!(on_line(&free, *line, n), []),
        Conclusion::Cases { line, cases } => {
            let squares: Vec<Square> = cases.iter().map(|case| case.square).collect();
            assert_eq!(on_line(&free, *line, n), squares);
            for case in cases {
                check(&case.proof, place(&free, case.square), n);
            }
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn every_impossible_board_has_a_valid_proof(constraints in constraints(1..=8, 2)) {
        let board = board_of(&constraints);
        let n = board.size();
        let count = board.count_completions(NEVER).unwrap().unwrap();
        match board.prove_impossible(NEVER) {
            Ok(proof) => {
                prop_assert_eq!(count, 0);
                prop_assert!(!proof.to_string().is_empty());
                let queens: Vec<Square> = board.queens().collect();
                let mut free: Free = Square::all(n).filter(|square| !board.is_blocked(*square)).collect();
                free.extend(&queens);
                for queen in &queens {
                    free = place(&free, *queen);
                }
                if board.contradiction().is_none() {
                    check(&proof, free, n);
                } else {
                    prop_assert!(proof.is_empty());
                }
            }
            Err(NoProof::Completion(columns)) => {
                prop_assert!(count > 0 && board.is_completion(&columns));
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

#[test]
fn proofs_of_large_searches_are_refused() {
    let mut board = ConstrainedBoard::new(33).unwrap();
    board.place(Square::new(0, 0)).unwrap();
    let error = board.prove_impossible(NEVER).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected n from 0 to 32 for a proof, found 33"
    );
    let stopped = ConstrainedBoard::new(20)
        .unwrap()
        .prove_impossible(&|| true);
    assert_eq!(stopped, Err(NoProof::Stopped));
}

#[test]
fn a_corner_of_six() {
    let mut board = ConstrainedBoard::new(6).unwrap();
    board.place(Square::new(0, 0)).unwrap();
    let proof = board.prove_impossible(NEVER).unwrap();
    let text = proof.to_string();
    assert!(proof.len() <= 20, "{text}");
    assert!(text.ends_with("has no free square left.\n"), "{text}");
}
