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
                rules: &["WU-R88"],
                text: "an Ability sees what it has itself done: its conditions and numbers are those of the common \
                       state only until one of its own instructions has changed something",
            },
            Change {
                rules: &["WU-R118", "WU-R121"],
                text: "what was given up in the place of a payment stays given up after a Negate",
            },
            Change {
                rules: &["WU-R120"],
                text: "an Ability that was in play only by a negated effect is not carried out again",
            },
        ],
    },
];
