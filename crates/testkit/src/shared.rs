//! Work that is shared among threads.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// How many threads find a processor.
pub fn processors() -> usize {
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
    let mut order: Vec<usize> = (0..items.len()).collect();
    if threads > 1 {
        order.sort_by_key(|&at| Reverse(size(&items[at])));
    }
    let mut results = BTreeMap::new();
    share(
        &order,
        threads,
        |&at| (at, work(&items[at])),
        |(at, result)| {
            results.insert(at, result);
            ControlFlow::Continue(())
        },
    );
    results.into_values().collect()
}

/// Does `work` for every item, on so many threads, and hands every result on as soon as those of all items before are
/// there, until that breaks off.
pub fn in_order<'t, T: Sync, R: Send>(
    items: &'t [T],
    threads: usize,
    work: impl Fn(&'t T) -> R + Sync,
    mut done: impl FnMut(&'t T, R) -> ControlFlow<()>,
) {
    let numbered: Vec<(usize, &T)> = items.iter().enumerate().collect();
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    share(
        &numbered,
        threads,
        |&(at, item)| (at, work(item)),
        |(at, result)| {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&next) {
                done(&items[next], result)?;
                next += 1;
            }
            ControlFlow::Continue(())
        },
    );
}

/// Every result goes to `done`, on the caller's thread, in the order in which they come.
fn share<'t, T: Sync, R: Send>(
    items: &'t [T],
    threads: usize,
    work: impl Fn(&'t T) -> R + Sync,
    done: impl FnMut(R) -> ControlFlow<()>,
) {
    if threads == 1 {
        let _ = items.iter().map(work).try_for_each(done);
        return;
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(work(item)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Whoever sends after that breaks off, too.
        let _ = results.into_iter().try_for_each(done);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        let slow = |&item: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(item % 7 * 100));
            item * item
        };
        let squares: Vec<u64> = items.iter().map(|item| item * item).collect();
        for threads in [1, 4] {
            assert_eq!(shared_out(&items, threads, |&item| item as usize % 5, slow), squares);
            let mut told = Vec::new();
            in_order(&items, threads, slow, |&item, square| {
                assert_eq!(item * item, square);
                told.push(square);
                if told.len() == 30 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(told, squares[..30]);
        }
    }
}
