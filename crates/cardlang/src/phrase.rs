//! Phrases: what can be read, written and documented.

use crate::grammar::Grammar;
use crate::lexer::Token;
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
    fn write(&self, printer: &mut Printer);
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
    fn write(&self, printer: &mut Printer) {
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
    fn write(&self, printer: &mut Printer) {
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

/// Declares lists: at least one member, the words between them.
#[macro_export]
macro_rules! list {
    ($($(#[$meta:meta])* pub $name:ident: $words:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $name<P>(pub Vec<P>);

        impl<P: $crate::Phrase> $crate::Phrase for $name<P> {
            fn name() -> &'static str {
                P::name()
            }
            fn read(cursor: &$crate::Cursor<'_>, at: usize) -> $crate::Matches<Self> {
                let mut found: $crate::Matches<Self> = Vec::new();
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
                    found.push((Self(members), end));
                }
                found
            }
            fn write(&self, printer: &mut $crate::Printer) {
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
                format!("{} ( \"{}\" {} )*", P::reference(), $words, P::reference())
            }
        }
    )*};
}

list! {
    /// `A and B and C`.
    pub AndList: "and";
    /// `A, then B, then C`.
    pub ThenList: ", then";
    /// `A B C`.
    pub Several: "";
}

/// Declares phrases of a single token.
macro_rules! token {
    ($($(#[$meta:meta])* $name:ident($kind:ty), $shown:literal, $what:literal, $read:expr, $write:expr, $agreement:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
            fn write(&self, printer: &mut Printer) {
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
        |n| n.to_string(), |&n| if n == 1 { Agreement::One } else { Agreement::Many };
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

/// Something with its article: `a wall space`, `an empty space`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct An<P>(pub P);

impl<P: Phrase> Phrase for An<P> {
    fn name() -> &'static str {
        P::name()
    }
    fn read(cursor: &Cursor<'_>, at: usize) -> Matches<Self> {
        let Some(at) = cursor.words("{article|a|an}", at) else { return Vec::new() };
        P::read(cursor, at).into_iter().map(|(phrase, end)| (Self(phrase), end)).collect()
    }
    fn write(&self, printer: &mut Printer) {
        let first = crate::print::written(&self.0).chars().find(|c| c.is_alphabetic());
        let vowel = first.is_some_and(|c| "aeiou".contains(c.to_ascii_lowercase()));
        printer.word(if vowel { "an" } else { "a" });
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
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
            fn write(&self, printer: &mut $crate::Printer) {
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
/// form, every other the second.
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
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
            fn write(&self, printer: &mut $crate::Printer) {
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
                        wording.extend($words.split(' ').filter(|word| !word.is_empty()).map($crate::__shown));
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
            #[allow(unreachable_patterns, reason = "perhaps all of them are many")]
            fn agreement(&self) -> $crate::Agreement {
                match self {
                    $($(Self::$wording { .. } => $crate::__agreement!($many),)?)+
                    _ => $crate::Agreement::One,
                }
            }
        }

        $crate::phrase! { $($rest)* }
    };
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident: $($words:literal $($part:ident: $sort:ty)?),+;
        $($rest:tt)*
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
            fn write(&self, printer: &mut $crate::Printer) {
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
                    wording.extend($words.split(' ').filter(|word| !word.is_empty()).map($crate::__shown));
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
    (many) => {
        $crate::Agreement::Many
    };
}

/// A word of a wording as the grammar shows it.
#[doc(hidden)]
pub fn __shown(word: &str) -> String {
    match word.strip_prefix('{').and_then(|forms| forms.strip_suffix('}')) {
        None => format!("\"{word}\""),
        Some(forms) => {
            let forms: Vec<String> = forms.split('|').skip(1).map(|form| format!("\"{form}\"")).collect();
            format!("( {} )", forms.join(" | "))
        }
    }
}
