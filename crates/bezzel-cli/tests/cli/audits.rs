//! Results that are committed to their parts, audits of these, and proofs of wrong parts.

use std::fs;
use std::path::Path;

use bezzel_campaign::{PartProof, ProcessInfo, Record, SecretKey, UnitList};
use bezzel_count::{Backend, Counter, Engine, EngineInfo, Error, PartSum, Route, Unit, UnitResult};

use crate::volunteers::{N, TOTAL, campaign, refused};
use crate::{data, json, run};

/// Counts with one part too large by 8 solutions.
struct Liar(Counter);

impl Engine for Liar {
    fn info(&self) -> EngineInfo {
        self.0.info()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        self.0.run(units, route)
    }

    fn run_by_parts(
        &mut self,
        units: &[Unit],
        route: Route,
    ) -> Result<Vec<(UnitResult, Vec<PartSum>)>, Error> {
        let mut counted = self.0.run_by_parts(units, route)?;
        for (unit, (result, parts)) in units.iter().zip(&mut counted) {
            let lie = UnitResult {
                value: result.value + 96,
                ..*result
            };
            if unit.check(&lie).is_ok() {
                *result = lie;
                parts[0].value += 96;
            }
        }
        Ok(counted)
    }
}

#[test]
fn parts_are_committed_and_audited() {
    let made = campaign(&["--commit-parts"]);
    let (file, list) = (made.file.as_str(), made.place.file("units"));
    let plain = run(&["campaign", "merge", file, &made.results[0]]);
    assert_eq!(plain.code, Some(2));
    let why = "found one without: use `bezzel work --commit-parts`; nothing was imported";
    assert!(plain.stderr.contains(why), "{}", plain.stderr);
    refused(
        &["campaign", "audit", file],
        "expected merged results that are committed to their parts, found none",
    );
    // Results of another kind, or of another author, are not continued.
    let before = fs::read(&made.results[0]).unwrap();
    for (key, option, why) in [
        (
            "ada.key",
            Some("--commit-parts"),
            "expected results that are committed to their parts, found one without, for unit n13-",
        ),
        ("bob.key", None, "expected results of author"),
    ] {
        let key = made.place.file(key);
        let mut args = vec!["work", &list, "--key", &key, "-o", &made.results[0]];
        args.extend(option);
        refused(&args, why);
        refused(&args, "the file was not changed (--force replaces it)");
        assert_eq!(fs::read(&made.results[0]).unwrap(), before);
    }
    let honest = made.place.file("honest");
    let key = made.place.file("ada.key");
    data(&[
        "work",
        &list,
        "--key",
        &key,
        "--commit-parts",
        "-o",
        &honest,
    ]);
    data(&["campaign", "merge", file, &honest]);
    assert_eq!(data(&["campaign", "run", file]), TOTAL);
    let audit = |options: &[&str]| run(&[&["campaign", "audit", file], options].concat());
    let ran = audit(&["--fraction", "50%", "--parts", "3", "--seed", "1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains(" as committed, 0 WRONG\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("none wrong; if more than "),
        "{}",
        ran.stdout
    );
    let again = audit(&["--fraction", "50%", "--parts", "3", "--seed", "1"]);
    assert_eq!(again.stdout, ran.stdout);
    // The other author lies in every unit that has room for it.
    let units = UnitList::new(N.parse().unwrap()).unwrap();
    let bob = SecretKey::read(&made.place.path("bob.key")).unwrap();
    let mut liar = Liar(Counter::new(Backend::Portable).unwrap());
    let all: Vec<Unit> = units.plan().units().collect();
    let process = ProcessInfo::current("liar");
    let found = Record::count_by_parts(&mut liar, &all, Route::Direct, &process).unwrap();
    let mut text = units.header() + "\n";
    for mut record in found {
        units.sign(&mut record, &bob).unwrap();
        text += &(units.line(&record).unwrap() + "\n");
    }
    let lies = made.place.file("lies");
    fs::write(&lies, text).unwrap();
    assert_eq!(run(&["campaign", "merge", file, &lies]).code, Some(1));
    let options = [
        "--author",
        &made.authors[1],
        "--fraction",
        "100%",
        "--parts",
        "16",
    ];
    let ran = audit(&options);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("WRONG: unit n13-"), "{}", ran.stdout);
    let remedy = format!(
        "bezzel campaign withdraw {file} --author {}",
        made.authors[1]
    );
    assert!(ran.stdout.contains(&remedy), "{}", ran.stdout);
    let report = audit(&[&options[..], &["--format", "json"]].concat());
    let report = json(&report.stdout);
    let wrong = &report["wrong"][0];
    let record = units.parse(wrong["result"].as_str().unwrap()).unwrap();
    let proof = PartProof::parse(wrong["proof"].as_str().unwrap()).unwrap();
    proof.check(&units, &record).unwrap();
    assert_eq!(proof.sum().value.to_string(), wrong["committed"]["value"]);
    // Anyone can check the proofs, without the ledger.
    let proofs = made.place.file("proofs");
    let ran = audit(&[&options[..], &["--proofs", &proofs]].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let check = |file: &str| run(&["campaign", "audit", "--check", file]);
    let ran = check(&proofs);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let lies = report["wrong"].as_array().unwrap().len();
    let said = format!("{lies} of {lies} proofs show a wrong value that their author has signed\n");
    assert!(ran.stdout.ends_with(&said), "{}", ran.stdout);
    assert!(
        ran.stdout.starts_with("PROVED: unit n13-"),
        "{}",
        ran.stdout
    );
    let checked = ["campaign", "audit", "--check", &proofs, "--format", "json"];
    let checked = json(&data(&checked));
    assert_eq!(checked["proved"], lies);
    assert_eq!(checked["proofs"][0]["author"], made.authors[1].as_str());
    // A proof of a part that is right accuses nobody, and an altered one is refused by its line.
    let text = fs::read_to_string(&proofs).unwrap();
    let line = fs::read_to_string(&honest).unwrap();
    let line = line.lines().nth(1).unwrap();
    let right = PartProof::of(&units, &units.parse(line).unwrap(), 0).unwrap();
    let added = made.place.file("added");
    fs::write(&added, format!("{text}{line}\n{right}\n")).unwrap();
    let ran = check(&added);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("NOT PROVED: unit "), "{}", ran.stdout);
    let crossed: String = text.replacen(text.lines().nth(3).unwrap(), &right.to_string(), 1);
    for (altered, why) in [
        (crossed, "added: line 4: "),
        (
            text.lines()
                .take(2)
                .map(|line| line.to_owned() + "\n")
                .collect(),
            "at least one proof",
        ),
        (text[..text.len() - 1].to_owned(), "a complete last line"),
        (
            text.clone() + &text[text.match_indices('\n').nth(1).unwrap().0 + 1..],
            "expected each proof once",
        ),
    ] {
        fs::write(&added, altered).unwrap();
        refused(&["campaign", "audit", "--check", &added], why);
    }
    refused(
        &["campaign", "audit", "--check", &honest],
        "begins with '# bezzel proofs 1'",
    );
    refused(&["campaign", "audit"], "FILE");
    // Without a wrong part there is no file, not even that of an earlier audit.
    let none = made.place.file("none");
    let honest = ["--author", &made.authors[0], "--proofs"];
    for (file, outcome) in [
        (&none, "none was not written\n"),
        (&proofs, "proofs was removed\n"),
    ] {
        let ran = audit(&[&honest[..], &[file.as_str()]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stderr.ends_with(outcome), "{}", ran.stderr);
        assert!(!Path::new(file).exists());
    }
    let other = audit(&[&honest[..], &[list.as_str()]].concat());
    assert_eq!(other.code, Some(2), "{}", other.stderr);
    assert!(Path::new(&list).exists(), "it is no file of proofs");
    let reason = ["--author", &made.authors[1], "--reason", "wrong parts"];
    data(&[&["campaign", "withdraw", file], &reason[..]].concat());
    assert_eq!(data(&["campaign", "run", file]), TOTAL);
}
