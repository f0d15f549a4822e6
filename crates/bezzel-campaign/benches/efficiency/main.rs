//! What the ledger costs: the same units counted by bare threads and through a ledger.
//!
//! ```text
//! cargo bench -p bezzel-campaign --bench efficiency -- 26 12     # n, units
//! ```
//!
//! Two things are lost between the units: time in which a thread has nothing to count, and
//! processor time that goes into anything else. The first is told by the part of the time of all
//! threads in which they were at a unit, the second by the part of the processor time of the
//! whole process that the units took. Neither depends on what else the machine does. The
//! efficiency is the product of both parts, divided by that of the bare threads. Both are run in
//! turn, three times, and must find the same.

#[cfg(unix)]
mod unix;

#[cfg(unix)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    unix::main()
}

#[cfg(not(unix))]
fn main() {
    eprintln!("this benchmark needs Unix, which charges processor time to threads");
}
