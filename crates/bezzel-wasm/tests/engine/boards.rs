//! Boards: completions, images, exports, lists of solutions.

use serde_json::{Value, json};

use crate::{all_refused, board, fields, good, refused};

const THREE: &[(u32, u32)] = &[(0, 0), (1, 4), (2, 7)];

fn complete(board: Value) -> Value {
    good(json!({"board": {"complete": board}}))
}

#[test]
fn boards_are_completed_or_not() {
    let one = complete(board(8, THREE));
    assert_eq!(one["first"], json!([0, 4, 7, 5, 2, 6, 1, 3]));
    assert_eq!(fields(&one, ["count", "certain"]), json!(["1", true]));
    assert!(one["hint"]["row"].as_u64().unwrap() >= 3);
    let all = complete(board(8, &[]));
    assert_eq!(all["count"], "92");
    let none = complete(board(4, &[(0, 0)]));
    assert_eq!(fields(&none, ["first", "count"]), json!([null, "0"]));
    let clash = complete(board(8, &[(0, 0), (5, 5), (0, 3)]));
    assert_eq!(clash["conflicts"].as_array().unwrap().len(), 2);
    assert_eq!(clash["conflicts"][0]["line"], "row");
    let large = complete(board(32, &[]));
    assert_eq!(large["certain"], false);
    assert_eq!(large["first"].as_array().unwrap().len(), 32);
    let full: Vec<_> = (0..1024).map(|k| (k / 32, k % 32)).collect();
    let full = complete(board(32, &full));
    assert!(full["conflicts"].as_array().unwrap().len() <= 4 * 1024);
}

#[test]
fn boards_have_eight_images() {
    let symmetric = [
        (0, 2),
        (1, 4),
        (2, 1),
        (3, 7),
        (4, 0),
        (5, 6),
        (6, 3),
        (7, 5),
    ];
    let orbit = good(json!({"board": {"orbit": board(8, &symmetric)}}));
    assert_eq!(
        fields(&orbit, ["size", "symmetry"]),
        json!([4, "half-turn"])
    );
    assert_eq!(orbit["images"].as_array().unwrap().len(), 8);
    let column = board(8, &[(0, 0), (1, 0)]);
    refused(json!({"board": {"orbit": column}}), "in column 0");
}

#[test]
fn boards_are_exported() {
    let export = |notation: &str, queens: &[(u32, u32)]| {
        let board = board(4, queens);
        json!({"board": {"export": {"board": board, "notation": notation}}})
    };
    let text = |notation, queens| good(export(notation, queens)).as_str().unwrap().to_owned();
    let four = [(0, 1), (1, 3), (2, 0), (3, 2)];
    assert_eq!(text("positions", &four), "1 3 0 2\n");
    assert_eq!(text("positions", &four[..1]), "1 - - -\n");
    assert_eq!(text("fen", &four), "1Q2/3Q/Q3/2Q1\n");
    let leetcode: Value = serde_json::from_str(&text("leetcode", &four)).unwrap();
    assert_eq!(leetcode, json!([[".Q..", "...Q", "Q...", "..Q."]]));
    let svg = text("svg", &four);
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{svg}");
    refused(export("svg", &[(0, 0), (0, 1)]), "found two in row 0");
    refused(export("pdf", &four), "unknown notation 'pdf'");
}

#[test]
fn lists_of_solutions_have_each_once() {
    for (filter, total) in [("all", 92), ("fundamental", 12), ("symmetric", 4)] {
        let mut boards = Vec::new();
        loop {
            let from = boards.len();
            let page = json!({"n": 8, "filter": filter, "from": from, "len": 7});
            let page = good(json!({"board": {"solutions": page}}));
            assert_eq!(page["total"], total);
            let page = page["boards"].as_array().unwrap().clone();
            if page.is_empty() {
                break;
            }
            boards.extend(page);
        }
        boards.dedup();
        assert_eq!(boards.len(), total, "{filter}");
        assert!(filter != "symmetric" || boards.iter().all(|board| board["symmetry"] != "none"));
    }
}

#[test]
fn bad_boards_are_refused() {
    let boards = r#"
{"n": 8, "queens": [{"row": 8, "column": 0}]} => found row 8 column 0
{"n": 8, "queens": [{"row": 0, "column": 8}]} => found row 0 column 8
{"n": 8, "queens": [{"row": 7, "column": 4294967295}]} => found row 7 column 4294967295
{"n": 8, "queens": [{"row": 1, "column": 1}, {"row": 1, "column": 1}]} => found two in row 1 column 1
{"n": 0, "queens": []} => n from 1 to 32, found 0
{"n": 33, "queens": []} => n from 1 to 32, found 33
{"n": 4294967295, "queens": []} => n from 1 to 32, found 4294967295
{} => missing field `n`
{"n": -1, "queens": []} => expected u32
{"n": 4294967296, "queens": []} => expected u32
{"n": 8.5, "queens": []} => expected u32
{"n": "8", "queens": []} => expected u32
{"n": 8, "queens": 3} => expected a sequence
{"n": 8, "queens": [3]} => expected struct Square
{"n": 8, "queens": [{"row": 1}]} => missing field `column`
{"n": 8, "queens": [], "x": 1} => unknown field `x`
null => expected struct Board
"#;
    all_refused(boards, |board| {
        vec![
            json!({"board": {"complete": board}}),
            json!({"board": {"orbit": board}}),
            json!({"board": {"export": {"board": board, "notation": "svg"}}}),
            json!({"count": {"whole": {"of": "solutions", "board": board}}}),
        ]
    });
    let requests = r#"
{"complete": {"n": 4, "queens": [], "blocked": [{"row": 4, "column": 0}]}} => found row 4 column 0
{"solutions": {"n": 15, "from": 0, "len": 1}} => n from 1 to 14
{"solutions": {"n": 0, "from": 0, "len": 1}} => n from 1 to 14
{"solutions": {"n": 8, "from": 0, "len": 1001}} => from 1 to 1000
{"solutions": {"n": 8, "from": 0, "len": 0}} => from 1 to 1000
{"solutions": {"n": 8, "from": 0, "len": 1, "filter": "some"}} => unknown variant `some`
{"solutions": {"n": 8, "from": -1, "len": 1}} => expected u32
{"solutions": {"n": 8, "len": 1}} => missing field `from`
"#;
    all_refused(requests, |request| vec![json!({"board": request})]);
    // No page of the list has this solution.
    let past = json!({"n": 8, "from": u32::MAX, "len": 1});
    let past = good(json!({"board": {"solutions": past}}));
    assert_eq!(fields(&past, ["boards", "total"]), json!([[], 92]));
}
