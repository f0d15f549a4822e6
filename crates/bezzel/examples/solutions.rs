//! Enumerate: all solutions, the fundamental ones, and the first without a search.
//!
//! `cargo run --release -p bezzel-core --example solutions -- 8`

use bezzel::notation::{Notation, Options, Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(8), |n| n.parse())?;

    // An iterator: take as many as you want.
    for solution in bezzel::solutions(n)?.take(3) {
        println!("{solution:?}");
    }
    println!("{} solutions", bezzel::solutions(n)?.count());

    // One of each orbit under turns and mirrors.
    for one in bezzel::fundamental_solutions(n)? {
        println!(
            "{:?} stands for {} ({})",
            one.placement, one.orbit_size, one.symmetry
        );
    }

    // One solution for any n, row by row.
    match bezzel::first(n)? {
        Some(rows) => {
            let mut boards = Writer::new(std::io::stdout(), Notation::Unicode, Options::default());
            boards.write_columns(rows)?;
            boards.finish(None)?;
        }
        None => println!("none exists for n = {n}"),
    }
    Ok(())
}
