//! Points as the other engine reports them: player, number, reason.

use bastide_core::ids::{Player, RuleId, SegmentId};
use bastide_core::{Effect, Game, Log, Sheet, State};

use super::table::Table;

/// Points that a player got at once, under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scored {
    pub(super) player: u8,
    pub(super) name: String,
    pub(super) points: i32,
}

/// Everything that an action gave. Bonuses without a name of their own belong to their claim.
pub(super) fn of(table: &Table, state: &State, log: &Log) -> Vec<Scored> {
    let mut out = Vec::new();
    for sheet in &log.sheets {
        claim(table, state, sheet, &mut out);
    }
    for logged in &log.effects {
        let Effect::Paid { from, to, points, .. } = logged.effect else { continue };
        let Some(name) = named(table, logged.rule) else { continue };
        for (player, points) in [(from, -points), (to, points)] {
            if player.is_some() {
                out.push(Scored { player: player.0, name: name.to_owned(), points });
            }
        }
    }
    summed(table, out)
}

/// One event instead of several for points that are told together there.
fn summed(table: &Table, all: Vec<Scored>) -> Vec<Scored> {
    let mut out: Vec<Scored> = Vec::new();
    for one in all {
        let alike = |known: &&mut Scored| (&known.name, known.player) == (&one.name, one.player);
        let sums = table.words.sums.contains(&one.name);
        match out.iter_mut().find(alike).filter(|_| sums) {
            Some(known) => known.points += one.points,
            None => out.push(one),
        }
    }
    out
}

fn named(table: &Table, rule: RuleId) -> Option<&str> {
    let id = rule.is_some().then(|| table.rules.ruleset.rule_name(rule))?;
    table.words.event(id)
}

fn claim(table: &Table, state: &State, sheet: &Sheet, out: &mut Vec<Scored>) {
    let name = named(table, sheet.claim.rule).or_else(|| subject(table, state, sheet.claim.node));
    let Some(name) = name else { return };
    for seat in 0..table.rules.ruleset.players {
        let player = Player(seat);
        let earned = sheet.earned.iter().find(|(p, _)| *p == player).map(|(_, n)| *n);
        let plain = sheet.bonus.iter().filter(|b| b.0 == player && named(table, b.2).is_none());
        let bonus: Vec<i32> = plain.map(|b| b.1).collect();
        let owns = sheet.claim.owners >> seat & 1 == 1;
        if owns || !bonus.is_empty() {
            let points = earned.unwrap_or(0) + bonus.iter().sum::<i32>();
            out.push(Scored { player: seat, name: name.to_owned(), points });
        }
    }
}

/// Name of the points of a feature: that of a tag that it carries, else that of its kind.
fn subject<'a>(table: &'a Table, state: &State, node: SegmentId) -> Option<&'a str> {
    if !node.is_some() || node.index() >= state.node_count() {
        return None;
    }
    let game = Game::new(&table.rules.ruleset, state);
    let carries = |tag: &str| {
        game.rules.lane(state.kind(node), tag).is_some_and(|lane| game.tag(node, lane) > 0)
    };
    if let Some((_, event)) = table.words.tags.iter().find(|(tag, _)| carries(tag)) {
        return Some(event);
    }
    let kind = &game.rules.kinds[state.kind(node).index()].decl.name;
    table.words.features.get(kind).map(|f| f.event.as_str()).filter(|event| !event.is_empty())
}
