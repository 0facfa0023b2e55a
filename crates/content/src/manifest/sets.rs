//! Tile sets of a manifest, with their conditions, and tiles of others that it redraws.

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::Tile;
use bastide_text::{Document, Value};
use bastide_tiles::Kinds;

use super::declare::finish;
use super::scope::{Context, Scope};
use super::settled::KEYS;
use super::{Choices, Elsewhere, Manifest};
use crate::graph::Mention;

/// `sets = ["a", { set = "b", with = "x" }]`: the names of those that count.
pub(super) fn sets(scope: &Scope<'_>, key: &str) -> Vec<(String, Range<usize>)> {
    let Some(node) = scope.table.raw(key) else { return Vec::new() };
    let nodes = match &node.value {
        Value::List(nodes) => nodes.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let mut found = Vec::new();
    for node in nodes {
        if let Value::Table(_) = node.value {
            let Some(table) = scope.document().as_table(node, key) else { continue };
            let one = Scope::new(table, scope.context);
            one.table.need("set");
            let named = one.mentions("set");
            if one.holds() {
                found.extend(named);
            }
            finish(&one);
        } else if let Some(name) = scope.document().as_str(node, key)
            && scope.is_name(name, node.span.clone())
        {
            found.push((name.to_owned(), node.span.clone()));
        }
    }
    found
}

/// `[redraw]`: full ids of tiles, each with its place. How they are drawn is read when the tiles are known.
pub(super) fn redraws(root: &Scope<'_>) -> Vec<(String, Range<usize>)> {
    let Some(all) = root.below("redraw") else { return Vec::new() };
    let mut found = Vec::new();
    for entry in all.table.entries() {
        let (id, span) = (entry.key.clone(), entry.key_span.clone());
        if let Some(table) = root.document().as_table(&entry.node, &id) {
            Scope::new(table, root.context).holds();
        }
        if id.contains('/') {
            found.push((id, span));
            continue;
        }
        let (en, fr) = (
            format!("`{id}` is no full tile id"),
            format!("`{id}` n'est pas l'id entier d'une tuile"),
        );
        root.note(root.fault(139, span, en, fr).help(
            "write the set and the tile in quotes: `[redraw.\"set/tile\"]`",
            "écrivez le jeu et la tuile entre guillemets : `[redraw.\"jeu/tuile\"]`",
        ));
    }
    found
}

impl Manifest {
    /// The tile sets that it brings under these choices: of the edition, if that names some, else its own.
    #[must_use]
    pub fn sets_in(
        &self,
        choices: &Choices,
        enabled: &[&str],
        elsewhere: &Elsewhere,
        edition: &str,
    ) -> Vec<Mention> {
        let values = self.chosen(choices);
        let mut context = Context::new(&self.options, &values, Some(enabled));
        context.elsewhere = Some(elsewhere);
        let mut told = Vec::new();
        let document = Document::parse_as('M', &self.file, &self.text, &mut told);
        let Some(document) = document else { return Vec::new() };
        let root = Scope::new(document.root(), &context);
        let of_edition = root.below("profile").and_then(|all| all.below(edition));
        let of_edition = of_edition.filter(|profile| profile.table.has("sets"));
        let found = sets(of_edition.as_ref().unwrap_or(&root), "sets");
        let mention = |(id, span)| Mention { id, file: self.file.clone(), span: Some(span) };
        found.into_iter().map(mention).collect()
    }

    /// Redraws tiles by the tables of `[redraw]` whose conditions hold. Returns each tile with its new form, and the
    /// faults. `tile` returns a tile of the game by its full id, or `None` if it is not in play.
    #[must_use]
    pub fn redrawn(
        &self,
        choices: &Choices,
        enabled: Option<(&[&str], &Elsewhere)>,
        kinds: &Kinds,
        tile: &dyn Fn(&str) -> Option<Tile>,
    ) -> (Vec<Tile>, Vec<Fault>) {
        let values = self.chosen(choices);
        let mut context = Context::new(&self.options, &values, enabled.map(|(ids, _)| ids));
        context.elsewhere = enabled.map(|(_, elsewhere)| elsewhere);
        let mut faults = Vec::new();
        let mut drawn = Vec::new();
        // The drawing is read like one in a tile set, with the same error codes.
        let Some(document) = Document::parse_as('T', &self.file, &self.text, &mut faults) else {
            return (drawn, faults);
        };
        if let Some(all) = document.root().table("redraw") {
            for entry in all.entries() {
                let Some(table) = document.as_table(&entry.node, &entry.key) else { continue };
                let scope = Scope::new(table, &context);
                let counts = scope.holds();
                for key in KEYS {
                    scope.table.raw(key);
                }
                if let Some(old) = tile(&entry.key).filter(|_| counts) {
                    drawn.push(bastide_tiles::redraw(&scope.table, kinds, old));
                }
            }
        }
        faults.extend(document.take_faults());
        (drawn, faults)
    }
}
