//! Limits on requests. A request beyond a limit is rejected with an error that names it.

/// Largest n for the steps and races of methods.
pub(crate) const MAX_STEPS_N: u32 = 16;
/// Last step of a run that is shown, if it is reached within the time limit.
pub(crate) const MAX_STEP: u64 = 50_000_000;
/// Maximum number of steps per page.
pub(crate) const MAX_STEPS_PER_PAGE: usize = 1024;
/// Largest number of squares in a decision tree: brute force for n = 5 has 3,905.
pub(crate) const MAX_TREE_NODES: usize = 5000;
/// Largest n whose solutions are listed.
pub(crate) const MAX_GALLERY_N: u32 = 14;
/// Largest n of random completions of boards with many completions: all of them are counted first, in
/// less than a minute.
pub(crate) const MAX_DRAWN_N: u32 = 20;
/// Maximum number of boards per page.
pub(crate) const MAX_BOARDS_PER_PAGE: usize = 1000;
/// Largest n of the Board tab.
pub(crate) const MAX_BOARD_N: u32 = bezzel::MAX_COMPLETED;
/// Largest puzzle of the page.
#[cfg(feature = "puzzles")]
pub(crate) const MAX_PUZZLE_N: u32 = bezzel_puzzle::MAX_GENERATED_SIZE;
/// Maximum number of deductions and cases of a proof that a board has no completion.
pub(crate) const MAX_PROOF_STEPS: usize = 500;
/// Seconds after which a search answers with what it has found.
pub(crate) const SEARCH_SECONDS: f64 = 2.0;
/// Seconds in which a run is replayed to find the last step that is shown.
pub(crate) const REACH_SECONDS: f64 = 1.0;
/// Time limit for a page of steps, in seconds; long enough for every step within reach.
pub(crate) const STEPS_SECONDS: f64 = 10.0;
