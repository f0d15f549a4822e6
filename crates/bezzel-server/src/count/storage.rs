//! The results of a count, and the call that counts the remaining units.

use bezzel_campaign::{
    Error, InMemoryQueue, Ledger, LedgerQueue, ProcessInfo, RunOutcome, RunProgress, TimeLimit, run,
};
use bezzel_count::{Engine, Plan, Total};

/// Program name in the results of this server.
const PROGRAM: &str = "bezzel serve";

/// Storage of the results of a count.
pub(super) enum CountStorage {
    InMemory(Box<InMemoryQueue>),
    Campaign(Box<Ledger>),
}

impl CountStorage {
    pub(super) fn in_memory(plan: Plan, double_check: bool) -> Self {
        let process = ProcessInfo::current(PROGRAM);
        Self::InMemory(Box::new(InMemoryQueue::new(plan, process, double_check)))
    }

    pub(super) fn campaign(ledger: Ledger) -> Self {
        Self::Campaign(Box::new(ledger))
    }

    /// Counts the remaining units and returns the total, or `None` if `on_progress` returned
    /// false before all units were done.
    pub(super) fn count(
        &mut self,
        engines: Vec<Box<dyn Engine>>,
        on_progress: &mut dyn FnMut(&RunProgress<'_>) -> bool,
    ) -> Result<Option<Total>, String> {
        let text = |error: Error| error.to_string();
        let limit = TimeLimit::none();
        let outcome = match self {
            Self::InMemory(queue) => run(&mut **queue, engines, limit, on_progress),
            Self::Campaign(ledger) => {
                let mut queue = LedgerQueue::new(ledger, ProcessInfo::current(PROGRAM));
                run(&mut queue, engines, limit, on_progress)
            }
        };
        if outcome.map_err(text)? != RunOutcome::Complete {
            return Ok(None);
        }
        self.total().map(Some)
    }

    fn total(&self) -> Result<Total, String> {
        let total = match self {
            Self::InMemory(queue) => match queue.differing() {
                Some((unit, _)) => {
                    return Err(format!(
                        "double check failed: the two routes give different results for unit {unit}"
                    ));
                }
                None => queue.total(),
            },
            Self::Campaign(ledger) => ledger.final_result().map(|result| result.total),
        };
        total.map_err(|error| error.to_string())
    }
}
