//! One run of a program: its output and its end.

use crate::kinds::Ending;
use crate::printed::Printed;
use crate::totals::Totals;

#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) printed: Printed,
    pub(crate) ending: Ending,
    /// Unknown in `Mode::One`, where only the existence of a solution counts.
    pub(crate) totals: Option<Totals>,
}

impl Run {
    pub(crate) fn has_ended(&self) -> bool {
        self.ending == Ending::Ended
    }

    /// Returns true if the program ended by itself, with or without an error, after some output.
    pub(crate) fn has_output(&self) -> bool {
        !self.ending.is_limit() && self.printed.bytes > 0
    }
}
