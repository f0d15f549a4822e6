//! Ways of writing placements.
