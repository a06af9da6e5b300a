//! The rules and the plain ones, action by action: the same seats asked, the same options, the same weights of chance,
//! the same positions and results. They share no code and talk in notation only. Cards have no Skills here; all
//! formats, their options and all numbers of seats are gone through, with cards, decks and formats made at random.

#![allow(clippy::print_stdout, reason = "the long tier quotes its figures")]

use std::collections::BTreeSet;
use std::fmt::Write;

use engine::{
    Actions, Actor, Game, NoLog, Policy, Rng, Seat, Settings, Sources, Start, Turn, Weighted, action_text,
    position_text,
};
use worlds_unchained::WorldsUnchained;
use worlds_unchained::action::Act;
use worlds_unchained::ending;
use worlds_unchained::setup::shipped_sources;
use worlds_unchained::state::{State, Step};
use worlds_unchained_plain as plain;

/// The ways to play, with the number of seats; `made` is a format of a file.
const SORTS: [(&str, usize); 13] = [
    ("standard", 2),
    ("speed", 2),
    ("draft", 2),
    ("all-stars", 2),
    ("free-for-all", 2),
    ("free-for-all", 3),
    ("free-for-all", 4),
    ("custom", 2),
    ("custom", 3),
    ("custom", 4),
    ("made", 2),
    ("made", 4),
    ("made-draft", 2),
];

/// A position without the cards that were given in a draft: they are held, but only here it is told which they are.
fn without_given(text: &str) -> String {
    let mut parts = text.split(" given{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('}').map_or("", |(_, rest)| rest))
}

/// Adds a line to a text.
macro_rules! tell {
    ($out:expr, $($format:tt)*) => { writeln!($out, $($format)*).expect("a text takes everything") };
}

fn from(rng: &mut Rng, low: usize, high: usize) -> usize {
    low + rng.below((high - low + 1) as u32) as usize
}

/// Mostly what is usual, so that games are alike enough to go on.
fn mostly(rng: &mut Rng, usual: usize, low: usize, high: usize) -> usize {
    if rng.chance(1, 2) { usual } else { from(rng, low, high) }
}

/// A format of this sort.
fn format(rng: &mut Rng, (sort, seats): (&str, usize)) -> plain::Format {
    let official = match sort {
        "standard" => plain::Format::standard(),
        "speed" => plain::Format::speed(),
        "draft" => plain::Format::draft(),
        "all-stars" => plain::Format::all_stars(),
        "free-for-all" => plain::Format { deck_max: 20, mulligans: 1, ..plain::Format::speed() },
        _ => {
            let deck_min = from(rng, 1, 40);
            let copies = |rng: &mut Rng| {
                let any = sort != "custom" && rng.chance(1, 3);
                (!any).then(|| *rng.one_of(&[1, 2, 4, 40]))
            };
            plain::Format {
                deck_min,
                deck_max: from(rng, deck_min, 40),
                copies: copies(rng),
                mob_copies: copies(rng),
                bouts: *rng.one_of(&[1, 2, 3, 3, 5, 9]),
                drawn: mostly(rng, 5, 1, 10),
                mulligans: mostly(rng, 1, 0, 9),
                has_draft: sort == "made-draft",
                starting_boosts: mostly(rng, 20, 0, 250) as i32,
                non_prime_bonus: mostly(rng, 3, 0, 250) as i32,
                mob_bonus: mostly(rng, 1, 0, 100) as i32,
                vassal_zones: from(rng, 1, 5),
                extra_zones: from(rng, 0, 2),
                injury_limit: mostly(rng, 2, 1, 5) as i32,
                exhaustion_limit: mostly(rng, 4, 1, 5) as i32,
                plays_all_bouts: rng.chance(1, 3),
                round_cap: mostly(rng, 12, 1, 30),
                chooses_return_zone: rng.chance(1, 2),
                ..plain::Format::standard()
            }
        }
    };
    plain::Format { name: sort.to_owned(), seats, ..official }
}

/// All cards of a game: some Mobs, some Wanderers.
fn cards(rng: &mut Rng) -> Vec<plain::Card> {
    let worlds = ["Sootspire", "Ondrel Deep", "Far-Off Isle", "Wanderer"];
    let mut cards: Vec<plain::Card> = Vec::new();
    for number in 0..45 {
        let class = if number < 6 { plain::Class::Mob } else { *rng.one_of(&plain::Class::ALL) };
        let first = *rng.one_of(&["Ada", "Old Bo", "Cy-Lo", "Di'n", "Ed"]);
        cards.push(plain::Card::new(&format!("{first} {number}"), rng.one_of::<&str>(&worlds), class));
    }
    rng.shuffle(&mut cards);
    cards
}

/// A deck that mostly fits the format.
fn deck(rng: &mut Rng, cards: &[plain::Card], format: &plain::Format) -> Vec<plain::Card> {
    let strict = !rng.chance(1, 12);
    let size = if strict { from(rng, format.deck_min, format.deck_max) } else { from(rng, 1, 41) };
    let mut deck: Vec<plain::Card> = Vec::new();
    for _ in 0..2000 {
        if deck.len() == size {
            break;
        }
        let card = rng.one_of(cards);
        let limit = if card.is_mob() { format.mob_copies } else { format.copies };
        let copies = deck.iter().filter(|other| other.id == card.id).count();
        if !strict || limit.is_none_or(|limit| copies < limit) {
            deck.push(card.clone());
            // Some decks are nearly all of one card.
            if limit.is_none() && rng.chance(1, 8) && strict {
                deck.resize(size.min(deck.len() + 5), card.clone());
            }
        }
    }
    deck
}

/// Cards and decks as a file has them.
fn files(rng: &mut Rng, cards: &[plain::Card], lists: &[(String, &[plain::Card])]) -> (String, String) {
    let (mut made, mut decks) = ("card = []\n".to_owned(), String::new());
    if !cards.is_empty() {
        made.clear();
    }
    for card in cards {
        let world = card.world.as_deref().unwrap_or("Wanderer");
        tell!(made, "[[card]]\nkind = \"Vassal\"\nname = \"{}\"", card.name);
        tell!(made, "world = \"{world}\"\nclass = \"{}\"", card.class);
    }
    for (id, cards) in lists {
        let name = |card: &plain::Card, rng: &mut Rng| {
            let name = if rng.chance(1, 2) { &card.name } else { &card.id };
            format!("\"{name}\"")
        };
        let cards: Vec<String> = cards.iter().map(|card| name(card, rng)).collect();
        tell!(decks, "[[deck]]\nid = \"{id}\"\ncards = [{}]", cards.join(", "));
    }
    (made, decks)
}

/// The numbers of a format, under the keys of files and options.
fn numbers(format: &plain::Format) -> String {
    let plain::Format { bouts, drawn, mulligans, vassal_zones, extra_zones, round_cap, .. } = format;
    let boosts = format!(
        "boosts={}\nnon_prime_bonus={}\nmob_bonus={}",
        format.starting_boosts, format.non_prime_bonus, format.mob_bonus
    );
    let limits =
        format!("injury_limit={}\nexhaustion_limit={}", format.injury_limit, format.exhaustion_limit);
    let zones = format!("vassal_zones={vassal_zones}\nextra_zones={extra_zones}");
    format!(
        "bouts={bouts}\ndraw={drawn}\nmulligans={mulligans}\nround_cap={round_cap}\n{boosts}\n{limits}\n{zones}\n"
    )
}

/// A format as a file has it.
fn format_file(format: &plain::Format) -> String {
    let copies = |limit: Option<usize>| limit.map_or_else(|| "\"any\"".to_owned(), |limit| limit.to_string());
    let mut text = format!("[[format]]\nid = \"{}\"\nname = \"Made\"\nofficial = false\n", format.name);
    tell!(text, "seats = [{0}, {0}]\ndeck = [{1}, {2}]", format.seats, format.deck_min, format.deck_max);
    tell!(text, "non_mob_copies = {}\nmob_copies = {}", copies(format.copies), copies(format.mob_copies));
    tell!(text, "draft = {}\ndeck_lists = \"private\"", format.has_draft);
    if format.has_draft {
        tell!(text, "pool = 25\npool_list = \"public\"");
    }
    let (all, choose) = (format.plays_all_bouts, format.chooses_return_zone);
    tell!(text, "play_all_bouts = {all}\nchoose_return_zone = {choose}");
    text + &numbers(format)
}

/// The options of a setup.
fn settings(format: &plain::Format, decks: usize) -> String {
    let ids: Vec<String> = (1..=decks).map(|seat| format!("deck-{seat}")).collect();
    let mut text = format!("format={}", format.name);
    if format.has_draft {
        return text + " pool=pool";
    }
    text += &format!(" decks={}", ids.join(","));
    if format.name == "custom" {
        let on = |is: bool| if is { "on" } else { "off" };
        text += &format!(" deck_min={} deck_max={}", format.deck_min, format.deck_max);
        text += &format!(" copies={} mob_copies={}", format.copies.unwrap(), format.mob_copies.unwrap());
        text += &format!(" play_all_bouts={}", on(format.plays_all_bouts));
        text += &format!(" choose_return_zone={} ", on(format.chooses_return_zone));
        text += &numbers(format).replace('\n', " ");
    }
    text
}

/// The same setup for both.
struct Both {
    settings: String,
    start: Start<WorldsUnchained>,
    setup: plain::Setup,
}

impl Both {
    /// Any setup of this sort; both must agree on whether it is one.
    fn random(rng: &mut Rng, sort: (&str, usize)) -> Self {
        loop {
            if let Some(both) = Self::perhaps(rng, sort) {
                return both;
            }
        }
    }

    fn perhaps(rng: &mut Rng, sort: (&str, usize)) -> Option<Self> {
        let format = format(rng, sort);
        let cards = cards(rng);
        let mut setup = plain::Setup::with_decks(format.clone(), Vec::new());
        if format.has_draft {
            let size = if rng.chance(1, 12) { from(rng, 20, 30) } else { 25 };
            let few = from(rng, 1, cards.len());
            setup.pool = (0..size).map(|_| rng.one_of(&cards[..few]).clone()).collect();
        } else {
            setup.decks = (0..format.seats).map(|_| deck(rng, &cards, &format)).collect();
        }
        let mut lists: Vec<(String, &[plain::Card])> = Vec::new();
        for (seat, deck) in setup.decks.iter().enumerate() {
            lists.push((format!("deck-{}", seat + 1), deck));
        }
        if format.has_draft {
            lists.push(("pool".to_owned(), &setup.pool));
        }
        let (made, decks) = files(rng, &cards, &lists);
        let mut sources = Sources::none();
        for source in shipped_sources().0 {
            let text = match source.name.rsplit('/').next() {
                Some("starter.toml") => made.clone(),
                Some("decks.toml") => decks.clone(),
                Some("formats.toml") => continue,
                _ => "card = []".to_owned(),
            };
            sources.push(source.name, text);
        }
        if sort.0.starts_with("made") {
            sources.push("made.toml", format_file(&format));
        }
        let settings = settings(&format, setup.decks.len());
        let start = WorldsUnchained::compile(&Settings::parse(&settings).unwrap(), &sources);
        let faults = setup.faults();
        match start {
            Ok(start) if faults.is_empty() => Some(Self { settings, start, setup }),
            Err(_) if !faults.is_empty() => None,
            Ok(_) => panic!("{settings}: only the plain one refuses: {faults:?}"),
            Err(refused) => panic!("{settings}: only the plain one does not refuse: {refused}"),
        }
    }
}

/// What has come up, so that nothing is left out unnoticed.
#[derive(Default)]
struct Seen {
    kinds: BTreeSet<&'static str>,
    steps: BTreeSet<String>,
    conceded: BTreeSet<String>,
    bouts_conceded: BTreeSet<String>,
    results: BTreeSet<&'static str>,
}

/// One game on both sides.
struct Match<'a> {
    both: &'a Both,
    state: State,
    game: plain::Game,
    seed: u64,
    steps: u64,
    before: String,
    last: String,
    now: String,
}

impl<'a> Match<'a> {
    fn new(both: &'a Both, seed: u64) -> Self {
        let game = plain::Game::new(both.setup.clone()).unwrap_or_else(|error| panic!("{error}"));
        let (before, last, now) = (String::new(), "the start".to_owned(), String::new());
        Self { both, state: both.start.state.clone(), game, seed, steps: 0, before, last, now }
    }

    /// Both go on from a position.
    fn jump(&mut self, text: &str) -> bool {
        let Ok(game) = plain::Game::read(self.both.setup.clone(), text) else { return false };
        let state = WorldsUnchained::read_position(&self.both.start.rules, text);
        self.state = state.unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        self.game = game;
        "a position".clone_into(&mut self.last);
        true
    }

    /// Where the game is, for those who have to find out who is wrong.
    fn place(&self) -> String {
        let Self { both, seed, steps, before, last, now, .. } = self;
        format!("seed {seed} step {steps}\n{}\n{before}\n{last}\n{now}", both.settings)
    }

    /// The same turn, position and weights of chance on both sides.
    fn compare(&mut self) {
        let rules = &self.both.start.rules;
        self.now = position_text::<WorldsUnchained>(rules, &self.state);
        let (mut ours, mut theirs) = (without_given(&self.now), self.game.dump());
        if self.state.step == Step::Over {
            // Who has left is told only here, and what is held in a draft only there. Results are compared apart.
            theirs = theirs.replace(" draft{", " bag{");
            ours = ours.replace(" here", "").replace(" gone", "");
        }
        assert!(ours == theirs, "{}\nagainst the plain\n{theirs}", self.place());
        let ours = match WorldsUnchained::turn(rules, &self.state) {
            Turn::Over => plain::Turn::Over,
            Turn::Chance => plain::Turn::Chance,
            Turn::Players(seats) => plain::Turn::Seats(seats.iter().map(Seat::index).collect()),
        };
        assert_eq!(ours, self.game.turn(), "{}", self.place());
        if ours == plain::Turn::Chance {
            let mut outcomes = Weighted::new();
            WorldsUnchained::chance(rules, &self.state, &mut outcomes);
            let text = |act: Act| action_text::<WorldsUnchained>(rules, Actor::Chance, act);
            let texts: Vec<(String, u64)> =
                outcomes.iter().map(|&(act, weight)| (text(act), weight)).collect();
            assert_eq!(texts, self.game.chance(), "{}", self.place());
        }
        // Every position is the same when it is read again.
        if self.steps % 8 == self.seed % 8 {
            let read = WorldsUnchained::read_position(rules, &self.now);
            assert!(read.as_ref() == Ok(&self.state), "{}\nread again is\n{read:?}", self.place());
        }
    }

    /// The options of a seat, the same on both sides.
    fn options(&self, seat: Seat) -> Actions<Act> {
        let (rules, actor) = (&self.both.start.rules, Actor::Seat(seat));
        let mut actions = Actions::new();
        WorldsUnchained::legal(rules, &self.state, seat, &mut actions);
        assert!(actions.is_sorted_by(|a, b| a < b), "{}: canonical order", self.place());
        let mut texts: Vec<String> =
            actions.iter().map(|&action| action_text::<WorldsUnchained>(rules, actor, action)).collect();
        texts.sort();
        assert_eq!(texts, self.game.legal(seat.index()), "options of {seat}\n{}", self.place());
        // The first of these lists is another one here and there, as cards are not listed alike.
        if !matches!(self.state.step, Step::DraftTake | Step::Leftovers) {
            let default = WorldsUnchained::default_action(rules, &self.state, seat);
            let default = action_text::<WorldsUnchained>(rules, actor, default);
            assert_eq!(default, self.game.default_action(seat.index()), "default\n{}", self.place());
        }
        actions
    }

    fn apply(&mut self, actor: Actor, action: Act) {
        let rules = &self.both.start.rules;
        self.before.clone_from(&self.now);
        let text = action_text::<WorldsUnchained>(rules, actor, action);
        self.last = format!("{actor:?} {text}");
        let done = match actor {
            Actor::Seat(seat) => self.game.apply(seat.index(), &text),
            Actor::Chance => self.game.apply_chance(&text),
        };
        done.unwrap_or_else(|error| panic!("{error}\n{}", self.place()));
        WorldsUnchained::apply(rules, &mut self.state, actor, action, &mut NoLog);
    }

    /// Gives the bout up, if that can be.
    fn concede_bout(&mut self, seat: u8) -> bool {
        let may = self.game.may_concede_bout(usize::from(seat));
        if may {
            self.before.clone_from(&self.now);
            self.last = format!("P{} concedes the bout", seat + 1);
            let done = self.game.concede_bout(usize::from(seat));
            done.unwrap_or_else(|error| panic!("{error}\n{}", self.place()));
            ending::concede_bout(&self.both.start.rules, &mut self.state, seat, &mut NoLog);
        }
        may
    }

    fn concede(&mut self, seat: u8) {
        self.before.clone_from(&self.now);
        self.last = format!("P{} concedes", seat + 1);
        let done = self.game.concede_game(usize::from(seat));
        done.unwrap_or_else(|error| panic!("{error}\n{}", self.place()));
        WorldsUnchained::concede(&self.both.start.rules, &mut self.state, Seat::new(seat), &mut NoLog);
    }

    /// The position as if some players' Vassals were all exhausted before the compulsory injury: without Skills no
    /// game gets there.
    fn exhausted(&self, rng: &mut Rng) -> Option<String> {
        let limit = self.both.setup.format.exhaustion_limit;
        if self.state.step != Step::ChallengeSelect || limit < 2 || self.now.contains("sealed") {
            return None;
        }
        let mut parts = self.now.split(" | ");
        let mut text = parts.next()?.replace("challenge.select", "challenge.forced");
        let mut asked = false;
        for side in parts {
            let all = rng.chance(2, 3);
            asked |= all && side.matches(':').count() > 1;
            let word = |word: &str, rng: &mut Rng| {
                if !all || !word.contains(':') {
                    return word.to_owned();
                }
                let object = word.split(',').filter(|part| !part.starts_with('e'));
                let object: Vec<&str> = object.collect();
                format!("{},e{}", object.join(","), 1 + rng.below(limit as u32 - 1))
            };
            let words: Vec<String> = side.split(' ').map(|text| word(text, rng)).collect();
            text += &format!(" | {}", words.join(" "));
        }
        asked.then_some(text)
    }
}

/// Plays one game on both sides. Gives the number of decisions.
fn play(both: &Both, policy: Policy, seed: u64, rng: &mut Rng, seen: &mut Seen) -> u64 {
    let mut game = Match::new(both, seed);
    let rules = &both.start.rules;
    // In some games somebody may leave, in some of these soon.
    let leaving = *rng.one_of(&[0, 0, 0, 0, 300, 60, 20]);
    let jumping = *rng.one_of(&[0, 0, 4]);
    let mut decisions = 0;
    loop {
        game.compare();
        game.steps += 1;
        let step = game.now.split(' ').nth(5).unwrap_or_default().to_owned();
        let rare = matches!(
            game.state.step,
            Step::DraftFirst
                | Step::Infirmary
                | Step::Prime
                | Step::ChallengeForced
                | Step::ChallengeRouse
                | Step::Return
        );
        let leaves = leaving > 0 && rng.chance(if rare { 6 } else { 1 }, leaving);
        if leaves && game.state.step != Step::Over {
            let in_game = |seat: &u8| game.state.gone >> seat & 1 == 0;
            let left: Vec<u8> = (0..rules.seats).filter(in_game).collect();
            let seat = *rng.one_of(&left);
            if rng.chance(1, 2) && game.concede_bout(seat) {
                seen.bouts_conceded.insert(step);
                continue;
            }
            seen.conceded.insert(format!("{} of {}", step, left.len()));
            game.concede(seat);
            continue;
        }
        if jumping > 0
            && rng.chance(1, jumping)
            && let Some(text) = game.exhausted(rng)
            && game.jump(&text)
        {
            game.compare();
        }
        let (actor, action) = match WorldsUnchained::turn(rules, &game.state) {
            Turn::Over => {
                let outcome = WorldsUnchained::outcome(rules, &game.state).expect("it is over");
                let result = game.game.result().expect("it is over");
                for seat in Seat::all(rules.seats) {
                    let won = result.winner == Some(seat.index());
                    assert_eq!(outcome.score(seat) == 1, won, "{}", game.place());
                }
                seen.results.insert(match (result.winner, result.reason) {
                    (None, _) => "tie",
                    (Some(_), plain::GameReason::Bouts) => "bouts",
                    (Some(_), plain::GameReason::Concession) => "concession",
                });
                return decisions;
            }
            Turn::Chance => (Actor::Chance, WorldsUnchained::sample(rules, &game.state, rng)),
            Turn::Players(seats) => {
                let seats: Vec<Seat> = seats.iter().collect();
                let chosen = *rng.one_of(&seats);
                let mut options = Actions::new();
                for &seat in &seats {
                    let offered = game.options(seat);
                    if seat == chosen {
                        options = offered;
                    }
                }
                let action = match policy {
                    Policy::Lively => WorldsUnchained::lively(rules, &options, rng),
                    _ => *rng.one_of(&options),
                };
                seen.kinds.insert(WorldsUnchained::kind(rules, action));
                seen.steps.insert(step);
                decisions += 1;
                (Actor::Seat(chosen), action)
            }
        };
        game.apply(actor, action);
    }
}

/// At least so many decisions in games of every sort and policy.
fn many(decisions: u64) -> Seen {
    let mut seen = Seen::default();
    let mut total = (0, 0);
    for (nth, sort) in SORTS.into_iter().enumerate() {
        for policy in [Policy::Uniform, Policy::Lively] {
            let (mut done, mut games) = (0, 0);
            while done < decisions {
                let seed = games * 1000 + nth as u64 * 10 + u64::from(policy == Policy::Lively);
                let mut rng = Rng::from_number(seed);
                let both = Both::random(&mut rng, sort);
                for _ in 0..4 {
                    done += play(&both, policy, seed, &mut rng, &mut seen);
                }
                games += 1;
            }
            println!("{} with {} seats, {}: {games} setups, {done} decisions", sort.0, sort.1, policy.name());
            total = (total.0 + games, total.1 + done);
        }
    }
    println!("{} setups, {} decisions, no difference", total.0, total.1);
    seen
}

#[test]
fn both_play_the_same() {
    let seen = many(3000);
    let list = |items: &BTreeSet<&str>| items.iter().copied().collect::<Vec<_>>().join(" ");
    assert_eq!(
        list(&seen.kinds),
        "back bet cut first hurt infirmary keep mulligan place prime rouse send stop take under"
    );
    assert_eq!(list(&seen.results), "bouts concession tie");
    for step in
        "draft.first draft.deal draft.take prep.infirmary prep.draw prep.mulligan prep.prime prep.place \
                 prep.leftovers challenge.forced challenge.rouse challenge.select power.bet resolution.return"
            .split_whitespace()
    {
        assert!(seen.conceded.iter().any(|at| at.starts_with(step)), "nobody conceded in {step}");
    }
    for step in ["challenge.forced", "challenge.rouse", "challenge.select", "power.bet", "resolution.return"]
    {
        assert!(seen.bouts_conceded.contains(step), "nobody conceded the bout in {step}");
    }
    for (step, seats) in [("prep.prime", 3), ("prep.place", 4), ("power.bet", 3), ("challenge.select", 4)] {
        assert!(
            seen.conceded.contains(&format!("{step} of {seats}")),
            "{step} of {seats}: {:?}",
            seen.conceded
        );
    }
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_both_play_the_same() {
    // Thirteen sorts of games and two policies: ten million decisions.
    many(384_700);
}
