//! Effects, sentence by sentence: what is chosen, then what changes. Rules: WU-7.1.1 to WU-7.1.3, WU-R73, WU-R75,
//! WU-R88, WU-R95, WU-R123, WU-R124, WU-R139; card language 5.2 to 5.6.

use engine::{Actions, Log, Seat, Turn};
use smallvec::SmallVec;

use crate::action::{Act, Place, Spot};
use crate::deeds::{Change, Doers, carry_out, open_replacements};
use crate::event::{Cap, Event};
use crate::rules::{Rules, ears};
use crate::scene::{Ids, Scene, cannot, challenger, fallen_id, held, is_in, place_of, replacements, vassal};
use crate::state::{Cause, Doing, End, Id, Instance, NO_SEAT, NO_WORLD, State, Timed, VALUES, Wait, Waiting};
use crate::text::{
    Action, Atom, BoostAmount, BoostChange, Change as To, Clause, Condition, Countable, Decider, Deed,
    Effect, Expr, Group, Immunity, MoveZone, Negation, Order, Player, PowerAmount, Qualifier, Quantity,
    Report, ResourceDeed, Single, Skill, SkillKind, SkillPick, Static, StatusPick, Step, Steps, Target,
    Threat, Until, Whose,
};
use crate::{combat, negate, settle};

/// A choice that an effect waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// D29: which opponent.
    Versus(u8),
    /// D19, D22: a target.
    Target {
        /// Who chooses.
        by: u8,
        /// What can be chosen.
        from: Ids,
        /// Whether none is a choice.
        enough: bool,
    },
    /// C7: a target by chance.
    Hit(Ids),
    /// D20: whether to do it.
    May(u8),
    /// D21: one of so many.
    Option(u8, u8),
    /// D23: a Skill of something, by its number from 1.
    Skill {
        /// Who chooses.
        by: u8,
        /// Whose.
        on: Id,
        /// Which can be chosen.
        from: SmallVec<[u8; 8]>,
    },
    /// D23: a Status on something, by its number from 1.
    Status {
        /// Who chooses.
        by: u8,
        /// On whom.
        on: Id,
        /// Which can be chosen.
        from: SmallVec<[u8; 8]>,
    },
    /// D26: the next member.
    Member {
        /// Who chooses.
        by: u8,
        /// What is left.
        from: Ids,
    },
    /// D25: bids of all who still owe one, as bits, and the most.
    Bid(u8, u8),
    /// D27: the kind of zone.
    Zone(u8),
    /// D24: which replacement: whose, and the number of its Skill.
    Instead {
        /// Who chooses.
        by: u8,
        /// Which can be chosen.
        from: SmallVec<[(Id, u8); 4]>,
    },
}

/// No more statements "until X" than these for a player. Rules: WU-R141.
const MOST_TIMED: usize = 8;
/// Stands for "enough" among the choices of an instruction.
const ENOUGH: Id = 0;
/// Marks numbers among the choices of an instruction, which are no objects.
pub const NUMBER: Id = 0b11 << 14;

/// A number among the choices of an instruction.
fn numbered(number: u8) -> Id {
    NUMBER | Id::from(number)
}

/// What an effect is about to do, all choices made.
struct Plan {
    changes: SmallVec<[Change; 16]>,
    /// The last one chosen or named, if any.
    it: Option<Id>,
    /// The last several chosen.
    those: Option<Ids>,
    negates: bool,
    /// Whether an optional action could be done at all.
    possible: bool,
}

impl Plan {
    /// Nothing yet.
    fn empty() -> Self {
        Self { changes: SmallVec::new(), it: None, those: None, negates: false, possible: true }
    }
}

/// Starts an effect.
pub fn start<L: Log<Event>>(rules: &Rules, state: &mut State, of: Waiting, chain: bool, log: &mut L) {
    if !chain && L::LIVE {
        let skills = held(rules, state, of.bearer);
        let number = skills.iter().position(|held| held.instance == of.instance).map_or(1, |nth| nth + 1);
        log.add(Event::AbilityUsed(of.user, combat::card_of(state, of.bearer), number as u8));
    }
    state.doing = Some(begin(rules, state, of, chain));
}

fn begin(rules: &Rules, state: &State, of: Waiting, chain: bool) -> Doing {
    Doing {
        of: Waiting { number: 0, ..of },
        chain,
        clause: 0,
        step: 0,
        statement: 0,
        wait: Wait::No,
        by: NO_SEAT,
        option: 0,
        did: false,
        held: false,
        it: of.it,
        those: SmallVec::new(),
        many: 0,
        versus: versus_at_start(rules, state, &of),
        picks: SmallVec::new(),
        members: SmallVec::new(),
        gone: SmallVec::new(),
    }
}

/// Marks a replacement that is not chosen yet; behind it what it takes the place of.
const UNDECIDED: u8 = 200;

/// The next action that something takes the place of, within so many replacements.
fn next_instead(state: &State, within: u8) -> Option<usize> {
    state.instead.iter().position(|&(.., level)| level == within)
}

/// What takes the place of an action begins; the effect that runs waits for it. Each stack is an action of its own:
/// if what would have taken its place is used up by then, it comes after all. Rules: WU-R122, WU-R144.
fn begin_instead(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.instead.is_empty() {
        return;
    }
    let Some(nth) = next_instead(state, state.replacing()) else { return };
    let (on, threat, within) = state.instead.remove(nth);
    let Some(&(bearer, instance, _, user)) = open_replacements(rules, state, on, threat).first() else {
        let change = match threat {
            Threat::Injured => Change::injure(on, Doers::NONE, false),
            Threat::Exhausted => Change::exhaust(on),
            Threat::Eliminated => Change::Eliminate { on, by: 0 },
        };
        // The effect that runs waits meanwhile, and is in the way of itself.
        let waits = state.doing.take();
        let is_waiting = waits.is_some();
        state.below.extend(waits);
        let outcome = carry_out(rules, state, &[change], Cause::Effect, log);
        if is_waiting {
            state.doing = state.below.pop();
        }
        state.replace(outcome.instead, within);
        return;
    };
    let (cause, player) = (Cause::Effect, NO_SEAT);
    let of = Waiting { bearer, instance, user, cause, it: on, player, number: 0, read: 0, values: [0; 8] };
    let doing = Doing { statement: UNDECIDED + threat as u8, ..begin(rules, state, of, true) };
    if let Some(running) = state.doing.replace(doing) {
        state.below.push(running);
    }
}

/// What a replacement that is not chosen yet takes the place of.
fn threat_of(doing: &Doing) -> Option<Threat> {
    doing.statement.checked_sub(UNDECIDED).and_then(|nth| Threat::ALL.get(usize::from(nth)).copied())
}

/// The replacements that an action has, each with the number of its Skill.
fn choices_instead(
    rules: &Rules,
    state: &State,
    doing: &Doing,
    threat: Threat,
) -> SmallVec<[(Id, u8, u8); 4]> {
    // Whatever runs now is no longer in the way of itself.
    let open = replacements(rules, state, doing.it, threat);
    let busy = |bearer: Id, instance: Instance| {
        let mut below = state.below.iter().filter(|below| below.statement > 0);
        below.any(|below| (below.of.bearer, below.of.instance) == (bearer, instance))
    };
    open.iter()
        .filter(|&&(bearer, instance, ..)| !busy(bearer, instance))
        .map(|&(bearer, instance, statement, _)| {
            let skills = held(rules, state, bearer);
            let number = skills.iter().position(|held| held.instance == instance).map_or(0, |nth| nth + 1);
            (bearer, number as u8, statement)
        })
        .collect()
}

/// Chooses a replacement by its place in the list.
fn settle_instead(rules: &Rules, state: &mut State, threat: Threat, bearer: Id, number: u8) {
    let on = running(state).it;
    for &(who, instance, statement, user) in &replacements(rules, state, on, threat) {
        let skills = held(rules, state, who);
        let nth = skills.iter().position(|held| held.instance == instance).map_or(0, |nth| nth + 1) as u8;
        if who == bearer && nth == number {
            let of = Waiting { bearer: who, instance, user, ..running(state).of };
            let versus = versus_at_start(rules, state, &of);
            let doing = running(state);
            (doing.of, doing.statement, doing.versus) = (of, statement + 1, versus);
            return;
        }
    }
}

/// The opponent that is fixed from the beginning: the only one, or the player of the event. Rules: WU-R140.
fn versus_at_start(rules: &Rules, state: &State, of: &Waiting) -> u8 {
    if rules.seats == 2 {
        let other = 1 - of.user;
        return if is_in(state, other) { other } else { NO_SEAT };
    }
    let mut others = Scene::new(rules, state, of.user, of.bearer).opponents().collect::<SmallVec<[u8; 4]>>();
    if others.contains(&of.player) {
        return of.player;
    }
    if let Some((seat, ..)) = vassal(state, of.bearer)
        && others.contains(&seat)
    {
        return seat;
    }
    if others.len() == 1 { others.remove(0) } else { NO_SEAT }
}

/// The effect of a Chain or single trigger Ability.
fn effect_of<'a>(rules: &'a Rules, of: &Waiting) -> &'a Effect {
    static NONE: Effect = cardlang::Sentences(Vec::new());
    match &rules.skills[usize::from(of.instance.skill)].skill {
        Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => effect,
        Skill::Solid { .. } | Skill::Passive { .. } => &NONE,
    }
}

/// Somebody who looks at the position in the middle of an effect.
fn scene<'a>(rules: &'a Rules, state: &'a State, doing: &'a Doing, actor: u8) -> Scene<'a> {
    Scene {
        it: doing.it,
        those: &doing.those,
        player: doing.of.player,
        actor,
        versus: doing.versus,
        many: doing.many,
        gone: &doing.gone,
        ..Scene::new(rules, state, doing.of.user, doing.of.bearer)
    }
}

/// A condition or number of an effect, in the order of the text.
#[derive(Clone, Copy)]
enum Readable<'a> {
    Condition(&'a Condition),
    Boosts(&'a BoostAmount),
    Power(&'a PowerAmount),
}

/// Everything that is read from the common state, or when it is reached. Rules: WU-R88.
fn readables<'a>(effect: &'a Effect, each: &mut dyn FnMut(Readable<'a>)) {
    for clause in &effect.0 {
        match clause {
            Clause::Steps { steps }
            | Clause::IfDo { steps, .. }
            | Clause::Otherwise { steps }
            | Clause::ForEach { steps, .. } => steps_readables(steps, each),
            Clause::If { condition, steps } | Clause::Instead { condition, steps } => {
                each(Readable::Condition(condition));
                steps_readables(steps, each);
            }
            Clause::May { orders, .. } => orders.0.iter().for_each(|order| order_readables(order, each)),
            Clause::Choose { options } => options.0.iter().for_each(|steps| steps_readables(steps, each)),
            Clause::Bid { .. } | Clause::Until { .. } => {}
        }
    }
}

fn steps_readables<'a>(steps: &'a Steps, each: &mut dyn FnMut(Readable<'a>)) {
    for action in steps.0.iter().flat_map(|step| &step.actions.0) {
        match action {
            Action::Order { order } => order_readables(order, each),
            Action::Report { report } => match report {
                Report::Vassal { change: To::GainPower { amount } | To::LosePower { amount }, .. } => {
                    each(Readable::Power(amount));
                }
                Report::Player { deed: Deed::Boosts { amount, .. }, .. } => each(Readable::Boosts(amount)),
                _ => {}
            },
        }
    }
}

fn order_readables<'a>(order: &'a Order, each: &mut dyn FnMut(Readable<'a>)) {
    if let Order::Spend { amount } | Order::Gain { amount } = order {
        each(Readable::Boosts(amount));
    }
}

/// Whether something is read when it is reached, since it refers to the effect's own results. Rules: WU-R88.
fn is_live(readable: Readable<'_>, fixed: bool) -> bool {
    match readable {
        Readable::Condition(condition) => condition.atoms().iter().any(|atom| live_atom(atom, fixed)),
        Readable::Boosts(BoostAmount::Number { each, .. })
        | Readable::Power(PowerAmount::Number { each, .. }) => {
            each.as_ref().is_some_and(|each| live_countable(&each.what, fixed))
        }
        Readable::Boosts(BoostAmount::Equal { expr }) | Readable::Power(PowerAmount::Equal { expr }) => {
            live_expr(expr, fixed)
        }
    }
}

fn live_single(single: Single) -> bool {
    matches!(single, Single::It | Single::ThatVassal | Single::TheirChallenger)
}

fn live_group(group: &Group, fixed: bool) -> bool {
    group.qualifiers.0.iter().any(|qualifier| match qualifier {
        Qualifier::SameWorld { single } => live_single(*single),
        Qualifier::Infirmary { whose } => *whose == Whose::Their || (*whose == Whose::Opponents && !fixed),
        _ => false,
    })
}

fn live_countable(what: &Countable, fixed: bool) -> bool {
    matches!(what, Countable::Group { group } if live_group(group, fixed))
}

fn live_expr(expr: &Expr, fixed: bool) -> bool {
    expr.quantities().any(|quantity| match quantity {
        Quantity::Number { what } => live_countable(what, fixed),
        Quantity::Boosts { whose } => *whose == Whose::Their || (*whose == Whose::Opponents && !fixed),
        Quantity::Bid { .. } | Quantity::ThatMany {} => true,
        Quantity::Power { of } => live_single(of.0),
        Quantity::Stacks { single, .. } => live_single(*single),
        Quantity::Round {} => false,
    })
}

fn live_atom(atom: &Atom, fixed: bool) -> bool {
    match atom {
        Atom::Is { single, .. } | Atom::Has { single, .. } => live_single(*single),
        Atom::Eliminated { .. } => true,
        Atom::Controls { group, .. } => live_group(group, fixed),
        Atom::Compare { left, right, .. } => live_expr(left, fixed) || live_expr(right, fixed),
    }
}

fn evaluate(scene: &Scene<'_>, readable: Readable<'_>) -> i32 {
    match readable {
        Readable::Condition(condition) => i32::from(scene.holds(condition)),
        Readable::Boosts(amount) => scene.boost_amount(amount),
        Readable::Power(amount) => scene.power_amount(amount),
    }
}

/// Reads every condition and number of an Ability from the common state of its batch. Rules: WU-R88.
pub fn read_values(rules: &Rules, state: &State, waiting: &mut Waiting) {
    let versus = versus_at_start(rules, state, waiting);
    let mut values = [0; VALUES];
    let mut read = 0;
    let own = *waiting;
    readables(effect_of(rules, &own), &mut |readable| {
        if read < VALUES && !is_live(readable, versus != NO_SEAT) {
            let scene = Scene {
                it: own.it,
                player: own.player,
                actor: own.user,
                versus,
                ..Scene::new(rules, state, own.user, own.bearer)
            };
            values[read] = evaluate(&scene, readable).clamp(-999, 999) as i16;
        }
        read += 1;
    });
    (waiting.values, waiting.read) = (values, read.min(VALUES) as u8);
}

/// What a condition or number comes to now: as it was read, or live. Rules: card language 5.5.
fn read(rules: &Rules, state: &State, doing: &Doing, actor: u8, wanted: Readable<'_>) -> i32 {
    if !doing.chain && !is_live(wanted, doing.versus != NO_SEAT) {
        let mut nth = 0;
        let mut place = None;
        readables(effect_of(rules, &doing.of), &mut |readable| {
            let same = match (readable, wanted) {
                (Readable::Condition(a), Readable::Condition(b)) => std::ptr::eq(a, b),
                (Readable::Boosts(a), Readable::Boosts(b)) => std::ptr::eq(a, b),
                (Readable::Power(a), Readable::Power(b)) => std::ptr::eq(a, b),
                _ => false,
            };
            if same {
                place = Some(nth);
            }
            nth += 1;
        });
        if let Some(value) = place.and_then(|place| doing.of.values.get(place)) {
            return i32::from(*value);
        }
    }
    evaluate(&scene(rules, state, doing, actor), wanted)
}

/// The choices made so far, taken one by one.
struct Picks<'a> {
    list: &'a [Id],
    next: usize,
}

impl Picks<'_> {
    fn take(&mut self) -> Option<Id> {
        let pick = self.list.get(self.next).copied();
        self.next += usize::from(pick.is_some());
        pick
    }
}

/// Everything that is needed to plan an instruction.
struct Planner<'a> {
    rules: &'a Rules,
    state: &'a State,
    doing: &'a Doing,
    picks: Picks<'a>,
    plan: &'a mut Plan,
}

impl<'a> Planner<'a> {
    /// Fills an empty plan.
    fn new(rules: &'a Rules, state: &'a State, doing: &'a Doing, plan: &'a mut Plan) -> Self {
        let picks = Picks { list: &doing.picks, next: 0 };
        Self { rules, state, doing, picks, plan }
    }

    fn scene(&self, actor: u8) -> Scene<'a> {
        let mut scene = scene(self.rules, self.state, self.doing, actor);
        if let Some(it) = self.plan.it {
            scene.it = it;
        }
        scene
    }

    fn user(&self) -> u8 {
        self.doing.of.user
    }

    /// What can be chosen by somebody: opponents may not choose what cannot be targeted.
    fn candidates(&self, group: &Group, chooser: u8, actor: u8) -> Ids {
        let mut members = self.scene(actor).members(group);
        if self.state.ears.all & ears::cannot(Immunity::Targeted) != 0 {
            members.retain(|&mut id| {
                let own = vassal(self.state, id).is_none_or(|(seat, ..)| seat == chooser);
                own || !cannot(self.rules, self.state, id, Immunity::Targeted)
            });
        }
        members
    }

    /// So many of these, chosen one by one; all if there are not more. Rules: WU-R73.
    fn choose(&mut self, mut from: Ids, count: usize, up_to: bool, by: u8) -> Result<Ids, Need> {
        let mut chosen = Ids::new();
        if !up_to && from.len() <= count {
            return Ok(from);
        }
        while chosen.len() < count && !from.is_empty() {
            match self.picks.take() {
                Some(ENOUGH) => break,
                Some(pick) => {
                    from.retain(|id| *id != pick);
                    chosen.push(pick);
                }
                None => return Err(Need::Target { by, from, enough: up_to }),
            }
        }
        Ok(chosen)
    }

    /// Whom an action of a player concerns.
    fn targets(&mut self, target: &Target, actor: u8) -> Result<Ids, Need> {
        let chosen: Ids = match target {
            Target::Single { single } => {
                let one: Ids = self.single(*single, actor)?.into_iter().collect();
                if let Some(&id) = one.first() {
                    self.plan.it = Some(id);
                }
                return Ok(one);
            }
            Target::Choose { count, group } => {
                let from = self.candidates(group, actor, actor);
                self.choose(from, usize::from(count.0), false, actor)?
            }
            Target::UpTo { count, group } => {
                let from = self.candidates(group, actor, actor);
                self.choose(from, usize::from(count.0), true, actor)?
            }
            Target::Random { count, group } => {
                let mut from = self.scene(actor).members(group);
                let mut hit = Ids::new();
                while hit.len() < usize::from(count.0) && !from.is_empty() {
                    if from.len() <= usize::from(count.0) - hit.len() {
                        hit.append(&mut from);
                        break;
                    }
                    let Some(pick) = self.picks.take() else { return Err(Need::Hit(from)) };
                    from.retain(|id| *id != pick);
                    hit.push(pick);
                }
                hit
            }
            Target::Each { group } => self.scene(actor).members(group),
            Target::OfTheir { count, group } => {
                let from = self.scene(actor).members_of(group, actor);
                self.choose(from, usize::from(count.0), false, actor)?
            }
            Target::Those {} => self.doing.those.iter().copied().collect(),
        };
        if let Some(&last) = chosen.last() {
            self.plan.it = Some(last);
            self.plan.those = Some(chosen.clone());
        }
        Ok(chosen)
    }

    /// Somebody who is named. Of several opposing Challengers with the most power the user chooses. Rules: WU-R140.
    fn single(&mut self, single: Single, actor: u8) -> Result<Option<Id>, Need> {
        if single == Single::OpposingChallenger && self.rules.seats > 2 {
            let scene = self.scene(actor);
            let power = |seat: u8| crate::scene::power(self.rules, self.state, seat);
            let there: SmallVec<[u8; 4]> =
                scene.opponents().filter(|&seat| challenger(self.state, seat) != 0).collect();
            let most = there.iter().map(|&seat| power(seat)).max();
            let best: Ids = there
                .iter()
                .filter(|&&seat| Some(power(seat)) == most)
                .map(|&seat| challenger(self.state, seat))
                .collect();
            return Ok(self.choose(best, 1, false, self.doing.of.user)?.first().copied());
        }
        Ok(self.scene(actor).single(single))
    }

    /// The players that a text names. Rules: WU-R139, WU-R140.
    fn players(&self, who: Player) -> Result<SmallVec<[u8; 4]>, Need> {
        let scene = self.scene(self.user());
        let prime = if self.state.prime == NO_SEAT { 0 } else { self.state.prime };
        let seats = self.rules.seats;
        let mut list: SmallVec<[u8; 4]> = match who {
            Player::Opponent => {
                if self.doing.versus == NO_SEAT && scene.opponents().count() > 1 {
                    return Err(Need::Versus(self.user()));
                }
                let one = scene.opponents().find(|&seat| seat == self.doing.versus);
                one.or_else(|| scene.opponents().next()).into_iter().collect()
            }
            Player::EachOpponent => scene.opponents().collect(),
            Player::EachPlayer => (0..seats).filter(|&seat| is_in(self.state, seat)).collect(),
            Player::ThatPlayer => {
                Some(self.doing.of.player).filter(|&seat| seat != NO_SEAT).into_iter().collect()
            }
        };
        list.sort_by_key(|&seat| (seat + seats - prime) % seats);
        Ok(list)
    }

    /// The bearer as a performer; Resources and what has left play do nothing by themselves. Rules: WU-R75, WU-R107,
    /// WU-7.1.2.
    fn doer(&self) -> Id {
        self.doing.of.bearer
    }

    fn doers(&self) -> Doers {
        Doers::one(self.doer())
    }

    /// The World that things the bearer makes get. Rules: WU-R13.
    fn world(&self) -> u8 {
        let bearer = self.doer();
        let ghost = || self.state.ghosts.iter().find(|ghost| ghost.vassal.id == bearer);
        let resources = self.state.table.domains.iter().flat_map(|domain| &domain.stock);
        vassal(self.state, bearer)
            .map(|(.., vassal)| vassal.world)
            .or_else(|| ghost().map(|ghost| ghost.vassal.world))
            .or_else(|| {
                resources.clone().find(|resource| resource.id == bearer).map(|resource| resource.world)
            })
            .unwrap_or(NO_WORLD)
    }

    fn nested(&self, skill: &Skill) -> u16 {
        let outer = &self.rules.skills[usize::from(self.doing.of.instance.skill)];
        let found = outer.nested.iter().find(|(inner, _)| inner == skill);
        found.map_or(self.doing.of.instance.skill, |&(_, place)| place)
    }

    /// Plans an instruction: all choices from left to right, then all changes. Rules: card language 5.6.
    fn step(mut self, step: &Step) -> Result<(), Need> {
        for action in &step.actions.0 {
            match action {
                Action::Order { order } => self.order(order, self.user())?,
                Action::Report { report } => self.report(report)?,
            }
        }
        Ok(())
    }

    fn order(&mut self, order: &Order, actor: u8) -> Result<(), Need> {
        let user = self.user();
        match order {
            Order::Stack { verb, target, times } => {
                for on in self.targets(target, actor)? {
                    let by = self.doers();
                    self.plan.changes.push(Change::Stacks {
                        verb: *verb,
                        on,
                        times: times.0,
                        by,
                        forced: false,
                    });
                }
            }
            Order::Protect { target, until } => {
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Protect { on, end: end_of(until.0), by: self.doer() });
                }
            }
            Order::Eliminate { target } => {
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Eliminate { on, by: self.doer() });
                }
            }
            Order::Apply { status, target, until } => {
                let end = until.as_ref().map_or(End::Never, |lasting| end_of(lasting.until));
                for on in self.targets(target, actor)? {
                    let card = self.rules.status(*status);
                    self.plan.changes.push(Change::Apply { card, on, owner: actor, end });
                }
            }
            Order::Clear { pick, target } => {
                for on in self.targets(target, actor)? {
                    self.clear(pick, on, actor)?;
                }
            }
            Order::Augment { target, skill, until } => {
                let end = until.as_ref().map_or(End::Never, |lasting| end_of(lasting.until));
                let skill = self.nested(skill);
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Give { skill, on, end });
                }
            }
            Order::Erase { pick, target, until } => {
                let end = until.as_ref().map_or(End::Never, |lasting| end_of(lasting.until));
                for on in self.targets(target, actor)? {
                    self.erase(pick, on, end, actor)?;
                }
            }
            Order::Spend { amount } => {
                let amount = self.boosts(amount, actor)?;
                let have = i32::from(self.state.table.domains[usize::from(actor)].boosts);
                self.plan.possible &= have >= amount;
                self.plan.changes.push(Change::Boosts { seat: actor, change: BoostChange::Spend, amount });
            }
            Order::Gain { amount } => {
                let amount = self.boosts(amount, actor)?;
                self.plan.changes.push(Change::Boosts { seat: actor, change: BoostChange::Gain, amount });
            }
            Order::Summon { count, token } => {
                let (card, world) = (self.rules.token(*token), self.world());
                for _ in 0..count.0 {
                    self.plan.changes.push(Change::Summon { seat: actor, card, world });
                }
            }
            Order::Fabricate { count, resource } => {
                self.resources(ResourceDeed::Fabricate, count.0, self.rules.resource(*resource), actor);
            }
            Order::Expend { count, resource } => {
                self.resources(ResourceDeed::Expend, count.0, self.rules.resource(*resource), actor);
            }
            Order::ExpendThis {} => self.plan.changes.push(Change::Expend(self.doer())),
            Order::Negate {} => self.plan.negates = true,
            Order::Swap { one, other } => {
                let a = self.targets(one, actor)?.first().copied();
                let mut others = self.targets(other, actor)?;
                others.retain(|id| Some(*id) != a);
                if let (Some(a), Some(&b)) = (a, others.first()) {
                    self.plan.changes.push(Change::Swap(a, b));
                }
            }
            Order::Move { target, zone } => {
                for id in self.targets(target, actor)? {
                    match zone {
                        MoveZone::Challenger => self.plan.changes.push(Change::Front(id)),
                        MoveZone::Reinforcer => {
                            let seat = vassal(self.state, id).map_or(user, |(seat, ..)| seat);
                            let extra = self.zone_kind(seat)?;
                            self.plan.changes.push(Change::Back(id, extra));
                        }
                    }
                }
            }
            Order::Return { target } => {
                // From the last to the first, so that places in the infirmary stay good.
                let mut chosen = self.targets(target, actor)?;
                chosen.sort_unstable_by_key(|&id| std::cmp::Reverse(id));
                for id in chosen {
                    let extra = self.zone_kind(actor)?;
                    self.plan.changes.push(Change::Return { seat: actor, id, extra });
                }
            }
        }
        Ok(())
    }

    /// Vassal zone or extra zone, if that is asked. Rules: WU-R40, WU-R127.
    fn zone_kind(&mut self, seat: u8) -> Result<Option<bool>, Need> {
        let free = |extra| crate::deeds::free_zone(self.rules, self.state, seat, Some(extra)).is_some();
        if !self.rules.format.choose_return || !free(false) || !free(true) {
            return Ok(None);
        }
        match self.picks.take() {
            Some(pick) => Ok(Some(pick == numbered(2))),
            None => Err(Need::Zone(self.user())),
        }
    }

    fn boosts(&self, amount: &BoostAmount, actor: u8) -> Result<i32, Need> {
        self.ask_opponent(Readable::Boosts(amount))?;
        Ok(read(self.rules, self.state, self.doing, actor, Readable::Boosts(amount)).max(0))
    }

    /// An amount of "your opponent" asks which one is meant. Rules: WU-R140.
    fn ask_opponent(&self, amount: Readable<'_>) -> Result<(), Need> {
        let open = self.doing.versus == NO_SEAT && self.scene(self.user()).opponents().count() > 1;
        if open && is_live(amount, false) && !is_live(amount, true) {
            return Err(Need::Versus(self.user()));
        }
        Ok(())
    }

    fn resources(&mut self, deed: ResourceDeed, count: u8, card: u16, seat: u8) {
        match deed {
            ResourceDeed::Fabricate => {
                let world = self.world();
                for _ in 0..count {
                    self.plan.changes.push(Change::Fabricate { seat, card, world });
                }
            }
            ResourceDeed::Expend => {
                let stock = &self.state.table.domains[usize::from(seat)].stock;
                let own: Ids = stock
                    .iter()
                    .filter(|resource| resource.card == card)
                    .map(|resource| resource.id)
                    .collect();
                self.plan.possible &= own.len() >= usize::from(count);
                self.plan.changes.extend(own.into_iter().take(usize::from(count)).map(Change::Expend));
            }
        }
    }

    /// Statuses that are taken off somebody. Rules: WU-9.1.3, WU-R112.
    fn clear(&mut self, pick: &StatusPick, on: Id, by: u8) -> Result<(), Need> {
        let wanted = match pick {
            StatusPick::One { status } | StatusPick::Each { status } => Some(self.rules.status(*status)),
            StatusPick::Any {} | StatusPick::All {} => None,
        };
        let there: SmallVec<[(u8, Id); 8]> = self
            .state
            .table
            .statuses
            .iter()
            .filter(|status| status.on == on)
            .enumerate()
            .filter(|(_, status)| wanted.is_none_or(|card| status.card == card))
            .map(|(nth, status)| (nth as u8 + 1, status.id))
            .collect();
        let all = matches!(pick, StatusPick::Each { .. } | StatusPick::All {});
        if all || there.len() <= 1 {
            self.plan.changes.extend(there.iter().map(|&(_, id)| Change::Clear(id)));
            return Ok(());
        }
        let Some(number) = self.picks.take() else {
            return Err(Need::Status { by, on, from: there.iter().map(|&(number, _)| number).collect() });
        };
        let chosen = there.iter().find(|&&(nth, _)| numbered(nth) == number);
        self.plan.changes.extend(chosen.map(|&(_, id)| Change::Clear(id)));
        Ok(())
    }

    /// Skills that are taken from somebody. Rules: WU-9.1.5, WU-R115.
    fn erase(&mut self, pick: &SkillPick, on: Id, end: End, by: u8) -> Result<(), Need> {
        let (SkillPick::One { kind } | SkillPick::Each { kind }) = pick;
        let fits = |skill: u16| {
            let skill = &self.rules.skills[usize::from(skill)].skill;
            match kind {
                SkillKind::Skill => true,
                SkillKind::Chain => matches!(skill, Skill::Chain { .. }),
                SkillKind::Ability => matches!(skill, Skill::Trigger { .. } | Skill::Solid { .. }),
                SkillKind::Passive => matches!(skill, Skill::Passive { .. }),
            }
        };
        let there: SmallVec<[(u8, Instance); 8]> = held(self.rules, self.state, on)
            .iter()
            .enumerate()
            .filter(|(_, held)| !held.erased && fits(held.instance.skill))
            .map(|(nth, held)| (nth as u8 + 1, held.instance))
            .collect();
        if matches!(pick, SkillPick::Each { .. }) || there.len() <= 1 {
            self.plan.changes.extend(there.iter().map(|&(_, instance)| Change::Erase { on, instance, end }));
            return Ok(());
        }
        let Some(number) = self.picks.take() else {
            return Err(Need::Skill { by, on, from: there.iter().map(|&(number, _)| number).collect() });
        };
        let chosen = there.iter().find(|&&(nth, _)| numbered(nth) == number);
        self.plan.changes.extend(chosen.map(|&(_, instance)| Change::Erase { on, instance, end }));
        Ok(())
    }

    fn report(&mut self, report: &Report) -> Result<(), Need> {
        match report {
            Report::Vassal { target, change } => self.concerns(target, change),
            Report::Player { who, deed } => {
                for seat in self.players(*who)? {
                    self.deed(deed, seat)?;
                }
                Ok(())
            }
        }
    }

    /// Something happens to Vassals. Rules: WU-7.10.3.
    fn concerns(&mut self, target: &Target, change: &To) -> Result<(), Need> {
        let user = self.user();
        let targets = self.targets(target, user)?;
        match change {
            To::GainPower { amount } | To::LosePower { amount } => {
                self.ask_opponent(Readable::Power(amount))?;
                let much = read(self.rules, self.state, self.doing, user, Readable::Power(amount)).max(0);
                let amount = if matches!(change, To::GainPower { .. }) { much } else { -much };
                for id in targets {
                    // Power belongs to the zone of whoever is Challenger. Rules: WU-R63.
                    if let Some((seat, crate::state::CHALLENGER, _)) = vassal(self.state, id) {
                        self.plan.changes.push(Change::Power { seat, amount });
                    }
                }
            }
            To::Has { skill, until } => {
                let skill = self.nested(skill);
                for on in targets {
                    self.plan.changes.push(Change::Give { skill, on, end: end_of(until.0) });
                }
            }
        }
        Ok(())
    }

    /// A player acts, or is concerned.
    fn deed(&mut self, deed: &Deed, seat: u8) -> Result<(), Need> {
        match deed {
            Deed::Boosts { change, amount } => {
                let amount = self.boosts(amount, seat)?;
                self.plan.changes.push(Change::Boosts { seat, change: *change, amount });
            }
            Deed::Stack { verb, target, times } => {
                for on in self.targets(target, seat)? {
                    let (by, times) = (self.doers(), times.0);
                    self.plan.changes.push(Change::Stacks { verb: *verb, on, times, by, forced: false });
                }
            }
            Deed::Eliminate { target } => {
                for on in self.targets(target, seat)? {
                    self.plan.changes.push(Change::Eliminate { on, by: self.doer() });
                }
            }
            Deed::Protect { target } => {
                for on in self.targets(target, seat)? {
                    self.plan.changes.push(Change::Protect { on, end: End::Round, by: self.doer() });
                }
            }
            Deed::Resource { deed, count, resource } => {
                self.resources(*deed, count.0, self.rules.resource(*resource), seat);
            }
        }
        Ok(())
    }
}

/// The end that a text names.
pub fn end_of(until: Until) -> End {
    match until {
        Until::EndOfRound => End::Round,
        Until::StartOfRound => End::Start,
        Until::EndOfBout => End::Bout,
    }
}

/// What comes next in an effect.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack for a moment")]
enum Next<'a> {
    /// A choice.
    Need(Need),
    /// An instruction of these; behind the last one come so many sentences more.
    Run(&'a Steps, u8),
    /// An optional action that was accepted.
    Act(Plan),
    /// A decision without a choice: the option it comes to.
    Decide(u8),
    /// The members of "for each".
    Gather(Ids),
    /// The only member left.
    Take(Id),
    /// All bids are in.
    Bids,
    /// A statement holds from now on.
    Hold(Until),
    /// The only replacement: whose, and the number of its Skill.
    Settle(Id, u8),
    /// So many sentences on.
    Skip(u8),
    /// The effect is done.
    End,
}

/// Looks at the sentence that is reached; changes nothing.
fn look<'a>(rules: &'a Rules, state: &State, doing: &Doing) -> Next<'a> {
    let user = doing.of.user;
    if let Some(threat) = threat_of(doing) {
        return match choices_instead(rules, state, doing, threat)[..] {
            [] => Next::End,
            [(bearer, number, _)] => Next::Settle(bearer, number),
            ref several => {
                let by = vassal(state, doing.it).map_or(user, |(seat, ..)| seat);
                let from = several.iter().map(|&(bearer, number, _)| (bearer, number)).collect();
                Next::Need(Need::Instead { by, from })
            }
        };
    }
    if let Some(nth) = doing.statement.checked_sub(1) {
        return match crate::scene::statement(rules, doing.of.instance.skill, nth) {
            Some(Static::Instead { steps, .. }) if doing.clause == 0 => Next::Run(steps, 1),
            _ => Next::End,
        };
    }
    let effect = effect_of(rules, &doing.of);
    let holds = |condition| read(rules, state, doing, user, Readable::Condition(condition)) != 0;
    let Some(clause) = effect.0.get(usize::from(doing.clause)) else { return Next::End };
    match clause {
        Clause::Steps { steps } => match effect.0.get(usize::from(doing.clause) + 1) {
            Some(Clause::Instead { condition, steps: other }) => match doing.option {
                // The choices of the sentence are made before it is known which of the two is carried out.
                0 => match it_of(rules, state, doing, &steps.0[0]) {
                    Err(need) => Next::Need(need),
                    Ok(it) => {
                        let then = Doing { it, ..doing.clone() };
                        let readable = Readable::Condition(condition);
                        Next::Decide(1 + u8::from(read(rules, state, &then, user, readable) != 0))
                    }
                },
                1 => Next::Run(steps, 2),
                _ => Next::Run(other, 2),
            },
            _ => Next::Run(steps, 1),
        },
        Clause::Instead { .. } => Next::Skip(1),
        Clause::If { condition, steps } => match doing.option {
            0 => Next::Decide(1 + u8::from(holds(condition))),
            1 => Next::Skip(1),
            _ => Next::Run(steps, 1),
        },
        Clause::IfDo { not, steps, .. } => {
            if doing.did == (*not == Negation::Indeed) {
                Next::Run(steps, 1)
            } else {
                Next::Skip(1)
            }
        }
        Clause::Otherwise { steps } => {
            if doing.held {
                Next::Skip(1)
            } else {
                Next::Run(steps, 1)
            }
        }
        Clause::May { who, orders } => {
            let mut plan = Plan::empty();
            let mut planner = Planner::new(rules, state, doing, &mut plan);
            let actor = match who {
                Decider::You => user,
                Decider::Opponent => match planner.players(Player::Opponent) {
                    Err(need) => return Next::Need(need),
                    Ok(list) => list.first().copied().unwrap_or(NO_SEAT),
                },
                Decider::ThatPlayer => doing.of.player,
            };
            if actor == NO_SEAT {
                return Next::Skip(1);
            }
            let mut planned = Ok(());
            for order in &orders.0 {
                planned = planned.and_then(|()| planner.order(order, actor));
            }
            match (doing.option, planned) {
                (0, _) if !plan.possible => Next::Decide(2),
                (0, _) => Next::Need(Need::May(actor)),
                (1, Err(need)) => Next::Need(need),
                (1, Ok(())) => Next::Act(plan),
                _ => Next::Skip(1),
            }
        }
        Clause::Choose { options } => match doing.option {
            0 => Next::Need(Need::Option(user, options.0.len() as u8)),
            option => Next::Run(&options.0[usize::from(option) - 1], 1),
        },
        Clause::ForEach { group, steps } => match doing.option {
            0 => Next::Gather(scene(rules, state, doing, user).members(group)),
            1 => match doing.members[..] {
                [] => Next::Skip(1),
                [only] => Next::Take(only),
                _ => Next::Need(Need::Member { by: user, from: doing.members.iter().copied().collect() }),
            },
            _ => Next::Run(steps, 0),
        },
        Clause::Bid { most } => {
            let owe = (0..rules.seats)
                .filter(|&seat| is_in(state, seat) && state.players[usize::from(seat)].bid == 0)
                .fold(0u8, |set, seat| set | 1 << seat);
            if owe == 0 { Next::Bids } else { Next::Need(Need::Bid(owe, most.0)) }
        }
        Clause::Until { until, .. } => Next::Hold(*until),
    }
}

/// Whom "it" means after an instruction.
fn it_of(rules: &Rules, state: &State, doing: &Doing, step: &Step) -> Result<Id, Need> {
    let mut plan = Plan::empty();
    Planner::new(rules, state, doing, &mut plan).step(step)?;
    Ok(plan.it.unwrap_or(doing.it))
}

/// The choice that the running effect waits for.
pub fn need(rules: &Rules, state: &State) -> Option<Need> {
    let doing = state.doing.as_ref()?;
    match look(rules, state, doing) {
        Next::Need(need) => Some(need),
        Next::Run(steps, _) => {
            let step = steps.0.get(usize::from(doing.step))?;
            Planner::new(rules, state, doing, &mut Plan::empty()).step(step).err()
        }
        _ => None,
    }
}

/// So many sentences on.
fn skip(doing: &mut Doing, sentences: u8) {
    doing.clause += sentences;
    (doing.step, doing.option) = (0, 0);
    doing.picks.clear();
}

/// Goes on with the effect that runs. Says whether somebody must choose. Rules: WU-1.2.2.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    begin_instead(rules, state, log);
    loop {
        if !state.instead.is_empty() && next_instead(state, state.replacing()).is_some() {
            return false;
        }
        let Some(doing) = &state.doing else { return false };
        let next = look(rules, state, doing);
        match next {
            Next::Need(need) => {
                if begin_bids(state, &need) {
                    continue;
                }
                wait_for(state, need);
                return true;
            }
            Next::Run(steps, sentences) => {
                let Some(step) = steps.0.get(usize::from(doing.step)) else {
                    let doing = running(state);
                    if sentences == 0 {
                        // The next member.
                        (doing.option, doing.step) = (1, 0);
                    } else {
                        skip(doing, sentences);
                    }
                    continue;
                };
                let mut plan = Plan::empty();
                if let Err(need) = Planner::new(rules, state, doing, &mut plan).step(step) {
                    wait_for(state, need);
                    return true;
                }
                perform(rules, state, &plan, log);
                let doing = running(state);
                doing.step += 1;
                doing.picks.clear();
            }
            Next::Act(plan) => {
                let amount = perform(rules, state, &plan, log);
                let doing = running(state);
                doing.did = amount > 0 || plan.negates;
                skip(doing, 1);
            }
            Next::Decide(option) => decide(rules, state, option),
            Next::Gather(members) => {
                let doing = running(state);
                doing.members = members.into_iter().collect();
                doing.option = 1;
            }
            Next::Take(id) => take_member(running(state), id),
            Next::Bids => {
                spend_bids(rules, state, log);
                skip(running(state), 1);
            }
            Next::Hold(until) => {
                hold(state, end_of(until), log);
                state.ears = crate::scene::ears(rules, state);
                skip(running(state), 1);
            }
            Next::Settle(bearer, number) => {
                let Some(threat) = threat_of(doing) else { continue };
                settle_instead(rules, state, threat, bearer, number);
            }
            Next::Skip(sentences) => skip(running(state), sentences),
            Next::End if doing.statement > 0 => {
                state.doing = state.below.pop();
                return false;
            }
            Next::End => {
                let chain = doing.chain;
                state.doing = None;
                state.players.iter_mut().for_each(|player| player.bid = 0);
                if chain {
                    combat::effect_done(rules, state, log);
                }
                return false;
            }
        }
    }
}

/// The effect that runs.
fn running(state: &mut State) -> &mut Doing {
    state.doing.as_mut().expect("an effect that runs")
}

/// A decision without a choice comes to this option.
fn decide(rules: &Rules, state: &mut State, option: u8) {
    let doing = running(state);
    doing.option = option;
    let clause = effect_of(rules, &doing.of).0.get(usize::from(doing.clause));
    match clause {
        Some(Clause::May { .. }) => doing.did = false,
        _ => doing.held = option == 2,
    }
    if option == 2 {
        // Another instruction makes choices of its own; whom the first one chose stays "it".
        let Some(doing) = &state.doing else { return };
        if let Some(Clause::Steps { steps }) = clause
            && let Ok(it) = it_of(rules, state, doing, &steps.0[0])
        {
            let doing = running(state);
            doing.it = it;
            doing.picks.clear();
        }
    }
}

/// Seats without Boosts bid 0 without being asked. Says whether one did.
fn begin_bids(state: &mut State, need: &Need) -> bool {
    let Need::Bid(owe, _) = need else { return false };
    let mut any = false;
    for seat in 0..state.players.seats() {
        if owe >> seat & 1 == 1 && state.table.domains[seat].boosts == 0 {
            state.players[seat].bid = 1;
            any = true;
        }
    }
    any
}

/// All spend what they have bid. Rules: WU-R124.
fn spend_bids(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let changes: SmallVec<[Change; 4]> = (0..rules.seats)
        .filter(|&seat| state.players[usize::from(seat)].bid > 1)
        .map(|seat| {
            let amount = i32::from(state.players[usize::from(seat)].bid) - 1;
            Change::Boosts { seat, change: BoostChange::Spend, amount }
        })
        .collect();
    for seat in 0..rules.seats {
        let bid = state.players[usize::from(seat)].bid;
        if bid > 0 {
            log.add(Event::Bid(seat, bid - 1));
        }
    }
    carry_out(rules, state, &changes, Cause::Effect, log);
}

/// A statement holds until its end. Rules: WU-R141.
fn hold(state: &mut State, end: End, log: &mut impl Log<Event>) {
    let &mut Doing { of, clause, it, .. } = running(state);
    let own = state.table.timed.iter().filter(|timed| timed.user == of.user).count();
    if own >= MOST_TIMED {
        log.add(Event::Capped(Cap::Statements));
        return;
    }
    state.table.timed.push(Timed {
        skill: of.instance.skill,
        clause,
        user: of.user,
        bearer: of.bearer,
        it,
        end,
    });
}

fn take_member(doing: &mut Doing, id: Id) {
    doing.members.retain(|member| *member != id);
    doing.it = id;
    (doing.option, doing.step) = (2, 0);
    doing.picks.clear();
}

fn wait_for(state: &mut State, need: Need) {
    let (wait, by) = match need {
        Need::Versus(by) => (Wait::Opponent, by),
        Need::Target { by, from, enough } => {
            state.targets.clear();
            state.targets.extend_from_slice(&from);
            state.enough = enough;
            (Wait::Target, by)
        }
        Need::Hit(_) => (Wait::Hit, NO_SEAT),
        Need::May(by) => (Wait::May, by),
        Need::Option(by, _) => (Wait::Option, by),
        Need::Skill { by, .. } | Need::Status { by, .. } => (Wait::Pick, by),
        Need::Member { by, .. } => (Wait::Member, by),
        Need::Bid(..) => (Wait::Bid, NO_SEAT),
        Need::Zone(by) => (Wait::Zone, by),
        Need::Instead { by, .. } => (Wait::Instead, by),
    };
    let doing = running(state);
    (doing.wait, doing.by) = (wait, by);
}

/// Notes in a position that was read who has to choose.
pub fn note_chooser(rules: &Rules, state: &mut State) {
    if let Some(need) = need(rules, state) {
        wait_for(state, need);
    }
}

/// Carries out an instruction. Says how much was done.
fn perform<L: Log<Event>>(rules: &Rules, state: &mut State, plan: &Plan, log: &mut L) -> i32 {
    let doing = running(state);
    if L::LIVE && doing.step == 0 {
        let sentence = doing.statement.checked_sub(1).unwrap_or(doing.clause);
        let (bearer, skill) = (doing.of.bearer, doing.of.instance.skill);
        log.add(Event::Effect(combat::card_of(state, bearer), skill, sentence));
    }
    let doing = running(state);
    if let Some(it) = plan.it {
        doing.it = it;
    }
    if let Some(those) = &plan.those {
        doing.those.clear();
        doing.those.extend_from_slice(those);
    }
    if plan.negates {
        let (chain, of) = (doing.chain, doing.of);
        negate::negate(rules, state, chain, &of, log);
    }
    let outcome = carry_out(rules, state, &plan.changes, Cause::Effect, log);
    let doing = running(state);
    doing.many = outcome.amount.clamp(0, 999) as i16;
    doing.gone.extend_from_slice(&outcome.gone);
    for change in &plan.changes {
        if let Change::Eliminate { on, .. } = *change
            && vassal(state, on).is_none()
        {
            running(state).gone.push(on);
        }
    }
    if !outcome.instead.is_empty() {
        let within = state.replacing();
        state.replace(outcome.instead, within);
    }
    outcome.amount
}

/// Who has to choose in an effect or a batch.
pub fn chooser(rules: &Rules, state: &State) -> Turn {
    let seat = |seat: u8| Turn::seat(Seat::new(seat));
    match &state.doing {
        Some(Doing { wait: Wait::Hit, .. }) => Turn::Chance,
        Some(Doing { wait: Wait::Bid, .. }) => {
            let owes = |seat: &u8| is_in(state, *seat) && state.players[usize::from(*seat)].bid == 0;
            Turn::Players((0..rules.seats).filter(owes).map(Seat::new).collect())
        }
        Some(doing) if doing.by != NO_SEAT => seat(doing.by),
        _ if settle::asks_lead(state) => seat(state.prime),
        _ => seat(settle::orders(state).map_or(state.prime, |(seat, _)| seat)),
    }
}

/// The place of something that can be chosen.
fn place(state: &State, id: Id) -> Place {
    place_of(state, id).unwrap_or(Place { seat: 0, spot: Spot::Zone(0) })
}

/// What a seat can choose in an effect or a batch, in canonical order.
pub fn options(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Act>) {
    if matches!(&state.doing, Some(doing) if doing.wait == Wait::Target) {
        return offer_targets(state, &state.targets, state.enough, out);
    }
    let Some(need) = need(rules, state) else {
        if settle::asks_lead(state) {
            out.extend(&[Act::Lead, Act::Trail]);
        } else if let Some((_, own)) = settle::orders(state) {
            let mut numbers: SmallVec<[u8; 8]> =
                state.batch[usize::from(state.ordered)..own].iter().map(|waiting| waiting.number).collect();
            numbers.sort_unstable();
            numbers.into_iter().for_each(|number| out.push(Act::Next(number)));
        }
        return;
    };
    match need {
        Need::Versus(by) => {
            let scene = Scene::new(rules, state, by, 0);
            let mut seats: SmallVec<[u8; 4]> = scene.opponents().collect();
            seats.sort_unstable();
            seats.into_iter().for_each(|seat| out.push(Act::Versus(seat)));
        }
        Need::Target { from, enough, .. } => offer_targets(state, &from, enough, out),
        Need::Hit(_) => {}
        Need::May(_) => out.extend(&[Act::Do, Act::Decline]),
        Need::Option(_, count) => (1..=count).for_each(|nth| out.push(Act::Option(nth))),
        Need::Skill { on, from, .. } => {
            from.into_iter().for_each(|nth| out.push(Act::PickSkill(place(state, on), nth)));
        }
        Need::Status { on, from, .. } => {
            from.into_iter().for_each(|nth| out.push(Act::PickStatus(place(state, on), nth)));
        }
        Need::Member { from, .. } => from.into_iter().for_each(|id| out.push(Act::For(place(state, id)))),
        Need::Bid(_, most) => {
            let boosts = state.table.domains[usize::from(seat)].boosts;
            (0..=most.min(boosts)).for_each(|bid| out.push(Act::Bid(bid)));
        }
        Need::Zone(_) => out.extend(&[Act::BackVassal, Act::BackExtra]),
        Need::Instead { from, .. } => {
            from.into_iter().for_each(|(id, number)| out.push(Act::Instead(place(state, id), number)));
        }
    }
}

fn offer_targets(state: &State, from: &[Id], enough: bool, out: &mut Actions<Act>) {
    let mut places: SmallVec<[Place; 16]> = from.iter().map(|&id| place(state, id)).collect();
    places.sort_unstable();
    places.iter().for_each(|&place| out.push(Act::At(place)));
    if enough {
        out.push(Act::Enough);
    }
}

/// What may come by chance in an effect, all equally likely.
pub fn hits(rules: &Rules, state: &State) -> SmallVec<[Act; 16]> {
    match need(rules, state) {
        Some(Need::Hit(from)) => from.into_iter().map(|id| Act::Hit(place(state, id))).collect(),
        _ => SmallVec::new(),
    }
}

/// What is on a place, by the number that choices go by; 0 for nothing.
fn chosen_at(state: &State, Place { seat, spot }: Place) -> Id {
    let domain = &state.table.domains[usize::from(seat)];
    match spot {
        Spot::Zone(zone) => domain.zones[usize::from(zone)].id,
        Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map_or(0, |resource| resource.id),
        Spot::Infirmary(nth) => fallen_id(seat, nth),
    }
}

/// A seat has chosen, or chance has.
#[inline(never)]
pub fn choose(rules: &Rules, state: &mut State, seat: Option<u8>, act: Act, log: &mut impl Log<Event>) {
    match act {
        Act::Lead => return settle::take_turns(rules, state, true),
        Act::Trail => return settle::take_turns(rules, state, false),
        Act::Next(number) => return settle::order_next(state, number),
        Act::Bid(bid) => {
            if let Some(seat) = seat {
                state.players[usize::from(seat)].bid = bid + 1;
                log.add(Event::Sealed(seat));
            }
            return;
        }
        _ => {}
    }
    if let Act::Instead(wanted, number) = act {
        let bearer = chosen_at(state, wanted);
        if let Some(doing) = &mut state.doing {
            (doing.wait, doing.by) = (Wait::No, NO_SEAT);
            if let Some(threat) = threat_of(doing) {
                settle_instead(rules, state, threat, bearer, number);
            }
        }
        return;
    }
    let pick = match act {
        Act::Versus(seat) => Id::from(seat),
        Act::At(wanted) | Act::Hit(wanted) | Act::For(wanted) => chosen_at(state, wanted),
        Act::Enough => ENOUGH,
        Act::Do => 1,
        Act::Decline => 2,
        Act::BackVassal => numbered(1),
        Act::BackExtra => numbered(2),
        Act::Option(nth) => Id::from(nth),
        Act::PickSkill(_, nth) | Act::PickStatus(_, nth) => numbered(nth),
        _ => return,
    };
    if let Act::Hit(wanted) = act {
        log.add(Event::Hit(wanted));
    }
    if let Some(doing) = &mut state.doing {
        take(doing, pick);
    }
}

/// Remembers a choice: an object or a number, as it was asked for.
fn take(doing: &mut Doing, pick: Id) {
    let wait = std::mem::replace(&mut doing.wait, Wait::No);
    doing.by = NO_SEAT;
    match wait {
        Wait::Opponent => doing.versus = pick as u8,
        Wait::May => {
            doing.option = pick as u8;
            if pick != 1 {
                doing.did = false;
            }
        }
        Wait::Option => doing.option = pick as u8,
        Wait::Member => take_member(doing, pick),
        Wait::Target | Wait::Hit | Wait::Pick | Wait::Zone => doing.picks.push(pick),
        Wait::No | Wait::Bid | Wait::Instead => {}
    }
}
