//! Playouts do not touch the heap, and small states are cheap to copy.

use engine::{Policy, Rng, Settings, Sources};

#[global_allocator]
static HEAP: testkit::alloc::Counting = testkit::alloc::Counting;

#[test]
fn no_playout_allocates() {
    for known in games::registry().iter() {
        for variant in &known.variants {
            let settings = Settings::parse(variant.settings).unwrap();
            let mut bench =
                known.game.bench(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
            for (name, policy) in Policy::ALL {
                let mut rng = Rng::from_number(1);
                // Lists get their room in the first games and keep it.
                bench.run(policy, 5_000, &mut rng);
                let before = testkit::alloc::count();
                let tally = bench.run(policy, 500, &mut rng);
                let allocations = testkit::alloc::count() - before;
                assert!(tally.decisions > 0, "{} {} {name} decides nothing", known.game.id(), variant.name);
                assert_eq!(allocations, 0, "{} {} {name}", known.game.id(), variant.name);
            }
        }
    }
}

/// The counter counts: a test that could not fail would prove nothing.
#[test]
fn an_allocation_is_noticed() {
    let before = testkit::alloc::count();
    drop(std::hint::black_box(vec![1, 2, 3]));
    assert_eq!(testkit::alloc::count() - before, 1);
}

#[test]
#[ignore = "a measurement: run by `cargo xtask soak kit`"]
fn soak_a_leduc_state_is_cloned_in_5_ns() {
    use engine::Game;
    let start =
        classics::Leduc::compile(&Settings::none(), &Sources::none()).unwrap_or_else(|f| panic!("{f}"));
    let best = (0..20)
        .map(|_| {
            let began = std::time::Instant::now();
            for _ in 0..1_000_000 {
                let copy = *std::hint::black_box(&start.state);
                std::hint::black_box(copy);
            }
            began.elapsed().as_nanos() as f64 / 1e6
        })
        .fold(f64::INFINITY, f64::min);
    assert!(best <= 5.0, "a clone of a Leduc state takes {best} ns");
}
