//! The reference of hooks, effects, handles and limits.

use std::fmt::Write as _;

use bastide::core::effect::{COURSE, EFFECT_DOCS, EFFECTS};
use bastide::core::hooks::{HOOKS, Hook, SLOTS, answers};
use bastide::core::ruleset::{DEPLOYMENTS_WAIVE, RESTRICTIONS, may_waive};

use super::check;
use super::page::{head, items, module, row, variants};
use super::read;

/// What the bits of a hook's answers stand for.
fn may_answer(bits: u16) -> String {
    let words = [
        (answers::OFFERS, "options"),
        (answers::REFUSALS, "refusals"),
        (answers::VERDICT, "yes or no"),
        (answers::WEIGHT, "strength"),
        (answers::POINTS, "contributions"),
        (answers::BONUS, "payments"),
        (answers::CLAIMS, "claims"),
        (answers::EFFECTS, "effects, steps"),
    ];
    let named = words.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, word)| *word);
    named.collect::<Vec<_>>().join(", ")
}

#[test]
fn hooks() {
    let mut out = String::new();
    head(&mut out, &["point", "hook", "a Lua handler takes", "answers", "how answers join", ""]);
    for hook in HOOKS {
        let subject = match hook.name {
            "at." => "<slot>",
            "on." => "<effect>",
            "ask." | "answer." => "<step>",
            "do." => "<verb>",
            _ => "",
        };
        row(
            &mut out,
            &[
                hook.point,
                &format!("`{}{subject}`", hook.name),
                &format!("`({})`", bastide_script::arguments(hook.hook)),
                &may_answer(hook.answers),
                hook.join,
                hook.doc,
            ],
        );
    }
    check("docs/src/hooks.md", "hooks", &out);
}

#[test]
fn slots() {
    let slots: Vec<String> = SLOTS.iter().map(|slot| format!("`{slot}`")).collect();
    check("docs/src/hooks.md", "slots", &slots.join(" · "));
}

#[test]
fn effects() {
    let mut out = String::new();
    head(&mut out, &["effect", "what happens"]);
    for (name, doc) in EFFECTS.iter().zip(EFFECT_DOCS) {
        row(&mut out, &[&format!("`{name}`"), doc]);
    }
    check("docs/src/hooks.md", "effects", &out);
    let mut out = String::new();
    head(&mut out, &["effect", "what happens"]);
    for (name, doc) in COURSE.iter().zip(&EFFECT_DOCS[EFFECTS.len()..]) {
        row(&mut out, &[&format!("`{name}`"), doc]);
    }
    check("docs/src/hooks.md", "course", &out);
}

#[test]
fn restrictions() {
    let text = module("ruleset");
    let variants = variants(&text, "Restriction");
    assert_eq!(variants.len(), RESTRICTIONS.len(), "one name for each restriction");
    let mut out = String::new();
    head(&mut out, &["restriction", "it holds when", "who may waive it"]);
    for (i, (name, (_, doc))) in RESTRICTIONS.iter().zip(&variants).enumerate() {
        let hooks = [Hook::PlacementOffer, Hook::DeploymentOffer, Hook::Ask];
        let hooks = hooks.into_iter().filter(|hook| may_waive(*hook, 1 << i) != 0);
        let mut who: Vec<String> = hooks
            .map(|hook| format!("`{}`", HOOKS[hook as usize].name.replace("ask.", "ask.<step>")))
            .collect();
        who.extend(DEPLOYMENTS_WAIVE[2..].contains(name).then(|| "`[[deploy]]`".to_owned()));
        row(&mut out, &[&format!("`{name}`"), doc, &who.join(", ")]);
    }
    check("docs/src/hooks.md", "restrictions", &out);
}

#[test]
fn program() {
    let text = read("crates/bastide/src/lib.rs");
    let doc = text.lines().map_while(|line| line.strip_prefix("//!"));
    let doc: Vec<&str> = doc.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let fence = |line: &&str| line.starts_with("```");
    let from = doc.iter().position(fence).expect("a program") + 1;
    let length = doc[from..].iter().position(fence).expect("it ends");
    let made = format!("```rust\n{}\n```", doc[from..from + length].join("\n"));
    check("docs/src/library.md", "program", &made);
}

#[test]
fn offered() {
    let text = read("crates/bastide/src/game/offered.rs");
    let mut out = String::new();
    head(&mut out, &["key", "meaning"]);
    for (code, doc) in items(&text, "struct", "Offered") {
        let (field, _) = code.split_once(':').expect("a field");
        match field.strip_prefix("pub ") {
            // Programs read actions as records write them.
            Some("action") => {}
            Some(key) => row(&mut out, &[&format!("`{key}`"), &doc]),
            None if field == "text" => row(&mut out, &["`action`", &doc]),
            None => {}
        }
    }
    for (code, doc) in items(&text, "struct", "Price") {
        let key = code.trim_start_matches("pub ").split(':').next().unwrap_or_default();
        row(&mut out, &[&format!("`{key}` of a price"), &doc]);
    }
    check("docs/src/play.md", "offered", &out);
}

#[test]
fn handles() {
    let mut kinds: Vec<&str> = Vec::new();
    for member in bastide_script::API {
        if !kinds.contains(&member.of) {
            kinds.push(member.of);
        }
    }
    let mut out = String::new();
    for kind in kinds {
        let _ = writeln!(out, "### {kind}\n");
        head(&mut out, &["", ""]);
        for member in bastide_script::API.iter().filter(|m| m.of == kind) {
            let (name, signature) = (member.name, member.signature);
            let braced = if signature.starts_with('{') { " " } else { "" };
            let written = format!("`{name}{braced}{signature}`");
            row(&mut out, &[&written, member.doc]);
        }
        out.push('\n');
    }
    check("docs/src/handles.md", "handles", &out);
}

#[test]
fn limits() {
    let mut out = String::new();
    head(&mut out, &["limit", "", ""]);
    let mut doc = String::new();
    for line in read("crates/core/src/limits.rs").lines() {
        if let Some(text) = line.strip_prefix("///") {
            doc.push_str(text);
        } else if let Some((name, value)) =
            line.strip_prefix("pub const ").and_then(|l| l.split_once(": "))
        {
            let value = value.rsplit("= ").next().unwrap_or_default().trim_end_matches(';');
            row(&mut out, &[&format!("`{name}`"), &value.replace('_', "\u{a0}"), &doc]);
            doc.clear();
        }
    }
    check("docs/ARCHITECTURE.md", "limits", &out);
}
