//! Joins the first start lists of a unit, as `scripts/cache-misses` does under a simulator.
//!
//! ```text
//! cargo run --release --example part -- avx2 8 n23-a6-c052e-e0..162-o0..462
//! ```

use std::error::Error;

use bezzel_count::{Backend, Counter, Plan};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [backend, lists, name] = &arguments[..] else {
        let found = arguments.len();
        return Err(format!("expected BACKEND LISTS UNIT, found {found} arguments").into());
    };
    let backend: Backend = backend.parse()?;
    let size = name.trim_start_matches('n').split('-').next();
    let plan = Plan::new(size.unwrap_or_default().parse()?)?;
    let unit = plan
        .unit_by_name(name)
        .ok_or("expected the name of a unit of the plan")?;
    let result = Counter::new(backend)?.count_part(&unit, lists.parse()?);
    println!("{} tests, {} finished", result.tests, result.finished);
    Ok(())
}
