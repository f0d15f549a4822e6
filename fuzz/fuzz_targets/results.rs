//! Any bytes, read as a file of units and results, as a piece of a ledger, as a list of authors, as a key
//! and as a certificate.

#![no_main]

use std::io::BufReader;

use bezzel_campaign::{
    Certificate, ExchangeLine, ExchangeReader, Ledger, RecoverOptions, SecretKey, parse_authors,
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
            if let Ok(ExchangeLine::Result(stored)) = line {
                let line = units.line(&stored).expect("a unit of the plan");
                assert_eq!(units.parse(&line).expect("a line of ours"), stored);
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (file, new) = (folder.path().join("q"), folder.path().join("new"));
    std::fs::write(&file, document).expect("a file");
    check(&Ledger::open_to_read(&file));
    let options = RecoverOptions {
        without_policy: true,
        ..RecoverOptions::default()
    };
    let recovered = Ledger::recover(&file, &new, &options);
    check(&recovered);
    assert_eq!(recovered.is_ok(), new.exists());
    let text = String::from_utf8_lossy(document);
    check(&parse_authors(&text));
    check(&SecretKey::of_file(&text));
    check(&Certificate::parse(&text));
});
