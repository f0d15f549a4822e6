//! Build facts for `bezzel --version`: commit, date, compiler, target, profile.

use vergen_gitcl::{Build, Cargo, Emitter, Gitcl, Rustc};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Outside a git checkout the commit is reported as unknown instead of failing the build.
    Emitter::default()
        .quiet()
        .add_instructions(&Build::builder().build_date(true).build())?
        .add_instructions(&Cargo::builder().target_triple(true).opt_level(true).build())?
        .add_instructions(&Rustc::builder().semver(true).build())?
        .add_instructions(&Gitcl::builder().sha(true).dirty(true).build())?
        .emit()?;
    Ok(())
}
