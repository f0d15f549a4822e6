//! The few pages of steps that are held: the one on the screen and its neighbours.
//!
//! A page is made by running the method again from the start, so it can always be made anew;
//! memory is bounded by three pages however long the run is.

use bezzel::methods::{Step, Steps};

/// Steps on one page.
pub(crate) const PAGE: u64 = 512;

/// The page on the screen, the one before and the one after.
const HELD: usize = 3;

#[derive(Default)]
pub(crate) struct Pages {
    pages: Vec<(u64, Steps)>,
}

impl Pages {
    pub(crate) fn step(&self, index: u64) -> Option<&Step> {
        self.page(index / PAGE)?.steps.get((index % PAGE) as usize)
    }

    /// Whether the run is known to end with this step.
    pub(crate) fn is_last(&self, index: u64) -> bool {
        self.page(index / PAGE)
            .is_some_and(|page| page.ended && (index % PAGE) + 1 == page.steps.len() as u64)
    }

    /// Whether the run is known to have no steps at all.
    pub(crate) fn run_is_empty(&self) -> bool {
        self.page(0).is_some_and(|page| page.steps.is_empty())
    }

    /// Holds a page and lets go of those furthest from page `near`.
    pub(crate) fn insert(&mut self, number: u64, page: Steps, near: u64) {
        self.pages.retain(|(held, _)| *held != number);
        self.pages
            .sort_by_key(|(held, _)| (held.abs_diff(near), held.abs_diff(number)));
        self.pages.truncate(HELD - 1);
        self.pages.push((number, page));
    }

    /// The page on which whoever reads step `index` will need next and that is not held.
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
