//! Adding up games: what is measured of each pair, and how numbers are spread.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bastide::core::Ruleset;
use bastide::core::ids::KindId;
use bastide_lab::{Played, Used, WIN};
use serde::{Deserialize, Serialize};

use crate::stats::Paired;

/// Thousandths, for values that are not whole numbers.
const MILLI: i64 = 1000;

/// What a row of a comparison is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// The course of a game: see `MEASURES`.
    Game,
    /// Points of all players for a kind of feature, per game; `none`: for no feature.
    Feature,
    /// Points of all players by a rule, per game.
    Rule,
}

/// Measures of a game: key, and the size of one unit.
pub(crate) const MEASURES: [(&str, i64); 9] = [
    ("points", 1),
    ("margin", 1),
    ("first-seat-wins", WIN as i64),
    ("lead-changes", 1),
    ("options-per-turn", MILLI),
    ("turns", 1),
    ("tiles", 1),
    ("discarded", 1),
    ("deployed", 1),
];

/// Key of the share of wins of a bot, when bots differ: `wins-greedy`.
pub(crate) const WINS: &str = "wins-";

/// Subject and name of a row.
pub(crate) type Key = (About, String);

/// Numbers of the games of one pair in one arm.
type Numbers = BTreeMap<Key, i64>;

/// How often each value came up.
pub(crate) type Spread = BTreeMap<i64, u64>;

/// Names of the distributions, in order.
pub(crate) const SPREADS: [&str; 6] =
    ["points", "margin", "lead-changes", "options-per-turn", "turns", "discarded"];

/// Sums over the games of one arm.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arm {
    /// Points by seat.
    pub(crate) points: Vec<i64>,
    /// Wins by seat, in parts of [`WIN`].
    pub(crate) wins: Vec<u64>,
    /// Turns.
    pub(crate) turns: u64,
    /// Things that were used.
    pub(crate) used: Used,
    /// Turns in which a function was called.
    pub(crate) fired: Vec<u64>,
    /// How numbers are spread, by the names in [`SPREADS`].
    pub(crate) spreads: BTreeMap<Cow<'static, str>, Spread>,
}

/// Sums over all pairs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tally {
    /// Pairs.
    pub(crate) pairs: u64,
    /// Sums by row.
    #[serde(with = "listed")]
    pub(crate) rows: BTreeMap<Key, Paired>,
    /// Sums of A and B.
    pub(crate) arms: [Arm; 2],
}

/// No number that is counted in a pair is as great.
const MOST: i64 = 1 << 31;

/// A map whose keys are no text, as a list.
pub(crate) mod listed {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub(crate) fn deserialize<'de, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}

fn game(key: &str) -> Key {
    (About::Game, key.to_owned())
}

/// Points as they add up by feature and by rule.
fn sources(rules: &Ruleset, played: &Played, numbers: &mut Numbers) {
    for event in &played.events {
        let feature = if event.feature == KindId::NONE {
            "none"
        } else {
            rules.kinds[event.feature.index()].decl.name.as_str()
        };
        for key in [
            (About::Feature, feature.to_owned()),
            (About::Rule, rules.rule_name(event.rule).to_owned()),
        ] {
            *numbers.entry(key).or_default() += i64::from(event.points);
        }
    }
}

/// Numbers of one game.
fn measure(rules: &Ruleset, played: &Played, bots: &[&str], numbers: &mut Numbers) {
    let seats = played.points.len();
    let mut add = |key: &str, n: i64| *numbers.entry(game(key)).or_default() += n;
    add("points", played.total());
    add("margin", i64::from(played.margin()));
    add("first-seat-wins", played.win(0) as i64);
    add("lead-changes", i64::from(played.lead_changes));
    add("options-per-turn", per_turn(played));
    add("turns", i64::from(played.turns));
    add("tiles", i64::from(played.tiles));
    add("discarded", i64::from(played.discarded));
    add("deployed", i64::from(played.deployed));
    if bots.iter().any(|bot| *bot != bots[0]) {
        for seat in 0..seats {
            let bot = bots[(seat + played.turned) % bots.len()];
            add(&format!("{WINS}{bot}"), played.win(seat) as i64);
        }
    }
    sources(rules, played, numbers);
}

/// Thousandths of options per turn.
fn per_turn(played: &Played) -> i64 {
    played.options as i64 * MILLI / i64::from(played.turns.max(1))
}

impl Arm {
    fn add(&mut self, played: &Played) {
        let seats = played.points.len();
        self.points.resize(seats, 0);
        self.wins.resize(seats, 0);
        self.fired.resize(played.fired.len(), 0);
        self.turns += u64::from(played.turns);
        self.used.add(&played.used);
        for (sum, n) in self.fired.iter_mut().zip(&played.fired) {
            *sum += u64::from(*n);
        }
        for seat in 0..seats {
            self.points[seat] += i64::from(played.points[seat]);
            self.wins[seat] += played.win(seat);
        }
        let mut note = |name, n: i64| {
            *self.spreads.entry(Cow::Borrowed(name)).or_default().entry(n).or_default() += 1;
        };
        for n in &played.points {
            note("points", i64::from(*n));
        }
        note("margin", i64::from(played.margin()));
        note("lead-changes", i64::from(played.lead_changes));
        note("options-per-turn", (per_turn(played) + MILLI / 2) / MILLI);
        note("turns", i64::from(played.turns));
        note("discarded", i64::from(played.discarded));
    }

    /// Adds the sums of other games.
    fn merge(&mut self, more: &Arm) {
        fn add<T: Copy + Default + std::ops::AddAssign>(sums: &mut Vec<T>, more: &[T]) {
            sums.resize(sums.len().max(more.len()), T::default());
            for (sum, n) in sums.iter_mut().zip(more) {
                *sum += *n;
            }
        }
        add(&mut self.points, &more.points);
        add(&mut self.wins, &more.wins);
        add(&mut self.fired, &more.fired);
        self.turns += more.turns;
        self.used.add(&more.used);
        for (name, spread) in &more.spreads {
            let sums = self.spreads.entry(name.clone()).or_default();
            for (value, n) in spread {
                *sums.entry(*value).or_default() += n;
            }
        }
    }

    /// Returns whether these sums are possible for `pairs` pairs of games with `seats` seats.
    fn is_possible(&self, pairs: u64, seats: usize) -> bool {
        let most = pairs.saturating_mul(MOST.unsigned_abs());
        let spread = |(name, spread): (&Cow<'static, str>, &Spread)| {
            let within = |(value, n): (&i64, &u64)| {
                value.unsigned_abs() <= MOST.unsigned_abs() && *n <= most
            };
            SPREADS.contains(&name.as_ref()) && spread.iter().all(within)
        };
        self.points.len() == seats
            && self.wins.len() == seats
            && self.points.iter().all(|n| n.unsigned_abs() <= most)
            && self.wins.iter().chain(&self.fired).all(|n| *n <= most)
            && self.turns <= most
            && self.spreads.iter().all(spread)
    }
}

impl Tally {
    /// Adds a pair: the games of A and those of B with the same deck, one for each turn of the seats.
    pub(crate) fn add(&mut self, rules: [&Ruleset; 2], pair: &[Vec<Played>; 2], bots: &[&str]) {
        self.pairs += 1;
        let mut both: [Numbers; 2] = Default::default();
        for (arm, games) in pair.iter().enumerate() {
            for played in games {
                self.arms[arm].add(played);
                measure(rules[arm], played, bots, &mut both[arm]);
            }
        }
        let [a, b] = both;
        for key in a.keys().chain(b.keys().filter(|k| !a.contains_key(*k))) {
            let of = |numbers: &Numbers| numbers.get(key).copied().unwrap_or(0);
            self.rows.entry(key.clone()).or_default().add(of(&a), of(&b));
        }
    }

    /// Adds the sums of other pairs.
    pub(crate) fn merge(&mut self, more: &Tally) {
        self.pairs += more.pairs;
        for (key, sums) in &more.rows {
            self.rows.entry(key.clone()).or_default().merge(sums);
        }
        for (mine, theirs) in self.arms.iter_mut().zip(&more.arms) {
            mine.merge(theirs);
        }
    }

    /// Returns whether these sums are possible for `pairs` pairs of games with `seats` seats. Values from a file are
    /// added to sums that cannot hold more.
    pub(crate) fn is_possible(&self, pairs: u64, seats: usize) -> bool {
        self.pairs == pairs
            && self.rows.values().all(|sums| sums.is_possible(pairs, MOST))
            && self.arms.iter().all(|arm| arm.is_possible(pairs, seats))
    }
}
