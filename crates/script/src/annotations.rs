//! The Lua interface as editors read it: definitions for Luau, and annotations for lua-language-server.
//! Both are made from the hook table and the reference of handles.

use std::fmt::Write as _;

use bastide_core::hooks::HOOKS;

use crate::handles::{API, Member};
use crate::host::arguments;

/// Words of tests in Lua, as Luau.
const SPEC_LUAU: &str = include_str!("annotations/spec.d.luau");
/// Test functions for lua-language-server.
const SPEC_META: &str = include_str!("annotations/spec.lua");

/// Language server to write for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Luau,
    Meta,
}

/// Definitions for Luau (`bastide.d.luau`).
#[must_use]
pub fn luau() -> String {
    let mut out = String::from(
        "-- The interface of scripts, for luau-lsp. Made by `bastide schema`: do not change it by hand.\n",
    );
    for kind in kinds() {
        let _ = writeln!(out, "\nexport type {} = {{", camel(kind));
        for m in API.iter().filter(|m| m.of == kind) {
            let _ = writeln!(out, "  -- {}\n  {}: {},", m.doc, m.name, written(m, Form::Luau));
        }
        out.push_str("}\n");
    }
    out.push_str("\n-- Handlers, by hook.\n");
    for row in HOOKS {
        let arguments = typed(arguments(row.hook), Form::Luau);
        let _ = writeln!(out, "\n-- {}", row.doc.trim().replace('\n', " "));
        let _ = writeln!(out, "export type {} = ({arguments}) -> ()", handler(row.name));
    }
    out.push_str("\ndeclare function sorted(t: any): {any}\n");
    out + SPEC_LUAU
}

/// Annotations for lua-language-server (`bastide.lua`).
#[must_use]
pub fn meta() -> String {
    let mut out = String::from(
        "---@meta\n-- The interface of scripts, for lua-language-server. Made by `bastide schema`: do not change it by hand.\n",
    );
    for kind in kinds() {
        let _ = writeln!(out, "\n---@class bastide.{}", camel(kind));
        for m in API.iter().filter(|m| m.of == kind) {
            let _ = writeln!(out, "---@field {} {} {}", m.name, written(m, Form::Meta), m.doc);
        }
    }
    out.push_str("\n-- Handlers, by hook.\n\n");
    for row in HOOKS {
        let arguments = typed(arguments(row.hook), Form::Meta);
        let doc = row.doc.trim().replace('\n', " ");
        let _ = writeln!(out, "---@alias bastide.{} fun({arguments}) # {doc}", handler(row.name));
    }
    out.push_str("\n---@param t table\n---@return any[]\nfunction sorted(t) end\n");
    out + SPEC_META
}

/// Kinds of handle in the order of the reference.
fn kinds() -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for m in API {
        if !kinds.contains(&m.of) {
            kinds.push(m.of);
        }
    }
    kinds
}

/// `tile type` is `TileType`.
fn camel(words: &str) -> String {
    let mut out = String::new();
    for word in words.split([' ', '_', '.']).filter(|word| !word.is_empty()) {
        let (first, rest) = word.split_at(1);
        out.push_str(&first.to_uppercase());
        out.push_str(rest);
    }
    out
}

/// Name of the type of a hook's handlers: `scoring.points` is `ScoringPointsHandler`.
fn handler(hook: &str) -> String {
    format!("{}Handler", camel(hook))
}

/// The type of a member.
fn written(m: &Member, form: Form) -> String {
    if let Some(gives) = m.signature.strip_prefix(": ") {
        return type_of(gives, form);
    }
    let itself = name_of(m.of, form);
    let (takes, gives) = match m.signature.split_once("): ") {
        Some((takes, gives)) => (takes.trim_start_matches('('), Some(gives)),
        None => (m.signature.trim_start_matches('(').trim_end_matches(')'), None),
    };
    let keys = [("keys", false)];
    let parameters: Vec<(String, bool)> = if takes.starts_with('{') {
        keys.iter().map(|(name, optional)| ((*name).to_owned(), *optional)).collect()
    } else {
        takes.split(", ").filter(|p| !p.is_empty()).map(parameter).collect()
    };
    let gives = match (gives, m.name) {
        (Some(gives), _) => Some(type_of(gives, form)),
        // Steps through options: a loop.
        (None, "each") => Some(match form {
            Form::Luau => "() -> Option".to_owned(),
            Form::Meta => "fun(): bastide.Option".to_owned(),
        }),
        _ => None,
    };
    let mut list = vec![format!("self: {itself}")];
    for (name, optional) in &parameters {
        let mut of = value(name, form);
        if takes.split(", ").any(|p| p.starts_with(&format!("{name} or \"")))
            && of != "any"
            && of != "string"
        {
            of.push_str(" | string");
        }
        list.push(match (form, *optional) {
            _ if name == "..." => match form {
                Form::Luau => "...any".to_owned(),
                Form::Meta => "...: any".to_owned(),
            },
            (Form::Luau, true) => format!("{name}: {of}?"),
            (Form::Meta, true) => format!("{name}?: {of}"),
            (_, false) => format!("{name}: {of}"),
        });
    }
    let list = list.join(", ");
    match (form, gives) {
        (Form::Luau, gives) => format!("({list}) -> {}", gives.unwrap_or_else(|| "()".to_owned())),
        (Form::Meta, Some(gives)) => format!("fun({list}): {gives}"),
        (Form::Meta, None) => format!("fun({list})"),
    }
}

/// Name of a parameter, and whether it may be left out.
fn parameter(text: &str) -> (String, bool) {
    if text.contains('…') {
        return ("...".to_owned(), false);
    }
    let optional = text.ends_with('?');
    let first = text.trim_end_matches('?').split(" or ").next().unwrap_or_default();
    let name = match first {
        "\"up\"" => "rounded",
        "end" => "at_end",
        other => other,
    };
    (name.replace(' ', "_"), optional)
}

/// The type of a parameter by its name. Where a word or a handle may stand, anything may.
fn value(name: &str, form: Form) -> String {
    let number =
        ["x", "y", "n", "i", "side", "rotation", "rate", "by", "num", "den", "weight", "value"];
    let text =
        ["rule", "key", "tag", "token", "unit", "name", "verb", "step", "slot", "effect", "class"];
    let handles = ["player", "tile", "segment", "feature"];
    if number.contains(&name) {
        "number".to_owned()
    } else if text.contains(&name) {
        "string".to_owned()
    } else if handles.contains(&name) {
        name_of(name, form)
    } else if name == "look" {
        match form {
            Form::Luau => "(tile: Tile) -> ...any".to_owned(),
            Form::Meta => "fun(tile: bastide.Tile): any".to_owned(),
        }
    } else {
        "any".to_owned()
    }
}

fn name_of(kind: &str, form: Form) -> String {
    match form {
        Form::Luau => camel(kind),
        Form::Meta => format!("bastide.{}", camel(kind)),
    }
}

/// Returns the type of a member's result: `{tile type}`, `player?`, `number`.
fn type_of(text: &str, form: Form) -> String {
    if let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        let inner = type_of(inner, form);
        return match form {
            Form::Luau => format!("{{{inner}}}"),
            Form::Meta => format!("{inner}[]"),
        };
    }
    if let Some(inner) = text.strip_suffix('?') {
        return format!("{}?", type_of(inner, form));
    }
    match (text, form) {
        ("number" | "string" | "boolean" | "any", _) => text.to_owned(),
        ("table", Form::Luau) => "{ [string]: any }".to_owned(),
        ("table", Form::Meta) => "table<string, any>".to_owned(),
        (kind, _) => name_of(kind, form),
    }
}

/// What a handler takes, each with its type.
fn typed(arguments: &str, form: Form) -> String {
    let one = |name: &str| {
        let of = match (name, form) {
            ("slot", _) => "string".to_owned(),
            ("choice", _) => name_of("option", form),
            ("refuse", Form::Luau) => {
                "(option: Option | { Option }, rule: string) -> ()".to_owned()
            }
            ("refuse", Form::Meta) => {
                "fun(option: bastide.Option|bastide.Option[], rule: string)".to_owned()
            }
            (kind, _) => name_of(kind, form),
        };
        format!("{name}: {of}")
    };
    arguments.split(", ").map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_name_every_member_and_every_hook() {
        let (luau, meta) = (luau(), meta());
        for m in API {
            let class = meta.split(&format!("---@class bastide.{}\n", camel(m.of))).nth(1);
            let class = class.and_then(|c| c.split("\n\n").next()).unwrap_or_default();
            assert!(class.contains(&format!("---@field {} ", m.name)), "{}.{}", m.of, m.name);
            let kind = luau.split(&format!("export type {} = {{", camel(m.of))).nth(1);
            let kind = kind.and_then(|k| k.split("\n}").next()).unwrap_or_default();
            assert!(kind.contains(&format!("\n  {}: ", m.name)), "{}.{}", m.of, m.name);
        }
        for row in HOOKS {
            let name = handler(row.name);
            assert!(luau.contains(&format!("export type {name} = (game: Game")), "{name}");
            assert!(
                meta.contains(&format!("---@alias bastide.{name} fun(game: bastide.Game")),
                "{name}"
            );
        }
    }

    #[test]
    fn every_type_that_is_named_is_declared() {
        let (luau, meta) = (luau(), meta());
        let code = luau.lines().filter(|line| !line.trim_start().starts_with("--"));
        let luau: String = code.flat_map(|line| [line, "\n"]).collect();
        for word in luau.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if word.starts_with(char::is_uppercase) && luau.contains(&format!(": {word}")) {
                assert!(luau.contains(&format!("export type {word} ")), "{word}");
            }
        }
        for part in meta.split("bastide.").skip(1) {
            let word = part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let declared =
                [format!("---@class bastide.{word}\n"), format!("---@alias bastide.{word} ")];
            assert!(declared.iter().any(|d| meta.contains(d)) || word == "lua", "{word}");
        }
    }

    #[test]
    fn signatures_become_types() {
        let of = |kind: &str, name: &str, form| {
            let m = API.iter().find(|m| m.of == kind && m.name == name).expect("a member");
            written(m, form)
        };
        assert_eq!(
            of("game", "tile_at", Form::Luau),
            "(self: Game, x: number, y: number) -> Tile?"
        );
        assert_eq!(
            of("game", "unseen", Form::Meta),
            "fun(self: bastide.Game, condition?: any): bastide.TileType[]"
        );
        assert_eq!(
            of("out", "pay", Form::Meta),
            "fun(self: bastide.Out, player: bastide.Player, n: number, rule: string)"
        );
        assert_eq!(of("out", "claim", Form::Luau), "(self: Out, keys: any) -> ()");
        assert_eq!(of("claim", "feature", Form::Luau), "Feature?");
        assert_eq!(
            of("segment", "walk", Form::Luau),
            "(self: Segment, stop: any?, side: number?) -> {Segment}"
        );
        let look = "look: fun(tile: bastide.Tile): any): any";
        assert!(of("game", "what_if", Form::Meta).ends_with(look));
    }

    #[test]
    fn the_annotations_of_lua_are_lua() {
        let vm = crate::Vm::new(crate::Limits::default()).expect("a machine");
        // Globals are frozen, so that a file that declares some cannot be run; but it can be read.
        let fault = vm.load_module("bastide.lua", &meta()).expect_err("it declares globals");
        assert_ne!(fault.code, "L0101", "{fault:?}");
    }
}
