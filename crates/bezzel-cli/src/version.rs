//! What was built: for `bezzel --version` and for reports.

use std::sync::LazyLock;

/// Version and commit in one word: for results that are kept.
pub(crate) fn short() -> String {
    let commit = option_env!("VERGEN_GIT_SHA").filter(|commit| !commit.starts_with("VERGEN_"));
    let commit: String = commit.unwrap_or("unknown").chars().take(9).collect();
    let modified = match option_env!("VERGEN_GIT_DIRTY") {
        Some("true") => "-modified",
        _ => "",
    };
    format!("{}+{commit}{modified}", env!("CARGO_PKG_VERSION"))
}

/// Version, commit, date, compiler and target, each on one line.
pub(crate) fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let known = |fact: Option<&'static str>| match fact {
            Some(fact) if !fact.starts_with("VERGEN_") => fact,
            _ => "unknown",
        };
        let modified = option_env!("VERGEN_GIT_DIRTY") == Some("true");
        format!(
            "{version}\ncommit: {commit}{modified}\nbuilt: {date}\ncompiler: rustc {rustc}\n\
             target: {target}\noptimisation level: {level}",
            version = env!("CARGO_PKG_VERSION"),
            commit = known(option_env!("VERGEN_GIT_SHA")),
            modified = if modified { " (modified)" } else { "" },
            date = known(option_env!("VERGEN_BUILD_DATE")),
            rustc = known(option_env!("VERGEN_RUSTC_SEMVER")),
            target = known(option_env!("VERGEN_CARGO_TARGET_TRIPLE")),
            level = known(option_env!("VERGEN_CARGO_OPT_LEVEL")),
        )
    });
    &LONG
}
