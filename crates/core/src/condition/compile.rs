//! Names become numbers. What nobody in play declares is not there: its numbers are 0, its words never said.

use super::happened::Why;
use super::subject::Subject;
use super::table::{FactTest, Flag, fact_of};
use super::vocabulary::Vocabulary;
use super::{Around, Bound, Condition, Lanes, Lines, Several};
use crate::decl::{self, Area, Claimable, Far, Numbers, Per};
use crate::effect::EFFECTS;
use crate::ids::{ExpansionId, KindId, NeutralId, RuleId, TileTypeId};
use crate::ruleset::{Ruleset, TileSet, TileType};

/// Compiles a condition of an expansion about a subject; `rule` numbers the causes that it names.
pub(crate) fn compile(
    rules: &Ruleset,
    of: ExpansionId,
    subject: Subject,
    written: &decl::Condition,
    rule: &dyn Fn(&str) -> Option<RuleId>,
) -> Condition {
    Compiler { rules, of, rule }.condition(subject, written)
}

/// Compiles an area.
pub(super) fn around(rules: &Ruleset, of: ExpansionId, area: &Area) -> Around {
    Compiler { rules, of, rule: &|_| None }.around(area)
}

struct Compiler<'a> {
    rules: &'a Ruleset,
    of: ExpansionId,
    rule: &'a dyn Fn(&str) -> Option<RuleId>,
}

impl Compiler<'_> {
    fn condition(&self, subject: Subject, written: &decl::Condition) -> Condition {
        use decl::Condition as D;
        let test = |fact: &str| fact_of(subject, fact).map(|row| row.test);
        let figure = matches!(subject, Subject::Figure | Subject::FigureKind);
        match written {
            D::All(parts) => all(parts.iter().map(|p| self.condition(subject, p)).collect()),
            D::Any(parts) => any(parts.iter().map(|p| self.condition(subject, p)).collect()),
            D::No(part) => no(self.condition(subject, part)),
            D::Now(part) => match self.condition(Subject::Moment, part) {
                now @ (Condition::Always | Condition::Never) => now,
                now => Condition::Now(now.into()),
            },
            D::Is(words) => Condition::Is(words.iter().filter_map(|w| Bound::named(w)).collect()),
            D::Given(place) => Condition::Given(*place),
            // Printed facts of a kind are known now.
            D::Flag(fact, is) if figure && fact == "immune" => {
                figures(set(self.rules.figures.iter().map(|f| f.decl.immune == *is)))
            }
            D::Number(fact, numbers) if figure && fact == "weight" => {
                let has = |f: &crate::ruleset::Figure| numbers.has(f.decl.weight.into());
                figures(set(self.rules.figures.iter().map(has)))
            }
            D::Flag(fact, is) => match test(fact) {
                Some(FactTest::Flag(flag)) => Condition::Flag(flag, *is),
                _ => Condition::Never,
            },
            D::Number(fact, numbers) => match test(fact) {
                Some(FactTest::Number(number)) => Condition::Number(number, numbers.clone()),
                _ => Condition::Never,
            },
            D::Word(fact, words) => match test(fact) {
                Some(FactTest::Word(of)) => self.word(of, words),
                _ => Condition::Never,
            },
            D::AnyName(fact, names) => {
                let each =
                    names.iter().map(|name| self.name(subject, fact, name, &Numbers::some()));
                any(each.collect())
            }
            D::Names(fact, names) => {
                all(names.iter().map(|(name, n)| self.name(subject, fact, name, n)).collect())
            }
            D::One(fact, such) => match test(fact) {
                Some(FactTest::One(one, to)) => match self.condition(to, such) {
                    Condition::Never => Condition::Never,
                    such => Condition::One(one, such.into()),
                },
                _ => Condition::Never,
            },
            D::Many(fact, such, count) => match test(fact) {
                Some(FactTest::Many(many, to)) => {
                    counted(self.condition(to, such), count, |s| Condition::Many(many, s))
                }
                _ => Condition::Never,
            },
            D::Exists(things, such, count) => match Subject::named(things) {
                Some(things) => counted(self.condition(things, such), count, |mut several| {
                    let cell = things == Subject::Cell && several.must_be();
                    several.spots = cell.then(|| several.such.spots(self.rules)).flatten();
                    Condition::Exists(things, several)
                }),
                None => Condition::Never,
            },
            D::Happened(effect, since, such, count) => {
                match EFFECTS.iter().position(|name| name == effect) {
                    Some(kind) => counted(self.condition(Subject::Event, such), count, |s| {
                        Condition::Happened(kind as u8, *since, s)
                    }),
                    None => Condition::Never,
                }
            }
            D::Walk(stop, such, count) => {
                let stop = self.condition(Subject::Segment, stop);
                counted(self.condition(Subject::Segment, such), count, |s| {
                    Condition::Walk(stop.into(), s)
                })
            }
            D::Near(area, such, count) => {
                let (around, such) = (self.around(area), self.condition(Subject::Tile, such));
                if let (Some(word), true) = (such.named_tile(), *count == Numbers::some()) {
                    return Condition::Within(around, word);
                }
                counted(such, count, |s| Condition::Near(around, s))
            }
        }
    }

    fn around(&self, area: &Area) -> Around {
        let (lines, own, far) = match area {
            Area::Sides => (Lines::Straight, false, &Far::Cells(1)),
            Area::Diagonals => (Lines::Diagonal, false, &Far::Cells(1)),
            Area::Around => (Lines::All, false, &Far::Cells(1)),
            Area::SidesAndOwn => (Lines::Straight, true, &Far::Cells(1)),
            Area::AroundAndOwn => (Lines::All, true, &Far::Cells(1)),
            Area::Cross(far) => (Lines::Straight, true, far),
            Area::Square(far) => (Lines::All, true, far),
        };
        match far {
            Far::Cells(n) => Around { lines, own, far: (*n).into(), by: None },
            Far::Tag(tag) => Around { lines, own, far: 0, by: Some(self.lanes(tag)) },
        }
    }

    fn word(&self, of: Vocabulary, words: &[String]) -> Condition {
        let rules = self.rules;
        let bits = |found: &dyn Fn(&str) -> Option<u8>| {
            words.iter().filter_map(|w| found(w)).fold(0u64, |bits, i| bits | 1 << i)
        };
        match of {
            Vocabulary::Feature => kinds(bits(&|w| rules.kind(w).map(|k| k.0))),
            Vocabulary::Claim => {
                let meant = |claim: Claimable| words.iter().any(|w| w == claim.word());
                kinds(set(rules.kinds.iter().map(|k| meant(k.decl.claim))))
            }
            Vocabulary::Figure => figures(bits(&|w| rules.figure(w).map(|k| k.0))),
            Vocabulary::Class => {
                let classes = words.iter().fold(0, |classes, w| classes | rules.class(w));
                figures(set(rules.figures.iter().map(|f| f.class & classes != 0)))
            }
            Vocabulary::Neutral => match bits(&|w| rules.neutral(w).map(|n: NeutralId| n.0)) {
                0 => Condition::Never,
                bits => Condition::Neutral(bits),
            },
            Vocabulary::Token => match bits(&|w| rules.token(w).map(|t| t.0)) {
                0 => Condition::Never,
                bits => Condition::Token(bits),
            },
            Vocabulary::Group => {
                self.types(&|rules, ty| words.iter().any(|w| rules.pile(w) == Some(ty.group)))
            }
            Vocabulary::TileType => {
                let named: Vec<_> = words.iter().filter_map(|w| rules.tile_type(w)).collect();
                let all = (0..rules.types.len() as u16).map(|t| named.contains(&TileTypeId(t)));
                types(all.collect())
            }
            Vocabulary::Cause => {
                let id = |w: &String| if is_own(w) { Some(RuleId::NONE) } else { (self.rule)(w) };
                let found: Box<[_]> = words.iter().filter_map(id).collect();
                if found.is_empty() { Condition::Never } else { Condition::Cause(found) }
            }
            Vocabulary::Why => Condition::Why(bits(&|w| Why::named(w).map(|why| why as u8)) as u8),
            Vocabulary::Overlay => match bits(&|w| rules.overlay(w).map(|o| o.0)) {
                0 => Condition::Never,
                bits => Condition::Overlay(bits as u16),
            },
            Vocabulary::Verb => {
                let verb = |w: &String| match w.split_once('/') {
                    Some((of, verb)) => rules.verb(rules.expansion(of)?, verb),
                    None => rules.verb(self.of, w),
                };
                let found: Box<[_]> = words.iter().filter_map(verb).collect();
                if found.is_empty() { Condition::Never } else { Condition::Verb(found) }
            }
            _ => Condition::Never,
        }
    }

    /// A name with its number.
    fn name(&self, subject: Subject, fact: &str, name: &str, numbers: &Numbers) -> Condition {
        let Some(FactTest::Names(of)) = fact_of(subject, fact).map(|f| f.test) else {
            return Condition::Never;
        };
        let rules = self.rules;
        let absent = || if numbers.has(0) { Condition::Always } else { Condition::Never };
        let printed = matches!(subject, Subject::Tile | Subject::Type);
        let found = match of {
            Vocabulary::Tag => match (subject, self.lanes(name)) {
                (_, lanes) if lanes.is_empty() => None,
                (Subject::Segment, lanes) => Some(Condition::OwnTag(lanes, numbers.clone())),
                (_, lanes) => Some(Condition::Tag(lanes, numbers.clone())),
            },
            Vocabulary::Symbol => {
                let lanes = self.lanes(name);
                let all = (0..rules.types.len() as u16).map(TileTypeId);
                let so = all.map(|tile| numbers.has(symbols(rules, tile, name, &lanes)));
                Some(types(so.collect()))
            }
            Vocabulary::Feature if printed => {
                let kind = rules.kind(name);
                let count =
                    |ty: &TileType| ty.segments.iter().filter(|s| Some(s.kind) == kind).count();
                Some(self.types(&|_, ty| numbers.has(count(ty) as i32)))
            }
            Vocabulary::Edge => rules.edge(name).map(|edge| {
                let all = (0..rules.types.len() as u16).map(TileTypeId);
                let sides = |t| (0..4).filter(|side| rules.edge_of(t, 0, *side) == edge).count();
                types(all.map(|t| numbers.has(sides(t) as i32)).collect())
            }),
            Vocabulary::State => {
                let key = rules.state_key(self.of, name);
                let kept = |per| match subject {
                    Subject::Player => per == Per::Player,
                    Subject::Tile => per == Per::Tile,
                    Subject::Figure => per == Per::Figure,
                    Subject::Segment => per == Per::Segment,
                    _ => per == Per::Game,
                };
                let key = key.filter(|key| kept(rules.state[key.index()].decl.per));
                key.map(|key| Condition::State(key, numbers.clone()))
            }
            Vocabulary::Zone => rules.pile(name).map(|pile| Condition::Zone(pile, numbers.clone())),
            Vocabulary::Group => {
                rules.pile(name).map(|pile| Condition::Left(pile, numbers.clone()))
            }
            Vocabulary::Token => rules.token(name).map(|t| Condition::Tokens(t, numbers.clone())),
            Vocabulary::Figure => {
                rules.figure(name).map(|f| Condition::Supply(f.0, numbers.clone()))
            }
            _ => None,
        };
        found.unwrap_or_else(absent)
    }

    fn lanes(&self, tag: &str) -> Lanes {
        let kinds = (0..self.rules.kinds.len() as u8).map(KindId);
        kinds.filter_map(|k| self.rules.lane(k, tag).map(|lane| (k, lane))).collect()
    }

    /// Returns the condition that matches these tile types.
    fn types(&self, such: &dyn Fn(&Ruleset, &TileType) -> bool) -> Condition {
        types(self.rules.types.iter().map(|ty| such(self.rules, ty)).collect())
    }
}

/// The number of a tag on a tile and its segments together.
fn symbols(rules: &Ruleset, tile: TileTypeId, tag: &str, lanes: &[(KindId, u8)]) -> i32 {
    let own = rules.tile_tag(tag).map_or(0, |tag| rules.tile_number(tile, tag)).into();
    let of = |s: &crate::ruleset::TypeSegment| {
        let lane = lanes.iter().find(|(kind, _)| *kind == s.kind);
        lane.map_or(0, |(_, lane)| s.tags.get(*lane).into())
    };
    let segments = &rules.types[tile.index()].segments;
    segments.iter().map(of).fold(own, |sum: i32, n| sum + n)
}

/// Whether a cause is no rule: the core's own doing, a feature's own claim.
pub(crate) fn is_own(cause: &str) -> bool {
    matches!(cause, "own" | "core")
}

fn set(such: impl Iterator<Item = bool>) -> u64 {
    (0..).zip(such).fold(0, |bits, (i, so)| bits | u64::from(so) << i)
}

fn kinds(bits: u64) -> Condition {
    if bits == 0 { Condition::Never } else { Condition::Kind(bits) }
}

fn figures(bits: u64) -> Condition {
    if bits == 0 { Condition::Never } else { Condition::FigureKind(bits as u32) }
}

fn types(such: Vec<bool>) -> Condition {
    if such.iter().any(|so| *so) {
        Condition::Types(TileSet::of(such.into_iter()))
    } else {
        Condition::Never
    }
}

/// Compiles a count of matching things. If no thing can match, the count is 0.
fn counted(
    such: Condition,
    count: &Numbers,
    made: impl FnOnce(Box<Several>) -> Condition,
) -> Condition {
    match such {
        Condition::Never if count.has(0) => Condition::Always,
        Condition::Never => Condition::Never,
        such => made(Several::new(such, count.clone()).into()),
    }
}

fn all(parts: Vec<Condition>) -> Condition {
    let mut out = Vec::new();
    for part in parts {
        match part {
            Condition::Always => {}
            Condition::Never => return Condition::Never,
            Condition::All(more) => out.extend(more),
            part => out.push(part),
        }
    }
    let (printed, mut out): (Vec<_>, Vec<_>) =
        out.into_iter().partition(|part| matches!(part, Condition::Types(_)));
    let printed = printed.into_iter().filter_map(|part| part.types());
    out.extend(printed.reduce(|a, b| a.and(&b)).map(Condition::Types));
    one_or(out, Condition::Always, Condition::All)
}

fn any(parts: Vec<Condition>) -> Condition {
    let mut out = Vec::new();
    for part in parts {
        match part {
            Condition::Never => {}
            Condition::Always => return Condition::Always,
            Condition::Any(more) => out.extend(more),
            part => out.push(part),
        }
    }
    one_or(out, Condition::Never, Condition::Any)
}

/// The parts as one condition, the cheapest first, or `none` if there are no parts.
pub(super) fn one_or(
    mut parts: Vec<Condition>,
    none: Condition,
    several: impl FnOnce(Box<[Condition]>) -> Condition,
) -> Condition {
    match parts.len() {
        0 => none,
        1 => parts.remove(0),
        _ => {
            parts.sort_by_key(Condition::cost);
            several(parts.into())
        }
    }
}

fn no(part: Condition) -> Condition {
    match part {
        Condition::Always => Condition::Never,
        Condition::Never => Condition::Always,
        Condition::No(part) => *part,
        Condition::Types(types) => Condition::Types(types.others()),
        part => Condition::No(part.into()),
    }
}

impl Condition {
    /// The word, if it says no more of a tile than which one it is.
    fn named_tile(&self) -> Option<Bound> {
        match self {
            Self::Is(words) if words.len() == 1 => Some(words[0]),
            Self::Flag(Flag::Placed, true) => Some(Bound::Placed),
            _ => None,
        }
    }

    /// Roughly what it costs to look at, so that the cheapest part of several comes first.
    fn cost(&self) -> u32 {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::cost).sum(),
            Self::No(part) | Self::Now(part) | Self::One(_, part) => 1 + part.cost(),
            Self::Many(_, s) => 10 * (1 + s.such.cost()),
            Self::Near(_, s) => 20 * (1 + s.such.cost()),
            Self::Happened(_, _, s) => 5 * (1 + s.such.cost()),
            Self::Flag(Flag::Due, _) => 20,
            Self::Walk(stop, s) => 100 * (1 + stop.cost() + s.such.cost()),
            Self::Exists(_, s) => 50 * (1 + s.such.cost()),
            _ => 1,
        }
    }
}
