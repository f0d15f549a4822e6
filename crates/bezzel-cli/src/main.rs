//! The `bezzel` command.

mod show;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let n = arguments.next().unwrap_or("8".into()).parse()?;
    let method = arguments.next().unwrap_or("bitmask".into()).parse()?;
    let steps = arguments.next().unwrap_or("40".into()).parse()?;
    show::run(n, method, steps)
}
