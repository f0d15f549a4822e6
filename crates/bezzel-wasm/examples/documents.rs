//! Prints a document of which a file of the page is made: `types` (`npm run types`), `methods`
//! (`npm run methods`) or `days` (`npm run days`).

fn main() {
    let name = std::env::args().nth(1);
    match name.as_deref() {
        Some("types") => println!("{}", bezzel_wasm::types()),
        Some("methods") => print!("{}", bezzel_wasm::methods()),
        Some("days") => print!("{}", bezzel_wasm::days::document()),
        _ => {
            eprintln!("expected types, methods or days");
            std::process::exit(2);
        }
    }
}
