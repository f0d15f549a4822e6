//! Prints the OpenAPI document, from which the page's types are made:
//! `cargo run -p bezzel-server --features schema --example openapi > crates/bezzel-server/openapi.json`.

fn main() {
    println!("{}", bezzel_server::document());
}
