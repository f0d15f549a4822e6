//! Lists solutions: all of them, the fundamental ones, and one without a search.
//!
//! `cargo run --release -p bezzel-core --example solutions -- 8`

use bezzel::notation::{Notation, Options, Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(8), |n| n.parse())?;

    // `solutions` is an iterator, so `take` limits the search.
    for solution in bezzel::solutions(n)?.take(3) {
        println!("{solution:?}");
    }
    println!("{} solutions", bezzel::solutions(n)?.count());

    // One solution of each orbit under rotations and reflections.
    for one in bezzel::fundamental_solutions(n)? {
        println!(
            "{:?}: orbit of {} ({})",
            one.placement, one.orbit_size, one.symmetry
        );
    }

    // One solution for any n except 2 and 3, computed row by row.
    match bezzel::first(n)? {
        Some(rows) => {
            let mut boards = Writer::new(std::io::stdout(), Notation::Unicode, Options::default());
            boards.write_columns(rows)?;
            boards.finish(None)?;
        }
        None => println!("no solution exists for n = {n}"),
    }
    Ok(())
}
