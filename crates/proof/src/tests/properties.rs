use super::*;
use crate::scenario;

const MANIFEST: &str = "id = \"mine\"\nshort = \"mine\"\nversion = \"1\"\napi = 2\n\
    name = { en = \"Mine\", fr = \"La mienne\" }\nneeds = [\"base\"]\n\
    [[hook]]\non = \"on.placed\"\ncall = \"placed\"\n\
    [[hook]]\non = \"scoring.bonus\"\ncall = \"bonus\"\n\
    [[hook]]\non = \"on.turn\"\ncall = \"turn\"\n";
const RULES: &str = "# Mine\n\n### mine.rule\n\nA rule.\n\n*Une règle.*\n\nSource: house rule\n";

fn library(script: &str) -> Library {
    library_of(MANIFEST, script)
}

fn library_of(manifest: &str, script: &str) -> Library {
    let mut files: Vec<(String, String)> = bastide_content::library::EMBEDDED
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    for (file, text) in [("expansion.toml", manifest), ("init.lua", script), ("rules.md", RULES)] {
        files.push((format!("expansions/mine/{file}"), text.to_owned()));
    }
    Library::in_memory(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}

const REST: &str =
    "function m.bonus(game, claim, score)\nend\nfunction m.turn(game, event, out)\nend\n";

fn proved(script: &str) -> (Library, Proof) {
    let library = library(&format!("local m = ...\n{script}\n{REST}"));
    let proof = prove("mine", &library, 8, 0, &|| ()).unwrap_or_else(|f| panic!("{f:?}"));
    (library, proof)
}

#[test]
fn a_sound_expansion_passes_and_its_functions_are_counted() {
    let (_, proof) =
        proved("function m.placed(game, event, out)\n  out:note(game.turn, \"mine.rule\")\nend");
    assert_eq!(proof.found, None);
    let times = |function: &str| proof.entered[&("mine".to_owned(), function.to_owned())];
    assert!(times("placed") > 8 * 60 && times("bonus") > 8, "{:?}", proof.entered);
    assert_eq!(times("turn"), 0, "nothing gives an extra turn");
}

#[test]
fn a_failing_game_is_shrunk_to_one_that_can_be_run_again() {
    let (library, proof) = proved(
        "function m.placed(game, event, out)\n  local city = game:features({ kind = \"city\", complete = true })[1]\n  \
         if city and city.tiles > 2 then error(\"a city of \" .. city.tiles) end\nend",
    );
    let found = proof.found.expect("cities are completed");
    assert_eq!(found.fault.code, "L0201", "{:?}", found.fault);
    assert_eq!(found.fault.file, "expansions/mine/init.lua");
    let text = found.scenario.expect("is saved");
    let scenarios =
        scenario::read("mine", "found.toml", &text).unwrap_or_else(|f| panic!("{f:?}\n{text}"));
    let lines = scenarios[0].game.as_ref().expect("is a game").len();
    assert!(lines < found.actions, "{lines} of {}", found.actions);
    // The start tile and two more close no city of three; each is drawn and placed, and little else is left.
    assert!((4..=16).contains(&lines), "{text}");
    let faults = scenario::run(&scenarios[0], &library).expect_err("is the same game");
    assert_eq!((&faults[0].code, &faults[0].span), (&found.fault.code, &found.fault.span));
    let sound =
        self::library(&format!("local m = ...\nfunction m.placed(game, event, out)\nend\n{REST}"));
    assert_eq!(scenario::run(&scenarios[0], &sound), Ok(()), "the rule is mended");
}

#[test]
fn what_a_script_keeps_to_itself_is_found() {
    let (library, proof) = proved(
        "local n = 0\nfunction m.placed(game, event, out)\n  n = n + 1\n  \
         if n % 7 == 0 then out:pay(game.turn, n % 5, \"mine.rule\") end\nend",
    );
    let found = proof.found.expect("another engine counts from the start");
    assert_eq!(found.fault.code, "P0008", "{:?}", found.fault);
    let text = found.scenario.expect("is saved");
    let scenarios = scenario::read("mine", "found.toml", &text).expect("is read");
    let faults = scenario::run(&scenarios[0], &library).expect_err("is the same game");
    assert_eq!(faults[0].code, found.fault.code);
    assert_eq!(faults[0].file, "found.toml", "told at the last action");
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let script = "local m = ...\nfunction m.placed(game, event, out)\n  if game.deck_size == 40 then error(\"no\") end\nend\n";
    let library = library(&format!("{script}{REST}"));
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| prove("mine", &library, 5, 2, &|| ()).expect("is set up"))
    };
    let one = on(1);
    assert!(one.found.is_some());
    assert_eq!(one, on(3));
}

#[test]
fn a_game_without_end_is_the_last() {
    let manifest = "id = \"mine\"\nshort = \"mine\"\nversion = \"1\"\napi = 2\n\
        name = { en = \"Mine\", fr = \"La mienne\" }\nneeds = [\"base\"]\n\
        [step.again]\nverbs = [\"more\"]\n[verb.more]\nrule = \"mine.rule\"\n\
        [[hook]]\non = \"at.turn_start\"\ncall = \"turn\"\n";
    let script = "local m = ...\nfunction m.turn(game, slot, out)\n  out:push(\"again\", game.turn)\n  \
        out:skip(\"draw\", \"mine.rule\")\nend\nreturn m\n";
    let library = library_of(manifest, script);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| prove("mine", &library, 8, 0, &|| ()).expect("is set up"))
    };
    let proof = on(1);
    let found = proof.found.as_ref().expect("no game ends");
    assert_eq!((found.game, &*found.fault.code, &found.scenario), (0, "P0002", &None));
    let turns = proof.entered[&("mine".to_owned(), "turn".to_owned())];
    // Trials begin turns too; a second game would double them.
    assert!((turns as usize) < 2 * found.actions, "{turns} turns in {} actions", found.actions);
    assert_eq!(proof, on(3));
}

#[test]
fn a_found_game_never_takes_the_place_of_a_file() {
    let dir = std::env::temp_dir().join(format!("bastide-found-{}", std::process::id()));
    let name = |text: &str| {
        let path = save(&dir, text).expect("is written");
        path.file_name().map(|name| name.to_string_lossy().into_owned()).expect("a file")
    };
    let names = [name("a"), name("b"), name("a"), name("c")];
    let kept = std::fs::read_to_string(dir.join("found-1.toml"));
    let _ = std::fs::remove_dir_all(&dir);
    assert_eq!(names, ["found-1.toml", "found-2.toml", "found-1.toml", "found-3.toml"]);
    assert_eq!(kept.expect("is there"), "a");
}
