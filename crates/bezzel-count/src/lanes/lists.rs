//! Lists of partial placements, one for each set of columns, laid out for vectors.
//!
//! A list begins at a whole [`CacheLine`] and is filled up with [`BLOCKED`] words to a multiple
//! of [`PLACEMENTS_PER_HALF`] words. A blocked word attacks every square, so loops need no tail.
//!
//! How long a list becomes is known only when it is made. Where room for whatever might come
//! is small, it gets that. Otherwise it is given room for what its sources let expect, judged
//! by what came of the last lists of this level, and moves behind all others if it outgrows
//! that: full room would be four times as much, and cost a third of the speed for want of
//! cache.

/// A word that attacks every square: it fills the ends of lists and is never counted.
pub(crate) const BLOCKED: u64 = u64::MAX;

/// How many placements of one list share a 32-bit word with as many of another.
pub(crate) const PLACEMENTS_PER_HALF: usize = 16;

/// Words of a line.
const LINE: u32 = 8;

/// Eight words, as long as the longest vector.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct CacheLine(pub [u64; LINE as usize]);

const LINES_PER_HALF: usize = PLACEMENTS_PER_HALF / LINE as usize;

/// Lists that have at most this many words together get full room: 256 KiB.
const MAX_FULLY_ALLOCATED_WORDS: u64 = 1 << 15;

/// The lists of one level.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// All lists, one after the other.
    pub lines: Vec<CacheLine>,
    /// The first line of each list.
    pub begin: Vec<u32>,
    /// The number of placements in each list.
    pub length: Vec<u32>,
    /// While a list grows: the word after its last.
    pub next: Vec<u32>,
    /// The word where its room ends.
    end: Vec<u32>,
    /// The lines given out.
    used: usize,
    /// Of 256 words that might have come, how many came last time. 0: not known.
    share: u64,
}

impl Lists {
    /// A single list, that of the empty set.
    pub fn set_root(&mut self, words: &[u64]) {
        let lines = words.len().div_ceil(PLACEMENTS_PER_HALF) * LINES_PER_HALF;
        self.lines.clear();
        self.lines.resize(lines, CacheLine([BLOCKED; 8]));
        for (index, &word) in words.iter().enumerate() {
            self.lines[index / 8].0[index % 8] = word;
        }
        self.begin = vec![0];
        self.length = vec![words.len() as u32];
    }

    /// Begins lists anew that get at most `most` words each, from `sources` lists each, and
    /// `all` together. Returns whether they have room for that; if not, [`reserve`] must be
    /// called before words are added.
    ///
    /// [`reserve`]: Self::reserve
    pub fn lay_out(&mut self, most: &[u32], sources: u64, all: u64) -> bool {
        let roomy = all <= MAX_FULLY_ALLOCATED_WORDS;
        let share = match self.share {
            _ if roomy => 256,
            0 => 128,
            // What is expected and a half, and one more source.
            share => share + share / 2 + 320 / sources,
        };
        self.used = 0;
        self.begin.clear();
        self.next.clear();
        self.end.clear();
        for &most in most {
            let expected = (u64::from(most) * share / 256) as u32 + 2 * LINE;
            let room = most.min(expected).div_ceil(LINE) + LINES_PER_HALF as u32;
            self.begin.push(self.used as u32);
            self.next.push(LINE * self.used as u32);
            self.used += room as usize;
            self.end.push(LINE * self.used as u32);
        }
        self.make_lines();
        roomy
    }

    /// Makes room for `more` words and a half's filling in a list.
    #[inline(always)]
    pub fn reserve(&mut self, list: usize, more: u32) {
        if self.next[list] + more + PLACEMENTS_PER_HALF as u32 > self.end[list] {
            self.move_behind(list, more);
        }
    }

    #[cold]
    fn move_behind(&mut self, list: usize, more: u32) {
        let begin = self.begin[list] as usize;
        let length = self.next[list] - LINE * self.begin[list];
        let room = (length + length / 4 + more).div_ceil(LINE) as usize + LINES_PER_HALF;
        let to = self.used;
        self.used += room;
        self.make_lines();
        let lines = length.div_ceil(LINE) as usize;
        self.lines.copy_within(begin..begin + lines, to);
        self.begin[list] = to as u32;
        self.next[list] = LINE * to as u32 + length;
        self.end[list] = LINE * self.used as u32;
    }

    fn make_lines(&mut self) {
        assert!(
            self.used < (u32::MAX / LINE) as usize,
            "lists of more than 32 GiB"
        );
        if self.lines.len() < self.used {
            self.lines.resize(self.used, CacheLine([BLOCKED; 8]));
        }
    }

    /// Ends all lists: of `most` words that might have come, these came.
    pub fn close(&mut self, most: u64) {
        self.length.clear();
        let lengths = self.next.iter().zip(&self.begin);
        self.length
            .extend(lengths.map(|(next, begin)| next - LINE * begin));
        let came: u64 = self.length.iter().map(|&length| u64::from(length)).sum();
        if most > 0 {
            self.share = (256 * came).div_ceil(most).max(1);
        }
    }
}
