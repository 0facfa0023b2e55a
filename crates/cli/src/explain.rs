//! `explain`: the long text of a code.

use bastide::Manifest;
use bastide::core::Fault;
use bastide::core::decl::Rule;
use bastide_check::explain;
use serde_json::json;

use crate::args;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Explain, desk: &Desk, out: &mut Out) -> Result<u8, Stop> {
    let named = args.code.trim_matches(['[', ']']);
    let code = named.to_uppercase();
    let Some(text) = explain::of(&code) else {
        let manifests = desk.library.folders().filter_map(|folder| Manifest::read(folder).0);
        let manifests: Vec<Manifest> = manifests.collect();
        let rules = manifests.iter().flat_map(|m| m.rules.iter().map(move |rule| (m, rule)));
        return match rules.clone().find(|(_, rule)| rule.id == named) {
            Some((manifest, rule)) => say_rule(args, manifest, rule, out),
            None if manifests.iter().any(|manifest| manifest.id == named) => {
                let own = rules.clone().find(|(manifest, _)| manifest.id == named);
                Err(expansion(named, own.map_or("…", |(_, rule)| &rule.id)))
            }
            None => Err(unknown(&args.code, named, rules.map(|(_, rule)| &*rule.id))),
        };
    };
    let lang = out.lang;
    let said = text.words.get(lang.code());
    if args.json {
        let all = json!({ "code": code, "text": said, "example": text.example });
        out.json(&all)?;
        return Ok(stop::FINE);
    }
    out.line(&format!("{code}\n\n{}\n", wrapped(said)))?;
    out.line(&say!(lang, "Example:\n", "Exemple :\n"))?;
    for line in text.example.lines() {
        out.line(format!("    {line}").trim_end())?;
    }
    Ok(stop::FINE)
}

/// Reports that an id is an expansion, whose content is listed and whose rules are explained one by one.
fn expansion(id: &str, rule: &str) -> Stop {
    let fault = Fault::new(
        "F0010",
        format!("`{id}` is an expansion, and neither a code nor a rule"),
        format!("`{id}` est une extension, et ni un code ni une règle"),
    );
    let fault = fault.help(
        format!("`bastide list` says what it brings; its rules are explained by their names: `bastide explain {rule}`"),
        format!("`bastide list` dit ce qu'elle apporte ; ses règles s'expliquent par leur nom : `bastide explain {rule}`"),
    );
    Stop::Faults(vec![fault], stop::USAGE)
}

/// Neither a code nor a rule is called so.
fn unknown<'r>(shown: &str, named: &str, rules: impl Iterator<Item = &'r str>) -> Stop {
    // Codes have no dot, and ids of rules have one.
    let (en, fr, way_en, way_fr) = if named.contains('.') {
        (
            format!("no expansion at hand has a rule `{shown}`"),
            format!("aucune extension disponible n'a de règle `{shown}`"),
            "`bastide list` says which expansions are at hand; `--path FOLDER` adds those of a folder",
            "`bastide list` dit quelles extensions sont disponibles ; `--path DOSSIER` ajoute celles d'un dossier",
        )
    } else {
        (
            format!("there is no code `{shown}`"),
            format!("il n'y a pas de code `{shown}`"),
            "a code is a letter and four digits, `bastide explain T0107`; a rule has an id, `bastide explain base.city.complete`",
            "un code est une lettre et quatre chiffres, `bastide explain T0107` ; une règle a un nom, `bastide explain base.city.complete`",
        )
    };
    let known = explain::all().keys().map(String::as_str);
    let near = bastide::near(&named.to_uppercase(), known);
    let near = near.or_else(|| bastide::near(named, rules));
    let fault = Fault::new("F0010", en, fr).meant(near, way_en, way_fr);
    Stop::Faults(vec![fault], stop::USAGE)
}

/// Says a rule.
fn say_rule(
    args: &args::Explain,
    manifest: &Manifest,
    rule: &Rule,
    out: &mut Out,
) -> Result<u8, Stop> {
    let lang = out.lang;
    let text = rule.text.get(lang.code()).or_else(|| rule.text.get("en"));
    let text = text.map_or("", String::as_str);
    if args.json {
        let all = json!({ "rule": rule.id, "expansion": manifest.id, "text": text, "source": rule.source });
        out.json(&all)?;
        return Ok(stop::FINE);
    }
    let name = manifest.name.get(lang.code()).map_or(&*manifest.id, String::as_str);
    out.line(&format!("{} · {name}\n\n{}", rule.id, wrapped(text)))?;
    if let Some(source) = findable(&rule.source) {
        out.line(&say!(lang, "\nSource: {source}", "\nSource : {source}"))?;
    }
    Ok(stop::FINE)
}

/// Returns the part of a rule's source that a reader can find: the printed rules, or the author's statement. Numbers
/// of the project's own rule sheet are left to `--json`.
pub(crate) fn findable(source: &str) -> Option<String> {
    let is_number = |part: &str| {
        part.starts_with("R-") && !part.contains(' ')
            || part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit())
    };
    let parts = source.split(';').map(str::trim);
    let told: Vec<&str> = parts.filter(|part| !part.is_empty() && !is_number(part)).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Lines of at most 80 letters, broken between words.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if width > 0 && width + 1 + letters > 80 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += letters;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{findable, wrapped};

    #[test]
    fn a_source_is_told_if_it_can_be_found() {
        assert_eq!(findable("R-BASE-010; R-BASE-040; 000; 001; 004"), None);
        assert_eq!(findable(""), None);
        assert_eq!(findable("R-CATH-001; The Cathars, 2004").as_deref(), Some("The Cathars, 2004"));
        assert_eq!(findable("house rule").as_deref(), Some("house rule"));
    }

    #[test]
    fn lines_are_broken_between_words() {
        let lines = wrapped(&"word ".repeat(40));
        assert!(lines.lines().count() > 2 && lines.lines().all(|line| line.len() <= 80), "{lines}");
    }
}
