//! Setups: formats, decks and pools, and everything that can be wrong with them at once.

use engine::{Faults, Game, Settings, Sources, Start};
use worlds_unchained::WorldsUnchained;
use worlds_unchained::cards::{Card, Kind};
use worlds_unchained::notation::slug;
use worlds_unchained::rules::{Format, Sort};

fn compile(settings: &str, source: &str) -> Result<Start<WorldsUnchained>, Faults> {
    let mut sources = Sources::none();
    if !source.is_empty() {
        sources.push("given.toml", source);
    }
    WorldsUnchained::compile(&Settings::lenient(settings), &sources)
}

fn format(settings: &str) -> Format {
    compile(settings, "").unwrap_or_else(|faults| panic!("{settings}: {faults}")).rules.format.clone()
}

/// The faults of a setup, each of which has to name one of these.
fn faults(settings: &str, source: &str, named: &[&str]) {
    let Err(faults) = compile(settings, source) else { panic!("{settings}: nothing is wrong") };
    let texts: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), named.len(), "{settings}: {texts:#?}");
    for (text, name) in texts.iter().zip(named) {
        assert!(text.contains(name), "{settings}: `{text}` does not tell of `{name}`");
    }
}

/// Rules: WU-3.1.1, WU-3.2.1, WU-3.3.1, WU-3.4.1.
#[test]
fn official_formats() {
    let numbers = |format: &Format| (format.deck, format.bouts, format.draw, format.mulligans);
    let standard = format("");
    assert_eq!(
        (numbers(&standard), standard.copies, standard.mob_copies),
        (((20, 25), 3, 7, 2), Some(1), None)
    );
    assert_eq!(numbers(&format("format=speed")), ((12, 15), 1, 7, 0));
    assert_eq!(numbers(&format("format=draft")), ((12, 13), 1, 7, 0));
    let stars = format("format=all-stars");
    assert_eq!((numbers(&stars), stars.mob_copies), (((7, 7), 3, 7, 0), Some(0)));
    assert!(format("format=draft").pool_public && !format("format=draft pool_list=hidden").pool_public);
}

/// Rules: WU-R4, WU-R37.
#[test]
fn seats() {
    let seats = |settings: &str| compile(settings, "").expect(settings).rules.seats;
    assert_eq!(seats("format=free-for-all"), 3);
    assert_eq!(seats("format=free-for-all players=4"), 4);
    assert_eq!(seats("format=custom"), 2);
    assert_eq!(seats("format=custom players=4"), 4);
    assert_eq!(seats("format=custom decks=forge-hands,slow-tide,court-costs"), 3);
    faults("players=3", "", &["players"]);
    faults("format=custom players=1", "", &["players"]);
    faults("format=custom players=3 decks=forge-hands,slow-tide", "", &["2 decks for 3 seats"]);
}

/// Rules: WU-3.0.1, WU-R37.
#[test]
fn options_of_formats() {
    faults("mulligans=5", "", &["mulligans"]);
    faults("format=free-for-all bouts=3 draw=4", "", &["bouts", "draw"]);
    faults("format=spead", "", &["did you mean `speed`"]);
    faults("pool=two-courts", "", &["pool"]);
    faults("pool_list=hidden", "", &["pool_list"]);
    faults("format=draft decks=forge-hands,slow-tide", "", &["decks"]);
    faults("format=custom bouts=10 draw=11", "", &["bouts", "draw"]);
    faults("format=custom deck_min=9 deck_max=8", "", &["deck_min", "decks"]);
    let custom = format("format=custom boosts=250 choose_return_zone=on play_all_bouts=on deck_lists=public");
    assert!(custom.choose_return && custom.play_all && custom.lists_public && custom.boosts == 250);
}

const CARDS: &str = r#"
[[card]]
kind = "Vassal"
name = "Guard"
world = "Sootspire"
class = "Vanguard"

[[card]]
kind = "Token"
name = "Wisp"
class = "Mob"

[[deck]]
id = "short"
cards = ["Guard*3", "Cinder Pickets*2"]
"#;

/// All faults of all decks are told at once. Rules: WU-3.1.1, WU-1.4.2.
#[test]
fn faults_of_decks() {
    faults(
        "decks=short,guard+gaurd+guard*x",
        CARDS,
        &["`short`: 5 cards", "`short`: 3 of `guard`", "did you mean `guard`", "copies"],
    );
    faults("decks=shert,forge-hands", CARDS, &["did you mean `short`", "forge-hands"]);
    faults("format=all-stars decks=seven-embers,cinder-pickets*7", "", &["7 of `cinder-pickets`"]);
    faults("format=draft pool=short", CARDS, &["5 cards where a pool has 25"]);
    faults("format=custom decks=guard+wisp,guard", CARDS, &["`wisp` is no Vassal card"]);
    // Written out in the option, by name or id.
    let start = compile("format=custom decks=guard+cinder-pickets*3,guard", CARDS).expect("sound decks");
    assert_eq!(start.state.players[0].deck.bag.len(), 4);
}

const BROKEN: &str = r#"
[[deck]]
id = "strange"
format = "spead"
cards = ["Guard", "Gaurd", "guard*x"]

[[deck]]
id = "small"
format = "all-stars"
cards = ["Guard*2", "Wisp"]

[[deck]]
id = "empty"
card = ["Guard"]

[[deck]]
id = "drafted"
format = "draft"
cards = ["Guard*12"]

[[pool]]
id = "puddle"
format = "speed"
cards = ["Guard*24", "Cinder Pikets"]

[[pool]]
id = "sea"
cards = ["Guard*26"]
"#;

/// What files hold is checked whether it is used or not, each fault at its place and once.
/// Rules: WU-3.1.1, WU-3.3.1, WU-3.3.1.1, WU-1.4.2, WU-R34.
#[test]
fn decks_and_pools_that_are_not_used() {
    let file = format!("{BROKEN}{CARDS}");
    let told = [
        "given.toml:4:11: there is no format `spead` (`strange`); did you mean `speed`?",
        "given.toml:5:20: there is no card `Gaurd` (`strange`); did you mean `guard`?",
        "given.toml:5:29: `guard*x` is no number of copies (`strange`); write for example `name*3`",
        "given.toml:8:7: 3 cards where all-stars wants 7 to 7 (`small`); add or take away cards",
        "given.toml:8:7: 2 of `guard` where all-stars allows 1 (`small`); replace some of them",
        "given.toml:8:7: `wisp` is no Vassal card (`small`); leave it out",
        "given.toml:13:7: 0 cards where custom wants 1 to 40 (`empty`); add or take away cards",
        "given.toml:14:1: `card` means nothing here (`empty`); did you mean `cards`?",
        "given.toml:18:11: decks of draft are drafted (WU-3.3.1) (`drafted`); name another format, or make it a [[pool]]",
        "given.toml:23:11: speed has no draft (`puddle`); name a format with a draft, or leave `format` out",
        "given.toml:24:23: there is no card `Cinder Pikets` (`puddle`); did you mean `cinder-pickets`?",
        "given.toml:27:7: 26 cards where a pool has 25 (`sea`); add or take away cards",
    ];
    faults("", &file, &told);
    // A deck that is used is told of in its file only.
    faults("format=custom decks=strange,small", &file, &told);
    let format = "\n[[format]]\nid = \"short\"\nbouts = 0\n";
    let Err(all) = compile("", &format!("{file}{format}")) else { panic!("the format is sound") };
    assert!(all.to_string().contains("`bouts` is not from 1 to 9 (`short`)"), "{all}");
    assert!(all.to_string().contains("`sea`"), "{all}");
}

/// Rules: WU-3.0.2, WU-R37.
#[test]
fn formats_of_files() {
    let shipped = include_str!("../../../cards/worlds-unchained/formats.toml");
    let own = shipped.split("[[format]]").last().expect("a format");
    let own = format!("[[format]]{own}").replace("free-for-all", "brawl");
    let start = compile("format=brawl players=4", &own).expect("a sound format");
    assert_eq!((start.rules.format.id.as_str(), start.rules.seats), ("brawl", 4));
    // What is left out is as in Standard.
    let shorter = compile("format=brawl", "[[format]]\nid = \"brawl\"\nbouts = 1\n").expect("a sound format");
    let [brawl, standard] =
        [&shorter.rules.format, &compile("format=standard", "").expect("a format").rules.format];
    assert_eq!((brawl.draw, brawl.boosts, brawl.bouts), (standard.draw, standard.boosts, 1));
    assert_eq!((brawl.deck, brawl.copies, brawl.official), ((1, 40), None, false));
    let wrong =
        own.replace("bouts = 1", "bouts = 10").replace("draw = 7", "draw = 0").replace("[2, 4]", "[4, 2]");
    faults("format=brawl", &wrong, &["seats", "bouts", "draw"]);
    faults("format=speed", &own.replace("brawl", "speed"), &["the format speed is fixed"]);
    faults("format=brawl", &own.replace("official = false", "official = true"), &["official"]);
}

/// Names of one kind that are written alike cannot be told apart in positions. Rules: WU-R22, card language 1.
#[test]
fn names_in_positions() {
    let of_one_kind =
        format!("{CARDS}\n{}", CARDS[..CARDS.find("[[deck]]").unwrap()].replace("Guard", "GUARD"));
    faults("format=custom", &of_one_kind.replacen("\"Wisp\"", "\"Mist\"", 1), &["`Guard` and `GUARD`"]);
    // In different kinds they are told apart.
    let of_two = CARDS.replace("\"Wisp\"", "\"Guard\"");
    let start = compile("format=custom decks=guard,guard", &of_two).expect("a sound setup");
    let kinds =
        ["guard", "guard-token"].map(|id| start.rules.card(id).map(|card| start.rules.face(card).sort));
    assert_eq!(kinds, [Some(Sort::Vassal), Some(Sort::Token)]);
    faults("format=custom", &CARDS.replace("Guard", "Gårdh"), &["Gårdh"]);
}

/// What a record keeps is enough to set the same game up again.
#[test]
fn embedded_sources() {
    let settings = Settings::lenient("format=custom decks=guard*9,forge-hands");
    let mut sources = Sources::none();
    sources.push("given.toml", CARDS.replace("\"Wisp\"", "\"Sprig\""));
    let start = WorldsUnchained::compile(&settings, &sources).expect("a sound setup");
    let all = WorldsUnchained::embedded(&settings, &sources);
    let again = WorldsUnchained::compile(&settings, &all).expect("the same setup");
    assert_eq!(start.state, again.state);
    assert_eq!(start.rules.faces.len(), again.rules.faces.len());
}

/// A file that is called like shipped ones takes the place of one, or is refused.
#[test]
fn names_of_shipped_files() {
    let told = |name: &str| {
        let mut sources = Sources::none();
        sources.push(format!("cards/worlds-unchained/{name}"), CARDS);
        let start = WorldsUnchained::compile(&Settings::lenient("format=custom decks=guard,guard"), &sources);
        start.err().map(|faults| faults.to_string())
    };
    assert_eq!(told("decks.toml"), None);
    let moon = told("moon.toml").expect("there is no such file");
    let fault = "cards/worlds-unchained/moon.toml:1:1: no such file is shipped; leave it out";
    assert!(moon.lines().any(|line| line == fault), "{moon}");
}

/// A World is named by its slug or as on its cards, and gives each of its Vassals once.
/// Rules: WU-3.3.1.1, WU-2.1.3, WU-R33, WU-R34.
#[test]
fn packs_of_worlds() {
    let pool = |settings: &str, source: &str| {
        let start = compile(settings, source).unwrap_or_else(|faults| panic!("{settings}: {faults}"));
        let id = |&card: &u16| start.rules.id(card).to_owned();
        start.rules.pool.iter().map(id).collect::<Vec<_>>()
    };
    for (id, name) in [
        ("sootspire", "Sootspire"),
        ("ondrel-deep", "Ondrel Deep"),
        ("orrery-nine", "Orrery Nine"),
        ("mosswane", "Mosswane"),
        ("umbral-assize", "Umbral Assize"),
        ("tatterkeel", "Tatterkeel"),
    ] {
        let shipped = worlds_unchained::cards::shipped();
        let world = shipped.worlds.iter().position(|world| world == name).expect("a World");
        let is_from = |card: &&Card| matches!(card.kind, Kind::Vassal { world: Some(of), .. } if usize::from(of.0) == world);
        let pack: Vec<String> = shipped.vassals.iter().filter(is_from).map(|card| slug(&card.name)).collect();
        assert_eq!(pack.len(), 25, "{name}");
        assert_eq!(pool(&format!("format=draft pool={id}"), ""), pack);
        assert_eq!(pool(&format!("format=draft pool=\"{name}\""), ""), pack);
    }
    // A World of one's own, tokens and Wanderers aside; a list of that id comes first.
    let vassals = |many: std::ops::Range<u8>, world: &str| -> String {
        let letter = |n: u8| char::from(b'a' + n);
        let card = |n| {
            format!(
                "[[card]]\nkind = \"Vassal\"\nname = \"New {}\"\nworld = \"{world}\"\nclass = \"Mob\"\n",
                letter(n)
            )
        };
        many.map(card).collect()
    };
    let token = "[[card]]\nkind = \"Token\"\nname = \"Wisp\"\nclass = \"Mob\"\n";
    let own = format!("{}{}{token}", vassals(0..25, "Vey's Reach"), vassals(25..26, "Wanderer"));
    assert_eq!(pool("format=draft pool=veys-reach", &own).len(), 25);
    let list = format!("{own}[[pool]]\nid = \"veys-reach\"\ncards = [\"Cinder Pickets*25\"]\n");
    assert_eq!(pool("format=draft pool=veys-reach", &list), ["cinder-pickets"; 25]);
    // Only 25 cards make a pool.
    let setup = "format=draft pool=veys-reach";
    faults(setup, &vassals(0..24, "Vey's Reach"), &["`veys-reach`: 24 cards where a pool has 25"]);
    faults("format=draft pool=sootspire", &vassals(0..1, "Sootspire"), &["26 cards where a pool has 25"]);
    faults("format=draft pool=sotspire", "", &["there is no such list of cards; did you mean `sootspire`?"]);
    faults("format=draft pool=wanderer", "", &["gears-and-gales, "]);
    faults("format=draft pool=somewhere", "", &["umbral-assize, "]);
    faults(
        "format=draft pool=sootspire,mosswane",
        "",
        &["a draft has one pool (WU-3.3.1.1); name one, or mix"],
    );
    faults("format=draft players=3 pool=sootspire", "", &["draft is for 2"]);
    faults("format=speed pool=sootspire", "", &["speed has no draft"]);
    faults("format=speed decks=sootspire,forge-hands", "", &["there is no such list of cards"]);
}

/// What was recorded before a set was shipped is set up without it, so that its positions are written as they were.
#[test]
fn setups_from_before_a_set() {
    let settings = Settings::lenient("format=draft");
    let all = WorldsUnchained::embedded(&settings, &Sources::none());
    let faces = |sources: &Sources| {
        let start = WorldsUnchained::compile(&settings, sources).expect("a sound setup");
        (start.rules.faces.len(), start.rules.card("clagmouth-edda").is_some())
    };
    let mut old = all.clone();
    old.0.retain(|source| source.name != "cards/worlds-unchained/latecomers.toml");
    let (count, is_there) = faces(&all.alone());
    assert!(is_there);
    assert_eq!(faces(&old), (count, true), "whoever gives some files plays with the others, too");
    assert_eq!(faces(&old.alone()), (count - 16, false), "as in a record");
}
