//! Options shared by `list` and `first`: notation, size limit and output.

use anyhow::{anyhow, bail};
use bezzel::notation::{Notation, Options, Writer};

use crate::args::Writing;
use crate::language::either;
use crate::output::Output;

/// Largest board for notations that draw each square: a grid of it takes 4 GiB.
const MAX_DRAWN: u32 = 65_536;

/// Returns the requested notation if it accepts boards of this size.
pub(crate) fn notation(args: &Writing, n: u32) -> anyhow::Result<Notation> {
    let notation = match (args.notation, args.format.is_json()) {
        (None, true) => Notation::Json,
        (None, false) => Notation::Positions,
        (Some(Notation::Json), true) => Notation::Json,
        (Some(other), true) => {
            bail!(either!(
                "expected --notation json with --format json, found {other}: remove one of the two",
                "--format json 不能与 --notation {other} 同时使用，请去掉其中一个"
            ))
        }
        (Some(asked), false) => asked,
    };
    let drawn = !matches!(notation, Notation::Positions | Notation::Json);
    if drawn && n > MAX_DRAWN {
        bail!(either!(
            "expected n from 0 to {MAX_DRAWN} for the notation {notation}, found {n} \
             (positions and json accept any n)",
            "{notation} 要求 n 在 0 到 {MAX_DRAWN} 之间（positions 和 json 不限）"
        ));
    }
    if args.one_based && notation != Notation::Positions {
        bail!(only_with("--one-based", Notation::Positions, notation));
    }
    if args.attack_lines && notation != Notation::Svg {
        bail!(only_with("--attack-lines", Notation::Svg, notation));
    }
    Ok(notation)
}

/// The error of an option that one notation has.
fn only_with(option: &str, expected: Notation, found: Notation) -> anyhow::Error {
    anyhow!(either!(
        "expected the notation {expected} with {option}, found {found}",
        "{option} 只能与 --notation {expected} 同时使用，实际为 {found}"
    ))
}

/// Returns a writer of a document of `boards` boards.
pub(crate) fn writer(
    args: &Writing,
    out: Output,
    notation: Notation,
    boards: u64,
) -> Writer<Output> {
    let options = Options {
        one_based: args.one_based,
        attack_lines: args.attack_lines,
        boards: Some(boards),
    };
    Writer::new(out, notation, options)
}

/// Writes a document of these boards, which are all that there are if `is_whole` is set.
pub(crate) fn write(
    args: &Writing,
    out: Output,
    notation: Notation,
    boards: &[Vec<u32>],
    is_whole: bool,
) -> anyhow::Result<()> {
    let count = boards.len() as u64;
    let mut writer = writer(args, out, notation, count);
    for columns in boards {
        writer.write_columns(columns.iter().copied())?;
    }
    writer.finish(is_whole.then_some(count))?.finish()
}
