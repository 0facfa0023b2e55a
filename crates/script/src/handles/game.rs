//! The game as a whole.

use bastide_core::Game;
use bastide_core::condition::{Subject, Thing};
use bastide_core::decl;
use bastide_core::ids::{
    Corner, FigureKindId, KindId, NeutralId, PileId, Player as PlayerId, StateId, TileTypeId,
};

use super::api::unknown_option_of;
use super::call::Call;
use super::names::What;
use super::texts::{Declared, Text};
use super::value::{Of, Value};
use crate::raised::{Raised, Res};

pub(super) use super::what_if::what_if;

pub(super) fn turn(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.player().into())
}

pub(super) fn part(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.part().into())
}

pub(super) fn parts(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.parts().into())
}

pub(super) fn placed(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.placed().into())
}

pub(super) fn drawn(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.drawn().into())
}

pub(super) fn deck_size(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.deck_size().into())
}

pub(super) fn next_group(c: &Call<'_>) -> Res<Value> {
    let group = c.game.next_group();
    Ok(group.map(|pile| c.frame.named(Declared::Pile, pile.index())).into())
}

pub(super) fn option(_: &Call<'_>) -> Res<Value> {
    Ok(Value::Settings)
}

pub(super) fn option_of(c: &Call<'_>) -> Res<Value> {
    let [expansion, name] = c.take();
    let expansion = c.frame.spell(c.text(expansion, "expansion")?);
    let name = c.frame.spell(c.text(name, "name")?);
    let Some(id) = c.game.rules.expansion(&expansion) else { return Ok(Value::Nil) };
    let options = &c.game.rules.expansions[id.index()].options;
    match options.get(&name) {
        Some(value) => Ok(c.frame.setting(value)),
        None => Err(unknown_option_of(&expansion, options.keys(), &name)),
    }
}

pub(super) fn players(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Player, condition)?;
    let asked = such.ask(c);
    let all = (0..c.game.state.players()).map(PlayerId);
    c.list(Of::Player, all.filter(|p| asked.takes(Thing::Player(*p))).map(PlayerId::index))
}

pub(super) fn tiles(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Tile, condition)?;
    let mut found = Vec::new();
    such.ask(c).each_tile(&mut |tile| found.push(tile.index()));
    c.list(Of::Tile, found)
}

pub(super) fn is_free(c: &Call<'_>) -> Res<Value> {
    let [x, y] = c.take();
    Ok(c.game.is_free(c.cell(x, y)?).into())
}

pub(super) fn tile_at(c: &Call<'_>) -> Res<Value> {
    let [x, y] = c.take();
    Ok(c.game.state.tile_at(c.cell(x, y)?).into())
}

pub(super) fn segments(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Segment, condition)?;
    c.nodes_of(Of::Segment, &such, such.segments(c.game))
}

pub(super) fn features(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Feature, condition)?;
    let all = c.game.features(such.kinds()).into_iter();
    c.nodes_of(Of::Feature, &such, all.map(|n| c.game.state.root(n)))
}

pub(super) fn due(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Feature, condition)?;
    c.nodes_of(Of::Feature, &such, c.game.due().into_iter().map(|n| c.game.state.root(n)))
}

pub(super) fn corners(c: &Call<'_>) -> Res<Value> {
    c.list(Of::Corner, c.game.corners().map(Corner::index))
}

pub(super) fn figures(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Figure, condition)?;
    c.figures_of(&such, c.game.figures_anywhere())
}

pub(super) fn kinds(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::FigureKind, condition)?;
    let asked = such.ask(c);
    let all = (0..c.game.rules.figures.len() as u8).map(FigureKindId);
    let found = all.filter(|kind| asked.takes(Thing::Kind(*kind)));
    Ok(c.names(Declared::Figure, found.map(FigureKindId::index)))
}

pub(super) fn held(c: &Call<'_>) -> Res<Value> {
    let [owner, holder] = c.take();
    let owner = c.player(owner, "owner")?;
    let holder = c.player(holder, "holder")?;
    c.figures_in_order(c.game.held(owner, holder).into_iter())
}

pub(super) fn neutral(c: &Call<'_>) -> Res<Value> {
    let [name] = c.take();
    Ok(c.neutral(name, "name")?.into())
}

pub(super) fn neutrals(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Neutral, condition)?;
    let asked = such.ask(c);
    let all = (0..c.game.rules.neutrals.len() as u8).map(NeutralId);
    c.list(Of::Neutral, all.filter(|n| asked.takes(Thing::Neutral(*n))).map(NeutralId::index))
}

pub(super) fn open(c: &Call<'_>) -> Res<Value> {
    let [kind] = c.take();
    let kind = KindId(c.name(What::Kind, kind, "kind")? as u8);
    c.list(Of::End, open_ends(c.game, kind))
}

pub(super) fn log(c: &Call<'_>) -> Res<Value> {
    let [effect, span] = c.take();
    let effect = c.name(What::Effect, effect, "effect")?;
    let (log, part) = c.game.state.log();
    let first = match span {
        Value::Nil | Value::Text(Text::TURN) => 0,
        Value::Text(Text::PART) => part,
        other => {
            let (en, fr) = ("\"part\" or \"turn\"", "\"part\" ou \"turn\"");
            return Err(c.bad("span", en, fr, other));
        }
    };
    let found = (first..log.len()).filter(|i| log[*i].effect.kind() as u32 == effect);
    c.list(Of::Event, found.map(|i| i + 1))
}

pub(super) fn zone(c: &Call<'_>) -> Res<Value> {
    let [name, owner] = c.take();
    let pile = c.name(What::Pile, name, "name")?;
    let owner = c.player_or_none(owner, "player")?;
    let mine = |p: PlayerId| !owner.is_some() || p == owner;
    let found = c.game.state.zoned().filter(|(z, p, _)| u32::from(z.0) == pile && mine(*p));
    c.list(Of::Type, found.map(|(_, _, t)| TileTypeId::index(t)))
}

pub(super) fn unseen(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Type, condition)?;
    let asked = such.ask(c);
    let all = c.game.unseen().into_iter();
    c.list(Of::Type, all.filter(|t| asked.takes(Thing::Type(*t))).map(TileTypeId::index))
}

pub(super) fn left(c: &Call<'_>) -> Res<Value> {
    let [of] = c.take();
    if let Value::Text(_) = of {
        let pile = PileId(c.name(What::Pile, of, "pile")? as u8);
        return Ok(c.game.state.pile_size(pile).into());
    }
    let tile = c.tile_type(of, "type")?;
    Ok(c.game.state.deck_count(tile).into())
}

pub(super) fn fits(c: &Call<'_>) -> Res<Value> {
    let [tile, x, y, rotation, overlay, on, turn] = c.take();
    let tile = c.tile_type(tile, "type")?;
    let cell = c.cell(x, y)?;
    let rotation = c.within(rotation, "rotation", 0, 3)? as u8;
    let fits = match c.over(cell, [overlay, on, turn])? {
        Some(over) => c.game.fits_with(tile, cell, rotation, over),
        None => c.game.fits(tile, cell, rotation),
    };
    Ok(fits.into())
}

pub(super) fn get(c: &Call<'_>) -> Res<Value> {
    let [key, of] = c.take();
    let (key, of) = c.state_of(key, of, false)?;
    Ok(c.game.get(key, of as usize).into())
}

pub(super) fn list(c: &Call<'_>) -> Res<Value> {
    let [key, of] = c.take();
    let (key, of) = c.state_of(key, of, true)?;
    Ok(c.numbers(c.game.list(key, of as usize).iter().copied()))
}

pub(super) fn has(c: &Call<'_>) -> Res<Value> {
    let [key, value, of] = c.take();
    let (key, of) = c.state_of(key, of, true)?;
    let value = c.number(value, "value")?;
    Ok(c.game.list(key, of as usize).contains(&value).into())
}

/// Returns the open ends of a feature kind, each as `tile * 4 + side`.
fn open_ends(g: Game<'_>, kind: KindId) -> Vec<usize> {
    let mut out = Vec::new();
    for (id, tile) in g.state.lying() {
        let t = id.index();
        for node in g.segments(id) {
            if g.state.kind(node) != kind {
                continue;
            }
            let places = g.places(node);
            for side in 0..4 {
                let here = places >> (3 * side) & 7 != 0;
                let end = t * 4 + side;
                if here && g.state.tile_at(tile.cell().side(side)).is_none() && !out.contains(&end)
                {
                    out.push(end);
                }
            }
        }
    }
    out.sort_unstable();
    out
}

impl Call<'_> {
    /// A state key of the running expansion, and whose.
    pub(super) fn state_of(&self, key: Value, of: Value, listed: bool) -> Res<(StateId, u16)> {
        let key = StateId(self.name(What::State, key, "key")? as u16);
        let decl = &self.game.rules.state[key.index()].decl;
        let is_list = decl.list > 0;
        if is_list != listed {
            let (en, fr) = if is_list {
                ("this state is a list", "cet état est une liste")
            } else {
                ("this state is a number, not a list", "cet état est un nombre, pas une liste")
            };
            let method = self.method();
            let (en, fr) = (format!("`{method}`: {en}"), format!("`{method}` : {fr}"));
            return Err(Raised::new("L0205", en, fr).into());
        }
        let of = match decl.per {
            decl::Per::Game if of.is_nil() => 0,
            decl::Per::Game => {
                return Err(self.bad(
                    "of",
                    "nothing: this state belongs to the game",
                    "absent : cet état est celui de la partie",
                    of,
                ));
            }
            decl::Per::Player => u16::from(self.player(of, "of")?.0),
            decl::Per::Tile => self.tile(of, "of")?.0,
            decl::Per::Figure => self.figure(of, "of")?.0,
            decl::Per::Segment => self.segment(of, "of")?.0,
        };
        Ok((key, of))
    }
}
