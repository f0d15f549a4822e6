//! Lists of partial placements, one for each set of columns, laid out for vectors.
//!
//! A list begins at a whole [`Line`] and is filled up with [`BLOCKED`] words to a multiple
//! of [`HALF`] words. A blocked word attacks every square, so loops need no tail.

/// A word that attacks every square: it fills the ends of lists and is never counted.
pub(crate) const BLOCKED: u64 = u64::MAX;

/// How many placements of one list share a 32-bit word with as many of another.
pub(crate) const HALF: usize = 16;

/// Eight words, as long as the longest vector.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Line(pub [u64; 8]);

const LINES_PER_HALF: usize = HALF / 8;

/// The lists of one level.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// All lists, one after the other.
    pub lines: Vec<Line>,
    /// The first line of each list.
    pub begin: Vec<u32>,
    /// The number of placements in each list.
    pub length: Vec<u32>,
    /// While a list grows: the word after its last.
    pub next: Vec<u32>,
}

impl Lists {
    /// A single list, that of the empty set.
    pub fn set_root(&mut self, words: &[u64]) {
        let lines = words.len().div_ceil(HALF) * LINES_PER_HALF;
        self.lines.clear();
        self.lines.resize(lines, Line([BLOCKED; 8]));
        for (index, &word) in words.iter().enumerate() {
            self.lines[index / 8].0[index % 8] = word;
        }
        self.begin = vec![0];
        self.length = vec![words.len() as u32];
    }
}
