//! Prints a document from which a file of the page is made: `types` (`npm run types`) or
//! `methods` (`npm run methods`).

fn main() {
    let name = std::env::args().nth(1);
    match name.as_deref() {
        Some("types") => println!("{}", bezzel_wasm::types()),
        Some("methods") => print!("{}", bezzel_wasm::methods()),
        _ => {
            eprintln!("expected types or methods");
            std::process::exit(2);
        }
    }
}
