//! The conformance kit: what must hold for every game, checked over thousands of positions under
//! two policies.
//!
//! A game's tests implement [`Subject`] (what the kit cannot know by itself) and call
//! [`conformance!`](crate::conformance) once.

mod law;
mod position;
mod secrecy;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use engine::{
    Actions, Actor, Game, Policy, Rng, Seat, Settings, Sources, Start, Turn, Viewer, position_text,
};

use crate::shared::{processors, shared_out};

/// A setup to test.
pub struct Table {
    /// For messages.
    pub name: &'static str,
    /// The settings in their text form.
    pub settings: &'static str,
    /// Cards, boards and formats.
    pub sources: Sources,
    /// Whether all positions can be enumerated (some ten thousand), so that the law of `imagine`
    /// can be checked against every world that looks alike.
    pub enumerable: bool,
}

impl Table {
    /// A setup without sources.
    pub fn new(name: &'static str, settings: &'static str) -> Self {
        Self { name, settings, sources: Sources::none(), enumerable: false }
    }

    /// A setup whose positions can all be enumerated.
    pub fn enumerable(name: &'static str, settings: &'static str) -> Self {
        Self { enumerable: true, ..Self::new(name, settings) }
    }
}

/// The state, action and view of a subject's game.
pub type State<S> = <<S as Subject>::Game as Game>::State;
/// See [`State`].
pub type Action<S> = <<S as Subject>::Game as Game>::Action;
/// See [`State`].
pub type Rules<S> = <<S as Subject>::Game as Game>::Rules;
/// See [`State`].
pub type View<S> = <<S as Subject>::Game as Game>::View;

/// What the kit must be told about a game.
pub trait Subject: 'static {
    /// The game.
    type Game: Game;

    /// The setups to test.
    fn tables() -> Vec<Table>;

    /// The same position with everything changed at random that `viewer` may not know. Written from
    /// the rules of secrecy alone, never by way of `view` or `imagine`: it is what those are
    /// checked against.
    fn permute(rules: &Rules<Self>, state: &State<Self>, viewer: Viewer, rng: &mut Rng) -> State<Self>;

    /// Whether anything is hidden from somebody in this game. If so the kit fails when `permute`
    /// never changes anything.
    const HIDES: bool;

    /// What is conserved from the first position to the last: cards, chips, tokens.
    fn conserved(rules: &Rules<Self>, state: &State<Self>) -> Vec<(&'static str, i64)>;

    /// Wrong actions close to right ones: right card and wrong target, unpaid, out of range. The kit
    /// itself tries every action it has seen anywhere at every other position and actor.
    fn near_misses(_rules: &Rules<Self>, _state: &State<Self>, _rng: &mut Rng) -> Vec<Action<Self>> {
        Vec::new()
    }

    /// How likely `state` is under the stated law of `imagine(view)`, relative to other states with
    /// that view; 0 if impossible.
    fn weight(_rules: &Rules<Self>, _view: &View<Self>, _state: &State<Self>) -> u64 {
        1
    }

    /// Whether others must not learn which of such actions a seat chose. Simultaneous choices are
    /// secret anyway.
    fn secret(_rules: &Rules<Self>, _state: &State<Self>, _seat: Seat, _action: Action<Self>) -> bool {
        false
    }

    /// Whether a viewer may learn the secret choices of a seat: whoever holds it, and perhaps its team.
    fn shares(_rules: &Rules<Self>, viewer: Viewer, seat: Seat) -> bool {
        viewer.holds(seat)
    }

    /// The seat that alone may learn this outcome of chance; nothing if everybody may.
    fn private(_rules: &Rules<Self>, _state: &State<Self>, _outcome: Action<Self>) -> Option<Seat> {
        None
    }

    /// Whether a rule id exists; toy games have rules of their own.
    fn knows_rule(id: &str) -> bool {
        rulebook::Rulebook::shipped().find(id).is_some()
    }

    /// What the law of the `lively` policy must reach: kinds that cannot be reached by play alone
    /// may be left out, with the reason in a comment.
    fn unreachable_kinds() -> &'static [&'static str] {
        &[]
    }
}

/// How much to test.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games a setup and policy.
    pub plays: u64,
    /// No more games of a setup and policy are looked at from top to bottom once so many positions were: the games of
    /// the arena are a hundred times as long as the small ones.
    pub positions: u64,
    /// Cases of non-interference in which something hidden was changed, at least, over all setups; more
    /// games are played until they are reached.
    pub secrecy_cases: u64,
    /// Samples for each law that is checked.
    pub samples: u64,
    /// How often every kind of action and event must occur.
    pub occurrences: u64,
}

impl Effort {
    /// The quick tier: seconds.
    pub const QUICK: Self =
        Self { plays: 60, positions: 3_000, secrecy_cases: 10_000, samples: 4_000, occurrences: 1 };
    /// The long tier: millions of cases.
    pub const SOAK: Self = Self {
        plays: 3_000,
        positions: 10_000,
        secrecy_cases: 1_000_000,
        samples: 100_000,
        occurrences: 1_000,
    };

    /// Whether it is long enough to tell how far it is.
    fn tells(self) -> bool {
        self.plays > Self::QUICK.plays
    }
}

/// Something a game does that it must not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// Which promise is broken; a stable word.
    pub check: &'static str,
    /// Where and how.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.check, self.what)
    }
}

/// What the kit counted and found.
#[derive(Default, Debug)]
pub struct Report {
    /// Broken promises, each once.
    pub findings: BTreeSet<Finding>,
    /// How often each check was made.
    pub cases: BTreeMap<&'static str, u64>,
    /// How often each kind of action and event occurred.
    pub kinds: BTreeMap<&'static str, u64>,
    /// The codes of the refusals that were given.
    pub refusals: BTreeSet<&'static str>,
}

impl Report {
    /// The checks that found something.
    pub fn broken(&self) -> BTreeSet<&'static str> {
        self.findings.iter().map(|finding| finding.check).collect()
    }

    /// Takes in what was counted and found before; of two findings of one check the earlier stays.
    fn add(&mut self, before: Self) {
        self.findings.retain(|finding| before.findings.iter().all(|known| known.check != finding.check));
        self.findings.extend(before.findings);
        for (check, count) in before.cases {
            *self.cases.entry(check).or_default() += count;
        }
        for (kind, count) in before.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        self.refusals.extend(before.refusals);
    }

    fn case(&mut self, check: &'static str) {
        *self.cases.entry(check).or_default() += 1;
    }

    /// Notes a broken promise unless `holds`.
    fn demand(&mut self, check: &'static str, holds: bool, what: impl FnOnce() -> String) {
        self.case(check);
        // One example of each promise says enough, and keeps a thoroughly broken game readable.
        if !holds && !self.findings.iter().any(|finding| finding.check == check) {
            self.findings.insert(Finding { check, what: what() });
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |map: &BTreeMap<&'static str, u64>| {
            map.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(f, "cases: {}", list(&self.cases))?;
        writeln!(f, "kinds: {}", list(&self.kinds))?;
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

/// One setup under test.
struct Bench<'a, S: Subject> {
    table: &'a Table,
    settings: &'a Settings,
    start: &'a Start<S::Game>,
    report: Report,
    /// Actions seen anywhere, tried again where they do not belong.
    seen: BTreeSet<Action<S>>,
    /// Actions whose refusals a viewer may compare.
    tries: Vec<Action<S>>,
    /// Cases of non-interference in which something hidden was changed.
    permuted: u64,
    /// Positions that were looked at from top to bottom.
    walked: u64,
    /// The text of each position.
    texts: std::collections::HashMap<State<S>, String>,
}

impl<'a, S: Subject> Bench<'a, S> {
    /// Where something was found. It is put into words only if something was.
    fn place<'s>(&self, state: &'s State<S>) -> Place<'s, S>
    where
        'a: 's,
    {
        Place { table: self.table.name, rules: &self.start.rules, state }
    }
}

/// A table and a position of it, for messages.
struct Place<'s, S: Subject> {
    table: &'static str,
    rules: &'s Rules<S>,
    state: &'s State<S>,
}

impl<S: Subject> fmt::Display for Place<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table `{}`, position `{}`", self.table, position_text::<S::Game>(self.rules, self.state))
    }
}

/// Checks everything about a game, one table after another on this very thread.
pub fn check<S: Subject>(effort: Effort) -> Report {
    check_on::<S>(effort, 1)
}

/// Checks the same, with the tables shared among as many threads as there are processors.
pub fn check_side_by_side<S: Subject>(effort: Effort) -> Report {
    check_on::<S>(effort, processors())
}

fn check_on<S: Subject>(effort: Effort, threads: usize) -> Report {
    let mut report = Report::default();
    check_constants::<S>(&mut report);
    let tables = S::tables();
    let setups: Vec<Setup<S>> = tables.iter().map(|table| Setup::new(table, &mut report)).collect();
    // Every setup takes its share of what is hidden.
    let share = effort.secrecy_cases.div_ceil(tables.len() as u64);
    let seats = |setup: &Setup<S>| usize::from(S::Game::seats(&setup.start.rules));
    let benches = shared_out(&setups, threads, seats, |setup| {
        let mut bench = Bench::new(setup);
        bench.check_by_itself(effort, share);
        bench
    });
    for mut bench in benches {
        bench.report.add(report);
        bench.look_for_rare_kinds(effort);
        report = bench.report;
    }
    report.check_totals::<S>(effort);
    report
}

/// A table, compiled.
struct Setup<'a, S: Subject> {
    table: &'a Table,
    settings: Settings,
    start: Start<S::Game>,
}

impl<'a, S: Subject> Setup<'a, S> {
    fn new(table: &'a Table, report: &mut Report) -> Self {
        let settings = Settings::parse(table.settings).expect("the settings of a test table");
        let start = match S::Game::compile(&settings, &table.sources) {
            Ok(start) => start,
            Err(faults) => panic!("table `{}` does not compile:\n{faults}", table.name),
        };
        let embedded = S::Game::embedded(&settings, &table.sources);
        let again = S::Game::compile(&settings, &embedded).map(|again| again.state);
        let whole = S::Game::embedded(&settings, &embedded) == embedded;
        report.demand("embedded", whole && again.as_ref() == Ok(&start.state), || {
            format!("table `{}`: with everything embedded the setup is another", table.name)
        });
        Self { table, settings, start }
    }
}

impl<'a, S: Subject> Bench<'a, S> {
    fn new(setup: &'a Setup<'a, S>) -> Self {
        Self {
            table: setup.table,
            settings: &setup.settings,
            start: &setup.start,
            report: Report::default(),
            seen: BTreeSet::new(),
            tries: Vec::new(),
            permuted: 0,
            walked: 0,
            texts: std::collections::HashMap::new(),
        }
    }

    /// All that needs no other table. `share` is how many cases of non-interference are wanted.
    fn check_by_itself(&mut self, effort: Effort, share: u64) {
        self.check_names();
        for policy in [Policy::Uniform, Policy::Lively] {
            self.walked = 0;
            for seed in 0..effort.plays {
                if self.walked >= effort.positions {
                    break;
                }
                let mut rng = Rng::from_number(seed * 2 + u64::from(policy == Policy::Lively));
                self.guarded(|bench| bench.walk(policy, &mut rng, Depth::Everything));
                self.guarded(|bench| bench.check_whole_play(bench.settings, policy, seed));
            }
        }
        // Nobody asks for them any more.
        self.texts.clear();
        self.texts.shrink_to_fit();
        if effort.tells() {
            eprintln!("table `{}`: games done, now what is hidden", self.table.name);
        }
        let mut seed = 1 << 32;
        // One that hides nothing gives up after as many games.
        while S::HIDES && self.permuted < share && seed < (1 << 32) + share {
            let policy = if seed % 2 == 0 { Policy::Uniform } else { Policy::Lively };
            self.guarded(|bench| bench.walk(policy, &mut Rng::from_number(seed), Depth::Secrecy));
            seed += 1;
            if self.report.broken().contains("panic") {
                break;
            }
        }
        self.guarded(|bench| bench.check_laws(effort));
        if self.table.enumerable {
            self.guarded(|bench| bench.check_worlds(effort));
        }
    }

    /// Plays on while a kind of action or event or a refusal is still too rare in all tables so far.
    fn look_for_rare_kinds(&mut self, effort: Effort) {
        for extra in 0..20 * effort.plays {
            if self.report.rarest::<S>() >= effort.occurrences && self.report.ungiven::<S>().next().is_none()
            {
                break;
            }
            let policy = if extra % 2 == 0 { Policy::Uniform } else { Policy::Lively };
            self.guarded(|bench| bench.walk(policy, &mut Rng::from_number(extra + (1 << 40)), Depth::Kinds));
        }
    }
}

impl<S: Subject> Bench<'_, S> {
    /// A game that panics is told on like any other broken promise.
    fn guarded(&mut self, check: impl FnOnce(&mut Self)) {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(self)));
        let message = result.err().map(|panic| match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(other) => {
                other.downcast::<&str>().map_or_else(|_| "no words".to_owned(), |text| (*text).to_owned())
            }
        });
        self.report.demand("panic", message.is_none(), || message.unwrap_or_default());
    }

    /// Seats have different names of one word each.
    fn check_names(&mut self) {
        let rules = &*self.start.rules;
        let names: Vec<String> =
            Seat::all(S::Game::seats(rules)).map(|seat| S::Game::seat_name(rules, seat)).collect();
        let different = names.iter().collect::<BTreeSet<_>>().len() == names.len();
        let words = names.iter().all(|name| !name.is_empty() && !name.contains([' ', ':', ',', ';']));
        self.report.demand("seat-names", different && words, || format!("the seats are called {names:?}"));
    }
}

/// How closely a walk looks at each position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Everything,
    Secrecy,
    /// Nothing but which kinds of actions, events and refusals occur.
    Kinds,
}

impl<S: Subject> Bench<'_, S> {
    /// Plays one game by `policy` on bare states, checking each position and step.
    fn walk(&mut self, policy: Policy, rng: &mut Rng, depth: Depth) {
        let rules = &*self.start.rules;
        let mut state = self.start.state.clone();
        let conserved = S::conserved(rules, &state);
        let longest = S::Game::longest(rules);
        for steps in 0.. {
            if depth == Depth::Everything {
                self.walked += 1;
                self.check_position(&state, rng);
                let now = S::conserved(rules, &state);
                let place = self.place(&state);
                self.report.demand("conservation", now == conserved, || {
                    format!("{place}: {conserved:?} became {now:?}")
                });
            }
            if depth != Depth::Kinds {
                self.check_secrecy(&state, rng);
            } else if self.report.ungiven::<S>().next().is_some() {
                self.provoke(&state, rng);
            }
            let turn = S::Game::turn(rules, &state);
            if turn == Turn::Over {
                break;
            }
            let place = self.place(&state);
            self.report.demand("ends", steps < longest, || format!("{place}: more than {longest} steps"));
            if steps >= longest {
                break;
            }
            let Some((actor, action)) = choose::<S::Game>(rules, &state, policy, rng) else {
                self.report.demand("turn", false, || format!("{place}: somebody's turn and nothing to do"));
                break;
            };
            let refusal = S::Game::refuse(rules, &state, actor, action);
            self.report.demand("offered-accepted", refusal.is_none(), || {
                format!("{place}: {action:?} is played by {actor} and refused: {refusal:?}")
            });
            if refusal.is_some() {
                break;
            }
            if depth != Depth::Kinds {
                self.check_step(&state, actor, action, rng);
            }
            let mut events = Vec::new();
            S::Game::apply(rules, &mut state, actor, action, &mut events);
            self.seen.insert(action);
            *self.report.kinds.entry(S::Game::kind(rules, action)).or_default() += 1;
            for event in &events {
                *self.report.kinds.entry(S::Game::tell(rules, event).kind).or_default() += 1;
            }
            if depth == Depth::Everything {
                self.check_events(&events, &self.place(&state));
            }
        }
    }
}

impl<S: Subject> Bench<'_, S> {
    /// Tries what is nearly possible, for refusals that are seldom given.
    fn provoke(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        for action in S::near_misses(rules, state, rng) {
            for seat in Seat::all(S::Game::seats(rules)) {
                if let Some(refusal) = S::Game::refuse(rules, state, seat.into(), action) {
                    self.report.refusals.insert(refusal.code);
                }
            }
        }
    }
}

/// The next action of whoever is due, by `policy`; several owing seats submit in random order.
fn choose<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    policy: Policy,
    rng: &mut Rng,
) -> Option<(Actor, G::Action)> {
    match G::turn(rules, state) {
        Turn::Over => None,
        Turn::Chance => Some((Actor::Chance, G::sample(rules, state, rng))),
        Turn::Players(owed) => {
            if owed.is_empty() {
                return None;
            }
            let seats: Vec<Seat> = owed.iter().collect();
            let seat = *rng.one_of(&seats);
            let mut actions = Actions::new();
            G::legal(rules, state, seat, &mut actions);
            if actions.is_empty() {
                return None;
            }
            let action = match policy {
                Policy::Lively => G::lively(rules, &actions, rng),
                Policy::Uniform | Policy::Pick => *rng.one_of(&actions),
            };
            Some((Actor::Seat(seat), action))
        }
    }
}

/// What a game declares about itself.
fn check_constants<S: Subject>(report: &mut Report) {
    let mut codes = BTreeSet::new();
    for refusal in S::Game::REFUSALS {
        report.demand("refusal-codes", codes.insert(refusal.code), || {
            format!("two refusals `{}`", refusal.code)
        });
        report.demand("refusal-rules", S::knows_rule(refusal.rule), || {
            format!("refusal `{}` cites the unknown rule `{}`", refusal.code, refusal.rule)
        });
    }
    let mut keys = BTreeSet::new();
    for option in S::Game::OPTIONS {
        report.demand("options", keys.insert(option.key) && !option.help.is_empty(), || {
            format!("option `{}` is given twice or has no help", option.key)
        });
        let mut settings = Settings::none();
        settings.set(option.key, option.default);
        let (_, faults) = settings.check(S::Game::OPTIONS);
        report.demand("options", faults.is_empty(), || {
            format!("the default of option `{}` does not fit it", option.key)
        });
    }
}

impl Report {
    /// How often the rarest kind of action or event that play can reach occurred.
    fn rarest<S: Subject>(&self) -> u64 {
        let kinds = S::Game::ACTION_KINDS.iter().chain(S::Game::EVENT_KINDS);
        kinds
            .filter(|kind| !S::unreachable_kinds().contains(kind))
            .map(|kind| self.kinds.get(kind).copied().unwrap_or(0))
            .min()
            .unwrap_or(u64::MAX)
    }

    /// The codes of refusals that were not given yet.
    fn ungiven<S: Subject>(&self) -> impl Iterator<Item = &'static str> {
        let codes = S::Game::REFUSALS.iter().map(|refusal| refusal.code);
        codes.filter(|code| !self.refusals.contains(code) && !S::unreachable_kinds().contains(code))
    }

    /// What only the sum of all games shows.
    fn check_totals<S: Subject>(&mut self, effort: Effort) {
        let refused = self.cases.get("refused").copied().unwrap_or(0);
        let vague = self.cases.get("catch-all").copied().unwrap_or(0);
        self.demand("vague-refusals", vague * 100 <= refused, || {
            format!("{vague} of {refused} refusals use the catch-all code; name the rule that forbids each")
        });
        self.demand("near-misses", refused > 0, || {
            "nothing was ever refused: the kit has no wrong actions to try".into()
        });
        if S::HIDES {
            let changed = self.cases.get("secrets-permuted").copied().unwrap_or(0);
            self.demand("permute", changed > 0, || {
                "`permute` never changed anything, so secrecy was not tested".into()
            });
        }
        let ungiven: Vec<&str> = self.ungiven::<S>().collect();
        for refusal in S::Game::REFUSALS {
            let code = refusal.code;
            self.demand("coverage", !ungiven.contains(&code), || {
                format!("refusal `{code}` was never given; add a near miss or a table that provokes it")
            });
        }
        for &kind in S::Game::ACTION_KINDS.iter().chain(S::Game::EVENT_KINDS) {
            let count = self.kinds.get(kind).copied().unwrap_or(0);
            let enough = count >= effort.occurrences || S::unreachable_kinds().contains(&kind);
            self.demand("coverage", enough, || {
                format!("`{kind}` occurred {count} times, wanted {}", effort.occurrences)
            });
        }
    }
}

/// Runs the conformance kit for a subject: a quick test that always runs, and a soak test that
/// `cargo xtask soak kit` runs.
///
/// ```ignore
/// testkit::conformance!(TicTacToeKit);
/// ```
#[macro_export]
macro_rules! conformance {
    ($subject:ty) => {
        #[test]
        fn conforms() {
            let report = $crate::kit::check_side_by_side::<$subject>($crate::Effort::QUICK);
            assert!(report.findings.is_empty(), "{report}");
        }

        #[test]
        #[ignore = "long: run by `cargo xtask soak kit`"]
        fn soak_conforms() {
            let report = $crate::kit::check_side_by_side::<$subject>($crate::Effort::SOAK);
            println!("{}:\n{report}", stringify!($subject));
            assert!(report.findings.is_empty(), "{report}");
        }
    };
}
