//! The attribute by which a test cites rules; use it as `testkit::rules`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Says which rules a test proves.
///
/// ```
/// # extern crate self as testkit;
/// # pub struct Citation;
/// # impl Citation { pub fn new(_: &'static [&'static str], _: &str) -> Self { Self } }
/// # fn main() {}
/// use testkit_macros::rules;
///
/// #[rules("TTT-1", "TTT-2")]
/// #[test]
/// fn a_row_wins() {
///     assert_eq!(1 + 1, 2);
/// }
/// ```
///
/// A test that passes is entered with these ids in the ledger of rules, if one is kept.
/// A range, as `"CC-SETUP-1..CC-SETUP-6"`, cites every rule in it.
///
/// At least one id is needed:
///
/// ```compile_fail
/// # extern crate self as testkit;
/// # pub struct Citation;
/// # impl Citation { pub fn new(_: &'static [&'static str], _: &str) -> Self { Self } }
/// # fn main() {}
/// #[testkit_macros::rules()]
/// fn a_row_wins() {}
/// ```
///
/// Every id is a string:
///
/// ```compile_fail
/// # extern crate self as testkit;
/// # pub struct Citation;
/// # impl Citation { pub fn new(_: &'static [&'static str], _: &str) -> Self { Self } }
/// # fn main() {}
/// #[testkit_macros::rules("TTT-1", 2)]
/// fn a_row_wins() {}
/// ```
///
/// And only a function can cite:
///
/// ```compile_fail
/// # extern crate self as testkit;
/// # pub struct Citation;
/// # impl Citation { pub fn new(_: &'static [&'static str], _: &str) -> Self { Self } }
/// # fn main() {}
/// #[testkit_macros::rules("TTT-1")]
/// struct Row;
/// ```
#[expect(clippy::test_attr_in_doctest, reason = "the example shows where the attribute stands")]
#[proc_macro_attribute]
pub fn rules(arguments: TokenStream, item: TokenStream) -> TokenStream {
    match cite(arguments, item.clone()) {
        Ok(item) => item,
        Err(error) => {
            let mut output = error.into_tokens();
            output.extend(item);
            output
        }
    }
}

struct Error {
    span: Span,
    message: &'static str,
}

fn cite(arguments: TokenStream, item: TokenStream) -> Result<TokenStream, Error> {
    let ids = read_ids(arguments)?;
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let name = function_name(&tokens)?;
    let Some(TokenTree::Group(body)) = tokens.pop() else {
        return Err(Error {
            span: name.span(),
            message: "this function has no body; `#[rules]` cites what a test proves",
        });
    };
    let mut inside = citation(ids, &name);
    inside.extend(body.stream());
    let mut with_citation = Group::new(Delimiter::Brace, inside);
    with_citation.set_span(body.span());
    tokens.push(with_citation.into());
    Ok(tokens.into_iter().collect())
}

/// Reads `"TTT-1", "TTT-2"`; a comma may follow the last.
fn read_ids(arguments: TokenStream) -> Result<Vec<Literal>, Error> {
    let mut ids = Vec::new();
    let mut tokens = arguments.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Literal(id) if is_id(&id) => ids.push(id),
            other => {
                return Err(Error {
                    span: other.span(),
                    message: "this is not the id of a rule; write each as a string, \
                              as in #[rules(\"TTT-1\", \"TTT-2\")]",
                });
            }
        }
        match tokens.next() {
            None => break,
            Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {}
            Some(other) => {
                return Err(Error {
                    span: other.span(),
                    message: "write a comma between two ids, as in #[rules(\"TTT-1\", \"TTT-2\")]",
                });
            }
        }
    }
    if ids.is_empty() {
        return Err(Error {
            span: Span::call_site(),
            message: "name at least one rule, as in #[rules(\"TTT-1\")]",
        });
    }
    Ok(ids)
}

/// Whether a literal is a plain string with something in it.
fn is_id(literal: &Literal) -> bool {
    let text = literal.to_string();
    text.len() > 2 && text.starts_with('"') && text.ends_with('"')
}

/// The name behind `fn`, which follows attributes, visibility and qualifiers only.
fn function_name(tokens: &[TokenTree]) -> Result<Ident, Error> {
    let not_a_function =
        |span| Error { span, message: "`#[rules]` cites what a test proves; place it above a function" };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word.to_string() == "fn" => {
                return match tokens.get(at + 1) {
                    Some(TokenTree::Ident(name)) => Ok(name.clone()),
                    _ => Err(not_a_function(word.span())),
                };
            }
            TokenTree::Ident(word) if !is_qualifier(&word.to_string()) => {
                return Err(not_a_function(word.span()));
            }
            // `#[test]`, the `(crate)` of `pub(crate)` and the "C" of `extern "C"`.
            TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_) => {}
            TokenTree::Punct(mark) if mark.as_char() == '#' => {}
            TokenTree::Punct(mark) => return Err(not_a_function(mark.span())),
        }
    }
    Err(not_a_function(Span::call_site()))
}

fn is_qualifier(word: &str) -> bool {
    ["pub", "const", "async", "unsafe", "extern"].contains(&word)
}

/// `let _citation = ::testkit::Citation::new(&["TTT-1"], concat!(module_path!(), "::", "name"));`
fn citation(ids: Vec<Literal>, name: &Ident) -> TokenStream {
    let mut list = TokenStream::new();
    for id in ids {
        list.extend([TokenTree::from(id), Punct::new(',', Spacing::Alone).into()]);
    }
    let list = Group::new(Delimiter::Bracket, list);
    let name = name.to_string();
    let name = Literal::string(name.strip_prefix("r#").unwrap_or(&name));
    let text = format!(
        "let _citation = ::testkit::Citation::new(
            &{list},
            ::core::concat!(::core::module_path!(), \"::\", {name}),
        );"
    );
    text.parse().expect("the statement above is Rust")
}

impl Error {
    /// `::core::compile_error! { "message" }`, shown at the place of the error.
    fn into_tokens(self) -> TokenStream {
        let colon = |spacing| TokenTree::from(Punct::new(':', spacing));
        let message = Literal::string(self.message);
        let tokens = [
            colon(Spacing::Joint),
            colon(Spacing::Alone),
            Ident::new("core", self.span).into(),
            colon(Spacing::Joint),
            colon(Spacing::Alone),
            Ident::new("compile_error", self.span).into(),
            Punct::new('!', Spacing::Alone).into(),
            Group::new(Delimiter::Brace, TokenTree::from(message).into()).into(),
        ];
        let place = |mut token: TokenTree| {
            token.set_span(self.span);
            token
        };
        tokens.into_iter().map(place).collect()
    }
}
