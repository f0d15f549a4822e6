//! What is beside boards in logs, remarks and headings, and what only looks like that.

use bezzel::reader::{Hints, read_all};

use crate::{with_n, wrong};

/// Boards that are read, how many of them are wrong, and the number that the text states.
fn read(text: &str, hints: Hints) -> (usize, usize, Option<i128>) {
    let read = read_all(text, hints);
    let number = read.summary.number.map(|(_, number, _)| number);
    (read.boards.len(), wrong(&read), number)
}

#[test]
fn words_around_signs_are_no_rows() {
    for (text, expected) in [
        (
            "----- Solution 1 -----\n.Q..\n...Q\nQ...\n..Q.\n",
            (1, 0, Some(1)),
        ),
        ("- - - Total 2 - - -\n", (0, 0, Some(2))),
        ("..... Total: 2\n", (0, 0, Some(2))),
        ("Q - queen\n. - empty square\n... and so on\n", (0, 0, None)),
        // Another label begins another board, and so does the same one after other lines.
        ("first: .Q..\nsecond: ...Q\n", (2, 2, None)),
        // An attacked queen in a log, and one in a row without a queen.
        (
            "INFO . Q . .\nINFO . . . Q\nINFO . . . Q\nINFO . . Q .\nINFO 2 solutions\n",
            (1, 1, Some(2)),
        ),
        (
            ".Q..  row 0\n....  row 1\n....  row 2\n..Q.  row 3\n",
            (1, 1, None),
        ),
        // Remarks behind shapes, words and numbers.
        (
            "○●○○  第1行\n○○○●  第2行：第4列\n●○○○  第3行\n○○●○  第4行\n共1种\n",
            (1, 0, Some(1)),
        ),
        (
            "空皇空空 # 第1行\n空空空皇 # 第2行\n空空空皇 # 第3行\n空空皇空 # 第4行\n",
            (1, 1, None),
        ),
        (
            "0 1 0 0 // row 1\n0 0 0 1 // row 2\n1 0 0 0 // row 3\n0 0 1 0 // row 4\n",
            (1, 0, None),
        ),
        ("1 queen -> 1 solution\n", (0, 0, Some(1))),
        ("★★★ Total 2\n", (0, 0, Some(2))),
        ("Loading ....\nFound 2 solutions . . . .\n", (0, 0, Some(2))),
        ("ERROR: no solution\n", (0, 0, Some(0))),
    ] {
        for hints in [with_n(4), Hints::default()] {
            assert_eq!(read(text, hints), expected, "{text}");
        }
    }
}

/// A pair alone is no shape of an array if it is the only board, or if words say what it is.
#[test]
fn a_queen_is_no_shape() {
    for (text, boards) in [
        ("(2, 4)\n", 1),
        ("Queen: (2, 4)\n1 3 0 2\n", 2),
        ("(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n1 3 0 2\n", 2),
        ("(0, 1)\n.Q..\n....\n....\n....\n", 1),
        ("[(2, 4)]\n[1, 3, 0, 2]\n", 2),
        // A long line of numbers that count up is a list of columns.
        ("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", 1),
    ] {
        let read = read_all(text, Hints::default());
        assert_eq!(read.boards.len(), boards, "{text}{:?}", read.boards);
    }
    // Columns below heads; the first one counts the boards.
    let read = read_all("id,row 0,row 1,row 2\n1,0,2,1\n", Hints::default());
    assert_eq!(read.boards[0].n, 3);
}

/// A list is the board before it if it shows the other numbering. If it does not, it is another board.
#[test]
fn a_board_in_both_numberings_is_one() {
    for (text, expected) in [
        ("0-based: [1, 3, 0, 2]\n1-based: [2, 4, 1, 3]\n", (1, 0)),
        ("从1编号：2 4 1 3\n从0编号：1 3 0 2\n", (1, 0)),
        (
            "[1, 3, 0, 2] (1-based: [2, 4, 1, 3])\n[2, 0, 3, 1] (1-based: [3, 1, 4, 2])\n",
            (2, 0),
        ),
        ("[1, 3, 0, 2]\n[3, 1, 4, 2]\n", (2, 1)),
        ("[1, 3, 0, 2]\n[1, 3, 0, 2]\n", (2, 0)),
    ] {
        for hints in [with_n(4), Hints::default()] {
            let read = read(text, hints);
            assert_eq!((read.0, read.1), expected, "{text}");
        }
    }
}
