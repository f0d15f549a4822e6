//! What was built: for `bezzel --version` and for reports. `build.rs` finds it out.

/// Version and commit in one word: for results that are kept.
pub(crate) fn short() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), "+", env!("BEZZEL_COMMIT"))
}

/// Version, commit, compiler and target, each on one line.
pub(crate) fn long() -> &'static str {
    concat!(
        env!("CARGO_PKG_VERSION"),
        "\ncommit: ",
        env!("BEZZEL_COMMIT"),
        "\ncompiler: ",
        env!("BEZZEL_COMPILER"),
        "\ntarget: ",
        env!("BEZZEL_TARGET"),
        "\noptimisation level: ",
        env!("BEZZEL_OPT_LEVEL"),
    )
}
