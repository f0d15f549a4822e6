//! Certificates of strangers, and the log of a campaign.

use std::fs;

use bezzel_campaign::{
    Certificate, Error, Ledger, Policy, ResultFilter, SecretKey, TimeLimit, VerificationQueue, run,
};

use super::{ledger_with, listed, signed_by, truth};
use crate::{Place, counter, finish, origin};

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
    // Nobody else has counted these units: only the ledger shows that the total is not confirmed.
    let doubt = text
        .lines()
        .find(|line| line.starts_with("the total is NOT"));
    let claim = "the total is confirmed under this policy: all units";
    let forged = rehash(&text.replacen(doubt.unwrap(), claim, 1));
    let forged = Certificate::parse(&forged).unwrap();
    let error = forged.check(&ledger).unwrap_err().to_string();
    assert!(error.contains("more confirmations"), "{error}");
    Certificate::of(&ledger).unwrap().check(&ledger).unwrap();
}

fn log_of(ledger: &Ledger) -> String {
    let mut log = String::new();
    let mut write = |line: &str| {
        log += line;
        log.push('\n');
        Ok::<_, Error>(())
    };
    ledger.each_log_line(&mut write).unwrap();
    log
}

#[test]
fn a_log_alone_gives_the_same_certificate() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let [one, two] = [(); 2].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: listed(&[&one, &two]),
        copies: 2,
        audit: 100_000,
        seed: u64::MAX - 5,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    for (key, records) in [(&one, &truth.direct), (&two, &truth.exchanged)] {
        let signed: Vec<_> = records
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
    let mut lacking = Vec::new();
    let mut note = |unit: &bezzel_count::Unit| {
        lacking.push(unit.index());
        Ok::<_, Error>(())
    };
    ledger.each_open(&mut note).unwrap();
    assert!(!lacking.is_empty(), "some units are audited");
    let mut queue = VerificationQueue::chosen(&mut ledger, origin("me"), lacking);
    run(&mut queue, vec![counter()], TimeLimit::none(), &mut |_| {
        true
    })
    .unwrap();
    let log = log_of(&ledger);
    let replayed = Ledger::replay(&mut log.as_bytes(), &place.file("replayed")).unwrap();
    assert_eq!(log_of(&replayed), log);
    assert_eq!(
        Certificate::of(&replayed).unwrap(),
        Certificate::of(&ledger).unwrap()
    );
    drop(replayed);
    Ledger::open(&place.file("replayed")).unwrap();
    // Any change is refused with its line, or changes the certificate.
    let lines: Vec<&str> = log.lines().collect();
    let with = |at: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[at].contains(from), "{}", lines[at]);
        let line = lines[at].replacen(from, to, 1);
        lines[at] = &line;
        lines.join("\n") + "\n"
    };
    let is_direct = |line: &&str| line.starts_with("result imported ") && line.contains(" direct ");
    let result = lines.iter().position(is_direct).unwrap();
    let foreign = SecretKey::new().unwrap().author().to_string();
    let names = lines[3].split(' ').nth(1).unwrap();
    for (text, why) in [
        (String::new(), "line 1: expected a log"),
        (with(0, "1", "2"), "line 1: expected a log"),
        (with(1, "n 12", "n 13"), "expected the plan"),
        (with(2, "listed", "all"), "expected authors 'anyone'"),
        (with(2, "copies", "copy"), "line 3: expected a valid policy"),
        (
            with(2, "\"copies\":2", "\"copies\":0"),
            "expected 1 to 100 copies",
        ),
        (with(3, names, &foreign), "in the list of the campaign"),
        (
            with(5, "number", "nummer"),
            "line 6: expected a valid withdrawal",
        ),
        (
            with(result, "imported", "borrowed"),
            "expected 'own' or 'imported'",
        ),
        (
            with(result, " direct ", " exchanged "),
            "expected a result of this plan",
        ),
        (
            log[..log.len() - 1].to_owned(),
            "expected a complete last line",
        ),
        (log.clone() + "more\n", "expected a result, found 'more'"),
    ] {
        let to = place.file("other");
        let _ = fs::remove_file(&to);
        let error = Ledger::replay(&mut text.as_bytes(), &to).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            error.contains(why) && !error.contains('\n'),
            "{error} does not contain {why}"
        );
    }
}
