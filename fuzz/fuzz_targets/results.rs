//! Any bytes, read as a file of units and results, as a log, as a list of authors, as a
//! key, as a certificate.

#![no_main]

use std::io::BufReader;

use bezzel_campaign::{
    Certificate, ExchangeLine, ExchangeReader, Ledger, SecretKey, parse_authors,
};

/// Messages are one line each.
fn check<T>(result: &Result<T, bezzel_campaign::Error>) {
    if let Err(error) = result {
        assert_eq!(error.to_string().lines().count(), 1);
    }
}

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    let units = bezzel_campaign::UnitList::new(6).expect("a plan");
    let header = units.header() + "\n";
    for start in ["", &header] {
        let text = [start.as_bytes(), document].concat();
        let lines = ExchangeReader::new(BufReader::with_capacity(3, text.as_slice()));
        check(&lines);
        for line in lines.into_iter().flatten() {
            check(&line);
            if let Ok(ExchangeLine::Result(record)) = line {
                let line = units.line(&record).expect("a unit of the plan");
                assert_eq!(units.parse(&line).expect("a line of ours"), record);
            }
        }
    }
    // Few documents get as far as creating a ledger.
    let folder = tempfile::tempdir().expect("a folder");
    let log = [&b"# bezzel log 1\n"[..], header.as_bytes(), document].concat();
    check(&Ledger::replay(
        &mut log.as_slice(),
        &folder.path().join("q"),
    ));
    let text = String::from_utf8_lossy(document);
    check(&parse_authors(&text));
    check(&SecretKey::of_file(&text));
    check(&Certificate::parse(&text));
});
