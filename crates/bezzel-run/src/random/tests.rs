//! Equal seeds give equal solutions by every route, and seeds that follow each other independent ones.

use std::collections::BTreeMap;

use bezzel::{RandomModel, Square};
use bezzel_count::Backend;

use super::*;

fn job(board: &ConstrainedBoard, seed: u64) -> DrawJob {
    let engines = EngineSelection::new(None, None);
    DrawJob::new(board.clone(), None, engines, 1, seed).unwrap()
}

fn empty(n: u32, seed: u64) -> DrawJob {
    job(&ConstrainedBoard::new(n).unwrap(), seed)
}

fn drawn(job: &DrawJob) -> Vec<Vec<u32>> {
    job.clone().run(&Control::never(), &mut |_| {}).unwrap()
}

/// Asserts that neither backend, threads nor number of solutions change what a seed gives.
fn assert_one_answer(job: &DrawJob) {
    let expected = drawn(job);
    let threads = |threads| EngineSelection::new(None, Some(threads));
    let mut routes = vec![
        DrawJob {
            engines: threads(1),
            ..job.clone()
        },
        DrawJob {
            asked: Some(RandomMethod::Uniform),
            count: job.count + 2,
            ..job.clone()
        },
    ];
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    for backend in available {
        routes.push(DrawJob {
            engines: EngineSelection::new(Some(backend.into()), None),
            ..job.clone()
        });
    }
    for route in routes {
        let mut found = drawn(&route);
        found.truncate(expected.len());
        assert_eq!(found, expected, "{route:?}");
    }
}

#[test]
fn equal_seeds_give_equal_solutions_by_every_route() {
    let mut found = [0; 2];
    for seed in 0..60 {
        let n = 4 + (seed % 7) as u32;
        let model = match seed % 3 {
            0 => RandomModel::PlacedQueens { queens: 1 },
            1 => RandomModel::BlockedSquares { share: 0.2 },
            _ => RandomModel::BlockedSquares { share: 0.05 },
        };
        let board = ConstrainedBoard::random(n, model, seed).unwrap();
        let job = DrawJob {
            count: 3,
            ..job(&board, seed)
        };
        found[usize::from(drawn(&job).is_empty())] += 1;
        assert_one_answer(&job);
    }
    assert!(found[0] > 30 && found[1] > 5, "{found:?}");
}

#[test]
fn boards_with_many_completions_and_empty_ones_have_one_answer_too() {
    for n in 0..=12 {
        assert_one_answer(&empty(n, 3));
    }
    let mut board = ConstrainedBoard::new(15).unwrap();
    board.block(Square::new(0, 0)).unwrap();
    assert!(!lists_completions(&board));
    assert_one_answer(&job(&board, 5));
    // A blocked square that a queen attacks has no effect.
    board.place(Square::new(3, 0)).unwrap();
    assert_eq!(drawn(&job(&board, 5)), drawn(&job(&board.reduced(), 5)));
    // A queen on a blocked square has no completion.
    board.place(Square::new(0, 0)).unwrap();
    assert_eq!(drawn(&job(&board, 5)), Vec::<Vec<u32>>::new());
}

/// Neighbouring seeds give the same solution as often as independent draws do: p, the sum of the squares
/// of the probabilities of all solutions. `first_draws_of_neighbouring_seeds_are_uniform` in bezzel-count tests more
/// seeds; here one thread, which does not change what a seed gives, saves the start of others.
#[test]
fn neighbouring_seeds_give_independent_solutions() {
    let mut board = ConstrainedBoard::new(8).unwrap();
    board.place(Square::new(0, 3)).unwrap();
    let local = DrawJob {
        asked: Some(RandomMethod::MinConflicts),
        ..empty(6, 0)
    };
    let seeds = 1000;
    for job in [empty(6, 0), job(&board, 0), local] {
        let job = DrawJob {
            engines: EngineSelection::new(None, Some(1)),
            ..job
        };
        let solution = |seed| {
            drawn(&DrawJob {
                seed,
                ..job.clone()
            })
            .remove(0)
        };
        let drawn: Vec<Vec<u32>> = (0..seeds).map(solution).collect();
        let mut found: BTreeMap<&[u32], f64> = BTreeMap::new();
        for columns in &drawn {
            *found.entry(columns).or_default() += 1.0 / seeds as f64;
        }
        let p: f64 = found.values().map(|part| part * part).sum();
        for apart in 1..=3 {
            let repeats = (apart..drawn.len()).filter(|&at| drawn[at] == drawn[at - apart]);
            let repeats = repeats.count() as f64 / (drawn.len() - apart) as f64;
            let deviation = (p * (1.0 - p) / seeds as f64).sqrt();
            let off = (repeats - p) / deviation;
            assert!(
                off.abs() < 4.0,
                "{apart} apart: {repeats}, not {p}: {job:?}"
            );
        }
    }
}
