//! What happens, which Abilities it sets off, and in which order they are carried out. Rules: WU-7.6.3, WU-7.6.4,
//! WU-7.8.2, WU-7.8.3, WU-R88 to WU-R91, WU-R97 to WU-R100.

use std::cmp::Ordering;

use engine::Log;
use smallvec::SmallVec;

use crate::deeds::Doers;
use crate::event::{Cap, Event};
use crate::program::{On, Subject, Trigger};
use crate::rules::{Rules, ears};
use crate::scene::{Finds, Scene, held, is_in, listening, may_concern, place_of, vassal, world_of};
use crate::state::{Cause, Ghost, Id, Instance, Mark, NO_SEAT, State, Step, Waiting, Zone};
use crate::text::{
    BoostChange, ChainKinds, Done, Edge, Party, Phase, ResourceDeed, Secret, Side, StatusChange,
};
use crate::{effects, ending};

/// Something that Abilities can be set off by. Rules: the engine model, section 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// The bout starts.
    BoutStarts,
    /// A round ends, or starts, and with it the start phase: one moment. Rules: WU-R138.
    Round(Edge),
    /// A phase other than the start phase starts.
    Phase(Phase),
    /// Challengers or bets are revealed.
    Revealed(Secret),
    /// Something was done to a Vassal, and by which.
    Done {
        /// What.
        done: Done,
        /// To whom.
        on: Id,
        /// By whom.
        by: Doers,
    },
    /// An injury was prevented.
    Prevented(Id),
    /// Somebody is a Challenger now.
    Becomes(Id),
    /// Somebody is one no longer, and whose.
    Stops(Id, u8),
    /// A result was labelled.
    Result {
        /// Whose.
        player: u8,
        /// The Challenger, or 0.
        on: Id,
        /// Which.
        mark: Mark,
        /// By how much a winner won.
        margin: i16,
    },
    /// A Status came or went.
    Status {
        /// Its card.
        card: u16,
        /// On whom.
        on: Id,
        /// Which.
        change: StatusChange,
    },
    /// Boosts changed.
    Boosts {
        /// Whose.
        player: u8,
        /// How.
        change: BoostChange,
        /// By how many.
        amount: i32,
    },
    /// A Resource came or was used up.
    Resource {
        /// Whose.
        player: u8,
        /// Which.
        deed: ResourceDeed,
        /// Its card.
        card: u16,
    },
    /// A Chain was activated.
    Activates {
        /// By whom.
        player: u8,
        /// Its bearer.
        bearer: Id,
        /// Its restrictions.
        kinds: ChainKinds,
    },
    /// A Chain of a player was negated.
    Negated(u8),
}

impl Happening {
    /// Whether it comes with an elimination.
    const fn is_fall(&self) -> bool {
        matches!(self, Self::Done { done: Done::Eliminated, .. } | Self::Stops(..))
    }

    /// Whose own Abilities it can set off, beside those that listen to others too; 0 for everybody's.
    fn about(&self) -> Id {
        match *self {
            Self::Done { on, .. }
            | Self::Prevented(on)
            | Self::Becomes(on)
            | Self::Stops(on, _)
            | Self::Result { on, .. }
            | Self::Status { on, .. } => on,
            _ => 0,
        }
    }

    /// How many Boosts it is about.
    fn amount(&self) -> u8 {
        match *self {
            Self::Boosts { amount, .. } => amount.clamp(0, 255) as u8,
            _ => 0,
        }
    }

    /// Its bits in what Skills listen to.
    #[inline]
    pub fn bit(&self) -> u64 {
        match self {
            Self::BoutStarts => ears::BOUT_STARTS,
            Self::Round(Edge::Starts) => ears::ROUND_STARTS | ears::phase(Phase::Start),
            Self::Round(Edge::Ends) => ears::ROUND_ENDS,
            Self::Phase(phase) => ears::phase(*phase),
            Self::Revealed(what) => ears::revealed(*what),
            Self::Done { done, by, .. } => done_by(*done, !by.is_empty()),
            Self::Prevented(_) => ears::PREVENTED,
            Self::Becomes(_) => ears::BECOMES,
            Self::Stops(..) => ears::STOPS,
            Self::Result { mark, .. } => ears::result(*mark),
            Self::Status { .. } => ears::STATUS,
            Self::Boosts { change, .. } => ears::boosts(*change),
            Self::Resource { .. } => ears::RESOURCE,
            Self::Activates { .. } => ears::ACTIVATED,
            Self::Negated(_) => ears::NEGATED,
        }
    }
}

/// The bits of something that is done to a Vassal, by Vassals or not.
#[inline]
pub const fn done_by(done: Done, by_somebody: bool) -> u64 {
    ears::done(done) | if by_somebody { ears::done_by(done) } else { 0 }
}

/// No more Abilities than these wait. Rules: WU-R141.
const MOST_WAITING: usize = 128;
/// How often an Ability is carried out in one settle. Rules: WU-R91.
pub const MOST_RUNS: u8 = 32;
/// How many are carried out in all before the bout is drawn.
pub const MOST_SETTLED: u16 = 1000;

/// What happens in one instruction or step, one after another.
#[derive(Default)]
pub struct Happenings {
    list: SmallVec<[Happening; 24]>,
    /// How many have been told.
    told: usize,
    /// The bits of all together.
    bits: u64,
}

impl Happenings {
    /// Something more.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "what happens is known where it is pushed, and its bits with it"
    )]
    pub fn push(&mut self, happening: Happening) {
        self.bits |= happening.bit();
        self.list.push(happening);
    }

    /// What has not been told yet.
    pub fn untold(&self) -> &[Happening] {
        &self.list[self.told..]
    }

    /// Tells what has not been told yet: Abilities of what is in play, and of what has just left it, are set off. Ghosts
    /// before that place left earlier. Rules: WU-R90.
    #[inline]
    pub fn tell(
        &mut self,
        rules: &Rules,
        state: &mut State,
        cause: Cause,
        ghosts: usize,
        log: &mut impl Log<Event>,
    ) {
        // Whoever has just left was in play when what is listened to was noted.
        if state.ears.all & self.bits != 0 {
            self.tell_each(rules, state, cause, ghosts, log);
        }
        self.told = self.list.len();
    }

    /// Tells of each what somebody may hear.
    #[inline(never)]
    fn tell_each(
        &self,
        rules: &Rules,
        state: &mut State,
        cause: Cause,
        ghosts: usize,
        log: &mut impl Log<Event>,
    ) {
        for happening in self.untold() {
            let bits = happening.bit();
            if state.ears.all & bits != 0 {
                set_off(rules, state, happening, bits, cause, ghosts, log);
            }
        }
    }
}

impl std::ops::Deref for Happenings {
    type Target = [Happening];
    fn deref(&self) -> &[Happening] {
        &self.list
    }
}

/// Whether Abilities may be lost by what happens to those who stay in play: such as are granted. Then the table is
/// noted, as it is just before. Rules: WU-R90.
#[inline]
pub fn may_lose(state: &mut State, done: bool) -> bool {
    let may = done || state.ears.all & ears::GRANT != 0;
    if may {
        note_before(state);
    }
    may
}

#[cold]
#[inline(never)]
fn note_before(state: &mut State) {
    state.snapshots.before.clone_from(&state.table);
}

/// Something has happened: Abilities are set off that others have lost by it, but had when the table was noted.
/// Rules: WU-R90.
#[cold]
#[inline(never)]
pub fn fire_lost(
    rules: &Rules,
    state: &mut State,
    happened: &[Happening],
    cause: Cause,
    ghosts: usize,
    log: &mut impl Log<Event>,
) {
    let bits = happened.iter().fold(0, |bits, happening| bits | happening.bit());
    if state.ears.all & bits == 0 {
        return;
    }
    let (mut lost, mut kept) = (Finds::new(), Finds::new());
    std::mem::swap(&mut state.table, &mut state.snapshots.before);
    listening(rules, state, bits, 0, &mut lost);
    std::mem::swap(&mut state.table, &mut state.snapshots.before);
    listening(rules, state, bits, 0, &mut kept);
    lost.retain(|had| !kept.iter().any(|has| (has.bearer, has.instance) == (had.bearer, had.instance)));
    // Those who have left are asked with what they last had.
    lost.retain(|had| {
        let left = |ghost: &Ghost| ghost.vassal.id == had.bearer && ghost.skills.contains(&had.instance);
        !state.ghosts[ghosts..].iter().any(left)
    });
    for happening in happened.iter().filter(|_| !lost.is_empty()) {
        let mut asking = Asking::begin(rules, state, happening, cause);
        lost.iter().for_each(|found| asking.ask(state, found.bearer, found.instance, found.user));
        asking.end(state, log);
    }
}

/// Something has happened that Abilities may listen to by these bits. Players who are out of the bout are skipped.
/// Rules: WU-R90, WU-R97, WU-R106, WU-R142.
fn set_off(
    rules: &Rules,
    state: &mut State,
    happening: &Happening,
    bit: u64,
    cause: Cause,
    ghosts: usize,
    log: &mut impl Log<Event>,
) {
    let mut finds = Finds::new();
    listening(rules, state, bit, happening.about(), &mut finds);
    if finds.is_empty() && ghosts == state.ghosts.len() {
        return;
    }
    let mut asking = Asking::begin(rules, state, happening, cause);
    finds.iter().for_each(|found| asking.ask(state, found.bearer, found.instance, found.user));
    for nth in ghosts..state.ghosts.len() {
        for skill in 0..state.ghosts[nth].skills.len() {
            let ghost = &state.ghosts[nth];
            let (bearer, instance, user) = (ghost.vassal.id, ghost.skills[skill], ghost.users[skill]);
            if rules.skills[usize::from(instance.skill)].ears.all & bit != 0 {
                asking.ask(state, bearer, instance, user);
            }
        }
    }
    asking.end(state, log);
}

/// Abilities are asked whether something sets them off.
struct Asking<'a> {
    rules: &'a Rules,
    happening: &'a Happening,
    cause: Cause,
    /// How many waited before, and how many can wait.
    known: usize,
    most: usize,
    all_fit: bool,
}

impl<'a> Asking<'a> {
    #[inline]
    fn begin(rules: &'a Rules, state: &State, happening: &'a Happening, cause: Cause) -> Self {
        let (known, most) = (state.fresh.len(), MOST_WAITING.saturating_sub(state.batch.len()));
        Self { rules, happening, cause, known, most, all_fit: true }
    }

    /// An Ability that listens waits if its trigger has come and it fits. Rules: WU-R97, WU-R106, WU-R141.
    fn ask(&mut self, state: &mut State, bearer: Id, instance: Instance, user: u8) {
        let Self { rules, happening, cause, .. } = *self;
        if !is_in(state, user) {
            return;
        }
        let program = &rules.skills[usize::from(instance.skill)];
        let mut triggers = program.triggers.iter();
        let set_off = triggers.find_map(|trigger| sets_off(rules, state, user, bearer, trigger, happening));
        let Some((it, player)) = set_off else { return };
        if state.fresh.len() >= self.most {
            self.all_fit = false;
            return;
        }
        if program.limit.is_none_or(|limit| is_within(state, bearer, instance, limit)) {
            let many = happening.amount();
            let world = world_of(rules, state, bearer, instance.skill);
            let waiting = Waiting::by(user, bearer, instance, cause, world);
            state.fresh.push(Waiting { it, player, many, ..waiting });
        }
    }

    /// What payments and activations have set off is noted. Whoever a payment eliminates falls anew when it is made
    /// again, or not at all, and that sets off what it will. Rules: WU-R120, WU-R121, WU-R141.
    #[inline]
    fn end(self, state: &mut State, log: &mut impl Log<Event>) {
        if self.cause != Cause::Effect && !self.happening.is_fall() {
            for snapshot in state.snapshots.iter_mut() {
                snapshot.owed.extend_from_slice(&state.fresh[self.known..]);
            }
        }
        if !self.all_fit {
            log.add(Event::Capped(Cap::Waiting));
        }
    }
}

/// Something has happened, and nobody has just left.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the happening is known where it is told, and its bits with it")]
pub fn fire(
    rules: &Rules,
    state: &mut State,
    happening: &Happening,
    cause: Cause,
    log: &mut impl Log<Event>,
) {
    let bits = happening.bit();
    if state.ears.all & bits != 0 {
        let ghosts = state.ghosts.len();
        set_off(rules, state, happening, bits, cause, ghosts, log);
    }
}

/// The same of something that concerns a Vassal which stands there, by its bits.
#[inline]
pub fn fire_of(
    rules: &Rules,
    state: &mut State,
    (seat, zone): (u8, Zone),
    bits: u64,
    happening: impl FnOnce(&State) -> Happening,
    log: &mut impl Log<Event>,
) {
    if may_concern(rules, state, seat, zone, bits) {
        let happening = happening(state);
        let ghosts = state.ghosts.len();
        set_off(rules, state, &happening, bits, Cause::Effect, ghosts, log);
    }
}

/// Uses of a Skill with a Limit in this bout.
pub fn uses_of(state: &State, bearer: Id, instance: Instance) -> u8 {
    let used = state.limits.iter().find(|(id, of, _)| *id == bearer && *of == instance);
    used.map_or(0, |&(_, _, count)| count)
}

/// Whether a Skill has a use left besides those for which it is to be put into the next batch.
fn is_within(state: &State, bearer: Id, instance: Instance, limit: u8) -> bool {
    let is_it = |waiting: &&Waiting| (waiting.bearer, waiting.instance) == (bearer, instance);
    usize::from(uses_of(state, bearer, instance)) + state.fresh.iter().filter(is_it).count()
        < usize::from(limit)
}

/// Counts a use. Rules: WU-9.2.16, WU-R97.
pub fn count_use(state: &mut State, bearer: Id, instance: Instance) {
    match state.limits.iter_mut().find(|(id, of, _)| *id == bearer && *of == instance) {
        Some((_, _, count)) => *count = count.saturating_add(1),
        None => state.limits.push((bearer, instance, 1)),
    }
}

/// If a trigger has come: the other participant, or 0, and the player of the event, or [`NO_SEAT`].
/// Rules: card language 5.1, 5.4, 5.9.
fn sets_off(
    rules: &Rules,
    state: &State,
    user: u8,
    bearer: Id,
    trigger: &Trigger,
    happening: &Happening,
) -> Option<(Id, u8)> {
    let nobody = |holds: bool| holds.then_some((0, NO_SEAT));
    let (it, player) = match (&trigger.on, happening) {
        (On::Eliminated, Happening::Done { done: Done::Eliminated, on, by }) => {
            return (*on == bearer).then(|| (by.first().copied().unwrap_or(0), NO_SEAT));
        }
        (On::Elimination, Happening::Done { done: Done::Eliminated, on, by }) => {
            return (*on != bearer && by.contains(&bearer)).then_some((*on, NO_SEAT));
        }
        (On::Result(wanted), Happening::Result { on, mark, .. }) => {
            return nobody(*on == bearer && wanted.is_none_or(|wanted| wanted == *mark));
        }
        (On::Overkill(least), Happening::Result { on, mark: Mark::Win, margin, .. }) => {
            return nobody(*on == bearer && *margin >= i16::from(*least));
        }
        (On::Row(mark, count), Happening::Result { player, .. }) => {
            return nobody(in_a_row(state, user, *player, *mark, *count));
        }
        (On::BoutStarts, Happening::BoutStarts)
        | (On::Phase(Phase::Start), Happening::Round(Edge::Starts)) => (0, NO_SEAT),
        (On::Round(edge), Happening::Round(now)) if edge == now => (0, NO_SEAT),
        (On::Phase(phase), Happening::Phase(now)) if phase == now => (0, NO_SEAT),
        (On::Revealed(what), Happening::Revealed(now)) if what == now => (0, NO_SEAT),
        (on, _) => comes(&Scene::new(rules, state, user, bearer), on, happening)?,
    };
    let Some(condition) = &trigger.condition else { return Some((it, player)) };
    let versus = effects::fixed_opponent(rules, state, user, bearer, player);
    let many = happening.amount().into();
    let scene = Scene { it, many, player, versus, ..Scene::new(rules, state, user, bearer) };
    scene.holds(condition).then_some((it, player))
}

/// Rules: WU-R98.
fn in_a_row(state: &State, user: u8, player: u8, mark: Mark, count: u8) -> bool {
    let results = &state.players[usize::from(player)];
    player == user && results.last == Some(mark) && results.row >= count
}

/// If an event about somebody has come: the other participant, and the player.
fn comes(scene: &Scene<'_>, on: &On, happening: &Happening) -> Option<(Id, u8)> {
    let own = |subject: &Subject| matches!(subject, Subject::This);
    // Who is spoken of besides the bearer.
    let about = |subject: &Subject, on: Id| {
        scene.subject(subject, on).then(|| (if own(subject) { 0 } else { on }, NO_SEAT))
    };
    // Of two it is whom something happened to, unless that is the bearer. Rules: card language 5.4.
    let besides = |on: Id, doer: Id| if on == scene.bearer { doer } else { on };
    let party = |who: &Party, player: u8| match who {
        Party::You => player == scene.user,
        Party::Opponent => scene.opponents().any(|opponent| opponent == player),
    };
    match (on, happening) {
        (On::Done(done, subject, by), Happening::Done { done: now, on, by: doers }) => {
            if done != now || !scene.subject_before(subject, *on, *done) {
                return None;
            }
            let doer = match by {
                None => doers.first().copied().unwrap_or(0),
                Some(by) => doers.iter().copied().find(|&doer| scene.subject(by, doer))?,
            };
            Some((besides(*on, doer), NO_SEAT))
        }
        (On::Does(done, subject, object), Happening::Done { done: now, on, by }) => {
            if done != now || !scene.subject_before(object, *on, *done) {
                return None;
            }
            let doer = by.iter().copied().find(|&doer| scene.subject(subject, doer))?;
            Some((besides(*on, doer), NO_SEAT))
        }
        (On::Becomes(subject), Happening::Becomes(on)) => {
            let it = if own(subject) { 0 } else { *on };
            scene.subject_becoming(subject, *on).then_some((it, NO_SEAT))
        }
        (On::Stops(subject), Happening::Stops(on, seat)) => {
            let it = if own(subject) { 0 } else { *on };
            scene.subject_was(subject, *on, *seat).then_some((it, NO_SEAT))
        }
        (On::Combat(wanted, subject), Happening::Result { on, mark, .. }) => {
            if wanted == mark && *on != 0 {
                about(subject, *on)
            } else {
                None
            }
        }
        (On::Activates(kinds, subject), Happening::Activates { player, bearer, kinds: now }) => {
            let fits = now.has_all(*kinds) && scene.subject(subject, *bearer);
            fits.then(|| (if own(subject) { 0 } else { *bearer }, *player))
        }
        (On::Prevented(subject), Happening::Prevented(on)) => about(subject, *on),
        (On::Status(status, change, subject), Happening::Status { card, on, change: now }) => {
            if status == card && change == now { about(subject, *on) } else { None }
        }
        (On::Boosts(who, change, least), Happening::Boosts { player, change: now, amount }) => {
            let enough = *amount >= i32::from(*least);
            (change == now && enough && party(who, *player)).then_some((0, *player))
        }
        (On::Resource(who, deed, resource), Happening::Resource { player, deed: now, card }) => {
            (deed == now && resource == card && party(who, *player)).then_some((0, *player))
        }
        (On::Uses(who, kinds), Happening::Activates { player, bearer, kinds: now }) => {
            (now.has_all(*kinds) && party(who, *player)).then_some((*bearer, *player))
        }
        (On::Negated(side), Happening::Negated(player)) => {
            let fits = match side {
                None => true,
                Some(Side::Friendly) => *player == scene.user,
                Some(Side::Opposing) => *player != scene.user,
            };
            fits.then_some((0, *player))
        }
        _ => None,
    }
}

/// Where an Ability stands among those that wait: user, then where its bearer is or was. Rules: WU-R88.
fn rank(state: &State, waiting: &Waiting) -> (u8, u8, crate::action::Spot) {
    use crate::action::Spot;
    let place = place_of(state, waiting.bearer).filter(|_| vassal(state, waiting.bearer).is_some());
    let ghost = || state.ghosts.iter().find(|ghost| ghost.vassal.id == waiting.bearer);
    let (seat, spot) = place.map_or_else(
        || match (ghost(), place_of(state, waiting.bearer)) {
            (Some(ghost), _) => (ghost.seat, Spot::Zone(ghost.zone)),
            (None, Some(place)) => (place.seat, place.spot),
            (None, None) => (NO_SEAT, Spot::Zone(0)),
        },
        |place| (place.seat, place.spot),
    );
    (waiting.user, seat, spot)
}

/// The order of two that wait: by user and bearer, then Skills by age, then as they were set off.
fn in_turn(rules: &Rules, state: &State, one: &Waiting, other: &Waiting) -> Ordering {
    rank(state, one).cmp(&rank(state, other)).then_with(|| {
        if one.instance == other.instance {
            return Ordering::Equal;
        }
        let skills = held(rules, state, one.bearer);
        let age = |of: &Waiting| skills.iter().position(|held| held.instance == of.instance);
        let [one, other] = [one, other].map(|of| age(of).unwrap_or(usize::MAX));
        one.cmp(&other)
    })
}

/// Who has Abilities in the batch, as bits.
fn users(state: &State) -> u8 {
    state.batch.iter().fold(0, |set, waiting| set | 1 << waiting.user)
}

/// Whether the prime player must say first or last. Rules: WU-R88.
pub fn asks_lead(state: &State) -> bool {
    let users = users(state);
    state.settling
        && state.doing.is_none()
        && state.lead.is_none()
        && state.prime != NO_SEAT
        && users >> state.prime & 1 == 1
        && users & !(1 << state.prime) != 0
}

/// The seat that puts its Abilities in order now, and how many of them there are. Rules: WU-R88.
pub fn orders(state: &State) -> Option<(u8, usize)> {
    if !state.settling || state.doing.is_some() || state.batch.is_empty() || asks_lead(state) {
        return None;
    }
    let seat = state.batch[0].user;
    let own = state.batch.iter().take_while(|waiting| waiting.user == seat).count();
    (own - usize::from(state.ordered).min(own) > 1).then_some((seat, own))
}

/// The Ability of that number, counted from 1, is the next one in the order.
pub fn order_next(state: &mut State, number: u8) {
    let to = usize::from(state.ordered);
    if let Some(from) = state.batch.iter().position(|waiting| waiting.number == number) {
        state.batch[to..=from].rotate_right(1);
        state.ordered += 1;
    }
}

/// Goes on with the settle. Says whether somebody must choose. Rules: WU-R88 to WU-R91.
#[inline]
pub fn advance(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    if state.batch.is_empty() && state.again.is_empty() && state.fresh.is_empty() {
        end(rules, state, log);
        return false;
    }
    carry_on(rules, state, log)
}

/// The settle is over.
fn end(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    (state.lead, state.ordered) = (None, 0);
    state.settling = false;
    // Between two rounds several settles may follow one another: the bounds hold for all of them. Rules: WU-R91.
    if state.step != Step::Start || state.round == 0 {
        state.settled = 0;
        state.ran.clear();
    }
    if !state.ghosts.is_empty() {
        forget_ghosts(state, |_| false);
    }
    ending::bout_end_check(rules, state, log);
}

/// Those who have left play are forgotten, but for some, and for the bearer of a Chain whose effect is still to come or
/// under way: it is described as it last was. Rules: WU-R136, WU-R148.
#[cold]
#[inline(never)]
fn forget_ghosts(state: &mut State, is_kept: impl Fn(Id) -> bool) {
    let bearer = state.activating.filter(|_| !state.begun).map(|link| link.bearer);
    let kept = |id| bearer == Some(id) || is_kept(id);
    state.ghosts.retain(|ghost| kept(ghost.vassal.id));
}

/// Carries out the next Ability.
#[inline(never)]
fn carry_on(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    loop {
        if state.batch.is_empty() && state.again.is_empty() && state.fresh.is_empty() {
            end(rules, state, log);
            return false;
        }
        if state.batch.is_empty() {
            begin_batch(rules, state);
        }
        if state.batch.len() == 1 {
            // There is nothing to put in order.
            (state.lead, state.ordered) = (state.lead.or(Some(true)), 1);
        } else if !is_in_order(rules, state) {
            return true;
        }
        let next = if state.batch.len() == 1 { state.batch.pop() } else { Some(state.batch.remove(0)) };
        let Some(next) = next else { return false };
        state.ordered -= 1;
        if !may_run(state, &next, log) {
            continue;
        }
        state.settled += 1;
        if state.settled >= MOST_SETTLED {
            log.add(Event::Capped(Cap::Settle));
            ending::end_bout(rules, state, NO_SEAT, log);
            return false;
        }
        effects::start(rules, state, next, false, log);
        return effects::advance(rules, state, log);
    }
}

/// Whether it is known in which order several Abilities come, as far as the next one.
fn is_in_order(rules: &Rules, state: &mut State) -> bool {
    if asks_lead(state) {
        return false;
    }
    if state.lead.is_none() {
        take_turns(rules, state, true);
    }
    if orders(state).is_some() {
        return false;
    }
    if state.ordered == 0 {
        let seat = state.batch[0].user;
        state.ordered = state.batch.iter().take_while(|waiting| waiting.user == seat).count() as u8;
    }
    true
}

/// Whether an Ability has not been carried out too often in this settle; then it is once more. Rules: WU-R91.
fn may_run(state: &mut State, next: &Waiting, log: &mut impl Log<Event>) -> bool {
    let known = state.ran.iter_mut().find(|(id, of, _)| *id == next.bearer && *of == next.instance);
    let Some((_, _, runs)) = known else {
        state.ran.push((next.bearer, next.instance, 1));
        return true;
    };
    if *runs >= MOST_RUNS {
        *runs = MOST_RUNS + 1;
        log.add(Event::Capped(Cap::Loop));
        return false;
    }
    *runs += 1;
    true
}

/// The prime player's Abilities come first or last, the others' clockwise.
pub fn take_turns(rules: &Rules, state: &mut State, lead: bool) {
    state.lead = Some(lead);
    let (seats, prime) = (rules.seats, if state.prime == NO_SEAT { 0 } else { state.prime });
    let turn = |user: u8| {
        let after = (user + seats - prime) % seats;
        if after == 0 && !lead { seats } else { after }
    };
    state.batch.sort_by_key(|waiting| turn(waiting.user));
    state.ordered = 0;
}

/// Forms the next batch of what was set off.
fn begin_batch(rules: &Rules, state: &mut State) {
    (state.lead, state.ordered) = (None, 0);
    let mut batch = std::mem::take(&mut state.batch);
    // The lists change places: each keeps the room it has. Who waits again uses no new Limit. Rules: WU-R120.
    if state.again.is_empty() {
        std::mem::swap(&mut batch, &mut state.fresh);
        for waiting in &batch {
            if rules.skills[usize::from(waiting.instance.skill)].limit.is_some() {
                count_use(state, waiting.bearer, waiting.instance);
            }
        }
    } else {
        std::mem::swap(&mut batch, &mut state.again);
    }
    let shared: &State = state;
    if batch.len() > 1 {
        batch.sort_by(|one, other| in_turn(rules, shared, one, other));
    }
    for (nth, waiting) in batch.iter_mut().enumerate() {
        waiting.number = nth as u8 + 1;
        effects::read_values(rules, shared, waiting);
    }
    if !state.ghosts.is_empty() {
        forget_ghosts(state, |id| batch.iter().any(|waiting| waiting.bearer == id || waiting.it == id));
    }
    state.batch = batch;
}
