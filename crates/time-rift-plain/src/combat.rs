//! Attacks.

use crate::action::{Action, Source};
use crate::arena::{Feature, Square};
use crate::cards::Grid;
use crate::game::{Attack, AttackStep, Chance, Game, Step, Target, WentOn};

impl Game {
    /// D5: every attack the seat could make and pay. Rules: TR-ATK-1, TR-ATK-2, TR-R40, TR-R41.
    pub(crate) fn attack_options(&self, seat: usize) -> Vec<Action> {
        let mut sources = Vec::new();
        if self.seats[seat].actions >= 1 {
            sources.push(Source::Base);
        }
        for slot in 1..=self.seats[seat].slots.len() {
            if self.can_attack_with(seat, slot) {
                sources.push(Source::Slot(slot));
            }
        }
        let mut options = Vec::new();
        for source in sources {
            for (square, _) in self.targets(seat, source) {
                options.push(Action::Attack(source, square));
            }
        }
        options
    }

    /// True if the card in a slot is one to attack with, face up, charged, unused in this turn, paid
    /// for, and if there are hands for it.
    /// Rules: TR-WATK-1, TR-WATK-4, TR-SATK-1, TR-SATK-3, TR-WIELD-5, TR-R42, TR-R47, TR-R50.
    fn can_attack_with(&self, seat: usize, slot: usize) -> bool {
        let seat = &self.seats[seat];
        let Some(laid) = &seat.slots[slot - 1] else { return false };
        let Some(strike) = &laid.card.strike else { return false };
        // A card counts once in a round, so one that is committed needs no more hands.
        let more_hands = if laid.committed { 0 } else { laid.card.hands };
        laid.face_up
            && !laid.depleted
            && !laid.attacked
            && strike.cost <= seat.actions
            && seat.hands_used() + more_hands <= 2
    }

    /// The enemies and neutrals within a grid, each with the number of its space. Nothing that
    /// stands between matters. Rules: TR-GRID-3, TR-GRID-5, TR-GRID-7, TR-GRID-8, TR-R5, TR-R39.
    fn targets(&self, seat: usize, source: Source) -> Vec<(Square, i32)> {
        let (at, facing) = self.seats[seat].standing.expect("a Champion in the Arena");
        let numbered = self.grid(seat, source).numbered(at, facing);
        numbered.into_iter().filter(|&(square, _)| self.target_on(seat, square).is_some()).collect()
    }

    /// The grid of an attack. Rules: TR-GRID-3, TR-R41.
    fn grid(&self, seat: usize, source: Source) -> &Grid {
        match source {
            Source::Base => &self.champion(seat).grid,
            Source::Slot(slot) => {
                let laid = self.seats[seat].slots[slot - 1].as_ref().expect("a card in the slot");
                &laid.card.strike.as_ref().expect("a card to attack with").grid
            }
        }
    }

    /// Whom a seat could attack on a space. Rules: TR-ATK-3, TR-R39, TR-R102.
    fn target_on(&self, seat: usize, square: Square) -> Option<Target> {
        if let Some(other) = self.seat_on(square) {
            let is_enemy = self.setup.team(other) != self.setup.team(seat);
            return is_enemy.then_some(Target::Champion(other));
        }
        self.neutral_on(square).map(|_| Target::Neutral)
    }

    /// The place of the neutral on a space in the list of features.
    fn neutral_on(&self, square: Square) -> Option<usize> {
        let is_it =
            |feature: &Feature| matches!(feature, Feature::Neutral { .. }) && feature.square() == square;
        self.features.iter().position(is_it)
    }

    /// A1, A2 and A4: the attack is announced and paid for, and the grid is read. Nothing can come
    /// between without text. Rules: TR-ATK-1, TR-COMBAT-1, TR-R37, TR-R38, TR-R43.
    pub(crate) fn declare_attack(&mut self, seat: usize, source: Source, square: Square) {
        let target = self.target_on(seat, square).expect("a legal target");
        let targets = self.targets(seat, source);
        let (_, grid_value) =
            targets.into_iter().find(|&(at, _)| at == square).expect("a target in the grid");
        self.pay(seat, self.attack_cost(seat, source));
        self.seats[seat].attacked = true;
        if let Source::Slot(slot) = source {
            let laid = self.seats[seat].slots[slot - 1].as_mut().expect("a card in the slot");
            laid.depleted = true;
            laid.committed = true;
            laid.attacked = true;
        }
        self.attack = Some(Attack {
            step: AttackStep::A5,
            attacker: seat,
            source,
            target,
            square,
            grid_value,
            defense_dice: Vec::new(),
            defense_total: None,
            attack_dice: Vec::new(),
            attack_total: None,
        });
        self.step = Step::T3;
    }

    /// T3: the dice decide, unless one of the two has left the game meanwhile. Rules: TR-R61, TR-R119.
    pub(crate) fn resolve(&mut self) -> WentOn {
        let Some(attack) = &self.attack else {
            self.step = Step::T2;
            return true;
        };
        let attacker_is_gone = !self.seats[attack.attacker].living;
        let target_is_gone = matches!(attack.target, Target::Champion(seat) if !self.seats[seat].living);
        if attacker_is_gone || target_is_gone {
            self.attack = None;
            return true;
        }
        false
    }

    /// The dice an attack waits for. Rules: TR-COMBAT-2, TR-COMBAT-5, TR-COMBAT-10, TR-R140.
    pub(crate) fn attack_dice_due(attack: &Attack) -> Chance {
        let attacker = attack.attacker;
        match (attack.step, attack.target) {
            (AttackStep::A5, Target::Champion(seat)) => Chance { event: "C1", seats: vec![seat], dice: 2 },
            (AttackStep::A5, Target::Neutral) => Chance { event: "C1", seats: vec![], dice: 2 },
            (AttackStep::A8, _) => Chance { event: "C2", seats: vec![attacker], dice: 2 },
            (AttackStep::A11, _) => Chance { event: "C5", seats: vec![attacker], dice: 1 },
        }
    }

    /// Dice of an attack have fallen. Rules: TR-R37.
    pub(crate) fn roll_in_attack(&mut self, faces: &[i32]) {
        match self.attack.as_ref().expect("an attack").step {
            AttackStep::A5 => self.roll_defense(faces),
            AttackStep::A8 => self.roll_attack(faces),
            // 4, 5 and 6 hit. Rules: TR-COMBAT-10, TR-R54.
            AttackStep::A11 => self.finish_attack(faces[0] >= 4),
        }
    }

    /// A5 to A7: the dice and DEF. Rules: TR-COMBAT-2, TR-COMBAT-4, TR-CHAMP-11, TR-R140.
    fn roll_defense(&mut self, faces: &[i32]) {
        let attack = self.attack.as_ref().expect("an attack");
        let defense = match attack.target {
            Target::Champion(seat) => self.champion(seat).defense,
            Target::Neutral => match self.features[self.neutral_on(attack.square).expect("a neutral")] {
                Feature::Neutral { defense, .. } => defense,
                _ => unreachable!("only neutrals are looked for"),
            },
        };
        let attack = self.attack.as_mut().expect("an attack");
        attack.defense_dice = faces.to_vec();
        attack.defense_total = Some(faces.iter().sum::<i32>() + defense);
        attack.step = AttackStep::A8;
    }

    /// A8 to A11: the dice and the grid, then the totals are compared; equal ones by Champion
    /// Initiative, a neutral's being 0, then by a die.
    /// Rules: TR-COMBAT-5, TR-COMBAT-7, TR-COMBAT-8, TR-COMBAT-9, TR-COMBAT-12, TR-R54.
    fn roll_attack(&mut self, faces: &[i32]) {
        let attack = self.attack.as_mut().expect("an attack");
        let attack_total = faces.iter().sum::<i32>() + attack.grid_value;
        attack.attack_dice = faces.to_vec();
        attack.attack_total = Some(attack_total);
        let defense_total = attack.defense_total.expect("the defense is fixed first");
        let (attacker, target) = (attack.attacker, attack.target);
        let attacker_initiative = self.champion(attacker).initiative;
        let target_initiative = match target {
            Target::Champion(seat) => self.champion(seat).initiative,
            Target::Neutral => 0,
        };
        if attack_total > defense_total {
            self.finish_attack(true);
        } else if attack_total < defense_total {
            self.finish_attack(false);
        } else if attacker_initiative > target_initiative {
            self.finish_attack(true);
        } else if attacker_initiative < target_initiative {
            self.finish_attack(false);
        } else {
            self.attack.as_mut().expect("an attack").step = AttackStep::A11;
        }
    }

    /// A12 to A15: a hit deals the damage of the card that made it, doubles deal it twice.
    /// Rules: TR-COMBAT-11, TR-CRIT-1, TR-CRIT-2, TR-CRIT-3, TR-R55, TR-R56, TR-R57, TR-R59.
    fn finish_attack(&mut self, hits: bool) {
        let attack = self.attack.take().expect("an attack");
        self.step = Step::T2;
        if !hits {
            return;
        }
        let printed = match attack.source {
            Source::Base => self.champion(attack.attacker).damage,
            Source::Slot(slot) => {
                let laid = self.seats[attack.attacker].slots[slot - 1].as_ref().expect("the attacking card");
                laid.card.strike.as_ref().expect("a card to attack with").damage
            }
        };
        let is_critical = attack.attack_dice[0] == attack.attack_dice[1];
        let damage = if is_critical { 2 * printed } else { printed };
        match attack.target {
            Target::Champion(seat) => self.lose_life(&[(seat, damage)]),
            Target::Neutral => self.damage_neutral(attack.square, damage),
        }
    }

    /// A neutral at 0 Life is gone. Rules: TR-R101, TR-R102.
    fn damage_neutral(&mut self, square: Square, damage: i32) {
        let index = self.neutral_on(square).expect("a neutral");
        if let Feature::Neutral { life, .. } = &mut self.features[index] {
            *life -= damage;
            if *life <= 0 {
                self.features.remove(index);
            }
        }
    }
}
