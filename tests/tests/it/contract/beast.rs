//! A neutral beast, moved by the players in turn before scoring; tiles drawn too early.

use bastide::core::ids::{NeutralId, PileId, TileId};
use bastide::core::ids::{Player, TileTypeId};
use bastide::core::{Answer, Context, Effect, Event, Game, Name, NativeModule, Offer, Place};

use super::support::{Table, names, thirty};

names! {
    EARLY = Name::Rule("beast.early");
    WAKE = Name::Rule("beast.wake");
    POURED = Name::Rule("beast.poured");
    GO = Name::Rule("beast.go");
    EATEN = Name::Rule("beast.eaten");
    BEAST = Name::Neutral("beast");
    ASIDE = Name::Pile("aside");
    MAIN = Name::Pile("main");
    PROWL = Name::Step("prowl");
    VERB = Name::Verb("go");
    VISITED = Name::State("visited");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "beast",
    functions: &[("early", early), ("wake", wake), ("roar", roar), ("ask", ask), ("go", go)],
    names: NAMES,
    depends: &[],
};

fn lair(game: Game<'_>, beast: NeutralId) -> Option<TileId> {
    game.neutral_cell(beast).and_then(|c| game.state.tile_at(c))
}

fn early(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let tile = TileTypeId(e.number as u16);
    let roars =
        cx.game.rules.types[tile.index()].tags >> cx.game.rules.tile_tag("roar").unwrap_or(31) & 1
            == 1;
    if roars && lair(cx.game, cx.neutral(BEAST)).is_none() {
        let (from, to, player) = (PileId::NONE, cx.pile(ASIDE), Player::NONE);
        out.effect(Effect::TileMoved { tile, from, to, player }, cx.rule(EARLY));
    }
}

fn wake(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let to = Place::Tile(e.tile);
    out.effect(Effect::NeutralMoved { neutral: cx.neutral(BEAST), to }, cx.rule(WAKE));
    out.effect(Effect::Poured { from: cx.pile(ASIDE), to: cx.pile(MAIN) }, cx.rule(POURED));
}

fn visit(cx: &Context<'_>, tile: TileId, out: &mut Answer) {
    let value = i32::from(tile.0);
    out.effect(
        Effect::Listed { key: cx.state(VISITED), of: 0, value },
        bastide::core::ids::RuleId::NONE,
    );
}

fn roar(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let Some(tile) = lair(cx.game, cx.neutral(BEAST)) else { return };
    out.effect(Effect::Cleared { key: cx.state(VISITED), of: 0 }, bastide::core::ids::RuleId::NONE);
    visit(cx, tile, out);
    out.push(cx.step(PROWL), cx.game.state.player(), &[6]);
}

fn ask(cx: &Context<'_>, _: &Event, offers: &mut Answer) {
    let Some(cell) = cx.game.neutral_cell(cx.neutral(BEAST)) else { return };
    offers.offer(Offer { rule: cx.rule(GO), ..Offer::default() });
    let visited = cx.game.list(cx.state(VISITED), 0);
    for tile in (0..4).filter_map(|s| cx.game.state.tile_at(cell.side(s))) {
        if !visited.contains(&i32::from(tile.0)) {
            offers.invoke(cx.verb(VERB), tile.0.into());
        }
    }
}

fn go(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let to = Place::Tile(e.tile);
    out.effect(Effect::NeutralMoved { neutral: cx.neutral(BEAST), to }, cx.rule(GO));
    visit(cx, e.tile, out);
    for f in cx.game.figures() {
        if cx.game.figure_node(f).is_some_and(|n| cx.game.state.tile_of(n) == e.tile) {
            out.send_home(f, cx.rule(EATEN));
        }
    }
    if e.args[0] > 1 {
        let next = Player((e.actor.0 + 1) % cx.game.state.players());
        out.push(cx.step(PROWL), next, &[e.args[0] - 1]);
    }
}

const GAME: &str = "beast = { path = \"beast\" }";

#[test]
fn six_steps_in_turn_and_home_before_scoring() {
    let mut t = Table::new(GAME, &[MODULE]);
    let roar = t.rules.ruleset.tile_type("beast/roar").expect("a tile");
    for x in 1..=6 {
        t.pass_with(&format!("base/U -{x},0 r0"));
    }
    // Too early: it goes aside, and another tile is drawn at once.
    let log = t.act("draw beast/roar");
    assert_eq!(t.told(&log), ["drawn ", "tile_moved beast.early"]);
    assert_eq!((t.who(), t.state().deck_count(roar)), (Player::CHANCE, 3));
    let log = t.lay("beast/lair 1,0 r0");
    assert_eq!(t.told(&log), ["placed ", "neutral_moved beast.wake", "deck beast.poured"]);
    assert_eq!(t.state().deck_count(roar), 4, "shuffled in again");
    t.act("deploy meeple road@E");
    t.pass_with("base/W -7,0 r0");
    // Ann closes the road; the beast runs over the tiles with the figures before it is scored.
    t.lay("beast/roar 2,0 r0");
    let log = t.act("pass");
    assert!(!t.told(&log).iter().any(|l| l.starts_with("completed")));
    assert_eq!(
        (t.who(), t.options()),
        (Player(0), vec!["beast/go 0,0".into(), "beast/go 2,0".into()])
    );
    for (step, who) in [1, 0, -1, -2, -3, -4].iter().zip([0, 1, 0, 1, 0, 1]) {
        let x = if *step == 1 { 0 } else { step - 1 };
        assert_eq!(t.who(), Player(who), "step to {x}");
        t.act(&format!("beast/go {x},0"));
    }
    assert_eq!(
        (t.who(), t.state().player()),
        (Player::CHANCE, Player(1)),
        "six steps, then Bob's turn"
    );
}

#[test]
fn an_early_end_and_no_points_for_the_eaten() {
    let mut t = Table::new(GAME, &[MODULE]);
    let before = [
        "base/W -1,0 r0",
        "beast/lair 1,0 r0",
        "base/U 1,1 r0",
        "base/U 2,1 r0",
        "base/U 3,1 r0",
        "base/W 3,0 r2",
    ];
    for tile in before {
        t.pass_with(tile);
    }
    // Ann claims the road that her tile completes.
    t.lay("beast/roar 2,0 r0");
    t.act("deploy meeple road@E");
    t.act("beast/go 2,0");
    assert_eq!(t.supply("meeple"), [7, 7], "eaten");
    for cell in ["3,0", "3,1", "2,1"] {
        t.act(&format!("beast/go {cell}"));
    }
    let log = t.act("beast/go 1,1");
    let told = t.told(&log);
    assert!(
        told.iter().any(|l| l.starts_with("completed")),
        "five steps and nowhere to go: scoring follows {told:?}"
    );
    assert_eq!(t.scores(), [0, 0]);
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
