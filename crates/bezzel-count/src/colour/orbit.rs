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
//! **Constraints.** Only the symmetries that leave the board unchanged may be used, a subgroup H of
//! the eight. The rules are the same, with the images under H: one (R,C) is kept if its key, Ce or
//! the pair (Ce, Re) for odd n, is the greatest among its |H| images, with weight |H|/k where k of
//! them have it. If no member of H exchanges the colours, all a from 0 to n/2 are needed. Row and
//! column sets that contradict the placed queens are left out.
//!
//! Weights are stored times 12 ([`VALUE_SCALE`]) so that they are integers. The sum of all unit values
//! must be divisible by 12, which checks it.

use std::cmp::Ordering;

use bezzel::Symmetry;

use super::constraint::{Constraint, SymmetryGroup};
use super::cover::Cover;
use super::sets::{self, Keys};

/// Factor of all weights and unit values.
pub(crate) const VALUE_SCALE: u64 = 12;

/// The sets that remain under symmetry for one n and one number a = |Re|.
pub(crate) struct Orbits<'a> {
    n: u32,
    /// |Re| = |Ce|.
    pub a: u32,
    even: Keys,
    odd: Keys,
    constraint: &'a Constraint,
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
    /// Number of symmetries.
    images: u64,
}

/// A set of rows or columns, and the greatest key among its images that compete with Ce.
type Candidate = (u32, Option<u16>);

impl<'a> Orbits<'a> {
    /// Returns the numbers a that occur for n: EE has a queens, EO and OE have ⌈n/2⌉ − a, and OO
    /// has a − n mod 2. For even n only those up to n/4, if a symmetry exchanges the colours.
    pub fn sizes(constraint: &Constraint) -> std::ops::RangeInclusive<u32> {
        let n = constraint.n();
        let (even, odd) = (n.div_ceil(2), n / 2);
        if n % 2 == 1 {
            1..=even
        } else if constraint.symmetries().exchanges_colours() {
            0..=odd / 2
        } else {
            0..=odd
        }
    }

    /// Prepares the orbits of the sets with |Re| = a, under the symmetries of the constraints.
    pub fn new(a: u32, constraint: &'a Constraint) -> Self {
        let n = constraint.n();
        Self {
            n,
            a,
            even: Keys::new(n.div_ceil(2)),
            odd: Keys::new(n / 2),
            constraint,
        }
    }

    fn widths(&self) -> (u32, u32) {
        (self.n.div_ceil(2), self.n / 2)
    }

    fn group(&self) -> SymmetryGroup {
        self.constraint.symmetries()
    }

    fn has(&self, symmetry: Symmetry) -> bool {
        self.group().contains(symmetry)
    }

    /// Returns whether (R,C) is represented by one member of its orbit of (Re, Ce), as for odd n.
    fn by_orbit(&self) -> bool {
        self.n % 2 == 1 || self.n == 0
    }

    /// Returns the greater of the keys of a set and of its complement, if they are images.
    /// The complement competes only if it has the same size.
    fn rival(
        keys: &Keys,
        [set, complement]: [u32; 2],
        images: [bool; 2],
        halved: bool,
    ) -> Option<u16> {
        let direct = images[0].then(|| keys.of(set));
        let exchanged = (images[1] && halved).then(|| keys.of(complement));
        direct.max(exchanged)
    }

    /// Returns, for even n, the greatest key among the images of Re that are first components.
    fn rival_of_re(&self, re: u32) -> Option<u16> {
        let (even, _) = self.widths();
        let images = [Symmetry::Transpose, Symmetry::Rotate270].map(|image| self.has(image));
        Self::rival(
            &self.even,
            [re, sets::full(even) & !re],
            images,
            self.halved(),
        )
    }

    /// Returns, for even n, the greatest key among the images of a set of odd rows or columns that
    /// are first components: its reflection under the first symmetry, and the complement of that
    /// under the second.
    fn rival_of_odd(&self, set: u32, symmetries: [Symmetry; 2]) -> Option<u16> {
        let (_, odd) = self.widths();
        let mirrored = sets::reversed(set, odd);
        let images = symmetries.map(|image| self.has(image));
        let both = [mirrored, sets::full(odd) & !mirrored];
        Self::rival(&self.odd, both, images, self.halved())
    }

    /// Returns whether a set competes with its complement.
    fn halved(&self) -> bool {
        4 * self.a == self.n
    }

    /// Returns whether Ce is the greatest of its own images.
    fn leads(&self, ce: u32) -> bool {
        let (even, _) = self.widths();
        let key = self.even.of(ce);
        if self.by_orbit() {
            let mirrored = self.has(Symmetry::MirrorColumns) || self.has(Symmetry::Rotate180);
            !mirrored || key >= self.even.of(sets::reversed(ce, even))
        } else {
            let exchanged = self.has(Symmetry::MirrorRows) && self.halved();
            !exchanged || key >= self.even.of(sets::full(even) & !ce)
        }
    }

    /// Returns the key of Re among equal Ce: it has many rows in the upper half of the numbers. The
    /// rows ¬Re of white are then concentrated in the lower half and have more subsets in common,
    /// so a smaller cover suffices (see [`super::cover`]).
    fn lean(&self, re: u32) -> (u32, u16) {
        let (width, _) = self.widths();
        ((re >> width.div_ceil(2)).count_ones(), self.even.of(re))
    }

    /// Returns, for odd n, the size of the orbit of (Ce, Re), or `None` if another member
    /// represents it.
    fn orbit_of(&self, ce: u32, re: u32) -> Option<u32> {
        let (width, _) = self.widths();
        let (top, lean) = (self.even.of(ce), self.lean(re));
        let mut equal = 0;
        for symmetry in self.group().members() {
            let [mut c, mut r] = [ce, re];
            if symmetry.exchanges_axes() {
                (c, r) = (r, c);
            }
            if reverses_columns(symmetry) {
                c = sets::reversed(c, width);
            }
            if reverses_rows(symmetry) {
                r = sets::reversed(r, width);
            }
            let second = || self.lean(r).cmp(&lean);
            match self.even.of(c).cmp(&top).then_with(second) {
                Ordering::Greater => return None,
                Ordering::Equal => equal += 1,
                Ordering::Less => {}
            }
        }
        Some(self.group().len() / equal)
    }

    /// Returns the subsets that the placed queens allow.
    fn allowed(&self, odd: bool, rows: bool) -> Vec<u32> {
        let (even_width, odd_width) = self.widths();
        let mut found = if odd {
            sets::subsets(odd_width, self.a - self.n % 2)
        } else {
            sets::subsets(even_width, self.a)
        };
        let allowed = match rows {
            true => self.constraint.rows([odd; 2]),
            false => self.constraint.columns([odd; 2]),
        };
        found.retain(|&set| allowed.allow(set));
        found
    }

    /// Returns the sets Ce of all subproblems, in canonical order.
    pub fn columns(&self) -> Vec<u32> {
        let mut found = self.allowed(false, false);
        found.retain(|&ce| self.leads(ce));
        sets::sort_descending(&mut found, &|ce| self.even.of(ce).into());
        found
    }

    /// Returns the subproblems, in canonical order.
    pub fn subproblems(&self) -> impl Iterator<Item = Subproblem> {
        let candidates = self.candidates();
        let columns = self.columns().into_iter();
        columns.map(move |ce| self.remaining(ce, &candidates))
    }

    /// Returns the sets that remain for one Ce.
    pub fn subproblem(&self, ce: u32) -> Subproblem {
        self.remaining(ce, &self.candidates())
    }

    /// Returns the sets Re, Ro and Co of all subproblems, the row sets in canonical order. Each has
    /// the greatest key of its images; for odd n, where orbits are compared, it has none.
    fn candidates(&self) -> [Vec<Candidate>; 3] {
        let mut re = self.allowed(false, true);
        sets::sort_descending(&mut re, &|re| self.even.of(re).into());
        let mut ro = self.allowed(true, true);
        sets::sort_descending(&mut ro, &|ro| self.odd.of(ro).into());
        let co = self.allowed(true, false);
        let with_rivals = |sets: Vec<u32>, rival: &dyn Fn(u32) -> Option<u16>| -> Vec<Candidate> {
            let rival = |set| (!self.by_orbit()).then(|| rival(set)).flatten();
            sets.into_iter().map(|set| (set, rival(set))).collect()
        };
        [
            with_rivals(re, &|re| self.rival_of_re(re)),
            with_rivals(ro, &|ro| {
                self.rival_of_odd(ro, [Symmetry::AntiTranspose, Symmetry::Rotate90])
            }),
            with_rivals(co, &|co| {
                self.rival_of_odd(co, [Symmetry::Rotate180, Symmetry::MirrorColumns])
            }),
        ]
    }

    /// Returns the candidates that remain for one Ce, in the same order, with their numbers
    /// of ties with Ce, or the orbit sizes of Re for odd n.
    fn remaining(&self, ce: u32, [re, ro, co]: &[Vec<Candidate>; 3]) -> Subproblem {
        let top = self.even.of(ce);
        let tied = |sets: &[Candidate]| -> Vec<(u32, u32)> {
            let sets = sets.iter();
            sets.filter_map(|&(set, rival)| Some((set, ties(rival, top)?)))
                .collect()
        };
        let re = if self.by_orbit() {
            let re = re.iter();
            re.filter_map(|&(re, _)| Some((re, self.orbit_of(ce, re)?)))
                .collect()
        } else {
            tied(re)
        };
        let ro = tied(ro);
        let mut co = tied(co);
        sets::sort(&mut co, &|&(_, ties)| ties.into());
        Subproblem {
            ce,
            re,
            ro,
            co_tied: co.partition_point(|&(_, ties)| ties == 0),
            co: co.into_iter().map(|(co, _)| co).collect(),
            by_orbit: self.by_orbit(),
            images: self.group().len().into(),
        }
    }
}

/// Returns the number of ties, 0 or 1, of an image with the key of Ce; `None` if it is greater.
fn ties(image: Option<u16>, top: u16) -> Option<u32> {
    match image {
        Some(key) if key > top => None,
        Some(key) if key == top => Some(1),
        _ => Some(0),
    }
}

/// Returns whether the last step of a symmetry reverses the columns.
pub(crate) fn reverses_columns(symmetry: Symmetry) -> bool {
    matches!(
        symmetry,
        Symmetry::MirrorColumns
            | Symmetry::Rotate180
            | Symmetry::Rotate90
            | Symmetry::AntiTranspose
    )
}

/// Returns whether the last step of a symmetry reverses the rows.
pub(crate) fn reverses_rows(symmetry: Symmetry) -> bool {
    matches!(
        symmetry,
        Symmetry::MirrorRows | Symmetry::Rotate180 | Symmetry::Rotate270 | Symmetry::AntiTranspose
    )
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
    /// on, both times [`VALUE_SCALE`].
    pub fn weights(&self, re: (u32, u32), ro: (u32, u32)) -> (u64, u64) {
        if self.by_orbit {
            let weight = u64::from(re.1) * VALUE_SCALE;
            (weight, weight)
        } else {
            let ties = u64::from(1 + re.1 + ro.1);
            let images = self.images * VALUE_SCALE;
            (images / ties, images / (ties + 1))
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
    use bezzel::{ConstrainedBoard, Square};

    /// One representative of each conjugacy class of subgroups, and some others: a board that has
    /// this group.
    fn constraints(n: u32) -> Vec<Constraint> {
        let mut boards = Vec::new();
        for square in Square::all(n) {
            let one = |symmetries: &[Symmetry]| {
                let mut board = ConstrainedBoard::new(n).unwrap();
                for symmetry in symmetries {
                    board.block(symmetry.apply(square, n)).unwrap();
                }
                board
            };
            use Symmetry::*;
            boards.push(one(&[Identity]));
            boards.push(one(&[Identity, Rotate180]));
            boards.push(one(&[Identity, Rotate90, Rotate180, Rotate270]));
            boards.push(one(&[Identity, MirrorColumns]));
            boards.push(one(&[Identity, MirrorRows]));
            boards.push(one(&[Identity, Transpose]));
            boards.push(one(&[Identity, AntiTranspose]));
            boards.push(one(&[Identity, Rotate180, MirrorColumns, MirrorRows]));
            boards.push(one(&[Identity, Rotate180, Transpose, AntiTranspose]));
        }
        boards.iter().map(Constraint::new).collect()
    }

    /// With b = w = 1 the weighted sum counts the pairs (R,C) themselves, under every group.
    #[test]
    fn weights_add_up_to_all_sets() {
        for n in 1..=12u32 {
            let (even, odd, delta) = (n.div_ceil(2), n / 2, n % 2);
            let all: u64 = (delta..=even)
                .map(|a| (sets::binomial(even, a) * sets::binomial(odd, a - delta)).pow(2))
                .sum();
            let mut constraints = vec![Constraint::none(n)];
            if n <= 8 {
                constraints.extend(self::constraints(n));
            }
            for constraint in &constraints {
                assert_eq!(
                    weighted_sum(constraint),
                    all * VALUE_SCALE,
                    "n = {n}: {constraint:?}"
                );
            }
        }
    }

    fn weighted_sum(constraint: &Constraint) -> u64 {
        let mut sum = 0;
        for a in Orbits::sizes(constraint) {
            let orbits = Orbits::new(a, constraint);
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
        sum
    }

    /// Returns the number of all (R,C) divided by the number of those that are counted.
    fn factor(n: u32) -> f64 {
        let (even, odd, delta) = (n.div_ceil(2), n / 2, n % 2);
        let all: u64 = (delta..=even)
            .map(|a| (sets::binomial(even, a) * sets::binomial(odd, a - delta)).pow(2))
            .sum();
        let (mut counted, constraint) = (0, Constraint::none(n));
        for a in Orbits::sizes(&constraint) {
            let orbits = Orbits::new(a, &constraint);
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
