//! Numbers with their noun: `1 queen`, `8 queens`.

use std::fmt::Display;

/// Returns a number and its noun, with an "s" unless the number is 1: for messages.
///
/// ```
/// use bezzel::counted;
///
/// assert_eq!(counted(1, "queen"), "1 queen");
/// assert_eq!(counted(8, "queen"), "8 queens");
/// ```
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_thing_has_no_plural() {
        assert_eq!(counted(0_u32, "queen"), "0 queens");
        assert_eq!(counted(1_usize, "queen"), "1 queen");
        assert_eq!(counted(2_u128, "queen"), "2 queens");
        assert_eq!(counted(11, "queen"), "11 queens");
    }
}
