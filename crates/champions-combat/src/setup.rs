//! What a game is set up from: options and files, checked together, compiled to tables.
//! Rules: CC-DATA-6, CC-SETUP-2, CC-SETUP-4, CC-R71, CC-R73.

use std::collections::BTreeSet;

use engine::{Checked, Fault, Faults, OptionSpec, Place, Settings, Source, Sources, Values};

use crate::board::Board;
use crate::content::{self, Card, Content, Style};
use crate::hex::{Axial, Direction};
use crate::icons::Section;
use crate::moves::Ways;

/// What a setup may say. Rules: CC-R73.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec { key: "players", values: Values::Whole(2, 4), default: "2", help: "how many fight" },
    OptionSpec {
        key: "styles",
        values: Values::Text,
        default: "drawn",
        help: "`drawn`, or the Style of each seat with commas between: `S1,S2`",
    },
    OptionSpec { key: "board", values: Values::Text, default: "arena-37", help: "the id of a board" },
    OptionSpec { key: "win_score", values: Values::Whole(1, 20), default: "5", help: "points that win" },
    OptionSpec {
        key: "hand_size",
        values: Values::Whole(1, 6),
        default: "4",
        help: "cards dealt each Round",
    },
    OptionSpec {
        key: "round_cap",
        values: Values::Whole(0, 65535),
        default: "60",
        help: "the game ends after so many Rounds; 0 for no end",
    },
    OptionSpec {
        key: "decks",
        values: Values::Text,
        default: "all",
        help: "`all` for one deck, or a deck file for each seat with commas between; `standard` is the shipped deck",
    },
    OptionSpec {
        key: "push_direction",
        values: Values::OneOf(&["any", "away"]),
        default: "any",
        help: "where a Push may go",
    },
    OptionSpec {
        key: "fumble_must_turn",
        values: Values::YesNo,
        default: "yes",
        help: "whether a Fumble must change the attacker's facing",
    },
];

/// The files that every game knows.
const STANDARD: &str = "standard";
const SHIPPED_DECK: &str = include_str!("../../../cards/champions-combat/deck.toml");
const SHIPPED_STYLES: &str = include_str!("../../../cards/champions-combat/styles.toml");
const SHIPPED_BOARDS: [(&str, &str); 3] = [
    ("arena-37", include_str!("../../../cards/champions-combat/boards/arena-37.toml")),
    ("three-pillars", include_str!("../../../cards/champions-combat/boards/three-pillars.toml")),
    ("gate-59", include_str!("../../../cards/champions-combat/boards/gate-59.toml")),
];

/// No decision of a player may list more options.
const MOST_OPTIONS: u32 = engine::MAX_ACTIONS as u32;

/// Everything about a game that does not change while it is played. All of it is public.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How many fight.
    pub players: u8,
    /// The board.
    pub board: Board,
    /// Every Style there is.
    pub styles: Vec<Style>,
    /// The Style of each seat, if they are not drawn; indexes of `styles`.
    pub fixed_styles: Option<Vec<u8>>,
    /// The deck of each seat.
    pub decks: Vec<Vec<Card>>,
    /// Points that win.
    pub win_score: u8,
    /// Cards dealt each Round.
    pub hand_size: u8,
    /// After so many Rounds the game ends; 0 for never.
    pub round_cap: u16,
    /// Whether a Push only goes away from the attacker.
    pub push_away: bool,
    /// Whether a Fumble must change the attacker's facing.
    pub fumble_must_turn: bool,
    /// Where figures can go.
    pub ways: Ways,
    /// The cards of each seat as they work.
    faces: Box<[[Face; 32]; 4]>,
    /// The same as sets of cards.
    sorts: [Sorts; 4],
    /// For each Style, hex and facing: the hexes on which a hit needs 3 or more, and 4 or more, as bits.
    reach: Vec<[[u64; 2]; 6]>,
    /// For each seat every hand that can be dealt, each card set once, if they are not too many to keep.
    hands: Vec<Vec<u32>>,
    /// The same, equal hands once with their number.
    merged_hands: Vec<Vec<(u32, u64)>>,
}

/// A card as it works, without its name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Face {
    /// The Move section.
    pub walk: Section,
    /// The Attack section.
    pub attack: Section,
    /// The Reaction section.
    pub reaction: Section,
    /// The cards of the same face before it, as bits. Rules: CC-R8.
    twins: u32,
}

/// How a section moves its figure. The numbers are places in [`Sorts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// No number: it does not.
    Still = 0,
    /// A 0: it turns.
    Turn = 1,
    /// One hex.
    One = 2,
    /// Two hexes.
    Two = 3,
    /// One hex, perhaps displacing.
    Step = 4,
    /// A walk in parts.
    Long = 5,
}

impl Manner {
    fn of(section: &Section) -> Self {
        match section.steps {
            None => Self::Still,
            Some(0) => Self::Turn,
            Some(_) if section.is_long() => Self::Long,
            Some(_) if section.displace => Self::Step,
            Some(1) => Self::One,
            Some(_) => Self::Two,
        }
    }
}

/// The cards of a deck sorted by what they do, each sort a set of bits, so that hands are counted and not
/// looked through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sorts {
    /// By how the Move section moves.
    pub walk: [u32; 6],
    /// By how the Reaction section moves.
    pub reaction: [u32; 6],
    /// Whose Move section can be paid with so much Power, four and more in one.
    pub can_walk: [u32; 5],
    /// Whose Attack section can be paid.
    pub can_attack: [u32; 5],
    /// Whose Reaction section can be paid.
    pub can_react: [u32; 5],
    /// With a Barrage.
    pub barrage: u32,
    /// That have the same face as one before.
    pub twins: u32,
}

/// So many hands of a seat are kept in a table.
const MOST_KEPT_HANDS: usize = 20_000;

impl Rules {
    /// The hexes that a Style covers from a hex for a facing, as bits: those where a hit needs 3 or more,
    /// then 4 or more. Rules: CC-ATTACK-3, CC-ATTACK-6, CC-R40, CC-R41.
    #[inline]
    pub fn reach(&self, style: u8, hex: u8, facing: u8) -> [u64; 2] {
        self.reach[usize::from(style) << 6 | usize::from(hex)][usize::from(facing)]
    }

    /// A card of a seat as it works.
    #[inline]
    pub fn face(&self, seat: usize, card: u8) -> &Face {
        &self.faces[seat & 3][usize::from(card & 31)]
    }

    /// The cards of a seat, sorted.
    #[inline]
    pub fn sorts(&self, seat: usize) -> &Sorts {
        &self.sorts[seat & 3]
    }

    /// A hand without those cards of which it holds another with the same face and a lower id. Rules: CC-R8.
    #[inline]
    pub fn faces_of(&self, seat: usize, hand: u32) -> u32 {
        let mut twins = hand & self.sorts(seat).twins;
        let mut unique = hand;
        while twins != 0 {
            let card = twins.trailing_zeros();
            twins &= twins - 1;
            if hand & self.twins(seat, card as u8) != 0 {
                unique &= !(1 << card);
            }
        }
        unique
    }

    /// The cards of a seat that have the same face as this one and come before it, as bits. Rules: CC-R8.
    #[inline]
    pub fn twins(&self, seat: usize, card: u8) -> u32 {
        self.face(seat, card).twins
    }

    /// The lowest card of a hand that has the same face as this one. Rules: CC-R8.
    pub fn held_copy(&self, seat: usize, hand: u32, card: u8) -> Option<u8> {
        let family = |card: u8| self.twins(seat, card) | 1 << card;
        // The first card of each face is in the family of all its copies.
        let first = |card: u8| family(card).trailing_zeros();
        if usize::from(card) >= self.decks[seat].len() {
            return None;
        }
        (0..self.decks[seat].len() as u8).find(|&held| hand >> held & 1 == 1 && first(held) == first(card))
    }

    /// The same hand with the lowest ids of equal faces, so that equal hands are equal positions. Rules: CC-R8.
    pub fn canonical(&self, seat: usize, hand: u32) -> u32 {
        if hand & self.sorts(seat).twins == 0 { hand } else { self.lowest(seat, hand, u32::MAX) }
    }

    /// The same hand with the lowest ids of equal faces among the free cards.
    pub fn lowest(&self, seat: usize, hand: u32, free: u32) -> u32 {
        let mut kept = 0u32;
        for card in (0..32).filter(|card| hand >> card & 1 == 1) {
            // The lowest card of this face that is free and not taken yet; at the latest this one.
            let family = self.twins(seat, card) | 1 << card;
            kept |= 1 << (family & free & !kept).trailing_zeros();
        }
        kept
    }

    /// Every hand that can be dealt to a seat, made canonical, each set of cards once; nothing if there are
    /// too many to keep. Rules: CC-R12.
    #[inline]
    pub fn hands(&self, seat: usize) -> &[u32] {
        &self.hands[seat]
    }

    /// The same, equal hands once with their number.
    pub fn merged_hands(&self, seat: usize) -> &[(u32, u64)] {
        &self.merged_hands[seat]
    }
}

/// Checks options and files together and compiles them. One report tells all that is wrong: files in the
/// order given, then options. Rules: CC-R71.
pub fn rules(settings: &Settings, sources: &Sources) -> Result<Rules, Faults> {
    let (checked, option_faults) = settings.check(OPTIONS);
    let sound = |key: &str| !option_faults.0.iter().any(|fault| fault.place == Place::Option(key.to_owned()));
    let (players_known, hand_known) = (sound("players"), sound("hand_size"));
    let mut faults = Faults::none();
    let files = Files::read(sources, &mut faults);
    faults.append(option_faults.clone().map(|mut fault| {
        fault.what = format!("E17: {}", fault.what);
        fault
    }));
    let players = checked.whole("players") as u8;
    if files.own_boards.len() > 1 && settings.get("board").is_none() {
        let what = format!("{} board files and no word which is played on", files.own_boards.len());
        faults.push(option_fault("board", "E17", what, format!("name {}", files.own_boards.join(" or "))));
    }
    let board_id = files.board_id(settings, &checked);
    let board = files.board(board_id, players_known.then_some(players), &mut faults);
    let fixed_styles = files.fixed_styles(checked.text("styles"), players, players_known, &mut faults);
    let decks = files.decks(&checked, players, players_known, &mut faults);
    let hand_size = checked.whole("hand_size") as u8;
    if hand_known {
        check_hands(&decks, hand_size, &mut faults);
    }
    if checked.whole("round_cap") == 0
        && faults.is_empty()
        && decks.iter().filter(|(_, cards)| !can_always_play(cards)).count() > 1
    {
        let what = "without a cap the game might never wait for anybody";
        let remedy = "set a cap, or let all decks but one have a card whose Move has no price and a 0 or no \
                      number (CC-R75)";
        faults.push(option_fault("round_cap", "E17", what, remedy));
    }
    let (Some(board), true) = (board, faults.is_empty()) else { return Err(faults) };
    let reach = reach_table(&board, &files.styles);
    let mut decks: Vec<Vec<Card>> = decks.into_iter().map(|(_, cards)| cards).collect();
    // Options are listed by id, and so are the cards kept.
    for deck in &mut decks {
        deck.sort_by(|a, b| a.id.cmp(&b.id));
    }
    let mut compiled = Rules {
        ways: Ways::new(&board),
        sorts: sorts(&decks),
        faces: faces(&decks),
        hands: Vec::new(),
        merged_hands: Vec::new(),
        players,
        board,
        styles: files.styles,
        fixed_styles,
        decks,
        win_score: checked.whole("win_score") as u8,
        hand_size,
        round_cap: checked.whole("round_cap") as u16,
        push_away: checked.choice("push_direction") == 1,
        fumble_must_turn: checked.yes("fumble_must_turn"),
        reach,
    };
    compiled.hands = (0..usize::from(players)).map(|seat| all_hands(&compiled, seat)).collect();
    compiled.merged_hands = compiled.hands.iter().map(|hands| merged(hands)).collect();
    Ok(compiled)
}

/// Every hand of a seat, canonical, in the order of the sets of cards; nothing if there are too many to keep.
fn all_hands(rules: &Rules, seat: usize) -> Vec<u32> {
    let (cards, size) = (rules.decks[seat].len() as u64, u64::from(rules.hand_size));
    let count = (0..size).fold(1, |count, i| count * (cards - i) / (i + 1));
    if count > MOST_KEPT_HANDS as u64 {
        return Vec::new();
    }
    // The next larger number with as many bits, again and again.
    let first = (1u32 << size) - 1;
    let next = |&set: &u32| {
        let low = set & set.wrapping_neg();
        let carried = set + low;
        Some(carried | ((set ^ carried) / low) >> 2).filter(|&next| u64::from(next) < 1 << cards)
    };
    std::iter::successors(Some(first), next).map(|set| rules.canonical(seat, set)).collect()
}

fn option_fault(key: &str, code: &str, what: impl std::fmt::Display, remedy: impl Into<String>) -> Fault {
    Fault::new(format!("{code}: {what}"), remedy).at(Place::Option(key.to_owned()))
}

/// The shipped files and those given, read.
struct Files {
    decks: Vec<(String, Vec<Card>)>,
    styles: Vec<Style>,
    boards: Vec<NamedBoard>,
    /// The ids of the boards that were handed in.
    own_boards: Vec<String>,
    /// Whether it is known what every file is, so that what is missing is really missing.
    whole: bool,
}

struct NamedBoard {
    id: String,
    /// Nothing if there is nothing to play on.
    board: Option<Board>,
    /// Whether nothing was wrong with its file.
    sound: bool,
}

/// How the names begin under which a record holds what was shipped when its game was played.
const SHIPPED: &str = "shipped/";

/// The shipped texts with the names under which records hold them: the deck, the Styles, the boards.
pub(crate) fn shipped() -> Sources {
    let mut sources = Sources::none();
    let cards = [("deck", SHIPPED_DECK), ("styles", SHIPPED_STYLES)];
    for (name, text) in cards.into_iter().chain(SHIPPED_BOARDS) {
        sources.push(format!("{SHIPPED}{name}"), text);
    }
    sources
}

/// The sources of a setup with the shipped texts it uses, so that its records can be played again whatever is
/// shipped then.
pub fn embedded(settings: &Settings, sources: &Sources) -> Sources {
    let (checked, _) = settings.check(OPTIONS);
    let files = Files::read(sources, &mut Faults::none());
    let board = files.board_id(settings, &checked).to_owned();
    let decks = checked.text("decks");
    let own_deck = decks == "all" && files.decks.len() > 1;
    let standard = if decks == "all" { !own_deck } else { decks.split(',').any(|name| name == STANDARD) };
    let mut all = sources.clone();
    for Source { name, text } in shipped().0 {
        let used = match name.strip_prefix(SHIPPED) {
            Some("deck") => standard,
            Some("styles") => true,
            Some(id) => id == board && !files.own_boards.contains(&board),
            None => false,
        };
        if used && all.get(&name).is_none() {
            all.push(name, text);
        }
    }
    all
}

/// What is wrong with each of these files beside the shipped ones, whatever a setup makes of them. A file with the
/// text of a shipped one is that one.
pub(crate) fn faults_of(sources: &Sources) -> Vec<Faults> {
    let (shipped, mut files) = (shipped(), Files::read(&Sources::none(), &mut Faults::none()));
    let faults = |source: &Source| {
        let mut faults = Faults::none();
        if shipped.0.iter().all(|known| known.text != source.text) {
            files.add(source, &mut faults);
        }
        faults
    };
    sources.0.iter().map(faults).collect()
}

impl Files {
    fn read(sources: &Sources, faults: &mut Faults) -> Self {
        let mut files = Self {
            decks: Vec::new(),
            styles: Vec::new(),
            boards: Vec::new(),
            own_boards: Vec::new(),
            whole: true,
        };
        let shipped = shipped();
        shipped.replaced_by(sources).for_each(|source| files.add(source, faults));
        for source in sources.beside(&shipped, SHIPPED) {
            if let Some(source) = faults.take(source) {
                files.add(source, faults);
            }
        }
        files
    }

    /// Adds one file; what it holds tells what it is.
    fn add(&mut self, source: &Source, faults: &mut Faults) {
        let own = !source.name.starts_with(SHIPPED);
        let mut fault = |what: String, remedy: &str| {
            faults.push(Fault::new(what, remedy).at(Place::Source(source.name.clone(), 1, 1)));
        };
        let (content, more) = content::read(source, &self.styles);
        let sound = more.is_empty();
        match content {
            None => self.whole = false,
            Some(Content::Deck(cards)) => {
                let name = if own { source.name.as_str() } else { STANDARD };
                if own && name == STANDARD {
                    fault(
                        format!("E17: the shipped deck is called `{STANDARD}`"),
                        "give the file another name",
                    );
                }
                self.decks.push((name.to_owned(), cards));
            }
            Some(Content::Styles(styles)) => self.styles.extend(styles),
            Some(Content::Board(id, board)) => {
                if self.boards.iter().any(|known| known.id == id) {
                    fault(format!("E16: there is a board `{id}` already"), "give yours another id");
                } else if own {
                    self.own_boards.push(id.clone());
                }
                self.boards.push(NamedBoard { id, board, sound });
            }
        }
        faults.append(more);
    }

    /// The board that is played on: the one named, else the one handed in, else the default.
    fn board_id<'f>(&'f self, settings: &Settings, checked: &'f Checked<'_>) -> &'f str {
        match &self.own_boards[..] {
            [own] if settings.get("board").is_none() => own,
            _ => checked.text("board"),
        }
    }

    fn board(&self, id: &str, players: Option<u8>, faults: &mut Faults) -> Option<Board> {
        let Some(named) = self.boards.iter().find(|known| known.id == id) else {
            if self.whole {
                let known: Vec<&str> = self.boards.iter().map(|known| known.id.as_str()).collect();
                let remedy = format!("the boards are {}", known.join(", "));
                faults.push(option_fault("board", "E17", format!("there is no board `{id}`"), remedy));
            }
            return None;
        };
        let board = named.board.as_ref()?;
        if let Some(players) = players.filter(|&players| named.sound && board.start(players).is_none()) {
            let what = format!("the board `{id}` has no start for {players} players");
            faults.push(option_fault("board", "E16", what, "choose another board or number of players"));
        }
        Some(board.clone())
    }

    /// The Styles named for each seat; nothing if they are drawn. Rules: CC-R9, CC-R73.
    fn fixed_styles(
        &self,
        text: &str,
        players: u8,
        players_known: bool,
        faults: &mut Faults,
    ) -> Option<Vec<u8>> {
        if text == "drawn" {
            return None;
        }
        let names: Vec<&str> = text.split(',').collect();
        if players_known && names.len() != usize::from(players) {
            let what = format!("{players} players and Styles for {}", names.len());
            faults.push(option_fault("styles", "E15", what, "name one for each seat, with commas between"));
        }
        let known = |name: &str| self.styles.iter().position(|style| style.id == name).map(|i| i as u8);
        for name in names.iter().filter(|name| self.whole && known(name).is_none()) {
            let ids: Vec<&str> = self.styles.iter().map(|style| style.id.as_str()).collect();
            let remedy = format!("the Styles are {}", ids.join(", "));
            faults.push(option_fault("styles", "E15", format!("there is no Style `{name}`"), remedy));
        }
        Some(names.iter().filter_map(|name| known(name)).collect())
    }

    /// The deck of each seat. Rules: CC-COMP-1, CC-SETUP-2, CC-R8, CC-R73.
    fn decks(
        &self,
        checked: &Checked<'_>,
        players: u8,
        players_known: bool,
        faults: &mut Faults,
    ) -> Vec<(String, Vec<Card>)> {
        let text = checked.text("decks");
        let own: Vec<_> = self.decks.iter().filter(|(name, _)| name != STANDARD).collect();
        if text == "all" {
            if own.len() > 1 {
                let remedy = "name one for each seat, with commas between";
                faults.push(option_fault(
                    "decks",
                    "E17",
                    format!("{} deck files and no word whose they are", own.len()),
                    remedy,
                ));
            }
            let deck = own.first().copied().or(self.decks.first()).filter(|_| self.whole);
            if self.whole && deck.is_none() {
                let remedy = "a record holds the deck it was played with; restore it from an undamaged copy";
                faults.push(option_fault("decks", "E17", "there is no deck", remedy));
            }
            return deck.map_or(Vec::new(), |deck| vec![deck.clone(); usize::from(players)]);
        }
        let names: Vec<&str> = text.split(',').collect();
        if players_known && names.len() != usize::from(players) {
            let what = format!("{players} players and decks for {}", names.len());
            faults.push(option_fault("decks", "E17", what, "name one for each seat, with commas between"));
        }
        let find = |name: &str| self.decks.iter().find(|(known, _)| known == name);
        for name in names.iter().filter(|name| self.whole && find(name).is_none()) {
            let known: Vec<&str> = self.decks.iter().map(|(name, _)| name.as_str()).collect();
            faults.push(option_fault(
                "decks",
                "E17",
                format!("there is no deck `{name}`"),
                format!("the decks are {}", known.join(", ")),
            ));
        }
        names.iter().filter_map(|name| find(name).cloned()).collect()
    }
}

/// Whether a deck has a card that can be played wherever its figure stands. Rules: CC-R75.
fn can_always_play(cards: &[Card]) -> bool {
    cards.iter().any(|card| card.walk.cost == 0 && card.walk.steps.unwrap_or(0) == 0)
}

/// Every deck fills a hand, and no hand lists more options than a decision may. Rules: CC-R73.
fn check_hands(decks: &[(String, Vec<Card>)], hand_size: u8, faults: &mut Faults) {
    let mut told = BTreeSet::new();
    for (name, cards) in decks.iter().filter(|(name, _)| told.insert(name.clone())) {
        if cards.len() < usize::from(hand_size) {
            let what =
                format!("the deck `{name}` is too small for hands of {hand_size}: it has {}", cards.len());
            faults.push(option_fault("hand_size", "E13", what, "deal fewer cards or add some"));
        } else if hand_size > 4 && most_options(cards, hand_size).into_iter().max() > Some(MOST_OPTIONS) {
            let what = format!(
                "a hand of {hand_size} of the deck `{name}` may list more than {MOST_OPTIONS} options"
            );
            faults.push(option_fault("hand_size", "E18", what, "deal fewer cards"));
        }
    }
}

/// How many options a hand may have at the most, on a turn and in a reaction: one more than the sum over
/// the dearest faces.
pub fn most_options(cards: &[Card], hand_size: u8) -> [u32; 2] {
    let faces: BTreeSet<(Section, Section, Section)> =
        cards.iter().map(|card| (card.walk, card.attack, card.reaction)).collect();
    let dearest = |cost: fn(&(Section, Section, Section)) -> u32| {
        let mut costs: Vec<u32> = faces.iter().map(cost).collect();
        costs.sort_unstable_by(|a, b| b.cmp(a));
        1 + costs.iter().take(usize::from(hand_size)).sum::<u32>()
    };
    [
        dearest(|(walk, attack, _)| walk_options(walk) + if attack.barrage { 1 } else { 3 }),
        dearest(|(_, _, reaction)| match reaction.steps {
            _ if reaction.is_long() => 2,
            None => 1,
            Some(_) => 1 + walk_options(reaction),
        }),
    ]
}

/// How many ways there are to use a walk, at the most.
fn walk_options(section: &Section) -> u32 {
    match (section.steps, section.displace) {
        _ if section.is_long() => 1,
        (None, _) => 1,
        (Some(0), _) => 6,
        (Some(1), false) => 36,
        _ => 108,
    }
}

fn merged(hands: &[u32]) -> Vec<(u32, u64)> {
    let mut hands = hands.to_vec();
    // In the order of their ids: the lowest card first.
    hands.sort_unstable_by_key(|hand| std::cmp::Reverse(hand.reverse_bits()));
    hands.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect()
}

fn sorts(decks: &[Vec<Card>]) -> [Sorts; 4] {
    let mut all = [Sorts::default(); 4];
    for ((deck, faces), sorts) in decks.iter().zip(faces(decks).iter()).zip(&mut all) {
        for (i, face) in faces.iter().enumerate().take(deck.len()) {
            let bit = 1u32 << i;
            sorts.walk[Manner::of(&face.walk) as usize] |= bit;
            sorts.reaction[Manner::of(&face.reaction) as usize] |= bit;
            for power in 0..5u8 {
                let pays = |section: &Section| if section.cost <= power { bit } else { 0 };
                sorts.can_walk[usize::from(power)] |= pays(&face.walk);
                sorts.can_attack[usize::from(power)] |= pays(&face.attack);
                sorts.can_react[usize::from(power)] |= pays(&face.reaction);
            }
            sorts.barrage |= if face.attack.barrage { bit } else { 0 };
            sorts.twins |= if face.twins != 0 { bit } else { 0 };
        }
    }
    all
}

fn faces(decks: &[Vec<Card>]) -> Box<[[Face; 32]; 4]> {
    let mut faces = Box::new([[Face::default(); 32]; 4]);
    for (deck, faces) in decks.iter().zip(faces.iter_mut()) {
        let same = |a: &Card, b: &Card| (a.walk, a.attack, a.reaction) == (b.walk, b.attack, b.reaction);
        for (i, card) in deck.iter().enumerate() {
            let twins = (0..i).filter(|&j| same(&deck[j], card)).map(|j| 1 << j).sum();
            faces[i] = Face { walk: card.walk, attack: card.attack, reaction: card.reaction, twins };
        }
    }
    faces
}

/// Style hexes turn with the figure's front. Rules: CC-DATA-5, CC-R3, CC-R40.
fn reach_table(board: &Board, styles: &[Style]) -> Vec<[[u64; 2]; 6]> {
    let covered = |style: &Style, from: Axial, facing: Direction| {
        let mut bits = [0; 2];
        for &(offset, need) in &style.hexes {
            let turned = offset.turned(facing.index());
            let place = Axial { q: from.q.saturating_add(turned.q), r: from.r.saturating_add(turned.r) };
            if let Some(hex) = board.at(place) {
                bits[usize::from(need) - 3] |= 1u64 << hex.index();
            }
        }
        bits
    };
    let mut table = vec![[[0; 2]; 6]; styles.len() << 6];
    for (i, style) in styles.iter().enumerate() {
        for hex in board.hexes() {
            table[i << 6 | hex.index()] =
                Direction::ALL.map(|facing| covered(style, board.place(hex), facing));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::rules as cites;

    fn given(settings: &str, files: &[(&str, &str)]) -> Result<Rules, Faults> {
        let mut sources = Sources::none();
        for (name, text) in files {
            sources.push(*name, *text);
        }
        rules(&Settings::lenient(settings), &sources)
    }

    fn report_of(settings: &str, files: &[(&str, &str)]) -> String {
        given(settings, files).err().map(|faults| faults.to_string()).unwrap_or_default()
    }

    const SMALL_DECK: &str = "[[card]]\nid = \"Y1\"\nmove = \"2\"\nattack = \"dd\"\nreaction = \"x\"\n";

    #[cites("CC-SETUP-2", "CC-DATA-6")]
    #[test]
    fn defaults_are_the_book() {
        let rules = given("", &[]).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((rules.players, rules.win_score, rules.hand_size, rules.round_cap), (2, 5, 4, 60));
        assert_eq!((rules.styles.len(), rules.decks.len(), rules.decks[1].len()), (9, 2, 15));
        assert_eq!((rules.push_away, rules.fumble_must_turn, rules.fixed_styles), (false, true, None));
        for (settings, words) in [
            ("players=1", "2 to 4"),
            ("players=5", "2 to 4"),
            ("hand_size=7", "1 to 6"),
            ("win_score=0", "1 to 20"),
        ] {
            assert!(report_of(settings, &[]).contains(words), "{settings}");
        }
    }

    /// The proven bounds of the shipped deck.
    #[test]
    fn no_hand_lists_too_much() {
        let deck = &given("", &[]).unwrap_or_else(|faults| panic!("{faults}")).decks[0].clone();
        let bounds: Vec<[u32; 2]> = (1..=6).map(|hand| most_options(deck, hand)).collect();
        assert_eq!(bounds.iter().map(|b| b[0]).collect::<Vec<_>>(), [112, 223, 334, 373, 412, 451]);
        assert_eq!(bounds.iter().map(|b| b[1]).collect::<Vec<_>>(), [110, 147, 184, 221, 258, 259]);
        assert_eq!(report_of("hand_size=6", &[]), "");
        let card = |(i, attack): (usize, &&str)| {
            format!("[[card]]\nid = \"W{i}\"\nmove = \"2\"\nattack = \"{attack}\"\nreaction = \"x\"\n")
        };
        let wide =
            ["dd", "ddd", "d", "dddd", "ddp"].iter().enumerate().map(card).collect::<Vec<_>>().concat();
        assert!(report_of("hand_size=5", &[("wide.toml", &wide)]).contains("E18"));
        assert_eq!(report_of("hand_size=4", &[("wide.toml", &wide)]), "");
    }

    /// Scenario SC-40: one report for everything, and nothing that cannot be judged.
    #[test]
    fn one_report_for_everything() {
        let deck = "[[card]]\nid = \"Y1\"\nmove = \"5x\"\nattack = \"dd\"\nreaction = \"x\"\n\
                    [[card]]\nid = \"Y2\"\nmove = \"2\"\nattack = \"p1\"\nreaction = \"d\"\n\
                    [[card]]\nid = \"Y3\"\nmove = \"1\"\nattack = \"dd\"\nreaction = \"x\"\n\
                    [[card]]\nid = \"Y4\"\nmove = \"12z\"\nattack = \"dd\"\nreaction = \"++\"\n";
        let style =
            "[[style]]\nid = \"T1\"\nhexes = [{ at = \"F\", need = 3 }, { at = \"FFL\", need = 4 }]\n";
        let report = report_of("hand_size=7", &[("deck.toml", deck), ("style.toml", style)]);
        let codes: Vec<&str> = report.lines().filter_map(|line| line.split('E').nth(1)?.get(..2)).collect();
        assert_eq!(codes, ["02", "03", "03", "04", "14", "17"], "{report}");
        assert!(report.lines().last().unwrap().contains("hand_size"), "{report}");
    }

    /// A fault in one file hides nothing of the others.
    #[test]
    fn every_file_and_option_is_judged() {
        let style = "[[style]]\nid = \"T1\"\nhexes = [{ at = \"FFL\", need = 4 }]\n";
        let files = [("style.toml", style), ("small.toml", SMALL_DECK)];
        let report = report_of("styles=S1,S77 board=moon decks=nope,small.toml", &files);
        for words in [
            "E14",
            "no board `moon`",
            "no Style `S77`",
            "no deck `nope`",
            "E13: the deck `small.toml` is too small",
        ] {
            assert!(report.contains(words), "`{words}` is missing:\n{report}");
        }
        let faulty = SMALL_DECK.replace("\"2\"", "\"9\"");
        let report = report_of("", &[("small.toml", &faulty)]);
        assert!(report.contains("E02") && report.contains("E13"), "{report}");
        let report = report_of("", &[("standard", SMALL_DECK)]);
        assert!(report.contains("the shipped deck is called `standard`"), "{report}");
        let board = "id = \"arena-37\"\nradius = 1\n";
        assert!(report_of("", &[("b.toml", board)]).contains("E16: there is a board `arena-37` already"));
        let clash = "[[style]]\nid = \"S1\"\nhexes = [{ at = \"F\", need = 3 }]\n";
        assert!(
            report_of("", &[("s.toml", clash)]).contains("s.toml:2:7: E15: there is a Style `S1` already")
        );
    }

    /// Without a cap somebody must always be able to play sooner or later.
    #[cites("CC-PHASE-1")]
    #[test]
    fn games_without_a_cap() {
        let deck = |walk: &str| SMALL_DECK.replace("\"2\"", &format!("\"{walk}\""));
        let report = |walk: &str| report_of("hand_size=1 round_cap=0", &[("d.toml", &deck(walk))]);
        assert!(report("1-").contains("E17: without a cap"), "{}", report("1-"));
        assert!(report("0-").contains("E17: without a cap") && report("1").contains("E17"));
        assert_eq!((report("0"), report("+"), report_of("round_cap=0", &[])), Default::default());
        assert_eq!(report_of("hand_size=1", &[("d.toml", &deck("1-"))]), "");
        // Whoever can play may leave, and two others remain.
        let three = |decks: &str| {
            let setup = format!("hand_size=1 round_cap=0 players=3 decks={decks}");
            report_of(&setup, &[("d.toml", &deck("1-")), ("e.toml", &deck("0"))])
        };
        assert!(three("e.toml,d.toml,d.toml").contains("let all decks but one"));
        assert_eq!(three("e.toml,e.toml,d.toml"), "");
    }

    /// A record holds what was shipped when its game was played.
    #[test]
    fn shipped_texts_are_embedded() {
        let names = |settings: &str, files: &[(&str, &str)]| {
            let mut sources = Sources::none();
            for (name, text) in files {
                sources.push(*name, *text);
            }
            let all = embedded(&Settings::lenient(settings), &sources);
            all.0.iter().map(|source| source.name.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("", &[]), "shipped/deck shipped/styles shipped/arena-37");
        assert_eq!(
            names("board=gate-59", &[("d.toml", SMALL_DECK)]),
            "d.toml shipped/styles shipped/gate-59"
        );
        assert_eq!(
            names("decks=standard,d.toml", &[("d.toml", SMALL_DECK)]),
            "d.toml shipped/deck shipped/styles shipped/arena-37"
        );
        // What was embedded is played with, whatever is shipped now.
        let other = SHIPPED_DECK.replace("\"K03\"", "\"K99\"");
        let rules = given("", &[("shipped/deck", &other)]).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(rules.decks[0].iter().any(|card| card.id == "K99"));
        assert!(report_of("", &[("shipped/moon", "")]).contains("no such file is shipped"));
    }

    /// Scenario SC-42: a reduced game.
    #[test]
    fn a_reduced_game() {
        let board = "id = \"seven\"\nradius = 1\n[[start]]\nplayers = 2\n\
                     seats = [{ hex = \"B1\", face = \"S\" }, { hex = \"B3\", face = \"N\" }]\n";
        let settings = "board=seven styles=S1,S1 hand_size=1 win_score=2 round_cap=10";
        let rules = given(settings, &[("b.toml", board), ("d.toml", SMALL_DECK)])
            .unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((rules.board.hexes().count(), rules.fixed_styles), (7, Some(vec![0, 0])));
        let report = report_of(
            &settings.replace("hand_size=1", "hand_size=2"),
            &[("b.toml", board), ("d.toml", SMALL_DECK)],
        );
        assert!(report.contains("E13: the deck `d.toml` is too small for hands of 2: it has 1"), "{report}");
    }

    #[test]
    fn wrong_names_are_told_together() {
        let report = report_of("board=moon styles=S1,S77,S2 decks=standard,mine push_direction=up", &[]);
        for words in [
            "there is no board `moon`",
            "2 players and Styles for 3",
            "no Style `S77`",
            "no deck `mine`",
            "`up` does not fit",
        ] {
            assert!(report.contains(words), "`{words}` is missing:\n{report}");
        }
        assert!(
            report_of("players=3 board=gate-59", &[])
                .contains("E16: the board `gate-59` has no start for 3 players")
        );
        let board = |id| {
            format!(
                "id = \"{id}\"\nradius = 1\n[[start]]\nplayers = 2\n\
                     seats = [{{ hex = \"B1\", face = \"S\" }}, {{ hex = \"B3\", face = \"N\" }}]\n"
            )
        };
        let (one, other) = (board("one"), board("other"));
        let rules = given("", &[("one.toml", &one)]).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(rules.board.hexes().count(), 7, "the board that is handed in");
        let boards = [("one.toml", one.as_str()), ("other.toml", &other)];
        assert!(
            report_of("", &boards)
                .contains("2 board files and no word which is played on; name one or other")
        );
        assert_eq!(report_of("board=other", &boards), "");
        let two = [("a.toml", SMALL_DECK), ("b.toml", SMALL_DECK)];
        assert!(report_of("hand_size=1", &two).contains("no word whose they are"));
        assert_eq!(report_of("hand_size=1 decks=a.toml,b.toml", &two), "");
    }

    #[test]
    fn reach_is_what_a_style_covers() {
        let rules = given("", &[]).unwrap_or_else(|faults| panic!("{faults}"));
        let hex = |name| rules.board.read(name).unwrap().index();
        let [three, four] = rules.reach(5, hex("D4") as u8, 2);
        assert_eq!(three, 1 << hex("E4"));
        assert_eq!(four, 1 << hex("F4") | 1 << hex("F3") | 1 << hex("E3"));
        let [three, four] = rules.reach(2, hex("F2") as u8, 1);
        assert_eq!((three, four), (1 << hex("G1"), 0));
    }
}
