//! A counter that tells what it is counting, for the map of units.

use std::sync::Arc;

use bezzel::Error;
use bezzel::count::{Counter, Engine, Route, Unit, UnitResult};

use super::Count;

pub(super) struct Watched {
    counter: Counter,
    count: Arc<Count>,
}

impl Watched {
    pub(super) fn new(count: Arc<Count>) -> Result<Self, Error> {
        let counter = Counter::new(count.backend)?;
        Ok(Self { counter, count })
    }
}

impl Engine for Watched {
    fn name(&self) -> String {
        self.counter.name()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        for unit in units {
            self.count.at_work(unit.index(), true);
        }
        let results = self.counter.run(units, route);
        for unit in units {
            self.count.at_work(unit.index(), false);
        }
        results
    }
}
