//! 128-bit vectors of ARM CPUs with 64 bits, which all have them (NEON).
//!
//! * *tally* counts the bits of each byte with cnt.
//! * *pick* looks up each word in all four vectors with one tbl.

use std::arch::aarch64::*;

use super::quads::{Quads, Vector, each};

/// A vector of the feature `neon`, which every program for this architecture is compiled with.
#[derive(Clone, Copy)]
pub(super) struct Neon(uint32x4_t);

super::kernels::kernels!(Quads<Neon>);

/// Runs instructions that every CPU of this architecture has. None of them uses a pointer.
macro_rules! neon {
    ($instructions:expr) => {{
        // SAFETY: every CPU of this architecture has NEON.
        unsafe { $instructions }
    }};
}

// Values as numbers of other widths. The instructions do nothing.
impl Neon {
    #[inline(always)]
    fn bytes(self) -> uint8x16_t {
        neon!(vreinterpretq_u8_u32(self.0))
    }

    #[inline(always)]
    fn halves(self) -> uint16x8_t {
        neon!(vreinterpretq_u16_u32(self.0))
    }

    #[inline(always)]
    fn longs(self) -> uint64x2_t {
        neon!(vreinterpretq_u64_u32(self.0))
    }

    #[inline(always)]
    fn of_bytes(bytes: uint8x16_t) -> Self {
        Self(neon!(vreinterpretq_u32_u8(bytes)))
    }

    #[inline(always)]
    fn of_halves(halves: uint16x8_t) -> Self {
        Self(neon!(vreinterpretq_u32_u16(halves)))
    }

    #[inline(always)]
    fn of_longs(longs: uint64x2_t) -> Self {
        Self(neon!(vreinterpretq_u32_u64(longs)))
    }
}

impl Vector for Neon {
    /// The numbers of the bytes of each lane.
    type Index = [uint8x16_t; 4];

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: the contract of this function.
        Self(unsafe { vld1q_u32(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the contract of this function.
        unsafe { vst1q_u32(to, self.0) };
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(neon!(vdupq_n_u32(word)))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(neon!(vandq_u32(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(neon!(vorrq_u32(self.0, other.0)))
    }

    #[inline(always)]
    fn has(self, bits: Self) -> Self {
        Self(neon!(vtstq_u32(self.0, bits.0)))
    }

    #[inline(always)]
    fn high_bytes(self) -> Self {
        Self::of_halves(neon!(vshrq_n_u16::<8>(self.halves())))
    }

    #[inline(always)]
    fn high_halves(self) -> Self {
        Self(neon!(vshrq_n_u32::<16>(self.0)))
    }

    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        Self(neon!(vaddq_u32(self.0, other.0)))
    }

    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        Self::of_halves(neon!(vqaddq_u16(self.halves(), other.halves())))
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        Self::of_bytes(neon!(vqaddq_u8(self.bytes(), other.bytes())))
    }

    #[inline(always)]
    fn sum_bytes(self) -> Self {
        Self::of_halves(neon!(vpaddlq_u8(self.bytes())))
    }

    #[inline(always)]
    fn madd(self, weights: Self) -> Self {
        let (a, b) = (self.halves(), weights.halves());
        Self(neon!({
            let low = vmull_u16(vget_low_u16(a), vget_low_u16(b));
            vpaddq_u32(low, vmull_high_u16(a, b))
        }))
    }

    #[inline(always)]
    fn sum_halves(self, sums: Self) -> Self {
        Self(neon!(vpadalq_u16(sums.0, self.halves())))
    }

    #[inline(always)]
    fn sum_words(self, sums: Self) -> Self {
        Self::of_longs(neon!(vpadalq_u32(sums.longs(), self.0)))
    }

    #[inline(always)]
    fn sum_half_products(self, other: Self, sums: Self) -> Self {
        let (a, b) = (self.halves(), other.halves());
        let products = neon!({
            let low = vmull_u16(vget_low_u16(a), vget_low_u16(b));
            vmlal_high_u16(low, a, b)
        });
        Self(products).sum_words(sums)
    }

    #[inline(always)]
    fn total(self) -> u64 {
        neon!(vaddvq_u64(self.longs()))
    }

    #[inline(always)]
    fn unzip_halves(self, next: Self) -> [Self; 2] {
        let (a, b) = (self.halves(), next.halves());
        neon!([vuzp1q_u16(a, b), vuzp2q_u16(a, b)]).map(Self::of_halves)
    }

    #[inline(always)]
    fn zip_bytes(self, other: Self) -> [Self; 2] {
        let (a, b) = (self.bytes(), other.bytes());
        neon!([vzip1q_u8(a, b), vzip2q_u8(a, b)]).map(Self::of_bytes)
    }

    #[inline(always)]
    fn zip_words(self, other: Self) -> [Self; 2] {
        neon!([vzip1q_u32(self.0, other.0), vzip2q_u32(self.0, other.0)]).map(Self)
    }

    #[inline(always)]
    fn zip_longs(self, other: Self) -> [Self; 2] {
        let (a, b) = (self.longs(), other.longs());
        neon!([vzip1q_u64(a, b), vzip2q_u64(a, b)]).map(Self::of_longs)
    }

    #[inline(always)]
    fn exchange<const BIT: i32>(self, other: Self) -> [Self; 2] {
        let (a, b) = (self.bytes(), other.bytes());
        let exchanged = neon!({
            // The bits of the first vector that stay.
            let mask = vdupq_n_u8(const { 0xff / ((1 << BIT) + 1) as u8 });
            [
                vbslq_u8(mask, a, vshlq_n_u8::<BIT>(b)),
                vbslq_u8(mask, vshrq_n_u8::<BIT>(a), b),
            ]
        });
        exchanged.map(Self::of_bytes)
    }

    #[inline(always)]
    fn index(lanes: [Self; 4]) -> Self::Index {
        each(|i| {
            let first = neon!(vmulq_n_u32(lanes[i].0, 0x0404_0404));
            Self(first).add_words(Self::splat(0x0302_0100)).bytes()
        })
    }

    #[inline(always)]
    fn permute(words: [Self; 4], index: &Self::Index) -> [Self; 4] {
        let [a, b, c, d] = words.map(Self::bytes);
        each(|i| Self::of_bytes(neon!(vqtbl4q_u8(uint8x16x4_t(a, b, c, d), index[i]))))
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        Self::of_bytes(neon!(vsubq_u8(self.bytes(), other.bytes())))
    }

    #[inline(always)]
    fn ones(self) -> Self {
        Self::of_bytes(neon!(vcntq_u8(self.bytes())))
    }
}
