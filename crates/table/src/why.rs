//! Why something cannot be done at a place that somebody points at.

use std::collections::BTreeMap;

use bastide::core::decl::Target;
use bastide::core::ids::{Cell, FigureId, FigureKindId, Player, SegmentId, TileTypeId};
use bastide::core::{Action, Place, Words};
use bastide::game::{Cited, Refused};
use bastide::{Game, story};

/// The place that was clicked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pointed {
    /// A cell; over it a tile, or any that can be placed.
    Cell(Cell, Option<TileTypeId>),
    /// A segment.
    Segment(SegmentId),
}

/// Returns the rules that forbid the possible meanings of a click, each with what it forbids, and the actions that are
/// allowed there.
///
/// # Errors
///
/// Returns an error if an expansion fails.
pub(crate) fn why(game: &Game, pointed: Pointed) -> Result<Vec<Words>, Refused> {
    let mut found = Found::default();
    for action in meant(game, pointed) {
        let rules = game.why_not(action)?;
        let said = |lang| story::action_head(game, action, lang);
        let head = Words::new(said("en"), said("fr"));
        if rules.is_empty() {
            found.allowed.get_or_insert(Words::new(
                story::action_line(game, action, "en"),
                story::action_line(game, action, "fr"),
            ));
        }
        for rule in rules {
            found.note(rule, &head);
        }
    }
    Ok(found.lines())
}

#[derive(Default)]
struct Found {
    /// Rules by id, each with what it forbids.
    rules: BTreeMap<String, (Cited, Vec<Words>)>,
    allowed: Option<Words>,
}

impl Found {
    fn note(&mut self, rule: Cited, head: &Words) {
        let (_, heads) = self.rules.entry(rule.rule.clone()).or_insert((rule, Vec::new()));
        if !heads.contains(head) {
            heads.push(head.clone());
        }
    }

    fn lines(self) -> Vec<Words> {
        if let Some(allowed) = self.allowed {
            return vec![Words::new(
                format!("This is allowed: {}", allowed.en),
                format!("C'est permis : {}", allowed.fr),
            )];
        }
        if self.rules.is_empty() {
            return vec![Words::new("Nothing can be done here.", "Il n'y a rien à faire ici.")];
        }
        let heads = |heads: &[Words], of: fn(&Words) -> &String| {
            heads.iter().map(of).cloned().collect::<Vec<_>>().join(", ")
        };
        let line = |(rule, what): (Cited, Vec<Words>)| {
            let id = &rule.rule;
            Words::new(
                format!("{}: {} [{id}]", heads(&what, |w| &w.en), rule.en),
                format!("{} : {} [{id}]", heads(&what, |w| &w.fr), rule.fr),
            )
        };
        self.rules.into_values().map(line).collect()
    }
}

/// Returns the possible meanings of a click.
fn meant(game: &Game, pointed: Pointed) -> Vec<Action> {
    let read = game.read();
    let offered = game.offered();
    let mut actions: Vec<Action> = Vec::new();
    // A verb that is offered somewhere, at the place that is meant.
    let mut verbs = |sort: Target, n: u32| {
        for option in &offered {
            let Action::Invoke { verb, .. } = option.action else { continue };
            let decl = &read.rules.verbs[verb.index()].decl;
            let action = Action::Invoke { verb, target: n };
            if decl.target == sort && decl.second == Target::None && !actions.contains(&action) {
                actions.push(action);
            }
        }
    };
    match pointed {
        Pointed::Cell(cell, tile) => {
            verbs(Target::Cell, cell.pack());
            if let Some(at) = read.state.tile_at(cell) {
                verbs(Target::Tile, u32::from(at.0));
            }
            let mut tiles: Vec<TileTypeId> = tile.into_iter().chain(read.state.drawn()).collect();
            tiles.extend(offered.iter().filter_map(|option| match option.action {
                Action::Place { tile, .. } => Some(tile),
                _ => None,
            }));
            tiles.truncate(1);
            let known = tiles.into_iter().filter(|tile| tile.index() < read.rules.types.len());
            let turned = known.flat_map(|tile| {
                (0..4).map(move |rotation| Action::Place { tile, cell, rotation, over: None })
            });
            actions.extend(turned);
        }
        Pointed::Segment(node) => {
            verbs(Target::Segment, u32::from(node.0));
            let standing = (0..read.state.figure_count() as u16).map(FigureId);
            let standing = standing.filter(|f| read.state.figure_place(*f) == Place::Segment(node));
            standing.for_each(|figure| verbs(Target::Figure, u32::from(figure.0)));
            let kinds = (0..read.rules.figures.len() as u8).map(FigureKindId);
            let left = kinds.filter(|kind| read.state.supply(game.actor(), *kind) > 0);
            actions.extend(left.map(|figure| Action::Deploy { figure, node }));
        }
    }
    actions
}

/// Whether everything that the one who decides may choose is known to a seat: of that alone may be asked why.
pub(crate) fn may_ask(game: &Game, seat: Player) -> bool {
    seat == game.actor()
        || game.decision_for(seat).options.len() == game.decision().options.len()
            && !game.seen_by(seat).hides()
}
