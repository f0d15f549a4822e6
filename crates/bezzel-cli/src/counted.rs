//! Numbers with their noun: `1 queen`, `8 queens`.

/// Returns a number and its noun, in the plural unless the number is 1.
pub(crate) fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_thing_has_no_plural() {
        assert_eq!(counted(0_u32, "queen"), "0 queens");
        assert_eq!(counted(1_u64, "queen"), "1 queen");
        assert_eq!(counted(2_u128, "queen"), "2 queens");
    }
}
