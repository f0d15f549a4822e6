//! The stored certificates agree with RECORDS.md and the published values.

use std::fs;
use std::path::Path;

use bezzel::{ConstrainedBoard, RandomModel, Square};
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
        says(format!("units confirmed by both routes: {}", fields[5]));
        says(format!("list of units: {}", list_of_units(fields[3], n)));
        let short = &certificate.fingerprint()[..16];
        assert_eq!(fields[8], format!("[{short}…]({path})"));
        seen += 1;
    }
    assert!(seen >= 5, "{seen} records");
}

/// Ledgers and certificates of boards have these fingerprints. At n = 26 many subproblems are split.
#[test]
fn lists_of_units_of_boards_are_pinned() {
    let placed = |n, squares: &[(u32, u32)]| {
        let mut board = ConstrainedBoard::new(n).unwrap();
        for &(row, column) in squares {
            board.place(Square::new(row, column)).unwrap();
        }
        board
    };
    let blocked = |n, share| {
        let model = RandomModel::BlockedSquares { share };
        ConstrainedBoard::random(n, model, 1).unwrap()
    };
    for (board, units, fingerprint) in [
        (
            placed(23, &[(0, 5), (7, 7)]),
            4082,
            "03f0746323372db479af43f108d6e3bdf6f73232b1911ed1b7d276cb44c3fd40",
        ),
        (
            placed(26, &[(0, 3)]),
            37_008,
            "1049cdae0d4d940dab84579dee9a9916bea89e4043b259d2e976caed5edd401c",
        ),
        (
            blocked(22, 0.2),
            2048,
            "0602ee4927273a367b6992e7c868e5f3ab9c6f61bb3bf9ea70218ac8719fbaf9",
        ),
        (
            blocked(26, 0.2),
            22_391,
            "ca1a5f7c2bec2bd9c0980587ca97aa451da014b9fb4bc710b74debb828bfa88e",
        ),
    ] {
        let list = UnitList::of_plan(Plan::constrained(&board).unwrap()).unwrap();
        assert_eq!(list.plan().len(), units);
        assert_eq!(list.fingerprint(), fingerprint);
    }
}
