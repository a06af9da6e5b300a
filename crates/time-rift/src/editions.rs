//! What the rules were when: every change that could make a record play differently. `docs/records.md` says what is
//! promised.

use engine::{Change, Edition};

/// The editions of the rules, the latest last.
pub const EDITIONS: &[Edition] = &[
    Edition { number: 1, since: "2026-11-18", luck: false, changes: &[] },
    Edition {
        number: 2,
        since: "2026-11-19",
        luck: false,
        changes: &[
            Change {
                rules: &["TR-R124"],
                text: "one against several begins its first turn of a round with what the round gave and took, and \
                       has a full pool from the second on",
            },
            Change {
                rules: &["TR-R102"],
                text: "card texts mean neutrals by enemies, too, so they are pushed, pulled and poisoned",
            },
            Change {
                rules: &["TR-R63", "TR-R64"],
                text: "an effect that names no time is optional in each of its windows, so it can still be used in a \
                       later go",
            },
            Change {
                rules: &["TR-R22", "TR-R101"],
                text: "what a card forbids itself holds for whoever attacks with it",
            },
        ],
    },
];
