// How the command is installed today, in a clone of the repository: nothing is published.

export const INSTALL = "cargo install --locked --path crates/bezzel-cli";
