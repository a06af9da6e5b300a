//! The text of actions. `docs/champions-combat.md` describes it. Rules: CC-R21, CC-R70.

use engine::{Actor, Fault, nearest, text};

use crate::action::{Action, Deed, EVERYONE, NOTHING, Part, Play, React, Roll};
use crate::event::colour;
use crate::hex::Direction;
use crate::setup::Rules;

/// The letters of the seats: Blue, Green, Orange, Red. Rules: CC-R6.
pub const SEATS: [&str; 4] = ["B", "G", "O", "R"];

/// What a hex is called; `-` for one that is not on the board.
pub fn hex_name(rules: &Rules, index: u8) -> &str {
    match rules.board.hexes().nth(usize::from(index)) {
        Some(hex) => rules.board.name(hex),
        None => "-",
    }
}

/// What a facing is called.
pub fn facing_name(facing: u8) -> &'static str {
    Direction::N.turned(usize::from(facing)).name()
}

/// The ids of a set of cards of a seat, in order.
pub fn card_ids(rules: &Rules, seat: usize, cards: u32) -> Vec<&str> {
    let deck = &rules.decks[seat];
    (0..deck.len()).filter(|i| cards >> i & 1 == 1).map(|i| deck[i].id.as_str()).collect()
}

/// Whose deck an actor's card names mean.
fn deck_of(rules: &Rules, actor: Actor) -> usize {
    match actor {
        Actor::Seat(seat) => seat.index().min(rules.decks.len() - 1),
        Actor::Chance => 0,
    }
}

/// ` D3`, ` D3>C2`, or nothing.
fn place(rules: &Rules, to: u8, relocation: u8) -> String {
    match (to, relocation) {
        (NOTHING, _) => String::new(),
        (to, NOTHING) => format!(" {}", hex_name(rules, to - 1)),
        (to, relocation) => format!(" {}>{}", hex_name(rules, to - 1), hex_name(rules, relocation - 1)),
    }
}

/// ` @N`, or nothing.
fn facing(facing: u8) -> String {
    if facing == NOTHING { String::new() } else { format!(" @{}", facing_name(facing - 1)) }
}

/// An action as it is written.
pub fn write(rules: &Rules, actor: Actor, action: Action) -> String {
    let seat = deck_of(rules, actor);
    let card = |card: u8| rules.decks[seat].get(usize::from(card)).map_or("-", |card| card.id.as_str());
    match action.deed() {
        Deed::Play(Play { card: c, attack: true, target: EVERYONE, .. }) => format!("A {} *", card(c)),
        Deed::Play(Play { card: c, attack: true, target, .. }) => {
            format!("A {} {}", card(c), SEATS[usize::from(target.max(1) - 1) & 3])
        }
        Deed::Play(play) => {
            format!("M {}{}{}", card(play.card), place(rules, play.hex, play.relocation), facing(play.facing))
        }
        Deed::Walk(Part { whole, hex, relocation, facing: f }) => {
            format!("{}{}{}", if whole { "to" } else { "step" }, place(rules, hex, relocation), facing(f))
        }
        Deed::Push(NOTHING, to) => format!("push {}", hex_name(rules, to)),
        Deed::Push(target, to) => {
            format!("push {} {}", SEATS[usize::from(target - 1) & 3], hex_name(rules, to))
        }
        Deed::Fumble(f) => format!("fumble {}", facing_name(f)),
        Deed::Order(who) => format!("order {}", SEATS[usize::from(who) & 3]),
        Deed::React(React { card: c, walk: true, .. }) => format!("react {} walk", card(c)),
        Deed::React(react) => {
            format!("react {}{}{}", card(react.card), place(rules, react.hex, NOTHING), facing(react.facing))
        }
        Deed::Decline => "decline".to_owned(),
        Deed::Pass => "pass".to_owned(),
        Deed::Style(who, style) => {
            let id = rules.styles.get(usize::from(style)).map_or("-", |style| style.id.as_str());
            format!("style {} {id}", SEATS[usize::from(who) & 3])
        }
        Deed::Hand(who, hand) => {
            let who = usize::from(who).min(rules.decks.len() - 1);
            format!("hand {} {}", SEATS[who], card_ids(rules, who, hand).join(" "))
        }
        Deed::Row(count, seats) => {
            let names: Vec<&str> =
                (0..count.min(4)).map(|i| SEATS[usize::from(seats >> (2 * i) & 3)]).collect();
            format!("row {}", names.join(" "))
        }
        Deed::Roll(roll) => write_roll(roll),
    }
}

/// `roll G 3,3 O 3,4`.
fn write_roll(roll: Roll) -> String {
    let mut text = "roll".to_owned();
    let targets = (0..4usize).filter(|seat| roll.targets >> seat & 1 == 1);
    for (nth, seat) in targets.enumerate() {
        let faces: Vec<String> = roll.of(nth).map(|face| face.to_string()).collect();
        text += &format!(" {} {}", SEATS[seat], faces.join(","));
    }
    text
}

/// An action as it is read.
pub fn read(rules: &Rules, actor: Actor, text: &str) -> Result<Action, Fault> {
    let reader = Reader { rules, seat: deck_of(rules, actor), chance: actor == Actor::Chance, text };
    let deed = reader.deed()?;
    let action = Action::from(deed);
    // There is one way to write an action.
    let canonical = write(rules, actor, action);
    if canonical == text {
        return Ok(action);
    }
    Err(Fault::new(format!("`{text}` is another way to write an action"), format!("write `{canonical}`")))
}

const FORMS: &str = "for example `M K01 D3 @S`, `A K07 G`, `push E3`, `fumble SE`, `order O`, `react K05`, `decline` or `pass`";

const CHANCE_FORMS: &str =
    "for example `style B S4`, `hand G K01 K05 K08 K12`, `row G B` or `roll G 3,3 O 3,4`";

struct Reader<'a> {
    rules: &'a Rules,
    seat: usize,
    chance: bool,
    text: &'a str,
}

impl Reader<'_> {
    fn misread(&self, form: &str) -> Fault {
        text::misread(self.text, form)
    }

    fn deed(&self) -> Result<Deed, Fault> {
        let words: Vec<&str> = self.text.split(' ').collect();
        match words[..] {
            ["M", card] => Ok(Deed::Play(Play::walk(self.card(card)?))),
            ["M", card, facing] if facing.starts_with('@') => {
                Ok(Deed::Play(Play { facing: self.at_facing(facing)?, ..Play::walk(self.card(card)?) }))
            }
            ["M", card, place] => {
                let (hex, relocation) = self.place(place)?;
                Ok(Deed::Play(Play { hex, relocation, ..Play::walk(self.card(card)?) }))
            }
            ["M", card, place, facing] => {
                let (hex, relocation) = self.place(place)?;
                let facing = self.at_facing(facing)?;
                Ok(Deed::Play(Play { hex, relocation, facing, ..Play::walk(self.card(card)?) }))
            }
            ["A", card, "*"] => Ok(Deed::Play(Play::attack(self.card(card)?, EVERYONE))),
            ["A", card, seat] => Ok(Deed::Play(Play::attack(self.card(card)?, self.who(seat)? + 1))),
            [word @ ("to" | "step"), place] => self.part(word, place, None),
            [word @ ("to" | "step"), place, facing] => self.part(word, place, Some(facing)),
            ["push", hex] => Ok(Deed::Push(NOTHING, self.hex(hex)?)),
            ["push", seat, hex] => Ok(Deed::Push(self.who(seat)? + 1, self.hex(hex)?)),
            ["fumble", facing] => Ok(Deed::Fumble(Self::facing(facing)?)),
            ["order", seat] => Ok(Deed::Order(self.who(seat)?)),
            ["react", card] => Ok(Deed::React(React::still(self.card(card)?))),
            ["react", card, "walk"] => {
                Ok(Deed::React(React { walk: true, ..React::still(self.card(card)?) }))
            }
            ["react", card, facing] if facing.starts_with('@') => {
                Ok(Deed::React(React { facing: self.at_facing(facing)?, ..React::still(self.card(card)?) }))
            }
            ["react", _, place, ..] if place.contains('>') => {
                Err(Fault::new("a Reaction does not displace", "name only the hex it ends on, such as `D1`"))
            }
            ["react", card, hex] => {
                Ok(Deed::React(React { hex: self.hex(hex)? + 1, ..React::still(self.card(card)?) }))
            }
            ["react", card, hex, facing] => {
                let (hex, facing) = (self.hex(hex)? + 1, self.at_facing(facing)?);
                Ok(Deed::React(React { hex, facing, ..React::still(self.card(card)?) }))
            }
            ["decline"] => Ok(Deed::Decline),
            ["pass"] => Ok(Deed::Pass),
            ["style", seat, style] => Ok(Deed::Style(self.who(seat)?, self.style(style)?)),
            ["hand", seat, ref ids @ ..] => self.hand(seat, ids),
            ["row", ref seats @ ..] if (1..=4).contains(&seats.len()) => {
                let seats: Vec<u8> = seats.iter().map(|seat| self.who(seat)).collect::<Result<_, _>>()?;
                let packed = seats.iter().enumerate().map(|(i, seat)| seat << (2 * i)).sum();
                Ok(Deed::Row(seats.len() as u8, packed))
            }
            ["roll", ref rolls @ ..] if !rolls.is_empty() && rolls.len() % 2 == 0 => self.roll(rolls),
            _ => Err(self.misread(if self.chance { CHANCE_FORMS } else { FORMS })),
        }
    }

    fn part(&self, word: &str, place: &str, facing: Option<&str>) -> Result<Deed, Fault> {
        let (hex, relocation) = self.place(place)?;
        let facing = facing.map_or(Ok(NOTHING), |facing| self.at_facing(facing))?;
        Ok(Deed::Walk(Part { whole: word == "to", hex, relocation, facing }))
    }

    fn card(&self, id: &str) -> Result<u8, Fault> {
        let deck = &self.rules.decks[self.seat];
        deck.iter().position(|card| card.id == id).map(|i| i as u8).ok_or_else(|| {
            let remedy = match nearest(id, deck.iter().map(|card| card.id.as_str())) {
                Some(near) => format!("did you mean {near}?"),
                None => format!(
                    "the cards are {}",
                    deck.iter().map(|card| card.id.as_str()).collect::<Vec<_>>().join(", ")
                ),
            };
            Fault::new(format!("there is no card `{id}` in the deck of {}", colour(self.seat as u8)), remedy)
        })
    }

    fn who(&self, letter: &str) -> Result<u8, Fault> {
        let seats = &SEATS[..usize::from(self.rules.players)];
        seats.iter().position(|known| *known == letter).map(|seat| seat as u8).ok_or_else(|| {
            Fault::new(format!("there is no seat `{letter}`"), format!("the seats are {}", seats.join(", ")))
        })
    }

    fn hex(&self, name: &str) -> Result<u8, Fault> {
        self.rules.board.read(name).map(|hex| hex.index() as u8).ok_or_else(|| {
            let count = self.rules.board.hexes().count() as u8;
            let last = hex_name(self.rules, count - 1);
            Fault::new(format!("there is no hex `{name}`"), format!("the hexes are A1 to {last}"))
        })
    }

    /// `D3` or `D3>C2`, each one more than its number.
    fn place(&self, text: &str) -> Result<(u8, u8), Fault> {
        match text.split_once('>') {
            None => Ok((self.hex(text)? + 1, NOTHING)),
            Some((hex, relocation)) => Ok((self.hex(hex)? + 1, self.hex(relocation)? + 1)),
        }
    }

    fn facing(name: &str) -> Result<u8, Fault> {
        Direction::read(name).map(|direction| direction.index() as u8).ok_or_else(|| {
            Fault::new(format!("there is no facing `{name}`"), "the facings are N, NE, SE, S, SW and NW")
        })
    }

    /// `@N`, one more than its number.
    fn at_facing(&self, text: &str) -> Result<u8, Fault> {
        let name =
            text.strip_prefix('@').ok_or_else(|| self.misread("a facing after the hex, such as `@SE`"))?;
        Ok(Self::facing(name)? + 1)
    }

    fn style(&self, id: &str) -> Result<u8, Fault> {
        let styles = &self.rules.styles;
        styles.iter().position(|style| style.id == id).map(|i| i as u8).ok_or_else(|| {
            let known: Vec<&str> = styles.iter().map(|style| style.id.as_str()).collect();
            Fault::new(format!("there is no Style `{id}`"), format!("the Styles are {}", known.join(", ")))
        })
    }

    fn hand(&self, seat: &str, ids: &[&str]) -> Result<Deed, Fault> {
        let seat = self.who(seat)?;
        let theirs = Reader { seat: usize::from(seat), ..*self };
        let cards: Vec<u8> = ids.iter().map(|id| theirs.card(id)).collect::<Result<_, _>>()?;
        if let Some((_, twice)) = ids.iter().enumerate().find(|(i, id)| ids[..*i].contains(id)) {
            return Err(Fault::new(format!("`{twice}` is named twice"), "name each card once"));
        }
        Ok(Deed::Hand(seat, cards.iter().fold(0, |set, card| set | 1 << card)))
    }

    fn roll(&self, rolls: &[&str]) -> Result<Deed, Fault> {
        let form = "for each target its seat and as many faces from 1 to 6, such as `roll G 3,3 O 3,4`";
        let mut roll = Roll { targets: 0, dice: 0, faces: 0 };
        let mut count = 0;
        for pair in rolls.chunks(2) {
            let (seat, faces) = (self.who(pair[0])?, pair[1].split(','));
            let faces: Option<Vec<u64>> =
                faces.map(|face| face.parse().ok().filter(|face| (1..=6).contains(face))).collect();
            let faces = faces.filter(|faces| faces.len() <= 4).ok_or_else(|| self.misread(form))?;
            if roll.targets >> seat != 0 || (count > 0 && usize::from(roll.dice) != faces.len()) {
                return Err(self.misread(form));
            }
            roll.targets |= 1 << seat;
            roll.dice = faces.len() as u8;
            for face in faces {
                roll.faces |= face << (3 * count);
                count += 1;
            }
        }
        Ok(Deed::Roll(roll))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Seat, Settings, Sources};

    #[test]
    fn wrong_texts_are_told_apart() {
        let rules = crate::setup::rules(&Settings::none(), &Sources::none()).unwrap();
        let told = |text| read(&rules, Actor::Seat(Seat::new(0)), text).unwrap_err().to_string();
        for (text, words) in [
            ("M K99 D3 @S", "there is no card `K99` in the deck of Blue; did you mean K0"),
            ("M K01 D9 @S", "there is no hex `D9`; the hexes are A1 to G4"),
            ("M K01 D3 @s", "there is no facing `s`"),
            ("M K01 D3 S", "a facing after the hex"),
            ("A K07 O", "there is no seat `O`; the seats are B, G"),
            ("roll G 0,7", "`roll G 0,7` cannot be read"),
            ("roll G 3,3 G 1,1", "as many faces"),
            ("roll G 3,3 B 1,1", "as many faces"),
            ("hand G K05 K01", "write `hand G K01 K05`"),
            ("hand B K01 K01", "`K01` is named twice"),
            ("style B S77", "the Styles are S1, S2"),
            ("push  E3", "there is no seat ``"),
            ("react K01 D2>C2 @N", "a Reaction does not displace; name only the hex it ends on"),
            ("react K01 D2>C2", "a Reaction does not displace"),
            ("walk", "expected for example `M K01 D3 @S`"),
            ("", "expected for example"),
        ] {
            assert!(told(text).contains(words), "`{text}`: {}", told(text));
        }
    }
}
