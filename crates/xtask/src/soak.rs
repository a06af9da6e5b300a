//! The jobs of `cargo xtask soak`, the long tier.

use crate::Failure;
use crate::args::Parsed;
use crate::jobs::{self, Done, Job, Outcome};
use crate::tools;
use crate::workspace::{Workspace, emptied, metadata_of, run, watch};
use serde_json::Value;

const JOBS: &[Job] = &[
    Job { name: "kit", proves: "the soak_ tests pass on many seeds, optimised", run: kit },
    Job {
        name: "monsters",
        proves: "100,000 hostile texts are each answered within 1 s and 200 MB, optimised",
        run: monsters,
    },
    Job { name: "fuzz", proves: "no fuzz target finds a crash in its time", run: fuzz },
    Job {
        name: "mutants",
        proves: "tells how many broken versions of the rules the tests notice",
        run: mutants,
    },
    Job { name: "bench", proves: "tells decisions and games per second of every game", run: bench },
];

pub fn command(parsed: &Parsed) -> Result<u8, Failure> {
    jobs::command("soak", JOBS, &parsed.words, parsed)
}

fn kit(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let mut tests = workspace.cargo([
        "test",
        "--profile",
        "soak",
        "--workspace",
        "--locked",
        "--no-fail-fast",
        "--tests",
        "--",
    ]);
    tests.args(["--include-ignored", "soak_"]).env_remove("AGON_BLESS");
    run(&mut tests)?;
    Ok(Outcome::Ok)
}

/// `AGON_SEED` chooses other monsters, `AGON_MONSTERS` how many; the test tells how far it is.
fn monsters(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let mut tests = workspace.cargo([
        "test",
        "--profile",
        "soak",
        "--locked",
        "--package",
        "cli",
        "--test",
        "monsters",
        "--",
    ]);
    tests.args(["--ignored", "--nocapture", "masses_of_monsters"]);
    run(&mut tests)?;
    Ok(Outcome::Ok)
}

fn fuzz(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let manifest = workspace.root.join("fuzz").join("Cargo.toml");
    if !manifest.is_file() {
        return Ok(Outcome::Skipped("there is no fuzz/Cargo.toml".to_owned()));
    }
    let seconds = std::env::var("AGON_FUZZ_SECONDS").unwrap_or_else(|_| "300".to_owned());
    if seconds.parse::<u32>().is_err() {
        return Err(format!("AGON_FUZZ_SECONDS is `{seconds}`; give whole seconds"));
    }
    let mut cargo = workspace.cargo(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]);
    let targets = fuzz_targets(&metadata_of(cargo.arg(manifest))?);
    if targets.is_empty() {
        return Err("fuzz/Cargo.toml has no [[bin]]; add one for each fuzz target".to_owned());
    }
    tools::ensure(workspace, &tools::FUZZ)?;
    let mut figures = Vec::new();
    let mut crashed = Vec::new();
    for target in targets {
        let mut executions = None;
        let mut fuzz = workspace.cargo(["fuzz", "run", &target]);
        // What is found is kept in the first folder; the others are where it begins.
        let corpus = workspace.root.join("fuzz").join("corpus").join(&target);
        std::fs::create_dir_all(&corpus)
            .map_err(|error| format!("cannot make {}: {error}", corpus.display()))?;
        fuzz.arg(corpus).arg(workspace.root.join("fuzz").join("seeds").join(&target)).arg("--");
        fuzz.arg(format!("-max_total_time={seconds}")).args([
            "-runs=10000000",
            "-print_final_stats=1",
            "-timeout=10",
            "-max_len=20000",
        ]);
        // cargo-fuzz passes flags that only a nightly compiler takes without this.
        fuzz.env("RUSTC_BOOTSTRAP", "1");
        let code = watch(&mut fuzz, |line| executions = executions_in(line).or(executions))?;
        match executions {
            Some(executions) => println!("fuzz: {target}: {executions} executions"),
            None => println!("fuzz: {target}: did not run"),
        }
        figures.push(format!("{target} {}", executions.unwrap_or(0)));
        if code != 0 || executions.is_none() {
            crashed.push(target);
        }
    }
    if crashed.is_empty() {
        Ok(Outcome::Told(format!("executions: {}", figures.join(", "))))
    } else {
        Err(format!("{} failed; the inputs are in fuzz/artifacts", crashed.join(", ")))
    }
}

/// The binaries that the manifest of the fuzz crate names.
fn fuzz_targets(metadata: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let targets = list(&metadata["packages"]).into_iter().flat_map(|package| list(&package["targets"]));
    targets
        .filter(|target| list(&target["kind"]).iter().any(|kind| kind == "bin"))
        .filter_map(|target| target["name"].as_str().map(str::to_owned))
        .collect()
}

/// The number in the fuzzer's closing statistics.
fn executions_in(line: &str) -> Option<u64> {
    line.trim().strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok()
}

/// What is broken on purpose, and the tests that should notice.
struct Mutated {
    name: &'static str,
    packages: &'static [&'static str],
    /// Only these files; all of the packages if there are none.
    files: &'static [&'static str],
    test_packages: &'static str,
    /// For `cargo test`: the quick ones of the tests, since they run once for each mutant.
    tests: &'static [&'static str],
}

const MUTATED: &[Mutated] = &[
    Mutated {
        name: "engine and classics",
        packages: &["classics", "engine"],
        files: &[],
        test_packages: "classics,engine,testkit",
        tests: &[],
    },
    Mutated {
        name: "champions-combat",
        packages: &["champions-combat"],
        files: &["rounds", "turns", "walks", "attacks", "reactions", "moves", "phases", "chance", "state"],
        test_packages: "champions-combat",
        tests: &["--lib", "--test", "lock_step", "--test", "files"],
    },
    Mutated {
        name: "time-rift",
        packages: &["time-rift"],
        files: &[
            "attacks", "chance", "chests", "decks", "effects", "ending", "flow", "losses", "moves", "scene",
            "state", "turns", "windows",
        ],
        test_packages: "time-rift",
        tests: &["--lib", "--test", "lock_step", "--test", "files", "--test", "matches"],
    },
    Mutated {
        name: "worlds-unchained",
        packages: &["worlds-unchained"],
        files: &[
            "by_seat",
            "chance",
            "combat",
            "deeds",
            "decks",
            "effects",
            "effects/choosing",
            "effects/instead",
            "effects/planning",
            "effects/reading",
            "ending",
            "few",
            "flow",
            "negate",
            "prep",
            "rounds",
            "scene",
            "scene/asking",
            "scene/hearing",
            "scene/standing",
            "seldom",
            "settle",
            "stacks",
            "state",
            "state/pending",
            "state/table",
            "tidy",
            "zones",
        ],
        test_packages: "worlds-unchained",
        tests: &["--lib", "--test", "lock_step", "--test", "files", "--test", "setups"],
    },
];

/// `AGON_MUTANTS` chooses one of the sets by name, `AGON_SHARD=3/40` every fortieth mutant of it.
fn mutants(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    tools::ensure(workspace, &tools::MUTANTS)?;
    let chosen = std::env::var("AGON_MUTANTS").ok();
    let sets: Vec<&Mutated> =
        MUTATED.iter().filter(|set| chosen.as_deref().is_none_or(|name| name == set.name)).collect();
    if sets.is_empty() {
        let names: Vec<&str> = MUTATED.iter().map(|set| set.name).collect();
        return Err(format!("AGON_MUTANTS names no set; they are {}", names.join(", ")));
    }
    let told: Result<Vec<String>, String> = sets.iter().map(|set| mutate(workspace, set)).collect();
    Ok(Outcome::Told(told?.join("; ")))
}

fn mutate(workspace: &Workspace, set: &Mutated) -> Result<String, String> {
    let folder = workspace.target.join("mutants").join(set.packages[0]);
    emptied(&folder)?;
    let mut mutants = workspace.cargo(["mutants", "-j", "1"]);
    for package in set.packages {
        mutants.args(["--package", package]);
    }
    for file in set.files {
        mutants.arg("--file").arg(format!("crates/{}/src/{file}.rs", set.packages[0]));
    }
    mutants.args(["--test-package", set.test_packages, "--minimum-test-timeout", "30"]);
    mutants.args(["--timeout-multiplier", "3", "--build-timeout", "600", "--no-shuffle", "--output"]);
    mutants.arg(&folder);
    if let Ok(shard) = std::env::var("AGON_SHARD") {
        mutants.args(["--shard", &shard, "--sharding", "round-robin"]);
    }
    if !set.tests.is_empty() {
        mutants.arg("--").args(set.tests);
    }
    // The mutants are built in a copy of the tree, which needs a target folder of its own.
    mutants.env_remove("CARGO_TARGET_DIR");
    let code = watch(&mut mutants, |_| {})?;
    // 2: some were missed; 3: some ran out of time. Both are results.
    if !matches!(code, 0 | 2 | 3) {
        return Err(format!("cargo-mutants could not do its work (exit code {code}); see above"));
    }
    let file = folder.join("mutants.out").join("outcomes.json");
    let text = std::fs::read_to_string(&file)
        .map_err(|error| format!("cannot read {}: {error}; see above", file.display()))?;
    Ok(format!("{}: {}", set.name, mutants_summary(&text)?))
}

/// What became of the mutants. One that ran out of time was noticed.
fn mutants_summary(outcomes: &str) -> Result<String, String> {
    let outcomes: Value =
        serde_json::from_str(outcomes).map_err(|error| format!("outcomes of cargo-mutants: {error}"))?;
    let count = |key: &str| {
        outcomes[key]
            .as_u64()
            .ok_or_else(|| format!("outcomes of cargo-mutants lack `{key}`; was it updated?"))
    };
    let (caught, missed) = (count("caught")?, count("missed")?);
    let (timeout, unviable) = (count("timeout")?, count("unviable")?);
    let viable = caught + timeout + missed;
    let share = if viable == 0 { 0.0 } else { 100.0 * (caught + timeout) as f64 / viable as f64 };
    Ok(format!(
        "caught {caught}, out of time {timeout}, missed {missed}, unviable {unviable}: {share:.1} % of the viable noticed"
    ))
}

fn bench(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let agon = workspace.build_agon()?;
    run(&mut agon.command(["bench", "--seconds", "3"]))?;
    Ok(Outcome::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fuzz_targets_are_the_binaries_of_the_manifest() {
        let metadata = json!({"packages": [{"targets": [
            {"name": "notation", "kind": ["bin"]},
            {"name": "agon-fuzz", "kind": ["lib"]},
            {"name": "record", "kind": ["bin"]},
        ]}]});
        assert_eq!(fuzz_targets(&metadata), ["notation", "record"]);
        assert!(fuzz_targets(&json!({})).is_empty());
    }

    #[test]
    fn executions_are_read_from_the_closing_statistics() {
        assert_eq!(executions_in("stat::number_of_executed_units: 10000000"), Some(10_000_000));
        assert_eq!(executions_in("#512 pulse cov: 3"), None);
    }

    #[test]
    fn the_share_of_mutants_leaves_out_the_unviable() {
        let outcomes =
            r#"{"outcomes": [], "total_mutants": 12, "caught": 6, "missed": 2, "timeout": 0, "unviable": 4}"#;
        let summary = "caught 6, out of time 0, missed 2, unviable 4: 75.0 % of the viable noticed";
        assert_eq!(mutants_summary(outcomes).as_deref(), Ok(summary));
        assert!(mutants_summary("{}").expect_err("empty").contains("lack `caught`"));
    }
}
