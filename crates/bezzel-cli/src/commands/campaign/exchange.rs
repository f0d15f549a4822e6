//! `bezzel campaign export` and `merge`: exports units, imports results.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use bezzel::counted;
use bezzel_campaign::Merge;
use serde::Serialize;

use super::{CONFLICT, opened, opened_to_read, run_interruptible};
use crate::args::{self, ExportRoute};
use crate::interrupt;
use crate::output::{self, Kind};
use crate::stderr::write_note;

pub(super) fn export(args: &args::Export) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let kind = match args.results {
        true => Kind::Results,
        false => Kind::Units,
    };
    let mut out = super::output(&ledger, args.output.as_deref(), kind, args.force.force)?;
    let describe = out.describe();
    let mut write = |line: &dyn std::fmt::Display| -> anyhow::Result<()> {
        interrupt::check("the export is incomplete")?;
        writeln!(out, "{line}").with_context(|| describe.clone())
    };
    write(&ledger.units().header())?;
    if args.results {
        ledger.each_result(&mut |line| write(&line))?;
    } else {
        let route = args.route.map(ExportRoute::route);
        ledger.each_open(args.author, route, &mut |unit| write(unit))?;
    }
    out.finish()?;
    if args.route == Some(ExportRoute::Exchanged) {
        write_note("count these units with `bezzel work --exchanged`");
    }
    Ok(ExitCode::SUCCESS)
}

/// The outcome of an interrupted merge.
const GOES_ON: &str = "imported results are stored; run the same command again to import the rest";

/// The output of `--format json` for each file.
#[derive(Serialize)]
struct MergeReport<'a> {
    file: String,
    #[serde(flatten)]
    merge: &'a Merge,
}

pub(super) fn merge(args: &args::Merge) -> anyhow::Result<ExitCode> {
    let mut ledger = opened(&args.file)?;
    let mut conflicts = 0;
    for other in &args.others {
        let path = other.clone();
        let merge;
        (ledger, merge) = run_interruptible(GOES_ON, ledger, move |ledger| ledger.merge(&path))?;
        conflicts += merge.conflicts;
        let file = other.display().to_string();
        if args.format.is_json() {
            let report = MergeReport {
                file,
                merge: &merge,
            };
            output::print(serde_json::to_string(&report)? + "\n")?;
        } else {
            output::print(text(&file, &merge))?;
        }
        if merge.torn {
            write_note(format_args!(
                "{}: the incomplete last line was skipped",
                other.display()
            ));
        }
    }
    let (done, units) = (ledger.counted(), ledger.units().plan().len());
    write_note(format_args!(
        "{}: {done} of {} counted",
        args.file.display(),
        counted(units, "unit")
    ));
    // A later result may have ended them.
    let is_ended = conflicts > 0 && ledger.conflicts().is_empty();
    if is_ended {
        write_note("results that were read later ended these conflicts: no unit is in conflict");
    }
    Ok(if conflicts > 0 && !is_ended {
        ExitCode::from(CONFLICT)
    } else {
        ExitCode::SUCCESS
    })
}

fn text(file: &str, merge: &Merge) -> String {
    let mut text = format!(
        "{file}: {} merged, {} identical, {} confirmed, {} CONFLICT",
        merge.merged, merge.identical, merge.confirmed, merge.conflicts
    );
    for (number, what) in [
        (merge.repeated, "agree without confirming"),
        (merge.withdrawn, "withdrawn"),
        (merge.rejected, "rejected"),
    ] {
        if number > 0 {
            text += &format!(", {number} {what}");
        }
    }
    text.push('\n');
    for unit in &merge.conflicting {
        text += &format!("CONFLICT: {unit}\n");
    }
    for unit in &merge.rejecting {
        text += &format!("rejected: {unit} has another accepted result\n");
    }
    text
}
