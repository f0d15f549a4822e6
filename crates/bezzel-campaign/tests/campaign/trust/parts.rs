//! Results that are committed to their parts, and audits of these.

use std::fs;

use bezzel_campaign::{
    Audit, DrawnPart, Ledger, PartProof, Policy, ProofReader, Record, ResultFilter, SecretKey,
    proofs_header,
};
use bezzel_count::{Engine, EngineInfo, PartSum, Route, Unit, UnitResult};

use super::{ledger_with, listed, signed_by, write_lines};
use crate::{Place, counter, origin, record};

/// Counts like [`counter`], but adds 8 solutions to one part of each unit that has room for a lie,
/// and commits to that.
struct Liar {
    counter: Box<dyn Engine>,
    part: usize,
}

impl Engine for Liar {
    fn info(&self) -> EngineInfo {
        EngineInfo::other("liar")
    }

    fn run(
        &mut self,
        units: &[Unit],
        route: Route,
    ) -> Result<Vec<UnitResult>, bezzel_count::Error> {
        self.counter.run(units, route)
    }

    fn run_by_parts(
        &mut self,
        units: &[Unit],
        route: Route,
    ) -> Result<Vec<(UnitResult, Vec<PartSum>)>, bezzel_count::Error> {
        let mut counted = self.counter.run_by_parts(units, route)?;
        for (unit, (result, parts)) in units.iter().zip(&mut counted) {
            let mut lie = *result;
            lie.value += 96;
            if unit.check(&lie).is_ok() {
                *result = lie;
                let last = parts.len() - 1;
                parts[self.part.min(last)].value += 96;
            }
        }
        Ok(counted)
    }
}

fn by_parts(ledger: &Ledger, engine: &mut dyn Engine, key: &SecretKey) -> Vec<Record> {
    let units: Vec<Unit> = ledger.units().plan().units().collect();
    let found = Record::count_by_parts(engine, &units, Route::Direct, &origin("h"));
    let found = found.unwrap().into_iter();
    found
        .map(|one| signed_by(ledger.units(), key, &one))
        .collect()
}

struct Two {
    place: Place,
    ledger: Ledger,
    honest: Vec<Record>,
    lies: Vec<Record>,
    keys: [SecretKey; 2],
}

/// A campaign of an honest author and of a liar.
fn two() -> Two {
    let place = Place::new();
    let keys = [(); 2].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: listed(&[&keys[0], &keys[1]]),
        commit_parts: true,
        ..Policy::default()
    };
    let ledger = ledger_with(&place, "q", policy);
    let mut liar = Liar {
        counter: counter(),
        part: 5,
    };
    Two {
        honest: by_parts(&ledger, counter().as_mut(), &keys[0]),
        lies: by_parts(&ledger, &mut liar, &keys[1]),
        place,
        ledger,
        keys,
    }
}

/// Draws parts, recounts them, and returns their number and the units of wrong ones.
fn audit(ledger: &Ledger, audit: &Audit) -> (usize, Vec<u64>) {
    let drawn = ledger.draw(audit).unwrap();
    let parts = ledger.parts_of(audit, &drawn.drawn).unwrap();
    let mut wrong = Vec::new();
    for part in &parts {
        part.proof.check(ledger.units(), &part.record).unwrap();
        let counted = counter().run(std::slice::from_ref(&part.unit), Route::Exchanged);
        if !part.agrees(&PartSum::of(&counted.unwrap()[0])) {
            wrong.push(part.record.unit);
        }
    }
    wrong.sort_unstable();
    (parts.len(), wrong)
}

#[test]
fn an_audit_of_all_parts_finds_every_lie_and_none_where_there_is_none() {
    let Two {
        mut ledger,
        honest,
        lies,
        keys,
        place: _place,
    } = two();
    ledger.import(&honest).unwrap();
    let all = Audit {
        seed: 1,
        fraction: 1.0,
        parts: 16,
        ..Audit::default()
    };
    let parts: usize = ledger
        .units()
        .plan()
        .units()
        .map(|unit| unit.parts().len())
        .sum();
    assert_eq!(audit(&ledger, &all), (parts, vec![]));
    ledger.import(&lies).unwrap();
    let of_liar = Audit {
        filter: ResultFilter {
            author: Some(keys[1].author()),
            ..ResultFilter::default()
        },
        ..all.clone()
    };
    let both = lies.iter().zip(&honest);
    let wrong: Vec<u64> = both
        .filter(|(lie, honest)| !lie.result.agrees(&honest.result))
        .map(|(lie, _)| lie.unit)
        .collect();
    assert!(!wrong.is_empty());
    assert_eq!(audit(&ledger, &of_liar), (parts, wrong.clone()));
    // A draw is repeatable, depends on the seed and finds some of the lies.
    let some = Audit {
        fraction: 0.5,
        parts: 2,
        ..of_liar
    };
    let drawn = |ledger: &Ledger, seed| {
        let audit = Audit {
            seed,
            ..some.clone()
        };
        ledger.draw(&audit).unwrap()
    };
    assert_eq!(drawn(&ledger, 1), drawn(&ledger, 1));
    assert_ne!(drawn(&ledger, 1).drawn, drawn(&ledger, 2).drawn);
    let units = ledger.units().plan().len();
    assert_eq!(drawn(&ledger, 1).with_parts, units);
    assert_eq!(drawn(&ledger, 1).drawn.len() as u64, units.div_ceil(2));
    let (_, found) = audit(&ledger, &some);
    assert!(found.iter().all(|unit| wrong.contains(unit)));
    // Withdrawn results, own ones and those without parts are not drawn.
    ledger.withdraw(some.filter.clone(), "wrong parts").unwrap();
    assert_eq!(drawn(&ledger, 1).with_parts, 0);
    let own = record(&ledger, 0, Route::Exchanged, "here");
    ledger.record(&[own]).unwrap();
    let drawn = ledger.draw(&all).unwrap();
    assert_eq!((drawn.with_parts, drawn.without_parts), (units, 0));
}

#[test]
fn a_campaign_that_demands_parts_refuses_results_without_them() {
    let Two {
        place,
        mut ledger,
        honest,
        keys,
        ..
    } = two();
    let units = ledger.units().clone();
    let plain = signed_by(&units, &keys[0], &record(&ledger, 0, Route::Direct, "h"));
    let why = "expected a result that is committed to its parts";
    let error = ledger.import(&[plain]).unwrap_err().to_string();
    assert!(error.contains(why), "{error}");
    // Nor is the root alone accepted.
    let line = units.line(&honest[0]).unwrap();
    let rootless = units.parse(line.rsplit_once(' ').unwrap().0).unwrap();
    let error = ledger.import(&[rootless]).unwrap_err().to_string();
    assert!(error.contains(why), "{error}");
    // Lines with other parts are refused as a whole file.
    let file = place.file("lines");
    write_lines(&file, &units, &honest);
    let text = fs::read_to_string(&file).unwrap();
    let at = text.find("parts=").unwrap() + "parts=".len();
    let digit = if text.as_bytes()[at] == b'1' {
        "2"
    } else {
        "1"
    };
    let mut changed = text.clone();
    changed.replace_range(at..=at, digit);
    fs::write(&file, changed).unwrap();
    let error = ledger.merge(&file).unwrap_err().to_string();
    assert!(error.contains("expected parts of unit"), "{error}");
    assert_eq!(ledger.counted().unwrap(), 0);
    fs::write(&file, text).unwrap();
    assert_eq!(ledger.merge(&file).unwrap().merged, units.plan().len());
    // The parts are in the file, in exports and in the log.
    drop(ledger);
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert!(ledger.policy().commit_parts);
    assert_eq!(ledger.results(0).unwrap(), honest[..1]);
    let mut log = String::new();
    let mut add = |line: &str| {
        log += line;
        log.push('\n');
        Ok::<_, bezzel_campaign::Error>(())
    };
    ledger.each_log_line(&mut add).unwrap();
    let copy = Ledger::replay(&mut log.as_bytes(), &place.file("copy")).unwrap();
    assert_eq!(copy.policy(), ledger.policy());
    assert_eq!(copy.results(0).unwrap(), honest[..1]);
    drop((copy, ledger));
    // A damaged part is found when the ledger is opened.
    let db = rusqlite::Connection::open(place.file("q")).unwrap();
    let triggers = rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER;
    db.set_db_config(triggers, false).unwrap();
    db.execute_batch("UPDATE results SET parts = CAST(parts || x'00' AS BLOB) WHERE unit = 3")
        .unwrap();
    drop(db);
    let error = Ledger::open(&place.file("q")).err().unwrap().to_string();
    assert!(error.contains("is unreadable"), "{error}");
}

/// Reads a file of proofs, or returns the reason why it is refused.
fn read(text: &str) -> Result<Vec<DrawnPart>, String> {
    let reader = ProofReader::new(text.as_bytes()).map_err(|error| error.to_string())?;
    let parts: Result<_, _> = reader.collect();
    parts.map_err(|error: bezzel_campaign::Error| error.to_string())
}

#[test]
fn a_proof_with_any_changed_byte_is_refused() {
    let Two {
        ledger,
        lies,
        honest,
        keys,
        ..
    } = two();
    let units = ledger.units();
    let part = |record: &Record, number: u32| DrawnPart {
        record: record.clone(),
        proof: PartProof::of(units, record, number).unwrap(),
        unit: units.unit(record.unit).unwrap().parts()[number as usize].clone(),
    };
    let few = lies
        .iter()
        .filter(|one| one.commitment.as_ref().unwrap().parts().len() <= 4);
    let lie = few
        .min_by_key(|one| units.line(one).unwrap().len())
        .unwrap();
    let last = lie.commitment.as_ref().unwrap().parts().len() as u32 - 1;
    let one = part(lie, last);
    let text = proofs_header(units) + &one.proof_text(units).unwrap();
    let parts = read(&text).unwrap();
    assert_eq!(parts.len(), 1);
    assert_eq!((&parts[0].record, &parts[0].proof), (lie, &one.proof));
    assert_eq!(parts[0].record.author(), Some(keys[1].author()));
    assert_eq!(parts[0].unit, one.unit);
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] ^= 1;
        let changed = String::from_utf8(changed).unwrap();
        assert!(read(&changed).is_err(), "byte {at}: {changed}");
        // One byte less.
        let shorter = text[..at].to_owned() + &text[at + 1..];
        assert!(read(&shorter).is_err(), "byte {at}: {shorter}");
    }
    // Parts of others, other parts, and results without a signature.
    let other = part(&honest[lie.unit as usize], last).proof;
    let crossed = text.replace(&one.proof.to_string(), &other.to_string());
    assert!(read(&crossed).unwrap_err().starts_with("line 4: "));
    if last > 0 {
        let first = PartProof::of(units, lie, 0).unwrap().to_string();
        let (number, rest) = (
            format!("bezzel-part-1 {last} "),
            first.split_once(" 0 ").unwrap().1,
        );
        let moved = text.replace(&one.proof.to_string(), &(number + rest));
        assert!(read(&moved).unwrap_err().starts_with("line 4: "));
    }
    let unsigned = Record {
        signature: None,
        ..lie.clone()
    };
    let error = part(&unsigned, last)
        .proof_text(units)
        .unwrap_err()
        .to_string();
    assert!(error.contains("expected a signed result"), "{error}");
    let line = units.line(&unsigned).unwrap();
    let plain = text.replace(&units.line(lie).unwrap(), &line);
    assert!(read(&plain).unwrap_err().starts_with("line 3: "), "{plain}");
}
