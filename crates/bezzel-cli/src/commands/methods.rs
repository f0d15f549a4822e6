//! `bezzel methods`: the table of methods.

use std::process::ExitCode;

use bezzel::methods::{About, Method};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table};

use crate::args;
use crate::output;

pub(crate) fn run(args: &args::Methods) -> anyhow::Result<ExitCode> {
    if args.format.is_json() {
        let methods = Method::ALL.map(Method::about);
        output::print(serde_json::to_string(&methods)? + "\n")?;
    } else {
        output::print(format!("{}\nMeasured on: {}\n", table(), About::MEASURED))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table() -> Table {
    let mut table = Table::new();
    table
        .load_style(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header([
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
    // Names stay whole; what is narrow gives way elsewhere.
    if let Some(names) = table.column_mut(0) {
        names.set_constraint(ColumnConstraint::ContentWidth);
    }
    for numbers in [4, 5] {
        if let Some(column) = table.column_mut(numbers) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
