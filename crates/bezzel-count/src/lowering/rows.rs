//! The row tables of a join: nodes and groups of a cover.

use crate::colour::cover::Cover;
use crate::colour::groups::PAIRS_PER_GROUP;

use super::NO_ENTRY;

/// Row sets T with the [nodes](Node) and [groups](RowGroup) that reach them.
#[derive(Debug, Default)]
pub struct RowTables {
    /// The row sets T, all of one size.
    pub row_sets: Vec<u32>,
    /// All nodes in depth-first order, the root first. Empty for fewer than two queens.
    pub nodes: Vec<Node>,
    /// All groups, in the order of their nodes.
    pub groups: Vec<RowGroup>,
}

/// A set of rows, reached from its parent by one more row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Number of rows in the set P of this node.
    pub depth: u32,
    /// The row that the parent lacks; 0 at the root.
    pub row: u32,
    /// Index of the first group that is finished from this node.
    pub first_group: u32,
    /// Number of groups, which follow each other.
    pub groups: u32,
}

/// Row pairs that are finished together, one per lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowGroup {
    /// Index of each T, or [`NO_ENTRY`] in unused lanes, which are the last ones.
    pub members: [u32; PAIRS_PER_GROUP],
    /// The lower finishing row; 0 in unused lanes.
    pub first: [u32; PAIRS_PER_GROUP],
    /// The higher finishing row; 0 in unused lanes.
    pub second: [u32; PAIRS_PER_GROUP],
    /// For each distance d of two columns: the lanes whose rows do not have distance d, two bits
    /// per lane. The CPU kernels mask their counts with it; GPU kernels compare the rows instead.
    pub(crate) clear: [u32; PAIRS_PER_GROUP],
    used: u32,
}

impl RowTables {
    /// Covers the row sets, all of one size and with elements below `width`.
    pub(super) fn new(row_sets: &[u32], width: u32, steps: u64) -> Self {
        Self::covered_by(&cover(row_sets, width, steps), row_sets)
    }

    /// Lowers a cover of row sets.
    pub(crate) fn covered_by(cover: &Cover, row_sets: &[u32]) -> Self {
        let mut tables = Self {
            row_sets: row_sets.to_vec(),
            ..Self::default()
        };
        for node in &cover.nodes {
            tables.nodes.push(Node {
                depth: node.rows.count_ones(),
                row: node.row,
                first_group: tables.groups.len() as u32,
                groups: node.groups.len() as u32,
            });
            let groups = node.groups.iter();
            let groups = groups.map(|members| RowGroup::new(node.rows, members, row_sets));
            tables.groups.extend(groups);
        }
        tables
    }

    /// Returns the number of queens: the size of the row sets.
    pub(super) fn queens(&self) -> u32 {
        self.row_sets.first().map_or(0, |set| set.count_ones())
    }

    pub(crate) fn groups_of(&self, node: &Node) -> &[RowGroup] {
        &self.groups[node.first_group as usize..][..node.groups as usize]
    }
}

/// Covers row sets after a search of so many steps. The cover is empty for fewer than two queens.
pub(super) fn cover(row_sets: &[u32], width: u32, steps: u64) -> Cover {
    match row_sets.first() {
        Some(set) if set.count_ones() >= 2 => Cover::searched(row_sets, width, steps),
        _ => Cover::default(),
    }
}

impl RowGroup {
    fn new(rows: u32, members: &[u32], row_sets: &[u32]) -> Self {
        let mut group = Self {
            members: [NO_ENTRY; PAIRS_PER_GROUP],
            first: [0; PAIRS_PER_GROUP],
            second: [0; PAIRS_PER_GROUP],
            clear: [0; PAIRS_PER_GROUP],
            used: members.len() as u32,
        };
        group.members[..members.len()].copy_from_slice(members);
        for (lane, &member) in members.iter().enumerate() {
            let pair = row_sets[member as usize] & !rows;
            debug_assert_eq!(pair.count_ones(), 2);
            group.first[lane] = pair.trailing_zeros();
            group.second[lane] = 31 - pair.leading_zeros();
            let apart = group.second[lane] - group.first[lane];
            for (distance, clear) in group.clear.iter_mut().enumerate() {
                *clear |= (3 * u32::from(distance as u32 != apart)) << (2 * lane);
            }
        }
        group
    }

    /// Returns the indices of the row sets, one for each used lane.
    pub(crate) fn used(&self) -> &[u32] {
        &self.members[..self.used as usize]
    }
}
