//! Exit codes of the command.

/// What the process tells its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ExitCode(u8);

impl ExitCode {
    pub(crate) const SUCCESS: Self = Self(0);
    /// The answer is no: there is no solution, a board or program is wrong, results differ.
    pub(crate) const NO: Self = Self(1);
    /// Bad input, or data that cannot be read or written.
    pub(crate) const BAD_INPUT: Self = Self(2);
    /// Stopped by Ctrl-C, as shells expect it: 128 + SIGINT.
    pub(crate) const INTERRUPTED: Self = Self(130);

    /// Returns success if the answer is yes.
    pub(crate) fn of_answer(yes: bool) -> Self {
        if yes { Self::SUCCESS } else { Self::NO }
    }

    pub(crate) fn number(self) -> u8 {
        self.0
    }
}
