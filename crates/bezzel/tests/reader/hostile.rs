//! Hostile input: lines, lists and drawings that are longer than what the reader keeps.

use bezzel::reader::{Expect, Hints, NotRead, read_all};

/// Each is longer than the limit that it meets: most of them `times` as many lines, rows, words or brackets.
fn hostile(times: usize) -> Vec<(&'static str, Vec<u8>)> {
    let whole = |text: &str, length: usize| text.repeat(length).into_bytes();
    let repeated = |text: &str, length: usize| whole(text, times * length);
    vec![
        ("brackets", repeated("[", 4_000)),
        ("closing", repeated("]", 4_000)),
        (
            "nested",
            [repeated("[", 4_000), repeated("]", 4_000)].concat(),
        ),
        ("braces", repeated("{\"a\":", 6_000)),
        ("letters", whole("x", 1_200_000)),
        ("digits", whole("7", 1_200_000)),
        ("numbers", whole("7 ", 600_000)),
        ("signs", repeated("Q.\n", 4_000)),
        ("words", repeated("Queen 1 is at 2\n", 2_000)),
        ("text", repeated("a b c\n", 4_000)),
        ("zeros", repeated("0 0 0 0 0\n", 6_000)),
        ("singles", repeated("1\n", 4_000)),
        ("frames", repeated("+--+\n|  |\n", 4_000)),
        ("headers", repeated("1 2 3\n\n", 4_000)),
        (
            "invalid",
            repeated("\u{ff}", 10)
                .into_iter()
                .chain([0xff, 0xfe, 0x80, 0, 10].repeat(times * 2_000))
                .collect(),
        ),
        ("escapes", repeated("\x1b[31m\x1b]0;", 2_000)),
        ("numbers in words", repeated("ab 1 ", 4_000)),
        ("numbers and colons", repeated("1:2 ", 5_000)),
        ("ragged", repeated(". Q . .\n. Q .\n", 200)),
        ("slashes", repeated("1/", 8_000)),
        ("pairs", repeated("(1, 999999999999)", 4_000)),
        (
            "unicode",
            // Beyond its first planes, most of Unicode is unassigned or private.
            (1..0x11_0000)
                .filter(|code| times > 5 || *code < 0x3_0000 || code % 64 == 0)
                .filter_map(char::from_u32)
                .collect::<String>()
                .into_bytes(),
        ),
    ]
}

/// A reader whose time grows with the square of the length would need minutes for these lengths, too.
#[test]
fn hostile_input_is_read_in_bounded_time_and_one_sentence() {
    read_hostile(5);
}

#[test]
#[ignore = "takes a minute: scripts/test --all runs it"]
fn long_hostile_input_is_read_in_bounded_time_and_one_sentence() {
    read_hostile(50);
}

fn read_hostile(times: usize) {
    for (name, text) in hostile(times) {
        for expect in [Expect::Boards, Expect::Constraints, Expect::Puzzles] {
            let hints = Hints {
                expect,
                ..Hints::default()
            };
            let read = read_all(&text, hints);
            for board in &read.boards {
                board.fault(false);
            }
            let summary = read.summary;
            let said = summary
                .not_read()
                .map_or(summary.text().english.into_owned(), |why| why.to_string());
            assert!(
                said.len() < 1000 && said.lines().count() == 1,
                "{name}: {said}"
            );
            assert!(
                !said.contains(|letter: char| letter.is_control()),
                "{name}: {said}"
            );
        }
    }
}

#[test]
fn rows_without_squares_are_no_boards() {
    for (text, n) in [("|||||\n||\n||", 4), ("<td\n>", 2)] {
        let hints = Hints {
            n: Some(n),
            ..Hints::default()
        };
        assert!(read_all(text, hints).boards.is_empty(), "{text}");
    }
}

/// Drawings that are larger than the reader keeps are not understood, and no part of them is a wrong board.
#[test]
fn a_drawing_that_is_too_large_is_not_understood() {
    let row = |n: usize| format!("{}Q", ".".repeat(n - 1));
    let list = |rows: usize, row: &str| format!("[{}]", vec![format!("\"{row}\""); rows].join(","));
    for text in [
        format!("{0}\n{0}\n", row(5000)),
        list(3, &row(40_000)),
        list(4100, ".Q"),
    ] {
        let read = read_all(&text, Hints::default());
        assert!(read.boards.is_empty(), "{:?}", read.summary.text());
        let why = read.summary.not_read();
        assert!(
            matches!(why, Some(NotRead::NotUnderstood { .. })),
            "{why:?}"
        );
    }
}
