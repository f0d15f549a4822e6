//! Linker arguments of an extension module: on macOS, the interpreter resolves its symbols at load time.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
