//! Phrases: what can be read, written and documented.

use crate::grammar::Grammar;
use crate::lexer::{NUMBERS, Token};
use crate::print::{Agreement, Printer};
use crate::read::Cursor;

/// Every way to read a phrase from a place: what it says and the place behind it.
pub type Matches<P> = Vec<(P, usize)>;

/// Something that can be read, written and documented. [`phrase!`](crate::phrase!) makes them.
pub trait Phrase: Sized + Clone {
    /// What the grammar calls it.
    fn name() -> &'static str;
    /// Every way to read it from a place.
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self>;
    /// Writes it in its one spelling.
    fn write(&self, printer: &mut Printer<'_>);
    /// Adds its wordings, and those of its parts, to a grammar.
    fn document(grammar: &mut Grammar);
    /// Names every wording it uses, with the parts.
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str));
    /// How it bends a verb, as its subject.
    fn agreement(&self) -> Agreement {
        Agreement::One
    }
    /// How the wording of another phrase names it.
    fn reference() -> String {
        Self::name().to_owned()
    }
}

impl<P: Phrase> Phrase for Option<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        let mut matches: Matches<Self> =
            P::read(cursor, at).into_iter().map(|(phrase, end)| (Some(phrase), end)).collect();
        matches.push((None, at));
        matches
    }
    fn write(&self, printer: &mut Printer<'_>) {
        if let Some(phrase) = self {
            phrase.write(printer);
        }
    }
    fn document(grammar: &mut Grammar) {
        P::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        if let Some(phrase) = self {
            phrase.visit(seen);
        }
    }
    fn agreement(&self) -> Agreement {
        self.as_ref().map_or(Agreement::One, P::agreement)
    }
    fn reference() -> String {
        format!("{}?", P::reference())
    }
}

impl<P: Phrase> Phrase for Box<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        P::read(cursor, at).into_iter().map(|(phrase, end)| (Self::new(phrase), end)).collect()
    }
    fn write(&self, printer: &mut Printer<'_>) {
        (**self).write(printer);
    }
    fn document(grammar: &mut Grammar) {
        P::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        (**self).visit(seen);
    }
    fn agreement(&self) -> Agreement {
        (**self).agreement()
    }
    fn reference() -> String {
        P::reference()
    }
}

/// Declares lists: the words between the members, and how many there are at least.
#[macro_export]
macro_rules! list {
    ($($(#[$meta:meta])* pub $name:ident: $words:literal, $least:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name<P>(pub Vec<P>);

        impl<P: $crate::Phrase> $crate::Phrase for $name<P> {
            fn name() -> &'static str {
                P::name()
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let least: usize = $least;
                let mut found: $crate::Matches<Self> = Vec::new();
                if least == 0 {
                    found.push((Self(Vec::new()), at));
                }
                let mut open: $crate::Matches<Vec<P>> =
                    P::read(cursor, at).into_iter().map(|(first, end)| (vec![first], end)).collect();
                while let Some((members, end)) = open.pop() {
                    if let Some(next) = cursor.words($words, end) {
                        for (member, end) in P::read(cursor, next) {
                            let mut longer = members.clone();
                            longer.push(member);
                            open.push((longer, end));
                        }
                    }
                    if members.len() >= least {
                        found.push((Self(members), end));
                    }
                }
                found
            }
            fn write(&self, printer: &mut $crate::Printer<'_>) {
                for (i, member) in self.0.iter().enumerate() {
                    if i > 0 {
                        printer.words($words, &|_| $crate::Agreement::One);
                    }
                    member.write(printer);
                }
            }
            fn document(grammar: &mut $crate::Grammar) {
                P::document(grammar);
            }
            fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
                self.0.iter().for_each(|member| member.visit(seen));
            }
            fn reference() -> String {
                let member = P::reference();
                match ($words, $least) {
                    ("", 0) => format!("{member}*"),
                    (words, 2) => format!("{member} ( \"{words}\" {member} )+"),
                    (words, _) => format!("{member} ( \"{words}\" {member} )*"),
                }
            }
        }
    )*};
}

list! {
    /// `A and B and C`.
    pub AndList: "and", 1;
    /// `A or B or C`.
    pub OrList: "or", 1;
    /// `A or B`, never one alone.
    pub Either: "or", 2;
    /// `A, then B, then C`.
    pub ThenList: ", then", 1;
    /// `A B C`.
    pub Several: "", 1;
    /// Nothing, or `A B C`.
    pub Any: "", 0;
}

/// Nothing, or `A B C` in any order: written in the order of its kinds, each once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sorted<P>(pub Vec<P>);

impl<P: Phrase + Ord> Phrase for Sorted<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        let sorted = |Any(mut members): Any<P>| {
            members.sort();
            members.dedup();
            Self(members)
        };
        Any::read(cursor, at).into_iter().map(|(members, end)| (sorted(members), end)).collect()
    }
    fn write(&self, printer: &mut Printer<'_>) {
        // What stands before a noun is not bent with it.
        let number = printer.number(Agreement::One);
        self.0.iter().for_each(|member| member.write(printer));
        printer.number(number);
    }
    fn document(grammar: &mut Grammar) {
        P::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        self.0.iter().for_each(|member| member.visit(seen));
    }
    fn reference() -> String {
        format!("{}*", P::reference())
    }
}

/// Sentences: `A. B.`, each with a capital and a stop.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sentences<P>(pub Vec<P>);

impl<P: Phrase> Phrase for Sentences<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        let (mut found, mut open): (Matches<Self>, Matches<Vec<P>>) = (Vec::new(), vec![(Vec::new(), at)]);
        while let Some((sentences, at)) = open.pop() {
            for (sentence, end) in P::read(cursor, at) {
                let Some(end) = cursor.words(".", end) else { continue };
                let mut longer = sentences.clone();
                longer.push(sentence);
                open.push((longer, end));
            }
            if !sentences.is_empty() {
                found.push((Self(sentences), at));
            }
        }
        found
    }
    fn write(&self, printer: &mut Printer<'_>) {
        for sentence in &self.0 {
            printer.capital();
            sentence.write(printer);
            printer.word(".");
        }
    }
    fn document(grammar: &mut Grammar) {
        P::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        self.0.iter().for_each(|sentence| sentence.visit(seen));
    }
    fn reference() -> String {
        format!("( {} \".\" )+", P::reference())
    }
}

/// What one can choose among: `A; B; or C`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Options<P>(pub Vec<P>);

impl<P: Phrase> Phrase for Options<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        let (mut found, mut open): (Matches<Self>, _) = (Vec::new(), vec![(Vec::new(), at)]);
        while let Some((options, at)) = open.pop() {
            let last = cursor.words("or", at).filter(|_| !options.is_empty());
            for (option, end) in P::read(cursor, last.unwrap_or(at)) {
                let mut longer: Vec<P> = options.clone();
                longer.push(option);
                match last {
                    Some(_) => found.push((Self(longer), end)),
                    None => open.extend(cursor.words(";", end).map(|end| (longer, end))),
                }
            }
        }
        found
    }
    fn write(&self, printer: &mut Printer<'_>) {
        for (i, option) in self.0.iter().enumerate() {
            if i > 0 {
                printer.word(";");
            }
            if i > 0 && i + 1 == self.0.len() {
                printer.word("or");
            }
            option.write(printer);
        }
    }
    fn document(grammar: &mut Grammar) {
        P::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        self.0.iter().for_each(|option| option.visit(seen));
    }
    fn reference() -> String {
        let option = P::reference();
        format!("{option} ( \";\" {option} )* \"; or\" {option}")
    }
}

/// Declares phrases of a single token.
macro_rules! token {
    ($($(#[$meta:meta])* $name:ident($kind:ty), $shown:literal, $what:literal, $read:expr, $write:expr, $agreement:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub $kind);

        impl Phrase for $name {
            fn name() -> &'static str {
                $shown
            }
            fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
                let read: fn(&Token) -> Option<$kind> = $read;
                match cursor.token(at).and_then(read) {
                    Some(value) => vec![(Self(value), at + 1)],
                    None => {
                        cursor.expect(at, $what);
                        Vec::new()
                    }
                }
            }
            fn write(&self, printer: &mut Printer<'_>) {
                let write: fn(&$kind) -> String = $write;
                printer.open(&write(&self.0), $shown);
            }
            fn document(_: &mut Grammar) {}
            fn visit(&self, _: &mut dyn FnMut(&'static str, &'static str)) {}
            fn agreement(&self) -> Agreement {
                let agreement: fn(&$kind) -> Agreement = $agreement;
                agreement(&self.0)
            }
        }
    )*};
}

token! {
    /// A number.
    Int(u8), "INT", "a number", |token| token.number().and_then(|n| u8::try_from(n).ok()),
        |n| n.to_string(), |&n| agreement_of(n);
    /// A number up to 99, written in digits; words are read as well.
    Digits(u8), "NUMBER", "a number", up_to_99, |n| n.to_string(), |&n| agreement_of(n);
    /// A number up to 99 of objects: a word up to ten.
    Count(u8), "NUMBER", "a number", up_to_99, |&n| counting(n), |&n| agreement_of(n);
    /// A number with its sign.
    Signed(i8), "SIGNED", "a number with its sign", |token| token.signed().and_then(|n| i8::try_from(n).ok()),
        |n| format!("{n:+}"), |_| Agreement::One;
    /// A name in quotation marks.
    Quoted(String), "STRING", "a name in quotation marks", |token| token.between('"', '"').map(str::to_owned),
        |name| format!("\"{name}\""), |_| Agreement::One;
    /// A name in square brackets.
    Bracketed(String), "KEYWORD", "a keyword in brackets", |token| token.between('[', ']').map(str::to_owned),
        |name| format!("[{name}]"), |_| Agreement::One;
}

fn up_to_99(token: &Token) -> Option<u8> {
    token.count().filter(|&n| n < 100).map(|n| n as u8)
}

fn counting(n: u8) -> String {
    let word = NUMBERS.get(usize::from(n).wrapping_sub(1));
    word.map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn agreement_of(n: u8) -> Agreement {
    if n == 1 { Agreement::One } else { Agreement::Many }
}

/// How many objects: `a` or `an` for one, a number for more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HowMany(pub u8);

impl Phrase for HowMany {
    fn name() -> &'static str {
        "HowMany"
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        match cursor.words("{a}", at) {
            Some(end) => vec![(Self(1), end)],
            None => Count::read(cursor, at).into_iter().map(|(count, end)| (Self(count.0), end)).collect(),
        }
    }
    fn write(&self, printer: &mut Printer<'_>) {
        if self.0 == 1 { printer.article() } else { Count(self.0).write(printer) }
    }
    fn document(_: &mut Grammar) {}
    fn visit(&self, _: &mut dyn FnMut(&'static str, &'static str)) {}
    fn agreement(&self) -> Agreement {
        agreement_of(self.0)
    }
    fn reference() -> String {
        "( \"a\" | \"an\" | NUMBER )".to_owned()
    }
}

/// Declares phrases that are a declared name: the sort of name, what the grammar calls it, and what is missing
/// where none stands.
#[macro_export]
macro_rules! named {
    ($($(#[$meta:meta])* pub $name:ident: $sort:literal $shown:literal $what:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The sort of its names.
            pub const SORT: u8 = $sort;
            /// What is expected where it could stand.
            pub const WHAT: &'static str = $what;
        }

        impl $crate::Phrase for $name {
            fn name() -> &'static str {
                $shown
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let names = cursor.token(at).map_or(&[][..], |token| &token.names);
                let matches: $crate::Matches<Self> =
                    names.iter().filter(|name| name.sort == $sort).map(|name| (Self(name.index), at + 1)).collect();
                if matches.is_empty() {
                    cursor.expect(at, $what);
                }
                matches
            }
            fn write(&self, printer: &mut $crate::Printer<'_>) {
                printer.name($crate::Name { sort: $sort, index: self.0 }, $shown);
            }
            fn document(_: &mut $crate::Grammar) {}
            fn visit(&self, _: &mut dyn FnMut(&'static str, &'static str)) {}
        }
    )*};
}

/// Declares closed vocabularies: each value is one fixed wording.
#[macro_export]
macro_rules! words {
    ($(
        $(#[doc = $about:literal])*
        pub enum $name:ident {
            $($(#[doc = $wording_about:literal])* $wording:ident $(($many:ident))?: $words:literal;)+
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $wording_about])* $wording,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$wording),+];
        }

        impl $crate::Phrase for $name {
            fn name() -> &'static str {
                stringify!($name)
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let mut found = Vec::new();
                $(found.extend(cursor.words($words, at).map(|end| (Self::$wording, end)));)+
                found
            }
            fn write(&self, printer: &mut $crate::Printer<'_>) {
                let words = match self {
                    $(Self::$wording => $words,)+
                };
                printer.words(words, &|_| $crate::Agreement::One);
            }
            fn document(grammar: &mut $crate::Grammar) {
                if !grammar.begin(stringify!($name)) {
                    return;
                }
                $(
                    let about: &[&str] = &[$($wording_about),*];
                    grammar.add($crate::Production {
                        phrase: stringify!($name),
                        name: stringify!($wording),
                        about: about.concat().trim().to_owned(),
                        wording: $crate::__wording($words).join(" "),
                    });
                )+
            }
            fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
                match self {
                    $(Self::$wording => seen(stringify!($name), stringify!($wording)),)+
                }
            }
            #[allow(unreachable_patterns, reason = "perhaps all of them are many")]
            fn agreement(&self) -> $crate::Agreement {
                match self {
                    $($(Self::$wording => $crate::__agreement!($many),)?)+
                    _ => $crate::Agreement::One,
                }
            }
        }
    )*};
}

/// Something with its article: `a wall space`, `an empty space`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct An<P>(pub P);

impl<P: Phrase> Phrase for An<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        let Some(at) = cursor.words("{a}", at) else { return Vec::new() };
        P::read(cursor, at).into_iter().map(|(phrase, end)| (Self(phrase), end)).collect()
    }
    fn write(&self, printer: &mut Printer<'_>) {
        printer.article();
        self.0.write(printer);
    }
    fn document(grammar: &mut Grammar) {
        P::document(grammar);
    }
    fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
        self.0.visit(seen);
    }
    fn reference() -> String {
        format!("( \"a\" | \"an\" ) {}", P::reference())
    }
}

/// Declares a number with its noun: `1 Action`, `2 Actions`.
#[macro_export]
macro_rules! counted {
    ($($(#[$meta:meta])* pub $name:ident: $one:literal $many:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u8);

        impl $crate::Phrase for $name {
            fn name() -> &'static str {
                concat!("N ", $many)
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let Some(number) = cursor.token(at).and_then(|token| token.number()) else {
                    cursor.expect(at, "a number");
                    return Vec::new();
                };
                let Ok(number) = u8::try_from(number) else { return Vec::new() };
                let end = cursor.words(concat!("{n|", $many, "|", $one, "}"), at + 1);
                end.map(|end| (Self(number), end)).into_iter().collect()
            }
            fn write(&self, printer: &mut $crate::Printer<'_>) {
                printer.open(&self.0.to_string(), "N");
                let one = self.0 == 1 || printer.style() == $crate::Style::Skeleton;
                printer.word(if one { $one } else { $many });
            }
            fn document(_: &mut $crate::Grammar) {}
            fn visit(&self, _: &mut dyn FnMut(&'static str, &'static str)) {}
            fn reference() -> String {
                format!("INT ( \"{}\" | \"{}\" )", $one, $many)
            }
        }
    )*};
}

/// Declares phrases. A wording is words and parts in turn: `"move" far: Spaces, "or not"`; words may be empty.
/// `{who|have|has}` among the words is bent by the part called `who`; a wording marked `(many)` takes the first
/// form, one marked with the name of a part is bent as that part is, every other takes the second form. What else
/// can stand in braces is told at [`Printer::words`](crate::Printer::words).
#[macro_export]
macro_rules! phrase {
    () => {};
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident {
            $(
                $(#[doc = $wording_about:literal])*
                $wording:ident $(($many:ident))?: $($words:literal $($part:ident: $sort:ty)?),+;
            )+
        }
        $($rest:tt)*
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(
                $(#[doc = $wording_about])*
                $wording {
                    $($(
                        #[doc = concat!("The ", stringify!($part), ".")]
                        $part: $sort,
                    )?)+
                },
            )+
        }

        impl $crate::Phrase for $name {
            fn name() -> &'static str {
                stringify!($name)
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let mut found = Vec::new();
                $($crate::__read!(cursor, at, found, [$name::$wording] []; $($words $($part: $sort)?,)+);)+
                found
            }
            #[allow(unused_variables, reason = "a wording may have no parts")]
            fn write(&self, printer: &mut $crate::Printer<'_>) {
                match self {
                    $(Self::$wording { $($($part,)?)+ } => {
                        let agreement = |field: &str| match field {
                            $($(stringify!($part) => $crate::Phrase::agreement($part),)?)+
                            _ => $crate::Agreement::One,
                        };
                        $(
                            printer.words($words, &agreement);
                            $($crate::Phrase::write($part, printer);)?
                        )+
                    })+
                }
            }
            fn document(grammar: &mut $crate::Grammar) {
                if !grammar.begin(stringify!($name)) {
                    return;
                }
                $(
                    let about: &[&str] = &[$($wording_about),*];
                    let mut wording: Vec<String> = Vec::new();
                    $(
                        wording.extend($crate::__wording($words));
                        $(wording.push(<$sort as $crate::Phrase>::reference());)?
                    )+
                    grammar.add($crate::Production {
                        phrase: stringify!($name),
                        name: stringify!($wording),
                        about: about.concat().trim().to_owned(),
                        wording: wording.join(" "),
                    });
                )+
                $($($(<$sort as $crate::Phrase>::document(grammar);)?)+)+
            }
            #[allow(unused_variables, reason = "a wording may have no parts")]
            fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
                match self {
                    $(Self::$wording { $($($part,)?)+ } => {
                        seen(stringify!($name), stringify!($wording));
                        $($($crate::Phrase::visit($part, seen);)?)+
                    })+
                }
            }
            #[allow(unused_variables, reason = "most parts do not matter")]
            fn agreement(&self) -> $crate::Agreement {
                match self {
                    $(Self::$wording { $($($part,)?)+ } => $crate::__agreement!($($many)?),)+
                }
            }
        }

        $crate::phrase! { $($rest)* }
    };
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident $(($many:ident))?: $($words:literal $($part:ident: $sort:ty)?),+;
        $($rest:tt)*
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name {
            $($(
                #[doc = concat!("The ", stringify!($part), ".")]
                pub $part: $sort,
            )?)+
        }

        impl $crate::Phrase for $name {
            fn name() -> &'static str {
                stringify!($name)
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let mut found = Vec::new();
                $crate::__read!(cursor, at, found, [$name] []; $($words $($part: $sort)?,)+);
                found
            }
            #[allow(unused_variables, reason = "a wording may have no parts")]
            fn write(&self, printer: &mut $crate::Printer<'_>) {
                let Self { $($($part,)?)+ } = self;
                let agreement = |field: &str| match field {
                    $($(stringify!($part) => $crate::Phrase::agreement($part),)?)+
                    _ => $crate::Agreement::One,
                };
                $(
                    printer.words($words, &agreement);
                    $($crate::Phrase::write($part, printer);)?
                )+
            }
            fn document(grammar: &mut $crate::Grammar) {
                if !grammar.begin(stringify!($name)) {
                    return;
                }
                let about: &[&str] = &[$($about),*];
                let mut wording: Vec<String> = Vec::new();
                $(
                    wording.extend($crate::__wording($words));
                    $(wording.push(<$sort as $crate::Phrase>::reference());)?
                )+
                grammar.add($crate::Production {
                    phrase: stringify!($name),
                    name: stringify!($name),
                    about: about.concat().trim().to_owned(),
                    wording: wording.join(" "),
                });
                $($(<$sort as $crate::Phrase>::document(grammar);)?)+
            }
            fn visit(&self, seen: &mut dyn FnMut(&'static str, &'static str)) {
                seen(stringify!($name), stringify!($name));
                $($($crate::Phrase::visit(&self.$part, seen);)?)+
            }
            #[allow(unused_variables, reason = "most parts do not matter")]
            fn agreement(&self) -> $crate::Agreement {
                let Self { $($($part,)?)+ } = self;
                $crate::__agreement!($($many)?)
            }
        }

        $crate::phrase! { $($rest)* }
    };
}

/// Reads words and parts one after another; every way to read a part is followed.
#[doc(hidden)]
#[macro_export]
macro_rules! __read {
    ($cursor:ident, $at:expr, $found:ident, [$($make:tt)+] [$($part:ident)*];) => {
        $found.push(($($make)+ { $($part: $part.clone()),* }, $at))
    };
    ($cursor:ident, $at:expr, $found:ident, [$($make:tt)+] [$($done:ident)*]; $words:literal, $($rest:tt)*) => {
        if let Some(at) = $cursor.words($words, $at) {
            $crate::__read!($cursor, at, $found, [$($make)+] [$($done)*]; $($rest)*);
        }
    };
    (
        $cursor:ident, $at:expr, $found:ident, [$($make:tt)+] [$($done:ident)*];
        $words:literal $part:ident: $sort:ty, $($rest:tt)*
    ) => {
        if let Some(at) = $cursor.words($words, $at) {
            for ($part, at) in <$sort as $crate::Phrase>::read($cursor, at) {
                $crate::__read!($cursor, at, $found, [$($make)+] [$($done)* $part]; $($rest)*);
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __agreement {
    () => {
        $crate::Agreement::One
    };
    (many) => {
        $crate::Agreement::Many
    };
    ($part:ident) => {
        $crate::Phrase::agreement($part)
    };
}

/// The words of a wording as the grammar shows them.
#[doc(hidden)]
pub fn __wording(words: &str) -> Vec<String> {
    let shown = words.split(' ').filter(|word| !word.is_empty()).filter_map(|word| {
        match word.strip_prefix('{').and_then(|forms| forms.strip_suffix('}')) {
            None => Some(format!("\"{word}\"")),
            Some("a") => Some("( \"a\" | \"an\" )".to_owned()),
            Some(mark) if !mark.contains('|') => None,
            Some(forms) => {
                let forms: Vec<String> = forms.split('|').skip(1).map(|form| format!("\"{form}\"")).collect();
                Some(format!("( {} )", forms.join(" | ")))
            }
        }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lexicon, Names, Text, written_with};

    named! {
        /// A kind of fruit.
        pub Fruit: 0 "FRUIT" "the name of a fruit";
    }
    words! {
        /// What fruit looks like.
        pub enum Look {
            /// Not this one.
            Other: "other";
            /// Old.
            Old: "old";
            /// Red.
            Red: "red";
        }
    }
    phrase! {
        /// Some fruit.
        pub struct Basket(count): "" count: HowMany, "{=count}" looks: Sorted<Look>, "" fruit: Fruit;
        /// A sentence.
        pub enum Deed {
            /// To eat.
            Eat: "eat" basket: Basket;
            /// To be gone.
            Rot: "" basket: Basket, "{basket|rot|rots}";
            /// One of several.
            Choose: "choose :" options: Options<Deed>;
        }
    }

    fn names() -> Names {
        let mut names = Names::default();
        names.declare(Fruit::SORT, "Apple", None);
        names.declare(Fruit::SORT, "Peach", None);
        names
    }

    fn right(text: &str) -> Option<String> {
        let lexicon = Lexicon { marks: ".,:;", apart: true, ..Lexicon::ENGLISH };
        let text = Text::with_names(text, &lexicon, &names()).ok()?;
        Some(written_with(&text.read::<Sentences<Deed>>(0).ok()?, &names()))
    }

    #[test]
    fn what_is_read_loosely_is_written_right() {
        for (loose, wanted) in [
            ("eat a Apple.", "Eat an Apple."),
            ("eat one old Apple.", "Eat an old Apple."),
            ("Eat an other red Apple.", "Eat another red Apple."),
            ("eat a red other red Apple.", "Eat another red Apple."),
            ("Eat 2 red old Peach. EAT 11 Apples.", "Eat two old red Peaches. Eat 11 Apples."),
            ("a Peach rot. two Peach rots.", "A Peach rots. Two Peaches rot."),
            ("Another Apple rot.", "Another Apple rots."),
            (
                "choose: Eat a Peach; two Apples rots; or eat an old Peach.",
                "Choose: eat a Peach; two Apples rot; or eat an old Peach.",
            ),
        ] {
            assert_eq!(right(loose).as_deref(), Some(wanted), "{loose}");
            assert_eq!(right(wanted).as_deref(), Some(wanted));
        }
        for wrong in [
            "Eat a peach.",
            "Eat 100 Apples.",
            "Choose: eat a Peach.",
            "Choose: eat a Peach; eat an Apple.",
            "Eat a Peach",
        ] {
            assert_eq!(right(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_could_have_come_is_told() {
        let text = Text::with_names("eat a Pear", &Lexicon::ENGLISH, &names()).unwrap();
        let (at, expected) = text.stuck::<Deed>();
        assert_eq!((at, expected.len()), (2, Look::ALL.len() + 1));
        assert!(expected.iter().any(|what| what == Fruit::WHAT), "{expected:?}");
    }

    #[test]
    fn the_grammar_shows_what_is_read() {
        let grammar = Grammar::of::<Deed>();
        let wordings: Vec<&str> =
            grammar.productions().iter().map(|production| production.wording.as_str()).collect();
        assert_eq!(
            wordings[..4],
            [
                "\"eat\" Basket",
                "Basket ( \"rot\" | \"rots\" )",
                "\"choose\" \":\" Deed ( \";\" Deed )* \"; or\" Deed",
                "( \"a\" | \"an\" | NUMBER ) Look* FRUIT",
            ]
        );
    }
}
