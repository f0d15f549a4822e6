//! The published totals that the Count tab compares counts with.

use serde_json::Value;

const STORED: &str = include_str!("../../../bezzel-server/web/src/count/records.json");

fn stored() -> Vec<Value> {
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
        assert_eq!(record["n"].to_string(), fields.next().unwrap());
        assert_eq!(record["solutions"], fields.next().unwrap());
        assert_eq!(record["fundamental"], fields.next().unwrap());
        assert!(record["source"].as_str().unwrap().starts_with("https://"));
    }
}

#[test]
fn records_have_the_cpu_times_of_the_saved_counts() {
    let stored: Vec<(f64, f64)> = stored()
        .iter()
        .filter_map(|record| Some((record["n"].as_f64()?, record["cpu_seconds"].as_f64()?)))
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
