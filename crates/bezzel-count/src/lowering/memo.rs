//! Tables that were used last, found by the sets that they are built from.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Steps of search, width and sets from which a table is built.
type Key = (u64, u32, Vec<u32>);

/// A table, once it is built.
type Slot<T> = Arc<OnceLock<Arc<T>>>;

/// The last `capacity` tables that were used, the latest at the end. Threads that need the same
/// table at the same time build it once.
pub(super) struct Memo<T> {
    capacity: usize,
    kept: Mutex<Vec<(Key, Slot<T>)>>,
}

impl<T> Memo<T> {
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            kept: Mutex::default(),
        }
    }

    /// Returns the table of these sets. Builds it if it is not kept.
    pub fn get(
        &self,
        sets: &[u32],
        width: u32,
        steps: u64,
        build: impl FnOnce(&[u32], u32, u64) -> T,
    ) -> Arc<T> {
        let slot = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let found = kept
                .iter()
                .rposition(|((kept_steps, kept_width, kept_sets), _)| {
                    (*kept_steps, *kept_width) == (steps, width) && kept_sets == sets
                });
            let entry = match found {
                Some(index) => kept.remove(index),
                None => ((steps, width, sets.to_vec()), Arc::default()),
            };
            let slot = Arc::clone(&entry.1);
            kept.push(entry);
            if kept.len() > self.capacity {
                kept.remove(0);
            }
            slot
        };
        Arc::clone(slot.get_or_init(|| Arc::new(build(sets, width, steps))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn tables_are_built_again_only_when_others_were_used_since() {
        let memo = Memo::new(2);
        let built = Cell::new(0);
        let get = |sets: &[u32]| {
            let table = memo.get(sets, 4, 0, |sets, _, _| {
                built.set(built.get() + 1);
                sets.len()
            });
            assert_eq!(*table, sets.len());
            built.get()
        };
        assert_eq!(get(&[1]), 1);
        assert_eq!(get(&[1, 2]), 2);
        assert_eq!(get(&[1]), 2, "kept");
        assert_eq!(get(&[1, 2, 3]), 3);
        assert_eq!(get(&[1]), 3, "used later than [1, 2]");
        assert_eq!(get(&[1, 2]), 4, "dropped before");
    }
}
