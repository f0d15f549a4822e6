//! `bezzel campaign replay`: makes a ledger of one's own from the log of a campaign.

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use anyhow::Context;
use bezzel_campaign::{Error, Ledger};

use super::run_interruptible;
use crate::args::Replay;
use crate::interrupt;
use crate::stderr::write_note;

pub(super) fn run(args: &Replay) -> anyhow::Result<ExitCode> {
    let (path, to) = (args.log.clone(), args.file.clone());
    let file = args.file.display();
    let replay = move || -> anyhow::Result<(Ledger, u64)> {
        let log = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let replayed = Ledger::import_log(&mut BufReader::new(log), &to);
        replayed.map_err(|error| match error {
            // These name the ledger.
            Error::AlreadyExists { .. } | Error::Storage { .. } | Error::DiskFull { .. } => {
                error.into()
            }
            of_log => anyhow::Error::new(of_log).context(path.display().to_string()),
        })
    };
    let (ledger, left_out) = interrupt::run_interruptible("no file was created", replay)??;
    let read = |ledger: &mut Ledger| Ok((ledger.status()?, ledger.stored_results()?));
    let (ledger, (status, results)) = run_interruptible("the ledger is complete", ledger, read)?;
    write_note(format_args!(
        "{file}: {}, {} units, {results} results, withdrawals: {}",
        ledger.units().title(),
        status.units,
        status.withdrawals.len()
    ));
    write_note(format_args!("policy: {}", ledger.policy()));
    if left_out > 0 {
        write_note(format_args!(
            "{left_out} results of the author of the log, which the policy accepts only in the ledger \
             of that author, were left out"
        ));
    }
    if status.conflicts > 0 {
        write_note(format_args!(
            "{} units in conflict: `bezzel campaign verify {file} --resolve` counts them here",
            status.conflicts
        ));
    }
    let lacking = status.open + status.lacking.units();
    if lacking > 0 {
        write_note(format_args!(
            "{lacking} units lack results under the policy: `bezzel campaign verify {file} --lacking` \
             counts them here"
        ));
    }
    Ok(ExitCode::SUCCESS)
}
