//! The stored descriptions of methods.

const STORED: &str = include_str!("../../../bezzel-server/web/src/methods.ts");

#[test]
fn the_stored_methods_are_current() {
    // Not `assert_eq`, which would print both texts.
    assert!(
        STORED == bezzel_wasm::methods(),
        "methods.ts is out of date: run `npm run methods` in crates/bezzel-server/web"
    );
}

#[test]
fn the_types_of_the_page_are_current() {
    use sha2::{Digest, Sha256};

    const TYPES: &str = include_str!("../../../bezzel-server/web/src/engine/types.d.ts");
    let document = format!("{}\n", bezzel_wasm::types());
    let digest = Sha256::digest(document.as_bytes());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(
        TYPES
            .lines()
            .next()
            .is_some_and(|line| line.contains(&hash)),
        "types.d.ts is out of date: run `npm run types` in crates/bezzel-server/web"
    );
}
