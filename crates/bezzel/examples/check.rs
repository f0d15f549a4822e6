//! Checks boards: reads any form from stdin and reports the first fault of each.
//!
//! `echo '0 4 7 5 2 6 3 1' | cargo run --release -p bezzel-core --example check`

use bezzel::methods::counted_from;
use bezzel::reader::{Hints, Item, Items};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut items = Items::new(std::io::stdin().lock(), Hints::default());
    for item in items.by_ref() {
        if let Item::Board(board) = item? {
            let line = board.line;
            match board.fault(false) {
                Some(fault) => println!(
                    "line {line}: {}",
                    counted_from(0, &fault.text(board.n).english)
                ),
                None => println!("line {line}: no two queens attack each other"),
            }
        }
    }
    println!("{}", items.summary.text().english);
    Ok(())
}
