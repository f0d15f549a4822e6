//! Ledgers on the command line: verification, merging, status, bad input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use bezzel_count::{Plan, Route, plan_line, result_line};
use bezzel_run::{Ledger, UnitState};
use tempfile::TempDir;

use crate::answers::check_all;
use crate::waiting::{Running, results};
use crate::{bezzel, contains, data, json, run};

pub(crate) const SHORT: (&str, &str) = ("13", "73712\n");

pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Creates a ledger for n queens.
    pub(crate) fn ledger(&self, name: &str, n: &str) -> String {
        let file = self.file(name);
        Ledger::create(file.as_ref(), Plan::new(n.parse().unwrap()).unwrap()).unwrap();
        file
    }
}

pub(crate) fn units(n: &str) -> u64 {
    Plan::new(n.parse().unwrap()).unwrap().len()
}

pub(crate) fn status(file: &str) -> serde_json::Value {
    json(&data(&["ledger", "status", file, "--format", "json"]))
}

/// Returns the number of units that have a result.
pub(crate) fn done(file: &str) -> u64 {
    let status = status(file);
    number(&status, "counted_once") + number(&status, "confirmed")
}

pub(crate) fn number(value: &serde_json::Value, name: &str) -> u64 {
    value[name]
        .as_u64()
        .unwrap_or_else(|| panic!("{name} in {value}"))
}

/// Checks that every unit has a result and none is leased.
pub(crate) fn all_accounted_for(file: &str, n: &str) {
    let status = status(file);
    let counted = number(&status, "counted_once") + number(&status, "confirmed");
    assert_eq!(counted, units(n), "{status}");
    assert_eq!(number(&status, "units"), units(n));
    assert_eq!(number(&status, "conflicts"), 0);
}

pub(crate) fn start(args: &[&str]) -> Running {
    Running::start(
        bezzel()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    )
}

pub(crate) fn signal(child: &Running, name: &str) {
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args([name, &id])
        .status();
    assert!(sent.unwrap().success());
}

/// Writes a ledger with a valid line of a wrong value, as a machine with faulty memory does, and returns
/// the name of its unit.
fn liar(file: &str, n: &str) -> String {
    let plan = Plan::new(n.parse().unwrap()).unwrap();
    let good = data(&["work", n, "--part", "1/1"]);
    let mut wrong = bezzel_count::parse_result(&plan, good.lines().nth(5).unwrap()).unwrap();
    wrong.result.value += 8 * u128::from(Plan::VALUE_SCALE);
    let line = result_line(&plan, &wrong).unwrap();
    fs::write(file, format!("{}\n{line}\n", plan_line(&plan))).unwrap();
    plan.unit(wrong.unit).unwrap().to_string()
}

#[test]
fn a_wrong_result_is_in_conflict_until_it_is_resolved() {
    let (n, total) = SHORT;
    let place = Place::new();
    let (file, liar_file) = (place.ledger("q", n), place.file("liar"));
    let name = liar(&liar_file, n);
    data(&["ledger", "merge", &file, &liar_file]);
    assert_ne!(data(&["count", "--save", &file]), total);
    let all = units(n);
    let ran = run(&["ledger", "verify", &file, "--plain", "all"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let said = format!(
        "{all} units compared with a plain search, {} with equal values",
        all - 1
    );
    ran.prints(&said);
    ran.prints(&format!("WRONG: {name}: "));
    let ran = run(&["ledger", "verify", &file, "--fraction", "100%"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    ran.prints(&format!("CONFLICT: {name}\n"));
    ran.prints(&format!(
        "{all} units recounted, {} with equal results",
        all - 1
    ));
    run(&["ledger", "status", &file]).prints(&format!("CONFLICT: {name}"));
    let ran = run(&["count", "--save", &file]);
    ran.exits(1, "");
    ran.says("--resolve");
    let ran = run(&["ledger", "certificate", &file]);
    ran.exits(2, "");
    ran.says("1 in conflict");

    let ran = run(&["ledger", "verify", &file, "--resolve"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    ran.says(&format!("resolved: {name} is "));
    assert_eq!(data(&["count", "--save", &file]), total);
    let certificate = data(&["ledger", "certificate", &file]);
    assert!(certificate.contains("rejected results: 1\n"));
    let ran = run(&["ledger", "merge", &file, &liar_file]);
    ran.prints("1 identical");
    // `grep` leaves a machine out.
    let lie = fs::read_to_string(&liar_file).unwrap();
    let (_, line) = lie.split_once('\n').unwrap();
    let kept = fs::read_to_string(&file).unwrap().replace(line, "");
    let cleaned = place.file("cleaned");
    fs::write(&cleaned, kept).unwrap();
    assert_eq!(data(&["count", "--save", &cleaned]), total);
    assert!(data(&["ledger", "certificate", &cleaned]).contains("rejected results: 0\n"));
}

#[test]
fn certificates_are_compared_with_the_ledger() {
    let place = Place::new();
    let (n, _) = SHORT;
    let (file, other, written) = (place.file("q"), place.file("p"), place.file("q.txt"));
    data(&["count", n, "--save", &file]);
    data(&["count", "12", "--save", &other]);
    data(&["ledger", "certificate", &file, "-o", &written]);
    let text = fs::read_to_string(&written).unwrap();
    let ran = run(&["ledger", "verify", &file, "--certificate", &written]);
    let agrees = "the result of the certificate agrees with the ledger";
    ran.prints(agrees);
    assert_eq!((ran.code, &*ran.stderr), (Some(0), ""));
    // Its statements are compared, too: units were confirmed since then, or they are false.
    data(&["ledger", "verify", &file, "--fraction", "100%"]);
    let ran = run(&["ledger", "verify", &file, "--certificate", &written]);
    let said = "its statements about the count differ from the ledger now: expected 'units \
                confirmed by both routes: ";
    ran.says(said);
    ran.says(" (not an error: the result agrees)\n");
    assert_eq!(ran.code, Some(0));
    let args = format!("ledger verify {file} --certificate {written} --format json");
    assert_eq!(json(&data(&args))["statements_agree"], false);
    let of_other = data(&["ledger", "certificate", &other]);
    for (wrong, why) in [
        (
            text.replacen("73712", "73713", 1),
            "its checksum does not match",
        ),
        (
            text[..text.len() / 2].to_owned(),
            "its checksum does not match",
        ),
        ("x\n".repeat(100_000), "expected a text that begins with"),
        (of_other, "expected 'n: 13' as in the ledger"),
    ] {
        fs::write(&written, wrong).unwrap();
        run(&["ledger", "verify", &file, "--certificate", &written]).refuses(why);
    }
}

#[test]
fn the_status_tells_what_there_is() {
    let place = Place::new();
    let file = place.ledger("q", SHORT.0);
    let text = data(&["ledger", "status", &file]);
    assert!(
        text.starts_with("n = 13: 0.00% of the work, 0 of "),
        "{text}"
    );
    contains(&text, " units (the largest first)\n");
    run(&["ledger", "certificate", &file]).refuses(&format!(
        "0 in conflict; `bezzel count --save {file}` continues the count\n"
    ));
    data(&["count", "--save", &file]);
    let text = data(&["ledger", "status", &file]);
    contains(&text, "n = 13: 100.00% of the work");
    contains(&text, "CPU time so far");
    contains(&text, &format!(": {} results, ", units(SHORT.0)));
}

#[test]
fn ledgers_are_merged_into_the_same_new_one_at_once() {
    let place = Place::new();
    let parts = ["1/2", "2/2"].map(|part| (part, place.file(&part.replace('/', "-"))));
    for (part, file) in &parts {
        data(&["work", "12", "--part", part, "--output", file]);
    }
    let all = place.file("all");
    let merges = parts.map(|(_, file)| bezzel().args(["ledger", "merge", &all, &file]).spawn());
    for merge in merges {
        assert!(merge.unwrap().wait().unwrap().success());
    }
    assert_eq!(done(&all), units("12"));
}

#[test]
fn ledgers_are_described_in_chinese() {
    let place = Place::new();
    let [half, all] = [place.file("half.bezzel"), place.file("all.bezzel")];
    let chinese = |args: &[&str]| data(&[args, &["--lang", "zh"]].concat());
    chinese(&["work", "12", "--part", "1/2", "--output", &half]);
    let merged = chinese(&["ledger", "merge", &all, &half]);
    assert!(merged.contains("half.bezzel：新增 "), "{merged}");
    let half = status(&all);
    for name in ["fraction_per_second", "seconds_left"] {
        assert!(half[name].as_f64() > Some(0.0), "{half}");
    }
    let verified = chinese(&["ledger", "verify", &all, "--fraction", "10%"]);
    assert!(verified.starts_with("重算了 "), "{verified}");
    assert!(verified.contains(" 个由两条路线确认\n"), "{verified}");
    let told = chinese(&["ledger", "status", &all]);
    contains(&told, "n = 12：已完成预计工作量的 ");
    contains(&told, "\n未数 ");
    contains(&told, "\n至今已用 CPU 时间 ");
    contains(&told, " 个结果，CPU 时间 ");
    assert!(!told.contains("confirmed"), "{told}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let place = Place::new();
    let (file, other, missing) = (place.file("q"), place.file("p"), place.file("none"));
    data(&["count", "8", "--save", &file]);
    data(&["count", "9", "--save", &other]);
    let letter = place.file("letter");
    fs::write(&letter, "Dear Max,\n").unwrap();
    let before = fs::read(&file).unwrap();
    let table = format!(
        "
count --save {missing} => file not found
ledger status {missing} => file not found; `bezzel count N --save FILE` starts a new count
ledger status {letter} => expected a bezzel ledger, found no intact line of one
count 8 --save {letter} => expected a bezzel ledger
count 9 --save {file} => expected a ledger for n = 9, found one for n = 8
count 8 --queen 0,0 --save {file} => found one for n = 8;
ledger merge {file} {other} => expected results of n = 8, found one of n = 9
ledger merge {file} {letter} => expected a bezzel ledger
ledger merge {file} {other} {missing} => file not found; nothing was imported
ledger certificate {file} -o {file} --force => expected a file other than
ledger verify {file} --certificate {letter} => expected a text that begins with
work {letter} => expected a bezzel ledger
"
    );
    check_all(&table, "");
    assert_eq!(fs::read(&letter).unwrap(), b"Dear Max,\n");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert!(!Path::new(&missing).exists());
}

/// What is intact is taken from whatever was done to a file, the rest is named and counted again.
#[test]
fn damaged_files_are_merged_into_new_ledgers() {
    let (n, total) = SHORT;
    let place = Place::new();
    let good = place.file("good");
    data(&["count", n, "--save", &good, "--double-check"]);
    let text = fs::read_to_string(&good).unwrap();
    let all = results(&good);
    let lines: Vec<&str> = text.lines().collect();
    let half = lines.len() / 2;
    let flipped = |at: usize| {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 2;
        bytes
    };
    let wide = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let reversed: String = text.split_inclusive('\n').rev().collect();
    let cut = text.len() - 30;
    // Not a line end: without it, both lines are still read.
    let in_result = text[..text.len() / 2].rfind("\nu ").unwrap() + 8;
    let (_, without_head) = text.split_once('\n').unwrap();
    let removed = text.replace(&format!("{}\n", lines[half]), "");
    let junk = text.replacen('\n', "\nDear Max,\n\0\n", 1);
    let utf16 = [vec![0xff, 0xfe], wide(u16::to_le_bytes)].concat();
    let utf32: Vec<u8> = text
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    let marked: Vec<u8> = [vec![0, 0, 0xfe, 0xff], utf32.clone()].concat();
    let gzip = vec![0x1f, 0x8b, 8, 0, 1, 2];
    let occupancy = place.file("occupancy");
    data(&["occupancy", "5", "--save", &occupancy]);
    for (command, said) in [
        (
            format!("ledger status {occupancy}"),
            "found one of an occupancy",
        ),
        (
            format!("count --save {occupancy}"),
            "found one of an occupancy",
        ),
        (
            format!("occupancy {n} --save {good}"),
            "found one of a saved count",
        ),
    ] {
        let ran = run(&*command);
        ran.exits(2, "");
        ran.says(said);
    }
    let occupancy = fs::read(occupancy).unwrap();
    let skipped = "1 damaged or unknown line skipped";
    let unknown = "line 2: damaged or unknown: 'Dear Max,'";
    let incomplete = "last line is incomplete";
    // The content, the number of results that are left, and what is said.
    let cases: [(&str, Vec<u8>, u64, &str); 22] = [
        ("as it was", text.clone().into(), all, ""),
        ("CRLF", text.replace('\n', "\r\n").into(), all, ""),
        ("CR", text.replace('\n', "\r").into(), all, ""),
        ("one line", text.replace('\n', " ").into(), all, ""),
        ("no line ends", text.replace('\n', "").into(), all, ""),
        ("reversed", reversed.into(), all, ""),
        ("doubled", text.repeat(2).into(), all, ""),
        ("no first line", without_head.into(), all, ""),
        ("cut", text[..cut].into(), all - 1, incomplete),
        ("a line removed", removed.into(), all - 1, ""),
        ("a flipped bit", flipped(in_result), all - 1, skipped),
        ("a flipped first line", flipped(8), all, skipped),
        ("junk", junk.into(), all, unknown),
        ("UTF-16", utf16, 0, "text in UTF-16: convert it"),
        ("big-endian", wide(u16::to_be_bytes), 0, "text in UTF-16"),
        ("UTF-32", utf32, 0, "text in UTF-32: convert it"),
        ("UTF-32 with a mark", marked, 0, "text in UTF-32"),
        ("zeros", vec![0; 99], 0, "no intact line"),
        ("gzip", gzip, 0, "gzip: uncompress it"),
        ("bzip2", b"BZh91AY&SY".into(), 0, "bzip2: uncompress it"),
        ("xz", b"\xfd7zXZ\0".into(), 0, "xz: uncompress it"),
        ("an occupancy", occupancy, 0, "found one of an occupancy"),
    ];
    for (what, content, left, said) in cases {
        let (damaged, new) = (place.file("damaged"), place.file("new"));
        fs::write(&damaged, &content).unwrap();
        let ran = run(&["ledger", "merge", &new, &damaged]);
        ran.says(said);
        if said.is_empty() {
            assert_eq!(ran.stderr.lines().count(), 1, "{what}: {}", ran.stderr);
        }
        if left == 0 {
            assert!(ran.code == Some(2) && !Path::new(&new).exists(), "{what}");
            assert_eq!(fs::read(&damaged).unwrap(), content);
            continue;
        }
        assert_eq!((ran.code, results(&new)), (Some(0), left), "{what}");
        assert!(fs::read(&damaged).unwrap() == content, "{what}");
        // The damaged file itself can be continued as well.
        for file in [&new, &damaged] {
            assert_eq!(data(&["count", "--save", file]), total, "{what}");
            let ledger = Ledger::open_to_read(file.as_ref()).unwrap();
            assert!(ledger.units_in(UnitState::Conflict).is_empty(), "{what}");
        }
        fs::remove_file(new).unwrap();
    }
}

/// Several recounts of one ledger at once confirm its units, and count nothing twice in the total.
#[test]
fn concurrent_verifications_agree() {
    let (n, total) = SHORT;
    let place = Place::new();
    let file = place.file("q");
    data(&["count", n, "--save", &file]);
    let args = ["ledger", "verify", &file, "--fraction", "100%", "-t", "1"];
    let running: Vec<_> = (0..3).map(|_| start(&args)).collect();
    for child in running {
        let ran = child.ended();
        assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
        ran.prints("with equal results");
    }
    let after = status(&file);
    assert_eq!(number(&after, "confirmed_by_exchange"), units(n), "{after}");
    assert_eq!(number(&after, "damaged"), 0, "{after}");
    assert_eq!(data(&["count", "--save", &file]), total);
}

/// Results that are stored by route, as `work` and `count` do it, agree with the results of the library.
#[test]
fn lines_are_what_the_library_reads() {
    let plan = Plan::new(8).unwrap();
    let text = data("work 8");
    let (first, lines) = text.split_once('\n').unwrap();
    assert_eq!(first, plan_line(&plan));
    assert_eq!(lines.lines().count() as u64, plan.len());
    for line in lines.lines() {
        let stored = bezzel_count::parse_result(&plan, line).unwrap();
        assert_eq!(stored.route, Route::Direct);
        assert_eq!(result_line(&plan, &stored).unwrap(), line);
    }
}
