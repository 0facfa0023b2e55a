//! The same game on a table that has been moved and turned, or with the seats moved round.

use std::sync::Arc;

use bastide::core::decl::Target;
use bastide::core::ids::{Cell, FigureId, OverlayId, Player};
use bastide::core::{Action, Over, Ruleset, State};
use bastide::{Rules, Setup};

/// How the table is moved: turned clockwise about the origin, then shifted.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Quarter turns.
    pub quarters: u8,
    /// To the east.
    pub dx: i16,
    /// To the south.
    pub dy: i16,
}

impl Motion {
    fn cell(self, cell: Cell) -> Cell {
        let turn = |c: Cell| Cell::new(-c.y, c.x);
        let turned = (0..self.quarters & 3).fold(cell, |c, _| turn(c));
        Cell::new(turned.x + self.dx, turned.y + self.dy)
    }

    fn rotation(self, rotation: u8) -> u8 {
        (rotation + self.quarters) & 3
    }

    /// A piece that comes with a tile, turned with the table.
    fn over(self, rules: &Ruleset, over: Over) -> Over {
        let on = over.side().map_or(0, |side| self.rotation(side as u8) + 1);
        Over { on, rotation: self.turn_of(rules, over.overlay, over.rotation), ..over }
    }

    /// The quarter turns that stand for how a piece looks on the turned table.
    fn turn_of(self, rules: &Ruleset, overlay: OverlayId, turn: u8) -> u8 {
        let turned = self.rotation(turn);
        let turns = rules.overlay_turns(overlay);
        // Of a straight piece a half turn shows nothing.
        if turns.contains(&turned) { turned } else { (turned + 2) & 3 }
    }

    /// An action on the moved table. Tiles, segments and figures keep their numbers.
    #[must_use]
    pub fn action(self, rules: &Ruleset, action: Action) -> Action {
        match action {
            Action::Place { tile, cell, rotation, over } => Action::Place {
                tile,
                cell: self.cell(cell),
                rotation: self.rotation(rotation),
                over: over.map(|over| self.over(rules, over)),
            },
            Action::Invoke { verb, target }
                if rules.verbs[verb.index()].decl.target == Target::Overlay =>
            {
                let piece = rules.verbs[verb.index()].decl.overlay.as_deref();
                let overlay = piece.and_then(|name| rules.overlay(name)).unwrap_or_default();
                let turn = self.turn_of(rules, overlay, target as u8 & 3);
                Action::Invoke { verb, target: target & !3 | u32::from(turn) }
            }
            Action::Invoke { verb, target }
                if rules.verbs[verb.index()].decl.target == Target::Cell =>
            {
                Action::Invoke { verb, target: self.cell(Cell::unpack(target)).pack() }
            }
            Action::Invoke { verb, target } => {
                let decl = &rules.verbs[verb.index()].decl;
                let moved = |(sort, n): (Target, u32)| match sort {
                    // The tile that names a corner stays, and which of its corners it is turns.
                    Target::Corner => n & !3 | (n + u32::from(self.quarters)) & 3,
                    _ => n,
                };
                let all: Vec<u32> = decl.named(target).map(moved).collect();
                Action::Invoke { verb, target: all[0] | all.get(1).map_or(0, |n| n << 16) }
            }
            other => other,
        }
    }
}

/// The setup with its start layouts and the edges of the table moved.
#[must_use]
pub fn turned(setup: &Setup, motion: Motion) -> Setup {
    let mut setup = setup.clone();
    for bounds in Arc::make_mut(&mut setup.expansions).iter_mut().filter_map(|e| e.bounds.as_mut())
    {
        let [a, b] = [[0, 1], [2, 3]].map(|[x, y]| motion.cell(Cell::new(bounds[x], bounds[y])));
        *bounds = [a.x.min(b.x), a.y.min(b.y), a.x.max(b.x), a.y.max(b.y)];
    }
    for start in Arc::make_mut(&mut setup.expansions).iter_mut().filter_map(|e| e.start.as_mut()) {
        for tile in &mut start.tiles {
            let cell = motion.cell(Cell::new(tile.at.0, tile.at.1));
            tile.at = (cell.x, cell.y);
            tile.rotation = motion.rotation(tile.rotation);
        }
    }
    setup
}

/// An action with all seats moved round by some places.
#[must_use]
pub fn rotated_seats(rules: &Rules, state: &State, by: u8, action: Action) -> Action {
    let players = state.players();
    let seat = |p: u32| (p + u32::from(by)) % u32::from(players);
    let figure = |f: u32| {
        let each = state.figure_count() as u32 / u32::from(players);
        seat(f / each) * each + f % each
    };
    match action {
        Action::Move { figure: f, node } => {
            Action::Move { figure: FigureId(figure(f.0.into()) as u16), node }
        }
        Action::Invoke { verb, target } => {
            let decl = &rules.ruleset.verbs[verb.index()].decl;
            let moved = |(sort, target)| match sort {
                Target::Figure => figure(target),
                Target::Player => u32::from(Player(seat(target) as u8).0),
                _ => target,
            };
            let all: Vec<u32> = decl.named(target).map(moved).collect();
            let target = match all[..] {
                [a, b] if decl.unordered => a.min(b) | a.max(b) << 16,
                [a, b] => a | b << 16,
                _ => all[0],
            };
            Action::Invoke { verb, target }
        }
        other => other,
    }
}
