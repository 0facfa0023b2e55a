//! What a script asks for: a condition on the things of a list, with holes for things that the script has at hand.

use super::compile::{around, compile};
use super::holds::{At, Thing};
use super::scan::Standing;
use super::subject::Subject;
use super::{Around, Condition, Lanes, Marked};
use crate::decl::{self, Area};
use crate::effect::Place;
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::{Cell, ExpansionId, FigureId, SegmentId, TileId};
use crate::ruleset::Ruleset;

/// Things that one condition of a script can name.
pub const GIVEN_MAX: usize = 8;

/// A condition of a script, compiled: it can be asked again with other things in its holes.
#[derive(Clone, Debug)]
pub struct Query {
    such: Condition,
    /// Where tiles lie, if they are asked for around a place.
    around: Option<Around>,
    standing: Standing,
    kinds: u64,
    marked: Option<Marked>,
    tagged: Option<Lanes>,
}

/// A query, asked at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    at: At<'a>,
    query: &'a Query,
}

impl Query {
    /// Of a condition that an expansion asks about a subject.
    #[must_use]
    pub fn new(
        rules: &Ruleset,
        of: ExpansionId,
        subject: Subject,
        written: &decl::Condition,
    ) -> Self {
        let rule = |id: &str| rules.rule(id);
        let such = compile(rules, of, subject, written, &rule);
        let (standing, kinds) = (such.standing(), such.kinds());
        let marked = (subject == Subject::Tile).then(|| such.marked()).flatten();
        let tagged = such.tagged();
        Self { such, around: None, standing, kinds, marked, tagged }
    }

    /// Of a condition on the tiles in an area.
    #[must_use]
    pub fn near(rules: &Ruleset, of: ExpansionId, area: &Area, written: &decl::Condition) -> Self {
        let around = around(rules, of, area);
        Self { around: Some(around), ..Self::new(rules, of, Subject::Tile, written) }
    }

    /// Asks at a moment, about what a hook tells, with these things in the holes.
    #[inline]
    #[must_use]
    pub fn ask<'a>(&'a self, game: Game<'a>, event: &'a Event, given: &'a [Thing]) -> Asked<'a> {
        Asked { at: At::event(game, event).given(given), query: self }
    }

    /// Returns the bit set of feature kinds that can match.
    #[must_use]
    pub fn kinds(&self) -> u64 {
        if matches!(self.such, Condition::Never) { 0 } else { self.kinds }
    }

    /// Returns the segments that can match, in order of placement.
    pub fn segments<'a>(&self, game: Game<'a>) -> impl Iterator<Item = SegmentId> + use<'a> {
        game.segments_of(self.kinds(), self.tagged.as_deref())
    }
}

impl Asked<'_> {
    /// Returns whether a thing matches.
    #[inline]
    #[must_use]
    pub fn takes(&self, thing: Thing) -> bool {
        self.at.of(&self.query.such, thing)
    }

    /// Whether a figure is such: one on the board, unless the condition asks who holds it, or for its corner.
    #[inline]
    #[must_use]
    pub fn takes_figure(&self, figure: FigureId) -> bool {
        let place = self.at.game().state.figure_place(figure);
        let there = match self.query.standing {
            Standing::OnBoard => self.at.game().is_on_board(figure),
            Standing::Held => matches!(place, Place::Held(_)),
            Standing::Either => !matches!(place, Place::Supply | Place::Box),
        };
        there && self.takes(Thing::Figure(figure))
    }

    /// All such tiles that lie, by their number.
    pub fn each_tile(&self, found: &mut dyn FnMut(TileId)) {
        let game = self.at.game();
        let such = |tile: &TileId| self.takes(Thing::Tile(*tile));
        match &self.query.marked {
            Some(marked) => game.marked(marked).each().filter(such).for_each(found),
            None => game.state.lying().map(|(tile, _)| tile).filter(such).for_each(found),
        }
    }

    /// Such tiles in the area around a cell, by row and column.
    pub fn near(&self, cell: Cell, found: &mut dyn FnMut(TileId)) {
        let Some(around) = &self.query.around else { return };
        self.at.near(around, Thing::Cell(cell), &mut |thing| {
            if let Thing::Tile(tile) = thing
                && self.takes(thing)
            {
                found(tile);
            }
            true
        });
    }
}
