//! `puzzle`: its subcommands understand each other, and bad files get one line.

use crate::{contains, data, json, run_with_input};

const SMALL: &str = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n";
const SOLUTION: &str = "..Q..\nQ....\n....Q\n.Q...\n...Q.\n";

/// Runs a command on a puzzle and returns its data.
fn on(args: &str, puzzle: &str) -> String {
    let args = &*format!("puzzle {args}");
    let ran = run_with_input(args, puzzle.as_bytes());
    assert_eq!(ran.code, Some(0), "{args:?}: {}{}", ran.stdout, ran.stderr);
    ran.stdout
}

#[test]
fn what_new_writes_is_solved_graded_and_shown() {
    for format in ["text", "json"] {
        let made = data(&format!(
            "puzzle new 6 --seed 3 --count 4 --format {format}"
        ));
        let again = data(&format!("puzzle new 6 --seed 3 -c 4 --format {format}"));
        assert_eq!(made, again);
        let solved = on("solve", &made);
        assert_eq!(solved.matches("# exactly one solution").count(), 4);
        let graded = on("grade", &made);
        assert_eq!(graded.lines().count(), 4);
        let shown = on("show", &made);
        assert!(shown.matches('┘').count() >= 4, "{shown}");
        // The solution is a puzzle with marks.
        assert_eq!(on("show", &solved).matches('♛').count(), 4 * 6);
        for solved in on("solve --format json", &made).lines() {
            let solved = json(solved);
            assert_eq!(
                (&solved["solutions"], &solved["unique"]),
                (&"1".into(), &true.into())
            );
        }
        let steps = on("hint --steps 1000", &made);
        assert_eq!(steps.lines().filter(|line| *line == "solved").count(), 4);
    }
    // Without comments, and as an array.
    let plain = format!("{SMALL}\n{SMALL}\n{SOLUTION}\n{SMALL}");
    assert_eq!(on("solve", &plain).matches("exactly one").count(), 3);
    let object = data("puzzle new 6 --seed 3 --format json");
    let array = format!("[{object}, {object}]");
    assert_eq!(on("grade", &array).lines().count(), 2);
    assert_eq!(data("puzzle new 6 --seed 3 --format json"), object);
    let grade = |line: &str| json(line)["grade"].as_str().unwrap().to_owned();
    for wanted in ["easy", "medium", "hard"] {
        let made = data(&format!(
            "puzzle new 7 --grade {wanted} --seed 1 --format json"
        ));
        assert_eq!(grade(&made), wanted);
        assert_eq!(grade(&on("grade --format json", &made)), wanted);
    }
}

/// Regions that are too few, before and after a puzzle: one line on stderr for each.
#[test]
fn a_faulty_puzzle_does_not_stop_the_others() {
    let faulty = "AAAB\nACBB\nCCCB\nCCCC\n";
    let file = format!("{faulty}\n{SMALL}\n{faulty}\n{SMALL}");
    for (command, shown) in [
        ("solve", "# exactly one solution\n"),
        ("grade", "puzzle 4: easy, "),
        ("hint", "# puzzle 4\nsingle: region E"),
        ("show", "┌───────┬"),
    ] {
        let ran = run_with_input(&["puzzle", command], file.as_bytes());
        assert_eq!(ran.code, Some(2), "{command}");
        ran.prints(shown);
        let error = "expected 4 regions on a board of 4 rows, found 3\n";
        let [first, third] = ["1: standard input: line 1", "3: standard input: line 12"];
        let expected = format!("error: puzzle {first}: {error}error: puzzle {third}: {error}");
        assert_eq!(ran.stderr, expected);
    }
    // Rows that are no puzzle are named.
    let ran = run_with_input(
        "puzzle solve",
        format!("{SMALL}\nAABB\nC?DD\n\n{SMALL}").as_bytes(),
    );
    assert_eq!(ran.code, Some(0));
    ran.says("2 lines of other text ignored, the first is line 7: 'AABB'");
    // A page of puzzles and a picture have all of them or are not written.
    for kind in ["--sheet", "--svg"] {
        run_with_input(&["puzzle", "show", kind, "-"], faulty.as_bytes()).exits(2, "");
    }
}

#[test]
fn answers_name_their_puzzle() {
    let (first, second) = (data("puzzle new 6 --seed 1"), SMALL);
    let file = format!("{first}\n{second}");
    let hints = on("hint --steps 2", &file);
    let parts: Vec<_> = hints.split("\n\n").collect();
    assert_eq!(parts.len(), 2, "{hints}");
    assert!(parts[0].starts_with("# puzzle 1\n") && parts[0].lines().count() == 3);
    assert!(parts[1].starts_with("# puzzle 2\nsingle: region E"));
    for command in ["solve", "grade", "hint --steps 2"] {
        let answers = on(&format!("{command} --format json"), &file);
        let mut numbers = Vec::new();
        for answer in answers.lines().map(json) {
            numbers.push(answer["number"].as_u64().unwrap());
            // Each answer is a puzzle that can be read again.
            assert_eq!(on("show", &answer.to_string()).matches('┘').count(), {
                let of = [&first[..], second][numbers.last().copied().unwrap() as usize - 1];
                on("show", of).matches('┘').count()
            });
        }
        numbers.dedup();
        assert_eq!(numbers, [1, 2], "{command:?}");
    }
}

/// Without a time limit, this board has more solutions than can be counted.
#[test]
fn a_time_limit_ends_each_puzzle() {
    let columns = "ABCDEFGHIJKLMNOPQRSTUVWX\n".repeat(24);
    let file = format!("{columns}\n{SMALL}");
    let args = [
        "puzzle",
        "solve",
        "--limit",
        "1000000000",
        "--time-limit",
        "0.2",
    ];
    let ran = run_with_input(&args, file.as_bytes());
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let first = ran.stdout.lines().next().unwrap();
    assert!(first.starts_with("# at least "), "{first}");
    contains(first, " solutions within the time limit; the first");
    ran.prints("# exactly one solution\n");
    for command in ["solve", "hint"] {
        let ran = run_with_input(&["puzzle", command, "--time-limit", "0"], SMALL.as_bytes());
        ran.refuses("expected an answer within the time limit, found none: raise --time-limit\n");
    }
}

/// The exact-cover search alone takes more than a minute for this board.
#[test]
fn boards_of_24_rows_are_decided() {
    let board = include_str!("puzzle-24.txt");
    let ran = run_with_input("puzzle solve", board.as_bytes());
    assert_eq!((ran.code, ran.stderr), (Some(1), String::new()));
    assert!(ran.stdout.starts_with("# no solution\n"));
    let ran = run_with_input("puzzle grade", board.as_bytes());
    assert_eq!(ran.stdout, "no grade: the puzzle has no solution\n");
    let ran = run_with_input("puzzle hint", board.as_bytes());
    assert_eq!(ran.stdout, "the puzzle has no solution\n");
}

#[test]
fn drawings() {
    let shown = on(
        "show",
        &format!("{SMALL}\n..Q..\n.x...\n.....\n.....\n.....\n"),
    );
    assert_eq!(
        shown,
        "\
\x20    0   1   2   3   4
   ┌───────┬───────────┐
 0 │ a   a │ ♛   b   b │
   │       └───────┬───┤
 1 │ a   ×   a   a │ c │
   │   ┌───────────┤   │
 2 │ a │ d   d   d │ c │
   ├───┘           │   │
 3 │ d   d   d   d │ c │
   │           ┌───┤   │
 4 │ d   d   d │ e │ c │
   └───────────┴───┴───┘
"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (picture, page) = (file("puzzle.svg"), file("sheet.html"));
    assert_eq!(on(&format!("show --svg {picture}"), SMALL), "");
    let several = data("puzzle new 5 --count 5 --seed 1");
    assert_eq!(on(&format!("show --sheet {page}"), &several), "");
    let drawn = std::fs::read_to_string(&picture).unwrap();
    contains(&drawn, "<pattern id=\"region-4\"");
    contains(
        &on("--lang zh show --sheet -", SMALL),
        "<figcaption>谜题 1（",
    );
    let text = std::fs::read_to_string(&page).unwrap();
    let pages: Vec<_> = text.split("<section").collect();
    assert!(pages[3].contains("Solutions") && pages[3].contains("Puzzle 5"));
    refused(
        &format!("show --svg {page}"),
        SMALL,
        "replace it with --force",
    );
    refused(
        &format!("show --sheet {picture}"),
        SMALL,
        "replace it with --force",
    );
    let two = format!("{SMALL}#\n{SMALL}");
    refused(
        "show --svg -",
        &two,
        "expected one puzzle with --svg, found more: use --sheet",
    );
    let rows = "ABCDE\n".repeat(5);
    refused(
        "show --sheet -",
        &rows,
        "expected puzzles with exactly one solution on a sheet, found several for puzzle 1",
    );
}

fn refused(args: &str, puzzle: &str, message: &str) {
    let args = &*format!("puzzle {args}");
    run_with_input(args, puzzle.as_bytes()).refuses(message);
}
