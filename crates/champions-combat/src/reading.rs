//! Cards to be read in full, and the chances of Attacks in words.

use engine::{Actor, CardText, Seat};

use crate::action::Action;
use crate::event::colour;
use crate::icons::Kind;
use crate::notation;
use crate::setup::Rules;
use crate::state::NO_STYLE;
use crate::view::View;
use crate::{desk, words};

/// The cards that whoever has a view sees, its own first: hands, Styles, and what was played this Round.
pub fn cards(rules: &Rules, view: &View) -> Vec<CardText> {
    let own = |seat: &usize| view.figures[*seat].hand.is_some();
    let (mine, others): (Vec<usize>, Vec<usize>) = (0..view.figures.len()).partition(own);
    let single = mine.len() == 1;
    let mut list = Vec::new();
    for seat in mine.into_iter().chain(others) {
        let figure = &view.known().figures[seat];
        let whose =
            if own(&seat) && single { "your".to_owned() } else { format!("{}'s", colour(seat as u8)) };
        of_set(rules, seat, figure.hand, &format!("{whose} hand"), &mut list);
        if figure.style != NO_STYLE {
            let style = &rules.styles[usize::from(figure.style)];
            list.push(CardText {
                name: style.id.clone(),
                title: format!("Style {}", style.id),
                place: format!("{whose} Style"),
                text: words::style(style),
            });
        }
        of_set(rules, seat, figure.discard, &format!("{whose} played cards"), &mut list);
        // Deck lists are public. Rules: CC-R73.
        let rest = if own(&seat) { "deck" } else { "deck or hand" };
        of_set(rules, seat, !(figure.hand | figure.discard), &format!("{whose} {rest}"), &mut list);
    }
    list
}

fn of_set(rules: &Rules, seat: usize, cards: u32, place: &str, list: &mut Vec<CardText>) {
    let deck = rules.decks[seat].iter().enumerate();
    for (_, card) in deck.filter(|(nth, _)| cards >> nth & 1 == 1) {
        list.push(CardText {
            name: card.id.clone(),
            title: format!("{}: {} / {} / {}", card.id, card.walk, card.attack, card.reaction),
            place: place.to_owned(),
            text: desk::printed(card).around([
                words::long(Kind::Move, &card.walk),
                words::long(Kind::Attack, &card.attack),
                words::long(Kind::Reaction, &card.reaction),
            ]),
        });
    }
}

/// The chance of a hit at all and the mean number of hits, before anybody reacts. Rules: CC-ATTACK-5 to CC-ATTACK-9.
pub fn odds(rules: &Rules, view: &View, seat: Seat, action: Action) -> Option<String> {
    let notation = notation::write(rules, Actor::Seat(seat), action);
    let odds = view.odds.iter().find(|odds| odds.action == notation)?;
    let (mut all, mut misses) = (1u64, 1u64);
    // Sixths: each die hits with a chance of so many.
    let mut sixths = 0u64;
    for target in &odds.targets {
        all *= target.of;
        misses *= target.hits[0];
        sixths += u64::from(target.dice) * u64::from(7 - target.need);
    }
    let chance = tenths((all - misses) * 100, all);
    let reacts = if odds.targets.iter().all(|target| target.behind) {
        "from behind: no Reaction"
    } else {
        "before Reactions"
    };
    Some(format!("{chance} % to hit, {} points, {reacts}", tenths(sixths, 6)))
}

/// A fraction with one digit behind the point, rounded.
fn tenths(part: u64, whole: u64) -> String {
    let tenths = (part * 20 + whole) / (whole * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}
