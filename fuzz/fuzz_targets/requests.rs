//! Any bytes as what strangers send to an open campaign: requests for units, results, and a public
//! log that is completed.

#![no_main]

use std::sync::OnceLock;

use bezzel_campaign::{Error, LeaseRequest, Ledger, MAX_REQUEST_BYTES, PublicLog, UnitList};

/// The log of an empty ledger, and its folder.
static LEDGER: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();

fn check<T>(result: &Result<T, Error>) {
    if let Err(error) = result {
        let text = error.to_string();
        assert_eq!(text.lines().count(), 1);
        assert!(text.len() < 4 * MAX_REQUEST_BYTES);
    }
}

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    let units = UnitList::new(6).expect("a plan");
    let text = String::from_utf8_lossy(document);
    let known = format!("bezzel-lease-1 {} ", units.fingerprint());
    for start in ["", &known] {
        let text = format!("{start}{text}");
        let request = LeaseRequest::parse(&text, &units);
        check(&request);
        if let Ok(request) = request {
            assert_eq!(request.to_string(), text.trim_end());
        }
    }
    for line in text.lines() {
        check(&units.parse(line));
    }
    let (folder, start) = LEDGER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = Ledger::create(&folder.path().join("q"), 6).expect("a ledger");
        let log = folder.path().join("start");
        drop(PublicLog::open(&log, &ledger).expect("a log"));
        let start = std::fs::read_to_string(log).expect("text");
        (folder, start)
    });
    let ledger = Ledger::open_to_read(&folder.path().join("q")).expect("a ledger");
    let path = folder.path().join("log");
    std::fs::write(&path, [start.as_bytes(), document].concat()).expect("written");
    let log = PublicLog::open(&path, &ledger);
    check(&log);
    if let Ok(log) = log {
        assert_eq!(log.len(), std::fs::metadata(&path).expect("a file").len());
    }
});
