//! Campaigns on the command line: complete runs, kills, verification, exchange, bad input.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use bezzel_count::Plan;
use tempfile::TempDir;

use crate::waiting::{Running, lease_holders, long_count, results, until};
use crate::{bezzel, data, json, run};

const SHORT: (&str, &str) = ("13", "73712\n");

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
        data(&["campaign", "new", n, &file]);
        file
    }
}

pub(crate) fn units(n: &str) -> u64 {
    Plan::new(n.parse().unwrap()).unwrap().len()
}

fn status(file: &str) -> serde_json::Value {
    json(&data(&["campaign", "status", file, "--format", "json"]))
}

/// Returns the number of units that have a result.
fn done(file: &str) -> u64 {
    let status = status(file);
    number(&status, "done") + number(&status, "confirmed")
}

fn number(value: &serde_json::Value, name: &str) -> u64 {
    value[name]
        .as_u64()
        .unwrap_or_else(|| panic!("{name} in {value}"))
}

/// Checks that every unit has a result and none is leased.
fn all_accounted_for(file: &str, n: &str) {
    let status = status(file);
    let counted = number(&status, "done") + number(&status, "confirmed");
    assert_eq!(counted, units(n), "{status}");
    assert_eq!(number(&status, "units"), units(n));
    assert_eq!(number(&status, "conflicts"), 0);
}

pub(crate) fn start(args: &[&str]) -> Running {
    Running::start(
        bezzel()
            .args(args)
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

/// Processes are killed at the start, when they hold units, when they have written results, and at
/// random moments; then two processes finish the campaign together.
#[test]
fn a_campaign_survives_kills_and_two_processes() {
    let (n, total) = &long_count();
    let place = Place::new();
    let file = place.ledger("q", n);
    let args = ["campaign", "run", &file, "-t", "1", "--backend", "portable"];
    let seed = fastrand::u64(..);
    eprintln!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut counted = 0;
    for _ in 0..4 {
        // A machine that stops this test for long finds fewer moments.
        if counted > units(n) / 2 {
            break;
        }
        for stage in 0..3 {
            let (before, holders) = (results(&file), lease_holders(&file));
            let mut child = start(&args);
            until("it comes so far", || {
                let reached = match stage {
                    0 => true,
                    1 => !lease_holders(&file).is_subset(&holders),
                    _ => results(&file) > before,
                };
                reached || child.has_ended()
            });
            std::thread::sleep(Duration::from_millis(random.u64(..50)));
            child.kill();
            let now = done(&file);
            assert!(now >= counted, "a kill lost results: {now} after {counted}");
            counted = now;
        }
    }
    assert!(counted > 0 && counted < units(n), "{counted} units");
    let others = [start(&args[..3]), start(&args[..3])];
    for child in others {
        let ran = child.ended();
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(0), total.as_str()),
            "{}",
            ran.stderr
        );
    }
    all_accounted_for(&file, n);
    // A complete campaign prints its total at once.
    assert_eq!(&data(&args), total);
    let names: Vec<_> = fs::read_dir(place.folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "one file is left");
}

#[test]
fn save_and_double_check_work_together() {
    let place = Place::new();
    let file = place.file("q");
    let (n, total) = SHORT;
    let all = units(n);
    assert_eq!(data(&["count", n, "--save", &file]), total);
    assert_eq!(number(&status(&file), "done"), all);
    // Results that were saved without a double check are confirmed now.
    let ran = run(&["count", n, "--save", &file, "--double-check"]);
    assert_eq!(ran.stdout, total);
    let said = format!("double check: {all} of {all} units confirmed by the exchanged route");
    assert!(ran.stderr.contains(&said), "{}", ran.stderr);
    assert_eq!(number(&status(&file), "confirmed_by_exchange"), all);
    // A campaign uses the same file.
    let ran = run(&["campaign", "run", &file]);
    assert_eq!(ran.stdout, total);
    let said = format!("{all} units, all confirmed");
    assert!(ran.stderr.contains(&said), "{}", ran.stderr);
    let other = place.file("p");
    data(&[
        "count",
        n,
        "--save",
        &other,
        "--double-check",
        "--by-colour",
        "--fundamental",
    ]);
    assert_eq!(number(&status(&other), "confirmed_by_exchange"), all);
}

#[test]
fn units_travel_to_other_machines_and_their_results_back() {
    let (n, total) = SHORT;
    let all = units(n);
    let place = Place::new();
    let file = place.ledger("q", n);
    let list = place.file("units");
    data(&["campaign", "export", &file, "--output", &list]);
    assert_eq!(
        fs::read_to_string(&list).unwrap().lines().count() as u64,
        all + 1
    );
    let results: Vec<String> = (1..=3)
        .map(|part| place.file(&format!("r{part}")))
        .collect();
    for (part, results) in (1..=2).zip(&results) {
        let part = format!("{part}/3");
        data(&["work", &list, "--part", &part, "--output", results]);
    }
    // The third one overlaps with the others and writes to stdout.
    fs::write(&results[2], data(&["work", &list])).unwrap();
    let third = |part: u64| (0..all).filter(|unit| unit % 3 == part).count() as u64;
    let merged = data(&[
        "campaign",
        "merge",
        &file,
        &results[0],
        &results[1],
        &results[2],
    ]);
    let expected: Vec<String> = [
        (third(0), 0, 0),
        (third(1), 0, 0),
        (third(2), 0, third(0) + third(1)),
    ]
    .iter()
    .zip(&results)
    .map(|((merged, identical, agree), file)| {
        let mut line =
            format!("{file}: {merged} merged, {identical} identical, 0 confirmed, 0 CONFLICT");
        if *agree > 0 {
            line += &format!(", {agree} agree without confirming");
        }
        line
    })
    .collect();
    assert_eq!(merged.lines().collect::<Vec<_>>(), expected);
    assert_eq!(data(&["campaign", "run", &file]), total);
    assert_eq!(data(&["campaign", "export", &file]).lines().count(), 1);
    // Results are exported as lines, and another ledger imports them.
    let other = place.ledger("other", n);
    let lines = place.file("lines");
    data(&["campaign", "export", &file, "--results", "-o", &lines]);
    let report = data(&["campaign", "merge", &other, &lines, "--format", "json"]);
    assert_eq!(number(&json(&report), "merged"), all);
    assert_eq!(number(&json(&report), "repeated"), third(0) + third(1));
    // Unsigned results of the exchanged route agree and confirm nothing: anyone can write them.
    let exchanged = place.file("exchanged");
    data(&["work", &list, "--exchanged", "-o", &exchanged]);
    data(&["campaign", "merge", &other, &exchanged]);
    assert_eq!(number(&status(&other), "unsigned_agree"), all);
    assert_eq!(number(&status(&other), "confirmed"), 0);
}

#[test]
fn work_goes_on_where_it_was_killed() {
    let (n, total) = &long_count();
    let place = Place::new();
    let file = place.ledger("q", n);
    let (list, output) = (place.file("units"), place.file("results"));
    data(&["campaign", "export", &file, "-o", &list]);
    let args = [
        "work",
        &list,
        "-o",
        &output,
        "-t",
        "1",
        "--backend",
        "portable",
    ];
    let lines = || fs::read_to_string(&output).map_or(0, |text| text.lines().count());
    for round in 0..4 {
        let before = lines();
        let child = start(&args);
        // The first line is a header.
        until("results are written", || lines() > before + 1);
        child.kill();
        // The disk may have stored only half of a line.
        if round % 2 == 1 {
            let text = fs::read(&output).unwrap();
            fs::write(&output, &text[..text.len() - 20]).unwrap();
        }
    }
    assert!((lines() as u64) < units(n), "the work was not long");
    data(&args[..4]);
    assert_eq!(lines() as u64, units(n) + 1, "each unit once");
    data(&["campaign", "merge", &file, &output]);
    assert_eq!(&data(&["campaign", "run", &file]), total);
    assert_eq!(number(&status(&file), "confirmed"), 0);
}

#[test]
fn a_wrong_result_is_in_conflict_until_it_is_resolved() {
    let (n, total) = SHORT;
    let place = Place::new();
    let file = place.ledger("q", n);
    // A valid line with a wrong value, as a machine with faulty memory would write it.
    let units = bezzel_campaign::UnitList::new(n.parse().unwrap()).unwrap();
    let text = data(&["campaign", "export", &file]);
    let list = place.file("units");
    fs::write(&list, text).unwrap();
    let line = data(&["work", &list]).lines().nth(5).unwrap().to_owned();
    let mut wrong = units.parse(&line).unwrap();
    wrong.result.value += 8 * u128::from(Plan::VALUE_SCALE);
    let name = units.unit(wrong.unit).unwrap().to_string();
    let liar = place.file("liar");
    fs::write(
        &liar,
        format!("{}\n{}\n", units.header(), units.line(&wrong).unwrap()),
    )
    .unwrap();
    data(&["campaign", "merge", &file, &liar]);
    assert_ne!(data(&["campaign", "run", &file]), total);

    let all = units.plan().len();
    let ran = run(&["campaign", "verify", &file, "--plain", "all"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let said = format!(
        "{all} units compared with a plain search, {} with equal values",
        all - 1
    );
    assert!(ran.stdout.contains(&said), "{}", ran.stdout);
    assert!(
        ran.stdout.contains(&format!("WRONG: {name}: ")),
        "{}",
        ran.stdout
    );
    let ran = run(&["campaign", "verify", &file, "--fraction", "100%"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(
        ran.stdout.contains(&format!("CONFLICT: {name}\n")),
        "{}",
        ran.stdout
    );
    let said = format!("{all} units recounted, {} with equal results", all - 1);
    assert!(ran.stdout.contains(&said), "{}", ran.stdout);
    let text = data(&["campaign", "status", &file]);
    assert!(text.contains(&format!("CONFLICT: {name}")), "{text}");
    for args in [
        &["campaign", "run", &file][..],
        &["count", n, "--save", &file],
    ] {
        let ran = run(args);
        assert_eq!(ran.stdout, "", "{args:?}");
        assert!(ran.stderr.contains("--resolve"), "{}", ran.stderr);
        assert_ne!(ran.code, Some(0));
    }
    let ran = run(&["campaign", "certificate", &file]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("1 in conflict"), "{}", ran.stderr);

    let ran = run(&["campaign", "verify", &file, "--resolve"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stderr.contains(&format!("resolved: {name} is ")),
        "{}",
        ran.stderr
    );
    assert_eq!(data(&["campaign", "run", &file]), total);
    let certificate = data(&["campaign", "certificate", &file]);
    assert!(certificate.contains("rejected results: 1\n"));
    // Importing it again reports the conflict again.
    let ran = run(&["campaign", "merge", &file, &liar]);
    assert!(ran.stdout.contains("1 identical"), "{}", ran.stdout);
}

#[test]
fn certificates_are_verified() {
    let (n, total) = SHORT;
    let place = Place::new();
    let (file, certificate) = (place.ledger("q", n), place.file("certificate"));
    data(&["campaign", "run", &file]);
    data(&["campaign", "certificate", &file, "--output", &certificate]);
    let text = fs::read_to_string(&certificate).unwrap();
    assert!(text.contains(&format!("solutions: {total}")), "{text}");
    let verify = ["campaign", "verify", &file, "--certificate", &certificate];
    let said = data(&verify);
    assert!(
        said.starts_with("the certificate agrees with the ledger: fingerprint "),
        "{said}"
    );
    let again = [&verify[..], &["--fraction", "20%", "--seed", "1"]].concat();
    let said = data(&again);
    let sample = units(n).div_ceil(5);
    assert!(
        said.contains(&format!(
            "{sample} units recounted, {sample} with equal results"
        )),
        "{said}"
    );
    // Another campaign yields the same fingerprint.
    let other = place.ledger("other", n);
    data(&["campaign", "run", &other, "--backend", "portable"]);
    let theirs = data(&["campaign", "certificate", &other]);
    let fingerprint = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("fingerprint: "));
        line.unwrap().to_owned()
    };
    assert_eq!(fingerprint(&theirs), fingerprint(&text));
    for (from, to) in [("73712", "73720"), ("confirmed by", "confirmed  by")] {
        fs::write(&certificate, text.replacen(from, to, 1)).unwrap();
        let ran = run(&verify);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains("was changed"), "{}", ran.stderr);
    }
}

#[test]
fn the_status_tells_what_there_is() {
    let (n, _) = SHORT;
    let all = units(n);
    let place = Place::new();
    let file = place.ledger("q", n);
    let empty = status(&file);
    assert_eq!((number(&empty, "open"), number(&empty, "done")), (all, 0));
    assert_eq!(empty["fraction"], 0.0);
    assert!(empty["seconds_left"].is_null());
    data(&["campaign", "run", &file, "--backend", "portable"]);
    let full = status(&file);
    assert_eq!(full["fraction"], 1.0);
    assert_eq!(full["machines"][0]["backend"], "portable");
    assert_eq!(number(&full["machines"][0], "results"), all);
    let bars = full["histogram"].as_array().unwrap().iter();
    assert_eq!(bars.map(|bar| number(bar, "results")).sum::<u64>(), all);
    // Watching a complete campaign ends.
    let text = data(&["campaign", "status", &file, "--watch"]);
    assert!(text.starts_with(&format!(
        "n = {n}: 100.00 % of the expected cost, {all} of {all} units\n"
    )));
    assert!(text.contains("< 2 ms █"), "{text}");
}

#[cfg(unix)]
#[test]
fn watching_goes_on_until_it_is_stopped() {
    let place = Place::new();
    let file = place.ledger("q", SHORT.0);
    let mut child = start(&["campaign", "status", &file, "--watch"]);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut shown = lines.filter(|line| {
        line.as_ref()
            .unwrap()
            .contains("0.00 % of the expected cost")
    });
    assert!(shown.next().is_some() && shown.next().is_some());
    signal(&child, "-INT");
    let ran = child.ended();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn a_run_ends_when_its_time_is_up_or_when_it_is_interrupted() {
    let (n, total) = &long_count();
    let place = Place::new();
    let file = place.ledger("q", n);
    let args = ["campaign", "run", &file, "-t", "1", "--backend", "portable"];
    // A slow machine gets more time to start, but not enough to finish.
    for time in ["0.5s", "1s", "2s", "4s", "8s", "60s"] {
        let ran = run(&[&args[..], &["--time-limit", time]].concat());
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(0), ""),
            "{}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains("time limit reached: "),
            "{}",
            ran.stderr
        );
        assert_eq!(number(&status(&file), "leased"), 0);
        if results(&file) > 0 {
            break;
        }
    }
    let after = status(&file);
    assert!(
        number(&after, "done") > 0 && number(&after, "open") > 0,
        "{after}"
    );
    let child = start(&args);
    until("more is counted", || {
        results(&file) > number(&after, "done")
    });
    signal(&child, "-INT");
    let ran = child.ended();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("run the same command again"),
        "{}",
        ran.stderr
    );
    assert_eq!(number(&status(&file), "leased"), 0);
    assert!(number(&status(&file), "done") > number(&after, "done"));
    assert_eq!(&data(&args[..3]), total);
    all_accounted_for(&file, n);
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let place = Place::new();
    let file = place.ledger("q", SHORT.0);
    let (none, text) = (place.file("none"), place.file("text"));
    let nowhere = place.file("no/folder");
    fs::write(&text, "my shopping list\n").unwrap();
    for (args, said) in [
        (vec!["campaign", "new", "33", &none], "from 0 to 32"),
        (vec!["campaign", "new", "-1", &none], "from 0 to 32"),
        (vec!["campaign", "new", "eight", &none], "from 0 to 32"),
        (vec!["campaign", "new", "8", &nowhere], "No such file"),
        (vec!["campaign", "new", "8", &file], "file exists"),
        (vec!["campaign", "run", &none], "file not found"),
        (vec!["campaign", "run", &text], "expected a bezzel ledger"),
        (
            vec!["campaign", "run", &file, "--time-limit", "8 hours"],
            "90s, 45m, 8h or 2d",
        ),
        (
            vec!["campaign", "run", &file, "--backend", "abacus"],
            "abacus",
        ),
        (vec!["campaign", "status", &none], "file not found"),
        (
            vec!["campaign", "verify", &file, "--fraction", "5"],
            "as 5%",
        ),
        (
            vec!["campaign", "verify", &file, "--certificate", &text],
            "begins with",
        ),
        (
            vec!["campaign", "verify", &file, "--certificate", &none],
            "cannot read",
        ),
        (
            vec!["campaign", "export", &file, "--output", &file],
            "expected another file than the ledger",
        ),
        (
            vec!["campaign", "merge", &file, &text],
            "expected the header of a unit or result file",
        ),
        (vec!["campaign", "merge", &file, &none], "none"),
        (vec!["campaign", "certificate", &file], "no total yet"),
        (vec!["work", &none], "cannot be read"),
        (
            vec!["work", &text],
            "expected the header of a unit or result file",
        ),
        (vec!["work", &text, "--part", "4/3"], "3/100"),
        (
            vec!["count", "14", "--save", &file],
            "expected a ledger for n = 14, found one for n = 13",
        ),
    ] {
        let ran = run(&args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{args:?}: {}", ran.stderr);
        assert!(!Path::new(&none).exists(), "{args:?}");
    }
}

#[test]
fn a_corrupted_value_is_refused_by_name() {
    let (n, _) = SHORT;
    let place = Place::new();
    let file = place.ledger("q", n);
    data(&["campaign", "run", &file]);
    // Returns a unit whose value is long enough to be found in the file.
    let results = data(&["campaign", "export", &file, "--results"]);
    let fields = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let unit = results
        .lines()
        .skip(1)
        .map(fields)
        .max_by_key(|fields| fields[2].len())
        .unwrap();
    let digits = format!(" {} {} ", unit[2], unit[3]).into_bytes();
    let mut bytes = fs::read(&file).unwrap();
    let at = (0..bytes.len())
        .find(|at| bytes[*at..].starts_with(&digits))
        .unwrap();
    let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    bytes[at + 1] ^= 1;
    fs::write(&file, &bytes).unwrap();
    for args in [
        &["campaign", "run", &file][..],
        &["campaign", "status", &file],
        &["count", n, "--save", &file],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        let named = format!("line {line} at byte ");
        assert!(ran.stderr.contains(&named), "{}", ran.stderr);
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
}
