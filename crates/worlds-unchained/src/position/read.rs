//! From the text of a position back, every fault with its place and what to write there.

use engine::{Fault, Faults, Place as Part, Seat};
use smallvec::SmallVec;

use super::check::{check, check_waiting};
use super::{
    ENDS, HIDDEN, Leaving, STEPS, WAITS, find, is_played, mark_name, settled_step, skills_of, usual_leaving,
    usual_user, usual_winners, usually_begun, write,
};
use crate::action::Spot;
use crate::effects::NUMBER;
use crate::notation::{self, read_card, read_place, read_seat, read_zone, seat_name, slug};
use crate::rules::{Rules, Sort};
use crate::scene::{self, fallen_id};
use crate::state::{
    Cause, Deck, Doing, Due, End, Erased, Fallen, GRANTED, Ghost, Given, Id, Instance, Late, Link, Mark,
    NO_SEAT, NO_WORLD, Paid, Resource, Snapshot, State, Status, Step, Table, Timed, UNKNOWN_CARD, VALUES,
    Vassal, Wait, Waiting, seat_flag,
};
use crate::tidy::tidy;
use crate::zones::Hints;

/// Reads the text of a position, and refuses what no play could make sense of.
pub fn read(rules: &Rules, text: &str) -> Result<State, Faults> {
    let state = read_known(rules, text)?;
    let hidden = state.players.iter().any(|player| {
        let Deck { bag, bottom, hand } = &player.deck;
        bag.iter().chain(bottom).chain(hand).any(|&card| card == UNKNOWN_CARD)
            || player.sealed == Some(HIDDEN)
    });
    if hidden || state.pool.contains(&UNKNOWN_CARD) {
        let at = text.find(['?']).or_else(|| text.find(" sealed ")).unwrap_or(0);
        let fault = Fault::new(
            format!("something is hidden at character {}", text[..at].chars().count() + 1),
            "name every card: a game goes on from a position that hides nothing",
        );
        return Err(fault.at(Part::Part("position")).into());
    }
    check_waiting(rules, &state).map_err(|fault| Faults::from(fault.at(Part::Part("position"))))?;
    Ok(state)
}

/// Reads the text of a position as somebody sees it: cards may be `?`, and choices `sealed`.
pub fn read_known(rules: &Rules, text: &str) -> Result<State, Faults> {
    if text.len() > 40_000 {
        return Err(Fault::new("a position is not that long", "give one line of the notation").into());
    }
    let mut reader =
        Reader { rules, whole: text, state: State::empty(rules.seats), next: 1, granted: Vec::new() };
    reader.position(text).map_err(Faults::from)?;
    let mut state = reader.state;
    tidy(&mut state);
    check(rules, &state).map_err(|fault| Faults::from(fault.at(Part::Part("position"))))?;
    crate::effects::note_chooser(rules, &mut state);
    crate::flow::note(rules, &mut state);
    let mut again = String::new();
    write(rules, &state, &mut again);
    if again != text {
        let at = again.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let from = (0..=at.saturating_sub(20)).rev().find(|&from| again.is_char_boundary(from)).unwrap_or(0);
        let shown: String = again[from..].chars().take(60).collect();
        let fault = Fault::new(
            format!("the position is not written in its one way, from character {} on", at + 1),
            format!("write there `{shown}`"),
        );
        return Err(fault.at(Part::Part("position")).into());
    }
    Ok(state)
}

type Read<T> = Result<T, Fault>;

/// The parts of a text between these separators, brackets being whole.
fn split<'a>(text: &'a str, by: &str) -> Vec<&'a str> {
    let (mut parts, mut from, mut depth, mut at) = (Vec::new(), 0, 0i32, 0);
    while at < text.len() {
        match text.as_bytes()[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        // What a thing is `of`, its `owner` and its `limit` belong to it.
        let bound = || [",of", ",owner", ",limit"].iter().any(|word| text[from..at].ends_with(word));
        if depth == 0 && text.is_char_boundary(at) && text[at..].starts_with(by) && !(by == " " && bound()) {
            parts.push(&text[from..at]);
            at += by.len();
            from = at;
        } else {
            at += 1;
        }
    }
    parts.push(&text[from..]);
    parts
}

/// What stands within brackets after a word.
fn within<'a>(text: &'a str, word: &str, close: char) -> Option<&'a str> {
    text.strip_prefix(word)?.strip_suffix(close)
}

struct Reader<'a> {
    rules: &'a Rules,
    whole: &'a str,
    state: State,
    /// The number that comes next on the table.
    next: Id,
    /// What is said of Skills that statements grant, which are known when all Vassals are.
    granted: Vec<Granted<'a>>,
}

/// A Skill by its bearer and its place, and what is said of it.
struct Granted<'a> {
    on: Id,
    nth: &'a str,
    said: Said,
}

enum Said {
    /// How often it was used.
    Used(u8),
    /// Until when it is erased.
    Erased(End),
}

/// A statement whose Vassals are read when all are known.
struct Later<'a> {
    timed: Timed,
    bearer: &'a str,
    it: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn misread(&self, text: &str, wanted: &str) -> Fault {
        let at = (text.as_ptr() as usize).wrapping_sub(self.whole.as_ptr() as usize);
        let shown: String = text.chars().take(60).collect();
        let place = match self.whole.get(..at) {
            Some(before) => format!(" at character {}", before.chars().count() + 1),
            None => String::new(),
        };
        Fault::new(format!("`{shown}`{place} cannot be read"), wanted).at(Part::Part("position"))
    }

    fn number<N: std::str::FromStr + ToString>(&self, text: &str, what: &str) -> Read<N> {
        engine::text::number(text, what).map_err(|_| self.misread(text, &format!("write {what} there")))
    }

    fn seat(&self, text: &str) -> Read<u8> {
        read_seat(text)
            .filter(|&seat| seat < self.rules.seats)
            .ok_or_else(|| self.misread(text, &format!("write a seat from P1 to P{}", self.rules.seats)))
    }

    fn card(&self, text: &str, sorts: &[Sort]) -> Read<u16> {
        if text == "?" {
            return Ok(UNKNOWN_CARD);
        }
        let card = read_card(self.rules, text).map_err(|fault| fault.at(Part::Part("position")))?;
        if sorts.contains(&self.rules.face(card).sort) {
            return Ok(card);
        }
        let what = match sorts[0] {
            Sort::Vassal => "a Vassal",
            Sort::Token => "a token",
            Sort::Status => "a Status",
            Sort::Resource => "a Resource",
        };
        Err(self.misread(text, &format!("name {what} there")))
    }

    fn position(&mut self, text: &'a str) -> Read<()> {
        let parts = split(text, " | ");
        let head = split(parts[0], " ");
        let seats = usize::from(self.rules.seats);
        if head[0] != "WU1" || head.len() < 6 {
            return Err(self.misread(parts[0], "begin with `WU1 format b1/3 0-0-0 r1 step`"));
        }
        if parts.len() != seats + 1 {
            let what = format!("there are {} sides and {seats} seats", parts.len() - 1);
            return Err(Fault::new(what, "give each seat a side behind ` | `").at(Part::Part("position")));
        }
        self.clock(&head)?;
        self.state.settling = head[6..].contains(&"settle");
        self.step(head[5])?;
        let mut table = Table::empty(seats);
        let mut later = Vec::new();
        for (seat, part) in parts[1..].iter().enumerate() {
            self.side(seat as u8, part, &mut table, &mut later, true)?;
        }
        self.state.table = table;
        let timed = self.statements(later)?;
        self.state.table.timed = timed;
        self.state.ears = scene::ears(self.rules, &self.state);
        scene::renew_hints(self.rules, &mut self.state);
        self.granted_skills()?;
        self.open_things(&head[6..])
    }

    /// Skills that statements grant, now that all Vassals are known.
    fn granted_skills(&mut self) -> Read<()> {
        for Granted { on, nth, said } in std::mem::take(&mut self.granted) {
            let place: usize = self.number(nth, "the number of a Skill")?;
            let held = scene::held(self.rules, &self.state, on);
            let found = place.checked_sub(1).and_then(|place| held.get(place));
            let found = found.filter(|held| held.instance.origin & GRANTED != 0);
            let wrong = || self.misread(nth, &format!("there are {} Skills, counted from 1", held.len()));
            let instance = found.ok_or_else(wrong)?.instance;
            match said {
                Said::Used(count) => self.state.limits.push((on, instance, count)),
                Said::Erased(end) => self.state.table.erased.push(Erased { on, instance, end }),
            }
        }
        Ok(())
    }

    fn clock(&mut self, head: &[&'a str]) -> Read<()> {
        let format = &self.rules.format;
        if head[1] != format.id {
            let what = format!("the position is of format `{}`, the setup of `{}`", head[1], format.id);
            let remedy = format!("set up the game with format={}", head[1]);
            return Err(Fault::new(what, remedy).at(Part::Part("position")));
        }
        let wanted = format!("write the bout as b1/{}", format.bouts);
        let (bout, of) = head[2]
            .strip_prefix('b')
            .and_then(|bout| bout.split_once('/'))
            .ok_or_else(|| self.misread(head[2], &wanted))?;
        self.state.bout = self.number(bout, "the number of the bout")?;
        if self.number::<u8>(of, "the number of bouts")? != format.bouts {
            return Err(self.misread(head[2], &wanted));
        }
        let score: Vec<u8> =
            head[3].split('-').map(|part| self.number(part, "bouts won or drawn")).collect::<Read<_>>()?;
        let Some((drawn, wins)) =
            score.split_last().filter(|(_, wins)| wins.len() == self.state.players.seats())
        else {
            return Err(self.misread(head[3], "write the bouts won by each seat, then those drawn: 1-0-0"));
        };
        self.state.drawn = *drawn;
        for (player, wins) in self.state.players.iter_mut().zip(wins) {
            player.wins = *wins;
        }
        let round =
            head[4].strip_prefix('r').ok_or_else(|| self.misread(head[4], "write the round as r1"))?;
        self.state.round = self.number(round, "the number of the round")?;
        Ok(())
    }

    fn step(&mut self, name: &str) -> Read<()> {
        let Some((step, _)) = STEPS.iter().find(|(_, known)| *known == name) else {
            let near = engine::nearest(name, STEPS.iter().map(|(_, name)| *name));
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
            return Err(
                self.misread(name, if near.is_empty() { "name a step such as power.bet" } else { &near })
            );
        };
        let settles = self.state.settling;
        self.state.step = if settles { settled_step(*step) } else { *step };
        self.state.begun = usually_begun(&self.state);
        Ok(())
    }

    fn open_things(&mut self, items: &[&'a str]) -> Read<()> {
        let mut items = items.iter().copied().peekable();
        let mut winners = None;
        while let Some(word) = items.next() {
            let mut next = || items.next().ok_or_else(|| self.misread(word, "say what after this word"));
            match word {
                "begun" => {
                    self.state.begun = true;
                    if self.state.settling {
                        self.state.step = self.shown()?;
                    }
                }
                "new" => self.state.begun = false,
                "selector" => self.state.selector = self.seat(next()?)?,
                "prime" => self.state.prime = self.seat(next()?)?,
                "to" => self.state.to = self.seat(next()?)?,
                "by" => self.state.by = self.seat(next()?)?,
                "quiet" => self.state.quiet = self.number(next()?, "how many abstained in a row")?,
                "chain" => self.state.open = Some(self.link(next()?)?),
                "using" => self.state.activating = Some(self.link(next()?)?),
                "chains" => self.state.chains = self.number(next()?, "how many Chains were activated")?,
                "settle" => {
                    self.state.settled = self.number(next()?, "how many Abilities were carried out")?;
                    let lead = items.next_if(|word| matches!(*word, "lead" | "trail"));
                    self.state.lead = lead.map(|word| word == "lead");
                }
                "late" => {
                    let within = self.number(next()?, "within how many replacements")?;
                    self.state.late.set(Late { within, ..Late::default() });
                }
                "ordered" => self.state.ordered = self.number(next()?, "how many are in order")?,
                "won" => {
                    let mut bits = 0;
                    for seat in next()?.split('&').filter(|seat| *seat != "-") {
                        bits |= 1 << self.seat(seat)?;
                    }
                    winners = Some(bits);
                }
                _ => self.group(word)?,
            }
        }
        self.state.winners = winners.unwrap_or_else(|| usual_winners(&self.state));
        Ok(())
    }

    /// The step that the text names.
    fn shown(&self) -> Read<Step> {
        let name = split(self.whole, " ")[5];
        let step = STEPS.iter().find(|(_, known)| *known == name);
        step.map(|(step, _)| *step).ok_or_else(|| self.misread(name, "name a step such as power.bet"))
    }

    /// The check that waits, which was read before what belongs to it.
    fn late(&mut self, word: &str) -> Read<&mut Late> {
        let fault = self.misread(word, "write `late` before it");
        self.state.late.get_mut().ok_or(fault)
    }

    /// An open thing in brackets.
    fn group(&mut self, word: &'a str) -> Read<()> {
        if let Some(cards) = within(word, "pool{", '}') {
            self.state.pool = self.pile(cards)?.into_iter().collect();
            self.state.pool.sort_unstable();
        } else if let Some(ran) = within(word, "ran(", ')') {
            self.state.ran = self.counted(ran)?.into_iter().collect();
        } else if let Some(waiting) = within(word, "wait(", ')') {
            self.state.batch = self.numbered(waiting)?.into_iter().collect();
        } else if let Some(waiting) = within(word, "fresh(", ')') {
            self.state.fresh = self.numbered(waiting)?.into_iter().map(unnumbered).collect();
        } else if let Some(waiting) = within(word, "again(", ')') {
            self.state.again = self.numbered(waiting)?.into_iter().map(unnumbered).collect();
        } else if let Some(ghosts) = within(word, "ghosts(", ')') {
            self.state.ghosts =
                split(ghosts, " ").into_iter().map(|ghost| self.ghost(ghost)).collect::<Read<_>>()?;
        } else if let Some(uses) = within(word, "uses(", ')') {
            for part in split(uses, " ") {
                let (id, count) = part.split_once('=').ok_or_else(|| self.misread(part, "write #12=1"))?;
                let (id, count) = (self.reference(id)?, self.number(count, "how many Chains")?);
                self.state.used.push((id, count));
            }
        } else if let Some(limits) = within(word, "limits(", ')') {
            let limits = self.counted(limits)?;
            self.state.limits.extend(limits);
        } else if let Some(doing) = within(word, "below(", ')') {
            let doing = self.doing(doing)?;
            self.state.below.push(doing);
        } else if let Some(due) = within(word, "due(", ')') {
            for part in split(due, " ") {
                let wrong = || self.misread(part, "write P1.c=0/0");
                let mut by = part.split('<');
                let (id, threat) = by.next().and_then(|due| due.split_once('=')).ok_or_else(wrong)?;
                let (threat, within) = threat.split_once('/').ok_or_else(wrong)?;
                let within = self.number(within, "within how many")?;
                let threat: usize = self.number(threat, "a threat")?;
                let threat = *crate::text::Threat::ALL.get(threat).ok_or_else(wrong)?;
                let by = by.map(|doer| self.reference(doer)).collect::<Read<_>>()?;
                let on = self.reference(id)?;
                self.state.instead.push(Due { on, threat, by, within });
            }
        } else if let Some(credit) = within(word, "credit(", ')') {
            for part in split(credit, " ") {
                let (on, by) = part.split_once('<').ok_or_else(|| self.misread(part, "write P2.c<P1.c"))?;
                let pair = (self.reference(on)?, self.reference(by)?);
                self.late(word)?.credit.push(pair);
            }
        } else if let Some(plain) = within(word, "plain(", ')') {
            for part in split(plain, " ") {
                let wrong = || self.misread(part, "write P2.c=0");
                let (on, verb) = part.split_once('=').ok_or_else(wrong)?;
                let verb: usize = self.number(verb, "which stacks")?;
                let verb = *crate::text::StackVerb::ALL.get(verb).ok_or_else(wrong)?;
                let stack = (self.reference(on)?, verb);
                self.late(word)?.plain.push(stack);
            }
        } else if let Some(doing) = within(word, "doing(", ')') {
            self.state.doing = Some(self.doing(doing)?);
        } else if let Some(snapshot) = within(word, "snap(", ')') {
            let snapshot = self.snapshot(snapshot)?;
            if !self.state.snapshots.push(snapshot) {
                return Err(
                    Fault::new("there are 3 snapshots", "there are at most 2").at(Part::Part("position"))
                );
            }
        } else {
            let words = [
                "selector", "prime", "to", "by", "quiet", "chain", "chains", "settle", "wait", "doing",
                "snap",
            ];
            let near = engine::nearest(word, words);
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
            let wanted =
                if near.is_empty() { "after the step come `prime P1`, `to P1` and the like" } else { &near };
            return Err(self.misread(word, wanted));
        }
        Ok(())
    }

    /// `P1.v2`, `#12` or `-`.
    fn reference(&self, text: &str) -> Read<Id> {
        if text == "-" {
            return Ok(0);
        }
        if let Some(number) = text.strip_prefix('=') {
            let number: u8 = self.number(number, "a number")?;
            return Ok(NUMBER | Id::from(number));
        }
        if let Some(number) = text.strip_prefix('#') {
            let number = self.number(number, "a number")?;
            return if number > 0 && number < GRANTED {
                Ok(number)
            } else {
                Err(self.misread(text, "write #1 or more"))
            };
        }
        let place = read_place(text).ok_or_else(|| self.misread(text, "write a place such as P2.v3"))?;
        let domain = self.state.table.domains.get(usize::from(place.seat));
        let id = domain.and_then(|domain| match place.spot {
            Spot::Zone(zone) => {
                Some(domain.zones[usize::from(zone)]).filter(Vassal::is_some).map(|vassal| vassal.id)
            }
            Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map(|resource| resource.id),
            Spot::Infirmary(nth) => {
                domain.infirmary.get(usize::from(nth)).map(|_| fallen_id(place.seat, nth))
            }
        });
        id.ok_or_else(|| self.misread(text, "name a place where something is"))
    }

    /// A Skill of the rules and because of what: `S12#5g`.
    fn explicit(&self, text: &str) -> Read<Instance> {
        let wrong = || self.misread(text, "write a Skill of the rules as S12#0");
        let (skill, origin) =
            text.strip_prefix('S').and_then(|rest| rest.split_once('#')).ok_or_else(wrong)?;
        let skill: u16 = self.number(skill, "the number of a Skill")?;
        let (origin, granted) = origin.strip_suffix('g').map_or((origin, 0), |origin| (origin, GRANTED));
        let origin: Id = self.number(origin, "a number")?;
        if usize::from(skill) >= self.rules.skills.len() || origin >= GRANTED {
            return Err(wrong());
        }
        Ok(Instance { origin: origin | granted, skill })
    }

    fn instance(&self, table: &Table, id: Id, text: &str) -> Read<Instance> {
        if let Some(explicit) = within(text, "(", ')') {
            return self.explicit(explicit);
        }
        let nth: usize = self.number(text, "the number of a Skill")?;
        let skills = skills_of(self.rules, table, id);
        let skill = nth.checked_sub(1).and_then(|nth| skills.get(nth)).copied();
        skill.ok_or_else(|| self.misread(text, &format!("there are {} Skills, counted from 1", skills.len())))
    }

    /// `P1.v2.1`.
    fn skill(&self, text: &str) -> Read<(Id, Instance)> {
        let (id, skill) =
            text.rsplit_once('.').ok_or_else(|| self.misread(text, "write a Skill such as P1.v2.1"))?;
        let id = self.reference(id)?;
        if let Some(explicit) = within(skill, "(", ')') {
            return Ok((id, self.explicit(explicit)?));
        }
        let nth: usize = self.number(skill, "the number of a Skill")?;
        let held = scene::held(self.rules, &self.state, id);
        let held =
            nth.checked_sub(1).and_then(|nth| held.get(nth).filter(|_| is_played(&self.state.table, id)));
        let held = held.ok_or_else(|| self.misread(text, "name a Skill that is there, counted from 1"))?;
        Ok((id, held.instance))
    }

    fn link(&self, text: &str) -> Read<Link> {
        let (rest, negated) = text.strip_suffix('!').map_or((text, false), |rest| (rest, true));
        let (skill, player) = match rest.rsplit_once('@') {
            Some((skill, seat)) => (skill, Some(self.seat(seat)?)),
            None => (rest, None),
        };
        let (bearer, instance) = self.skill(skill)?;
        let controller = find(&self.state.table, bearer).map(|found| found.0);
        let player =
            player.or(controller).ok_or_else(|| self.misread(text, "say who activated it, as in #5.1@P1"))?;
        Ok(Link { player, bearer, instance, negated })
    }

    fn counted(&self, text: &'a str) -> Read<Vec<(Id, Instance, u8)>> {
        let one = |part: &'a str| {
            let (skill, count) =
                part.rsplit_once('=').ok_or_else(|| self.misread(part, "write P1.v2.1=3"))?;
            let (id, instance) = self.skill(skill)?;
            Ok((id, instance, self.number(count, "how often")?))
        };
        split(text, " ").into_iter().map(one).collect()
    }

    /// `w1=... w2=...`.
    fn numbered(&self, text: &'a str) -> Read<Vec<Waiting>> {
        let one = |part: &'a str| {
            let wrong = || self.misread(part, "count them as w1=, w2= and so on");
            let (number, waiting) =
                part.strip_prefix('w').and_then(|rest| rest.split_once('=')).ok_or_else(wrong)?;
            let number = self.number::<u8>(number, "a number from 1")?;
            Ok(Waiting { number, ..self.waiting(waiting)? })
        };
        split(text, " ").into_iter().map(one).collect()
    }

    fn waiting(&self, text: &'a str) -> Read<Waiting> {
        let wrong = || self.misread(text, "write for example P1.v2.1<P2.c{3}");
        let (rest, list) = match text.strip_suffix('}') {
            Some(rest) => rest.rsplit_once('{').map(|(rest, list)| (rest, Some(list))).ok_or_else(wrong)?,
            None => (text, None),
        };
        let mut parts = rest.split('<');
        let mut head = parts.next().unwrap_or("");
        let mut waiting = Waiting {
            bearer: 0,
            instance: Instance { origin: 0, skill: 0 },
            user: NO_SEAT,
            cause: Cause::Effect,
            it: 0,
            player: NO_SEAT,
            number: 0,
            read: 0,
            values: [0; VALUES],
        };
        for (mark, cause) in [("/p", Cause::Payment), ("/a", Cause::Activation)] {
            if let Some(rest) = head.strip_suffix(mark) {
                (head, waiting.cause) = (rest, cause);
            }
        }
        let user = match head.rsplit_once('@') {
            Some((rest, seat)) => {
                head = rest;
                Some(self.seat(seat)?)
            }
            None => None,
        };
        (waiting.bearer, waiting.instance) = self.skill(head)?;
        waiting.user =
            user.unwrap_or_else(|| usual_user(&self.state.table, waiting.bearer, waiting.instance));
        if waiting.user == NO_SEAT {
            return Err(self.misread(text, "say who uses it, as in #5.1@P1"));
        }
        for part in parts {
            if read_seat(part).is_some() {
                waiting.player = self.seat(part)?;
            } else {
                waiting.it = self.reference(part)?;
            }
        }
        for value in list.into_iter().flat_map(|list| list.split(',')) {
            if usize::from(waiting.read) == VALUES {
                return Err(wrong());
            }
            waiting.values[usize::from(waiting.read)] = self.number(value, "a value that was read")?;
            waiting.read += 1;
        }
        Ok(waiting)
    }

    fn doing(&self, text: &'a str) -> Read<Doing> {
        let mut words = split(text, " ").into_iter();
        let head = words.next().unwrap_or("");
        let wrong =
            || self.misread(head, "write for example P1.c.1#1.2: the Skill, the sentence, the instruction");
        let (of, at) = head.rsplit_once('#').ok_or_else(wrong)?;
        let (clause, step) = at.split_once('.').ok_or_else(wrong)?;
        let from_one =
            |text: &str| self.number::<u8>(text, "a number from 1")?.checked_sub(1).ok_or_else(wrong);
        let mut doing = Doing {
            of: self.waiting(of)?,
            chain: false,
            clause: from_one(clause)?,
            step: from_one(step)?,
            statement: 0,
            wait: Wait::No,
            by: NO_SEAT,
            option: 0,
            did: false,
            held: false,
            it: 0,
            those: SmallVec::new(),
            many: 0,
            versus: NO_SEAT,
            picks: SmallVec::new(),
            members: SmallVec::new(),
            gone: SmallVec::new(),
        };
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| self.misread(word, "say what after this word"));
            let list = |list: &'a str| split(list, " ").into_iter().map(|id| self.reference(id));
            match word {
                "chain" => doing.chain = true,
                "wait" => {
                    let name = next()?;
                    let wait = WAITS.iter().find(|(_, known)| *known == name);
                    doing.wait =
                        wait.ok_or_else(|| self.misread(name, "write target, may, option or the like"))?.0;
                }
                "option" => doing.option = self.number(next()?, "the option")?,
                "instead" => doing.statement = self.number(next()?, "which statement")?,
                "many" => doing.many = self.number(next()?, "an amount")?,
                "did" => doing.did = true,
                "held" => doing.held = true,
                "it" => doing.it = self.reference(next()?)?,
                "vs" => doing.versus = self.seat(next()?)?,
                _ => {
                    if let Some(ids) = within(word, "those(", ')') {
                        doing.those = list(ids).collect::<Read<_>>()?;
                    } else if let Some(ids) = within(word, "picks(", ')') {
                        doing.picks = list(ids).collect::<Read<_>>()?;
                    } else if let Some(ids) = within(word, "members(", ')') {
                        doing.members = list(ids).collect::<Read<_>>()?;
                    } else if let Some(ids) = within(word, "gone(", ')') {
                        doing.gone = list(ids).collect::<Read<_>>()?;
                    } else {
                        return Err(self.misread(word, "this says nothing about an effect"));
                    }
                }
            }
        }
        Ok(doing)
    }

    fn ghost(&self, text: &'a str) -> Read<Ghost> {
        let wrong = || self.misread(text, "write for example #12=sprout,of mosswane@P1.v2(S3#0)");
        let (rest, skills) = match text.strip_suffix(')') {
            Some(rest) => {
                rest.split_once('(').map(|(rest, list)| (rest, split(list, " "))).ok_or_else(wrong)?
            }
            None => (text, Vec::new()),
        };
        let (vassal, place) = rest.rsplit_once('@').ok_or_else(wrong)?;
        let place = read_place(place).filter(|place| place.seat < self.rules.seats).ok_or_else(wrong)?;
        let Spot::Zone(zone) = place.spot else { return Err(wrong()) };
        let (number, vassal) = vassal.split_once('=').ok_or_else(wrong)?;
        let mut parts = split(vassal, ",").into_iter();
        let card = self.card(parts.next().unwrap_or(""), &[Sort::Vassal, Sort::Token])?;
        let mut vassal = self.fresh(card, self.reference(number)?, place.seat);
        for part in parts {
            if !self.mark(&mut vassal, part)? {
                return Err(
                    self.misread(part, "a Vassal that has left has stacks, World, owner and protections")
                );
            }
        }
        let mut ghost =
            Ghost { vassal, seat: place.seat, zone, skills: SmallVec::new(), users: SmallVec::new() };
        for skill in skills {
            let (instance, user) = match skill.split_once('@') {
                Some((instance, seat)) => (instance, self.seat(seat)?),
                None => (skill, NO_SEAT),
            };
            ghost.skills.push(self.explicit(instance)?);
            ghost.users.push(user);
        }
        Ok(ghost)
    }

    fn snapshot(&mut self, text: &'a str) -> Read<Snapshot> {
        let seats = usize::from(self.rules.seats);
        let mut table = Table::empty(seats);
        let mut later = Vec::new();
        let mut sides = split(text, " | ");
        if sides.len() != seats {
            return Err(self.misread(text, "give a side for every seat"));
        }
        // Payments and Abilities that are owed stand behind the last side.
        let last = sides[seats - 1];
        let ends: Vec<usize> = [" paid ", " owed "].iter().filter_map(|word| last.find(word)).collect();
        let end = ends.into_iter().min().unwrap_or(last.len());
        sides[seats - 1] = &last[..end];
        for (seat, side) in sides.into_iter().enumerate() {
            self.side(seat as u8, side, &mut table, &mut later, false)?;
        }
        table.timed = self.statements(later)?;
        let mut snapshot = Snapshot { table, paid: SmallVec::new(), owed: SmallVec::new() };
        let mut words = split(&last[end..], " ").into_iter().skip(1);
        while let Some(word) = words.next() {
            let what = words.next().unwrap_or("");
            match word {
                "owed" => snapshot.owed.push(self.waiting(what)?),
                "paid" => snapshot.paid.push(match words.next().unwrap_or("") {
                    "e" => Paid::Exhausted(self.reference(what)?),
                    boosts => Paid::Boosts(self.seat(what)?, self.number(boosts, "Boosts that were paid")?),
                }),
                _ => return Err(self.misread(word, "write `paid` or `owed`")),
            }
        }
        Ok(snapshot)
    }

    fn statements(&self, later: Vec<Later<'a>>) -> Read<SmallVec<[Timed; 3]>> {
        let one = |later: Later<'a>| {
            let it = later.it.map_or(Ok(0), |it| self.reference(it))?;
            Ok(Timed { bearer: self.reference(later.bearer)?, it, ..later.timed })
        };
        later.into_iter().map(one).collect()
    }

    fn side(
        &mut self,
        seat: u8,
        text: &'a str,
        table: &mut Table,
        later: &mut Vec<Later<'a>>,
        now: bool,
    ) -> Read<()> {
        let mut words = split(text, " ").into_iter();
        let name = words.next().unwrap_or("");
        if name != seat_name(seat) {
            return Err(self.misread(text, &format!("write the side of {} here", seat_name(seat))));
        }
        let at = usize::from(seat);
        table.domains[at].boosts =
            match self.number::<u8>(words.next().unwrap_or(name), "Boosts from 0 to 250")? {
                boosts @ 0..=250 => boosts,
                boosts => {
                    let what = format!("{name} has {boosts} Boosts");
                    return Err(Fault::new(what, "write 0 to 250").at(Part::Part("position")));
                }
            };
        let mut leaving: Option<Leaving> = None;
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| self.misread(word, "say what after this word"));
            match word {
                "base" => {
                    let base: i16 = self.number(next()?, "base power from -500 to 500")?;
                    if !(-500..=500).contains(&base) {
                        return Err(self.misread(word, "base power is -500 to 500"));
                    }
                    table.domains[at].base = base;
                }
                "label" if now => {
                    let (mark, margin) = self.mark_and_number(next()?)?;
                    let player = &mut self.state.players[at];
                    (player.label, player.margin) = (Some(mark), margin);
                }
                "run" if now => {
                    let run = next()?;
                    let (mark, row) = self.mark_and_number(run)?;
                    let row = u8::try_from(row).map_err(|_| self.misread(run, "write for example W2"))?;
                    let player = &mut self.state.players[at];
                    (player.last, player.row) = (Some(mark), row);
                }
                "mulligans" if now => {
                    self.state.players[at].mulligans = self.number(next()?, "mulligans used")?;
                }
                "bid" if now => {
                    let bid: u8 = self.number(next()?, "a bid")?;
                    self.state.players[at].bid = bid.saturating_add(1);
                }
                "kept" if now => self.state.players[at].flags |= seat_flag::KEPT,
                "done" if now => self.state.players[at].flags |= seat_flag::DONE,
                "asked" if now => self.state.players[at].flags |= seat_flag::ASKED,
                "out" if now => leaving.get_or_insert_default().out = true,
                "gone" if now => leaving.get_or_insert_default().gone = true,
                "here" if now => leaving = Some(Leaving::default()),
                "sealed" if now => self.state.players[at].sealed = Some(HIDDEN),
                _ if now && word.starts_with("sealed(") => {
                    let act = within(word, "sealed(", ')').unwrap_or("");
                    let act = notation::read(self.rules, Seat::new(seat).into(), act);
                    self.state.players[at].sealed =
                        Some(act.map_err(|fault| fault.at(Part::Part("position")))?);
                }
                _ if word.starts_with("until[") => later.push(self.until(seat, &word["until".len()..])?),
                _ if word.ends_with('}') => self.seat_pile(seat, word, table, now)?,
                _ if word.contains(':') => self.object(seat, word, table, now)?,
                _ => return Err(self.misread(word, "this says nothing about a side")),
            }
        }
        if now {
            let table = std::mem::replace(&mut self.state.table, table.clone());
            let usual = usual_leaving(&self.state, at);
            self.state.table = table;
            let Leaving { out, gone } = leaving.unwrap_or(usual);
            self.state.out |= u8::from(out) << at;
            self.state.gone |= u8::from(gone) << at;
        }
        Ok(())
    }

    fn mark_and_number(&self, text: &str) -> Read<(Mark, i16)> {
        let wrong = || self.misread(text, "write for example W2, L0 or T1");
        let (mark, number) = text.split_at_checked(1).ok_or_else(wrong)?;
        let marks = [Mark::Win, Mark::Lose, Mark::Tie];
        let mark = marks.into_iter().find(|known| mark_name(*known) == mark).ok_or_else(wrong)?;
        Ok((mark, self.number(number, "a number")?))
    }

    /// A Skill in brackets, and what follows it.
    fn skill_text(&self, text: &'a str) -> Read<(u16, &'a str)> {
        let wrong = || self.misread(text, "write a Skill in brackets");
        let mut depth = 0;
        let end = text.bytes().position(|byte| {
            depth += i32::from(byte == b'[') - i32::from(byte == b']');
            depth == 0
        });
        let end = end.filter(|&end| end > 0).ok_or_else(wrong)?;
        let (inner, mut rest) = (&text[1..end], &text[end + 1..]);
        let says = |skill: usize| self.rules.skills[skill].skill.text(&self.rules.names) == inner;
        let mut skill = (0..self.rules.skills.len()).find(|&skill| says(skill));
        if let Some(number) = rest.strip_prefix('%') {
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            let nth: usize = self.number(&number[..digits], "the number of a Skill")?;
            skill = Some(nth).filter(|&nth| nth < self.rules.skills.len() && says(nth));
            rest = &number[digits..];
        }
        let skill =
            skill.ok_or_else(|| self.misread(text, "no card of this game has or gives that Skill"))?;
        Ok((skill as u16, rest))
    }

    fn until(&self, seat: u8, text: &'a str) -> Read<Later<'a>> {
        let wrong = || self.misread(text, "write for example until[Skill].1/r@P1.v2");
        let (skill, rest) = self.skill_text(text)?;
        let rest = rest.strip_prefix('.').ok_or_else(wrong)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let clause = self.number::<u8>(&rest[..digits], "the number of a sentence")?;
        let clause = clause.checked_sub(1).ok_or_else(wrong)?;
        let (end, rest) = end_of(&rest[digits..]);
        let rest = rest.strip_prefix('@').ok_or_else(wrong)?;
        let (bearer, it) = rest.split_once('<').map_or((rest, None), |(bearer, it)| (bearer, Some(it)));
        Ok(Later { timed: Timed { skill, clause, user: seat, bearer: 0, it: 0, end }, bearer, it })
    }

    fn pile(&self, text: &'a str) -> Read<Vec<u16>> {
        let mut cards = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let (id, count) = self.times(word)?;
            let card = self.card(id, &[Sort::Vassal])?;
            cards.extend(std::iter::repeat_n(card, count));
        }
        Ok(cards)
    }

    /// `card*3`.
    fn times<'t>(&self, word: &'t str) -> Read<(&'t str, usize)> {
        let Some((card, count)) = word.rsplit_once('*') else { return Ok((word, 1)) };
        Ok((card, usize::from(self.number::<u8>(count, "how many cards")?)))
    }

    fn seat_pile(&mut self, seat: u8, word: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let (name, cards) =
            word.split_once('{').ok_or_else(|| self.misread(word, "write bag{card card*2}"))?;
        let cards = &cards[..cards.len() - 1];
        let drafts = self.state.step <= Step::DraftCut;
        match name {
            "infirmary" => {
                for word in split(cards, " ") {
                    let (word, count) = self.times(word)?;
                    for _ in 0..count {
                        self.fallen(seat, word, table, now)?;
                    }
                }
            }
            "hand" if now => self.state.players[usize::from(seat)].deck.hand = self.pile(cards)?.into(),
            "bottom" if now && !drafts => {
                self.state.players[usize::from(seat)].deck.bottom = self.pile(cards)?.into();
            }
            "bag" | "draft" if now && drafts == (name == "draft") => {
                let mut cards = self.pile(cards)?;
                cards.sort_unstable();
                self.state.players[usize::from(seat)].deck.bag = cards.into();
            }
            "given" if now && drafts => {
                let mut given = self.pile(cards)?;
                given.sort_unstable();
                let deck = &mut self.state.players[usize::from(seat)].deck;
                for card in &given {
                    let held = deck.bag.iter().position(|held| held == card);
                    let Some(held) = held else {
                        return Err(self.misread(word, "cards that were given stand in `draft` too"));
                    };
                    deck.bag.remove(held);
                }
                deck.bottom = given.into();
            }
            _ => {
                return Err(
                    self.misread(word, "the piles are hand, bag, bottom and infirmary, or draft and given")
                );
            }
        }
        Ok(())
    }

    fn fallen(&mut self, seat: u8, word: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let mut parts = split(word, ",").into_iter();
        let (card, number) = self.numbered_card(parts.next().unwrap_or(""), now, &[Sort::Vassal])?;
        let id = if now { self.next } else { number.unwrap_or(0) };
        self.next += Id::from(now);
        table.domains[usize::from(seat)].infirmary.push(Fallen { card, id });
        for part in parts {
            if !now || !self.usage(part, id, card)? {
                return Err(self.misread(part, "a card in an infirmary has only `used` and `limit`"));
            }
        }
        Ok(())
    }

    /// A card and the number behind it, which in a snapshot may be any.
    fn numbered_card(&self, text: &str, now: bool, sorts: &[Sort]) -> Read<(u16, Option<Id>)> {
        let (card, number) = match text.split_once('#') {
            Some((card, number)) => (card, Some(self.number::<Id>(number, "a number")?)),
            None => (text, None),
        };
        if number.is_some_and(|number| number == 0 || number >= GRANTED || (now && number < self.next)) {
            return Err(self.misread(text, "that number is not free"));
        }
        Ok((self.card(card, sorts)?, number))
    }

    /// The number of a thing that was read.
    fn own_number(&mut self, number: Option<Id>, now: bool, text: &str) -> Read<Id> {
        if !now {
            return number.ok_or_else(|| self.misread(text, "what a Negate puts back has a number behind #"));
        }
        let id = number.unwrap_or(self.next);
        self.next = id + 1;
        Ok(id)
    }

    fn fresh(&self, card: u16, id: Id, seat: u8) -> Vassal {
        let world = self.rules.faces.get(usize::from(card)).map_or(NO_WORLD, |face| face.world);
        Vassal::new(card, id, seat, world)
    }

    /// Stacks, World, owner and protections.
    fn mark(&self, vassal: &mut Vassal, part: &str) -> Read<bool> {
        let stacks = |rest: &str| {
            self.number::<u8>(rest, "a number of stacks").and_then(|stacks| {
                if stacks > 0 { Ok(stacks) } else { Err(self.misread(part, "write 1 to 255 stacks")) }
            })
        };
        if let Some(world) = part.strip_prefix("of ") {
            vassal.world = self.world(world)?;
        } else if let Some(owner) = part.strip_prefix("owner ") {
            vassal.owner = self.seat(owner)?;
        } else if let Some(end) = part.strip_prefix("safe") {
            let bit = ENDS.iter().take(3).position(|(_, mark)| *mark == end);
            vassal.safe |= 1 << bit.ok_or_else(|| self.misread(part, "write safe/r, safe/s or safe/b"))?;
        } else if let Some(rest) = part.strip_prefix('i') {
            vassal.injuries = stacks(rest)?;
        } else if let Some(rest) = part.strip_prefix('e') {
            vassal.exhaustion = stacks(rest)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn world(&self, text: &str) -> Read<u8> {
        if text == "wanderer" {
            return Ok(NO_WORLD);
        }
        let world = self.rules.worlds.iter().position(|world| slug(world) == text);
        world.map(|world| world as u8).ok_or_else(|| self.misread(text, "name a World, or write wanderer"))
    }

    /// `used1` and `limit 1=2`.
    fn usage(&mut self, part: &'a str, id: Id, card: u16) -> Read<bool> {
        if let Some(count) = part.strip_prefix("used") {
            let count = self.number(count, "how many Chains were activated")?;
            self.state.used.push((id, count));
        } else if let Some(limit) = part.strip_prefix("limit ") {
            let (skill, count) =
                limit.rsplit_once('=').ok_or_else(|| self.misread(part, "write for example limit 1=2"))?;
            let count = self.number(count, "how often it was used")?;
            match self.printed(card, 0, skill) {
                Ok(instance) => self.state.limits.push((id, instance, count)),
                Err(_) => self.granted.push(Granted { on: id, nth: skill, said: Said::Used(count) }),
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// A Skill of a card by its place.
    fn printed(&self, card: u16, origin: Id, nth: &str) -> Read<Instance> {
        let skills = self.rules.faces.get(usize::from(card)).map_or(&[][..], |face| &face.skills);
        let place: usize = self.number(nth, "the number of a Skill")?;
        let skill = place.checked_sub(1).and_then(|place| skills.get(place));
        let skill =
            *skill.ok_or_else(|| self.misread(nth, &format!("the card has {} Skills", skills.len())))?;
        Ok(Instance { origin, skill })
    }

    fn object(&mut self, seat: u8, word: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let (at, thing) = word.split_once(':').unwrap_or((word, ""));
        let mut parts = split(thing, ",").into_iter();
        let head = parts.next().unwrap_or("");
        if let Some(nth) = at.strip_prefix('s') {
            let nth: usize = self.number(nth, "a place in the stockpile")?;
            if nth != table.domains[usize::from(seat)].stock.len() + 1 {
                return Err(self.misread(word, "count the stockpile from s1, each place once"));
            }
            let (card, number) = self.numbered_card(head, now, &[Sort::Resource])?;
            let id = self.own_number(number, now, word)?;
            let mut resource = Resource { card, id, world: NO_WORLD };
            for part in parts {
                if let Some(world) = part.strip_prefix("of ") {
                    resource.world = self.world(world)?;
                } else if !now || !self.usage(part, id, card)? {
                    return Err(self.misread(part, "a Resource has `of`, `used` and `limit`"));
                }
            }
            table.domains[usize::from(seat)].stock.push(resource);
            return Ok(());
        }
        let zone = read_zone(at).filter(|&zone| self.rules.has_zone(zone));
        let zone = zone.ok_or_else(|| self.misread(word, "there is no such zone in this format"))?;
        if table.domains[usize::from(seat)].zones[usize::from(zone)].is_some() {
            return Err(self.misread(word, &format!("{at} is given twice; a zone holds one Vassal")));
        }
        let (card, number) = self.numbered_card(head, now, &[Sort::Vassal, Sort::Token])?;
        if card == UNKNOWN_CARD {
            return Err(self.misread(word, "Vassals in play are known to all: name the card"));
        }
        let id = self.own_number(number, now, word)?;
        let mut vassal = self.fresh(card, id, seat);
        // What it listens to is noted for the table as a whole; in a snapshot it may be anything.
        table.domains[usize::from(seat)].zones.put(zone, vassal, Hints::ALL);
        for part in parts {
            if let Some(status) = part.strip_prefix('!') {
                self.status(id, status, table, now)?;
            } else if let Some(given) = part.strip_prefix('+') {
                let (skill, rest) = self.skill_text(given)?;
                let (end, rest) = end_of(rest);
                let (number, limits) = self.tail(rest, now)?;
                let own = self.own_number(number, now, part)?;
                table.given.push(Given { skill, id: own, on: id, end });
                for limit in limits {
                    let count = limit.strip_prefix("1=").ok_or_else(|| self.misread(limit, "write (1=2)"))?;
                    let count = self.number(count, "how often it was used")?;
                    self.state.limits.push((id, Instance { origin: own, skill }, count));
                }
            } else if let Some(erased) = part.strip_prefix('~') {
                let cut = erased.find('/').unwrap_or(erased.len());
                let (end, rest) = end_of(&erased[cut..]);
                if !rest.is_empty() {
                    return Err(self.misread(part, "write for example ~2/r"));
                }
                match self.instance(table, id, &erased[..cut]) {
                    Ok(instance) => table.erased.push(Erased { on: id, instance, end }),
                    Err(fault) if !now => return Err(fault),
                    Err(_) => {
                        let said = Said::Erased(end);
                        self.granted.push(Granted { on: id, nth: &erased[..cut], said });
                    }
                }
            } else if part == "hurt" && now {
                self.state.players[usize::from(seat)].hurt = zone + 1;
            } else if !(self.mark(&mut vassal, part)? || (now && self.usage(part, id, card)?)) {
                return Err(self.misread(part, "this says nothing about a Vassal"));
            }
        }
        table.domains[usize::from(seat)].zones.put(zone, vassal, Hints::ALL);
        Ok(())
    }

    fn status(&mut self, on: Id, text: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let wrong = || self.misread(text, "write for example !writ-of-debt@P1");
        let (card, rest) = text.split_once('@').ok_or_else(wrong)?;
        let card = self.card(card, &[Sort::Status])?;
        let (owner, rest) = rest.split_at_checked(2).ok_or_else(wrong)?;
        let owner = self.seat(owner)?;
        let (end, rest) = end_of(rest);
        let (number, limits) = self.tail(rest, now)?;
        let id = self.own_number(number, now, text)?;
        table.statuses.push(Status { card, id, on, owner, end });
        for limit in limits {
            let (nth, count) = limit.split_once('=').ok_or_else(|| self.misread(limit, "write (1=2)"))?;
            let instance = self.printed(card, id, nth)?;
            let count = self.number(count, "how often it was used")?;
            self.state.limits.push((on, instance, count));
        }
        Ok(())
    }

    /// `#12(1=2)`: a number and uses.
    fn tail(&self, text: &'a str, now: bool) -> Read<(Option<Id>, Vec<&'a str>)> {
        let (number, limits) = match text.strip_suffix(')') {
            Some(rest) => {
                let wrong = || self.misread(text, "write uses as (1=2)");
                let (number, limits) = rest.split_once('(').filter(|_| now).ok_or_else(wrong)?;
                (number, limits.split(' ').collect())
            }
            None => (text, Vec::new()),
        };
        if number.is_empty() {
            return Ok((None, limits));
        }
        let own =
            number.strip_prefix('#').ok_or_else(|| self.misread(text, "nothing more can follow here"))?;
        let id = self.number::<Id>(own, "a number")?;
        if id == 0 || id >= GRANTED || (now && id < self.next) {
            return Err(self.misread(text, "that number is not free"));
        }
        Ok((Some(id), limits))
    }
}

/// An end and what follows it.
fn end_of(text: &str) -> (End, &str) {
    let found = ENDS.iter().find_map(|(end, mark)| Some((*end, text.strip_prefix(mark)?)));
    found.unwrap_or((End::Never, text))
}

/// Only those of a batch have numbers.
fn unnumbered(waiting: Waiting) -> Waiting {
    Waiting { number: 0, ..waiting }
}
