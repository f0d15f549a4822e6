//! The stored descriptions of methods.

use bezzel::methods::Method;
use serde_json::{Value, json};

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
fn all_methods_are_described() {
    let list = STORED.split_once("METHODS = ").unwrap().1;
    let list = list.split_once(" as const").unwrap().0;
    let methods: Vec<Value> = serde_json::from_str(list).unwrap();
    let names: Vec<&Value> = methods.iter().map(|method| &method["name"]).collect();
    assert_eq!(
        names,
        Method::ALL.map(|method| json!(method.name())).each_ref()
    );
    let accepting = methods
        .iter()
        .filter(|method| method["accepts_constraints"] == true);
    let names: Vec<&Value> = accepting.map(|method| &method["name"]).collect();
    assert_eq!(names, ["bitmask"]);
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
