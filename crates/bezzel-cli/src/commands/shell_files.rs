//! `bezzel completions` and `bezzel man`, generated from the flags.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use crate::args::{Cli, Force};
use crate::exit::ExitCode;
use crate::failure::with_braces;
use crate::input::shown;
use crate::language::either;
use crate::output::{self, Output};

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    bezzel completions bash > ~/.local/share/bash-completion/completions/bezzel")]
pub(crate) struct Completions {
    /// Shell for which to print the script.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print the manual page, or write the manual pages of all commands to a directory.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  bezzel man | man -l -\n  bezzel man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Existing directory for the manual pages.
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

pub(crate) fn completions(args: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bezzel", &mut script);
    Output::stdout().finish_with(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &Man) -> anyhow::Result<ExitCode> {
    let Some(directory) = &args.directory else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        Output::stdout().finish_with(with_braces(&String::from_utf8(page)?))?;
        return Ok(ExitCode::SUCCESS);
    };
    if !directory.is_dir() {
        bail!(either!(
            "expected an existing directory, found {found}",
            "应为已有的文件夹，实际为 {found}",
            found = shown(directory)
        ));
    }
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &mut pages)?;
    output::write_folder(directory, &pages, args.force.force)?;
    Ok(ExitCode::SUCCESS)
}

/// Adds the page of a command, and the pages of its subcommands.
fn add_pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> anyhow::Result<()> {
    for subcommand in command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        add_pages(subcommand, pages)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = with_braces(&String::from_utf8_lossy(&text));
    pages.push((page.get_filename(), text.into_bytes()));
    Ok(())
}
