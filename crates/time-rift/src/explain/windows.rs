//! Where an effect can be used, told from the notes of the rules and from what its parts need.
//! Rules: TR-R52, TR-R63.

use crate::faces::{Note, Window};
use crate::text::{Action, Atom, Clause, Effect, Plain, Power, Rival, Stat, Target, Whom, Whose};

/// The windows of an attack.
const OF_ATTACKS: [Window; 4] = [Window::Declared, Window::DefenseDice, Window::AttackDice, Window::Result];

/// Where an effect can be used and do something, in order. Whether its owner is the one concerned, and has what it
/// costs, is another question.
pub fn windows(effect: &Effect, note: &Note) -> Vec<Window> {
    let mut windows = Window::ALL.to_vec();
    windows.retain(|window| note.ears & window.bit() != 0);
    if effect.timing.is_some() {
        return windows;
    }
    if note.pays_actions {
        windows.retain(|window| *window == Window::Idle);
    }
    windows.retain(|window| effect.body.0.iter().any(|clause| acts(clause, *window)));
    for atom in effect.guard.iter().flat_map(|guard| &guard.condition.0) {
        if let Some(needed) = needed(atom) {
            windows.retain(|window| needed.contains(window));
        }
    }
    windows
}

/// Whether a clause can do something in a window.
fn acts(clause: &Clause, window: Window) -> bool {
    let plain = match &clause.action {
        Action::Power { power } => {
            return match power {
                Power::Reroll { whose, .. } => dice_windows(whose).contains(&window),
                Power::DisarmWeapon { target }
                | Power::Fear { target, .. }
                | Power::Heal { target: Some(target), .. }
                | Power::Poison { target, .. }
                | Power::Pull { target, .. }
                | Power::Push { target, .. }
                | Power::Support { target, .. } => window.is_of_attack() || !is_of_attack(target),
                _ => true,
            };
        }
        Action::Plain { plain } => plain,
    };
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
        Plain::Lose { target, .. } => window.is_of_attack() || !is_of_attack(target),
        Plain::Critical {} | Plain::Look { whose: Whose::Attackers {} | Whose::Defenders {} } => {
            window.is_of_attack()
        }
        _ => true,
    }
}

fn is_of_attack(target: &Target) -> bool {
    matches!(target, Target::Attacker {} | Target::Defender {})
}

/// Where dice can be changed. Rules: TR-R52.
fn dice_windows(whose: &Whose) -> Vec<Window> {
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
