//! Plans are the same on every machine: sizes, names and order of units are pinned.

use bezzel_count::{PLAN_VERSION, Plan};

/// Names that enter a checksum, at most: every k-th unit of a larger plan.
const MAX_NAMES: u64 = 100_000;

/// n, number of units, their first, middle and last name, and a checksum of names.
fn line(n: u32) -> String {
    let plan = Plan::new(n).unwrap();
    let name = |index| plan.unit(index).unwrap().to_string();
    let step = plan.len().div_ceil(MAX_NAMES);
    let mut checksum = Fnv::default();
    for index in (0..plan.len()).step_by(step as usize) {
        checksum.add(name(index).as_bytes());
        checksum.add(b"\n");
    }
    let [first, middle, last] = [0, plan.len() / 2, plan.len() - 1].map(name);
    format!(
        "{n},{},{first},{middle},{last},{:016x}",
        plan.len(),
        checksum.0
    )
}

/// FNV-1a with 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

fn check(sizes: std::ops::RangeInclusive<u32>) {
    let mut lines = include_str!("plans.csv").lines();
    let version = format!("# plan version {PLAN_VERSION}");
    assert_eq!(lines.next(), Some(version.as_str()));
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with(['#', 'n'])).collect();
    for n in sizes {
        assert_eq!(lines[n as usize - 8], line(n));
    }
}

#[test]
fn plans_to_26_are_pinned() {
    check(8..=26);
}

/// Takes about a minute, most of it for n = 31 and 32.
#[test]
#[ignore = "takes a minute: scripts/test --all runs it among the tests of full size"]
fn plans_to_32_are_pinned() {
    check(27..=32);
}

/// The longest unit of a plan is expected to take 14 s, and some more where parts are uneven.
#[test]
fn no_unit_is_expected_to_take_longer_than_15_s() {
    for n in [24, 25, 26, 27] {
        let plan = Plan::new(n).unwrap();
        let longest = plan.units().map(|unit| unit.cost()).fold(0.0, f64::max);
        assert!(longest > 1e9 && longest < 15e9, "n = {n}: {longest} ns");
    }
}
