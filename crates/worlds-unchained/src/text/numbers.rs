//! Phrases whose writing leaves something out: restrictions in order, costs of 0, one time, usual durations.

use cardlang::{Cursor, Digits, Grammar, Matches, Phrase, Printer, Production};

use super::{ChainKind, Single, Until};
use crate::rules::Turn;

/// The restrictions of a Chain. They are read in any order and any number of them; which go together is checked.
/// Rules: WU-7.2.3.3, WU-R81.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ChainKinds(u8);

impl ChainKinds {
    /// No restriction.
    pub const NONE: Self = Self(0);

    /// This one too.
    #[must_use]
    pub const fn with(self, kind: ChainKind) -> Self {
        Self(self.0 | 1 << kind as u8)
    }

    /// Whether a restriction is among them.
    #[inline]
    pub const fn has(self, kind: ChainKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// Whether all of these are among them.
    #[inline]
    pub const fn has_all(self, kinds: Self) -> bool {
        self.0 & kinds.0 == kinds.0
    }

    /// Those of these that are among them.
    #[inline]
    #[must_use]
    pub const fn among(self, kinds: Self) -> Self {
        Self(self.0 & kinds.0)
    }

    /// Whether a Chain with these restrictions can be activated then; in front or behind; as the first of the round or
    /// later.
    pub fn fit(self, turn: Turn, behind: bool, later: bool) -> bool {
        let place = if behind { ChainKind::Challenge } else { ChainKind::Reinforce };
        self.has(ChainKind::Riposte) == (turn == Turn::Riposte)
            && self.has(ChainKind::Combo) == (turn == Turn::Combo)
            && !self.has(place)
            && !(later && self.has(ChainKind::Prime))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Every one, in its order.
    pub fn iter(self) -> impl Iterator<Item = ChainKind> {
        ChainKind::ALL.iter().copied().filter(move |&kind| self.has(kind))
    }
}

impl FromIterator<ChainKind> for ChainKinds {
    fn from_iter<I: IntoIterator<Item = ChainKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Phrase for ChainKinds {
    fn name() -> &'static str {
        "ChainKinds"
    }
    fn read(cursor: &Cursor<'_>, mut at: usize) -> Matches<Self> {
        let mut kinds = Vec::new();
        while let Some((kind, end)) = ChainKind::read(cursor, at).pop() {
            kinds.push(kind);
            at = end;
        }
        vec![(kinds.into_iter().collect(), at)]
    }
    fn write(&self, printer: &mut Printer<'_>) {
        self.iter().for_each(|kind| kind.write(printer));
    }
    fn document(grammar: &mut Grammar) {
        ChainKind::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        self.iter().for_each(|kind| kind.visit(seen));
    }
    fn reference() -> String {
        "ChainKind*".to_owned()
    }
}

/// What a Chain begins with: its restrictions, or `Chain` if there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ChainWords(pub ChainKinds);

impl Phrase for ChainWords {
    fn name() -> &'static str {
        "ChainWords"
    }
    fn read(cursor: &Cursor<'_>, start: usize) -> Matches<Self> {
        let (mut kinds, mut at) = (Vec::new(), start);
        loop {
            let (more, end) = ChainKinds::read(cursor, at).remove(0);
            kinds.extend(more.iter());
            at = end;
            match cursor.words("Chain", at) {
                Some(end) => at = end,
                None => break,
            }
        }
        if at == start { Vec::new() } else { vec![(Self(kinds.into_iter().collect()), at)] }
    }
    fn write(&self, printer: &mut Printer<'_>) {
        if self.0.is_empty() { printer.word("Chain") } else { self.0.write(printer) }
    }
    fn document(grammar: &mut Grammar) {
        if grammar.begin(Self::name()) {
            for (name, about, wording) in [
                ("Chain", "A Chain without restrictions. Rules: WU-9.2.2.", "\"Chain\""),
                ("Restricted", "A Chain with all of these restrictions at once.", "ChainKind ChainKind*"),
            ] {
                let (about, wording) = (about.to_owned(), wording.to_owned());
                grammar.add(Production { phrase: Self::name(), name, about, wording });
            }
        }
        ChainKind::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        seen(Self::name(), if self.0.is_empty() { "Chain" } else { "Restricted" });
        self.0.visit(seen);
    }
}

/// Declares a value that is left out where it is the usual one: what the grammar shows, the usual value, how it
/// is read otherwise, and how it is written.
macro_rules! unless_usual {
    ($($(#[$meta:meta])* $name:ident($kind:ty), $usual:expr, $shown:literal, $read:expr, $write:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub $kind);

        impl Phrase for $name {
            fn name() -> &'static str {
                stringify!($name)
            }
            fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
                let read: fn(&Cursor<'_>, usize) -> Option<($kind, usize)> = $read;
                let (value, end) = read(cursor, at).unwrap_or(($usual, at));
                vec![(Self(value), end)]
            }
            fn write(&self, printer: &mut Printer<'_>) {
                let write: fn($kind, &mut Printer<'_>) = $write;
                if self.0 != $usual {
                    write(self.0, printer);
                }
            }
            fn document(grammar: &mut Grammar) {
                <$kind as Part>::document(grammar);
            }
            fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
                if self.0 != $usual {
                    self.0.visit(seen);
                }
            }
            fn reference() -> String {
                $shown.to_owned()
            }
        }
    )*};
}

/// What such a value is made of.
trait Part: Copy {
    fn document(_: &mut Grammar) {}
    fn visit(self, _: &mut dyn FnMut(&'static str, &'static str)) {}
}

impl Part for u8 {}
impl Part for Until {
    fn document(grammar: &mut Grammar) {
        <Self as Phrase>::document(grammar);
    }
    fn visit(self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        Phrase::visit(&self, seen);
    }
}

unless_usual! {
    /// What a Chain costs before tax and modifiers; 0 is not written. Rules: WU-7.2.4.1.
    Cost(u8), 0, "NUMBER?",
        |cursor, at| Digits::read(cursor, at).pop().map(|(number, end)| (number.0, end)),
        |cost, printer| Digits(cost).write(printer);
    /// How many stacks; one time is not written.
    Times(u8), 1, "( \"twice\" | NUMBER \"times\" )?",
        |cursor, at| {
            let twice = cursor.words("twice", at).map(|end| (2, end));
            twice.or_else(|| {
                let (number, end) = Digits::read(cursor, at).pop()?;
                Some((number.0, cursor.words("times", end)?))
            })
        },
        |times, printer| {
            if times == 2 {
                return printer.word("twice");
            }
            Digits(times).write(printer);
            printer.word("times");
        };
    /// How long; until end of round is not written. Rules: WU-R95, WU-R116.
    Duration(Until), Until::EndOfRound, "( \"until\" Until )?",
        |cursor, at| Until::read(cursor, cursor.words("until", at)?).pop(),
        |until, printer| {
            printer.word("until");
            until.write(printer);
        };
}

/// Whose power: `its`, or somebody with `'s`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Possessive(pub Single);

impl Phrase for Possessive {
    fn name() -> &'static str {
        "Possessive"
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        if let Some(end) = cursor.words("its", at) {
            return vec![(Self(Single::It), end)];
        }
        let singles = Single::read(cursor, at).into_iter();
        singles.filter_map(|(single, end)| Some((Self(single), cursor.words("'s", end)?))).collect()
    }
    fn write(&self, printer: &mut Printer<'_>) {
        if self.0 == Single::It {
            printer.word("its");
        } else {
            self.0.write(printer);
            printer.word("'s");
        }
    }
    fn document(grammar: &mut Grammar) {
        Single::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        self.0.visit(seen);
    }
    fn reference() -> String {
        "( \"its\" | Single \"'s\" )".to_owned()
    }
}
