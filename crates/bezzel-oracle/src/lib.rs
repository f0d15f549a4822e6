//! Naive counters and published values.
