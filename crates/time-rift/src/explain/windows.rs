//! When an effect can be used: the windows of its program. Rules: TR-R37, TR-R52, TR-R63, TR-R64.

use crate::text::{
    Action, Atom, Clause, CostItem, Effect, Event, Plain, Power, Price, Rival, Stat, Target, Timing, Whom,
    Whose,
};

/// A moment in which effects are used, in the order in which they come in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Window {
    /// The cards of the round are revealed.
    Reveal,
    /// The round starts.
    RoundStart,
    /// A turn starts.
    TurnStart,
    /// The player on turn may act.
    Idle,
    /// Somebody moved, or a card was deployed.
    Moved,
    /// An attack is announced and paid.
    Declared,
    /// Defense dice lie.
    DefenseDice,
    /// Attack dice lie.
    AttackDice,
    /// An attack has hit or missed.
    Result,
    /// A Champion is at 0 Life.
    Defeat,
    /// Life was lost.
    Damaged,
    /// A turn ends.
    TurnEnd,
    /// The round ends.
    RoundEnd,
}

/// The windows of an attack.
pub const OF_ATTACKS: [Window; 4] =
    [Window::Declared, Window::DefenseDice, Window::AttackDice, Window::Result];

impl Window {
    /// What rulings call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reveal => "W-REVEAL",
            Self::RoundStart => "W-ROUND-START",
            Self::TurnStart => "W-TURN-START",
            Self::Idle => "W-IDLE",
            Self::Moved => "W-MOVED",
            Self::Declared => "W-DECLARED",
            Self::DefenseDice => "W-DEF-DICE",
            Self::AttackDice => "W-ATK-DICE",
            Self::Result => "W-RESULT",
            Self::Defeat => "W-DEFEAT",
            Self::Damaged => "W-DAMAGED",
            Self::TurnEnd => "W-TURN-END",
            Self::RoundEnd => "W-ROUND-END",
        }
    }

    /// Whether an attack is in progress.
    pub fn is_of_attack(self) -> bool {
        OF_ATTACKS.contains(&self)
    }
}

/// Where an effect can be used, in order. Whether its owner is the one concerned, and whether it can be paid, is
/// another question.
pub fn windows(effect: &Effect) -> Vec<Window> {
    if let Some(timed) = &effect.timing {
        return vec![timed_window(&timed.timing)];
    }
    if pays_actions(effect) {
        return vec![Window::Idle];
    }
    let mut windows = match power(effect) {
        Some(power) => natural(power),
        None => free(effect),
    };
    for atom in effect.guard.iter().flat_map(|guard| &guard.condition.0) {
        if let Some(needed) = needed(atom) {
            windows.retain(|window| needed.contains(window));
        }
    }
    windows
}

/// The power ability of an effect: it stands in the first clause.
pub fn power(effect: &Effect) -> Option<&Power> {
    effect.body.0.iter().find_map(|clause| match &clause.action {
        Action::Power { power } => Some(power),
        Action::Plain { .. } => None,
    })
}

/// Whether an effect costs Actions.
pub fn pays_actions(effect: &Effect) -> bool {
    costs(effect).any(|item| matches!(item, CostItem::Pay { price: Price::Actions { .. } }))
}

/// What an effect costs, as far as its text names it.
pub fn costs(effect: &Effect) -> impl Iterator<Item = &CostItem> {
    effect.cost.iter().flat_map(|cost| &cost.items.0)
}

/// The window of a timing.
pub fn timed_window(timing: &Timing) -> Window {
    match timing {
        Timing::Reveal {} => Window::Reveal,
        Timing::RoundStart {} => Window::RoundStart,
        Timing::RoundEnd {} => Window::RoundEnd,
        Timing::TurnStart {} => Window::TurnStart,
        Timing::TurnEnd {} => Window::TurnEnd,
        Timing::When { event } => match event {
            Event::ChainComplete {} => Window::Reveal,
            Event::Deployed {} | Event::Moves { .. } => Window::Moved,
            Event::YouDeclare { .. } | Event::EnemyDeclares { .. } => Window::Declared,
            Event::YouRollDefense {} | Event::EnemyRollsDefense {} => Window::DefenseDice,
            Event::YouRollAttack { .. } | Event::EnemyRollsAttack { .. } => Window::AttackDice,
            Event::YourAttack { .. } | Event::EnemyAttack { .. } => Window::Result,
            Event::YouLoseLife {} | Event::EnemyLosesLife {} | Event::EnemyDefeated {} => Window::Damaged,
            Event::YouWouldBeDefeated {} => Window::Defeat,
            Event::EnemyStartsTurn {} => Window::TurnStart,
            Event::EnemyEndsTurn {} => Window::TurnEnd,
        },
    }
}

/// The natural window of a power ability without a time. Rules: TR-R85 to TR-R99.
fn natural(power: &Power) -> Vec<Window> {
    match power {
        Power::DisarmAttack { .. } | Power::Dodge { .. } | Power::React { .. } => vec![Window::Declared],
        Power::Reroll { whose, .. } => dice_windows(whose),
        Power::Save { .. } => vec![Window::TurnEnd],
        Power::Combo { .. }
        | Power::Deploy { .. }
        | Power::DisarmWeapon { .. }
        | Power::Fear { .. }
        | Power::Heal { .. }
        | Power::Jump { .. }
        | Power::Poison { .. }
        | Power::Pull { .. }
        | Power::Push { .. }
        | Power::Rage { .. }
        | Power::Support { .. } => vec![Window::Idle],
    }
}

/// Where an effect without time, power and Action cost can be used: between actions and at the ends of turns, and
/// in attacks, always where some part of it can act. Rules: TR-R63.
fn free(effect: &Effect) -> Vec<Window> {
    let mut windows = vec![Window::TurnStart, Window::Idle];
    windows.extend(OF_ATTACKS);
    windows.push(Window::TurnEnd);
    windows.retain(|window| effect.body.0.iter().any(|clause| acts(clause, *window)));
    windows
}

/// Whether a clause can do something in a window.
fn acts(clause: &Clause, window: Window) -> bool {
    let Action::Plain { plain } = &clause.action else { return true };
    match plain {
        Plain::Has { mods, .. } => mods.0.iter().any(|change| {
            let last = match change.stat {
                Stat::Def {} => Window::DefenseDice,
                Stat::Atk {} => Window::AttackDice,
                Stat::Damage {} | Stat::Agility {} | Stat::Initiative {} => Window::Result,
            };
            window.is_of_attack() && window <= last
        }),
        Plain::Reduce { .. } => window == Window::Result,
        Plain::SetDie { whose, .. } | Plain::ChangeDie { whose, .. } => dice_windows(whose).contains(&window),
        Plain::ExtraDice { .. } => matches!(window, Window::DefenseDice | Window::AttackDice),
        Plain::Critical {}
        | Plain::Lose { target: Target::Attacker {} | Target::Defender {}, .. }
        | Plain::Look { whose: Whose::Attackers {} | Whose::Defenders {} } => window.is_of_attack(),
        _ => true,
    }
}

/// Where dice can be changed. Rules: TR-R52.
pub fn dice_windows(whose: &Whose) -> Vec<Window> {
    match whose {
        Whose::Attackers {} => vec![Window::AttackDice],
        Whose::Defenders {} => vec![Window::DefenseDice],
        Whose::Your {} | Whose::ThatEnemys {} => vec![Window::DefenseDice, Window::AttackDice],
    }
}

/// The windows outside which a condition has no meaning, if there are any.
fn needed(atom: &Atom) -> Option<&'static [Window]> {
    match atom {
        Atom::Doubles {} | Atom::DieShows { .. } => Some(&[Window::DefenseDice, Window::AttackDice]),
        Atom::Attack { .. } => Some(&[Window::Result]),
        Atom::AttackIs { .. }
        | Atom::Place { whom: Whom::Attacker {} | Whom::Defender {}, .. }
        | Atom::Adjacent { whom: Whom::Attacker {} | Whom::Defender {}, .. }
        | Atom::Life { rival: Rival::Attacker {} | Rival::Defender {}, .. } => Some(&OF_ATTACKS),
        _ => None,
    }
}
