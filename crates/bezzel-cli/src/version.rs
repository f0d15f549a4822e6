//! Build facts for `bezzel --version` and for results, determined by `build.rs`.

/// Returns version and commit in one word, for stored results.
pub(crate) fn short() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), "+", env!("BEZZEL_COMMIT"))
}

/// Returns version, commit, compiler and target, each on one line.
pub(crate) fn long() -> &'static str {
    concat!(
        env!("CARGO_PKG_VERSION"),
        "\ncommit: ",
        env!("BEZZEL_COMMIT"),
        "\ncompiler: ",
        env!("BEZZEL_COMPILER"),
        "\ntarget: ",
        env!("BEZZEL_TARGET"),
    )
}
