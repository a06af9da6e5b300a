//! What happened, for the log and the question "why?".

use engine::{EventData, Seat, SeatSet};
use serde_json::{Value, json};

use crate::action::Roll;
use crate::icons::Kind;
use crate::notation::{self, hex_name};
use crate::setup::Rules;

/// Something that happened. Seats, hexes, facings, cards and Styles are numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat got a Style.
    Styled(u8, u8),
    /// A Round began: hands and discards went back.
    RoundBegan(u16),
    /// A seat got a hand: how many cards, and which, for whoever may see them.
    Dealt(u8, u8, Option<u32>),
    /// Half of the row was laid: which half, how many, two bits each.
    RowLaid(u8, u8, u8),
    /// A seat's turn began.
    TurnBegan(u8),
    /// The sole leader in Power got the Special turn.
    SpecialBegan(u8),
    /// A seat had nothing to play; how many cards it kept, and whether it led on the Special card.
    Skipped(u8, u8, bool),
    /// The Special card found no sole leader.
    NoLeader,
    /// A seat left the Special turn.
    Passed(u8),
    /// A seat played a card for one of its sections.
    Played(u8, u8, Kind),
    /// A seat paid Power.
    Spent(u8, u8),
    /// A seat gained Power; how much the empty pile withheld.
    Gained(u8, u8, u8),
    /// A figure went to a hex; whether in a Reaction.
    Went(u8, u8, bool),
    /// A figure was put on a hex by one that entered its own.
    Displaced(u8, u8),
    /// A figure was turned by its player; whether it had moved before.
    Faced(u8, u8, bool),
    /// A seat attacked: targets, who of them from directly behind, whether in a Barrage.
    Attacked(u8, u8, u8, bool),
    /// The dice fell.
    Rolled(Roll),
    /// Hits on a target, and what each needed.
    Hit(u8, u8, u8),
    /// A target was pushed to a hex.
    Pushed(u8, u8),
    /// A target had no room to be pushed to.
    PushBlocked(u8),
    /// A target turned the attacker.
    Fumbled(u8, u8, u8),
    /// The attacker named who is next; whether to react.
    Ordered(u8, bool),
    /// A target attacked from directly behind cannot react.
    CannotReact(u8),
    /// A target did not react.
    Declined(u8),
    /// Shields took hits off; how many are left.
    Shielded(u8, u8, u8),
    /// The attacker scored; its points now.
    Scored(u8, u8, u8),
    /// A seat won by points.
    Won(u8),
    /// The game ended at the cap: after how many Rounds, and who has the most points.
    Capped(u16, u8),
    /// A seat resigned.
    Resigned(u8),
    /// A seat that resigned is gone.
    Left(u8),
    /// The last seat left won.
    Outlasted(u8),
    /// All who were left went in the same turn.
    Drawn(u8),
}

/// Every kind of event.
pub const KINDS: &[&str] = &[
    "style",
    "round",
    "dealt",
    "row",
    "turn",
    "special-turn",
    "skipped",
    "no-leader",
    "passed",
    "played",
    "spent",
    "gained",
    "went",
    "displaced",
    "faced",
    "attacked",
    "rolled",
    "hit",
    "pushed",
    "push-blocked",
    "fumbled",
    "ordered",
    "cannot-react",
    "declined",
    "shielded",
    "scored",
    "won",
    "capped",
    "resigned",
    "left",
    "outlasted",
    "drawn",
];

impl Event {
    /// What an onlooker who holds `held` sees: of a dealt hand only its size, unless it is theirs.
    #[must_use]
    pub fn witnessed(&self, held: impl Fn(Seat) -> bool) -> Self {
        match *self {
            Self::Dealt(seat, count, _) if !held(Seat::new(seat)) => Self::Dealt(seat, count, None),
            _ => self.clone(),
        }
    }

    /// Whether it tells something that could not be known before. That a turn begins or is skipped tells
    /// something about the hand, unless that is empty. Rules: CC-R13, CC-R76.
    pub fn reveals(&self) -> bool {
        match *self {
            Self::Skipped(_, cards, _) => cards > 0,
            Self::Styled(..)
            | Self::Dealt(_, _, Some(_))
            | Self::RowLaid(..)
            | Self::TurnBegan(_)
            | Self::SpecialBegan(_)
            | Self::Played(..)
            | Self::Rolled(_) => true,
            _ => false,
        }
    }
}

const COLOURS: [&str; 4] = ["Blue", "Green", "Orange", "Red"];

/// What a seat is called in sentences. Rules: CC-R6.
pub fn colour(seat: u8) -> &'static str {
    COLOURS[usize::from(seat)]
}

/// `1 hex`, `2 hexes`.
pub fn plural(count: u8, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn colours(seats: u8) -> String {
    let names: Vec<&str> = (0..4).filter(|seat| seats >> seat & 1 == 1).map(colour).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// An event in words and data.
pub fn tell(rules: &Rules, event: &Event) -> EventData {
    let (kind, rule, text, fields) = told(rules, event);
    let clause = match event {
        Event::Played(seat, card, section) => {
            let card = &rules.decks[usize::from(*seat)][usize::from(*card)];
            Some(match section {
                Kind::Move => card.walk.to_string(),
                Kind::Attack => card.attack.to_string(),
                Kind::Reaction => card.reaction.to_string(),
            })
        }
        _ => None,
    };
    EventData { kind, text, rule, clause, audience: SeatSet::EMPTY, fields }
}

fn told(rules: &Rules, event: &Event) -> (&'static str, &'static str, String, Value) {
    let letter = |seat: u8| notation::SEATS[usize::from(seat)];
    let letters = |seats: u8| -> Vec<&str> { (0..4).filter(|s| seats >> s & 1 == 1).map(letter).collect() };
    let card_id = |seat: u8, card: u8| rules.decks[usize::from(seat)][usize::from(card)].id.as_str();
    let hex = |hex: u8| hex_name(rules, hex);
    match *event {
        Event::Styled(seat, style) => {
            let id = &rules.styles[usize::from(style)].id;
            let text = format!("{} fights in Style {id}", colour(seat));
            ("style", "CC-SETUP-4", text, json!({ "seat": letter(seat), "style": id }))
        }
        Event::RoundBegan(round) => {
            let text = format!("Round {round} begins, all cards go back to their decks");
            ("round", "CC-DRAW-1", text, json!({ "round": round }))
        }
        Event::Dealt(seat, count, hand) => {
            let ids = hand.map(|hand| notation::card_ids(rules, usize::from(seat), hand));
            let text = match &ids {
                Some(ids) => format!("{} draws {}", colour(seat), ids.join(" ")),
                None => format!("{} draws {}", colour(seat), plural(count, "card", "cards")),
            };
            let fields = json!({ "seat": letter(seat), "count": count, "cards": ids });
            ("dealt", "CC-DRAW-3", text, fields)
        }
        Event::RowLaid(half, count, seats) => {
            let order: Vec<&str> = (0..count).map(|i| letter(seats >> (2 * i) & 3)).collect();
            let which = if half == 0 { "first" } else { "second" };
            let text = format!("the {which} half of the Initiative row is {}", order.join(" "));
            ("row", "CC-INIT-2", text, json!({ "half": half + 1, "seats": order }))
        }
        Event::TurnBegan(seat) => {
            let text = format!("it is {}'s turn", colour(seat));
            ("turn", "CC-RES-1", text, json!({ "seat": letter(seat) }))
        }
        Event::SpecialBegan(seat) => {
            let text = format!("{} leads in Power and may take the Special turn", colour(seat));
            ("special-turn", "CC-INIT-8", text, json!({ "seat": letter(seat) }))
        }
        Event::Skipped(seat, cards, special) => {
            let kept = plural(cards, "card", "cards");
            let (leads, place) =
                if special { (" leads in Power but", " on the Special card") } else { ("", "") };
            let text = format!(
                "{}{leads} has nothing to play and is skipped{place}, with {kept} in hand",
                colour(seat)
            );
            let fields = json!({ "seat": letter(seat), "cards": cards, "special": special });
            ("skipped", "CC-RES-7", text, fields)
        }
        Event::NoLeader => (
            "no-leader",
            "CC-INIT-9",
            "nobody leads in Power, so the Special card does nothing".into(),
            json!({}),
        ),
        Event::Passed(seat) => {
            let text = format!("{} leaves the Special turn", colour(seat));
            ("passed", "CC-R15", text, json!({ "seat": letter(seat) }))
        }
        Event::Played(seat, card, section) => {
            let id = card_id(seat, card);
            let text = format!("{} plays {id} for its {section}", colour(seat));
            let fields =
                json!({ "seat": letter(seat), "card": id, "section": section.to_string().to_lowercase() });
            ("played", "CC-RES-3", text, fields)
        }
        Event::Spent(seat, count) => {
            let text = format!("{} pays {count} Power", colour(seat));
            ("spent", "CC-POWER-2", text, json!({ "seat": letter(seat), "count": count }))
        }
        Event::Gained(seat, count, lost) => {
            let mut text = format!("{} gains {count} Power", colour(seat));
            if lost > 0 {
                text += &format!(", {lost} less than printed as the pile is empty");
            }
            ("gained", "CC-POWER-4", text, json!({ "seat": letter(seat), "count": count, "lost": lost }))
        }
        Event::Went(seat, to, reacting) => {
            let text = format!("{} goes to {}", colour(seat), hex(to));
            let rule = if reacting { "CC-RMOVE-1" } else { "CC-MOVE-2" };
            ("went", rule, text, json!({ "seat": letter(seat), "hex": hex(to) }))
        }
        Event::Displaced(seat, to) => {
            let text = format!("{} is displaced to {}", colour(seat), hex(to));
            ("displaced", "CC-DISP-2", text, json!({ "seat": letter(seat), "hex": hex(to) }))
        }
        Event::Faced(seat, facing, moved) => {
            let name = notation::facing_name(facing);
            let text = format!("{} faces {name}", colour(seat));
            let rule = if moved { "CC-MOVE-6" } else { "CC-MOVE-7" };
            ("faced", rule, text, json!({ "seat": letter(seat), "facing": name }))
        }
        Event::Attacked(seat, targets, behind, barrage) => {
            let mut text = format!("{} attacks {}", colour(seat), colours(targets));
            if behind != 0 {
                text += &format!(", {} from directly behind", colours(behind));
            }
            let fields =
                json!({ "seat": letter(seat), "targets": letters(targets), "behind": letters(behind) });
            ("attacked", if barrage { "CC-BARR-1" } else { "CC-ATTACK-2" }, text, fields)
        }
        Event::Rolled(roll) => {
            let seats = (0..4).filter(|seat| roll.targets >> seat & 1 == 1);
            let rolls: Vec<(u8, Vec<u8>)> =
                seats.enumerate().map(|(nth, seat)| (seat, roll.of(nth).collect())).collect();
            let words: Vec<String> = rolls
                .iter()
                .map(|(seat, faces)| {
                    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                    format!("{} against {}", faces.join(" "), colour(*seat))
                })
                .collect();
            let fields: Vec<Value> =
                rolls.iter().map(|(seat, faces)| json!({ "seat": letter(*seat), "faces": faces })).collect();
            (
                "rolled",
                "CC-ATTACK-5",
                format!("the dice show {}", words.join(", ")),
                json!({ "rolls": fields }),
            )
        }
        Event::Hit(seat, hits, need) => {
            let text =
                format!("{} on {}, with {need} or more on a die", plural(hits, "hit", "hits"), colour(seat));
            ("hit", "CC-ATTACK-9", text, json!({ "seat": letter(seat), "hits": hits, "need": need }))
        }
        Event::Pushed(seat, to) => {
            let text = format!("{} is pushed to {}", colour(seat), hex(to));
            ("pushed", "CC-PUSH-1", text, json!({ "seat": letter(seat), "hex": hex(to) }))
        }
        Event::PushBlocked(seat) => {
            let text = format!("{} cannot be pushed anywhere", colour(seat));
            ("push-blocked", "CC-R54", text, json!({ "seat": letter(seat) }))
        }
        Event::Fumbled(by, seat, facing) => {
            let name = notation::facing_name(facing);
            let text = format!("{} makes {} fumble and face {name}", colour(by), colour(seat));
            ("fumbled", "CC-FUMB-1", text, json!({ "by": letter(by), "seat": letter(seat), "facing": name }))
        }
        Event::Ordered(seat, react) => {
            let (what, rule) = if react { ("react", "CC-BARR-2") } else { ("turn the attacker", "CC-R50") };
            (
                "ordered",
                rule,
                format!("{} is named to {what} next", colour(seat)),
                json!({ "seat": letter(seat) }),
            )
        }
        Event::CannotReact(seat) => {
            let text = format!("{} was attacked from directly behind and cannot react", colour(seat));
            ("cannot-react", "CC-REACT-3", text, json!({ "seat": letter(seat) }))
        }
        Event::Declined(seat) => {
            let text = format!("{} does not react", colour(seat));
            ("declined", "CC-ATTACK-13", text, json!({ "seat": letter(seat) }))
        }
        Event::Shielded(seat, off, left) => {
            let left_words = plural(left, "hit", "hits");
            let text = format!("{} blocks {}, {left_words} left", colour(seat), plural(off, "hit", "hits"));
            ("shielded", "CC-SHLD-1", text, json!({ "seat": letter(seat), "blocked": off, "left": left }))
        }
        Event::Scored(seat, points, total) => {
            let text =
                format!("{} scores {} and has {total}", colour(seat), plural(points, "point", "points"));
            ("scored", "CC-SCORE-1", text, json!({ "seat": letter(seat), "points": points, "total": total }))
        }
        Event::Won(seat) => {
            ("won", "CC-SCORE-2", format!("{} wins", colour(seat)), json!({ "seat": letter(seat) }))
        }
        Event::Capped(round, best) => {
            let rounds = if round == 1 { "Round" } else { "Rounds" };
            let result = if best.is_power_of_two() {
                "has the most points and wins"
            } else {
                "have the most points and draw"
            };
            let text = format!("the game ends after {round} {rounds}: {} {result}", colours(best));
            ("capped", "CC-R68", text, json!({ "round": round, "best": letters(best) }))
        }
        Event::Resigned(seat) => {
            ("resigned", "CC-R69", format!("{} resigns", colour(seat)), json!({ "seat": letter(seat) }))
        }
        Event::Left(seat) => {
            ("left", "CC-R69", format!("{} leaves the board", colour(seat)), json!({ "seat": letter(seat) }))
        }
        Event::Outlasted(seat) => {
            let text = format!("{} is the last one left and wins", colour(seat));
            ("outlasted", "CC-R69", text, json!({ "seat": letter(seat) }))
        }
        Event::Drawn(seats) => {
            let text = format!("{} leave together, the game is over and they draw", colours(seats));
            ("drawn", "CC-R74", text, json!({ "seats": letters(seats) }))
        }
    }
}
