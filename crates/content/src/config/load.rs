//! From a config and a library to everything a game is built from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_core::decl::{self, Expansion, Value};
use bastide_core::{Fault, Severity};
use bastide_text::Document;

use super::loaded::{Built, rules_of};
use super::{
    BASE, Config, EDITION, Manifests, PlayerSeat, Wanted, Written, differing, ignored, tiles,
    unknown, ways,
};
use crate::graph::{self, Mention};
use crate::library::Library;
use crate::manifest::{self, Choices, Elsewhere, Manifest};
use crate::seed::Seed;

/// Everything a game is built from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// The config itself, for records.
    pub config: Config,
    /// Enabled expansions, resolved, in canonical order.
    pub expansions: Arc<Vec<Expansion>>,
    /// All tile types in play, by full id.
    pub tiles: Arc<Vec<decl::Tile>>,
    /// Seats in turn order.
    pub players: Vec<PlayerSeat>,
    /// Seed of chance, if the config gives one.
    pub seed: Option<Seed>,
    /// Seat that begins, if the config names one.
    pub first: Option<usize>,
    /// Edition in force.
    pub edition: String,
    /// Scripted expansions: id, file as the user would name it, source text.
    pub scripts: Vec<(String, String, Arc<str>)>,
    /// Native expansions.
    pub native: Vec<String>,
    /// Options that differ from the manifest's default, by expansion.
    pub changed: BTreeMap<String, BTreeMap<String, Value>>,
    /// Tile counts that the config changes, by full id.
    pub tile_changes: BTreeMap<String, u16>,
    /// Warnings about a playable game.
    pub warnings: Vec<Fault>,
    /// Rulesets built from the setup.
    pub(super) built: Built,
}

impl Setup {
    /// Finds, checks and resolves everything the config names.
    ///
    /// # Errors
    ///
    /// All faults of the config against the library, of the manifests and tile sets of enabled
    /// expansions, and of how expansions stand to each other.
    pub fn load(config: &Config, library: &Library) -> Result<Self, Vec<Fault>> {
        let rules = rules_of(config);
        let known = rules.as_ref().and_then(|rules| library.loaded().of(rules, config));
        if let Some(setup) = known {
            return Ok(setup);
        }
        let mut loading = Loading { config, faults: Vec::new() };
        let found = loading.run(library);
        let mut faults = loading.faults;
        let bad = faults.iter().any(|fault| fault.severity == Severity::Error);
        match found {
            Some(mut setup) if !bad => {
                setup.warnings = faults;
                if let Some(rules) = rules {
                    library.loaded().keep(rules, &setup);
                }
                Ok(setup)
            }
            _ => {
                faults.sort_by_key(|fault| std::cmp::Reverse(fault.severity));
                Err(faults)
            }
        }
    }
}

/// Work in progress.
pub(super) struct Loading<'a> {
    pub(super) config: &'a Config,
    pub(super) faults: Vec<Fault>,
}

/// An enabled expansion on its way.
pub(super) struct Enabled<'a> {
    pub(super) manifest: &'a Manifest,
    pub(super) wanted: Wanted,
    pub(super) choices: Choices,
    /// Tile sets with the place where they are named.
    pub(super) sets: Vec<Mention>,
    pub(super) expansion: Expansion,
}

impl Loading<'_> {
    fn run(&mut self, library: &Library) -> Option<Setup> {
        let config = self.config;
        let mut wanted: BTreeMap<&str, Wanted> = config
            .expansions
            .iter()
            .filter(|(_, wanted)| wanted.enabled)
            .map(|(id, wanted)| (id.as_str(), wanted.clone()))
            .collect();
        wanted.entry(BASE).or_insert_with(Wanted::plain);
        let library = self.paths(library);
        let library = &*library;
        let manifests = library.manifests();
        self.judge(library, &wanted);
        let order = self.order(library, &wanted);
        let edition = self.edition(manifests);
        let mut enabled = Vec::new();
        let ids: Vec<&str> = order.iter().map(String::as_str).collect();
        let mut chosen = Vec::new();
        let mut elsewhere = Elsewhere::new();
        for id in &ids {
            let (Some(manifest), Some(wanted)) = (manifests.get(id), wanted.remove(id)) else {
                continue;
            };
            let choices = self.choices(manifest, &wanted, &edition);
            self.faults.extend(ignored::options(self.config, manifest, &wanted));
            elsewhere.insert((*id).to_owned(), manifest.chosen(&choices));
            self.faults.extend(manifest.judge_elsewhere(|id| manifests.get(id)));
            chosen.push((manifest, wanted, choices));
        }
        for (manifest, wanted, choices) in chosen {
            let expansion = manifest.resolve(&choices, &ids, &elsewhere);
            let replaced = ids.iter().filter_map(|id| manifests.get(id)).any(|other| {
                other.id != manifest.id
                    && other.replaces_sets.iter().any(|set| set.id == manifest.id)
            });
            let sets = self.sets(&wanted).unwrap_or_else(|| {
                if replaced {
                    Vec::new()
                } else {
                    manifest.sets_in(&choices, &ids, &elsewhere, &edition)
                }
            });
            enabled.push(Enabled { manifest, wanted, choices, sets, expansion });
        }
        self.faults.extend(ignored::copies(config, &enabled));
        let before = self.faults.len();
        let tiles = tiles::read(self, library, manifests, (&ids, &elsewhere), &mut enabled);
        if self.faults[..before].iter().any(|fault| fault.code == "G0003") {
            // What the missing expansion declares is missing on tiles too.
            let told = self.faults.split_off(before);
            self.faults.extend(told.into_iter().filter(|fault| fault.code != "T0119"));
        }
        self.count_players(&enabled, manifests);
        if enabled.len() < ids.len() {
            return None;
        }
        let mut setup = Setup {
            config: config.clone(),
            tiles: Arc::new(tiles.into_values().collect()),
            players: config.players.clone(),
            seed: config.seed,
            first: config.first,
            edition,
            ..Setup::default()
        };
        for id in config.tiles.keys().filter(|id| id.contains('/')) {
            setup.tile_changes.insert(id.clone(), config.tiles[id].copies);
        }
        let mut expansions = Vec::new();
        for Enabled { manifest, expansion, .. } in enabled {
            if manifest.native {
                setup.native.push(manifest.id.clone());
            } else if let Some((file, text)) = &manifest.script {
                setup.scripts.push((manifest.id.clone(), file.clone(), Arc::clone(text)));
            }
            let changed = differing(&expansion.options, &manifest.defaults());
            if !changed.is_empty() {
                setup.changed.insert(manifest.id.clone(), changed);
            }
            expansions.push(expansion);
        }
        setup.expansions = Arc::new(expansions);
        // Tiles that could not be read are missing for another reason.
        if self.faults.iter().all(|fault| fault.severity == Severity::Warning) {
            self.faults.extend(setup.nothing_to_draw());
        }
        Some(setup)
    }

    /// What is wrong with the manifests of what is enabled, and what has none.
    fn judge(&mut self, library: &Library, wanted: &BTreeMap<&str, Wanted>) {
        for (id, wanted) in wanted {
            // A folder that the config names by another id has been told.
            let misnamed = |fault: &&Fault| fault.code == "M0101" && wanted.path.is_some();
            let faults = library.manifests().faults(id).iter();
            self.faults.extend(faults.filter(|fault| !misnamed(fault)).cloned());
        }
        let mut called = None;
        for (id, wanted) in wanted {
            let missing_path = wanted.path.is_some();
            if library.folder(id).is_none() && !missing_path {
                let fault = self.config.fault(
                    108,
                    &wanted.span,
                    format!("unknown expansion `{id}`"),
                    format!("extension inconnue `{id}`"),
                );
                let called = called.get_or_insert_with(|| ways::Called::of(library));
                self.faults.push(called.meant(fault, id));
            }
        }
    }

    /// The canonical order, and how expansions stand to each other.
    fn order(&mut self, library: &Library, wanted: &BTreeMap<&str, Wanted>) -> Vec<String> {
        let manifests = library.manifests();
        let node = |id: &str| {
            let mut node = graph::Node { id: id.to_owned(), ..graph::Node::default() };
            // A broken manifest says nothing; its own faults have been told.
            if let Some(manifest) = manifests.get(id) {
                node.needs.clone_from(&manifest.needs);
                node.conflicts.clone_from(&manifest.conflicts);
                node.after.clone_from(&manifest.after);
            }
            if node.id != BASE {
                node.after.push(Mention::implied(BASE));
            }
            if let Some(wanted) = wanted.get(id)
                && !wanted.span.is_empty()
            {
                node.enabled = Some(Mention {
                    id: id.to_owned(),
                    file: self.config.file.clone(),
                    span: Some(wanted.span.clone()),
                });
            }
            node
        };
        let known = || wanted.keys().copied().filter(|id| library.folder(id).is_some());
        let enabled: Vec<graph::Node> = known().map(node).collect();
        // The others count only where something is wrong, as names that may have been meant.
        let ordered = graph::order(&enabled, known()).or_else(|_| {
            let all: Vec<_> = library.folders().map(|folder| node(&folder.id)).collect();
            graph::order(&all, known())
        });
        match ordered {
            Ok(order) => order,
            Err(faults) => {
                self.faults.extend(faults);
                // Options can be checked in any order.
                wanted.keys().map(|id| (*id).to_owned()).collect()
            }
        }
    }

    /// The edition in force; the base game must know it.
    fn edition(&mut self, manifests: &Manifests) -> String {
        let Some(named) = &self.config.edition else { return EDITION.to_owned() };
        if let Some(base) = manifests.get(BASE)
            && base.profile(&named.value).is_none()
        {
            let edition = &named.value;
            let fault = self.config.fault(
                109,
                &named.span,
                format!("unknown edition `{edition}`"),
                format!("édition inconnue `{edition}`"),
            );
            let known = base.profiles.iter().map(|profile| profile.name.as_str());
            self.faults.push(unknown(fault, edition, known));
        }
        named.value.clone()
    }

    /// Options and figures of one expansion: edition first, then the config.
    fn choices(&mut self, manifest: &Manifest, wanted: &Wanted, edition: &str) -> Choices {
        let mut choices = Choices::default();
        if let Some(profile) = manifest.profile(edition) {
            choices.options.clone_from(&profile.values);
        }
        let id = &manifest.id;
        let mut none = Vec::new();
        let empty = Document::parse_as('C', &self.config.file, "", &mut none);
        for entry in &wanted.options {
            let (Some(option), Some(document)) = (manifest.option(&entry.key), &empty) else {
                let key = &entry.key;
                let fault = self.config.fault(
                    105,
                    &entry.key_span,
                    format!("`{id}` has no option `{key}`"),
                    format!("`{id}` n'a pas d'option `{key}`"),
                );
                let known = manifest.options.iter().map(|option| option.name.as_str());
                self.faults.push(unknown(fault, key, known.chain(manifest::RESERVED)));
                continue;
            };
            if let Some(value) = option.read(document, &entry.node) {
                choices.options.insert(entry.key.clone(), value);
            }
        }
        if let Some(document) = empty {
            self.faults.extend(document.take_faults());
        }
        let figures: BTreeSet<&str> =
            manifest.everything.figures.iter().map(|figure| figure.name.as_str()).collect();
        for (name, count) in &wanted.figures {
            if figures.contains(name.as_str()) {
                choices.figures.insert(name.clone(), count.value);
            } else {
                let fault = self.config.fault(
                    112,
                    &count.span,
                    format!("`{id}` has no figure `{name}`"),
                    format!("`{id}` n'a pas de figurine `{name}`"),
                );
                self.faults.push(if figures.is_empty() {
                    fault.help(
                        "it has no figures of its own: `figures` stands with the expansion that brings them",
                        "elle n'a pas de figurines à elle : `figures` s'écrit à l'extension qui les apporte",
                    )
                } else {
                    unknown(fault, name, figures.iter().copied())
                });
            }
        }
        choices
    }

    /// Tile sets that the config names for one expansion, or none if its tiles stay out.
    fn sets(&self, wanted: &Wanted) -> Option<Vec<Mention>> {
        if !wanted.tiles {
            return Some(Vec::new());
        }
        let mention = |set: &Written<String>| Mention {
            id: set.value.clone(),
            file: self.config.file.clone(),
            span: Some(set.span.clone()),
        };
        Some(wanted.sets.as_ref()?.iter().map(mention).collect())
    }

    /// Holds the number of players against the bounds of all expansions.
    fn count_players(&mut self, enabled: &[Enabled<'_>], manifests: &Manifests) {
        let bound = |of: fn(&Expansion) -> u8| {
            usize::from(enabled.iter().map(|e| of(&e.expansion)).max().unwrap_or(0))
        };
        let (least, most) = (bound(|e| e.players_min).max(1), bound(|e| e.players_max));
        let count = self.config.players.len();
        if count < least || most > 0 && count > most {
            let s = if count == 1 { "" } else { "s" };
            let several = if count > 1 { "s" } else { "" };
            let fault = self.config.fault(
                101,
                &self.config.players_span,
                format!("{count} player{s}, but the game is for {least} to {most}"),
                format!("{count} joueur{several}, mais le jeu se joue de {least} à {most}"),
            );
            let fault = if count < least {
                ways::more(fault, count, enabled)
            } else {
                ways::fewer(fault, count, enabled, manifests)
            };
            self.faults.push(fault);
        }
    }
}
