//! As many own steps, feature kinds and figure kinds as a game may have: each is itself, and no other.

use std::fmt::Write as _;

use bastide::core::ids::{FigureKindId, KindId, Player};
use bastide::core::limits::{FEATURE_KINDS_MAX, FIGURE_KINDS_MAX, STEPS_MAX};
use bastide::core::{Decision, Engine, Game, NoLog, State};
use bastide::{Library, Rules, notation};
use bastide_testkit::{rules, setup, with_files};

/// What every folder begins with.
const HEAD: &str = "short = \"many\"\nversion = \"1.0.0\"\napi = 2\nname = { en = \"Many\", fr = \"Beaucoup\" }\n\
                    needs = [\"base\"]\n";
const RULES: &str = "# Many\n\n### many.rule\n\nA rule.\n\n*Une règle.*\n\nSource: test\n";

/// The rules of a game with a folder `many` of such a manifest, script and set.
fn game(manifest: &str, script: &str, set: &str) -> Rules {
    let manifest = format!("id = \"many\"\n{HEAD}{manifest}");
    let mut files = vec![
        ("expansions/many/expansion.toml", manifest.as_str()),
        ("expansions/many/rules.md", RULES),
    ];
    if !script.is_empty() {
        files.push(("expansions/many/init.lua", script));
    }
    if !set.is_empty() {
        files.push(("expansions/many/tiles/many.toml", set));
    }
    let library = with_files(&Library::official(), &files);
    rules(setup(&library, "players = 2\nedition = \"bga\"\n[expansions]\nmany = true\n"))
}

/// A game that is played by texts.
struct Table<'a> {
    rules: &'a Rules,
    engine: Engine,
    state: State,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules) -> Self {
        let mut engine = rules.engine().expect("handlers load");
        let state = engine.start(Player(0), &mut NoLog).expect("setup works");
        Self { rules, engine, state }
    }

    fn decision(&mut self) -> Decision {
        self.engine.decision(&self.state).expect("options are listed")
    }

    fn options(&mut self) -> Vec<String> {
        let options = self.decision().options;
        let game = Game::new(&self.rules.ruleset, &self.state);
        options.iter().map(|c| notation::option(game, *c)).collect()
    }

    fn act(&mut self, text: &str) {
        let game = Game::new(&self.rules.ruleset, &self.state);
        let action = notation::read(game, &[], text).unwrap_or_else(|e| panic!("{text}: {e}"));
        self.engine.apply(&mut self.state, action, &mut NoLog).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn every_own_step_is_asked_for_itself() {
    // Of two steps 32 apart a filter means one; and the 32nd is not every step.
    let refused = ["s004", "s032", "s120"];
    let mut manifest = String::from("[token.seat]\n\n[verb.sit]\nrule = \"many.rule\"\n");
    let names: Vec<String> = (1..=STEPS_MAX).map(|n| format!("s{n:03}")).collect();
    for name in &names {
        let _ = write!(manifest, "\n[step.{name}]\nverbs = [\"sit\"]\npass = \"many.rule\"\n");
        let _ = write!(
            manifest,
            "\n[[hook]]\non = \"at.after_place\"\nrule = \"many.rule\"\npush = \"{name}\"\n"
        );
    }
    for name in refused {
        let _ = write!(
            manifest,
            "\n[[hook]]\non = \"deployment.veto\"\nstep = [\"{name}\"]\ncall = \"veto\"\n"
        );
    }
    let _ = write!(manifest, "\n[[hook]]\non = \"do.sit\"\ncall = \"sit\"\n");
    let script = "local m = ...\n\
                  function m.sit(game, step, out) out:token(step.actor, \"seat\", 1, \"many.rule\") end\n\
                  function m.veto(game, step, options, refuse)\n\
                    for verb in options:each(\"invoke\") do refuse(verb, \"many.rule\") end\nend\n";
    let rules = game(&manifest, script, "");
    let mut table = Table::new(&rules);
    table.act("draw base/B");
    table.act("place base/B 0,1 r0");
    let wanted = names.iter().filter(|name| !refused.contains(&name.as_str()));
    for (n, name) in wanted.enumerate() {
        let step = rules.ruleset.step_name(table.decision().step);
        assert_eq!(step, format!("many/{name}"));
        assert_eq!(table.options(), ["many/sit", "pass"], "{name}");
        table.act(if n % 2 == 0 { "many/sit" } else { "pass" });
    }
    assert_eq!(rules.ruleset.step_name(table.decision().step), "action");
    assert!(table.options().contains(&"deploy meeple 0,1 monastery".to_owned()));
}

/// A game with as many feature and figure kinds as there may be. The last of each can be had, and some declarations
/// name kinds that nobody here has.
fn all_kinds() -> Rules {
    let plain = game("", "", "");
    let (kinds, figures) = (plain.ruleset.kinds.len(), plain.ruleset.figures.len());
    let mut manifest = String::from("sets = [\"many\"]\n");
    for n in kinds..FEATURE_KINDS_MAX {
        let _ = write!(
            manifest,
            "\n[feature.k{n}]\norder = {}\nlies = \"centre\"\ncompletes = false\nclaim = \"yes\"\ntakes = [\"lots\"]\n\
             name = {{ en = \"k{n}\", fr = \"k{n}\" }}\n",
            200 + n
        );
    }
    for n in figures..FIGURE_KINDS_MAX {
        let _ = write!(
            manifest,
            "\n[figure.f{n}]\nsupply = 1\non = [\"k{n}\"]\nclass = [\"lots\"]\nname = {{ en = \"f{n}\", fr = \"f{n}\" }}\n"
        );
    }
    for (verb, target, filter) in [
        ("segment", "segment", "kind = \"absent\""),
        ("figure", "figure", "kind = \"absent\""),
        ("where", "figure", "feature = \"absent\""),
        ("last-segment", "segment", "kind = \"k31\""),
        ("last-figure", "figure", "kind = \"f31\""),
    ] {
        let _ = write!(
            manifest,
            "\n[verb.{verb}]\nrule = \"many.rule\"\ntarget = \"{target}\"\nat = [\"action\"]\nwhere = {{ {filter} }}\n"
        );
    }
    let _ = write!(
        manifest,
        "\n[token.told]\n\n[[hook]]\non = \"on.deployed\"\nwhere.figure = \"absent\"\ncall = \"told\"\n\
         \n[[hook]]\non = \"on.deployed\"\nwhere.feature = \"absent\"\ncall = \"told\"\n\
         \n[[hook]]\non = \"on.placed\"\nwhere.exists.figure = \"absent\"\ncall = \"told\"\n\
         \n[[hook]]\non = \"on.placed\"\nwhere.tile.kinds = \"absent\"\ncall = \"told\"\n\
         \n[[deploy]]\nrule = \"many.rule\"\ndeploys = \"absent\"\nat = [\"action\"]\nwhere = {{ placed = false }}\n\
         \n[final.none]\norder = 900\nrule = \"many.rule\"\nfeatures = [\"absent\"]\n"
    );
    for verb in ["segment", "figure", "where", "last-segment", "last-figure"] {
        let _ = write!(manifest, "\n[[hook]]\non = \"do.{verb}\"\ncall = \"told\"\n");
    }
    let script = "local m = ...\n\
                  function m.told(game, event, out) out:token(game.turn, \"told\", 1, \"many.rule\") end\n";
    let set = "id = \"many\"\nname = { en = \"Many\", fr = \"Beaucoup\" }\n\n[[tile]]\nid = \"T\"\ncount = 9\nk31 = [{}]\n";
    game(&manifest, script, set)
}

#[test]
fn the_last_kind_is_not_nothing() {
    let rules = all_kinds();
    let set = &rules.ruleset;
    assert_eq!((set.kind("k31"), set.figure("f31")), (Some(KindId(31)), Some(FigureKindId(31))));
    let mut table = Table::new(&rules);
    table.act("draw many/T");
    table.act("place many/T 0,1 r0");
    let options = table.options();
    let with = |word: &str| {
        options.iter().filter(|o| o.starts_with(word)).map(String::as_str).collect::<Vec<_>>()
    };
    assert_eq!(with("deploy f31"), ["deploy f31 0,1 k31"]);
    assert_eq!(with("many/"), ["many/last-segment 0,1 k31"], "nothing else is meant by a name");
    table.act("deploy f31 0,1 k31");
    table.act("draw many/T");
    table.act("place many/T 1,1 r0");
    let options = table.options();
    let with = |word: &str| {
        options.iter().filter(|o| o.starts_with(word)).map(String::as_str).collect::<Vec<_>>()
    };
    assert_eq!(with("deploy f31"), ["deploy f31 1,1 k31"]);
    assert_eq!(
        with("many/"),
        [
            "many/last-segment 0,1 k31",
            "many/last-segment 1,1 k31",
            "many/last-figure f31:1@0,1.k31",
        ]
    );
    let told = rules.ruleset.token("told").expect("a token");
    assert_eq!([0, 1].map(|p| table.state.tokens(told, Player(p))), [0, 0], "nobody is told");
}
