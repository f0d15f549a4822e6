//! What `list` and `first` share: which notation, and the bounds of the drawn ones.

use anyhow::bail;
use bezzel::notation::{Notation, Options};

use crate::args::Writing;
use crate::output::{Kind, Output};

/// The largest board that is drawn square by square: a grid of it takes 4 GiB.
const MAX_DRAWN: u32 = 65_536;

/// The notation that was asked for, if it takes boards of this size.
pub(crate) fn notation(args: &Writing, n: u32) -> anyhow::Result<Notation> {
    let notation = match (args.notation, args.format.is_json()) {
        (None, true) => Notation::Json,
        (None, false) => Notation::Positions,
        (Some(Notation::Json), true) => Notation::Json,
        (Some(other), true) => {
            bail!("--format json writes the json notation, not {other}: leave one of the two out")
        }
        (Some(asked), false) => asked,
    };
    let drawn = !matches!(notation, Notation::Positions | Notation::Json);
    if drawn && n > MAX_DRAWN {
        bail!(
            "n = {n} is too large for the notation {notation}: accepted are 0 to {MAX_DRAWN} \
             (positions and json take any n)"
        );
    }
    if args.one_based && notation != Notation::Positions {
        bail!("--one-based goes with the notation positions, not {notation}");
    }
    if args.attack_lines && notation != Notation::Svg {
        bail!("--attack-lines goes with the notation svg, not {notation}");
    }
    Ok(notation)
}

/// The choices within the notation, for a document of `boards` boards.
pub(crate) fn options(args: &Writing, boards: u64) -> Options {
    Options {
        one_based: args.one_based,
        attack_lines: args.attack_lines,
        boards: Some(boards),
    }
}

/// Where the boards go.
pub(crate) fn output(args: &Writing) -> anyhow::Result<Output> {
    Output::to(args.output.as_deref(), Kind::Boards, args.force.force)
}
