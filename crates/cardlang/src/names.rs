//! Names that cards declare: words of the language that stand in no grammar.

use std::collections::{BTreeMap, BTreeSet};

/// A declared name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    /// What is called so, by the numbers of the language.
    pub sort: u8,
    /// Which of its sort, in the order of declaration.
    pub index: u16,
}

/// All declared names.
///
/// ```
/// use cardlang::{Name, Names};
/// let mut names = Names::default();
/// let pearl = names.declare(0, "Pearl", None);
/// let fisher = names.declare(0, "Fisher", Some("Fisherfolk"));
/// assert_eq!((names.one(fisher), names.many(fisher)), ("Fisher", "Fisherfolk"));
/// assert_eq!(names.find("Pearls, then"), Some((6, &[pearl][..])));
/// assert_eq!(names.find("pearl"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Of every sort: the name of one and of many.
    sorts: Vec<Vec<(String, String)>>,
    /// What a name can look like in a text, by its first byte.
    forms: BTreeMap<u8, Forms>,
}

/// What names that begin alike can look like.
#[derive(Clone, Debug, Default)]
struct Forms {
    /// How long they are, in bytes.
    lengths: BTreeSet<usize>,
    forms: BTreeMap<String, Form>,
}

#[derive(Clone, Debug)]
struct Form {
    /// Whether it is a name rather than one with an ending.
    exact: bool,
    names: Vec<Name>,
}

impl Names {
    /// Adds a name; the plural is made by rule if none is given.
    pub fn declare(&mut self, sort: u8, name: &str, plural: Option<&str>) -> Name {
        while self.sorts.len() <= usize::from(sort) {
            self.sorts.push(Vec::new());
        }
        let many = plural.map_or_else(|| plural_of(name), str::to_owned);
        let known = &mut self.sorts[usize::from(sort)];
        let declared = Name { sort, index: known.len() as u16 };
        known.push((name.to_owned(), many.clone()));
        for (text, exact) in
            [(name.to_owned(), true), (many, true), (format!("{name}s"), false), (format!("{name}es"), false)]
        {
            self.form(text, exact, declared);
        }
        declared
    }

    /// A name comes before another one with an ending.
    fn form(&mut self, text: String, exact: bool, name: Name) {
        let Some(&first) = text.as_bytes().first() else { return };
        let forms = self.forms.entry(first).or_default();
        forms.lengths.insert(text.len());
        match forms.forms.get_mut(&text) {
            None => {
                forms.forms.insert(text, Form { exact, names: vec![name] });
            }
            Some(form) if form.names.contains(&name) => {}
            Some(form) if form.exact == exact => form.names.push(name),
            Some(form) if exact => *form = Form { exact, names: vec![name] },
            Some(_) => {}
        }
    }

    /// The longest name that a text begins with: its length, and what is called so.
    pub fn find(&self, text: &str) -> Option<(usize, &[Name])> {
        let Forms { lengths, forms } = self.forms.get(text.as_bytes().first()?)?;
        let ends =
            |length: usize| text[length..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        lengths.iter().rev().find_map(|&length| {
            let form = forms.get(text.get(..length)?)?;
            ends(length).then_some((length, &form.names[..]))
        })
    }

    /// What one of it is called.
    pub fn one(&self, name: Name) -> &str {
        self.entry(name).map_or("", |(one, _)| one)
    }

    /// What several of it are called.
    pub fn many(&self, name: Name) -> &str {
        self.entry(name).map_or("", |(_, many)| many)
    }

    /// All names of a sort.
    pub fn of(&self, sort: u8) -> impl Iterator<Item = &str> {
        self.sorts.get(usize::from(sort)).into_iter().flatten().map(|(one, _)| one.as_str())
    }

    fn entry(&self, name: Name) -> Option<&(String, String)> {
        self.sorts.get(usize::from(name.sort))?.get(usize::from(name.index))
    }
}

/// A name with the ending of several.
pub fn plural_of(name: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end));
    format!("{name}{}", if hisses { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_is_found_first() {
        let mut names = Names::default();
        let fool = names.declare(0, "Fool", None);
        let company = names.declare(0, "Fool's Company", None);
        let plural = names.declare(1, "Fools", None);
        assert_eq!(names.find("Fool's Company."), Some((14, &[company][..])));
        assert_eq!(names.find("Fool's power"), Some((4, &[fool][..])));
        assert_eq!(names.find("Fools"), Some((5, &[fool, plural][..])), "one is the plural of the other");
        assert_eq!(names.find("Foolscap"), None);
        assert_eq!(names.many(plural), "Foolses");
    }
}
