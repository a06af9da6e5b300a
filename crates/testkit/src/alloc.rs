//! A counting allocator: proves that playouts do not touch the heap, and that readers take little of it.
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
    /// Bytes that this thread has allocated and not given back; less than nothing if it gave back those of others.
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

/// The system's allocator with a counter for each thread.
pub struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged; the counters are plain
// thread-local numbers without a destructor, so touching them never allocates.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        hold(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-(layout.size() as i64));
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        hold(size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn note() {
    // While a thread ends its counter may be gone; those allocations are nobody's.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

fn hold(bytes: i64) {
    let held = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        held.get()
    });
    let _ = held.and_then(|held| MOST.try_with(|most| most.set(most.get().max(held))));
}

/// What `work` gives, and the most bytes that this thread held at once meanwhile beside those that it held before;
/// always 0 unless [`Counting`] is the global allocator.
///
/// ```
/// #[global_allocator]
/// static HEAP: testkit::alloc::Counting = testkit::alloc::Counting;
/// let (length, bytes) = testkit::alloc::most_held(|| {
///     drop(vec![0_u8; 1000]);
///     vec![0_u8; 500].len()
/// });
/// assert_eq!((length, bytes), (500, 1000));
/// ```
pub fn most_held<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = HELD.with(Cell::get);
    MOST.with(|most| most.set(before));
    let done = work();
    (done, (MOST.with(Cell::get) - before) as u64)
}

/// Heap allocations of this thread so far; always 0 unless [`Counting`] is the global allocator.
pub fn count() -> u64 {
    ALLOCATIONS.with(Cell::get)
}
