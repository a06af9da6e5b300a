//! What happened, for the log and the question "why?".

use engine::{EventData, Seat, SeatSet};
use serde_json::{Value, json};

use crate::arena::{Facing, POINTS, Square, square_name};
use crate::faces::Window;
use crate::label::title;
use crate::rules::Rules;
use crate::state::{Dice, NEUTRALS, Reason, TIE, TIRE, Unit, seat_slot};

/// Why somebody's Life or Actions changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// An attack hit. Rules: TR-CHAMP-6.
    Hit,
    /// The text of a card: its number, and the ability counted from 1.
    Text(u16, u8),
    /// A pit. Rules: TR-R102.
    Pit,
    /// Spikes that stopped a push or pull. Rules: TR-R102.
    Spikes,
    /// Tokens of Poison. Rules: TR-R92.
    Poison,
    /// Tokens of Save. Rules: TR-R98.
    Saved,
    /// Agility changed. Rules: TR-R19.
    Agility,
}

impl Why {
    /// The word for programs.
    fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Text(..) => "text",
            Self::Pit => "pit",
            Self::Spikes => "spikes",
            Self::Poison => "poison",
            Self::Saved => "saved",
            Self::Agility => "agility",
        }
    }

    /// What stands before the sentence that tells the change.
    fn lead(self, rules: &Rules) -> String {
        match self {
            Self::Hit => String::new(),
            Self::Text(card, _) => format!("{}: ", title(rules, card)),
            Self::Pit => "a pit: ".to_owned(),
            Self::Spikes => "spikes: ".to_owned(),
            Self::Poison => "poison: ".to_owned(),
            Self::Saved => "saved: ".to_owned(),
            Self::Agility => "Agility: ".to_owned(),
        }
    }

    /// The rule behind it, or the usual one.
    fn rule(self, usual: &'static str) -> &'static str {
        match self {
            Self::Hit | Self::Text(..) => usual,
            Self::Pit | Self::Spikes => "TR-R102",
            Self::Poison => "TR-R92",
            Self::Saved => "TR-R98",
            Self::Agility => "TR-R19",
        }
    }

    /// The card and clause behind it.
    fn clause(self, rules: &Rules) -> Option<String> {
        match self {
            Self::Text(card, ability) => Some(format!("{} ({ability})", title(rules, card))),
            _ => None,
        }
    }
}

/// `1 Action`, `2 Actions`.
fn actions(count: u8) -> String {
    format!("{count} {}", if count == 1 { "Action" } else { "Actions" })
}

/// Something that happened. Seats, cards, spaces and units are numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is told in words below, with its rule")]
pub enum Event {
    /// A seat sealed a choice.
    Sealed(u8),
    /// A Champion was shown.
    Champion(u8, u16),
    Side(u8, Facing),
    /// Where a Champion starts, and whether it enters last, with Tactical Advantage.
    Placed(Unit, Square, Facing, bool),
    /// A slot was filled, for whoever may see with which card.
    Filled(u8, u8, Option<u16>),
    /// Whether a card lies in a slot that could have been left empty.
    Laid(u8, u8, bool),
    Round(u8),
    Revealed(u8, u8, u16),
    /// A new card did not go with the others.
    Illegal(u8, u8, u16),
    /// Seats rolled off: how many, seats and faces in pairs.
    RolledOff(u8, [u8; 6], [u8; 6]),
    Order(u8, [u8; 6]),
    TurnBegan(u8),
    TurnEnded(u8),
    Opened(Window),
    Moved(Unit, Square, Square),
    /// A push or pull; whether it was stopped.
    Forced(Unit, Square, Square, bool),
    Turned(Unit, Facing),
    Deployed(Unit, u16, Square),
    /// An attack: attacker, slot, target, whether free.
    Declared(Unit, u8, Unit, bool),
    Evaded(Unit, Unit),
    /// An attack that was cancelled.
    Disarmed(Unit),
    DefenseDice(Unit, Dice),
    AttackDice(Unit, Dice),
    /// Dice were changed: whether the attacker's, and what lies now.
    Adjusted(bool, Dice),
    /// Defense and Attack Total.
    Totals(i8, i8),
    /// A tie: whether Initiative settled it, and whether it is a hit.
    Tie(bool),
    TieDie(u8),
    /// A hit: damage, whether critical.
    Hit(Unit, u8, bool),
    Missed(Unit),
    /// Lost Life: how much, what is left, why.
    Lost(Unit, u8, u8, Why),
    Healed(Unit, u8, u8),
    LifeSet(Unit, u8),
    Defeated(Unit),
    /// An effect was used: card, its number, ability counted from 1.
    Used(Unit, u16, u8),
    Declined(Unit, u16, u8),
    Paid(u8, u8, bool),
    /// Unspent Actions changed to so many.
    Actions(u8, u8, Why),
    Depleted(Unit, u16),
    Recharged(Unit, u16),
    /// Tokens: unit, name, how many now.
    Tokens(Unit, u8, u8),
    /// A change that lasts: card, ability counted from 1, bearer.
    Granted(u16, u8, Unit),
    Swapped(u8, u8, u8),
    /// A look: who, whose, slot, and the card for whoever may see it.
    Looked(u8, u8, u8, Option<u16>),
    Discarded(u8, u8, u16),
    Taken(u8, u8, u16),
    Conceded(u8),
    /// A comparison left a seat behind.
    Out(u8),
    Entered(u8),
    Won(u8, Reason),
}

/// Every kind of event.
pub const KINDS: &[&str] = &[
    "seal",
    "champion",
    "side",
    "place",
    "fill",
    "lay",
    "round",
    "reveal",
    "illegal",
    "roll-off",
    "order",
    "turn",
    "turn-end",
    "window",
    "move",
    "forced",
    "turn-about",
    "deploy",
    "attack",
    "evade",
    "disarm",
    "defense-dice",
    "attack-dice",
    "adjust",
    "totals",
    "tie",
    "tie-die",
    "hit",
    "miss",
    "loss",
    "heal",
    "life",
    "defeat",
    "effect",
    "decline",
    "pay",
    "actions",
    "deplete",
    "recharge",
    "tokens",
    "lasting",
    "swap",
    "look",
    "discard",
    "take",
    "concede",
    "out",
    "enter",
    "win",
];

/// `R1`, `RT`, `RX2`.
pub fn stage_name(stage: u8) -> String {
    match stage {
        TIE => "RT".to_owned(),
        stage if stage >= TIRE => format!("RX{}", stage - TIRE + 1),
        stage => format!("R{stage}"),
    }
}

/// The reason in the words of the notation.
pub fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Ko => "ko",
        Reason::Life => "life",
        Reason::Tie => "tie",
        Reason::Tire => "tire",
        Reason::Concede => "concede",
    }
}

/// `seat 1`, `seat 1's slot 2`, `neutral n1`.
fn who(unit: Unit) -> String {
    match seat_slot(unit) {
        _ if unit >= NEUTRALS => format!("neutral n{}", unit - NEUTRALS + 1),
        (seat, 0) => format!("seat {seat}"),
        (seat, slot) => format!("seat {seat}'s slot {slot}"),
    }
}

fn faces(dice: Dice) -> Vec<u8> {
    dice.faces().collect()
}

impl Event {
    /// What somebody sees of it who holds some seats and sees the cards of some.
    #[must_use]
    pub fn witnessed(self, holds: impl Fn(u8) -> bool, sees: impl Fn(u8) -> bool) -> Self {
        match self {
            Self::Filled(seat, slot, Some(_)) if !sees(seat) => Self::Filled(seat, slot, None),
            Self::Looked(by, seat, slot, Some(_)) if !holds(by) && !sees(seat) => {
                Self::Looked(by, seat, slot, None)
            }
            event => event,
        }
    }

    /// Whether it tells something that could not be known.
    pub fn reveals(self) -> bool {
        matches!(
            self,
            Self::Champion(..)
                | Self::Revealed(..)
                | Self::Illegal(..)
                | Self::Laid(..)
                | Self::RolledOff(..)
                | Self::DefenseDice(..)
                | Self::AttackDice(..)
                | Self::Adjusted(..)
                | Self::TieDie(..)
                | Self::Discarded(..)
                | Self::Taken(..)
                | Self::Looked(.., Some(_))
        )
    }
}

/// An event in words and data.
pub fn tell(rules: &Rules, event: Event) -> EventData {
    // Data names cards as the notation does, sentences by their titles.
    let id = |card: u16| rules.id(card).to_owned();
    let name = |card: u16| title(rules, card);
    let (kind, rule, text, fields): (&'static str, &'static str, String, Value) = match event {
        Event::Sealed(seat) => ("seal", "TR-R15", format!("seat {seat} has chosen"), json!({ "seat": seat })),
        Event::Champion(seat, card) => (
            "champion",
            "TR-SETUP-6",
            format!("seat {seat} has {}", name(card)),
            json!({ "seat": seat, "card": id(card) }),
        ),
        Event::Side(seat, side) => (
            "side",
            "TR-R10",
            format!("seat {seat} sits at {}", POINTS[usize::from(side & 3)]),
            json!({ "seat": seat, "side": POINTS[usize::from(side & 3)] }),
        ),
        Event::Placed(unit, square, facing, last) => (
            "place",
            if last { "TR-SETUP-9" } else { "TR-SETUP-8" },
            format!(
                "{} stands on {} and faces {}",
                who(unit),
                square_name(square),
                POINTS[usize::from(facing & 3)]
            ),
            json!({ "unit": who(unit), "square": square_name(square) }),
        ),
        Event::Laid(seat, slot, filled) => (
            "lay",
            "TR-R133",
            format!("seat {seat}'s slot {slot} {}", if filled { "is filled" } else { "stays empty" }),
            json!({ "seat": seat, "slot": slot, "filled": filled }),
        ),
        Event::Filled(seat, slot, card) => (
            "fill",
            "TR-SETUP-15",
            match card {
                Some(card) => format!("seat {seat} puts {} into slot {slot}", name(card)),
                None => format!("seat {seat} fills slot {slot}"),
            },
            json!({ "seat": seat, "slot": slot, "card": card.map(id) }),
        ),
        Event::Round(stage) => (
            "round",
            "TR-RECH-1",
            format!("{} begins", stage_name(stage)),
            json!({ "stage": stage_name(stage) }),
        ),
        Event::Revealed(seat, slot, card) => (
            "reveal",
            "TR-REVL-1",
            format!("seat {seat} reveals {} in slot {slot}", name(card)),
            json!({ "seat": seat, "slot": slot, "card": id(card) }),
        ),
        Event::Illegal(seat, slot, card) => (
            "illegal",
            "TR-REVL-3",
            format!("seat {seat}'s {} does not go with its other cards", name(card)),
            json!({ "seat": seat, "slot": slot, "card": id(card) }),
        ),
        Event::RolledOff(count, seats, faces) => {
            let count = usize::from(count);
            let rolls: Vec<String> =
                (0..count).map(|nth| format!("seat {} {}", seats[nth], faces[nth])).collect();
            (
                "roll-off",
                "TR-R12",
                format!("roll-off: {}", rolls.join(", ")),
                json!({ "seats": seats[..count], "faces": faces[..count] }),
            )
        }
        Event::Order(count, seats) => {
            let seats = &seats[..usize::from(count)];
            let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
            ("order", "TR-R20", format!("the order is {}", names.join(", ")), json!({ "seats": seats }))
        }
        Event::TurnBegan(seat) => {
            ("turn", "TR-ROUND-4", format!("seat {seat}'s turn begins"), json!({ "seat": seat }))
        }
        Event::TurnEnded(seat) => {
            ("turn-end", "TR-ROUND-8", format!("seat {seat}'s turn ends"), json!({ "seat": seat }))
        }
        Event::Opened(window) => {
            ("window", "TR-R64", format!("{} opens", window.name()), json!({ "window": window.name() }))
        }
        Event::Moved(unit, from, to) => (
            "move",
            "TR-MOVE-2",
            format!("{} moves from {} to {}", who(unit), square_name(from), square_name(to)),
            json!({ "unit": who(unit), "from": square_name(from), "to": square_name(to) }),
        ),
        Event::Forced(unit, from, to, stopped) => (
            "forced",
            "TR-R100",
            match (from == to, stopped) {
                (true, true) => format!("{} is stopped on {}", who(unit), square_name(from)),
                (true, false) => format!("{} stays on {}", who(unit), square_name(from)),
                (false, stopped) => format!(
                    "{} is moved from {} to {}{}",
                    who(unit),
                    square_name(from),
                    square_name(to),
                    if stopped { " and stopped" } else { "" }
                ),
            },
            json!({ "unit": who(unit), "from": square_name(from), "to": square_name(to), "stopped": stopped }),
        ),
        Event::Turned(unit, facing) => (
            "turn-about",
            "TR-MOVE-4",
            format!("{} faces {}", who(unit), POINTS[usize::from(facing & 3)]),
            json!({ "unit": who(unit), "facing": POINTS[usize::from(facing & 3)] }),
        ),
        Event::Deployed(unit, card, square) => (
            "deploy",
            "TR-R86",
            format!("{} is deployed on {}", name(card), square_name(square)),
            json!({ "unit": who(unit), "card": id(card), "square": square_name(square) }),
        ),
        Event::Declared(attacker, slot, target, free) => {
            let with = if slot == 0 { "a base attack".to_owned() } else { format!("slot {slot}") };
            (
                "attack",
                "TR-ATK-1",
                format!("{} attacks {} with {with}", who(attacker), who(target)),
                json!({ "attacker": who(attacker), "target": who(target), "slot": slot, "free": free }),
            )
        }
        Event::Evaded(attacker, target) => (
            "evade",
            "TR-R38",
            format!("{} evades the attack of {}", who(target), who(attacker)),
            json!({ "attacker": who(attacker), "target": who(target) }),
        ),
        Event::Disarmed(attacker) => (
            "disarm",
            "TR-R87",
            format!("the attack of {} is cancelled", who(attacker)),
            json!({ "attacker": who(attacker) }),
        ),
        Event::DefenseDice(unit, dice) => (
            "defense-dice",
            "TR-COMBAT-2",
            format!("{} rolls {:?} in defense", who(unit), faces(dice)),
            json!({ "unit": who(unit), "faces": faces(dice) }),
        ),
        Event::AttackDice(unit, dice) => (
            "attack-dice",
            "TR-COMBAT-5",
            format!("{} rolls {:?} in attack", who(unit), faces(dice)),
            json!({ "unit": who(unit), "faces": faces(dice) }),
        ),
        Event::Adjusted(attackers, dice) => (
            "adjust",
            "TR-R53",
            format!("the {} dice show {:?} now", if attackers { "attack" } else { "defense" }, faces(dice)),
            json!({ "attack": attackers, "faces": faces(dice) }),
        ),
        Event::Totals(defense, attack) => (
            "totals",
            "TR-COMBAT-8",
            format!("attack {attack} against defense {defense}"),
            json!({ "defense": defense, "attack": attack }),
        ),
        Event::Tie(hit) => (
            "tie",
            "TR-COMBAT-9",
            format!(
                "equal totals: the {} has the higher Initiative",
                if hit { "attacker" } else { "defender" }
            ),
            json!({ "hit": hit }),
        ),
        Event::TieDie(face) => (
            "tie-die",
            "TR-COMBAT-10",
            format!("equal totals and Initiatives: a die shows {face}"),
            json!({ "face": face }),
        ),
        Event::Hit(target, damage, critical) => (
            "hit",
            if critical { "TR-CRIT-1" } else { "TR-COMBAT-11" },
            format!("{} is hit{} for {damage}", who(target), if critical { " critically" } else { "" }),
            json!({ "target": who(target), "damage": damage, "critical": critical }),
        ),
        Event::Missed(target) => (
            "miss",
            "TR-COMBAT-12",
            format!("the attack on {} misses", who(target)),
            json!({ "target": who(target) }),
        ),
        Event::Lost(unit, count, left, why) => (
            "loss",
            why.rule("TR-CHAMP-6"),
            format!("{}{} loses {count} Life and has {left}", why.lead(rules), who(unit)),
            json!({ "unit": who(unit), "count": count, "left": left, "why": why.name() }),
        ),
        Event::Healed(unit, count, left) => (
            "heal",
            "TR-R90",
            format!("{} gains {count} Life and has {left}", who(unit)),
            json!({ "unit": who(unit), "count": count, "left": left }),
        ),
        Event::LifeSet(unit, life) => (
            "life",
            "TR-R106",
            format!("the Life of {} becomes {life}", who(unit)),
            json!({ "unit": who(unit), "life": life }),
        ),
        Event::Defeated(unit) => {
            ("defeat", "TR-END-1", format!("{} is defeated", who(unit)), json!({ "unit": who(unit) }))
        }
        Event::Used(unit, card, ability) => (
            "effect",
            "TR-FX-2",
            format!("{} uses {} ({ability})", who(unit), name(card)),
            json!({ "unit": who(unit), "card": id(card), "ability": ability }),
        ),
        Event::Declined(unit, card, ability) => (
            "decline",
            "TR-R66",
            format!("{} does without the rest of {} ({ability})", who(unit), name(card)),
            json!({ "unit": who(unit), "card": id(card), "ability": ability }),
        ),
        Event::Paid(seat, count, life) => (
            "pay",
            "TR-FX-18",
            format!("seat {seat} pays {}", if life { format!("{count} Life") } else { actions(count) }),
            json!({ "seat": seat, "count": count, "life": life }),
        ),
        Event::Actions(seat, left, why) => (
            "actions",
            why.rule("TR-R19"),
            format!("{}seat {seat} has {}", why.lead(rules), actions(left)),
            json!({ "seat": seat, "left": left, "why": why.name() }),
        ),
        Event::Depleted(unit, card) => (
            "deplete",
            "TR-R43",
            format!("{} is depleted", name(card)),
            json!({ "unit": who(unit), "card": id(card) }),
        ),
        Event::Recharged(unit, card) => (
            "recharge",
            "TR-R74",
            format!("{} is charged again", name(card)),
            json!({ "unit": who(unit), "card": id(card) }),
        ),
        Event::Tokens(unit, name, count) => (
            "tokens",
            "TR-R77",
            format!("{count} {} on {}", rules.token_title(name), who(unit)),
            json!({ "unit": who(unit), "name": rules.token_label(name), "count": count }),
        ),
        Event::Granted(card, ability, bearer) => (
            "lasting",
            "TR-R79",
            format!("{} ({ability}) holds for {}", name(card), who(bearer)),
            json!({ "card": id(card), "ability": ability, "bearer": who(bearer) }),
        ),
        Event::Swapped(seat, a, b) => (
            "swap",
            "TR-R141",
            format!("seat {seat} swaps slots {a} and {b}"),
            json!({ "seat": seat, "slots": [a, b] }),
        ),
        Event::Looked(by, seat, slot, card) => (
            "look",
            "TR-R141",
            match card {
                Some(card) => format!("seat {by} looks at seat {seat}'s slot {slot}: {}", name(card)),
                None => format!("seat {by} looks at seat {seat}'s slot {slot}"),
            },
            json!({ "by": by, "seat": seat, "slot": slot, "card": card.map(id) }),
        ),
        Event::Discarded(seat, slot, card) => (
            "discard",
            "TR-GLOS-4",
            format!("seat {seat} discards {}", name(card)),
            json!({ "seat": seat, "slot": slot, "card": id(card) }),
        ),
        Event::Taken(seat, slot, card) => (
            "take",
            "TR-R134",
            format!("seat {seat} puts {} from the War Chest into slot {slot}", name(card)),
            json!({ "seat": seat, "slot": slot, "card": id(card) }),
        ),
        Event::Conceded(seat) => {
            ("concede", "TR-R119", format!("seat {seat} gives up"), json!({ "seat": seat }))
        }
        Event::Out(seat) => ("out", "TR-R112", format!("seat {seat} is out"), json!({ "seat": seat })),
        Event::Entered(seat) => {
            ("enter", "TR-R118", format!("seat {seat} enters the Tire Fight"), json!({ "seat": seat }))
        }
        Event::Won(seats, reason) => {
            let seats: Vec<u8> = (0..6).filter(|seat| seats >> seat & 1 == 1).collect();
            let names: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
            let verb = if seats.len() == 1 { "wins" } else { "win" };
            let rule = match reason {
                Reason::Ko => "TR-END-4",
                Reason::Life => "TR-END-5",
                Reason::Tie => "TR-TIE-5",
                Reason::Tire => "TR-R116",
                Reason::Concede => "TR-R119",
            };
            (
                "win",
                rule,
                format!("{} {verb} ({})", names.join(" and "), reason_name(reason)),
                json!({ "seats": seats, "reason": reason_name(reason) }),
            )
        }
    };
    let audience: SeatSet = Seat::all(rules.players).collect();
    let clause = match event {
        Event::Lost(.., why) | Event::Actions(.., why) => why.clause(rules),
        _ => None,
    };
    EventData { kind, text, rule, clause, audience, fields }
}
