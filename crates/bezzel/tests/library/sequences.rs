//! Numbers for OEIS in `records/`, with published terms and formulas, and the picture of the method.

use std::collections::BTreeSet;
use std::fs;

use bezzel_oracle::{sequence, totals};

#[path = "../../examples/colours.rs"]
mod colours;

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
fn boards_that_are_divided_into_solutions_have_n_colours() {
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
