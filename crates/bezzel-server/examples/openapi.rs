//! Prints the OpenAPI document, from which the types of the page are generated (`npm run types`):
//! `cargo run -p bezzel-server --features schema --example openapi > crates/bezzel-server/openapi.json`.

fn main() {
    println!("{}", bezzel_server::document());
}
