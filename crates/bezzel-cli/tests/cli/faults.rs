//! Faults of the file of a campaign, on the command line.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::Command;

use bezzel_campaign::Ledger;

use crate::campaign::{Place, start};
use crate::waiting::{Running, long_count, results, until};
use crate::{Ran, data, json, run};

const SHORT: (&str, &str) = ("13", "73712\n");
fn counting(file: &str) -> Running {
    start(&["campaign", "run", file, "-t", "1", "--backend", "portable"])
}

/// Waits until results are stored; returns their number.
fn counted(file: &str) -> u64 {
    until("results are stored", || results(file) > 0);
    results(file)
}

/// Checks that the process reported the fault in one line and ended with exit code 2.
fn gone(ran: &Ran, what: &str) {
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(2), ""),
        "{}",
        ran.stderr
    );
    let errors: Vec<&str> = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    assert_eq!(errors.len(), 1, "{}", ran.stderr);
    assert!(errors[0].contains(what), "{}", ran.stderr);
}

/// Returns the result files in the folder.
fn rescued(place: &Place) -> Vec<PathBuf> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending == "results" || ending == "bezzel")
        })
        .collect()
}

#[test]
fn a_run_whose_ledger_is_moved_ends_and_loses_nothing() {
    let (n, total) = long_count();
    let n = n.as_str();
    let place = Place::new();
    let (file, moved) = (place.ledger("q", n), place.file("moved"));
    let child = counting(&file);
    let before = counted(&file);
    fs::rename(&file, &moved).unwrap();
    let ran = child.ended();
    gone(&ran, "was moved");
    assert!(!Path::new(&file).exists());
    let after = Ledger::open(Path::new(&moved)).unwrap().counted();
    assert!(after >= before, "{after} after {before}");
    for lines in rescued(&place) {
        data(&["campaign", "merge", &moved, lines.to_str().unwrap()]);
    }
    assert_eq!(data(&["campaign", "run", &moved]), total);
}

/// `rm L; campaign new N L; campaign run L` during an earlier run.
#[test]
fn a_ledger_that_is_made_anew_is_not_touched_by_the_old_run() {
    let (n, total) = long_count();
    let n = n.as_str();
    let place = Place::new();
    let file = place.ledger("q", n);
    let old = [counting(&file), counting(&file)];
    let before = counted(&file);
    fs::remove_file(&file).unwrap();
    data(&["campaign", "new", n, &file]);
    let new = start(&["campaign", "run", &file]);
    for child in old {
        gone(&child.ended(), "was re");
    }
    let ran = new.ended();
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), total.as_str()),
        "{}",
        ran.stderr
    );
    // The results of the removed file are rescued as lines.
    let other = place.ledger("other", n);
    let files = rescued(&place);
    assert!(!files.is_empty());
    for lines in files {
        data(&["campaign", "merge", &other, lines.to_str().unwrap()]);
    }
    let found = Ledger::open(Path::new(&other)).unwrap().counted();
    assert!(found >= before, "{found} of {before}");
}

#[test]
fn verify_and_save_notice_a_ledger_that_is_removed() {
    let (n, _) = long_count();
    let n = n.as_str();
    let place = Place::new();
    let file = place.file("saved");
    let child = start(&[
        "count",
        n,
        "--save",
        &file,
        "-t",
        "1",
        "--backend",
        "portable",
    ]);
    until("a file is made", || Path::new(&file).exists());
    counted(&file);
    fs::remove_file(&file).unwrap();
    gone(&child.ended(), "saved was removed");

    let file = place.ledger("verified", n);
    data(&["campaign", "run", &file]);
    let full = fs::read(&file).unwrap();
    let args = ["campaign", "verify", &file, "--fraction", "100%", "-t", "1"];
    let child = start(&[&args[..], &["--backend", "portable"]].concat());
    until("something is verified", || {
        let ledger = Ledger::open_to_read(Path::new(&file)).unwrap();
        ledger.status().unwrap().confirmed > 0
    });
    fs::remove_file(&file).unwrap();
    fs::write(&file, &full).unwrap();
    gone(&child.ended(), "verified was replaced");
    assert_eq!(fs::read(&file).unwrap(), full);
}

/// The file of results is removed, or another one is copied over it: the known results are written
/// beside it.
#[test]
fn work_notices_a_file_of_results_that_is_removed_or_overwritten() {
    let (n, total) = long_count();
    let n = n.as_str();
    let place = Place::new();
    let file = place.ledger("q", n);
    let (units, results) = (place.file("units"), place.file("added"));
    data(&["campaign", "export", &file, "-o", &units]);
    let (older, other) = (place.file("older"), place.file("other"));
    fs::write(&other, "# bezzel n 8 plan 3 units 8 fingerprint 0\n").unwrap();
    // The file of results is continued after each fault.
    for fault in ["older", "other", "empty", "removed"] {
        let child = start(&[
            "work",
            &units,
            "-o",
            &results,
            "-t",
            "1",
            "--backend",
            "portable",
        ]);
        let added = || fs::read_to_string(&results).unwrap_or_default();
        until("the file is opened", || added().ends_with('\n'));
        fs::write(&older, added()).unwrap();
        let known = added().lines().count();
        until("something is added", || added().lines().count() > known);
        let before = added();
        match fault {
            "older" => fs::copy(&older, &results).map(drop),
            "other" => fs::copy(&other, &results).map(drop),
            "empty" => fs::write(&results, ""),
            _ => fs::remove_file(&results),
        }
        .unwrap();
        gone(
            &child.ended(),
            match fault {
                "removed" => "added was moved, removed or replaced",
                _ => "added was overwritten by another program",
            },
        );
        let rescued = rescued(&place);
        assert_eq!(rescued.len(), 1, "{fault}: {rescued:?}");
        let text = fs::read_to_string(&rescued[0]).unwrap();
        assert!(text.starts_with(&before), "{fault}: {text}");
        data(&["campaign", "merge", &file, rescued[0].to_str().unwrap()]);
        fs::rename(&rescued[0], &results).unwrap();
    }
    assert_eq!(data(&["campaign", "run", &file]), total);
}

#[test]
fn a_damaged_ledger_is_recovered_into_a_new_one() {
    let (n, total) = SHORT;
    let place = Place::new();
    let (file, new) = (place.ledger("q", n), place.file("new"));
    data(&["campaign", "run", &file]);
    let mut bytes = fs::read(&file).unwrap();
    let route = b" direct ";
    let at = bytes.windows(route.len()).rposition(|bytes| bytes == route);
    bytes[at.expect("a result") + route.len()] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let ran = run(&["campaign", "run", &file]);
    assert!(
        ran.stderr.contains("`bezzel campaign recover`"),
        "{}",
        ran.stderr
    );
    // The exit code says that something is lost, stderr what it is.
    let ran = run(&["campaign", "recover", &file, &new, "--format", "json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let report = json(&ran.stdout);
    assert_eq!(
        report["results"].as_u64(),
        Some(report["units"].as_u64().unwrap() - 1),
        "{report}"
    );
    let lost = report["lost"][0].as_str().unwrap();
    assert!(
        lost.starts_with("line ") && lost.contains(" at byte "),
        "{report}"
    );
    assert_eq!(ran.stderr, format!("lost: {lost}\n"));
    assert_eq!(fs::read(&file).unwrap(), bytes, "it is only read");
    assert_eq!(data(&["campaign", "run", &new]), total);
    let ran = run(&["campaign", "recover", &file, &new]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("file exists"), "{}", ran.stderr);
}

/// Changes a file without the command.
fn tamper(file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(file, text.replace(from, to)).unwrap();
}

#[test]
fn a_damaged_policy_or_withdrawal_is_named_and_its_loss_said() {
    let place = Place::new();
    let (file, key, list) = (place.file("q"), place.file("key"), place.file("authors"));
    data(&["key", "new", &key]);
    fs::write(&list, data(&["key", "show", &key])).unwrap();
    data(&["campaign", "new", "8", &file, "--authors", &list]);
    data(&["campaign", "run", &file, "--key", &key]);
    let rule = ["--host", "elsewhere", "--reason", "faulty memory"];
    data(&[&["campaign", "withdraw", &file], &rule[..]].concat());
    tamper(&file, "host=elsewhere", "host=elsewhera");
    let ran = run(&["campaign", "status", &file]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains(" at byte "), "{}", ran.stderr);
    let new = place.file("without-withdrawal");
    let ran = run(&["campaign", "recover", &file, &new]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("('w 1 "), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("lost: withdrawals or ends of withdrawals: 1"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stdout.contains(": 8 results recovered, 8 of 8 units"),
        "{}",
        ran.stdout
    );
    data(&["campaign", "status", &new]);
    tamper(&file, "\na ", "\nA ");
    let new = place.file("without-policy");
    let ran = run(&["campaign", "recover", &file, &new]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("its list of authors is damaged"),
        "{}",
        ran.stderr
    );
    assert!(!Path::new(&new).exists());
    let ran = run(&["campaign", "recover", &file, &new, "--without-policy"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("lost: the policy of the campaign"),
        "{}",
        ran.stderr
    );
    assert_eq!(data(&["campaign", "run", &new]), "92\n");
    // Nothing intact: no ledger.
    tamper(&file, " direct ", " Direct ");
    let new = place.file("none");
    let ran = run(&["campaign", "recover", &file, &new, "--without-policy"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("it has no intact result"),
        "{}",
        ran.stderr
    );
    assert!(!Path::new(&new).exists());
}

#[test]
fn without_results_that_count_there_is_nothing_to_verify() {
    let place = Place::new();
    let file = place.ledger("q", "8");
    let verify = ["campaign", "verify", &file, "--fraction", "100%"];
    let refused = |what: &str| {
        let ran = run(&verify);
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains(what), "{}", ran.stderr);
    };
    refused("expected units with a result that counts, found none: count them");
    data(&["campaign", "run", &file]);
    let name = json(&data(&["campaign", "status", &file, "--format", "json"]));
    let host = name["machines"][0]["host"].as_str().unwrap().to_owned();
    data(&[
        "campaign", "withdraw", &file, "--host", &host, "--reason", "test",
    ]);
    refused("found none (1 withdrawal in force)");
    // Nothing is counted in vain either.
    let ran = run(&["campaign", "run", &file]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    let said = format!("results of host {host} are withdrawn (test)");
    assert!(ran.stderr.contains(&said), "{}", ran.stderr);
}

/// Runs in its own mount namespace, which any user may create if the system allows it.
#[cfg(target_os = "linux")]
#[test]
fn a_ledger_on_a_read_only_mount_is_read() {
    let place = Place::new();
    let file = place.ledger("q", SHORT.0);
    data(&["campaign", "run", &file]);
    let certificate = place.file("certificate");
    data(&["campaign", "certificate", &file, "-o", &certificate]);
    let folder = place.file("");
    let inside = |args: &[&str]| -> Ran {
        let script = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"";
        let output = Command::new("unshare")
            .args(["--map-root-user", "--mount", "sh", "-c", script, &folder])
            .args(args)
            .output();
        output.expect("unshare").into()
    };
    let allowed = Command::new("unshare")
        .args(["--map-root-user", "--mount", "true"])
        .status();
    if !allowed.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no mount namespace can be made here");
        assert!(
            std::env::var_os("CI").is_none(),
            "nothing may be skipped where CI is set"
        );
        return;
    }
    let bezzel = env!("CARGO_BIN_EXE_bezzel");
    for args in [
        &["status", &file][..],
        &["export", &file, "--results"],
        &["certificate", &file],
        &["verify", &file, "--certificate", &certificate],
    ] {
        let ran = inside(&[&[bezzel, "campaign"], args].concat());
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, data(&[&["campaign"], args].concat()));
    }
    for args in [
        &["run", &file][..],
        &["verify", &file],
        &["new", SHORT.0, &place.file("new")],
    ] {
        let ran = inside(&[&[bezzel, "campaign"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(
            ran.stderr.contains("is read-only"),
            "{args:?}: {}",
            ran.stderr
        );
    }
}
