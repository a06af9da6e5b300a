//! Sections and Styles in words: what the icons mean. Rules: CC-DATA-4.

use crate::content::Style;
use crate::event::plural;
use crate::hex::{Axial, Direction};
use crate::icons::{Kind, Section};

/// A section in a few words: `3 dice, Fumble, costs 1 Power`.
pub fn short(section: &Section) -> String {
    let mut parts = Vec::new();
    match section.steps {
        Some(0) => parts.push("turn".to_owned()),
        Some(steps) => parts.push(format!("walk {steps}")),
        None => {}
    }
    if section.dice > 0 {
        parts.push(plural(section.dice, "die", "dice"));
    }
    let icons = [
        (section.displace, "Displace"),
        (section.barrage, "Barrage"),
        (section.push, "Push"),
        (section.fumble, "Fumble"),
    ];
    parts.extend(icons.iter().filter(|(there, _)| *there).map(|(_, name)| (*name).to_owned()));
    if section.shields > 0 {
        parts.push(plural(section.shields, "shield", "shields"));
    }
    if section.gain > 0 {
        parts.push(format!("gains {} Power", section.gain));
    }
    if section.cost > 0 {
        parts.push(format!("costs {} Power", section.cost));
    }
    parts.join(", ")
}

/// A section as it is printed, and what it does.
pub fn long(kind: Kind, section: &Section) -> String {
    format!("{kind} {section}: {}.", deeds(kind, section))
}

/// What a section does, as a sentence.
pub fn does(kind: Kind, section: &Section) -> String {
    let deeds = deeds(kind, section);
    let (first, rest) = deeds.split_at(deeds.len().min(1));
    format!("{}{rest}.", first.to_uppercase())
}

fn deeds(kind: Kind, section: &Section) -> String {
    let mut does = Vec::new();
    if section.cost > 0 {
        does.push(format!("spend {} Power", section.cost));
    }
    if section.dice > 0 {
        let dice = plural(section.dice, "die", "dice");
        let whom = if section.barrage {
            "for everybody on your Style hexes"
        } else {
            "against one of those on your Style hexes"
        };
        does.push(format!("roll {dice} {whom}; each that shows the number of the hex or more hits"));
    }
    if section.push {
        does.push("push the target by one hex".to_owned());
    }
    if section.fumble {
        does.push("the target turns you to another facing".to_owned());
    }
    if section.shields > 0 {
        does.push(format!("take {} off", plural(section.shields, "hit", "hits")));
    }
    let may = if kind == Kind::Reaction { "you may " } else { "" };
    match section.steps {
        Some(0) => does.push(format!("{may}turn to any facing")),
        Some(steps) => {
            let hexes = plural(steps, "hex", "hexes");
            does.push(format!("{may}walk exactly {hexes}, then face any way"));
        }
        None => {}
    }
    if section.displace {
        does.push("you may step onto figures, which then go to a hex beside".to_owned());
    }
    if section.gain > 0 {
        does.push(format!("gain {} Power", section.gain));
    }
    does.join("; ")
}

/// The hexes a Style covers, by the number a hit needs there.
pub fn style(style: &Style) -> Vec<String> {
    let with = |need: u8| {
        let places: Vec<String> =
            style.hexes.iter().filter(|hex| hex.1 == need).map(|hex| place(hex.0)).collect();
        (!places.is_empty()).then(|| format!("A hit needs {need} or more: {}.", places.join("; ")))
    };
    (1..=6).filter_map(with).collect()
}

/// Where a hex lies for a figure that faces north: `2 ahead and 1 ahead to the left`.
fn place(offset: Axial) -> String {
    const SIDES: [&str; 6] = [
        "ahead",
        "ahead to the right",
        "behind to the right",
        "behind",
        "behind to the left",
        "ahead to the left",
    ];
    let far = offset.distance(Axial::CENTRE);
    for (nth, &direction) in Direction::ALL.iter().enumerate() {
        for straight in (1..=far).rev() {
            let walk = |steps: u8, from: Axial, way: Direction| (0..steps).fold(from, |at, _| at.step(way));
            let turn = walk(straight, Axial::CENTRE, direction);
            for side in [1, 5] {
                if walk(far - straight, turn, direction.turned(side)) == offset {
                    let first = format!("{straight} {}", SIDES[nth]);
                    let rest = far - straight;
                    let second = format!(" and {rest} {}", SIDES[(nth + side) % 6]);
                    return if rest == 0 { first } else { first + &second };
                }
            }
        }
    }
    "where the figure stands".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_in_words() {
        let read = |kind, text| Section::read(kind, text).unwrap();
        assert_eq!(short(&read(Kind::Attack, "dddf-")), "3 dice, Fumble, costs 1 Power");
        assert_eq!(short(&read(Kind::Move, "0+")), "turn, gains 1 Power");
        assert_eq!(
            long(Kind::Reaction, &read(Kind::Reaction, "1x-")),
            "Reaction 1x-: spend 1 Power; take 1 hit off; you may walk exactly 1 hex, then face any way."
        );
        assert_eq!(does(Kind::Move, &read(Kind::Move, "++")), "Gain 2 Power.");
    }

    #[test]
    fn places_in_words() {
        let at = |q, r| place(Axial { q, r });
        assert_eq!(at(0, -3), "3 ahead");
        assert_eq!(at(1, 0), "1 behind to the right");
        assert_eq!(at(-1, -1), "1 ahead and 1 ahead to the left");
        assert_eq!(at(1, -3), "2 ahead and 1 ahead to the right");
    }
}
