//! Export of units, import of results, and certificates.

use std::fs;
use std::path::Path;

use bezzel_campaign::{Certificate, Error, ExchangeLine, ExchangeReader, Ledger, Merge, UnitList};
use bezzel_count::Route;

use crate::{N, Place, finish, origin, solutions, stored_result};

/// Counts the units from `from` to `to` as this host.
fn count(ledger: &mut Ledger, units: std::ops::Range<u64>, host: &str) {
    let results: Vec<_> = units
        .map(|unit| stored_result(ledger, unit, Route::Direct, host))
        .collect();
    ledger.record(&results).unwrap();
}

fn export(ledger: &Ledger, to: &Path) -> String {
    let mut text = ledger.units().header() + "\n";
    ledger
        .each_result(&mut |line| {
            text += line;
            text.push('\n');
            Ok::<_, Error>(())
        })
        .unwrap();
    fs::write(to, &text).unwrap();
    text
}

#[test]
fn two_overlapping_halves_make_a_whole_and_agree() {
    let place = Place::new();
    let (mut left, mut right) = (place.ledger("left"), place.ledger("right"));
    let all = left.units().plan().len();
    let (a, b) = (all / 2 - 3, all / 2 + 3);
    count(&mut left, 0..b, "left");
    count(&mut right, a..all, "right");
    let expected = Merge {
        merged: all - b,
        repeated: b - a,
        ..Merge::default()
    };
    // By a file of lines as well as by the ledger.
    let mut by_lines = place.ledger("lines");
    export(&left, &place.file("left.txt"));
    export(&right, &place.file("right.txt"));
    assert_eq!(by_lines.merge(&place.file("left.txt")).unwrap().merged, b);
    assert_eq!(by_lines.merge(&place.file("right.txt")).unwrap(), expected);
    assert_eq!(left.merge(&place.file("right")).unwrap(), expected);
    let again = left.merge(&place.file("right")).unwrap();
    assert_eq!(
        (again.identical, again.merged, again.repeated),
        (all - a, 0, 0)
    );
    for ledger in [&left, &by_lines] {
        let final_result = ledger.final_result().unwrap();
        assert_eq!(final_result.total.solutions, solutions(N));
        // Nobody knows whose results they are.
        assert_eq!(final_result.unconfirmed, all);
    }
    let mut turned = place.ledger("turned");
    turned.merge(&place.file("right.txt")).unwrap();
    turned.merge(&place.file("left.txt")).unwrap();
    let [one, two] = [&turned, &by_lines].map(|ledger| Certificate::of(ledger).unwrap());
    assert_eq!(
        one, two,
        "the order in which results come makes no difference"
    );
}

#[test]
fn a_conflict_in_a_merge_is_named() {
    let place = Place::new();
    let (mut left, mut right) = (place.ledger("left"), place.ledger("right"));
    count(&mut left, 0..6, "left");
    let mut results: Vec<_> = (3..9)
        .map(|unit| stored_result(&right, unit, Route::Direct, "right"))
        .collect();
    results[1].result.value ^= 1;
    right.record(&results).unwrap();
    let merge = left.merge(&place.file("right")).unwrap();
    assert_eq!((merge.merged, merge.repeated, merge.conflicts), (3, 2, 1));
    let name = left.units().unit(4).unwrap().to_string();
    assert_eq!(merge.conflicting, [name]);
    assert_eq!(left.conflicts(), [4]);
}

#[test]
fn open_units_are_those_without_a_result() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    count(&mut ledger, 4..7, "here");
    ledger.lease(2).unwrap();
    let mut open = Vec::new();
    ledger
        .each_open(None, None, &mut |unit| {
            open.push(unit.index());
            Ok::<_, Error>(())
        })
        .unwrap();
    let all = ledger.units().plan().len();
    let expected: Vec<u64> = (0..all).filter(|unit| !(4..7).contains(unit)).collect();
    assert_eq!(open, expected);
}

#[test]
fn lines_survive_a_round_trip_and_no_changed_one_is_accepted() {
    let units = UnitList::new(N).unwrap();
    let place = Place::new();
    let ledger = place.ledger("q");
    for route in [Route::Direct, Route::Exchanged] {
        let mut stored = stored_result(&ledger, 7, route, "h");
        stored.time = -5;
        let line = units.line(&stored).unwrap();
        assert_eq!(units.parse(&line).unwrap(), stored);
        for at in 0..line.len() {
            let mut changed = line.clone().into_bytes();
            changed[at] ^= 1;
            if let Ok(changed) = String::from_utf8(changed) {
                assert!(units.parse(&changed).is_err(), "{changed}");
            }
            assert!(units.parse(&line[..at]).is_err());
        }
        // A line of another plan is invalid, whatever its name.
        assert!(UnitList::new(N + 1).unwrap().parse(&line).is_err());
    }
}

#[test]
fn hosts_with_strange_names_stay_one_word() {
    let here = bezzel_campaign::ProcessInfo::current("my program\n1.0 ");
    assert_eq!(here.program, "my_program_1.0");
    assert!(!here.host.is_empty() && !here.host.contains(char::is_whitespace));
    assert_eq!(origin("a").host, "a");
}

#[test]
fn files_in_which_anything_is_wrong_are_not_taken_in() {
    let place = Place::new();
    let mut source = place.ledger("source");
    count(&mut source, 0..8, "there");
    let text = export(&source, &place.file("good"));
    let mut ledger = place.ledger("q");
    let file = place.file("file");
    let mut refused = |content: &str, why: &str| {
        fs::write(&file, content).unwrap();
        let error = ledger.merge(&file).unwrap_err().to_string();
        assert!(error.contains(why), "{error} does not say {why}");
        assert!(!error.contains('\n'));
        assert_eq!(ledger.counted(), 0, "nothing is taken in");
    };
    refused("", "expected the header of a unit or result file");
    refused(
        "my shopping list\n",
        "expected the header of a unit or result file",
    );
    refused(&text.replace("plan ", "plan 9"), "expected the plan");
    refused(
        &text.replacen("fingerprint ", "fingerprint f", 1),
        "expected the plan",
    );
    refused(&text.replacen(" direct ", " exchanged ", 1), "line 2: ");
    refused(
        &text.replacen(&"# bezzel n 12".to_owned(), "# bezzel n 33", 1),
        "33",
    );
    refused(&(text.clone() + "n12-nonsense\n"), "found n12-nonsense");
    let joined = text.clone() + &UnitList::new(8).unwrap().header() + "\n";
    refused(&joined, "expected the plan");
    let other = UnitList::new(13).unwrap().header() + "\n";
    refused(&other, "expected results for n = 12, found one for n = 13");
    fs::remove_file(&file).unwrap();
    assert!(matches!(ledger.merge(&file), Err(Error::Storage { .. })));
    // Files that are simply put together are fine, and so is one that ends within a line.
    fs::write(&file, text.clone() + &text).unwrap();
    let merge = ledger.merge(&file).unwrap();
    assert_eq!((merge.merged, merge.identical, merge.torn), (8, 8, false));
    for cut in 1..40 {
        fs::write(&file, &text[..text.len() - cut]).unwrap();
        let merge = ledger.merge(&file).unwrap();
        let whole = if cut == 1 { 8 } else { 7 };
        assert_eq!((merge.identical, merge.torn), (whole, cut > 1), "{cut}");
    }
}

/// A line without an end.
struct Endless {
    start: Vec<u8>,
    read: u64,
}

impl std::io::Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let start = self.start.len().min(bytes.len());
        bytes[..start].copy_from_slice(&self.start[..start]);
        self.start.drain(..start);
        bytes[start..].fill(b'7');
        self.read += bytes.len() as u64;
        assert!(self.read < 1 << 20, "all of it is read");
        Ok(bytes.len())
    }
}

#[test]
fn lines_without_an_end_are_refused() {
    let header = UnitList::new(N).unwrap().header() + "\n";
    let endless = |start: &str| {
        let start = start.as_bytes().to_vec();
        std::io::BufReader::new(Endless { start, read: 0 })
    };
    let expected = ": expected a unit or a result of at most 4096 bytes, found '";
    let error = ExchangeReader::new(endless("")).err().unwrap().to_string();
    let of_line = |line: &str, start: &str| format!("{line}{expected}{start}");
    assert!(error.starts_with(&of_line("line 1", "777")), "{error}");
    let mut lines = ExchangeReader::new(endless(&(header + "n12-a"))).unwrap();
    let error = lines.next().unwrap().unwrap_err().to_string();
    assert!(error.starts_with(&of_line("line 2", "n12-a777")), "{error}");
    assert!(error.len() < 200, "{error}");
}

#[cfg(unix)]
#[test]
fn only_files_are_taken_in() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let error = ledger.merge(Path::new("/dev/zero")).unwrap_err();
    assert!(
        error.to_string().contains("expected a regular file"),
        "{error}"
    );
    let error = Ledger::open(Path::new("/dev/zero")).err().unwrap();
    assert!(matches!(error, Error::NotALedger { .. }), "{error}");
}

#[test]
fn a_ledger_that_lacks_a_line_is_not_taken_in() {
    let place = Place::new();
    let (mut ledger, mut other) = (place.ledger("q"), place.ledger("other"));
    finish(&mut other);
    // Its seal covers the line.
    drop(other);
    let text = fs::read_to_string(place.file("other")).unwrap();
    let result = text.lines().find(|line| line.starts_with("r ")).unwrap();
    let rest = text.replace(&format!("{result}\n"), "");
    fs::write(place.file("other"), rest).unwrap();
    let error = ledger.merge(&place.file("other")).unwrap_err();
    assert!(matches!(error, Error::Damaged(..)), "{error}");
    assert_eq!(ledger.stored_results(), 0);
}

#[test]
fn lines_of_units_and_of_results_may_be_mixed() {
    let place = Place::new();
    let ledger = place.ledger("q");
    let units = ledger.units();
    let result = stored_result(&ledger, 2, Route::Direct, "h");
    let text = format!(
        "{}\n\n{}\n{}\nn12-a",
        units.header(),
        units.unit(1).unwrap(),
        units.line(&result).unwrap()
    );
    let lines: Vec<ExchangeLine> = ExchangeReader::new(text.as_bytes())
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let expected = [
        ExchangeLine::Unit(units.unit(1).unwrap()),
        ExchangeLine::Result(result),
        ExchangeLine::Truncated,
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_certificate_is_the_same_for_strangers_and_every_change_is_seen() {
    let place = Place::new();
    let (mut one, mut two) = (place.ledger("one"), place.ledger("two"));
    finish(&mut one);
    let all = two.units().plan().len();
    count(&mut two, 0..all, "elsewhere");
    let [first, second] = [&one, &two].map(|ledger| Certificate::of(ledger).unwrap());
    assert_ne!(first.text(), second.text(), "they were counted elsewhere");
    assert_eq!(first.fingerprint(), second.fingerprint());
    assert_eq!(first.fingerprint().len(), 64);
    first.check(&two).unwrap();
    let text = first.text();
    assert_eq!(Certificate::parse(text).unwrap(), first);
    for (at, _) in text.char_indices() {
        let mut changed = text.as_bytes().to_vec();
        changed[at] ^= 1;
        let changed = String::from_utf8(changed).unwrap();
        assert!(Certificate::parse(&changed).is_err(), "byte {at}");
        assert!(Certificate::parse(&text[..at]).is_err());
    }
    // A forged certificate with another total is invalid for the ledger.
    let mut thirteen = Ledger::create(&place.file("thirteen"), 13).unwrap();
    finish(&mut thirteen);
    let error = first.check(&thirteen).unwrap_err().to_string();
    assert!(
        error.contains("n: 12") && error.contains("n: 13"),
        "{error}"
    );
    // So is one that claims more confirmations than there are, unless it is of another count.
    let mut before = place.ledger("before");
    finish(&mut before);
    let more = stored_result(&one, 0, Route::Exchanged, "here");
    one.record(&[more]).unwrap();
    let claims = Certificate::of(&one).unwrap();
    claims.check(&one).unwrap();
    first.check(&one).unwrap();
    claims.check(&two).unwrap();
    let error = claims.check(&before).unwrap_err().to_string();
    assert!(error.contains("more confirmations"), "{error}");
}
