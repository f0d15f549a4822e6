//! Outputs in the forms that programs have, read and judged.

mod forms;

use bezzel_judge::{Ending, Finding, Judgement, Kind, Mode, Note, Outcome, Pattern, Program};

fn causes(judgement: &Judgement) -> Vec<&str> {
    judgement.causes.iter().map(|cause| cause.name).collect()
}

/// Judges a program by its outputs for n = 1, 2, 3, …, with this end of each run.
fn judged_with(mode: Mode, outputs: &[impl AsRef<[u8]>], ending: &Ending) -> Judgement {
    let mut program = Program::new(mode);
    for (n, output) in (1..).zip(outputs) {
        let mut reader = program.reader(n);
        // In small pieces, as a pipe may deliver them.
        for piece in output.as_ref().chunks(3) {
            reader.push(piece);
        }
        program.add(reader.finish(), ending.clone());
    }
    program.judgement()
}

fn judged(mode: Mode, outputs: &[impl AsRef<[u8]>]) -> Judgement {
    judged_with(mode, outputs, &Ending::Ended)
}

fn solutions(n: u32) -> Vec<Vec<u32>> {
    let all = bezzel::solutions(n).expect("n is small");
    all.map(|placement| placement.columns().collect()).collect()
}

/// Writes all solutions for n = 1 to 6, each as `board` does.
fn listed(board: impl Fn(&[u32]) -> String) -> Vec<String> {
    (1..=6)
        .map(|n| solutions(n).iter().map(|columns| board(columns)).collect())
        .collect()
}

fn joined(columns: &[u32], separator: &str, first: u32) -> String {
    let columns: Vec<_> = columns.iter().map(|c| (c + first).to_string()).collect();
    columns.join(separator)
}

/// Draws the rows of a board, with these symbols.
fn rows(columns: &[u32], queen: &str, empty: &str, separator: &str) -> Vec<String> {
    let row = |column: &u32| {
        let squares = (0..columns.len() as u32).map(|at| if at == *column { queen } else { empty });
        squares.collect::<Vec<_>>().join(separator)
    };
    columns.iter().map(row).collect()
}

/// Draws all solutions.
fn drawings(n: u32) -> String {
    let draw = |columns: &Vec<u32>| rows(columns, "Q", "*", " ").join("\n") + "\n\n";
    solutions(n).iter().map(draw).collect()
}

/// One document with a list of all boards for each n.
fn one_list(board: impl Fn(&[u32]) -> String) -> Vec<String> {
    let list = |n| {
        solutions(n)
            .iter()
            .map(|c| board(c))
            .collect::<Vec<_>>()
            .join(", ")
    };
    (1..=6).map(|n| format!("[{}]\n", list(n))).collect()
}

#[test]
fn a_number_after_the_boards_is_judged_too() {
    let mut outputs = listed(|c| joined(c, " ", 0) + "\n");
    for (output, count) in outputs.iter_mut().zip([1, 0, 0, 2, 10, 5]) {
        *output += &format!("{count} solutions\n");
    }
    let judgement = judged(Mode::All, &outputs);
    assert_eq!(judgement.kind, Kind::BoardsAndNumber);
    assert_eq!(judgement.only_wrong_for, Some(6));
    let Finding::Number {
        line,
        boards_are_right: true,
        ..
    } = judgement.verdicts[5].findings[0]
    else {
        panic!("{judgement:#?}")
    };
    assert_eq!(line, 5);
    // Of the totals, the last one is meant, and not the heading that has no next one. "No solution" is no number.
    for (n, output, said) in [
        (
            2,
            "Enter n: Solution 1:\nQ.\n.Q\n2 queens have 1 solution\n",
            "line 4: the number is 1, but there are 0 solutions",
        ),
        (
            4,
            "No solution\n",
            "line 1: the result is no solution (0), but there are 2 solutions",
        ),
        (
            4,
            "{\"count\": 3, \"solutions\": [[1, 3, 0, 2], [2, 0, 3, 1]]}\n",
            "line 1: the number is 3, but 2 solutions are printed, and all are right",
        ),
    ] {
        let outputs: Vec<_> = (1..n).map(|_| "0 solutions\n").chain([output]).collect();
        let judgement = judged(Mode::All, &outputs);
        let finding = judgement
            .verdicts
            .last()
            .and_then(|last| last.findings.last());
        assert_eq!(finding.unwrap().text().english, said);
    }
}

#[test]
fn missing_and_repeated_solutions_are_found() {
    let mut outputs = listed(|c| {
        if c[0] == 0 {
            String::new()
        } else {
            joined(c, " ", 0) + "\n"
        }
    });
    outputs[0] = "0\n".to_owned();
    let judgement = judged(Mode::All, &outputs);
    let Finding::Missing {
        missing: 2,
        ref first,
        pattern: Some(Pattern::Queen {
            row: 0, column: 0, ..
        }),
        ..
    } = judgement.verdicts[4].findings[0]
    else {
        panic!("{judgement:#?}")
    };
    assert_eq!(*first, [0, 2, 4, 1, 3]);
    let twice = listed(|c| format!("{0}\n{0}\n", joined(c, " ", 0)));
    let judgement = judged(Mode::All, &twice);
    let Finding::Repeated {
        line: 2,
        first_line: 1,
        is_same: true,
        repeats: 2,
        ..
    } = judgement.verdicts[3].findings[0]
    else {
        panic!("{judgement:#?}")
    };
}

#[test]
fn one_of_each_orbit_is_expected_of_fundamental_solutions() {
    let all = listed(|c| joined(c, " ", 0) + "\n");
    let judgement = judged(Mode::Fundamental, &all);
    let Finding::Repeated { is_same: false, .. } = judgement.verdicts[3].findings[0] else {
        panic!("{judgement:#?}")
    };
    // Any member of an orbit will do.
    let last = |n| {
        let mut orbits = std::collections::BTreeMap::new();
        for columns in solutions(n) {
            let placement = bezzel::Placement::from_columns(columns.clone()).expect("a board");
            orbits.insert(placement.canonical().expect("a solution"), columns);
        }
        orbits.values().map(|c| joined(c, " ", 1) + "\n").collect()
    };
    let outputs: Vec<String> = (1..=6).map(last).collect();
    let judgement = judged(Mode::Fundamental, &outputs);
    assert!(judgement.right, "{judgement:#?}");
}

#[test]
fn copies_of_one_list_are_recognised() {
    let boards = |n: u32| {
        let board = format!("[{}]", vec!["0"; n as usize].join(", "));
        format!("[{}]\n", vec![board; solutions(n).len()].join(", "))
    };
    let empty = |n: u32| format!("[{}]\n", vec!["[]"; solutions(n).len()].join(", "));
    // Python prints an empty line for print(*board).
    let blank = |n: u32| "\n".repeat(solutions(n).len());
    for output in [boards, empty, blank] {
        let outputs: Vec<_> = (1..=6).map(output).collect();
        assert_eq!(causes(&judged(Mode::All, &outputs)), ["shared-list"]);
    }
}

#[test]
fn a_program_that_finds_no_board_for_one_queen_and_counts_it_is_explained() {
    let output = |n: u32| {
        let all = solutions(n);
        let tried: Vec<_> = all.iter().filter(|columns| columns[0] + 1 < n).collect();
        let boards: String = tried.iter().map(|c| joined(c, " ", 1) + "\n").collect();
        format!("{boards}{}\n", tried.len())
    };
    let judgement = judged(Mode::All, &(1..=6).map(output).collect::<Vec<_>>());
    assert_eq!(causes(&judgement), ["last-column-of-first-row-not-tried"]);
}

#[test]
fn the_marker_that_stays_is_named() {
    // A search that never takes away the mark of row − column finds 1, 0, 0, 0, 1, 0 solutions.
    let outputs = ["1\n", "0\n", "0\n", "0\n", "1\n", "0\n", "0\n", "0\n"];
    let judgement = judged(Mode::All, &outputs);
    let named = causes(&judgement);
    assert!(named.contains(&"diagonal-not-unmarked"), "{named:?}");
}

#[test]
fn text_is_ignored_with_a_note() {
    let mut outputs = listed(|c| joined(c, " ", 0) + "\n");
    outputs[3] = "hello, world\n1 3 0 2\nbye\n2 0 3 1\n".to_owned();
    let judgement = judged(Mode::All, &outputs);
    assert!(judgement.right, "{judgement:#?}");
    let note = judgement.verdicts[3].notes[0].text();
    assert_eq!(
        note.english,
        "2 lines of other text ignored, the first is line 1: 'hello, world'"
    );
}

#[test]
fn nothing_and_other_text_are_named() {
    let verdict = &judged(Mode::All, &["hello"; 4]).verdicts[3];
    assert_eq!(
        verdict.findings[0].text().english,
        "no number and no board is printed; line 1 is 'hello'"
    );
    assert_eq!(verdict.notes, []);
    for output in ["", "\n", " \r\n\n"] {
        for mode in [Mode::All, Mode::Fundamental, Mode::One] {
            let judgement = judged(mode, &[output; 4]);
            assert_eq!(judgement.outcome, Outcome::Silent, "{output:?}");
            assert_eq!((judgement.prints(), &judgement.causes[..]), (None, &[][..]));
            let said = judgement.text();
            let english =
                "no output for n = 1 to 4: is the result never printed to standard output?";
            let chinese = "n = 1 到 4 时没有任何输出；是不是忘了把结果输出到标准输出？";
            assert_eq!((&*said.english, &*said.chinese), (english, chinese));
        }
    }
}

/// Whatever ends a program without output, the verdict begins with it.
#[test]
fn the_end_of_a_program_without_output_is_in_the_verdict() {
    let (status, message) = ("exit code 2".to_owned(), "no such file".to_owned());
    let crashed = Ending::Crashed { status, message };
    let late = Ending::TooLong { seconds: 10.0 };
    for (ending, outputs, english, chinese) in [
        (
            crashed.clone(),
            &[""][..],
            "no output, and for n = 1 it crashed: exit code 2, no such file",
            "没有任何输出；n = 1 时程序出错，退出码 2：no such file",
        ),
        (
            late,
            &["", ""],
            "no output, and for n = 2 it was stopped after 10 s, the limit",
            "没有任何输出；n = 2 时超过 10 秒的时限，已终止",
        ),
        (crashed, &["8"], "wrong for n = 1", "n = 1 时结果错误"),
    ] {
        let said = judged_with(Mode::All, outputs, &ending).text();
        assert_eq!((&*said.english, &*said.chinese), (english, chinese));
    }
}

/// Whatever is printed, reading it ends without a panic.
#[test]
fn any_bytes_are_read() {
    let pieces: [&[u8]; 16] = [
        b"[",
        b"]",
        b"(",
        b")",
        b"\"",
        b"1",
        b" ",
        b"\n",
        b"Q",
        b".",
        b",",
        b"-",
        b"\xff",
        "┌".as_bytes(),
        b"{\"n\":",
        b"<svg",
    ];
    let mut state = 1_u64;
    for _ in 0..2000 {
        let program = Program::new(Mode::All);
        let mut reader = program.reader(4);
        for _ in 0..40 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            reader.push(pieces[(state >> 60) as usize]);
        }
        let mut program = program;
        program.add(reader.finish(), Ending::Ended);
        let _ = program.judgement();
    }
}

#[test]
fn a_board_of_one_row_may_be_a_number_before_or_after_their_number() {
    for (first, number_is_first) in [(0, false), (1, false), (0, true), (1, true)] {
        let with_number = |boards: &str, count: u32| match number_is_first {
            true => format!("{count}\n{boards}"),
            false => format!("{boards}{count}\n"),
        };
        let mut outputs = listed(|c| joined(c, " ", first) + "\n");
        for (output, count) in outputs.iter_mut().zip([1, 0, 0, 2, 10, 4]) {
            *output = with_number(output, count);
        }
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{judgement:#?}");
        assert_eq!(judgement.kind, Kind::BoardsAndNumber);
        let [one, ..] = &judgement.verdicts[..] else {
            unreachable!("six were judged")
        };
        assert_eq!((one.boards, one.number), (1, Some(1)));
        outputs[0] = with_number(&format!("{first}\n"), 2);
        assert_eq!(judged(Mode::All, &outputs).only_wrong_for, Some(1));
    }
}

/// Tasks of online judges ask for the first solutions and the number of all; a program may print boards for small n only.
#[test]
fn some_solutions_and_the_number_of_all_are_right() {
    let outputs = |most: usize, mut count: [u32; 6]| -> Vec<String> {
        let lists = (1..=6).zip(&mut count).map(|(n, count)| {
            let all = solutions(n);
            let shown = all.iter().take(most).map(|c| joined(c, " ", 1) + "\n");
            shown.collect::<String>() + &format!("{count}\n")
        });
        lists.collect()
    };
    for (most, counts, outcome) in [
        (1, [1, 0, 0, 2, 10, 4], Outcome::Right),
        (3, [1, 0, 0, 2, 10, 4], Outcome::Right),
        // One board less than all for a single n is a missing board.
        (9, [1, 0, 0, 2, 10, 4], Outcome::Wrong),
        (3, [1, 0, 0, 2, 10, 5], Outcome::Wrong),
        (3, [1, 0, 0, 2, 3, 3], Outcome::Wrong),
    ] {
        let judgement = judged(Mode::All, &outputs(most, counts));
        assert_eq!(judgement.outcome, outcome, "{most} of {counts:?}");
        let is_some = judgement.kind == Kind::SomeBoardsAndNumber;
        assert_eq!(is_some, outcome == Outcome::Right);
    }
    // Boards of small n only.
    let mut small = outputs(9, [1, 0, 0, 2, 10, 4]);
    small[4] = "10 solutions, which are too many to print\n".to_owned();
    small[5] = "4 solutions\n".to_owned();
    assert_eq!(judged(Mode::All, &small).outcome, Outcome::Right);
    let mut repeated = outputs(3, [1, 0, 0, 2, 10, 4]);
    repeated[5] = "2 4 6 1 3 5\n".repeat(3) + "4\n";
    assert_eq!(judged(Mode::All, &repeated).only_wrong_for, None);
    assert!(!judged(Mode::All, &repeated).right);
}

#[test]
fn two_sizes_do_not_show_that_only_one_is_wrong() {
    let only = |outputs: &[&str]| judged(Mode::All, outputs).only_wrong_for;
    assert_eq!(only(&["2\n", "0\n"]), None);
    assert_eq!(only(&["2\n", "0\n", "0\n"]), Some(1));
}

#[test]
fn only_a_silent_program_has_definitions_that_no_line_calls() {
    for (output, is_silent) in [("", true), ("hello\n", false)] {
        let mut program = Program::new(Mode::All);
        program.source("def solve(n):\n    return n\n");
        let mut reader = program.reader(1);
        reader.push(output.as_bytes());
        program.add(reader.finish(), Ending::Ended);
        assert_eq!(
            program.judgement().uncalled.is_some(),
            is_silent,
            "{output}"
        );
    }
}

/// Prompts, labels, remarks in brackets and menus, as in programs of learners.
#[test]
fn what_stands_around_boards_and_numbers_is_no_part_of_them() {
    let drawn = |row: fn(usize, String) -> String| {
        listed(move |c| {
            let rows = rows(c, "Q", ".", " ").into_iter().enumerate();
            rows.map(|(at, squares)| row(at, squares)).collect()
        })
    };
    let labelled = drawn(|at, row| format!("{} | {row}\n", at + 1));
    let between = drawn(|at, row| {
        let label = char::from(b'a' + at as u8);
        format!("{label} | {row} | {label}\n")
    });
    for outputs in [labelled, between] {
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{judgement:#?}");
        assert_eq!(judgement.kind, Kind::Boards);
    }
    // The number of each board stands before it.
    let apart = listed(|c| rows(c, "Q", ".", " ").join("\n") + "\n\n");
    for first in [0, 1] {
        let counted = apart.iter().map(|boards| {
            let boards = (first..).zip(boards.split_terminator("\n\n"));
            boards
                .map(|(at, board)| format!("{at}\n{board}\n\n"))
                .collect()
        });
        let judgement = judged(Mode::All, &counted.collect::<Vec<String>>());
        assert!(judgement.right, "{judgement:#?}");
    }
    let prompted = listed(|c| joined(c, " ", 0) + "\n");
    let prompted: Vec<_> = prompted
        .iter()
        .map(|boards| format!("Enter N (1-8):\n{boards}"))
        .collect();
    let drawn: Vec<_> = apart
        .iter()
        .map(|boards| format!("Enter the number of queens (1-12): {boards}"))
        .collect();
    for outputs in [prompted, drawn] {
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{judgement:#?}");
        assert!(
            judgement.verdicts.iter().all(|one| one.notes.is_empty()),
            "{judgement:#?}"
        );
    }
    for form in [
        |_, count| format!("There are {count} ways (took 0.01 ms)\n"),
        |n, count| format!("[INFO] {n} queens -> {count} solutions\n"),
        |_, count| format!("Enter N (1-8): {count} solutions\n"),
        |_, count| format!("Enter N: {count}\n"),
        |_, count| format!("1) Count solutions\n2) Quit\nNumber of solutions: {count}\nBye!\n"),
    ] {
        let outputs: Vec<String> = (1..)
            .zip([1, 0, 0, 2, 10, 4])
            .map(|(n, count): (usize, u32)| form(n, count))
            .collect();
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{outputs:?}: {judgement:#?}");
        assert_eq!(judgement.kind, Kind::Numbers);
    }
    // For n = 1, two equal numbers in a heading are no queen.
    let bracketed = listed(|c| format!("[{}]\n", joined(c, ", ", 0)));
    for heading in [
        |n, count| format!("Para N={n} hay {count} soluciones:\n"),
        |n, _| format!("Board of {n} x {n}\n"),
        |n, _| format!("n = {n}, {n} cells a side\n"),
    ] {
        let outputs: Vec<String> = (1..)
            .zip(&bracketed)
            .zip([1, 0, 0, 2, 10, 4])
            .map(|((n, boards), count): ((usize, &String), u32)| heading(n, count) + boards)
            .collect();
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{outputs:?}: {judgement:#?}");
    }
    // The first row stands behind the prompt.
    for prompt in ["N? ", "Enter N: "] {
        let one = |n: u32| match solutions(n).first() {
            Some(columns) => format!("{prompt}{}\n", rows(columns, "1", "0", " ").join("\n")),
            None => format!("{prompt}No solution exists\n"),
        };
        let outputs: Vec<_> = (1..=6).map(one).collect();
        let judgement = judged(Mode::One, &outputs);
        assert!(judgement.right, "{judgement:#?}");
        assert_eq!(judged(Mode::All, &outputs).outcome, Outcome::OneOnly);
    }
}

#[test]
fn boards_that_are_not_read_are_not_called_wrong() {
    const NAMES: [&str; 6] = ["one", "two", "three", "four", "five", "six"];
    let board = |c: &[u32]| {
        let columns = c.iter().map(|&column| NAMES[column as usize]);
        let rows = NAMES.iter().zip(columns);
        rows.map(|(row, column)| format!("row {row}: column {column}\n"))
            .collect::<String>()
    };
    let right: Vec<_> = (1..=6)
        .map(|n| {
            let all = solutions(n);
            let boards: String = all.iter().map(|columns| board(columns)).collect();
            let first = if n == 1 { "Q\n" } else { &*boards };
            format!("{first}Solutions: {}\n", all.len())
        })
        .collect();
    let judgement = judged(Mode::All, &right);
    assert!(judgement.right, "{judgement:#?}");
    // Without their number, nothing is known and no cause is named.
    let listed = listed(board);
    let judgement = judged(Mode::All, &listed);
    assert!(
        !judgement.right && judgement.causes.is_empty(),
        "{judgement:#?}"
    );
}

#[test]
fn outcomes_are_told_apart() {
    let outcome = |outputs: &[&str]| {
        let judgement = judged(Mode::All, outputs);
        assert_eq!(causes(&judgement), [""; 0], "{outputs:?}");
        judgement.outcome
    };
    assert_eq!(
        outcome(&["hello there", "", "", "hm hm", "so so", "no"]),
        Outcome::NotUnderstood { n: 1 }
    );
    // A blank line beside text is no empty list.
    let heading = "Solutions:\n";
    assert_eq!(
        outcome(&["\n", "\n", "\n", heading, heading, heading]),
        Outcome::NotUnderstood { n: 4 }
    );
    let menu = "1) Count solutions\n2) About\nYour choice: ";
    let about = menu.to_owned() + "Written by Alex, 2023\n";
    assert_eq!(
        outcome(&[menu, &about, menu, menu, menu]),
        Outcome::NotUnderstood { n: 1 }
    );
    let four = "1 3 0 2\n2 0 3 1\n";
    // Text in place of the boards is not understood, unless the number beside it is wrong.
    let small = ["0\n1\n", "0\n", "0\n", &*(four.to_owned() + "2\n")];
    let then = |output| outcome(&[&small[..], &[output]].concat());
    assert_eq!(then("sorry\n"), Outcome::NotUnderstood { n: 5 });
    assert_eq!(then("sorry\nTotal: 9\n"), Outcome::Wrong);
    assert_eq!(
        outcome(&[four; 6]),
        Outcome::SizeFixed { right_for: Some(4) }
    );
    let eight = rows(&solutions(8)[0], "Q", ".", " ").join("\n");
    assert_eq!(
        outcome(&[&*eight; 6]),
        Outcome::SizeFixed { right_for: None }
    );
    let choices = "1) count 2) list 3) quit:";
    assert_eq!(outcome(&[choices; 6]), Outcome::NotUnderstood { n: 1 });
    // The number alone, and boards that are too wide for smaller n.
    assert_eq!(
        outcome(&["92\n"; 6]),
        Outcome::SizeFixed { right_for: Some(8) }
    );
    let six = drawings(6) + "Found 4 solutions\n";
    assert_eq!(
        outcome(&[&*six; 5]),
        Outcome::SizeFixed { right_for: Some(6) }
    );
    assert_eq!(
        outcome(&["0", "", "", "1 3 0 2\n", "0 2 4 1 3\n"]),
        Outcome::OneOnly
    );
    let no = "No solution\n";
    assert_eq!(
        outcome(&["0", no, no, "1 3 0 2\n", "0 2 4 1 3\n"]),
        Outcome::OneOnly
    );
    // A local search prints its boards; the last one is the answer.
    let [first, last] = ["Initial board: 0 0 0 0\n", "Step 9: 1 3 0 2\n"];
    let found = [
        "Initial board: 0\nStep 0: 0\n",
        "Initial board: 0 1\nNo solution\n",
        no,
    ];
    let search = |end: &str| {
        judged(
            Mode::One,
            &[found[0], found[1], found[2], end].map(String::from),
        )
    };
    assert!(search(&(first.to_owned() + last)).right);
    assert!(!search(&(last.to_owned() + first)).right);
    assert!(!search(first).right);
    // The heads of tables for n = 1 have a number, too.
    let table = |rows: &str| format!("| (index) | 0 |\n{rows}");
    let one = judged(
        Mode::One,
        &[table("| 0       | 1 |\n"), String::new(), String::new()],
    );
    assert!(one.right, "{one:#?}");
    let said = judged(Mode::All, &["0", no, no, "1 3 0 2\n"].map(String::from)).text();
    assert_eq!(
        said.english,
        "one right solution for each n from 1 to 4 that has one"
    );
    assert_eq!(
        said.chinese,
        "n = 1 到 4 中，凡有解的 n 都只输出一个正确的解"
    );
    // The board of one row, twice.
    let repeated = |first| {
        let judgement = judged(Mode::All, &[first, "", "", four]);
        judgement.verdicts[0].findings.first().cloned()
    };
    assert!(matches!(
        repeated("0\n0\n"),
        Some(Finding::Repeated {
            line: 2,
            first_line: 1,
            ..
        })
    ));
    assert_eq!(repeated("0\n"), None);
    // One row does not decide what is printed.
    for outputs in [
        &["0"][..],
        &["0", "", ""],
        &["1"],
        &["1", "0", "0"],
        &["[[\"Q\"]]", "[]", "[]"],
    ] {
        assert_eq!(outcome(outputs), Outcome::Right, "{outputs:?}");
    }
    let message = String::new();
    let status = "exit code 25".to_owned();
    let crashed = Ending::Crashed { status, message };
    let crashed = |outputs: &[&str]| judged_with(Mode::All, outputs, &crashed);
    let judgement = crashed(&["1", "0", "0", "2", "10", "4"]);
    assert!(judgement.right);
    assert!(matches!(
        judgement.verdicts[3].notes[..],
        [Note::Ending { .. }]
    ));
    assert!(!crashed(&["1", "0", "0", "3"]).right);
}
