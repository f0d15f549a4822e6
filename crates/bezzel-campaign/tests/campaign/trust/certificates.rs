//! Certificates of strangers, and copies of a log.

use bezzel_campaign::{Certificate, Ledger, Policy, ResultFilter, SecretKey};

use super::{ledger_with, listed, signed_by, truth};
use crate::{Place, finish};

/// Computes fingerprint and checksum of a changed certificate again, as anyone can.
pub(super) fn rehash(text: &str) -> String {
    let line = "fingerprint: ";
    let at = text.find(line).unwrap();
    let (first, rest) = text.split_at(at);
    let rest = &rest[line.len() + 64..];
    let hex = |text: &str| -> String {
        use sha2::{Digest, Sha256};
        let digest = Sha256::digest(text);
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let text = format!("{first}{line}{}{rest}", hex(first));
    let body = &text[..text.rfind("checksum: ").unwrap()];
    format!("{body}checksum: {}\n", hex(body))
}

#[test]
fn forged_certificates_whose_lines_contradict_each_other_are_refused() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    let text = Certificate::of(&ledger).unwrap().text().to_owned();
    Certificate::parse(&rehash(&text)).unwrap();
    for (from, to) in [
        ("solutions: 14200\n", "solutions: 14208\n"),
        (
            "fundamental solutions: 1787\n",
            "fundamental solutions: 1788\n",
        ),
        (
            "the solutions are 0 modulo 8",
            "the solutions are 1 modulo 8",
        ),
        ("add up to 14200\n", "add up to 14201\n"),
    ] {
        assert!(text.contains(from), "{text}");
        let forged = rehash(&text.replacen(from, to, 1));
        assert!(Certificate::parse(&forged).is_err(), "{forged}");
    }
    // Other words, or numbers that contradict each other, are no statements.
    let doubt = "the total is NOT confirmed: 32 of 32 units were counted once";
    for (from, to) in [
        (doubt, "the total is confirmed under this policy: all units"),
        (
            doubt,
            "the total is NOT confirmed: 1 of 32 units was counted once",
        ),
        ("units counted once: 32", "units counted once: 0"),
        ("of these by both routes: 0", "of these by both routes: 32"),
        ("results of anyone; one", "results of everyone; one"),
        ("rejected results: 0", "rejected results: none"),
        ("To reproduce", "This is right. To reproduce"),
        ("\nchecksum", "\nCounted twice by strangers.\nchecksum"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let error = Certificate::parse(&rehash(&text.replacen(from, to, 1)));
        let error = error
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(
            error.contains("its statements are not those"),
            "{to}: {error}"
        );
    }
    // Only the ledger shows that numbers are wrong which agree with each other.
    let forged = text
        .replace(doubt, "the total is confirmed: results of both routes, of two devices or of listed authors agree on each of 32 units")
        .replace("confirmed by both routes: 0", "confirmed by both routes: 32")
        .replace("units counted once: 32", "units counted once: 0")
        .replace("of these by both routes: 0", "of these by both routes: 32");
    let forged = Certificate::parse(&rehash(&forged)).unwrap();
    let error = forged.check(&ledger).unwrap_err().to_string();
    assert!(error.contains("more confirmations"), "{error}");
    let invented = text.replace("32 results by ", "33 results by ");
    let invented = Certificate::parse(&rehash(&invented)).unwrap();
    let error = invented.check(&ledger).unwrap_err().to_string();
    assert!(error.contains("expected 32 results by "), "{error}");
    Certificate::of(&ledger).unwrap().check(&ledger).unwrap();
}

/// A copy of the log is all that others need.
#[test]
fn a_copy_of_the_log_gives_the_same_certificate() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let [one, two] = [(); 2].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: Some(listed(&[&one, &two])),
        copies: 2,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    for (key, results) in [(&one, &truth.direct), (&two, &truth.exchanged)] {
        let signed: Vec<_> = results
            .iter()
            .map(|one| signed_by(&units, key, one))
            .collect();
        ledger.import(&signed).unwrap();
    }
    let filter = ResultFilter {
        host: Some("a\"b".to_owned()),
        ..ResultFilter::default()
    };
    ledger.withdraw(filter, "of no consequence").unwrap();
    let certificate = Certificate::of(&ledger).unwrap();
    drop(ledger);
    std::fs::copy(place.file("q"), place.file("copy")).unwrap();
    let copy = Ledger::open_to_read(&place.file("copy")).unwrap();
    assert_eq!(Certificate::of(&copy).unwrap(), certificate);
    certificate.check(&copy).unwrap();
}
