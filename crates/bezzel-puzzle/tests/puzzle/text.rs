//! Puzzles as text: round trips and errors.

use std::io::BufReader;

use bezzel::ReadError;
use bezzel::reader::Hints;
use bezzel_puzzle::{Contents, Grade, Mark, Marks, Reader, SolutionCount};
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
fn a_text_of_neither_kind_is_told_the_forms_of_both() {
    for text in ["AAB\nABB\nCC\n", "hello"] {
        let error = Contents::read(text, Hints::default())
            .unwrap_err()
            .to_string();
        for form in ["drawings such as", "puzzles such as 'AABB'"] {
            assert!(error.contains(form), "{error}");
        }
    }
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
fn errors_name_the_line() {
    for (document, message) in [
        (
            "",
            "expected n rows of n squares in n regions, such as 'AABB', lists or JSON, found no puzzle",
        ),
        (
            "AAAB\nACBB\nCCCB\nDDC\n",
            "line 1: expected as many squares as rows, found 4 rows and 3 squares in row 3",
        ),
        (
            "AAAB\nAABB\nAAAB\nDDAA\n",
            "line 1: expected 4 regions on a board of 4 rows, found 3",
        ),
        (
            "AAAB\nAC#B\n#CCB\nDDCC\n",
            "line 1: expected 4 regions on a board of 4 rows, found 5; queens are drawn below the regions, after an empty \
             line, and each square needs a region",
        ),
        (
            "[[\"A\",\"A\",\"A\",\"B\"],[\"A\",\"C\",null,\"B\"],[\"C\",\"C\",\"C\",\"B\"],[\"D\",\"D\",\"C\",\"C\"]]",
            "line 1: expected 4 regions on a board of 4 rows, found 5; queens are drawn below the regions, after an empty \
             line, and each square needs a region",
        ),
        (
            "AAAB\nACBB\nCCCB\nDDCC\nDDCC\n",
            "line 1: expected as many squares as rows, found 5 rows and 4 squares in row 0",
        ),
        (
            "AAAB\nACBB\nCCCB\nDDCC\nEECC\n",
            "line 1: expected as many squares as rows, found 5 rows and 4 squares in row 0",
        ),
        (
            "[[0,0,0,1],[0,2,1,1],[2,2,2,1],[3,3,2,2],[3,3,2,2]]",
            "line 1: expected as many squares as rows, found 5 rows and 4 squares in row 0",
        ),
        (
            "AAAABBBBCCCCDDDD\nAAAABBBBCCCCDDDE\nAAAABBBBCCCCDDEE\n",
            "line 1: expected as many squares as rows, found 3 rows and 16 squares in row 0",
        ),
        (
            "AAAABBBBCCCCDDDD\nAAAABBBBCCCCDDDE\nAAAABBBBCCCCDDDD\nAAAABBBBCCCCDDDD\n",
            "line 1: expected as many squares as rows, found 4 rows and 16 squares in row 0",
        ),
        (
            "hello world",
            "line 1: expected n rows of n squares in n regions, such as 'AABB', lists or JSON, found 'hello world'",
        ),
    ] {
        assert_eq!(error(document), message, "{document:?}");
    }
    let two = format!("{SMALL}\n{SMALL}");
    assert_eq!(error(&two), "expected one puzzle, found several");
}

/// Forms in which people paste the puzzle `SMALL`.
const PASTED: &[&str] = &[
    "#f00,#f00,#f00,#0f0\n#f00,#00f,#0f0,#0f0\n#00f,#00f,#00f,#0f0\n#ff0,#ff0,#00f,#00f\n",
    "[[\"tan\",\"tan\",\"tan\",\"blue\"],[\"tan\",\"red\",\"blue\",\"blue\"],[\"red\",\"red\",\"red\",\"blue\"],[\"pink\",\"pink\",\"red\",\"red\"]]",
    "export const level: Level = {\n  size: 4,\n  regions: [\n    [\"A\",\"A\",\"A\",\"B\"],\n    [\"A\",\"C\",\"B\",\"B\"],\n    [\"C\",\"C\",\"C\",\"B\"],\n    [\"D\",\"D\",\"C\",\"C\"],\n  ],\n  colors: { A: mint, B: coral },\n};\n",
    "| | 1 | 2 | 3 | 4 |\n|---|---|---|---|---|\n| 1 | A | A | A | B |\n| 2 | A | C | B | B |\n| 3 | C | C | C | B |\n| 4 | D | D | C | C |\n",
    "1. AAAB\n2. ACBB\n3. CCCB\n4. DDCC\n",
    "row 0: AAAB\nrow 1: ACBB\nrow 2: CCCB\nrow 3: DDCC\n",
    "rows:\n  - AAAB\n  - ACBB\n  - CCCB\n  - DDCC\n",
    "> AAAB\n> ACBB\n> CCCB\n> DDCC\n",
    "AAAB/ACBB/CCCB/DDCC\n",
    "aaab, acbb, cccb, ddcc\n",
    "Easy\nAAAB\nACBB\nCCCB\nDDCC\n",
    "int grid[4][4] = {{0,0,0,1},{0,2,1,1},{2,2,2,1},{3,3,2,2}};\n",
    "０００１\n０２１１\n２２２１\n３３２２\n",
    "Puzzle 1\nAAAB\nACBB\nCCCB\nDDCC\n",
    "4 4\nAAAB\nACBB\nCCCB\nDDCC\n",
    "r1,r2,r3,r4\nA,A,A,B\nA,C,B,B\nC,C,C,B\nD,D,C,C\n",
    "grid = \"\"\"AAAB\nACBB\nCCCB\nDDCC\"\"\"\n",
    "GRID = \"\"\"\nAAAB\nACBB\nCCCB\nDDCC\n\"\"\"\n",
    "board := [][]int{\n\t{0, 0, 0, 1},\n\t{0, 2, 1, 1},\n\t{2, 2, 2, 1},\n\t{3, 3, 2, 2},\n}\n",
    "A = [1 1 1 2; 1 3 2 2; 3 3 3 2; 4 4 3 3];\n",
    "[0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 2, 1, 3, 3, 2, 2]\n",
    "[['blue', 'blue', 'blue', 'pink'], ['blue', 'teal', 'pink', 'pink'],\n['teal', 'teal', 'teal', 'pink'], ['gold', 'gold', 'teal', 'teal']]\n",
    "🟦🟦🟦🟥\n🟦🟩🟥🟥\n🟩🟩🟩🟥\n🟨🟨🟩🟩\n",
    "   0   1   2   3\n  ┌───────────┬───┐\n0 │ a   a   a │ b │\n  │   ┌───┬───┘   │\n1 │ a │ c │ b   b │\n  ├───┘   └───┐   │\n2 │ c   c   c │ b │\n  ├───────┐   └───┤\n3 │ d   d │ c   c │\n  └───────┴───────┘\n",
    "val board = arrayOf(\n    intArrayOf(0, 0, 0, 1),\n    intArrayOf(0, 2, 1, 1),\n    intArrayOf(2, 2, 2, 1),\n    intArrayOf(3, 3, 2, 2),\n)\n",
    "#ff0000 #ff0000 #ff0000 #800080\n#ff0000 #00ff00 #800080 #800080\n#00ff00 #00ff00 #00ff00 #800080\n#123456 #123456 #00ff00 #00ff00\n",
    "#123456 #123456 #123456 #800080\n#123456 #00ff00 #800080 #800080\n#00ff00 #00ff00 #00ff00 #800080\n#ff0000 #ff0000 #00ff00 #00ff00\n",
    "<table>\n<tr><td class=\"red\"></td><td class=\"red\"></td><td class=\"red\"></td><td class=\"blue\"></td></tr>\n<tr><td class=\"red\"></td><td class=\"green\"></td><td class=\"blue\"></td><td class=\"blue\"></td></tr>\n<tr><td class=\"green\"></td><td class=\"green\"></td><td class=\"green\"></td><td class=\"blue\"></td></tr>\n<tr><td class=\"grey\"></td><td class=\"grey\"></td><td class=\"green\"></td><td class=\"green\"></td></tr>\n</table>\n",
    "R0 R0 R0 R1\nR0 R2 R1 R1\nR2 R2 R2 R1\nR3 R3 R2 R2\n",
    "AAABACBBCCCBDDCC\n",
    ":red_square::red_square::red_square::blue_square:\n:red_square::green_square::blue_square::blue_square:\n:green_square::green_square::green_square::blue_square:\n:white_large_square::white_large_square::green_square::green_square:\n",
    "AAAB  # row 0\nACBB  # row 1\nCCCB  # row 2\nDDCC  # row 3\n",
    "第1行：A A A B\n第2行：A C B B\n第3行：C C C B\n第4行：D D C C\n",
    "{\"n\": 4, \"regions\": \"AAABACBBCCCBDDCC\"}\n",
    "```text\nAAAB\nACBB\nCCCB\nDDCC\n```\n",
    "{'A': [(0, 0), (0, 1), (0, 2), (1, 0)], 'B': [(0, 3), (1, 2), (1, 3), (2, 3)], 'C': [(1, 1), (2, 0), (2, 1), (2, 2), (3, 2), (3, 3)], 'D': [(3, 0), (3, 1)]}\n",
    "{\"size\": 4, \"regions\": [[[0, 0], [0, 1], [0, 2], [1, 0]], [[0, 3], [1, 2], [1, 3], [2, 3]], [[1, 1], [2, 0], [2, 1], [2, 2], [3, 2], [3, 3]], [[3, 0], [3, 1]]]}\n",
    "A: (1,1) (1,2) (1,3) (2,1)\nB: (1,4) (2,3) (2,4) (3,4)\nC: (2,2) (3,1) (3,2) (3,3) (4,3) (4,4)\nD: (4,1) (4,2)\n",
    "regions = [\n    [(0, 0), (0, 1), (0, 2), (1, 0)],\n    [(0, 3), (1, 2), (1, 3), (2, 3)],\n    [(1, 1), (2, 0), (2, 1), (2, 2), (3, 2), (3, 3)],\n    [(3, 0), (3, 1)],\n]\n",
    "    1 2 3 4\n1 | 1 1 1 2\n2 | 1 3 2 2\n3 | 3 3 3 2\n4 | 4 4 3 3\n",
    "    a b c d\n1 | A A A B\n2 | A C B B\n3 | C C C B\n4 | D D C C\n",
    "row,col,region\n0,0,A\n0,1,A\n0,2,A\n0,3,B\n1,0,A\n1,1,C\n1,2,B\n1,3,B\n2,0,C\n2,1,C\n2,2,C\n2,3,B\n3,0,D\n3,1,D\n3,2,C\n3,3,C\n",
    "x\ty\tcolor\n1\t1\t#f00\n2\t1\t#f00\n3\t1\t#f00\n4\t1\t#0f0\n1\t2\t#f00\n2\t2\t#00f\n3\t2\t#0f0\n4\t2\t#0f0\n1\t3\t#00f\n2\t3\t#00f\n3\t3\t#00f\n4\t3\t#0f0\n1\t4\t#ff0\n2\t4\t#ff0\n3\t4\t#00f\n4\t4\t#00f\n",
    "| region_id | r | c |\n|---|---|---|\n| 0 | 0 | 0 |\n| 0 | 0 | 1 |\n| 0 | 0 | 2 |\n| 1 | 0 | 3 |\n| 0 | 1 | 0 |\n| 2 | 1 | 1 |\n| 1 | 1 | 2 |\n| 1 | 1 | 3 |\n| 2 | 2 | 0 |\n| 2 | 2 | 1 |\n| 2 | 2 | 2 |\n| 1 | 2 | 3 |\n| 3 | 3 | 0 |\n| 3 | 3 | 1 |\n| 2 | 3 | 2 |\n| 2 | 3 | 3 |\n",
    "A: a1 b1 c1 a2\nB: d1 c2 d2 d3\nC: b2 a3 b3 c3 c4 d4\nD: a4 b4\n",
    "- **Region A**: r1c1, r1c2, r1c3, r2c1\n- **Region B**: r1c4, r2c3, r2c4, r3c4\n- **Region C**: r2c2, r3c1, r3c2, r3c3, r4c3, r4c4\n- **Region D**: r4c1, r4c2\n",
    "{\"regions\": {\"A\": [\"A1\", \"B1\", \"C1\", \"A2\"], \"B\": [\"D1\", \"C2\", \"D2\", \"D3\"], \"C\": [\"B2\", \"A3\", \"B3\", \"C3\", \"C4\", \"D4\"], \"D\": [\"A4\", \"B4\"]}}",
    "{\"regions\": [{\"id\": \"A\", \"cells\": [{\"row\": 0, \"col\": 0}, {\"row\": 0, \"col\": 1}, {\"row\": 0, \"col\": 2}, {\"row\": 1, \"col\": 0}]}, {\"id\": \"B\", \"cells\": [{\"row\": 0, \"col\": 3}, {\"row\": 1, \"col\": 2}, {\"row\": 1, \"col\": 3}, {\"row\": 2, \"col\": 3}]}, {\"id\": \"C\", \"cells\": [{\"row\": 1, \"col\": 1}, {\"row\": 2, \"col\": 0}, {\"row\": 2, \"col\": 1}, {\"row\": 2, \"col\": 2}, {\"row\": 3, \"col\": 2}, {\"row\": 3, \"col\": 3}]}, {\"id\": \"D\", \"cells\": [{\"row\": 3, \"col\": 0}, {\"row\": 3, \"col\": 1}]}]}",
    "[{\"x\": 0, \"y\": 0, \"color\": \"A\"}, {\"x\": 1, \"y\": 0, \"color\": \"A\"}, {\"x\": 2, \"y\": 0, \"color\": \"A\"}, {\"x\": 3, \"y\": 0, \"color\": \"B\"}, {\"x\": 0, \"y\": 1, \"color\": \"A\"}, {\"x\": 1, \"y\": 1, \"color\": \"C\"}, {\"x\": 2, \"y\": 1, \"color\": \"B\"}, {\"x\": 3, \"y\": 1, \"color\": \"B\"}, {\"x\": 0, \"y\": 2, \"color\": \"C\"}, {\"x\": 1, \"y\": 2, \"color\": \"C\"}, {\"x\": 2, \"y\": 2, \"color\": \"C\"}, {\"x\": 3, \"y\": 2, \"color\": \"B\"}, {\"x\": 0, \"y\": 3, \"color\": \"D\"}, {\"x\": 1, \"y\": 3, \"color\": \"D\"}, {\"x\": 2, \"y\": 3, \"color\": \"C\"}, {\"x\": 3, \"y\": 3, \"color\": \"C\"}]",
    "regions = [| 1,1,1,2\n           | 1,3,2,2\n           | 3,3,3,2\n           | 4,4,3,3 |];\n",
    "<div class=\"cell cell-color-0 wide\" data-cell-idx=\"0\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-0 wide\" data-cell-idx=\"1\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-0 wide\" data-cell-idx=\"2\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-1 wide\" data-cell-idx=\"3\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-0 wide\" data-cell-idx=\"4\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-2 wide\" data-cell-idx=\"5\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-1 wide\" data-cell-idx=\"6\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-1 wide\" data-cell-idx=\"7\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-2 wide\" data-cell-idx=\"8\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-2 wide\" data-cell-idx=\"9\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-2 wide\" data-cell-idx=\"10\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-1 wide\" data-cell-idx=\"11\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-3 wide\" data-cell-idx=\"12\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-3 wide\" data-cell-idx=\"13\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-2 wide\" data-cell-idx=\"14\">\n<div class=\"content\"></div>\n</div>\n<div class=\"cell cell-color-2 wide\" data-cell-idx=\"15\">\n<div class=\"content\"></div>\n</div>",
    "<table><tr><td style=\"background-color: rgb(9, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(9, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(9, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(10, 0, 0); width: 9px\"></td></tr><tr><td style=\"background-color: rgb(9, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(11, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(10, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(10, 0, 0); width: 9px\"></td></tr><tr><td style=\"background-color: rgb(11, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(11, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(11, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(10, 0, 0); width: 9px\"></td></tr><tr><td style=\"background-color: rgb(12, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(12, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(11, 0, 0); width: 9px\"></td><td style=\"background-color: rgb(11, 0, 0); width: 9px\"></td></tr></table>\n",
    "<svg>\n<rect x=\"0\" y=\"0\" width=\"1\" height=\"1\" fill=\"red\"/>\n<rect x=\"1\" y=\"0\" width=\"1\" height=\"1\" fill=\"red\"/>\n<rect x=\"2\" y=\"0\" width=\"1\" height=\"1\" fill=\"red\"/>\n<rect x=\"3\" y=\"0\" width=\"1\" height=\"1\" fill=\"tan\"/>\n<rect x=\"0\" y=\"1\" width=\"1\" height=\"1\" fill=\"red\"/>\n<rect x=\"1\" y=\"1\" width=\"1\" height=\"1\" fill=\"blue\"/>\n<rect x=\"2\" y=\"1\" width=\"1\" height=\"1\" fill=\"tan\"/>\n<rect x=\"3\" y=\"1\" width=\"1\" height=\"1\" fill=\"tan\"/>\n<rect x=\"0\" y=\"2\" width=\"1\" height=\"1\" fill=\"blue\"/>\n<rect x=\"1\" y=\"2\" width=\"1\" height=\"1\" fill=\"blue\"/>\n<rect x=\"2\" y=\"2\" width=\"1\" height=\"1\" fill=\"blue\"/>\n<rect x=\"3\" y=\"2\" width=\"1\" height=\"1\" fill=\"tan\"/>\n<rect x=\"0\" y=\"3\" width=\"1\" height=\"1\" fill=\"lime\"/>\n<rect x=\"1\" y=\"3\" width=\"1\" height=\"1\" fill=\"lime\"/>\n<rect x=\"2\" y=\"3\" width=\"1\" height=\"1\" fill=\"blue\"/>\n<rect x=\"3\" y=\"3\" width=\"1\" height=\"1\" fill=\"blue\"/>\n</svg>\n",
    "AAAAAABB\nAACCBBBB\nCCCCCCBB\nDDDDCCCC\n",
    "0,0,0,1,0,2,1,1,2,2,2,1,3,3,2,2\n",
    "1 2 3 4\nA A A B\nA C B B\nC C C B\nD D C C\n",
    "| | C1 | C2 | C3 | C4 |\n|---|---|---|---|---|\n| R1 | A | A | A | B |\n| R2 | A | C | B | B |\n| R3 | C | C | C | B |\n| R4 | D | D | C | C |\n",
    "{\"regions\": \"AAAB\\nACBB\\nCCCB\\nDDCC\"}\n",
];

#[test]
fn pasted_puzzles_are_read() {
    for text in PASTED {
        let puzzle = text.parse::<Puzzle>().map(|puzzle| puzzle.to_string());
        assert_eq!(puzzle.as_deref().ok(), Some(SMALL), "{text}: {puzzle:?}");
    }
}

/// Of squares one by one, each has to be there once, and the first ones are no smaller puzzle.
#[test]
fn squares_one_by_one_are_a_puzzle_if_none_is_missing() {
    let regions = [
        "A: a1 b1 a2 b2",
        "B: c1 d1 c2 d2",
        "C: a3 b3 a4 b4",
        "D: c3 c4 d3 e4",
    ];
    let last = "E: e1 e2 e3 d4 a5 b5 c5 d5 e5";
    let text = format!("{}\n{last}\n", regions.join("\n"));
    assert_eq!(
        text.parse::<Puzzle>().unwrap().to_string(),
        "AABBC\nAABBC\nDDEEC\nDDECE\nCCCCC\n"
    );
    let table: Vec<String> = (0..16)
        .map(|at| format!("{},{},{}", at / 4, at % 4, at / 4))
        .collect();
    let with = |lines: &[String]| format!("row,col,region\n{}\n", lines.join("\n"));
    assert!(with(&table).parse::<Puzzle>().is_ok());
    let twice = [&table[..15], &table[..1]].concat();
    for text in [
        with(&table[..15]),
        with(&twice),
        text.replace("c5", "c4"),
        with(&table).replace("col", "colour"),
    ] {
        assert!(
            error(&text).contains("expected n rows of n squares"),
            "{text}"
        );
    }
}

/// Five lines could also be those between and around 2 × 2 squares.
#[test]
fn five_rows_with_bars_are_read() {
    let rows = "AAAAA\nBAACC\nBDDCE\nDDDCC\nCCCCC\n";
    let line = |row: &str| {
        let squares = row.chars().map(|square| format!(" {square} |"));
        format!("|{}\n", squares.collect::<String>())
    };
    let text: String = rows.lines().map(line).collect();
    assert_eq!(text.parse::<Puzzle>().unwrap().to_string(), rows);
}

/// Nine lines could also be those between and around 4 × 4 squares.
#[test]
fn seven_rows_in_a_frame_are_read() {
    let rows = "AABBCDD\nABBCCDD\nAAACCDD\nEAACCCD\nEEFFCCC\nEGGGGCC\nEGGGGCC\n";
    let inner: String = rows.lines().map(|row| format!("|{row}|\n")).collect();
    let text = format!("+-------+\n{inner}+-------+\n");
    assert_eq!(text.parse::<Puzzle>().unwrap().to_string(), rows);
    let table = "\\begin{tabular}{ccccccc}\n";
    let inner = |row: &str| {
        row.chars()
            .map(String::from)
            .collect::<Vec<_>>()
            .join(" & ")
    };
    let inner: String = rows.lines().map(|row| inner(row) + " \\\\\n").collect();
    let text = format!("{table}{inner}\\end{{tabular}}\n");
    assert_eq!(text.parse::<Puzzle>().unwrap().to_string(), rows);
}

#[test]
fn solutions_are_no_marks_and_marks_may_have_other_signs() {
    let regions = r#"[[0,0,0,1],[0,2,1,1],[2,2,2,1],[3,3,2,2]]"#;
    for solution in [
        "[1,3,0,2]",
        "[[0,1],[1,3],[2,0],[3,2]]",
        r#"[".Q..","...Q","Q...","..Q."]"#,
    ] {
        let text = format!(r#"{{"regions": {regions}, "solution": {solution}}}"#);
        let (puzzle, marks) = Puzzle::read(text.as_bytes()).unwrap();
        assert_eq!(
            (
                puzzle.to_string().as_str(),
                marks.squares_with(Mark::Queen).count()
            ),
            (SMALL, 0),
            "{text}"
        );
    }
    for (drawing, queens, crossed) in [
        ("⬜👑⬜⬜\n⬜⬜❌⬜\n⬜⬜⬜⬜\n⬜⬜⬜⬜\n", 1, 1),
        (".★..\n....\n....\n....\n", 1, 0),
        ("....\n..x.\nq...\n....\n", 1, 1),
    ] {
        let (_, marks) = Puzzle::read(format!("{SMALL}\n{drawing}").as_bytes()).unwrap();
        let found = (
            marks.squares_with(Mark::Queen).count(),
            marks.squares_with(Mark::Cross).count(),
        );
        assert_eq!(found, (queens, crossed), "{drawing}");
    }
    // Rows that are too short, too long or too many are no text beside the puzzle.
    for drawing in [
        "..Q\n...\n...\n...\n",
        "Q....\n.....\n.....\n.....\n",
        "Q...\n",
    ] {
        let text = format!("{SMALL}\n{drawing}");
        assert_eq!(
            error(&text),
            "line 6: expected 4 rows of 4 marks '.', 'Q' or 'x'",
            "{drawing}"
        );
    }
}

#[test]
fn regions_may_have_several_parts() {
    let puzzle: Puzzle = "AAAB\nCCBB\nCCCB\nDDBA\n".parse().unwrap();
    assert_eq!(
        puzzle.parts_text().unwrap().english,
        "region A has 2 parts, region B has 2 parts"
    );
}

#[test]
fn regions_outside_of_a_board_are_no_puzzle() {
    let far = format!("({},{})", -i64::MAX, i64::MAX);
    for square in ["(0,0)", &far] {
        let region = format!("A: {0} {0} {0} {0}\n", square);
        assert_eq!(
            error(&region.repeat(4)),
            "expected n rows of n squares in n regions, such as 'AABB', lists or JSON, found no puzzle"
        );
    }
}

#[test]
fn other_words_of_squares_are_no_rows() {
    let square = r#"{"region": 1, "state": "none"}"#;
    let row = format!("[{}]", [square; 4].join(", "));
    let text = format!(
        r#"{{"name": "a puzzle", "grid": [{}]}}"#,
        [&*row; 4].join(", ")
    );
    assert!(error(&text).contains("expected n rows of n squares"));
}

#[test]
fn reading_continues_after_a_faulty_puzzle() {
    let document = format!("{SMALL}\nAAAB\nACBB\nCCCB\nDDC\n\n{SMALL}");
    let read: Vec<bool> = Reader::new(document.as_bytes())
        .map(|read| read.is_ok())
        .collect();
    assert_eq!(read, [true, false, true]);
    // Puzzles need no empty line between them, and a sentence with a word for each square is no row.
    let document = format!("{}One queen each row\n", SMALL.repeat(101));
    let mut reader = Reader::new(document.as_bytes());
    assert_eq!(reader.by_ref().filter(Result::is_ok).count(), 101);
    let other = reader.other_text().unwrap().english;
    assert!(other.ends_with("line 405: 'One queen each row'"), "{other}");
    // Two rows only, and rows that are none.
    let document = format!("{SMALL}\nAABB\nCCDD\n\n{SMALL}");
    let read = Reader::new(document.as_bytes()).map(|read| read.is_ok());
    assert!(read.eq([true, false, true]));
    let document = format!("# small\n{SMALL}\nAABB\nC?DD\n\n{SMALL}");
    let mut reader = Reader::new(document.as_bytes());
    assert!(reader.by_ref().all(|read| read.is_ok()));
    let other = reader.other_text().unwrap().english;
    assert_eq!(
        other,
        "2 lines of other text ignored, the first is line 7: 'AABB'"
    );
    let mut reader = Reader::new(SMALL.as_bytes());
    assert_eq!((reader.by_ref().count(), reader.other_text()), (1, None));
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
            }
            (whole, pieces) => prop_assert!(false, "{:?} but in pieces {:?}", whole, pieces),
        }
    }
}

/// Checks that a document is read the same byte by byte.
pub fn assert_same_in_pieces(document: &[u8]) {
    let line = |read: Result<(Puzzle, Marks), ReadError>| read.map_err(|error| error.to_string());
    let whole: Vec<_> = Reader::new(document).map(line).collect();
    let pieces = Reader::new(BufReader::with_capacity(1, document));
    assert_eq!(pieces.map(line).collect::<Vec<_>>(), whole);
}
