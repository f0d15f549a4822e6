//! The log of a campaign of strangers: ledgers that others make from it, and a log that other
//! programs change while its server runs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use bezzel_campaign::{
    Admission, AuthorList, Ledger, Policy, ProcessInfo, Record, ResultFilter, SecretKey,
};
use bezzel_count::{Backend, Counter, Plan, Route, Unit};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::campaign::Place;
use crate::waiting::{Running, until};
use crate::{BINARY, Ran, bezzel, data, json, run};

const N: u32 = 12;
const TOTAL: u128 = 14_200;

/// Counts all units by one route.
fn counted(ledger: &Ledger, route: Route, run: &str) -> Vec<Record> {
    let units: Vec<Unit> = ledger.units().plan().units().collect();
    let mut counter = Counter::new(Backend::Portable).unwrap();
    let mut origin = (*ProcessInfo::current("test")).clone();
    origin.run = run.to_owned();
    Record::count(&mut counter, &units, route, &origin.into()).unwrap()
}

fn signed(ledger: &Ledger, records: &[Record], key: &SecretKey) -> Vec<Record> {
    let sign = |record: &Record| {
        let mut record = record.clone();
        ledger.units().sign(&mut record, key).unwrap();
        record
    };
    records.iter().map(sign).collect()
}

/// Returns the results with 8 solutions more in each unit that has room for them.
fn lies(ledger: &Ledger, records: &[Record]) -> Vec<Record> {
    let lie = |record: &Record| {
        let mut lie = record.clone();
        lie.result.value += 8 * u128::from(Plan::VALUE_SCALE);
        let is_possible = ledger.units().check(&lie).is_ok();
        if is_possible { lie } else { record.clone() }
    };
    records.iter().map(lie).collect()
}

fn write_log(ledger: &Ledger, path: &Path) {
    let mut log = String::new();
    let mut add = |line: &str| {
        log += &(line.to_owned() + "\n");
        Ok::<_, bezzel_campaign::Error>(())
    };
    ledger.each_log_line(&mut add).unwrap();
    fs::write(path, log).unwrap();
}

fn fingerprint(certificate: &str) -> &str {
    let mut lines = certificate.lines();
    lines
        .find(|line| line.starts_with("fingerprint: "))
        .unwrap()
}

/// The commands of the document, in a folder with the file `log`.
fn commands_of_the_document() -> &'static str {
    let document = include_str!("../../../../docs/volunteers.md");
    let (_, section) = document.split_once("### A ledger of your own").unwrap();
    let (_, block) = section.split_once("```sh\n").unwrap();
    block.split_once("```").unwrap().0
}

/// A liar is outvoted, another one is withdrawn, a conflict was ended by the organiser, and the
/// organiser counted a unit alone.
#[test]
fn the_commands_of_the_document_make_a_ledger_with_the_same_fingerprint() {
    let place = Place::new();
    let keys = [(); 4].map(|()| SecretKey::new().unwrap());
    let listed: AuthorList = keys
        .iter()
        .map(|key| (key.author(), String::new()))
        .collect();
    let policy = Policy {
        authors: Admission::Listed(listed),
        copies: 2,
        ..Policy::default()
    };
    let units = bezzel_campaign::UnitList::new(N).unwrap();
    let made = Ledger::create_with(&place.path("q.bezzel"), units.clone(), policy);
    let mut ledger = made.unwrap();
    let [direct, exchanged] =
        [Route::Direct, Route::Exchanged].map(|route| counted(&ledger, route, "1"));
    let wrong = lies(&ledger, &direct);
    let is_lie = |unit: usize| wrong[unit].result != direct[unit].result;
    let disputed = (0..wrong.len()).find(|unit| is_lie(*unit)).unwrap();
    let lacking = wrong.len() - 1;
    assert!(
        wrong
            .iter()
            .enumerate()
            .filter(|(unit, _)| is_lie(*unit))
            .count()
            > 2
    );
    let all_but = |records: &[Record], without: &[usize]| -> Vec<Record> {
        let kept = records
            .iter()
            .filter(|one| !without.contains(&(one.unit as usize)));
        kept.cloned().collect()
    };
    let [liar, ada, bob, withdrawn] = &keys;
    let of = |records: &[Record], key| signed(&ledger, records, key);
    let all = [
        of(&all_but(&wrong, &[lacking]), liar),
        of(&direct, ada),
        of(&all_but(&exchanged, &[disputed, lacking]), bob),
        of(&all_but(&wrong, &[disputed, lacking]), withdrawn),
    ];
    let mut text = ledger.units().header() + "\n";
    for records in &all {
        ledger.import(records).unwrap();
    }
    for record in all[..3].iter().flatten() {
        text += &(ledger.units().line(record).unwrap() + "\n");
    }
    let rule = ResultFilter {
        author: Some(withdrawn.author()),
        ..ResultFilter::default()
    };
    ledger.withdraw(rule, "invented values").unwrap();
    let [status, own] = [ledger.status().unwrap().conflicts, 2];
    assert_eq!(status, 1, "the disputed unit");
    for unit in [disputed, lacking] {
        ledger
            .record(&[direct[unit].clone(), exchanged[unit].clone()])
            .unwrap();
    }
    assert_eq!(ledger.final_result().unwrap().total.solutions, TOTAL);
    write_log(&ledger, &place.path("log"));
    drop(ledger);

    let folder = Path::new(&*BINARY).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&path)));
    let shell = Command::new("sh")
        .args(["-e", "-c", commands_of_the_document()])
        .current_dir(place.path(""))
        .env("PATH", path.unwrap())
        .output();
    let ran = Ran::from(shell.unwrap());
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    for said in [
        "withdrawals: 1",
        &format!("{} results of the author of the log", 2 * own),
        "1 units in conflict",
        "1 units lack results under the policy",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert!(
        ran.stdout.contains("1 conflicts resolved, 0 left\n"),
        "{}",
        ran.stdout
    );
    let theirs = data(&["campaign", "certificate", &place.file("q.bezzel")]);
    let mine = fs::read_to_string(place.path("mine.txt")).unwrap();
    assert_eq!(fingerprint(&mine), fingerprint(&theirs));
    assert!(
        ran.stdout.ends_with(&format!("{}\n", fingerprint(&mine))),
        "{}",
        ran.stdout
    );
    assert!(mine.contains("\nwithdrawal 1: "), "{mine}");
    // With one liar, later lines of a file end all its conflicts but one, or all.
    let [list, file] = ["list", "results"].map(|name| place.file(name));
    let authors: Vec<String> = keys.iter().map(|key| key.author().to_string()).collect();
    fs::write(&list, authors.join("\n")).unwrap();
    let mut last = exchanged[disputed].clone();
    units.sign(&mut last, bob).unwrap();
    let last = units.line(&last).unwrap() + "\n";
    for (text, code) in [(text.clone(), 1), (text + &last, 0)] {
        let merged = place.file(&format!("merged-{code}"));
        let new = ["campaign", "new", "12", &merged, "--authors", &list];
        data(&[&new[..], &["--copies", "2"]].concat());
        fs::write(&file, text).unwrap();
        let ran = run(&["campaign", "merge", &merged, &file]);
        assert_eq!(ran.code, Some(code), "{}{}", ran.stdout, ran.stderr);
        let is_ended = ran
            .stderr
            .contains("these conflicts: no unit is in conflict");
        assert_eq!(is_ended, code == 0, "{}", ran.stderr);
    }
    // The log alone gives the certificate of the campaign, and says whose word it rests on.
    let said = data(&["campaign", "verify", "--log", &place.file("log")]);
    assert!(
        said.contains("2 units were counted by the author of the log"),
        "{said}"
    );
    // Nothing is written if the file exists, or if the log is damaged.
    let again = run(&[
        "campaign",
        "replay",
        &place.file("log"),
        &place.file("mine.bezzel"),
    ]);
    assert_eq!(
        (again.code, again.stderr.lines().count()),
        (Some(2), 1),
        "{}",
        again.stderr
    );
    let log = fs::read_to_string(place.path("log")).unwrap();
    fs::write(place.path("log"), &log[..log.len() - 9]).unwrap();
    let cut = run(&[
        "campaign",
        "replay",
        &place.file("log"),
        &place.file("cut.bezzel"),
    ]);
    assert_eq!(
        (cut.code, cut.stderr.lines().count()),
        (Some(2), 1),
        "{}",
        cut.stderr
    );
    assert!(cut.stderr.contains("log: line "), "{}", cut.stderr);
    assert!(!place.path("cut.bezzel").exists());
}

/// A server of this ledger, after it has printed its address.
fn open(ledger: &str) -> Running {
    let mut server = Running::start(
        bezzel()
            .args(["campaign", "open", ledger, "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    );
    let mut address = String::new();
    let stdout = server.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut address).unwrap();
    assert!(address.starts_with("http://"), "{address}");
    server
}

fn stopped(server: Running) -> Ran {
    kill(Pid::from_raw(server.id() as i32), Signal::SIGINT).unwrap();
    server.ended()
}

#[test]
fn a_log_or_a_ledger_that_is_changed_in_use_ends_the_server_and_is_completed_by_the_next_one() {
    let place = Place::new();
    let path = place.path("q.bezzel");
    let units = bezzel_campaign::UnitList::new(8).unwrap();
    let policy = Policy {
        authors: Admission::Signed,
        ..Policy::default()
    };
    let mut ledger = Ledger::create_with(&path, units, policy).unwrap();
    let key = SecretKey::new().unwrap();
    let records = signed(&ledger, &counted(&ledger, Route::Direct, "1"), &key);
    ledger.import(&records).unwrap();
    drop(ledger);
    let (file, log, away) = (
        place.file("q.bezzel"),
        place.path("q.bezzel.log"),
        place.path("away"),
    );
    let first = stopped(open(&file));
    // Nothing was left to do, so nothing was interrupted.
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert!(
        first.stderr.ends_with("writes the certificate\n"),
        "{}",
        first.stderr
    );
    assert!(
        first
            .stderr
            .contains("server stopped; the campaign is complete"),
        "{}",
        first.stderr
    );
    let complete = fs::read_to_string(&log).unwrap();
    assert_eq!(complete.lines().count(), 3 + records.len());

    type Change<'a> = (&'a str, &'a str, Box<dyn Fn() + 'a>);
    let changes: [Change; 4] = [
        (
            "moved",
            "moved or removed",
            Box::new(|| fs::rename(&log, &away).unwrap()),
        ),
        (
            "truncated",
            "changed by another program: expected",
            Box::new(|| {
                let file = fs::File::options().write(true).open(&log).unwrap();
                file.set_len(complete.len() as u64 / 2).unwrap();
            }),
        ),
        (
            "appended to",
            "changed by another program: expected",
            Box::new(|| fs::write(&log, complete.clone() + "result ").unwrap()),
        ),
        (
            "replaced",
            "replaced by another file",
            Box::new(|| {
                fs::write(&away, &complete[..200]).unwrap();
                fs::rename(&away, &log).unwrap();
            }),
        ),
    ];
    for (what, why, change) in changes {
        let server = open(&file);
        change();
        let ran = server.ended();
        assert_eq!(ran.code, Some(2), "{what}: {}", ran.stderr);
        let last = ran.stderr.lines().last().unwrap();
        assert!(
            last.starts_with("error: ") && last.contains(why),
            "{what}: {last}"
        );
        assert!(
            last.contains("the ledger has all its results"),
            "{what}: {last}"
        );
        let next = stopped(open(&file));
        assert_eq!(next.code, Some(0), "{what}: {}", next.stderr);
        let mut lines: Vec<String> = fs::read_to_string(&log)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect();
        let mut expected: Vec<&str> = complete.lines().collect();
        lines.sort_unstable();
        expected.sort_unstable();
        assert_eq!(lines, expected, "{what}");
    }
    // Content of the same length: the next start names the line.
    let server = open(&file);
    let changed = complete.replacen(" direct ", " dirext ", 1);
    fs::write(&log, &changed).unwrap();
    let ran = server.ended();
    assert!(
        ran.stderr.contains("overwritten by another program"),
        "{}",
        ran.stderr
    );
    fs::write(&log, &complete).unwrap();
    // The same content, written again, is no change.
    let server = open(&file);
    fs::write(&log, &complete).unwrap();
    let ran = stopped(server);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    // The ledger is moved.
    let server = open(&file);
    fs::rename(&path, &away).unwrap();
    let ran = server.ended();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("moved to "), "{}", ran.stderr);
}

/// Without a list of authors nobody is outvoted: the server names the command that ends the conflict.
#[test]
fn a_conflict_that_authors_cannot_end_is_ended_by_a_recount_and_nothing_says_otherwise() {
    let place = Place::new();
    let units = bezzel_campaign::UnitList::new(N).unwrap();
    let policy = Policy {
        authors: Admission::Signed,
        copies: 2,
        ..Policy::default()
    };
    let mut ledger = Ledger::create_with(&place.path("q.bezzel"), units, policy).unwrap();
    let keys = [(); 2].map(|()| SecretKey::new().unwrap());
    let direct = counted(&ledger, Route::Direct, "1");
    let wrong = lies(&ledger, &direct);
    let lie = (0..wrong.len())
        .find(|unit| wrong[*unit] != direct[*unit])
        .unwrap();
    let mut mixed = direct.clone();
    mixed[lie] = wrong[lie].clone();
    for (records, key) in [(&direct, &keys[0]), (&mixed, &keys[1])] {
        let records = signed(&ledger, records, key);
        ledger.import(&records).unwrap();
    }
    let name = ledger.units().unit(direct[lie].unit).unwrap().to_string();
    drop(ledger);
    let file = place.file("q.bezzel");
    let mut server = open(&file);
    let mut stderr = BufReader::new(server.stderr.take().unwrap());
    let mut said = String::new();
    until("the server names the command", || {
        stderr.read_line(&mut said).unwrap();
        said.contains("--resolve")
    });
    assert!(said.contains("1 in conflict"), "{said}");
    assert!(
        said.contains(&format!("`bezzel campaign verify {file} --resolve`")),
        "{said}"
    );
    assert!(!said.contains("certificate"), "{said}");
    let ran = stopped(server);
    assert_eq!(ran.code, Some(130));

    let ran = run(&["campaign", "verify", &file, "--resolve"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for text in [&ran.stdout, &ran.stderr] {
        assert!(!text.contains("CONFLICT"), "{}{}", ran.stdout, ran.stderr);
    }
    assert!(
        ran.stdout
            .contains("1 units recounted, 1 agree\n1 conflicts resolved, 0 left\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stderr.contains(&format!("resolved: {name} is ")),
        "{}",
        ran.stderr
    );
    let status = json(&data(&["campaign", "status", &file, "--format", "json"]));
    assert_eq!(
        (&status["conflicts"], &status["recounted"]),
        (&0.into(), &1.into())
    );
    // All units are confirmed now, and only now is the total.
    let ran = run(&["campaign", "run", &file]);
    assert_eq!(ran.stdout, format!("{TOTAL}\n"));
    assert!(
        ran.stderr
            .contains("total confirmed under the policy (signed results of anyone; 2"),
        "{}",
        ran.stderr
    );
    let certificate = data(&["campaign", "certificate", &file]);
    assert!(
        certificate.contains("\nthe total is confirmed under this policy: "),
        "{certificate}"
    );
    let stopped = stopped(open(&file));
    assert_eq!(stopped.code, Some(0), "{}", stopped.stderr);
}

/// One signed result for each unit is all that the policy demands, and confirms nothing.
#[test]
fn a_total_of_unconfirmed_results_is_not_called_verified_or_confirmed() {
    let place = Place::new();
    let units = bezzel_campaign::UnitList::new(8).unwrap();
    let mut ledger = Ledger::create(&place.path("q.bezzel"), 8).unwrap();
    let results = counted(&ledger, Route::Direct, "1");
    ledger.import(&results).unwrap();
    write_log(&ledger, &place.path("log"));
    drop(ledger);
    let file = place.file("q.bezzel");
    let of = units.plan().len();
    let ran = run(&["campaign", "run", &file]);
    assert_eq!(ran.stdout, "92\n");
    let expected = format!(
        "n = 8: total not confirmed under the policy (results of anyone, signed or not; 1 process for each unit): 0 of {of} units confirmed by the exchanged route, {of} on one imported result only; checks: "
    );
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
    assert!(!ran.stderr.contains("verified"), "{}", ran.stderr);
    let report = json(&data(&["campaign", "run", &file, "--format", "json"]));
    assert_eq!(report["is_confirmed"], false);
    let certificate = data(&["campaign", "certificate", &file]);
    let expected = format!(
        "\nthe total is NOT confirmed: {of} of {of} units rest on the results of one origin\n"
    );
    assert!(certificate.contains(&expected), "{certificate}");
    let said = data(&["campaign", "verify", "--log", &place.file("log")]);
    assert!(
        said.contains(&format!(
            "\n0 of {of} units are confirmed under the policy ("
        )),
        "{said}"
    );
    // Names that anyone may write confirm nothing by themselves, and nothing hides that.
    let mut ledger = Ledger::open(&place.path("q.bezzel")).unwrap();
    ledger
        .import(&counted(&ledger, Route::Exchanged, "2"))
        .unwrap();
    drop(ledger);
    let by_names = format!("{of} of these only by processes that results without a signature name");
    let ran = run(&["campaign", "run", &file]);
    assert!(ran.stderr.contains(&by_names), "{}", ran.stderr);
    let by_names =
        format!("{of} units are confirmed only by processes that results without a signature name");
    let status = data(&["campaign", "status", &file]);
    assert!(status.contains(&by_names), "{status}");
    let by_names =
        format!("units confirmed only by processes that results without a signature name: {of}\n");
    let certificate = data(&["campaign", "certificate", &file]);
    assert!(certificate.contains(&by_names), "{certificate}");
    let said = data(&["campaign", "verify", &file, "--fraction", "100%"]);
    let expected = format!(
        "{of} of {of} units are confirmed by the exchanged route; counted here: {of}, by both routes: 0\n"
    );
    assert!(said.ends_with(&expected), "{said}");
    let report = json(&data(&["campaign", "run", &file, "--format", "json"]));
    assert_eq!(report["is_confirmed"], true);
}
