//! The `bezzel` command.
fn main() {}
