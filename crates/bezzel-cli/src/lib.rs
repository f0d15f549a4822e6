//! The `bezzel` command: flags, output and exit codes. It contains no algorithms.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod exit;
mod failure;
mod input;
mod interrupt;
mod job;
mod language;
mod named;
mod output;
mod progress;
mod show;
mod tips;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;

use args::{Cli, Command};
use exit::ExitCode;

/// Runs the command with these arguments, which begin with its name, and returns the exit code.
/// Handles Ctrl-C of the process, so it can run only once.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // The signal of `ulimit -f` would end the process without a word; a write that fails is reported.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    language::choose(&arguments);
    let code = match Cli::try_parse_from(&arguments) {
        Ok(cli) => {
            dispatch(cli.command).unwrap_or_else(|error| failure::of_command(&error, &arguments))
        }
        Err(error) => failure::of_arguments(&error, &arguments),
    };
    // The Python package has no `main` of Rust, which would flush it.
    let _ = io::stdout().flush();
    code.number()
}

fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Count(args) => commands::count::run(&args),
        Command::List(args) => commands::list::run(&args),
        Command::Complete(args) => commands::complete::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Random(args) => commands::random::run(&args),
        Command::Occupancy(args) => commands::occupancy::run(&args),
        Command::First(args) => commands::first::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Judge(args) => commands::judge::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Puzzle(args) => commands::puzzle::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Backends(args) => commands::backends::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => commands::serve::run(&args),
        Command::Ledger(args) => commands::ledger::run(&args),
        Command::Work(args) => commands::work::run(&args),
        Command::Methods(args) => commands::methods::run(&args),
        Command::Completions(args) => commands::shell_files::completions(&args),
        Command::Man(args) => commands::shell_files::man(&args),
    }
}
