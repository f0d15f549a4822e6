//! `bezzel methods`: lists the methods with their costs and limits.

use std::process::ExitCode;

use bezzel::methods::{Method, MethodInfo};

use crate::args;
use crate::output;

pub(crate) fn run(args: &args::Methods) -> anyhow::Result<ExitCode> {
    if args.format.is_json() {
        let methods = Method::ALL.map(Method::about);
        output::print(serde_json::to_string(&methods)? + "\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let measured = MethodInfo::MEASURED.replace(", bezzel", "\n  with bezzel");
    output::print(format!(
        "{}n in 1 s was measured on: {measured}\n",
        paragraphs()
    ))?;
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
            Some(fast) => format!("n = {fast} in 1 s, at most n = {max}"),
            None => format!("does not count; at most n = {max}"),
        };
        text += &format!(
            "{name}\n  {}\n  time {}; memory {}\n  {reach}\n  {}\n\n",
            idea.english, time.english, memory.english, source.english
        );
    }
    text
}
