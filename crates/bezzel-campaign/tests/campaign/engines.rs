//! Engines that work, return wrong results, fail, panic or are slow.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bezzel_campaign::{Certificate, Error as StoreError, StoreOutcome, StoredResult};
use bezzel_count::Error as CountError;
use bezzel_count::{Engine, EngineInfo, EngineKind, Plan, Route, Unit, UnitResult};
use bezzel_run::{EnginePool, Error, LedgerStore, MemoryStore, Store};

use crate::running::{Ended, run, run_until};
use crate::{Gate, N, Place, counter, finish, finish_with, origin, solutions, spoilt};

#[test]
fn ledgers_and_plain_counts_find_the_published_numbers() {
    for n in 0..=N {
        let place = Place::new();
        let mut ledger = bezzel_campaign::Ledger::create(&place.file("q"), n).unwrap();
        finish_with(&mut ledger, vec![counter(), counter()]);
        let final_result = ledger.final_result().unwrap();
        assert_eq!(final_result.total.solutions, solutions(n), "n = {n}");
        assert_eq!(final_result.results, ledger.units().plan().len());
        for both_routes in [false, true] {
            let plan = Plan::new(n).unwrap();
            let units = plan.len();
            let mut unkept = MemoryStore::new(plan, origin("here"), both_routes);
            run(&mut unkept, vec![counter()], &mut |_| true).unwrap();
            assert_eq!(unkept.total().unwrap().solutions, solutions(n), "n = {n}");
            assert_eq!(unkept.agreed(), if both_routes { units } else { 0 });
        }
    }
}

#[test]
fn an_unfinished_campaign_has_no_total() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let mut seen = 0;
    let ended = run(
        &mut LedgerStore::open_units(&mut ledger, origin("here"), false),
        vec![counter()],
        &mut |news| {
            seen += news.units.unwrap().stored.len();
            seen < 1 && news.units.unwrap().results < 1
        },
    );
    assert_eq!(ended.unwrap(), Ended::Stopped);
    let counted = ledger.counted();
    assert!(counted >= 1 && counted < ledger.units().plan().len());
    let error = ledger.final_result().unwrap_err();
    assert!(matches!(error, StoreError::Unfinished { done, .. } if done == counted));
    assert!(Certificate::of(&ledger).is_err());
    let status = ledger.status().unwrap();
    assert_eq!((status.done, status.leased), (counted, 0));
    assert!(status.fraction > 0.0 && status.fraction < 1.0);
    finish(&mut ledger);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
}

/// An engine returns a wrong value for one unit. Verification finds it, only that unit is in
/// conflict, and counting it by both routes resolves the conflict.
#[test]
fn a_wrong_value_is_found_and_the_others_are_unaffected() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    const WRONG: u64 = 5;
    let liar = spoilt(|unit, result| {
        if unit.index() == WRONG {
            // A value that passes all checks of a sum.
            result.value += 8 * u128::from(Plan::VALUE_SCALE);
        }
        Ok(())
    });
    finish_with(&mut ledger, vec![liar]);
    let wrong = ledger.final_result().unwrap().total.solutions;
    assert_ne!(wrong, solutions(N), "the lie is not seen in the sum");

    let all = ledger.units().plan().len();
    let mut verifying = LedgerStore::sample(&mut ledger, origin("here"), all, 1);
    assert_eq!(verifying.units_again(), all);
    run(&mut verifying, vec![counter()], &mut |_| true).unwrap();
    let status = ledger.status().unwrap();
    assert_eq!((status.conflicts, status.confirmed), (1, all - 1));
    let name = ledger.units().unit(WRONG).unwrap().to_string();
    assert_eq!(status.conflicting[0].unit, name);
    assert_eq!(status.conflicting[0].results.len(), 2);
    let error = ledger.final_result().unwrap_err();
    assert!(
        matches!(error, StoreError::Unfinished { conflicts: 1, .. }),
        "{error}"
    );

    let mut verifying = LedgerStore::conflicts(&mut ledger, origin("here"));
    assert_eq!(verifying.units_again(), 1);
    run(&mut verifying, vec![counter()], &mut |_| true).unwrap();
    let final_result = ledger.final_result().unwrap();
    assert_eq!(final_result.total.solutions, solutions(N));
    assert_eq!(final_result.confirmed_by_exchange, all);
    assert_eq!(final_result.rejected.len(), 1);
    assert!(
        final_result.rejected[0].contains(" spoilt "),
        "{:?}",
        final_result.rejected
    );
    let status = ledger.status().unwrap();
    assert_eq!((status.conflicts, status.resolved.len()), (0, 1));
}

#[test]
fn verifying_some_draws_as_many_as_asked_and_each_unit_once() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    let all = ledger.units().plan().len();
    for expected in [5, 10, 15] {
        let mut verifying = LedgerStore::sample(&mut ledger, origin("here"), 5, expected);
        run(&mut verifying, vec![counter()], &mut |_| true).unwrap();
        assert_eq!(
            ledger.final_result().unwrap().confirmed_by_exchange,
            expected
        );
    }
    let verifying = LedgerStore::sample(&mut ledger, origin("here"), u64::MAX, 0);
    assert_eq!(verifying.units_again(), all - 15);
}

/// Large units come first, so that their number says nothing about the time that is left.
#[test]
fn the_progress_of_a_recount_is_its_share_of_the_expected_cost() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    let plan = ledger.units().plan().clone();
    for both_routes in [false, true] {
        let process = origin("here");
        let mut recount = if both_routes {
            LedgerStore::again(&mut ledger, process, (0..plan.len()).collect())
        } else {
            LedgerStore::sample(&mut ledger, process, u64::MAX, 1)
        };
        let routes = recount.routes();
        let all = plan.cost() * routes.len() as f64;
        let mut counted = 0.0;
        while let Some(lease) = recount.take(1).unwrap().pop() {
            let (units, process) = ([lease.unit], recount.process());
            for &route in routes {
                let results = StoredResult::count(counter().as_mut(), &units, route, &process);
                recount.put(&results.unwrap()).unwrap();
                counted += units[0].cost();
                let fraction = recount.fraction().unwrap();
                assert!((fraction - counted / all).abs() < 1e-9, "{fraction}");
            }
        }
        assert!(recount.is_finished().unwrap());
    }
}

#[test]
fn a_double_check_names_the_unit_that_differs() {
    let plan = Plan::new(10).unwrap();
    let mut counts = 0;
    let liar = spoilt(move |unit, result| {
        counts += 1;
        if unit.index() == 1 && counts % 2 == 0 {
            result.joined += 1;
        }
        Ok(())
    });
    let name = plan.unit(1).unwrap().to_string();
    let mut unkept = MemoryStore::new(plan, origin("here"), true);
    let mut is_found = false;
    let ended = run(&mut unkept, vec![liar], &mut |news| {
        is_found |= news
            .units
            .unwrap()
            .outcomes
            .contains(&StoreOutcome::Conflict);
        !is_found
    });
    assert_eq!(ended.unwrap(), Ended::Stopped);
    let (unit, [direct, exchanged]) = unkept.differing().unwrap();
    assert_eq!(unit, name);
    assert!(!direct.agrees(&exchanged));
    assert!(unkept.total().is_err());
}

fn broken(unit: &Unit) -> CountError {
    CountError::Inconsistent {
        n: unit.n(),
        what: "the device is gone".to_owned(),
    }
}

#[test]
fn units_of_an_engine_that_fails_are_counted_by_the_others() {
    let fails: Box<dyn Engine> = spoilt(|unit, _| Err(broken(unit)));
    let panics: Box<dyn Engine> = spoilt(|_, _| panic!("a bug in a driver"));
    for bad in [fails, panics] {
        let place = Place::new();
        let mut ledger = place.ledger("q");
        let mut troubles = Vec::new();
        let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
        // The good engine waits until the bad one has failed.
        let (failed, mut seen) = (Gate::new(), 0);
        let wait = failed.clone();
        let good = spoilt(move |_, _| {
            wait.pass();
            Ok(())
        });
        run(&mut counting, vec![bad, good], &mut |news| {
            if let Some(warning) = news.warning {
                troubles.push(warning.to_owned());
                failed.open();
            }
            seen = news.units.unwrap().results;
            true
        })
        .unwrap();
        assert_eq!(troubles.len(), 1, "{troubles:?}");
        assert!(troubles[0].starts_with("spoilt: "), "{troubles:?}");
        assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
        assert_eq!(seen, ledger.units().plan().len());
    }
}

#[test]
fn without_an_engine_that_works_the_run_fails_and_nothing_is_held() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let engines = vec![
        spoilt(|unit, _| Err(broken(unit))),
        spoilt(|unit, _| Err(broken(unit))),
    ];
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    let error = run(&mut counting, engines, &mut |_| true).unwrap_err();
    assert!(error.to_string().contains("the device is gone"), "{error}");
    assert_eq!(ledger.status().unwrap().leased, 0);
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    assert!(run(&mut counting, Vec::new(), &mut |_| true).is_err());
}

/// A GPU that fails in the middle of a batch.
struct Lost {
    wide: Wide,
    /// Number of calls before it fails.
    calls: usize,
}

impl Engine for Lost {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            kind: EngineKind::Cuda(0),
            device: Some("Model X".to_owned()),
            ..self.wide.info()
        }
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, CountError> {
        if self.calls == 0 {
            return Err(CountError::Device {
                name: self.name(),
                what: "cuStreamSynchronize: CUDA_ERROR_ECC_UNCORRECTABLE".to_owned(),
            });
        }
        self.calls -= 1;
        self.wide.run(units, route)
    }
}

#[test]
fn a_lost_gpu_is_named_and_its_units_go_back_to_the_ledger() {
    let lost = |calls| -> Box<dyn Engine> {
        let batches = Arc::default();
        let counter = counter();
        Box::new(Lost {
            wide: Wide { counter, batches },
            calls,
        })
    };
    let why = "cuda:0 (Model X): cuStreamSynchronize: CUDA_ERROR_ECC_UNCORRECTABLE";
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let mut troubles = Vec::new();
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    // Both engines of the GPU fail: earlier results are stored, the other units are open.
    let ended = run(&mut counting, vec![lost(1), lost(1)], &mut |news| {
        troubles.extend(news.warning.map(str::to_owned));
        true
    });
    let error = ended.unwrap_err();
    assert!(matches!(error, Error::NoEngineLeft(_)), "{error}");
    assert!(error.to_string().ends_with(&format!(": {why}")), "{error}");
    assert_eq!(troubles, [why, why]);
    let status = ledger.status().unwrap();
    assert_eq!((status.leased, status.done), (0, 16));
    assert_eq!(status.open, status.units - 16);

    // With a CPU engine the count continues to its end.
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    let engines = vec![lost(0), counter()];
    let ended = run(&mut counting, engines, &mut |_| true);
    assert_eq!(ended.unwrap(), Ended::Complete);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
}

/// An engine with large batches, like a device.
struct Wide {
    counter: Box<dyn Engine>,
    batches: Arc<Mutex<Vec<usize>>>,
}

impl Engine for Wide {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            batch: 8,
            ..EngineInfo::other("wide")
        }
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, CountError> {
        self.batches.lock().unwrap().push(units.len());
        self.counter.run(units, route)
    }
}

#[test]
fn engines_are_given_as_many_units_as_they_want() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let batches = Arc::new(Mutex::new(Vec::new()));
    let wide = Wide {
        counter: counter(),
        batches: batches.clone(),
    };
    finish_with(&mut ledger, vec![Box::new(wide)]);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    let batches = batches.lock().unwrap();
    assert_eq!(batches[0], 8);
    assert!(batches.iter().all(|batch| *batch <= 8));
    assert_eq!(
        batches.iter().sum::<usize>() as u64,
        ledger.units().plan().len()
    );
}

#[test]
fn an_engine_that_loses_results_is_not_believed() {
    struct Loses(Box<dyn Engine>);
    impl Engine for Loses {
        fn info(&self) -> EngineInfo {
            EngineInfo {
                batch: 4,
                ..EngineInfo::other("loses")
            }
        }
        fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, CountError> {
            self.0.run(&units[1..], route)
        }
    }
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
    let engines: Vec<Box<dyn Engine>> = vec![Box::new(Loses(counter()))];
    let error = run(&mut counting, engines, &mut |_| true).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("expected 4 results from the engine, found 3"),
        "{error}"
    );
    assert_eq!(ledger.counted(), 0);
}

/// The sum of costs depends on their order, which depends on the threads.
#[test]
fn the_fraction_of_a_finished_plan_is_exactly_one() {
    let plan = Plan::new(12).unwrap();
    let units: Vec<Unit> = (0..plan.len()).filter_map(|unit| plan.unit(unit)).collect();
    let counted = StoredResult::count(counter().as_mut(), &units, Route::Direct, &origin("here"));
    let mut results = counted.unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100 {
        random.shuffle(&mut results);
        let mut queue = MemoryStore::new(plan.clone(), origin("here"), false);
        queue.put(&results).unwrap();
        assert_eq!(queue.fraction(), Some(1.0));
    }
}

/// The second unit is in work until the run has seen that its time is up. Where a machine needs
/// longer than the time to begin at all, it is given more.
#[test]
fn after_its_time_a_run_ends_with_what_is_in_work() {
    for seconds in [1, 10, 100] {
        let place = Place::new();
        let mut ledger = place.ledger("q");
        let time = Duration::from_secs(seconds);
        let time_is_up = Instant::now() + time;
        let (mut counted, mut calls, is_seen) = (0, 0, Gate::new());
        let may_end = is_seen.clone();
        let slow = spoilt(move |_, _| {
            counted += 1;
            if counted > 1 {
                may_end.pass();
            }
            Ok(())
        });
        let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
        let ended = run_until(Some(time_is_up), &mut counting, vec![slow], &mut |_| {
            // The run looks at the time at least once in three calls.
            calls += u32::from(Instant::now() >= time_is_up);
            if calls >= 3 {
                is_seen.open();
            }
            true
        });
        assert_eq!(ended.unwrap(), Ended::TimeUp);
        let status = ledger.status().unwrap();
        assert_eq!(status.leased, 0, "what was not begun is given back");
        assert_eq!(status.done + status.open, status.units);
        if status.done > 1 {
            assert!(status.open > 0, "{status:?}");
            return;
        }
    }
    panic!("nothing was counted");
}

/// The last units must not leave an engine idle: while a slow engine counts one unit, the other
/// counts all the rest.
#[test]
fn no_engine_holds_more_units_than_it_counts() {
    struct Waits {
        begun: Arc<Gate>,
        may_begin: Arc<Gate>,
        /// Opened with the last of these units.
        left: u64,
        rest_is_counted: Arc<Gate>,
        may_end: Arc<Gate>,
    }
    impl Engine for Waits {
        fn info(&self) -> EngineInfo {
            EngineInfo::other("waits")
        }
        fn run(&mut self, units: &[Unit], _: Route) -> Result<Vec<UnitResult>, CountError> {
            self.begun.open();
            self.may_begin.pass();
            self.left -= units.len() as u64;
            if self.left == 0 {
                self.rest_is_counted.open();
            }
            self.may_end.pass();
            let nothing = UnitResult {
                value: 0,
                joined: 0,
                tests: 0,
                finished: 0,
            };
            Ok(vec![nothing; units.len()])
        }
    }
    let plan = Plan::new(16).unwrap();
    let units = plan.len();
    let (slow_has_one, rest_is_counted) = (Gate::new(), Gate::new());
    let slow = Waits {
        begun: slow_has_one.clone(),
        may_begin: slow_has_one.clone(),
        left: 1,
        rest_is_counted: Gate::new(),
        may_end: rest_is_counted.clone(),
    };
    let fast = Waits {
        begun: Gate::new(),
        may_begin: slow_has_one.clone(),
        left: units - 1,
        rest_is_counted,
        may_end: slow_has_one,
    };
    let mut unkept = MemoryStore::new(plan, origin("here"), false);
    let engines: Vec<Box<dyn Engine>> = vec![Box::new(slow), Box::new(fast)];
    let mut troubles = Vec::new();
    let ended = run(&mut unkept, engines, &mut |news| {
        troubles.extend(news.warning.map(str::to_owned));
        true
    });
    assert_eq!(troubles, [""; 0]);
    assert_eq!(ended.unwrap(), Ended::Complete);
    assert!(units > 50);
}

/// A driver crashes if the process ends while another thread uses it.
#[test]
fn a_dropped_pool_has_let_go_of_its_devices() {
    struct Device {
        is_dropped: Arc<Gate>,
        may_end: Arc<Gate>,
        ended: Arc<AtomicBool>,
    }
    impl Engine for Device {
        fn info(&self) -> EngineInfo {
            EngineInfo {
                kind: EngineKind::Emulated(0),
                ..EngineInfo::other("device")
            }
        }
        fn run(&mut self, _: &[Unit], _: Route) -> Result<Vec<UnitResult>, CountError> {
            unreachable!("nothing is counted")
        }
    }
    impl Drop for Device {
        fn drop(&mut self) {
            self.is_dropped.open();
            self.may_end.pass();
            self.ended.store(true, Ordering::SeqCst);
        }
    }
    let (is_dropped, may_end) = (Gate::new(), Gate::new());
    let ended = Arc::new(AtomicBool::new(false));
    let device = Device {
        is_dropped: is_dropped.clone(),
        may_end: may_end.clone(),
        ended: ended.clone(),
    };
    let pool = EnginePool::start(vec![Box::new(device)]);
    let opener = thread::spawn(move || {
        is_dropped.pass();
        may_end.open();
    });
    drop(pool);
    assert!(ended.load(Ordering::SeqCst));
    opener.join().unwrap();
}
