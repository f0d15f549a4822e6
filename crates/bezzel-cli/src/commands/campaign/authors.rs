//! `bezzel campaign authors`: who counted what.

use std::process::ExitCode;

use bezzel::counted;
use bezzel_campaign::AuthorReport;

use super::{UNAFFECTED, opened_to_read, run_interruptible};
use crate::args;
use crate::output;

pub(super) fn run(args: &args::Authors) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let read = |ledger: &mut bezzel_campaign::Ledger| Ok(ledger.authors());
    let (ledger, authors) = run_interruptible(UNAFFECTED, ledger, read)?;
    if args.format.is_json() {
        let policy = ledger.policy().to_string();
        let report = serde_json::json!({ "policy": policy, "authors": authors });
        output::print(format!("{report}\n"))?;
    } else {
        let mut text = format!("policy: {}\n", ledger.policy());
        text.extend(authors.iter().map(line));
        output::print(text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(report: &AuthorReport) -> String {
    let who = match report.author {
        Some(author) => format!("{author} {}", report.name),
        None if report.own => "own processes".to_owned(),
        None => format!("{}, not signed", report.name),
    };
    let mut text = format!(
        "{}: {}, {} agreed, {} not confirmed, {} disagreed",
        who.trim_end(),
        counted(report.results, "result"),
        report.agreed,
        report.unconfirmed,
        report.disagreed
    );
    for (number, what) in [
        (report.in_conflict, "in conflict"),
        (report.withdrawn, "withdrawn"),
    ] {
        if number > 0 {
            text += &format!(", {number} {what}");
        }
    }
    text + "\n"
}
