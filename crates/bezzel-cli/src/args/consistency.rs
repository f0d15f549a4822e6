//! Checks that an option means the same in all commands: the same short name, value name, kind of
//! value and accepted values. A new option of an existing name must agree with the others.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, Command, CommandFactory};

use super::Cli;

/// Options whose accepted values differ between commands, because their limits or lists do.
const OWN_VALUES: [(&str, &str); 6] = [
    (
        "backend",
        "campaign withdraw compares the backend that a result names",
    ),
    (
        "count",
        "puzzles are at most 100000, random solutions 1000000",
    ),
    ("format", "only tables are written as CSV"),
    (
        "limit",
        "puzzle solve needs a second solution to find that there are several",
    ),
    (
        "method",
        "those of a search, or the distributions of random solutions",
    ),
    ("steps", "hints are at most 1000"),
];

/// Options that are a switch in one command and have a value in another.
const OWN_KINDS: [(&str, &str); 1] = [("log", "campaign export writes a log, verify reads one")];

/// Texts that tell parsers apart.
const PROBES: [&str; 22] = [
    "",
    "0",
    "1",
    "-1",
    "10",
    "1.5",
    "10s",
    "2h",
    "0,0",
    "a1",
    "5%",
    "1024",
    "1025",
    "4096",
    "100001",
    "18446744073709551615",
    "all",
    "text",
    "grid",
    "bitmask",
    "cuda:0",
    "today",
];

/// An option of a command.
struct Found {
    command: String,
    option: Arg,
}

/// Returns all options by their long names.
fn options() -> BTreeMap<String, Vec<Found>> {
    let mut root = Cli::command();
    root.build();
    let mut all = BTreeMap::new();
    collect(&root, "bezzel", &mut all);
    all
}

fn collect(command: &Command, name: &str, all: &mut BTreeMap<String, Vec<Found>>) {
    for option in command.get_arguments() {
        let Some(long) = option
            .get_long()
            .filter(|long| !["help", "version"].contains(long))
        else {
            continue;
        };
        all.entry(long.to_owned()).or_default().push(Found {
            command: name.to_owned(),
            option: option.clone(),
        });
    }
    for command in command.get_subcommands() {
        collect(command, &format!("{name} {}", command.get_name()), all);
    }
}

/// Fails unless all commands have the same property of each option.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, property: impl Fn(&Found) -> T) {
    let options = options();
    assert!(options.len() > 60, "the commands have options");
    for (long, found) in &options {
        if OWN_KINDS.iter().any(|(name, _)| name == long) {
            continue;
        }
        let [first, others @ ..] = &found[..] else {
            unreachable!("each name has an option");
        };
        for other in others {
            assert_eq!(
                property(first),
                property(other),
                "{what} of --{long} in `{}` and `{}`",
                first.command,
                other.command
            );
        }
    }
}

#[test]
fn an_option_has_the_same_short_name_and_value_name_everywhere() {
    same("short name", |found| found.option.get_short());
    same("value name", |found| {
        let names = found.option.get_value_names().unwrap_or_default();
        names.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    same("kind", |found| {
        matches!(found.option.get_action(), ArgAction::SetTrue)
    });
}

#[test]
fn a_short_name_stands_for_the_same_option_everywhere() {
    let mut names: BTreeMap<char, Vec<String>> = BTreeMap::new();
    for (long, found) in options() {
        if let Some(short) = found[0].option.get_short() {
            names.entry(short).or_default().push(long);
        }
    }
    assert!(names.len() > 5);
    for (short, longs) in names {
        assert_eq!(longs.len(), 1, "-{short} is {longs:?}");
    }
}

#[test]
fn an_option_accepts_the_same_values_everywhere() {
    let accepted = |found: &Found| -> Vec<&str> {
        let long = found.option.get_long().unwrap_or_default();
        if OWN_VALUES.iter().any(|(name, _)| *name == long)
            || !found.option.get_action().takes_values()
        {
            return Vec::new();
        }
        let parser = found.option.get_value_parser().clone();
        let option = Arg::new("value").long("value").value_parser(parser);
        let command = Command::new("probe").no_binary_name(true).arg(option);
        let accepts = |text: &&str| {
            let words = [format!("--value={text}")];
            command.clone().try_get_matches_from(words).is_ok()
        };
        PROBES.into_iter().filter(accepts).collect()
    };
    same("accepted values", accepted);
}

/// Numbers of the same kind have the same name: a time limit is TIME, a count is K.
#[test]
fn times_are_times() {
    for (long, found) in options() {
        for found in found {
            let names = found.option.get_value_names().unwrap_or_default();
            for name in names {
                assert!(
                    !["SECONDS", "DURATION", "MINUTES"].contains(&name.as_str()),
                    "--{long} of `{}`",
                    found.command
                );
            }
        }
    }
}

/// The items of a list each have a line: clap joins the lines of a paragraph unless it is told not to.
#[test]
fn lists_in_help_have_a_line_for_each_item() {
    fn check(command: &mut Command) {
        let help = command.render_long_help().to_string();
        let joined = help.lines().find(|line| {
            let mut parts = line
                .trim_start()
                .trim_start_matches("- ")
                .split(" - ")
                .skip(1);
            parts.any(|part| {
                part.split(' ')
                    .next()
                    .is_some_and(|word| word.ends_with(':'))
            })
        });
        assert_eq!(joined, None, "{}", command.get_name());
        command.get_subcommands_mut().for_each(check);
    }
    let mut root = Cli::command();
    root.build();
    check(&mut root);
}
