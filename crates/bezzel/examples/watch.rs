//! Custom observer: prints the search of a method as an indented tree.
//!
//! `cargo run --release -p bezzel-core --example watch -- 4 slope-test`

use std::ops::ControlFlow;

use bezzel::methods::{Context, Event, Method, Observer};

/// Prints events, indented by the number of queens on the board.
#[derive(Default)]
struct Tree {
    depth: usize,
}

impl Observer for Tree {
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
        match event {
            Event::Rejected { square, by, line } => {
                println!(
                    "{:1$}{square}: attacked by {by} along the {line}",
                    "",
                    2 * self.depth
                );
            }
            Event::Place { square } => {
                println!("{:1$}queen on {square}", "", 2 * self.depth);
                self.depth += 1;
            }
            Event::Remove { .. } => self.depth -= 1,
            Event::Solution { columns, .. } => {
                println!(
                    "{:1$}solution {columns:?}, {2:?}",
                    "",
                    2 * self.depth,
                    context.data()
                );
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), bezzel::Error> {
    let mut args = std::env::args().skip(1);
    let n = args.next().and_then(|n| n.parse().ok()).unwrap_or(4);
    let method = args
        .next()
        .as_deref()
        .unwrap_or("bitmask")
        .parse::<Method>()?;
    // The search runs to its end, as this observer never breaks.
    let _ = method.run(n)?.observe(&mut Tree::default());
    Ok(())
}
