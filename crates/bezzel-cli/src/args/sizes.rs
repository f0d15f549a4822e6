//! Sizes of boards, one by one or in ranges.

use std::ops::RangeInclusive;

use crate::language::either;

/// A size such as `8`, or a range of sizes such as `1-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sizes(RangeInclusive<u32>);

impl Sizes {
    /// Returns all sizes in the order in which they were written.
    pub(crate) fn all(sizes: &[Self]) -> Vec<u32> {
        sizes.iter().flat_map(|sizes| sizes.0.clone()).collect()
    }
}

/// Returns the parser of a size that `size` accepts, or of a range of them.
pub(super) fn sizes(
    size: fn(&str) -> Result<u32, String>,
) -> impl Fn(&str) -> Result<Sizes, String> + Clone + Send + Sync + 'static {
    move |text| {
        let range = match text.split_once('-') {
            Some((from, to)) => size(from)
                .ok()
                .zip(size(to).ok())
                .map(|(from, to)| from..=to),
            None => size(text).ok().map(|n| n..=n),
        };
        range
            .filter(|range| !range.is_empty())
            .map(Sizes)
            .ok_or_else(|| {
                let error = size("").expect_err("no size");
                either(
                    format!("{error}; or a range such as 1-12"),
                    format!("{error}，或 1-12 这样的范围"),
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::count_size;
    use super::*;

    #[test]
    fn sizes_and_ranges() {
        let parse = |text: &str| sizes(count_size)(text).map(|sizes| Sizes::all(&[sizes]));
        assert_eq!(parse("8"), Ok(vec![8]));
        assert_eq!(parse("0-3"), Ok(vec![0, 1, 2, 3]));
        assert_eq!(parse("5-5"), Ok(vec![5]));
        for wrong in ["", "-", "-1", "3-", "4-3", "1-2-3", "1..3", "a-b", "1- 2"] {
            let error = parse(wrong).unwrap_err();
            assert!(error.ends_with("or a range such as 1-12"), "{error}");
        }
    }
}
