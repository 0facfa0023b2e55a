//! What one seat may know: the state with everything masked that the seat does not see, and the tiles that
//! nobody has shown it.
//!
//! A tile in a zone that the seat does not see has no type, and counts as undrawn: how many copies of each
//! tile are left tells nothing about what others hold. The order of the deck is hidden from everybody,
//! since there is none. Numbers and tokens that a seat does not see are as they were at the start; who has given a
//! sealed answer that is not shown yet is, for others, still to be asked.

mod secrets;

pub(crate) use secrets::Dark;

use std::borrow::Cow;

use crate::choice::{Action, Choice};
use crate::effect::Effect;
use crate::ids::{PileId, Player, TileTypeId};
use crate::ruleset::Ruleset;
use crate::state::{NONE, State, Zoned};

/// The state as one seat sees it. As long as nothing is hidden it is the state itself, not a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a> {
    seat: Player,
    state: Cow<'a, State>,
    /// Tiles that the seat does not see: place among those in zones, and group, which their backs show.
    hidden: Vec<(usize, PileId)>,
}

/// Whether a seat sees the tiles of a pile that belongs to a player, or to nobody.
fn sees(rules: &Ruleset, seat: Player, pile: PileId, owner: Player) -> bool {
    let zone = rules.piles.get(pile.index()).and_then(|p| p.zone.as_ref());
    zone.is_none_or(|zone| zone.sees.has(seat, owner))
}

/// Whether the pile is a group of the deck, whose tiles nobody has seen.
fn is_deck(rules: &Ruleset, pile: PileId) -> bool {
    rules.piles.get(pile.index()).is_some_and(|p| p.zone.is_none())
}

impl<'a> View<'a> {
    /// The state as a seat sees it. Who is no player (chance, nobody) sees what all see.
    #[must_use]
    pub fn of(rules: &Ruleset, state: &'a State, seat: Player) -> Self {
        let zoned = state.zoned.iter().enumerate();
        let dark = zoned.filter(|(_, z)| {
            let known = rules.types.len() > z.tile as usize;
            known && !sees(rules, seat, PileId(z.pile), z.player)
        });
        let hidden: Vec<(usize, PileId)> =
            dark.map(|(i, z)| (i, rules.types[z.tile as usize].group)).collect();
        let told = state.log.iter().any(|l| Self::effect(rules, l.effect, seat) != l.effect);
        let secrets = secrets::any(rules, seat);
        let sealed = state.is_sealed_for(seat);
        if hidden.is_empty() && !told && !secrets && !sealed {
            return Self { seat, state: Cow::Borrowed(state), hidden };
        }
        let mut state = state.clone();
        for (i, _) in &hidden {
            let zoned = &mut state.zoned[*i];
            state.deck.give(TileTypeId(zoned.tile));
            zoned.tile = NONE;
        }
        if secrets {
            secrets::mask(rules, &mut state, seat);
        }
        if sealed {
            state.forget_sealed(seat);
        }
        for logged in &mut state.log {
            logged.effect = Self::effect(rules, logged.effect, seat);
        }
        Self { seat, state: Cow::Owned(state), hidden }
    }

    /// The view with a state of its own, which may go to another thread.
    #[must_use]
    pub fn into_owned(self) -> View<'static> {
        View { seat: self.seat, state: Cow::Owned(self.state.into_owned()), hidden: self.hidden }
    }

    /// Completes `state` at random to one that is possible for this seat: hidden tiles are drawn from the unseen tiles
    /// of the same group. `below(n)` returns a number below `n`. The result depends on nothing that the seat does not
    /// know.
    pub fn imagine(&self, rules: &Ruleset, state: &mut State, mut below: impl FnMut(u32) -> u32) {
        state.clone_from(&self.state);
        for &(i, group) in &self.hidden {
            let types = &rules.piles[group.index()].types;
            let all = state.deck.left_of(types);
            if let Some(tile) = state.deck.nth_of(below(all.max(1)), types) {
                state.deck.take(tile);
                state.zoned[i].tile = tile.0;
            }
        }
    }

    /// Returns the seat of the view.
    #[must_use]
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The masked state. Tiles that the seat does not see are [`TileTypeId::NONE`].
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether any tile outside the deck is hidden from the seat.
    #[must_use]
    pub fn hides(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// Every tile type the seat has not seen all copies of, with their number.
    pub fn unseen(&self) -> impl Iterator<Item = (TileTypeId, u8)> + '_ {
        self.state.deck.counts().filter(|(_, n)| *n > 0)
    }

    /// An effect as a seat sees it: a tile that went from one place it does not see to another has no type.
    #[must_use]
    pub fn effect(rules: &Ruleset, effect: Effect, seat: Player) -> Effect {
        let dark = |pile: PileId, owner: Player| {
            pile.is_some() && (is_deck(rules, pile) || !sees(rules, seat, pile, owner))
        };
        match effect {
            Effect::Drawn { from, to, player, .. } if dark(from, player) && dark(to, player) => {
                Effect::Drawn { tile: TileTypeId::NONE, from, to, player }
            }
            Effect::TileMoved { from, to, player, .. }
                if dark(from, player) && dark(to, player) =>
            {
                Effect::TileMoved { tile: TileTypeId::NONE, from, to, player }
            }
            other => secrets::effect(rules, other, seat),
        }
    }

    /// Whether a seat may see an option of somebody: it may, if the option names nothing that is hidden from it. A secret
    /// number, a tile in a hand and what hangs on tokens that it does not see would tell it of them.
    #[must_use]
    pub fn shows(
        rules: &Ruleset,
        state: &State,
        actor: Player,
        option: Choice,
        seat: Player,
    ) -> bool {
        if actor == seat {
            return true;
        }
        let sees = |z: &Zoned| sees(rules, seat, PileId(z.pile), z.player);
        match option.action() {
            Some(Action::Place { tile, .. }) => {
                let at_hand = |z: &&Zoned| z.tile == tile.0 && (z.is_for(actor.0));
                let seen = state.drawn == tile.0 || state.zoned.iter().filter(at_hand).any(sees);
                seen && !rules.listing.dark.places
            }
            // How likely a draw is tells what lies elsewhere.
            Some(Action::Draw { .. }) => state.zoned.iter().all(sees),
            Some(Action::Deploy { figure, .. }) => {
                !rules.listing.dark.others && rules.listing.dark.figures >> (figure.0 & 31) & 1 == 0
            }
            Some(Action::Move { .. }) => !rules.listing.dark.others,
            Some(Action::Invoke { verb, target }) => {
                !rules.listing.dark.others
                    && secrets::shows(rules, state, &rules.verbs[verb.index()], target, actor, seat)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decl::{self, Sees};
    use crate::effect::NoLog;
    use crate::engine::Engine;
    use crate::handlers::{DataOnly, Handlers};
    use std::sync::Arc;

    /// Two players, a deck of plain tiles, and a hand that only its owner sees.
    fn rules(seen: Sees) -> Arc<Ruleset> {
        let grass = decl::FeatureKind {
            name: "grass".into(),
            edge: Some("grass".into()),
            ..decl::FeatureKind::default()
        };
        let expansion = decl::Expansion {
            id: "base".into(),
            players_min: 2,
            players_max: 2,
            edges: vec![decl::EdgeKind { name: "grass".into(), meets: vec!["grass".into()] }],
            features: vec![grass],
            zones: vec![decl::Zone {
                name: "hand".into(),
                per_player: true,
                sees: seen,
                plays: true,
                start: decl::Laid::Always(vec!["base/late".into()]),
                ..decl::Zone::default()
            }],
            start: Some(decl::Start {
                tiles: vec![decl::StartTile {
                    tile: "base/plain".into(),
                    ..decl::StartTile::default()
                }],
                ..decl::Start::default()
            }),
            ..decl::Expansion::default()
        };
        let tile = |id: &str, count| decl::Tile {
            id: id.into(),
            count,
            edges: ["grass", "grass", "grass", "grass"].map(String::from),
            segments: vec![decl::Segment {
                kind: "grass".into(),
                places: 0xfff,
                ..decl::Segment::default()
            }],
            ..decl::Tile::default()
        };
        let tiles = [tile("base/late", 5), tile("base/plain", 9)];
        Arc::new(Ruleset::build(2, &[expansion], &tiles).expect("rules"))
    }

    fn start(rules: &Arc<Ruleset>) -> State {
        let handlers: Vec<Box<dyn Handlers>> = vec![Box::new(DataOnly)];
        Engine::new(rules.clone(), handlers).start(Player(0), &mut NoLog).expect("a start")
    }

    fn known(view: &View) -> Vec<(u8, bool)> {
        view.state().zoned().map(|(_, owner, tile)| (owner.0, tile.is_some())).collect()
    }

    #[test]
    fn a_hand_is_seen_by_its_owner_only() {
        let rules = rules(Sees::Owner);
        let state = start(&rules);
        let late = rules.tile_type("base/late").expect("a tile");
        let mine = View::of(&rules, &state, Player(0));
        assert_eq!(known(&mine), [(0, true), (1, false)]);
        assert!(mine.hides());
        assert_eq!(
            mine.state().deck_count(late),
            state.deck_count(late) + 1,
            "the other hand counts as undrawn"
        );
        assert_eq!(known(&View::of(&rules, &state, Player(1))), [(0, false), (1, true)]);
        let pile = rules.pile("hand").expect("a zone");
        assert_eq!(mine.state().pile_size(pile), state.pile_size(pile), "how many is no secret");
    }

    #[test]
    fn what_all_see_is_masked_for_nobody() {
        let rules = rules(Sees::All);
        let state = start(&rules);
        let view = View::of(&rules, &state, Player(1));
        assert!(std::ptr::eq(view.state(), &raw const state), "no copy is made");
        assert!(!view.hides());
    }

    #[test]
    fn what_is_imagined_fits_what_is_seen() {
        let rules = rules(Sees::Owner);
        let state = start(&rules);
        let mine = View::of(&rules, &state, Player(0));
        let mut made = [State::default(), State::default()];
        mine.imagine(&rules, &mut made[0], |_| 0);
        mine.imagine(&rules, &mut made[1], |n| n - 1);
        let theirs = made.each_ref().map(|m| m.zoned().last().map(|z| z.2));
        assert_ne!(theirs[0], theirs[1], "another tile in the other hand");
        for made in &made {
            assert_eq!(
                View::of(&rules, made, Player(0)),
                mine,
                "and nobody can tell from this seat"
            );
            assert_eq!(made.deck.left(), state.deck.left());
        }
    }

    #[test]
    fn what_nobody_sees_is_masked_for_all() {
        let rules = rules(Sees::Nobody);
        let state = start(&rules);
        assert_eq!(known(&View::of(&rules, &state, Player(0))), [(0, false), (1, false)]);
        let unseen: u32 = View::of(&rules, &state, Player(0)).unseen().map(|(_, n)| n as u32).sum();
        assert_eq!(unseen, 15, "the deck without the tile on the board, and both hands");
    }

    #[test]
    fn draws_into_a_hand_are_masked_for_others() {
        let rules = rules(Sees::Owner);
        let (main, hand) = (rules.pile("main").expect("deck"), rules.pile("hand").expect("zone"));
        let drawn = |to| Effect::Drawn { tile: TileTypeId(0), from: main, to, player: Player(1) };
        assert_eq!(View::effect(&rules, drawn(hand), Player(1)), drawn(hand));
        let masked =
            Effect::Drawn { tile: TileTypeId::NONE, from: main, to: hand, player: Player(1) };
        assert_eq!(View::effect(&rules, drawn(hand), Player(0)), masked);
        assert_eq!(
            View::effect(&rules, drawn(PileId::NONE), Player(0)),
            drawn(PileId::NONE),
            "to be placed"
        );
    }
}
