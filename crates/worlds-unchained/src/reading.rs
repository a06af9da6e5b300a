//! Cards to be read in full, and what bets and Chains come to.

use cardlang::desk::Printed;
use engine::{CardText, Log, Rng, Seat};

use crate::action::Act;
use crate::event::Event;
use crate::label::{skill_text, title};
use crate::notation::{seat_name, zone_name};
use crate::rules::{Rules, Sort};
use crate::state::{Mark, NO_WORLD, State, Step, UNKNOWN_CARD, Vassal};
use crate::view::{View, imagine};
use crate::{explain, flow, scene};

/// The cards that whoever has a view sees, each once, its own first: what is in play with the Skills it has now, then
/// hands and piles.
pub fn cards(rules: &Rules, view: &View) -> Vec<CardText> {
    let (own, others): (Vec<u8>, Vec<u8>) = (0..rules.seats).partition(|&seat| view.own.has(Seat::new(seat)));
    let mut list = Vec::new();
    for seat in own.into_iter().chain(others) {
        Reader { rules, view, state: view.known(), seat, list: &mut list }.read();
    }
    statuses(rules, view.known(), &mut list);
    pile(rules, &view.known().pool, "the draft pool", &mut list);
    // What everybody may know of pool and decks. Rules: WU-R33, WU-R128.
    if rules.format.pool_public {
        pile(rules, &rules.pool, "the list of the draft", &mut list);
    }
    for (seat, deck) in (0..rules.seats).zip(&rules.lists) {
        pile(rules, deck, &format!("{}'s deck list", seat_name(seat)), &mut list);
    }
    list
}

struct Reader<'a> {
    rules: &'a Rules,
    view: &'a View,
    state: &'a State,
    seat: u8,
    list: &'a mut Vec<CardText>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mine = self.view.own.has(Seat::new(self.seat)) && self.view.own.len() == 1;
        let whose = if mine { "your".to_owned() } else { format!("{}'s", seat_name(self.seat)) };
        let domain = &self.state.table.domains[usize::from(self.seat)];
        let player = &self.state.players[usize::from(self.seat)];
        pile(self.rules, &player.deck.hand, &format!("{whose} hand"), self.list);
        for (zone, vassal) in domain.zones.iter().enumerate().filter(|(_, vassal)| vassal.is_some()) {
            let place = format!("{whose} zone {}", zone_name(zone as u8));
            let told = self.condition(vassal).into_iter().chain(self.skills(vassal.id, vassal.card));
            self.push(vassal.card, place, in_play(self.rules, vassal.card, vassal.world).around(told));
        }
        for resource in &domain.stock {
            let skills = self.skills(resource.id, resource.card);
            let text = in_play(self.rules, resource.card, resource.world).around(skills);
            self.push(resource.card, format!("{whose} stockpile"), text);
        }
        let fallen: Vec<u16> = domain.infirmary.iter().map(|fallen| fallen.card).collect();
        pile(self.rules, &fallen, &format!("{whose} infirmary"), self.list);
        let deck: Vec<u16> = player.deck.bag.iter().chain(&player.deck.bottom).copied().collect();
        let rest = if self.state.step <= Step::DraftCut { "drafted cards" } else { "deck" };
        pile(self.rules, &deck, &format!("{whose} {rest}"), self.list);
    }

    fn push(&mut self, card: u16, place: String, text: Vec<String>) {
        let many = self
            .list
            .iter()
            .filter(|known| known.place.starts_with(&place) && known.name == self.rules.id(card));
        let many = many.count();
        let place = if many > 0 { format!("{place} ({})", many + 1) } else { place };
        let (name, title) = (self.rules.id(card).to_owned(), title(self.rules, card));
        self.list.push(CardText { name, title, place, text });
    }

    /// Stacks and Statuses of a Vassal.
    fn condition(&self, vassal: &Vassal) -> Option<String> {
        let mut parts = Vec::new();
        if vassal.injuries > 0 {
            parts.push(format!("injuries {}", vassal.injuries));
        }
        if vassal.exhaustion > 0 {
            parts.push(format!("exhaustion {}", vassal.exhaustion));
        }
        if scene::is_protected(self.rules, self.state, vassal.id) {
            parts.push("protected".to_owned());
        }
        let statuses = self.state.table.statuses.iter().filter(|status| status.on == vassal.id);
        parts.extend(statuses.map(|status| title(self.rules, status.card)));
        (!parts.is_empty()).then(|| format!("Now: {}.", parts.join(", ")))
    }

    /// Every Skill it has now, by the number that actions name it with.
    fn skills(&self, id: u16, card: u16) -> Vec<String> {
        let printed = self.rules.face(card).skills.len();
        let held = scene::held(self.rules, self.state, id);
        let told = held.iter().enumerate().map(|(nth, held)| {
            let mark = match (held.erased, nth < printed) {
                (true, _) => " (erased)",
                (false, true) => "",
                (false, false) => " (not printed on it)",
            };
            format!("{}. {}{mark}", nth + 1, skill_text(self.rules, held.instance.skill))
        });
        told.collect()
    }
}

/// What is printed on a card in play. Tokens and Resources are from where they were made. Rules: WU-R13.
fn in_play(rules: &Rules, card: u16, world: u8) -> Printed {
    let face = rules.face(card);
    let mut printed = face.printed.clone();
    if matches!(face.sort, Sort::Token | Sort::Resource) {
        let world = (world != NO_WORLD).then_some(u16::from(world));
        printed.set("World", explain::world_name(world, &rules.worlds));
    }
    printed
}

/// A card as it is printed.
fn printed(rules: &Rules, card: u16, place: String) -> CardText {
    let face = rules.face(card);
    let skills = face.skills.iter().enumerate();
    let skills = skills.map(|(nth, &skill)| format!("{}. {}", nth + 1, skill_text(rules, skill)));
    CardText { name: face.id.clone(), title: face.name.clone(), place, text: face.printed.around(skills) }
}

/// The cards of a pile that are seen, equal ones once with their number.
fn pile(rules: &Rules, cards: &[u16], place: &str, list: &mut Vec<CardText>) {
    let mut told: Vec<u16> = Vec::new();
    for &card in cards.iter().filter(|&&card| card != UNKNOWN_CARD) {
        if told.contains(&card) {
            continue;
        }
        told.push(card);
        let many = cards.iter().filter(|&&other| other == card).count();
        let place = if many > 1 { format!("{place}, {many} of them") } else { place.to_owned() };
        list.push(printed(rules, card, place));
    }
}

/// The Statuses in play, each once with whom it lies on.
fn statuses(rules: &Rules, state: &State, list: &mut Vec<CardText>) {
    let mut told: Vec<u16> = Vec::new();
    for status in &state.table.statuses {
        if told.contains(&status.card) {
            continue;
        }
        told.push(status.card);
        let bearers = state.table.statuses.iter().filter(|other| other.card == status.card);
        let on: Vec<String> = bearers
            .filter_map(|status| scene::vassal(state, status.on))
            .map(|(seat, zone, vassal)| {
                format!("{} ({} {})", title(rules, vassal.card), seat_name(seat), zone_name(zone))
            })
            .collect();
        list.push(printed(rules, status.card, format!("on {}", on.join(", "))));
    }
}

/// How a combat ended for a seat, if it did.
struct Ending(u8, Option<(Mark, i16)>);

impl Log<Event> for Ending {
    const LIVE: bool = true;
    fn add(&mut self, event: Event) {
        if let Event::Result(seat, mark, margin) = event
            && seat == self.0
        {
            // Combats without a choice may follow at once.
            self.1.get_or_insert((mark, margin));
        }
    }
}

/// The power that a bet comes to if nothing else changes it, or all powers after a Chain that nobody answers. Nothing
/// where other choices come before.
pub fn odds(rules: &Rules, view: &View, seat: Seat, act: Act) -> Option<String> {
    let own = seat.index() as u8;
    match act {
        Act::Bet(boosts) if view.known().step == Step::PowerBet => {
            let mut after = view.known().clone();
            let domain = &mut after.table.domains[seat.index()];
            domain.boosts = domain.boosts.checked_sub(boosts)?;
            domain.base += i16::from(boosts);
            Some(format!("power {}, if nothing else changes it", scene::power(rules, &after, own)))
        }
        Act::Use(..) => chain(rules, view, own, act),
        _ => None,
    }
}

/// What a Chain comes to. Combats do not look at hidden cards, so any that fit will do.
fn chain(rules: &Rules, view: &View, own: u8, act: Act) -> Option<String> {
    let mut after = imagine(rules, view, &mut Rng::from_number(0));
    let mut ending = Ending(own, None);
    flow::apply(rules, &mut after, Some(own), act, &mut ending);
    match ending.1 {
        Some((Mark::Win, margin)) => return Some(format!("wins the combat by {margin}")),
        Some((Mark::Lose, _)) => return Some("loses the combat".to_owned()),
        Some((Mark::Tie, _)) => return Some("ties the combat".to_owned()),
        None => {}
    }
    let waits = matches!(after.step, Step::Chain | Step::Reaction);
    if !waits || after.doing.is_some() || after.settling {
        return None;
    }
    let others = flow::in_bout(&after).filter(|&other| other != own);
    let others: Vec<String> = others.map(|other| scene::power(rules, &after, other).to_string()).collect();
    let power = scene::power(rules, &after, own);
    Some(format!("power {power} against {}, if nobody answers", others.join(" and ")))
}

#[cfg(test)]
mod tests {
    use engine::Viewer;

    use super::*;
    use crate::{position, testing, view};

    /// Tokens and Resources have the World of what made them, whatever is printed.
    #[test]
    fn what_was_made_is_from_where_it_was_made() {
        let rules = testing::rules(2);
        let text = "WU1 standard b1/3 0-0-0 r3 power.bet selector P1 prime P1 | P1 9 c:footman \
            s1:mainspring,of mosswane | P2 9 c:pikeman x1:sprout,of mosswane x2:sprout,of wanderer";
        let state = position::read(&rules, text).expect("a position");
        let cards = cards(&rules, &view::view(&rules, &state, Viewer::everyone(2)));
        let told = |name: &str, place: &str| {
            let found = cards.iter().find(|card| card.name == name && card.place.ends_with(place));
            found.unwrap_or_else(|| panic!("{name} in {place}: {cards:#?}")).text[0].clone()
        };
        assert!(told("sprout", "x1").starts_with("World: Mosswane; kind: token Vassal; Class: "));
        assert!(told("sprout", "x2").starts_with("World: none, a Wanderer; kind: "));
        assert_eq!(told("mainspring", "stockpile"), "kind: Resource; World: Mosswane");
    }
}
