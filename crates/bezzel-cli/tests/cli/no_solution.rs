//! No solution is one thing: exit code 1 and one line on stderr from commands that print solutions, and 0
//! from commands that count.

use crate::run;

/// Boards without solutions, and the beginning of the message.
const BOARDS: [(&[&str], &str); 4] = [
    (&["2"], "no solution exists for n = 2"),
    (&["3"], "no solution exists for n = 3"),
    (
        &["6", "--queen", "0,0"],
        "no solution obeys the constraints",
    ),
    (&["8", "--queen", "0,0", "--queen", "1,1"], "no solution: "),
];

#[test]
fn commands_that_print_solutions_print_no_board() {
    for (board, message) in BOARDS {
        for command in [
            &["list"][..],
            &["complete"],
            &["complete", "--all"],
            &["random"],
            &["first"],
        ] {
            if command == ["first"] && board.len() > 1 {
                continue;
            }
            for format in [
                &[][..],
                &["--format", "json"],
                &["--notation", "leetcode"],
                &["--notation", "svg"],
                &["--notation", "coordinates"],
            ] {
                let args = [command, board, format].concat();
                let ran = run(&args);
                // A whole list in coordinates ends with its total.
                let is_list = command == ["list"] || command.contains(&"--all");
                let total = match is_list && format.contains(&"coordinates") {
                    true => "Total: 0\n",
                    false => "",
                };
                ran.exits(1, total);
                assert_eq!(ran.stderr.lines().count(), 1, "{args:?}: {}", ran.stderr);
                assert!(ran.stderr.starts_with(message), "{args:?}: {}", ran.stderr);
            }
        }
    }
}

#[test]
fn no_file_is_created() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards");
    for command in ["list", "first", "complete", "random"] {
        let ran = run(&[command, "3", "--output", file.to_str().unwrap()]);
        assert_eq!(ran.code, Some(1), "{command}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{command}");
    }
}

#[test]
fn commands_that_count_print_0() {
    for (board, _) in BOARDS {
        let ran = run(&[&["count"], board].concat());
        assert_eq!((ran.code, &*ran.stdout), (Some(0), "0\n"), "{board:?}");
        let contradicts = board.len() > 3;
        let says_so = ran.stderr.contains("no solution: ");
        assert_eq!(says_so, contradicts, "{}", ran.stderr);
        let ran = run(&[&["occupancy"], board].concat());
        assert_eq!(ran.code, Some(0), "{board:?}");
        assert!(ran.stdout.split_whitespace().all(|count| count == "0"));
    }
}
