use std::io;

use bezzel::methods::{Method, Run};

use super::*;

fn run(method: Method, board: &ConstrainedBoard) -> Source {
    Source::Run(Run::new(method, board).unwrap())
}

fn text(n: u32, method: Method, steps: u64) -> String {
    let mut out = Vec::new();
    let board = ConstrainedBoard::new(n).unwrap();
    write(&mut out, &board, &run(method, &board), steps).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_first_steps_are_written() {
    insta::assert_snapshot!("bitmask_4", text(4, Method::Bitmask, 24));
    insta::assert_snapshot!("diagonal_markers_4", text(4, Method::DiagonalMarkers, 12));
    insta::assert_snapshot!("linked_columns_4", text(4, Method::LinkedColumns, 12));
}

#[test]
fn a_given_board_is_shown() {
    let board: ConstrainedBoard = "....\nx...\n....\n..Q.\n".parse().unwrap();
    let mut out = Vec::new();
    write(&mut out, &board, &run(Method::Bitmask, &board), 24).unwrap();
    insta::assert_snapshot!("given_board", String::from_utf8(out).unwrap());
    let error = Run::new(Method::LastColumn, &board).unwrap_err();
    assert!(
        error.to_string().ends_with("such a board are bitmask"),
        "{error}"
    );
}

#[test]
fn every_method_says_how_its_run_ends() {
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        let text = text(4, method, u64::MAX);
        assert!(text.contains("the run has ended after"), "{method}\n{text}");
        assert!(text.ends_with(": 2 solutions\n"), "{method}\n{text}");
    }
}

#[test]
fn boards_without_squares_or_steps_are_no_trouble() {
    for method in Method::ALL {
        for n in 0..4 {
            text(n, method, 1000);
        }
    }
    assert!(text(3, Method::MirroredMarkers, 10).contains("nothing to search"));
    assert!(text(8, Method::Bitmask, 0).ends_with("0 steps shown; the run continues\n"));
}

#[test]
fn a_closed_pipe_ends_it_and_is_reported() {
    struct Closed;
    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut out = io::BufWriter::new(Closed);
    let board = ConstrainedBoard::new(12).unwrap();
    let error = write(&mut out, &board, &run(Method::Bitmask, &board), u64::MAX).unwrap_err();
    let error = error
        .downcast_ref::<io::Error>()
        .expect("an error of writing");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
