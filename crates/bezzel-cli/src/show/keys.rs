//! Keys, and the legend of the marks on the board.

use std::ops::ControlFlow;
use std::process::ExitCode;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::player::Player;
use crate::interrupt;

/// Keys and actions for the last line of the screen.
pub(crate) const HELP: [(&str, &str); 6] = [
    ("space", "play"),
    ("← →", "step"),
    ("↑ ↓", "speed"),
    ("n p", "next/prev solution"),
    ("Home", "start"),
    ("q Esc", "quit"),
];

/// Keys and actions for narrow screens.
pub(crate) const SHORT_HELP: [(&str, &str); 4] = [
    ("space", "play"),
    ("←→", "step"),
    ("n", "solution"),
    ("q", "quit"),
];

/// Returns the legend for lines of `width` characters.
pub(crate) fn legend(width: usize) -> &'static [&'static str] {
    const WIDE: [&str; 4] = [
        "Q queen     x attacked     · free",
        "? tried     X rejected     - removed",
        "<Q> attacker, | / \\ line of attack",
        "> current row",
    ];
    const NARROW: [&str; 7] = [
        "Q queen",
        "x attacked",
        "· free",
        "? tried",
        "X rejected",
        "- removed",
        "<Q> attacker",
    ];
    match width {
        38.. => &WIDE,
        12.. => &NARROW,
        _ => &[],
    }
}

/// Performs the action of a key, or breaks with the exit code on quit.
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
