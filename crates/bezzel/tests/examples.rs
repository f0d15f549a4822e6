//! The files that examples made: numbers for OEIS in `records/`, with published terms and formulas, and a
//! picture of the method.

use std::collections::BTreeSet;
use std::fs;

use bezzel_oracle::{sequence, totals};

#[path = "../examples/colours.rs"]
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
    assert!(sequences.len() >= 3, "found {sequences:?}");
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
fn the_picture_of_the_method_is_that_of_its_program() {
    let path = format!("{RECORDS}/../docs/images/colour-split.svg");
    let stored = fs::read_to_string(path).unwrap();
    assert!(stored == colours::picture(), "run the example colours");
}
