//! Setups as text: every fault is reported, and what is accepted writes back.

use engine::{OptionSpec, Settings, Values};
use proptest::prelude::*;

const OPTIONS: &[OptionSpec] = &[
    OptionSpec { key: "players", values: Values::Whole(2, 4), default: "2", help: "how many" },
    OptionSpec {
        key: "order",
        values: Values::OneOf(&["random", "fixed"]),
        default: "random",
        help: "which order",
    },
    OptionSpec { key: "misere", values: Values::YesNo, default: "no", help: "reversed" },
    OptionSpec { key: "note", values: Values::Text, default: "", help: "anything" },
];

#[test]
fn all_faults_at_once() {
    let settings = Settings::parse("players=9 ordr=random misere=maybe note=x").unwrap();
    let (_, faults) = settings.check(OPTIONS);
    let report = faults.to_string();
    assert_eq!(
        report,
        "option `players`: `9` does not fit; give a whole number from 2 to 4\n\
         option `ordr`: there is no such option; did you mean `order`?\n\
         option `misere`: `maybe` does not fit; give yes or no"
    );
    let report = Settings::parse("players players=2 =3 players=3 note=\"open").unwrap_err().to_string();
    assert_eq!(report.lines().count(), 4, "{report}");
}

#[test]
fn defaults_and_given_values() {
    let settings = Settings::parse("players=3 order=fixed").unwrap();
    let (checked, faults) = settings.check(OPTIONS);
    assert!(faults.is_empty());
    assert_eq!(
        (checked.whole("players"), checked.choice("order"), checked.yes("misere"), checked.text("note")),
        (3, 1, false, "")
    );
    // A value that was already reported does not stop the game from looking for more faults.
    let wrong = Settings::parse("players=77").unwrap();
    assert_eq!(wrong.check(OPTIONS).0.whole("players"), 2);
}

/// A yes-or-no option is understood in either pair of words, and stays as it was given.
#[test]
fn true_is_yes_and_false_is_no() {
    for (given, yes) in [("yes", true), ("true", true), ("no", false), ("false", false)] {
        let settings = Settings::parse(&format!("misere={given}")).unwrap();
        let (checked, faults) = settings.check(OPTIONS);
        assert_eq!((checked.yes("misere"), faults.to_string().as_str()), (yes, ""), "{given}");
        assert_eq!(settings.to_string(), format!("misere={given}"));
    }
    for wrong in ["", "True", "1", "ja"] {
        let settings = Settings::parse(&format!("misere={wrong}")).unwrap();
        let (checked, faults) = settings.check(OPTIONS);
        assert_eq!(faults.to_string(), format!("option `misere`: `{wrong}` does not fit; give yes or no"));
        assert!(!checked.yes("misere"), "what holds when it is not given");
    }
}

proptest! {
    #[test]
    fn what_is_accepted_writes_back(text in "[ -~é\\n]{0,60}") {
        if let Ok(settings) = Settings::parse(&text) {
            let again = Settings::parse(&settings.to_string());
            prop_assert_eq!(again, Ok(settings));
        }
    }
}

/// Whatever a setup holds is refused with its bound; see `engine::bounds`.
#[test]
fn setups_are_bounded() {
    let told = |text: &str| Settings::lenient(text).check(OPTIONS).1.to_string();
    let large = "the setup has 60001 bytes; at most 60000 are read";
    assert_eq!(told(&"x".repeat(60_001)), large);
    let many: Vec<String> = (0..200).map(|nth| format!("key{nth}=1")).collect();
    let faults = Settings::lenient(&many.join(" ")).check(OPTIONS).1;
    assert_eq!(faults.0[0].to_string(), "the setup has too many options; at most 100 are read");
    assert_eq!(faults.count(), 102, "an unknown option each beside");
    let mut set = Settings::none();
    set.set("name", "x".repeat(60_001));
    assert!(set.check(OPTIONS).1.to_string().contains("the value has 60001 bytes; at most 60000 are read"));
    let hidden = Settings::lenient("name=a\u{202e}b").check(OPTIONS).1.to_string();
    assert_eq!(hidden, "option `name`: the value holds the hidden character U+202E; leave it out");
}
