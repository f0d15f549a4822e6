//! Ledgers: the state is a function of the intact lines, whatever else is in the file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bezzel::{ConstrainedBoard, RandomModel, Square};
use bezzel_count::{
    Backend, Clock, Counter, PLAN_VERSION, Plan, ProcessInfo, Route, Source, StoredResult,
    UnitResult, plan_line, result_line,
};
use bezzel_run::{
    Certificate, Ledger, LedgerError, Stopwatch, StoreOutcome, UnitState, count_units, this_process,
};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

#[allow(dead_code, reason = "the test calls no main function")]
#[path = "../examples/cancel.rs"]
mod cancel;

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Counts units of a plan, each by the direct route or by both.
fn counted(plan: &Plan, units: impl Iterator<Item = u64>, routes: &[Route]) -> Vec<StoredResult> {
    let mut counter = Counter::new(Backend::Portable).unwrap();
    let process = this_process("test");
    let units: Vec<_> = units.filter_map(|unit| plan.unit(unit)).collect();
    let count = |route: &Route| {
        let results = count_units(&mut counter, &units, *route, &process);
        results.unwrap()
    };
    routes.iter().flat_map(count).collect()
}

const BOTH: [Route; 2] = [Route::Direct, Route::Exchanged];

/// Writes a complete ledger of n = 9, and returns its text and its path.
fn complete(place: &Place) -> (String, PathBuf) {
    let (path, plan) = (place.path("good"), Plan::new(9).unwrap());
    let results = counted(&plan, 0..plan.len(), &BOTH);
    let mut ledger = Ledger::create(&path, plan).unwrap();
    ledger.store(&results).unwrap();
    assert_eq!(ledger.final_result().unwrap().total.solutions, 352);
    (fs::read_to_string(&path).unwrap(), path)
}

fn lines(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| line.starts_with("u ")).collect()
}

/// Returns the lines that a ledger has taken from a file.
fn taken(path: &Path) -> Result<(BTreeSet<String>, Ledger), LedgerError> {
    let ledger = Ledger::open_to_read(path)?;
    let of_unit = |unit| {
        ledger
            .results(unit)
            .map(|one| result_line(ledger.plan(), one).unwrap())
    };
    let lines = (0..ledger.plan().len()).flat_map(of_unit).collect();
    Ok((lines, ledger))
}

#[test]
fn every_prefix_of_a_ledger_is_a_ledger() {
    let place = Place::new();
    let (text, _) = complete(&place);
    let path = place.path("cut");
    let first = text.find('\n').unwrap();
    for cut in 0..=text.len() {
        fs::write(&path, &text[..cut]).unwrap();
        let Ok((found, ledger)) = taken(&path) else {
            assert!(cut < first, "{cut}");
            continue;
        };
        let whole = text[..cut].rfind('\n').map_or(0, |at| at + 1);
        let last = &text[whole..cut];
        let expected = lines(&text[..whole]).len() + usize::from(lines(&text).contains(last));
        assert_eq!(
            (found.len(), ledger.faults().number),
            (expected, 0),
            "{cut}"
        );
        let is_torn = !last.is_empty() && !text[..cut].ends_with(last)
            || expected == lines(&text[..whole]).len() && !last.is_empty() && whole > 0;
        assert_eq!(ledger.incomplete_bytes() > 0, is_torn, "{cut}");
    }
}

/// A flipped bit costs at most the line that it is in, and changes nothing else.
#[test]
fn a_flipped_bit_costs_one_line() {
    let place = Place::new();
    let (text, _) = complete(&place);
    let (path, all) = (place.path("flipped"), lines(&text));
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).unwrap();
        let (found, ledger) = taken(&path).unwrap();
        let lost = all.iter().filter(|line| !found.contains(**line)).count();
        assert!(lost <= 1 && found.len() + lost == all.len(), "{at}: {lost}");
        assert!(ledger.faults().number <= 2, "{at}: {:?}", ledger.faults());
        // Line ends are no part of a line.
        let is_end = text.as_bytes()[at] == b'\n';
        assert!(lost == 1 || is_end || at < text.find('\n').unwrap(), "{at}");
    }
}

/// The order of lines makes no difference, nor that they are doubled, nor where they come from.
#[test]
fn merging_is_a_union_of_lines() {
    let place = Place::new();
    let (text, good) = complete(&place);
    let mut random = fastrand::Rng::with_seed(7);
    let mut shuffled: Vec<&str> = text.lines().chain(text.lines().skip(1)).collect();
    random.shuffle(&mut shuffled);
    let path = place.path("shuffled");
    fs::write(&path, shuffled.join("\n")).unwrap();
    let (found, ledger) = taken(&path).unwrap();
    assert_eq!(found.len(), lines(&text).len());
    let certificate = Certificate::of(&ledger).unwrap();
    assert_eq!(
        certificate,
        Certificate::of(&Ledger::open(&good).unwrap()).unwrap()
    );
    // Two halves, in both directions, and again.
    let (left, right) = (place.path("left"), place.path("right"));
    let parts: Vec<Vec<&str>> = (0..2)
        .map(|odd| {
            text.lines()
                .skip(1)
                .enumerate()
                .filter(|(at, _)| at % 2 == odd)
                .map(|(_, line)| line)
                .collect()
        })
        .collect();
    fs::write(&left, parts[0].join("\n")).unwrap();
    fs::write(&right, parts[1].join("\n") + "\nDear Max,\n").unwrap();
    for (to, from) in [(&left, &right), (&right, &left), (&left, &right)] {
        let mut ledger = Ledger::open(to).unwrap();
        let merge = ledger.merge(from).unwrap();
        assert_eq!(merge.conflicts + merge.rejected, 0);
        assert_eq!(merge.damaged, u64::from(from == &right));
    }
    for path in [left, right] {
        let (found, ledger) = taken(&path).unwrap();
        assert_eq!(found.len(), lines(&text).len());
        assert_eq!(ledger.final_result().unwrap().total.solutions, 352);
    }
}

#[test]
fn outcomes_follow_the_verdict() {
    let place = Place::new();
    let plan = Plan::new(9).unwrap();
    let [direct, exchanged] = BOTH.map(|route| counted(&plan, 3..4, &[route])[0].clone());
    let mut wrong = direct.clone();
    wrong.result.value += 12;
    let mut late = direct.clone();
    late.time += 1;
    let mut ledger = Ledger::create(&place.path("q"), plan.clone()).unwrap();
    let mut store = |one: &StoredResult| ledger.store(std::slice::from_ref(one)).unwrap()[0];
    assert_eq!(store(&wrong), StoreOutcome::First);
    assert_eq!(store(&wrong), StoreOutcome::Identical);
    assert_eq!(store(&direct), StoreOutcome::Conflict);
    assert_eq!(store(&exchanged), StoreOutcome::Confirmed);
    assert_eq!(store(&late), StoreOutcome::Confirmed);
    wrong.time += 1;
    assert_eq!(store(&wrong), StoreOutcome::Rejected);
    assert_eq!(ledger.state(3), UnitState::Confirmed);
    assert_eq!(ledger.accepted_value(3), Some(direct.result.value));
    // All or none: an impossible result writes nothing.
    let before = fs::read(ledger.path()).unwrap();
    let mut beyond = direct.clone();
    beyond.unit = plan.len();
    assert!(ledger.store(&[late, beyond]).is_err());
    assert_eq!(fs::read(ledger.path()).unwrap(), before);
}

/// A process that writes at the same time, also one that died within a line, loses nothing.
#[test]
fn writers_append_after_whatever_is_there() {
    let place = Place::new();
    let (path, plan) = (place.path("q"), Plan::new(9).unwrap());
    let results = counted(&plan, 0..plan.len(), &[Route::Direct]);
    let mut one = Ledger::create(&path, plan.clone()).unwrap();
    let mut two = Ledger::open(&path).unwrap();
    for (at, stored) in results.iter().enumerate() {
        let writer = if at % 2 == 0 { &mut one } else { &mut two };
        writer.store(std::slice::from_ref(stored)).unwrap();
        if at == 4 {
            use std::io::Write;
            let mut file = fs::File::options().append(true).open(&path).unwrap();
            file.write_all(b"u n9 p3 n9-a0-c0").unwrap();
        }
    }
    for ledger in [&mut one, &mut two] {
        ledger.check_all().unwrap();
        assert_eq!(ledger.final_result().unwrap().total.solutions, 352);
        assert_eq!(ledger.faults().number, 1, "{:?}", ledger.faults());
        assert_eq!(ledger.status().unwrap().damaged, 1);
    }
    // Leases: no unit is given to two processes while there are others.
    let mut one = Ledger::create(&place.path("p"), plan).unwrap();
    let mut two = Ledger::open(&place.path("p")).unwrap();
    let ids = |units: Vec<bezzel_count::Unit>| -> BTreeSet<u64> {
        units.iter().map(bezzel_count::Unit::index).collect()
    };
    let (first, second) = (ids(one.lease(5).unwrap()), ids(two.lease(100).unwrap()));
    assert!(first.is_disjoint(&second) && first.len() == 5);
    assert_eq!(one.status().unwrap().processes, 2);
    assert_eq!(
        ids(two.lease(100).unwrap()),
        first,
        "then the units of the slow one"
    );
    drop(two);
    one.release(&first.into_iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(one.lease(1000).unwrap().len() as u64, one.plan().len());
    drop(one);
    assert_eq!(
        fs::read_dir(place.0.path()).unwrap().count(),
        2,
        "no folder of leases is left"
    );
}

#[test]
fn results_that_could_not_be_stored_are_not_leased_again() {
    let place = Place::new();
    let (path, away, plan) = (place.path("q"), place.path("away"), Plan::new(9).unwrap());
    let mut ledger = Ledger::create(&path, plan.clone()).unwrap();
    let leased: Vec<u64> = (ledger.lease(5).unwrap().iter())
        .map(bezzel_count::Unit::index)
        .collect();
    let results = counted(&plan, leased.iter().copied(), &[Route::Direct]);
    fs::rename(&path, &away).unwrap();
    assert!(matches!(ledger.store(&results), Err(LedgerError::Gone(..))));
    fs::rename(&away, &path).unwrap();
    let others = ledger.lease(1000).unwrap();
    assert_eq!(others.len(), plan.len() as usize - 5);
    assert!(others.iter().all(|unit| !leased.contains(&unit.index())));
    // They are written again, or released.
    ledger.store(&results[..3]).unwrap();
    ledger.release(&leased[3..]).unwrap();
    assert_eq!(ledger.lease(1000).unwrap().len(), 2);
}

/// An optimised build reads 10⁶ results in 3 s of CPU time; `cargo nextest run --release` measures that.
#[test]
fn a_large_ledger_is_read_in_seconds() {
    let results = if cfg!(debug_assertions) {
        20_000
    } else {
        1_000_000
    };
    let place = Place::new();
    let (path, plan) = (place.path("large"), Plan::new(26).unwrap());
    let source = Arc::new(Source {
        backend: "avx2".to_owned(),
        process: ProcessInfo::clone(&this_process("test")),
    });
    let mut text = plan_line(&plan) + "\n";
    for at in 0..results {
        let stored = StoredResult {
            unit: at % plan.len(),
            route: BOTH[(at / plan.len() % 2) as usize],
            result: UnitResult {
                value: 12 * u128::from(at % plan.len()),
                joined: 1000,
                tests: 5,
                finished: 3,
            },
            source: source.clone(),
            microseconds: 1000 + at,
            clock: Clock::Cpu,
            time: 1_800_000_000,
        };
        text += &result_line(&plan, &stored).unwrap();
        text.push('\n');
    }
    fs::write(&path, text).unwrap();
    let watch = Stopwatch::start(true);
    let ledger = Ledger::open_to_read(&path).unwrap();
    let (taken, clock) = watch.elapsed();
    let (results_read, clock) = (ledger.stored_results(), clock.name());
    eprintln!("{results_read} results in {taken:?} of {clock} time");
    assert_eq!(
        (ledger.stored_results(), ledger.faults().number),
        (results, 0)
    );
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}

/// Returns the fingerprint of the units of a plan. Plan versions 2 and 3 have the same units for the
/// sizes in RECORDS.md.
fn list_of_units(version: &str, plan: &Plan) -> String {
    let mut hash = Sha256::new_with_prefix(format!("bezzel plan {version} n {}\n", plan.n()));
    if let Some(board) = plan.constraint() {
        hash.update(format!("board {board}\n"));
    }
    for unit in plan.units() {
        hash.update(format!("{unit}\n"));
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn records_have_their_certificates() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let records = fs::read_to_string(root.join("RECORDS.md")).unwrap();
    let mut seen = 0;
    for row in records.lines().filter(|line| line.starts_with("| 2")) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let n: u32 = fields[1].parse().unwrap();
        let path = format!("records/q{n}.txt");
        let text = fs::read_to_string(root.join(&path)).unwrap();
        let certificate = Certificate::parse(&text).unwrap();
        let says = |line: String| assert!(text.lines().any(|one| one == line), "{path}: {line}");
        let published = bezzel_oracle::totals()
            .into_iter()
            .find(|totals| totals.n == n);
        assert_eq!(fields[2], published.unwrap().all.to_string());
        says(format!("n: {n}"));
        says(format!("solutions: {}", fields[2]));
        says(format!("plan version: {}", fields[3]));
        says(format!("units: {}", fields[4]));
        says(format!("units confirmed by both routes: {}", fields[5]));
        let plan = Plan::new(n).unwrap();
        says(format!(
            "list of units: {}",
            list_of_units(fields[3], &plan)
        ));
        let short = &certificate.fingerprint()[..16];
        assert_eq!(fields[8], format!("[{short}…]({path})"));
        seen += 1;
    }
    assert!(seen >= 5, "{seen} records");
}

/// Certificates of boards have these fingerprints. At n = 26 many subproblems are split.
#[test]
fn lists_of_units_of_boards_are_pinned() {
    let placed = |n, squares: &[(u32, u32)]| {
        let mut board = ConstrainedBoard::new(n).unwrap();
        for &(row, column) in squares {
            board.place(Square::new(row, column)).unwrap();
        }
        board
    };
    let blocked = |n, share| {
        let model = RandomModel::BlockedSquares { share };
        ConstrainedBoard::random(n, model, 1).unwrap()
    };
    let version = PLAN_VERSION.to_string();
    for (board, units, fingerprint) in [
        (
            placed(23, &[(0, 5), (7, 7)]),
            4082,
            "03f0746323372db479af43f108d6e3bdf6f73232b1911ed1b7d276cb44c3fd40",
        ),
        (
            placed(26, &[(0, 3)]),
            37_008,
            "1049cdae0d4d940dab84579dee9a9916bea89e4043b259d2e976caed5edd401c",
        ),
        (
            blocked(22, 0.2),
            2048,
            "0602ee4927273a367b6992e7c868e5f3ab9c6f61bb3bf9ea70218ac8719fbaf9",
        ),
        (
            blocked(26, 0.2),
            22_391,
            "ca1a5f7c2bec2bd9c0980587ca97aa451da014b9fb4bc710b74debb828bfa88e",
        ),
    ] {
        let plan = Plan::constrained(&board).unwrap();
        assert_eq!(plan.len(), units);
        assert_eq!(list_of_units(&version, &plan), fingerprint);
    }
}

#[test]
fn the_example_cancels_and_resumes_each_count_with_units() {
    for (n, solutions) in [(12, 14_200), (14, 365_596), (16, 14_772_512)] {
        let (result, was_cancelled) = cancel::cancelled_and_resumed(n).unwrap();
        assert_eq!((result.solutions, was_cancelled), (solutions, true), "{n}");
    }
}
