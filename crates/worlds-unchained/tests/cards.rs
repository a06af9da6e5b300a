//! Card files: every fault at its place with a remedy, files together, and the desk of those who write them.

use cardlang::desk::{Desk as _, Edit, Severity};
use engine::{Source, Sources};
use worlds_unchained::cards::{Kind, read, read_beside, shipped_sources};
use worlds_unchained::explain::CardDesk;
use worlds_unchained::text::{Class, World};

fn source(text: &str) -> Source {
    Source { name: "own.toml".to_owned(), text: text.to_owned() }
}

/// What is wrong with a file that has one card of these lines.
fn told(lines: &str) -> String {
    let files = Sources::of(vec![source(&format!("[[card]]\n{lines}"))]);
    read_beside(&files, &shipped_sources()).errors[0].to_string()
}

const VASSAL: &str = "kind = \"Vassal\"\nname = \"Ada\"\nworld = \"Wanderer\"\nclass = \"Scout\"\n";

#[test]
fn a_card_has_what_its_kind_has() {
    for (lines, wanted) in [
        (VASSAL.to_owned() + "skill = []", "`skill` means nothing here (`Ada`); did you mean `skills`?"),
        (VASSAL.to_owned() + "skills = \"Win: Gain 1 Boost.\"", "`skills` is not a list of texts"),
        (VASSAL.to_owned() + "skills = [1]", "`skills` is not a list of texts"),
        (VASSAL.replace("Vassal", "Vasal"), "E-TYPE: `Vasal` is no kind (`Ada`); did you mean `Vassal`?"),
        (VASSAL.replace("Scout", "Scot"), "`Scot` is no class"),
        (VASSAL.replace("class = \"Scout\"", ""), "`class` is missing"),
        (VASSAL.replace("world = \"Wanderer\"", ""), "`world` is missing"),
        (VASSAL.replace("Ada", "Mob"), "`Mob` is a word of the card language"),
        (VASSAL.replace("Ada", "It"), "`It` is a word of the card language"),
        (VASSAL.replace("Ada", "A_a"), "`A_a` is no name"),
        (VASSAL.replace("Ada", "9"), "`9` is no name"),
        (VASSAL.replace("Ada", &"A".repeat(41)), "is no name"),
        (VASSAL.replace("Ada", "A  a"), "blanks too many"),
        ("kind = \"Token\"\nname = \"Ada\"\nclass = \"Mob\"\nworld = \"Mosswane\"".to_owned(), "`world` means nothing here"),
        ("kind = \"Status\"\nname = \"Ada\"".to_owned(), "a Status with 0 Skills"),
        (
            "kind = \"Resource\"\nname = \"Ada\"\nskills = [\"Chain: Gain 1 Boost.\", \"Chain: Gain 1 Boost.\", \"Chain: Gain 1 Boost.\"]"
                .to_owned(),
            "a Resource with 3 Skills",
        ),
        ("kind = \"Vassal\"\nname = ".to_owned(), "the file must be TOML"),
    ] {
        let told = told(&lines);
        assert!(told.contains(wanted), "{lines}\n   should be `{wanted}` and is `{told}`");
    }
    assert_eq!(told(VASSAL), "");
}

#[test]
fn a_fault_of_a_text_is_told_where_it_stands() {
    let told =
        told(&(VASSAL.to_owned() + "skills = [\n  \"Win: Gain 1 Boost.\",\n  \"Win: Gian 1 Boost.\",\n]"));
    assert!(told.starts_with("own.toml:8:9: E-PARSE: `Gian` does not fit here (`Ada`)"), "{told}");
}

#[test]
fn files_name_cards_of_one_another() {
    let user = VASSAL.to_owned()
        + "skills = [\"Win: Summon two Geese.\", \"While you control a Vey Vassal: This Vassal has +1 power.\"]";
    let maker = "[[card]]\nkind = \"Token\"\nname = \"Goose\"\nplural = \"Geese\"\nclass = \"Mob\"\n[[card]]\n\
                 kind = \"Vassal\"\nname = \"Bo\"\nworld = \"Vey\"\nclass = \"Mob\"\n";
    let files = Sources::of(vec![source(&format!("[[card]]\n{user}")), source(maker)]);
    let reading = read(&files);
    assert!(reading.errors.iter().all(engine::Faults::is_empty), "{:?}", reading.errors);
    assert_eq!(reading.pool.vassals[1].kind, Kind::Vassal { world: Some(World(0)), class: Class::Mob });
    let alone = read(&Sources::of(vec![files.0[0].clone()])).errors[0].to_string();
    assert_eq!(alone.matches("E8: ").count(), 2, "{alone}");
}

#[test]
fn a_name_belongs_to_one_card_of_a_kind() {
    let other = VASSAL.replace("Scout", "Mob");
    let twice = read(&Sources::of(vec![
        source(&format!("[[card]]\n{VASSAL}")),
        source(&format!("[[card]]\n{other}")),
    ]));
    assert!(twice.errors[0].is_empty());
    assert!(twice.errors[1].to_string().contains("there are two cards `Ada`"), "{}", twice.errors[1]);
    // A Status may be called as a Vassal is: what stands around the name tells which is meant.
    let status =
        "[[card]]\nkind = \"Status\"\nname = \"Ada\"\nskills = [\"Win: Clear Ada from this Vassal.\"]\n";
    let user = VASSAL.replace("Ada", "Bo") + "skills = [\"Win: Apply Ada to a friendly Ada.\"]";
    let both = format!("[[card]]\n{VASSAL}{status}[[card]]\n{user}");
    let reading = read(&Sources::of(vec![source(&both)]));
    assert!(reading.errors[0].is_empty(), "{}", reading.errors[0]);
}

#[test]
fn all_faults_are_told_at_once() {
    let skills =
        "skills = [\"Win: Heal it.\", \"Riposte Combo: Gian 1 Boost.\", \"Chain 31: Negate that Chain.\"]";
    let told = told(&(VASSAL.to_owned() + skills));
    for code in ["E7", "E-PARSE", "E11", "E4"] {
        assert!(told.contains(&format!("{code}: ")), "{code} is missing in {told}");
    }
}

#[test]
fn the_desk_checks_formats_and_explains() {
    let shipped = CardDesk.shipped();
    for report in CardDesk.check(&shipped) {
        assert_eq!(report.findings, []);
        assert!(report.cards.len() > 5);
    }
    let own = source(&format!(
        "[[card]]\n{VASSAL}skills = [\n  \"win: heal a friendly injured vassal.\", # kept\n  'Reinforce 1: This Vassal gains 1 power.',\n  \"Win: Gian 1 Boost.\",\n]\n"
    ));
    let report = &CardDesk.check(&Sources::of(vec![own.clone()]))[0];
    let codes: Vec<(Severity, &str)> =
        report.findings.iter().map(|finding| (finding.severity, finding.code.as_str())).collect();
    assert_eq!(codes, [(Severity::Error, "E17"), (Severity::Error, "E-PARSE"), (Severity::Warning, "W2")]);
    assert!(report.findings.iter().all(|finding| finding.card.as_deref() == Some("ada")));

    let edits = CardDesk.format(&Sources::of(vec![own.clone()]), 0).unwrap();
    let formatted = source(&Edit::all(&edits, &own.text));
    assert!(
        formatted.text.contains("  \"Win: Heal an injured friendly Vassal.\", # kept\n"),
        "{}",
        formatted.text
    );
    assert_eq!(CardDesk.format(&Sources::of(vec![formatted.clone()]), 0), Ok(Vec::new()));

    for (nth, file) in shipped.0.iter().enumerate() {
        assert_eq!(CardDesk.format(&shipped, nth), Ok(Vec::new()), "{}", file.name);
    }
    let explained = CardDesk.explain(&shipped, 0, "vexa-coalhand").unwrap();
    assert_eq!(explained.printed.facts[0], ("World", "Sootspire".to_owned()));
    assert_eq!(explained.abilities.len(), 2);
    assert_eq!(explained.abilities[0].points[2], ("price", "2 Boosts.".to_owned()));
    assert_eq!(CardDesk.explain(&shipped, 0, "nobody"), None);
}

/// From the name to the game info; the word for what it is stands between World and Class.
#[testkit::rules("WU-1.3.2", "WU-2.0.1", "WU-2.1.2", "WU-2.2.2.1", "WU-2.2.2.2", "WU-R150")]
#[test]
fn a_card_is_told_part_by_part() {
    let parts = "flavor = \"\"\"Off\n  to work.\"\"\"\ninfo = \"1/40\"\nart = \"A smith.\"\n\
                 skills = [\"Win: Gain 1 Boost.\"]\n";
    let others = "[[card]]\nkind = \"Vassal\"\nname = \"Bob\"\nworld = \"Sootspire\"\nclass = \"Saboteur\"\n\
                  [[card]]\nkind = \"Token\"\nname = \"Imp\"\nclass = \"Mob\"\n\
                  [[card]]\nkind = \"Status\"\nname = \"Mist\"\nskills = [\"Passive: This Vassal has +1 power.\"]\n\
                  [[card]]\nkind = \"Resource\"\nname = \"Coin\"\n";
    let files = Sources::of(vec![source(&format!("[[card]]\n{VASSAL}{parts}{others}"))]);
    let told = |id| CardDesk.explain(&files, 0, id).unwrap();
    let facts = |id| told(id).printed.facts.into_iter().map(|(name, words)| format!("{name}: {words}"));
    let line = |id| facts(id).collect::<Vec<_>>().join("; ");
    let ada = told("ada");
    assert_eq!((ada.name.as_str(), ada.abilities.len()), ("Ada", 1));
    assert_eq!(
        line("ada"),
        "art: A smith.; World: none, a Wanderer; kind: Vassal; Class: Scout; role: Challenger, resources; info: 1/40"
    );
    assert_eq!(ada.printed.quoted_flavor().as_deref(), Some("\"Off to work.\""));
    assert_eq!(line("bob"), "World: Sootspire; kind: Vassal; Class: Saboteur; role: reinforcer, disruption");
    assert_eq!(
        line("imp"),
        "World: that of what summons it; kind: token Vassal; Class: Mob; role: common folk"
    );
    assert_eq!((line("mist"), line("coin")), ("kind: Status".to_owned(), "kind: Resource".to_owned()));
}

/// Cards of one file name those of another, and two kinds may share a name.
#[test]
fn the_desk_looks_at_files_together() {
    let mut maker = source(&format!("[[card]]\n{VASSAL}skills = [\"win: summon an ada.\"]\n"));
    let mut made = source("[[card]]\nkind = \"Token\"\nname = \"Ada\"\nclass = \"Mob\"\n");
    (maker.name, made.name) = ("maker.toml".to_owned(), "made.toml".to_owned());
    maker.text = maker.text.replace("an ada", "an Ada");
    let mut files = Sources::of(vec![maker.clone(), made]);
    let edits = CardDesk.format(&files, 0).unwrap();
    files.0[0].text = Edit::all(&edits, &maker.text);
    assert!(files.0[0].text.contains("\"Win: Summon an Ada.\""), "{}", files.0[0].text);

    let reports = CardDesk.check(&files);
    let ids: Vec<&str> =
        reports.iter().flat_map(|report| &report.cards).map(|card| card.id.as_str()).collect();
    assert_eq!(ids, ["ada", "ada-token"]);
    assert!(reports.iter().all(|report| report.findings.is_empty()), "{reports:#?}");
    let (maker, made) =
        (CardDesk.explain(&files, 0, ids[0]).unwrap(), CardDesk.explain(&files, 1, ids[1]).unwrap());
    assert_eq!((maker.abilities.len(), made.abilities.len()), (1, 0));
    assert_eq!(made.printed.facts[1], ("kind", "token Vassal".to_owned()));
}

#[test]
fn the_desk_looks_into_decks_pools_and_formats() {
    let text = format!(
        "[[card]]\n{VASSAL}[[deck]]\nid = \"one\"\nformat = \"brawl\"\ncards = [\"Ada\", \"Ade\"]\n\
         [[pool]]\nid = \"two\"\ncards = [\"Ada\"]\n[[format]]\nid = \"brawl\"\nbouts = 10\n"
    );
    let report = &CardDesk.check(&Sources::of(vec![source(&text)]))[0];
    assert_eq!(report.cards.len(), 1);
    let told: Vec<String> = report.findings.iter().map(|finding| finding.fault.to_string()).collect();
    for wanted in [
        "own.toml:9:18: E-FILE: there is no card `Ade` (`one`); did you mean `ada`?",
        "own.toml:11:7: E-FILE: 1 cards where a pool has 25 (`two`); add or take away cards",
        "own.toml:15:9: E-FILE: `bouts` is not from 1 to 9 (`brawl`)",
    ] {
        assert!(told.iter().any(|told| told.starts_with(wanted)), "`{wanted}` is missing in {told:#?}");
    }
    assert!(!told.iter().any(|told| told.contains("no format")), "the file has it: {told:#?}");
    assert!(report.findings.iter().all(|finding| finding.card.is_none()), "the card is sound");
    // The shipped files are sound, wherever they lie.
    for mut file in worlds_unchained::setup::shipped_sources().0 {
        file.name = "elsewhere.toml".to_owned();
        assert_eq!(CardDesk.check(&Sources::of(vec![file]))[0].findings, []);
    }
}
