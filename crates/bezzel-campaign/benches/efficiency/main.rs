//! Measures the cost of the ledger: the same units counted by bare threads and through a ledger.
//!
//! ```text
//! cargo bench -p bezzel-campaign --bench efficiency -- 26 12     # n, units
//! ```
//!
//! Two things are lost between the units: time in which a thread is idle, and CPU time spent on
//! other work. The first follows from the fraction of the thread time spent in units, the second
//! from the fraction of the CPU time of the process spent in units. Neither depends on the load of
//! the machine. The efficiency is the product of both fractions, divided by that of the bare
//! threads. Both run in turn, three times, and must find the same results.

#[cfg(unix)]
mod unix;

#[cfg(unix)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    unix::main()
}

#[cfg(not(unix))]
fn main() {
    eprintln!("this benchmark needs Unix, which charges CPU time to threads");
}
