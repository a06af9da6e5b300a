//! The shipped cards.

use worlds_unchained::cards::{read, shipped_sources};

#[test]
fn every_shipped_card_is_sound() {
    let reading = read(&shipped_sources());
    let faults: Vec<String> =
        reading.errors.iter().map(ToString::to_string).filter(|told| !told.is_empty()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
