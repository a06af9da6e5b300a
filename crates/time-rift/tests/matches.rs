//! Whole matches with War Chests, and the two searches behind them against plain enumeration.

use std::collections::BTreeSet;

use engine::{
    AnyGame, Face, Faults, Game, Luck, Opening, Play, Rng, Seat, Seed, Series, Settings, Sources, Turn,
    Viewer,
};
use time_rift::TimeRift;
use time_rift::action::NO_CARD;
use time_rift::chests::{self, LENGTHS};
use time_rift::decks;
use time_rift::rules::{Deck, Rules};
use time_rift::state::{Side, State, Step};

fn opening(setup: &str, seed: u64) -> Opening {
    Opening::new(Settings::parse(setup).expect("a setup"), Luck::seeded(Seed::from_number(seed)))
}

fn open(setup: &str) -> Result<(std::sync::Arc<Rules>, State), Faults> {
    let settings = Settings::parse(setup).expect("a setup");
    TimeRift::compile(&settings, &Sources::none()).map(|start| (start.rules, start.state))
}

/// All cards of a seat, wherever they are: left, spent, and in its battle deck.
fn all_cards(rules: &Rules, state: &State, seat: u8) -> Vec<u16> {
    let mut cards = [chests::of(state, seat), &rules.spent[usize::from(seat)]].concat();
    // A deck that is being chosen is still in the chest.
    if state.step != Step::Z1 {
        let side = &state.seats[usize::from(seat)];
        cards.push(side.champion);
        cards.extend(side.slots.iter().map(|slot| slot.card).filter(|&card| card != NO_CARD));
        cards.extend(state.out.iter().filter(|(of, _)| *of == seat).map(|&(_, card)| card));
    }
    cards.sort_unstable();
    cards
}

fn is_part_of(part: &[u16], whole: &[u16]) -> bool {
    chests::without(whole, part.iter().copied()).is_some()
}

/// Plays the current game to its end; cards go nowhere while it lasts.
fn play_out(series: &mut Series<'_>, bot: &str, whole: &[Vec<u16>; 2], rng: &mut Rng) {
    let face = Face::<TimeRift>::new();
    let mut bots = [face.bot(bot).expect("a bot"), face.bot(bot).expect("a bot")];
    loop {
        let game = series.current();
        let play = game.as_any().downcast_ref::<Play<TimeRift>>().expect("Time Rift");
        for seat in 0..2 {
            if play.outcome().is_none() {
                assert_eq!(all_cards(play.rules(), play.state(), seat), whole[usize::from(seat)]);
            }
        }
        match game.turn() {
            Turn::Over => return,
            Turn::Chance => assert!(game.roll()),
            Turn::Players(owed) => {
                for seat in owed.iter() {
                    let choice = bots[seat.index()].choose(game, seat, rng).expect("its turn");
                    game.submit(seat, &choice).unwrap_or_else(|refusal| panic!("{choice}: {refusal}"));
                }
            }
        }
    }
}

/// A match to its end. Gives how many games it took.
fn match_of(setup: &str, games: u8, bot: &str, seed: u64) -> usize {
    let face = Face::<TimeRift>::new();
    let mut series =
        Series::new(&face, opening(setup, seed), games).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Rng::from_number(seed);
    let rules_state = |series: &mut Series<'_>| {
        let play = series.current().as_any().downcast_ref::<Play<TimeRift>>().expect("Time Rift");
        (play.rules().clone(), play.state().clone())
    };
    let (rules, state) = rules_state(&mut series);
    let whole = [0, 1].map(|seat| all_cards(&rules, &state, seat));
    assert_eq!(whole.each_ref().map(Vec::len), [chests::size(games); 2]);
    let mut spent = [Vec::new(), Vec::new()];
    loop {
        play_out(&mut series, bot, &whole, &mut rng);
        let (rules, end) = rules_state(&mut series);
        for seat in 0..2u8 {
            let now = chests::spent(&rules, &end, seat);
            let before = &spent[usize::from(seat)];
            assert!(is_part_of(before, &now) && is_part_of(&now, &whole[usize::from(seat)]));
            // The Champion, and a card a round at most, besides what came from the chest.
            let champion = end.seats[usize::from(seat)].champion;
            let new = chests::without(&now, before.iter().copied()).expect("what was spent stays spent");
            assert!(new.contains(&champion) && (1..=7).contains(&new.len()), "{new:?}");
            spent[usize::from(seat)] = now;
        }
        let records = series.records();
        engine::Record::parse(records.last().expect("the current one"))
            .and_then(|record| Play::<TimeRift>::replay(&record))
            .unwrap_or_else(|faults| panic!("{faults}"));
        if !series.next_game().unwrap_or_else(|faults| panic!("{faults}")) {
            break;
        }
        let (rules, state) = rules_state(&mut series);
        assert_eq!(rules.spent, spent);
        for seat in 0..2u8 {
            let left = chests::without(&whole[usize::from(seat)], spent[usize::from(seat)].iter().copied());
            assert_eq!(Some(chests::of(&state, seat).to_vec()), left, "everything else has returned");
        }
    }
    let wins = series.wins();
    let winner = series.winners().expect("the match is over").lowest();
    assert_eq!(wins[winner.index()], games / 2 + 1);
    assert!(wins[1 - winner.index()] <= games / 2);
    series.game_number()
}

#[test]
#[testkit::rules("TR-MATCH-1", "TR-MATCH-2", "TR-MATCH-3", "TR-MATCH-4", "TR-R131", "TR-R132", "TR-R133")]
fn whole_matches() {
    let mut lengths = BTreeSet::new();
    for (games, _) in LENGTHS {
        for seed in 0..6 {
            lengths.insert((
                games,
                match_of(&format!("match={games} rounds=2 life_cap=4"), games, "random", seed),
            ));
        }
    }
    match_of("match=3", 3, "random", 1);
    match_of("match=3 life_cap=3", 3, "greedy", 2);
    assert!(lengths.len() > 6, "matches of different lengths: {lengths:?}");
}

#[test]
#[testkit::rules("TR-R135", "TR-MATCH-1")]
fn conceding_a_game_and_the_match() {
    let face = Face::<TimeRift>::new();
    let start = || Series::new(&face, opening("match=5", 1), 5).unwrap_or_else(|faults| panic!("{faults}"));
    // A game is given up before the decks are in: nothing is spent.
    let mut series = start();
    series.current().submit(Seat::new(0), "deck(zheng-yi-sao)").unwrap();
    assert!(series.current().concede(Seat::new(1)));
    assert_eq!(series.wins(), [1, 0]);
    assert!(!series.is_over() && series.next_game().unwrap());
    assert_eq!(series.current().opening().settings.get("spent"), Some("-,-"));
    // The match is given up: no other game follows, and the other has won whatever the wins are.
    assert!(!series.concede(Seat::new(2)));
    assert!(series.concede(Seat::new(0)));
    assert!(series.is_over() && !series.next_game().unwrap() && !series.concede(Seat::new(1)));
    assert_eq!(series.wins(), [1, 1]);
    assert_eq!(series.winners().unwrap().to_string(), "1");
}

#[test]
#[testkit::rules("TR-MATCH-1")]
fn a_match_has_its_own_length() {
    let face = Face::<TimeRift>::new();
    for (games, length) in [(3, 1), (3, 5), (7, 3)] {
        let faults =
            Series::new(&face, opening(&format!("match={games}"), 1), length).err().expect("a fault");
        assert!(faults.to_string().contains(&format!("best of {games}")), "{faults}");
    }
    assert!(Series::new(&face, opening("", 1), 5).is_ok());
}

/// Every battle deck that a chest allows, by enumeration: Champion and loadout, all of them of the rules' own length
/// if there is one, else all shorter ones, too.
fn decks_of(rules: &Rules, chest: &[u16]) -> BTreeSet<Vec<u16>> {
    let sort = |card: &&u16| rules.face(**card).sort.is_some();
    let loadout: Vec<u16> = chest.iter().filter(sort).copied().collect();
    let mut all: BTreeSet<Vec<u16>> = BTreeSet::new();
    for &champion in chest.iter().filter(|card| !sort(card)) {
        for set in 0u32..1 << loadout.len() {
            if set.count_ones() > u32::from(rules.slots) {
                continue;
            }
            let cards: Vec<u16> =
                (0..loadout.len()).filter(|i| set >> i & 1 == 1).map(|i| loadout[i]).collect();
            let deck = Deck { champion, loadout: cards };
            if decks::faults(rules, &deck, false).is_empty() {
                all.insert([vec![champion], deck.loadout].concat());
            }
        }
    }
    let full = usize::from(rules.slots) + 1;
    if all.iter().any(|deck| deck.len() == full) {
        all.retain(|deck| deck.len() == full);
    }
    all
}

/// Every battle deck that can be chosen card by card, each in how many ways.
fn chosen(rules: &Rules, chest: &[u16], side: &Side, nth: u8, found: &mut Vec<Vec<u16>>) {
    if nth == rules.slots + 2 {
        let cards = side.slots.iter().map(|slot| slot.card).filter(|&card| card != NO_CARD);
        found.push([side.champion].into_iter().chain(cards).collect());
        return;
    }
    let mut options = Vec::new();
    chests::picks(rules, side, chest, nth, &mut |card| options.push(card));
    assert!(!options.is_empty(), "a deck that was begun can be completed");
    for card in options {
        let mut next = *side;
        chests::put(rules, &mut next, 0, nth, card);
        chosen(rules, chest, &next, nth + 1, found);
    }
}

/// So many cards at random, some of them Champions.
fn random_chest(rules: &Rules, champions: usize, loadout: usize, pool: usize, rng: &mut Rng) -> Vec<u16> {
    let is_champion = |card: &u16| rules.face(*card).sort.is_none();
    let (all, others): (Vec<u16>, Vec<u16>) = (0..rules.faces.len() as u16).partition(is_champion);
    // A few kinds of cards, so that copies and want of a type come up; chains and texts more often than not.
    let texts = |card: &&u16| {
        let face = rules.face(**card);
        face.card.chain.is_some() || decks::texts(face).next().is_some()
    };
    let special: Vec<u16> = others.iter().filter(texts).copied().collect();
    let kinds: Vec<u16> = (0..pool)
        .map(|_| {
            let kinds = if rng.chance(1, 3) { &special } else { &others };
            *rng.one_of(kinds)
        })
        .collect();
    let mut chest: Vec<u16> = (0..champions).map(|_| *rng.one_of(&all)).collect();
    chest.extend((0..loadout).map(|_| *rng.one_of(&kinds)));
    chest.sort_unstable();
    chest
}

#[test]
#[testkit::rules("TR-R131", "TR-R133", "TR-R151")]
fn every_deck_is_chosen_in_one_way() {
    let mut short = 0;
    for setup in ["match=3", "match=3 slots=2", "culture=on slots=2"] {
        let (rules, _) = open(setup).unwrap_or_else(|faults| panic!("{faults}"));
        let mut rng = Rng::from_number(7);
        for _ in 0..300 {
            let champions = 1 + rng.below(2) as usize;
            let loadout = rng.below(12) as usize;
            let chest = random_chest(&rules, champions, loadout, 7, &mut rng);
            let wanted = decks_of(&rules, &chest);
            let full = usize::from(rules.slots) + 1;
            short += usize::from(wanted.iter().all(|deck| deck.len() < full));
            assert_eq!(chests::can_field(&rules, &chest), wanted.iter().any(|deck| deck.len() == full));
            let mut found = Vec::new();
            chosen(&rules, &chest, &Side::EMPTY, 1, &mut found);
            found.sort();
            assert_eq!(found, wanted.into_iter().collect::<Vec<_>>(), "{}", chests::text(&rules, &chest));
        }
    }
    assert!((100..800).contains(&short), "{short} chests without a full deck");
}

/// Whether so many disjoint full decks can be made, by trying everything.
fn packs(rules: &Rules, chest: &[u16], count: u8) -> bool {
    count == 0
        || decks_of(rules, chest).into_iter().any(|deck| {
            deck.len() == usize::from(rules.slots) + 1
                && packs(rules, &chests::without(chest, deck).expect("its cards"), count - 1)
        })
}

#[test]
#[testkit::rules("TR-R131", "TR-MATCH-2")]
fn disjoint_decks_are_found_if_there_are_any() {
    let mut found = [0, 0];
    for (setup, loadout, rounds) in [("slots=2", 7, 400), ("slots=3", 9, 150), ("", 10, 150)] {
        let (rules, _) = open(setup).unwrap_or_else(|faults| panic!("{faults}"));
        let mut rng = Rng::from_number(5);
        for _ in 0..rounds {
            let count = 2 + u8::from(rules.slots == 2);
            let chest = random_chest(&rules, usize::from(count), loadout, 8, &mut rng);
            let wanted = packs(&rules, &chest, count);
            found[usize::from(wanted)] += 1;
            assert_eq!(
                chests::holds_decks(&rules, &chest, count),
                wanted,
                "{}",
                chests::text(&rules, &chest)
            );
        }
    }
    assert!(found[0] > 100 && found[1] > 100, "{found:?}");
}

#[test]
fn cards_go_together_exactly_if_nothing_is_wrong() {
    let mut legal = 0;
    for setup in ["", "culture=on"] {
        let (rules, _) = open(setup).unwrap_or_else(|faults| panic!("{faults}"));
        let mut rng = Rng::from_number(3);
        for _ in 0..4000 {
            let count = rng.below(5) as usize;
            let chest = random_chest(&rules, 1, count, 6, &mut rng);
            let (champions, loadout): (Vec<u16>, Vec<u16>) =
                chest.into_iter().partition(|&card| rules.face(card).sort.is_none());
            let deck = Deck { champion: champions[0], loadout };
            let sound = decks::faults(&rules, &deck, false).is_empty();
            legal += usize::from(sound);
            assert_eq!(decks::go_together(&rules, deck.champion, &deck.loadout), sound, "{deck:?}");
        }
    }
    assert!((500..7500).contains(&legal), "{legal}");
}

/// Texts for an extra Armor help only if the two are worn at different places, which no counting of types shows.
#[test]
#[testkit::rules("TR-R131")]
fn hard_chests_are_judged_soon() {
    let chest = |armor: &str| {
        format!(
            "khutulun*4+lakshmibai*3+steppe-bow*4+falcata*2+{armor}+wager-of-horses*4+reins-in-the-teeth*3\
             +long-sword-of-two-heavens*2+regiments-in-reserve*2"
        )
    };
    let places = "riders-boots*3+wrestlers-jacket*2+mahiole*2+isihlangu*2+uraeus-crown*7";
    for (armor, sound) in [(places, true), ("wrestlers-jacket*8+white-harness*8", false)] {
        let result = open(&format!("match=7 chests=seven-legends,{}", chest(armor)));
        let faults = result.as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert_eq!(result.is_ok(), sound, "{faults}");
        assert!(sound || faults.contains("no 7 disjoint legal battle decks"), "{faults}");
    }
}

/// Nobody sees more of another's chest than its size and what was spent.
#[test]
#[testkit::rules("TR-R151", "TR-R15")]
fn what_others_see_of_a_chest() {
    let mut play = Play::<TimeRift>::new(opening("match=3 spent=leonidas+dory,-", 1)).unwrap();
    let chest = |play: &Play<TimeRift>, viewer: Viewer, seat: usize| {
        play.view(viewer).seats[seat].chest.clone().expect("a match")
    };
    let own = chest(&play, Viewer::seat(Seat::new(0)), 0);
    assert_eq!((own.count, own.cards.map(|cards| cards.len())), (18, Some(18)));
    for viewer in [Viewer::seat(Seat::new(1)), Viewer::Spectator] {
        let seen = chest(&play, viewer, 0);
        assert_eq!((seen.count, seen.cards), (18, None));
        assert_eq!(seen.spent, ["leonidas", "dory"]);
    }
    let pick = |play: &Play<TimeRift>, seat: Seat| play.legal(seat)[0];
    for _ in 0..5 {
        let before = play.view(Viewer::Spectator);
        play.submit(Seat::new(0), pick(&play, Seat::new(0))).unwrap();
        let mut after = play.view(Viewer::Spectator);
        assert!(after.seats[0].sealed);
        after.seats[0].sealed = false;
        assert_eq!((after.seats, after.pending), (before.seats, before.pending));
        play.submit(Seat::new(1), pick(&play, Seat::new(1))).unwrap();
    }
    let after = play.view(Viewer::Spectator);
    assert_eq!(after.seats[0].champion.as_deref(), Some("spartacus"));
    assert_eq!(after.seats[0].chest.as_ref().map(|chest| chest.count), Some(13));
}

/// Two wins decide a match of three, so there is no third game.
#[testkit::rules("TR-R133")]
#[test]
fn a_scenario_ends_with_its_match() {
    let block = |games: usize| {
        let game = "0: deck(leonidas)\n1: deck(boudica)\n1 concedes\nexpect outcome 1 -1\n";
        let games = vec![game; games].join("next game\n");
        format!("```play\ngame time-rift\nsetup match=3\n{games}next game\nexpect turn 0,1\n```\n")
    };
    let registry = engine::Registry::new().with::<TimeRift>(engine::Shelf::Arena, &[("duel", "")]);
    let failures = |games| testkit::scenario::run_text(&block(games), &registry).remove(0).failures;
    assert_eq!(failures(1), []);
    let told: Vec<String> = failures(2).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 13: the match is decided; end the block here"]);
}
