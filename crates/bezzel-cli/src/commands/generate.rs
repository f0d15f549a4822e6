//! `bezzel completions` and `bezzel man`, generated from the flags.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Command, CommandFactory};

use crate::args::{Cli, Completions, Man};
use crate::output::{self, Kind, Output};

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
            "expected an existing directory, found {}",
            directory.display()
        );
    }
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    write_pages(&command, directory, args.force.force)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of its subcommands.
fn write_pages(command: &Command, directory: &Path, force: bool) -> anyhow::Result<()> {
    for subcommand in command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        write_pages(subcommand, directory, force)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let path = directory.join(page.get_filename());
    let mut out = Output::to(Some(&path), Kind::Manual, force)?;
    let describe = out.describe();
    page.render(&mut out).context(describe)?;
    out.finish()
}
