//! The stored certificates agree with RECORDS.md and the published values.

use std::fs;
use std::path::Path;

use bezzel_campaign::{Certificate, UnitList};
use bezzel_count::{PLAN_VERSION, Plan};
use sha2::{Digest, Sha256};

/// The fingerprint of the units of a plan. Plan versions 2 and 3 have the same units for the
/// sizes in RECORDS.md.
fn list_of_units(version: &str, n: u32) -> String {
    let plan = Plan::new(n).unwrap();
    let mut hash = Sha256::new_with_prefix(format!("bezzel plan {version} n {n}\n"));
    for unit in plan.units() {
        hash.update(format!("{unit}\n"));
    }
    let fingerprint: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if version == PLAN_VERSION.to_string() {
        assert_eq!(fingerprint, UnitList::new(n).unwrap().fingerprint());
    }
    fingerprint
}

#[test]
fn records_have_their_certificates() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let records = fs::read_to_string(root.join("RECORDS.md")).unwrap();
    let mut seen = 0;
    for row in records.lines().filter(|line| line.starts_with("| 2")) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let n: u32 = fields[1].parse().unwrap();
        let path = format!("records/q{n}.txt");
        let text = fs::read_to_string(root.join(&path)).unwrap();
        let certificate = Certificate::parse(&text).unwrap();
        let says = |line: String| assert!(text.lines().any(|one| one == line), "{path}: {line}");

        let published = bezzel_oracle::totals()
            .into_iter()
            .find(|totals| totals.n == n);
        assert_eq!(fields[2], published.unwrap().all.to_string());
        says(format!("n: {n}"));
        says(format!("solutions: {}", fields[2]));
        says(format!("plan version: {}", fields[3]));
        says(format!("units: {}", fields[4]));
        says(format!(
            "units confirmed with rows and columns exchanged: {} of {}",
            fields[5], fields[4]
        ));
        says(format!("list of units: {}", list_of_units(fields[3], n)));
        let short = &certificate.fingerprint()[..16];
        assert_eq!(fields[8], format!("[{short}…]({path})"));
        seen += 1;
    }
    assert!(seen >= 5, "{seen} records");
}
