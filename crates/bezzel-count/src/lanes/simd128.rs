//! 128-bit vectors of WebAssembly.
//!
//! * *tally* adds two vectors bit by bit, counts bits with i8x16.popcnt and keeps counts per byte.
//! * *pick* looks up the bytes of each word in every vector (i8x16.swizzle gives 0 for the bytes of
//!   others).
//!
//! WebAssembly has no detection at run time: a module either needs these instructions or has none.

use std::arch::wasm32::*;

use super::quads::{Quads, Vector, bits, blocked, each};

/// A vector of the feature `simd128`, which the whole module is compiled with.
#[derive(Clone, Copy)]
pub(super) struct Simd128(v128);

super::kernels::kernels!(Quads<Simd128>);

/// Positions of the bytes of each lane in each of the four vectors.
#[derive(Clone, Copy)]
pub(super) struct Index {
    /// For each vector that is picked from: numbers of bytes, from 16 on for bytes of other vectors.
    bytes: [[v128; 4]; 4],
    /// Number of vectors that are picked from, at least two.
    parts: u32,
}

impl Vector for Simd128 {
    type Index = Index;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: the contract of this function.
        Self(unsafe { v128_load(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the contract of this function.
        unsafe { v128_store(to.cast(), self.0) };
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(u32x4_splat(word))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn has(self, bits: Self) -> Self {
        Self(u32x4_eq(v128_and(self.0, bits.0), bits.0))
    }

    #[inline(always)]
    fn high_bytes(self) -> Self {
        Self(u16x8_shr(self.0, 8))
    }

    #[inline(always)]
    fn high_halves(self) -> Self {
        Self(u32x4_shr(self.0, 16))
    }

    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        Self(u32x4_add(self.0, other.0))
    }

    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        Self(u16x8_add_sat(self.0, other.0))
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        Self(u8x16_add_sat(self.0, other.0))
    }

    #[inline(always)]
    fn sum_bytes(self) -> Self {
        Self(u16x8_extadd_pairwise_u8x16(self.0))
    }

    #[inline(always)]
    fn madd(self, weights: Self) -> Self {
        Self(i32x4_dot_i16x8(self.0, weights.0))
    }

    #[inline(always)]
    fn sum_halves(self, sums: Self) -> Self {
        Self(u32x4_add(sums.0, i32x4_extadd_pairwise_i16x8(self.0)))
    }

    #[inline(always)]
    fn sum_words(self, sums: Self) -> Self {
        let low = v128_and(self.0, u64x2_splat(0xffff_ffff));
        Self(u64x2_add(sums.0, u64x2_add(low, u64x2_shr(self.0, 32))))
    }

    #[inline(always)]
    fn sum_half_products(self, other: Self, sums: Self) -> Self {
        self.madd(other).sum_words(sums)
    }

    #[inline(always)]
    fn total(self) -> u64 {
        u64x2_extract_lane::<0>(self.0).wrapping_add(u64x2_extract_lane::<1>(self.0))
    }

    #[inline(always)]
    fn unzip_halves(self, next: Self) -> [Self; 2] {
        [
            Self(u16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(self.0, next.0)),
            Self(u16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(self.0, next.0)),
        ]
    }

    #[inline(always)]
    fn zip_bytes(self, other: Self) -> [Self; 2] {
        let (a, b) = (self.0, other.0);
        [
            Self(i8x16_shuffle::<
                0,
                16,
                1,
                17,
                2,
                18,
                3,
                19,
                4,
                20,
                5,
                21,
                6,
                22,
                7,
                23,
            >(a, b)),
            Self(i8x16_shuffle::<
                8,
                24,
                9,
                25,
                10,
                26,
                11,
                27,
                12,
                28,
                13,
                29,
                14,
                30,
                15,
                31,
            >(a, b)),
        ]
    }

    #[inline(always)]
    fn zip_words(self, other: Self) -> [Self; 2] {
        [
            Self(u32x4_shuffle::<0, 4, 1, 5>(self.0, other.0)),
            Self(u32x4_shuffle::<2, 6, 3, 7>(self.0, other.0)),
        ]
    }

    #[inline(always)]
    fn zip_longs(self, other: Self) -> [Self; 2] {
        [
            Self(u64x2_shuffle::<0, 2>(self.0, other.0)),
            Self(u64x2_shuffle::<1, 3>(self.0, other.0)),
        ]
    }

    #[inline(always)]
    fn exchange<const BIT: i32>(self, other: Self) -> [Self; 2] {
        let mask = u8x16_splat(const { 0xff / ((1 << BIT) + 1) as u8 });
        let shifted = u64x2_shr(self.0, BIT as u32);
        let exchanged = v128_and(v128_xor(shifted, other.0), mask);
        [
            Self(v128_xor(self.0, u64x2_shl(exchanged, BIT as u32))),
            Self(v128_xor(other.0, exchanged)),
        ]
    }

    #[inline(always)]
    fn index(lanes: [Self; 4]) -> Index {
        let any_from = |first: u32| {
            let beyond = each(|i| u32x4_ge(lanes[i].0, u32x4_splat(first)));
            let [a, b, c, d] = beyond;
            v128_any_true(v128_or(v128_or(a, b), v128_or(c, d)))
        };
        let part = |part: u8| {
            each(|i| {
                let first = u32x4_mul(lanes[i].0, u32x4_splat(0x0404_0404));
                let bytes = u32x4_add(first, u32x4_splat(0x0302_0100));
                u8x16_sub(bytes, u8x16_splat(16 * part))
            })
        };
        Index {
            bytes: [part(0), part(1), part(2), part(3)],
            parts: 2 + u32::from(any_from(8)) + u32::from(any_from(12)),
        }
    }

    #[inline(always)]
    fn permute(words: [Self; 4], index: &Index) -> [Self; 4] {
        let from = |part: usize, i: usize| u8x16_swizzle(words[part].0, index.bytes[part][i]);
        let two = |i: usize| v128_or(from(0, i), from(1, i));
        match index.parts {
            2 => each(|i| Self(two(i))),
            3 => each(|i| Self(v128_or(two(i), from(2, i)))),
            _ => each(|i| Self(v128_or(two(i), v128_or(from(2, i), from(3, i))))),
        }
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        Self(u8x16_sub(self.0, other.0))
    }

    #[inline(always)]
    fn ones(self) -> Self {
        Self(u8x16_popcnt(self.0))
    }

    /// Counts bits. Engines need about ten instructions to count the bits of a vector, so words are added
    /// bit by bit first, and only the carries are counted.
    #[inline(always)]
    unsafe fn tally<const BLOCKS: usize>(low: *const u32, high: *const u32) -> Self {
        let zero = u32x4_splat(0);
        let (mut sum, mut twos) = (zero, zero);
        for block in 0..BLOCKS {
            // SAFETY: the contract of this function.
            let [Self(one), Self(other)] = unsafe { blocked(low, high, block) };
            let differ = v128_xor(one, other);
            let carry = v128_or(v128_and(sum, differ), v128_andnot(one, differ));
            sum = v128_xor(sum, differ);
            twos = u8x16_add(twos, u8x16_popcnt(carry));
        }
        let ones = u8x16_add(u8x16_add(twos, twos), u8x16_popcnt(sum));
        bits::<Self>(2 * BLOCKS).sub_bytes(Self(ones))
    }
}
