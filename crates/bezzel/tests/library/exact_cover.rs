//! The exact-cover solver, against known numbers of covers and a search of all subsets.

use bezzel::Advance;
use bezzel::exact_cover::ExactCover;
use proptest::prelude::*;

fn problem(primary: u32, secondary: u32, options: &[Vec<u32>]) -> ExactCover {
    let mut problem = ExactCover::new(primary, secondary);
    for (option, at) in options.iter().zip(0..) {
        assert_eq!(problem.add_option(option), at);
        assert_eq!(problem.option(at), option);
    }
    assert_eq!(problem.option_count() as usize, options.len());
    problem
}

/// Tries every subset of the options.
fn naive(primary: u32, items: u32, options: &[Vec<u32>]) -> Vec<Vec<u32>> {
    (0..1u32 << options.len())
        .map(|subset| -> Vec<u32> {
            let all = 0..options.len() as u32;
            all.filter(|at| subset >> at & 1 == 1).collect()
        })
        .filter(|subset| {
            let covered = |item: u32| {
                let options = subset.iter().map(|&at| &options[at as usize]);
                options.filter(|option| option.contains(&item)).count()
            };
            (0..primary).all(|item| covered(item) == 1)
                && (primary..items).all(|item| covered(item) <= 1)
        })
        .collect()
}

fn problems() -> impl Strategy<Value = (u32, u32, Vec<Vec<u32>>)> {
    (0..5u32, 0..4u32).prop_flat_map(|(primary, secondary)| {
        let items = primary + secondary;
        let option = prop::sample::subsequence((0..items).collect::<Vec<_>>(), 0..=items as usize)
            .prop_shuffle()
            .prop_filter("a primary item", move |option| {
                option.iter().any(|&item| item < primary)
            });
        let most = if primary == 0 { 0 } else { 10 };
        let options = prop::collection::vec(option, 0..=most);
        (Just(primary), Just(secondary), options)
    })
}

proptest! {
    #[test]
    fn covers_are_those_of_a_search_of_all_subsets((primary, secondary, options) in problems()) {
        let problem = problem(primary, secondary, &options);
        let mut covers: Vec<_> = problem.search().collect();
        let again: Vec<_> = problem.search().collect();
        prop_assert_eq!(&covers, &again);
        covers.sort();
        let mut expected = naive(primary, primary + secondary, &options);
        expected.sort();
        prop_assert_eq!(covers, expected);
    }

    #[test]
    fn a_paused_search_finds_the_same(
        (primary, secondary, options) in problems(),
        steps in 1..4u64,
    ) {
        let problem = problem(primary, secondary, &options);
        let (mut search, mut covers) = (problem.search(), Vec::new());
        loop {
            match search.advance(steps) {
                Advance::Solution(options) => covers.push(options.to_vec()),
                Advance::Paused => {}
                Advance::End => break,
            }
        }
        prop_assert_eq!(search.advance(steps), Advance::End);
        prop_assert_eq!(problem.search().collect::<Vec<_>>(), covers);
    }
}

/// Fillings of a 2×n rectangle with dominoes are Fibonacci numbers.
#[test]
fn dominoes() {
    let mut fibonacci = (1, 1);
    for n in 1..=12u32 {
        let mut options = Vec::new();
        for column in 0..n {
            options.push(vec![column, n + column]);
            if column + 1 < n {
                options.push(vec![column, column + 1]);
                options.push(vec![n + column, n + column + 1]);
            }
        }
        assert_eq!(
            problem(2 * n, 0, &options).search().count(),
            fibonacci.1,
            "n = {n}"
        );
        fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1);
    }
}

#[test]
fn small_problems() {
    assert_eq!(problem(0, 0, &[]).search().collect::<Vec<_>>(), [[0; 0]]);
    assert_eq!(problem(0, 3, &[]).search().count(), 1);
    assert_eq!(problem(1, 0, &[]).search().count(), 0);
    assert_eq!(problem(1, 0, &[vec![0], vec![0]]).search().count(), 2);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for option in [&[0, 3][..], &[1, 2, 1], &[2], &[]] {
        let added = std::panic::catch_unwind(|| ExactCover::new(2, 1).add_option(option));
        assert!(added.is_err(), "{option:?}");
    }
}
