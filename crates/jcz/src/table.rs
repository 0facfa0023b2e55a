//! From the setup of a saved game to rules that can be played.

mod config;
mod own;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_core::decl::StartTile;
use bastide_core::ids::{Player, VerbId};
use bastide_core::{Engine, Fault, Handlers, NoLog, State, Words as Named};

use super::file::Saved;
use super::older;
use bastide::Rules;
use bastide_content::config::{BASE, Config, Written};
use bastide_content::manifest::jcz::{Element, Words};
use bastide_content::manifest::{Domain, Manifest};
use bastide_content::{Library, Setup};
use own::{COMMIT, OWN, Own};

/// Name of the other engine among the aliases of tiles.
pub(super) const ALIAS: &str = "jcz";

/// Rules of a saved game.
#[derive(Debug)]
pub(super) struct Table {
    /// With the step that confirms, and the end of the stack.
    pub(super) rules: Rules,
    pub(super) words: Words,
    /// What the game is made of, as a config.
    pub(super) config: Config,
    pub(super) commit: VerbId,
    limit: Option<usize>,
    /// Messages have the ids of version 4.
    pub(super) older: bool,
}

/// Why there is no table.
#[derive(Debug)]
pub(super) enum NoTable {
    /// Sets, elements and rules that are unknown here.
    Missing(Vec<Named>),
    Faults(Vec<Fault>),
}

impl Table {
    pub(super) fn set(saved: &mut Saved, library: &Library) -> Result<Self, NoTable> {
        let manifests: BTreeMap<String, Manifest> = library
            .folders()
            .filter_map(|folder| Some((folder.id.clone(), Manifest::read(folder).0?)))
            .collect();
        let mut missing = older::renew(saved, &manifests);
        missing.extend(self::missing(saved, &manifests));
        if !missing.is_empty() {
            // An unknown name may belong to an expansion that cannot be read; then its faults are the reason.
            let broken = library.broken_since(&Library::official());
            let faults: Vec<_> = broken.into_iter().flat_map(|(_, faults)| faults).collect();
            let missing = NoTable::Missing(missing);
            return Err(if faults.is_empty() { missing } else { NoTable::Faults(faults) });
        }
        let ids = played(saved, &manifests);
        let config = config::config(saved, &manifests, &ids);
        let mut setup = Setup::load(&config, library).map_err(unseated)?;
        older::lay(saved, &|id| setup.tiles.iter().any(|t| called(t, id) && t.count > 0));
        let mut without = symbols(saved, &manifests, &setup);
        without.extend(in_zones(&setup));
        if !without.is_empty() {
            return Err(NoTable::Missing(without));
        }
        let mut words = Words::default();
        for manifest in ids.iter().filter_map(|id| manifests.get(id)) {
            words.join(&manifest.id, &manifest.jcz);
        }
        exchange(&mut setup, &words.instead, saved);
        let start = start(saved, &setup).map_err(|fault| NoTable::Faults(vec![*fault]))?;
        cap(&mut setup, &words.most, &start);
        copy(&mut setup, &words.copies);
        for id in saved.old.iter().flat_map(|old| &old.boxed) {
            let there = |t: &&mut bastide_core::decl::Tile| called(t, id) && t.count > 0;
            if let Some(tile) = Arc::make_mut(&mut setup.tiles).iter_mut().find(there) {
                tile.count -= 1;
            }
        }
        for other in Arc::make_mut(&mut setup.expansions) {
            other.start = None;
        }
        let groups = setup.expansions.iter().map(|e| e.groups.len()).sum::<usize>();
        let piles = saved.limit.map(|_| 1 + groups);
        Arc::make_mut(&mut setup.expansions).push(own::expansion(start, piles));
        let rules = Rules::new(setup).map_err(NoTable::Faults)?;
        let own = rules.ruleset.expansion(OWN);
        let commit = own.and_then(|own| rules.ruleset.verb(own, COMMIT)).unwrap_or(VerbId::NONE);
        let (limit, older) = (saved.limit, saved.old.is_some());
        Ok(Self { rules, words, config, commit, limit, older })
    }

    /// An engine, and the state before the first draw.
    pub(super) fn start(&self) -> Result<(Engine, State), Vec<Fault>> {
        let own = |id: &str| -> Option<Box<dyn Handlers>> {
            (id == OWN).then(|| Box::new(Own { limit: self.limit }) as Box<dyn Handlers>)
        };
        let mut engine = self.rules.engine_with(own)?;
        let state = engine.start(Player(0), &mut NoLog);
        let state = state.map_err(|e| vec![bastide::game::fault_of(&e)])?;
        Ok((engine, state))
    }

    /// Id of a tile type over there; empty if it has none.
    pub(super) fn alias(&self, tile: bastide_core::ids::TileTypeId) -> &str {
        let found = self.rules.ruleset.types.get(tile.index());
        found.and_then(|t| t.decl.names(ALIAS).next()).unwrap_or_default()
    }

    /// Whether a tile type has this id over there, if only as one of several.
    pub(super) fn is_called(&self, tile: bastide_core::ids::TileTypeId, id: &str) -> bool {
        let found = self.rules.ruleset.types.get(tile.index());
        found.is_some_and(|t| called(&t.decl, &self.now(id)))
    }

    /// The id of later versions.
    fn now<'i>(&self, id: &'i str) -> Cow<'i, str> {
        if self.older { Cow::Owned(self.words.older.tile(id)) } else { Cow::Borrowed(id) }
    }

    /// Whether a tile in play has this id over there.
    pub(super) fn is_known(&self, id: &str) -> bool {
        let id = self.now(id);
        self.rules.ruleset.types.iter().any(|t| called(&t.decl, &id))
    }
}

/// Whether a tile has this id over there.
fn called(tile: &bastide_core::decl::Tile, id: &str) -> bool {
    tile.names(ALIAS).any(|name| name == id)
}

/// Sets, elements and rules that no expansion here knows.
fn missing(saved: &Saved, manifests: &BTreeMap<String, Manifest>) -> Vec<Named> {
    let known = |f: &dyn Fn(&Words) -> bool| manifests.values().any(|m| f(&m.jcz));
    let mut out = Vec::new();
    for (set, _) in &saved.sets {
        if !known(&|words| words.sets.contains_key(&set.value)) {
            let id = &set.value;
            out.push(Named::new(format!("tile set `{id}`"), format!("jeu de tuiles `{id}`")));
        }
    }
    for element in saved.elements.keys() {
        if !known(&|words| words.elements.contains_key(element)) {
            out.push(unknown_element(element));
        }
    }
    for (rule, value) in &saved.rules {
        let knows = |words: &Words| {
            words.rules.get(rule).is_some_and(|switch| switch.values.contains_key(&value.value))
                || words.idle_rules.contains(rule)
        };
        if !known(&knows) {
            let value = &value.value;
            out.push(Named::new(
                format!("rule `{rule}` = `{value}`"),
                format!("règle `{rule}` = `{value}`"),
            ));
        }
    }
    out
}

fn unknown_element(id: &str) -> Named {
    Named::new(format!("element `{id}`"), format!("élément `{id}`"))
}

/// Elements that cannot be played although a tile with their symbol is there.
fn symbols(saved: &Saved, manifests: &BTreeMap<String, Manifest>, setup: &Setup) -> Vec<Named> {
    let in_play = |id: &String| setup.tiles.iter().any(|t| called(t, id) && t.count > 0);
    let elements = manifests.values().flat_map(|m| &m.jcz.elements);
    let lacking = elements.filter(|(id, element)| {
        saved.elements.contains_key(*id) && element.only_with.iter().any(in_play)
    });
    lacking.map(|(id, _)| unknown_element(id)).collect()
}

/// Tiles that would lie in zones from the start, of sets that the file does not have.
fn in_zones(setup: &Setup) -> impl Iterator<Item = Named> {
    let zones = setup.expansions.iter().flat_map(|e| &e.zones);
    let tiles = zones.flat_map(|zone| zone.start.all().map(move |tile| (tile, &zone.name)));
    tiles.filter(|(tile, _)| !setup.tiles.iter().any(|t| t.id == **tile)).map(|(tile, zone)| {
        let en = format!("tile `{tile}` of the zone `{zone}`, whose set the game does not have");
        let fr = format!("tuile `{tile}` de la zone `{zone}`, dont il manque le jeu de tuiles");
        Named::new(en, fr)
    })
}

/// Expansions in play: those with a set or an element, and what they need.
fn played(saved: &Saved, manifests: &BTreeMap<String, Manifest>) -> BTreeSet<String> {
    let mut ids = BTreeSet::from([BASE.to_owned()]);
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut besides = Vec::new();
    for (id, manifest) in manifests {
        let words = &manifest.jcz;
        let lacks = |(name, element): (&String, &Element)| {
            element.whole && !saved.elements.contains_key(name)
        };
        let sets = saved.sets.iter().map(|(set, _)| set.value.as_str());
        let mine: Vec<&str> = sets.filter(|set| words.sets.contains_key(*set)).collect();
        let lacking = words.elements.iter().any(lacks);
        // Of a set that two know the other has its part only where all that it needs is in play.
        let first = mine.iter().filter(|set| known.insert(set)).count() > 0;
        let on = |(name, element): (&String, &Element)| {
            !element.passive && is_on(saved, manifest, name, element)
        };
        if first && !lacking || words.elements.iter().any(on) {
            ids.insert(id.clone());
        } else if !mine.is_empty() && !lacking {
            besides.push((id, manifest));
        }
    }
    let mut open: Vec<String> = ids.iter().cloned().collect();
    while let Some(id) = open.pop() {
        for need in manifests.get(&id).map_or(&[][..], |m| &m.needs) {
            if ids.insert(need.id.clone()) {
                open.push(need.id.clone());
            }
        }
    }
    besides
        .retain(|(_, m): &(&String, &Manifest)| m.needs.iter().all(|need| ids.contains(&need.id)));
    ids.extend(besides.into_iter().map(|(id, _)| id.clone()));
    ids
}

/// Whether an element is switched on; one with a number needs one above 0.
fn is_on(saved: &Saved, manifest: &Manifest, name: &str, element: &Element) -> bool {
    let Some(value) = saved.elements.get(name) else { return false };
    let counts = element.figure.is_some() || ranged(manifest, element);
    !counts || value.value.is_none_or(|n| n > 0)
}

/// Whether an element sets an option that is a number.
fn ranged(manifest: &Manifest, element: &Element) -> bool {
    let option = element.option.as_ref().and_then(|name| manifest.option(name));
    option.is_some_and(|o| matches!(o.domain, Domain::Range(..)))
}

/// The tiles on the table before the first turn.
fn start(saved: &Saved, setup: &Setup) -> Result<Vec<StartTile>, Box<Fault>> {
    if saved.start.is_empty() {
        let fault = Fault::new(
            "J0010",
            "no tile lies on the table at the start",
            "aucune tuile n'est posée au départ",
        );
        return Err(Box::new(fault.at(&saved.file, saved.span.clone())));
    }
    // Where two sets bring the same tile, the one that our own game would begin with.
    let begins = |id: &str| {
        let last = setup.expansions.iter().filter_map(|e| e.start.as_ref()).rev();
        last.flat_map(|start| &start.tiles).position(|t| t.tile == id).unwrap_or(usize::MAX)
    };
    let one = |(id, at, rotation): &(Written<String>, (i16, i16), u8)| {
        let named = |t: &&bastide_core::decl::Tile| called(t, &id.value) && t.count > 0;
        let found = setup.tiles.iter().filter(named).min_by_key(|t| begins(&t.id));
        let tile = found.ok_or_else(|| Box::new(unknown_tile(saved, id)))?.id.clone();
        Ok(StartTile { tile, at: *at, rotation: *rotation, ..StartTile::default() })
    };
    saved.start.iter().map(one).collect()
}

/// Takes away the copies of a tile that the other engine does not have, however many sets bring it; those at the
/// start stay.
fn cap(setup: &mut Setup, most: &BTreeMap<String, u16>, start: &[StartTile]) {
    for (id, most) in most {
        let mut left = *most;
        for at_start in [true, false] {
            let mine = |t: &&mut bastide_core::decl::Tile| {
                called(t, id) && start.iter().any(|s| s.tile == t.id) == at_start
            };
            for tile in Arc::make_mut(&mut setup.tiles).iter_mut().filter(mine) {
                tile.count = tile.count.min(left);
                left -= tile.count;
            }
        }
    }
}

/// Exchanges two tiles, of which one is in the start layout and the other stays in the box.
fn exchange(setup: &mut Setup, instead: &BTreeMap<String, String>, saved: &Saved) {
    for (id, other) in instead {
        let lie = saved.start.iter().filter(|(tile, ..)| tile.value == *id).count();
        for tile in Arc::make_mut(&mut setup.tiles) {
            if called(tile, id) {
                tile.count = lie.min(1) as u16;
            } else if lie > 0 && called(tile, other) {
                tile.count = 0;
            }
        }
    }
}

/// Gives tiles as many copies as they have in the other engine.
fn copy(setup: &mut Setup, copies: &BTreeMap<String, u16>) {
    for (id, n) in copies {
        if let Some(tile) =
            Arc::make_mut(&mut setup.tiles).iter_mut().find(|t| called(t, id) && t.count > 0)
        {
            tile.count = *n;
        }
    }
}

/// What keeps a game from being set. More players than our expansions seat are no fault of the file.
fn unseated(faults: Vec<Fault>) -> NoTable {
    if faults.iter().all(|fault| fault.code == "C0101") {
        return NoTable::Missing(faults.into_iter().map(|fault| fault.what).collect());
    }
    NoTable::Faults(faults)
}

/// A tile that no set in play has.
pub(super) fn unknown_tile(saved: &Saved, id: &Written<String>) -> Fault {
    let name = &id.value;
    Fault::new(
        "J0011",
        format!("no tile `{name}` is in play"),
        format!("aucune tuile `{name}` n'est de la partie"),
    )
    .at(&saved.file, id.span.clone())
}
