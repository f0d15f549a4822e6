//! One representative of every orbit under the eight images of the board.
//!
//! Let Re, Ro be the even and odd rows of the black queens, Ce, Co their columns, and a = |Re|.
//!
//! **n odd.** The images of (Re, Ce) are rev Re, rev Ce and the exchange, whatever Ro and Co
//! are. So take Ce ≥ rev Ce, one of Re and rev Re, Ce ≥ both, and count with the size of the orbit: the
//! full factor 8.
//!
//! **n even**, m = n/2. Four images keep a; their first components are Re, Ce, rev Ro and
//! rev Co. The other four exchange the colours, a → m − a, with the complements of these. For
//! a < m/2 the latter are served by a factor 2; for a = m/2 each component X competes with its
//! complement. Take the images whose first component is greatest, and let that be Ce. Where k
//! images have it, each counts 8/k. Only the columns Co must be cut inside a unit: lists that
//! lead to none of them are not made. Of all (R,C) one in 7.6 is counted at n = 16, one in
//! 7.9 at n = 20.
//!
//! To stay with whole numbers every weight is 12 times the one above ([`SCALE`]); the total is
//! divisible by 12, which checks it.

use super::cover::Cover;
use super::sets::{self, Keys};

/// All contributions are this many times the number of solutions that they stand for.
pub(crate) const SCALE: u64 = 12;

/// The sizes and sets that symmetry leaves for one n and one number a = |Re|.
pub(crate) struct Orbits {
    n: u32,
    /// |Re| = |Ce|.
    pub a: u32,
    even: Keys,
    odd: Keys,
}

/// What remains to be summed for one Ce.
pub(crate) struct Subproblem {
    /// The even columns of the black queens.
    pub ce: u32,
    /// The even rows Re, each with its orbit size (n odd) or its number of ties (n even).
    pub re: Vec<(u32, u32)>,
    /// The odd rows Ro, each with its number of ties.
    pub ro: Vec<(u32, u32)>,
    /// The odd columns Co. Those from `co_tied` on tie with Ce once more.
    pub co: Vec<u32>,
    /// Where the tied columns begin.
    pub co_tied: usize,
    by_orbit: bool,
}

impl Orbits {
    /// Which a occur for n: EE holds a queens, EO and OE hold ne − a, OO holds a − δ.
    /// For even n only the a up to n/4.
    pub fn sizes(n: u32) -> std::ops::RangeInclusive<u32> {
        let (even, odd) = (n.div_ceil(2), n / 2);
        if n % 2 == 1 { 1..=even } else { 0..=odd / 2 }
    }

    /// The orbits of the sets with |Re| = a.
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

    /// Whether a set competes with its complement.
    fn halved(&self) -> bool {
        4 * self.a == self.n
    }

    /// The greatest key among the images of an even set that stay with even rows or columns.
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

    /// Of Re and rev Re, the one with more rows in the upper half of the numbers. Then the
    /// rows ¬Re of white crowd in the lower half, and share more of each other: a few of them
    /// are a cover of all (see [`super::cover`]).
    fn leans(&self, re: u32) -> bool {
        let (width, _) = self.widths();
        let order = |set: u32| ((set >> width.div_ceil(2)).count_ones(), self.even.of(set));
        order(re) >= order(sets::reversed(re, width))
    }

    /// For n even: the key of rev `set`, with its complement where that competes.
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

    /// Every Ce that begins a chapter, in canonical order.
    pub fn columns(&self) -> Vec<u32> {
        let (width, _) = self.widths();
        let mut found = sets::subsets(width, self.a);
        found.retain(|&ce| self.even.of(ce) == self.even_key(ce));
        found.sort_by_key(|&ce| std::cmp::Reverse(self.even.of(ce)));
        found
    }

    /// The sets that remain for one Ce.
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
    /// Puts Re and Ro into an order in which neighbours share work, for a chapter that is cut.
    pub fn arrange(&mut self, n: u32) {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let white = self.re.iter().map(|(re, _)| sets::full(even) & !re);
        self.re = arranged(&self.re, &white.collect::<Vec<_>>(), even);
        let black = self.ro.iter().map(|&(ro, _)| ro);
        self.ro = arranged(&self.ro, &black.collect::<Vec<_>>(), odd);
    }

    /// The weight of a pair (Re, Ro) as listed, with the columns up to `co_tied` and with
    /// those from there on; both times [`SCALE`].
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

/// The entries in the order of the cover of their rows.
fn arranged(entries: &[(u32, u32)], rows: &[u32], width: u32) -> Vec<(u32, u32)> {
    if rows.first().is_none_or(|rows| rows.count_ones() < 2) {
        return entries.to_vec();
    }
    let order = Cover::new(rows, width).order();
    order.into_iter().map(|place| entries[place]).collect()
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

    /// How many times fewer (R,C) are counted than there are.
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

    /// Eight images, less what is its own image.
    #[test]
    fn symmetry_saves_what_it_can() {
        for (n, least) in [(16, 7.5), (17, 7.1), (20, 7.8), (21, 7.5)] {
            let factor = factor(n);
            assert!(factor > least && factor < 8.0, "n = {n}: {factor}");
        }
    }
}
