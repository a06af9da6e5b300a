//! What lies in an Arena, and whether there is room beside it. Rules: TR-R7, TR-R35, TR-R102, TR-R115, TR-R142.

use engine::{Checked, Faults, Settings, nearest};

use super::files::Files;
use super::option_fault;
use crate::arena::{Arena, NOWHERE, Square, read_facing, read_square, square_name};
use crate::rules::{Mode, Rules};
use crate::state::MOST_NEUTRALS;

pub(super) const FEATURE_HINT: &str = "write pit@b2, obstacle@c3, spike@a1W or neutral@b3L2+1";

/// Something that lies in the Arena. Rules: TR-R102.
/// Rules: TR-ARENA-3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A pit.
    Pit(Square),
    /// An obstacle.
    Obstacle(Square),
    /// Spikes on one side of a space.
    Spike(Square, u8),
    /// A neutral: Life and DEF.
    Neutral(Square, u8, i8),
}

impl Feature {
    /// Reads `pit@b2`.
    pub fn read(text: &str) -> Option<Self> {
        let (kind, place) = text.split_once('@')?;
        let (square, rest) = place.split_at_checked(2)?;
        let square = read_square(square)?;
        let feature = match kind {
            "pit" if rest.is_empty() => Self::Pit(square),
            "obstacle" if rest.is_empty() => Self::Obstacle(square),
            "spike" => {
                let mut letters = rest.chars();
                let side = read_facing(letters.next()?)?;
                letters.next().is_none().then_some(Self::Spike(square, side))?
            }
            "neutral" => {
                let numbers = rest.strip_prefix('L')?;
                let sign = numbers.find(['+', '-'])?;
                let life = numbers[..sign].parse().ok().filter(|life| (1..=12).contains(life))?;
                let defense = numbers[sign..].parse().ok().filter(|defense| (-9..=9).contains(defense))?;
                Self::Neutral(square, life, defense)
            }
            _ => return None,
        };
        (feature.text() == text).then_some(feature)
    }

    /// `pit@b2`.
    pub fn text(self) -> String {
        match self {
            Self::Pit(square) => format!("pit@{}", square_name(square)),
            Self::Obstacle(square) => format!("obstacle@{}", square_name(square)),
            Self::Spike(square, side) => {
                format!("spike@{}{}", square_name(square), crate::arena::POINTS[usize::from(side & 3)])
            }
            Self::Neutral(square, life, defense) => {
                format!("neutral@{}L{life}{defense:+}", square_name(square))
            }
        }
    }

    fn square(self) -> Square {
        match self {
            Self::Pit(square)
            | Self::Obstacle(square)
            | Self::Spike(square, _)
            | Self::Neutral(square, ..) => square,
        }
    }

    fn occupies(self) -> bool {
        matches!(self, Self::Obstacle(_) | Self::Neutral(..))
    }
}

/// The size of the Arena and what lies in it.
pub(super) fn field(
    checked: &Checked<'_>,
    settings: &Settings,
    files: &Files,
    players: u8,
    faults: &mut Faults,
) -> (u8, Vec<Feature>) {
    let id = checked.text("field");
    let mut size = checked.whole("arena") as u8;
    let mut texts: Vec<String> = match checked.text("features") {
        "none" | "" => Vec::new(),
        list => list.split(',').map(str::to_owned).collect(),
    };
    if id != "bare" {
        if let Some(field) = files.fields.iter().find(|field| field.id == id) {
            for key in ["arena", "features"] {
                if settings.get(key).is_some() {
                    let what = format!("the Arena `{id}` has its own");
                    faults.push(option_fault(key, what, format!("leave out `{key}` or `field`")));
                }
            }
            (size, texts) = (field.size, field.features.clone());
        } else {
            let known = files.fields.iter().map(|field| field.id.as_str());
            let remedy = match nearest(id, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("name one of {}", known.collect::<Vec<_>>().join(", ")),
            };
            faults.push(option_fault("field", format!("there is no Arena `{id}`"), remedy));
        }
    }
    if size < 4 && players != 2 {
        let what = format!("an Arena of {size} is for two seats (TR-R142)");
        faults.push(option_fault("arena", what, "choose 4 or 5"));
    }
    let mut features = Vec::new();
    for text in texts {
        match Feature::read(&text) {
            Some(feature) => features.push(feature),
            None => faults.push(option_fault("features", format!("`{text}` is no feature"), FEATURE_HINT)),
        }
    }
    (size, features)
}

/// The features that do not find a place beside those before them, by number. Rules: TR-R35, TR-R102.
pub(super) fn misplaced(arena: &Arena, features: &[Feature]) -> Vec<usize> {
    let (mut wrong, mut neutrals) = (Vec::new(), 0);
    for (nth, &feature) in features.iter().enumerate() {
        let square = feature.square();
        let mut others = features[..nth].iter().filter(|other| other.square() == square);
        let clash = others.any(|other| *other == feature || (other.occupies() && feature.occupies()));
        let inside = arena.has(square);
        let edge = match feature {
            Feature::Spike(_, side) if inside => {
                arena.next[usize::from(square)][usize::from(side)] == NOWHERE
            }
            _ => true,
        };
        let neutral = matches!(feature, Feature::Neutral(..));
        if clash || !inside || !edge || (neutral && neutrals == MOST_NEUTRALS) {
            wrong.push(nth);
        } else {
            neutrals += usize::from(neutral);
        }
    }
    wrong
}

/// What is wrong with a feature that does not find its place, and what to do about it.
pub(super) fn misplacement(feature: Feature) -> (String, &'static str) {
    let hint = "one obstacle or neutral and one pit a space, spikes on the outside, at most six neutrals";
    (format!("{} cannot be there (TR-R102)", feature.text()), hint)
}

/// Puts features into the rules; each must find its place. Rules: TR-R35, TR-R102.
pub(super) fn put_features(rules: &mut Rules, features: &[Feature], faults: &mut Faults) {
    let wrong = misplaced(&rules.arena, features);
    for (nth, &feature) in features.iter().enumerate() {
        match feature {
            _ if wrong.contains(&nth) => {
                let (what, hint) = misplacement(feature);
                faults.push(option_fault("features", what, hint));
            }
            Feature::Pit(square) => rules.pits |= 1 << square,
            Feature::Obstacle(square) => rules.obstacles |= 1 << square,
            Feature::Spike(square, side) => rules.spikes[usize::from(square)] |= 1 << side,
            Feature::Neutral(square, life, defense) => rules.neutrals.push((square, life, defense)),
        }
    }
    rules.neutrals.sort_unstable();
}

/// There is always a space to start on, however the others place. Rules: TR-R7, TR-R115.
pub(super) fn room(rules: &Rules, faults: &mut Faults) {
    let taken = rules.neutrals.iter().fold(rules.obstacles, |set, neutral| set | 1 << neutral.0);
    if rules.mode == Mode::Tire {
        if rules.arena.center.count_ones() < u32::from(rules.players) {
            let what = "the Champions do not fit on the center spaces (TR-R115)";
            faults.push(option_fault("arena", what, "choose a larger Arena"));
        }
        return;
    }
    let sides: &[u8] = match rules.players {
        _ if rules.has_two_sides() => &[3, 1],
        3 => &[3, 2, 1],
        _ => &[3, 2, 1, 0],
    };
    let largest = match rules.mode.first_team() {
        Some(first) => u32::from(first.max(rules.players - first)),
        None => 1,
    };
    for &side in sides {
        let others = sides.iter().filter(|&&other| other != side);
        let rows = others.fold(0, |set, &other| set | rules.arena.lines(other, 1));
        let sure = rules.arena.lines(side, 1) & !taken & !rows;
        if sure.count_ones() < largest {
            let what =
                format!("no room in the Starting Row of {} (TR-R7)", crate::arena::POINTS[usize::from(side)]);
            faults.push(option_fault("features", what, "leave a space free along every edge"));
        }
    }
}
