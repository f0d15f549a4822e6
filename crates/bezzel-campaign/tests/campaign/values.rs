//! Lines with valid checksums and impossible content, which anyone can write.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::running::run;
use bezzel_campaign::{Certificate, Clock, Error, Ledger, ProcessInfo, StoredResult, UnitList};
use bezzel_count::{Engine, EngineInfo, Route, Unit, UnitResult};
use bezzel_run::LedgerStore;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

use crate::{N, Place, counter, finish, origin, stored_result};

/// Numbers around the bounds of fields and of types.
fn extreme(bound: u128) -> impl Strategy<Value = u128> {
    let around = |at: u128| [at.saturating_sub(1), at, at.saturating_add(1)];
    let powers = [31, 32, 53, 63, 64, 126, 127].map(|power| 1 << power);
    let mut numbers: Vec<u128> = powers.into_iter().flat_map(around).collect();
    numbers.extend(around(bound));
    numbers.extend([0, 1, u128::MAX - 1, u128::MAX]);
    prop_oneof![
        4 => prop::sample::select(numbers),
        1 => any::<u128>(),
        2 => 0..=bound,
    ]
}

/// A result of a unit of n = 8 with arbitrary numbers of their types.
fn extreme_result() -> impl Strategy<Value = StoredResult> {
    let units = UnitList::new(8).unwrap();
    (0..units.plan().len()).prop_flat_map(move |index| {
        let most = units.unit(index).unwrap().largest_result();
        let numbers = [
            most.value,
            most.joined,
            most.tests.into(),
            most.finished.into(),
        ];
        let result = numbers.map(extreme);
        let others = (
            any::<bool>(),
            any::<bool>(),
            extreme(1 << 50),
            any::<u32>(),
            any::<i64>(),
        );
        (result, others).prop_map(move |(result, (exchanged, cpu, time, attempt, seconds))| {
            let [value, joined, tests, finished] = result;
            StoredResult {
                unit: index,
                route: if exchanged {
                    Route::Exchanged
                } else {
                    Route::Direct
                },
                result: UnitResult {
                    value,
                    joined,
                    tests: tests as u64,
                    finished: finished as u64,
                },
                backend: "portable".into(),
                origin: origin("h"),
                microseconds: time as u64,
                clock: if cpu { Clock::Cpu } else { Clock::Wall },
                attempt,
                time: seconds,
                signature: None,
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 20_000 }))]

    /// A line is accepted exactly if its numbers are within the bounds, and is unchanged by a round
    /// trip.
    #[test]
    fn lines_with_extreme_values_are_accepted_within_the_bounds_only(stored in extreme_result()) {
        let units = UnitList::new(8).unwrap();
        let most = units.unit(stored.unit).unwrap().largest_result();
        let found = stored.result;
        let possible = found.value <= most.value
            && found.joined <= most.joined
            && found.tests <= most.tests
            && found.finished <= most.finished
            && stored.microseconds <= 1000 * 365 * 86_400_000_000;
        let line = units.line(&stored).unwrap();
        match units.parse(&line) {
            Ok(parsed) => prop_assert!(possible && parsed == stored, "{line}"),
            Err(Error::Result(what)) => {
                prop_assert!(!possible, "{line}: {what}");
                prop_assert!(what.starts_with("expected at most ") && !what.contains('\n'));
            }
            Err(other) => prop_assert!(false, "{line}: {other}"),
        }
    }
}

proptest! {
    // Each case writes a ledger to the disk.
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 1000 }))]

    /// Whatever lines a file has, nothing panics and no sum wraps: the file is imported or
    /// rejected, and everything that adds results up returns a value or an error.
    #[test]
    fn ledgers_with_extreme_values_are_added_up_or_refused(
        results in prop::collection::vec(extreme_result(), 1..12),
    ) {
        let place = Place::new();
        let mut ledger = Ledger::create(&place.file("q8"), 8).unwrap();
        let units = ledger.units().clone();
        let possible = results.iter().all(|stored| units.check(stored).is_ok());
        let lines = results.iter().map(|stored| units.line(stored).unwrap() + "\n");
        let text = units.header() + "\n" + &lines.collect::<String>();
        fs::write(place.file("lines"), text).unwrap();
        let merged = ledger.merge(&place.file("lines"));
        prop_assert_eq!(merged.is_ok(), possible);
        prop_assert_eq!(ledger.record(&results).is_ok(), possible);
        if !possible {
            prop_assert_eq!(ledger.counted(), 0);
        }
        finish(&mut ledger);
        drop(ledger);
        let ledger = Ledger::open(&place.file("q8")).unwrap();
        let status = ledger.status().unwrap();
        prop_assert!(status.cpu_seconds.is_finite() && status.wall_seconds.is_finite());
        for error in [ledger.final_result().err(), Certificate::of(&ledger).err()] {
            let text = error.map(|error| error.to_string()).unwrap_or_default();
            prop_assert!(!text.contains('\n'), "{}", text);
        }
    }
}

/// Appends an imported result to a log as another program could, with any number and any word.
fn insert(file: &Path, units: &UnitList, stored: &StoredResult) {
    let line = units.line(stored).unwrap();
    let (body, _) = line.rsplit_once(' ').unwrap();
    let line = format!("i 0 {body}");
    let digest = Sha256::digest(format!("{}\n{line}", units.fingerprint()));
    let sum: String = digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let log = fs::read_to_string(file).unwrap();
    fs::write(file, format!("{log}{line} {sum}\n")).unwrap();
}

/// A result in wall time, as earlier versions measured it.
fn earlier(ledger: &Ledger, unit: u64, host: &str) -> StoredResult {
    StoredResult {
        clock: Clock::Wall,
        ..stored_result(ledger, unit, Route::Direct, host)
    }
}

#[test]
fn a_ledger_with_an_impossible_value_is_refused_when_it_is_opened() {
    for spoil in [
        |result: &mut UnitResult| result.value |= 1 << 127,
        |result: &mut UnitResult| result.value = u128::MAX,
        |result: &mut UnitResult| result.joined = u128::MAX,
        |result: &mut UnitResult| result.tests = u64::MAX,
        |result: &mut UnitResult| result.finished = 1 << 63,
    ] {
        let place = Place::new();
        let ledger = place.ledger("q");
        let mut stored = earlier(&ledger, 3, "there");
        spoil(&mut stored.result);
        insert(ledger.path(), ledger.units(), &stored);
        let name = ledger.units().unit(3).unwrap().to_string();
        drop(ledger);
        let Err(Error::Damaged(_, what)) = Ledger::open(&place.file("q")) else {
            panic!("{stored:?} is accepted");
        };
        assert!(
            what.contains(&name) && what.contains("expected at most"),
            "{what}"
        );
        assert!(!what.contains('\n'));
    }
}

/// An impossible result of a broken device is not written: the device is not used again, and the
/// others continue.
#[test]
fn an_engine_that_returns_the_impossible_is_not_used_any_more() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let is_broken = Arc::new(AtomicBool::new(false));
    let broke = Arc::clone(&is_broken);
    let broken = crate::spoilt(move |_, result| {
        result.value = u128::MAX;
        broke.store(true, Ordering::SeqCst);
        Ok(())
    });
    // It leaves units for the broken one.
    let sound = crate::spoilt(move |_, _| {
        while !is_broken.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        Ok(())
    });
    let mut said = Vec::new();
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    let engines = vec![broken, sound];
    run(&mut counting, engines, &mut |news| {
        said.extend(news.warning.map(str::to_owned));
        true
    })
    .unwrap();
    assert!(
        said.iter()
            .any(|why| why.contains("spoilt: expected at most")),
        "{said:?}"
    );
    assert_eq!(
        ledger.final_result().unwrap().total.solutions,
        crate::solutions(N)
    );
}

const HOSTS: [&str; 6] = [
    "evil\u{1b}[2J",
    "evil\u{1b}]0;title\u{7}",
    "evil\u{9b}31m",
    "evil\u{202e}txt",
    "evil\rgood",
    "a b",
];

#[test]
fn words_that_cannot_be_printed_are_not_let_in() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let units = ledger.units().clone();
    for host in HOSTS {
        let sound = stored_result(&ledger, 1, Route::Direct, "sound");
        let with = |program: &str, host: &str, run: &str| {
            let [program, host, run] = [program, host, run].map(str::to_owned);
            StoredResult {
                origin: Arc::new(ProcessInfo { program, host, run }),
                ..sound.clone()
            }
        };
        let backend = StoredResult {
            backend: host.into(),
            ..sound.clone()
        };
        for bad in [
            with("p", host, "r"),
            with(host, "h", "r"),
            with("p", "h", host),
            backend,
        ] {
            let error = ledger
                .record(&[sound.clone(), bad.clone()])
                .unwrap_err()
                .to_string();
            assert!(
                error.starts_with("expected 1 to 100 visible characters"),
                "{error}"
            );
            assert!(
                !error.contains(|c: char| c.is_control() || c == '\u{202e}'),
                "{error:?}"
            );
            let line = units.line(&bad).unwrap();
            let error = units.parse(&line).unwrap_err().to_string();
            assert!(
                !error.contains(|c: char| c.is_control() || c == '\u{202e}'),
                "{error:?}"
            );
            let text = format!(
                "{}\n{}\n{line}\n",
                units.header(),
                units.line(&sound).unwrap()
            );
            fs::write(place.file("lines"), text).unwrap();
            ledger.merge(&place.file("lines")).unwrap_err();
            assert_eq!(ledger.counted(), 0);
        }
    }
    let unknown = units
        .parse("n12-\u{1b}[2J direct 1 1 1 1 p p h r 1 1 1 0")
        .unwrap_err();
    assert!(!unknown.to_string().contains('\u{1b}'));
}

/// A log with such words is refused, and the error is harmless.
#[test]
fn words_that_cannot_be_seen_are_no_part_of_a_log() {
    for host in HOSTS.into_iter().filter(|host| !host.contains([' ', '\n'])) {
        let place = Place::new();
        let ledger = place.ledger("q");
        let bad = earlier(&ledger, 2, host);
        insert(ledger.path(), ledger.units(), &bad);
        drop(ledger);
        let error = Ledger::open(&place.file("q")).err().unwrap().to_string();
        let hidden = |c: char| c.is_control() || c == '\u{202e}';
        assert!(
            error.contains("visible characters") && !error.contains(hidden),
            "{error:?}"
        );
    }
}

/// A line without a clock, as earlier versions wrote it, is wall time, and comes out as it came in.
/// Its checksum is that of plan version 3.
#[test]
fn lines_of_earlier_versions_are_wall_time() {
    let units = UnitList::new(12).unwrap();
    let line = "n12-a1-c0004-e0..6-o0..6 direct 0 164 1298 20 portable bezzel-0.1.0+b86b593 vm \
                890d4765b66a71e9 761 1 1795312722 c6d7efa5cadfe8d1";
    let stored = units.parse(line).unwrap();
    assert_eq!((stored.microseconds, stored.clock), (761, Clock::Wall));
    assert_eq!(units.line(&stored).unwrap(), line);
    let other = StoredResult {
        clock: Clock::Cpu,
        ..stored
    };
    assert!(
        units
            .line(&other)
            .unwrap()
            .contains(" 761cpu 1 1795312722 ")
    );
}

/// Otherwise one line fills the screen with empty bins.
#[test]
fn a_histogram_has_no_bins_for_times_that_did_not_occur() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let mut take = |unit: u64, microseconds: u64| {
        let unit = ledger.units().unit(unit).unwrap();
        let counted = StoredResult::count(counter().as_mut(), &[unit], Route::Direct, &origin("h"));
        let mut stored = counted.unwrap().remove(0);
        stored.microseconds = microseconds;
        ledger.import(&[stored]).unwrap();
    };
    take(0, 1_000_000);
    take(1, 5_000_000);
    take(2, 1000 * 365 * 86_400_000_000);
    let bins = ledger.status().unwrap().histogram;
    let bins: Vec<_> = bins
        .iter()
        .map(|bin| (bin.below_seconds, bin.results))
        .collect();
    let large = f64::exp2(35.0);
    assert_eq!(bins, [(2.0, 1), (4.0, 0), (8.0, 1), (large, 1)]);
}

/// Counts like a counter, after a sleep.
struct Sleepy {
    counter: Box<dyn Engine>,
    on_this_thread: bool,
}

const SLEEP: Duration = Duration::from_secs(2);

impl Engine for Sleepy {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            on_calling_thread: self.on_this_thread,
            ..EngineInfo::other("sleepy")
        }
    }

    fn run(
        &mut self,
        units: &[Unit],
        route: Route,
    ) -> Result<Vec<UnitResult>, bezzel_count::Error> {
        std::thread::sleep(SLEEP);
        self.counter.run(units, route)
    }
}

/// A sleeping thread uses wall time but no CPU time.
#[cfg(any(target_os = "linux", target_os = "macos", windows))]
#[test]
fn cpu_time_is_that_of_the_thread_and_other_time_is_called_wall_time() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let mut count = |unit: u64, on_this_thread: bool| {
        let mut engine = Sleepy {
            counter: counter(),
            on_this_thread,
        };
        let unit = ledger.units().unit(unit).unwrap();
        let results =
            StoredResult::count(&mut engine, &[unit], Route::Direct, &origin("h")).unwrap();
        ledger.record(&results).unwrap();
        let line = ledger.units().line(&results[0]).unwrap();
        (results[0].clone(), line)
    };
    let (cpu, line) = count(0, true);
    assert_eq!(cpu.clock, Clock::Cpu);
    assert!(Duration::from_micros(cpu.microseconds) < SLEEP, "{cpu:?}");
    assert!(
        line.contains(&format!(" {}cpu 1 ", cpu.microseconds)),
        "{line}"
    );
    let (wall, line) = count(1, false);
    assert_eq!(wall.clock, Clock::Wall);
    assert!(
        Duration::from_micros(wall.microseconds) >= SLEEP,
        "{wall:?}"
    );
    assert!(
        line.contains(&format!(" {} 1 ", wall.microseconds)),
        "{line}"
    );
    drop(ledger);
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.results(0).unwrap(), std::slice::from_ref(&cpu));
    assert_eq!(ledger.results(1).unwrap(), std::slice::from_ref(&wall));
    let status = ledger.status().unwrap();
    assert_eq!(status.cpu_seconds, cpu.seconds());
    assert_eq!(status.wall_seconds, wall.seconds());
    assert_eq!(status.machines[0].cpu_seconds, cpu.seconds());
    assert!(status.cpu_seconds_left < status.wall_seconds_left);
}
