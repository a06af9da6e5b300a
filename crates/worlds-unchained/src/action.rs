//! What a seat or Chance can do. Rules: the engine model, 7.1.

use crate::state::Zone;

/// A place that something can be in: a seat, and a spot of its domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Whose.
    pub seat: u8,
    /// Where; see [`Spot`].
    pub spot: Spot,
}

/// A spot of a domain, in the order of the model: zones, the stockpile by age, the infirmary by arrival.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// A zone.
    Zone(Zone),
    /// A place in the stockpile, from 0.
    Stock(u8),
    /// A place in the infirmary, from 0.
    Infirmary(u8),
}

/// Yes comes before no wherever options are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// What is done. The order is the canonical order of options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// D2: who drafts first.
    First(u8),
    /// D3: the card to keep.
    Take(u16),
    /// D4: the card to remove.
    Cut(u16),
    /// D4: none.
    CutNone,
    /// D5: whether the infirmary is shuffled in.
    Infirmary(Answer),
    /// D6: another hand.
    Mulligan,
    /// D6: this hand.
    Keep,
    /// D7: the prime player.
    Prime(u8),
    /// D8: a card of the hand.
    Place(u16),
    /// D8: no more.
    Stop,
    /// D9: the leftover card that goes lowest next.
    Under(u16),
    /// D10: the Vassal to injure.
    Hurt(Zone),
    /// D11: whether it is restored.
    Rouse(Answer),
    /// D12: the Challenger.
    Send(Zone),
    /// D13: Boosts for power.
    Bet(u8),
    /// D14 to D16: an own spot and a Skill there, counted from 1.
    Use(Spot, u8),
    /// D14 to D16: no Chain.
    Pass,
    /// D17, D27: a vassal zone.
    BackVassal,
    /// D17, D27: an extra zone.
    BackExtra,
    /// D18: a waiting Ability, counted from 1.
    Next(u8),
    /// D19, D22: one more target.
    At(Place),
    /// D22: no more targets.
    Enough,
    /// D20: it is done.
    Do,
    /// D20: it is not.
    Decline,
    /// D21: an option, counted from 1.
    Option(u8),
    /// D23: a Skill of something, counted from 1.
    PickSkill(Place, u8),
    /// D23: a Status of something, counted from 1.
    PickStatus(Place, u8),
    /// D24: the Skill that replaces, counted from 1.
    Instead(Place, u8),
    /// D25: a bid.
    Bid(u8),
    /// D26: the member that is next.
    For(Place),
    /// D29: the opponent.
    Versus(u8),
    /// D30: own Abilities first.
    Lead,
    /// D30: own Abilities last.
    Trail,
    /// D28: the bout is given up. Like giving up the game it is never listed. Rules: WU-R5.
    ConcedeBout,
    /// C1, C6: a player.
    Pick(u8),
    /// C2: a card of the pool.
    Pool(u16),
    /// C3 to C5: a seat draws a card.
    Draw(u8, u16),
    /// C7: a target.
    Hit(Place),
}

const _: () = assert!(size_of::<Act>() <= 6);
