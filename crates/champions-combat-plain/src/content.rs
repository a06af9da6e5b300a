//! Cards, Styles and the icon notation.

use crate::board::Hex;
use crate::game::Section;

/// An Action card: three sections in icon notation. Rules: CC-RES-4, CC-DATA-4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What the card is called in records.
    pub id: String,
    /// The Move section.
    pub move_section: String,
    /// The Attack section.
    pub attack_section: String,
    /// The Reaction section.
    pub reaction_section: String,
}

impl Card {
    /// A card from its four texts.
    pub fn new(id: &str, move_section: &str, attack_section: &str, reaction_section: &str) -> Self {
        Self {
            id: id.to_string(),
            move_section: move_section.to_string(),
            attack_section: attack_section.to_string(),
            reaction_section: reaction_section.to_string(),
        }
    }

    /// The three sections in canonical spelling. Cards of one face are interchangeable.
    /// Rules: CC-R8, CC-R22.
    pub fn face(&self) -> [String; 3] {
        [&self.move_section, &self.attack_section, &self.reaction_section].map(|section| canonical(section))
    }
}

/// A section with its icons in the canonical order. Rules: CC-R22, CC-DATA-4.
pub fn canonical(section: &str) -> String {
    let mut text = String::new();
    for icon in "01234zdbpfx+-".chars() {
        for _ in 0..count(section, icon) {
            text.push(icon);
        }
    }
    text
}

/// How often an icon is in a section. Rules: CC-DATA-4.
pub fn count(section: &str, icon: char) -> usize {
    section.chars().filter(|&found| found == icon).count()
}

/// True if an icon is in a section. Rules: CC-DATA-4.
pub fn has(section: &str, icon: char) -> bool {
    count(section, icon) > 0
}

/// The number a section shows, if any. Rules: CC-MOVE-2, CC-MOVE-7, CC-R32.
pub fn number(section: &str) -> Option<usize> {
    section.chars().find_map(|icon| icon.to_digit(10)).map(|digit| digit as usize)
}

/// True if the walk of this section is declared in parts. Rules: CC-R72.
pub fn is_long(section: &str) -> bool {
    match number(section) {
        Some(steps) => steps >= 3 || (steps == 2 && has(section, 'z')),
        None => false,
    }
}

/// The code of the first fault of a section string, or nothing if it may be used. Rules: CC-DATA-4, CC-R71.
pub fn section_fault(section: Section, text: &str) -> Option<&'static str> {
    let allowed = match section {
        Section::Move => "01234z+-",
        Section::Attack => "dbpf+-",
        Section::Reaction => "01234x+-",
    };
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let lone_displace = has(text, 'z') && number(text).unwrap_or(0) == 0;
    if text.is_empty() {
        Some("E01")
    } else if text.chars().any(|icon| !"01234zdbpfx+-".contains(icon)) {
        Some("E02")
    } else if text.chars().any(|icon| !allowed.contains(icon)) {
        Some("E03")
    } else if digits > 1 {
        Some("E04")
    } else if count(text, 'z') > 1 || lone_displace {
        Some("E05")
    } else if section == Section::Attack && !has(text, 'd') {
        Some("E06")
    } else if count(text, 'd') > 4 {
        Some("E07")
    } else if ['b', 'p', 'f'].iter().any(|&icon| count(text, icon) > 1) {
        Some("E08")
    } else if text.chars().all(|icon| icon == '-') {
        Some("E10")
    } else if ['+', '-', 'x'].iter().any(|&icon| count(text, icon) > 4) {
        Some("E11")
    } else {
        None
    }
}

/// One hex of a Style card. Rules: CC-ATTACK-6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleHex {
    /// Where it is for a figure that faces north. Rules: CC-R2, CC-R40.
    pub offset: Hex,
    /// The lowest face of a die that hits. Rules: CC-ATTACK-7, CC-ATTACK-8.
    pub need: u32,
}

/// A Style card. Rules: CC-COMP-2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What the Style is called in records.
    pub id: String,
    /// The hexes it covers.
    pub hexes: Vec<StyleHex>,
}

impl Style {
    /// A Style from the hexes hit on 3 or more and those hit on 4 or more.
    pub fn new(id: &str, on_three: &[Hex], on_four: &[Hex]) -> Self {
        let three = on_three.iter().map(|&offset| StyleHex { offset, need: 3 });
        let four = on_four.iter().map(|&offset| StyleHex { offset, need: 4 });
        Self { id: id.to_string(), hexes: three.chain(four).collect() }
    }
}

/// The fifteen Action cards. Rules: CC-DATA-1, CC-R8.
pub fn standard_deck() -> Vec<Card> {
    vec![
        Card::new("K01", "2", "dd", "1+"),
        Card::new("K02", "1z", "dd", "1+"),
        Card::new("K03", "++", "dd", "1+"),
        Card::new("K04", "2", "dd", "1+"),
        Card::new("K05", "2", "d+", "x"),
        Card::new("K06", "1", "db", "x"),
        Card::new("K07", "1", "dd", "x"),
        Card::new("K08", "0+", "ddp-", "x"),
        Card::new("K09", "0+", "dddf-", "x"),
        Card::new("K10", "0+", "ddb-", "x"),
        Card::new("K11", "1", "dd", "++"),
        Card::new("K12", "1", "d+", "xx-"),
        Card::new("K13", "1", "d+", "2-"),
        Card::new("K14", "1", "d+", "xx-"),
        Card::new("K15", "1", "d+", "1x-"),
    ]
}

/// The nine Style cards. Rules: CC-DATA-3, CC-R9.
pub fn standard_styles() -> Vec<Style> {
    let front = (0, -1);
    let front_left = (-1, 0);
    let front_right = (1, -1);
    let back_left = (-1, 1);
    let back_right = (1, 0);
    let two_ahead = (0, -2);
    let ahead_then_left = (-1, -1);
    let ahead_then_right = (1, -2);
    vec![
        Style::new("S1", &[front], &[front_left, front_right, back_right]),
        Style::new("S2", &[front], &[front_left, front_right, back_left]),
        Style::new("S3", &[front], &[two_ahead, (0, -3), (0, -4)]),
        Style::new("S4", &[front], &[two_ahead, ahead_then_left, ahead_then_right]),
        Style::new("S5", &[front], &[two_ahead, front_left, front_right]),
        Style::new("S6", &[front], &[two_ahead, ahead_then_left, front_left]),
        Style::new("S7", &[front], &[two_ahead, ahead_then_right, front_right]),
        Style::new("S8", &[front], &[ahead_then_left, front_left, front_right]),
        Style::new("S9", &[front], &[ahead_then_right, front_right, front_left]),
    ]
}
