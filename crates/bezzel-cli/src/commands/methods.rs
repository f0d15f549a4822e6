//! `bezzel methods`: what is known about each method.

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
        cards()
    } else {
        table + "\n"
    };
    output::print(format!("{methods}Measured on: {}\n", MethodInfo::MEASURED))?;
    Ok(ExitCode::SUCCESS)
}

/// The columns of the terminal; elsewhere there is room for everything.
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

/// The same for narrow terminals: a few lines for each method.
fn cards() -> String {
    let mut cards = String::new();
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
        cards += &format!(
            "{name}\n  {idea}\n  time {time}; memory {memory}\n  n = {fast} in a second, at most \
             n = {max}\n  {source}\n\n"
        );
    }
    cards
}
