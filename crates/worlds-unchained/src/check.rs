//! Whether a Skill makes sense: what the grammar admits but the rules do not. The codes are those of the language:
//! E1, E4 to E7, E9 to E11, E13, E14 and E16 here; E2, E3, E8, E12, E15 and E17 where a text is read.

use cardlang::{Diagnostic, Digits, Span, Text};

use crate::text::{
    Action, Adjective, Atom, BoostAmount, ChainKind, ChainKinds, Change, Clause, Compare, Condition,
    Countable, Decider, Deed, Doer, Effect, Event, Expr, ForEach, Group, Happening, Holding, HowMuch, Limit,
    More, Negation, Order, Party, Player, PlayerEvent, Possessive, PowerAmount, Qualifier, Quantity, Report,
    Scope, Side, Single, Skill, Solid, Standing, State, Static, Steps, Subject, Target, Times, Trigger,
    Whose,
};

/// What has a Skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// A Vassal or token, or the Vassal that a Status is on.
    Vassal,
    /// A Resource.
    Resource,
}

/// No Chain costs more.
const DEAREST: u8 = 30;
/// What a single trigger Ability can keep of the common state. Rules: WU-R88, WU-R141.
const MOST_READ: u32 = 8;

/// What is wrong with a Skill that was read from this text.
pub fn check(skill: &Skill, bearer: Bearer, text: &Text) -> Vec<Diagnostic> {
    let mut checker = Checker { text, faults: Vec::new(), reads: 0 };
    checker.chain_words();
    checker.skill(skill, bearer);
    checker.faults
}

/// What can be spoken of at a place of an effect.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each says whether one pronoun means something")]
struct Known {
    bearer: Bearer,
    /// Whether `that Chain` is one. Rules: WU-R117.
    chain: bool,
    /// Whether `it` is somebody, and surely one of the user's own.
    it: Option<Own>,
    those: bool,
    many: bool,
    player: bool,
    bid: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Own {
    Surely,
    Perhaps,
}

/// Where a group stands, for what may be said of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// What Return takes.
    Return,
    /// What is counted for a number.
    Count,
    Elsewhere,
}

struct Checker<'t> {
    text: &'t Text,
    faults: Vec<Diagnostic>,
    /// Conditions and numbers that an Ability reads from the common state.
    reads: u32,
}

impl Checker<'_> {
    /// Notes a fault at the first place where these words stand.
    fn fault(&mut self, code: &'static str, at: &str, message: impl Into<String>, hint: &str) {
        let span = self.find(at);
        if !self.faults.iter().any(|fault| fault.code == code && fault.span == span) {
            self.faults.push(Diagnostic::new(code, span, message).hint(hint));
        }
    }

    /// Where these words stand first; the whole text if they do not.
    fn find(&self, words: &str) -> Span {
        let tokens = self.text.tokens();
        let words: Vec<&str> = words.split(' ').collect();
        let found = tokens.windows(words.len()).find(|window| {
            window.iter().zip(&words).all(|(token, word)| token.text.eq_ignore_ascii_case(word))
        });
        match (found, tokens.first(), tokens.last()) {
            (Some(window), ..) => window[0].span.to(window[window.len() - 1].span),
            (None, Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// E1, for which the order and number of the words matter. Rules: WU-7.2.3.3, WU-R81.
    fn chain_words(&mut self) {
        let word = |text: &str| {
            ["Prime", "Riposte", "Combo", "Reinforce", "Challenge", "Chain"]
                .iter()
                .position(|word| word.eq_ignore_ascii_case(text))
        };
        let tokens = self.text.tokens();
        let mut at = 0;
        while at < tokens.len() {
            let run =
                tokens[at..].iter().map_while(|token| word(&token.text).filter(|_| token.names.is_empty()));
            let run: Vec<usize> = run.collect();
            let has = |kinds: [usize; 2]| kinds.iter().all(|kind| run.contains(kind));
            let twice = (1..run.len()).any(|i| run[..i].contains(&run[i]));
            if twice || [[1, 2], [3, 4], [0, 1], [0, 2]].into_iter().any(has) {
                let span = tokens[at].span.to(tokens[at + run.len() - 1].span);
                let message = "no Chain can be all of this at once";
                let hint = "write each word once; Prime, Riposte and Combo exclude each other, as do Reinforce and \
                            Challenge";
                self.faults.push(Diagnostic::new("E1", span, message).hint(hint));
            }
            at += run.len().max(1);
        }
    }

    fn skill(&mut self, skill: &Skill, bearer: Bearer) {
        let mut known =
            Known { bearer, chain: false, it: None, those: false, many: false, player: false, bid: false };
        match skill {
            Skill::Chain { words, cost, limit, effect } => {
                self.header(words.0, cost.0, bearer);
                self.limit(limit.as_ref());
                known.chain = words.0.has(ChainKind::Riposte);
                self.effect(effect, known);
            }
            Skill::Trigger { triggers, limit, effect } => {
                self.limit(limit.as_ref());
                let starts: Vec<Known> =
                    triggers.0.iter().map(|trigger| self.trigger(trigger, known)).collect();
                let outer = std::mem::take(&mut self.reads);
                self.effect(effect, starts.into_iter().reduce(Known::both).unwrap_or(known));
                if self.reads > MOST_READ {
                    let message = format!("this Ability reads {} conditions and numbers at once", self.reads);
                    self.fault("E16", ":", message, "an Ability can keep eight; leave some out");
                }
                self.reads = outer;
            }
            Skill::Solid { when, statics } => {
                let keyword = match when {
                    Solid::Injured {} => Some("Injured"),
                    Solid::Uninjured {} => Some("Uninjured"),
                    Solid::Exhausted {} => Some("Exhausted"),
                    Solid::Unexhausted {} => Some("Unexhausted"),
                    Solid::While { condition } => {
                        self.while_condition(condition, known);
                        None
                    }
                };
                if let Some(keyword) = keyword {
                    self.about_vassal(keyword, bearer);
                }
                statics.0.iter().for_each(|statement| self.statement(statement, &mut known));
            }
            Skill::Passive { statics } => {
                statics.0.iter().for_each(|statement| self.statement(statement, &mut known));
            }
        }
    }

    /// Rules: WU-R26, WU-R97.
    fn header(&mut self, kinds: ChainKinds, cost: u8, bearer: Bearer) {
        for (kind, word) in [(ChainKind::Reinforce, "Reinforce"), (ChainKind::Challenge, "Challenge")] {
            if bearer == Bearer::Resource && kinds.has(kind) {
                self.fault("E9", word, "a Resource stands in no zone", "leave the word out");
            }
        }
        if cost > DEAREST {
            self.fault("E11", &cost.to_string(), "no Chain costs so much", "costs are 0 to 30");
        }
    }

    fn limit(&mut self, limit: Option<&Limit>) {
        if let Some(limit) = limit {
            self.not_zero(&limit.count, "Limit 0");
        }
    }

    /// Rules: WU-R97, WU-R98, WU-R100.
    fn not_zero(&mut self, number: &Digits, at: &str) {
        if number.0 == 0 {
            self.fault("E11", at, "zero makes no sense here", "write a number from 1 up");
        }
    }

    /// Rules: WU-R26.
    fn about_vassal(&mut self, keyword: &str, bearer: Bearer) {
        if bearer == Bearer::Resource {
            let message = format!("`{keyword}` speaks of this Vassal, but the bearer is a Resource");
            self.fault("E9", keyword, message, "begin with `When`, `While` or a Chain word");
        }
    }

    /// What is known when an Ability is set off by this.
    fn trigger(&mut self, trigger: &Trigger, mut known: Known) -> Known {
        match trigger {
            Trigger::Eliminated {} => self.about_vassal("Eliminated", known.bearer),
            Trigger::Elimination {} => {
                self.about_vassal("Elimination", known.bearer);
                // The one that was eliminated.
                known.it = Some(Own::Perhaps);
            }
            Trigger::Win {} => self.about_vassal("Win", known.bearer),
            Trigger::Lose {} => self.about_vassal("Lose", known.bearer),
            Trigger::Tie {} => self.about_vassal("Tie", known.bearer),
            Trigger::Survive {} => self.about_vassal("Survive", known.bearer),
            Trigger::Overkill { margin } => {
                self.about_vassal("Overkill", known.bearer);
                self.not_zero(margin, "Overkill 0");
            }
            Trigger::Revenge { count } => self.not_zero(count, "Revenge 0"),
            Trigger::Streak { count } => self.not_zero(count, "Streak 0"),
            Trigger::StartOfBout {} => {}
            Trigger::When { event, condition } => {
                self.event(event, &mut known);
                if let Some(condition) = condition {
                    self.while_condition(&condition.condition, known);
                }
            }
        }
        known
    }

    fn event(&mut self, event: &Event, known: &mut Known) {
        match event {
            Event::BoutStarts {}
            | Event::Round { .. }
            | Event::Phase { .. }
            | Event::Revealed { .. }
            | Event::Negated { .. } => {}
            Event::Prevented { subject } | Event::Status { subject, .. } => self.subject(subject, known),
            Event::Vassal { subject, what } => {
                self.subject(subject, known);
                match what {
                    Happening::Is { by, .. } => by.iter().for_each(|by| self.subject(&by.subject, known)),
                    Happening::Does { object, .. } => self.subject(object, known),
                    Happening::Becomes {} | Happening::Stops {} | Happening::Combat { .. } => {}
                    Happening::Activates { .. } => known.chain = true,
                }
            }
            Event::Player { who, what } => {
                known.player = *who == Party::Opponent;
                match what {
                    PlayerEvent::Boosts { .. } => known.many = true,
                    PlayerEvent::Resource { .. } => {}
                    PlayerEvent::Activates { .. } => known.chain = true,
                }
            }
        }
    }

    /// A participant of an event; `it` is the one that is not the bearer.
    fn subject(&mut self, subject: &Subject, known: &mut Known) {
        match subject {
            Subject::ThisVassal {} => self.this_vassal(known.bearer),
            Subject::YourChallenger {} => known.it = Some(Own::Surely),
            Subject::OpposingChallenger {} => known.it = Some(Own::Perhaps),
            Subject::Any { group } => {
                self.group(group, known, Place::Elsewhere);
                known.it = Some(own(group));
            }
        }
    }

    /// Rules: WU-R26.
    fn this_vassal(&mut self, bearer: Bearer) {
        if bearer == Bearer::Resource {
            self.fault(
                "E9",
                "this Vassal",
                "the bearer is a Resource",
                "write `this Resource` or name a Vassal",
            );
        }
    }

    fn effect(&mut self, effect: &Effect, mut known: Known) {
        let mut before: Option<&Clause> = None;
        let mut asked: Option<Doer> = None;
        for clause in &effect.0 {
            match clause {
                Clause::IfDo { who, .. } if asked != Some(*who) => {
                    let words = if *who == Doer::You { "if you do" } else { "if they do" };
                    let hint = match asked {
                        Some(Doer::You) => "write `if you do`: the sentence before is about you",
                        Some(Doer::They) => "write `if they do`: the sentence before is about another player",
                        None => "it must follow a sentence with `may`",
                    };
                    self.fault("E5", words, "nothing before says what is done or not", hint);
                }
                Clause::Instead { .. }
                    if matches!(
                        before,
                        None | Some(Clause::May { .. } | Clause::Bid { .. } | Clause::Instead { .. })
                    ) =>
                {
                    let hint = "it must follow the sentence whose place it takes, and that is none with `may`, \
                                `instead` or bids";
                    self.fault("E6", "instead", "there is nothing to be done instead of", hint);
                }
                Clause::Otherwise { .. }
                    if !matches!(
                        before,
                        Some(Clause::If { .. } | Clause::IfDo { .. } | Clause::Instead { .. })
                    ) =>
                {
                    let hint = "it must follow a sentence with `if`";
                    self.fault("E6", "otherwise", "there is no condition before this", hint);
                }
                _ => {}
            }
            asked = match clause {
                Clause::May { who: Decider::You, .. } => Some(Doer::You),
                Clause::May { .. } => Some(Doer::They),
                Clause::IfDo { .. } => asked,
                _ => None,
            };
            self.clause(clause, &mut known);
            before = Some(clause);
        }
    }

    fn clause(&mut self, clause: &Clause, known: &mut Known) {
        match clause {
            Clause::Steps { steps } | Clause::IfDo { steps, .. } | Clause::Otherwise { steps } => {
                self.steps(steps, known);
            }
            Clause::If { condition, steps } | Clause::Instead { condition, steps } => {
                self.condition(condition, known);
                self.steps(steps, known);
            }
            Clause::May { who, orders } => {
                self.that_player(*who == Decider::ThatPlayer, known);
                orders.0.iter().for_each(|order| self.order(order, known));
            }
            Clause::Choose { options } => {
                let start = *known;
                let ends = options.0.iter().map(|steps| {
                    let mut known = start;
                    self.steps(steps, &mut known);
                    known
                });
                let ends: Vec<Known> = ends.collect();
                *known = ends.into_iter().reduce(Known::both).unwrap_or(start);
            }
            Clause::ForEach { group, steps } => {
                self.group(group, known, Place::Elsewhere);
                known.it = Some(own(group));
                self.steps(steps, known);
            }
            Clause::Bid { most } => {
                self.not_zero(most, "up to 0");
                known.bid = true;
                known.many = true;
            }
            Clause::Until { statement, .. } => self.statement(statement, known),
        }
    }

    fn that_player(&mut self, named: bool, known: &Known) {
        if named && !known.player {
            let hint = "an event such as `when your opponent spends Boosts` must name a player";
            self.fault("E7", "that player", "no player was named before", hint);
        }
    }

    fn steps(&mut self, steps: &Steps, known: &mut Known) {
        for action in steps.0.iter().flat_map(|step| &step.actions.0) {
            match action {
                Action::Order { order } => self.order(order, known),
                Action::Report { report } => self.report(report, known),
            }
        }
    }

    fn order(&mut self, order: &Order, known: &mut Known) {
        match order {
            Order::Stack { target, times, .. } => {
                self.target(target, known);
                self.times(*times);
            }
            Order::Protect { target, .. }
            | Order::Eliminate { target }
            | Order::Apply { target, .. }
            | Order::Clear { target, .. }
            | Order::Erase { target, .. } => self.target(target, known),
            Order::Augment { target, skill, .. } => {
                self.target(target, known);
                self.skill(skill, bearer_of(target));
            }
            Order::Spend { amount } | Order::Gain { amount } => self.boosts(amount, known),
            Order::Summon { .. } | Order::Fabricate { .. } | Order::Expend { .. } => {}
            Order::ExpendThis {} => self.single(Single::ThisResource, known),
            Order::Negate {} if known.chain => {}
            Order::Negate {} => {
                let hint = "write Riposte before the Chain, or a trigger in which a Chain is activated";
                self.fault("E4", "that Chain", "no Chain was activated before this", hint);
            }
            Order::Swap { one, other } => {
                let before = known.it;
                self.target(one, known);
                // "With it" is not the one that was just named.
                if matches!(other, Target::Single { single: Single::It | Single::ThatVassal }) {
                    known.it = before;
                }
                self.target(other, known);
            }
            Order::Move { target, .. } => self.move_of(target, known),
            Order::Return { target } => self.return_of(target, known),
        }
        known.many = true;
    }

    /// Rules: WU-R127.
    fn move_of(&mut self, target: &Target, known: &mut Known) {
        let own = match target {
            Target::Single { single: Single::ThisVassal | Single::YourChallenger } => Own::Surely,
            Target::Single { single: Single::It | Single::ThatVassal } => known.it.unwrap_or(Own::Surely),
            Target::Choose { group, .. }
            | Target::UpTo { group, .. }
            | Target::Random { group, .. }
            | Target::Each { group } => own(group),
            Target::Single { .. } | Target::OfTheir { .. } | Target::Those {} => Own::Perhaps,
        };
        self.target(target, known);
        if own == Own::Perhaps {
            self.fault(
                "E14",
                "move",
                "you move only Vassals you control",
                "write `friendly` before the noun",
            );
        }
    }

    /// Rules: WU-R127.
    fn return_of(&mut self, target: &Target, known: &mut Known) {
        let home = |group: &Group| {
            group
                .qualifiers
                .0
                .iter()
                .any(|qualifier| matches!(qualifier, Qualifier::Infirmary { whose: Whose::Your }))
        };
        let fits = match target {
            Target::Choose { group, .. }
            | Target::UpTo { group, .. }
            | Target::Random { group, .. }
            | Target::Each { group } => home(group),
            Target::Single { .. } | Target::OfTheir { .. } | Target::Those {} => false,
        };
        if !fits {
            let hint = "write `in your infirmary` behind the noun";
            self.fault("E14", "return", "a card returns only from your infirmary", hint);
        }
        self.target_in(target, known, Place::Return);
    }

    fn times(&mut self, times: Times) {
        self.not_zero(&Digits(times.0), "0 times");
    }

    fn report(&mut self, report: &Report, known: &mut Known) {
        match report {
            Report::Vassal { target, change } => {
                self.target(target, known);
                match change {
                    Change::GainPower { amount } | Change::LosePower { amount } => self.power(amount, known),
                    Change::Has { skill, .. } => self.skill(skill, bearer_of(target)),
                }
            }
            Report::Player { who, deed } => {
                self.that_player(*who == Player::ThatPlayer, known);
                match deed {
                    Deed::Boosts { amount, .. } => self.boosts(amount, known),
                    Deed::Stack { target, times, .. } => {
                        self.target(target, known);
                        self.times(*times);
                    }
                    Deed::Eliminate { target } | Deed::Protect { target } => self.target(target, known),
                    Deed::Resource { .. } => {}
                }
            }
        }
        known.many = true;
    }

    fn power(&mut self, amount: &PowerAmount, known: &mut Known) {
        match amount {
            PowerAmount::Number { each, .. } => self.for_each(each.as_ref(), known),
            PowerAmount::Equal { expr } => self.number(expr, known),
        }
    }

    fn boosts(&mut self, amount: &BoostAmount, known: &mut Known) {
        match amount {
            BoostAmount::Number { each, .. } => self.for_each(each.as_ref(), known),
            BoostAmount::Equal { expr } => self.number(expr, known),
        }
    }

    /// Numbers of amounts are read from the common state as they are, each quantity for itself.
    fn number(&mut self, expr: &Expr, known: &mut Known) {
        self.reads += expr.quantities().filter(|quantity| !refers_back(quantity)).count() as u32;
        self.expr(expr, known);
    }

    fn for_each(&mut self, each: Option<&ForEach>, known: &mut Known) {
        if let Some(each) = each {
            self.reads += u32::from(!counts_back(&each.what));
            self.countable(&each.what, known);
        }
    }

    fn expr(&mut self, expr: &Expr, known: &mut Known) {
        expr.quantities().for_each(|quantity| self.quantity(quantity, known));
    }

    fn quantity(&mut self, quantity: &Quantity, known: &mut Known) {
        match quantity {
            Quantity::Number { what } => self.countable(what, known),
            Quantity::Bid { .. } if !known.bid => {
                let hint = "`each player secretly bids up to 3 Boosts` must come before";
                self.fault("E7", "bid", "nobody bids before this", hint);
            }
            Quantity::Power { of: Possessive(single) } | Quantity::Stacks { single, .. } => {
                self.single(*single, known);
            }
            Quantity::ThatMany {} if !known.many => {
                self.fault("E7", "that many", "no amount was carried out before", "write the amount itself");
            }
            Quantity::Boosts { .. } | Quantity::Round {} | Quantity::Bid { .. } | Quantity::ThatMany {} => {}
        }
    }

    fn countable(&mut self, what: &Countable, known: &mut Known) {
        match what {
            Countable::Chains {} => {}
            Countable::Group { group } => self.group(group, known, Place::Count),
        }
    }

    fn target(&mut self, target: &Target, known: &mut Known) {
        self.target_in(target, known, Place::Elsewhere);
    }

    fn target_in(&mut self, target: &Target, known: &mut Known, place: Place) {
        match target {
            Target::Single { single } => self.single(*single, known),
            Target::Choose { count, group } | Target::Random { count, group } => {
                self.group(group, known, place);
                known.chosen(count.0, group);
            }
            Target::UpTo { count, group } => {
                self.not_zero(&Digits(count.0), "up to 0");
                self.group(group, known, place);
                known.chosen(count.0, group);
            }
            Target::Each { group } => self.group(group, known, place),
            Target::OfTheir { count, group } => {
                self.group(group, known, place);
                known.chosen(count.0, group);
            }
            Target::Those {} if !known.those => {
                let hint = "several must be chosen before, such as `up to two friendly Vassals`";
                self.fault("E7", "those Vassals", "no Vassals were chosen before", hint);
            }
            Target::Those {} => {}
        }
    }

    fn single(&mut self, single: Single, known: &mut Known) {
        match single {
            Single::ThisVassal => {
                self.this_vassal(known.bearer);
                known.it = Some(Own::Surely);
            }
            Single::ThisResource if known.bearer == Bearer::Vassal => {
                self.fault("E9", "this Resource", "the bearer is no Resource", "write `this Vassal`");
            }
            Single::YourChallenger => known.it = Some(Own::Surely),
            Single::TheirChallenger | Single::OpposingChallenger => known.it = Some(Own::Perhaps),
            Single::It | Single::ThatVassal if known.it.is_none() => {
                let words = if single == Single::It { ["it", "its"] } else { ["that Vassal"; 2] };
                let whole = self.find("");
                let at = if self.find(words[0]) == whole { words[1] } else { words[0] };
                self.fault("E7", at, "nobody was spoken of before", "name the Vassal");
            }
            Single::It | Single::ThatVassal | Single::ThisResource => {}
        }
    }

    fn group(&mut self, group: &Group, known: &Known, place: Place) {
        for qualifier in &group.qualifiers.0 {
            match qualifier {
                // Whoever is compared with is not who is spoken of.
                Qualifier::SameWorld { single } => self.single(*single, &mut known.clone()),
                Qualifier::Infirmary { .. } if place == Place::Elsewhere => {
                    let hint = "only Return and counting look there";
                    self.fault("E13", "infirmary", "cards in an infirmary cannot be reached here", hint);
                }
                Qualifier::Infirmary { .. }
                | Qualifier::Stacks { .. }
                | Qualifier::With { .. }
                | Qualifier::Without { .. } => {}
            }
        }
    }

    fn condition(&mut self, condition: &Condition, known: &mut Known) {
        for atom in condition.atoms() {
            self.reads += u32::from(!atom_back(atom));
            self.atom(atom, known);
        }
    }

    /// A condition outside the effect: whoever it names is not `it` in the effect. Rules: WU-R93.
    fn while_condition(&mut self, condition: &Condition, mut known: Known) {
        for atom in condition.atoms() {
            self.atom(atom, &mut known);
            let at = match atom {
                Atom::Is { not: Negation::Not, state, .. } => match state {
                    State::Standing { standing: Standing::Protected } => "is not protected",
                    State::From { .. } => "is not from",
                    State::Class { .. } => "is not",
                    _ => continue,
                },
                Atom::Controls { count: HowMuch::No {} | HowMuch::OrFewer { .. }, group, .. }
                    if is_of_protected(group) =>
                {
                    "protected"
                }
                Atom::Compare { left, compare, right } if limits_protected(left, *compare, right) => {
                    "protected"
                }
                _ => continue,
            };
            let hint = "say what it is, or make it the `if` of a sentence";
            self.fault("E10", at, "a `while` condition cannot ask for what others may take away", hint);
        }
    }

    fn atom(&mut self, atom: &Atom, known: &mut Known) {
        match atom {
            Atom::Is { single, .. } | Atom::Eliminated { single } | Atom::Has { single, .. } => {
                self.single(*single, known);
            }
            Atom::Controls { group, .. } => self.group(group, known, Place::Elsewhere),
            Atom::Compare { left, right, .. } => {
                self.expr(left, known);
                self.expr(right, known);
            }
        }
    }

    fn statement(&mut self, statement: &Static, known: &mut Known) {
        match statement {
            Static::Of { scope, what } => {
                self.scope(scope, known);
                match what {
                    Holding::Power { each: Some(each), .. } => self.countable(&each.what, known),
                    Holding::Has { skill } => {
                        let resource = matches!(scope, Scope::Single { single: Single::ThisResource });
                        let bearer = if resource { Bearer::Resource } else { Bearer::Vassal };
                        self.skill(skill, bearer);
                    }
                    _ => {}
                }
            }
            Static::Cost { scope, .. } => self.scope(scope, known),
            Static::Instead { subject, steps, .. } => {
                self.subject(subject, known);
                self.steps(steps, known);
            }
        }
    }

    fn scope(&mut self, scope: &Scope, known: &mut Known) {
        match scope {
            Scope::Single { single } => self.single(*single, known),
            Scope::Each { group } => self.group(group, known, Place::Elsewhere),
        }
    }
}

impl Known {
    /// What is known either way.
    fn both(self, other: Self) -> Self {
        let it = match (self.it, other.it) {
            (Some(Own::Surely), Some(Own::Surely)) => Some(Own::Surely),
            (Some(_), Some(_)) => Some(Own::Perhaps),
            _ => None,
        };
        Self {
            chain: self.chain && other.chain,
            it,
            those: self.those && other.those,
            many: self.many && other.many,
            player: self.player && other.player,
            bid: self.bid && other.bid,
            ..self
        }
    }

    fn chosen(&mut self, count: u8, group: &Group) {
        if count == 1 { self.it = Some(own(group)) } else { self.those = true }
    }
}

/// Whether all of a group are surely the user's.
fn is_of_protected(group: &Group) -> bool {
    let protected = Adjective::Is { standing: Standing::Protected };
    group.adjectives.0.contains(&protected)
}

/// Whether a comparison may come to hold because fewer are protected.
fn limits_protected(left: &Expr, compare: Compare, right: &Expr) -> bool {
    let counts = |expr: &Expr| {
        expr.quantities().any(
            |quantity| matches!(quantity, Quantity::Number { what: Countable::Group { group } } if is_of_protected(group)),
        )
    };
    let less = |expr: &Expr| expr.rest.0.iter().any(|more| matches!(more, More::Minus { .. }));
    match compare {
        Compare::Greater | Compare::AtLeast => counts(right) || (counts(left) && less(left)),
        Compare::Less | Compare::AtMost => counts(left) || (counts(right) && less(right)),
        Compare::Equal => counts(left) || counts(right),
    }
}

fn own(group: &Group) -> Own {
    let friendly = group
        .adjectives
        .0
        .iter()
        .any(|adjective| matches!(adjective, Adjective::Side { side: Side::Friendly }));
    if friendly { Own::Surely } else { Own::Perhaps }
}

/// Who gets a Skill that is given to a target.
fn bearer_of(target: &Target) -> Bearer {
    match target {
        Target::Single { single: Single::ThisResource } => Bearer::Resource,
        _ => Bearer::Vassal,
    }
}

/// Whether a number speaks of what the effect itself did, so that it is read when it is reached. Rules: WU-R88.
fn refers_back(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Power { of: Possessive(single) } | Quantity::Stacks { single, .. } => pronoun(*single),
        Quantity::Bid { .. } | Quantity::ThatMany {} => true,
        Quantity::Number { what } => counts_back(what),
        Quantity::Boosts { .. } | Quantity::Round {} => false,
    }
}

fn counts_back(what: &Countable) -> bool {
    match what {
        Countable::Chains {} => false,
        Countable::Group { group } => group_back(group),
    }
}

fn group_back(group: &Group) -> bool {
    let same =
        |qualifier: &Qualifier| matches!(qualifier, Qualifier::SameWorld { single } if pronoun(*single));
    group.qualifiers.0.iter().any(same)
}

fn atom_back(atom: &Atom) -> bool {
    match atom {
        Atom::Is { single, .. } | Atom::Has { single, .. } => pronoun(*single),
        Atom::Eliminated { .. } => true,
        Atom::Controls { group, .. } => group_back(group),
        Atom::Compare { left, right, .. } => left.quantities().chain(right.quantities()).any(refers_back),
    }
}

fn pronoun(single: Single) -> bool {
    matches!(single, Single::It | Single::ThatVassal)
}
