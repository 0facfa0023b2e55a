//! Games and payments of points as rows: which columns there are, and what stands in them.

use bastide::core::Ruleset;
use bastide::core::ids::KindId;
use bastide_lab::Played;

/// A cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// A whole number.
    Int(i64),
    /// A word.
    Text(String),
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Value::Int(i64::from(yes))
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Value::Int(i64::from(n))
    }
}

impl From<i32> for Value {
    fn from(n: i32) -> Self {
        Value::Int(i64::from(n))
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Value::Int(n as i64)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Value::Text(word.to_owned())
    }
}

/// A column: its name, and whether words stand in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name.
    pub name: String,
    /// Words, not numbers.
    pub is_text: bool,
}

fn column(name: impl Into<String>, is_text: bool) -> Column {
    Column { name: name.into(), is_text }
}

/// Returns the columns of the table of games for a number of seats.
#[must_use]
pub fn game_columns(seats: usize) -> Vec<Column> {
    let plain = [
        "game",
        "seed",
        "turns",
        "tiles",
        "discarded",
        "deployed",
        "decisions",
        "options",
        "lead_changes",
        "margin",
        "winners",
    ];
    let mut columns: Vec<Column> = plain.iter().map(|name| column(*name, false)).collect();
    for seat in 1..=seats {
        columns.push(column(format!("bot_{seat}"), true));
        columns.push(column(format!("points_{seat}"), false));
        columns.push(column(format!("won_{seat}"), false));
    }
    columns
}

/// The row of a game.
#[must_use]
pub fn game_row(played: &Played, seed: u64, bots: &[String]) -> Vec<Value> {
    let won: Vec<bool> = (0..played.points.len()).map(|seat| played.win(seat) > 0).collect();
    let mut row: Vec<Value> = vec![
        played.game.into(),
        seed.into(),
        played.turns.into(),
        played.tiles.into(),
        played.discarded.into(),
        played.deployed.into(),
        played.decisions.into(),
        played.options.into(),
        played.lead_changes.into(),
        played.margin().into(),
        Value::Int(won.iter().filter(|w| **w).count() as i64),
    ];
    for (seat, points) in played.points.iter().enumerate() {
        row.push(bots.get(seat).map_or("", String::as_str).into());
        row.push((*points).into());
        row.push(won[seat].into());
    }
    row
}

/// Columns of the table of payments.
#[must_use]
pub fn score_columns() -> Vec<Column> {
    let texts = ["feature", "rule"];
    let names = [
        "game", "event", "turn", "seat", "feature", "rule", "points", "complete", "final", "x", "y",
    ];
    names.iter().map(|name| column(*name, texts.contains(name))).collect()
}

/// The rows of a game's payments.
#[must_use]
pub fn score_rows(played: &Played, rules: &Ruleset) -> Vec<Vec<Value>> {
    let row = |(i, event): (usize, &bastide_lab::Points)| {
        let at = |n: Option<i16>| n.map_or(Value::None, |n| Value::Int(i64::from(n)));
        let feature = if event.feature == KindId::NONE {
            Value::None
        } else {
            rules.kinds[event.feature.index()].decl.name.as_str().into()
        };
        vec![
            played.game.into(),
            Value::Int(i as i64 + 1),
            Value::Int(i64::from(event.turn)),
            Value::Int(event.seat.index() as i64 + 1),
            feature,
            rules.rule_name(event.rule).into(),
            event.points.into(),
            event.complete.into(),
            event.last.into(),
            at(event.cell.map(|c| c.x)),
            at(event.cell.map(|c| c.y)),
        ]
    };
    played.events.iter().enumerate().map(row).collect()
}
