//! The eight symmetries form a group, and orbits follow from it.

use std::collections::BTreeSet;

use bezzel::{Error, Placement, Square, Symmetry, SymmetryClass};
use proptest::prelude::*;

fn columns(columns: &[u32]) -> Placement {
    Placement::from_columns(columns.iter().copied()).expect("a board")
}

/// The symmetry that does `first` and then `second`, found by what it does to squares.
fn composed(first: Symmetry, second: Symmetry) -> Symmetry {
    let n = 3;
    let squares = || Square::all(n);
    let mut same = Symmetry::ALL.into_iter().filter(|both| {
        squares().all(|square| both.apply(square, n) == second.apply(first.apply(square, n), n))
    });
    let both = same.next().expect("a group is closed");
    assert_eq!(same.next(), None, "no two symmetries are the same");
    both
}

fn symmetries() -> BoxedStrategy<Symmetry> {
    prop::sample::select(Symmetry::ALL.to_vec()).boxed()
}

/// Partial placements with no two queens in a column, so that all images exist.
fn placements() -> BoxedStrategy<Placement> {
    let placements = (0..12u32).prop_flat_map(|n| {
        let order = Just((0..n).collect::<Vec<_>>()).prop_shuffle();
        let kept = prop::collection::vec(any::<bool>(), n as usize);
        (order, kept).prop_map(|(order, kept)| {
            let rows = order.into_iter().zip(kept);
            Placement::from_rows(rows.map(|(column, kept)| kept.then_some(column))).unwrap()
        })
    });
    placements.boxed()
}

/// Placements made symmetric: all members of the orbit of some squares.
fn symmetric_placements() -> BoxedStrategy<Placement> {
    (
        1..10u32,
        prop::collection::vec((0..10u32, 0..10u32), 1..4),
        any::<bool>(),
    )
        .prop_map(|(n, squares, quarter)| {
            let turns: &[Symmetry] = match quarter {
                true => &[
                    Symmetry::Identity,
                    Symmetry::Rotate90,
                    Symmetry::Rotate180,
                    Symmetry::Rotate270,
                ],
                false => &[Symmetry::Identity, Symmetry::Rotate180],
            };
            let mut board = Placement::empty(n).unwrap();
            for (row, column) in squares {
                let images: BTreeSet<_> = turns
                    .iter()
                    .map(|turn| turn.apply(Square::new(row % n, column % n), n))
                    .collect();
                let rows: BTreeSet<_> = images.iter().map(|image| image.row).collect();
                let free = images.iter().all(|image| {
                    board.queen(image.row).is_none()
                        && board.queens().all(|queen| queen.column != image.column)
                });
                if free && rows.len() == images.len() {
                    for image in images {
                        board.place(image).unwrap();
                    }
                }
            }
            board
        })
        .boxed()
}

proptest! {
    #[test]
    fn images_compose(board in placements(), first in symmetries(), second in symmetries()) {
        let image = board.image(first).unwrap().image(second).unwrap();
        prop_assert_eq!(image, board.image(composed(first, second)).unwrap());
    }

    #[test]
    fn orbits(board in prop_oneof![placements(), symmetric_placements()]) {
        let Ok(orbit) = board.orbit() else {
            return Err(TestCaseError::reject("two queens in a column"));
        };
        prop_assert!(orbit.is_sorted());
        prop_assert!(orbit.contains(&board));
        prop_assert_eq!(orbit.len() as u32, board.orbit_size().unwrap());
        prop_assert_eq!(&board.canonical().unwrap(), &orbit[0]);
        for member in &orbit {
            prop_assert_eq!(&member.orbit().unwrap(), &orbit);
            prop_assert_eq!(&member.canonical().unwrap(), &orbit[0]);
            prop_assert_eq!(member.symmetry_class(), board.symmetry_class());
            prop_assert_eq!(member.first_conflict().is_some(), board.first_conflict().is_some());
        }
    }

    #[test]
    fn classes_are_the_turns_that_change_nothing(board in prop_oneof![placements(), symmetric_placements()]) {
        let half = board.image(Symmetry::Rotate180).unwrap() == board;
        let quarter = board.image(Symmetry::Rotate90).is_ok_and(|image| image == board);
        let class = match (half, quarter) {
            (true, true) => SymmetryClass::QuarterTurn,
            (true, false) => SymmetryClass::HalfTurn,
            (false, false) => SymmetryClass::None,
            (false, true) => panic!("two quarter turns are a half turn"),
        };
        prop_assert_eq!(board.symmetry_class(), class);
    }

    #[test]
    fn images_of_columns(order in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(), symmetry in symmetries()) {
        let mut image = vec![7; 3];
        symmetry.apply_to_columns(&order, &mut image);
        prop_assert_eq!(columns(&image), columns(&order).image(symmetry).unwrap());
    }
}

#[test]
fn group_laws() {
    for symmetry in Symmetry::ALL {
        assert_eq!(composed(symmetry, Symmetry::Identity), symmetry);
        assert_eq!(composed(Symmetry::Identity, symmetry), symmetry);
        let inverses = Symmetry::ALL.map(|other| composed(symmetry, other));
        let distinct: BTreeSet<_> = inverses.iter().map(|s| format!("{s:?}")).collect();
        assert_eq!(distinct.len(), 8);
    }
    use Symmetry::*;
    assert_eq!(composed(Rotate90, Rotate90), Rotate180);
    assert_eq!(composed(Rotate90, Rotate180), Rotate270);
    assert_eq!(composed(MirrorColumns, MirrorRows), Rotate180);
    assert_eq!(composed(Transpose, MirrorColumns), Rotate90);
    assert_eq!(composed(Transpose, AntiTranspose), Rotate180);
    for mirror in [MirrorColumns, MirrorRows, Transpose, AntiTranspose] {
        assert_eq!(composed(mirror, mirror), Identity);
    }
}

/// Shows that names and directions are right, not only consistent: the image of the queen in
/// row 0, column 1 on a 4×4 board under each symmetry.
#[test]
fn where_squares_go() {
    let expected = [
        (Symmetry::Identity, (0, 1)),
        (Symmetry::Rotate90, (1, 3)),
        (Symmetry::Rotate180, (3, 2)),
        (Symmetry::Rotate270, (2, 0)),
        (Symmetry::MirrorColumns, (0, 2)),
        (Symmetry::MirrorRows, (3, 1)),
        (Symmetry::Transpose, (1, 0)),
        (Symmetry::AntiTranspose, (2, 3)),
    ];
    for (symmetry, (row, column)) in expected {
        assert_eq!(
            symmetry.apply(Square::new(0, 1), 4),
            Square::new(row, column),
            "{symmetry:?}"
        );
        assert_eq!(symmetry.exchanges_axes(), row == 1 || row == 2);
    }
}

#[test]
fn the_smallest_boards_have_every_symmetry() {
    for board in [columns(&[]), columns(&[0]), Placement::empty(3).unwrap()] {
        assert_eq!(board.orbit_size(), Ok(1));
        assert_eq!(board.canonical(), Ok(board.clone()));
        assert_eq!(board.symmetry_class(), SymmetryClass::QuarterTurn);
    }
}

#[test]
fn shared_columns_have_no_turned_image() {
    let board = columns(&[2, 0, 2]);
    let error = Error::SharedColumn {
        first: 0,
        second: 2,
        column: 2,
    };
    for symmetry in Symmetry::ALL {
        let image = board.image(symmetry);
        match symmetry.exchanges_axes() {
            true => assert_eq!(image, Err(error.clone())),
            false => assert!(image.is_ok()),
        }
    }
    assert_eq!(board.orbit_size(), Err(error));
    assert_eq!(board.symmetry_class(), SymmetryClass::None);
    assert_eq!(columns(&[0, 0]).symmetry_class(), SymmetryClass::None);
}

#[test]
fn names_of_classes() {
    for class in SymmetryClass::ALL {
        assert_eq!(class.name().parse(), Ok(class));
    }
    let error = "halfturn".parse::<SymmetryClass>().unwrap_err().to_string();
    assert!(error.contains("did you mean 'half-turn'?"), "{error}");
}
