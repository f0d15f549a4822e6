//! Tests of commitments: no other part, sum or result fits a signed root.

use bezzel_count::{Backend, Counter, Route};

use super::*;
use crate::{ProcessInfo, SecretKey};

const N: u32 = 14;

struct Counted {
    units: UnitList,
    record: Record,
}

/// A unit with 16 parts, counted by parts and signed.
fn counted(route: Route) -> Counted {
    let units = UnitList::new(N).unwrap();
    let mut counter = Counter::new(Backend::Portable).unwrap();
    let process = ProcessInfo::current("t");
    let mut count = |unit: Unit| {
        let found = Record::count_by_parts(&mut counter, &[unit], route, &process);
        found.unwrap().remove(0)
    };
    let plan = units.plan().clone();
    let mut large = plan.units().filter(|unit| unit.parts().len() == 16);
    let found = large.find_map(|unit| Some(count(unit)).filter(|one| one.result.value > 0));
    let mut record = found.unwrap();
    units.sign(&mut record, &SecretKey::new().unwrap()).unwrap();
    Counted { units, record }
}

impl Counted {
    fn unit(&self) -> Unit {
        self.units.unit(self.record.unit).unwrap()
    }

    fn parts(&self) -> Vec<PartSum> {
        self.record.commitment.as_ref().unwrap().parts().to_vec()
    }

    fn with(&self, root: Hash, parts: Vec<PartSum>) -> Record {
        Record {
            commitment: Some(Commitment::from_parts(root, parts)),
            ..self.record.clone()
        }
    }

    fn root(&self) -> Hash {
        *self.record.commitment.as_ref().unwrap().root()
    }
}

#[test]
fn a_line_with_parts_survives_a_round_trip_and_is_the_same_result_without_them() {
    let made = counted(Route::Exchanged);
    let line = made.units.line(&made.record).unwrap();
    assert_eq!(made.units.parse(&line).unwrap(), made.record);
    let (short, parts) = line.rsplit_once(' ').unwrap();
    assert!(parts.starts_with(PARTS), "{parts}");
    let without = made.units.parse(short).unwrap();
    assert!(without.commitment.as_ref().unwrap().parts().is_empty());
    let sum = |record| made.units.checksum(record).unwrap();
    assert_eq!(sum(&without), sum(&made.record));
    assert_eq!(made.units.stated_checksum(&line), Some(sum(&made.record)));
    // Without the root, the signature is invalid.
    let unrooted = Record {
        commitment: None,
        ..made.record.clone()
    };
    let error = made.units.verify(&unrooted).unwrap_err().to_string();
    assert!(error.contains("expected a valid signature"), "{error}");
}

#[test]
fn other_parts_and_other_sums_are_refused_by_name() {
    let made = counted(Route::Direct);
    let (unit, parts, root) = (made.unit(), made.parts(), made.root());
    let refused = |record: &Record, why: &str| {
        let error = made.units.check(record).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
        let line = made.units.line(record).unwrap();
        let parsed = made.units.parse(&line).unwrap_err().to_string();
        assert_eq!(parsed, error);
    };
    // Value moved from one part to another: the sum is right, the root is not.
    let mut moved = parts.clone();
    let from = moved.iter().position(|part| part.value > 0).unwrap();
    moved[from].value -= 1;
    moved[(from + 1) % 16].value += 1;
    refused(&made.with(root, moved), "expected the parts of unit");
    let mut swapped = parts.clone();
    swapped.swap(0, 15);
    refused(&made.with(root, swapped), "expected the parts of unit");
    // A root of parts that add up to another value.
    let mut more = parts.clone();
    more[3].value += 12;
    let honest = Commitment::new(&made.record, &unit.parts(), more.clone());
    let record = made.with(*honest.root(), more);
    refused(&record, "expected parts of unit");
    refused(
        &made.with(root, parts[..15].to_vec()),
        "expected 16 parts of unit",
    );
    let mut overflowing = parts;
    overflowing[0].value = u128::MAX;
    refused(&made.with(root, overflowing), "expected parts of unit");
}

#[test]
fn each_part_has_a_proof_and_no_changed_one_is_accepted() {
    let made = counted(Route::Direct);
    let mut random = fastrand::Rng::with_seed(1);
    for part in 0..16 {
        let proof = PartProof::of(&made.units, &made.record, part).unwrap();
        assert_eq!(proof.sum(), made.parts()[part as usize]);
        proof.check(&made.units, &made.record).unwrap();
        let text = proof.to_string();
        assert!(text.len() < MAX_PROOF_BYTES / 2);
        assert_eq!(PartProof::parse(&text).unwrap(), proof);
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = random.u8(b' '..=b'~');
            let changed = String::from_utf8(bytes).unwrap();
            let checked =
                PartProof::parse(&changed).and_then(|proof| proof.check(&made.units, &made.record));
            match checked {
                Ok(()) => assert_eq!(changed, text),
                Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
            }
        }
        let other = PartProof {
            part: (part + 1) % 16,
            ..proof.clone()
        };
        assert!(other.check(&made.units, &made.record).is_err());
        let short = PartProof {
            path: proof.path[1..].to_vec(),
            ..proof.clone()
        };
        let error = short.check(&made.units, &made.record).unwrap_err();
        assert!(error.to_string().contains("path of another length"));
        // The result must have the sums of the root.
        let mut raised = made.record.clone();
        raised.result.value += 12;
        let error = proof.check(&made.units, &raised).unwrap_err().to_string();
        assert!(error.contains("expected parts that add up"), "{error}");
    }
    let beyond = PartProof {
        part: 16,
        sum: PartSum::default(),
        path: Vec::new(),
    };
    let error = beyond.check(&made.units, &made.record).unwrap_err();
    assert!(error.to_string().contains("expected a part from 0 to 15"));
    assert!(PartProof::of(&made.units, &made.record, 16).is_err());
}

#[test]
fn trees_of_any_number_of_parts_have_proofs() {
    let made = counted(Route::Direct);
    let parts = made.unit().parts();
    for number in 1..=16 {
        let units = &parts[..number];
        let sums = &made.parts()[..number];
        let leaves = leaves(&made.record, units, sums);
        let root = Node::root(&leaves);
        for (part, &sum) in sums.iter().enumerate() {
            // The path as `PartProof::of` walks it.
            let (mut path, mut rest, mut at) = (Vec::new(), &leaves[..], part);
            while rest.len() > 1 {
                let (left, right) = rest.split_at(split(rest.len()));
                let goes_right = at >= left.len();
                path.push(Node::root(if goes_right { left } else { right }));
                rest = if goes_right { right } else { left };
                at -= if goes_right { left.len() } else { 0 };
            }
            path.reverse();
            let proof = PartProof {
                part: part as u32,
                sum,
                path,
            };
            assert_eq!(proof.root(&made.record, units), Some(root));
        }
    }
}

#[test]
fn draws_depend_on_seed_and_root_and_reach_every_part() {
    let mut times = [0; 16];
    for seed in 0..400 {
        let drawn = drawn_parts(seed, "f", &[7; 32], 2, 16);
        assert_eq!(drawn, drawn_parts(seed, "f", &[7; 32], 2, 16));
        assert!(drawn.len() == 2 && drawn[0] < drawn[1]);
        drawn.iter().for_each(|part| times[*part as usize] += 1);
    }
    // 50 are expected, with a standard deviation of 6.6.
    assert!(
        times.iter().all(|times| (20..=80).contains(times)),
        "{times:?}"
    );
    let drawn = |root: [u8; 32]| (0..20).map(move |seed| drawn_parts(seed, "f", &root, 2, 16));
    assert!(!drawn([7; 32]).eq(drawn([8; 32])));
    assert_eq!(drawn_parts(1, "f", &[7; 32], 9, 3), [0, 1, 2]);
}

#[test]
fn stored_parts_survive_a_round_trip_and_no_changed_byte_is_accepted() {
    let most = PartSum {
        value: u128::MAX,
        joined: 1 << 127,
    };
    let small = PartSum {
        value: 0,
        joined: 127,
    };
    for parts in [
        vec![],
        vec![most, small, PartSum::default()],
        vec![small; 16],
    ] {
        let commitment = Commitment::from_parts([9; 32], parts);
        let bytes = stored::encode(&commitment);
        assert_eq!(stored::decode(&bytes).as_ref(), Some(&commitment));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert_eq!(stored::decode(&changed), None);
            assert_eq!(stored::decode(&bytes[..at]), None);
        }
    }
}
