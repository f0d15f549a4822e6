//! The files that examples made: numbers for OEIS in `records/`, with published terms and formulas, and a
//! picture of the method.

use std::collections::BTreeSet;
use std::fs;

use bezzel_oracle::{sequence, totals};

#[path = "../examples/colours.rs"]
mod colours;
#[path = "../examples/partition.rs"]
mod partition;
#[path = "../examples/profile.rs"]
mod profile;
#[path = "../examples/threshold.rs"]
mod threshold;
#[path = "../examples/torus.rs"]
mod torus;

const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");

/// Returns the lines of `records/b062164.txt` for `A062164`: index and term.
fn b_file(name: &str) -> Vec<(u64, u128)> {
    let path = format!("{RECORDS}/b{}.txt", &name[1..]);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let terms = lines.map(|line| {
        let (index, term) = line.split_once(' ').expect("an index and a term");
        (index.parse().unwrap(), term.parse().unwrap())
    });
    terms.collect()
}

/// Returns row n of a triangle whose row n has n + 1 terms.
fn triangle_row(name: &str, n: u64) -> Vec<u128> {
    let row = n * (n + 1) / 2..(n + 1) * (n + 2) / 2;
    let terms = b_file(name).into_iter();
    terms
        .filter(|(index, _)| row.contains(index))
        .map(|(_, term)| term)
        .collect()
}

fn term(terms: &[(u64, u128)], n: u64) -> u128 {
    let found = terms.iter().find(|(index, _)| *index == n);
    found.unwrap_or_else(|| panic!("no term for n = {n}")).1
}

#[test]
fn b_files_begin_with_the_published_terms_and_continue_them() {
    let mut sequences = BTreeSet::new();
    for file in fs::read_dir(RECORDS).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        let digits = file
            .strip_prefix('b')
            .and_then(|file| file.strip_suffix(".txt"));
        sequences.extend(digits.map(|digits| format!("A{digits}")));
    }
    assert!(sequences.len() >= 10, "found {sequences:?}");
    for name in sequences {
        let (ours, published) = (b_file(&name), sequence(&name));
        assert_eq!(ours[..published.len()], published, "{name}");
        assert!(ours.len() > published.len(), "{name} has no new term");
        for ((index, _), expected) in ours.iter().zip(published[0].0..) {
            assert_eq!(*index, expected, "{name}");
        }
    }
}

#[test]
fn numbers_of_orbits_follow_from_published_terms() {
    let [half_turn, quarter_turn] = ["A032522", "A033148"].map(sequence);
    let (symmetric, doubly) = (b_file("A260319"), sequence("A260318"));
    for &(n, number) in &symmetric[1..] {
        let orbits = (term(&half_turn, n) - term(&quarter_turn, n)) / 4;
        assert_eq!(number, orbits, "n = {n}");
        assert_eq!(term(&doubly, n), term(&quarter_turn, n) / 2, "n = {n}");
    }
    for (n, number) in b_file("A260320").into_iter().skip(1) {
        let [single, double] = [&symmetric, &doubly].map(|terms| term(terms, n));
        let total = &totals()[n as usize - 1];
        assert_eq!(number + single + double, total.fundamental, "n = {n}");
        assert_eq!(8 * number + 4 * single + 2 * double, total.all, "n = {n}");
    }
}

#[test]
fn queens_with_a_pawn_follow_from_published_terms() {
    let [all, unchanged] = ["A103330", "A368061"].map(sequence);
    for (n, number) in b_file("A103331") {
        assert_eq!(
            8 * number,
            term(&all, n) + 4 * term(&unchanged, n),
            "n = {n}"
        );
    }
}

#[test]
fn torus_rows_are_found_by_both_methods() {
    for n in 1..=10 {
        let row = torus::row(n);
        assert_eq!(row, torus::naive_row(n), "n = {n}");
        let classes = ["A062164", "A062165"].map(|name| term(&b_file(name), n.into()));
        assert_eq!(row.classes, classes, "n = {n}");
        let triangles = ["A181499", "A181500", "A181501", "A181502"];
        assert_eq!(
            row.solutions,
            triangles.map(|name| triangle_row(name, n.into())),
            "n = {n}"
        );
    }
}

#[test]
fn torus_rows_add_up_to_all_solutions_and_begin_with_those_of_the_torus() {
    let torus = sequence("A007705");
    for (n, _) in b_file("A062164") {
        for (name, column) in [
            ("A181499", 0),
            ("A181500", 0),
            ("A181501", 0),
            ("A181502", 1),
        ] {
            let row = triangle_row(name, n);
            let all = totals()[n as usize - 1].all;
            assert_eq!(row.iter().sum::<u128>(), all, "{name}, n = {n}");
            let expected = if n % 2 == 1 { term(&torus, n / 2) } else { 0 };
            assert_eq!(row[column], expected, "{name}, n = {n}");
        }
    }
}

#[test]
fn backtrack_trees_are_the_published_ones() {
    for n in 0..=11 {
        let row = profile::profile(n, 2, |_, _| {});
        assert_eq!(row, profile::by_search(n), "n = {n}");
        let row: Vec<u128> = row.into_iter().map(u128::from).collect();
        assert_eq!(row, triangle_row("A319284", n.into()), "n = {n}");
    }
}

/// Level 1 has a node for each square of a row, level 2 for each pair of squares of two rows that do not
/// attack each other, and the last level one for each solution.
#[test]
fn backtrack_trees_add_up_and_end_with_all_solutions() {
    for (n, sum) in b_file("A319283") {
        let row = triangle_row("A319284", n);
        assert_eq!(row.iter().sum::<u128>(), sum, "n = {n}");
        if n >= 2 {
            let size = u128::from(n);
            let solutions = totals()[n as usize - 1].all;
            let expected = [1, size, (size - 1) * (size - 2)];
            assert_eq!(row[..3], expected, "n = {n}");
            assert_eq!(row[n as usize], solutions, "n = {n}");
        }
    }
}

#[test]
fn thresholds_are_the_published_ones() {
    let pairs = sequence("A036464");
    for (n, expected) in sequence("A374013") {
        if n > 10 {
            break;
        }
        let mut search = threshold::Search::new(n as u32);
        for queens in 1.. {
            match search.next_pass() {
                threshold::Pass::All(placements) => {
                    let all = if queens == 1 {
                        (n * n).into()
                    } else {
                        term(&pairs, n)
                    };
                    assert_eq!((u128::from(placements), queens < 3), (all, true), "n = {n}");
                }
                threshold::Pass::NotThis(squares) => {
                    assert_eq!(queens - 1, expected, "n = {n}");
                    let mut board = bezzel::ConstrainedBoard::new(n as u32).unwrap();
                    for queen in squares {
                        board.place(queen).unwrap();
                    }
                    assert_eq!(board.queens().len() as u128, queens);
                    assert_eq!(board.count_completions(bezzel::NEVER).unwrap(), Some(0));
                    break;
                }
            }
        }
    }
}

/// Each queen is on a square of its own, and each set of queens is a solution.
fn assert_partition(n: u32, solutions: &[Vec<u32>]) {
    assert_eq!(solutions.len() as u32, n);
    let mut squares = BTreeSet::new();
    for columns in solutions {
        let placement = bezzel::Placement::from_columns(columns.iter().copied()).unwrap();
        assert!(
            placement.size() == n && placement.is_solution(),
            "{columns:?}"
        );
        squares.extend(placement.queens());
    }
    assert_eq!(squares.len() as u32, n * n, "n = {n}");
}

#[test]
fn boards_are_divided_into_solutions() {
    for n in [12, 16] {
        assert_partition(n, &partition::partition(n, 1000).unwrap());
    }
    let colours = sequence("A088202");
    for (n, number) in b_file("A171760").into_iter().skip(12) {
        assert_eq!((number, term(&colours, n)), (n.into(), n.into()), "n = {n}");
    }
}

#[test]
fn the_picture_of_the_method_is_that_of_its_program() {
    let path = format!("{RECORDS}/../docs/images/colour-split.svg");
    let stored = fs::read_to_string(path).unwrap();
    assert!(stored == colours::picture(), "run the example colours");
}
