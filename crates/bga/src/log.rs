//! Reads the events of a log: JSON as the server answers it, or the list of events that leagues keep.

use bastide_core::Fault;
use serde_json::{Map, Value};

use crate::not_a_log;
use crate::tiles::Letter;

/// Most players of the base game there.
const PLAYERS_MAX: usize = 5;

/// A log in the order of its events.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Log {
    /// Names of the players in turn order.
    pub(crate) names: Vec<String>,
    pub(crate) events: Vec<Event>,
    /// Whether it reports points.
    pub(crate) has_points: bool,
}

/// An event. Players are indices into the names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// A tile was placed, this number of seconds after its player became active.
    Tile { player: usize, letter: Letter, x: i64, y: i64, rotation: u8, thought: Option<u32> },
    /// A meeple was deployed on the tile just placed, this number of seconds later.
    Meeple { player: usize, place: i64, kind: Option<&'static str>, thought: Option<u32> },
    /// A tile fitted nowhere.
    SetAside { letter: Letter },
    /// A player scored points.
    Points { player: usize, points: i32 },
}

/// A reader of events.
struct Reader<'a> {
    file: &'a str,
    log: Log,
    /// Ids of the players, in the order of the names.
    ids: Vec<String>,
    /// The active player, and since when.
    active: Option<(String, u64)>,
    /// Time of the last action.
    last: Option<u64>,
}

impl Log {
    /// Reads a log.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, Box<Fault>> {
        let json: Value = serde_json::from_str(text).map_err(|e| {
            let at = format!("line {}, column {}", e.line(), e.column());
            let at_fr = format!("ligne {}, colonne {}", e.line(), e.column());
            Box::new(not_a_log(file, &format!("no JSON at {at}"), &format!("pas de JSON, {at_fr}")))
        })?;
        let mut reader =
            Reader { file, log: Self::default(), ids: Vec::new(), active: None, last: None };
        match packets(&json) {
            Some(Form::Packets(packets)) => {
                for packet in packets {
                    reader.packet(packet)?;
                }
            }
            Some(Form::Events(events)) => {
                for event in events {
                    reader.listed(event)?;
                }
            }
            None => {
                return Err(
                    reader.strange("it has no list of events", "il n'a pas de liste d'événements")
                );
            }
        }
        reader.finish()
    }
}

/// The two forms of a log.
enum Form<'a> {
    /// Packets with events and their times.
    Packets(&'a [Value]),
    /// Events alone, in order.
    Events(&'a [Value]),
}

/// Finds the list of packets or events.
fn packets(json: &Value) -> Option<Form<'_>> {
    let mut at = json;
    for key in ["data", "data"] {
        at = at.get(key).unwrap_or(at);
    }
    let list = at.as_array().or_else(|| json.get("events")?.as_array())?;
    let is_packet = |one: &Value| one.get("data").is_some_and(Value::is_array);
    Some(if list.iter().any(is_packet) { Form::Packets(list) } else { Form::Events(list) })
}

/// A number that is written as a number or as a text.
fn number(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::String(text) => text.trim().parse().ok(),
        Value::Number(n) => n.as_i64(),
        _ => None,
    }
}

/// An id, whether it is written as a number or as a text.
fn id(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(n) => Some(n.to_string()),
        _ => None,
    }
}

impl Reader<'_> {
    fn packet(&mut self, packet: &Value) -> Result<(), Box<Fault>> {
        let time = number(packet.get("time")).and_then(|time| u64::try_from(time).ok());
        let Some(events) = packet.get("data").and_then(Value::as_array) else { return Ok(()) };
        for event in events {
            let word = event.get("type").and_then(Value::as_str).unwrap_or_default();
            let Some(args) = event.get("args").and_then(Value::as_object) else { continue };
            self.event(word, args, time)?;
        }
        Ok(())
    }

    /// An event of a league's list has its arguments beside its type, under other names.
    fn listed(&mut self, event: &Value) -> Result<(), Box<Fault>> {
        let Some(given) = event.as_object() else { return Ok(()) };
        let word = given.get("type").and_then(Value::as_str).unwrap_or_default();
        let mut args = Map::new();
        for (theirs, ours) in [
            ("player_id", "player_id"),
            ("player_name", "player_name"),
            ("tile_id", "id"),
            ("tile_type", "type"),
            ("x", "x"),
            ("y", "y"),
            ("orientation", "ori"),
            ("position", "pos"),
            ("target", "target"),
            ("points", "points"),
        ] {
            if let Some(value) = given.get(theirs).filter(|value| !value.is_null()) {
                args.insert(ours.to_owned(), value.clone());
            }
        }
        let time = number(given.get("time")).and_then(|time| u64::try_from(time).ok());
        self.event(word, &args, time)
    }

    fn event(
        &mut self,
        word: &str,
        args: &Map<String, Value>,
        time: Option<u64>,
    ) -> Result<(), Box<Fault>> {
        match word {
            "playTile" => self.tile(args, time),
            "playPartisan" => self.meeple(args, time),
            "winPoints" => self.points(args),
            "cantPlay" => {
                let of_id = number(args.get("tile_id").or(args.get("id"))).and_then(Letter::of_id);
                let Some(letter) =
                    of_id.or_else(|| number(args.get("type")).and_then(Letter::of_type))
                else {
                    return Err(self.unknown_tile(args));
                };
                self.log.events.push(Event::SetAside { letter });
                Ok(())
            }
            // The active player changes: their time begins.
            "gameStateChange" => {
                let active = id(args.get("active_player")).filter(|player| player != "0");
                if let (Some(player), Some(time)) = (active, time)
                    && self.active.as_ref().is_none_or(|(before, _)| *before != player)
                {
                    self.active = Some((player, time));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn tile(&mut self, args: &Map<String, Value>, time: Option<u64>) -> Result<(), Box<Fault>> {
        let letter = match (number(args.get("type")), number(args.get("id"))) {
            (Some(number), _) => Letter::of_type(number),
            (None, Some(id)) => Letter::of_id(id),
            (None, None) => None,
        };
        let Some(letter) = letter else { return Err(self.unknown_tile(args)) };
        let (Some(x), Some(y)) = (number(args.get("x")), number(args.get("y"))) else {
            return Err(self.strange("a tile has no place", "une tuile n'a pas de place"));
        };
        let Some(orientation) = number(args.get("ori")).filter(|n| (1..=4).contains(n)) else {
            return Err(self.strange(
                "a tile has no orientation from 1 to 4",
                "une tuile n'a pas d'orientation de 1 à 4",
            ));
        };
        let player = self.player(args, true)?;
        let begun =
            self.active.as_ref().filter(|(id, _)| *id == self.ids[player]).map(|(_, time)| *time);
        let thought = seconds(begun, time);
        self.last = time;
        let rotation = letter.rotation(orientation);
        self.log.events.push(Event::Tile { player, letter, x, y, rotation, thought });
        Ok(())
    }

    fn meeple(&mut self, args: &Map<String, Value>, time: Option<u64>) -> Result<(), Box<Fault>> {
        let player = self.player(args, false)?;
        let target = args.get("target").and_then(Value::as_str);
        let kind = match target {
            Some("city") => Some("city"),
            Some("road") => Some("road"),
            Some("field") => Some("field"),
            Some("abbey") => Some("monastery"),
            // A league's list has the place alone.
            None => None,
            Some(other) => return Err(self.unknown("place", "place", other)),
        };
        if let Some(figure) = args.get("ptype").and_then(Value::as_str).filter(|t| *t != "normal") {
            return Err(self.unknown("figure", "figurine", figure));
        }
        if number(args.get("portal")).is_some_and(|portal| portal != 0) {
            return Err(self.unknown("place", "place", "portal"));
        }
        let Some(place) = number(args.get("pos")) else {
            return Err(self.strange("a meeple has no place", "un partisan n'a pas de place"));
        };
        let thought = seconds(self.last, time);
        self.last = time;
        self.log.events.push(Event::Meeple { player, place, kind, thought });
        Ok(())
    }

    fn points(&mut self, args: &Map<String, Value>) -> Result<(), Box<Fault>> {
        let player = self.player(args, false)?;
        let points = number(args.get("points")).and_then(|n| i32::try_from(n).ok());
        let Some(points) = points.filter(|n| n.abs() < 10_000) else {
            return Err(self.strange("points are not a number", "des points ne sont pas un nombre"));
        };
        self.log.has_points = true;
        self.log.events.push(Event::Points { player, points });
        Ok(())
    }

    /// The index of the player of an event. Turn order is the order of the first tiles, so only a tile may bring a new one.
    fn player(&mut self, args: &Map<String, Value>, may_be_new: bool) -> Result<usize, Box<Fault>> {
        let Some(id) = id(args.get("player_id")) else {
            return Err(self.strange("an event has no player", "un événement n'a pas de joueur"));
        };
        if let Some(known) = self.ids.iter().position(|other| *other == id) {
            return Ok(known);
        }
        if !may_be_new {
            return Err(self.strange(
                "a player acts before their first tile",
                "un joueur agit avant sa première tuile",
            ));
        }
        let letter = char::from(b'A' + self.ids.len() as u8 % 26);
        let name = args.get("player_name").and_then(Value::as_str).map(str::trim);
        let name = name.filter(|name| !name.is_empty());
        self.log.names.push(name.map_or_else(|| letter.to_string(), str::to_owned));
        self.ids.push(id);
        Ok(self.ids.len() - 1)
    }

    fn finish(self) -> Result<Log, Box<Fault>> {
        if self.log.events.is_empty() {
            return Err(self.strange("no tile is placed", "aucune tuile n'est posée"));
        }
        let n = self.log.names.len();
        if !(2..=PLAYERS_MAX).contains(&n) {
            let fault = Fault::new(
                "B0006",
                format!("{n} players place tiles; the base game has 2 to {PLAYERS_MAX}"),
                format!("{n} joueurs posent des tuiles ; le jeu de base en a de 2 à {PLAYERS_MAX}"),
            );
            return Err(Box::new(fault.in_file(self.file)));
        }
        Ok(self.log)
    }

    fn strange(&self, en: &str, fr: &str) -> Box<Fault> {
        Box::new(not_a_log(self.file, en, fr))
    }

    fn unknown_tile(&self, args: &Map<String, Value>) -> Box<Fault> {
        let what = args.get("type").or(args.get("tile_id")).or(args.get("id"));
        self.unknown("tile type", "type de tuile", &what.map(Value::to_string).unwrap_or_default())
    }

    fn unknown(&self, en: &str, fr: &str, what: &str) -> Box<Fault> {
        let what: String = bastide_core::text::clean(what).chars().take(40).collect();
        let fault = Fault::new(
            "B0002",
            format!("the {en} `{what}` is not known here"),
            format!("{fr} inconnu ici : `{what}`"),
        );
        Box::new(fault.in_file(self.file).help(
            "only games without expansions can be read",
            "seules les parties sans extension peuvent être lues",
        ))
    }
}

/// Seconds between two times, if both are known.
fn seconds(from: Option<u64>, to: Option<u64>) -> Option<u32> {
    u32::try_from(to?.checked_sub(from?)?).ok()
}
