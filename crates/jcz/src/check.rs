//! Holding what a saved game claims against the game as it is.

use std::collections::BTreeSet;

use bastide_core::ids::{PileId, Player};
use bastide_core::{Action, Decision, Fault, NoLog, State, step};

use super::claims::{self, Claim};
use super::file::{At, Pointer};
use super::offer::{self, Aim, Offer, Offered};
use super::place;
use super::play::{COMMIT, Play};
use bastide_content::config::Written;
use bastide_content::manifest::jcz::Verb;
use bastide_core::decl::Value;

/// Most decisions that are passed to come to the one that the other engine makes.
const PASSES_MAX: usize = 50;

/// The options in the form of the other engine.
struct View<'a> {
    phase: String,
    pass: bool,
    /// A confirmation is asked for.
    confirm: bool,
    offers: Vec<Offer<'a>>,
}

/// Expected and actual value, if they differ.
type Differs = Option<(String, String)>;

/// Everything that does not hold.
pub(super) fn judge(play: &mut Play<'_>) -> Vec<Fault> {
    let view = match view(play) {
        Ok(view) => view,
        Err(faults) => return faults,
    };
    let mut faults = Vec::new();
    for one in &play.saved.assertions {
        let Some(claim) = claims::read(&one.value) else {
            let fault = Fault::new(
                "J0111",
                "this sentence has none of the known forms",
                "cette phrase n'a aucune des formes connues",
            );
            faults.push(fault.at(&play.saved.file, one.span.clone()));
            continue;
        };
        if let Some((want, have)) = differs(play, &view, &claim) {
            faults.push(told(play, one, &want, &have));
        }
    }
    faults
}

fn told(play: &Play<'_>, one: &Written<String>, want: &str, have: &str) -> Fault {
    let text = &one.value;
    Fault::new(
        "J0110",
        format!("`{text}` does not hold: expected {want}, there is {have}"),
        format!("`{text}` est faux : attendu {want}, il y a {have}"),
    )
    .at(&play.saved.file, one.span.clone())
}

/// The decision that the other engine makes now; ours that it does not make are passed on a copy.
fn view<'a>(play: &mut Play<'a>) -> Result<View<'a>, Vec<Fault>> {
    let table = play.table;
    let mut state = play.now.state.clone();
    let mut decision = play.now.decision.clone();
    let offers = |state: &State, decision: &Decision, play: &Play<'a>| {
        offer::offers(table, state, &play.now.names, decision)
    };
    let mut found = offers(&state, &decision, play);
    if let Some(wait) = &play.now.wait {
        let (phase, confirm) = (wait.phase.clone(), wait.is(COMMIT));
        return Ok(View { phase, pass: false, confirm, offers: Vec::new() });
    }
    for _ in 0..PASSES_MAX {
        if state.is_over() || !offer::is_aside(&decision, &found) {
            break;
        }
        decision = passed(play, &mut state)?;
        found = offers(&state, &decision, play);
    }
    // A figure that has an action of its own is offered there at the first one too.
    if offer::is_step(&decision, step::ACTION) && offer::can_pass(&decision) {
        let mut later = state.clone();
        let second = passed(play, &mut later)?;
        if offer::is_step(&second, step::SECOND_ACTION) && !later.is_over() {
            let all = offers(&later, &second, play);
            let known: Vec<Action> = found.iter().map(|o| o.action).collect();
            let new = |o: &Offer<'_>| {
                matches!(o.what, Offered::Meeple { .. }) && !known.contains(&o.action)
            };
            found.extend(all.into_iter().filter(new));
        }
    }
    let over = state.is_over();
    let mut phase = offer::phase(table, &decision, over);
    let within = [step::ACTION, step::SECOND_ACTION].iter().any(|s| offer::is_step(&decision, *s));
    if let Some(back) = play.now.phase.clone().filter(|_| within && !over) {
        phase = back;
    }
    let pass = !over && offer::can_pass(&decision);
    let confirm = !over && offer::confirms(table, &decision);
    Ok(View { phase, pass, confirm, offers: found })
}

fn passed(play: &mut Play<'_>, state: &mut State) -> Result<Decision, Vec<Fault>> {
    let file = play.saved.file.clone();
    let failed = |what: String| vec![Fault::new("J0112", what.clone(), what).in_file(&file)];
    play.engine.apply(state, Action::Pass, &mut NoLog).map_err(|e| failed(e.to_string()))?;
    play.engine.decision(state).map_err(|e| vec![bastide::game::fault_of(&e)])
}

fn differs(play: &Play<'_>, view: &View<'_>, claim: &Claim) -> Differs {
    let differ = |want: String, have: String| (want != have).then_some((want, have));
    match claim {
        Claim::Points { player, points } => {
            let have = seat(play, player).map(|p| play.now.state.score(p));
            differ(points.to_string(), have.map_or("—".to_owned(), |n| n.to_string()))
        }
        Claim::Scored { player, name, points } => scored(play, player, name, *points),
        Claim::Pass(pass) => differ(pass.to_string(), view.pass.to_string()),
        Claim::Phase(phase) => differ(phase.clone(), view.phase.clone()),
        Claim::Auction(value) => {
            let mut items = view.offers.iter().filter_map(|o| match &o.what {
                Offered::Verb { word, .. } if !word.no_auction.is_empty() => Some(*word),
                _ => None,
            });
            let is = |word: &Verb| {
                word.no_auction.iter().all(|(name, want)| option(play, name) == Some(want))
            };
            let have = items.next().map_or("—".to_owned(), |word| is(word).to_string());
            differ(value.clone(), have)
        }
        Claim::Action { item, of } => {
            let items = items(play, view);
            let there =
                items.iter().any(|(i, o)| i == item && of.as_ref().is_none_or(|of| of == o));
            let list: Vec<String> = items.iter().map(|(i, o)| format!("{i} {o}")).collect();
            let want = format!("{item} {}", of.as_deref().unwrap_or_default());
            (!there).then(|| (want.trim_end().to_owned(), shown(&list)))
        }
        Claim::Tiles { tile, options } => {
            let mine = placements(play, view, tile);
            let mut want = options.clone();
            for (_, turns) in &mut want {
                turns.sort_unstable();
                turns.dedup();
            }
            want.sort_by_key(|(at, _)| (at.1, at.0));
            let text = |list: &[(At, Vec<u16>)]| {
                let one = |((x, y), turns): &(At, Vec<u16>)| {
                    format!("[{x},{y}] - {turns:?}").replace(", ", ",")
                };
                shown(&list.iter().map(one).collect::<Vec<_>>())
            };
            let offered = view.offers.iter().filter_map(|o| tile_of(play, o));
            let tiles = offered.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ");
            let other = format!("{tiles} {}", text(&mine));
            (want != mine).then(|| (format!("{tile} {}", text(&want)), other))
        }
        Claim::Undo(allowed) => differ(allowed.to_string(), (!play.back.is_empty()).to_string()),
        Claim::Parts { item, of, options } => {
            let mut mine = BTreeSet::new();
            for o in &view.offers {
                match &o.what {
                    Offered::Meeple { kind, at } => {
                        let is = item == "Meeple" && of.as_deref() == Some(class(play, *kind));
                        let all = match o.action {
                            // A corner is named by one segment.
                            Action::Invoke { .. } => vec![at.clone()],
                            _ => places(play, at),
                        };
                        mine.extend(is.then_some(all).into_iter().flatten());
                    }
                    Offered::Verb { word, aim: Aim::Part(at) } => {
                        let is = word.item == *item && of.as_ref().is_none_or(|of| *of == word.of);
                        mine.extend(is.then(|| at.clone()));
                    }
                    _ => {}
                }
            }
            lists(options.iter().map(told_place).collect(), mine.iter().map(told_place).collect())
        }
        Claim::Figures { item, of, options } => {
            let mine = view.offers.iter().filter_map(|o| match &o.what {
                Offered::Verb { word, aim: Aim::Figure(id, Some(at)) }
                    if word.item == *item && of.as_ref().is_none_or(|of| *of == word.of) =>
                {
                    Some(figure(id, at))
                }
                _ => None,
            });
            let known = |at: &Pointer| place::known_as(play.game(), &play.table.words, at);
            lists(options.iter().map(|(id, at)| figure(id, &known(at))).collect(), mine.collect())
        }
        Claim::Token { player, token, size, count } => {
            let rules = &play.table.rules.ruleset;
            let mine = play.table.words.tokens.iter().find(|(_, name)| *name == token);
            let id = mine.and_then(|(name, _)| rules.token(name));
            let seat = seat(play, player);
            let held = seat.zip(id).map(|(p, id)| i32::from(play.now.state.tokens(id, p)));
            let mut have = held.or_else(|| Some(in_zone(play, seat?, token))).unwrap_or(0);
            if *size {
                let told = mine.and_then(|(name, _)| play.table.words.sizes.get(name));
                have = told.filter(|_| have > 0).map_or(0, |state| number(play, state));
            }
            differ(count.to_string(), have.to_string())
        }
        Claim::Cells { item, of, options } => {
            let mine = view.offers.iter().filter_map(|o| match &o.what {
                Offered::Verb { word, aim } if word.item == *item && word.of == *of => match aim {
                    Aim::Part(at) => Some(at.cell),
                    Aim::Cell(cell) => Some(*cell),
                    _ => None,
                },
                _ => None,
            });
            let text =
                |cells: BTreeSet<At>| cells.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
            lists(text(options.iter().copied().collect()), text(mine.collect()))
        }
    }
}

/// Returns the number of tiles in a player's zone that the other engine counts as tokens.
fn in_zone(play: &Play<'_>, player: Player, token: &str) -> i32 {
    let (rules, words) = (&play.table.rules.ruleset, &play.table.words.zones);
    let zones: Vec<_> = words
        .iter()
        .filter(|(_, name)| *name == token)
        .filter_map(|(zone, _)| rules.pile(zone))
        .collect();
    let lies = |(zone, owner, _): &(PileId, Player, _)| *owner == player && zones.contains(zone);
    play.now.state.zoned().filter(lies).count() as i32
}

/// Value of an option, named with its expansion.
fn option<'p>(play: &'p Play<'_>, name: &str) -> Option<&'p Value> {
    let (id, option) = name.split_once('/')?;
    let found = play.table.rules.ruleset.expansions.iter().find(|e| e.id == id)?;
    found.options.get(option)
}

/// A number of the game, named with its expansion.
fn number(play: &Play<'_>, name: &str) -> i32 {
    let rules = &play.table.rules.ruleset;
    let key = name.split_once('/').and_then(|(id, key)| rules.state_key(rules.expansion(id)?, key));
    key.map_or(0, |key| play.game().get(key, 0))
}

fn seat(play: &Play<'_>, name: &str) -> Option<Player> {
    play.saved.players.iter().position(|p| p == name).map(|i| Player(i as u8))
}

fn scored(play: &Play<'_>, player: &str, name: &str, points: i32) -> Differs {
    let seat = seat(play, player).map_or(u8::MAX, |p| p.0);
    let mine = play.now.scored.iter().filter(|s| s.player == seat);
    let first = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    if mine.clone().any(|s| first(&s.name) == name && s.points == points) {
        return None;
    }
    let list: Vec<String> = mine.map(|s| format!("{} {}", s.name, s.points)).collect();
    Some((format!("{name} {points}"), shown(&list)))
}

fn class<'a>(play: &Play<'a>, kind: bastide_core::ids::FigureKindId) -> &'a str {
    let name = &play.table.rules.ruleset.figures[kind.index()].decl.name;
    play.table.words.figures.get(name).map_or("", |f| f.class.as_str())
}

/// Items and what they are for.
fn items(play: &Play<'_>, view: &View<'_>) -> BTreeSet<(String, String)> {
    let one = |o: &Offer<'_>| match &o.what {
        Offered::Tile { .. } => {
            Some(("TilePlacement".to_owned(), tile_of(play, o).unwrap_or_default().to_owned()))
        }
        Offered::Meeple { kind, .. } => Some(("Meeple".to_owned(), class(play, *kind).to_owned())),
        Offered::Verb { word, aim } if !word.item.is_empty() => {
            let on_cell = word.item_on_cell.as_ref().filter(|_| matches!(aim, Aim::Cell(_)));
            Some((on_cell.unwrap_or(&word.item).clone(), word.of.clone()))
        }
        _ => None,
    };
    let confirm = view.confirm.then(|| ("Confirm".to_owned(), String::new()));
    view.offers.iter().filter_map(one).chain(confirm).collect()
}

/// The name of the tile that an option places.
fn tile_of<'a>(play: &Play<'a>, offer: &Offer<'_>) -> Option<&'a str> {
    let Action::Place { tile, .. } = offer.action else { return None };
    Some(play.table.alias(tile))
}

/// Cells on which a tile may be placed, with their rotations in degrees, row by row.
fn placements(play: &Play<'_>, view: &View<'_>, tile: &str) -> Vec<(At, Vec<u16>)> {
    let mut out: Vec<(At, Vec<u16>)> = Vec::new();
    let called = |o: &&Offer<'_>| match o.action {
        Action::Place { tile: placed, .. } => play.table.is_called(placed, tile),
        _ => false,
    };
    for offer in view.offers.iter().filter(called) {
        let Offered::Tile { cell, turns, .. } = offer.what else { continue };
        match out.iter_mut().find(|(at, _)| *at == cell) {
            Some((_, known)) => known.push(u16::from(turns) * 90),
            None => out.push((cell, vec![u16::from(turns) * 90])),
        }
    }
    for (_, turns) in &mut out {
        turns.sort_unstable();
        turns.dedup();
    }
    out.sort_by_key(|(at, _)| (at.1, at.0));
    out
}

/// Every name of an offered place: the other engine offers all segments of a feature that lie on one tile.
fn places(play: &Play<'_>, at: &Pointer) -> Vec<Pointer> {
    let (game, words) = (play.game(), &play.table.words);
    let Some(node) = place::node(game, words, at) else { return vec![at.clone()] };
    place::twins(game, node).filter_map(|twin| place::pointer(game, words, twin)).collect()
}

fn told_place(at: &Pointer) -> String {
    let Pointer { cell: (x, y), feature, location } = at;
    format!("{{{feature},{location},[{x},{y}]}}")
}

fn figure(id: &str, at: &Pointer) -> String {
    format!("{{{id},{}", &told_place(at)[1..])
}

/// Two lists that must hold the same, however often.
fn lists(mut want: Vec<String>, mut have: Vec<String>) -> Differs {
    want.sort_unstable();
    have.sort_unstable();
    (want != have).then(|| (shown(&want), shown(&have)))
}

fn shown(list: &[String]) -> String {
    if list.is_empty() { "—".to_owned() } else { list.join("; ") }
}
