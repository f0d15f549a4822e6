//! Nothing: this package only names features of dependencies, in its `Cargo.toml`.
