//! The end of a game: where the points come from, and who has won.

use std::fmt::Write as _;
use std::time::Instant;

use bastide::core::Fault;
use bastide::core::ids::Player;
use bastide::game::Refused;
use bastide::{Game, story};

use super::STAND_IN;
use super::session::Session;
use super::show::player;
use crate::lang::{Lang, say};
use crate::out::Out;

impl Session {
    /// Bots and chance play to the end, without a word; the expansion's fault that stopped them, if one did.
    pub(super) fn finish(&mut self, out: &mut Out) -> Option<Fault> {
        let mut saved = Instant::now();
        while !self.game.is_over() {
            let actor = self.game.actor();
            let bot = self.game.bot(actor).unwrap_or(STAND_IN);
            let done = match actor {
                Player::CHANCE => self.game.act_chance(),
                _ if self.has_program(actor) => self.act_program(out),
                _ => self.game.act_bot(bot),
            };
            if let Err(refused) = done {
                let words = refused.words();
                let fault = match refused {
                    Refused::Fault(fault) => *fault,
                    _ => Fault::new("E0030", words.en, words.fr),
                };
                self.autosave(out);
                return Some(fault);
            }
            self.save_now_and_then(&mut saved, out);
        }
        None
    }
}

/// Points by source: of each seat those of cities, roads and whatever else is scored as a feature, and the rest.
fn sources(game: &Game, lang: Lang) -> String {
    let (read, seats) = (game.read(), game.names().len());
    let mut rows: Vec<Vec<i32>> = vec![vec![0; seats]; read.rules.kinds.len()];
    let done = game.entries().iter().map(|entry| &entry.outcome).chain([game.opening()]);
    for sheet in done.flat_map(|outcome| &outcome.sheets) {
        let Some(row) = Some(sheet.claim.node)
            .filter(|node| node.index() < read.state.node_count())
            .and_then(|node| rows.get_mut(read.state.kind(node).index()))
        else {
            continue;
        };
        let bonus = sheet.bonus.iter().map(|(seat, points, _)| (seat, points));
        for (seat, points) in sheet.earned.iter().map(|(seat, points)| (seat, points)).chain(bonus)
        {
            if let Some(sum) = row.get_mut(seat.index()) {
                *sum += points;
            }
        }
    }
    let total = |seat: usize| read.state.scores().get(seat).copied().unwrap_or(0);
    let rest = (0..seats).map(|seat| total(seat) - rows.iter().map(|row| row[seat]).sum::<i32>());
    let rest: Vec<i32> = rest.collect();
    let name = |kind: &bastide::core::ruleset::Kind| {
        story::name(read.rules, &["feature"], &kind.decl.name, lang.code())
    };
    let mut named: Vec<(String, Vec<i32>)> = read.rules.kinds.iter().map(name).zip(rows).collect();
    named.push((lang.pick("other", "autres").to_owned(), rest));
    named.retain(|(_, row)| row.iter().any(|points| *points != 0));
    let wide = |seat: usize| game.names()[seat].chars().count().max(5) + 2;
    let line = |name: &str, cells: &dyn Fn(usize) -> String| {
        let mut line = format!("{name:<14}");
        for seat in 0..seats {
            let _ = write!(line, "{:>1$}", cells(seat), wide(seat));
        }
        line + "\n"
    };
    let mut out = line("", &|seat| game.names()[seat].clone());
    for (name, row) in &named {
        out += &line(name, &|seat| row[seat].to_string());
    }
    out + "\n"
}

/// Where the points come from, and who has won.
pub(crate) fn result(game: &Game, lang: Lang) -> String {
    let Some(standing) = game.result() else { return String::new() };
    let mut order: Vec<usize> = (0..standing.scores.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(standing.scores[*i]));
    let line = |i: &usize| {
        let seat = Player(*i as u8);
        format!("{:>5}  {}\n", standing.scores[*i], player(game, seat))
    };
    let mut out = sources(game, lang);
    out.extend(order.iter().map(line));
    let winners: Vec<&str> = standing
        .winners
        .iter()
        .filter_map(|p| game.names().get(p.index()).map(String::as_str))
        .collect();
    let names = winners.join(lang.pick(" and ", " et "));
    out.push_str(&if winners.len() == 1 {
        say!(lang, "{names} wins.\n", "{names} gagne.\n")
    } else {
        let rule =
            if standing.rule.is_empty() { String::new() } else { format!(" [{}]", standing.rule) };
        say!(lang, "{names} share the victory.{rule}\n", "{names} partagent la victoire.{rule}\n")
    });
    out
}
