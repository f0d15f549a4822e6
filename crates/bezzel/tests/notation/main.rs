//! Forms, round trips and errors of the seven notations.

mod errors;
mod forms;
mod hostile;
mod round_trip;

use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;

use bezzel::notation::{self, Entry, Notation, Options, ReadError, Summary, Writer};
use bezzel::{Conflict, Placement};
use proptest::prelude::*;

type Board = Result<Placement, Conflict>;

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

/// Reads with the parsers for one type of input: for each further type they would be compiled again.
fn read(
    mut input: impl BufRead,
    notation: Option<Notation>,
    options: &Options,
    each: &mut dyn FnMut(Entry) -> ControlFlow<()>,
) -> Result<Summary, ReadError> {
    let input: &mut dyn BufRead = &mut input;
    notation::read(input, notation, options, each)
}

fn read_entries(
    input: impl BufRead,
    notation: Option<Notation>,
    options: &Options,
) -> Result<Vec<Entry>, ReadError> {
    let mut entries = Vec::new();
    let summary = read(input, notation, options, &mut |entry| {
        entries.push(entry);
        ControlFlow::Continue(())
    })?;
    assert_eq!(summary.boards, entries.len() as u64);
    assert!(notation.is_none_or(|given| Some(given) == summary.notation));
    Ok(entries)
}

/// Reads with the default options, and a buffer so small that every token is cut.
fn read_in_pieces(
    document: &[u8],
    notation: Option<Notation>,
    capacity: usize,
) -> Result<Vec<Entry>, ReadError> {
    let input = BufReader::with_capacity(capacity, document);
    read_entries(input, notation, &Options::default())
}

fn read_boards(document: &[u8], notation: Option<Notation>) -> Result<Vec<Board>, ReadError> {
    let entries = read_entries(document, notation, &Options::default())?;
    Ok(entries.into_iter().map(|entry| entry.board).collect())
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
    prop::sample::select(Notation::ALL.to_vec()).boxed()
}
