//! The console blocks of the documents are run, and their output is compared.

#[test]
fn documents_show_real_output() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    // The commands name files as seen from the root of the repository. No other test shares
    // this process.
    std::env::set_current_dir(root).expect("the root of the repository");
    trycmd::TestCases::new()
        .case("README*.md")
        .case("docs/*.md")
        .case("crates/bezzel-cli/README.md");
}
