//! The text form of every action, and of lines of a log. Rules: the engine model, 7.1 and 7.2.

use engine::{Actor, Fault, Seat, nearest};

use crate::action::{Act, Answer, Place, Spot};
use crate::rules::Rules;
use crate::state::{CHALLENGER, EXTRA, SEATS, ZONES, Zone};

/// `P1`.
pub fn seat_name(seat: u8) -> String {
    format!("P{}", u32::from(seat) + 1)
}

/// Reads `P1`.
pub fn read_seat(text: &str) -> Option<u8> {
    (0..SEATS as u8).find(|&seat| seat_name(seat) == text)
}

/// `c`, `v3`, `x1`.
pub fn zone_name(zone: Zone) -> String {
    match zone {
        CHALLENGER => "c".to_owned(),
        1..EXTRA => format!("v{zone}"),
        _ => format!("x{}", zone - EXTRA + 1),
    }
}

/// Reads `c`, `v3`, `x1`.
pub fn read_zone(text: &str) -> Option<Zone> {
    (0..ZONES as Zone).find(|&zone| zone_name(zone) == text)
}

/// `v3`, `s2`, `i4`.
pub fn spot_name(spot: Spot) -> String {
    match spot {
        Spot::Zone(zone) => zone_name(zone),
        Spot::Stock(nth) => format!("s{}", u32::from(nth) + 1),
        Spot::Infirmary(nth) => format!("i{}", u32::from(nth) + 1),
    }
}

/// Reads `v3`, `s2`, `i4`.
pub fn read_spot(text: &str) -> Option<Spot> {
    let nth = |text: &str| number(text).and_then(|nth: u16| u8::try_from(nth.checked_sub(1)?).ok());
    match text.split_at_checked(1)? {
        ("s", rest) => nth(rest).map(Spot::Stock),
        ("i", rest) => nth(rest).map(Spot::Infirmary),
        _ => read_zone(text).map(Spot::Zone),
    }
}

/// `P2.v3`.
pub fn place_name(place: Place) -> String {
    format!("{}.{}", seat_name(place.seat), spot_name(place.spot))
}

/// Reads `P2.v3`.
pub fn read_place(text: &str) -> Option<Place> {
    let (seat, spot) = text.split_once('.')?;
    Some(Place { seat: read_seat(seat)?, spot: read_spot(spot)? })
}

/// A name in small letters with hyphens: `orrery-nine`.
pub fn slug(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    engine::text::number(text, "a number").ok()
}

/// A card by its name in the notation.
pub fn read_card(rules: &Rules, id: &str) -> Result<u16, Fault> {
    rules.card(id).ok_or_else(|| {
        let shown: String = id.chars().take(60).collect();
        let near = nearest(id, rules.faces.iter().map(|face| face.id.as_str()));
        let remedy = near.map_or_else(
            || "name a card in small letters with hyphens".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Fault::new(format!("there is no card `{shown}`"), remedy)
    })
}

fn answer(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
    }
}

/// The text of an action, without who does it.
pub fn write(rules: &Rules, act: Act) -> String {
    let (card, seat, zone, place) = (|card| rules.id(card), seat_name, zone_name, place_name);
    match act {
        Act::First(who) => format!("first {}", seat(who)),
        Act::Take(kept) => format!("take {}", card(kept)),
        Act::Cut(gone) => format!("cut {}", card(gone)),
        Act::CutNone => "cut -".to_owned(),
        Act::Infirmary(yes) => format!("infirmary {}", answer(yes)),
        Act::Mulligan => "mulligan".to_owned(),
        Act::Keep => "keep".to_owned(),
        Act::Prime(who) => format!("prime {}", seat(who)),
        Act::Place(placed) => format!("place {}", card(placed)),
        Act::Stop => "stop".to_owned(),
        Act::Under(lowest) => format!("under {}", card(lowest)),
        Act::Hurt(at) => format!("hurt {}", zone(at)),
        Act::Rouse(yes) => format!("rouse {}", answer(yes)),
        Act::Send(at) => format!("send {}", zone(at)),
        Act::Bet(boosts) => format!("bet {boosts}"),
        Act::Use(spot, skill) => format!("use {}.{skill}", spot_name(spot)),
        Act::Pass => "pass".to_owned(),
        Act::BackVassal => "back v".to_owned(),
        Act::BackExtra => "back x".to_owned(),
        Act::Next(nth) => format!("next w{nth}"),
        Act::At(target) => format!("at {}", place(target)),
        Act::Enough => "enough".to_owned(),
        Act::Do => "do".to_owned(),
        Act::Decline => "decline".to_owned(),
        Act::Option(nth) => format!("option {nth}"),
        Act::PickSkill(at, nth) => format!("pick {}.{nth}", place(at)),
        Act::PickStatus(at, nth) => format!("pick {}!{nth}", place(at)),
        Act::Instead(at, nth) => format!("instead {}.{nth}", place(at)),
        Act::Bid(boosts) => format!("bid {boosts}"),
        Act::For(member) => format!("for {}", place(member)),
        Act::Versus(who) => format!("versus {}", seat(who)),
        Act::Lead => "lead".to_owned(),
        Act::Trail => "trail".to_owned(),
        Act::ConcedeBout => "concede bout".to_owned(),
        Act::Pick(who) => format!("pick {}", seat(who)),
        Act::Pool(dealt) => format!("pool {}", card(dealt)),
        Act::Draw(who, drawn) => format!("draw {} {}", seat(who), card(drawn)),
        Act::Hit(target) => format!("hit {}", place(target)),
    }
}

/// The first word of what seats do, and an example of each.
const FORMS: [(&str, &str); 30] = [
    ("first", "first P2"),
    ("take", "take clerk-ademar"),
    ("cut", "cut clerk-ademar` or `cut -"),
    ("infirmary", "infirmary yes` or `infirmary no"),
    ("mulligan", "mulligan"),
    ("keep", "keep"),
    ("prime", "prime P2"),
    ("place", "place sapling-levy"),
    ("stop", "stop"),
    ("under", "under hob-lanternroot"),
    ("hurt", "hurt v2"),
    ("rouse", "rouse yes` or `rouse no"),
    ("send", "send v2"),
    ("bet", "bet 5"),
    ("use", "use v2.1` or `use s1.1"),
    ("pass", "pass"),
    ("back", "back v` or `back x"),
    ("next", "next w2"),
    ("at", "at P2.v3"),
    ("enough", "enough"),
    ("do", "do"),
    ("decline", "decline"),
    ("option", "option 2"),
    ("pick", "pick P2.c.2` or `pick P2.c!1"),
    ("instead", "instead P1.v2.1"),
    ("bid", "bid 3"),
    ("for", "for P1.v3"),
    ("versus", "versus P3"),
    ("lead", "lead` or `trail"),
    ("concede", "concede bout"),
];

const CHANCE_FORMS: [(&str, &str); 4] = [
    ("pick", "pick P2"),
    ("pool", "pool clerk-ademar"),
    ("draw", "draw P1 clerk-ademar"),
    ("hit", "hit P2.v3"),
];

/// Reads what an actor does. Each action has one text.
pub fn read(rules: &Rules, actor: Actor, text: &str) -> Result<Act, Fault> {
    let shown: String = text.chars().take(60).collect();
    let forms: &[(&str, &str)] = if actor == Actor::Chance { &CHANCE_FORMS } else { &FORMS };
    let verb = text.split(' ').next().unwrap_or("");
    let form = forms.iter().find(|(word, _)| *word == verb || (verb == "trail" && *word == "lead"));
    let Some((_, form)) = form else {
        let near = nearest(verb, forms.iter().map(|(word, _)| *word));
        let remedy = near.map_or_else(
            || {
                let words: Vec<&str> = forms.iter().map(|(word, _)| *word).collect();
                format!("begin with one of {}", words.join(", "))
            },
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Fault::new(format!("`{shown}` is no action"), remedy));
    };
    if text == "concede game" {
        let remedy = "a scenario says `P1 concedes`; `concede bout` gives up the bout alone (WU-R5)";
        return Err(Fault::new("the game is given up by other means than an action", remedy));
    }
    let act = if actor == Actor::Chance { chance(rules, text) } else { deed(rules, text) };
    let misread = || Fault::new(format!("`{shown}` cannot be read"), format!("write for example `{form}`"));
    act?.filter(|&act| write(rules, act) == text).ok_or_else(misread)
}

type Found = Result<Option<Act>, Fault>;

fn chance(rules: &Rules, text: &str) -> Found {
    let Some((verb, rest)) = text.split_once(' ') else { return Ok(None) };
    Ok(match verb {
        "pick" => read_seat(rest).map(Act::Pick),
        "pool" => Some(Act::Pool(read_card(rules, rest)?)),
        "hit" => read_place(rest).map(Act::Hit),
        _ => {
            let Some((seat, card)) = rest.split_once(' ') else { return Ok(None) };
            let Some(seat) = read_seat(seat) else { return Ok(None) };
            Some(Act::Draw(seat, read_card(rules, card)?))
        }
    })
}

fn deed(rules: &Rules, text: &str) -> Found {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let yes = || match rest {
        "yes" => Some(Answer::Yes),
        "no" => Some(Answer::No),
        _ => None,
    };
    let counted = |mark: char| {
        let (place, nth) = rest.rsplit_once(mark)?;
        Some((read_place(place)?, number(nth).filter(|nth: &u8| *nth > 0)?))
    };
    if rest.is_empty() && matches!(verb, "take" | "cut" | "place" | "under") {
        return Ok(None);
    }
    Ok(match verb {
        "first" => read_seat(rest).map(Act::First),
        "take" => Some(Act::Take(read_card(rules, rest)?)),
        "cut" if rest == "-" => Some(Act::CutNone),
        "cut" => Some(Act::Cut(read_card(rules, rest)?)),
        "infirmary" => yes().map(Act::Infirmary),
        "mulligan" => Some(Act::Mulligan),
        "keep" => Some(Act::Keep),
        "prime" => read_seat(rest).map(Act::Prime),
        "place" => Some(Act::Place(read_card(rules, rest)?)),
        "stop" => Some(Act::Stop),
        "under" => Some(Act::Under(read_card(rules, rest)?)),
        "hurt" => read_zone(rest).map(Act::Hurt),
        "rouse" => yes().map(Act::Rouse),
        "send" => read_zone(rest).map(Act::Send),
        "bet" => number(rest).map(Act::Bet),
        "use" => rest.split_once('.').and_then(|(spot, skill)| {
            let spot = read_spot(spot).filter(|spot| !matches!(spot, Spot::Infirmary(_)))?;
            Some(Act::Use(spot, number(skill).filter(|skill: &u8| *skill > 0)?))
        }),
        "pass" => Some(Act::Pass),
        "back" if rest == "v" => Some(Act::BackVassal),
        "back" => Some(Act::BackExtra),
        "next" => rest.strip_prefix('w').and_then(number).filter(|nth| *nth > 0).map(Act::Next),
        "at" => read_place(rest).map(Act::At),
        "enough" => Some(Act::Enough),
        "do" => Some(Act::Do),
        "decline" => Some(Act::Decline),
        "option" => number(rest).filter(|nth| *nth > 0).map(Act::Option),
        "pick" if rest.contains('!') => counted('!').map(|(place, nth)| Act::PickStatus(place, nth)),
        "pick" => counted('.').map(|(place, nth)| Act::PickSkill(place, nth)),
        "instead" => counted('.').map(|(place, nth)| Act::Instead(place, nth)),
        "bid" => number(rest).map(Act::Bid),
        "for" => read_place(rest).map(Act::For),
        "versus" => read_seat(rest).map(Act::Versus),
        "lead" => Some(Act::Lead),
        "concede" => (rest == "bout").then_some(Act::ConcedeBout),
        _ => Some(Act::Trail),
    })
}

/// A line of the log: `P1 send v2`, `* draw P1 sapling-levy`.
pub fn line(rules: &Rules, actor: Actor, act: Act) -> String {
    match actor {
        Actor::Seat(seat) => format!("{} {}", seat_name(seat.index() as u8), write(rules, act)),
        Actor::Chance => format!("* {}", write(rules, act)),
    }
}

/// Reads a line of the log.
pub fn read_line(rules: &Rules, text: &str) -> Result<(Actor, Act), Fault> {
    let (who, what) = text.split_once(' ').unwrap_or((text, ""));
    let actor = match who {
        "*" => Some(Actor::Chance),
        _ => read_seat(who).map(|seat| Actor::Seat(Seat::new(seat))),
    };
    let actor = actor.ok_or_else(|| {
        let shown: String = who.chars().take(60).collect();
        Fault::new(format!("`{shown}` is nobody"), "begin with a seat from P1 to P4, or with `*` for chance")
    })?;
    Ok((actor, read(rules, actor, what)?))
}

/// A reveal of sealed actions: `= P1 bet 5 & P2 bet 3`.
pub fn reveal(rules: &Rules, acts: &[(u8, Act)]) -> String {
    let lines = acts.iter().map(|&(seat, act)| line(rules, Actor::Seat(Seat::new(seat)), act));
    format!("= {}", lines.collect::<Vec<_>>().join(" & "))
}

/// Reads a reveal.
pub fn read_reveal(rules: &Rules, text: &str) -> Result<Vec<(u8, Act)>, Fault> {
    let wrong =
        || Fault::new("this is no reveal", "write for example `= P1 bet 5 & P2 bet 3`, seats in order");
    let mut acts = Vec::new();
    for part in text.strip_prefix("= ").ok_or_else(wrong)?.split(" & ") {
        match read_line(rules, part)? {
            (Actor::Seat(seat), act) => acts.push((seat.index() as u8, act)),
            (Actor::Chance, _) => return Err(wrong()),
        }
    }
    if acts.is_sorted_by(|a, b| a.0 < b.0) { Ok(acts) } else { Err(wrong()) }
}

/// Cards one after another, equal ones side by side as one with their number: `a b*2`.
pub fn cards_text<'t>(cards: impl IntoIterator<Item = &'t str>) -> String {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for card in cards {
        match runs.last_mut() {
            Some((last, count)) if *last == card => *count += 1,
            _ => runs.push((card, 1)),
        }
    }
    let text = |(card, count): (&str, usize)| match count {
        1 => card.to_owned(),
        _ => format!("{card}*{count}"),
    };
    runs.into_iter().map(text).collect::<Vec<_>>().join(" ")
}

/// A deck list: `deck standard P1 vexa-coalhand cinder-pickets*7`.
pub fn deck_line(rules: &Rules, seat: u8, cards: &[u16]) -> String {
    let cards = cards_text(cards.iter().map(|&card| rules.id(card)));
    format!("deck {} {} {cards}", rules.format.id, seat_name(seat))
}

/// Reads a deck list: the seat, and the cards in the order they are written.
pub fn read_deck_line(rules: &Rules, text: &str) -> Result<(u8, Vec<u16>), Fault> {
    let wrong = || {
        Fault::new(
            "this is no deck list",
            "write for example `deck standard P1 vexa-coalhand cinder-pickets*7`",
        )
    };
    let mut words = text.split(' ');
    let (head, format, seat) = (words.next(), words.next(), words.next());
    if head != Some("deck") || format != Some(&rules.format.id) {
        return Err(wrong());
    }
    let seat = seat.and_then(read_seat).ok_or_else(wrong)?;
    let mut cards = Vec::new();
    for word in words {
        let (id, count) = word.split_once('*').unwrap_or((word, "1"));
        let count: u8 = number(count).filter(|count| *count > 0).ok_or_else(wrong)?;
        let card = read_card(rules, id)?;
        cards.extend(std::iter::repeat_n(card, usize::from(count)));
    }
    if deck_line(rules, seat, &cards) == text { Ok((seat, cards)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests;
