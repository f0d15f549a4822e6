//! Equal seeds give equal solutions by every route, and seeds that follow each other independent ones.

use std::collections::BTreeMap;

use bezzel::{RandomModel, Square};

use super::*;
use crate::Storage;

fn drawn(request: &RandomRequest) -> Vec<Vec<u32>> {
    request.run(&mut |_| true).unwrap().unwrap()
}

/// Returns the ledger of a finished count of the request.
fn counted(request: &RandomRequest, path: &Path) {
    let count = CountRequest {
        board: request.board.clone(),
        record_counter: true,
        storage: Storage::File(path.to_owned()),
        ..CountRequest::new(request.n)
    };
    let counted = Count::new(count).unwrap().run(&mut |_| true).unwrap();
    assert!(counted.is_some());
}

/// Asserts that neither backend, threads, ledger nor number of solutions change what a seed gives.
fn assert_one_answer(request: &RandomRequest) {
    let expected = drawn(request);
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("board.bezzel");
    counted(request, &ledger);
    let mut routes = vec![
        RandomRequest {
            threads: Some(1),
            ..request.clone()
        },
        RandomRequest {
            ledger: Some(ledger.clone()),
            threads: Some(3),
            ..request.clone()
        },
        // The ledger has the board.
        RandomRequest {
            ledger: Some(ledger.clone()),
            board: None,
            ..request.clone()
        },
        RandomRequest {
            method: Some(RandomMethod::Uniform),
            count: request.count + 2,
            ..request.clone()
        },
    ];
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    for (at, backend) in available.enumerate() {
        routes.push(RandomRequest {
            backends: Some(backend.into()),
            ledger: Some(ledger.clone()).filter(|_| at == 1),
            ..request.clone()
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
        let request = RandomRequest {
            count: 3,
            ..RandomRequest::of_board(board, seed)
        };
        found[usize::from(drawn(&request).is_empty())] += 1;
        assert_one_answer(&request);
    }
    assert!(found[0] > 30 && found[1] > 5, "{found:?}");
}

#[test]
fn boards_with_many_completions_and_empty_ones_have_one_answer_too() {
    for n in 0..=12 {
        assert_one_answer(&RandomRequest::new(n, 3));
    }
    let mut board = ConstrainedBoard::new(15).unwrap();
    board.block(Square::new(0, 0)).unwrap();
    assert!(!lists_completions(&board));
    assert_one_answer(&RandomRequest::of_board(board.clone(), 5));
    // A blocked square that a queen attacks has no effect.
    board.place(Square::new(3, 0)).unwrap();
    let request = RandomRequest::of_board(board.clone(), 5);
    assert_eq!(
        drawn(&request),
        drawn(&RandomRequest::of_board(board.reduced(), 5))
    );
    // A queen on a blocked square has no completion.
    board.place(Square::new(0, 0)).unwrap();
    assert_eq!(
        drawn(&RandomRequest::of_board(board, 5)),
        Vec::<Vec<u32>>::new()
    );
}

/// Neighbouring seeds give the same solution as often as independent draws do: p, the sum of the squares
/// of the probabilities of all solutions.
#[test]
fn neighbouring_seeds_give_independent_solutions() {
    let mut board = ConstrainedBoard::new(8).unwrap();
    board.place(Square::new(0, 3)).unwrap();
    let mut local = RandomRequest::new(6, 0);
    local.method = Some(RandomMethod::MinConflicts);
    let seeds = 2000;
    for request in [
        RandomRequest::new(6, 0),
        RandomRequest::of_board(board, 0),
        local,
    ] {
        let solution = |seed| {
            drawn(&RandomRequest {
                seed,
                ..request.clone()
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
                "{apart} apart: {repeats}, not {p}: {request:?}"
            );
        }
    }
}
