//! The published totals that the Count tab compares counts with.

use bezzel::methods::Method;
use serde::Deserialize;

const STORED: &str = include_str!("../../../bezzel-server/web/src/count/records.json");

/// A published value of Q(n).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedTotal {
    n: u32,
    solutions: String,
    fundamental: String,
    /// Authors, if the source names them.
    by: Option<String>,
    year: Option<u32>,
    /// Method and machines.
    how: Option<Words>,
    /// Address of the source.
    source: String,
    /// CPU seconds of a saved count, from RECORDS.md.
    cpu_seconds: Option<f64>,
}

/// A text in both languages of the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    en: String,
    zh: String,
}

fn stored() -> Vec<PublishedTotal> {
    serde_json::from_str(STORED).unwrap()
}

#[test]
fn records_are_the_published_totals() {
    let vectors = include_str!("../../../bezzel-oracle/vectors/totals.csv");
    let published: Vec<&str> = vectors
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let records = stored();
    assert_eq!(records.len(), published.len());
    for (record, line) in records.iter().zip(published) {
        let mut fields = line.split(',');
        assert_eq!(record.n.to_string(), fields.next().unwrap());
        assert_eq!(record.solutions, fields.next().unwrap());
        assert_eq!(record.fundamental, fields.next().unwrap());
    }
}

#[test]
fn records_are_complete_and_counted_right() {
    for (n, record) in (1..).zip(stored()) {
        assert_eq!(record.n, n);
        if n <= 12 {
            let counted = Method::MirroredBitmask.count(n).unwrap();
            assert_eq!(record.solutions, counted.to_string(), "n = {n}");
        }
        assert!(record.source.starts_with("https://"), "{}", record.source);
        assert!(record.by.is_none_or(|by| !by.is_empty()), "n = {n}");
        assert!(record.year.is_none_or(|year| (1850..2100).contains(&year)));
        let how = record.how;
        assert!(how.is_none_or(|how| !how.en.is_empty() && !how.zh.is_empty()));
    }
}

#[test]
fn records_have_the_cpu_times_of_the_saved_counts() {
    let stored: Vec<(f64, f64)> = stored()
        .iter()
        .filter_map(|record| Some((f64::from(record.n), record.cpu_seconds?)))
        .collect();
    let recorded: Vec<_> = include_str!("../../../../RECORDS.md")
        .lines()
        .filter_map(|line| {
            let fields: Vec<f64> = line.split('|').map_while(number).collect();
            Some((*fields.get(1)?, *fields.get(6)?))
        })
        .collect();
    assert_eq!(stored, recorded);
    assert!(recorded.len() >= 5, "{recorded:?}");
}

/// Parses a field of a table; the field before the first `|` is empty.
fn number(field: &str) -> Option<f64> {
    match field.trim() {
        "" => Some(0.0),
        field => field.parse().ok(),
    }
}
