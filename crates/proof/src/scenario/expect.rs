//! Expectations of a scenario, compared with the outcome.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::ids::{FigureId, Player, RuleId, TileTypeId};
use bastide_core::{Fault, Game, Log, Place, Ruleset, State};

use super::Scenario;
use bastide_content::config::Written;

/// One thing that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Points, by seat.
    Scores(BTreeMap<usize, i32>),
    /// Figures in supply, by seat and kind.
    Supply(BTreeMap<usize, BTreeMap<String, i32>>),
    /// Tokens, by seat and name.
    Tokens(BTreeMap<usize, BTreeMap<String, i32>>),
    /// Prisoners as `kind:owner`, by seat of the holder.
    Prisoners(BTreeMap<usize, Vec<String>>),
    /// Tiles in zones, by seat and zone, in any order.
    Zones(BTreeMap<usize, BTreeMap<String, Vec<String>>>),
    /// Turns begun, by seat; a turn of several parts is one.
    Turns(BTreeMap<usize, i32>),
    /// Rules that the log shows.
    Cited(Vec<String>),
    /// Rules that the log does not show.
    NotCited(Vec<String>),
    /// The last move is refused, and this rule is among the reasons.
    Refused(String),
    /// Exactly these are the options after the last move.
    Options(Vec<String>),
    /// Whether the game is over.
    Over(bool),
    /// Seats with the most points.
    Winners(Vec<usize>),
    /// Tiles on the table, the start layout included.
    TilesOnTable(i32),
    /// Tiles placed after the start layout.
    TilesPlaced(i32),
    /// Tiles that fitted nowhere.
    TilesDiscarded(i32),
    /// Both together.
    TilesLeftDeck(i32),
    /// Tiles left to draw.
    TilesToDraw(i32),
    /// Numbers (from 1) of the `place` moves after which the turn has one more part.
    ExtraTurns(Vec<usize>),
    /// Tiles drawn at these places.
    Drawn(Vec<Drawn>),
    /// Number of draws by tile; `*` in a name stands for any text.
    DrawnInAll(Vec<(String, i32)>),
}

/// The tiles drawn from one place of the order to another, as an id in which `*` stands for any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// First draw, from 1.
    pub from: usize,
    /// Last draw.
    pub to: usize,
    /// Id of the tile.
    pub tile: String,
}

/// Outcome of a game.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) state: State,
    pub(super) log: Log,
    /// Tiles of the start layout.
    pub(super) start: usize,
    pub(super) drawn: Vec<TileTypeId>,
    /// Turns in which a tile was drawn or placed, with their player.
    pub(super) turns: BTreeSet<(u16, u8)>,
    /// Parts of turns that were reached.
    pub(super) parts: BTreeSet<(u16, u8)>,
    /// Turn and part of each placement.
    pub(super) placed: Vec<(u16, u8)>,
}

/// A difference, in English and French.
type Wrong = (String, String);

impl Outcome {
    /// Everything that is otherwise than expected.
    pub(super) fn judge(
        &self,
        s: &Scenario,
        rules: &Ruleset,
        checks: &[Written<Check>],
    ) -> Vec<Fault> {
        let differing = checks.iter().filter_map(|check| {
            let (en, fr) = self.differs(&check.value, rules, &s.players)?;
            Some(s.fault("S0110", &check.span, en, fr))
        });
        differing.collect()
    }

    /// Returns the difference from an expectation, if there is one. Refusals and options are checked elsewhere.
    fn differs(&self, check: &Check, rules: &Ruleset, names: &[String]) -> Option<Wrong> {
        match check {
            Check::Scores(scores) => {
                let points = |p: &usize| self.state.score(Player(*p as u8));
                by_seat(scores, points, names, ("points", "points"))
            }
            Check::Turns(turns) => {
                let begun =
                    |p: &usize| self.turns.iter().filter(|t| t.1 as usize == *p).count() as i32;
                by_seat(turns, begun, names, ("turns", "tours"))
            }
            Check::Supply(supply) => {
                named(supply, names, ("in supply", "en réserve"), |p, kind| {
                    rules.figure(kind).map(|kind| self.state.supply(p, kind) as i32)
                })
            }
            Check::Tokens(tokens) => named(tokens, names, ("tokens", "jetons"), |p, token| {
                rules.token(token).map(|token| self.state.tokens(token, p) as i32)
            }),
            Check::Prisoners(held) => held.iter().find_map(|(seat, want)| {
                let mut want = want.clone();
                want.sort_unstable();
                let found = self.held(rules, names, *seat);
                let who = &names[*seat];
                (found != want).then(|| {
                    (
                        format!("{who} holds {found:?}, expected {want:?}"),
                        format!("{who} détient {found:?}, attendu {want:?}"),
                    )
                })
            }),
            Check::Zones(zones) => zones.iter().find_map(|(seat, zones)| {
                zones.iter().find_map(|(zone, want)| {
                    let mut want = want.clone();
                    want.sort_unstable();
                    let found = self.lying(rules, *seat, zone);
                    let who = &names[*seat];
                    (found != want).then(|| {
                        (
                            format!("{who} has {found:?} in `{zone}`, expected {want:?}"),
                            format!("{who} a {found:?} dans `{zone}`, attendu {want:?}"),
                        )
                    })
                })
            }),
            Check::Cited(wanted) => self.cites(wanted, rules, true),
            Check::NotCited(unwanted) => self.cites(unwanted, rules, false),
            Check::Over(over) => (*over != self.state.is_over()).then(|| {
                let (en, fr) = if *over { ("not over", "pas finie") } else { ("over", "finie") };
                (format!("the game is {en}"), format!("la partie est {fr}"))
            }),
            Check::Winners(seats) => {
                let most = self.state.scores().iter().max();
                let found: Vec<usize> =
                    (0..names.len()).filter(|p| self.state.scores().get(*p) == most).collect();
                let mut want = seats.clone();
                want.sort_unstable();
                different(&found, &want, "winners", "gagnants")
            }
            Check::TilesOnTable(n) => {
                number(self.state.lying().count(), *n, "tiles on the table", "tuiles sur la table")
            }
            Check::TilesPlaced(n) => number(self.played(), *n, "tiles placed", "tuiles posées"),
            Check::TilesDiscarded(n) => {
                number(self.state.discarded().into(), *n, "tiles put aside", "tuiles écartées")
            }
            Check::TilesLeftDeck(n) => {
                let found = self.played() + usize::from(self.state.discarded());
                number(found, *n, "tiles placed or put aside", "tuiles posées ou écartées")
            }
            Check::TilesToDraw(n) => {
                let left = Game::new(rules, &self.state).deck_size() as usize;
                number(left, *n, "tiles to draw", "tuiles à piocher")
            }
            Check::ExtraTurns(want) => {
                let extra = |i: &usize| {
                    let (turn, part) = self.placed[*i];
                    self.parts.contains(&(turn, part + 1))
                };
                let found: Vec<usize> =
                    (0..self.placed.len()).filter(extra).map(|i| i + 1).collect();
                different(
                    &found,
                    want,
                    "placements that give another part",
                    "poses qui donnent une autre partie",
                )
            }
            Check::Drawn(want) => want.iter().find_map(|drawn| self.drew(drawn, rules)),
            Check::DrawnInAll(want) => want.iter().find_map(|(tile, n)| {
                let id = |t: &TileTypeId| rules.types[t.index()].decl.id.as_str();
                let found = self.drawn.iter().filter(|t| like(id(t), tile)).count();
                let (en, fr) = (format!("draws of `{tile}`"), format!("pioches de `{tile}`"));
                number(found, *n, &en, &fr)
            }),
            Check::Refused(_) | Check::Options(_) => None,
        }
    }

    fn played(&self) -> usize {
        self.state.tiles().len() - self.start
    }

    fn held(&self, rules: &Ruleset, names: &[String], seat: usize) -> Vec<String> {
        let figures = (0..self.state.figure_count() as u16).map(FigureId);
        let held =
            figures.filter(|f| self.state.figure_place(*f) == Place::Held(Player(seat as u8)));
        let mut found: Vec<String> = held
            .map(|f| {
                let kind = &rules.figures[self.state.figure_kind(f).index()].decl.name;
                format!("{kind}:{}", names[self.state.owner(f).index()])
            })
            .collect();
        found.sort_unstable();
        found
    }

    /// Tiles of a seat in a zone, by id.
    fn lying(&self, rules: &Ruleset, seat: usize, zone: &str) -> Vec<String> {
        let mine = self.state.zoned().filter(|(pile, owner, _)| {
            owner.index() == seat && rules.piles[pile.index()].name == zone
        });
        let mut found: Vec<String> =
            mine.map(|(_, _, tile)| rules.types[tile.index()].decl.id.clone()).collect();
        found.sort_unstable();
        found
    }

    /// Rules that the log shows: of effects, claims, contributions and payments.
    pub(super) fn shown(&self, rules: &Ruleset) -> BTreeSet<String> {
        let effects = self.log.effects.iter().map(|logged| logged.rule);
        let sheets = self.log.sheets.iter().flat_map(|sheet| {
            let terms = sheet.terms.iter().map(|term| term.rule);
            terms.chain(sheet.bonus.iter().map(|bonus| bonus.2)).chain([sheet.claim.rule])
        });
        let some = effects.chain(sheets).filter(|rule: &RuleId| rule.is_some());
        some.map(|rule| rules.rule_name(rule).to_owned()).collect()
    }

    fn cites(&self, ids: &[String], rules: &Ruleset, wanted: bool) -> Option<Wrong> {
        let shown = self.shown(rules);
        let id = ids.iter().find(|id| shown.contains(*id) != wanted)?;
        let list = shown.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let (en, fr) =
            if wanted { ("does not show", "ne montre pas") } else { ("shows", "montre") };
        Some((
            format!("the log {en} `{id}`; it shows {list}"),
            format!("le journal {fr} `{id}` ; il montre {list}"),
        ))
    }

    fn drew(&self, want: &Drawn, rules: &Ruleset) -> Option<Wrong> {
        (want.from..=want.to).find_map(|n| {
            let drawn =
                self.drawn.get(n - 1).map(|tile| rules.types[tile.index()].decl.id.as_str());
            let id = drawn.unwrap_or("");
            let fits = drawn.is_some() && like(id, &want.tile);
            let tile = &want.tile;
            (!fits).then(|| {
                (
                    format!("draw {n} is `{id}`, expected `{tile}`"),
                    format!("la pioche {n} est `{id}`, attendu `{tile}`"),
                )
            })
        })
    }
}

/// Whether a name is of a form in which `*` stands for any text.
pub(super) fn like(name: &str, form: &str) -> bool {
    let Some((start, rest)) = form.split_once('*') else { return name == form };
    let Some(name) = name.strip_prefix(start) else { return false };
    name.char_indices().any(|(i, _)| like(&name[i..], rest)) || like("", rest)
}

fn by_seat(
    want: &BTreeMap<usize, i32>,
    found: impl Fn(&usize) -> i32,
    names: &[String],
    what: (&str, &str),
) -> Option<Wrong> {
    let wrong = |(seat, n): (&usize, &i32)| found(seat) != *n;
    want.iter().any(wrong).then(|| {
        let list = |number: &dyn Fn(&usize) -> i32| {
            let one = |seat: &usize| format!("{} {}", names[*seat], number(seat));
            want.keys().map(one).collect::<Vec<_>>().join(", ")
        };
        let (found, want) = (list(&|seat| found(seat)), list(&|seat| want[seat]));
        (
            format!("{}: {found}; expected {want}", what.0),
            format!("{} : {found} ; attendu {want}", what.1),
        )
    })
}

fn named(
    want: &BTreeMap<usize, BTreeMap<String, i32>>,
    names: &[String],
    what: (&str, &str),
    found: impl Fn(Player, &str) -> Option<i32>,
) -> Option<Wrong> {
    let pairs =
        want.iter().flat_map(|(seat, named)| named.iter().map(move |(name, n)| (seat, name, n)));
    pairs.into_iter().find_map(|(seat, name, n)| {
        // What no expansion declares, nobody has.
        let found = found(Player(*seat as u8), name).unwrap_or(0);
        let who = &names[*seat];
        (found != *n).then(|| {
            (
                format!("{who} has {found} `{name}` {}, expected {n}", what.0),
                format!("{who} a {found} `{name}` {}, attendu {n}", what.1),
            )
        })
    })
}

fn number(found: usize, want: i32, en: &str, fr: &str) -> Option<Wrong> {
    (found as i32 != want).then(|| {
        (format!("{found} {en}, expected {want}"), format!("{found} {fr}, attendu {want}"))
    })
}

fn different<T: PartialEq + std::fmt::Debug>(
    found: &T,
    want: &T,
    en: &str,
    fr: &str,
) -> Option<Wrong> {
    (found != want).then(|| {
        (
            format!("{en}: {found:?}, expected {want:?}"),
            format!("{fr} : {found:?}, attendu {want:?}"),
        )
    })
}
