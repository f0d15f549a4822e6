//! Divides the row sets of a unit among tiles.
//!
//! The sets Ro of a part are start lists of white and the sets T of black; for the sets Re, it is the reverse. A
//! [cover](crate::colour::cover) of all sets T of the unit needs fewer groups than covers of its
//! parts, so parts consist of whole groups of that cover.

use std::sync::Arc;

use super::{PAIRS_PER_GROUP, RowTables};
use crate::colour::cover::Cover;
use crate::colour::groups::Finishing;
use crate::colour::quarter::QuarterPlacements;
use crate::colour::sets;

/// Most rows (64 bytes) of a table of counts on the CPU: 64 MiB. A quarter of this costs 5% of
/// the time, four times as much gains nothing. Turin, 2026-11-21, `bezzel bench 25`.
pub(crate) const MAX_TABLE_ROWS: usize = 64 << 20 >> 6;

/// A row set with the number that decides its weight, and its start list.
#[derive(Debug, Clone, Copy)]
pub(super) struct StartList {
    pub set: u32,
    pub number: u32,
    /// Its range among the placements.
    pub range: u32,
    pub length: usize,
}

/// Some row sets of a unit.
pub(super) struct UnitPart {
    pub lists: Vec<StartList>,
    /// The tables of these sets as T, in the order of `lists`; `None` on the exchanged route, where T
    /// are column sets.
    pub rows: Option<Arc<RowTables>>,
}

/// Returns the sets with at least one start.
pub(super) fn start_lists(sets: &[(u32, u32)], placements: &QuarterPlacements) -> Vec<StartList> {
    let list = |(index, &(set, number)): (usize, &(u32, u32))| StartList {
        set,
        number,
        range: index as u32,
        length: placements.of_set(index).len(),
    };
    let lists = sets.iter().enumerate().map(list);
    lists.filter(|list| list.length > 0).collect()
}

/// Returns the number of pairs (Re, Ro) whose counts fit [`MAX_TABLE_ROWS`], at least 4.
fn max_pairs(columns: usize) -> usize {
    (MAX_TABLE_ROWS / columns.div_ceil(2 * PAIRS_PER_GROUP).max(1)).max(4)
}

/// Returns whether so many pairs of row sets fit one tile: then their order does not matter.
pub(super) fn fit_one_tile([re, ro]: [usize; 2], columns: usize) -> bool {
    re * ro <= max_pairs(columns)
}

/// Returns the number of parts of each, so that the table of a tile has about [`MAX_TABLE_ROWS`] rows
/// at most.
pub(super) fn numbers([re, ro]: [usize; 2], columns: usize) -> [usize; 2] {
    let most = max_pairs(columns);
    let side = most.isqrt();
    let ro_side = if re <= side { most / re.max(1) } else { side };
    let ro_parts = ro.div_ceil(ro_side.max(1)).max(1);
    let ro_size = ro.div_ceil(ro_parts).max(1);
    [re.div_ceil((most / ro_size).max(1)).max(1), ro_parts]
}

/// The sets T that the lists of a unit are, with their cover.
pub(super) struct Covered {
    pub row_sets: Vec<u32>,
    /// Their elements are below this.
    pub width: u32,
    pub cover: Arc<Cover>,
}

/// Divides the lists into at most `parts` parts of about the same size: of whole groups, if their
/// sets T have a cover.
pub(super) fn divide(
    lists: &[StartList],
    parts: usize,
    covered: Option<&Covered>,
) -> Vec<UnitPart> {
    let all: Vec<u32> = (0..lists.len() as u32).collect();
    let Some(covered) = covered else {
        let parts = even(&all, parts).map(|members| UnitPart {
            lists: longest_first(members, lists)
                .map(|(_, list)| list)
                .collect(),
            rows: None,
        });
        return parts.collect();
    };
    let groups = covered.cover.groups();
    if groups.is_empty() {
        let parts = even(&all, parts).map(|members| covered.part(members, &[], lists));
        return parts.collect();
    }
    let parts = cut(&groups, lists.len(), parts).map(|groups| {
        let members: Vec<u32> = groups
            .iter()
            .flat_map(|(_, members)| members)
            .copied()
            .collect();
        covered.part(&members, groups, lists)
    });
    parts.collect()
}

impl Covered {
    /// Returns the part with these members, which the groups assign.
    fn part(&self, members: &[u32], groups: &[Finishing], lists: &[StartList]) -> UnitPart {
        let (members, lists): (Vec<u32>, Vec<StartList>) = longest_first(members, lists).unzip();
        let row_sets: Vec<u32> = members
            .iter()
            .map(|&member| self.row_sets[member as usize])
            .collect();
        let mut places = vec![0; self.row_sets.len()];
        for (place, &member) in (0..).zip(&members) {
            places[member as usize] = place;
        }
        let placed = |(rows, members): &Finishing| {
            let places = members.iter().map(|&member| places[member as usize]);
            (*rows, places.collect())
        };
        let groups: Vec<Finishing> = groups.iter().map(placed).collect();
        let queens = row_sets.first().map_or(0, |set| set.count_ones());
        let cover = match queens {
            0 | 1 => Cover::default(),
            _ => Cover::finishing(&groups, queens, self.width),
        };
        UnitPart {
            rows: Some(Arc::new(RowTables::covered_by(&cover, &row_sets))),
            lists,
        }
    }
}

/// Cuts `total` sets in groups into at most `parts` parts, between the groups that are nearest to
/// even cuts.
fn cut(groups: &[Finishing], total: usize, parts: usize) -> impl Iterator<Item = &[Finishing]> {
    let (mut begin, mut sets) = (0, 0);
    (1..=parts)
        .map(move |part| {
            let start = begin;
            while let Some((_, members)) = groups.get(begin)
                && (2 * sets + members.len()) * parts <= 2 * total * part
            {
                sets += members.len();
                begin += 1;
            }
            &groups[start..begin]
        })
        .filter(|groups| !groups.is_empty())
}

/// Divides members evenly into parts.
fn even(members: &[u32], parts: usize) -> impl Iterator<Item = &[u32]> {
    members.chunks(members.len().div_ceil(parts).max(1))
}

/// Sorts start lists by length: they are joined two at a time, and lists of similar length fill
/// their words evenly.
fn longest_first(members: &[u32], lists: &[StartList]) -> impl Iterator<Item = (u32, StartList)> {
    let mut sorted = members.to_vec();
    let longest_first = |&member: &u32| !(lists[member as usize].length as u64);
    sets::sort(&mut sorted, &longest_first);
    sorted
        .into_iter()
        .map(|member| (member, lists[member as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::sets;

    #[test]
    fn cuts_are_between_groups_and_nearly_even() {
        let group = |size: u32| (0, (0..size).collect::<Vec<_>>());
        let sizes = |groups: &[Finishing], parts| {
            let total = groups.iter().map(|(_, members)| members.len()).sum();
            let sizes =
                |groups: &[Finishing]| groups.iter().map(|(_, members)| members.len()).sum();
            cut(groups, total, parts).map(sizes).collect::<Vec<usize>>()
        };
        let groups: Vec<Finishing> = [16, 16, 7, 16, 9, 16].map(group).to_vec();
        assert_eq!(sizes(&groups, 1), [80]);
        assert_eq!(sizes(&groups, 2), [39, 41]);
        assert_eq!(sizes(&groups, 3), [32, 23, 25]);
        assert_eq!(sizes(&groups, 80), [16, 16, 7, 16, 9, 16]);
    }

    /// With and without groups, one or many parts: each list is in one part, and each set T of a part is
    /// finished once, from rows that it contains.
    #[test]
    fn parts_have_each_list_and_finish_each_set_once() {
        for (width, queens, parts) in [(4, 1, 3), (6, 2, 2), (10, 5, 1), (10, 5, 4), (10, 5, 99)] {
            let row_sets = sets::subsets(width, queens);
            let list = |(index, &set): (usize, &u32)| StartList {
                set,
                number: 0,
                range: index as u32,
                length: index * 7 % 11,
            };
            let lists: Vec<StartList> = row_sets.iter().enumerate().map(list).collect();
            let cover = Arc::new(crate::lowering::rows::cover(&row_sets, width, 1000));
            let covered = Covered {
                row_sets: row_sets.clone(),
                width,
                cover,
            };
            let divided = divide(&lists, parts, Some(&covered));
            assert!(divided.len() <= parts);
            let mut seen = vec![0; lists.len()];
            for UnitPart { lists, rows } in &divided {
                assert!(lists.is_sorted_by_key(|list| std::cmp::Reverse(list.length)));
                let rows = rows.as_ref().expect("the sets have a cover");
                assert!(
                    lists
                        .iter()
                        .map(|list| list.set)
                        .eq(rows.row_sets.iter().copied())
                );
                lists.iter().for_each(|list| seen[list.range as usize] += 1);
                let mut finished: Vec<u32> = rows
                    .groups
                    .iter()
                    .flat_map(|group| group.used())
                    .copied()
                    .collect();
                finished.sort();
                let all = if queens < 2 { 0 } else { lists.len() as u32 };
                assert!(finished.into_iter().eq(0..all));
            }
            assert!(seen.iter().all(|&times| times == 1));
        }
    }
}
