//! Real full disks and read-only folders, in a mount namespace that only the test sees and that
//! ends with it. Any user may create one if the system allows it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::running::run;
use bezzel_campaign::{Certificate, Error, Ledger};
use bezzel_run::LedgerStore;

use super::{finish, many, results, stored_result};
use crate::{Place, counter, origin};

/// This variable marks a test that runs in its own namespace.
const INSIDE: &str = "BEZZEL_TEST_NAMESPACE";

/// Returns true in a namespace in which file systems may be mounted; otherwise runs the test again
/// in one.
fn is_inside(test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let allowed = Command::new("unshare")
        .args(["--map-root-user", "--mount", "true"])
        .output();
    match allowed {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            skipped(&String::from_utf8_lossy(&output.stderr));
            return false;
        }
        Err(error) => {
            skipped(&format!("unshare: {error}"));
            return false;
        }
    }
    let status = Command::new("unshare")
        .args(["--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .status();
    assert!(status.unwrap().success(), "{test} within a namespace");
    false
}

fn skipped(why: &str) {
    eprintln!(
        "skipped: no mount namespace can be made here: {}",
        why.trim()
    );
    assert!(
        std::env::var_os("CI").is_none(),
        "nothing may be skipped where CI is set"
    );
}

fn mount(args: &[&str], at: &Path) {
    let status = Command::new("mount").args(args).arg(at).status();
    assert!(status.unwrap().success(), "mount {args:?}");
}

/// Makes a folder read-only.
fn make_read_only(folder: &Path) {
    mount(&["--bind", folder.to_str().unwrap()], folder);
    mount(&["-o", "remount,bind,ro"], folder);
    assert!(fs::write(folder.join("file"), "").is_err());
}

#[test]
fn a_ledger_in_a_read_only_folder_is_read_and_said_to_be_read_only() {
    if !is_inside(
        "faults::storage::a_ledger_in_a_read_only_folder_is_read_and_said_to_be_read_only",
    ) {
        return;
    }
    let place = Place::new();
    let folder = place.file("shared");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("q");
    finish(&mut Ledger::create(&file, crate::N).unwrap());
    let before = results(&file);
    make_read_only(&folder);
    let ledger = Ledger::open_to_read(&file).unwrap();
    assert!(ledger.is_complete());
    assert_eq!(ledger.status().unwrap().done, before.len() as u64);
    Certificate::of(&ledger).unwrap().check(&ledger).unwrap();
    assert_eq!(results(&file), before);
    let read_only = |error: Option<Error>| {
        let error = error.expect("it cannot be written");
        assert!(matches!(error, Error::ReadOnly { .. }), "{error}");
        assert!(error.to_string().contains("is read-only"), "{error}");
    };
    read_only(Ledger::open(&file).err());
    read_only(Ledger::create(&folder.join("new"), crate::N).err());
    let mut ledger = Ledger::open_as_allowed(&file).unwrap();
    let result = stored_result(&ledger, 0, "h");
    read_only(ledger.record(&[result]).err());
    read_only(ledger.lease(1).err());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// A file that others must not write.
#[test]
fn a_read_only_file_is_read_and_said_to_be_read_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let file = place.file("q");
    finish(&mut place.ledger("q"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    assert!(Ledger::open_to_read(&file).unwrap().is_complete());
    // For root, every file can be written.
    if fs::File::options().append(true).open(&file).is_err() {
        let error = Ledger::open(&file).err().expect("it cannot be written");
        assert!(matches!(error, Error::ReadOnly { .. }), "{error}");
    }
    assert_eq!(place.names(), ["q"]);
}

/// A reader creates no files that keep the owner from writing.
#[test]
fn a_reader_leaves_nothing_beside_a_ledger() {
    let place = Place::new();
    let mut owner = place.ledger("q");
    let mut reader = Ledger::open_to_read(&place.file("q")).unwrap();
    assert_eq!(reader.counted(), 0);
    owner.record(&[stored_result(&owner, 0, "h")]).unwrap();
    reader.refresh().unwrap();
    assert_eq!((reader.counted(), reader.status().unwrap().done), (1, 1));
    // As if it were killed.
    std::mem::forget(reader);
    assert_eq!(place.names(), ["q"]);
    finish(&mut owner);
}

#[test]
fn a_full_disk_is_said_to_be_full_and_loses_nothing() {
    if !is_inside("faults::storage::a_full_disk_is_said_to_be_full_and_loses_nothing") {
        return;
    }
    let place = Place::new();
    let folder = place.file("small");
    fs::create_dir(&folder).unwrap();
    mount(&["-t", "tmpfs", "-o", "size=256k", "tmpfs"], &folder);
    let ballast = folder.join("ballast");
    // The file is truncated at the end of the disk.
    let fill = || drop(fs::write(&ballast, [1; 1 << 18]));
    let is_full = |error: Option<Error>| {
        let error = error.expect("the disk is full");
        assert!(matches!(error, Error::DiskFull { .. }), "{error}");
        assert!(error.to_string().contains("the disk is full"), "{error}");
    };
    fill();
    is_full(Ledger::create(&folder.join("q"), crate::N).err());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left");
    fs::remove_file(&ballast).unwrap();
    let file = folder.join("q");
    let mut ledger = Ledger::create(&file, crate::N).unwrap();
    ledger.record(&[stored_result(&ledger, 0, "h")]).unwrap();
    fill();
    // The rest of the last page has room for some of them, which another process may read.
    let more = many(&ledger, "many", 60);
    is_full(ledger.record(&more).err());
    let mut other = Ledger::open(&file).unwrap();
    let known = other.stored_results();
    assert!((1..61).contains(&known), "{known}");
    assert_eq!(other.incomplete_bytes(), 0);
    is_full(ledger.record(&more).err());
    other.refresh().unwrap();
    assert_eq!(results(&file).len() as u64, known);
    fs::remove_file(&ballast).unwrap();
    ledger.record(&more).unwrap();
    other.refresh().unwrap();
    assert_eq!(other.stored_results(), 61);
    drop((ledger, other));
    let mut ledger = Ledger::open(&file).unwrap();
    fill();
    let mut is_waiting = false;
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    let ended = run(&mut counting, vec![counter()], &mut |news| {
        if let Some(warning) = news.warning {
            assert!(warning.contains("the disk is full"), "{warning}");
            is_waiting = true;
            // Another process frees space.
            let _ = fs::remove_file(&ballast);
        }
        true
    });
    ended.unwrap();
    assert!(is_waiting, "the run waited for room");
    // A run whose results are all stored ends well without room for a seal.
    fill();
    let mut more = many(&ledger, "more", 100).into_iter();
    is_full(more.find_map(|one| ledger.record(&[one]).err()));
    ledger.check_at_end().unwrap();
    fs::remove_file(&ballast).unwrap();
    finish(&mut ledger);
}
