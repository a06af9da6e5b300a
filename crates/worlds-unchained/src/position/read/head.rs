//! The head of a position: the clock, the step, and what is open in it.

use engine::{Fault, Place as Part};

use super::{Read, Reader, split, within};
use crate::position::{STEPS, settled_step, usual_winners, usually_begun};
use crate::state::{Due, Late, Step, Waiting};
use crate::text::{StackKind, StackVerb, Threat};

impl<'a> Reader<'a> {
    pub(super) fn clock(&mut self, head: &[&'a str]) -> Read<()> {
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

    pub(super) fn step(&mut self, name: &str) -> Read<()> {
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

    pub(super) fn open_things(&mut self, items: &[&'a str]) -> Read<()> {
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
                "using" => {
                    let text = next()?;
                    let (link, world) = text.split_once('<').unwrap_or((text, "wanderer"));
                    self.state.activating = Some(self.link(link)?);
                    self.state.making = self.world(world)?;
                }
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
                let (part, sure) =
                    part.split_once('!').map_or((part, None), |(part, sure)| (part, Some(sure)));
                let sure = match sure {
                    Some(sure) => {
                        let (sure, user) = sure.rsplit_once('@').ok_or_else(wrong)?;
                        let (skill, statement) = sure.rsplit_once('/').ok_or_else(wrong)?;
                        let (bearer, of) = self.skill(skill)?;
                        let statement = self.number::<u8>(statement, "the number of a statement")?;
                        Some((bearer, of, statement.checked_sub(1).ok_or_else(wrong)?, self.seat(user)?))
                    }
                    None => None,
                };
                let mut by = part.split('<');
                let (id, threat) = by.next().and_then(|due| due.split_once('=')).ok_or_else(wrong)?;
                let (threat, within) = threat.split_once('/').ok_or_else(wrong)?;
                let (within, counts) =
                    within.strip_suffix('+').map_or((within, false), |within| (within, true));
                let within = self.number(within, "within how many")?;
                let threat: usize = self.number(threat, "a threat")?;
                let threat = *Threat::ALL.get(threat).ok_or_else(wrong)?;
                let by = by.map(|doer| self.reference(doer)).collect::<Read<_>>()?;
                let on = self.reference(id)?;
                self.state.instead.push(Due { on, threat, by, within, sure, counts });
            }
        } else if let Some(credit) = within(word, "credit(", ')') {
            for part in split(credit, " ") {
                let (on, by) = part.split_once('<').ok_or_else(|| self.misread(part, "write P2.c<P1.c"))?;
                let (by, kind) =
                    by.strip_suffix("/e").map_or((by, StackKind::Injury), |by| (by, StackKind::Exhaustion));
                let gift = (self.reference(on)?, self.reference(by)?, kind);
                self.late(word)?.credit.push(gift);
            }
        } else if let Some(plain) = within(word, "plain(", ')') {
            for part in split(plain, " ") {
                let wrong = || self.misread(part, "write P2.c=0");
                let (on, verb) = part.split_once('=').ok_or_else(wrong)?;
                let verb: usize = self.number(verb, "which stacks")?;
                let verb = *StackVerb::ALL.get(verb).ok_or_else(wrong)?;
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
}

/// Only those of a batch have numbers.
fn unnumbered(waiting: Waiting) -> Waiting {
    Waiting { number: 0, ..waiting }
}
