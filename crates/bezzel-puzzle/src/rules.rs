//! The rules of deduction, from simple to complex.
//!
//! Each rule looks for squares that it can decide in a given state. All are sound for every
//! solution that agrees with the state, and monotone: with fewer free squares they conclude no
//! less. The rules that a puzzle needs thus do not depend on the order of the steps.

use std::fmt;

use serde::Serialize;

use crate::reasoner::{Knowledge, Reasoner};
use crate::square_set::SquareSet;
use crate::{Hint, Step, Unit};

/// The rules of deduction, in the order in which hints offer them.
///
/// A unit is a row, column or region; a free square is one without a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// A queen rules out its row, column, region and eight neighbours.
    Queen,
    /// The only free square of a unit has its queen.
    Single,
    /// All free squares of a region are in one line, or all of a line in one region: the rest of the
    /// line or region is ruled out.
    Inside,
    /// A queen on this square would rule out every free square of a unit.
    AttacksAll,
    /// The free squares of k units of one kind are in k units of another kind: other squares of
    /// the latter are ruled out.
    Sets,
    /// A queen on this square would leave a unit without a square, by the rules up to `AttacksAll`.
    Contradiction,
}

impl Rule {
    /// All rules in their order.
    pub const ALL: [Rule; 6] = [
        Rule::Queen,
        Rule::Single,
        Rule::Inside,
        Rule::AttacksAll,
        Rule::Sets,
        Rule::Contradiction,
    ];

    /// Returns the name of the rule, such as `attacks-all`.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Queen => "queen",
            Rule::Single => "single",
            Rule::Inside => "inside",
            Rule::AttacksAll => "attacks-all",
            Rule::Sets => "sets",
            Rule::Contradiction => "contradiction",
        }
    }
}

impl Rule {
    /// Returns the name in Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Queen => "已放皇后",
            Self::Single => "唯一可用格",
            Self::Inside => "区块排除",
            Self::AttacksAll => "全部受攻击",
            Self::Sets => "成组排除",
            Self::Contradiction => "反证",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Kinds of units: the places of rows, columns and regions in [`Reasoner::units`], in thirds.
const KINDS: [usize; 3] = [0, 1, 2];

impl Reasoner {
    /// Returns the step of the first rule that makes progress. `None` if a unit is left
    /// without a square, or if all queens are placed.
    pub(crate) fn next_hint(&self, state: &Knowledge) -> Option<Hint> {
        let mut open = self.open_units(state).peekable();
        if open.peek().is_none() || open.any(|(_, free)| free.is_empty()) {
            return None;
        }
        self.queen(state)
            .or_else(|| self.single(state))
            .or_else(|| self.inside(state))
            .or_else(|| self.attacks_all(state))
            .or_else(|| self.sets(state))
            .or_else(|| self.contradiction(state))
    }

    pub(crate) fn apply(&self, state: &mut Knowledge, step: &Step) {
        match step {
            Step::Place(square) => {
                state.queens.insert(self.index(square));
                state.free.remove(self.index(square));
            }
            Step::RuleOut(squares) => {
                for square in squares {
                    state.free.remove(self.index(square));
                }
            }
        }
    }

    /// Returns the hint that rules out these squares, if there are any.
    fn hint(
        &self,
        rule: Rule,
        units: Vec<Unit>,
        because: SquareSet,
        ruled_out: SquareSet,
    ) -> Option<Hint> {
        (!ruled_out.is_empty()).then(|| Hint {
            rule,
            units,
            because: self.squares(because),
            step: Step::RuleOut(self.squares(ruled_out)),
        })
    }

    fn queen(&self, state: &Knowledge) -> Option<Hint> {
        state.queens.iter().find_map(|queen| {
            self.hint(
                Rule::Queen,
                self.units_of(queen).map(|unit| self.units[unit].0).into(),
                [queen].into_iter().collect(),
                state.free.and(&self.attacks[queen]),
            )
        })
    }

    fn single(&self, state: &Knowledge) -> Option<Hint> {
        let (unit, free) = self.open_units(state).find(|(_, free)| free.count() == 1)?;
        Some(Hint {
            rule: Rule::Single,
            units: vec![unit],
            because: self.squares(free),
            step: Step::Place(self.square(free.first()?)),
        })
    }

    fn inside(&self, state: &Knowledge) -> Option<Hint> {
        let is_region = |unit: &Unit| matches!(unit, Unit::Region(_));
        let regions = self.open_units(state).filter(|(unit, _)| is_region(unit));
        let lines = self.open_units(state).filter(|(unit, _)| !is_region(unit));
        regions.chain(lines).find_map(|(unit, free)| {
            let [row, column, region] = self.units_of(free.first()?);
            let others = if is_region(&unit) {
                vec![row, column]
            } else {
                vec![region]
            };
            others.into_iter().find_map(|other| {
                let (other, squares) = &self.units[other];
                if !free.without(squares).is_empty() {
                    return None;
                }
                let rest = squares.and(&state.free).without(&free);
                self.hint(Rule::Inside, vec![unit, *other], free, rest)
            })
        })
    }

    fn attacks_all(&self, state: &Knowledge) -> Option<Hint> {
        self.open_units(state).find_map(|(unit, free)| {
            free.first()?;
            let squares = self.attacked_by_all(free, &state.free);
            self.hint(Rule::AttacksAll, vec![unit], free, squares)
        })
    }

    /// With m open units of each kind, sets of k > m/2 units rule out no more than the sets of
    /// m − k remaining units, with both kinds exchanged. Units whose free squares are in one other
    /// unit have had their turn as k = 1: a larger set concludes no more with them than without.
    fn sets(&self, state: &Knowledge) -> Option<Hint> {
        let n = self.units.len() / 3;
        let open: Vec<Vec<usize>> = KINDS
            .map(|kind| {
                let places = kind * n..(kind + 1) * n;
                let is_open = |at: &usize| self.units[*at].1.and(&state.queens).is_empty();
                places.filter(is_open).collect()
            })
            .into();
        // For each unit, the units of each kind that contain its free squares, one bit each.
        let mut reach = vec![[0u32; 3]; 3 * n];
        for free in state.free.iter() {
            let units = self.units_of(free);
            for unit in units {
                for (kind, other) in units.into_iter().enumerate() {
                    reach[unit][kind] |= 1 << (other - kind * n);
                }
            }
        }
        for k in 2..=open[0].len() / 2 {
            for (from, to) in KINDS
                .into_iter()
                .flat_map(|from| KINDS.map(|to| (from, to)))
            {
                if from == to {
                    continue;
                }
                let mut chosen = Vec::new();
                let reaches_several = |&unit: &usize| reach[unit][to].count_ones() > 1;
                let units: Vec<usize> =
                    open[from].iter().copied().filter(reaches_several).collect();
                let found = choose(
                    k,
                    &units,
                    0,
                    &mut chosen,
                    &mut |chosen, union| self.set_hint(state, chosen, union, to * n),
                    &|unit| reach[unit][to],
                );
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Returns what follows from the `chosen` units, whose free squares are in the units of the
    /// bits of `union`, which start at `base`.
    fn set_hint(
        &self,
        state: &Knowledge,
        chosen: &[usize],
        union: u32,
        base: usize,
    ) -> Option<Hint> {
        let containing: Vec<usize> = (0..u32::BITS as usize)
            .filter(|bit| union >> bit & 1 == 1)
            .map(|bit| base + bit)
            .collect();
        let free = |units: &[usize]| {
            let squares = units.iter().map(|&unit| self.units[unit].1);
            squares
                .fold(SquareSet::default(), |all, unit| all.or(&unit))
                .and(&state.free)
        };
        let because = free(chosen);
        let rest = free(&containing).without(&because);
        let units = chosen.iter().chain(&containing);
        let units = units.map(|&unit| self.units[unit].0).collect();
        self.hint(Rule::Sets, units, because, rest)
    }

    fn contradiction(&self, state: &Knowledge) -> Option<Hint> {
        state.free.iter().find_map(|index| {
            let mut supposed = *state;
            self.place(&mut supposed, index);
            let unit = self.empty_unit(&mut supposed)?;
            let square: SquareSet = [index].into_iter().collect();
            self.hint(Rule::Contradiction, vec![unit], square, square)
        })
    }
}

/// Tries the sets of k units among `units` that reach no more than k units of another kind, until
/// `conclude` finds something. Sets that reach more are left out with all sets that contain them.
fn choose(
    k: usize,
    units: &[usize],
    union: u32,
    chosen: &mut Vec<usize>,
    conclude: &mut dyn FnMut(&[usize], u32) -> Option<Hint>,
    reach: &dyn Fn(usize) -> u32,
) -> Option<Hint> {
    if chosen.len() == k {
        return conclude(chosen, union);
    }
    for (at, &unit) in units.iter().enumerate() {
        let union = union | reach(unit);
        if union.count_ones() as usize > k {
            continue;
        }
        chosen.push(unit);
        let found = choose(k, &units[at + 1..], union, chosen, conclude, reach);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}
