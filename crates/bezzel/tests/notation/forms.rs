//! The exact form of each notation, and the other forms that are read too.

use super::*;
use bezzel::{Line, Square};

const FOUR: [u32; 4] = [1, 3, 0, 2];

fn written(notation: Notation) -> String {
    let document = write_all(notation, &Options::default(), &[columns(&FOUR)]);
    String::from_utf8(document).unwrap()
}

#[test]
fn text_forms() {
    let coordinates = "\
(2, 1)(4, 2)(1, 3)(3, 4)
******
*  # *
*#   *
*   #*
* #  *
******
";
    let unicode = "\
┌────────┐
│  ♛░  ░░│
│░░  ░░♛ │
│♛ ░░  ░░│
│░░  ♛░  │
└────────┘
";
    assert_eq!(written(Notation::Positions), "1 3 0 2\n");
    assert_eq!(written(Notation::Coordinates), coordinates);
    assert_eq!(written(Notation::Grid), ".Q..\n...Q\nQ...\n..Q.\n");
    assert_eq!(
        written(Notation::Leetcode),
        "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]]\n"
    );
    assert_eq!(
        written(Notation::Json),
        "{\"n\":4,\"queens\":[1,3,0,2],\"symmetry\":\"quarter-turn\"}\n"
    );
    assert_eq!(written(Notation::Unicode), unicode);
}

#[test]
fn partial_forms() {
    let board = Placement::from_rows([None, Some(0), None]).unwrap();
    let written = |notation| {
        String::from_utf8(write_all(
            notation,
            &Options::default(),
            std::slice::from_ref(&board),
        ))
        .unwrap()
    };
    assert_eq!(written(Notation::Positions), "- 0 -\n");
    assert_eq!(written(Notation::Grid), "...\nQ..\n...\n");
    assert_eq!(
        written(Notation::Json),
        "{\"n\":3,\"queens\":[null,0,null],\"symmetry\":\"none\"}\n"
    );
}

#[test]
fn empty_documents_are_well_formed() {
    let end = |notation, total| {
        let writer = Writer::new(Vec::new(), notation, Options::default());
        String::from_utf8(writer.finish(total).unwrap()).unwrap()
    };
    assert_eq!(end(Notation::Leetcode, None), "[]\n");
    assert_eq!(end(Notation::Positions, Some(0)), "");
    assert_eq!(end(Notation::Coordinates, Some(0)), "Total: 0\n");
    assert!(end(Notation::Svg, None).ends_with("</svg>\n"));
}

#[test]
fn the_total_closes_coordinates() {
    let mut writer = Writer::new(Vec::new(), Notation::Coordinates, Options::default());
    writer.write(&columns(&[0])).unwrap();
    let document = String::from_utf8(writer.finish(Some(1)).unwrap()).unwrap();
    assert_eq!(document, "(1, 1)\n***\n*#*\n***\n\nTotal: 1\n");
    assert_eq!(read_boards(document.as_bytes(), None).unwrap().len(), 1);
}

#[test]
fn orbit_sizes_are_for_json() {
    for notation in Notation::ALL {
        let mut writer = Writer::new(Vec::new(), notation, Options::default());
        writer.write_fundamental(&columns(&FOUR), 2).unwrap();
        let document = String::from_utf8(writer.finish(None).unwrap()).unwrap();
        let marked = document.ends_with("\"symmetry\":\"quarter-turn\",\"orbit_size\":2}\n");
        assert_eq!(marked, notation == Notation::Json);
        assert_eq!(
            read_boards(document.as_bytes(), None).unwrap(),
            [Ok(columns(&FOUR))]
        );
    }
}

#[test]
fn json_notations_are_json() {
    let boards = [columns(&FOUR), Placement::empty(2).unwrap(), columns(&[0])];
    let leetcode = write_all(Notation::Leetcode, &Options::default(), &boards);
    let value: Vec<Vec<String>> = serde_json::from_slice(&leetcode).unwrap();
    assert_eq!(
        value,
        [
            vec![".Q..", "...Q", "Q...", "..Q."],
            vec!["..", ".."],
            vec!["Q"]
        ]
    );

    let json = write_all(Notation::Json, &Options::default(), &boards);
    let values = serde_json::Deserializer::from_slice(&json).into_iter::<serde_json::Value>();
    let sizes: Vec<_> = values.map(|value| value.unwrap()["n"].as_u64()).collect();
    assert_eq!(sizes, [Some(4), Some(2), Some(1)]);
}

#[test]
fn other_forms_are_read() {
    use Notation::*;
    let forms: &[(Notation, &str)] = &[
        (Positions, "1,3,0,2"),
        (Positions, "1, 3, 0, 2\r\n"),
        (Positions, "\n\n 1\t3  0 2 \n\n"),
        (Positions, "001 3 00 2"),
        (Coordinates, "(2, 1)(4, 2)(1, 3)(3, 4)"),
        (Coordinates, "( 3,4 ) (1,\t3)(4,2)(2,1) \r\n"),
        (
            Coordinates,
            "******\n*  # *\n*#   *\n*   #*\n* #  *\n******",
        ),
        (Coordinates, "(2, 1)(4, 2)(1, 3)(3, 4)\nTotal: 1\n\n"),
        (Grid, "\n.Q..\n...Q\nQ...\n..Q."),
        (Leetcode, "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]"),
        (
            Leetcode,
            " [ [ \".Q..\" ,\n\"...Q\",\"\\u0051...\",\"..Q.\" ]\t] ",
        ),
        (Json, "{\"queens\": [1, 3, 0, 2], \"n\": 4}"),
        (
            Json,
            "{\n\"n\":4,\"more\":[{\"a\":[]},-1.5e3,\"\\ud83d\\ude00\"],\n\"queens\":[1,3,0,2]\n}",
        ),
        (
            Unicode,
            "┌────────┐\n│  ♛     │\n│      ♛░│\n│♛ ░░░░░░│\n│    ♛ ░░│\n└────────┘",
        ),
        (
            Svg,
            "<?xml version=\"1.0\"?><svg data-n='4'><use href='#queen' x='2' y='3'/>\
             <g><use href='#queen' x='1' y='0'/><use href='#other'/></g>\
             <use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='#queen' x='3' y='1'/>\
             <use href='#queen' x='0' y='2'/></svg>",
        ),
    ];
    for (notation, text) in forms {
        for given in [None, Some(*notation)] {
            let read = read_boards(text.as_bytes(), given);
            assert_eq!(read.expect(text), [Ok(columns(&FOUR))], "{text}");
        }
    }
}

#[test]
fn two_queens_in_a_row_are_a_conflict_of_the_board() {
    let conflict = Conflict {
        first: Square::new(1, 0),
        second: Square::new(1, 2),
        line: Line::Row,
    };
    let documents = [
        "...\nQ.Q\n...",
        "[\"...\",\"Q.Q\",\"...\"]",
        "(3, 2)(1, 2)\n*****\n* # *\n*   *\n* # *\n*****",
        "(3, 2)(1, 2)",
        "*****\n* # *\n*   *\n* # *\n*****",
        "┌──────┐\n│      │\n│♛   ♛ │\n│      │\n└──────┘",
        "<svg data-n='3'><use href='#queen' x='2' y='1'/><use href='#queen' x='0' y='1'/></svg>",
    ];
    for document in documents {
        let read = read_boards(document.as_bytes(), None);
        assert_eq!(read.expect(document), [Err(conflict)], "{document}");
    }
}

/// If only the pairs or only the picture contain attacking queens, those queens are returned.
#[test]
fn pairs_against_picture() {
    let picture = "*****\n*#  *\n*   *\n* # *\n*****\n";
    let attacked = "*****\n*#  *\n* # *\n*   *\n*****\n";
    let read = |text: String| read_boards(text.as_bytes(), None);
    let of = |rows: [Option<u32>; 3]| Placement::from_rows(rows).unwrap();
    let both_wrong = read(format!("(1, 1)(1, 2)\n{attacked}")).unwrap();
    assert_eq!(both_wrong, [Ok(of([Some(0), Some(0), None]))]);
    let pairs_wrong = read(format!("(1, 1)(1, 2)\n{picture}")).unwrap();
    assert_eq!(pairs_wrong, [Ok(of([Some(0), Some(0), None]))]);
    let picture_wrong = read(format!("(1, 1)(3, 2)\n{attacked}")).unwrap();
    assert_eq!(picture_wrong, [Ok(of([Some(0), Some(1), None]))]);
    let error = read(format!("(1, 1)\n{picture}")).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 5, column 3: expected ' ', since (3, 2) is not listed, found '#'"
    );
    let error = read(format!("(1, 1)(3, 2)(2, 4)\n{picture}")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 17: expected a coordinate from 1 to 3, found 4"
    );
    let error = read(format!("(3, 2)(1, 3)\n{picture}"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "line 3, column 2: expected ' ', since (1, 1) is not listed, found '#'"
    );
}

#[test]
fn pictures_mark_what_attacks() {
    let svg = |board: &Placement, attack_lines| {
        let options = Options {
            attack_lines,
            ..Options::default()
        };
        String::from_utf8(write_all(
            Notation::Svg,
            &options,
            std::slice::from_ref(board),
        ))
        .unwrap()
    };
    let wrong = columns(&[0, 4, 7, 5, 2, 6, 3, 1]);
    assert!(!svg(&columns(&FOUR), false).contains("class=\"conflicts\""));
    assert!(!svg(&columns(&FOUR), false).contains("class=\"attacks\""));
    assert!(svg(&columns(&FOUR), true).contains("class=\"attacks\""));
    assert!(
        svg(&wrong, false).contains("d=\"M5.5 3.5L1.5 7.5M7.5 2.5L3.5 6.5\"")
            || svg(&wrong, false).contains("d=\"M7.5 2.5L3.5 6.5M5.5 3.5L1.5 7.5\"")
    );
    // Three in a column: two segments, not three.
    assert!(svg(&columns(&[0, 0, 0]), false).contains("d=\"M0.5 0.5L0.5 1.5M0.5 1.5L0.5 2.5\""));
    // One queen in a corner: row, column, the long diagonal, and an anti-diagonal of one square.
    let corner = Placement::from_rows([Some(0), None, None]).unwrap();
    assert!(svg(&corner, true).contains("d=\"M0 0.5H3M0.5 0V3M0 0L3 3M1 0L0 1\""));
    let edge = Placement::from_rows([None, Some(0), None]).unwrap();
    assert!(svg(&edge, true).contains("d=\"M0 1.5H3M0.5 0V3M0 1L2 3M2 0L0 2\""));
}

#[test]
fn pictures_stay_short() {
    let board = columns(&(0..1000).map(|row| row * 7 % 1000).collect::<Vec<_>>());
    let document = write_all(Notation::Svg, &Options::default(), &[board]);
    assert!(document.len() < 200 * 1000, "{} bytes", document.len());
}

#[test]
fn galleries_contain_the_announced_number() {
    let options = Options {
        boards: Some(2),
        ..Options::default()
    };
    let mut writer = Writer::new(Vec::new(), Notation::Svg, options);
    writer.write(&columns(&[0])).unwrap();
    writer.write(&columns(&FOUR)).unwrap();
    let error = writer.write(&columns(&FOUR)).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    let document = writer.finish(None).unwrap();
    assert_eq!(read_boards(&document, None).unwrap().len(), 2);
    let text = String::from_utf8(document).unwrap();
    assert_eq!(text.matches("<defs>").count(), 1);

    let options = Options {
        boards: Some(92),
        ..Options::default()
    };
    let mut writer = Writer::new(Vec::new(), Notation::Svg, options);
    writer.write(&columns(&FOUR)).unwrap();
    let fewer = writer.finish(None).unwrap();
    assert_eq!(read_boards(&fewer, None).unwrap().len(), 1);
}

#[test]
fn columns_outside_are_rejected_before_anything_is_written() {
    for notation in Notation::ALL {
        let mut writer = Writer::new(Vec::new(), notation, Options::default());
        let error = writer.write_columns([0, 2].into_iter()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{notation}");
        writer.write_columns([1, 0].into_iter()).unwrap();
        let document = writer.finish(None).unwrap();
        assert_eq!(
            read_boards(&document, None).unwrap(),
            [Ok(columns(&[1, 0]))]
        );
    }
}

#[test]
fn names() {
    for notation in Notation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert_eq!(notation.to_string(), notation.name());
    }
    let error = "positoins".parse::<Notation>().unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown notation 'positoins' (did you mean 'positions'?): expected positions, \
         coordinates, grid, leetcode, json, unicode, svg"
    );
}

#[test]
fn guesses() {
    use Notation::*;
    let guesses: &[(&str, Option<Notation>)] = &[
        ("", None),
        ("\n\n", None),
        (" ", None),
        ("x", None),
        ("♛", None),
        ("\n", None),
        ("\r\n", None),
        ("\u{feff}\n", None),
        ("  7 1", Some(Positions)),
        ("- -", Some(Positions)),
        ("\n\n(1, 1)", Some(Coordinates)),
        ("\n**\n**", Some(Coordinates)),
        ("Total: 0", Some(Coordinates)),
        ("\u{feff}Q", Some(Grid)),
        ("..", Some(Grid)),
        ("[", Some(Leetcode)),
        ("\t{", Some(Json)),
        ("┌", Some(Unicode)),
        ("<svg", Some(Svg)),
    ];
    for (start, notation) in guesses {
        assert_eq!(Notation::guess(start.as_bytes()), *notation, "{start:?}");
    }
}

/// The tutorial's program finds the solutions in lexicographic order of x.
#[test]
fn coordinates_are_what_the_tutorial_prints() {
    for n in [1, 2, 3, 4, 5, 6, 8] {
        let name = format!("tests/tutorials/B-bordered-{n}.txt");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let printed = std::fs::read_to_string(path).unwrap();
        let options = Options::default();
        let mut writer = Writer::new(Vec::new(), Notation::Coordinates, options);
        let mut solutions = Vec::new();
        for solution in bezzel::solutions(n).unwrap() {
            writer.write(&solution).unwrap();
            solutions.push(Ok(solution));
        }
        let written = writer.finish(Some(solutions.len() as u64)).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), printed, "n = {n}");
        assert_eq!(read_boards(printed.as_bytes(), None).unwrap(), solutions);
    }
}
