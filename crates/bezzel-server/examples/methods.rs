//! Prints the descriptions of the methods that the page has stored (`npm run methods`).

fn main() {
    print!("{}", bezzel_server::stored_methods());
}
