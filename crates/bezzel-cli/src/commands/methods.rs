//! `bezzel methods`: lists the methods with their costs and limits.

use bezzel::methods::{Method, MethodInfo};
use clap::Args;

use crate::args::Format;
use crate::exit::ExitCode;
use crate::language::{either, say};
use crate::named;

/// List the methods: idea, time, memory, the largest n, and the source.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  bezzel methods bitmask\n  bezzel methods --format json")]
pub(crate) struct Methods {
    /// List only this method.
    #[arg(value_name = "METHOD", value_parser = named::method())]
    method: Option<Method>,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Methods) -> anyhow::Result<ExitCode> {
    let all = Method::ALL.into_iter();
    let chosen = all.filter(|method| args.method.is_none_or(|only| only == *method));
    let methods: Vec<_> = chosen.map(Method::about).collect();
    args.format.print(&methods, || {
        let measured = MethodInfo::MEASURED;
        let measured = say(&measured);
        let head = either!("n in 1 s was measured on: ", "“1 秒内”的测量环境：");
        format!("{}{head}{measured}\n", paragraphs(&methods))
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Formats the methods with a few lines each, so that they fit in any terminal.
fn paragraphs(methods: &[&MethodInfo]) -> String {
    let mut text = String::new();
    for method in methods {
        let MethodInfo {
            title,
            idea,
            time,
            memory,
            source,
            max_n: max,
            ..
        } = method;
        let reach = match method.largest_in_a_second {
            Some(fast) => either!(
                "n = {fast} in 1 s, at most n = {max}",
                "1 秒内可达 n = {fast}；n 最大为 {max}"
            ),
            None => either!(
                "does not count; at most n = {max}",
                "不计数；n 最大为 {max}"
            ),
        };
        let [title, idea, time, memory, source] = [title, idea, time, memory, source].map(say);
        let cost = either!(
            "time {time}; memory {memory}",
            "时间：{time}\n  空间：{memory}"
        );
        text += &format!("{title}\n  {idea}\n  {cost}\n  {reach}\n  {source}\n\n");
    }
    text
}
