//! Colours and patterns of regions. `palette.json` has both, for pictures and for the page.
//!
//! Colours alone do not tell twelve regions apart, least of all for colour-blind people, so each
//! region also has a pattern, and boards have thick lines between regions.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::MAX_SIZE;

/// The number of different colours, and of different patterns. Regions beyond it take the colours
/// again with other patterns.
pub const REGION_COLOURS: u32 = 12;

const SOURCE: &str = include_str!("palette.json");

/// Colours as `#rrggbb`, and patterns as paths on a square of side 1.
#[derive(Deserialize)]
pub(crate) struct Palette {
    colours: Vec<String>,
    patterns: Vec<String>,
}

/// The palette of `palette.json`.
pub(crate) static PALETTE: LazyLock<Palette> =
    LazyLock::new(|| serde_json::from_str(SOURCE).expect("colours and patterns"));

impl Palette {
    pub(crate) fn colour(&self, region: u32) -> &str {
        &self.colours[(region % REGION_COLOURS) as usize]
    }

    pub(crate) fn pattern(&self, region: u32) -> &str {
        let shift = REGION_COLOURS / 2 * (region / REGION_COLOURS);
        &self.patterns[((region + shift) % REGION_COLOURS) as usize]
    }
}

/// Returns the colour of a region as red, green and blue.
///
/// ```
/// assert_eq!(bezzel_puzzle::region_colour(0), [0xf6, 0xc1, 0xbb]);
/// ```
///
/// Panics if there is no such region on the largest board.
pub fn region_colour(region: u32) -> [u8; 3] {
    assert!(region < MAX_SIZE, "region {region} of {MAX_SIZE}");
    let colour = PALETTE.colour(region);
    [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("two hexadecimal digits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_region_has_another_colour_or_pattern() {
        let palette = &*PALETTE;
        assert_eq!(palette.colours.len(), REGION_COLOURS as usize);
        assert_eq!(palette.patterns.len(), REGION_COLOURS as usize);
        let mut seen = Vec::new();
        for region in 0..MAX_SIZE {
            let looks = (palette.colour(region), palette.pattern(region));
            assert!(!seen.contains(&looks), "region {region}");
            seen.push(looks);
        }
    }
}
