//! Every game through the whole conformance kit.

mod leduc {
    use classics::Leduc;
    use classics::leduc::{Action, Rules, State, View};
    use engine::{Rng, Seat, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    impl Subject for Kit {
        type Game = Leduc;
        const HIDES: bool = true;

        fn tables() -> Vec<Table> {
            vec![Table::enumerable("standard", "")]
        }

        fn permute(_: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
            let mut cards = state.cards();
            let mut unseen = vec![0, 0, 1, 1, 2, 2];
            let hidden: Vec<usize> = (0..2)
                .filter(|&seat| {
                    !viewer.holds(Seat::new(seat as u8)) && cards[seat].is_some() && !state.is_shown()
                })
                .collect();
            for (place, card) in cards.iter().enumerate() {
                if let Some(rank) = card.filter(|_| !hidden.contains(&place)) {
                    let at = unseen.iter().position(|&c| c == rank).expect("two cards of each rank");
                    unseen.remove(at);
                }
            }
            rng.shuffle(&mut unseen);
            for seat in hidden {
                cards[seat] = unseen.pop();
            }
            state.with_cards(cards)
        }

        /// No rank is out more than twice.
        fn conserved(_: &Rules, state: &State) -> Vec<(&'static str, i64)> {
            let out = |rank: u8| state.cards().iter().filter(|card| **card == Some(rank)).count();
            vec![("ranks within the deck", (0..3).filter(|&rank| out(rank) <= 2).count() as i64)]
        }

        /// A hand is its owner's alone; the third card is everybody's.
        fn private(_: &Rules, state: &State, _: Action) -> Option<Seat> {
            (0..2).find(|&seat| state.cards()[seat].is_none()).map(|seat| Seat::new(seat as u8))
        }

        /// Each hidden card is any of the unseen ones: a rank counts once for each card of it left.
        fn weight(_: &Rules, view: &View, state: &State) -> u64 {
            let mut left = [2u64; 3];
            let (shown, truth) = (view.cards(), state.cards());
            for rank in shown.iter().flatten() {
                left[usize::from(*rank)] -= 1;
            }
            let mut weight = 1;
            for (shown, truth) in shown.iter().zip(truth) {
                if let (None, Some(rank)) = (shown, truth) {
                    weight *= left[usize::from(rank)];
                    left[usize::from(rank)] = left[usize::from(rank)].saturating_sub(1);
                }
            }
            weight
        }
    }

    testkit::conformance!(Kit);
}

mod tic_tac_toe {
    use classics::TicTacToe;
    use classics::tic_tac_toe::{Rules, State};
    use engine::{Rng, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    impl Subject for Kit {
        type Game = TicTacToe;
        const HIDES: bool = false;

        fn tables() -> Vec<Table> {
            vec![Table::enumerable("standard", "")]
        }

        fn permute(_: &Rules, state: &State, _: Viewer, _: &mut Rng) -> State {
            *state
        }

        /// As many marks of x as of o, and one more while o is to move.
        fn conserved(rules: &Rules, state: &State) -> Vec<(&'static str, i64)> {
            let parts = super::parts::<TicTacToe>(rules, state);
            let count = |mark| parts[0].matches(mark).count() as i64;
            vec![("x ahead of o", count('x') - count('o') - i64::from(parts[1] == "1"))]
        }
    }

    testkit::conformance!(Kit);
}

/// The position's text form, its parts between blanks.
fn parts<G: engine::Game>(rules: &G::Rules, state: &G::State) -> Vec<String> {
    engine::position_text::<G>(rules, state).split(' ').map(str::to_owned).collect()
}

/// The position that these parts make.
fn from_parts<G: engine::Game>(rules: &G::Rules, parts: &[String]) -> G::State {
    let text = parts.join(" ");
    G::read_position(rules, &text).unwrap_or_else(|faults| panic!("`{text}`: {faults}"))
}

mod kuhn {
    use classics::Kuhn;
    use classics::kuhn::{Action, Rules, State};
    use engine::{Game, Rng, Seat, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    /// Who has shown by now: after a round without bets everybody, else those who bet, if several.
    fn shown(players: usize, bets: &str) -> Vec<bool> {
        let betters: Vec<bool> =
            (0..players).map(|seat| bets.chars().skip(seat).step_by(players).any(|bet| bet == 'b')).collect();
        match bets.find('b') {
            None if bets.len() == players => vec![true; players],
            Some(first) if bets.len() == players + first && betters.iter().filter(|&&b| b).count() > 1 => {
                betters
            }
            _ => vec![false; players],
        }
    }

    impl Subject for Kit {
        type Game = Kuhn;
        const HIDES: bool = true;

        fn tables() -> Vec<Table> {
            vec![
                Table::enumerable("two players", "players=2"),
                Table::enumerable("three players", "players=3"),
                Table::new("four players", "players=4"),
            ]
        }

        fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
            let mut parts = super::parts::<Kuhn>(rules, state);
            let players = usize::from(Kuhn::seats(rules));
            let shown = shown(players, &parts[1]);
            let mut hands: Vec<char> = parts[0].chars().collect();
            let hidden: Vec<usize> = (0..players)
                .filter(|&seat| !viewer.holds(Seat::new(seat as u8)) && !shown[seat] && hands[seat] != '-')
                .collect();
            let mut unseen: Vec<char> = "9TJQK".chars().skip(4 - players).collect();
            unseen.retain(|card| (0..players).all(|seat| hidden.contains(&seat) || hands[seat] != *card));
            rng.shuffle(&mut unseen);
            for seat in hidden {
                hands[seat] = unseen.pop().expect("one card more than players");
            }
            parts[0] = hands.into_iter().collect();
            super::from_parts::<Kuhn>(rules, &parts)
        }

        /// Cards are dealt in order of seats, each to its owner alone.
        fn private(rules: &Rules, state: &State, _: Action) -> Option<Seat> {
            super::parts::<Kuhn>(rules, state)[0].find('-').map(|seat| Seat::new(seat as u8))
        }

        /// No card is dealt twice.
        fn conserved(rules: &Rules, state: &State) -> Vec<(&'static str, i64)> {
            let hands = &super::parts::<Kuhn>(rules, state)[0];
            let dealt: Vec<char> = hands.chars().filter(|card| *card != '-').collect();
            let different = dealt.iter().collect::<std::collections::BTreeSet<_>>().len();
            vec![("cards dealt twice", (dealt.len() - different) as i64)]
        }
    }

    testkit::conformance!(Kit);
}

mod liars_dice {
    use classics::LiarsDice;
    use classics::liars_dice::{Action, Rules, State, View};
    use engine::{Rng, Seat, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    impl Subject for Kit {
        type Game = LiarsDice;
        const HIDES: bool = true;

        fn tables() -> Vec<Table> {
            vec![
                Table::new("one die", ""),
                Table::enumerable("three sides", "sides=3"),
                Table::enumerable("two dice of two sides", "dice=2 sides=2"),
                Table::new("three dice", "dice=3"),
            ]
        }

        fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
            let mut parts = super::parts::<LiarsDice>(rules, state);
            let all_rolled = !parts[0].contains('-') && !parts[1].contains('-');
            let shown = parts.get(3).is_some_and(|end| end == "liar");
            for (seat, hand) in parts[..2].iter_mut().enumerate() {
                if shown || viewer.holds(Seat::new(seat as u8)) {
                    continue;
                }
                let roll = |die| match die {
                    '-' => die,
                    _ => char::from(b'1' + rng.below(u32::from(rules.sides())) as u8),
                };
                let mut dice: Vec<char> = hand.chars().map(roll).collect();
                if all_rolled {
                    dice.sort_unstable();
                }
                *hand = dice.into_iter().collect();
            }
            super::from_parts::<LiarsDice>(rules, &parts)
        }

        /// Seat 0's dice are rolled first; only their owner sees them.
        fn private(rules: &Rules, state: &State, _: Action) -> Option<Seat> {
            let parts = super::parts::<LiarsDice>(rules, state);
            (0..2).find(|&seat| parts[seat].contains('-')).map(|seat| Seat::new(seat as u8))
        }

        /// Dice are neither lost nor added.
        fn conserved(rules: &Rules, state: &State) -> Vec<(&'static str, i64)> {
            let parts = super::parts::<LiarsDice>(rules, state);
            vec![("dice", (parts[0].len() + parts[1].len()) as i64)]
        }

        /// A sorted hand is as likely as it has orders; dice that are not all rolled keep theirs.
        fn weight(rules: &Rules, _: &View, state: &State) -> u64 {
            let parts = super::parts::<LiarsDice>(rules, state);
            if parts[0].contains('-') || parts[1].contains('-') {
                return 1;
            }
            let orders = |dice: &str| match (
                dice.len(),
                dice.chars().collect::<std::collections::BTreeSet<_>>().len(),
            ) {
                (2, 2) => 2,
                (3, 2) => 3,
                (3, 3) => 6,
                _ => 1,
            };
            orders(&parts[0]) * orders(&parts[1])
        }
    }

    testkit::conformance!(Kit);
}

mod oshi_zumo {
    use classics::OshiZumo;
    use classics::oshi_zumo::{Rules, State};
    use engine::{Rng, Seat, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    impl Subject for Kit {
        type Game = OshiZumo;
        const HIDES: bool = true;

        fn tables() -> Vec<Table> {
            vec![
                Table::new("fifty coins", ""),
                Table::new("ten coins", "coins=10 min_bid=1"),
                Table::enumerable("six coins", "coins=6 size=2 min_bid=1 horizon=12"),
                Table::new("a high price", "coins=11 min_bid=4"),
            ]
        }

        /// Only a sealed bid is hidden; whoever has less than the least bid must bid all.
        fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
            let mut parts = super::parts::<OshiZumo>(rules, state);
            for seat in 0..2 {
                if viewer.holds(Seat::new(seat as u8)) || parts.get(6).is_none_or(|word| word != "sealed") {
                    continue;
                }
                let coins: u32 = parts[seat].parse().unwrap();
                let least = u32::from(rules.min_bid()).min(coins);
                let bid = &mut parts[7 + seat];
                if bid != "-" {
                    *bid = (least + rng.below(coins - least + 1)).to_string();
                }
            }
            super::from_parts::<OshiZumo>(rules, &parts)
        }

        /// Nothing is: what is spent, taken or banked leaves no trace but in what remains.
        fn conserved(_: &Rules, _: &State) -> Vec<(&'static str, i64)> {
            Vec::new()
        }
    }

    testkit::conformance!(Kit);
}

mod goofspiel {
    use classics::Goofspiel;
    use classics::goofspiel::{Action, Rules, State};
    use engine::{Game, Rng, Seat, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    fn cards(text: &str) -> Vec<u8> {
        text.split(',').filter_map(|card| card.parse().ok()).collect()
    }

    impl Subject for Kit {
        type Game = Goofspiel;
        const HIDES: bool = true;

        fn tables() -> Vec<Table> {
            vec![
                Table::new("thirteen cards", ""),
                Table::enumerable("four descending", "cards=4 order=descending"),
                Table::enumerable("four imperfect", "cards=4 order=descending information=imperfect"),
                Table::enumerable("three imperfect", "cards=3 information=imperfect"),
                Table::new("eight imperfect", "cards=8 information=imperfect reward=points-difference"),
                Table::new("ascending", "cards=6 order=ascending reward=points-difference"),
            ]
        }

        /// A sealed bid is hidden; in the imperfect game all bids are, but not who won.
        fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
            let parts = super::parts::<Goofspiel>(rules, state);
            let old = [cards(&parts[1]), cards(&parts[2])];
            let hidden = [0, 1].map(|seat| !viewer.holds(Seat::new(seat)));
            let wins =
                |bids: &[Vec<u8>; 2]| bids[0].iter().zip(&bids[1]).map(|(a, b)| a.cmp(b)).collect::<Vec<_>>();
            let everything: Vec<u8> = (1..=rules.cards()).collect();
            // Shuffle until who won comes out as it did; now and then that takes too long.
            for _ in 0..300 {
                let mut bids = old.clone();
                let mut hands = [Vec::new(), Vec::new()];
                for seat in 0..2 {
                    let mut deck = everything.clone();
                    rng.shuffle(&mut deck);
                    if hidden[seat] && rules.is_imperfect() {
                        bids[seat] = deck[..old[seat].len()].to_vec();
                    }
                    deck.retain(|card| !bids[seat].contains(card));
                    hands[seat] = deck;
                }
                if wins(&bids) != wins(&old) {
                    continue;
                }
                let mut next = parts.clone();
                for seat in 0..2 {
                    if !bids[seat].is_empty() {
                        next[1 + seat] = bids[seat].iter().map(u8::to_string).collect::<Vec<_>>().join(",");
                    }
                    if hidden[seat] && next.get(4 + seat).is_some_and(|bid| next[3] == "sealed" && bid != "-")
                    {
                        next[4 + seat] = hands[seat][0].to_string();
                    }
                }
                return super::from_parts::<Goofspiel>(rules, &next);
            }
            *state
        }

        /// Chance shows a prize where the order is fixed.
        fn near_misses(rules: &Rules, _: &State, _: &mut Rng) -> Vec<Action> {
            vec![Goofspiel::read_action(rules, engine::Actor::Chance, "prize 1").unwrap()]
        }

        fn conserved(rules: &Rules, state: &State) -> Vec<(&'static str, i64)> {
            let parts = super::parts::<Goofspiel>(rules, state);
            let distinct = |text: &str| {
                let list = cards(text);
                list.iter().collect::<std::collections::BTreeSet<_>>().len() == list.len()
            };
            // No card is played or shown twice.
            vec![("cards played once", parts[..3].iter().filter(|part| distinct(part)).count() as i64)]
        }
    }

    testkit::conformance!(Kit);
}

mod nim {
    use classics::Nim;
    use classics::nim::{Rules, State};
    use engine::{Rng, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    impl Subject for Kit {
        type Game = Nim;
        const HIDES: bool = false;

        fn tables() -> Vec<Table> {
            vec![
                Table::enumerable("misère", ""),
                Table::new("normal", "misere=no piles=2,3"),
                Table::new("largest", "piles=30,30,30,30"),
            ]
        }

        fn permute(_: &Rules, state: &State, _: Viewer, _: &mut Rng) -> State {
            *state
        }

        /// Nothing is: what is spent, taken or banked leaves no trace but in what remains.
        fn conserved(_: &Rules, _: &State) -> Vec<(&'static str, i64)> {
            Vec::new()
        }
    }

    testkit::conformance!(Kit);
}

mod pig {
    use classics::Pig;
    use classics::pig::{Rules, State};
    use engine::{Rng, Viewer};
    use testkit::{Subject, Table};

    struct Kit;

    impl Subject for Kit {
        type Game = Pig;
        const HIDES: bool = false;

        fn tables() -> Vec<Table> {
            vec![
                Table::new("standard", ""),
                Table::new("short", "target=20 sides=4"),
                Table::new("horizon", "target=1000 horizon=30"),
            ]
        }

        fn permute(_: &Rules, state: &State, _: Viewer, _: &mut Rng) -> State {
            *state
        }

        /// Nothing is: what is spent, taken or banked leaves no trace but in what remains.
        fn conserved(_: &Rules, _: &State) -> Vec<(&'static str, i64)> {
            Vec::new()
        }
    }

    testkit::conformance!(Kit);
}
