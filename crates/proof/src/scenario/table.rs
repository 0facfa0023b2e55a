//! The table of a scenario: rules in which its tiles are drawn in its order, and its opening position.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use bastide_core::decl::{Expansion, Group, Start, Subscription, Supply};
use bastide_core::ids::{PileId, Player, RuleId, TileTypeId};
use bastide_core::{Answer, Effect, Engine, Event, Fault, Handlers, NoLog, Ruleset, State};

use super::Scenario;
use bastide::Rules;
use bastide_content::config::{Config, PlayerSeat, TileChange, Written};
use bastide_content::{Library, Setup};
use bastide_lab::{Calls, Entered, add_entered, counted, entered};

/// Id of the expansion that a scenario makes for itself, and name of its deck group.
const OWN: &str = "scenario";

/// Rules and opening of a scenario.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) rules: Rules,
    /// Tiles to be drawn, in order; then the rest of the deck, if any.
    pub(super) script: Vec<TileTypeId>,
    opening: Vec<Effect>,
    /// Calls of the engines it made.
    calls: RefCell<Vec<Rc<RefCell<Calls>>>>,
}

/// Answers `at.setup` with the opening.
struct Opening(Vec<Effect>);

impl Handlers for Opening {
    fn answer(
        &self,
        _: u16,
        _: &Arc<Ruleset>,
        _: &State,
        _: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        for effect in &self.0 {
            answer.effect(*effect, RuleId::NONE);
        }
        Ok(())
    }
}

impl Table {
    /// Builds the rules.
    ///
    /// # Errors
    ///
    /// Returns the faults of the expansions, options, tiles and figures that the scenario names.
    pub(super) fn set(s: &Scenario, library: &Library) -> Result<Self, Vec<Fault>> {
        let mut setup = Setup::load(&config(s), library)?;
        let mut faults = Vec::new();
        let wanted = wanted(s, &setup, &mut faults);
        figures(s, &mut setup, &mut faults);
        count(s, &wanted, &mut setup, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let own = own(s, &mut *Arc::make_mut(&mut setup.expansions));
        Arc::make_mut(&mut setup.expansions).push(own);
        setup.first = Some(s.first);
        let rules = Rules::new(setup).map_err(|faults| placed(s, faults))?;
        let script: Vec<TileTypeId> =
            wanted.iter().filter_map(|id| rules.ruleset.tile_type(id)).collect();
        let mut table = Self { rules, script, opening: Vec::new(), calls: RefCell::default() };
        table.opening = table.open(s, &mut faults);
        if faults.is_empty() { Ok(table) } else { Err(faults) }
    }

    /// An engine, and the state before the first move.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, or that fail in setup.
    pub(super) fn start(&self, s: &Scenario) -> Result<(Engine, State), Vec<Fault>> {
        let own = |id: &str| -> Option<Box<dyn Handlers>> {
            (id == OWN).then(|| Box::new(Opening(self.opening.clone())) as Box<dyn Handlers>)
        };
        let (mut engine, calls) = counted(&self.rules, own)?;
        self.calls.borrow_mut().push(calls);
        let state =
            engine.start(Player(s.first as u8), &mut NoLog).map_err(|e| vec![failed(s, &e)])?;
        Ok((engine, state))
    }

    /// How often functions were entered; the scenario's own expansion counts for nothing.
    pub(super) fn entered(&self) -> Entered {
        let mut sum = Entered::new();
        for calls in &*self.calls.borrow() {
            add_entered(&mut sum, &entered(&self.rules, &calls.borrow()));
        }
        sum.retain(|(expansion, _), _| expansion != OWN);
        sum
    }

    /// Effects that make the opening: points, tokens, tiles that are drawn first.
    fn open(&self, s: &Scenario, faults: &mut Vec<Fault>) -> Vec<Effect> {
        let rules = &self.rules.ruleset;
        let mut effects = Vec::new();
        for (seat, points) in &s.points {
            effects.push(Effect::pay(Player(*seat as u8), *points));
        }
        for (seat, tokens) in &s.tokens {
            for (name, n) in tokens {
                let Some(token) = rules.token(name) else {
                    let (en, fr) =
                        (format!("unknown token `{name}`"), format!("jeton `{name}` inconnu"));
                    let fault = s.fault("S0100", s.at("tokens"), en, fr);
                    let known = rules.tokens.iter().map(|token| token.name.as_str());
                    faults.push(bastide_content::lang::suggest(fault, name, known));
                    continue;
                };
                let has = rules.tokens[token.index()].supply.for_players(rules.players) as i16;
                effects.push(Effect::TokenMoved {
                    token,
                    player: Player(*seat as u8),
                    by: n - has,
                });
            }
        }
        let to = rules.pile(OWN).unwrap_or(PileId::NONE);
        for tile in &self.script {
            let from = rules.types[tile.index()].group;
            effects.push(Effect::TileMoved { tile: *tile, from, to, player: Player::NONE });
        }
        effects
    }
}

/// Puts faults without a file at the scenario.
fn placed(s: &Scenario, faults: Vec<Fault>) -> Vec<Fault> {
    let at = |f: Fault| if f.file.is_empty() { f.at(&s.file, s.span.clone()) } else { f };
    faults.into_iter().map(at).collect()
}

/// An expansion that failed while the scenario was played: where it failed, if that is known.
pub(super) fn failed(s: &Scenario, e: &bastide_core::HookError) -> Fault {
    let (what, who) = (&e.fault.what, format!("{}: {}", e.expansion, e.hook));
    let (en, fr) = (format!("{who}: {}", what.en), format!("{who} : {}", what.fr));
    let fault = s.fault("S0104", &s.span, en, fr);
    match &e.fault.span {
        Some(span) => {
            let fault = fault.at(&e.fault.file, span.clone());
            Fault { help: e.fault.help.clone(), ..fault }
        }
        None => fault,
    }
}

/// The config of a scenario.
pub(crate) fn config(s: &Scenario) -> Config {
    let mut config = Config {
        file: s.file.clone(),
        players: s
            .players
            .iter()
            .map(|name| PlayerSeat { name: name.clone(), bot: None })
            .collect(),
        edition: Some(Written { value: s.edition.clone(), span: s.at("edition").clone() }),
        players_span: s.at("players").clone(),
        ..Config::default()
    };
    for id in s.expansions() {
        config.enable(id).span = s.at("with").clone();
    }
    for (id, options) in &s.options {
        config.enable(id).options.clone_from(options);
    }
    for set in &s.sets {
        config.tiles.insert(set.clone(), TileChange { copies: 1, span: s.at("tiles").clone() });
    }
    config
}

/// The tiles that are drawn, by full id: those of `deck`, else those that the moves name.
fn wanted(s: &Scenario, setup: &Setup, faults: &mut Vec<Fault>) -> Vec<String> {
    let named: Vec<(&str, bool)> = match (&s.deck, s.random) {
        (Some(deck), _) => deck.iter().map(|tile| (tile.as_str(), true)).collect(),
        (None, Some(_)) => Vec::new(),
        (None, None) => of_moves(s),
    };
    let mut out = Vec::new();
    for (name, drawn) in named {
        let mut tiles = setup.tiles.iter();
        let called = |t: &&bastide_core::decl::Tile| {
            t.aliases.values().any(|alias| alias.all().any(|a| a == name))
        };
        let found = tiles.find(|t| t.id == name || called(t));
        if let Some(tile) = found {
            if drawn || tile.count > 0 || !lies_in_zone(&setup.expansions, &tile.id) {
                out.push(tile.id.clone());
            }
        } else {
            let named = |line: &&Written<String>| tile_of(&line.value).is_some_and(|t| t.0 == name);
            let line = s.moves.iter().find(named).filter(|_| s.deck.is_none());
            let fault = s.fault(
                "S0100",
                line.map_or(s.at("deck"), |line| &line.span),
                format!("no tile `{name}` is in play"),
                format!("aucune tuile `{name}` n'est de la partie"),
            );
            faults.push(bastide_content::lang::suggest(
                fault,
                name,
                setup.tiles.iter().map(|t| t.id.as_str()),
            ));
        }
    }
    out
}

/// Whether a tile lies in a zone from the start. If the deck has no copy of it as well, it is not drawn when a move
/// places it.
pub(super) fn lies_in_zone(expansions: &[Expansion], id: &str) -> bool {
    let mut zones = expansions.iter().flat_map(|e| &e.zones);
    zones.any(|zone| zone.start.all().any(|tile| tile == id))
}

/// The tiles that the moves draw. What was said to be drawn is not drawn again when a move places it: it came to a hand or
/// another zone, or somebody was asked about it first.
fn of_moves(s: &Scenario) -> Vec<(&str, bool)> {
    let (mut named, mut held) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for (tile, drawn) in s.moves.iter().filter_map(|line| tile_of(&line.value)) {
        let has = held.entry(tile).or_default();
        if drawn {
            *has += 1;
        } else if *has > 0 {
            *has -= 1;
            continue;
        }
        named.push((tile, drawn));
    }
    named
}

/// Returns the tile that a move names, and whether it is drawn: `A place TILE …`, `draw TILE`, or `0 draw TILE`.
fn tile_of(line: &str) -> Option<(&str, bool)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["draw", tile] | ["0", "draw", tile] => Some((tile, true)),
        [_, "place", tile, ..] => Some((tile, false)),
        _ => None,
    }
}

fn figures(s: &Scenario, setup: &mut Setup, faults: &mut Vec<Fault>) {
    for (name, n) in &s.supply {
        let expansions = Arc::make_mut(&mut setup.expansions);
        let mut kinds = expansions.iter_mut().flat_map(|e| &mut e.figures);
        if let Some(kind) = kinds.find(|kind| kind.name == *name) {
            kind.supply = Supply::Each(*n);
        } else {
            let (en, fr) =
                (format!("unknown figure `{name}`"), format!("figurine `{name}` inconnue"));
            let fault = s.fault("S0100", s.at("supply"), en, fr);
            let known = expansions.iter().flat_map(|e| &e.figures).map(|kind| kind.name.as_str());
            faults.push(bastide_content::lang::suggest(fault, name, known));
        }
    }
}

/// Puts as many copies of each tile into the deck as the scenario needs; only those if it ends the game.
fn count(s: &Scenario, wanted: &[String], setup: &mut Setup, faults: &mut Vec<Fault>) {
    let mut needed: BTreeMap<&str, u16> = BTreeMap::new();
    // Start tiles that are shuffled with the others are drawn like them.
    let starts = || setup.expansions.iter().filter_map(|e| Some((&e.id, e.start.as_ref()?)));
    let is_mixed = |id: &String| starts().any(|(_, start)| start.mixes.contains(id));
    let own = starts().filter(|(id, _)| !is_mixed(id)).flat_map(|(_, start)| &start.tiles);
    let start: Vec<String> = if s.start.is_empty() {
        // A layout that another one replaces may ask for a role that no tile of the game has.
        let known = own.map(|tile| tile.tile.clone()).filter(|id| id != "*" && !id.is_empty());
        known.collect()
    } else {
        s.start.iter().map(|tile| tile.tile.clone()).collect()
    };
    for id in wanted.iter().chain(&start) {
        *needed.entry(id).or_default() += 1;
    }
    for tile in Arc::make_mut(&mut setup.tiles) {
        let n = needed.remove(tile.id.as_str()).unwrap_or(0);
        tile.count = if s.deck.is_some() || s.end { n } else { tile.count.max(n) };
    }
    for id in needed.keys() {
        let (en, fr) = (
            format!("no tile `{id}` is in play"),
            format!("aucune tuile `{id}` n'est de la partie"),
        );
        faults.push(s.fault("S0100", s.at("start"), en, fr));
    }
}

/// The expansion that gives the opening; a start layout of the scenario replaces all others.
fn own(s: &Scenario, others: &mut [Expansion]) -> Expansion {
    let mut own = Expansion { id: OWN.to_owned(), version: "1".to_owned(), ..Expansion::default() };
    own.groups.push(Group { name: OWN.to_owned(), order: i16::MIN, closed: false });
    let open = "open".to_owned();
    own.hooks.push(Subscription {
        on: "at.setup".to_owned(),
        call: open,
        // Before all others, so that what they draw is drawn in the scenario's order.
        rank: i16::MIN,
        ..Subscription::default()
    });
    if !s.start.is_empty() {
        for other in others {
            other.start = None;
        }
        own.start = Some(Start { tiles: s.start.clone(), ..Start::default() });
    }
    own
}
