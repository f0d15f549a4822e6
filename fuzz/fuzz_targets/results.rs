//! Any bytes, read as a file of units and results, as a log, as a list of authors, as a
//! key, as a certificate, as parts of a result, as a proof of one and as a file of proofs.

#![no_main]

use std::io::BufReader;
use std::sync::OnceLock;

use bezzel_campaign::{
    Certificate, ExchangeLine, ExchangeReader, Ledger, PartProof, ProcessInfo, ProofReader, Record,
    SecretKey, UnitList, parse_authors, proofs_header,
};
use bezzel_count::{Backend, Counter, Route};

/// A result that is committed to its parts.
static COMMITTED: OnceLock<(UnitList, Record)> = OnceLock::new();

/// No proof but those of the committed parts is accepted, and no other parts.
fn check_parts(text: &str) {
    let (units, record) = COMMITTED.get_or_init(|| {
        let units = UnitList::new(12).expect("a plan");
        let unit = [units.unit(9).expect("a unit")];
        let mut counter = Counter::new(Backend::Portable).expect("a counter");
        let process = ProcessInfo::current("fuzz");
        let counted = Record::count_by_parts(&mut counter, &unit, Route::Direct, &process);
        (units, counted.expect("a result").remove(0))
    });
    let line = units.line(record).expect("a line");
    let (start, parts) = line.rsplit_once('=').expect("parts");
    for known in ["", "bezzel-part-1 0 "] {
        let proof = PartProof::parse(&format!("{known}{text}"));
        check(&proof);
        let Ok(proof) = proof else { continue };
        let checked = proof.check(units, record);
        check(&checked);
        if checked.is_ok() {
            let part = PartProof::of(units, record, proof.part());
            assert_eq!(part.expect("a part"), proof);
        }
    }
    let parsed = units.parse(&format!("{start}={text}"));
    check(&parsed);
    assert_eq!(parsed.is_ok(), text == parts);
}

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
    for start in [String::new(), proofs_header(&units)] {
        let text = [start.as_bytes(), document].concat();
        let proofs = ProofReader::new(text.as_slice());
        check(&proofs);
        let Ok(proofs) = proofs else { continue };
        for part in proofs.take_while(|part| part.is_ok()).flatten() {
            let lines = part.proof_text(&units).expect("a signed result");
            let lines = lines.as_bytes();
            assert!(text.windows(lines.len()).any(|window| window == lines));
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
    check_parts(&text);
});
