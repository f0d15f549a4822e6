//! The `bezzel` command: flags, output and exit codes. It contains no algorithms.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod failure;
mod interrupt;
mod job;
mod language;
mod named;
mod output;
mod progress;
mod show;
mod stderr;
mod stop;
mod tips;
mod version;
mod writing;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

/// Runs the command with these arguments, of which the first is its name, and returns the exit code.
/// Handles Ctrl-C of the process, so it can run only once.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let code = parse_and_run(arguments);
    // The Python package has no `main` of Rust, which would flush it.
    let _ = io::stdout().flush();
    // An `ExitCode` does not tell its number.
    let is_code = |number: &u8| ExitCode::from(*number) == code;
    (0..=u8::MAX).find(is_code).unwrap_or(failure::BAD_INPUT)
}

fn parse_and_run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    if let Err(error) = interrupt::listen() {
        return failure::of_command(&error);
    }
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    language::choose(&arguments);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return failure::of_arguments(&error, &arguments),
    };
    match dispatch(cli.command) {
        Ok(code) => code,
        Err(error) => failure::of_command(&error),
    }
}

fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Count(args) => commands::count::run(&args),
        Command::List(args) => commands::list::run(&args),
        Command::Complete(args) => commands::complete::run(&args),
        Command::Generate(args) => commands::instances::run(&args),
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
        Command::Completions(args) => commands::generate::completions(&args),
        Command::Man(args) => commands::generate::man(&args),
    }
}
