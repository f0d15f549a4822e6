//! Files that killed processes and earlier ledgers leave at the path of a new ledger.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use bezzel_campaign::{Error, Ledger};

use crate::{N, Place, finish};

/// SQLite would read these as parts of the new file.
#[test]
fn a_ledger_is_not_made_beside_the_journal_of_an_earlier_file() {
    let place = Place::new();
    let file = place.file("q");
    for suffix in ["-wal", "-shm", "-journal"] {
        let left = place.file(&format!("q{suffix}"));
        fs::write(&left, "of an earlier file").unwrap();
        for made in [Ledger::create(&file, N), Ledger::open_or_create(&file, N)] {
            let error = made.err().expect("it is refused");
            assert!(matches!(&error, Error::Leftover { path, .. } if *path == left));
            assert!(error.to_string().contains("move it away"), "{error}");
        }
        assert!(!file.exists());
        assert_eq!(fs::read(&left).unwrap(), b"of an earlier file");
        fs::remove_file(left).unwrap();
    }
    finish(&mut Ledger::create(&file, N).unwrap());
}

type Make<'a> = &'a dyn Fn(&Path);

/// A log of an earlier file beside a ledger that was moved there later, or a journal that is no
/// file.
#[test]
fn what_is_beside_a_ledger_is_not_read_as_part_of_it() {
    let place = Place::new();
    finish(&mut place.ledger("q"));
    let write = |path: &Path| fs::write(path, "of an earlier file").unwrap();
    let make: [(&str, Make<'_>); 5] = [
        ("-wal", &write),
        ("-shm", &write),
        ("-journal", &|path| fs::create_dir(path).unwrap()),
        ("-journal", &|path| symlink("nowhere", path).unwrap()),
        ("-journal", &|path| {
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.unwrap().success());
        }),
    ];
    for (suffix, make) in make {
        let left = place.file(&format!("q{suffix}"));
        make(&left);
        for opened in [
            Ledger::open(&place.file("q")),
            Ledger::open_to_read(&place.file("q")),
        ] {
            let error = opened.err().expect("it is refused");
            assert!(matches!(&error, Error::Leftover { path, .. } if *path == left));
        }
        fs::remove_file(&left)
            .or_else(|_| fs::remove_dir(&left))
            .unwrap();
    }
    assert!(Ledger::open(&place.file("q")).unwrap().is_complete());
}

#[test]
fn what_killed_creations_left_is_removed_unless_it_is_in_use_or_of_others() {
    let place = Place::new();
    drop(place.ledger("q"));
    let ledger = fs::read(place.file("q")).unwrap();
    let abandoned = [".q.aB3dE6.partial", ".q.000000.partial"];
    let kept = [
        (".q.locked.partial", &ledger[..4096]),
        (".p.aB3dE6.partial", &ledger[..4096]),
        (".q.aB3dE6x.partial", &ledger[..4096]),
        (".q.letter.partial", b"a letter to a friend"),
    ];
    for (name, content) in kept {
        fs::write(place.file(name), content).unwrap();
    }
    // While this file is open, another process is creating it.
    let making = File::open(place.file(kept[0].0)).unwrap();
    making.lock().unwrap();
    let abandon = || {
        fs::write(place.file(abandoned[0]), &ledger[..4096]).unwrap();
        fs::write(place.file(abandoned[1]), "").unwrap();
    };
    let check = |by: &str| {
        for name in abandoned {
            assert!(!place.file(name).exists(), "{name} after {by}");
        }
        for (name, content) in kept {
            assert_eq!(fs::read(place.file(name)).unwrap(), content, "{name}");
        }
    };
    abandon();
    drop(Ledger::open(&place.file("q")).unwrap());
    check("opening");
    fs::remove_file(place.file("q")).unwrap();
    abandon();
    drop(place.ledger("q"));
    check("making");
    // Readers remove nothing.
    abandon();
    drop(Ledger::open_to_read(&place.file("q")).unwrap());
    assert!(place.file(abandoned[0]).exists());
}
