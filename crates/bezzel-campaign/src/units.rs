//! A plan with the fingerprint of its units, and the header of files of units.

use std::path::Path;

use bezzel_count::{PLAN_VERSION, Plan, Unit};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::words::{hex, shortened};

/// Maximum number of units of a ledger: about 4 GB of results.
pub const MAX_UNITS: u64 = 1 << 25;

/// Text that precedes the constraint in a header.
const BOARD: &str = " board ";

/// The units of one plan. Their fingerprint is a SHA-256 over n, the plan version, the constraint if
/// there is one, and all names in canonical order; it separates the results of different plans.
///
/// ```
/// use bezzel_campaign::UnitList;
/// let [eight, nine] = [UnitList::new(8)?, UnitList::new(9)?];
/// assert_ne!(eight.fingerprint(), nine.fingerprint());
/// let unit = eight.unit(0)?;
/// assert_eq!(eight.unit_by_name(&unit.to_string())?, unit);
/// assert!(nine.unit_by_name(&unit.to_string()).is_err());
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct UnitList {
    plan: Plan,
    fingerprint: String,
    /// Hash of the fingerprint, with which the checksum of each line begins.
    line_hash: Sha256,
    cost: f64,
}

impl UnitList {
    /// Returns the units of Q(n). Fails if there are more than [`MAX_UNITS`].
    pub fn new(n: u32) -> Result<Self, Error> {
        Self::of_plan(Plan::new(n)?)
    }

    /// Returns the units of a plan. Fails if there are more than [`MAX_UNITS`].
    pub fn of_plan(plan: Plan) -> Result<Self, Error> {
        Self::with_at_most(plan, MAX_UNITS)
    }

    /// Returns the units of the plan with this [constraint](Plan::constraint).
    pub(crate) fn of_text(n: u32, constraint: Option<&str>) -> Result<Self, Error> {
        Self::of_plan(Plan::of_text(n, constraint)?)
    }

    fn with_at_most(plan: Plan, max: u64) -> Result<Self, Error> {
        let (n, units) = (plan.n(), plan.len());
        if units > max {
            return Err(Error::TooManyUnits { n, units, max });
        }
        let mut hash = Sha256::new_with_prefix(format!("bezzel plan {PLAN_VERSION} n {n}\n"));
        if let Some(constraint) = plan.constraint() {
            hash.update(format!("board {constraint}\n"));
        }
        let mut cost = 0.0;
        let mut line = String::new();
        for unit in plan.units() {
            use std::fmt::Write;
            line.clear();
            // Writing to a string cannot fail.
            let _ = writeln!(line, "{unit}");
            hash.update(&line);
            cost += unit.cost();
        }
        let fingerprint = hex(&hash.finalize());
        Ok(Self {
            plan,
            line_hash: Sha256::new_with_prefix(format!("{fingerprint}\n")),
            fingerprint,
            cost,
        })
    }

    /// Returns the hash to which the text of a line is added for its checksum.
    pub(crate) fn line_hash(&self) -> Sha256 {
        self.line_hash.clone()
    }

    /// Borrows the plan that makes the units on demand; they are not stored.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the fingerprint, 64 hexadecimal digits.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Returns the expected cost of all units.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Finds a unit by binary search. Fails if the plan has none of this name, such as one of
    /// another plan version.
    pub fn unit_by_name(&self, name: &str) -> Result<Unit, Error> {
        let missing = || self.missing(shortened(name));
        self.plan.unit_by_name(name).ok_or_else(missing)
    }

    /// Returns the unit with this index in canonical order.
    pub fn unit(&self, index: u64) -> Result<Unit, Error> {
        let missing = || self.missing(index.to_string());
        self.plan.unit(index).ok_or_else(missing)
    }

    fn missing(&self, unit: String) -> Error {
        let n = self.plan.n();
        Error::NoUnit { n, unit }
    }

    /// Returns the first line of a file of units or results.
    ///
    /// ```
    /// let units = bezzel_campaign::UnitList::new(8)?;
    /// assert!(units.header().starts_with("# bezzel n 8 plan "));
    /// # Ok::<(), bezzel_campaign::Error>(())
    /// ```
    pub fn header(&self) -> String {
        let mut header = format!(
            "# bezzel n {} plan {PLAN_VERSION} units {} fingerprint {}",
            self.plan.n(),
            self.plan.len(),
            self.fingerprint
        );
        if let Some(constraint) = self.plan.constraint() {
            header += BOARD;
            header += constraint;
        }
        header
    }

    /// Fails unless the units found in a file are these, which are wanted for `what`.
    pub(crate) fn check_found(&self, path: &Path, found: &Self, what: &str) -> Result<(), Error> {
        if found.fingerprint == self.fingerprint {
            return Ok(());
        }
        Err(Error::OtherPlan {
            path: path.to_owned(),
            found: format!("one for {}", found.title()),
            wanted: format!("{what} for {}", self.title()),
        })
    }

    /// Returns n and the constraint in words, such as "n = 8, board Q7/8/8/8/8/8/8/8".
    pub fn title(&self) -> String {
        let n = self.plan.n();
        match self.plan.constraint() {
            None => format!("n = {n}"),
            Some(constraint) => format!("n = {n}, board {constraint}"),
        }
    }

    /// Returns the units of a [header](Self::header). Fails if the line is not a header, or belongs
    /// to another plan version.
    pub fn from_header(line: &str) -> Result<Self, Error> {
        let n = line
            .strip_prefix("# bezzel n ")
            .and_then(|rest| rest.split(' ').next())
            .and_then(|n| n.parse().ok())
            .ok_or_else(|| {
                Error::Line(format!(
                    "expected the header of a unit or result file, found '{}': use a file written \
                     by `bezzel campaign export` or `bezzel work`",
                    shortened(line)
                ))
            })?;
        let constraint = line.split_once(BOARD).map(|(_, constraint)| constraint);
        let units = Self::of_text(n, constraint)?;
        if line != units.header() {
            return Err(Error::Line(format!(
                "expected the plan '{}', found '{}'",
                shortened(&units.header()),
                shortened(line)
            )));
        }
        Ok(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_with_too_many_units_is_refused_with_their_number() {
        let units = Plan::new(12).unwrap().len();
        assert!(UnitList::with_at_most(Plan::new(12).unwrap(), units).is_ok());
        let error = UnitList::with_at_most(Plan::new(12).unwrap(), units - 1).unwrap_err();
        let said = format!(
            "expected at most {} units, found {units} for n = 12",
            units - 1
        );
        assert!(error.to_string().starts_with(&said), "{error}");
    }

    #[test]
    fn each_constraint_has_its_own_fingerprint_and_header() {
        let corner = |free: &str| format!("Q11{}", format!("/{free}").repeat(11));
        let plan = |text: &str| UnitList::of_text(12, Some(text)).unwrap();
        let [empty, queen] = [UnitList::new(12).unwrap(), plan(&corner("12"))];
        let blocked = plan(&corner("12").replace('Q', "x"));
        assert_ne!(empty.fingerprint(), queen.fingerprint());
        assert_ne!(queen.fingerprint(), blocked.fingerprint());
        let again = UnitList::from_header(&queen.header()).unwrap();
        assert_eq!(again.fingerprint(), queen.fingerprint());
        assert_eq!(again.header(), queen.header());
        let other = queen.header().replace("Q11", "Q1x9");
        // A queen attacks this square, so the board is written without it.
        for wrong in [other.clone(), other.replace('x', "#"), other + "/12"] {
            let error = UnitList::from_header(&wrong).unwrap_err().to_string();
            assert!(
                error.starts_with("expected the board of a plan for n = 12: "),
                "{error}"
            );
        }
        let other = queen.header().replace("Q11", "1Q10");
        let error = UnitList::from_header(&other).unwrap_err().to_string();
        assert!(error.starts_with("expected the plan '"), "{error}");
    }

    #[test]
    fn each_n_has_its_own_fingerprint() {
        let [a, b, again] = [11, 12, 12].map(|n| UnitList::new(n).unwrap());
        assert_ne!(a.fingerprint(), b.fingerprint());
        assert_eq!(b.fingerprint(), again.fingerprint());
        assert_eq!(b.fingerprint().len(), 64);
    }
}
