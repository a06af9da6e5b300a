//! What a seat can decide, and how it is written.

use crate::board::{Board, FACINGS, Hex};
use crate::seat_letter;

/// How a section moves its figure. Rules: CC-R21, CC-R60, CC-R72.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Not at all, without turning. Rules: CC-R32, CC-R60.
    Stay,
    /// On the spot. Rules: CC-MOVE-7, CC-R31.
    Turn(usize),
    /// To a hex, perhaps relocating the figure there, then facing. Rules: CC-MOVE-6, CC-DISP-2.
    Go(Hex, Option<Hex>, usize),
    /// By a long walk, declared afterwards. Rules: CC-R72.
    Walk,
}

/// One decision of a seat. Rules: CC-R21.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A Move section. Rules: CC-RES-5.
    Move(String, Way),
    /// An Attack section on one seat, or on everybody in reach. Rules: CC-ATTACK-2, CC-BARR-1.
    Attack(String, Option<usize>),
    /// Letting the Special turn go. Rules: CC-R15.
    Pass,
    /// A whole long walk without Displace. Rules: CC-R72.
    WalkTo(Hex, usize),
    /// One step of a long walk with Displace, the last one with the facing. Rules: CC-R72.
    WalkStep(Hex, Option<Hex>, Option<usize>),
    /// Pushing the only target. Rules: CC-PUSH-1.
    Push(usize, Hex),
    /// Pushing a target of a Barrage. Rules: CC-R50.
    PushOf(usize, Hex),
    /// The attacker's new facing. Rules: CC-FUMB-1.
    Fumble(usize),
    /// Who fumbles or reacts next. Rules: CC-BARR-2, CC-R50.
    Order(usize),
    /// A Reaction section. Rules: CC-REACT-2.
    React(String, Way),
    /// No reaction. Rules: CC-ATTACK-13.
    Decline,
}

impl Choice {
    /// The choice in the action notation.
    pub fn text(&self, board: &Board) -> String {
        let hop = |hex: &Hex, relocation: &Option<Hex>| match relocation {
            None => board.name(*hex),
            Some(other) => format!("{}>{}", board.name(*hex), board.name(*other)),
        };
        let way_text = |way: &Way| match way {
            Way::Stay => String::new(),
            Way::Turn(facing) => format!(" @{}", FACINGS[*facing]),
            Way::Go(hex, relocation, facing) => format!(" {} @{}", hop(hex, relocation), FACINGS[*facing]),
            Way::Walk => " walk".to_string(),
        };
        match self {
            // On a turn there is nothing to choose about a long walk, so it is not named.
            Self::Move(card, Way::Walk) => format!("M {card}"),
            Self::Move(card, way) => format!("M {card}{}", way_text(way)),
            Self::Attack(card, Some(target)) => format!("A {card} {}", seat_letter(*target)),
            Self::Attack(card, None) => format!("A {card} *"),
            Self::Pass => "pass".to_string(),
            Self::WalkTo(hex, facing) => format!("to {} @{}", board.name(*hex), FACINGS[*facing]),
            Self::WalkStep(hex, relocation, None) => format!("step {}", hop(hex, relocation)),
            Self::WalkStep(hex, relocation, Some(facing)) => {
                format!("step {} @{}", hop(hex, relocation), FACINGS[*facing])
            }
            Self::Push(_, hex) => format!("push {}", board.name(*hex)),
            Self::PushOf(target, hex) => format!("push {} {}", seat_letter(*target), board.name(*hex)),
            Self::Fumble(facing) => format!("fumble {}", FACINGS[*facing]),
            Self::Order(target) => format!("order {}", seat_letter(*target)),
            Self::React(card, way) => format!("react {card}{}", way_text(way)),
            Self::Decline => "decline".to_string(),
        }
    }
}
