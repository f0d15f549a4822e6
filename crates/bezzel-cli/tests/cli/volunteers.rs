//! Results of strangers on the command line: keys, policies, forged lines, withdrawals.

use std::fs;

use bezzel_campaign::{Record, UnitList};
use bezzel_count::{Plan, Route};

use crate::campaign::{Place, units};
use crate::{data, json, run};

pub(crate) const N: &str = "13";
pub(crate) const TOTAL: &str = "73712\n";

/// Fails unless the command ends with exit code 2 and one line that contains this text.
pub(crate) fn refused(args: &[&str], why: &str) {
    let ran = run(args);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}

fn number(file: &str, name: &str) -> u64 {
    let status = json(&data(&["campaign", "status", file, "--format", "json"]));
    let value = name.split('.').fold(&status, |value, name| &value[name]);
    value.as_u64().unwrap()
}

#[test]
fn a_key_is_a_file_that_only_its_owner_can_read() {
    let place = Place::new();
    let file = place.file("my.key");
    let author = data(&["key", "new", &file]);
    assert_eq!(author.trim_end().len(), 64);
    assert_eq!(data(&["key", "show", &file]), author);
    let shown = json(&data(&["key", "show", &file, "--format", "json"]));
    assert_eq!(shown["author"], author.trim_end());
    refused(&["key", "new", &file], "expected a new file");
    assert_eq!(data(&["key", "show", &file]), author, "it was not changed");
    let list = place.file("units");
    let ledger = place.ledger("q", N);
    fs::write(&list, data(&["campaign", "export", &ledger])).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |file: &str| fs::metadata(file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        refused(&["key", "show", &file], "found mode 640: use `chmod 600");
        refused(&["work", &list, "--key", &file], "found mode 640");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("author ", "author 0", 1)).unwrap();
    refused(&["key", "show", &file], "found another or a damaged file");
    refused(
        &["work", &list, "--key", &place.file("none")],
        "cannot read",
    );
    refused(
        &["campaign", "run", &ledger, "--key", &list],
        "expected a key",
    );
}

/// A campaign for two authors, with their files of results.
pub(crate) struct Campaign {
    pub(crate) place: Place,
    pub(crate) file: String,
    pub(crate) authors: [String; 2],
    pub(crate) results: [String; 2],
}

pub(crate) fn campaign(options: &[&str]) -> Campaign {
    let place = Place::new();
    let keys = ["ada.key", "bob.key"].map(|name| place.file(name));
    let authors = [0, 1].map(|at: usize| data(&["key", "new", &keys[at]]).trim_end().to_owned());
    let list = place.file("authors");
    fs::write(
        &list,
        format!("# known\n{} Ada\n{}\n", authors[0], authors[1]),
    )
    .unwrap();
    let file = place.file("q");
    let new = ["campaign", "new", N, &file, "--authors", &list];
    data(&[&new[..], options].concat());
    let units = place.file("units");
    data(&["campaign", "export", &file, "-o", &units]);
    let results = ["ada", "bob"].map(|name| place.file(name));
    data(&["work", &units, "--key", &keys[0], "-o", &results[0]]);
    data(&[
        "work",
        &units,
        "--key",
        &keys[1],
        "--exchanged",
        "-o",
        &results[1],
    ]);
    Campaign {
        place,
        file,
        authors,
        results,
    }
}

#[test]
fn two_authors_count_a_campaign_under_its_policy() {
    let made = campaign(&["--copies", "2", "--routes", "both"]);
    let (file, all) = (made.file.as_str(), units(N));
    data(&["campaign", "merge", file, &made.results[0]]);
    assert_eq!(number(file, "lacking.authors"), all);
    let text = data(&["campaign", "status", file]);
    assert!(
        text.contains(&format!(
            "{all} counted units lack more authors: `bezzel campaign export "
        )),
        "{text}"
    );
    // Every unit is counted, but the policy is not met.
    let ran = run(&["campaign", "run", file]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(1), ""),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("2 different authors for each unit; both routes"),
        "{}",
        ran.stderr
    );
    refused(
        &["campaign", "certificate", file],
        "lack results that the policy",
    );
    let exported = data(&["campaign", "export", file]).lines().count() as u64;
    assert_eq!(exported, all + 1, "all units need another author");
    for (author, units) in made.authors.iter().zip([0, all]) {
        let text = data(&["campaign", "export", file, "--for", author]);
        assert_eq!(
            text.lines().count() as u64,
            units + 1,
            "the first author counted all units"
        );
    }
    data(&["campaign", "merge", file, &made.results[1]]);
    assert_eq!(data(&["campaign", "run", file]), TOTAL);
    let certificate = data(&["campaign", "certificate", file]);
    for line in [
        "policy: signed results of 2 listed authors; 2 different authors for each unit; both routes",
        "authors who signed results: 2",
        "the expected number of wrong units is at most",
    ] {
        assert!(certificate.contains(line), "{certificate}");
    }
    let authors = data(&["campaign", "authors", file]);
    let line = format!(
        "{} Ada: {all} results, {all} agreed, 0 not confirmed, 0 disagreed\n",
        made.authors[0]
    );
    assert!(authors.contains(&line), "{authors}");
    let authors = json(&data(&["campaign", "authors", file, "--format", "json"]));
    assert_eq!(authors["authors"][1]["agreed"], all);
    // The log alone gives the same certificate on another machine.
    let [log, stored] = ["log", "certificate"].map(|name| made.place.file(name));
    data(&["campaign", "export", file, "--log", "-o", &log]);
    fs::write(&stored, &certificate).unwrap();
    let said = data(&[
        "campaign",
        "verify",
        "--log",
        &log,
        "--certificate",
        &stored,
    ]);
    assert!(
        said.starts_with(&format!(
            "{TOTAL}the certificate is the one that the log gives"
        )),
        "{said}"
    );
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.replacen("\"copies\":2", "\"copies\":1", 1)).unwrap();
    let lax = [
        "campaign",
        "verify",
        "--log",
        &log,
        "--certificate",
        &stored,
    ];
    refused(
        &lax,
        "expected 'policy: signed results of 2 listed authors; 1 author for each unit",
    );
    refused(&lax, "the total is the same: if the certificate is newer,");
    // Unsigned results are rejected, and nothing is imported.
    let plain = made.place.ledger("plain", N);
    data(&["campaign", "run", &plain]);
    refused(
        &["campaign", "merge", file, &plain],
        "one without a signature; nothing was imported",
    );
    // Everything is forgotten that one author did.
    let withdraw = ["campaign", "withdraw", file];
    let with = |options: &[&str]| data(&[&withdraw[..], options].concat());
    let text = with(&["--author", &made.authors[1], "--reason", "lies"]);
    let rule = format!("withdrawal 1: author {}; reason: lies\n", made.authors[1]);
    assert_eq!(
        text,
        format!("{rule}{all} results no longer count, 0 of their units have no other result\n")
    );
    assert_eq!(number(file, "lacking.authors"), all);
    assert_eq!(with(&[]), rule);
    let ran = run(&["campaign", "merge", file, &made.results[1]]);
    assert!(
        ran.stdout.contains(&format!("{all} identical")),
        "{}",
        ran.stdout
    );
    with(&["--undo", "1"]);
    assert_eq!(data(&["campaign", "run", file]), TOTAL);
    // What the policy demands can also be counted here.
    with(&["--author", &made.authors[1], "--reason", "still lies"]);
    data(&["campaign", "verify", file, "--lacking"]);
    assert_eq!(data(&["campaign", "run", file]), TOTAL);
    let certificate = data(&["campaign", "certificate", file]);
    assert!(
        certificate.contains("reason: still lies\n"),
        "{certificate}"
    );
    for (options, why) in [
        (vec!["--reason", "r"], "--author"),
        (vec!["--host", "h"], "--reason"),
        (
            vec!["--author", "me", "--reason", "r"],
            "expected an author (64 hexadecimal digits",
        ),
        (
            vec!["--since", "now", "--reason", "r"],
            "expected a time in UTC",
        ),
        (
            vec!["--undo", "7"],
            "expected the number of a withdrawal in force, found 7",
        ),
        (
            vec!["--since", "-5", "--reason", "x"],
            "expected a time in UTC such as 2026-11-20T08:00:00Z, or seconds since 1970",
        ),
        (
            vec!["--undo", "2", "--host", "h", "--reason", "r"],
            "--undo",
        ),
        (
            vec!["--since", "2000000", "--until", "1000000", "--reason", "r"],
            "expected a time span that begins before its end, found since 2000000 and until 1000000",
        ),
    ] {
        let ran = run(&[&withdraw[..], &options].concat());
        assert_eq!(ran.code, Some(2), "{options:?}");
        assert!(ran.stderr.contains(why), "{options:?}: {}", ran.stderr);
    }
}

/// Both authors counted the direct route: `status` names what is missing and the command for it.
#[test]
fn a_campaign_that_lacks_only_a_route_says_so_and_is_completed() {
    let made = campaign(&["--copies", "2", "--routes", "both"]);
    let (file, all) = (made.file.as_str(), units(N));
    let [direct, exchanged, list] = ["direct", "more", "list"].map(|name| made.place.file(name));
    let key = made.place.file("bob.key");
    let units = made.place.file("units");
    data(&["work", &units, "--key", &key, "-o", &direct]);
    data(&["campaign", "merge", file, &made.results[0], &direct]);
    let text = data(&["campaign", "status", file]);
    let expected = format!(
        "{all} counted units lack a result by the exchanged route: `bezzel campaign export {file} \
         --route exchanged` writes them for `bezzel work --exchanged`\n"
    );
    assert!(text.contains(&expected), "{text}");
    let export = [
        "campaign",
        "export",
        file,
        "--for",
        &made.authors[1],
        "-o",
        &list,
    ];
    data(&[&export[..], &["--route", "direct"]].concat());
    assert_eq!(fs::read_to_string(&list).unwrap().lines().count(), 1);
    let ran = run(&[&export[..], &["--route", "exchanged", "--force"]].concat());
    assert!(
        ran.stderr.contains("with `bezzel work --exchanged`"),
        "{}",
        ran.stderr
    );
    data(&[
        "work",
        &list,
        "--key",
        &key,
        "--exchanged",
        "-o",
        &exchanged,
    ]);
    data(&["campaign", "merge", file, &exchanged]);
    assert_eq!(data(&["campaign", "run", file]), TOTAL);
}

#[test]
fn policies_that_cannot_be_are_refused_and_nothing_is_written() {
    let place = Place::new();
    let file = place.file("q");
    let list = place.file("list");
    fs::write(&list, "not a key\n").unwrap();
    let none = place.file("none");
    let alone = place.file("alone");
    fs::write(&alone, data(&["key", "new", &place.file("key")])).unwrap();
    for (options, why) in [
        (
            vec!["--authors", &none],
            "expected 'anyone', 'signed' or a file of authors",
        ),
        (vec!["--authors", &list], "line 1: expected an author"),
        (vec!["--copies", "0"], "from 1 to 100"),
        (vec!["--routes", "three"], "possible values: any, both"),
        (vec!["--audit", "5"], "expected a percentage"),
        (vec!["--probation", "3"], "expected authors with keys"),
        (
            vec!["--authors", &alone, "--copies", "2"],
            "expected a list of at least 2 authors, found 1",
        ),
    ] {
        let args = [&["campaign", "new", N, &file], &options[..]].concat();
        let ran = run(&args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.stderr.contains(why), "{args:?}: {}", ran.stderr);
        assert!(!place.path("q").exists());
    }
}

/// Adds 96, which is 8 solutions, to a value, and sends the same line once more as exchanged. The
/// checksums are right, and so are all checks of the total.
#[test]
fn a_forged_line_that_is_sent_by_both_routes_is_found_and_withdrawn() {
    let place = Place::new();
    let units = UnitList::new(N.parse().unwrap()).unwrap();
    let file = place.ledger("q", N);
    let list = place.file("units");
    data(&["campaign", "export", &file, "-o", &list]);
    let honest = place.file("honest");
    data(&["work", &list, "-o", &honest]);
    let records = fs::read_to_string(&honest).unwrap();
    let records: Vec<Record> = records
        .lines()
        .skip(1)
        .map(|line| units.parse(line).unwrap())
        .collect();
    let is_possible = |record: &Record| {
        let mut record = record.clone();
        record.result.value += 8 * u128::from(Plan::VALUE_SCALE);
        units.check(&record).is_ok().then_some(record)
    };
    let forged = records.iter().rev().find_map(is_possible).unwrap();
    let mut lines = vec![forged.clone()];
    lines.push(Record {
        route: Route::Exchanged,
        ..forged.clone()
    });
    lines.extend(records.into_iter().filter(|one| one.unit != forged.unit));
    let text: String = lines
        .iter()
        .map(|one| units.line(one).unwrap() + "\n")
        .collect();
    let liar = place.file("liar");
    fs::write(&liar, format!("{}\n{text}", units.header())).unwrap();
    let all = units.plan().len();
    let said = data(&["campaign", "merge", &file, &liar]);
    assert!(said.contains("0 confirmed"), "{said}");
    assert!(
        said.contains("1 repeated by the same process or author"),
        "{said}"
    );
    assert_eq!(number(&file, "confirmed"), 0);
    // Nobody has recounted the results, and the total says so.
    let ran = run(&["campaign", "run", &file]);
    assert!(
        ran.stderr
            .contains(&format!("{all} on one imported result only")),
        "{}",
        ran.stderr
    );
    let ran = run(&["campaign", "verify", &file, "--fraction", "100%"]);
    assert_eq!(ran.code, Some(1));
    let said = format!("{all} units recounted, {} agree", all - 1);
    assert!(ran.stdout.contains(&said), "{}", ran.stdout);
    let name = units.unit(forged.unit).unwrap().to_string();
    assert!(
        ran.stdout.contains(&format!("CONFLICT: {name}\n")),
        "{}",
        ran.stdout
    );
    let ran = run(&["campaign", "verify", &file, "--resolve"]);
    assert!(
        ran.stderr.contains(&format!("resolved: {name} is ")),
        "{}",
        ran.stderr
    );
    // It is not said again of a unit that was not counted now.
    let ran = run(&["campaign", "verify", &file, "--resolve"]);
    assert!(
        ran.stdout.starts_with("0 units recounted"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stderr.contains("resolved"), "{}", ran.stderr);
    // Nor does a forged line that arrives now cause a conflict.
    let late = forged.clone();
    let late = Record {
        time: late.time - 1,
        ..late
    };
    let text = format!("{}\n{}\n", units.header(), units.line(&late).unwrap());
    fs::write(&liar, text).unwrap();
    let said = data(&["campaign", "merge", &file, &liar]);
    assert!(said.contains("0 CONFLICT, 1 rejected\n"), "{said}");
    assert!(
        said.contains(&format!("rejected: {name} has another")),
        "{said}"
    );
    assert_eq!(number(&file, "conflicts"), 0);
    assert_eq!(data(&["campaign", "run", &file]), TOTAL);
    // The honest line, which arrives later, agrees.
    let said = data(&["campaign", "merge", &file, &honest]);
    assert!(said.contains("1 confirmed, 0 CONFLICT"), "{said}");
    // Units of a host are counted again although they are confirmed.
    let again = [
        "campaign",
        "verify",
        &file,
        "--again",
        "--host",
        &forged.origin.host,
    ];
    let said = data(&again);
    assert!(
        said.contains(&format!("{all} units recounted, {all} agree")),
        "{said}"
    );
    let nobody = data(&["campaign", "verify", &file, "--again", "--host", "nobody"]);
    assert!(nobody.contains("0 units recounted"), "{nobody}");
    let certificate = data(&["campaign", "certificate", &file]);
    assert!(
        certificate.contains("rejected results: 3\n"),
        "{certificate}"
    );
}
