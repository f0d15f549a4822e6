//! The exact form of each notation, and boards that are written and read back.

mod forms;

use bezzel::Placement;
use bezzel::notation::{Notation, Options, Writer};
use bezzel::reader::{Hints, Queens, read_all};
use proptest::prelude::*;

fn columns(columns: &[u32]) -> Placement {
    Placement::from_columns(columns.iter().copied()).expect("a board")
}

fn write_all(notation: Notation, options: &Options, boards: &[Placement]) -> Vec<u8> {
    let options = Options {
        boards: Some(boards.len() as u64),
        ..options.clone()
    };
    let mut writer = Writer::new(Vec::new(), notation, options);
    for board in boards {
        writer.write(board).expect("memory takes everything");
    }
    assert_eq!(writer.written(), boards.len() as u64);
    writer.finish(None).expect("memory takes everything")
}

/// Reads boards back with the hints that a person has who wrote them.
fn read_back(document: &[u8], notation: Notation) -> Vec<Placement> {
    let hints = Hints {
        are_columns: Some(notation == Notation::Positions),
        ..Hints::default()
    };
    let read = read_all(document, hints);
    let placement = |board: bezzel::reader::Board| match board.queens {
        Queens::Placement(placement) => placement,
        other => panic!("{other:?}"),
    };
    read.boards.into_iter().map(placement).collect()
}

/// Boards of up to `largest` rows: permutations (full, columns apart), full and partial ones.
///
/// Boxed, as a strategy of many tests should be: otherwise each of them compiles all of it again.
fn boards(smallest: u32, largest: u32) -> BoxedStrategy<Placement> {
    let boards = (smallest..=largest).prop_flat_map(|n| {
        let anywhere = 0..n.max(1);
        let len = n as usize;
        prop_oneof![
            Just((0..n).collect::<Vec<_>>())
                .prop_shuffle()
                .prop_map(|c| columns(&c)),
            prop::collection::vec(anywhere.clone(), len).prop_map(|c| columns(&c)),
            prop::collection::vec(prop::option::of(anywhere), len)
                .prop_map(|rows| Placement::from_rows(rows).expect("columns below n")),
        ]
    });
    boards.boxed()
}

fn notations() -> BoxedStrategy<Notation> {
    let all = Notation::ALL.into_iter();
    let read: Vec<_> = all.filter(|&notation| notation != Notation::Svg).collect();
    prop::sample::select(read).boxed()
}

/// Fails if boards that are written in a notation are read as others.
fn comes_back(boards: Vec<Placement>, notation: Notation) -> Result<(), TestCaseError> {
    // One size, as `list` and `random` write it: then rows without a queen cannot be taken for lines between boards.
    let n = boards[0].size();
    let is_one = |board: &Placement| board.size() == n && board.queens().next().is_some();
    let boards: Vec<_> = boards.into_iter().filter(is_one).collect();
    prop_assume!(!boards.is_empty());
    let document = write_all(notation, &Options::default(), &boards);
    let text = String::from_utf8_lossy(&document).into_owned();
    prop_assert_eq!(read_back(&document, notation), boards, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn every_document_comes_back(boards in prop::collection::vec(boards(4, 12), 1..6), notation in notations()) {
        comes_back(boards, notation)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100_000))]
    #[test]
    #[ignore = "full size: scripts/test --all runs it"]
    fn a_hundred_thousand_boards_come_back(board in boards(4, 20), notation in notations()) {
        comes_back(vec![board], notation)?;
    }
}
