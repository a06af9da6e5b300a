//! Whether a card that compiles does what its author meant: warnings about texts that can never matter, choices
//! that nobody has, prices that nobody can pay. A warning never refuses a card; what the language forbids is in
//! [`check`](crate::check).
//!
//! A card is looked at alone and among all cards that are known ([`Known`]): whether a keyword, a token or a part
//! of a chain exists is a question to the whole pool. Cards with faults are not looked at.

mod conditions;
mod effects;
mod reasons;
mod standing;

use std::collections::{BTreeMap, BTreeSet};

use cardlang::file::{At, CardFile, Table};
use cardlang::{Diagnostic, Phrase, Span, Text, written};
use engine::{Faults, Place, Source, nearest};

use crate::cards::{Arena, Card, Grid, Kind};
use crate::check::place_of;
use crate::compile::{LEXICON, Program};
use crate::explain::is_champion;
use crate::explain::windows::windows;
use crate::faces::{Face, Note, Window, costs};
use crate::text::{
    Ability, Action, Atom, AttackKind, AttackNoun, AttackResult, CardType, Construction, CostItem, Countable,
    Effect, Event, Frequency, HitOrMiss, OwnAttack, Plain, Power, StaticClause, Timing, TokenPlace, Victim,
    WithThisCard, Zone,
};

pub use reasons::Reason;

/// Something doubtful about a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What.
    pub reason: Reason,
    /// Where.
    pub place: Spot,
    /// What else is to be said.
    pub note: Option<String>,
}

/// A part of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// Words of an ability, counted from 0.
    Words(usize, String),
    /// A field of the card.
    Field(&'static str),
}

/// What is known of all cards that might be in play.
#[derive(Clone, Debug, Default)]
pub struct Known {
    keywords: BTreeSet<String>,
    champion_keywords: BTreeSet<String>,
    /// Names of tokens that something puts on Champions or minions.
    given: BTreeSet<String>,
    /// Names of tokens that something puts anywhere.
    put: BTreeSet<String>,
    /// Names of tokens that something counts or removes.
    asked: BTreeSet<String>,
    chains: BTreeMap<String, BTreeSet<u8>>,
    ids: BTreeMap<String, usize>,
}

impl Known {
    /// What these cards tell.
    pub fn of(cards: &[Card]) -> Self {
        let mut known = Self::default();
        for card in cards {
            let words = &card.keywords;
            let mut keywords = vec![&words.region, &words.culture];
            keywords.extend(words.designations.iter().chain(&words.rift));
            if is_champion(card) {
                known.champion_keywords.extend(keywords.iter().copied().cloned());
            }
            known.keywords.extend(keywords.into_iter().cloned());
            if let Some((name, part, _)) = &card.chain {
                known.chains.entry(name.clone()).or_default().insert(*part);
            }
            for (use_of, name) in token_uses(card) {
                let set = match use_of {
                    TokenUse::PutHere(_) => &mut known.put,
                    TokenUse::Given => {
                        known.put.insert(name.to_owned());
                        &mut known.given
                    }
                    TokenUse::Asked => &mut known.asked,
                };
                set.insert(name.to_owned());
            }
        }
        known
    }

    /// The same, with the ids of all files that are looked at together, each as often as it comes.
    #[must_use]
    pub fn with_ids<'c>(mut self, ids: impl Iterator<Item = &'c str>) -> Self {
        ids.for_each(|id| *self.ids.entry(id.to_owned()).or_default() += 1);
        self
    }
}

/// What a text does with tokens.
enum TokenUse {
    /// Puts so many on the card itself, once in a game or more often.
    PutHere(Option<u8>),
    /// Puts them on somebody.
    Given,
    /// Counts or removes them.
    Asked,
}

/// Every use of tokens in a card's text, with their names.
fn token_uses(card: &Card) -> Vec<(TokenUse, &str)> {
    let mut uses = Vec::new();
    for ability in &card.program.0 {
        for atom in atoms(ability) {
            if let Atom::Count { what: Countable::Tokens { name }, .. } = atom {
                uses.push((TokenUse::Asked, name.0.as_str()));
            }
        }
        let Ability::Effect { effect } = ability else { continue };
        for item in costs(effect) {
            if let CostItem::Remove { name, .. } = item {
                uses.push((TokenUse::Asked, &name.0));
            }
        }
        for clause in &effect.body.0 {
            if let Action::Plain { plain: Plain::Put { count, name, place } } = &clause.action {
                let once = is_once_in_a_game(effect).then_some(count.0);
                let here = matches!(place, TokenPlace::ThisCard {});
                uses.push((if here { TokenUse::PutHere(once) } else { TokenUse::Given }, &name.0));
            }
        }
    }
    uses
}

/// Every condition of an ability.
fn atoms(ability: &Ability) -> Vec<&Atom> {
    match ability {
        Ability::Construction { .. } => Vec::new(),
        Ability::Static { standing } => {
            standing.condition.iter().flat_map(|condition| &condition.condition.0).collect()
        }
        Ability::Effect { effect } => {
            let guard = effect.guard.iter().flat_map(|guard| &guard.condition.0);
            let clauses = effect.body.0.iter().filter_map(|clause| clause.condition.as_ref());
            guard.chain(clauses.flat_map(|condition| &condition.condition.0)).collect()
        }
    }
}

/// Whether an effect happens once in a game at most.
fn is_once_in_a_game(effect: &Effect) -> bool {
    let limited = effect.frequency.as_ref().is_some_and(|f| matches!(f.frequency, Frequency::Game {}));
    let timed = effect.timing.as_ref().is_some_and(|timed| {
        matches!(timed.timing, Timing::Reveal {} | Timing::When { event: Event::ChainComplete {} })
    });
    limited || timed
}

/// Everything doubtful about a card.
pub fn warnings(card: &Card, known: &Known) -> Vec<Warning> {
    let face = Face::new(card.clone(), true);
    let mut look = Look { card, known, notes: &face.notes, ability: 0, found: Vec::new() };
    for (i, ability) in card.program.0.iter().enumerate() {
        look.ability = i;
        match ability {
            Ability::Construction { construction } => look.construction(construction),
            Ability::Static { standing } => look.standing(standing),
            Ability::Effect { effect } => look.effect(effect),
        }
    }
    look.whole();
    look.found
}

/// Everything doubtful in a file whose cards and faults are these, at its place.
pub fn in_file(source: &Source, cards: &[Card], errors: &Faults, known: &Known) -> Faults {
    let mut file = CardFile::new(source);
    let root = file.root();
    let tables = file.tables(root.get_ref(), "card");
    // A second reading: what is wrong was told by the first.
    file = CardFile::new(source);
    let line = |at: usize| 1 + source.text.get(..at).unwrap_or_default().matches('\n').count();
    let faulty = |from: usize, to: usize| {
        errors
            .0
            .iter()
            .any(|fault| matches!(&fault.place, Place::Source(_, at, _) if (from..to).contains(at)))
    };
    for (i, (table, span)) in tables.iter().enumerate() {
        let next = tables.get(i + 1).map_or(usize::MAX, |(_, next)| line(next.start));
        let id = table.get("id").and_then(|id| id.get_ref().as_str()).unwrap_or_default();
        let Some(card) = cards.iter().find(|card| card.id == id) else { continue };
        if faulty(line(span.start), next) {
            continue;
        }
        file.about(Some(id));
        for warning in warnings(card, known) {
            warning.tell(&mut file, table, span, card);
        }
    }
    file.finish()
}

impl Warning {
    fn tell(&self, file: &mut CardFile<'_>, table: &Table<'_>, span: &At, card: &Card) {
        let mut hints = vec![self.reason.hint().to_owned()];
        hints.extend(self.note.clone());
        match &self.place {
            Spot::Field(key) => {
                let at = if let Some(value) = table.get(*key) { value.span() } else { span.clone() };
                file.fault(self.reason.code(), at, self.reason.message(), &hints.join("; "));
            }
            Spot::Words(ability, words) => {
                let Some((text, at)) = file.text(table, "text") else { return };
                let span = words_in(&text, *ability, words, card);
                let told =
                    Diagnostic { hints, ..Diagnostic::new(self.reason.code(), span, self.reason.message()) };
                file.diagnostic(&at, &told);
            }
        }
    }
}

/// Where words of an ability stand in a card's text. A text that compiles is written as its program writes it.
fn words_in(text: &str, ability: usize, words: &str, card: &Card) -> Span {
    let sentence = Program(vec![card.program.0[ability].clone()]).text();
    let start = Text::new(text, &LEXICON).ok().and_then(|parts| {
        let tokens = parts.sentences().into_iter().nth(ability)?;
        Some(parts.tokens().get(tokens.start)?.span.start)
    });
    let start = start.unwrap_or(0);
    let at = place_of(words, &sentence).unwrap_or(Span::new(0, sentence.len()));
    Span::new(start + at.start, start + at.end)
}

/// Looks for what is doubtful about one card.
struct Look<'c> {
    card: &'c Card,
    known: &'c Known,
    /// What the rules know of its abilities.
    notes: &'c [Note],
    /// The ability that is being looked at.
    ability: usize,
    found: Vec<Warning>,
}

impl Look<'_> {
    /// What the rules know of the ability.
    fn note(&self) -> &Note {
        &self.notes[self.ability]
    }

    /// Notes a reason at a phrase, once.
    fn warn<P: Phrase>(&mut self, reason: Reason, phrase: &P) {
        self.warn_words(reason, written(phrase), None);
    }

    fn warn_words(&mut self, reason: Reason, words: String, note: Option<String>) {
        let warning = Warning { reason, place: Spot::Words(self.ability, words), note };
        if !self.found.contains(&warning) {
            self.found.push(warning);
        }
    }

    /// Notes a reason at a phrase if something is so.
    fn warn_if<P: Phrase>(&mut self, doubtful: bool, reason: Reason, phrase: &P) {
        if doubtful {
            self.warn(reason, phrase);
        }
    }

    fn warn_field(&mut self, reason: Reason, key: &'static str, note: Option<String>) {
        self.found.push(Warning { reason, place: Spot::Field(key), note });
    }

    fn has(&self, reason: Reason) -> bool {
        self.found.iter().any(|warning| warning.reason == reason)
    }

    /// What concerns the card as a whole.
    fn whole(&mut self) {
        if self.arena().is_some() && !self.can_deploy() && !self.has(Reason::NeverDeployed) {
            self.warn_field(Reason::NoDeploy, "arena", None);
        }
        if self.grid().is_some_and(|grid| grid.0.is_empty()) && !self.opens_cells() {
            self.warn_field(Reason::EmptyGrid, "grid", None);
        }
        if let Some((name, _, of)) = &self.card.chain {
            let parts = self.known.chains.get(name);
            let missing: Vec<String> = (1..=*of)
                .filter(|part| parts.is_none_or(|parts| !parts.contains(part)))
                .map(|part| part.to_string())
                .collect();
            if !missing.is_empty() {
                let note = format!("missing: {} of {of}", missing.join(", "));
                self.warn_field(Reason::ChainParts, "chain", Some(note));
            }
        }
        if self.known.ids.get(&self.card.id).is_some_and(|times| *times > 1) {
            self.warn_field(Reason::SameId, "id", None);
        }
    }

    /// Whether standing text gives the grid numbered cells.
    fn opens_cells(&self) -> bool {
        self.card.program.0.iter().any(|ability| match ability {
            Ability::Static { standing } => {
                standing.clauses.0.iter().any(|clause| matches!(clause, StaticClause::GridAlso { .. }))
            }
            _ => false,
        })
    }

    fn construction(&mut self, text: &Construction) {
        self.warn_if(text.count.0 == 0, Reason::ZeroAmount, text);
        self.warn_if(text.count.0 > 3, Reason::ExtraBeyond, text);
        if let Some(instead) = &text.instead {
            self.warn_if(instead.sort == text.sort, Reason::SameTypeInPlace, instead);
            self.warn_if((2..=3).contains(&text.count.0), Reason::ExtraBeyond, instead);
        }
    }

    /// A keyword that is asked for.
    fn keyword(&mut self, keyword: &str, champions: bool) {
        let known = if champions { &self.known.champion_keywords } else { &self.known.keywords };
        if !known.contains(keyword) {
            let near = nearest(keyword, known.iter().map(String::as_str));
            let note = near.map(|near| format!("did you mean [{near}]?"));
            self.warn_words(Reason::UnknownKeyword, format!("[{keyword}]"), note);
        }
    }

    fn is_champion(&self) -> bool {
        is_champion(self.card)
    }

    fn arena(&self) -> Option<Arena> {
        match &self.card.kind {
            Kind::Loadout { arena, .. } => *arena,
            Kind::Champion { .. } => None,
        }
    }

    fn is_minion(&self) -> bool {
        matches!(self.arena(), Some(Arena::Minion { .. }))
    }

    /// Whether others can stand where this card lies.
    fn lies_under(&self) -> bool {
        matches!(self.arena(), Some(Arena::Hazard | Arena::Edge))
    }

    fn can_deploy(&self) -> bool {
        let deploys = |ability: &Ability| match ability {
            Ability::Effect { effect } => effect
                .body
                .0
                .iter()
                .any(|clause| matches!(&clause.action, Action::Power { power: Power::Deploy { .. } })),
            _ => false,
        };
        self.arena().is_some() && self.card.program.0.iter().any(deploys)
    }

    fn grid(&self) -> Option<&Grid> {
        match &self.card.kind {
            Kind::Champion { grid, .. } => Some(grid),
            Kind::Loadout { attack, .. } => attack.as_ref().map(|attack| &attack.grid),
        }
    }

    /// The kind of attacks the card makes, if it makes any.
    fn attack_kind(&self) -> Option<AttackKind> {
        match &self.card.kind {
            Kind::Champion { .. } => Some(AttackKind::Base {}),
            Kind::Loadout { sort: CardType::Weapon {}, .. } => Some(AttackKind::Weapon {}),
            Kind::Loadout { attack: Some(_), .. } => Some(AttackKind::Special {}),
            Kind::Loadout { .. } => None,
        }
    }
}

/// The cells of a zone: columns to the right, rows ahead.
fn cells(zone: &Zone) -> &'static [(i8, i8)] {
    match zone {
        Zone::Front {} => &[(0, 1)],
        Zone::Long {} => &[(0, 2)],
        Zone::Diagonal {} => &[(-1, 1), (1, 1)],
        Zone::Flank {} => &[(-1, 0), (1, 0)],
        Zone::Rear {} => &[(0, -1)],
    }
}

/// What is known of the moment an ability is for.
#[derive(Clone, Debug, Default)]
struct Occasion {
    /// Where it is used; nowhere for standing text.
    windows: Vec<Window>,
    /// Whose attack is in progress, if one must be.
    mine: Option<bool>,
    /// Who is attacked, if an enemy attacks.
    victim: Option<Victim>,
    /// Of which kind the attack is.
    kind: Option<AttackKind>,
    /// How it went.
    result: Option<AttackResult>,
    /// Whether the attacker is a minion that prints the text.
    minion: bool,
    /// What happened.
    event: Option<Event>,
    /// Whether it always is the owner's turn, and no attack in progress.
    own_turn: bool,
}

impl Occasion {
    fn of(effect: &Effect, look: &Look<'_>) -> Self {
        let mut at = Self { windows: windows(effect, look.note()), ..Self::default() };
        let starts = matches!(effect.timing.as_ref().map(|timed| &timed.timing), Some(Timing::TurnStart {}));
        at.own_turn = starts || at.only_in(&[Window::Idle]);
        let Some(Timing::When { event }) = effect.timing.as_ref().map(|timed| &timed.timing) else {
            return at;
        };
        let own = look.attack_kind();
        match event {
            Event::YouDeclare { attack } => {
                at.mine = Some(true);
                at.kind = noun_kind(attack, own);
                at.minion = look.is_minion() && matches!(attack, AttackNoun::ThisCard {});
            }
            Event::EnemyDeclares { attack, victim } => {
                at.mine = Some(false);
                at.kind = noun_kind(attack, None);
                at.victim = Some(victim.clone());
            }
            Event::YouRollDefense {} => {
                at.mine = Some(false);
                at.victim = Some(Victim::You {});
            }
            Event::YouRollAttack { with } => {
                at.mine = Some(true);
                if matches!(with, WithThisCard::ThisCard {}) {
                    at.kind = own;
                    at.minion = look.is_minion();
                }
            }
            Event::EnemyRollsDefense {} => at.mine = Some(true),
            Event::EnemyRollsAttack { victim } => {
                at.mine = Some(false);
                at.victim = Some(victim.clone());
            }
            Event::YourAttack { attack, result } => {
                at.mine = Some(true);
                at.result = Some(result.clone());
                at.minion = look.is_minion() && matches!(attack, OwnAttack::ThisCard {});
                at.kind = match attack {
                    OwnAttack::Any {} => None,
                    OwnAttack::Base {} => Some(AttackKind::Base {}),
                    OwnAttack::Weapon {} => Some(AttackKind::Weapon {}),
                    OwnAttack::Special {} => Some(AttackKind::Special {}),
                    OwnAttack::ThisCard {} => own,
                };
            }
            Event::EnemyAttack { result, victim } => {
                at.mine = Some(false);
                at.victim = Some(victim.clone());
                at.result = Some(match result {
                    HitOrMiss::Hits {} => AttackResult::Hits {},
                    HitOrMiss::Misses {} => AttackResult::Misses {},
                });
            }
            _ => {}
        }
        at.event = Some(event.clone());
        at
    }

    /// Whether it always is in one of these windows.
    fn only_in(&self, windows: &[Window]) -> bool {
        !self.windows.is_empty() && self.windows.iter().all(|window| windows.contains(window))
    }

    /// Whether nobody has a turn then.
    fn is_outside_turns(&self) -> bool {
        self.only_in(&[Window::Reveal, Window::RoundStart, Window::RoundEnd])
    }

    /// Whether an enemy was defeated.
    fn is_defeat(&self) -> bool {
        self.event == Some(Event::EnemyDefeated {})
    }

    /// Whether the own Champion is the attacker.
    fn you_attack(&self) -> bool {
        self.mine == Some(true) && !self.minion
    }

    /// Whether the own Champion is the defender.
    fn you_defend(&self) -> bool {
        self.mine == Some(false) && self.victim == Some(Victim::You {})
    }
}

fn noun_kind(attack: &AttackNoun, own: Option<AttackKind>) -> Option<AttackKind> {
    match attack {
        AttackNoun::Any {} => None,
        AttackNoun::Base {} => Some(AttackKind::Base {}),
        AttackNoun::Weapon {} => Some(AttackKind::Weapon {}),
        AttackNoun::Special {} => Some(AttackKind::Special {}),
        AttackNoun::ThisCard {} => own,
    }
}
