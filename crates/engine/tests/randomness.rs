//! The random numbers never change: `docs/randomness.md` quotes these figures.

use engine::{Purpose, Rng, Seed};

/// `ChaCha8` with an all-zero key and nonce, as published with the cipher's test vectors: the key
/// stream begins 3e 00 ef 2f 89 5f 40 d6 7f 5b b8 e8 1f 09 a5 a1.
#[test]
fn the_generator_is_chacha8() {
    let mut rng = Rng::from_key([0; 32]);
    let words: Vec<u32> = (0..4).map(|_| rng.next_u32()).collect();
    assert_eq!(words, [0x2fef_003e, 0xd640_5f89, 0xe8b8_5b7f, 0xa1a5_091f]);
    assert_eq!(Rng::from_key([0; 32]).next_u64(), 0xd640_5f89_2fef_003e);
}

/// The bounded draw by its definition, computed here the slow way.
#[test]
fn the_bounded_draw_is_as_documented() {
    for n in [1u32, 2, 3, 6, 13, 52, 1000, 0x8000_0001, u32::MAX] {
        let (mut words, mut rng) = (Rng::from_number(9), Rng::from_number(9));
        for _ in 0..200 {
            let expected = loop {
                let product = u128::from(words.next_u32()) * u128::from(n);
                if product % (1 << 32) >= (1 << 32) % u128::from(n) {
                    break (product >> 32) as u32;
                }
            };
            assert_eq!(rng.below(n), expected, "below({n})");
        }
    }
    for n in [1u64, 6, 1 << 33, (1 << 63) + 1, u64::MAX] {
        let (mut words, mut rng) = (Rng::from_number(9), Rng::from_number(9));
        for _ in 0..200 {
            // 64 by 64 bits in two halves, since there is no 192-bit remainder at hand.
            let expected = loop {
                let word = words.next_u64();
                let product = u128::from(word) * u128::from(n);
                let (high, low) = ((product >> 64) as u64, product as u64);
                let threshold = ((1u128 << 64) % u128::from(n)) as u64;
                if low >= threshold {
                    break high;
                }
            };
            assert_eq!(rng.below_u64(n), expected, "below_u64({n})");
        }
    }
}

#[test]
fn committed_vectors() {
    let mut rng = Rng::from_number(7);
    let dice: Vec<u32> = (0..12).map(|_| 1 + rng.below(6)).collect();
    let mut cards: Vec<u32> = (1..=10).collect();
    rng.shuffle(&mut cards);
    let seed = Seed::from_number(42);
    let mixed = seed.mixed_with(&["ada".to_owned(), "brook".to_owned()]);
    let mut stream = mixed.stream(Purpose::nth("dice", 1), 3);
    let stream: Vec<u32> = (0..4).map(|_| stream.below(100)).collect();
    let mut again = mixed.stream_after(Purpose::nth("dice", 1), 3, 1);
    let again: Vec<u32> = (0..4).map(|_| again.below(100)).collect();
    let (mut wide, mut rejecting) = (Rng::from_number(7), Rng::from_number(7));
    let wide: Vec<u64> = (0..4).map(|_| wide.below_u64(100)).collect();
    let rejecting: Vec<u32> = (0..6).map(|_| rejecting.below(3_221_225_472)).collect();
    let (alone, one) = (seed.mixed_with(&[]), seed.mixed_with(&["ada".to_owned(), String::new()]));
    let found = format!(
        "{dice:?}\n{cards:?}\n{}\n{mixed}\n{stream:?}\n{again:?}\n{wide:?}\n{rejecting:?}\n{alone}\n{one}\n{}\n",
        seed.commitment(),
        seed.of_game(2)
    );
    assert_eq!(
        found,
        include_str!("randomness.txt"),
        "the meaning of a seed changed: old records no longer verify"
    );
}

/// A different number of draws for one purpose never shifts another.
#[test]
fn streams_are_independent() {
    let seed = Seed::from_number(1);
    let mut first = seed.stream(Purpose::new("dice"), 0);
    let _ = (0..100).map(|_| first.next_u32()).count();
    let mut untouched = seed.stream(Purpose::new("dice"), 1);
    assert_ne!(first.next_u32(), untouched.next_u32());
    assert_ne!(seed.of_game(1), seed.of_game(2));
    assert_ne!(seed.of_game(1), seed);
    let starts: std::collections::BTreeSet<u32> =
        [("dice", 0, 0), ("dice", 0, 1), ("dice", 1, 0), ("deal", 0, 0), ("dic", 0, 0)]
            .iter()
            .map(|&(name, index, occasion)| seed.stream(Purpose::nth(name, index), occasion).next_u32())
            .collect();
    assert_eq!(starts.len(), 5);
    assert_ne!(seed.mixed_with(&["ab".into(), "c".into()]), seed.mixed_with(&["a".into(), "bc".into()]));
}
