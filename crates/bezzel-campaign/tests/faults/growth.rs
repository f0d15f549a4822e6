//! Kills while a transaction makes the file longer. The system kills a process that writes beyond its
//! limit of the length of a file, so a limit at each page is a kill at the write of each page.

use std::collections::HashSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use bezzel_campaign::Ledger;
use rusqlite::Connection;
use rustix::process::{Resource, Rlimit, Signal, setrlimit};

use crate::journal::many;
use crate::{Place, refused, results};

const PAGE: u64 = 4096;
/// Number of results before and in the transaction that is killed.
const STORED: usize = 60;
const ADDED: usize = 400;
/// These variables mark the process that writes, and contain its file and its limit.
const FILE: &str = "BEZZEL_TEST_FILE";
const LIMIT: &str = "BEZZEL_TEST_LIMIT";

const TEST: &str = "growth::a_kill_at_each_page_of_a_growing_transaction_loses_nothing";

/// Writes results within the limit.
fn write_limited() {
    let file = std::env::var_os(FILE).unwrap();
    let limit = std::env::var(LIMIT).unwrap().parse().unwrap();
    let mut ledger = Ledger::open(Path::new(&file)).unwrap();
    let records = many(&ledger, "added", ADDED);
    let limits = Rlimit {
        current: Some(limit),
        maximum: Some(limit),
    };
    setrlimit(Resource::Fsize, limits).unwrap();
    ledger.record(&records).unwrap();
}

#[test]
fn a_kill_at_each_page_of_a_growing_transaction_loses_nothing() {
    if std::env::var_os(FILE).is_some() {
        return write_limited();
    }
    let place = Place::new();
    let mut ledger = place.ledger("before");
    ledger.record(&many(&ledger, "stored", STORED)).unwrap();
    drop(ledger);
    let before = fs::read(place.file("before")).unwrap();
    let stored: HashSet<String> = results(&place.file("before")).into_iter().collect();
    let file = place.file("q");
    let write = |limit: u64| {
        fs::write(&file, &before).unwrap();
        let _ = fs::remove_file(place.file("q-journal"));
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", TEST, "--nocapture"])
            .env(FILE, &file)
            .env(LIMIT, limit.to_string())
            .output();
        output.unwrap().status
    };
    let whole = write(1 << 30);
    assert!(whole.success(), "{whole}");
    let end = fs::metadata(&file).unwrap().len();
    let start = before.len() as u64;
    assert!(
        end >= start + 5 * PAGE,
        "the file grows from {start} to {end}"
    );
    // Rows contain the process number, in two or three bytes: another process may need a page less.
    let pages = (start..end - PAGE).step_by(PAGE as usize);
    // The kernel writes what fits before it kills the process: half a page.
    for limit in pages
        .clone()
        .chain(pages.step_by(3).map(|at| at + PAGE / 2))
    {
        let status = write(limit);
        assert_eq!(
            status.signal(),
            Some(Signal::XFSZ.as_raw()),
            "{limit}: {status}"
        );
        assert!(place.file("q-journal").exists(), "{limit}");
        let killed = fs::read(&file).unwrap();
        let found: HashSet<String> = results(&file).into_iter().collect();
        assert!(found == stored, "{limit}: read beside the journal");
        assert!(
            fs::read(&file).unwrap() == killed,
            "{limit}: reading changes nothing"
        );
        drop(Ledger::open(&file).unwrap());
        let found: HashSet<String> = results(&file).into_iter().collect();
        assert!(found == stored, "{limit}: opened");
        assert_eq!(place.names(), ["before", "q"], "{limit}");
    }
}

/// The first page is written first, so that a slow write is longest in the state in which the file
/// is shorter than its header says.
#[test]
fn readers_wait_for_a_writer_whose_file_is_shorter_than_its_header() {
    let place = Place::new();
    let file = place.file("q");
    drop(place.ledger("q"));
    let bytes = fs::read(&file).unwrap();
    // The state within a commit: the new number of pages in the header, the lock held, no page yet.
    let writer = Connection::open(&file).unwrap();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let write_header = |pages: u32| {
        use std::os::unix::fs::FileExt;
        // Closing this file would drop the lock.
        let header = fs::File::options().write(true).open(&file).unwrap();
        header.write_all_at(&pages.to_be_bytes(), 28).unwrap();
        std::mem::forget(header);
    };
    let pages = (bytes.len() as u64 / PAGE) as u32;
    write_header(pages + 9);
    let reader = std::thread::spawn({
        let file = file.clone();
        move || Ledger::open_to_read(&file).map(drop)
    });
    // The reader has either begun to wait or begins later; both must succeed.
    std::thread::sleep(std::time::Duration::from_millis(50));
    write_header(pages);
    writer.execute_batch("COMMIT").unwrap();
    reader.join().unwrap().unwrap();
}

/// The same state without a writer and without a journal is a truncated file.
#[test]
fn a_file_that_lacks_its_end_is_called_damaged() {
    let place = Place::new();
    drop(place.ledger("q"));
    let bytes = fs::read(place.file("q")).unwrap();
    for cut in [1, 100, 4096, 5 * 4096] {
        fs::write(place.file("q"), &bytes[..bytes.len() - cut]).unwrap();
        let error = refused(&place.file("q"));
        assert!(error.contains("its end is missing"), "{cut}: {error}");
        assert!(
            error.contains("`bezzel campaign recover`"),
            "{cut}: {error}"
        );
    }
}
