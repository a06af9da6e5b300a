//! A counting allocator: proves that playouts do not touch the heap.
//!
//! A program that wants to count installs it once:
//!
//! ```
//! #[global_allocator]
//! static HEAP: testkit::alloc::Counting = testkit::alloc::Counting;
//! let before = testkit::alloc::count();
//! let boxed = Box::new(5);
//! assert_eq!(testkit::alloc::count() - before, 1);
//! drop(boxed);
//! ```

#![allow(
    unsafe_code,
    reason = "an allocator can only be written with unsafe; this one adds a counter to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator with a counter for each thread.
pub struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged; the counter is a plain
// thread-local number without a destructor, so touching it never allocates.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        // SAFETY: the caller keeps the contract of `GlobalAlloc::realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn note() {
    // While a thread ends its counter may be gone; those allocations are nobody's.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

/// Heap allocations of this thread so far; always 0 unless [`Counting`] is the global allocator.
pub fn count() -> u64 {
    ALLOCATIONS.with(Cell::get)
}
