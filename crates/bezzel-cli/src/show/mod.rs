//! placeholder
use bezzel::methods::Method;
pub(crate) fn run(_n: u32, _method: Method, _steps: usize) -> anyhow::Result<()> {
    Ok(())
}
