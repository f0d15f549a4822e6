//! Pages of steps in memory: the one on the screen and its neighbours.
//!
//! A page is recorded by running the method again from the start, so any page can be recorded
//! again. Memory is bounded by three pages for runs of any length.

use bezzel::methods::{Step, Steps};

/// Steps per page.
pub(crate) const PAGE: u64 = 512;

/// Number of pages: the one on the screen, the one before and the one after.
const MAX_PAGES: usize = 3;

#[derive(Default)]
pub(crate) struct Pages {
    pages: Vec<(u64, Steps)>,
}

impl Pages {
    pub(crate) fn step(&self, index: u64) -> Option<&Step> {
        self.page(index / PAGE)?.steps.get((index % PAGE) as usize)
    }

    /// Returns `true` if the run is known to end with this step.
    pub(crate) fn is_last(&self, index: u64) -> bool {
        self.page(index / PAGE)
            .is_some_and(|page| page.ended && (index % PAGE) + 1 == page.steps.len() as u64)
    }

    /// Returns `true` if the run is known to have no steps.
    pub(crate) fn run_is_empty(&self) -> bool {
        self.page(0).is_some_and(|page| page.steps.is_empty())
    }

    /// Adds a page and drops those farthest from page `near`.
    pub(crate) fn insert(&mut self, number: u64, page: Steps, near: u64) {
        self.pages.retain(|(held, _)| *held != number);
        self.pages
            .sort_by_key(|(held, _)| (held.abs_diff(near), held.abs_diff(number)));
        self.pages.truncate(MAX_PAGES - 1);
        self.pages.push((number, page));
    }

    /// Returns the missing page that a reader of step `index` needs next.
    pub(crate) fn neighbour_of(&self, index: u64) -> Option<u64> {
        let number = index / PAGE;
        let neighbour = if index % PAGE < PAGE / 2 {
            number.checked_sub(1)?
        } else if self.page(number).is_some_and(|page| page.ended) {
            return None;
        } else {
            number + 1
        };
        self.page(neighbour).is_none().then_some(neighbour)
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    fn page(&self, number: u64) -> Option<&Steps> {
        let (_, page) = self.pages.iter().find(|(held, _)| *held == number)?;
        Some(page)
    }
}
