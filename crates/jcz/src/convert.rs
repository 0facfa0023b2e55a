//! From a saved game to a record that needs nothing but our own rules.

use std::collections::BTreeMap;

use bastide_core::{Fault, State};

use super::file::Saved;
use super::play::Play;
use super::table::Table;
use super::{Broken, conventions, run, set};
use bastide::{Game, Record, Rules};
use bastide_content::config::{Config, TileChange};
use bastide_content::{Library, Setup};

/// Turns a file into a record that can be loaded, played on and verified; and a warning for each convention of the other
/// engine that the game came to, although the record says nothing of it.
///
/// # Errors
///
/// Fails like [`super::play()`]; `J0120` a start layout that no record can say, `J0121` an action that the rules refuse
/// without the confirmations of the other engine.
pub fn convert(file: &str, text: &str, library: &Library) -> Result<(Record, Vec<Fault>), Broken> {
    convert_while(file, text, library, || true)
}

/// As [`convert`], as long as it is to go on, which is asked before every action.
///
/// # Errors
///
/// Fails like [`convert`]; `J0122` it was not to go on.
pub fn convert_while(
    file: &str,
    text: &str,
    library: &Library,
    mut go_on: impl FnMut() -> bool,
) -> Result<(Record, Vec<Fault>), Broken> {
    let (saved, table) = set(file, text, library)?;
    let play = run(&saved, &table, &mut go_on)?;
    let mut config = table.config.clone();
    let mut rules = rules(&config, library)?;
    if count(&mut config, &rules, &copies(&saved, &table, &play)) {
        rules = self::rules(&config, library)?;
    }
    let mut game = Game::new(rules, 0).map_err(Broken::Faults)?;
    if laid(game.rules(), game.state(), usize::MAX)
        != laid(&table.rules, &play.now.state, saved.start.len())
    {
        let fault = Fault::new(
            "J0120",
            "the tiles at the start lie otherwise than in any game of these expansions",
            "les tuiles de départ sont autrement que dans toute partie de ces extensions",
        );
        return Err(Broken::Faults(vec![fault.at(file, saved.span.clone())]));
    }
    for act in &play.now.acts {
        if !go_on() {
            return Err(too_long(file));
        }
        if let Err(e) = game.act_text(&act.text) {
            let words = e.words();
            let fault = Fault::new(
                "J0121",
                format!("`{}` cannot be written in a record: {}", act.text, words.en),
                format!("`{}` ne peut pas être noté : {}", act.text, words.fr),
            );
            return Err(Broken::Faults(vec![fault.in_file(file)]));
        }
    }
    let mut told = conventions::told(&play);
    told.extend(conventions::passed_over(&play));
    Ok((Record::of(&game), told))
}

pub(super) fn too_long(file: &str) -> Broken {
    let fault = Fault::new(
        "J0122",
        "it takes too long to play this game in the time there is",
        "cette partie est trop longue à jouer dans le temps prévu",
    );
    Broken::Faults(vec![fault.in_file(file).help(
        "convert it on your own machine, `bastide convert FILE`, and bring the record",
        "convertissez-la sur votre machine, `bastide convert FICHIER`, et apportez la partie enregistrée",
    )])
}

fn rules(config: &Config, library: &Library) -> Result<Rules, Broken> {
    let setup = Setup::load(config, library).map_err(Broken::Faults)?;
    Rules::new(setup).map_err(Broken::Faults)
}

/// Copies of every tile type that the record's game must have: those of the played game, or, if its stack
/// ended before its time, those that were drawn.
fn copies(saved: &Saved, table: &Table, play: &Play<'_>) -> BTreeMap<String, u16> {
    let types = &table.rules.ruleset.types;
    let mut all: BTreeMap<String, u16> =
        types.iter().map(|t| (t.decl.id.clone(), t.decl.count)).collect();
    let state = &play.now.state;
    let used = state.tiles().len() + usize::from(state.discarded());
    let there: usize = all.values().map(|n| usize::from(*n)).sum();
    if state.is_over() && saved.limit.is_some() && there > used {
        for n in all.values_mut() {
            *n = 0;
        }
        let start = laid(&table.rules, state, saved.start.len());
        let start = start.iter().map(|(id, _, _)| id.as_str());
        let drawn = play.now.acts.iter().filter_map(|act| act.text.strip_prefix("draw "));
        for id in start.chain(drawn) {
            *all.entry(id.to_owned()).or_default() += 1;
        }
    }
    all
}

/// Changes a config so that its game has the wanted copies; whether it had others. A start tile that other
/// expansions put into the box is counted on top.
fn count(config: &mut Config, rules: &Rules, wanted: &BTreeMap<String, u16>) -> bool {
    let mut changed = false;
    for tile in &rules.ruleset.types {
        let id = &tile.decl.id;
        let want = wanted.get(id).copied().unwrap_or(0);
        if want == tile.decl.count {
            continue;
        }
        let written = rules.setup.tiles.iter().find(|t| t.id == *id).map_or(0, |t| t.count);
        let boxed = written.saturating_sub(tile.decl.count);
        let change = TileChange { copies: want + boxed, span: 0..0 };
        config.tiles.insert(id.clone(), change);
        changed = true;
    }
    changed
}

/// The first tiles on the table: id, cell, rotation.
fn laid(rules: &Rules, state: &State, n: usize) -> Vec<(String, bastide_core::ids::Cell, u8)> {
    let one = |t: &bastide_core::PlacedTile| {
        (rules.ruleset.types[t.kind().index()].decl.id.clone(), t.cell(), t.rotation())
    };
    state.tiles().iter().take(n).map(one).collect()
}
