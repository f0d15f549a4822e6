//! The text format: round trips and errors with line and column.

use std::io::BufReader;

use bezzel::notation::ReadError;
use bezzel_puzzle::{Grade, Mark, Marks, Reader, SolutionCount};
use proptest::prelude::*;

use super::*;

const SMALL: &str = "AAAB\nACBB\nCCCB\nDDCC\n";

fn error(document: &str) -> String {
    document.parse::<Puzzle>().unwrap_err().to_string()
}

#[test]
fn puzzles_and_marks_come_back() {
    for (
        at,
        GeneratedPuzzle {
            puzzle, solution, ..
        },
    ) in generated(5..=7, 2).iter().enumerate()
    {
        let text = puzzle.to_string();
        assert_eq!(text.parse::<Puzzle>().unwrap(), *puzzle);
        assert_eq!(text.to_lowercase().parse::<Puzzle>().unwrap(), *puzzle);
        let mut marks = Marks::from(solution);
        marks.set(Square::new(0, at as u32 % 5), Mark::Cross);
        let text = format!("{puzzle}\n{marks}");
        for document in [
            text.clone(),
            text.replace('\n', "\r\n"),
            format!("\u{feff}\n{text}\n"),
        ] {
            let (again, read) = Puzzle::read(document.as_bytes()).unwrap();
            assert_eq!((&again, &read), (puzzle, &marks));
        }
    }
    let (_, marks) = Puzzle::read(SMALL.as_bytes()).unwrap();
    assert_eq!(marks, Marks::new(4));
    let renamed: Puzzle = "ZZZK\nZBKK\nBBBK\nAABB\n".parse().unwrap();
    assert_eq!(renamed.to_string(), SMALL);
}

#[test]
fn several_puzzles_are_separated_by_empty_lines_or_comments() {
    let marked = format!("{SMALL}\n.Q..\n....\n....\n....\n");
    let json =
        r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"],"marks":[".Q..","....","....","...."]}"#;
    let queens = |document: &str| -> Vec<usize> {
        let puzzles = Reader::new(document.as_bytes()).map(|puzzle| {
            let (puzzle, marks) = puzzle.unwrap_or_else(|error| panic!("{error}\n{document}"));
            assert_eq!(puzzle.to_string(), SMALL);
            marks.squares_with(Mark::Queen).count()
        });
        puzzles.collect()
    };
    let document = format!("# first\n{marked}\n# second\n\n{SMALL}# end");
    assert_eq!(queens(&document), [1, 0]);
    assert_eq!(
        queens(&format!(
            "{SMALL}\n{SMALL}\n{marked}\n\n{SMALL}\r\n \n{marked}"
        )),
        [0, 0, 1, 0, 1]
    );
    assert_eq!(
        queens(&format!(
            "{SMALL}# Q names a region\n{}",
            SMALL.replace('A', "Q")
        )),
        [0, 0]
    );
    assert_eq!(
        queens(&format!("{json}\n{json}{json}\n\n{marked}\n{json}")),
        [1, 1, 1, 1, 1]
    );
    assert_eq!(
        queens(&format!("[{json},\n {json} ]\n[{json}]\n{SMALL}")),
        [1, 1, 1, 0]
    );
    for (document, message) in [
        (
            "[]",
            "line 1, column 2: expected a puzzle as a JSON object, found ']'",
        ),
        (
            "[3]",
            "line 1, column 2: expected a puzzle as a JSON object, found '3'",
        ),
        (
            &format!("[{json},]"),
            "line 1, column 88: expected a puzzle as a JSON object, found ']'",
        ),
        (
            &format!("[{json}"),
            "line 1, column 87: expected ',' or ']', found the end of the input",
        ),
        (
            &format!("{SMALL}AAAB"),
            "line 5, column 1: expected the end of the board or an empty line, found 'A'",
        ),
    ] {
        let last = Reader::new(document.as_bytes()).last().unwrap();
        assert_eq!(last.unwrap_err().to_string(), message);
    }
    assert_eq!(
        error(&document),
        "line 14, column 1: expected the end of the only puzzle, found 'A'"
    );
    let mut reader =
        Reader::new("AAAB\nACBB\nCCCB\nDDCC\n\n....\n....\n....\n....\nAAAB".as_bytes());
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err().to_string();
    assert_eq!(
        error,
        "line 10, column 1: expected the end of the board or an empty line, found 'A'"
    );
    assert!(reader.next().is_none());
    assert!(
        Reader::new("# nothing\n".as_bytes())
            .next()
            .unwrap()
            .is_err()
    );
}

/// All but one region have one square, so the solution is known; the solver still has 24 rows.
#[test]
fn a_puzzle_of_24_rows_has_one_solution() {
    let columns: Vec<u32> = (0..12)
        .map(|k| 2 * k + 1)
        .chain((0..12).map(|k| 2 * k))
        .collect();
    let regions: Vec<u32> = Square::all(24)
        .map(
            |square| match columns[square.row as usize] == square.column && square.row > 0 {
                true => square.row,
                false => 0,
            },
        )
        .collect();
    let puzzle = Puzzle::new(24, &regions).unwrap();
    let SolutionCount::One(solution) = puzzle.solve() else {
        panic!("not one solution\n{puzzle}");
    };
    assert!(solution.columns().eq(columns));
    assert_eq!(puzzle.grade(), Some(Grade::Easy));
}

#[test]
fn the_largest_puzzle() {
    let row: String = ('A'..='X').chain(['\n']).collect();
    let puzzle: Puzzle = row.repeat(24).parse().unwrap();
    assert_eq!(puzzle.size(), 24);
    assert_eq!(puzzle.to_string(), row.repeat(24));
}

#[test]
fn errors_name_line_and_column() {
    let cases = [
        (
            "",
            "expected rows of letters, one letter for each region, found no board",
        ),
        (
            "AAA\nABB\nCCC\n",
            "line 1, column 1: expected 4 to 24 rows of as many letters, found rows of 3",
        ),
        (
            &"A".repeat(10_000),
            "line 1, column 1: expected 4 to 24 rows of as many letters, found a row of more than 24",
        ),
        (
            "AAAB\nACBB\nCCC\nDDCC\n",
            "line 3, column 4: expected the letter of a region, found the end of the line",
        ),
        (
            "AAAB\nACBBB\n",
            "line 2, column 5: expected the end of a row of 4 squares, found 'B'",
        ),
        (
            "AAAB\nACBB\n",
            "line 3, column 1: expected row 2 of a board of 4 rows, found the end of the input",
        ),
        (
            "AAAB\nA.BB\n",
            "line 2, column 2: expected the letter of a region, found '.'",
        ),
        (
            "AAAB\nACBB\nCCCB\nCCCC\n",
            "line 4, column 4: expected 4 regions on a board of 4 rows, found 3",
        ),
        (
            "AAAB\nACBB\nCCEB\nDDFF\n",
            "line 4, column 1: expected 4 regions on a board of 4 rows, found 6",
        ),
        (
            "\nAAAB\nACBB\nCCCB\nDDCA\n",
            "line 5, column 4: expected a connected region A, found separate parts at row 0 column 0 and row 3 column 3",
        ),
        (
            "AAAB\nACBB\nCCCB\nDDCC\n\n....\n.R..\n",
            "line 7, column 2: expected '.', 'Q' or 'x', found 'R'",
        ),
        (
            "AAAB\nACBB\nCCCB\nDDCC\n\n....\n....\n",
            "line 8, column 1: expected row 2 of a board of 4 rows, found the end of the input",
        ),
        (
            "AAAB\nACBB\nCCCB\nDDCC\n\n....\n....\n....\n....\n.",
            "line 10, column 1: expected the end of the board or an empty line, found '.'",
        ),
    ];
    for (document, message) in cases {
        assert_eq!(error(document), message, "{document:?}");
    }
}

#[test]
fn reading_continues_after_a_faulty_puzzle() {
    let good = "AAAB\nACBB\nCCCB\nDDCC\n";
    let json = r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"]}"#;
    let marks = ".Q..\n....\n....\n....\n";
    let cases = [
        // Regions that are no puzzle, a short row, a missing row, a long first row, other characters.
        (format!("AAAB\nACBB\nCCCB\nCCCC\n\n{good}"), "xo"),
        (
            format!("AAAB\nACBB\nCCCB\nDDCA\n\n{marks}\n{good}#\n{good}"),
            "xoo",
        ),
        (
            format!("{good}\nAAAB\nACB\nCCCB\nDDCC\n\n{marks}\n{good}"),
            "oxo",
        ),
        (format!("AAAB\nACBB\n\n{good}"), "xo"),
        (format!("AAAB\nACBB\n# comment\n{good}"), "xo"),
        (format!("{}\n{good}\n{good}", "A".repeat(30)), "xo"),
        (format!("{}\n\n{good}\n{good}", "A".repeat(30)), "xoo"),
        (format!("?\n\n{good}\n{marks}?\n\n{good}"), "xoxo"),
        // Wrong marks are a fault of their puzzle.
        (format!("{good}\nQQ\n....\n....\n....\n\n{good}"), "xo"),
        // JSON: wrong contents, and what is not well-formed.
        (format!("{}\n{json}\n", json.replace("DDCC", "DDCA")), "xo"),
        (
            format!("[{},{json},{json}]{json}", json.replace("DDCC", "DDC")),
            "xooo",
        ),
        (
            format!("{{\"n\":x}}\n\n{json}\n{{\"n\":}}\n\n{json}\n"),
            "xoxo",
        ),
        (format!("[{json},{{]\n{json}"), "ox"),
        (format!("{}\n{good}", json.replace("DDCC", "DDCA")), "xo"),
    ];
    for (document, expected) in cases {
        let read = Reader::new(document.as_bytes());
        let found: String = read
            .map(|read| if read.is_ok() { 'o' } else { 'x' })
            .collect();
        assert_eq!(found, expected, "{document}");
        assert_same_in_pieces(document.as_bytes());
    }
}

/// Reads all puzzles of a document, whole and byte by byte, with equal results.
pub(super) fn assert_same_in_pieces(document: &[u8]) {
    let line = |error: ReadError| error.to_string();
    let whole: Vec<_> = Reader::new(document)
        .map(|read| read.map_err(line))
        .collect();
    let pieces = Reader::new(BufReader::with_capacity(1, document));
    let pieces: Vec<_> = pieces.map(|read| read.map_err(line)).collect();
    assert_eq!(whole, pieces);
}

proptest! {
    /// The property of the fuzz target `puzzle`.
    #[test]
    fn any_text_is_read_or_refused_in_one_line(
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..3, any::<u8>()), 0..4),
        marked in any::<bool>(),
    ) {
        let mut document = SMALL.as_bytes().to_vec();
        if marked {
            document.extend(b"\n.Q..\n..x.\n....\n....\n");
        }
        for (place, kind, byte) in damage {
            let place = place.index(document.len());
            match kind {
                0 => document[place] = byte,
                1 => drop(document.remove(place)),
                _ => document.insert(place, b"ABCD.Qx\n"[usize::from(byte) % 8]),
            }
        }
        assert_same_in_pieces(&[&document, &b"\n"[..], &document].concat());
        let whole = Puzzle::read(&document[..]);
        let pieces = Puzzle::read(BufReader::with_capacity(1, &document[..]));
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => {
                prop_assert_eq!(&whole, &pieces);
                let text = format!("{}\n{}", whole.0, whole.1);
                prop_assert_eq!(Puzzle::read(text.as_bytes()).unwrap(), whole);
            }
            (Err(whole), Err(pieces)) => {
                prop_assert_eq!(whole.to_string(), pieces.to_string());
                prop_assert_eq!(whole.to_string().lines().count(), 1);
                if let ReadError::Malformed { line, .. } = whole {
                    let lines = document.split(|&byte| byte == b'\n').count() as u64;
                    prop_assert!((1..=lines).contains(&line));
                }
            }
            (whole, pieces) => prop_assert!(false, "{:?} but in pieces {:?}", whole, pieces),
        }
    }
}
