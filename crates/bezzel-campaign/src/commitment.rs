//! Commitments of results to the values of their parts: a proof of work by samples.
//!
//! A result can carry value and joined pairs of all [parts](Unit::parts) of its unit. They are the leaves of a
//! Merkle tree with SHA-256; its root is a word of the line, which the signature covers:
//!
//! ```text
//!   leaf   SHA-256(0, "bezzel part PLAN_VERSION ROUTE NUMBER PARTS NAME", sums)
//!   node   SHA-256(1, left hash, left sums, right hash, right sums)
//! ```
//!
//! Sums are value and joined pairs of everything below, 16 bytes each in big-endian order. Those at
//! the root must be the numbers of the line: who commits to the right parts cannot sign another
//! value. The left child of a node has the largest power of two of leaves that is less than all of
//! them.
//!
//! One part and its path prove to anyone that the author signed this part. A recount of a few
//! parts, drawn after the root was signed, finds with a known probability whoever did not count.

use std::fmt;
use std::sync::Arc;

use bezzel_count::{PLAN_VERSION, PartSum, Unit};
use sha2::{Digest, Sha256};

use crate::author::unhex;
use crate::record::RouteName;
use crate::units::{hex, shortened};
use crate::{Error, Record, UnitList};

/// Start of the word of a root in a line.
pub(crate) const ROOT: &str = "parts-";
/// Start of the word of the parts after the checksum of a line.
pub(crate) const PARTS: &str = "parts=";
/// First word of a proof.
const PROOF: &str = "bezzel-part-1";
/// Maximum length of a proof in bytes. Those of 16 parts have about 500 bytes.
const MAX_PROOF_BYTES: usize = 4096;
/// Maximum number of parts that are read.
const MAX_PARTS: usize = bezzel_count::MAX_PARTS as usize;

type Hash = [u8; 32];

/// The parts of a result, and the root of their tree.
///
/// ```
/// use bezzel_campaign::{ProcessInfo, Record, UnitList};
/// use bezzel_count::{Backend, Counter, Route};
/// let units = UnitList::new(14)?;
/// let unit = units.unit(20)?;
/// let mut counter = Counter::new(Backend::Portable)?;
/// let process = ProcessInfo::current("example");
/// let record = Record::count_by_parts(&mut counter, &[unit.clone()], Route::Direct, &process)?.remove(0);
/// let commitment = record.commitment.as_ref().expect("it was counted by parts");
/// assert_eq!(commitment.parts().len(), unit.parts().len());
/// assert_eq!(units.parse(&units.line(&record)?)?, record);
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Commitment {
    root: Hash,
    parts: Vec<PartSum>,
}

/// A part with its path to the root: a proof that the author of a result committed to it.
///
/// ```
/// # use bezzel_campaign::{PartProof, ProcessInfo, Record, UnitList};
/// # use bezzel_count::{Backend, Counter, Route};
/// # let units = UnitList::new(14)?;
/// # let unit = units.unit(20)?;
/// # let mut counter = Counter::new(Backend::Portable)?;
/// # let process = ProcessInfo::current("example");
/// # let counted = Record::count_by_parts(&mut counter, &[unit.clone()], Route::Direct, &process);
/// # let record = counted?.remove(0);
/// let proof = PartProof::of(&units, &record, 0)?;
/// let parsed = PartProof::parse(&proof.to_string())?;
/// parsed.check(&units, &record)?;
/// assert_eq!(parsed.part(), 0);
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PartProof {
    part: u32,
    sum: PartSum,
    /// The nodes beside the path, from the leaf to the root.
    path: Vec<Node>,
}

/// A node of the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Node {
    hash: Hash,
    sums: PartSum,
}

impl Node {
    fn leaf(record: &Record, units: &[Unit], part: usize, sums: PartSum) -> Self {
        let mut hash = Sha256::new_with_prefix([0]);
        hash.update(format!(
            "bezzel part {PLAN_VERSION} {} {part} {} {}\n",
            RouteName(record.route),
            units.len(),
            units[part]
        ));
        add_sums(&mut hash, &sums);
        let hash = hash.finalize().into();
        Self { hash, sums }
    }

    fn above(left: &Self, right: &Self) -> Self {
        let mut hash = Sha256::new_with_prefix([1]);
        for child in [left, right] {
            hash.update(child.hash);
            add_sums(&mut hash, &child.sums);
        }
        // A sum that does not fit is above the bound of every unit.
        let sums = PartSum {
            value: left.sums.value.saturating_add(right.sums.value),
            joined: left.sums.joined.saturating_add(right.sums.joined),
        };
        let hash = hash.finalize().into();
        Self { hash, sums }
    }

    /// Returns the root of these leaves.
    fn root(leaves: &[Self]) -> Self {
        match leaves {
            [leaf] => *leaf,
            _ => {
                let (left, right) = leaves.split_at(split(leaves.len()));
                Self::above(&Self::root(left), &Self::root(right))
            }
        }
    }
}

fn add_sums(hash: &mut Sha256, sums: &PartSum) {
    hash.update(sums.value.to_be_bytes());
    hash.update(sums.joined.to_be_bytes());
}

/// Returns the number of leaves of the left subtree, for at least two leaves.
fn split(leaves: usize) -> usize {
    leaves.next_power_of_two() / 2
}

impl Commitment {
    /// Commits to these sums of the parts of a unit, which make up the result of the record.
    pub(crate) fn new(record: &Record, units: &[Unit], parts: Vec<PartSum>) -> Arc<Self> {
        let root = Node::root(&leaves(record, units, &parts)).hash;
        Arc::new(Self { root, parts })
    }

    /// Returns a commitment that was read, and is not checked yet.
    pub(crate) fn from_parts(root: Hash, parts: Vec<PartSum>) -> Arc<Self> {
        Arc::new(Self { root, parts })
    }

    /// Returns the sums of the parts, or none if only the root is known.
    pub fn parts(&self) -> &[PartSum] {
        &self.parts
    }

    pub(crate) fn root(&self) -> &Hash {
        &self.root
    }

    /// Returns the word of the root in a line.
    pub(crate) fn root_word(&self) -> String {
        format!("{ROOT}{}", hex(&self.root))
    }

    /// Returns the word of the parts in a line.
    pub(crate) fn parts_word(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(numbers).collect();
        format!("{PARTS}{}", parts.join(";"))
    }

    /// Parses both words. Does not compare them.
    pub(crate) fn parse(root: &str, parts: Option<&str>) -> Option<Arc<Self>> {
        let root = unhex(root.strip_prefix(ROOT)?)?;
        let Some(parts) = parts else {
            return Some(Self::from_parts(root, Vec::new()));
        };
        let parts = parts.strip_prefix(PARTS)?.split(';').take(MAX_PARTS + 1);
        let parts: Vec<PartSum> = parts.map(parse_numbers).collect::<Option<_>>()?;
        (parts.len() <= MAX_PARTS).then(|| Self::from_parts(root, parts))
    }

    /// Returns the reason why these are not the parts of the record, if there is one.
    pub(crate) fn fault(&self, record: &Record, unit: &Unit) -> Option<String> {
        if self.parts.is_empty() {
            return None;
        }
        let units = unit.parts();
        if units.len() != self.parts.len() {
            return Some(format!(
                "expected {} parts of unit {unit}, found {}",
                units.len(),
                self.parts.len()
            ));
        }
        let root = Node::root(&leaves(record, &units, &self.parts));
        if root.sums != PartSum::of(&record.result) {
            return Some(format!(
                "expected parts of unit {unit} that add up to its result, value {}, found value {}",
                record.result.value, root.sums.value
            ));
        }
        (root.hash != self.root).then(|| {
            format!("expected the parts of unit {unit} to which the result commits, found others")
        })
    }
}

fn leaves(record: &Record, units: &[Unit], parts: &[PartSum]) -> Vec<Node> {
    let leaf = |(number, part): (usize, &PartSum)| Node::leaf(record, units, number, *part);
    parts.iter().enumerate().map(leaf).collect()
}

/// Formats the numbers of a part.
fn numbers(part: &PartSum) -> String {
    format!("{},{}", part.value, part.joined)
}

fn parse_numbers(text: &str) -> Option<PartSum> {
    let mut numbers = text.split(',');
    let part = PartSum {
        value: numbers.next()?.parse().ok()?,
        joined: numbers.next()?.parse().ok()?,
    };
    // Each part has one text.
    (numbers.next().is_none() && self::numbers(&part) == text).then_some(part)
}

impl PartProof {
    /// Returns the proof of one part of a result. Fails if the result has no parts, or fewer.
    pub fn of(units: &UnitList, record: &Record, part: u32) -> Result<Self, Error> {
        let unit = units.unit(record.unit)?;
        let missing = || Error::Result {
            what: format!("expected a result of unit {unit} with part {part}, found one without"),
        };
        let commitment = record.commitment.as_ref().ok_or_else(missing)?;
        if let Some(what) = commitment.fault(record, &unit) {
            return Err(Error::Result { what });
        }
        let sum = commitment.parts.get(part as usize).ok_or_else(missing)?;
        let leaves = leaves(record, &unit.parts(), &commitment.parts);
        let mut path = Vec::new();
        let (mut rest, mut at) = (&leaves[..], part as usize);
        while rest.len() > 1 {
            let (left, right) = rest.split_at(split(rest.len()));
            let (inside, beside) = if at < left.len() {
                (left, right)
            } else {
                at -= left.len();
                (right, left)
            };
            path.push(Node::root(beside));
            rest = inside;
        }
        path.reverse();
        Ok(Self {
            part,
            sum: *sum,
            path,
        })
    }

    /// Returns the number of the part, from 0.
    pub fn part(&self) -> u32 {
        self.part
    }

    /// Returns the sum of the part to which the author committed.
    pub fn sum(&self) -> PartSum {
        self.sum
    }

    /// Fails unless the record commits to this part, with sums that are its result.
    pub fn check(&self, units: &UnitList, record: &Record) -> Result<(), Error> {
        let unit = units.unit(record.unit)?;
        let wrong = |what: String| Error::Result {
            what: format!("unit {unit}: {what}"),
        };
        let parts = unit.parts();
        if self.part as usize >= parts.len() {
            return Err(wrong(format!(
                "expected a part from 0 to {}, found {}",
                parts.len() - 1,
                self.part
            )));
        }
        let commitment = record.commitment.as_ref();
        let commitment = commitment
            .ok_or_else(|| wrong("expected a result with a root, found one without".to_owned()))?;
        let root = self.root(record, &parts);
        match root {
            Some(root) if root.hash != commitment.root => Err(wrong(
                "expected a path to the root of the result, found another root".to_owned(),
            )),
            Some(root) if root.sums != PartSum::of(&record.result) => Err(wrong(format!(
                "expected parts that add up to value {}, found {}",
                record.result.value, root.sums.value
            ))),
            Some(_) => Ok(()),
            None => Err(wrong("expected a path of another length".to_owned())),
        }
    }

    /// Returns the root to which the path leads, or `None` if it has the wrong length.
    fn root(&self, record: &Record, parts: &[Unit]) -> Option<Node> {
        // The turns from the root to the leaf: true if the path goes right.
        let (mut turns, mut leaves, mut at) = (Vec::new(), parts.len(), self.part as usize);
        while leaves > 1 {
            let left = split(leaves);
            let is_right = at >= left;
            turns.push(is_right);
            (leaves, at) = if is_right {
                (leaves - left, at - left)
            } else {
                (left, at)
            };
        }
        if turns.len() != self.path.len() {
            return None;
        }
        let leaf = Node::leaf(record, parts, self.part as usize, self.sum);
        let steps = self.path.iter().zip(turns.iter().rev());
        Some(steps.fold(leaf, |inside, (beside, is_right)| {
            if *is_right {
                Node::above(beside, &inside)
            } else {
                Node::above(&inside, beside)
            }
        }))
    }

    /// Parses the text form of a proof.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let parse = || {
            let text = (text.len() <= MAX_PROOF_BYTES).then_some(text)?;
            let mut words = text.split(' ');
            (words.next()? == PROOF).then_some(())?;
            let part = words.next()?.parse().ok()?;
            let sum = parse_numbers(words.next()?)?;
            let node = |word: &str| {
                let (hash, sums) = word.split_once(':')?;
                let (hash, sums) = (unhex(hash)?, parse_numbers(sums)?);
                Some(Node { hash, sums })
            };
            let path = words.map(node).collect::<Option<_>>()?;
            let proof = Self { part, sum, path };
            (proof.to_string() == text).then_some(proof)
        };
        parse().ok_or_else(|| Error::Line {
            what: format!(
                "expected a proof of a part ('{PROOF} PART NUMBERS HASH:NUMBERS …'), found '{}'",
                shortened(text)
            ),
        })
    }
}

impl fmt::Display for PartProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROOF} {} {}", self.part, numbers(&self.sum))?;
        for node in &self.path {
            write!(f, " {}:{}", hex(&node.hash), numbers(&node.sums))?;
        }
        Ok(())
    }
}

/// Draws `count` of `parts` parts of a result, as a function of the seed of the auditor and of the
/// root, which the author has signed before. In ascending order.
pub(crate) fn drawn_parts(
    seed: u64,
    fingerprint: &str,
    root: &Hash,
    count: u32,
    parts: u32,
) -> Vec<u32> {
    let mut all: Vec<u32> = (0..parts).collect();
    let count = count.min(parts) as usize;
    for at in 0..count {
        let left = all.len() - at;
        let chosen = draw(seed, fingerprint, root, at as u64 + 1) % left as u64;
        all.swap(at, at + chosen as usize);
    }
    all.truncate(count);
    all.sort_unstable();
    all
}

/// Returns a random number for a result: number 0 orders results, others draw its parts.
pub(crate) fn draw(seed: u64, fingerprint: &str, root: &Hash, number: u64) -> u64 {
    let mut hash =
        Sha256::new_with_prefix(format!("bezzel draw 1 {fingerprint} {seed} {number}\n"));
    hash.update(root);
    let digest: Hash = hash.finalize().into();
    u64::from_be_bytes(digest[..8].try_into().expect("SHA-256 has 32 bytes"))
}

/// The parts in a row of a ledger: the root, a checksum, and the parts in a short form.
pub(crate) mod stored {
    use super::{Arc, Commitment, Digest, Hash, MAX_PARTS, PartSum, Sha256};

    const ROOT_BYTES: usize = 32;
    const SUM_BYTES: usize = 8;

    pub(crate) fn encode(commitment: &Commitment) -> Vec<u8> {
        let mut parts = Vec::new();
        for part in &commitment.parts {
            encode_number(part.value, &mut parts);
            encode_number(part.joined, &mut parts);
        }
        let sum = sum(&commitment.root, &parts);
        [&commitment.root[..], &sum, &parts].concat()
    }

    /// Returns `None` if a byte was changed.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Arc<Commitment>> {
        let (root, rest) = bytes.split_first_chunk::<ROOT_BYTES>()?;
        let (found, mut rest) = rest.split_first_chunk::<SUM_BYTES>()?;
        if *found != sum(root, rest) {
            return None;
        }
        let mut parts = Vec::new();
        while !rest.is_empty() && parts.len() < MAX_PARTS {
            parts.push(PartSum {
                value: decode_number(&mut rest)?,
                joined: decode_number(&mut rest)?,
            });
        }
        rest.is_empty()
            .then(|| Commitment::from_parts(*root, parts))
    }

    fn sum(root: &Hash, parts: &[u8]) -> [u8; SUM_BYTES] {
        let digest: Hash = Sha256::new_with_prefix(root)
            .chain_update(parts)
            .finalize()
            .into();
        digest[..SUM_BYTES]
            .try_into()
            .expect("SHA-256 has 32 bytes")
    }

    /// Seven bits per byte, the lowest ones first; the highest bit is set if others follow.
    fn encode_number(mut number: u128, bytes: &mut Vec<u8>) {
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }

    fn decode_number(bytes: &mut &[u8]) -> Option<u128> {
        let mut number = 0;
        for shift in (0..u128::BITS).step_by(7) {
            let (byte, rest) = bytes.split_first()?;
            *bytes = rest;
            let bits = u128::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
