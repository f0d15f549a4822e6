//! Every small damage to a ledger: opening refuses it or the total is right, and recovery finds every
//! intact line.

use std::collections::HashSet;
use std::fs;

use bezzel_campaign::{
    AuthorList, Error, Ledger, Policy, RecoverOptions, ResultFilter, SecretKey, StoredResult,
    UnitList,
};

use super::{many, stored_result};
use crate::{Place, solutions};

/// A board with few units.
const SMALL: u32 = 8;

fn filter(host: &str) -> ResultFilter {
    ResultFilter {
        host: Some(host.to_owned()),
        ..ResultFilter::default()
    }
}

fn all_results(ledger: &Ledger, host: &str) -> Vec<StoredResult> {
    let units = 0..ledger.units().plan().len();
    units
        .map(|unit| stored_result(ledger, unit, host))
        .collect()
}

/// Returns a small log of a complete campaign, with all kinds of lines. A false result in it is
/// withdrawn.
fn log() -> String {
    let place = Place::in_memory();
    let file = place.file("q");
    let mut ledger = Ledger::create(&file, SMALL).unwrap();
    let mut forged = stored_result(&ledger, 0, "liar");
    forged.result.value += 96;
    ledger
        .import(&[forged, stored_result(&ledger, 1, "friend")])
        .unwrap();
    ledger.withdraw(filter("liar"), "false").unwrap();
    ledger.withdraw(filter("friend"), "a mistake").unwrap();
    ledger.undo_withdrawal(2).unwrap();
    drop(ledger);
    let mut ledger = Ledger::open(&file).unwrap();
    let all = all_results(&ledger, "here");
    ledger.record(&all[..2]).unwrap();
    ledger.record(&all[2..]).unwrap();
    drop(ledger);
    let text = fs::read_to_string(file).unwrap();
    let kinds: HashSet<&str> = text.lines().map(|line| &line[..2]).collect();
    assert_eq!(kinds.len(), "be i w u s b r".split(' ').count(), "{text}");
    text
}

/// Returns a log with results of two listed authors, both of whom a unit needs.
fn signed_log() -> String {
    let place = Place::in_memory();
    let keys = [(); 2].map(|()| SecretKey::new().unwrap());
    let authors: AuthorList = keys
        .iter()
        .map(|key| (key.author(), "Ada".to_owned()))
        .collect();
    let policy = Policy {
        authors: Some(authors),
        copies: 2,
        both_routes: false,
    };
    let units = UnitList::new(SMALL).unwrap();
    let mut ledger = Ledger::create_with(&place.file("q"), units, policy).unwrap();
    let units = ledger.units().clone();
    for key in &keys {
        let mut all = all_results(&ledger, "h");
        for stored in &mut all {
            units.sign(stored, key).unwrap();
        }
        ledger.import(&all).unwrap();
    }
    drop(ledger);
    fs::read_to_string(place.file("q")).unwrap()
}

/// Opens damaged copies of a log, and recovers what they contain.
struct Damage {
    place: Place,
    /// The lines of results and of withdrawals, without the ends of lines.
    results: HashSet<String>,
    withdrawals: HashSet<String>,
    opened: u64,
    refused: u64,
}

impl Damage {
    fn of(log: &str) -> Self {
        let of_kind = |kinds: &[&str]| {
            let lines = log.lines();
            let chosen = lines.filter(|line| kinds.iter().any(|kind| line.starts_with(kind)));
            chosen.map(str::to_owned).collect()
        };
        Self {
            place: Place::in_memory(),
            results: of_kind(&["r ", "i "]),
            withdrawals: of_kind(&["w "]),
            opened: 0,
            refused: 0,
        }
    }

    /// Prints the numbers of trials.
    fn report(&self, what: &str) {
        println!("{what}: {} opened, {} refused", self.opened, self.refused);
    }

    /// Opens this file. Its total, if it has one, must be right.
    fn open(&mut self, bytes: &[u8], what: &str) {
        let file = self.place.file("q");
        fs::write(&file, bytes).unwrap();
        match Ledger::open_to_read(&file) {
            Ok(ledger) => {
                self.opened += 1;
                if let Ok(found) = ledger.final_result() {
                    assert_eq!(found.total.solutions, solutions(SMALL), "{what}");
                }
            }
            Err(error) => {
                self.refused += 1;
                let is_said = matches!(
                    error,
                    Error::Damaged { .. } | Error::NotALedger { .. } | Error::OtherPlan { .. }
                );
                assert!(is_said && !error.to_string().contains('\n'), "{error}");
            }
        }
    }

    /// Recovers this file: exactly the lines that it contains must be found. Returns true if all of
    /// the campaign is there, or else if a loss is named.
    fn recover(&self, bytes: &[u8], what: &str) -> bool {
        let (from, to) = (self.place.file("q"), self.place.file("new"));
        fs::write(&from, bytes).unwrap();
        let _ = fs::remove_file(&to);
        let text = String::from_utf8_lossy(bytes);
        let contained = |lines: &HashSet<String>| -> HashSet<String> {
            let found = lines.iter().filter(|line| text.contains(*line));
            found.cloned().collect()
        };
        let [results, withdrawals] = [&self.results, &self.withdrawals].map(contained);
        let options = RecoverOptions {
            without_policy: true,
            ..RecoverOptions::default()
        };
        let recovered = match Ledger::recover(&from, &to, &options) {
            Err(error) => {
                let is_said = matches!(error, Error::Unrecoverable { .. });
                assert!(is_said && !error.to_string().contains('\n'), "{error}");
                assert!(results.is_empty(), "{what}: nothing is recovered");
                assert_eq!(self.place.names(), ["q"], "{what}");
                return true;
            }
            Ok((_, recovered)) => recovered,
        };
        assert_eq!(recovered.results, results.len() as u64, "{what}");
        let new = fs::read_to_string(&to).unwrap();
        assert!(
            new.len() < bytes.len() + 1200,
            "{what}: bounded by the input"
        );
        let of_new = |lines: &HashSet<String>| -> HashSet<String> {
            let lines = new.lines().filter(|line| lines.contains(*line));
            lines.map(str::to_owned).collect()
        };
        assert!(of_new(&self.results) == results, "{what}");
        assert!(of_new(&self.withdrawals) == withdrawals, "{what}");
        let is_whole = results == self.results && withdrawals == self.withdrawals;
        is_whole || !recovered.lost.is_empty()
    }
}

#[test]
fn every_flipped_bit_is_noticed_or_harmless() {
    // Every third bit is one of each byte.
    for (log, step) in [(log(), 3), (signed_log(), 11)] {
        let mut damage = Damage::of(&log);
        let mut bytes = log.into_bytes();
        for bit in (0..8 * bytes.len()).step_by(step) {
            let (at, mask) = (bit / 8, 1 << (bit % 8));
            bytes[at] ^= mask;
            let what = format!("byte {at}, bit {}", bit % 8);
            damage.open(&bytes, &what);
            if at % 16 == bit % 8 {
                assert!(damage.recover(&bytes, &what), "{what}: a loss is named");
            }
            bytes[at] ^= mask;
        }
        damage.report("flipped bits");
        // Only the end of the last line, which is a seal, may be missing.
        assert!(damage.opened <= 8, "{} are opened", damage.opened);
    }
}

#[test]
fn every_prefix_suffix_and_piece_is_opened_right_and_recovered() {
    for log in [log(), signed_log()] {
        let mut damage = Damage::of(&log);
        let bytes = log.as_bytes();
        for at in (0..=bytes.len()).step_by(2) {
            damage.open(&bytes[..at], &format!("{at} bytes"));
            damage.open(&bytes[at..], &format!("from byte {at}"));
        }
        for at in (0..=bytes.len()).step_by(11) {
            damage.recover(&bytes[..at], &format!("{at} bytes"));
            let what = format!("from byte {at}");
            assert!(damage.recover(&bytes[at..], &what), "{what}");
        }
        let mut random = fastrand::Rng::with_seed(29);
        for trial in 0..200 {
            let mut pieces = Vec::new();
            for _ in 0..random.usize(1..4) {
                let from = random.usize(..bytes.len());
                let to = random.usize(from..=bytes.len());
                pieces.extend_from_slice(&bytes[from..to]);
            }
            damage.open(&pieces, &format!("trial {trial}"));
            damage.recover(&pieces, &format!("trial {trial}"));
        }
        damage.report("pieces");
        assert!(damage.opened > 100 && damage.refused > 100);
    }
}

#[test]
fn every_deleted_doubled_and_swapped_line_is_noticed_or_harmless() {
    for log in [log(), signed_log()] {
        let mut damage = Damage::of(&log);
        let lines: Vec<&str> = log.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            let mut deleted = lines.clone();
            deleted.remove(at);
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at]);
            let mut swapped = lines.clone();
            swapped.swap(at, (at + 1) % lines.len());
            for (what, changed) in [
                ("deleted", deleted),
                ("doubled", doubled),
                ("swapped", swapped),
            ] {
                let what = format!("line {at} {what}");
                let changed = changed.concat();
                damage.open(changed.as_bytes(), &what);
                assert!(damage.recover(changed.as_bytes(), &what), "{what}");
            }
        }
        damage.report("lines");
        // A doubled header, and a seal at the end that is missing.
        assert!(damage.opened <= 3, "{} are opened", damage.opened);
    }
}

/// Words of a line may look like checksums.
#[test]
fn lines_that_were_joined_are_separated() {
    let place = Place::in_memory();
    let mut ledger = Ledger::create(&place.file("q"), 24).unwrap();
    let units = ledger.units().clone();
    let [host, run] = ["0123456789abcdef", "fedcba9876543210"];
    let mut results = Vec::new();
    for (unit, one) in (0..).zip(many(
        &Ledger::create(&place.file("p"), SMALL).unwrap(),
        host,
        2,
    )) {
        let origin = bezzel_campaign::ProcessInfo {
            host: host.to_owned(),
            program: host.to_owned(),
            run: run.to_owned(),
        };
        let mut one = StoredResult {
            unit,
            result: units.unit(unit).unwrap().largest_result(),
            origin: origin.into(),
            ..one
        };
        units.sign(&mut one, &SecretKey::new().unwrap()).unwrap();
        results.push(one);
    }
    ledger.record(&results).unwrap();
    drop(ledger);
    let log = fs::read_to_string(place.file("q")).unwrap();
    let damage = Damage::of(&log);
    let joined = log.replacen("\nr ", "+r ", 2);
    assert!(damage.recover(joined.as_bytes(), "joined"));
}
