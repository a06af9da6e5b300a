//! From a position to its text.

use std::fmt::Write as _;

use super::{
    ENDS, HIDDEN, Leaving, Thing, WAITS, end_text, find, is_played, mark_name, skills_of, step_name,
    things_on, usual_leaving, usual_user, usual_winners, usually_begun,
};
use crate::action::{Place, Spot};
use crate::effects::NUMBER;
use crate::notation::{self, cards_text, place_name, seat_name, slug, zone_name};
use crate::rules::{Rules, Sort};
use crate::scene::{self, FALLEN, world_of};
use crate::state::{
    Cause, Deck, Doing, Erased, Fallen, GRANTED, Ghost, Id, Instance, Link, NO_SEAT, NO_WORLD, Paid,
    Resource, Snapshot, State, Step, Table, Vassal, Wait, Waiting, ZONES, Zone, seat_flag,
};
use crate::text::StackKind;
use crate::tidy::tidied;

/// Appends the text of a position.
pub fn write(rules: &Rules, state: &State, out: &mut String) {
    Writer { rules, state: &tidied(state) }.position(out);
}

/// The object in a zone as a position has it, without its place.
pub fn vassal_text(rules: &Rules, state: &State, seat: u8, zone: Zone) -> Option<String> {
    let vassal = &state.table.domains[usize::from(seat)].zones[usize::from(zone)];
    let writer = Writer { rules, state };
    vassal.is_some().then(|| writer.vassal(&state.table, seat, zone, &mut None))
}

/// A Resource as a position has it, without its place.
pub fn resource_text(rules: &Rules, state: &State, resource: &Resource) -> String {
    Writer { rules, state }.resource(resource, &mut None, true)
}

/// A card in an infirmary as a position has it.
pub fn fallen_text(rules: &Rules, state: &State, fallen: &Fallen) -> String {
    let writer = Writer { rules, state };
    rules.id(fallen.card).to_owned() + &writer.uses(fallen.id) + &writer.limits(fallen.id)
}

/// The Chain that opened the step, as a position has it.
pub fn link_text(rules: &Rules, state: &State, link: &Link) -> String {
    Writer { rules, state }.link(link)
}

struct Writer<'a> {
    rules: &'a Rules,
    state: &'a State,
}

/// The number that comes next; nothing where numbers are always written or never.
type Count = Option<Id>;

impl Writer<'_> {
    fn position(&self, out: &mut String) {
        let state = self.state;
        let _ = write!(out, "WU1 {} b{}/{}", self.rules.format.id, state.bout, self.rules.format.bouts);
        let mut score: Vec<String> = state.players.iter().map(|player| player.wins.to_string()).collect();
        score.push(state.drawn.to_string());
        let _ = write!(out, " {} r{} {}", score.join("-"), state.round, step_name(state));
        self.open_things(out);
        let mut count = Some(1);
        for seat in 0..state.players.seats() as u8 {
            let _ = write!(out, " | {}", self.side(seat, &mut count));
        }
    }

    fn open_things(&self, out: &mut String) {
        let state = self.state;
        if state.begun != usually_begun(state) {
            *out += if state.begun { " begun" } else { " new" };
        }
        let seats =
            [("selector", state.selector), ("prime", state.prime), ("to", state.to), ("by", state.by)];
        for (word, seat) in seats.into_iter().filter(|(_, seat)| *seat != NO_SEAT) {
            let _ = write!(out, " {word} {}", seat_name(seat));
        }
        if state.quiet > 0 {
            let _ = write!(out, " quiet {}", state.quiet);
        }
        for (word, link) in [("chain", &state.open), ("using", &state.activating)] {
            if let Some(link) = link {
                let _ = write!(out, " {word} {}", self.link(link));
                if word == "using" {
                    *out += &self.lost_world(state.making, link.bearer, link.instance.skill);
                }
            }
        }
        if state.chains > 0 {
            let _ = write!(out, " chains {}", state.chains);
        }
        *out += &pile_text("pool", &by_name(self.rules, &state.pool));
        if state.settling {
            let _ = write!(out, " settle {}", state.settled);
            *out += state.lead.map_or("", |lead| if lead { " lead" } else { " trail" });
        }
        let counted = |list: &[(Id, Instance, u8)]| -> Vec<String> {
            list.iter().map(|&(id, of, count)| format!("{}={count}", self.skill(id, of))).collect()
        };
        group(out, "ran", &counted(&state.ran));
        let waiting = |list: &[Waiting]| -> Vec<String> {
            list.iter()
                .enumerate()
                .map(|(nth, waiting)| {
                    let number = if waiting.number > 0 { usize::from(waiting.number) } else { nth + 1 };
                    format!("w{number}={}", self.waiting(waiting))
                })
                .collect()
        };
        group(out, "wait", &waiting(&state.batch));
        if state.ordered > 0 {
            let _ = write!(out, " ordered {}", state.ordered);
        }
        group(out, "fresh", &waiting(&state.fresh));
        group(out, "again", &waiting(&state.again));
        let ghosts: Vec<String> = state.ghosts.iter().map(|ghost| self.ghost(ghost)).collect();
        group(out, "ghosts", &ghosts);
        // What is not on the table has no side to stand on.
        let away = |id: Id| find(&state.table, id).is_none();
        let used = state.used.iter().filter(|(id, _)| away(*id)).map(|(id, count)| format!("#{id}={count}"));
        group(out, "uses", &used.collect::<Vec<_>>());
        let limits: Vec<_> =
            state.limits.iter().filter(|&&(id, of, _)| !self.is_told(id, of)).copied().collect();
        group(out, "limits", &counted(&limits));
        for doing in &state.below {
            let _ = write!(out, " below({})", self.doing(doing));
        }
        let due: Vec<String> = state
            .instead
            .iter()
            .map(|due| {
                let counts = if due.counts { "+" } else { "" };
                let text = format!("{}={}/{}{counts}", self.reference(due.on), due.threat as u8, due.within);
                let mut text = due.by.iter().fold(text, |text, &by| text + "<" + &self.reference(by));
                if let Some((bearer, of, statement, user)) = due.sure {
                    let skill = self.skill(bearer, of);
                    let _ = write!(text, "!{skill}/{}@{}", statement + 1, seat_name(user));
                }
                text
            })
            .collect();
        group(out, "due", &due);
        if let Some(late) = state.late.get() {
            let pairs = late.credit.iter();
            let pairs = pairs.map(|&(on, by, kind)| {
                let mark = if kind == StackKind::Exhaustion { "/e" } else { "" };
                format!("{}<{}{mark}", self.reference(on), self.reference(by))
            });
            let _ = write!(out, " late {}", late.within);
            group(out, "credit", &pairs.collect::<Vec<_>>());
            let plain = late.plain.iter();
            let plain = plain.map(|&(on, verb)| format!("{}={}", self.reference(on), verb as u8));
            group(out, "plain", &plain.collect::<Vec<_>>());
        }
        if let Some(doing) = &state.doing {
            let _ = write!(out, " doing({})", self.doing(doing));
        }
        for snapshot in state.snapshots.iter() {
            let _ = write!(out, " snap({})", self.snapshot(snapshot));
        }
        if state.winners != usual_winners(state) {
            let seats = (0..8).filter(|seat| state.winners >> seat & 1 == 1).map(seat_name);
            let seats: Vec<String> = seats.collect();
            let _ = write!(out, " won {}", if seats.is_empty() { "-".to_owned() } else { seats.join("&") });
        }
    }

    /// `P1.v2`, or `#12` for what is not on the table, or `-`.
    fn reference(&self, id: Id) -> String {
        match find(&self.state.table, id) {
            Some((seat, spot @ (Spot::Zone(_) | Spot::Stock(_)), _)) => place_name(Place { seat, spot }),
            _ if id == 0 => "-".to_owned(),
            _ if id & NUMBER == NUMBER => format!("={}", id & !NUMBER),
            _ if id & FALLEN != 0 => {
                let spot = Spot::Infirmary((id & 0xff) as u8);
                place_name(Place { seat: (id >> 8 & 3) as u8, spot })
            }
            _ => format!("#{id}"),
        }
    }

    fn instance(&self, table: &Table, id: Id, of: Instance) -> String {
        self.number(table, id, of).map_or_else(|| explicit(of), |nth| (nth + 1).to_string())
    }

    /// The place of a Skill among those that its bearer has; what statements grant is known of the present only.
    fn number(&self, table: &Table, id: Id, of: Instance) -> Option<usize> {
        if of.origin & GRANTED != 0 && self.is_now(table) && is_played(table, id) {
            return scene::held(self.rules, self.state, id).iter().position(|held| held.instance == of);
        }
        skills_of(self.rules, table, id).iter().position(|known| *known == of)
    }

    /// Whether this is no snapshot. Uses are no part of what a Negate puts back.
    fn is_now(&self, table: &Table) -> bool {
        std::ptr::eq(table, &raw const self.state.table)
    }

    /// Whether the uses of a Skill are told where its bearer stands.
    fn is_told(&self, id: Id, of: Instance) -> bool {
        self.number(&self.state.table, id, of).is_some()
    }

    /// `P1.v2.1`.
    fn skill(&self, id: Id, of: Instance) -> String {
        let held = scene::held(self.rules, self.state, id);
        let nth =
            held.iter().position(|held| held.instance == of).filter(|_| is_played(&self.state.table, id));
        let skill = nth.map_or_else(|| explicit(of), |nth| (nth + 1).to_string());
        format!("{}.{skill}", self.reference(id))
    }

    fn link(&self, link: &Link) -> String {
        let mut text = self.skill(link.bearer, link.instance);
        if find(&self.state.table, link.bearer).is_none_or(|(seat, ..)| seat != link.player) {
            let _ = write!(text, "@{}", seat_name(link.player));
        }
        text + if link.negated { "!" } else { "" }
    }

    fn waiting(&self, waiting: &Waiting) -> String {
        let mut text = self.skill(waiting.bearer, waiting.instance);
        if waiting.user != usual_user(&self.state.table, waiting.bearer, waiting.instance) {
            let _ = write!(text, "@{}", seat_name(waiting.user));
        }
        text += match waiting.cause {
            Cause::Payment => "/p",
            Cause::Activation => "/a",
            Cause::Opening => "/o",
            Cause::Effect => "",
        };
        if waiting.it != 0 {
            let _ = write!(text, "<{}", self.reference(waiting.it));
        }
        if waiting.player != NO_SEAT {
            let _ = write!(text, "<{}", seat_name(waiting.player));
        }
        if waiting.many != 0 {
            let _ = write!(text, "<{}", waiting.many);
        }
        text += &self.lost_world(waiting.world, waiting.bearer, waiting.instance.skill);
        if waiting.read > 0 {
            let values: Vec<String> =
                waiting.values.iter().take(usize::from(waiting.read)).map(ToString::to_string).collect();
            let _ = write!(text, "{{{}}}", values.join(","));
        }
        text
    }

    /// `<mosswane`, the World for what a Skill makes whose bearer does not tell it any more.
    fn lost_world(&self, world: u8, bearer: Id, skill: u16) -> String {
        let is_lost = world != NO_WORLD && world_of(self.rules, self.state, bearer, skill) == NO_WORLD;
        if is_lost { format!("<{}", world_name(self.rules, world)) } else { String::new() }
    }

    fn doing(&self, doing: &Doing) -> String {
        let mut text = self.waiting(&doing.of);
        let _ = write!(text, "#{}.{}", doing.clause + 1, doing.step + 1);
        text += if doing.chain { " chain" } else { "" };
        if doing.wait != Wait::No {
            let wait = WAITS.iter().find(|(wait, _)| *wait == doing.wait).map_or("no", |(_, name)| name);
            let _ = write!(text, " wait {wait}");
        }
        let numbers = [
            ("option", i32::from(doing.option)),
            ("instead", i32::from(doing.statement)),
            ("many", i32::from(doing.many)),
        ];
        for (word, number) in numbers.into_iter().filter(|(_, number)| *number != 0) {
            let _ = write!(text, " {word} {number}");
        }
        text += if doing.did { " did" } else { "" };
        text += if doing.held { " held" } else { "" };
        if doing.it != 0 {
            let _ = write!(text, " it {}", self.reference(doing.it));
        }
        if doing.versus != NO_SEAT {
            let _ = write!(text, " vs {}", seat_name(doing.versus));
        }
        let lists: [(&str, &[Id]); 4] = [
            ("those", &doing.those),
            ("picks", &doing.picks),
            ("members", &doing.members),
            ("gone", &doing.gone),
        ];
        for (word, list) in lists {
            let list: Vec<String> = list.iter().map(|&id| self.reference(id)).collect();
            group(&mut text, word, &list);
        }
        text
    }

    /// `#12=sprout,of mosswane@P1.v2(1 (S3#5)@P2)`.
    fn ghost(&self, ghost: &Ghost) -> String {
        let vassal = &ghost.vassal;
        let mut text = format!("#{}={}", vassal.id, self.rules.id(vassal.card));
        stacks(vassal, &mut text);
        self.origin(vassal, ghost.seat, &mut text);
        safe(vassal, &mut text);
        let _ = write!(text, "@{}", place_name(Place { seat: ghost.seat, spot: Spot::Zone(ghost.zone) }));
        let skills = ghost.skills.iter().enumerate().map(|(nth, &of)| {
            let user = ghost.users.get(nth).copied().unwrap_or(NO_SEAT);
            let user = if user == NO_SEAT { String::new() } else { format!("@{}", seat_name(user)) };
            explicit(of).trim_matches(['(', ')']).to_owned() + &user
        });
        let skills: Vec<String> = skills.collect();
        if !skills.is_empty() {
            let _ = write!(text, "({})", skills.join(" "));
        }
        text
    }

    fn snapshot(&self, snapshot: &Snapshot) -> String {
        let seats = 0..snapshot.table.domains.seats() as u8;
        let sides: Vec<String> = seats
            .map(|seat| {
                let mut text = table_head(&snapshot.table, seat);
                self.objects(&snapshot.table, seat, &mut None, true, &mut text);
                text
            })
            .collect();
        let mut text = sides.join(" | ");
        for &paid in &snapshot.paid {
            let mut letter = |id, letter| write!(text, " paid {} {letter}", self.reference(id));
            let _ = match paid {
                Paid::Exhausted(id) => letter(id, "e"),
                Paid::Injured(id) => letter(id, "i"),
                Paid::Eliminated(id) => letter(id, "x"),
                Paid::Expended(id) => letter(id, "s"),
                Paid::Cleared(id) => letter(id, "!"),
                Paid::Boosts(seat, boosts) => write!(text, " paid {} {boosts}", seat_name(seat)),
            };
        }
        for owed in &snapshot.owed {
            let _ = write!(text, " owed {}", self.waiting(owed));
        }
        text
    }

    fn side(&self, seat: u8, count: &mut Count) -> String {
        let player = &self.state.players[usize::from(seat)];
        let mut text = table_head(&self.state.table, seat);
        if let Some(label) = player.label {
            let _ = write!(text, " label {}{}", mark_name(label), player.margin);
        }
        if let Some(last) = player.last {
            let _ = write!(text, " run {}{}", mark_name(last), player.row);
        }
        for (word, number) in [("mulligans", player.mulligans), ("bid", player.bid)] {
            if number > 0 {
                // A bid is kept with 1 more.
                let _ = write!(text, " {word} {}", number - u8::from(word == "bid"));
            }
        }
        let flags = [(seat_flag::KEPT, "kept"), (seat_flag::DONE, "done"), (seat_flag::ASKED, "asked")];
        for (_, word) in flags.into_iter().filter(|(flag, _)| player.flags & flag != 0) {
            let _ = write!(text, " {word}");
        }
        let State { out, gone, .. } = self.state;
        let leaving = Leaving { out: out >> seat & 1 == 1, gone: gone >> seat & 1 == 1 };
        if leaving != usual_leaving(self.state, usize::from(seat)) {
            text += if leaving.out { " out" } else { "" };
            text += if leaving.gone { " gone" } else { "" };
            text += if leaving == Leaving::default() { " here" } else { "" };
        }
        match player.sealed {
            Some(HIDDEN) => text += " sealed",
            Some(act) => text += &format!(" sealed({})", notation::write(self.rules, act)),
            None => {}
        }
        self.objects(&self.state.table, seat, count, false, &mut text);
        let Deck { bag, bottom, hand } = &player.deck;
        let names =
            |cards: &[u16]| cards.iter().map(|&card| self.rules.id(card).to_owned()).collect::<Vec<_>>();
        let drafts = self.state.step <= Step::DraftCut;
        text += &pile_text("hand", &names(hand));
        text += &pile_text(if drafts { "" } else { "bag" }, &by_name(self.rules, bag));
        text += &pile_text(if drafts { "" } else { "bottom" }, &names(bottom));
        text += &self.infirmary(&self.state.table, seat, count, false);
        if drafts {
            let held: Vec<u16> = bag.iter().chain(bottom).copied().collect();
            text += &pile_text("draft", &by_name(self.rules, &held));
            text += &pile_text("given", &by_name(self.rules, bottom));
        }
        text
    }

    fn infirmary(&self, table: &Table, seat: u8, count: &mut Count, numbered: bool) -> String {
        let fallen = table.domains[usize::from(seat)].infirmary.iter().map(|fallen| {
            let card = self.rules.id(fallen.card);
            match (numbered, fallen.id) {
                (true, 0) => card.to_owned(),
                (true, id) => format!("{card}#{id}"),
                (false, 0) => {
                    *count = count.map(|next| next + 1);
                    card.to_owned()
                }
                (false, id) => card.to_owned() + &number_text(id, count) + &self.uses(id) + &self.limits(id),
            }
        });
        pile_text("infirmary", &fallen.collect::<Vec<_>>())
    }

    /// Objects, statements in force and, in a snapshot, the infirmary.
    fn objects(&self, table: &Table, seat: u8, count: &mut Count, numbered: bool, text: &mut String) {
        let domain = &table.domains[usize::from(seat)];
        let mut forced = if numbered { Some(0) } else { None };
        let count = if numbered { &mut forced } else { count };
        for zone in (0..ZONES).filter(|&zone| domain.zones[zone].is_some()) {
            let vassal = self.vassal(table, seat, zone as Zone, count);
            let _ = write!(text, " {}:{vassal}", zone_name(zone as Zone));
        }
        for (nth, resource) in domain.stock.iter().enumerate() {
            let _ = write!(text, " s{}:{}", nth + 1, self.resource(resource, count, !numbered));
        }
        for timed in table.timed.iter().filter(|timed| timed.user == seat) {
            let _ = write!(
                text,
                " until{}.{}{}@{}",
                self.skill_text(timed.skill),
                timed.clause + 1,
                end_text(timed.end),
                self.reference(timed.bearer)
            );
            if timed.it != 0 {
                let _ = write!(text, "<{}", self.reference(timed.it));
            }
            if timed.their != NO_SEAT {
                let _ = write!(text, "<{}", seat_name(timed.their));
            }
            if timed.world != NO_WORLD && !is_played(&self.state.table, timed.bearer) {
                let _ = write!(text, "<{}", world_name(self.rules, timed.world));
            }
        }
        if numbered {
            *text += &self.infirmary(table, seat, &mut None, true);
        }
    }

    /// World and owner where they do not follow from the card and the zone.
    fn origin(&self, vassal: &Vassal, seat: u8, text: &mut String) {
        let face = self.rules.faces.get(usize::from(vassal.card));
        if face.is_none_or(|face| face.sort != Sort::Vassal || face.world != vassal.world) {
            let _ = write!(text, ",of {}", world_name(self.rules, vassal.world));
        }
        if vassal.owner() != seat {
            let _ = write!(text, ",owner {}", seat_name(vassal.owner()));
        }
    }

    fn uses(&self, id: Id) -> String {
        let used = self.state.used.iter().find(|(of, _)| id != 0 && *of == id);
        used.map_or_else(String::new, |(_, count)| format!(",used{count}"))
    }

    /// Uses of printed and granted Skills with a Limit.
    fn limits(&self, id: Id) -> String {
        let table = &self.state.table;
        let own = self.state.limits.iter().filter(|(on, of, _)| {
            id != 0 && *on == id && (of.origin == 0 || of.origin & GRANTED != 0) && self.is_told(id, *of)
        });
        let mut own: Vec<_> = own.map(|&(_, of, count)| (self.number(table, id, of), count)).collect();
        own.sort_unstable();
        own.into_iter().fold(String::new(), |text, (nth, count)| {
            text + &format!(",limit {}={count}", nth.map_or(0, |nth| nth + 1))
        })
    }

    fn vassal(&self, table: &Table, seat: u8, zone: Zone, count: &mut Count) -> String {
        let vassal = &table.domains[usize::from(seat)].zones[usize::from(zone)];
        let now = self.is_now(table);
        let mut text = self.rules.id(vassal.card).to_owned() + &number_text(vassal.id, count);
        stacks(vassal, &mut text);
        if now {
            for (whose, &hurt) in self.state.hurt.iter().enumerate() {
                match hurt == vassal.id {
                    true if whose == usize::from(seat) => text += ",hurt",
                    true => text += &format!(",hurt@P{}", whose + 1),
                    false => {}
                }
            }
            text += &self.uses(vassal.id);
        }
        self.origin(vassal, seat, &mut text);
        safe(vassal, &mut text);
        if now {
            text += &self.limits(vassal.id);
        }
        for thing in things_on(table, vassal.id) {
            let (id, end) = match thing {
                Thing::Status(status) => {
                    let _ = write!(text, ",!{}@{}", self.rules.id(status.card), seat_name(status.owner));
                    (status.id, status.end)
                }
                Thing::Given(given) => {
                    let _ = write!(text, ",+{}", self.skill_text(given.skill));
                    (given.id, given.end)
                }
            };
            text += end_text(end);
            text += &number_text(id, count);
            let limits =
                self.state.limits.iter().filter(|(on, of, _)| now && *on == vassal.id && of.origin == id);
            let limits: Vec<String> = limits
                .map(|&(_, of, count)| {
                    let skills = skills_of(self.rules, table, vassal.id);
                    let mut own = skills.iter().filter(|known| known.origin == id);
                    format!("{}={count}", own.position(|known| *known == of).map_or(0, |nth| nth + 1))
                })
                .collect();
            if !limits.is_empty() {
                let _ = write!(text, "({})", limits.join(" "));
            }
        }
        let mut erased: Vec<&Erased> = table.erased.iter().filter(|erased| erased.on == vassal.id).collect();
        erased.sort_by_key(|erased| {
            let number = self.number(table, vassal.id, erased.instance);
            (number.unwrap_or(99), erased.instance, erased.end)
        });
        for erased in erased {
            let _ = write!(
                text,
                ",~{}{}",
                self.instance(table, vassal.id, erased.instance),
                end_text(erased.end)
            );
        }
        text
    }

    fn resource(&self, resource: &Resource, count: &mut Count, now: bool) -> String {
        let mut text = self.rules.id(resource.card).to_owned() + &number_text(resource.id, count);
        text += &if now { self.uses(resource.id) } else { String::new() };
        let _ = write!(text, ",of {}", world_name(self.rules, resource.world));
        text + &if now { self.limits(resource.id) } else { String::new() }
    }

    /// `[Win: Gain 1 Boost.]`; with its number if another one says the same.
    fn skill_text(&self, skill: u16) -> String {
        let Some(program) = self.rules.skills.get(usize::from(skill)) else { return format!("[]%{skill}") };
        let number = if program.first == skill { String::new() } else { format!("%{skill}") };
        format!("[{}]{number}", program.skill.text(&self.rules.names))
    }
}

/// A Skill by its number in the rules, and because of what the bearer has it: `(S12#5)`.
fn explicit(of: Instance) -> String {
    let granted = if of.origin & GRANTED == 0 { "" } else { "g" };
    format!("(S{}#{}{granted})", of.skill, of.origin & !GRANTED)
}

fn table_head(table: &Table, seat: u8) -> String {
    let domain = &table.domains[usize::from(seat)];
    let mut text = format!("{} {}", seat_name(seat), domain.boosts);
    if domain.base != 0 {
        let _ = write!(text, " base {}", domain.base);
    }
    text
}

/// ` hand{a b*2}`; nothing for an empty pile or one without a name.
fn pile_text(name: &str, cards: &[String]) -> String {
    if cards.is_empty() || name.is_empty() {
        return String::new();
    }
    format!(" {name}{{{}}}", cards_text(cards.iter().map(String::as_str)))
}

/// `#12` where the number is not the one that comes next.
fn number_text(id: Id, count: &mut Count) -> String {
    let Some(next) = count else { return String::new() };
    let text = if *next == id { String::new() } else { format!("#{id}") };
    *next = if *next == 0 { 0 } else { id + 1 };
    text
}

fn stacks(vassal: &Vassal, text: &mut String) {
    for (letter, stacks) in [("i", vassal.injuries), ("e", vassal.exhaustion)] {
        if stacks > 0 {
            let _ = write!(text, ",{letter}{stacks}");
        }
    }
}

fn safe(vassal: &Vassal, text: &mut String) {
    for (bit, (_, end)) in ENDS.iter().take(3).enumerate() {
        *text += &if vassal.safe() >> bit & 1 == 1 { format!(",safe{end}") } else { String::new() };
    }
}

/// ` ran(a b)`; nothing for nothing.
fn group(out: &mut String, word: &str, parts: &[String]) {
    if !parts.is_empty() {
        let _ = write!(out, " {word}({})", parts.join(" "));
    }
}

fn by_name(rules: &Rules, cards: &[u16]) -> Vec<String> {
    let mut names: Vec<String> = cards.iter().map(|&card| rules.id(card).to_owned()).collect();
    names.sort();
    names
}

fn world_name(rules: &Rules, world: u8) -> String {
    rules.worlds.get(usize::from(world)).map_or_else(|| "wanderer".to_owned(), |world| slug(world))
}
