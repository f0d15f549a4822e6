//! `bezzel judge` on programs of learners, in ten languages: right ones, faults that are named, and
//! programs that do not end.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::{Arguments, Ran, bezzel, contains, json, run};

/// Folder of the programs.
pub(crate) const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");

/// A program that can be run.
struct Program {
    command: Vec<String>,
    /// Folder of what was compiled.
    _folder: TempDir,
}

/// Builds a program, if it has to be built. Without its compiler or interpreter, says so and returns
/// `None`.
fn program(name: &str) -> Option<Program> {
    let folder = TempDir::new().expect("a folder");
    let source = Path::new(PROGRAMS).join(name);
    let source = source.to_str().expect("a name").to_owned();
    let (stem, kind) = name.split_once('.').expect("a kind of file");
    let place = |name: &str| {
        let path: PathBuf = folder.path().join(name);
        path.to_str().expect("a name").to_owned()
    };
    let binary = place(stem);
    let build = |words: &[&str]| tool(name, words).map(|()| vec![binary.clone()]);
    let script = |words: &[&str]| {
        tool(name, &[words[0], version_option(words[0])])?;
        let words = words.iter().map(ToString::to_string);
        Some(words.chain([source.clone()]).collect())
    };
    let command = match kind {
        "py" => script(&["python3"]),
        "js" => script(&["node"]),
        "sh" => script(&["bash"]),
        "pl" => script(&["perl"]),
        "awk" => script(&["awk", "-v", "n={n}", "-f"]),
        "c" => build(&["gcc", "-O1", "-o", &binary, &source]),
        "cpp" => build(&["g++", "-O1", "-o", &binary, &source]),
        "rs" => build(&["rustc", "-O", "-o", &binary, &source]),
        "pas" => {
            let [binary, units] = [format!("-o{binary}"), format!("-FU{}", place(""))];
            build(&["fpc", "-v0", &binary, &units, &source])
        }
        // Its second optimising compiler takes longer than it saves here.
        "java" => tool(
            name,
            &[
                "javac",
                "-J-XX:TieredStopAtLevel=1",
                "-d",
                &place(""),
                &source,
            ],
        )
        .map(|()| ["java", "-cp", &place(""), stem].map(String::from).to_vec()),
        other => panic!("no language for .{other}"),
    }?;
    Some(Program {
        command,
        _folder: folder,
    })
}

fn version_option(tool: &str) -> &'static str {
    match tool {
        // mawk and other implementations have no common option but a program.
        "awk" => "BEGIN { }",
        _ => "--version",
    }
}

/// Runs a compiler or interpreter.
pub(crate) fn tool(name: &str, words: &[&str]) -> Option<()> {
    match Command::new(words[0]).args(&words[1..]).output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{words:?}: {said}");
            Some(())
        }
        Err(error) => {
            println!(
                "skipped: {name}, because {} cannot be run: {error}",
                words[0]
            );
            None
        }
    }
}

/// Judges a program for n = 1 to 6 with further options.
fn judged(program: &Program, options: &[&str]) -> (Option<i32>, Value) {
    let mut args = "judge --to 6 --time-limit 60s --format json".words();
    args.extend(options);
    args.push("--");
    args.extend(program.command.iter().map(String::as_str));
    let ran = run(&args);
    assert!(!ran.stdout.is_empty(), "{args:?}: {}", ran.stderr);
    (ran.code, json(&ran.stdout))
}

/// Checks that a program is right, and how its output was understood.
fn right(name: &str, options: &[&str], kind: &str, base: Option<u64>) {
    let Some(program) = program(name) else { return };
    let (code, result) = judged(&program, options);
    assert_eq!(code, Some(0), "{name}: {result:#}");
    assert_eq!(result["right"], true, "{name}");
    assert_eq!(result["kind"], kind, "{name}");
    assert_eq!(result["base"].as_u64(), base, "{name}");
    assert_eq!(result["runs"].as_array().map(Vec::len), Some(6), "{name}");
}

/// Checks that the fault of a program is named first, and returns the result.
fn faulty(name: &str, cause: &str) -> Option<Value> {
    let program = program(name)?;
    let (code, result) = judged(&program, &[]);
    assert_eq!(code, Some(1), "{name}: {result:#}");
    assert_eq!(result["causes"][0]["cause"], cause, "{name}: {result:#}");
    Some(result)
}

/// Returns the sentences about one n.
fn findings(result: &Value, n: usize) -> Vec<&str> {
    let findings = &result["runs"][n - 1]["findings"];
    let findings = findings.as_array().expect("findings").iter();
    findings
        .filter_map(|finding| finding["text"].as_str())
        .collect()
}

#[test]
fn right_scripts_are_right() {
    right("count.py", &[], "numbers", None);
    right("leetcode.py", &[], "boards", None);
    right("boards.js", &[], "boards", Some(0));
    right("total.pl", &[], "numbers", None);
    right("columns.awk", &[], "boards", Some(0));
    right("count.sh", &[], "numbers", None);
    right("until_zero.sh", &["--output-limit", "1"], "numbers", None);
    right("again.sh", &["--output-limit", "1"], "numbers", None);
}

#[test]
fn right_compiled_programs_are_right() {
    right("bitmask.c", &[], "numbers", None);
    right("boards.cpp", &[], "boards-and-number", None);
    right("markers.pas", &[], "boards-and-number", Some(1));
    right("lists.rs", &[], "boards", Some(0));
    right("Boards.java", &[], "boards", None);
}

#[test]
fn one_solution_and_one_of_each_orbit_are_right_if_they_are_asked_for() {
    right("first.py", &["--one"], "boards", None);
    right("orbits.js", &["--fundamental"], "boards", Some(1));
    if let Some(program) = program("orbits.js") {
        let (code, result) = judged(&program, &[]);
        assert_eq!(code, Some(1), "{result:#}");
        contains(findings(&result, 5)[0], "prints one solution of each orbit");
    }
}

#[test]
fn faults_of_scripts_are_named() {
    if let Some(result) = faulty("wrong_sign.py", "diagonal-not-tested") {
        let found = findings(&result, 4);
        assert_eq!(
            found[0],
            "line 1: the queens at row 0 column 0 and row 1 column 1 attack each other along one \
             diagonal (5 of 7 boards are wrong)"
        );
    }
    if let Some(result) = faulty("shared_list.py", "shared-list") {
        contains(findings(&result, 4)[0], "a board of 4 rows is expected");
    }
    faulty("wrong_bound.js", "finds-nothing");
    faulty("row_early.js", "ends-row-early");
    faulty("twice.pl", "counts-twice");
    faulty("off_by_one.sh", "one-too-many");
    faulty("last_queen.awk", "last-queen-not-compared");
}

#[test]
fn faults_of_compiled_programs_are_named() {
    if let Some(result) = faulty("first_row.pas", "last-column-of-first-row-not-tried") {
        let found = findings(&result, 5);
        assert_eq!(
            found[0],
            "2 of 10 solutions are missing, the first is 5 2 4 1 3; the missing solutions are exactly \
             the solutions with the queen of the first row in the last column"
        );
    }
    faulty("no_unmarking.c", "nothing-unmarked");
    faulty("break_for_continue.cpp", "break-for-continue");
    faulty("first_queen.rs", "first-queen-not-compared");
    // It may be meant to print one solution: no bug is named.
    if let Some(program) = program("Stops.java") {
        let (code, result) = judged(&program, &[]);
        assert_eq!((code, &result["outcome"]), (Some(1), &"one-only".into()));
    }
}

/// A program that prints one solution has no list of missing ones, and its time, another one for each n, is one remark.
#[test]
fn what_is_true_for_each_n_is_said_once() {
    let first = format!("{PROGRAMS}/first.py");
    let ran = run(&["judge", "--to", "6", "--", "python3", &first]);
    ran.prints("one right solution for each n from 1 to 6 that has one: judge it with --one");
    assert!(!ran.stdout.contains("missing"), "{}", ran.stdout);
    let timed = "set -- 1 0 0 2 10 4; n=$0; shift $((n - 1)); echo $1; echo \"Time: 0.1$n s\"";
    let ran = run(&["judge", "--to", "6", "--", "bash", "-c", timed]);
    let note = "n = 1: note: 1 line of other text ignored, the first is line 2: 'Time: 0.11 s'";
    ran.prints(&format!("{note}; similar for n = 2, 3, 4, 5, 6"));
    assert_eq!(ran.stdout.matches("other text").count(), 1);
    let slow =
        "set -- 1 0 0 2 10 4 40; n=$0; [[ $n = [17] ]] && sleep 1.2; shift $((n - 1)); echo $1";
    let ran = run(&["judge", "--", "bash", "-c", slow]);
    ran.prints("\nwithin one second: n = 6 (with the start of the program");
    contains(&ran.stdout, " s: `--least 8` goes on to n = 8\n");
    let menu = "1) Count solutions\\n2) About\\nYour choice: ";
    let ran = run(&["judge", "--to", "4", "--", "printf", menu]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    ran.prints("not understood: for n = 1");
    for superfluous in ["\nit prints", "within one second", "note:"] {
        assert!(!ran.stdout.contains(superfluous), "{}", ran.stdout);
    }
}

/// A program without any output has one sentence, in which the end of its run stands.
#[test]
fn nothing_but_its_end_is_said_of_a_program_without_output() {
    for (script, said) in [
        (
            "read n",
            "sh -c read n: no output for n = 1 to 4: is the result never printed to standard output?\n",
        ),
        (
            "echo no such file >&2; exit 2",
            "sh -c echo no such file >&2; exit 2: no output, and for n = 1 it crashed: exit code 2, no such file\n",
        ),
    ] {
        run(&["judge", "--to", "4", "--", "sh", "-c", script]).exits(1, said);
    }
}

/// A source that is no command is judged with its interpreter, or after its compiler; also each of many.
#[cfg(unix)]
#[test]
fn a_source_is_no_command() {
    let folder = TempDir::new().expect("a folder");
    let judged = |args: &[&str]| {
        let output = bezzel().current_dir(&folder).args(args).output();
        Ran::from(output.expect("bezzel runs"))
    };
    for (name, tip) in [
        ("a.py", "`bezzel judge -- python3 ./a.py`"),
        ("b.awk", "`bezzel judge -- awk -v n={n} -f ./b.awk`"),
        ("c.cpp", "`g++ -O2 -o ./c ./c.cpp && bezzel judge -- ./c`"),
        ("d.txt", "`chmod +x ./d.txt && bezzel judge -- ./d.txt`"),
    ] {
        std::fs::write(folder.path().join(name), "1").expect("a file");
        let file = format!("./{name}");
        let says = "is a file, not a command that can be run: use ";
        judged(&["judge", "--", &file]).refuses(&format!("{file} {says}{tip}\n"));
        let pattern = format!("*.{}", name.split_once('.').expect("an end").1);
        let table = judged(&["judge", "--each", &pattern]);
        table.prints(&format!("{file} {says}{tip}"));
        assert_eq!(table.stderr, "", "nothing ran");
    }
    judged(&["judge", "--", "d.txt"]).refuses("use `bezzel judge -- ./d.txt`");
}

/// An exit code after right output is a remark, and the series goes on: what is wrong for n = 2 is found.
#[test]
fn an_exit_code_after_right_output_is_a_remark() {
    for (name, code, right, runs) in [("void_main.py", 0, true, 6), ("crash.py", 1, false, 2)] {
        let Some(program) = program(name) else { return };
        let (found, result) = judged(&program, &[]);
        assert_eq!((found, &result["right"]), (Some(code), &right.into()));
        assert_eq!(result["runs"].as_array().map(Vec::len), Some(runs));
        let note = result["runs"][0]["notes"][0]["text"].as_str().unwrap();
        contains(note, "the output is right, but it crashed: exit code");
    }
}

#[test]
fn a_program_that_reads_more_than_n_is_told_how_it_gets_it() {
    let ran = run(&["judge", "--", "python3", "-c", "input(); print(input())"]);
    contains(&ran.stdout, "it may read more than n");
}

#[test]
fn a_crash_is_reported_with_its_message() {
    let recursion = "RecursionError: maximum recursion depth exceeded";
    for (name, expected) in [("recursion.py", recursion), ("recursion.c", "SIGSEGV")] {
        let Some(program) = program(name) else {
            continue;
        };
        let (code, result) = judged(&program, &[]);
        assert_eq!(code, Some(1), "{result:#}");
        contains(findings(&result, 1)[0], expected);
    }
}

/// Limits end programs, and no process is left.
#[cfg(target_os = "linux")]
#[test]
fn programs_without_end_are_ended() {
    for line in [
        "endless.py | --time-limit 1s | it was stopped after 1 s, the limit",
        "chatter.sh | --output-limit 2 --time-limit 60s | it printed more than 2 MiB",
        "hog.py | --memory-limit 200 --time-limit 60s | it used more than 200 MiB of memory",
        "swarm.sh | --process-limit 20 --time-limit 60s | it started more than 20 processes",
    ] {
        let [name, options, expected] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let Some(program) = program(name) else {
            continue;
        };
        let mut args = vec!["judge", "--format", "json"];
        args.extend(options.split(' '));
        args.push("--");
        args.extend(program.command.iter().map(String::as_str));
        let ran = run(&args);
        let result = json(&ran.stdout);
        assert_eq!(ran.code, Some(1), "{result:#}");
        contains(findings(&result, 1)[0], expected);
        assert_no_process(&program.command);
    }
}

/// Fails if a process has the name of a program on its command line.
#[cfg(target_os = "linux")]
fn assert_no_process(command: &[String]) {
    let name = command.last().expect("a name");
    for process in std::fs::read_dir("/proc").expect("processes").flatten() {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let words = line.split(|&byte| byte == 0);
        let is_own = process.file_name().to_str() == Some(&std::process::id().to_string());
        for word in words {
            assert!(is_own || word != name.as_bytes(), "{:?}", process.path());
        }
    }
}

/// Children that outlive the program are ended, also those in a session of their own.
#[cfg(target_os = "linux")]
#[test]
fn children_that_outlive_the_program_are_ended() {
    let Some(program) = program("forks.sh") else {
        return;
    };
    let (code, result) = judged(&program, &[]);
    assert_eq!(code, Some(0), "{result:#}");
    for run in result["runs"].as_array().expect("runs") {
        let left = run["processes_left"].as_u64();
        assert!(left >= Some(1), "{run:#}");
        assert!(run["seconds"].as_f64() < Some(100.0), "{run:#}");
    }
}

#[test]
fn moves_are_checked_and_written() {
    let Some(program) = program("moves.py") else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("moves.txt");
    let name = file.to_str().expect("a name");
    let (code, result) = judged(&program, &["--trace", name]);
    assert_eq!(code, Some(0), "{result:#}");
    let moves = std::fs::read_to_string(&file).expect("moves");
    assert!(moves.starts_with("# bezzel trace\nn 6\nplace 0 0\n"));
    assert_eq!(moves.lines().filter(|line| *line == "solution").count(), 4);
    let Some(program) = self::program("wrong_moves.py") else {
        return;
    };
    let (code, result) = judged(&program, &[]);
    assert_eq!(code, Some(1), "{result:#}");
    assert_eq!(
        findings(&result, 2)[0],
        "line 2: a queen is removed from row 0 column 1, where there is no queen"
    );
}

/// Each line of a Python program is written with its variables, and played with the board that is found among them.
#[test]
fn lines_of_a_python_program_are_written_and_played() {
    if tool("python3", &["python3", "--version"]).is_none() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let source = place("queens.py");
    std::fs::write(&source, QUEENS).expect("a program");
    let command = ["python3".to_owned(), source].to_vec();
    let program = Program {
        command,
        _folder: TempDir::new().expect("a folder"),
    };
    let file = place("lines.txt");
    let (code, result) = judged(&program, &["--trace", &file]);
    assert_eq!(code, Some(0), "{result:#}");
    let said = run(&["show", "--trace", &file, "--steps", "5000"]).stdout;
    for text in [
        "6 queens by a program: ",
        ", board: path\n",
        "  9              path.append(column)\n",
        "line 9 runs next\n",
        "    done = {1}\n",
        "search, line 10\n    path = [1, 3, 5, 0, 2]\n    column = 2\n    search, line 11\n",
        "4 solutions\n",
    ] {
        assert!(said.contains(text), "{text}: {said}");
    }
    let damaged = std::fs::read_to_string(&file)
        .expect("a trace")
        .replace("\"steps\":[0,", "\"steps\":[7,");
    std::fs::write(&file, damaged).expect("a damaged trace");
    let ran = run(&["show", "--trace", &file]);
    assert_eq!(ran.code, Some(2));
    ran.says("found something else on line 4");
}

/// A recording that cannot be written is an error, and no part of it is left, also if the program catches exceptions.
#[cfg(target_os = "linux")]
#[test]
fn a_recording_that_cannot_be_written_is_an_error() {
    if tool("python3", &["python3", "--version"]).is_none() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (source, trace) = (place("queens.py"), place("trace"));
    let program = "\
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
for i in range(20000):
    try:
        x = i
    except BaseException:
        pass
";
    std::fs::write(&source, format!("{program}{QUEENS}")).expect("a program");
    let judge = ["judge", "--to", "4", "--trace", &trace];
    let ran = run(&[&judge[..], &["--", "python3", &source]].concat());
    ran.exits(2, "");
    ran.says("expected a Python program that can be recorded, found: it crashed: exit code ");
    ran.says("cannot write the recording: OSError: [Errno 27] File too large");
    assert!(!Path::new(&trace).exists());
}

/// A program as it would be on disk, with a set of one number.
const QUEENS: &str = "\
import sys
n = int(sys.argv[1])
def search(path):
    if len(path) == n:
        print(path)
        return
    for column in range(n):
        if all(c != column and abs(c - column) != len(path) - r for r, c in enumerate(path)):
            path.append(column)
            done = {1}
            search(path)
            path.pop()
search([])
";

#[test]
fn many_programs_are_a_table() {
    if program("count.py").is_none() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    for name in ["count.py", "wrong_sign.py"] {
        std::fs::copy(Path::new(PROGRAMS).join(name), folder.path().join(name)).expect("a copy");
    }
    let silent = "def solve(n):\n    return 2\n";
    std::fs::write(folder.path().join("silent.py"), silent).expect("a file");
    std::fs::write(folder.path().join("text.py"), "print('hello')").expect("a file");
    let judged = |line: &str| {
        let output = bezzel().current_dir(&folder).args(line.words()).output();
        Ran::from(output.expect("bezzel runs"))
    };
    let ran = judged("judge --to 6 --time-limit 60s --each *.py -- python3 {file}");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    ran.prints("\n4 programs: 1 right, 1 wrong, 1 no output, 1 not understood\n");
    ran.prints("look for a wrong sign");
    ran.prints("the program defines the function solve, and no line calls it");
    ran.says("programs run with your rights");
    let ran = judged("judge --to 2 --lang zh --each [st]*.py -- python3 {file}");
    ran.prints("\n共 2 个程序：0 个正确，0 个错误，1 个没有输出，1 个无法理解\n");
}

/// Names of files and outputs have line feeds, carriage returns, escape sequences of terminals and overrides of
/// direction: no line is forged, and nothing reaches the terminal as it is.
#[cfg(unix)]
#[test]
fn names_and_outputs_of_others_cannot_forge_a_line() {
    let folder = TempDir::new().expect("a folder");
    let name = "a\nright\r\u{1b}[2J\u{9b}1A\u{202e}.sh";
    let file = folder.path().join(name);
    let script = "printf '\\r\\033[2Jright\\302\\2331\\342\\200\\256\\n'; echo \"$0\" >&2; exit 3";
    std::fs::write(&file, script).expect("a file");
    let path = file.to_str().expect("a name");
    let all = folder.path().join("*.sh");
    let all = all.to_str().expect("a name");
    let each = ["judge", "--to", "1", "--each", all];
    let shell = ["--", "sh", "{file}"];
    for args in [
        [&each[..], &shell].concat(),
        [&each[..], &["--format", "json"], &shell].concat(),
        vec!["judge", "--to", "1", "--", "sh", path],
        vec!["judge", "--leetcode", path],
        vec!["check", path],
        vec!["complete", "--board", path],
        vec!["puzzle", "solve", path],
        vec!["ledger", "status", path],
        vec!["list", "4", "--output", path],
        vec!["show", "--trace", path],
        vec!["count", name],
    ] {
        let ran = run(&args);
        for text in [&ran.stdout, &ran.stderr] {
            let is_raw =
                |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
            assert!(!text.contains(is_raw), "{args:?}: {text:?}");
            let is_forged = text.lines().any(|line| line.starts_with("right"));
            assert!(!is_forged, "{args:?}: {text}");
        }
        let said = ran.stdout + &ran.stderr;
        let is_shown = ["u{202e}", "\\u202e", "2J"]
            .iter()
            .any(|part| said.contains(part));
        assert!(is_shown, "{args:?}: {said}");
    }
    let help = run("judge --help").stdout;
    contains(&help, "--size {n} ");
    assert!(!help.contains("{N}"), "{help}");
}
