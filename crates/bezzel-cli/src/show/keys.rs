//! The keys, and what the marks on the board mean.

use std::ops::ControlFlow;
use std::process::ExitCode;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::player::Player;
use crate::interrupt;

/// Key and action, for the last line of the screen.
pub(crate) const HELP: [(&str, &str); 6] = [
    ("space", "play"),
    ("← →", "step"),
    ("↑ ↓", "speed"),
    ("n p", "next/prev solution"),
    ("Home", "start"),
    ("q Esc", "quit"),
];

/// The same where there is little room.
pub(crate) const SHORT_HELP: [(&str, &str); 4] = [
    ("space", "play"),
    ("←→", "step"),
    ("n", "solution"),
    ("q", "quit"),
];

/// What the marks mean, as far as `width` characters a line allow.
pub(crate) fn legend(width: usize) -> &'static [&'static str] {
    const WIDE: [&str; 4] = [
        "Q queen     x attacked     · free",
        "? tried     X refused      - taken off",
        "<Q> attacker, | / \\ the line of attack",
        "> the row in question",
    ];
    const NARROW: [&str; 7] = [
        "Q queen",
        "x attacked",
        "· free",
        "? tried",
        "X refused",
        "- taken off",
        "<Q> attacker",
    ];
    match width {
        38.. => &WIDE,
        12.. => &NARROW,
        _ => &[],
    }
}

/// Does what a key says, or breaks with the exit code if it says to quit.
pub(crate) fn press(player: &mut Player, key: KeyEvent) -> ControlFlow<ExitCode> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => ControlFlow::Break(interrupt::exit_code()),
            KeyCode::Char('d') => ControlFlow::Break(ExitCode::SUCCESS),
            _ => ControlFlow::Continue(()),
        };
    }
    match key.code {
        KeyCode::Char('q') => return ControlFlow::Break(ExitCode::SUCCESS),
        KeyCode::Esc if !player.cancel() => return ControlFlow::Break(ExitCode::SUCCESS),
        KeyCode::Char(' ') => player.toggle(),
        KeyCode::Right | KeyCode::Char('l') => player.forward(),
        KeyCode::Left | KeyCode::Char('h') => player.back(),
        KeyCode::Up | KeyCode::Char('k' | '+' | '=') => player.faster(),
        KeyCode::Down | KeyCode::Char('j' | '-') => player.slower(),
        KeyCode::Char('n') => player.next_solution(),
        KeyCode::Char('p' | 'N') => player.previous_solution(),
        KeyCode::Home | KeyCode::Char('g' | '0') => player.start(),
        _ => {}
    }
    ControlFlow::Continue(())
}
