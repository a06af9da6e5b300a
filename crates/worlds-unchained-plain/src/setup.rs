//! Format and decks or draft pool, with all their faults.

use std::fmt;

use crate::cards::Card;
use crate::format::Format;

/// What can be wrong with a deck or a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// So many cards, where the format wants from so many to so many. Rules: WU-3.1.1.1, WU-3.3.1.1.
    Size(usize, usize, usize),
    /// So many copies of this card, where the format allows so many. Rules: WU-3.1.1.2, WU-3.4.1.3.
    Copies(String, usize, usize),
    /// The definition of a token. Rules: WU-1.1.2, WU-1.4.2.
    Token(String),
    /// A name that the notation cannot write.
    Unwritable(String),
    /// Two cards that are written alike and are not alike.
    Unlike(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(cards, least, most) => write!(f, "{cards} cards, not from {least} to {most}"),
            Self::Copies(name, copies, most) => {
                write!(f, "{copies} copies of {name}, at most {most} allowed")
            }
            Self::Token(name) => write!(f, "{name} is a token and no card"),
            Self::Unwritable(name) => write!(f, "`{name}` is not of letters, digits, spaces and hyphens"),
            Self::Unlike(id) => write!(f, "two cards written {id} differ"),
        }
    }
}

/// All faults of a deck in a format. Rules: WU-3.1.1, WU-3.2.1, WU-3.4.1, WU-R22, WU-R37.
pub fn check_deck(deck: &[Card], format: &Format) -> Vec<Fault> {
    let mut faults = Vec::new();
    if deck.len() < format.deck_min || deck.len() > format.deck_max {
        faults.push(Fault::Size(deck.len(), format.deck_min, format.deck_max));
    }
    let mut seen: Vec<String> = Vec::new();
    for card in deck {
        let name = card.copy_name();
        if seen.contains(&name) {
            continue;
        }
        let copies = deck.iter().filter(|other| other.copy_name() == name).count();
        let limit = if card.is_mob() { format.mob_copies } else { format.copies };
        if let Some(limit) = limit
            && copies > limit
        {
            faults.push(Fault::Copies(card.name.clone(), copies, limit));
        }
        seen.push(name);
    }
    faults.extend(card_faults(deck));
    faults
}

/// All faults of a draft pool: it has 25 Vassal cards and no limit of copies. Rules: WU-3.3.1.1, WU-R34.
pub fn check_pool(pool: &[Card]) -> Vec<Fault> {
    let mut faults = Vec::new();
    if pool.len() != 25 {
        faults.push(Fault::Size(pool.len(), 25, 25));
    }
    faults.extend(card_faults(pool));
    faults
}

fn card_faults(cards: &[Card]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for card in cards {
        if card.is_token {
            faults.push(Fault::Token(card.name.clone()));
        }
        let is_letter = |letter: char| letter.is_ascii_lowercase();
        let is_sign = |letter: char| is_letter(letter) || letter.is_ascii_digit() || letter == '-';
        if !card.id.starts_with(is_letter) || !card.id.chars().all(is_sign) {
            faults.push(Fault::Unwritable(card.name.clone()));
        }
    }
    faults
}

/// What a game is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The format.
    pub format: Format,
    /// The deck of each seat; none at all if the format drafts. Rules: WU-1.1.2.
    pub decks: Vec<Vec<Card>>,
    /// The draft pool; empty unless the format drafts. Rules: WU-3.3.1.1.
    pub pool: Vec<Card>,
}

impl Setup {
    /// A game with decks that the players bring.
    pub fn with_decks(format: Format, decks: Vec<Vec<Card>>) -> Self {
        Self { format, decks, pool: Vec::new() }
    }

    /// A game with a draft.
    pub fn with_pool(format: Format, pool: Vec<Card>) -> Self {
        Self { format, decks: Vec::new(), pool }
    }

    /// Every card that is in the game.
    pub fn cards(&self) -> Vec<&Card> {
        self.decks.iter().flatten().chain(&self.pool).collect()
    }

    /// Everything that is wrong, format, decks and pool. Nothing if the game can begin.
    pub fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> =
            self.format.faults().into_iter().map(|fault| format!("format: {fault}")).collect();
        let decks_wanted = if self.format.has_draft { 0 } else { self.format.seats };
        if self.decks.len() != decks_wanted {
            faults.push(format!("{} decks, the format wants {decks_wanted}", self.decks.len()));
        }
        if self.format.has_draft {
            faults.extend(check_pool(&self.pool).into_iter().map(|fault| format!("pool: {fault}")));
        } else if !self.pool.is_empty() {
            faults.push("a draft pool in a format without a draft".to_string());
        }
        for (index, deck) in self.decks.iter().enumerate() {
            let seat = index + 1;
            faults.extend(
                check_deck(deck, &self.format).into_iter().map(|fault| format!("deck of P{seat}: {fault}")),
            );
        }
        let cards = self.cards();
        let mut told: Vec<&str> = Vec::new();
        for card in &cards {
            let is_unlike = |other: &&Card| {
                other.id == card.id
                    && (other.copy_name() != card.copy_name()
                        || other.world != card.world
                        || other.class != card.class)
            };
            if cards.iter().copied().any(|other| is_unlike(&other)) && !told.contains(&card.id.as_str()) {
                faults.push(Fault::Unlike(card.id.clone()).to_string());
                told.push(&card.id);
            }
        }
        faults
    }
}
