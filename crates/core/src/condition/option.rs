//! What an option does.

use super::Several;
use super::facts::until;
use super::holds::{At, Thing};
use super::table::{Many, One};
use crate::answer::Offer;
use crate::choice::{Action, Choice, OptionList};
use crate::ids::{Cell, RuleId, SegmentId};
use crate::ruleset::Ruleset;

/// The options of a decision as they are listed, and the offers that they come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    pub(crate) options: &'a OptionList,
    pub(crate) offers: &'a [Offer],
}

impl Listed<'_> {
    /// Returns the rule that offers an option, or none for an option of the core.
    pub(crate) fn rule_of(&self, rules: &Ruleset, choice: Choice) -> RuleId {
        if let Some(verb) = choice.verb() {
            return rules.verbs[verb.index()].rule;
        }
        choice.offer_among(self.offers).map_or(RuleId::NONE, |offer| offer.rule)
    }
}

impl At<'_> {
    /// What a fact of an option leads to.
    pub(super) fn of_option(&self, one: One, choice: Choice) -> Option<Thing> {
        let action = choice.action()?;
        Some(match (one, action) {
            (One::Deploys, Action::Deploy { figure, .. }) => Thing::Kind(figure),
            (One::Moves, Action::Move { figure, .. }) => Thing::Figure(figure),
            (One::To, Action::Deploy { node, .. } | Action::Move { node, .. }) => {
                Thing::Segment(node)
            }
            (One::Places, Action::Place { tile, .. }) => Thing::Type(tile),
            (One::Cell, Action::Place { cell, .. }) => Thing::Cell(cell),
            (one, Action::Invoke { verb, target }) => {
                let named = self.game.rules.verbs[verb.index()].decl.named(target);
                let mut things = named.filter_map(|(sort, n)| self.target_of(sort, n));
                return things.find(|thing| {
                    matches!(
                        (one, thing),
                        (One::Segment, Thing::Segment(_))
                            | (One::Figure, Thing::Figure(_))
                            | (One::Tile, Thing::Tile(_))
                            | (One::Player, Thing::Player(_))
                            | (One::Neutral, Thing::Neutral(_))
                            | (One::Corner, Thing::Corner(_))
                            | (One::Type, Thing::Type(_))
                            | (One::Kind, Thing::Kind(_))
                            | (One::Token, Thing::Token(_))
                    )
                });
            }
            _ => return None,
        })
    }

    /// Returns whether the number of matching features that an option completes is in range. Matching comes first,
    /// because finding completed features needs a copy of the board.
    pub(super) fn completes(&self, several: &Several, option: Thing) -> bool {
        let Thing::Option(choice, _) = option else { return several.count.has(0) };
        let such = |node| self.such(&several.such, Thing::Feature(node));
        let mut n = 0;
        self.completed(choice, several.kinds, &such, &mut |_| {
            n += 1;
            true
        });
        let holds = several.count.has(n);
        debug_assert!(
            holds == self.count(several, |f| self.many(Many::Completes, u64::MAX, option, f)),
            "which features are such does not hang on which are completed"
        );
        holds
    }

    /// Returns whether a tile on this cell could complete a matching feature, for any tile and rotation.
    pub(crate) fn may_complete(&self, several: &Several, cell: Cell) -> bool {
        let such = |node| self.such(&several.such, Thing::Feature(node));
        !self.game.filled_on(cell, several.kinds, such).is_empty()
    }

    /// Features of some kinds (bits) that an option completes, of those that `such` says, until `f` has enough.
    pub(super) fn completed(
        &self,
        choice: Choice,
        kinds: u64,
        such: &dyn Fn(SegmentId) -> bool,
        f: &mut dyn FnMut(Thing) -> bool,
    ) {
        let Some(Action::Place { tile, cell, rotation, over }) = choice.action() else { return };
        let all = self.game.completed_by((tile, cell, rotation), over, kinds, such);
        until(all.into_iter().map(Thing::Feature), f);
    }

    /// Features of some kinds (bits) on the four sides of a cell that a tile would join there, until `f` has enough.
    pub(super) fn extended(
        &self,
        choice: Choice,
        kinds: u64,
        f: &mut dyn FnMut(SegmentId) -> bool,
    ) {
        let (game, st) = (self.game, self.game.state);
        let Some(Action::Place { tile, cell, rotation, .. }) = choice.action() else { return };
        let own = &game.rules.types[tile.index()].segments;
        for side in 0..4 {
            let Some(other) = st.tile_at(cell.side(side)) else { continue };
            for node in game.segments(other) {
                let kind = st.kind(node);
                if kinds >> kind.0 & 1 == 0 {
                    continue;
                }
                let theirs = game.places(node) >> (3 * ((side + 2) % 4)) & 7;
                // Left on one side is right on the other.
                let meets = theirs >> 2 & 1 | theirs & 2 | theirs << 2 & 4;
                let joins = own.iter().any(|s| {
                    let turned = u32::from(s.places) << (3 * u32::from(rotation));
                    let here = (turned | turned >> 12) >> (3 * side) & 7;
                    s.kind == kind && here & u32::from(meets) != 0
                });
                if joins && !f(node) {
                    return;
                }
            }
        }
    }
}
