//! `bezzel methods`: lists the methods with their costs and limits.

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use bezzel::methods::{Method, MethodInfo};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use crate::args;
use crate::output;

pub(crate) fn run(args: &args::Methods) -> anyhow::Result<ExitCode> {
    if args.format.is_json() {
        let methods = Method::ALL.map(Method::about);
        output::print(serde_json::to_string(&methods)? + "\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = table().to_string();
    let width = table.lines().map(|line| line.chars().count()).max();
    let methods = if width > terminal_width() {
        paragraphs()
    } else {
        table + "\n"
    };
    output::print(format!("{methods}Measured on: {}\n", MethodInfo::MEASURED))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the width of the terminal, which is unlimited for pipes and files.
fn terminal_width() -> Option<usize> {
    let size = stdout().is_terminal().then(crossterm::terminal::size);
    match size {
        Some(Ok((columns, _))) => Some(columns.into()),
        _ => Some(usize::MAX),
    }
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header([
        "method", "idea", "time", "memory", "n in 1 s", "max n", "source",
    ]);
    for method in Method::ALL {
        let about = method.about();
        table.add_row([
            about.name,
            about.idea,
            about.time,
            about.memory,
            &about.largest_in_a_second.to_string(),
            &about.max_n.to_string(),
            about.source,
        ]);
    }
    for numbers in [4, 5] {
        if let Some(column) = table.column_mut(numbers) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Formats the methods for narrow terminals, with a few lines each.
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
        let (fast, max) = (method.about().largest_in_a_second, method.about().max_n);
        text += &format!(
            "{name}\n  {idea}\n  time {time}; memory {memory}\n  n = {fast} in 1 s, at most \
             n = {max}\n  {source}\n\n"
        );
    }
    text
}
