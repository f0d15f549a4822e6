//! The keys, and what the marks on the board mean.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::player::Player;

/// Key and action, for the last line of the screen.
pub(crate) const HELP: [(&str, &str); 6] = [
    ("space", "play"),
    ("← →", "step"),
    ("↑ ↓", "speed"),
    ("n p", "next, previous solution"),
    ("Home", "start"),
    ("q", "quit"),
];

/// The same where there is little room.
pub(crate) const SHORT_HELP: [(&str, &str); 4] = [
    ("space", "play"),
    ("←→", "step"),
    ("n", "solution"),
    ("q", "quit"),
];

/// What the marks mean, in no more than 42 characters a line.
pub(crate) const LEGEND: [&str; 4] = [
    "Q queen     x attacked     · free",
    "? tried     X refused      - taken off",
    "<Q> attacker, | / \\ the line of attack",
    "> the row in question",
];

/// Does what a key says; false if it says to quit.
pub(crate) fn press(player: &mut Player, key: KeyEvent) -> bool {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return !matches!(key.code, KeyCode::Char('c' | 'd'));
    }
    match key.code {
        KeyCode::Char('q') => return false,
        KeyCode::Esc => return player.cancel(),
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
    true
}
