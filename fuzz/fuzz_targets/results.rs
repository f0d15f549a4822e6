//! Any bytes, read as a ledger, as a piece of one, and as a certificate.

#![no_main]

use bezzel_count::{Plan, parse_result, plan_line, result_line};
use bezzel_run::{Certificate, Ledger};

/// Messages are one line each.
fn check<T>(result: &Result<T, impl std::fmt::Display>) {
    if let Err(error) = result {
        assert_eq!(error.to_string().lines().count(), 1);
    }
}

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    let plan = Plan::new(6).expect("a plan");
    let folder = tempfile::tempdir().expect("a folder");
    let (file, new) = (folder.path().join("q"), folder.path().join("new"));
    let text = [plan_line(&plan).as_bytes(), b"\n", document].concat();
    std::fs::write(&file, &text).expect("a file");
    let read = Ledger::open_to_read(&file).expect("a ledger");
    let mut merged = Ledger::create(&new, plan.clone()).expect("a ledger");
    let merge = merged.merge(&file).expect("lines of the plan");
    assert_eq!(merged.stored_results(), read.stored_results());
    assert_eq!(merge.damaged, read.faults().number);
    for unit in 0..plan.len() {
        for stored in read.results(unit) {
            let line = result_line(&plan, stored).expect("a unit of the plan");
            assert_eq!(parse_result(&plan, &line).expect("a line of ours"), *stored);
        }
    }
    std::fs::write(&file, document).expect("a file");
    check(&Ledger::open_to_read(&file));
    let text = String::from_utf8_lossy(document);
    check(&parse_result(&plan, &text));
    check(&Certificate::parse(&text));
});
