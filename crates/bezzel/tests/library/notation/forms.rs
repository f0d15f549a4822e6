//! The exact form of each notation.

use super::*;

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
}

#[test]
fn orbit_sizes_are_for_json() {
    for notation in Notation::ALL {
        let mut writer = Writer::new(Vec::new(), notation, Options::default());
        writer.write_fundamental(&columns(&FOUR), 2).unwrap();
        let document = String::from_utf8(writer.finish(None).unwrap()).unwrap();
        let marked = document.ends_with("\"symmetry\":\"quarter-turn\",\"orbit_size\":2}\n");
        assert_eq!(marked, notation == Notation::Json);
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
    let text = String::from_utf8(document).unwrap();
    assert_eq!(text.matches("<defs>").count(), 1);
    // Side by side, each 20 from the other and from the edge.
    assert!(text.contains(" width=\"380\" height=\"200\""), "{text}");
    for place in ["x=\"20\" y=\"20\"", "x=\"200\" y=\"20\""] {
        assert!(text.contains(&format!(" {place} width=\"160\"")), "{text}");
    }

    let options = Options {
        boards: Some(92),
        ..Options::default()
    };
    let mut writer = Writer::new(Vec::new(), Notation::Svg, options);
    writer.write(&columns(&FOUR)).unwrap();
    let fewer = writer.finish(None).unwrap();
    assert!(String::from_utf8(fewer).unwrap().ends_with("</svg>\n"));
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
         coordinates, grid, leetcode, json, unicode, svg, fen"
    );
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
            solutions.push(solution);
        }
        let written = writer.finish(Some(solutions.len() as u64)).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), printed, "n = {n}");
        assert_eq!(
            read_back(printed.as_bytes(), Notation::Coordinates),
            solutions
        );
    }
}
