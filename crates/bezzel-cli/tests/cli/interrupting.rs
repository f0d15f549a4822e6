//! Ctrl-C while a large plan is made or a large ledger is read, which nothing interrupts from
//! within.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::campaign::{Place, ended, signal};
use crate::{bezzel, data};

/// A ledger that says it is for 32 queens, of whose plan it takes long to know that it is not.
fn large(place: &Place) -> String {
    let file = place.ledger("large", "8");
    let db = Connection::open(&file).unwrap();
    db.execute_batch("DROP TRIGGER the_campaign_stays; UPDATE campaign SET n = 32")
        .unwrap();
    file
}

fn start(args: &[&str]) -> Child {
    bezzel()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn every_command_obeys_ctrl_c_before_it_counts() {
    let place = Place::new();
    let (file, small, list) = (
        large(&place),
        place.ledger("small", "8"),
        place.file("list"),
    );
    let (none, results) = (place.file("none"), place.file("results"));
    fs::write(&list, "# bezzel n 32 plan 2 units 1 fingerprint 0\n").unwrap();
    let before = names(&place);
    let commands = [
        vec!["campaign", "new", "32", &none],
        vec!["campaign", "run", &file],
        vec!["campaign", "status", &file],
        vec!["campaign", "status", &file, "--watch"],
        vec!["campaign", "verify", &file],
        vec!["campaign", "export", &file, "-o", &none],
        vec!["campaign", "merge", &file, &small],
        vec!["campaign", "merge", &small, &file],
        vec!["campaign", "merge", &small, &list],
        vec!["campaign", "certificate", &file, "-o", &none],
        vec!["work", &list, "-o", &results],
        vec!["work", "-"],
        vec!["count", "32"],
        vec!["count", "32", "--double-check"],
        vec!["count", "32", "--save", &none],
        vec!["count", "32", "--save", &file],
        vec!["count", "32", "--sample", "5"],
    ];
    // A few at a time: each needs a processor until it is stopped.
    for commands in commands.chunks(6) {
        let mut running: Vec<_> = commands.iter().map(|args| start(args)).collect();
        let inputs: Vec<_> = running.iter_mut().map(|child| child.stdin.take()).collect();
        std::thread::sleep(Duration::from_millis(800));
        for (child, args) in running.iter_mut().zip(commands) {
            assert!(child.try_wait().unwrap().is_none(), "{args:?} was not long");
            signal(child, "-INT");
        }
        let asked = Instant::now();
        for (child, args) in running.into_iter().zip(commands) {
            let ran = ended(child);
            let took = asked.elapsed();
            assert!(took < Duration::from_secs(4), "{args:?} took {took:?}");
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(130), ""), "{args:?}");
            let said = ran.stderr.starts_with("stopped before the end: ");
            assert!(
                said && ran.stderr.lines().count() == 1,
                "{args:?}: {}",
                ran.stderr
            );
        }
        drop(inputs);
    }
    let made = names(&place)
        .into_iter()
        .filter(|name| !before.contains(name));
    // What SQLite keeps beside a ledger goes when the ledger is opened again.
    let made: Vec<_> = made.filter(|name| !name.starts_with("small-")).collect();
    assert_eq!(made, [""; 0]);
    data(&["campaign", "status", &small]);
    assert_eq!(names(&place), before);
}

fn names(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
