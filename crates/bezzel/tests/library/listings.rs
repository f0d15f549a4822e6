//! The teaching listings: every kind of step has a line, and the programs count correctly.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use bezzel::NEVER;
use bezzel::methods::{Language, Listing, ListingForm, Method, StepKind, Tutorial};
use bezzel_oracle as oracle;

/// Most lines of a listing. Pascal declares its variables apart from their use; dancing links build,
/// cover and uncover lists in two dimensions.
fn max_lines(listing: &Listing, method: Method) -> usize {
    match (method, listing.form) {
        (Method::DancingLinks, _) => 101,
        (_, ListingForm::Prints | ListingForm::PrintsCheckedFirst) => 72,
        _ => 52,
    }
}

/// Returns the kinds of step that a method reports on the small boards.
fn kinds_of(method: Method) -> BTreeSet<&'static str> {
    let run = |n| method.run(n).unwrap().steps(0, 40_000, NEVER).steps;
    let kinds = (1..=6).flat_map(run).map(|step| step.kind.name());
    kinds.collect()
}

#[test]
fn every_kind_of_step_has_one_line_in_every_listing() {
    for method in Method::ALL {
        let expected = kinds_of(method);
        for listing in method.listings(None) {
            let lines = &listing.lines;
            let here = format!(
                "{method} in {}, {:?}",
                listing.language.name(),
                listing.form
            );
            let most = max_lines(&listing, method);
            assert!(lines.len() <= most, "{here}: {} lines", lines.len());
            let kinds = || lines.iter().flat_map(|line| &line.kinds);
            let found: BTreeSet<_> = kinds().map(|kind| kind.name()).collect();
            assert_eq!(found, expected, "{here}");
            assert_eq!(kinds().count(), found.len(), "{here}: a kind has two lines");
        }
    }
}

#[test]
fn marks_and_translations_are_not_shown() {
    for method in Method::ALL {
        for Listing {
            language, lines, ..
        } in method.listings(None)
        {
            for line in lines {
                for text in [&line.english, &line.chinese] {
                    // In code, ` / ` outside the comment is a division.
                    let comment = match language {
                        Language::Pseudocode => text,
                        Language::Python => text.split_once("# ").map_or("", |(_, text)| text),
                        _ => text.split_once("// ").map_or("", |(_, text)| text),
                    };
                    assert!(!text.contains('@') && !comment.contains(" / "), "{text}");
                    assert!(!text.ends_with('+'), "{text}");
                    assert_eq!(text, text.trim_end());
                }
                assert!(line.english.chars().all(|letter| !is_chinese(letter)));
                let differ = line.english != line.chinese;
                assert_eq!(differ, line.chinese.chars().any(is_chinese), "{line:?}");
            }
        }
    }
}

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter) || "：（），".contains(letter)
}

#[test]
fn a_listing_names_its_line() {
    let listing = Method::Bitmask.listing(Language::Pseudocode);
    let line = listing.line_of(StepKind::Exhausted).unwrap();
    let text = listing.lines[line - 1].english.trim();
    assert_eq!(text, "row exhausted: backtrack to the row above");
    assert_eq!(listing.line_of(StepKind::Join), None);
}

/// Q(0) to Q(8), or to Q(6) for the slow method; 1 instead for a method that finds one solution.
fn expected(method: Method) -> String {
    let most = if method == Method::BruteForce { 6 } else { 8 };
    let found = |n| match method.counts() {
        true => oracle::solutions(n).len(),
        false => oracle::solutions(n).len().min(1),
    };
    let totals = (0..=most).map(|n| format!(" {}", found(n)));
    format!("{method}{}\n", totals.collect::<String>())
}

/// A compiler or interpreter with what it runs.
pub(crate) const TOOLS: [(Language, &str, Run); 4] = [
    (Language::Python, "python3", python as Run),
    (Language::Java, "javac", java),
    (Language::Cpp, "g++", cpp),
    (Language::Pascal, "fpc", pascal),
];

/// The masks have the order that all tutorials give them, and their names in the program.
#[test]
fn the_listing_of_a_tutorial_has_its_names_and_its_order() {
    let listing = |method: Method, tutorial: Tutorial| {
        let listings = method.listings(Some(tutorial)).into_iter();
        let mut own = listings.filter(|one| one.language == tutorial.language());
        own.next().unwrap()
    };
    for (tutorial, head) in [
        (
            Tutorial::A,
            "long backTrack(long column, long pie, long na) {",
        ),
        (
            Tutorial::C,
            "long traversal(long col, long left, long right) {",
        ),
        (Tutorial::D, "function work(h, z, f: int64): int64;"),
    ] {
        let listing = listing(Method::Bitmask, tutorial);
        assert!(listing.lines.iter().any(|line| line.english.trim() == head));
    }
    let names = listing(Method::BorderedBoard, Tutorial::B).names;
    let checks: Vec<_> = names
        .iter()
        .filter(|(_, theirs)| *theirs == "check")
        .collect();
    assert_eq!(checks, [&("isSafe", "check")]);
    for listing in Method::Bitmask.listings(Some(Tutorial::A)) {
        let is_prose = listing.language == Language::Pseudocode;
        assert_eq!(listing.names.is_empty(), is_prose);
    }
}

#[test]
fn the_programs_count_correctly() {
    count_correctly("bezzel", ListingForm::Counts, None);
}

#[test]
#[ignore = "full size: scripts/test --all runs it"]
fn the_programs_with_the_names_of_the_tutorials_count_correctly() {
    for tutorial in Tutorial::ALL {
        count_correctly(tutorial.name(), ListingForm::Counts, Some(tutorial));
    }
    let form = ListingForm::CountsCheckedFirst;
    count_correctly(Tutorial::C.name(), form, Some(Tutorial::C));
}

/// Runs the listings of this form in all languages.
fn count_correctly(here: &str, form: ListingForm, names: Option<Tutorial>) {
    let is_named = |method: &Method| names.is_none_or(|one| method.tutorials().contains(&one));
    let listings: Vec<(Method, Listing)> = Method::ALL
        .into_iter()
        .filter(is_named)
        .flat_map(|method| {
            method
                .listings(names)
                .into_iter()
                .map(move |one| (method, one))
        })
        .filter(|(_, listing)| listing.form == form)
        .collect();
    let mut methods: Vec<Method> = listings.iter().map(|(method, _)| *method).collect();
    methods.dedup();
    let expected: String = methods.iter().map(|method| expected(*method)).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (language, tool, run) in TOOLS {
        if !has(tool, &format!("{} listings", language.name())) {
            continue;
        }
        let folder = folder.path().join(language.name());
        std::fs::create_dir(&folder).unwrap();
        for (method, listing) in &listings {
            if listing.language == language {
                // The comments of both languages must leave a valid program.
                let chinese = !(*method as u8).is_multiple_of(2);
                std::fs::write(folder.join(file(*method, language)), text(listing, chinese))
                    .unwrap();
            }
        }
        assert_eq!(
            run(&folder, &methods),
            expected,
            "{here}, {}",
            language.name()
        );
    }
}

/// Returns the program of a listing.
pub(crate) fn text(listing: &Listing, chinese: bool) -> String {
    let lines = listing.lines.iter();
    lines
        .map(|line| {
            format!(
                "{}\n",
                if chinese {
                    &line.chinese
                } else {
                    &line.english
                }
            )
        })
        .collect()
}

/// Runs the listings in a folder and returns a line for each method.
pub(crate) type Run = fn(&Path, &[Method]) -> String;

pub(crate) fn file(method: Method, language: Language) -> String {
    match language {
        Language::Python => format!("{}.py", method.name().replace('-', "_")),
        Language::Java => format!("{}.java", class(method)),
        Language::Pascal => format!("{}.inc", class(method)),
        _ => format!("{}.hpp", class(method)),
    }
}

/// Returns the name of the class in the listings.
pub(crate) fn class(method: Method) -> String {
    format!("{method:?}")
}

fn python(folder: &Path, methods: &[Method]) -> String {
    let mut main = String::new();
    for &method in methods {
        let module = method.name().replace('-', "_");
        let most = expected(method).split(' ').count() - 1;
        writeln!(main, "from {module} import queens").unwrap();
        writeln!(
            main,
            "print('{method}', *[queens(n) for n in range({most})])"
        )
        .unwrap();
    }
    std::fs::write(folder.join("main.py"), main).unwrap();
    output(Command::new("python3").arg("main.py").current_dir(folder))
}

/// Returns the compiler of Java without its second optimising compiler, which takes longer than it saves here.
pub(crate) fn javac() -> Command {
    let mut command = Command::new("javac");
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    command.args(["-encoding", "UTF-8"]);
    command
}

fn java(folder: &Path, methods: &[Method]) -> String {
    let mut calls = String::new();
    for &method in methods {
        let most = expected(method).split(' ').count() - 1;
        let class = class(method);
        writeln!(calls, "line = \"{method}\";").unwrap();
        writeln!(
            calls,
            "for (int n = 0; n < {most}; n++) line += \" \" + new {class}().queens(n);"
        )
        .unwrap();
        writeln!(calls, "System.out.println(line);").unwrap();
    }
    let main =
        format!("class Main {{ public static void main(String[] a) {{ String line; {calls} }} }}");
    std::fs::write(folder.join("Main.java"), main).unwrap();
    let mut files: Vec<PathBuf> = methods
        .iter()
        .map(|method| file(*method, Language::Java).into())
        .collect();
    files.push("Main.java".into());
    output(javac().args(files).current_dir(folder));
    output(Command::new("java").arg("Main").current_dir(folder))
}

fn cpp(folder: &Path, methods: &[Method]) -> String {
    let (mut includes, mut calls) = (String::new(), String::new());
    for &method in methods {
        let most = expected(method).split(' ').count() - 1;
        writeln!(includes, "#include \"{}\"", file(method, Language::Cpp)).unwrap();
        writeln!(calls, "printf(\"{method}\");").unwrap();
        let class = class(method);
        writeln!(
            calls,
            "for (int n = 0; n < {most}; n++) printf(\" %lld\", (long long){class}().queens(n));"
        )
        .unwrap();
        writeln!(calls, "puts(\"\");").unwrap();
    }
    let main = format!("#include <cstdio>\n{includes}int main() {{ {calls} }}\n");
    std::fs::write(folder.join("main.cpp"), main).unwrap();
    output(
        Command::new("g++")
            .args(["-std=c++11", "-Wall", "-Werror", "-o", "main", "main.cpp"])
            .current_dir(folder),
    );
    output(&mut Command::new(folder.join("main")))
}

/// Returns true if a tool can be run. If not, says which part is skipped.
pub(crate) fn has(tool: &str, part: &str) -> bool {
    let Err(why) = Command::new(tool).arg(version_option(tool)).output() else {
        return true;
    };
    // Few systems bring a Pascal compiler, and Windows none of these tools; `scripts/test` requires all.
    let is_required = std::env::var_os("CI").is_some() && tool != "fpc" && !cfg!(windows);
    assert!(!is_required, "{tool} is missing: {why}");
    eprintln!("skipped: {part}, as {tool} is missing: {why}");
    false
}

/// The compiler of Pascal takes a file without an option as a program.
fn version_option(tool: &str) -> &'static str {
    if tool == "fpc" { "-iV" } else { "--version" }
}

/// A program for each listing, whose global arrays must start as false.
fn pascal(folder: &Path, methods: &[Method]) -> String {
    let each = methods.iter().map(|&method| {
        let (listing, name) = (file(method, Language::Pascal), class(method));
        let last = expected(method).split(' ').count() - 2;
        let program = format!(
            "{{$I {listing}}}\nvar k: longint;\nbegin\n  write('{method}');\n  \
             for k := 0 to {last} do write(' ', queens(k));\n  writeln;\nend.\n"
        );
        let main = format!("{name}Main.pas");
        std::fs::write(folder.join(&main), program).unwrap();
        output(Command::new("fpc").args(["-v0", &main]).current_dir(folder));
        output(&mut Command::new(folder.join(format!("{name}Main"))))
    });
    each.collect()
}

/// Returns what a program prints; it must succeed.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Kinds whose line a Python listing executes exactly once for each step. Loops are also entered
/// to end them, and the slope test stores a queen in the line that tests it.
const EXACT: [StepKind; 10] = [
    StepKind::TestQueen,
    StepKind::TestCell,
    StepKind::TestColumn,
    StepKind::TestDiagonal,
    StepKind::TestAntiDiagonal,
    StepKind::TestMasks,
    StepKind::Rejected,
    StepKind::Exhausted,
    StepKind::Join,
    StepKind::Solution,
];

/// The steps that only one method has are exact too.
fn is_exact(kind: StepKind) -> bool {
    EXACT.contains(&kind) || matches!(kind, StepKind::Own(_))
}

/// The listings execute their marked lines in the order of the steps that the page shows.
#[test]
fn the_python_listings_run_in_the_order_of_the_steps() {
    if !has("python3", "the order of lines") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let counting = |method: Method| {
        let listings = method.listings(None).into_iter();
        listings
            .filter(|one| one.language == Language::Python)
            .map(move |one| (method, one))
    };
    for (method, listing) in Method::ALL.into_iter().flat_map(counting) {
        let line_of = |kind: StepKind| {
            let line = listing.line_of(kind).filter(|_| is_exact(kind))?;
            // A line of two kinds is executed once for both.
            (listing.lines[line - 1].kinds[0] == kind).then_some(line)
        };
        let n = if method == Method::BruteForce { 4 } else { 5 };
        let steps = method.run(n).unwrap().steps(0, 40_000, NEVER).steps;
        let expected: Vec<usize> = steps.iter().filter_map(|step| line_of(step.kind)).collect();
        let watched: BTreeSet<usize> = expected.iter().copied().collect();
        std::fs::write(folder.path().join("listing.py"), text(&listing, false)).unwrap();
        let tracer = format!(
            "import sys\nseen = []\ncode = compile(open('listing.py').read(), 'listing', 'exec')\n\
             def trace(frame, event, _):\n    \
             if frame.f_code.co_filename != 'listing': return None\n    \
             if event == 'line' and frame.f_lineno in {watched:?}: seen.append(frame.f_lineno)\n    \
             return trace\n\
             names = {{}}\nexec(code, names)\nsys.settrace(trace)\nnames['queens']({n})\n\
             sys.settrace(None)\nprint()\nprint(seen)\n"
        );
        std::fs::write(folder.path().join("trace.py"), tracer).unwrap();
        let mut python = Command::new("python3");
        let seen = output(python.arg("trace.py").current_dir(&folder));
        let seen = seen.lines().last().unwrap();
        assert_eq!(
            seen,
            format!("{expected:?}"),
            "{method}, {:?}",
            listing.form
        );
    }
}

/// Compiles or names the program of `docs/examples` in this language, and returns what it prints for n.
fn colour_split(tool: &str, sizes: impl Iterator<Item = usize>) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("colour_split");
    if tool == "cc" {
        let source = examples.join("colour_split.c");
        let strict = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"];
        let trapping = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"];
        let mut compiler = Command::new(tool);
        compiler.args(strict).args(trapping).arg("-o");
        output(compiler.arg(&program).arg(source));
    }
    sizes
        .map(|n| {
            let mut command = if tool == "cc" {
                Command::new(&program)
            } else {
                let mut command = Command::new(tool);
                command.arg(examples.join("colour_split.py"));
                command
            };
            output(command.arg(n.to_string()))
        })
        .collect()
}

fn totals(sizes: impl Iterator<Item = usize>) -> String {
    let known = oracle::totals();
    let total = |n: usize| {
        known
            .iter()
            .find(|totals| totals.n as usize == n)
            .unwrap()
            .all
    };
    sizes.map(|n| format!("{}\n", total(n))).collect()
}

#[test]
fn the_small_programs_of_the_method_count_correctly() {
    for (tool, sizes) in [("python3", 1..=9), ("cc", 1..=13)] {
        if has(tool, "a small program of the method") {
            assert_eq!(colour_split(tool, sizes.clone()), totals(sizes));
        }
    }
}

#[test]
#[ignore = "takes 25 CPU seconds: scripts/test --all runs it"]
fn the_small_programs_of_the_method_count_12_and_16() {
    assert_eq!(colour_split("python3", 12..=12), totals(12..=12));
    assert_eq!(colour_split("cc", 16..=16), totals(16..=16));
}

/// The marker listings test what the method tests: the counter is in each tested array.
#[test]
fn the_listings_of_the_last_column_test_what_the_method_tests() {
    let tests = Method::LastColumn.run(8).unwrap().counters().tests;
    assert_eq!(tests, 22_152);
    let counted = |language, count: fn(&str) -> String| {
        let lines = Method::LastColumn.listing(language).lines.into_iter();
        let line = |line: bezzel::methods::ListingLine| {
            let is_test = line
                .kinds
                .iter()
                .any(|kind| kind.name().starts_with("test-"));
            let mut text = line.english;
            for array in [
                "columns[column]",
                "diagonals[row - column + n]",
                "anti[row + column]",
            ] {
                if is_test {
                    text = text.replace(array, &count(array));
                }
            }
            text + "\n"
        };
        lines.map(line).collect::<String>()
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    if has("python3", "tests of the last column in Python") {
        let text = counted(Language::Python, |array| {
            format!("(tests.append(0) or {array})")
        });
        let main = format!("tests = []\n{text}\nqueens(8)\nprint(len(tests))\n");
        std::fs::write(path.join("main.py"), main).unwrap();
        let printed = output(Command::new("python3").arg("main.py").current_dir(path));
        assert_eq!(printed, format!("{tests}\n"));
    }
    if has("g++", "tests of the last column in C++") {
        let text = counted(Language::Cpp, |array| format!("(++tests, {array})"));
        let main = format!(
            "#include <cstdio>\nlong tests = 0;\n{text}\nint main() {{ LastColumn().queens(8); printf(\"%ld\\n\", tests); }}\n"
        );
        std::fs::write(path.join("main.cpp"), main).unwrap();
        let compile = ["-std=c++11", "-o", "main", "main.cpp"];
        output(Command::new("g++").args(compile).current_dir(path));
        assert_eq!(
            output(&mut Command::new(path.join("main"))),
            format!("{tests}\n")
        );
    }
}
