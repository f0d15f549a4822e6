//! Devices against the CPU: results and work counters must be equal.

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::{Plan, Tally};

use super::*;
use crate::batch::shared_memory;
use crate::cuda::Cuda;
use crate::emulated::Emulated;
use crate::primitives;

fn cuda() -> Option<Cuda> {
    primitives::wanted("BEZZEL_CUDA", Cuda::open(0))
}

fn engine_of<D: Device>(device: D) -> DeviceEngine<D> {
    DeviceEngine::new(
        device,
        1,
        SpotCheck::new(0.0, Arc::default()),
        Arc::default(),
    )
}

fn agree<D: Device>(engine: &mut DeviceEngine<D>, units: &[Unit], route: Route) {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let found = engine.run(units, route).unwrap();
    assert_eq!(found.len(), units.len());
    for (unit, found) in units.iter().zip(found) {
        assert_eq!(found, counter.count(unit, route), "{unit} {route:?}");
    }
}

fn all_units(n: u32) -> Vec<Unit> {
    Plan::new(n).unwrap().units().collect()
}

/// Boards with constraints, of all quarters, and with a blocked diagonal.
fn constrained_units(n: u32) -> Vec<Unit> {
    let squares = |squares: &[(u32, u32)]| {
        let mut board = ConstrainedBoard::new(n).unwrap();
        for &(row, column) in squares {
            board.block(Square::new(row, column)).unwrap();
        }
        board
    };
    let blocked = [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        (4, 5),
        (5, 7),
        (6, 2),
        (7, 4),
    ];
    let mut boards = vec![squares(&blocked), squares(&[(3, 3)]), squares(&[(2, 3)])];
    let mut placed = squares(&blocked);
    placed
        .place(Square::new(3, 5))
        .unwrap()
        .block_diagonal(2)
        .unwrap();
    boards.push(placed.clone());
    placed.place(Square::new(2, 1)).unwrap();
    boards.push(placed);
    let plans = boards.iter().map(|board| Plan::constrained(board).unwrap());
    plans
        .flat_map(|plan| plan.units().collect::<Vec<_>>())
        .collect()
}

fn cheap_units(n: u32, count: usize) -> Vec<Unit> {
    let plan = Plan::new(n).unwrap();
    let mut units: Vec<Unit> = plan.spread(200);
    units.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
    units.dedup();
    units.truncate(count);
    units
}

/// All units up to `largest` by rows, and up to `exchanged` by columns too.
fn whole_counts<D: Device>(device: D, largest: u32, exchanged: u32) {
    let mut engine = engine_of(device);
    for n in 1..=largest {
        agree(&mut engine, &all_units(n), Route::Direct);
        if n <= exchanged {
            agree(&mut engine, &all_units(n), Route::Exchanged);
        }
    }
    for n in [8, 9] {
        for route in [Route::Direct, Route::Exchanged] {
            agree(&mut engine, &constrained_units(n), route);
        }
    }
}

/// Stored counts of boards with constraints up to `largest`, and of all squares of smaller boards, by both
/// routes.
fn stored_counts<D: Device>(device: D, largest: u32) {
    let stored = bezzel_oracle::constrained().into_iter();
    let stored = stored.chain(bezzel_oracle::excluded_diagonals());
    let mut boards: Vec<(ConstrainedBoard, u128)> = stored
        .filter(|stored| stored.n <= largest && !stored.has_attacking_pair())
        .map(|stored| (stored.drawing().parse().unwrap(), stored.count.unwrap()))
        .collect();
    for n in 4..=largest.min(8) {
        for (row, counts) in (0..).zip(bezzel_oracle::occupancy(n).unwrap()) {
            for (column, count) in (0..).zip(counts) {
                let mut board = ConstrainedBoard::new(n).unwrap();
                board.place(Square::new(row, column)).unwrap();
                boards.push((board, count));
            }
        }
    }
    let plans: Vec<Plan> = boards
        .iter()
        .map(|(board, _)| Plan::constrained(board).unwrap())
        .collect();
    let units: Vec<Unit> = plans
        .iter()
        .flat_map(|plan| plan.units().collect::<Vec<_>>())
        .collect();
    let mut engine = engine_of(device);
    for route in [Route::Direct, Route::Exchanged] {
        let mut results = units.iter().zip(engine.run(&units, route).unwrap());
        for (plan, (board, count)) in plans.iter().zip(&boards) {
            let mut tally = Tally::default();
            for (unit, result) in results.by_ref().take(plan.len() as usize) {
                tally.add(unit, &result).unwrap();
            }
            let total = tally.verified_total(plan).unwrap();
            assert_eq!(total.solutions, *count, "{route:?}\n{board}");
        }
    }
}

fn sampled_units<D: Device>(device: D, largest: u32) {
    let mut engine = engine_of(device);
    for n in 16..=largest {
        agree(&mut engine, &cheap_units(n, 2), Route::Direct);
    }
}

#[test]
fn stored_counts_on_cuda() {
    let Some(device) = cuda() else { return };
    stored_counts(device, 16);
}

#[test]
fn stored_counts_on_an_emulated_gpu() {
    let largest = if cfg!(debug_assertions) { 8 } else { 12 };
    stored_counts(Emulated::open(2), largest);
}

#[test]
fn whole_counts_on_cuda() {
    let Some(device) = cuda() else { return };
    whole_counts(device, 17, 15);
}

#[test]
fn sampled_units_on_cuda() {
    let Some(device) = cuda() else { return };
    sampled_units(device, 28);
}

#[test]
fn whole_counts_on_an_emulated_gpu() {
    // From n = 12 on, the arena contains lists of three levels.
    whole_counts(Emulated::open(0), 12, 11);
    let mut other_turns = engine_of(Emulated::open(1));
    agree(&mut other_turns, &all_units(12), Route::Exchanged);
}

#[test]
fn tables_in_device_memory() {
    let units = all_units(if cfg!(debug_assertions) { 7 } else { 11 });
    // Enough for the table of a single set.
    let local = shared_memory(crate::cuda::WARPS) + 4 * (8 + 32);
    let mut emulated = engine_of(Emulated::open(1));
    emulated.limits.local = local;
    agree(&mut emulated, &units, Route::Direct);
    assert!(emulated.programs.keys().any(|variant| variant.table_global));
    if let Some(device) = cuda() {
        let mut cuda = engine_of(device);
        cuda.limits.local = local;
        agree(&mut cuda, &units, Route::Direct);
    }
}

/// Start lists in chunks, and an arena or sums that are too small for all their extensions.
#[test]
fn start_lists_in_chunks() {
    let (n, small, few) = if cfg!(debug_assertions) {
        (9, 40, 8)
    } else {
        (12, 120, 24)
    };
    let units = all_units(n);
    for (chunk, capacity, largest_sum) in [
        (1, 4096, 65535),
        (3, 4096, 65535),
        (4096, small, 65535),
        (4096, 4096, few),
    ] {
        let mut engine = engine_of(Emulated::open(chunk.into()));
        let all = (2..=16).flat_map(|open| {
            let variant = |table_global| Variant {
                open,
                blocked: false,
                table_global,
            };
            [false, true].map(variant)
        });
        engine.chunks = all.map(|variant| (variant, chunk)).collect();
        engine.limits.capacity = capacity;
        engine.limits.largest_sum = largest_sum;
        agree(&mut engine, &units, Route::Direct);
        let halved = engine.chunks.values().any(|&now| now < chunk);
        assert_eq!(halved, chunk == 4096, "{capacity} {largest_sum}");
    }
}

/// Tiles that do not fit into memory together are counted one after the other.
#[test]
fn several_device_batches() {
    let units = all_units(11);
    let mut whole = engine_of(Emulated::open(3));
    let all = whole.count(&units, Route::Direct).unwrap();
    let mut small = engine_of(Emulated::open(3));
    small.limits.cells = 300;
    let sheets = Lowering::default().units(&units, Route::Direct);
    let sheets: Vec<&LoweredTile> = sheets.iter().flatten().collect();
    assert!(small.limits.fitting(&sheets) < sheets.len());
    assert_eq!(small.count(&units, Route::Direct).unwrap(), all);
}

#[test]
fn a_device_without_memory_reports_it() {
    let mut engine = engine_of(Emulated::open(5));
    engine.limits.capacity = 20;
    let error = engine.run(&all_units(10), Route::Direct).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("emulated:0 (emulated GPU): out of memory: "),
        "{error}"
    );
}

/// Less free memory than reported: the engine halves its request until it succeeds.
#[test]
fn a_device_with_less_memory_than_reported() {
    let units = all_units(8);
    let mut engine = engine_of(Emulated::with(7, 2, 64 << 20));
    let about = Emulated::with(7, 2, 4 << 30);
    engine.limits = Limits::new(about.about(), 1);
    let before = engine.limits.capacity;
    agree(&mut engine, &units, Route::Direct);
    assert!(engine.limits.capacity < before);
}

#[test]
fn a_failed_device_is_named() {
    let units = all_units(10);
    for launches in 0..3 {
        let mut engine = engine_of(Emulated::open(9).lost_after(launches));
        let error = engine.run(&units, Route::Direct).unwrap_err().to_string();
        assert!(error.starts_with("emulated:0 (emulated GPU): "), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

/// A wrong result in a spot check stops all engines of the device.
#[test]
fn a_wrong_count_stops_the_device() {
    let units = all_units(9);
    let right = recount(&[&units[0]], Route::Direct).unwrap();
    let wrong = Arc::default();
    let mut checks = [1.0, 0.0].map(|part| SpotCheck::new(part, Arc::clone(&wrong)));
    assert_eq!(checks[0].select(&units).len(), units.len());
    assert!(checks[1].select(&units).is_empty());
    for check in &checks {
        check.compare(&[&units[0]], right.iter(), &right).unwrap();
    }
    let mut result = right[0];
    result.value += 1;
    let said = checks[0].compare(&[&units[0]], [&result].into_iter(), &right);
    let said = said.unwrap_err();
    assert!(said.contains(&units[0].to_string()), "{said}");
    let said = checks[1].compare(&[], [].into_iter(), &[]).unwrap_err();
    assert!(said.contains("another engine of this device"), "{said}");
}

/// The CPU recounts all units while the device counts.
#[test]
fn all_units_are_recounted() {
    let units = all_units(9);
    let mut engine = engine_of(Emulated::open(4));
    engine.spot_check = SpotCheck::new(1.0, Arc::default());
    agree(&mut engine, &units, Route::Exchanged);
}
