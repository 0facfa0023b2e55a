//! What is declared and cannot happen is found, and what happens is not.

use bastide::Library;
use bastide::core::Fault;
use bastide_check::of_texts;

const HEAD: &str = "id = \"mine\"\nshort = \"mine\"\nversion = \"1.0.0\"\napi = 2\n\
    name = { en = \"Mine\", fr = \"À moi\" }\nneeds = [\"base\"]\n";
const RULES: &str = "### mine.go\n\nHe goes.\n\n*Il va.*\n\nSource: house rule\n";
const NAMED: &str = "name = { en = \"thing\", fr = \"chose\" }\n";

/// Codes of what is found, each with the text that it marks.
fn found(manifest: &str, script: &str) -> Vec<(String, String)> {
    let manifest = format!("{HEAD}{manifest}");
    let mut files =
        vec![("expansions/mine/expansion.toml", &*manifest), ("expansions/mine/rules.md", RULES)];
    if !script.is_empty() {
        files.push(("expansions/mine/init.lua", script));
    }
    let marked = |fault: &Fault| {
        let text = files.iter().find(|file| file.0 == fault.file).map_or("", |file| file.1);
        let span = fault.span.clone().unwrap_or_default();
        (fault.code.clone(), text.get(span).unwrap_or_default().to_owned())
    };
    of_texts(Library::official(), &files).faults.iter().map(marked).collect()
}

fn one(code: &str, marked: &str) -> Vec<(String, String)> {
    vec![(code.to_owned(), marked.to_owned())]
}

#[test]
fn kinds_that_border_nowhere_are_found() {
    let borders = |line: &str| {
        let hook = "[[hook]]\non = \"scoring.points\"\nrule = \"mine.go\"\npoints = { tile = 1 }\n\
            where = { feature = { kind = \"road\", borders = { kind = \"field\" } } }\n";
        found(&format!("[borders]\n{line}\n{hook}"), "")
    };
    assert_eq!(borders("road = \"field\""), one("M0164", "\"field\""));
    assert_eq!(borders("road = [\"city\", \"field\"]").len(), 2, "roads border no city either");
    assert_eq!(borders("field = \"road\""), []);
}

#[test]
fn a_zone_of_the_game_plays_nothing() {
    let zone = |per: &str| {
        let script = "local m = ...\nfunction m.at_setup(game, slot, out) out:draw(\"display\", game.turn) end\n";
        let script = if per == "game" { script.replace(", game.turn", "") } else { script.into() };
        let hook = "[[hook]]\non = \"at.setup\"\n";
        found(&format!("[zone.display]\nper = \"{per}\"\nplays = true\n{NAMED}{hook}"), &script)
    };
    assert_eq!(zone("game"), one("M0163", "true"));
    assert_eq!(zone("player"), []);
}

#[test]
fn verbs_that_nobody_offers_and_steps_that_nothing_leads_to_are_found() {
    let verb = format!("[verb.go]\nrule = \"mine.go\"\ntarget = \"none\"\n{NAMED}");
    let step = format!("[step.rest]\nverbs = \"go\"\n{NAMED}");
    let hook = |on: &str| format!("[[hook]]\non = \"{on}\"\n");
    let does = "function m.do_go(game, step, out) out:pay(step.actor, 1, \"mine.go\") end\n";
    let script = |more: &str| format!("local m = ...\n{does}{more}");
    let (go, placed) = (hook("do.go"), hook("on.placed"));
    let pushes = "function m.on_placed(game, event, out) out:push(\"rest\", game.turn) end\n";
    let offers = "function m.deployment_offer(game, step, offers)\n  offers:offer { rule = \"mine.go\" }\n\
        offers:invoke(\"go\")\nend\n";
    let alone = format!("{verb}{go}");
    assert_eq!(found(&alone, &script("")), one("M0165", "go"));
    assert_eq!(found(&format!("{verb}{step}{go}"), &script("")), one("M0165", "rest"));
    assert_eq!(found(&format!("{verb}{step}{go}{placed}"), &script(pushes)), []);
    let offer = format!("{alone}{}", hook("deployment.offer"));
    assert_eq!(found(&offer, &script(offers)), []);
    let far = |text: &str| text.replace("verb.go", "verb.go-far").replace("do.go", "do.go-far");
    let joined = script(offers).replace("do_go", "do_go_far");
    assert_eq!(found(&far(&offer), &joined).len(), 2, "neither is that verb declared nor offered");
    let joined = joined.replace("(\"go\")", "(\"go-\" .. \"far\")");
    assert_eq!(found(&far(&offer), &joined), [], "whatever is put together may be the name");
    assert_eq!(found(&format!("{verb}at = \"action\"\n{go}"), &script("")), []);
}

#[test]
fn names_that_nothing_uses_are_found() {
    let state = "[state.seen]\nper = \"game\"\n";
    assert_eq!(found(state, ""), one("M0166", "seen"));
    let hook =
        "[[hook]]\non = \"on.placed\"\nrule = \"mine.go\"\npay = 1\nwhere = { state = \"seen\" }\n";
    assert_eq!(found(&format!("{state}{hook}"), ""), []);
    let option = "[option.rate]\ndefault = true\nlabel = { en = \"Rate\", fr = \"Taux\" }\n";
    assert_eq!(found(option, ""), one("M0166", "rate"));
    assert_eq!(found(&format!("{option}{hook}when = \"rate\"\n{state}"), ""), []);
}

#[test]
fn of_two_kinds_that_fill_it_is_said_which_does() {
    let sand = |order: u32| {
        let edge = "[edge.sand]\nmeets = \"sand\"\n";
        let kind = format!(
            "[feature.sand]\norder = {order}\nedge = \"sand\"\nlies = \"rest\"\nfills = true\n{NAMED}"
        );
        found(&format!("{edge}{kind}"), "")
    };
    assert_eq!(sand(100), one("M0167", "[feature.sand]"));
    assert_eq!(sand(110), []);
}

#[test]
fn a_token_of_a_price_that_nobody_declares_is_marked() {
    let verb = format!(
        "[verb.go]\nrule = \"mine.go\"\ntarget = \"none\"\nat = \"action\"\nprice = {{ point = 3 }}\n{NAMED}"
    );
    let found = found(&verb, "");
    assert!(found.contains(&("K0004".to_owned(), "point".to_owned())), "{found:?}");
}
