//! The reader: forms in which programs and people write boards, faults, texts with two meanings.

mod beside;
mod hostile;
mod numbers;
mod printed;

use std::collections::BTreeMap;
use std::io::BufReader;

use bezzel::reader::{BoardFault, Expect, Hints, Item, Items, NotRead, ReadText, read_all};
use bezzel::{ConstrainedBoard, Line, solutions};
use printed::FORMS;

fn found(n: u32) -> Vec<Vec<u32>> {
    solutions(n)
        .unwrap()
        .map(|board| board.columns().collect())
        .collect()
}

fn with_n(n: u32) -> Hints {
    Hints {
        n: Some(n),
        ..Hints::default()
    }
}

fn wrong(read: &ReadText) -> usize {
    read.boards
        .iter()
        .filter(|board| board.fault(false).is_some())
        .count()
}

#[test]
fn all_forms_of_programs_are_read() {
    for (name, form) in FORMS {
        for n in [4, 5, 6, 8] {
            let boards = found(n);
            let text = form(&boards, n);
            for hints in [with_n(n), Hints::default()] {
                let read = read_all(&text, hints);
                if matches!(
                    *name,
                    "number-in-words" | "benchmark" | "thousands" | "chinese"
                ) {
                    let number = read.summary.number.map(|(_, number, _)| number);
                    assert_eq!(number, Some(boards.len() as i128), "{name} {n}");
                } else {
                    assert_eq!(
                        (read.boards.len(), wrong(&read)),
                        (boards.len(), 0),
                        "{name} {n} {hints:?}"
                    );
                    let columns = |board: &bezzel::reader::Board| -> Vec<u32> {
                        board.squares().map(|(_, column)| column as u32).collect()
                    };
                    assert!(
                        read.boards.iter().map(columns).eq(boards.iter().cloned()),
                        "{name} {n}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_moved_queen_is_found_in_each_form() {
    for (name, form) in FORMS.iter().take(27) {
        for (n, at) in [(4, 1), (6, 2), (8, 57)] {
            let mut boards = found(n);
            // Away from its column, but not out of its row.
            boards[at][2] = (boards[at][2] + 1) % n;
            let read = read_all(form(&boards, n), with_n(n));
            let faults: Vec<_> = (0..)
                .zip(&read.boards)
                .filter(|(_, board)| board.fault(false).is_some())
                .collect();
            // A list and a drawing of it are both moved here.
            assert_eq!(faults.len(), 1, "{name} {n}: {faults:?}");
            assert_eq!(faults[0].0, at, "{name} {n}");
            assert!(
                matches!(faults[0].1.fault(false), Some(BoardFault::Attack { .. })),
                "{name} {n}"
            );
        }
    }
}

/// Returns two solutions of n = 4 in each of the forms that no test above has.
fn others() -> Vec<String> {
    let groups: BTreeMap<String, Vec<String>> =
        serde_json::from_str(include_str!("others.json")).unwrap();
    groups.into_values().flatten().collect()
}

#[test]
fn other_forms_are_read() {
    for text in &others() {
        for hints in [with_n(4), Hints::default()] {
            let read = read_all(text, hints);
            assert_eq!(
                (read.boards.len(), wrong(&read)),
                (2, 0),
                "{text}{}",
                read.summary.text().english
            );
        }
        let utf16: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(read_all(utf16, Hints::default()).boards.len(), 2, "{text}");
        let (gbk, _, has_others) = encoding_rs::GBK.encode(text);
        if !has_others {
            let read = read_all(&*gbk, Hints::default());
            assert_eq!(read.boards.len(), 2, "{text}");
        }
    }
}

#[test]
fn tables_with_heads_are_read() {
    for (n, found, text) in [
        (
            4,
            (2, 0),
            "  0 1 2 3\n0 0 1 0 0\n1 0 0 0 1\n2 1 0 0 0\n3 0 0 1 0\n\n  0 1 2 3\n0 0 0 1 0\n1 1 0 0 0\n2 0 0 0 1\n3 0 1 0 0\n",
        ),
        (
            4,
            (2, 0),
            "  0  1  2  3\n0 [0][1][0][0]\n1 [0][0][0][1]\n2 [1][0][0][0]\n3 [0][0][1][0]\n\n  0  1  2  3\n0 [0][0][1][0]\n1 [1][0][0][0]\n2 [0][0][0][1]\n3 [0][1][0][0]\n",
        ),
        (
            2,
            (2, 2),
            "      1  2\n  1   Q  -\n  2   -  Q\n\n      1  2\n  1   -  Q\n  2   Q  -\n",
        ),
        // Without rows below it, a line of numbers is a board.
        (2, (2, 2), "1 2\n2 1\n"),
        (2, (2, 2), "2 1\n1 2\n"),
        (2, (2, 2), "1 2\n1 2\n"),
        (2, (2, 2), "1 2\n1 1\n"),
        (2, (2, 2), "1 1\n1 2\n"),
        (2, (1, 1), "1 2\nTotal solutions: 1\n"),
    ] {
        let read = read_all(text, with_n(n));
        assert_eq!((read.boards.len(), wrong(&read)), found, "{text}");
    }
}

#[test]
fn a_number_that_counts_the_boards_is_no_column() {
    let forms = "I: S|(I) S|No.I: G|G --I|S   count=I|Case #I: S|解I=S|第I组解: S|S  #I|S (I)|[I] S|I、S|I】S|sum=I S|\
        I G|G I|I -> G|S <I>|I S|S I";
    for n in 4..=8 {
        for form in forms.split('|') {
            let line = |(at, board): (usize, Vec<u32>)| {
                let columns: Vec<_> = board
                    .iter()
                    .map(|column| (column + 1).to_string())
                    .collect();
                let line = form.replace('S', &columns.join(" "));
                let line = line.replace('G', &columns.concat());
                line.replace('I', &(at + 1).to_string()) + "\n"
            };
            let boards = found(n);
            let all = boards.len();
            let text: String = boards.into_iter().enumerate().map(line).collect();
            let read = read_all(&text, with_n(n));
            assert_eq!((read.boards.len(), wrong(&read)), (all, 0), "{text}");
        }
    }
}

/// Drawings of the only board of n = 1.
#[test]
fn one_square_is_read() {
    for text in [
        "<Q>\n",
        "QQ\n",
        "██\n",
        "| a |\n|---|\n| Q |\n",
        "+--+\n|##|\n+--+\n",
    ] {
        let read = read_all(text, with_n(1));
        assert_eq!((read.boards.len(), wrong(&read)), (1, 0), "{text}");
    }
}

#[test]
fn outputs_of_tutorials_are_read() {
    for (name, n, boards) in [
        ("B-bordered", 5, 10),
        ("B-bordered", 8, 92),
        ("A-slope", 8, 92),
        ("C-2", 8, 92),
    ] {
        let path = format!(
            "{}/tests/tutorials/{name}-{n}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let read = read_all(std::fs::read(path).unwrap(), with_n(n));
        assert_eq!((read.boards.len(), wrong(&read)), (boards, 0), "{name}");
    }
}

#[test]
fn what_is_read_is_said() {
    for (text, english) in [
        (".Q..\n...Q\nQ...\n..Q.\n", "1 drawing of 4 × 4, queens 'Q'"),
        ("2 4 1 3\n", "1 list of columns of 4 × 4, numbered from 1"),
        ("2 8 1 4\n", "1 list of bit masks of 4 × 4"),
        (
            "4 2 4 1 3\n",
            "1 list of columns of 4 × 4, n first, numbered from 1",
        ),
        (
            "1Q2/3Q/Q3/2Q1\nhello\n",
            "1 board in FEN of 4 × 4; 1 line of other text",
        ),
    ] {
        let said = read_all(text, Hints::default()).summary.text();
        assert_eq!(said.english.replace(", queens 'Q';", ";"), english);
        assert!(said.chinese.contains("4 × 4"), "{}", said.chinese);
    }
}

/// The sentence about a text that is not understood names forms whose examples are in the table of the documents.
#[test]
fn the_forms_that_are_named_are_documented() {
    let why = read_all("hello", Hints::default()).summary.not_read();
    let said = why.unwrap().text().english.into_owned();
    let (_, forms) = said.split_once("bezzel reads ").unwrap();
    let examples: Vec<_> = forms.split('\'').skip(1).step_by(2).collect();
    assert_eq!(examples.len(), 5, "{forms}");
    let path = format!("{}/../../docs/boards.md", env!("CARGO_MANIFEST_DIR"));
    let document = std::fs::read_to_string(path).unwrap();
    for example in &examples {
        assert!(document.contains(&format!("`{example}")), "{example}");
    }
}

#[test]
fn each_fault_is_named() {
    let fault = |text: &str| read_all(text, Hints::default()).boards[0].fault(false);
    assert_eq!(
        fault(".Q..\n...Q.\nQ...\n..Q.\n"),
        Some(BoardFault::Width { row: 1, found: 5 })
    );
    assert_eq!(
        fault(". Q . .\n. . . Q\nQ . . .\n"),
        Some(BoardFault::Size { found: 3 })
    );
    assert_eq!(
        fault("0 3 1 9\n"),
        Some(BoardFault::Outside { number: 9, base: 0 })
    );
    assert_eq!(
        fault(".Q.. // row 0\n...Q // row 1\n.... // row 2\n..Q. // row 3\n"),
        Some(BoardFault::EmptyRow { row: 2 })
    );
    let three = r#"{"n":4,"queens":[1,3,0]}"#;
    assert_eq!(fault(three), Some(BoardFault::Size { found: 3 }));
    assert_eq!(
        fault("[1, 3, null, 2]"),
        Some(BoardFault::EmptyRow { row: 2 })
    );
    // Cut in the middle, or at the end.
    for text in [
        "{0: 1, 1: 3, 3: }",
        "{0: 1, 1: 3, 3: 2}",
        "{0: 1, 1: 3, 2: , 3: 2}",
        "[{1: 2, 2: 4, 4: 3}]",
    ] {
        assert_eq!(fault(text), Some(BoardFault::EmptyRow { row: 2 }), "{text}");
    }
    let cut = read_all("{0: 1, 1: 3, 2: }", with_n(4));
    assert_eq!(
        cut.boards[0].fault(false),
        Some(BoardFault::Size { found: 3 })
    );
    // Totals for several n are no board.
    for text in [
        "{1: 1, 4: 2}",
        "{1: 1, 4: 2, 8: 92}",
        "{1: 1, 2: 0, 8: 5}",
        "{4: 2, 5: 10}",
    ] {
        assert!(read_all(text, Hints::default()).boards.is_empty(), "{text}");
    }
    // Two queens in a row: the first attacking pair, which may be another one.
    let pair = |text| match fault(text) {
        Some(BoardFault::Attack { pair }) => pair.line,
        other => panic!("{other:?}"),
    };
    assert_eq!(pair(".Q..\n.Q..\nQ..Q\n..Q.\n"), Line::Column);
    assert_eq!(pair(".Q..\n...Q\nQQ..\n..Q.\n"), Line::Column);
    assert_eq!(pair("Q..Q\n....\n....\n....\n"), Line::Row);
}

/// Text in brackets or between commas is no square.
#[test]
fn other_brackets_are_read_as_before() {
    let said = |text, hints| read_all(text, hints).summary.text().english.into_owned();
    for (text, english) in [
        (
            "[1,3,0,2,]\n",
            "1 list of columns of 4 × 4, numbered from 0",
        ),
        ("(0,)\n", "1 list of columns of 1 × 1"),
        (
            "[1] [1, 3, 0, 2]\n",
            "1 list of columns of 4 × 4, numbered from 0",
        ),
        (
            "(0, 1) (1, 3) (2, 0) (3, 2)\n",
            "1 list of pairs of 4 × 4, numbered from 0",
        ),
    ] {
        assert_eq!(said(text, Hints::default()), english, "{text}");
    }
    let read = read_all("[1] count [2] list\nTotal: [2]\n", with_n(4));
    assert_eq!(
        (
            read.boards.len(),
            read.summary.number.map(|number| number.1)
        ),
        (0, Some(2))
    );
}

#[test]
fn a_negative_number_is_none_of_a_column() {
    for text in [
        "-1 2\n",
        "-1,2\n",
        "[-1, 2]",
        "[[-1, 2, 1], [1, 2, 0]]",
        "{\"n\":2,\"queens\":[-1,0]}",
        "(-1, 2) (0, 1)\n",
        "[(0, 1), (1, -1), (2, 0), (3, 2)]",
        "{0: -1, 1: 3, 2: 0, 3: 2}",
        "Solution 1: [1, 3, -1, 2]\n",
        "0 -1\n1 3\n2 0\n3 2\n",
    ] {
        for hints in [
            Hints::default(),
            with_n(read_all(text, Hints::default()).boards[0].n),
        ] {
            let board = &read_all(text, hints).boards[0];
            let fault = board.fault(true);
            let is_negative = matches!(fault, Some(BoardFault::Outside { number: -1, .. }));
            assert!(is_negative, "{text}: {fault:?}");
            let said = fault.unwrap().text(board.n).english;
            assert!(
                said.starts_with("-1 is a negative number, expected "),
                "{said}"
            );
        }
    }
    let long = format!("-1 {}", "7 ".repeat(1 << 20));
    let fault = read_all(long, Hints::default()).boards[0].fault(false);
    assert!(
        matches!(fault, Some(BoardFault::Outside { number: -1, .. })),
        "{fault:?}"
    );
}

#[test]
fn pairs_on_one_line_are_one_board() {
    for hints in [with_n(2), Hints::default()] {
        let boards = |text| read_all(text, hints).boards.len();
        assert_eq!(boards("(1,2) (2,1)\n"), 1);
        // Without n, these may be pairs, too.
        assert_eq!(
            boards("[1, 2]\n[2, 1]\n"),
            hints.n.map_or(1, |n| n as usize)
        );
    }
}

#[test]
fn a_pair_is_row_and_column_or_x_and_y() {
    for text in [
        "1 2\n2 4\n3 1\n4 3\n",
        "[(1, 2), (2, 4), (3, 1), (4, 3)]",
        "[(2, 1), (4, 2), (1, 3), (3, 4)]",
    ] {
        let read = read_all(text, Hints::default());
        assert_eq!(read.boards[0].shows_base, Some(1));
        assert!(
            read.boards[0]
                .squares()
                .map(|(_, column)| column)
                .eq([1, 3, 0, 2]),
            "{text}"
        );
    }
}

/// Free squares are blanks in these drawings, and an editor cut off those at the ends of lines.
#[test]
fn rows_without_the_blanks_at_their_ends_are_read() {
    for text in [
        " Q\n   Q\nQ\n  Q\n\n..Q.\nQ...\n...Q\n.Q..\n",
        "  Q\n      Q\nQ\n    Q\n\n    Q\nQ\n      Q\n  Q\n",
        "| |Q| |\n| | | |Q\n|Q| | |\n| | |Q|\n\n| | |Q|\n|Q| | |\n| | | |Q\n| |Q| |\n",
    ] {
        for hints in [with_n(4), Hints::default()] {
            let read = read_all(text, hints);
            assert_eq!((read.boards.len(), wrong(&read)), (2, 0), "{text}");
        }
    }
    // More than one way: one or two characters for each square, or squares cut off in all rows.
    for text in [" Q\n  Q\n", "Q\n   Q\n", "| |Q|\n| | |\n|Q| |\n"] {
        let read = read_all(text, with_n(4));
        assert!(read.boards.is_empty(), "{text}{:?}", read.boards);
        assert_eq!(read.summary.text.as_ref().map(|text| text.0), Some(1));
    }
}

#[test]
fn a_list_that_is_never_closed_is_quoted() {
    for (text, line, quoted) in [
        ("{\"n\":4,\n", 1, "{\"n\":4,"),
        ("Solutions:\n\n[\n  [1, 3, 0, 2],\n", 3, "[ [1, 3, 0, 2],"),
    ] {
        let expected = (line, quoted.to_owned());
        let texts: Vec<_> = Items::new(text.as_bytes(), Hints::default())
            .filter_map(|item| match item {
                Ok(Item::Text { line, text }) => Some((line, text)),
                _ => None,
            })
            .collect();
        assert!(texts.contains(&expected), "{texts:?}");
    }
}

#[test]
fn two_meanings_are_asked_about() {
    let read = read_all("4 1 2 4 3\n", Hints::default());
    assert!(read.boards.is_empty());
    assert!(matches!(
        read.summary.not_read(),
        Some(NotRead::Ambiguous { line: 1, .. })
    ));
    let n = |hints| read_all("4 1 2 4 3\n", hints).boards[0].n;
    let base = Some(1);
    assert_eq!(
        n(Hints {
            base,
            ..Hints::default()
        }),
        4
    );
    let are_columns = Some(true);
    assert_eq!(
        n(Hints {
            are_columns,
            ..Hints::default()
        }),
        5
    );
    assert_eq!(n(with_n(4)), 4);
    // n is known, so it is also read before columns that are wrong.
    let queens = |text| read_all(text, with_n(4)).boards.swap_remove(0).queens;
    assert_eq!(queens("4 1 1 3 4\n"), queens("1 1 3 4\n"));
    // One meaning is a solution.
    assert_eq!(n(Hints::default().with("4 2 4 1 3\n")), 4);
}

trait With {
    fn with(self, text: &str) -> Self;
}

impl With for Hints {
    fn with(self, text: &str) -> Self {
        assert_eq!(read_all(text, self).boards.len(), 1);
        with_n(4)
    }
}

#[test]
fn boards_to_complete_have_blocked_squares() {
    let board: ConstrainedBoard = "Q..x\n....\n.x..\n....\n".parse().unwrap();
    for text in [
        "4\nQ . . x\n. . . .\n. x . .\n. . . .\n",
        "+---+---+---+---+\n| Q |   |   | # |\n|   |   |   |   |\n|   | # |   |   |\n|   |   |   |   |\n+---+---+---+---+\n",
        "Q2x/4/1x2/4",
        "[\"Q..x\", \"....\", \".x..\", \"....\"]",
        "1 0 0 -1\n0 0 0 0\n0 -1 0 0\n0 0 0 0\n",
        "[[1, 0, 0, -1],\n [0, 0, 0, 0],\n [0, -1, 0, 0],\n [0, 0, 0, 0]]\n",
        "{\"n\":4,\"queens\":[[0,0]],\"blocked\":[[0,3],[2,1]]}",
    ] {
        assert_eq!(
            text.parse::<ConstrainedBoard>().as_ref(),
            Ok(&board),
            "{text}"
        );
    }
    let blocked: ConstrainedBoard = "..x.\n....\n....\n....\n".parse().unwrap();
    for text in [
        "4\n**.*\n****\n****\n****\n",
        "4\n1 1 0 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n",
        "..*.\n....\n....\n....\n",
    ] {
        assert_eq!(
            text.parse::<ConstrainedBoard>().as_ref(),
            Ok(&blocked),
            "{text}"
        );
    }
    for (text, why) in [
        ("hello", "line 1 is 'hello': not understood"),
        ("", "expected a board, found none"),
        (
            "n = 4\nblocked: (0,0) (1,2)\n",
            "line 2 is 'blocked:': not understood",
        ),
        (
            "blocked = [(0,1),(1,3),(2,0),(3,2)]\n",
            "line 1 is 'blocked =': not understood",
        ),
        (
            "{'n': 4, 'blocked': [(0,1)]}",
            "expected a board such as {\"n\":4,",
        ),
        ("...\n..\n...\n", "line 1: row 1 has 2 squares, not 3"),
        (
            ".Q..\n....\n....\n....\n\n1 3 0 2\n",
            "expected one board, found another in line 6",
        ),
    ] {
        let error = text.parse::<ConstrainedBoard>().unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
    }
}

#[test]
fn puzzles_are_read() {
    let hints = Hints {
        expect: Expect::Puzzles,
        ..Hints::default()
    };
    for text in [
        "AABB\nACCB\nDCCB\nDDDB\n",
        "a a b b\na c c b\nd c c b\nd d d b\n",
        "0 0 1 1\n0 2 2 1\n3 2 2 1\n3 3 3 1\n",
        "1,1,2,2\n1,3,3,2\n4,3,3,2\n4,4,4,2\n",
        "[[0,0,1,1],[0,2,2,1],[3,2,2,1],[3,3,3,1]]",
        "const level = {\n  size: 4,\n  colorRegions: [\n    [\"A\", \"A\", \"B\", \"B\"],\n    [\"A\", \"C\", \"C\", \"B\"],\n    [\"D\", \"C\", \"C\", \"B\"],\n    [\"D\", \"D\", \"D\", \"B\"],\n  ],\n  regionColors: { A: red, B: blue },\n};\n",
        "🟥🟥🟦🟦\n🟥🟩🟩🟦\n🟨🟩🟩🟦\n🟨🟨🟨🟦\n",
        "#ff0000 #ff0000 #00ff00 #00ff00\n#ff0000 #0000ff #0000ff #00ff00\n#ffff00 #0000ff #0000ff #00ff00\n#ffff00 #ffff00 #ffff00 #00ff00\n",
        "red,red,blue,blue\nred,green,green,blue\npink,green,green,blue\npink,pink,pink,blue\n",
        "{\"board\": [\"AABB\", \"ACCB\", \"DCCB\", \"DDDB\"], \"name\": \"first\"}",
        "+---+---+---+---+\n|       |       |\n+   +---+---+   +\n|   |       |   |\n+---+       +   +\n|   |       |   |\n+   +---+---+   +\n|           |   |\n+---+---+---+---+\n",
    ] {
        let read = read_all(text, hints);
        assert_eq!(
            read.regions.len(),
            1,
            "{text}{}",
            read.summary.text().english
        );
        let rows = [[0, 0, 1, 1], [0, 2, 2, 1], [3, 2, 2, 1], [3, 3, 3, 1]];
        assert_eq!(read.regions[0].rows, rows, "{text}");
    }
}

#[test]
fn pieces_of_any_size_read_the_same() {
    let more = ["4 1 2 4 3\n", "hello\n", "\n", "0\n", "Total: 0"];
    let others = others();
    for text in others.iter().map(|text| &**text).chain(more) {
        let whole = read_all(text, Hints::default());
        for size in [1, 2, 3, 7] {
            let pieces = BufReader::with_capacity(size, text.as_bytes());
            let mut items = Items::new(pieces, Hints::default());
            let boards = items.by_ref().filter_map(|item| match item {
                Ok(Item::Board(board)) => Some(board),
                _ => None,
            });
            let boards: Vec<_> = boards.collect();
            assert_eq!(items.summary.text(), whole.summary.text(), "{text}");
            assert_eq!(boards, whole.boards, "{text}");
        }
    }
}
