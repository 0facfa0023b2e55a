//! What a manifest declares and no game comes to: kinds that border nowhere, verbs that nobody offers, steps that nobody
//! asks, names that nothing uses.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use bastide::config::Manifests;
use bastide::core::Fault;
use bastide::core::decl::{FeatureKind, Lies};
use bastide::library::Folder;
use bastide::manifest::FILE;
use bastide::{Library, Manifest, Rules, Setup};
use bastide_text::Document;
use full_moon::node::Node;
use full_moon::tokenizer::TokenType;

use crate::lint;

/// Tables of names that do nothing unless something else says them.
const SORTS: [&str; 7] = ["state", "option", "zone", "token", "neutral", "overlay", "unit"];

/// Verbs, steps and names of a folder that nothing comes to.
pub(crate) fn check(manifest: &Manifest, folder: &Folder, library: &Library) -> Vec<Fault> {
    let Some(document) = Document::parse(manifest.file(), manifest.text(), &mut Vec::new()) else {
        return Vec::new();
    };
    // What native functions name is not in the folder.
    if manifest.native {
        return Vec::new();
    }
    let (all, desk) = (&manifest.everything, Desk { manifest, folder, library, document });
    let mut faults = Vec::new();
    let verbs = all.verbs.iter().filter(|verb| verb.at.is_empty());
    let listed = |name: &String| all.steps.iter().any(|step| step.verbs.contains(name));
    let verbs: Vec<&str> =
        verbs.map(|verb| &verb.name).filter(|name| !listed(name)).map(String::as_str).collect();
    let pushed = |name: &str| {
        let push = all.hooks.iter().any(|hook| hook.push.as_deref() == Some(name));
        let does = all.verbs.iter().any(|verb| verb.does.step.as_deref() == Some(name));
        push || does || all.replace.values().any(|own| own == name)
    };
    let steps = all.steps.iter().map(|step| step.name.as_str());
    let steps: Vec<&str> = steps.filter(|name| !pushed(name)).collect();
    if !(verbs.is_empty() && steps.is_empty())
        && let Some(said) = desk.said()
    {
        faults.extend(verbs.into_iter().filter(|name| !said.has(name)).map(|n| desk.verb(n)));
        faults.extend(steps.into_iter().filter(|name| !said.has(name)).map(|n| desk.step(n)));
    }
    faults.extend(SORTS.iter().flat_map(|sort| desk.unused(sort)));
    faults
}

/// The folder of an expansion and all that lies beside it.
struct Desk<'a> {
    manifest: &'a Manifest,
    folder: &'a Folder,
    library: &'a Library,
    document: Document,
}

impl Desk<'_> {
    /// What scripts say, those of other expansions too; nothing if a script cannot be read.
    fn said(&self) -> Option<Said> {
        let mut said = Said { id: self.manifest.id.clone(), ..Said::default() };
        let own = self.folder.files.iter().filter(|(path, _)| is_script(path));
        for (_, file) in own {
            said.add(&file.text)?;
        }
        let others = self.library.folders().flat_map(|folder| &folder.files);
        let foreign = format!("{}/", self.manifest.id);
        for (_, file) in others.filter(|(path, _)| is_script(path)) {
            if file.text.contains(&foreign) {
                said.add(&file.text)?;
            }
        }
        Some(said)
    }

    fn span(&self, sort: &str, name: &str) -> Range<usize> {
        let table = self.document.root().table(sort);
        let entry = table.as_ref().and_then(|table| table.entries().find(|e| e.key == name));
        entry.map_or(0..0, |entry| entry.key_span.clone())
    }

    fn verb(&self, name: &str) -> Fault {
        let fault = Fault::new(
            "M0165",
            format!("nobody offers the verb `{name}`"),
            format!("personne ne propose le verbe `{name}`"),
        );
        let fault = fault.at(self.manifest.file(), self.span("verb", name)).help(
            format!("write `at = \"action\"`, put it into `verbs` of a step, or call `offers:invoke(\"{name}\")`"),
            format!("écrivez `at = \"action\"`, mettez-le dans `verbs` d'une étape, ou appelez `offers:invoke(\"{name}\")`"),
        );
        fault.warning()
    }

    fn step(&self, name: &str) -> Fault {
        let fault = Fault::new(
            "M0165",
            format!("nothing leads to the step `{name}`: it is never asked"),
            format!("rien ne mène à l'étape `{name}` : elle n'est jamais posée"),
        );
        let fault = fault.at(self.manifest.file(), self.span("step", name)).help(
            format!("call `out:push(\"{name}\", player)`, or write `push = \"{name}\"` at a hook or `does.step = \"{name}\"` at a verb"),
            format!("appelez `out:push(\"{name}\", joueur)`, ou écrivez `push = \"{name}\"` à un abonnement ou `does.step = \"{name}\"` à un verbe"),
        );
        fault.warning()
    }

    /// Names of a sort that stand where they are declared and nowhere else.
    fn unused(&self, sort: &str) -> Vec<Fault> {
        let Some(table) = self.document.root().table(sort) else { return Vec::new() };
        let mut faults = Vec::new();
        for entry in table.entries() {
            let name = entry.key.as_str();
            if self.is_used(sort, name) {
                continue;
            }
            let fault = Fault::new(
                "M0166",
                format!("`{sort}.{name}` is declared, and nothing uses it"),
                format!("`{sort}.{name}` est déclaré, et rien ne s'en sert"),
            );
            let fault = fault.at(self.manifest.file(), entry.key_span.clone()).help(
                "use it in a condition, a key or the script, or remove it",
                "employez-le dans une condition, une clé ou le script, ou supprimez-le",
            );
            faults.push(fault.warning());
        }
        faults
    }

    fn is_used(&self, sort: &str, name: &str) -> bool {
        let own = self.folder.files.iter().filter(|(path, _)| !path.starts_with("tests/"));
        let used = own
            .filter(|(path, _)| Path::new(path).extension().is_none_or(|ending| ending != "md"))
            .any(|(path, file)| {
                let mut lines =
                    file.text.lines().filter(|line| path != FILE || !declares(line, sort, name));
                lines.any(|line| has_word(line, name))
            });
        // A number is its expansion's own, and an option is named after the expansion; other names are shared.
        let id = &self.manifest.id;
        let other = |folder: &Folder| {
            let mut texts =
                folder.files.iter().filter(|(path, _)| *path == FILE || is_script(path));
            let names_option = |text: &str| {
                text.contains(&format!("\"{id}\"")) || has_word(text, &format!("{id}.{name}"))
            };
            folder.id != *id
                && texts.any(|(_, file)| {
                    has_word(&file.text, name) && (sort != "option" || names_option(&file.text))
                })
        };
        used || sort != "state" && self.library.folders().any(other)
    }
}

/// Whether a line of a manifest begins the table of a name, or one below it.
fn declares(line: &str, sort: &str, name: &str) -> bool {
    let line = line.trim_start();
    let key = line.trim_start_matches('[').trim_start();
    let rest = key.strip_prefix(sort).and_then(|rest| rest.strip_prefix('.'));
    let rest = rest.map(|rest| rest.trim_start_matches('"'));
    line.starts_with('#') || rest.is_some_and(|rest| rest.starts_with(name))
}

/// Whether a text has a name as a word of its own.
fn has_word(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(part) && !text[at + name.len()..].starts_with(part))
}

fn is_script(path: &str) -> bool {
    !path.starts_with("tests/") && [".lua", ".luau"].iter().any(|ending| path.ends_with(ending))
}

/// Words that scripts may mean a verb or a step with.
#[derive(Default)]
struct Said {
    id: String,
    words: BTreeSet<String>,
    /// Texts are put together, so that a part of a name may stand for it.
    joined: bool,
}

impl Said {
    /// Adds a script; nothing if it cannot be read.
    fn add(&mut self, text: &str) -> Option<()> {
        let words = lint::aside(|| {
            let ast = full_moon::parse(text).ok()?;
            let (mut words, mut joined) = (BTreeSet::new(), false);
            // A function or a member called like a verb does not offer it.
            let mut member = false;
            for token in ast.nodes().tokens() {
                let word = match token.token().token_type() {
                    TokenType::StringLiteral { literal, .. }
                    | TokenType::InterpolatedString { literal, .. } => Some(literal.as_str()),
                    TokenType::Identifier { identifier } if !member => Some(identifier.as_str()),
                    _ => None,
                };
                words.extend(word.map(str::to_owned));
                let written = token.token().to_string();
                member = [".", ":", "function"].contains(&written.as_str());
                joined |= ["..", "format", "concat"].contains(&written.as_str())
                    || written.starts_with('`');
            }
            Some((words, joined))
        });
        let (words, joined) = words?;
        self.words.extend(words);
        self.joined |= joined;
        Some(())
    }

    fn has(&self, name: &str) -> bool {
        let whole = format!("{}/{name}", self.id);
        self.words.iter().any(|word| {
            let part = word.len() > 1 && (name.starts_with(word) || name.ends_with(word));
            word == name || *word == whole || self.joined && part
        })
    }
}

/// Kinds that are said to border others, and do on no tile of the games that the expansion is tried in.
pub(crate) fn borders(manifest: &Manifest, games: &[Rules]) -> Vec<Fault> {
    let all = &manifest.everything;
    let features = all.features.iter().map(|kind| (&kind.name, &kind.borders));
    let said = all.borders.iter().chain(features);
    let pairs = said.flat_map(|(kind, others)| others.iter().map(move |other| (kind, other)));
    let never = |(kind, other): &(&String, &String)| {
        let mut there = false;
        for tile in games.iter().flat_map(|rules| rules.setup.tiles.iter()) {
            let of = |name: &String| tile.segments.iter().any(|one| one.kind == *name);
            there |= of(kind) && of(other);
            let meets = |a: &String, b: &String| {
                let mut own = tile.segments.iter().filter(|one| one.kind == *a);
                let named =
                    |n: &u8| tile.segments.get(usize::from(*n)).is_some_and(|s| s.kind == *b);
                own.any(|one| one.borders.iter().any(named))
            };
            if meets(kind, other) || meets(other, kind) {
                return false;
            }
        }
        there
    };
    let fills = |name: &str| {
        let mut kinds = games.iter().flat_map(|rules| rules.setup.expansions.iter());
        kinds.any(|e| e.features.iter().any(|kind| kind.name == name && kind.fills))
    };
    let fault = |(kind, other): (&String, &String)| {
        let fault = Fault::new(
            "M0164",
            format!("`{kind}` borders `{other}` on no tile"),
            format!("`{kind}` ne borde `{other}` sur aucune tuile"),
        );
        let (en, fr) = if fills(other) {
            (
                format!("write `{other} = \"{kind}\"`: what fills a tile finds what it borders"),
                format!(
                    "écrivez `{other} = \"{kind}\"` : ce qui remplit une tuile trouve ce qu'il borde"
                ),
            )
        } else {
            (
                format!(
                    "only what fills a tile finds by itself what it borders: write `borders = [\"{other}\"]` at segments of `{kind}` in the tile set"
                ),
                format!(
                    "seul ce qui remplit une tuile trouve de lui-même ce qu'il borde : écrivez `borders = [\"{other}\"]` aux segments `{kind}` du jeu de tuiles"
                ),
            )
        };
        fault.at(manifest.file(), span_of(manifest, kind, other)).help(en, fr).warning()
    };
    pairs.filter(never).map(fault).collect()
}

/// Where a manifest says that a kind borders another.
fn span_of(manifest: &Manifest, kind: &str, other: &str) -> Range<usize> {
    let document = Document::parse(manifest.file(), manifest.text(), &mut Vec::new());
    let Some(document) = document else { return 0..0 };
    let root = document.root();
    let own = root.table("borders").filter(|table| table.has(kind));
    let span = own.map(|table| table.value_span(kind)).or_else(|| {
        let features = root.table("feature")?;
        Some(features.table(kind)?.value_span("borders"))
    });
    let span = span.unwrap_or_default();
    let text = manifest.text().get(span.clone()).unwrap_or_default();
    let quoted = format!("\"{other}\"");
    match text.find(&quoted) {
        Some(at) => span.start + at..span.start + at + quoted.len(),
        None => span,
    }
}

/// Two kinds that fill what others leave of a tile, of which only names say which one does.
pub(crate) fn fills(setup: &Setup, manifests: &Manifests) -> Option<Fault> {
    let fills = |kind: &&FeatureKind| kind.fills && kind.lies == Lies::Rest;
    let all = setup.expansions.iter();
    let kinds = all.flat_map(|e| e.features.iter().filter(fills).map(|kind| (kind, &e.id)));
    let mut kinds: Vec<_> = kinds.collect();
    kinds.sort_by_key(|(kind, _)| (kind.order, &kind.name));
    let [(first, _), (second, id), ..] = kinds[..] else { return None };
    if first.order != second.order {
        return None;
    }
    let (one, other) = (&first.name, &second.name);
    let fault = Fault::new(
        "M0167",
        format!(
            "`{one}` and `{other}` both fill tiles, with one `order`: `{one}` does, by its name"
        ),
        format!(
            "`{one}` et `{other}` remplissent tous deux les tuiles, avec le même `order` : c'est `{one}`, par son nom"
        ),
    );
    // The folder may be known to the config alone.
    let head = manifests.get(id).and_then(|manifest| {
        Some((manifest.file(), crate::place::head(manifest.text(), &format!("[feature.{other}]"))?))
    });
    let fault = match head {
        Some((file, span)) => fault.at(file, span),
        None => fault.in_file(&setup.config.file),
    };
    let help = fault.help(
        "the kind with the lowest `order` fills: give this one another `order`, or leave out `fills`",
        "la sorte qui a le plus petit `order` remplit : donnez à celle-ci un autre `order`, ou omettez `fills`",
    );
    Some(help.warning())
}
