//! Arguments of `bezzel campaign replay`.

use std::path::PathBuf;

use clap::Args;

/// Make a ledger of your own from the log of a campaign.
///
/// The ledger has the plan, the policy and the withdrawals of the log and all its results, whose
/// signatures are checked. None of them counts as counted here: what you recount in the new ledger
/// outranks them. `bezzel campaign verify --log` checks a log without keeping a ledger.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign replay q28.log mine.bezzel\n  \
    bezzel campaign verify mine.bezzel --fraction 1%")]
pub(crate) struct Replay {
    /// Log, which `bezzel campaign open` or `bezzel campaign export --log` wrote.
    #[arg(value_name = "LOG")]
    pub(crate) log: PathBuf,
    /// Ledger to create; the file must not exist.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
