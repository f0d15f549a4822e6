//! Lists of partial placements, one for each set of columns, laid out for vectors.
//!
//! A list begins at a whole [`CacheLine`] and is padded with [`BLOCKED`] words to a multiple of
//! [`PLACEMENTS_PER_HALF`] words. A blocked word attacks every square, so loops need no tail.
//!
//! The length of a list is known only after it is made. If its largest possible length is small,
//! it gets room for that. Otherwise it gets room for its expected length, estimated from the last
//! lists of this level, and moves behind all others if it outgrows that room. Full room would be
//! four times as much and cost a third of the speed, because less of it fits the cache.
//!
//! Vector code in this module relies on the private fields: every list with its padding is inside
//! of the lines.

use std::slice;

use super::layout::{BLOCKED, CacheLine, LINE, PLACEMENTS_PER_HALF};
use super::memory::Buffer;
use super::ops::VectorOps;

const LINES_PER_HALF: usize = PLACEMENTS_PER_HALF / LINE as usize;

/// Number of lines whose words have 32-bit indices.
const MAX_LINES: usize = (u32::MAX / LINE) as usize;

/// Lists with at most this many words in all get full room: 256 KiB.
const MAX_FULLY_ALLOCATED_WORDS: u64 = 1 << 15;

/// The lists of one level.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    lines: Buffer<CacheLine>,
    /// Index of the first line of each list.
    begin: Vec<u32>,
    /// Number of placements in each list.
    length: Vec<u32>,
    /// While lists grow: index of the word after the last of each list.
    next: Vec<u32>,
    /// Index of the word where the room of each list ends.
    end: Vec<u32>,
    /// Number of lines in use.
    used: usize,
    /// Number of words that came last time, of 256 possible ones. 0: not known.
    kept_of_256: u64,
}

impl Lists {
    /// Returns the number of lists.
    pub fn len(&self) -> usize {
        self.length.len()
    }

    /// Returns the numbers of placements in all lists.
    pub fn lengths(&self) -> &[u32] {
        &self.length
    }

    /// Returns the number of placements in a list.
    #[inline(always)]
    pub(super) fn length(&self, list: usize) -> u32 {
        self.length[list]
    }

    #[inline(always)]
    pub(super) fn lines(&self, list: usize) -> &[CacheLine] {
        let begin = self.begin[list] as usize;
        &self.lines[begin..begin + self.length[list].div_ceil(LINE) as usize]
    }

    /// Returns placements 16 · `block` to 16 · `block` + 15 of a list with their padding, or `None`
    /// behind its end.
    #[inline(always)]
    pub(super) fn half(&self, list: usize, block: usize) -> Option<&[CacheLine; LINES_PER_HALF]> {
        if block * PLACEMENTS_PER_HALF >= self.length[list] as usize {
            return None;
        }
        let line = self.begin[list] as usize + block * LINES_PER_HALF;
        let half = self.lines[line..].first_chunk();
        Some(half.expect("a list is padded to whole halves"))
    }

    /// Returns the first word of all lists, and the ends of the lists while they grow.
    #[inline(always)]
    pub(super) fn words_and_ends(&mut self) -> (*mut u64, &mut [u32]) {
        (self.lines.as_mut_ptr().cast(), &mut self.next)
    }

    /// Pads all lists with blocked words.
    #[inline(always)]
    pub(super) fn fill_ends<V: VectorOps>(&mut self, ops: V) {
        let length = self.lines.len() * LINE as usize;
        // SAFETY: lines are words without gaps.
        let words = unsafe { slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), length) };
        for &next in &self.next {
            let padding = words[next as usize..].first_chunk_mut();
            ops.fill(padding.expect("room for 16 words after every list"));
        }
    }

    /// Replaces all lists by a single one, that of the empty set.
    pub fn set_root(&mut self, words: &[u64]) {
        assert!(
            words.len() <= MAX_LINES,
            "expected at most {MAX_LINES} starts, found {}",
            words.len()
        );
        let lines = words.len().div_ceil(PLACEMENTS_PER_HALF) * LINES_PER_HALF;
        self.lines.grow(lines);
        self.lines[..lines].fill(CacheLine([BLOCKED; 8]));
        for (index, &word) in words.iter().enumerate() {
            self.lines[index / 8].0[index % 8] = word;
        }
        for (numbers, number) in [(&mut self.begin, 0), (&mut self.length, words.len() as u32)] {
            numbers.clear();
            numbers.push(number);
        }
    }

    /// Replaces all lists by empty ones that will get at most `most` words each, from `sources`
    /// lists each, and `all` together. Returns `true` if they have room for that and 16 words
    /// more; otherwise [`reserve`](Self::reserve) must be called before words are added.
    pub(super) fn lay_out(&mut self, most: &[u32], sources: u64, all: u64) -> bool {
        let has_full_room = all <= MAX_FULLY_ALLOCATED_WORDS;
        for lists in [&mut self.begin, &mut self.next, &mut self.end] {
            lists.resize(most.len(), 0);
        }
        let mut used = 0;
        let mut lay_out = |index: usize, words: u32| {
            self.begin[index] = used as u32;
            self.next[index] = LINE * used as u32;
            used += words.div_ceil(LINE) as usize + LINES_PER_HALF;
            self.end[index] = LINE * used as u32;
        };
        if has_full_room {
            for (index, &most) in most.iter().enumerate() {
                lay_out(index, most);
            }
        } else {
            let of_256 = match self.kept_of_256 {
                0 => 128,
                // One and a half times the expectation, and one more source.
                kept => kept + kept / 2 + 320 / sources,
            };
            for (index, &most) in most.iter().enumerate() {
                let expected = (u64::from(most) * of_256 / 256) as u32 + 2 * LINE;
                lay_out(index, most.min(expected));
            }
        }
        self.used = used;
        self.make_lines();
        has_full_room
    }

    /// Makes room for `more` words and 16 words of padding in a list.
    #[inline(always)]
    pub(super) fn reserve(&mut self, list: usize, more: u32) {
        let needed = u64::from(self.next[list]) + u64::from(more) + PLACEMENTS_PER_HALF as u64;
        if needed > u64::from(self.end[list]) {
            self.move_behind(list, more);
        }
    }

    #[cold]
    fn move_behind(&mut self, list: usize, more: u32) {
        let begin = self.begin[list] as usize;
        let length = self.next[list] - LINE * self.begin[list];
        let words = length as usize + length as usize / 4 + more as usize;
        let room = words.div_ceil(LINE as usize) + LINES_PER_HALF;
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
            self.used < MAX_LINES,
            "expected lists of at most 32 GiB, found {} lines",
            self.used
        );
        self.lines.grow(self.used);
    }

    /// Completes all lists, after at most `most` words could have been added.
    pub(super) fn close(&mut self, most: u64) {
        self.length.clear();
        let lengths = self.next.iter().zip(&self.begin);
        self.length
            .extend(lengths.map(|(next, begin)| next - LINE * begin));
        let came: u64 = self.length.iter().map(|&length| u64::from(length)).sum();
        if most > 0 {
            self.kept_of_256 = (256 * came).div_ceil(most).max(1);
        }
    }
}
