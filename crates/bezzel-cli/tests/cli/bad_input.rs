//! Bad input: one line on stderr that says what is accepted, exit code 2, nothing on stdout.

use crate::{Arguments, run, run_with_input};

#[track_caller]
pub(crate) fn refused(args: impl Arguments, expected: &[&str]) {
    let ran = run(args);
    ran.refuses("error: ");
    expected.iter().for_each(|part| ran.says(part));
}

#[test]
fn sizes() {
    for (command, range) in [
        (
            "count",
            "0 to 32, or to the limit of --method; or a range such as 1-12",
        ),
        ("list", "0 to 64, or to the limit of --method"),
        ("show", "0 to 64, or to the limit of --method"),
        (
            "compare",
            "0 to 64, or to the limit of --method; or a range such as 1-12",
        ),
        ("first", "0 to 2147483647"),
        ("complete", "0 to 1000"),
        ("generate completion", "0 to 1000"),
        ("random", "0 to 268435456"),
        ("occupancy", "0 to 32"),
        ("bench", "4 to 32"),
        ("puzzle new", "5 to 16"),
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let accepted = &*format!(": expected a whole number from {range}\n");
        let sizes: &[&str] = match command[..] {
            ["count"] => &[
                "abc",
                "1.5",
                "",
                " 8",
                "2147483648",
                "99999999999999999999",
                "8x",
                "٨",
            ],
            _ => &["1e3"],
        };
        for size in [&["-1"], sizes].concat() {
            let args = [&command[..], &[size]].concat();
            refused(&args, &[&format!("'{size}'"), accepted]);
        }
    }
    for command in ["count", "list", "first", "show", "compare"] {
        refused(&[command], &["N>"]);
    }
    refused("count 65 -m bitmask", &["found 65", "bitmask", "0 to 64"]);
    for n in ["33", "1000", "2147483647"] {
        refused(
            &["count", n],
            &["expected n from 0 to 32", &format!("found {n}")],
        );
        refused(&["count", n, "--sample", "3"], &["0 to 32"]);
    }
    refused("bench 33", &["33", "from 4 to 32"]);
    refused("count 17 --method brute-force", &["brute-force", "0 to 16"]);
    refused("list 65", &["found 65", "0 to 64"]);
    refused("count 40 --fundamental", &["found 40", "0 to 32"]);
    refused("first 100000 --notation svg", &["svg", "0 to 65536"]);
    refused("show 65", &["found 65", "0 to 64"]);
    refused("compare 65", &["found 65", "0 to 64"]);
    refused("compare 17 -m brute-force", &["found 17", "0 to 16"]);
}

#[test]
fn names() {
    refused(
        "count 8 -m bitmsk",
        &["'bitmsk'", "did you mean 'bitmask'?", "colour-split"],
    );
    refused(
        "compare 8 -m bitmask,nope",
        &["'nope'", "expected brute-force"],
    );
    refused("list 8 -n gird", &["'gird'", "did you mean 'grid'?"]);
    refused("check -n chess", &["'chess'", "expected positions"]);
    refused("count 8 --format xml", &["'xml'", "text, csv, json"]);
    refused(
        "count 8 --backend axv2",
        &["'axv2'", "did you mean 'avx2'?", "portable"],
    );
    refused("completions cmd", &["'cmd'", "bash"]);
    refused("cuont 8", &["'cuont'", "'count'"]);
    refused("count 8 --treads 2", &["--treads", "--threads"]);
}

#[test]
fn numbers_of_flags() {
    refused("count 8 --threads 0", &["from 1 to 1024"]);
    refused("count 8 --threads many", &["'many'"]);
    let accepted = "expected a whole number from 1 to 18446744073709551615";
    refused("list 8 --limit 0", &[accepted]);
    refused("occupancy 8 --threads 1025", &["from 1 to 1024"]);
    refused("list 8 --limit -3", &["'-3'", accepted]);
    refused("list 8 --limit 99999999999999999999", &[accepted]);
    refused("compare 8 --repeat 0", &["from 1 to 1000"]);
    refused("compare 8 --budget soon", &["'soon'", "a time such as"]);
    refused("compare 8 --budget -1", &["'-1'"]);
    refused("compare 8 --budget nan", &["'nan'"]);
}

#[test]
fn parts_of_counts() {
    for wrong in ["", "%", "5", "0%", "-1%", "101%", "NaN%"] {
        let fraction = format!("--fraction={wrong}");
        refused(
            &["ledger", "verify", "x", &fraction],
            &["a percentage above 0% and up to 100%"],
        );
    }
    for wrong in ["", "3", "0/4", "5/4", "1/0", "a/b", "1/2/3"] {
        refused(&["work", "8", "--part", wrong], &["from 1/100 to 100/100"]);
    }
    for wrong in ["33", "-1", "4.5"] {
        refused(&["work", wrong], &["from 0 to 32"]);
    }
}

#[test]
fn flags_that_contradict_each_other() {
    refused("list 8 --format json -n grid", &["grid", "json"]);
    refused("list 8 --one-based -n grid", &["--one-based", "positions"]);
    refused("count 8 -m bitmask --save x", &["--method", "--save"]);
    refused("count 8 --seed 1", &["--sample"]);
    refused("count 18 --sample 3 --save x", &["--sample", "--save"]);
    refused("list 8 --attack-lines", &["--attack-lines", "svg"]);
}

#[test]
fn files() {
    refused(
        "check /no/such/file",
        &["cannot read /no/such/file", "No such file"],
    );
    refused("check /", &["cannot read /", "directory"]);
    refused(
        "list 8 -o /no/such/folder/file",
        &["cannot write", "No such file"],
    );
    refused("list 8 -o /", &["cannot write /", "directory"]);
    refused(&["list", "8", "-o", ""], &["--output"]);
    refused("man /no/such/folder", &["expected an existing directory"]);
    refused("compare 4 --plot /no/such/folder/p.svg", &["cannot write"]);
}

#[test]
fn malformed_boards() {
    // Any n may be named: no memory is taken for its rows.
    let ran = run_with_input("check", b"{\"n\":4000000000,\"queens\":[]}");
    let said = "a board of 4000000000 rows is expected, but 0 rows are printed";
    ran.prints(said);
    assert_eq!(ran.code, Some(1));
    let cases: [(&[u8], &str); 4] = [
        (b"hello", "line 1 is 'hello': not understood"),
        (b"\xff\xfe\xff", "expected a board, found none"),
        (b"17", "found only the number 17 in line 1"),
        (b"<svg></svg>", "line 1 is '<svg></svg>'"),
    ];
    for (document, expected) in cases {
        let ran = run_with_input("check", document);
        if !expected.starts_with("expected a board") {
            assert_eq!(ran.code, Some(2), "{document:?}: {}", ran.stdout);
            ran.says("standard input: ");
            ran.says(expected);
        }
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    // Boards before other text are reported, and the text is named.
    let ran = run_with_input("check", b"1 3 0 2\n1 3 x 2\n");
    assert!(ran.stdout.starts_with("line 1: valid (n = 4)\n"));
    ran.says("the first is line 2: '1 3 x 2'");
}

/// A full disk, as far as a test can have one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    use std::fs::File;
    for args in [
        &["list", "8"][..],
        &["first", "8"],
        &["count", "8"],
        &["compare", "4", "-m", "brute-force"],
        &["check", "-q"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let boards = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(boards.path(), "1 3 0 2\n").unwrap();
        let output = crate::bezzel()
            .args(args)
            .stdin(File::open(boards.path()).unwrap())
            .stdout(full)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        let last = stderr.lines().last().unwrap_or_default();
        assert!(
            last.contains("No space left on device"),
            "{args:?}: {stderr}"
        );
    }
    refused("list 8 -o /dev/full", &["cannot write", "No space left"]);
}

/// A full stderr is no reason to fail, and still less to panic.
#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr() {
    for (args, code) in [
        (vec!["count", "8"], 0),
        (vec!["count", "x"], 2),
        (vec!["check", "/no/such/file"], 2),
        (vec!["bench", "8", "--units", "1"], 0),
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let status = crate::bezzel()
            .args(&args)
            .stdout(std::process::Stdio::null())
            .stderr(full)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn without_a_command_the_help_is_shown() {
    let ran = run(&[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("Usage: bezzel [OPTIONS] <COMMAND>"));
}

/// Proofs, hints, data of a step and errors of boards that are given.
#[test]
fn faulty_boards_and_puzzles_are_named_in_chinese() {
    for (args, document, expected) in [
        ("check", "92", "没有棋盘，只有第 1 行的数字 92"),
        ("check", "hello", "第 1 行是“hello”，无法理解"),
        (
            "puzzle solve",
            "AABB\nACCB\nACCB\nAAAB\n",
            "4 行的棋盘应有 4 个区域，实际有 3 个",
        ),
        (
            "puzzle hint",
            "AABB\nACC\nDCCB\nDDDB\n",
            "每行的格数应等于行数，实际有 4 行，第 1 行有 3 格",
        ),
        (
            "puzzle solve",
            "hello\n",
            "应为 n 行，每行 n 格，共 n 个区域",
        ),
    ] {
        let args = &*format!("{args} --lang zh");
        let ran = run_with_input(args, document.as_bytes());
        ran.says(expected);
        assert!(!ran.stderr.contains("expected"), "{args:?} {}", ran.stderr);
    }
    let ran = run_with_input("check", b"-1 2\n");
    let expected = "line 1: wrong (n = 2): -1 is a negative number, expected 1 to 2, or - for a row without a queen";
    assert!(ran.stdout.starts_with(expected), "{}", ran.stdout);
}

#[test]
fn reasons_and_errors_are_chinese() {
    for (args, code, expected) in [
        (
            "complete 4 --queen 0,0 --why",
            1,
            "若在第 1 行第 2 列放皇后，第 2 行就没有可用的格子：排除。\n",
        ),
        ("complete 4 --queen 0,0", 1, "没有符合这些条件的解"),
        (
            "complete 4 --queen 0,0 --queen 1,1",
            1,
            "无解：第 0 行第 0 列与第 1 行第 1 列的皇后互相攻击",
        ),
        (
            concat!(
                "puzzle hint ",
                env!("CARGO_MANIFEST_DIR"),
                "/../../docs/examples/puzzle.txt"
            ),
            0,
            "区块排除：区域 C 的可用格子都在第 3 列之内；排除第 0 行第 3 列、",
        ),
        ("show 4 -m bitmask --steps 9", 0, "第 0 位在最右"),
        (
            "count 4 --queen 9,0",
            2,
            "错误：行号和列号应小于 4，实际为第 9 行第 0 列",
        ),
        ("complete --board Q1/2/3", 2, "错误："),
        ("list 4 -o /nowhere/x", 2, "错误：无法写入 /nowhere/x："),
        (
            concat!("list 4 -o ", env!("CARGO_MANIFEST_PATH")),
            2,
            "Cargo.toml：文件已存在：请换一个名字，或用 --force 替换",
        ),
        ("list 4 --one-based -n grid", 2, "--one-based 只能与"),
        (
            "count 4 --fundamental --queen 0,0",
            2,
            "--fundamental 只用于空棋盘",
        ),
        ("count 4 5 --save x", 2, "使用 --save 时只能给出一个 N"),
        ("show 4 --seed 1", 2, "不用随机数"),
        ("count 4-6", 0, "共计数 3 个棋盘"),
        ("count 10 --double-check", 0, "由交换路线确认"),
        ("count 12 --sample 9", 0, "\n解的个数：1."),
        ("occupancy 6", 0, "6 个皇后共 4 个解"),
        ("backends", 0, "portable：任何 CPU"),
        ("8", 2, "错误：没有命令 '8'；`bezzel first 8` 输出一个解"),
        ("solve 8", 2, "`bezzel list N` 列出全部解"),
        ("count 8 --json", 2, "；请用 `--format json`"),
        ("generate completion 4", 0, "种子 "),
        (
            concat!(
                "puzzle grade ",
                env!("CARGO_MANIFEST_DIR"),
                "/../../docs/examples/puzzle.txt"
            ),
            0,
            "困难，共 16 步：已放皇后 4，唯一可用格 6，",
        ),
        (
            concat!(
                "puzzle solve ",
                env!("CARGO_MANIFEST_DIR"),
                "/../../docs/examples/puzzle.txt"
            ),
            0,
            "# 恰好有一个解\n",
        ),
        (
            "ledger status /nowhere/x",
            2,
            "错误：/nowhere/x：文件不存在；",
        ),
    ] {
        let ran = run(&*format!("{args} --lang zh"));
        assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.stderr);
        let printed = ran.stdout + &ran.stderr;
        assert!(printed.contains(expected), "{args:?}: {printed}");
    }
}
