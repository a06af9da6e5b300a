//! Classes, Vassal cards and how they are written.

use std::fmt;

/// The nine Classes. Only Mob means anything to the rules. Rules: WU-2.2.2, WU-R23.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Vanguard,
    Protector,
    Scout,
    Disruptor,
    Assault,
    Sentry,
    Support,
    Saboteur,
    Mob,
}

impl Class {
    /// All nine, challenger Classes first. Rules: WU-2.2.2.1, WU-2.2.2.2, WU-2.2.2.3.
    pub const ALL: [Self; 9] = [
        Self::Vanguard,
        Self::Protector,
        Self::Scout,
        Self::Disruptor,
        Self::Assault,
        Self::Sentry,
        Self::Support,
        Self::Saboteur,
        Self::Mob,
    ];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A card without its Skills. Rules: WU-1.3.2, WU-2.0.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// How the notation writes it: the name in small letters with hyphens.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The World; nothing for a Wanderer. Rules: WU-2.1.2, WU-2.1.3.
    pub world: Option<String>,
    /// The Class.
    pub class: Class,
    /// True for the definition of a token, which belongs in no deck. Rules: WU-1.4.2.
    pub is_token: bool,
}

impl Card {
    /// A Vassal card. The World `Wanderer` is none. Rules: WU-2.1.3.2.
    pub fn new(name: &str, world: &str, class: Class) -> Self {
        let world = if world == "Wanderer" { None } else { Some(world.to_string()) };
        Self { id: written(name), name: name.to_string(), world, class, is_token: false }
    }

    /// True for a Wanderer. Rules: WU-2.1.3.1.
    pub fn is_wanderer(&self) -> bool {
        self.world.is_none()
    }

    /// True for a Mob. Rules: WU-2.2.2.3.
    pub fn is_mob(&self) -> bool {
        self.class == Class::Mob
    }

    /// What two cards have in common if they are copies of each other: the name, trimmed and without
    /// regard to capitals. Rules: WU-R22.
    pub fn copy_name(&self) -> String {
        self.name.trim().to_lowercase()
    }
}

/// A name as the notation writes it: small letters and digits, hyphens for spaces, no apostrophes.
fn written(name: &str) -> String {
    name.trim().to_lowercase().replace(' ', "-").replace('\'', "")
}

/// Takes the first card with this id out of a pile.
pub(crate) fn take_card(pile: &mut Vec<Card>, id: &str) -> Card {
    let index = pile.iter().position(|card| card.id == id).expect("the card is in the pile");
    pile.remove(index)
}

/// The different ids in a pile, each once, in the order of the pile.
pub(crate) fn different(pile: &[Card]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for card in pile {
        if !ids.contains(&card.id) {
            ids.push(card.id.clone());
        }
    }
    ids
}

/// Puts a pile without order into the order in which it is written. Rules: WU-R125.
pub(crate) fn shuffle(pile: &mut [Card]) {
    pile.sort_by(|a, b| a.id.cmp(&b.id));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WU-R22, WU-2.1.3.2.
    #[test]
    fn names_and_worlds() {
        let card = Card::new("Osk the Miner's Friend", "Ondrel Deep", Class::Scout);
        assert_eq!(card.id, "osk-the-miners-friend");
        assert!(!card.is_wanderer() && !card.is_mob());
        assert!(Card::new("Kestrel Nobanner", "Wanderer", Class::Mob).is_wanderer());
        let loud = Card::new(" OSK THE MINER'S FRIEND ", "Ondrel Deep", Class::Scout);
        assert_eq!(loud.copy_name(), card.copy_name());
    }
}
