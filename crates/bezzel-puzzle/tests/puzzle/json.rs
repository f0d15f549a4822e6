//! JSON: round trips and errors with line and column.

use std::io::BufReader;

use bezzel_puzzle::{Mark, Marks, Reader};
use proptest::prelude::*;

use super::*;

const SMALL: &str =
    r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"],"marks":[".Q..","x...","....","...."]}"#;

fn error(document: &str) -> String {
    let mut puzzles = Reader::new(document.as_bytes());
    puzzles.find_map(Result::err).expect("an error").to_string()
}

#[test]
fn puzzles_and_marks_come_back() {
    let (puzzle, marks) = Puzzle::read(SMALL.as_bytes()).unwrap();
    assert_eq!(puzzle.to_string(), "AAAB\nACBB\nCCCB\nDDCC\n");
    assert_eq!(marks.get(Square::new(0, 1)), Mark::Queen);
    assert_eq!(marks.get(Square::new(1, 0)), Mark::Cross);
    assert_eq!(
        serde_json::to_string(&puzzle).unwrap(),
        r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"]}"#
    );
    assert_eq!(
        serde_json::to_string(&marks).unwrap(),
        r#"[".Q..","x...","....","...."]"#
    );
    for generated in generated(5..=7, 2) {
        let document = serde_json::to_string(&generated.puzzle).unwrap();
        let read = Puzzle::read(document.as_bytes()).unwrap();
        assert_eq!(
            read,
            (
                generated.puzzle.clone(),
                Marks::new(generated.puzzle.size())
            )
        );
    }
    // Other fields and other white space do not matter, and objects may follow each other.
    let other = r#" {"grade":"easy", "marks":["....","....","....","...."],
        "regions":["aaab","acbb","cccb","ddcc"], "n":4, "more":[{}]}"#;
    let document = format!("{SMALL}\n{other}\n# text\n{puzzle}");
    let puzzles: Vec<_> = Reader::new(document.as_bytes())
        .map(Result::unwrap)
        .collect();
    assert_eq!(puzzles.len(), 3);
    assert!(puzzles.iter().all(|(read, _)| *read == puzzle));
}

#[test]
fn hints_are_objects() {
    let (puzzle, marks) = Puzzle::read(SMALL.as_bytes()).unwrap();
    let hint = puzzle.hint(&marks).unwrap().unwrap();
    let json = serde_json::to_value(&hint).unwrap();
    assert_eq!(json["rule"], "queen");
    assert_eq!(
        json["units"],
        serde_json::json!([{"row": 0}, {"column": 1}, {"region": 0}])
    );
    assert_eq!(
        json["because"],
        serde_json::json!([{"row": 0, "column": 1}])
    );
    assert_eq!(
        json["step"]["rule_out"][0],
        serde_json::json!({"row": 0, "column": 0})
    );
}

#[test]
fn errors_name_line_and_column() {
    let long = format!(r#"{{"n":4,"regions":["{}"]}}"#, "A".repeat(10_000));
    let many = format!(r#"{{"n":4,"regions":[{}"A"]}}"#, r#""A","#.repeat(10_000));
    let cases = [
        (
            "{",
            "line 1, column 2: expected the rest of an object, found the end of the input",
        ),
        (
            "{}",
            "line 1, column 2: expected a field `n`, found the end of the object",
        ),
        (
            r#"{"n":4}"#,
            "line 1, column 7: expected a field `regions`, found the end of the object",
        ),
        (
            r#"{"n":3,"regions":["AAA","BBB","CCC"]}"#,
            "line 1, column 6: expected a board of 4 to 24 rows, found 3",
        ),
        (
            r#"{"n":5,"regions":["AAAB","ACBB","CCCB","DDCC"]}"#,
            "line 1, column 18: expected 5 rows in \"regions\", as n says, found 4",
        ),
        (
            "{\"n\":4,\n\"regions\":[\"AAAB\",\"ACBBB\",\"CCCB\",\"DDCC\"]}",
            "line 2, column 20: expected a row of 4 characters, found 5",
        ),
        (
            r#"{"n":4,"regions":["AAAB","AC!B","CCCB","DDCC"]}"#,
            "line 1, column 29: expected the letter of a region, found '!'",
        ),
        (
            r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCA"]}"#,
            "line 1, column 44: expected a connected region A, found separate parts at row 0 column 0 and row 3 column 3",
        ),
        (
            r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"],"marks":["....","..q."]}"#,
            "line 1, column 56: expected 4 rows in \"marks\", as n says, found 2",
        ),
        (
            r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"],"marks":["....","..q.","....","...."]}"#,
            "line 1, column 67: expected '.', 'Q' or 'x', found 'q'",
        ),
        (
            r#"{"n":4,"n":4}"#,
            "line 1, column 8: expected each field once, found `n` again",
        ),
        (
            &long,
            "line 1, column 18: expected 4 rows in \"regions\", as n says, found 1",
        ),
        (
            &many,
            "line 1, column 115: expected at most 24 rows, found one more",
        ),
    ];
    for (document, message) in cases {
        let shown: String = document.chars().take(100).collect();
        assert_eq!(error(document), message, "{shown}");
    }
}

proptest! {
    /// The property of the fuzz target `puzzle`.
    #[test]
    fn any_json_is_read_or_refused_in_one_line(
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..3, any::<u8>()), 0..4),
    ) {
        let mut document = SMALL.as_bytes().to_vec();
        for (place, kind, byte) in damage {
            let place = place.index(document.len());
            match kind {
                0 => document[place] = byte,
                1 => drop(document.remove(place)),
                _ => document.insert(place, b"ABCD.Qx\n\"[]{},:"[usize::from(byte) % 15]),
            }
        }
        let list = [&b"["[..], &document, &b",\n"[..], &document, &b"]"[..]].concat();
        text::assert_same_in_pieces(&list);
        let whole = Puzzle::read(&document[..]);
        let pieces = Puzzle::read(BufReader::with_capacity(1, &document[..]));
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => prop_assert_eq!(&whole, &pieces),
            (Err(whole), Err(pieces)) => {
                prop_assert_eq!(whole.to_string(), pieces.to_string());
                prop_assert_eq!(whole.to_string().lines().count(), 1);
            }
            (whole, pieces) => prop_assert!(false, "{:?} but in pieces {:?}", whole, pieces),
        }
    }
}
