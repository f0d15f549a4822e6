//! `count --save`: kills, several processes, faults of the file.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::ledgers::{Place, SHORT, all_accounted_for, done, number, signal, start, status, units};
use crate::waiting::{lease_holders, long_count, results, until};
use crate::{Ran, bezzel, data, json, run};

/// The arguments of a slow run that continues a ledger.
fn slowly(file: &str) -> [&str; 7] {
    ["count", "--save", file, "-t", "1", "--backend", "portable"]
}

/// Processes are killed at the start, when they hold units, when they have written results, and at
/// random moments; one is stopped; then two processes finish the count together.
#[test]
fn a_saved_count_survives_kills_and_several_processes() {
    let (n, total) = &long_count();
    let place = Place::new();
    let file = place.file("q");
    // The first process creates the file, so a kill at its start may leave none.
    let args = [&["count", n], &slowly(&file)[1..]].concat();
    let stored = || {
        if Path::new(&file).exists() {
            results(&file)
        } else {
            0
        }
    };
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
            let (before, holders) = (stored(), lease_holders(&file));
            let mut child = start(&args);
            until("it comes so far", || {
                let reached = match stage {
                    0 => true,
                    1 => !lease_holders(&file).is_subset(&holders),
                    _ => stored() > before,
                };
                reached || child.has_ended()
            });
            std::thread::sleep(Duration::from_millis(random.u64(..50)));
            child.kill();
            let now = if stored() > 0 { done(&file) } else { 0 };
            assert!(now >= counted, "a kill lost results: {now} after {counted}");
            counted = now;
        }
    }
    assert!(counted > 0 && counted < units(n), "{counted} units");
    // A process is stopped at any moment, perhaps with the lock, while others begin, and continued.
    let stopped = start(&args);
    until("it counts", || results(&file) > counted);
    #[cfg(unix)]
    signal(&stopped, "-STOP");
    let others = [start(&args[..4]), start(&["count", "--save", &file])];
    #[cfg(unix)]
    signal(&stopped, "-CONT");
    for child in others.into_iter().chain([stopped]) {
        let ran = child.ended();
        let found = (ran.code, ran.stdout.as_str());
        assert_eq!(found, (Some(0), total.as_str()), "{}", ran.stderr);
    }
    all_accounted_for(&file, n);
    // A complete ledger prints its total at once.
    assert_eq!(&data(&args), total);
    let names: Vec<_> = fs::read_dir(place.path("")).unwrap().collect();
    assert_eq!(names.len(), 1, "one file is left");
}

#[test]
fn save_and_double_check_work_together() {
    let place = Place::new();
    let file = place.file("q");
    let (n, total) = SHORT;
    let all = units(n);
    assert_eq!(data(&["count", n, "--save", &file]), total);
    assert_eq!(number(&status(&file), "counted_once"), all);
    // Results that were saved without a double check are confirmed now. The file says what it counts.
    let ran = run(&["count", "--save", &file, "--double-check"]);
    assert_eq!(ran.stdout, total);
    let said = format!("{all} units, {all} confirmed");
    ran.says(&said);
    assert_eq!(number(&status(&file), "confirmed_by_exchange"), all);
    let other = place.file("p");
    data(&format!(
        "count {n} --save {other} --double-check --by-colour --fundamental"
    ));
    assert_eq!(number(&status(&other), "confirmed_by_exchange"), all);
    let report = json(&data(&["count", "--save", &file, "--format", "json"]));
    assert_eq!(
        (number(&report, "units"), number(&report, "confirmed_units")),
        (all, all)
    );
}

/// Jobs of a scheduler count parts into ledgers of their own; a killed one is resumed.
#[test]
fn parts_are_counted_apart_and_merged() {
    let (n, total) = &long_count();
    let place = Place::new();
    let all = place.file("all");
    let mut parts = Vec::new();
    for part in 1..=3 {
        let (name, part) = (place.file(&format!("part-{part}")), format!("{part}/3"));
        let args = ["work", n, "--part", &part, "-o", &name, "-t", "1"];
        let slow = [&args[..], &["--backend", "portable"]].concat();
        let mut child = start(&slow);
        let stored = || Path::new(&name).exists() && results(&name) > 0;
        until("it counts", || stored() || child.has_ended());
        child.kill();
        let kept = results(&name);
        data(&args);
        assert!(results(&name) >= kept.max(1));
        parts.push(name);
    }
    data(&["ledger", "merge", &all, &parts[0], &parts[1]]);
    let left = place.file("left");
    data(&["work", &all, "-o", &left]);
    let counted = [&all, &left].map(|file| results(file));
    assert_eq!(counted.iter().sum::<u64>(), units(n), "{counted:?}");
    data(&["ledger", "merge", &all, &left]);
    // Equal results of the same route confirm nothing; results of the other route do.
    let again = json(&data(&[
        "ledger", "merge", &all, &parts[2], "--format", "json",
    ]));
    // Two results of a tiny unit may be the same line.
    let agree = number(&again, "repeated") + number(&again, "identical");
    assert_eq!(agree, results(&parts[2]), "{again}");
    let exchanged = place.file("exchanged");
    fs::write(
        &exchanged,
        data(&["work", &all, "--exchanged", "--part", "1/9"]),
    )
    .unwrap();
    let merged = json(&data(&format!(
        "ledger merge {all} {exchanged} --format json"
    )));
    assert_eq!(
        number(&merged, "confirmed"),
        results(&exchanged),
        "{merged}"
    );
    assert_eq!(&data(&["count", "--save", &all]), total);
    all_accounted_for(&all, n);
}

#[cfg(unix)]
#[test]
fn a_run_ends_when_its_time_is_up_or_when_it_is_interrupted() {
    let (n, total) = &long_count();
    let place = Place::new();
    let file = place.ledger("q", n);
    let args = slowly(&file);
    // A slow machine gets more time to start, but not enough to finish.
    for time in ["0.5s", "1s", "2s", "4s", "8s", "60s"] {
        let ran = run(&[&args[..], &["--time-limit", time]].concat());
        ran.exits(0, "");
        ran.says("time limit reached: ");
        assert_eq!(number(&status(&file), "leased"), 0);
        if results(&file) > 0 {
            break;
        }
    }
    let after = status(&file);
    assert!(
        number(&after, "counted_once") > 0 && number(&after, "open") > 0,
        "{after}"
    );
    let child = start(&args);
    until("more is counted", || {
        results(&file) > number(&after, "counted_once")
    });
    signal(&child, "-INT");
    let ran = child.ended();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    ran.says("% of the work); `bezzel count --save ");
    assert_eq!(number(&status(&file), "leased"), 0);
    assert!(number(&status(&file), "counted_once") > number(&after, "counted_once"));
    assert_eq!(&data(&args[..3]), total);
    all_accounted_for(&file, n);
}

/// What another program does to the file of a run, and what the run says.
#[cfg(unix)]
#[test]
fn a_run_whose_ledger_is_moved_or_changed_ends_and_loses_nothing() {
    type Change = fn(&str, &Place);
    let changes: [(&str, Change, &str); 6] = [
        (
            "moved",
            |file, place| fs::rename(file, place.file("moved")).unwrap(),
            "was moved or removed",
        ),
        (
            "removed",
            |file, _| fs::remove_file(file).unwrap(),
            "was moved or removed",
        ),
        (
            "replaced",
            |file, place| {
                let new = place.ledger("new", "9");
                fs::rename(new, file).unwrap();
            },
            "was replaced",
        ),
        (
            "truncated",
            |file, _| {
                let file = fs::File::options().write(true).open(file).unwrap();
                file.set_len(50).unwrap();
            },
            "was truncated, changed or overwritten",
        ),
        (
            "overwritten",
            |file, _| {
                let length = fs::metadata(file).unwrap().len() as usize;
                fs::write(file, vec![b'x'; length]).unwrap();
            },
            "was truncated, changed or overwritten",
        ),
        (
            "changed inside",
            |file, _| {
                use std::os::unix::fs::FileExt;
                let file = fs::File::options().write(true).open(file).unwrap();
                file.write_all_at(b"zz", 60).unwrap();
            },
            "was truncated, changed or overwritten",
        ),
    ];
    let (n, total) = &long_count();
    for (what, change, said) in changes {
        let place = Place::new();
        let file = place.ledger("q", n);
        let child = start(&slowly(&file));
        until("results are stored", || results(&file) > 0);
        let before = results(&file);
        change(&file, &place);
        let ran = child.ended();
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{what}: {}",
            ran.stderr
        );
        let last = ran.stderr.lines().last().unwrap();
        assert!(
            last.contains(said) && last.contains("saved in"),
            "{what}: {}",
            ran.stderr
        );
        let mut names = fs::read_dir(place.path("")).unwrap().flatten();
        let rescued = names.find(|entry| entry.file_name().to_string_lossy().contains(".rescued-"));
        let rescued = rescued.unwrap().path().to_str().unwrap().to_owned();
        assert!(results(&rescued) >= before, "{what}");
        assert_eq!(&data(&["count", "--save", &rescued]), total, "{what}");
        all_accounted_for(&rescued, n);
    }
}

#[test]
fn a_board_is_saved_continued_and_certified() {
    let place = Place::new();
    let (file, certificate) = (place.file("q"), place.file("q.txt"));
    let given = ["--queen", "0,3", "--block", "4,4"];
    let total = data(&[&["count", "12"], &given[..]].concat());
    assert_eq!(
        data(&[&["count", "12", "--save", &file], &given[..]].concat()),
        total
    );
    // An earlier run counted some of the results, so no rate is true.
    let ran = run(&["count", "--save", &file, "--double-check"]);
    assert_eq!(ran.stdout, total);
    assert!(ran.stderr.contains(" s of this run, colour-split-counter"));
    assert!(!ran.stderr.contains("pairs/s"), "{}", ran.stderr);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("plan n12:3Q8/"), "{text:.60}");
    let report = status(&file);
    assert!(report["board"].as_str().unwrap().starts_with("3Q8/"));
    data(&["ledger", "certificate", &file, "-o", &certificate]);
    let text = fs::read_to_string(&certificate).unwrap();
    assert!(
        text.contains("\nboard: 3Q8/") && !text.contains("fundamental"),
        "{text}"
    );
    let ran = run(&["ledger", "verify", &file, "--certificate", &certificate]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let part = place.file("part");
    data(&[&["work", "12", "--part", "1/2", "-o", &part], &given[..]].concat());
    assert!(data(&["ledger", "merge", &file, &part]).contains(" confirmed, 0 CONFLICT"));
    // A board that contradicts itself has no units, and leaves no file.
    let none = place.file("none");
    let ran = run(&format!("count 12 --save {none} --queen 0,0 --queen 1,1"));
    assert_eq!(ran.stdout, "0\n", "{}", ran.stderr);
    assert!(!Path::new(&none).exists());
}

/// Runs a command whose files may have 8 blocks, of 512 or 1024 bytes.
pub(crate) fn with_small_files(args: &[&str]) -> Ran {
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", "ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(&*crate::BINARY);
    shell.args(args).output().unwrap().into()
}

/// A file that cannot be written is read.
#[cfg(target_os = "linux")]
#[test]
fn limits_and_missing_locks_are_said() {
    let (n, total) = SHORT;
    let place = Place::new();
    let file = place.ledger("q", n);
    let ran = with_small_files(&["count", "--save", &file]);
    ran.exits(2, "");
    ran.says(&format!(
        "cannot write {file}: the limit on the size of files is reached"
    ));
    let counted = done(&file);
    assert!(counted < units(n), "{counted}");
    assert!(fs::read(&file).unwrap().ends_with(b"\n"));
    // The results that are left are too many for another file, too.
    let large = place.ledger("large", "16");
    let ran = with_small_files(&["count", "--save", &large]);
    ran.exits(2, "");
    ran.says(" that were not stored are lost, since no other file could be written");
    // Without locks, processes could lose each other's results: nothing is written.
    let shim = "#include <errno.h>\nint flock(int f, int o) { errno = ENOLCK; return -1; }\n";
    fs::write(place.file("shim.c"), shim).unwrap();
    let (source, library) = (place.file("shim.c"), place.file("shim.so"));
    let compiled = std::process::Command::new("cc")
        .args(["-shared", "-fPIC", "-o", &library, &source])
        .status();
    assert!(compiled.expect("cc is needed").success());
    let before = fs::read(&file).unwrap();
    let mut command = bezzel();
    command
        .args(["count", "--save", &file])
        .env("LD_PRELOAD", &library);
    let ran = Ran::from(command.output().unwrap());
    ran.exits(2, "");
    ran.says("processes that share a ledger need file locks");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(data(&["count", "--save", &file]), total);
}
