//! Checks boards: reads any form from stdin and reports the first fault of each.
//!
//! `echo '0 4 7 5 2 6 3 1' | cargo run --release -p bezzel-core --example check`

use std::ops::ControlFlow;

use bezzel::methods::counted_from;
use bezzel::reader::{Hints, Item, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let summary = read(std::io::stdin().lock(), Hints::default(), &mut |item| {
        if let Item::Board(board) = item {
            let line = board.line;
            match board.fault(false) {
                Some(fault) => println!(
                    "line {line}: {}",
                    counted_from(0, &fault.text(board.n).english)
                ),
                None => println!("line {line}: no two queens attack each other"),
            }
        }
        ControlFlow::Continue(())
    })?;
    println!("{}", summary.text().english);
    Ok(())
}
