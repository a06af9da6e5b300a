//! Defeat, last standing, and what decides a game that is still open after the last round.

use crate::action::Action;
use crate::arena::{Point, Square, center_squares};
use crate::game::{Game, GameResult, Reason, Stage, Step, WentOn};
use crate::roll_off::{Member, RollOff};

impl Game {
    /// Several Champions lose Life by one change: applied together, then checked together.
    /// Rules: TR-ROE-2, TR-R106, TR-R107, TR-R110.
    pub(crate) fn lose_life(&mut self, losses: &[(usize, i32)]) {
        let before: Vec<i32> = self.seats.iter().map(|seat| seat.life).collect();
        for &(seat, loss) in losses {
            self.seats[seat].life = (self.seats[seat].life - loss).max(0);
        }
        let fallen: Vec<usize> =
            self.living().into_iter().filter(|&seat| self.seats[seat].life == 0).collect();
        for &seat in &fallen {
            self.defeat(seat);
        }
        if self.living().is_empty() {
            self.settle_fall_of_all(&fallen, &before);
        } else {
            self.check_last_standing(Reason::Ko);
        }
    }

    /// The Champion leaves the Arena: face-up cards to the discard pile, the others back to the
    /// owner. It is left out of every order. Rules: TR-END-1, TR-END-2, TR-END-3, TR-R106, TR-R119.
    pub(crate) fn defeat(&mut self, number: usize) {
        let seat = &mut self.seats[number];
        seat.living = false;
        seat.standing = None;
        seat.life = 0;
        seat.actions = 0;
        seat.moved = false;
        seat.attacked = false;
        seat.sealed = false;
        for slot in &mut seat.slots {
            if let Some(laid) = slot.take() {
                if laid.face_up {
                    seat.discard.push(laid.card.id);
                } else {
                    seat.returned.push(laid.card.id);
                }
            }
        }
        for card in seat.loadout.drain(..) {
            seat.returned.push(card.id);
        }
        self.order.retain(|&other| other != number);
        self.entering.retain(|&other| other != number);
        if let Some(roll_off) = &mut self.roll_off {
            let team = self.setup.team(number);
            if self.step != Step::WinnerRoll {
                roll_off.remove(number);
            } else if self.living_members(team).is_empty() {
                // Here teams roll, and this one has nobody left.
                self.roll_off.as_mut().expect("a roll-off").remove(team);
            }
        }
    }

    /// The game is over at once when only one side is left. Rules: TR-GOAL-1, TR-END-4, TR-R106, TR-R114.
    pub(crate) fn check_last_standing(&mut self, reason: Reason) {
        if let [team] = self.living_teams()[..] {
            self.win(team, reason);
        }
    }

    fn win(&mut self, team: usize, reason: Reason) {
        self.attack = None;
        self.roll_off = None;
        self.result = Some(GameResult { winners: self.setup.members(team), reason });
    }

    /// Nobody is left: of those who fell by this one change the side with more Life before it wins,
    /// then the one with the higher Champion Initiative, then dice. Rules: TR-R108.
    fn settle_fall_of_all(&mut self, fallen: &[usize], life_before: &[i32]) {
        let mut members: Vec<Member> = Vec::new();
        for seat in self.in_seat_order(fallen.to_vec()) {
            let team = self.setup.team(seat);
            if members.iter().any(|member| member.who == team) {
                continue;
            }
            let involved = fallen.iter().copied().filter(|&other| self.setup.team(other) == team);
            let life = involved.clone().map(|other| life_before[other]).sum();
            let initiative =
                involved.map(|other| self.champion(other).initiative).max().expect("somebody fell");
            members.push(Member { who: team, numbers: vec![life, initiative] });
        }
        let best = members.iter().map(|member| member.numbers.clone()).max().expect("somebody fell");
        members.retain(|member| member.numbers == best);
        self.attack = None;
        self.start_roll_for_victory(members, Reason::Ko);
    }

    /// The sides with the most Life, that of a team being the sum. Rules: TR-GOAL-2, TR-R111, TR-R123.
    fn teams_with_most_life(&self) -> Vec<usize> {
        let life = |team: usize| -> i32 {
            self.living_members(team).into_iter().map(|seat| self.seats[seat].life).sum()
        };
        let teams = self.living_teams();
        let most = teams.iter().map(|&team| life(team)).max().expect("somebody is left");
        teams.into_iter().filter(|&team| life(team) == most).collect()
    }

    /// Who has less Life than the best is out. Rules: TR-R112, TR-R114.
    fn defeat_all_but(&mut self, best: &[usize]) {
        for seat in self.living() {
            if !best.contains(&self.setup.team(seat)) {
                self.defeat(seat);
            }
        }
    }

    /// G1: most Life wins; equals go on to the Tie Breaker.
    /// Rules: TR-END-5, TR-END-6, TR-R111, TR-R112, TR-R123.
    pub(crate) fn compare_after_rounds(&mut self) -> WentOn {
        let best = self.teams_with_most_life();
        if let [team] = best[..] {
            self.win(team, Reason::Life);
            return true;
        }
        self.defeat_all_but(&best);
        self.roll_off = Some(self.ranking(|_, _| Vec::new()));
        self.step = Step::TieRoll;
        true
    }

    /// The order of the Tie Breaker is rolled, nothing else counts. Rules: TR-TIE-1, TR-TIE-2, TR-R113.
    pub(crate) fn roll_tie_breaker_order(&mut self) -> WentOn {
        let Some(order) = self.take_order() else { return false };
        self.order = order;
        self.stage = Stage::Tie;
        self.step = Step::P1;
        true
    }

    /// G2: most Life wins; equals go on to the Tire Fight, or, where the center is too small, roll
    /// for the victory. Rules: TR-TIE-5, TR-TIRE-1, TR-R114, TR-R118, TR-R142.
    pub(crate) fn compare_after_tie_breaker(&mut self) -> WentOn {
        let best = self.teams_with_most_life();
        if let [team] = best[..] {
            self.win(team, Reason::Tie);
            return true;
        }
        self.defeat_all_but(&best);
        let has_teams = self.setup.mode.team_sizes().is_some();
        if has_teams || self.fit_in_center() {
            self.step = Step::TireEnter;
        } else {
            self.start_roll_for_victory(equals(&best), Reason::Tire);
        }
        true
    }

    fn fit_in_center(&self) -> bool {
        self.living().len() <= center_squares(self.setup.arena).len()
    }

    /// The center is cleared, and if there are too many for it two of each team go on. Then all are
    /// lifted from the Arena. Rules: TR-TIRE-2, TR-R115, TR-R118.
    pub(crate) fn enter_tire_fight(&mut self) -> WentOn {
        let size = self.setup.arena;
        self.features.retain(|feature| !(feature.occupies() && feature.square().is_center(size)));
        if self.entry_choice().is_some() {
            return false;
        }
        if !self.fit_in_center() {
            let staying: Vec<usize> =
                self.living_teams().into_iter().flat_map(|team| self.entrants(team).0).collect();
            for seat in self.living() {
                if !staying.contains(&seat) {
                    self.defeat(seat);
                }
            }
        }
        self.entering.clear();
        for seat in &mut self.seats {
            seat.standing = None;
        }
        self.roll_off = Some(self.ranking(|game, seat| vec![game.champion(seat).initiative]));
        self.step = Step::TireRank;
        true
    }

    /// Of a team that enters two: who is sure to enter or chosen already, and who else is as good as
    /// the last of them. Rules: TR-R118.
    fn entrants(&self, team: usize) -> (Vec<usize>, Vec<usize>) {
        let members = self.living_members(team);
        if members.len() <= 2 {
            return (members, Vec::new());
        }
        let mut lives: Vec<i32> = members.iter().map(|&seat| self.seats[seat].life).collect();
        lives.sort_unstable();
        lives.reverse();
        let second = lives[1];
        let (mut sure, mut equals) = (Vec::new(), Vec::new());
        for seat in members {
            let life = self.seats[seat].life;
            if life > second || self.entering.contains(&seat) {
                sure.push(seat);
            } else if life == second {
                equals.push(seat);
            }
        }
        if sure.len() + equals.len() <= 2 {
            sure.append(&mut equals);
        }
        if sure.len() == 2 {
            equals.clear();
        }
        (sure, equals)
    }

    /// D15: who chooses, and among whom: West before East, the first seat of the team for its owner.
    /// Rules: TR-R118.
    pub(crate) fn entry_choice(&self) -> Option<(usize, Vec<usize>)> {
        if self.fit_in_center() {
            return None;
        }
        for team in self.living_teams() {
            let (_, equals) = self.entrants(team);
            if !equals.is_empty() {
                return Some((self.living_members(team)[0], equals));
            }
        }
        None
    }

    /// The lowest Champion Initiative places first, ties by dice. Rules: TR-TIRE-2, TR-R115.
    pub(crate) fn rank_for_tire_fight(&mut self) -> WentOn {
        let Some(highest_first) = self.take_order() else { return false };
        self.placing = highest_first.into_iter().rev().collect();
        self.step = Step::TirePlace;
        true
    }

    /// All place in turn; then the turn order is rolled. Rules: TR-TIRE-2, TR-TIRE-3, TR-R115.
    pub(crate) fn place_in_center(&mut self) -> WentOn {
        if self.placer().is_some() {
            return false;
        }
        self.roll_off = Some(self.ranking(|_, _| Vec::new()));
        self.step = Step::TireRoll;
        true
    }

    /// D14: a free center space with any facing. Rules: TR-TIRE-2, TR-R115.
    pub(crate) fn tire_placements(&self) -> Vec<Action> {
        let spaces: Vec<Square> = center_squares(self.setup.arena);
        let free = spaces.into_iter().filter(|&square| !self.is_occupied(square));
        free.flat_map(|square| Point::ALL.map(|facing| Action::Place(square, facing))).collect()
    }

    /// The turn order is rolled once for all laps. Rules: TR-TIRE-3, TR-R115, TR-R116.
    pub(crate) fn roll_tire_order(&mut self) -> WentOn {
        let Some(order) = self.take_order() else { return false };
        self.order = order;
        self.stage = Stage::Tire(1);
        self.step = Step::P1;
        true
    }

    /// G3: most Life wins, equals roll for it. Rules: TR-R116, TR-R118.
    pub(crate) fn compare_after_laps(&mut self) -> WentOn {
        let best = self.teams_with_most_life();
        if let [team] = best[..] {
            self.win(team, Reason::Tire);
        } else {
            self.start_roll_for_victory(equals(&best), Reason::Tire);
        }
        true
    }

    fn start_roll_for_victory(&mut self, members: Vec<Member>, reason: Reason) {
        self.roll_off = Some(RollOff { members });
        self.rolled_for = Some(reason);
        self.step = Step::WinnerRoll;
    }

    /// Sides roll off, and the first one wins. Rules: TR-R12, TR-R108, TR-R116, TR-R142.
    pub(crate) fn roll_for_victory(&mut self) -> WentOn {
        let Some(order) = self.take_order() else { return false };
        let reason = self.rolled_for.expect("a reason to roll");
        self.win(order[0], reason);
        true
    }
}

/// Teams that roll off with nothing to set them apart.
fn equals(teams: &[usize]) -> Vec<Member> {
    teams.iter().map(|&team| Member { who: team, numbers: Vec::new() }).collect()
}

#[cfg(test)]
mod tests {
    use crate::arena::Point;
    use crate::cards::{Champion, Deck, Grid};
    use crate::game::{Actor, Game, Placed, Position, Reason};
    use crate::setup::{Mode, Setup};

    fn deck(initiative: i32) -> Deck {
        let grid = Grid::parse(". . .\n. +1 .\n. ^ .\n. . .").expect("a grid");
        let (life, agility, damage, defense) = (9, 4, 1, 0);
        let id = "somebody".to_string();
        let champion =
            Champion { id, initiative, life, agility, damage, defense, grid, cultures: Vec::new() };
        Deck { champion, loadout: Vec::new() }
    }

    /// A Fist Fight, or a fight of teams, with these Initiatives and Lives.
    fn game(mode: Mode, seats: &[(i32, i32)]) -> Game {
        let mut setup = Setup::new(mode, seats.iter().map(|&(initiative, _)| deck(initiative)).collect());
        if mode == Mode::TwoVsTwo {
            setup.teams = vec![0, 1, 0, 1];
        }
        let placed = |(index, &(_, life)): (usize, &(i32, i32))| Placed {
            side: Point::ALL[if mode == Mode::TwoVsTwo { 2 * (index % 2) } else { index }],
            standing: ["a1E", "d1W", "a4E", "d4W"][index].to_string(),
            life,
            actions: 4,
        };
        let seats: Vec<Placed> = seats.iter().enumerate().map(placed).collect();
        let order = (0..seats.len()).collect();
        Game::from_position(setup, &Position { round: 1, order, seats }).expect("a position")
    }

    fn all_fall(game: &mut Game) {
        let losses: Vec<(usize, i32)> = game.living().into_iter().map(|seat| (seat, 20)).collect();
        game.lose_life(&losses);
        game.run();
    }

    fn winners(game: &Game) -> Vec<usize> {
        let result = game.result().expect("the game is over");
        assert_eq!(result.reason, Reason::Ko);
        result.winners
    }

    /// TR-R107, TR-R108: more Life before, then the higher Champion Initiative, then dice.
    #[test]
    fn everybody_at_zero_at_once() {
        let mut by_life = game(Mode::Fist, &[(9, 2), (5, 3), (12, 2)]);
        all_fall(&mut by_life);
        assert_eq!(winners(&by_life), [1]);
        let mut by_initiative = game(Mode::Fist, &[(9, 3), (5, 3), (12, 2)]);
        all_fall(&mut by_initiative);
        assert_eq!(winners(&by_initiative), [0]);
        let mut by_dice = game(Mode::Fist, &[(9, 3), (9, 3), (12, 2)]);
        all_fall(&mut by_dice);
        assert_eq!(by_dice.actor(), Actor::Chance);
        assert_eq!(by_dice.chance_due().expect("dice").seats, [0, 1]);
        by_dice.apply_chance("dice(25)").expect("two dice");
        assert_eq!(winners(&by_dice), [1]);
    }

    /// TR-R108: who fell before does not count, teams add up Life and take the best Initiative.
    #[test]
    fn all_teams_at_zero_at_once() {
        let mut by_sum = game(Mode::TwoVsTwo, &[(9, 2), (5, 5), (5, 4), (5, 2)]);
        by_sum.lose_life(&[(3, 2)]);
        assert!(by_sum.result().is_none());
        all_fall(&mut by_sum);
        assert_eq!(winners(&by_sum), [0, 2]);
        let mut by_initiative = game(Mode::TwoVsTwo, &[(9, 2), (5, 3), (8, 3), (10, 2)]);
        all_fall(&mut by_initiative);
        assert_eq!(winners(&by_initiative), [1, 3]);
    }

    /// TR-R107: two of three at once, the third has won.
    #[test]
    fn all_but_one_at_once() {
        let mut game = game(Mode::Fist, &[(9, 2), (5, 3), (12, 2)]);
        game.lose_life(&[(0, 2), (2, 5)]);
        assert_eq!(winners(&game), [1]);
    }
}
