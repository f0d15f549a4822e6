//! Numbers that programs print, alone and in sentences, and the numbering of rows and columns.

use bezzel::reader::{Hints, Rank, read_all};

use crate::{with_n, wrong};

/// Returns the number that a text states, and how sure that is.
fn stated(text: &str, n: u32) -> Option<(i128, Rank)> {
    let stated = read_all(text, with_n(n)).summary.number?;
    Some((stated.1, stated.2))
}

#[test]
fn a_number_is_found_in_text() {
    let named = |number| Some((number, Rank::Named));
    for (text, n, expected) in [
        ("Total: 92", 8, named(92)),
        ("There are 92 solutions for 8 queens.", 8, named(92)),
        ("There are 92 (ninety-two) solutions", 8, named(92)),
        ("8 皇后共有 92 个解", 8, named(92)),
        ("共有92种解法", 8, named(92)),
        ("8皇后问题共有92种解法", 8, named(92)),
        ("N = 8, solutions = 92, time = 12 ms", 8, named(92)),
        ("92 solutions found in 12 ms", 8, named(92)),
        ("92 solutions found in 0.01 s", 8, named(92)),
        ("Models       : 92", 8, named(92)),
        ("Es gibt 92 Lösungen für 8 Damen", 8, named(92)),
        ("14,772,512 solutions", 16, named(14_772_512)),
        ("14.772.512 Lösungen", 16, named(14_772_512)),
        ("Total: 14'772'512", 16, named(14_772_512)),
        ("n=8: 92", 8, Some((92, Rank::Text))),
        ("There are 1 solutions for 1 queens.", 1, named(1)),
        ("There are 0 solutions for 2 queens.", 2, named(0)),
        ("UNSATISFIABLE", 2, named(0)),
        ("Time: 12 ms", 8, None),
        ("8 queens", 8, None),
        ("took 0.5", 8, None),
        ("hello", 8, None),
    ] {
        assert_eq!(stated(text, n), expected, "{text}");
    }
    assert!(
        read_all("12:30:45 2026", Hints::default())
            .boards
            .is_empty()
    );
}

#[test]
fn a_prompt_before_a_number_is_nothing() {
    for text in [
        "Enter n: 92",
        "Enter n (1-20): 92",
        "How many queens? 92",
        "请输入 n：92",
    ] {
        for hints in [with_n(8), Hints::default()] {
            let summary = read_all(text, hints).summary;
            assert_eq!(summary.number, Some((1, 92, Rank::Alone)), "{text}");
            assert_eq!(summary.text, None, "{text}");
        }
    }
    // A board behind a prompt, and a menu.
    for (text, size) in [
        ("size? 2-4-1-3\n3-1-4-2\n", 4),
        (
            "How many queens do you want to place? Queen 1 is at row 1, column 1\n",
            1,
        ),
    ] {
        let read = read_all(text, with_n(size));
        assert_eq!((wrong(&read), read.summary.text), (0, None), "{text}");
        assert_eq!(read.boards.len() as u32, size.div_ceil(2), "{text}");
    }
    for menu in [
        "1) count 2) list 3) quit:",
        "[1] count [2] list [3] quit > ",
        "(1) count (2) list (3) quit",
        "0. quit, 1. all solutions, 2. one solution",
        "1、计数 2、列出 3、退出：",
        "Enter 1 to count or 2 to list the solutions: ",
    ] {
        for n in [1, 2, 4] {
            let read = read_all(menu, with_n(n));
            assert_eq!(
                (read.boards.len(), read.summary.number),
                (0, None),
                "{menu}"
            );
        }
    }
    assert_eq!(
        stated("There are no solutions for 2 queens.", 2),
        Some((0, Rank::Named))
    );
    assert_eq!(stated("Total: [92]", 8), Some((92, Rank::Named)));
    // The prompt with the answer of whoever was asked.
    assert_eq!(stated("Enter n: 8", 8), None);
    assert_eq!(stated("Enter n: 8\n92", 8), Some((92, Rank::Alone)));
}

/// The boards after it give the numbering of a board that shows none.
#[test]
fn the_numbering_is_that_of_later_boards() {
    for (text, n, columns) in [
        ("1 1\n1 2\n", 2, [0, 0]),
        ("1 2 1\n0 2 1\n", 3, [1, 2]),
        ("1 2 1 2\n2 4 1 3\n", 4, [0, 1]),
    ] {
        for hints in [with_n(n), Hints::default()] {
            let boards = read_all(text, hints).boards;
            let first: Vec<_> = boards[0].squares().map(|(_, column)| column).collect();
            assert_eq!(first[..2], columns, "{text:?}");
            assert_eq!(boards[0].shows_base, boards[1].shows_base, "{text:?}");
        }
    }
}
