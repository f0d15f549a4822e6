//! Small sets as bits of a `u32`, and their canonical order.
//!
//! A quarter has at most 16 rows and columns, numbered from 0. Sets are compared by [`keys`],
//! which read the central elements first: queens on central rows attack the most squares, and
//! neighbours in this order share those rows.

/// A set of rows and a set of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct LineSets {
    pub rows: u32,
    pub columns: u32,
}

impl LineSets {
    /// Returns the other rows and columns below `width`.
    pub fn complement(self, width: u32) -> Self {
        Self {
            rows: full(width) & !self.rows,
            columns: full(width) & !self.columns,
        }
    }
}

/// Returns all subsets of `0..width` with `size` elements, in numerical order.
pub(crate) fn subsets(width: u32, size: u32) -> Vec<u32> {
    if size > width {
        return Vec::new();
    }
    let mut found = Vec::new();
    let end = 1u64 << width;
    let mut set = (1u64 << size) - 1;
    while set < end {
        found.push(set as u32);
        if set == 0 {
            break;
        }
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        set = ripple | (((set ^ ripple) >> 2) / low);
    }
    found
}

/// Iterates over the elements of a set, smallest first.
pub(crate) fn elements(mut set: u32) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros();
        set &= set - 1;
        Some(lowest)
    })
}

/// Returns the set of all elements below `width`.
pub(crate) const fn full(width: u32) -> u32 {
    ((1u64 << width) - 1) as u32
}

/// Returns the reflected set: element i becomes width − 1 − i.
pub(crate) fn reversed(set: u32, width: u32) -> u32 {
    if width == 0 {
        return 0;
    }
    set.reverse_bits() >> (32 - width)
}

/// Returns the elements of `0..width` from the centre outwards.
pub(crate) fn centre_first(width: u32) -> Vec<u32> {
    let distance = |i: usize| (2 * i as u32 + 1).abs_diff(width).into();
    let order = order(width as usize, &distance);
    order.into_iter().map(|i| i as u32).collect()
}

/// Returns the function whose numbers order the subsets of `0..width` by their central elements first. Finding the
/// order of the elements takes longer than a number.
pub(crate) fn keys(width: u32) -> impl Fn(u32) -> u32 {
    let order = centre_first(width);
    move |set| order.iter().fold(0, |key, i| key << 1 | (set >> i & 1))
}

/// Returns the numbers below `len` by rising keys. Each key is computed once. Numbers with equal keys stay in
/// order. All callers share this sort, whose code is long.
pub(crate) fn order(len: usize, key: &dyn Fn(usize) -> u64) -> Vec<usize> {
    let mut keyed: Vec<(u64, usize)> = (0..len).map(|at| (key(at), at)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, at)| at).collect()
}

/// Sorts items by rising keys. Equal ones stay in order.
pub(crate) fn sort<T: Clone>(items: &mut Vec<T>, key: &dyn Fn(&T) -> u64) {
    let order = order(items.len(), &|at| key(&items[at]));
    *items = order.into_iter().map(|at| items[at].clone()).collect();
}

/// Sorts sets by falling keys.
pub(crate) fn sort_descending(sets: &mut Vec<u32>, key: &dyn Fn(u32) -> u32) {
    sort(sets, &|&set| !u64::from(key(set)));
}

/// The [`keys`] of every set, computed once.
pub(crate) struct Keys(Vec<u16>);

impl Keys {
    /// Computes the keys of all subsets of `0..width`, at most 16 elements.
    pub fn new(width: u32) -> Self {
        debug_assert!(width <= 16);
        let key = keys(width);
        Self((0..1u32 << width).map(|set| key(set) as u16).collect())
    }

    /// Returns the key of one set.
    pub fn of(&self, set: u32) -> u16 {
        self.0[set as usize]
    }
}

/// Returns C(n,k) for n ≤ 32.
pub(crate) fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    (1..=u64::from(k)).fold(1, |product, i| product * (u64::from(n) + 1 - i) / i)
}

/// Visits the sets with `less` (1 or 2) elements less than `set`.
pub(super) fn for_each_removal(set: u32, less: u32, mut visit: impl FnMut(u32)) {
    for first in elements(set) {
        let rest = set & !(1 << first);
        if less == 1 {
            visit(rest);
        } else {
            for second in elements(rest).take_while(|&second| second < first) {
                visit(rest & !(1 << second));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_complete_and_sorted() {
        for width in 0..=12 {
            for size in 0..=width + 1 {
                let found = subsets(width, size);
                assert_eq!(found.len() as u64, binomial(width, size));
                assert!(found.iter().all(|set| set.count_ones() == size));
                assert!(found.is_sorted());
            }
        }
    }

    #[test]
    fn keys_are_distinct_and_centre_first() {
        assert_eq!(centre_first(5), [2, 1, 3, 0, 4]);
        assert_eq!(centre_first(4), [1, 2, 0, 3]);
        assert_eq!(super::keys(5)(0b00100), 0b10000);
        let keys = Keys::new(9);
        let mut all: Vec<u16> = (0..512).map(|set| keys.of(set)).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 512);
    }

    #[test]
    fn reversing_twice_changes_nothing() {
        assert_eq!(reversed(0b0011, 4), 0b1100);
        assert_eq!(reversed(0, 0), 0);
        for set in 0..1 << 7 {
            assert_eq!(reversed(reversed(set, 7), 7), set);
        }
    }
}
