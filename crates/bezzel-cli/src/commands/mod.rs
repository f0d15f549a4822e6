//! One file per command.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod first;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod methods;
pub(crate) mod serve;

mod writing;

use std::process::ExitCode;

use crate::args;
use crate::show;

/// `bezzel show`.
pub(crate) fn show(args: &args::Show) -> anyhow::Result<ExitCode> {
    show::run(args.board.n, args.method, args.steps)
}
