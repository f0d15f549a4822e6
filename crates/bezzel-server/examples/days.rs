//! Prints the puzzles of days that the page has stored (`npm run days`):
//! `cargo run -p bezzel-server --features schema --example days > crates/bezzel-server/web/src/puzzle/days.json`.

fn main() {
    print!("{}", bezzel_server::days::document());
}
