//! Manifests: every fault with its place, conditions, option values.

use bastide_core::decl;
use bastide_text::line_col;

use super::*;
use crate::library::Library;

/// The head of a sound manifest: six lines.
pub(super) const HEAD: &str = "id = \"a\"\nshort = \"a\"\nversion = \"1.0.0\"\napi = 2\nname = { en = \"A\", fr = \"A\" }\nnative = true\n";

/// Reads a manifest in a folder `a`, with more files.
pub(super) fn read(text: &str, more: &[(&str, &str)]) -> (Option<Manifest>, Vec<Fault>) {
    let mut files = vec![("expansions/a/expansion.toml", text)];
    files.extend(more);
    Manifest::read(Library::in_memory(files).folder("a").unwrap())
}

/// Code, line and column of every fault of a manifest.
fn faults_of(text: &str, more: &[(&str, &str)]) -> Vec<(String, usize, usize)> {
    let (_, faults) = read(text, more);
    let place = |fault: &Fault| {
        let (line, column) = line_col(text, fault.span.as_ref().map_or(0, |span| span.start));
        (fault.code.clone(), line, column)
    };
    for fault in &faults {
        assert!(!fault.what.fr.is_empty() && fault.what.en != fault.what.fr, "{fault}");
    }
    faults.iter().map(place).collect()
}

/// The one fault of lines that follow a sound head; lines count from 1 after it.
#[track_caller]
pub(super) fn one(lines: &str, code: &str, line: usize, column: usize) {
    let faults = faults_of(&format!("{HEAD}{lines}"), &[]);
    assert_eq!(faults, [(code.to_owned(), line + 6, column)], "{lines}");
}

pub(super) fn good(lines: &str) -> Manifest {
    let (manifest, faults) = read(&format!("{HEAD}{lines}"), &[]);
    assert_eq!(faults, []);
    manifest.unwrap()
}

pub(super) fn chosen(options: &[(&str, Value)]) -> Choices {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    Choices { options: options.collect(), ..Choices::default() }
}

fn text(word: &str) -> Value {
    Value::Text(word.to_owned())
}

#[test]
fn a_head_is_enough() {
    let manifest = good("");
    assert_eq!(
        (manifest.id.as_str(), manifest.native, manifest.status),
        ("a", true, Status::Complete)
    );
}

#[test]
fn faults_of_toml_unknown_keys_types_and_gaps() {
    one("a 1\n", "M0001", 1, 3);
    one("[figure.x]\nsupply = 1\nwieght = 1\n", "M0005", 3, 1);
    one("needz = []\n", "M0005", 1, 1);
    one("needs = 4\n", "M0006", 1, 9);
    one("[figure.x]\nsupply = 1\nweight = 101\n", "M0007", 3, 10);
    one("[figure.x]\nclass = \"a\"\n", "M0008", 1, 1);
    let (_, faults) = read(&format!("{HEAD}[figure.x]\nsupply = 1\nwieght = 1\n"), &[]);
    assert!(faults[0].help.as_ref().unwrap().en.contains("did you mean `weight`?"));
}

#[test]
fn faults_of_the_head() {
    assert_eq!(faults_of(&HEAD.replace("id = \"a\"", "id = \"b\""), &[]), [("M0101".into(), 1, 6)]);
    one("needs = [\"Base\"]\n", "M0102", 1, 10);
    for (api, way) in [("1", "api = 2"), ("3", "update the engine")] {
        // Nothing else of it is checked, because another api may allow it.
        let text = HEAD.replace("api = 2", &format!("api = {api}")) + "[figure.x]\nwieght = 1\n";
        assert_eq!(faults_of(&text, &[]), [("M0103".into(), 4, 7)]);
        assert!(read(&text, &[]).1[0].help.as_ref().unwrap().en.contains(way), "{way}");
    }
    assert_eq!(faults_of(HEAD, &[("expansions/a/init.lua", "")]), [("M0104".into(), 6, 1)]);
    let scripted = HEAD.replace("native = true\n", "");
    assert_eq!(
        faults_of(&format!("{scripted}[[hook]]\non = \"on.placed\"\n"), &[]),
        [("M0115".into(), 6, 3)]
    );
    assert_eq!(faults_of(&HEAD.replace("1.0.0", "one"), &[]), [("M0119".into(), 3, 11)]);
    assert_eq!(faults_of(&HEAD.replace(", fr = \"A\"", ""), &[]), [("M0123".into(), 5, 1)]);
    let empty = Library::in_memory([("expansions/a/rules.md", "")]);
    assert_eq!(Manifest::read(empty.folder("a").unwrap()).1[0].code, "M0120");
}

#[test]
fn faults_of_options() {
    one("[figure.x]\nsupply = { option = \"n\" }\n", "M0105", 2, 21);
    one("[final.x]\nrule = \"a.x\"\ncall = \"x\"\nwhen = { option.off = true }\n", "M0105", 4, 17);
    let switch = "[option.on]\ndefault = true\n";
    one(&format!("{switch}[group.x]\nwhen = {{ option.on = 1 }}\n"), "M0106", 4, 22);
    one(&format!("{switch}[group.x]\nwhen = {{ on = true }}\n"), "K0002", 4, 10);
    one("[group.x]\nwhen = { base.farmers = \"off\" }\n", "K0002", 2, 10);
    one("[option.on]\nvalues = [\"a\"]\ndefault = \"b\"\n", "M0106", 3, 11);
    one(
        &format!(
            "{switch}[figure.x]\nsupply = {{ option = \"on\", of = {{ maybe = 1 }}, else = 1 }}\n"
        ),
        "M0106",
        4,
        34,
    );
    one(
        "[option.n]\nrange = [0, 200]\ndefault = 1\n[figure.x]\nsupply = 1\nweight = { option = \"n\" }\n",
        "M0107",
        6,
        10,
    );
    one("[option.n]\nrange = [2, 1]\ndefault = 1\n", "M0108", 1, 9);
    one("[option.n]\nrange = 2\ndefault = 1\n", "M0108", 1, 9);
    one("[option.n]\nrange = [1, 2]\nvalues = [\"a\"]\ndefault = 1\n", "M0108", 1, 9);
    one("[option.path]\ndefault = true\n", "M0109", 1, 9);
    one("[profile.x]\nn = 1\n", "M0105", 2, 1);
    let nth = "[jcz.verbs.x]\nmessage = \"A\"\nnth = { key = \"n\", zone = \"row\" }\n";
    one(nth, "M0154", 3, 27);
    assert_eq!(read(&format!("{HEAD}{nth}[zone.row]\nper = \"game\"\n"), &[]).1, []);
}

#[test]
fn what_follows_from_a_fault_is_not_one_more() {
    // An option that could not be read is not unknown wherever it is named.
    let uses = "[tag.x]\non = \"tile\"\nwhen = { option.set = true }\n[players]\nmin = { option = \"set\" }\n";
    one(&format!("[option.set]\ndefault = true\n{uses}"), "M0109", 1, 9);
    one(&format!("[option.set2]\nvalues = []\n{}", uses.replace("set", "set2")), "M0108", 1, 9);
    let (_, faults) = read(&format!("{HEAD}[option.sets]\ndefault = true\n"), &[]);
    let help = faults[0].help.clone().unwrap();
    assert!(help.en.contains("`figures`") && help.fr.contains("`copies`"), "{help:?}");
    // What lacks only its quotes is shown with them.
    let (_, faults) = read(&format!("{HEAD}[jcz.rules.x]\ndefault = false\n"), &[]);
    let of = faults.iter().find(|fault| fault.code == "M0006").expect("it is told");
    assert_eq!(of.what.en, "`default` cannot be `false`");
    assert_eq!(of.help.as_ref().unwrap().en, "write a text in quotes: `\"false\"`");
    assert_eq!(of.help.as_ref().unwrap().fr, "écrivez un texte entre guillemets : `\"false\"`");
}

#[test]
fn a_verb_may_be_carried_out_by_what_hears_of_the_step() {
    let verb = "[verb.x]\nrule = \"a.x\"\n";
    let answer = "[[hook]]\non = \"answer.s\"\ncall = \"heard\"\n";
    for step in
        ["[step.s]\nverbs = [\"x\"]\n", "[step.s]\n[[hook]]\non = \"ask.s\"\ncall = \"a\"\n"]
    {
        good(&format!("{verb}{step}{answer}"));
        one(&format!("{verb}{step}"), "M0121", 1, 7);
    }
    one(&format!("{verb}[step.s]\n{answer}"), "M0121", 1, 7);
}

#[test]
fn a_kind_on_edges_says_which_edge_it_makes() {
    one("[feature.castle]\nlies = \"whole\"\n", "M0136", 2, 1);
    good("[feature.castle]\nlies = \"centre\"\n");
}

#[test]
fn faults_of_declarations() {
    one("[feature.x]\nlies = \"midle\"\n", "M0110", 2, 8);
    one("[[hook]]\non = \"on.plced\"\n", "M0111", 2, 6);
    one("[[hook]]\non = \"scoring.point\"\n", "M0111", 2, 6);
    one("[[hook]]\non = \"ask.x\"\n", "M0112", 2, 6);
    one("[[hook]]\non = \"deployment.veto\"\nstep = \"acton\"\n", "M0112", 3, 8);
    one("[[hook]]\non = \"do.x\"\n", "M0113", 2, 6);
    one("[step.x]\nverbs = [\"y\"]\n", "M0113", 2, 10);
    one("mute = [\"x\"]\n", "M0114", 1, 9);
    one("[figure.x]\nsupply = 1\n[neutral.x]\n", "M0116", 3, 10);
    one("[final.x]\nrule = \"a.x\"\n", "M0117", 1, 1);
    one("[[hook]]\non = \"on.placed\"\nstate = \"x\"\n", "K0002", 3, 1);
    one("[verb.x]\nrule = \"a.x\"\n", "M0121", 1, 7);
    one("[feature.x]\nreach = 5\n", "M0122", 2, 9);
    one("[feature.x]\nreach = [[1, 0], [0, 1], [1, 0]]\n", "M0122", 2, 26);
    one("[feature.x]\nreach = [[0, 0], [0, 1]]\n", "M0122", 2, 10);
    one("[tile-counts]\n\"base/D\" = 300\n", "M0007", 2, 12);
    let once = "[verb.x]\nrule = \"a.x\"\nonce = \"s\"\ndoes.step = \"y\"\n[step.y]\n";
    for state in ["", "per = \"figure\"", "per = \"player\"\nlist = 3"] {
        let lines = 4 + state.lines().count();
        one(&format!("[state.s]\n{state}\n{once}").replace("\n\n", "\n"), "M0170", lines, 8);
    }
    good(&format!("[state.s]\nper = \"player\"\n{once}"));
    let pattern = "[[deploy]]\nrule = \"a.x\"\nat = \"action\"\nonce = \"s\"\n";
    one(&format!("[state.s]\nper = \"tile\"\n{pattern}"), "M0170", 6, 8);
    one("[board]\nbounds = [1, 2]\n", "M0122", 2, 10);
    one("[board]\nbounds = [1, 2, 0, 3]\n", "M0122", 2, 10);
    one("[board]\nroom = [1, 2, 3]\n", "M0122", 2, 8);
    one("[deck]\nunplaceable = \"bakc\"\n", "M0110", 2, 15);
    one("[token.x]\nsupply = { two = 1 }\n", "M0122", 2, 12);
    let named = "[state.x]\nper = \"tile\"\nname = { en = \"x\", fr = \"x\" }\n";
    one(&format!("{named}labels.two = {{ en = \"two\", fr = \"deux\" }}\n"), "M0122", 4, 8);
    one("[state.x]\nlabels.2 = { en = \"two\", fr = \"deux\" }\n", "M0134", 2, 1);
    let twice = "[option.x]\ndefault = \"once\"\nvalues = [\"once\", \"twice\"]\n";
    one(&format!("{twice}labels.thrice = {{ en = \"3\", fr = \"3\" }}\n"), "M0106", 4, 8);
    one("[verb.x]\nrule = \"a.x\"\nat = []\ndoes.step = \"y\"\n[step.y]\n", "M0133", 3, 6);
    one(
        "[verb.x]\nrule = \"a.x\"\ntarget = \"segment\"\none-per-kind = true\ndoes.step = \"y\"\n[step.y]\n",
        "M0126",
        4,
        16,
    );
    one("[step.x]\nrounds = true\ntakes = [\"figure\"]\n", "M0161", 3, 10);
    let pushed = "[step.x]\ntakes = [\"figure\"]\n[[hook]]\non = \"at.draw\"\npush = \"x\"\n";
    one(pushed, "M0162", 5, 8);
    one("[feature.x]\n[[hook]]\non = \"reach.x\"\n", "M0111", 3, 6);
    one("log = [\"plced\"]\n", "M0125", 1, 8);
    one("[[hook]]\non = \"at.draw\"\npush = \"x\"\n", "M0112", 3, 8);
    one("[[hook]]\non = \"at.draw\"\npay = 1\n", "M0127", 3, 1);
    one("[[hook]]\non = \"at.draw\"\nrule = \"a.x\"\npay = 1\ncall = \"f\"\n", "M0127", 4, 1);
    one("[[hook]]\non = \"scoring.points\"\nrule = \"a.x\"\npay = 1\n", "M0127", 4, 1);
    one("[[hook]]\non = \"on.placed\"\nrule = \"a.x\"\npoints = { tile = 1 }\n", "M0127", 4, 1);
    one("[[hook]]\non = \"scoring.bonus\"\nrule = \"a.x\"\npay = 1\n", "M0127", 4, 1);
    let final_step = "[final.x]\nrule = \"a.x\"\n";
    one(&format!("{final_step}features = [\"field\"]\ncall = \"f\"\n"), "M0117", 1, 1);
    one(
        "[verb.v]\nrule = \"a.v\"\ntarget = \"segment\"\ndoes = { scores = true }\n[[hook]]\non = \"do.v\"\n",
        "M0126",
        4,
        19,
    );
    one(
        "[verb.v]\nrule = \"a.v\"\ntarget = \"tile\"\nmoves = \"n\"\ntrail = \"x\"\n",
        "M0118",
        5,
        9,
    );
    one(
        "[verb.v]\nrule = \"a.v\"\nrefusals = { ownr = \"a.o\" }\n[[hook]]\non = \"do.v\"\n",
        "K0011",
        3,
        14,
    );
    let tally = "[state.t]\nsees = \"nobody\"\n[verb.v]\nrule = \"a.v\"\nat = \"action\"\n";
    let hook = "[[hook]]\non = \"do.v\"\n";
    one(&format!("{tally}while = {{ state = {{ t = 1 }} }}\n{hook}"), "K0014", 6, 21);
    // What rules ask among themselves tells nobody.
    good(
        "[state.t]\nsees = \"nobody\"\n[[hook]]\non = \"on.placed\"\ncall = \"f\"\nwhere.now.state = { t = 1 }\n",
    );
    one("[state.t]\nsees = \"owner\"\n", "M0134", 2, 8);
    one(&format!("[verb.v]\nrule = \"a.v\"\nsees = \"owner\"\n{hook}"), "M0134", 3, 1);
    one("[restriction]\noccupid = \"a.x\"\n", "M0005", 2, 1);
}

#[test]
fn all_faults_come_in_one_pass_in_the_order_of_the_file() {
    let lines = "mute = [\"x\"]\n[figure.x]\nsupply = 1\nwieght = 1\n[[hook]]\non = \"on.plced\"\n";
    let codes: Vec<String> =
        faults_of(&format!("{HEAD}{lines}"), &[]).into_iter().map(|fault| fault.0).collect();
    assert_eq!(codes, ["M0114", "M0005", "M0111"]);
}

#[test]
fn conditions_drop_tables() {
    let manifest = good(
        "[option.mode]\nvalues = [\"a\", \"b\", \"c\"]\ndefault = \"a\"\n\
         [group.x]\nwhen = { option.mode = [\"a\", \"b\"] }\n[group.y]\nwhen = { option.mode = \"c\" }\n\
         [group.z]\nwith = [\"other\"]\n",
    );
    let groups = |mode: &str, enabled: &[&str]| {
        let expansion =
            manifest.resolve(&chosen(&[("mode", text(mode))]), enabled, &Elsewhere::new());
        expansion.groups.iter().map(|group| group.name.clone()).collect::<String>()
    };
    assert_eq!(groups("a", &[]), "x");
    assert_eq!(groups("c", &["other"]), "yz");
    assert_eq!(manifest.everything.groups.len(), 3);
}

#[test]
fn option_values_take_the_place_of_values() {
    let manifest = good(
        "[option.n]\nrange = [0, 9]\ndefault = 3\n\
         [option.mode]\nvalues = [\"on\", \"off\"]\ndefault = \"on\"\n\
         [figure.x]\nsupply = { option = \"n\" }\n\
         [token.t]\nsupply = { option = \"n\", of = { 0 = { 2 = 10, 3 = 9 } } }\n\
         [feature.f]\nclaim = { option = \"mode\", of = { off = \"no\" }, else = \"yes\" }\n",
    );
    let expansion = manifest.resolve(&Choices::default(), &[], &Elsewhere::new());
    assert_eq!(expansion.figures[0].supply, Supply::Each(3));
    assert_eq!(expansion.tokens[0].supply, Supply::Each(3));
    assert_eq!(expansion.features[0].claim, decl::Claimable::Yes);
    let expansion = manifest.resolve(
        &chosen(&[("n", Value::Int(0)), ("mode", text("off"))]),
        &[],
        &Elsewhere::new(),
    );
    assert_eq!(expansion.tokens[0].supply, Supply::ByPlayers([(2, 10), (3, 9)].into()));
    assert_eq!(expansion.features[0].claim, decl::Claimable::No);
    assert_eq!(expansion.options["n"], Value::Int(0));
}

#[test]
fn a_hook_subscribes_once_for_each_word_and_names_its_function() {
    let manifest =
        good("[step.go-on]\n[[hook]]\non = [\"on.placed\", \"ask.go-on\", \"at.turn_end\"]\n");
    let hooks = manifest.resolve(&Choices::default(), &[], &Elsewhere::new()).hooks;
    let calls: Vec<&str> = hooks.iter().map(|hook| hook.call.as_str()).collect();
    assert_eq!(calls, ["on_placed", "ask_go_on", "at_turn_end"]);
}

#[test]
fn a_step_forgets_a_verb_that_a_condition_drops() {
    let manifest = good(
        "[option.on]\ndefault = false\n[step.s]\nverbs = [\"v\", \"w\"]\n\
         [verb.v]\nrule = \"a.v\"\n[verb.w]\nrule = \"a.w\"\nwhen = \"on\"\n\
         [[hook]]\non = \"do.v\"\n[[hook]]\non = \"do.w\"\n",
    );
    assert_eq!(manifest.resolve(&Choices::default(), &[], &Elsewhere::new()).steps[0].verbs, ["v"]);
}

#[test]
fn names_rules_and_hash_come_along() {
    let rules = "### a.b\nx\n\n*y*\n\nSource: z\n";
    let lines = format!(
        "{HEAD}[option.on]\ndefault = true\nlabel = {{ en = \"On\", fr = \"Oui\" }}\n[group.g]\nname = {{ en = \"G\", fr = \"J\" }}\n"
    );
    let (manifest, faults) = read(&lines, &[("expansions/a/rules.md", rules)]);
    assert_eq!(faults, []);
    let expansion = manifest.unwrap().resolve(&Choices::default(), &[], &Elsewhere::new());
    assert_eq!(expansion.rules[0].id, "a.b");
    assert_eq!(expansion.names["group.g"]["fr"], "J");
    assert_eq!(expansion.names["option.on"]["fr"], "Oui");
    assert_eq!(expansion.names["expansion.a"]["en"], "A");
    assert_eq!(expansion.hash.len(), 32);
}

/// The manifests that the program carries.
fn official() -> Vec<(&'static str, &'static str)> {
    let all = crate::library::EMBEDDED.iter().copied();
    all.filter(|(path, _)| path.ends_with("/expansion.toml")).collect()
}

#[test]
fn official_manifests_have_no_fault() {
    let library = Library::official();
    assert!(library.folders().count() >= 6);
    for folder in library.folders().filter(|folder| folder.file(FILE).is_some()) {
        let (_, mut faults) = Manifest::read(folder);
        // A script may be written after its manifest.
        faults.retain(|fault| fault.code != "M0115");
        assert_eq!(faults, [], "{}", folder.id);
    }
}

#[test]
fn cut_anywhere_a_manifest_does_not_panic() {
    for (_, text) in official() {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(5) {
            let _ = read(&text[..end], &[]);
        }
    }
}

#[test]
fn with_bytes_changed_a_manifest_does_not_panic() {
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for (_, text) in official() {
        for _ in 0..300 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=next(3) {
                let at = next(bytes.len());
                bytes[at] = b"{}[]\"=,.#\n-09aZ\x80\0"[next(17)];
            }
            let text = String::from_utf8_lossy(&bytes);
            if let (Some(manifest), _) = read(&text, &[]) {
                let _ = manifest.resolve(&Choices::default(), &["base"], &Elsewhere::new());
            }
        }
    }
}
