//! Roles of drawn elements and their styles: sixteen ANSI colours, or none.
//!
//! Every important role also has a distinct form (a glyph, brackets, reverse video), so that
//! the screen is readable without colour.

use ratatui::style::{Color, Modifier, Style};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    /// Less important: captions, attacked squares, zeros.
    Quiet,
    Title,
    Queen,
    Free,
    /// The current square or entry.
    Tried,
    Rejected,
    /// The attacking queen and the line between them.
    Attacker,
    /// A queen just placed, a solution.
    Good,
    Key,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    pub(crate) coloured: bool,
}

impl Theme {
    /// Returns colours unless the environment variable `NO_COLOR` is set to a non-empty value.
    pub(crate) fn from_environment() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            coloured: !unwanted,
        }
    }

    pub(crate) fn style(self, role: Role) -> Style {
        let (colour, modifier) = match role {
            Role::Plain => (None, Modifier::empty()),
            Role::Quiet => (Some(Color::DarkGray), Modifier::empty()),
            Role::Title => (Some(Color::Cyan), Modifier::BOLD),
            Role::Queen => (Some(Color::Yellow), Modifier::BOLD),
            Role::Free => (Some(Color::Green), Modifier::empty()),
            Role::Tried => (Some(Color::Cyan), Modifier::BOLD.union(Modifier::REVERSED)),
            Role::Rejected => (Some(Color::Red), Modifier::BOLD.union(Modifier::REVERSED)),
            Role::Attacker => (Some(Color::LightRed), Modifier::BOLD),
            Role::Good => (Some(Color::Green), Modifier::BOLD.union(Modifier::REVERSED)),
            Role::Key => (Some(Color::Cyan), Modifier::BOLD),
        };
        let style = Style::new().add_modifier(modifier);
        match colour {
            Some(colour) if self.coloured => style.fg(colour),
            _ => style,
        }
    }
}
