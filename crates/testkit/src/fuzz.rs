//! The readers of untrusted text, as fuzzers call them. Each must come back, whatever it is fed.

use engine::{Luck, Opening, Registry, Rng, Seat, Seed, Settings};

/// Reads a record of any game and plays it again, as it is and with its checks mended.
pub fn record(data: &[u8], registry: &Registry) {
    let text = String::from_utf8_lossy(data);
    let _ = registry.replay(&text);
    let _ = registry.replay(&engine::reseal(&text));
}

/// Runs a scenario file.
pub fn scenario(data: &[u8], registry: &Registry) {
    let _ = crate::scenario::run_text(&String::from_utf8_lossy(data), registry);
}

/// Reads a text as settings, as an action of a seat and of chance, and as a position. The first byte
/// chooses the game, the second one of its named setups.
pub fn notation(data: &[u8], registry: &Registry) {
    let [game, variant, rest @ ..] = data else { return };
    let games: Vec<_> = registry.iter().collect();
    let known = games[usize::from(*game) % games.len()];
    let text = String::from_utf8_lossy(rest);
    if let Ok(settings) = Settings::parse(&text) {
        let _ = known.game.open(Opening::new(settings, Luck::Scripted));
    }
    let settings = known.variants[usize::from(*variant) % known.variants.len()].settings;
    let settings = Settings::parse(settings).expect("named setups are valid");
    let mut opening = Opening::new(settings, Luck::seeded(Seed::from_number(1)));
    if let Ok(mut play) = known.game.open(opening.clone()) {
        let _ = play.submit_chance(&text);
        play.settle();
        let _ = play.submit(Seat::new(0), &text);
    }
    opening.position = Some(text.trim_end_matches('\n').to_owned());
    if let Ok(mut play) = known.game.open(opening.clone()) {
        assert_eq!(Some(play.position()), opening.position, "an accepted position is the canonical text");
        go_on(&mut *play);
    }
}

/// What was accepted can be played on.
fn go_on(play: &mut dyn engine::AnyPlay) {
    for step in 0..40 {
        play.settle();
        let engine::Turn::Players(owed) = play.turn() else { break };
        let offers = play.legal(owed.lowest());
        let offer = &offers[step * 7 % offers.len()];
        play.submit(owed.lowest(), &offer.notation).expect("what is offered is accepted");
    }
}

/// Sets a game up from files: the first byte chooses the game, a line `---` ends a file, and what comes before
/// the first such line is the setup.
pub fn content(data: &[u8], registry: &Registry) {
    let [game, rest @ ..] = data else { return };
    let games: Vec<_> = registry.iter().collect();
    let text = String::from_utf8_lossy(rest);
    let mut parts = text.split("\n---\n");
    let settings = Settings::lenient(parts.next().unwrap_or_default());
    let mut opening = Opening::new(settings, Luck::seeded(Seed::from_number(1)));
    for (i, part) in parts.enumerate() {
        opening.sources.push(format!("file{i}.toml"), part);
    }
    match games[usize::from(*game) % games.len()].game.open(opening.clone()) {
        Ok(mut play) => go_on(&mut *play),
        // The report points into the files.
        Err(faults) => assert!(!faults.shown_in(&opening.sources, &text).is_empty()),
    }
}

/// Reads a card text with `read`, which gives it as it is written back if it compiles; whether it did. With an
/// even first byte the rest is the text, with an odd one the rest says how to reword a known text.
pub fn card_text(data: &[u8], known: &[String], read: impl Fn(&str) -> Option<String>) -> bool {
    let [way, rest @ ..] = data else { return false };
    let text = if way % 2 == 0 { String::from_utf8_lossy(rest).into_owned() } else { reworded(rest, known) };
    let back = read(&text);
    assert!(back.as_ref().is_none_or(|back| *back == text), "`{text}` is written back as {back:?}");
    back.is_some()
}

/// Tries as many damaged texts and as many reworded ones as there are cases; how many of the latter compiled.
pub fn card_texts(known: &[String], cases: usize, read: impl Fn(&str) -> Option<String>) -> usize {
    let mut rng = Rng::from_number(7);
    let mut compiled = 0;
    for _ in 0..cases {
        let text: &String = rng.one_of(known);
        let damaged = damage(text, &mut rng);
        card_text(&[&[0], damaged.as_bytes()].concat(), known, &read);
        let changes: Vec<u8> = (0..=4 * (1 + rng.below(4))).map(|_| rng.below(256) as u8).collect();
        compiled += usize::from(card_text(&[&[1], &changes[..]].concat(), known, &read));
    }
    compiled
}

/// Reads texts as long as any that is read, each a beginning, the same part many times and an end: as they are, cut
/// short, and with wrong numbers. All of it takes seconds at most. `read` says whether a text was refused or has a spelling.
pub fn long_card_texts(parts: &[(&str, &str, &str)], read: impl Fn(&str) -> bool) {
    let began = std::time::Instant::now();
    for (before, filler, after) in parts {
        let room = engine::bounds::CARD_TEXT - before.len() - after.len();
        let text = format!("{before}{}{after}", filler.repeat(room / filler.len()));
        for text in [&text[..], &text[..text.len() - 1], &text.replace('1', "x")] {
            assert!(read(text), "{before}{filler}...");
        }
    }
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

/// One of the texts, chosen by the first byte. Each four bytes after it change it: behind a word that another text
/// has, too, or behind the end of a part, it goes on like that one; or one word is replaced.
fn reworded(data: &[u8], texts: &[String]) -> String {
    let words_of = |byte: u8| -> Vec<&str> { texts[usize::from(byte) % texts.len()].split(' ').collect() };
    let [first, changes @ ..] = data else { return String::new() };
    let mut words = words_of(*first);
    for change in changes.chunks_exact(4) {
        let [at, other, from, way] = change else { break };
        let other = words_of(*other);
        let (at, from) = (usize::from(*at) % words.len(), usize::from(*from) % other.len());
        if way % 8 == 0 {
            words[at] = other[from];
            continue;
        }
        let mark = |word: &str| word.chars().last().filter(|last| ",:.".contains(*last));
        let fits = |one: &str, two: &str| one == two || mark(one).is_some() && mark(one) == mark(two);
        if let Some(from) = (from..other.len()).find(|&from| fits(words[at], other[from])) {
            words.truncate(at + 1);
            words.extend(&other[from + 1..]);
        }
    }
    words.join(" ")
}

/// Damages a text: the kind of thing that happens to files and that attackers try.
pub fn damage(text: &str, rng: &mut Rng) -> String {
    const CHARACTERS: &[char] =
        &['0', '9', 'z', ' ', '-', ':', '/', '|', '\n', '\r', '"', '\u{0}', 'é', '\u{1F3B2}', '='];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(4) {
        let at = rng.below(chars.len() as u32 + 1) as usize;
        let end = (at + rng.below(20) as usize).min(chars.len());
        match rng.below(7) {
            0 => chars.insert(at, *rng.one_of(CHARACTERS)),
            1 if at < chars.len() => chars[at] = *rng.one_of(CHARACTERS),
            2 => drop(chars.drain(at..end)),
            3 => chars.truncate(at),
            4 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, copy);
            }
            5 if at < chars.len() => chars[at] = char::from_u32(u32::from(chars[at]) ^ 1).unwrap_or('?'),
            _ => {
                let mut lines: Vec<String> =
                    chars.iter().collect::<String>().split('\n').map(str::to_owned).collect();
                let (i, j) = (rng.below(lines.len() as u32) as usize, rng.below(lines.len() as u32) as usize);
                lines.swap(i, j);
                chars = lines.join("\n").chars().collect();
            }
        }
    }
    chars.into_iter().collect()
}
