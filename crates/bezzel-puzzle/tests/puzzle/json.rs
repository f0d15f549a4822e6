//! JSON: round trips.

use std::io::BufReader;

use bezzel_puzzle::{Mark, Marks, Reader};
use proptest::prelude::*;

use super::*;

const SMALL: &str =
    r#"{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"],"marks":[".Q..","x...","....","...."]}"#;

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

proptest! {
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
