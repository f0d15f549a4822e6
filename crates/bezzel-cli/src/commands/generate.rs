//! `bezzel completions` and `bezzel man`, generated from the flags.

use std::io;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::CommandFactory;

use crate::args::{Cli, Completions, Man};
use crate::output;

pub(crate) fn completions(args: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bezzel", &mut script);
    output::print(String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &Man) -> anyhow::Result<ExitCode> {
    let Some(directory) = &args.directory else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        output::print(String::from_utf8(page)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    if !directory.is_dir() {
        bail!(
            "{} is not a directory: accepted is one that exists",
            directory.display()
        );
    }
    clap_mangen::generate_to(Cli::command(), directory)
        .map_err(|error| io::Error::new(error.kind(), error.to_string()))
        .with_context(|| format!("cannot write to {}", directory.display()))?;
    Ok(ExitCode::SUCCESS)
}
