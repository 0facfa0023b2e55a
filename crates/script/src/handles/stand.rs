//! Effects that bring figures to the board, or from one place of it to another.

use bastide_core::effect::{Effect, Place};
use bastide_core::ids::{FigureId, FigureKindId, Player, SegmentId};

use super::call::Call;
use super::names::What;
use super::out::effect;
use super::texts::Text;
use super::value::{Of, Value};
use crate::raised::{Raised, Res};

/// Where a figure goes: a segment or a corner.
fn standing(c: &Call<'_>, place: Value) -> Res<Place> {
    match place {
        Value::Handle(Of::Corner, _) => c.corner(place, "segment").map(Place::Corner),
        _ => c.segment(place, "segment").map(Place::Segment),
    }
}

/// The first figure of a kind in a player's supply.
fn in_supply(c: &Call<'_>, player: Player, kind: FigureKindId) -> Option<FigureId> {
    let state = c.game.state;
    (0..state.figure_count() as u16).map(FigureId).find(|f| {
        state.owner(*f) == player
            && state.figure_kind(*f) == kind
            && state.figure_place(*f) == Place::Supply
    })
}

/// Whether a figure may stand on a segment; a fault if not, unless the rule waives that.
fn held_to_its_kind(c: &Call<'_>, (figure, node): (FigureId, SegmentId), waives: Value) -> Res<()> {
    match waives {
        Value::Nil if !c.game.may_stand(figure, node) => {
            let (rules, state) = (c.game.rules, c.game.state);
            let kind = &rules.figures[state.figure_kind(figure).index()].decl.name;
            let on = &rules.kinds[state.kind(node).index()].decl.name;
            Err(Raised::new(
                "L0210",
                format!("a figure of the kind `{kind}` cannot stand on `{on}`"),
                format!("une figurine de la sorte `{kind}` ne peut pas se tenir sur `{on}`"),
            )
            .help(
                "leave such figures out, let the feature say that it takes them, or waive it: a last argument `\"kind\"`",
                "écartez ces figurines, faites dire au domaine qu'il les accepte, ou levez-le : un dernier argument `\"kind\"`",
            )
            .into())
        }
        Value::Nil | Value::Text(Text::KIND) => Ok(()),
        _ => Err(c.bad("waives", "\"kind\" or nothing", "\"kind\" ou rien", waives)),
    }
}

pub(super) fn deploy(c: &Call<'_>) -> Res<Value> {
    let [player, kind, segment, rule, waives] = c.take();
    let player = c.player(player, "player")?;
    let kind = FigureKindId(c.name(What::Figure, kind, "figure")? as u8);
    let place = standing(c, segment)?;
    let figure = in_supply(c, player, kind).ok_or_else(|| {
        Raised::new(
            "L0210",
            "`out:deploy`: the player has none in supply",
            "`out:deploy` : le joueur n'en a plus en réserve",
        )
        .help("ask `player:supply(…)` first", "demandez d'abord `player:supply(…)`")
    })?;
    match place {
        Place::Corner(corner) => {
            effect(c, Effect::Stood { figure, corner, from: SegmentId::NONE }, rule)
        }
        Place::Segment(node) => {
            held_to_its_kind(c, (figure, node), waives)?;
            effect(c, Effect::Deployed { figure, node }, rule)
        }
        _ => Ok(Value::Nil),
    }
}

pub(super) fn shift(c: &Call<'_>) -> Res<Value> {
    let [figure, segment, rule, waives] = c.take();
    let figure = c.figure(figure, "figure")?;
    let from = SegmentId::NONE;
    match standing(c, segment)? {
        Place::Corner(corner) => effect(c, Effect::Stood { figure, corner, from }, rule),
        Place::Segment(node) => {
            held_to_its_kind(c, (figure, node), waives)?;
            effect(c, Effect::Moved { figure, from, node }, rule)
        }
        _ => Ok(Value::Nil),
    }
}
