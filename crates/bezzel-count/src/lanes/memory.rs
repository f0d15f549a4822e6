//! Buffers in large pages of memory.
//!
//! The lists and tables of a thread take a few megabytes, and are read and written all over. With
//! pages of 4 KiB the CPU then looks up most addresses in tables of its own memory. On Linux,
//! larger buffers begin at a multiple of 2 MiB and ask for pages of that size.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;

use super::layout::{CacheLine, Row};

/// Length of a large page in bytes.
const PAGE: usize = 2 << 20;

/// Length of the smallest buffer in large pages, in bytes.
const MIN_PAGED_BYTES: usize = PAGE / 2;

/// A type of 64 bytes, without gaps, for which zeros are a value.
///
/// # Safety
///
/// The type must be as described.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: 8 words of 64 bits.
unsafe impl Plain for CacheLine {}
// SAFETY: 16 words of 32 bits.
unsafe impl Plain for Row {}

/// A slice that grows. New elements are zero.
#[derive(Debug)]
pub(crate) struct Buffer<T: Plain> {
    start: NonNull<T>,
    length: usize,
    /// Size and alignment of the memory; empty without memory.
    layout: Layout,
    owned: PhantomData<T>,
}

// SAFETY: a buffer owns its elements, like a box, and `Plain` types have no other parts.
unsafe impl<T: Plain + Send> Send for Buffer<T> {}
// SAFETY: shared references only read.
unsafe impl<T: Plain + Sync> Sync for Buffer<T> {}

impl<T: Plain> Default for Buffer<T> {
    fn default() -> Self {
        Self {
            start: NonNull::dangling(),
            length: 0,
            layout: Layout::new::<()>(),
            owned: PhantomData,
        }
    }
}

impl<T: Plain> Buffer<T> {
    /// Makes the buffer at least this long. Its elements keep their values.
    pub fn grow(&mut self, length: usize) {
        if length > self.length {
            self.replace(length);
        }
    }

    #[cold]
    fn replace(&mut self, length: usize) {
        let bytes = length
            .checked_mul(size_of::<T>())
            .expect("a buffer that fits the memory");
        let (bytes, alignment) = if bytes < MIN_PAGED_BYTES {
            (bytes, align_of::<T>())
        } else {
            (bytes.next_multiple_of(PAGE), PAGE)
        };
        let layout = Layout::from_size_align(bytes, alignment).expect("a buffer that fits");
        // SAFETY: the size is not zero, since the length is above that of another buffer and T
        // has a size. All bytes are written, as zeros, which are values of T, before they are
        // read; the old elements fit, as the new buffer is longer.
        unsafe {
            let memory = alloc(layout);
            let Some(start) = NonNull::new(memory.cast::<T>()) else {
                handle_alloc_error(layout);
            };
            ask_for_large_pages(memory, layout);
            memory.write_bytes(0, bytes);
            start.copy_from_nonoverlapping(self.start, self.length);
            let new = Self {
                start,
                length: bytes / size_of::<T>(),
                layout,
                owned: PhantomData,
            };
            *self = new;
        }
    }
}

/// Asks the system for large pages in memory that nobody has touched yet. It may reject this.
///
/// # Safety
///
/// `memory` must be the start of an allocation of this layout.
#[cfg(target_os = "linux")]
unsafe fn ask_for_large_pages(memory: *mut u8, layout: Layout) {
    if layout.align() == PAGE {
        // SAFETY: the range is inside of the allocation. The advice changes no content.
        let _ = unsafe {
            let advice = rustix::mm::Advice::LinuxHugepage;
            rustix::mm::madvise(memory.cast(), layout.size(), advice)
        };
    }
}

/// Does nothing: large pages are requested on Linux only.
///
/// # Safety
///
/// There is no precondition; the function is unsafe as that for Linux is.
#[cfg(not(target_os = "linux"))]
unsafe fn ask_for_large_pages(_: *mut u8, _: Layout) {}

impl<T: Plain> Drop for Buffer<T> {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: the memory was allocated with this layout.
            unsafe { dealloc(self.start.as_ptr().cast(), self.layout) };
        }
    }
}

impl<T: Plain> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the buffer owns this many elements, all of them initialised.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }
}

impl<T: Plain> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: the buffer owns this many elements, all of them initialised.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_keep_their_elements_and_add_zeros() {
        let mut buffer = Buffer::<Row>::default();
        assert!(buffer.is_empty());
        let mut written = 0;
        for length in [1, 100, MIN_PAGED_BYTES / 64, PAGE / 64 + 1] {
            buffer.grow(length);
            assert!(buffer.len() >= length);
            let (old, new) = buffer.split_at(written);
            assert!(old.iter().all(|row| row.0[15] == 7));
            assert!(new.iter().all(|row| row.0 == [0; 16]));
            written = length;
            buffer[..written].fill(Row([7; 16]));
        }
        assert_eq!(buffer.as_ptr().addr() % PAGE, 0);
        let before = buffer.as_ptr();
        buffer.grow(1);
        assert_eq!(buffer.as_ptr(), before, "long enough");
    }
}
