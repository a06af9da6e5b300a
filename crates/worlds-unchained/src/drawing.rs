//! The domains in tones, facing each other: the viewer's below, the Challengers in the middle.

use engine::{Drawing, Line, Seat, Tone, cut};

use crate::label::{skill_text, title, waiting};
use crate::notation::{seat_name, zone_name};
use crate::rules::Rules;
use crate::scene;
use crate::state::{CHALLENGER, Link, NO_SEAT, State, Step, Vassal, Zone};
use crate::text::StackKind;
use crate::view::View;

/// The clock, the domains, and what is under way.
pub fn draw(rules: &Rules, view: &View, width: usize) -> Drawing {
    let mut drawing = Drawing::default();
    clock(rules, view, &mut drawing);
    let own = (0..rules.seats).find(|&seat| view.own.has(Seat::new(seat))).unwrap_or(0);
    let others = (1..rules.seats).map(|step| (own + step) % rules.seats);
    let canvas = Canvas { rules, view, state: view.known(), width };
    if rules.seats == 2 {
        others.for_each(|seat| canvas.facing(seat, &mut drawing));
        canvas.powers(own, &mut drawing);
        canvas.own(own, &mut drawing);
    } else {
        others.for_each(|seat| canvas.terse(seat, &mut drawing));
        canvas.powers(own, &mut drawing);
        canvas.terse(own, &mut drawing);
        let legend = "i injured  e exhausted  s safe  u Chain used  + Status";
        drawing.line().tone(Tone::Faint, legend);
    }
    canvas.piles(&mut drawing);
    canvas.under_way(&mut drawing);
    drawing.within(width)
}

fn of(seat: u8) -> Tone {
    Tone::Of(Seat::new(seat))
}

/// Format, bout, score, round and phase.
fn clock(rules: &Rules, view: &View, drawing: &mut Drawing) {
    let state = view.known();
    let line = drawing.line();
    line.tone(Tone::Strong, &*rules.format.name)
        .plain(format!("  bout {} of {}  won", view.bout, view.bouts));
    for (seat, player) in state.players.iter().enumerate() {
        line.plain(if seat == 0 { " " } else { "-" }).tone(of(seat as u8), player.wins.to_string());
    }
    if state.drawn > 0 {
        line.plain(format!(", {} drawn", state.drawn));
    }
    if view.round > 0 {
        line.plain(format!("  round {}", view.round));
    }
    let line = drawing.line();
    match view.winners.as_slice() {
        [] => line.tone(Tone::Strong, phase(state.step)),
        [winner] => line.tone(Tone::Strong, format!("{winner} has won")),
        winners => line.tone(Tone::Strong, format!("{} tie", winners.join(" and "))),
    };
    if state.prime != NO_SEAT {
        line.plain("  prime ").tone(of(state.prime), seat_name(state.prime));
    }
    if state.to != NO_SEAT {
        line.plain("  to choose ").tone(of(state.to), seat_name(state.to));
    }
}

/// The phase in words.
fn phase(step: Step) -> &'static str {
    match step {
        Step::DraftSelect | Step::DraftFirst | Step::DraftDeal | Step::DraftTake => "Draft",
        Step::DraftCut => "Draft: a card may be removed",
        Step::Infirmary => "Preparation: the infirmary",
        Step::Draw => "Preparation: hands are drawn",
        Step::Mulligan => "Preparation: mulligans",
        Step::Prime => "Preparation: the prime player",
        Step::Place => "Preparation: Vassals are placed",
        Step::Leftovers => "Preparation: leftover cards",
        Step::Boosts | Step::BoutStart => "The bout starts",
        Step::Start => "The round starts",
        Step::ChallengeStart | Step::ChallengeSelect => "Challenge: Challengers are chosen",
        Step::ChallengeForced => "Challenge: a Vassal must be injured",
        Step::ChallengeRouse => "Challenge: it may be restored",
        Step::RestStart | Step::Rest => "Rest",
        Step::PowerStart | Step::PowerBet => "Power: bets",
        Step::CombatStart | Step::Priority | Step::Chain => "Combat: Chains",
        Step::Reaction => "Combat: answers to a Chain",
        Step::Result => "Combat: the result",
        Step::ResolutionStart | Step::Injure | Step::Exhaust | Step::Reset => "Resolution",
        Step::Return => "Resolution: Challengers return",
        Step::EndStart | Step::RoundEnd => "The round ends",
        Step::BoutEnd => "The bout ends",
        Step::Over => "The game is over",
    }
}

struct Canvas<'a> {
    rules: &'a Rules,
    view: &'a View,
    state: &'a State,
    width: usize,
}

impl Canvas<'_> {
    fn zones(&self, seat: u8) -> impl Iterator<Item = (Zone, &Vassal)> {
        let zones = self.state.table.domains[usize::from(seat)].zones.iter().enumerate();
        zones.map(|(zone, vassal)| (zone as Zone, vassal)).filter(|(zone, _)| self.rules.has_zone(*zone))
    }

    /// Boosts, cards that are not in play, and marks.
    fn head(&self, seat: u8, drawing: &mut Drawing) {
        let (domain, player) =
            (&self.state.table.domains[usize::from(seat)], &self.state.players[usize::from(seat)]);
        let line = drawing.line();
        line.tone(of(seat), seat_name(seat)).tone(Tone::Strong, format!("  Boosts {}", domain.boosts));
        let deck = &player.deck;
        let rest = if self.state.step <= Step::DraftCut { "drafted" } else { "deck" };
        let counts = [
            (deck.bag.len() + deck.bottom.len(), rest),
            (deck.hand.len(), "hand"),
            (domain.infirmary.len(), "infirmary"),
        ];
        for (count, name) in counts.iter().filter(|(count, _)| *count > 0) {
            line.plain(format!("  {name} {count}"));
        }
        if let Some(view) = self.view.seats.get(&seat_name(seat)) {
            let result = match view.label {
                Some("W") => "  won",
                Some("L") => "  lost",
                Some(_) => "  tied",
                None => "",
            };
            line.tone(Tone::Strong, result);
            line.plain(if view.sealed { "  has chosen" } else { "" });
        }
        if self.state.gone >> seat & 1 == 1 {
            line.tone(Tone::Bad, "  has given up");
        } else if self.state.out >> seat & 1 == 1 {
            line.tone(Tone::Bad, "  out of the bout");
        }
    }

    /// Injuries, exhaustion, protection, use, and Statuses.
    fn marks(&self, vassal: &Vassal, line: &mut Line) {
        let limit = |kind| scene::stack_limit(self.rules, self.state, vassal.id, kind);
        if vassal.injuries > 0 {
            line.tone(Tone::Bad, format!(" inj {}/{}", vassal.injuries, limit(StackKind::Injury {})));
        }
        if vassal.exhaustion > 0 {
            line.tone(Tone::Bad, format!(" exh {}/{}", vassal.exhaustion, limit(StackKind::Exhaustion {})));
        }
        if scene::is_protected(self.rules, self.state, vassal.id) {
            line.tone(Tone::Good, " safe");
        }
        if crate::combat::used(&self.state.used, vassal.id) > 0 {
            line.tone(Tone::Faint, " used");
        }
        let mut told: Vec<u16> = Vec::new();
        let statuses = || self.state.table.statuses.iter().filter(|status| status.on == vassal.id);
        for status in statuses().filter(|_| vassal.id != 0) {
            if told.contains(&status.card) {
                continue;
            }
            told.push(status.card);
            let many = statuses().filter(|other| other.card == status.card).count();
            let times = if many > 1 { format!(" x{many}") } else { String::new() };
            line.tone(of(status.owner), format!(" {}{times}", title(self.rules, status.card)));
        }
    }

    /// A zone on a line of its own: its Vassal with the letter of its role and its Class. Rules: WU-2.2.2.1, WU-2.2.2.2.
    fn zone(&self, seat: u8, zone: Zone, vassal: &Vassal, drawing: &mut Drawing) {
        let line = drawing.line();
        let name = if zone == CHALLENGER { "▸c".to_owned() } else { format!(" {}", zone_name(zone)) };
        line.tone(Tone::Faint, format!("{name:<4}"));
        if !vassal.is_some() {
            line.tone(Tone::Faint, "·");
            return;
        }
        let class = self.rules.face(vassal.card).class;
        line.tone(of(seat), cut(&title(self.rules, vassal.card), 21));
        line.to(26).tone(Tone::Faint, class.role().letter());
        line.to(28).plain(cardlang::written(&class)).to(37);
        self.marks(vassal, line);
    }

    fn rows(&self, seat: u8) -> Vec<(Zone, &Vassal)> {
        let any = self.zones(seat).any(|(_, vassal)| vassal.is_some());
        // Extra zones only if somebody is there.
        let shown = |zone: Zone, vassal: &Vassal| vassal.is_some() || zone < crate::state::EXTRA;
        self.zones(seat).filter(|(zone, vassal)| any && *zone != CHALLENGER && shown(*zone, vassal)).collect()
    }

    fn challenger(&self, seat: u8, drawing: &mut Drawing) {
        let (_, vassal) = self.zones(seat).next().expect("there is a challenger zone");
        if vassal.is_some() {
            self.zone(seat, CHALLENGER, vassal, drawing);
        }
    }

    /// A domain seen from across the table.
    fn facing(&self, seat: u8, drawing: &mut Drawing) {
        self.head(seat, drawing);
        self.stock(seat, drawing);
        for (zone, vassal) in self.rows(seat) {
            self.zone(seat, zone, vassal, drawing);
        }
        self.challenger(seat, drawing);
    }

    /// One's own domain.
    fn own(&self, seat: u8, drawing: &mut Drawing) {
        self.challenger(seat, drawing);
        for (zone, vassal) in self.rows(seat) {
            self.zone(seat, zone, vassal, drawing);
        }
        self.stock(seat, drawing);
        self.head(seat, drawing);
    }

    /// A domain in few lines.
    fn terse(&self, seat: u8, drawing: &mut Drawing) {
        self.head(seat, drawing);
        let stock = self.state.table.domains[usize::from(seat)].stock.len();
        if stock > 0 {
            let line = drawing.lines.last_mut().expect("the head");
            line.plain(format!("  stockpile {stock}"));
        }
        let half = self.width.saturating_sub(4) / 2;
        let parts = self.zones(seat).filter(|(_, vassal)| vassal.is_some()).map(|(zone, vassal)| {
            let mut part = Line::default();
            let name = if zone == CHALLENGER { "▸c".to_owned() } else { zone_name(zone) };
            part.tone(Tone::Faint, format!("{name} "));
            let marks = self.letters(vassal);
            let room = half.saturating_sub(3 + marks.width());
            part.tone(of(seat), cut(&title(self.rules, vassal.card), room));
            part.spans.extend(marks.spans);
            part.to(half);
            part
        });
        drawing.flow(2, self.width, parts);
    }

    /// What [`Self::marks`] says, in letters.
    fn letters(&self, vassal: &Vassal) -> Line {
        let mut line = Line::default();
        if vassal.injuries > 0 {
            line.tone(Tone::Bad, format!(" i{}", vassal.injuries));
        }
        if vassal.exhaustion > 0 {
            line.tone(Tone::Bad, format!(" e{}", vassal.exhaustion));
        }
        if scene::is_protected(self.rules, self.state, vassal.id) {
            line.tone(Tone::Good, " s");
        }
        if crate::combat::used(&self.state.used, vassal.id) > 0 {
            line.tone(Tone::Faint, " u");
        }
        let mut statuses = self.state.table.statuses.iter().filter(|status| status.on == vassal.id);
        if let Some(status) = statuses.next() {
            let more = statuses.count();
            let more = if more > 0 { format!("+{more}") } else { String::new() };
            line.tone(of(status.owner), format!(" +{}{more}", cut(&title(self.rules, status.card), 5)));
        }
        line
    }

    fn stock(&self, seat: u8, drawing: &mut Drawing) {
        let stock = &self.state.table.domains[usize::from(seat)].stock;
        let cards: Vec<u16> = stock.iter().map(|resource| resource.card).collect();
        self.pile("stockpile", &cards, 1, drawing);
    }

    /// Cards by name, equal ones once with their number, in as many lines as they take.
    fn pile(&self, name: &str, cards: &[u16], indent: usize, drawing: &mut Drawing) {
        let mut told: Vec<u16> = Vec::new();
        let mut parts: Vec<Line> = Vec::new();
        for &card in cards {
            if told.contains(&card) {
                continue;
            }
            told.push(card);
            let many = cards.iter().filter(|&&other| other == card).count();
            let times = if many > 1 { format!(" x{many}") } else { String::new() };
            let head = if parts.is_empty() { format!("{name}: ") } else { String::new() };
            let mut part = Line::default();
            part.tone(Tone::Strong, head).plain(title(self.rules, card) + &times);
            parts.push(part);
        }
        drawing.flow(indent, self.width, parts);
    }

    /// Power against power.
    fn powers(&self, own: u8, drawing: &mut Drawing) {
        let fighting = (0..self.rules.seats).any(|seat| scene::challenger(self.state, seat) != 0);
        if !fighting {
            drawing.line().tone(Tone::Faint, "─".repeat(self.width.min(56)));
            return;
        }
        let line = drawing.line();
        line.tone(Tone::Faint, "──── ").tone(Tone::Strong, "power");
        for step in 0..self.rules.seats {
            let seat = (own + step) % self.rules.seats;
            if !scene::is_in(self.state, seat) {
                continue;
            }
            let base = self.state.table.domains[usize::from(seat)].base;
            let power = scene::power(self.rules, self.state, seat);
            let between = if self.rules.seats == 2 { " against " } else { ", " };
            line.plain(if step == 0 { " " } else { between });
            line.tone(of(seat), format!("{} {power}", seat_name(seat)));
            if i32::from(base) != power {
                line.tone(Tone::Faint, format!(" (base {base})"));
            }
        }
        let width = line.width();
        line.tone(Tone::Faint, format!(" {}", "─".repeat(self.width.min(56).saturating_sub(width + 1))));
    }

    /// The hand, and what a draft has given so far.
    fn piles(&self, drawing: &mut Drawing) {
        let state = self.state;
        for seat in (0..self.rules.seats).filter(|&seat| self.view.own.has(Seat::new(seat))) {
            let deck = &state.players[usize::from(seat)].deck;
            let drafts = state.step <= Step::DraftCut;
            let whose =
                if self.view.own.len() == 1 { String::new() } else { format!("{} ", seat_name(seat)) };
            let hand = if drafts { "look at" } else { "hand" };
            self.pile(&format!("{whose}{hand}"), &deck.hand, 0, drawing);
            if drafts {
                let held: Vec<u16> = deck.bag.iter().chain(&deck.bottom).copied().collect();
                self.pile(&format!("{whose}held"), &held, 0, drawing);
            }
        }
        if !state.pool.is_empty() {
            drawing.line().plain(format!("{} cards left in the pool", state.pool.len()));
        }
    }

    /// The Chain that may be answered, and the effect that runs.
    fn under_way(&self, drawing: &mut Drawing) {
        let state = self.state;
        let link = |link: &Link, word: &str| {
            let card = crate::combat::card_of(state, link.bearer);
            let negated = if link.negated { " (negated)" } else { "" };
            format!(
                "{word} {}{negated}: {}",
                title(self.rules, card),
                skill_text(self.rules, link.instance.skill)
            )
        };
        let mut texts = Vec::new();
        if let Some(open) = &state.open {
            texts.push((open.player, link(open, "to answer:")));
        }
        if let Some(doing) = &state.doing {
            texts.push((doing.of.user, format!("now: {}", waiting(self.rules, state, &doing.of))));
        }
        for (seat, text) in texts {
            for line in wrapped(&text, self.width).into_iter().take(2) {
                drawing.line().tone(of(seat), line);
            }
        }
    }
}

/// A text in lines of so many columns at most, broken at blanks.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
