//! Checks boards: reads any notation from stdin and reports the first attacking pair of each.
//!
//! `echo '0 4 7 5 2 6 3 1' | cargo run --release -p bezzel-core --example check`

use std::ops::ControlFlow;

use bezzel::notation::{self, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    notation::read(
        std::io::stdin().lock(),
        None,
        &Options::default(),
        &mut |entry| {
            let conflict = match &entry.board {
                Ok(placement) => placement.first_conflict(),
                Err(in_one_row) => Some(*in_one_row),
            };
            match conflict {
                Some(conflict) => println!("line {}: {conflict}", entry.line),
                None => println!("line {}: no two queens attack each other", entry.line),
            }
            ControlFlow::Continue(())
        },
    )?;
    Ok(())
}
