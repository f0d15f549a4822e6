//! The largest boards and problems of each kind of work.

/// Largest board size: n = 2³¹ − 1, so that row + column fits in 32 bits.
pub const MAX_SIZE: u32 = i32::MAX as u32;

/// The largest number of deductions and cases of a proof, before the unnecessary ones are dropped.
pub const MAX_PROOF_STEPS: usize = 20_000;

/// The largest board that is completed: it becomes an exact-cover problem with up to n² options.
pub const MAX_COVERED_SIZE: u32 = 1000;

/// Largest board whose completions are counted: its 2n − 1 diagonals fit in one word.
pub const MAX_COMPLETED: u32 = 32;

/// The largest board that is drawn or read as a drawing, which takes n² characters.
pub const MAX_DRAWN_SIZE: u32 = 2048;

/// The largest number of items and of items in all options together.
pub const MAX_ENTRIES: u32 = 1 << 30;
