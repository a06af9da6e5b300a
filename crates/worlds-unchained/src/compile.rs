//! From the text of a Skill to its program, and back.

use std::ops::Range;

use cardlang::{Diagnostic, Lexicon, Names, Phrase as _, Span, Text, written_with};

use crate::check::{Bearer, check};
use crate::text::{
    Cost, Effect, Limit, ResourceCard, Skill, Solid, Statics, StatusCard, TokenCard, VassalCard, World,
};

/// Words, numbers, names and marks; a sign belongs to its number.
pub const LEXICON: Lexicon = Lexicon { marks: ".,:;[]", code: "E-PARSE", apart: true };

/// No number of a text is larger.
const LARGEST: u64 = 99;
/// Skills within Skills, the outermost included.
const DEEPEST: usize = 3;

/// Reads a Skill and checks that it makes sense on such a bearer. Everything that is wrong is told; that it is not
/// the one way to write it only if nothing else is.
pub fn compile(text: &str, names: &Names, bearer: Bearer) -> Result<Skill, Vec<Diagnostic>> {
    let parts = tokens(text, names)?;
    let mut faults = too_large(&parts);
    let skill = match parts.read::<Skill>(0) {
        Ok(skill) => skill,
        Err(fault) if faults.is_empty() => return Err(unread(&parts, fault, names)),
        Err(_) => return Err(faults),
    };
    faults.extend(check(&skill, bearer, &parts));
    if !faults.is_empty() {
        return Err(faults);
    }
    let canonical = written_with(&skill, names);
    if canonical == text { Ok(skill) } else { Err(vec![not_canonical(text, &canonical)]) }
}

/// The one way to write a Skill that can be read, whether or not it makes sense.
pub fn canonical(text: &str, names: &Names) -> Option<String> {
    let skill = tokens(text, names).ok()?.read::<Skill>(0).ok()?;
    Some(written_with(&skill, names))
}

/// The tokens of a text that is not too deep.
fn tokens(text: &str, names: &Names) -> Result<Text, Vec<Diagnostic>> {
    let parts = Text::with_names(text, &LEXICON, names)?;
    let mut depth = 1;
    for token in parts.tokens() {
        match token.text.as_str() {
            "[" => depth += 1,
            "]" => depth = depth.max(1) - 1,
            _ => {}
        }
        if depth > DEEPEST {
            let message = "Skills within Skills within Skills go no deeper";
            return Err(vec![Diagnostic::new("E12", token.span, message).hint("leave the innermost out")]);
        }
    }
    Ok(parts)
}

fn too_large(parts: &Text) -> Vec<Diagnostic> {
    let large = parts.tokens().iter().filter(|token| {
        let digits = token.text.trim_start_matches(['+', '-']);
        digits.parse::<u64>().is_ok_and(|number| number > LARGEST) || digits.len() > 19
    });
    let large =
        large.filter(|token| token.names.is_empty() && token.text.ends_with(|c: char| c.is_ascii_digit()));
    large
        .map(|token| {
            let message = format!("{} is too large", token.text);
            Diagnostic::new("E-RANGE", token.span, message).hint("numbers are 0 to 99")
        })
        .collect()
}

fn not_canonical(text: &str, canonical: &str) -> Diagnostic {
    let at = canonical.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let span = Span::new(at, (at + 1).min(text.len()));
    Diagnostic::new("E17", span, "this is not the one way to write it").hint(format!("write: {canonical}"))
}

cardlang::phrase! {
    /// The beginning of a Skill that is always on, with a Limit that it must not have: only for saying what is wrong.
    pub enum AlwaysOn {
        /// A solid state Ability.
        Solid: "" when: Solid;
        /// Rules: WU-R97.
        SolidLimit: "" when: Solid, "" limit: Limit;
        /// A Passive.
        Passive: "Passive";
        /// Rules: WU-R97.
        PassiveLimit: "Passive" cost: Cost, "" limit: Limit;
    }
}

/// What does not belong into Skills that are always on, in brackets or not: Limits, and what happens once. Rules:
/// WU-7.7.2, WU-R92, WU-R97.
fn misplaced(parts: &Text) -> Vec<Diagnostic> {
    let (tokens, mut faults) = (parts.tokens(), Vec::new());
    for skill in skills(parts) {
        let Some(colon) = skill.clone().find(|&at| tokens[at].text == ":") else { continue };
        let Ok(beginning) = parts.read_range::<AlwaysOn>(skill.start..colon) else { continue };
        if matches!(beginning, AlwaysOn::SolidLimit { .. } | AlwaysOn::PassiveLimit { .. }) {
            let comma = (skill.start..colon).rev().find(|&at| tokens[at].text == ",").unwrap_or(skill.start);
            let span = tokens[comma].span.to(tokens[colon - 1].span);
            let message = "a Skill that is always on has no Limit";
            faults.push(Diagnostic::new("E3", span, message).hint("leave the Limit out"));
        }
        for sentence in sentences(parts, colon + 1..skill.end) {
            if parts.read_range::<Statics>(sentence.clone()).is_err()
                && parts.read_range::<Effect>(sentence.clone()).is_ok()
            {
                let span = tokens[sentence.start].span.to(tokens[sentence.end - 1].span);
                let message = "this happens once, but the Skill is always on";
                let hint = "say what holds, such as `this Vassal has +1 power`, or begin with a trigger";
                faults.push(Diagnostic::new("E2", span, message).hint(hint));
            }
        }
    }
    faults
}

/// Where the Skills of a text stand: itself, and what is in brackets.
fn skills(parts: &Text) -> Vec<Range<usize>> {
    let (mut skills, mut open) = (Vec::new(), Vec::new());
    skills.push(0..parts.tokens().len());
    for (at, token) in parts.tokens().iter().enumerate() {
        match token.text.as_str() {
            "[" => open.push(at + 1),
            "]" => skills.extend(open.pop().map(|start| start..at)),
            _ => {}
        }
    }
    skills
}

/// The sentences of a part of a text, each with its stop; those in brackets belong to the one around them.
fn sentences(parts: &Text, part: Range<usize>) -> Vec<Range<usize>> {
    let (mut sentences, mut start, mut depth) = (Vec::new(), part.start, 0);
    for at in part {
        match parts.tokens()[at].text.as_str() {
            "[" => depth += 1,
            "]" => depth -= 1,
            "." if depth == 0 => {
                sentences.push(start..at + 1);
                start = at + 1;
            }
            _ => {}
        }
    }
    sentences
}

/// The reasons why a text cannot be read, if they are such that have a name.
fn unread(parts: &Text, fault: Diagnostic, names: &Names) -> Vec<Diagnostic> {
    let faults = misplaced(parts);
    if faults.is_empty() { vec![stuck(parts, fault, names)] } else { faults }
}

/// What is wrong at the place where it makes no sense any more.
fn stuck(parts: &Text, fault: Diagnostic, names: &Names) -> Diagnostic {
    let tokens = parts.tokens();
    let (at, expected) = parts.stuck::<Skill>();
    let is = |at: usize, words: &[&str]| {
        tokens.get(at).is_some_and(|token| words.iter().any(|word| token.text.eq_ignore_ascii_case(word)))
    };
    let expects = |word: &str| expected.iter().any(|what| what == word);
    let bound = is(at, &["no", "more", "fewer"]) && expects("`up`");
    let bounded = is(at, &["or"]) && is(at + 1, &["more", "fewer"]) && expects("`random`");
    if bound || bounded {
        return Diagnostic::new("E15", tokens[at].span, format!("`{}` does not say which", tokens[at].text))
            .hint("`no`, `or more` and `or fewer` belong into conditions; a target is `a`, a number, `up to` or `each`");
    }
    let Some(token) = tokens.get(at) else { return fault };
    let sorts: Vec<(u8, &str)> = [
        (VassalCard::SORT, VassalCard::WHAT),
        (TokenCard::SORT, TokenCard::WHAT),
        (StatusCard::SORT, StatusCard::WHAT),
        (ResourceCard::SORT, ResourceCard::WHAT),
        (World::SORT, World::WHAT),
    ]
    .into_iter()
    .filter(|(_, what)| expects(what))
    .collect();
    if sorts.is_empty() || !looks_like_a_name(&token.text) {
        return fault;
    }
    undeclared(parts, at, &sorts, names, fault)
}

fn looks_like_a_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !crate::cards::is_reserved(word)
}

/// What looks like a name but was never declared, or is that of something else; another fault if it looks even more
/// like a word of the grammar.
fn undeclared(parts: &Text, at: usize, sorts: &[(u8, &str)], names: &Names, fault: Diagnostic) -> Diagnostic {
    let tokens = parts.tokens();
    let run = tokens[at..].iter().take_while(|token| looks_like_a_name(&token.text)).count().max(1);
    let known = || sorts.iter().flat_map(|&(sort, _)| names.of(sort));
    let text = |length: usize| {
        tokens[at..at + length].iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let near = (1..=run).rev().find_map(|length| engine::nearest(&text(length), known()));
    if near.is_none() && fault.hints.iter().any(|hint| hint.starts_with("did you mean")) {
        return fault;
    }
    let span = tokens[at].span.to(tokens[at + run - 1].span);
    let what: Vec<&str> = sorts.iter().map(|(_, what)| *what).collect();
    let message = format!("`{}` is not {}", text(run), what.join(" or "));
    let fault = Diagnostic::new("E8", span, message);
    match near {
        Some(near) => fault.hint(format!("did you mean `{near}`")),
        None => fault.hint("declare it as a card, or write a name that is declared"),
    }
}

impl Skill {
    /// The text it was read from.
    pub fn text(&self, names: &Names) -> String {
        written_with(self, names)
    }

    /// What it does, as the wordings it uses, without numbers, names and targets: Skills of which this is the same
    /// differ in nothing else.
    pub fn deed(&self) -> Vec<(&'static str, &'static str)> {
        let mut deed = Vec::new();
        self.visit(&mut |phrase, wording| {
            if !TARGETS.contains(&phrase) {
                deed.push((phrase, wording));
            }
        });
        deed
    }
}

/// Phrases that only say whom or what something concerns.
const TARGETS: [&str; 12] = [
    "Target",
    "Single",
    "Scope",
    "Subject",
    "Group",
    "Adjective",
    "Noun",
    "Qualifier",
    "Class",
    "Standing",
    "Side",
    "HowMuch",
];
