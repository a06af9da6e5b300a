//! The options of a setup.

use engine::{OptionSpec, Values};

use crate::rules::Mode;

const ON_OFF: Values = Values::OneOf(&["off", "on"]);

/// What a setup may say.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "mode",
        values: Values::OneOf(Mode::NAMES),
        default: "normal",
        help: "the way to play",
    },
    OptionSpec {
        key: "players",
        values: Values::Whole(0, 6),
        default: "0",
        help: "how many seats; 0 for as many as there are decks, or the fewest of the mode",
    },
    OptionSpec {
        key: "decks",
        values: Values::Text,
        default: "ready",
        help: "a battle deck for each seat with commas between: the name of a ready deck, or its cards `champion+card+card`; several with `|` between are chosen from in secret; `ready` takes the ready decks in order, for all seats or in the place of one",
    },
    OptionSpec { key: "arena", values: Values::Whole(2, 5), default: "4", help: "columns and rows" },
    OptionSpec {
        key: "features",
        values: Values::Text,
        default: "none",
        help: "what lies in the Arena, with commas between: pit@b2, obstacle@c3, spike@a1W, neutral@b3L2+1",
    },
    OptionSpec {
        key: "field",
        values: Values::Text,
        default: "bare",
        help: "an Arena from a file, with its size and features",
    },
    OptionSpec {
        key: "rounds",
        values: Values::Whole(1, 4),
        default: "4",
        help: "rounds before Life is compared",
    },
    OptionSpec { key: "slots", values: Values::Whole(1, 4), default: "4", help: "slots of a loadout" },
    OptionSpec {
        key: "initial_facing",
        values: Values::OneOf(&["edge", "center"]),
        default: "edge",
        help: "which way Champions face at the start",
    },
    OptionSpec {
        key: "tactical_side",
        values: Values::OneOf(&["trimmed", "half"]),
        default: "trimmed",
        help: "what the side of the last to place is with three or four sides",
    },
    OptionSpec {
        key: "solo_handicap",
        values: Values::OneOf(&["full", "none"]),
        default: "full",
        help: "Life and turns of one against several",
    },
    OptionSpec {
        key: "reattack_after_recharge",
        values: ON_OFF,
        default: "off",
        help: "whether a recharged card may attack again in the same turn",
    },
    OptionSpec { key: "lap_cap", values: Values::Whole(1, 9), default: "4", help: "laps of a Tire Fight" },
    OptionSpec { key: "life_cap", values: Values::Whole(1, 12), default: "12", help: "the most Life" },
    OptionSpec {
        key: "quick",
        values: ON_OFF,
        default: "off",
        help: "Quick Start: packaged decks, known to all",
    },
    OptionSpec {
        key: "culture",
        values: ON_OFF,
        default: "off",
        help: "Culture Shock: decks of one culture",
    },
    OptionSpec { key: "pure", values: ON_OFF, default: "off", help: "without the text of Champions" },
    OptionSpec {
        key: "match",
        values: Values::OneOf(&["off", "3", "5", "7"]),
        default: "off",
        help: "a duel of at most so many games with War Chests, from which battle decks are chosen in secret",
    },
    OptionSpec {
        key: "chests",
        values: Values::Text,
        default: "ready",
        help: "a War Chest for each seat with a comma between: the name of a ready chest, or its cards `card+card*3`; `ready` takes the ready chests of that length in order",
    },
    OptionSpec {
        key: "spent",
        values: Values::Text,
        default: "none",
        help: "the cards each seat has spent in the match before, with a comma between: `card+card*3`, `-` for none",
    },
];

/// The options that a position names, as far as they differ from their defaults, in this order.
pub const NAMED: &[&str] = &[
    "arena",
    "rounds",
    "slots",
    "initial_facing",
    "tactical_side",
    "solo_handicap",
    "reattack_after_recharge",
    "lap_cap",
    "life_cap",
    "quick",
    "culture",
    "pure",
    "match",
];
