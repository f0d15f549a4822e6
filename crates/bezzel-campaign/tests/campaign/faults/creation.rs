//! Creation of a ledger: it appears complete or not at all.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::thread;

use bezzel_campaign::{Error, Ledger};

use super::finish;
use crate::{N, Place};

type Make<'a> = &'a dyn Fn(&Path);

#[test]
fn nothing_that_is_no_file_is_opened_or_replaced() {
    let make: [(&str, Make<'_>); 5] = [
        ("folder", &|path| fs::create_dir(path).unwrap()),
        ("dangling", &|path| symlink("nowhere", path).unwrap()),
        ("device", &|path| symlink("/dev/zero", path).unwrap()),
        ("pipe", &|path| {
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.unwrap().success());
        }),
        ("empty", &|path| fs::write(path, "").unwrap()),
    ];
    let place = Place::new();
    for (name, make) in make {
        let path = place.file(name);
        make(&path);
        let made = Ledger::create(&path, N).err();
        assert!(matches!(made, Some(Error::AlreadyExists { .. })), "{name}");
        for opened in [Ledger::open(&path), Ledger::open_to_read(&path)] {
            match opened.err().expect("it is refused") {
                Error::NotFound { .. } if name == "dangling" => {}
                Error::NotALedger { .. } => assert_ne!(name, "dangling"),
                error => panic!("{name}: {error}"),
            }
        }
    }
    assert_eq!(place.names().len(), 5);
}

#[test]
fn of_several_processes_that_create_a_ledger_one_succeeds() {
    for _ in 0..20 {
        let place = Place::in_memory();
        let file = place.file("q");
        let made: Vec<bool> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| Ledger::create(&file, N).is_ok()))
                .collect();
            threads.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(made.iter().filter(|made| **made).count(), 1);
        assert_eq!(place.names(), ["q"]);
    }
}

#[test]
fn what_killed_creations_left_is_removed_unless_it_is_in_use_or_of_others() {
    let place = Place::new();
    drop(place.ledger("q"));
    let ledger = fs::read(place.file("q")).unwrap();
    let abandoned = [".q.aB3dE6.partial", ".q.000000.partial"];
    let kept = [
        (".q.locked.partial", &ledger[..100]),
        (".p.aB3dE6.partial", &ledger[..100]),
        (".q.aB3dE6x.partial", &ledger[..100]),
        (".q.letter.partial", b"a letter to a friend"),
    ];
    for (name, content) in kept {
        fs::write(place.file(name), content).unwrap();
    }
    // While this file is open, another process is creating it.
    let making = File::open(place.file(kept[0].0)).unwrap();
    making.lock().unwrap();
    fs::write(place.file(abandoned[0]), &ledger[..100]).unwrap();
    fs::write(place.file(abandoned[1]), "").unwrap();
    // Who only opens a ledger removes nothing.
    drop(Ledger::open(&place.file("q")).unwrap());
    assert!(place.file(abandoned[0]).exists());
    fs::remove_file(place.file("q")).unwrap();
    finish(&mut place.ledger("q"));
    for name in abandoned {
        assert!(!place.file(name).exists(), "{name}");
    }
    for (name, content) in kept {
        assert_eq!(fs::read(place.file(name)).unwrap(), content, "{name}");
    }
}
