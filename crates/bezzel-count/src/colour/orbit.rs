//! One representative of every orbit under the eight symmetries of the board.
//!
//! Let Re, Ro be the even and odd rows of the black queens, Ce, Co their columns, and a = |Re|.
//!
//! **n odd.** The images of (Re, Ce) are rev Re, rev Ce and the exchange of both, independent of
//! Ro and Co. So the counter takes Ce ≥ rev Ce, one of Re and rev Re, and Ce ≥ both, weighted
//! with the size of the orbit. That saves the full factor of 8.
//!
//! **n even**, m = n/2. Four images keep a; their first components are Re, Ce, rev Ro and
//! rev Co. The other four exchange the colours, a → m − a, with the complements of these. For
//! a < m/2 a factor of 2 stands for the latter; for a = m/2 each component X competes with its
//! complement. The representatives are the images whose first component is greatest, and that
//! component is Ce. Where k images have it, the weight of each is 8/k. Only the columns Co are
//! restricted inside a unit: lists that lead to none of them are not made. One in 7.6 of all
//! (R,C) is counted at n = 16, one in 7.9 at n = 20.
//!
//! Weights are stored times 12 ([`SCALE`]) so that they are integers. The sum of all unit values
//! must be divisible by 12, which checks it.

use super::cover::Cover;
use super::sets::{self, Keys};

/// Factor of all weights and unit values.
pub(crate) const SCALE: u64 = 12;

/// The sets that remain under symmetry for one n and one number a = |Re|.
pub(crate) struct Orbits {
    n: u32,
    /// |Re| = |Ce|.
    pub a: u32,
    even: Keys,
    odd: Keys,
}

/// The sets that are summed over for one pair (a, Ce).
#[derive(Debug)]
pub(crate) struct Subproblem {
    /// The even columns of the black queens.
    pub ce: u32,
    /// The even rows Re, each with its orbit size (n odd) or its number of ties (n even).
    pub re: Vec<(u32, u32)>,
    /// The odd rows Ro, each with its number of ties.
    pub ro: Vec<(u32, u32)>,
    /// The odd columns Co. Those from `co_tied` on tie with Ce once more.
    pub co: Vec<u32>,
    /// Index of the first tied Co.
    pub co_tied: usize,
    by_orbit: bool,
}

impl Orbits {
    /// Returns the numbers a that occur for n: EE has a queens, EO and OE have ⌈n/2⌉ − a, and OO
    /// has a − n mod 2. For even n only those up to n/4.
    pub fn sizes(n: u32) -> std::ops::RangeInclusive<u32> {
        let (even, odd) = (n.div_ceil(2), n / 2);
        if n % 2 == 1 { 1..=even } else { 0..=odd / 2 }
    }

    /// Prepares the orbits of the sets with |Re| = a.
    pub fn new(n: u32, a: u32) -> Self {
        Self {
            n,
            a,
            even: Keys::new(n.div_ceil(2)),
            odd: Keys::new(n / 2),
        }
    }

    fn widths(&self) -> (u32, u32) {
        (self.n.div_ceil(2), self.n / 2)
    }

    /// Returns whether a set competes with its complement.
    fn halved(&self) -> bool {
        4 * self.a == self.n
    }

    /// Returns the greatest key among the images of an even set that consist of even rows or
    /// columns.
    fn even_key(&self, set: u32) -> u16 {
        let (width, _) = self.widths();
        let key = self.even.of(set);
        if self.n % 2 == 1 {
            key.max(self.even.of(sets::reversed(set, width)))
        } else if self.halved() {
            key.max(self.even.of(sets::full(width) & !set))
        } else {
            key
        }
    }

    /// Returns whether Re has at least as many rows in the upper half of the numbers as rev Re.
    /// The rows ¬Re of white are then concentrated in the lower half and have more subsets in
    /// common, so a smaller cover suffices (see [`super::cover`]).
    fn leans(&self, re: u32) -> bool {
        let (width, _) = self.widths();
        let order = |set: u32| ((set >> width.div_ceil(2)).count_ones(), self.even.of(set));
        order(re) >= order(sets::reversed(re, width))
    }

    /// Returns, for even n, the key of rev `set`, or of its complement if that competes and is
    /// greater.
    fn odd_key(&self, set: u32) -> u16 {
        let (_, width) = self.widths();
        let mirrored = sets::reversed(set, width);
        let key = self.odd.of(mirrored);
        if self.halved() {
            key.max(self.odd.of(sets::full(width) & !mirrored))
        } else {
            key
        }
    }

    /// Returns the sets Ce of all subproblems, in canonical order.
    pub fn columns(&self) -> Vec<u32> {
        let (width, _) = self.widths();
        let mut found = sets::subsets(width, self.a);
        found.retain(|&ce| self.even.of(ce) == self.even_key(ce));
        found.sort_by_key(|&ce| std::cmp::Reverse(self.even.of(ce)));
        found
    }

    /// Returns the sets that remain for one Ce.
    pub fn subproblem(&self, ce: u32) -> Subproblem {
        let (even, odd) = self.widths();
        let top = self.even.of(ce);
        let by_orbit = self.n % 2 == 1 || self.n == 0;
        let symmetric = |set| sets::reversed(set, even) == set;

        let mut re: Vec<(u32, u32)> = sets::subsets(even, self.a)
            .into_iter()
            .filter(|&re| self.even_key(re) <= top)
            .filter(|&re| !by_orbit || self.leans(re))
            .map(|re| {
                let tie = self.even_key(re) == top;
                let orbit = [symmetric(re), symmetric(ce), tie];
                let halvings = orbit.iter().filter(|&&same| same).count();
                (
                    re,
                    if by_orbit {
                        8 >> halvings
                    } else {
                        u32::from(tie)
                    },
                )
            })
            .collect();
        re.sort_by_key(|&(re, _)| std::cmp::Reverse(self.even.of(re)));

        let smaller = self.a - self.n % 2;
        let kept = |&set: &u32| by_orbit || self.odd_key(set) <= top;
        let tied = |set: u32| !by_orbit && self.odd_key(set) == top;
        let mut ro: Vec<u32> = sets::subsets(odd, smaller)
            .into_iter()
            .filter(kept)
            .collect();
        let mut co = ro.clone();
        ro.sort_by_key(|&ro| std::cmp::Reverse(self.odd.of(ro)));
        co.sort_by_key(|&co| tied(co));
        Subproblem {
            ce,
            re,
            ro: ro.into_iter().map(|ro| (ro, u32::from(tied(ro)))).collect(),
            co_tied: co.partition_point(|&co| !tied(co)),
            co,
            by_orbit,
        }
    }
}

impl Subproblem {
    /// Reorders Re and Ro so that neighbours share work, for a subproblem that is split.
    pub fn arrange(&mut self, n: u32) {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let white = self.re.iter().map(|(re, _)| sets::full(even) & !re);
        self.re = arranged(&self.re, &white.collect::<Vec<_>>(), even);
        let black = self.ro.iter().map(|&(ro, _)| ro);
        self.ro = arranged(&self.ro, &black.collect::<Vec<_>>(), odd);
    }

    /// Returns the weights of a pair (Re, Ro) with the sets Co before `co_tied` and from there
    /// on, both times [`SCALE`].
    pub fn weights(&self, re: (u32, u32), ro: (u32, u32)) -> (u64, u64) {
        if self.by_orbit {
            let weight = u64::from(re.1) * SCALE;
            (weight, weight)
        } else {
            let ties = u64::from(1 + re.1 + ro.1);
            (8 * SCALE / ties, 8 * SCALE / (ties + 1))
        }
    }
}

/// Returns the entries in the order of the cover of their rows.
fn arranged(entries: &[(u32, u32)], rows: &[u32], width: u32) -> Vec<(u32, u32)> {
    if rows.first().is_none_or(|rows| rows.count_ones() < 2) {
        return entries.to_vec();
    }
    let order = Cover::new(rows, width).order();
    order.into_iter().map(|index| entries[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With b = w = 1 the weighted sum counts the pairs (R,C) themselves.
    #[test]
    fn weights_add_up_to_all_sets() {
        for n in 1..=12u32 {
            let (even, odd, delta) = (n.div_ceil(2), n / 2, n % 2);
            let all: u64 = (delta..=even)
                .map(|a| (sets::binomial(even, a) * sets::binomial(odd, a - delta)).pow(2))
                .sum();
            let mut sum = 0;
            for a in Orbits::sizes(n) {
                let orbits = Orbits::new(n, a);
                for ce in orbits.columns() {
                    let subproblem = orbits.subproblem(ce);
                    let tied = (subproblem.co.len() - subproblem.co_tied) as u64;
                    for &re in &subproblem.re {
                        for &ro in &subproblem.ro {
                            let (plain, less) = subproblem.weights(re, ro);
                            sum += plain * subproblem.co_tied as u64 + less * tied;
                        }
                    }
                }
            }
            assert_eq!(sum, all * SCALE, "n = {n}");
        }
    }

    /// Returns the number of all (R,C) divided by the number of those that are counted.
    fn factor(n: u32) -> f64 {
        let (even, odd, delta) = (n.div_ceil(2), n / 2, n % 2);
        let all: u64 = (delta..=even)
            .map(|a| (sets::binomial(even, a) * sets::binomial(odd, a - delta)).pow(2))
            .sum();
        let mut counted = 0;
        for a in Orbits::sizes(n) {
            let orbits = Orbits::new(n, a);
            for ce in orbits.columns() {
                let subproblem = orbits.subproblem(ce);
                counted += subproblem.re.len() * subproblem.ro.len() * subproblem.co.len();
            }
        }
        all as f64 / counted as f64
    }

    /// The factor is 8, less the sets that are their own image.
    #[test]
    fn symmetry_saves_almost_a_factor_of_8() {
        for (n, least) in [(16, 7.5), (17, 7.1), (20, 7.8), (21, 7.5)] {
            let factor = factor(n);
            assert!(factor > least && factor < 8.0, "n = {n}: {factor}");
        }
    }
}
