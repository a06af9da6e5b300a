//! Work that is shared among threads.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads find a processor.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does `work` for every item, on so many threads, the largest first; the results are in the order of the items.
/// A single thread is the caller's own, for subjects that keep something in theirs.
pub(crate) fn shared_out<'t, T: Sync, R: Send>(
    items: &'t [T],
    threads: usize,
    size: impl Fn(&T) -> usize,
    work: impl Fn(&'t T) -> R + Sync,
) -> Vec<R> {
    if threads == 1 {
        return items.iter().map(work).collect();
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&at| Reverse(size(&items[at])));
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(&items[at]);
                    results.lock().expect("no thread panics with it").insert(at, result);
                }
            });
        }
    });
    results.into_inner().expect("no thread panics with it").into_values().collect()
}
