//! `bezzel methods`: lists the methods with their costs and limits.

use bezzel::methods::{Method, MethodInfo};
use clap::Args;

use crate::args::Format;
use crate::exit::ExitCode;
use crate::language::{either, say};

/// List the methods: idea, time, memory, the largest n, and the source.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel methods --format json")]
pub(crate) struct Methods {
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Methods) -> anyhow::Result<ExitCode> {
    let methods = Method::ALL.map(Method::about);
    args.format.print(&methods, || {
        let measured = MethodInfo::MEASURED;
        let measured = say(&measured);
        let head = either!("n in 1 s was measured on: ", "“1 秒内”的测量环境：");
        format!("{}{head}{measured}\n", paragraphs())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Formats the methods with a few lines each, so that they fit in any terminal.
fn paragraphs() -> String {
    let mut text = String::new();
    for method in Method::ALL {
        let MethodInfo {
            name,
            idea,
            time,
            memory,
            source,
            ..
        } = method.about();
        let max = method.about().max_n;
        let reach = match method.about().largest_in_a_second {
            Some(fast) => either!(
                "n = {fast} in 1 s, at most n = {max}",
                "1 秒内可达 n = {fast}；n 最大为 {max}"
            ),
            None => either!(
                "does not count; at most n = {max}",
                "不计数；n 最大为 {max}"
            ),
        };
        let [idea, time, memory, source] = [idea, time, memory, source].map(say);
        let cost = either!(
            "time {time}; memory {memory}",
            "时间：{time}\n  空间：{memory}"
        );
        text += &format!("{name}\n  {idea}\n  {cost}\n  {reach}\n  {source}\n\n");
    }
    text
}
