//! Content of a saved game of the other engine, before anything is compared with ours.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::Fault;

use super::json::{self, Json, Node};
use super::older::{self, Old};
use super::random::Random;
use bastide_content::config::Written;

/// Most messages of one file.
const MESSAGES_MAX: usize = 20_000;
/// Most players of that engine, and a little more.
pub(super) const PLAYERS_MAX: usize = 12;
/// Cells further out are no cells of a game.
const CELL: std::ops::RangeInclusive<i64> = -5000..=5000;

/// A cell.
pub(super) type At = (i16, i16);

/// A saved game.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    pub(super) file: String,
    /// What chance begins with.
    pub(super) random: Random,
    /// Tile sets and their copies.
    pub(super) sets: Vec<(Written<String>, u16)>,
    /// Enabled elements, each with its number if it has one.
    pub(super) elements: BTreeMap<String, Written<Option<i64>>>,
    /// Rules that differ from their default, as text.
    pub(super) rules: BTreeMap<String, Written<String>>,
    /// Tiles on the table before the first turn: tile, cell, quarter turns.
    pub(super) start: Vec<(Written<String>, At, u8)>,
    pub(super) players: Vec<String>,
    pub(super) messages: Vec<Message>,
    /// Tiles that are drawn in this order, before chance decides.
    pub(super) draws: Vec<Written<String>>,
    /// Number of draws after which the deck is empty.
    pub(super) limit: Option<usize>,
    pub(super) description: String,
    pub(super) assertions: Vec<Written<String>>,
    /// Bytes of the whole.
    pub(super) span: Range<usize>,
    /// What only games of version 4 have.
    pub(super) old: Option<Old>,
}

/// One action of a player.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) kind: String,
    /// Index of the acting player, from 0, if the file gives it.
    pub(super) player: Option<u8>,
    pub(super) payload: Node,
    pub(super) span: Range<usize>,
    /// What it brings to chance, in games of version 4.
    pub(super) salt: Option<i64>,
}

/// A part of a tile: cell, class of the feature, where it lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pointer {
    pub(super) cell: At,
    pub(super) feature: String,
    pub(super) location: String,
}

impl Pointer {
    /// Whether a name means this part. Older files do not say of which feature it is one.
    pub(super) fn is(&self, named: &Pointer) -> bool {
        let feature =
            named.feature.is_empty() || named.feature.split('|').any(|one| one == self.feature);
        feature && named.cell == self.cell && named.location == self.location
    }
}

impl Saved {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// `J0001` no JSON, `J0002` something of the wrong kind or missing, with its place.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, Box<Fault>> {
        let root = json::parse(file, text)?;
        let reader = Reading { file };
        let mut saved = Self {
            file: file.to_owned(),
            // The opening brace stands for the whole.
            span: root.span.start..root.span.start + 1,
            ..Self::default()
        };
        if older::is(&root) {
            older::read(&reader, &root, text, &mut saved)?;
            saved.messages.truncate(MESSAGES_MAX);
        } else {
            reader.newer(&root, &mut saved)?;
        }
        if let Some(test) = root.get("test") {
            if let Some(text) = test.get("description").and_then(Node::text) {
                text.clone_into(&mut saved.description);
            }
            if let Some(list) = test.get("assertions") {
                for one in reader.list(list)? {
                    let value = reader.text(one)?.to_owned();
                    saved.assertions.push(Written { value, span: one.span.clone() });
                }
            }
        }
        Ok(saved)
    }
}

/// Reads values, or says what is wrong where.
pub(super) struct Reading<'a> {
    pub(super) file: &'a str,
}

impl Reading<'_> {
    /// What files of version 5 and later have.
    fn newer(&self, root: &Node, saved: &mut Saved) -> Result<(), Box<Fault>> {
        let players = self.need(root, "players")?;
        saved.random = Random::Number(self.random(root.get("initialRandom"))?.unwrap_or(0.0));
        for (n, player) in self.list(players)?.iter().take(PLAYERS_MAX).enumerate() {
            let name = player.get("name").and_then(Node::text).map(str::to_owned);
            saved
                .players
                .push(name.filter(|n| !n.is_empty()).unwrap_or_else(|| format!("{}", n + 1)));
        }
        self.setup(self.need(root, "setup")?, saved)?;
        if let Some(replay) = root.get("replay") {
            for message in self.list(replay)?.iter().take(MESSAGES_MAX) {
                saved.messages.push(self.message(message)?);
            }
        }
        root.get("gameAnnotations").map_or(Ok(()), |notes| self.draws(notes, "endTurn", saved))
    }

    fn fault(&self, span: &Range<usize>, en: String, fr: String) -> Box<Fault> {
        Box::new(Fault::new("J0002", en, fr).at(self.file, span.clone()))
    }

    /// A value that must be there.
    pub(super) fn need<'n>(&self, node: &'n Node, key: &str) -> Result<&'n Node, Box<Fault>> {
        node.get(key).ok_or_else(|| {
            let span = node.span.start..(node.span.start + 1).min(node.span.end);
            self.fault(&span, format!("`{key}` is missing"), format!("il manque `{key}`"))
        })
    }

    pub(super) fn wrong<T>(&self, node: &Node, en: &str, fr: &str) -> Result<T, Box<Fault>> {
        let kind = node.kind();
        let span = node.span.start..node.span.end.min(node.span.start + 80);
        Err(self.fault(
            &span,
            format!("this is {}, expected {en}", kind.0),
            format!("c'est {}, attendu : {fr}", kind.1),
        ))
    }

    pub(super) fn list<'n>(&self, node: &'n Node) -> Result<&'n [Node], Box<Fault>> {
        match &node.value {
            Json::List(nodes) => Ok(nodes),
            _ => self.wrong(node, "a list", "une liste"),
        }
    }

    pub(super) fn text<'n>(&self, node: &'n Node) -> Result<&'n str, Box<Fault>> {
        node.text().map_or_else(|| self.wrong(node, "a text", "un texte"), Ok)
    }

    pub(super) fn int(
        &self,
        node: &Node,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, Box<Fault>> {
        let (low, high) = (*range.start(), *range.end());
        node.int(range).map_or_else(
            || {
                self.wrong(
                    node,
                    &format!("a whole number from {low} to {high}"),
                    &format!("un nombre entier de {low} à {high}"),
                )
            },
            Ok,
        )
    }

    /// A number of chance: from 0 up to, but not, 1.
    pub(super) fn random(&self, node: Option<&Node>) -> Result<Option<f64>, Box<Fault>> {
        let Some(node) = node else { return Ok(None) };
        match node.number().filter(|r| (0.0..1.0).contains(r)) {
            Some(r) => Ok(Some(r)),
            None => self.wrong(node, "a number from 0 to 1", "un nombre de 0 à 1"),
        }
    }

    /// `[x, y]`.
    pub(super) fn cell(&self, node: &Node) -> Result<At, Box<Fault>> {
        match self.list(node)? {
            [x, y] => Ok((self.int(x, CELL)? as i16, self.int(y, CELL)? as i16)),
            _ => self.wrong(node, "[x, y]", "[x, y]"),
        }
    }

    /// Quarter turns from `"R90"`, or from degrees.
    pub(super) fn turns(&self, node: &Node) -> Result<u8, Box<Fault>> {
        let degrees = match &node.value {
            Json::Text(text) => text.trim_start_matches('R').parse().ok(),
            _ => node.int(0..=270),
        };
        match degrees {
            Some(n @ (0 | 90 | 180 | 270)) => Ok((n / 90) as u8),
            _ => self.wrong(node, "R0, R90, R180 or R270", "R0, R90, R180 ou R270"),
        }
    }

    /// A part of a tile.
    pub(super) fn pointer(&self, node: &Node) -> Result<Pointer, Box<Fault>> {
        Ok(Pointer {
            cell: self.cell(self.need(node, "position")?)?,
            feature: self.text(self.need(node, "feature")?)?.to_owned(),
            location: self.text(self.need(node, "location")?)?.to_owned(),
        })
    }

    fn setup(&self, setup: &Node, saved: &mut Saved) -> Result<(), Box<Fault>> {
        let sets = self.need(setup, "sets")?;
        if !matches!(sets.value, Json::Table(_)) {
            return self.wrong(sets, "an object", "un objet");
        }
        for (id, copies) in sets.entries() {
            let copies_n = self.int(copies, 0..=99)? as u16;
            if copies_n > 0 {
                saved
                    .sets
                    .push((Written { value: id.clone(), span: copies.span.clone() }, copies_n));
            }
        }
        for (id, node) in setup.get("elements").map_or(&[][..], Node::entries) {
            let value = match node.value {
                Json::Number(_) => Some(self.int(node, -999..=999)?),
                Json::Bool(false) => Some(0),
                _ => None,
            };
            saved.elements.insert(id.clone(), Written { value, span: node.span.clone() });
        }
        saved.rules = self.rules(setup)?;
        if let Some(start) = setup.get("start") {
            for tile in self.list(start)? {
                let node = self.need(tile, "tile")?;
                let id = Written { value: self.text(node)?.to_owned(), span: node.span.clone() };
                let at = |key| -> Result<i16, Box<Fault>> {
                    Ok(self.int(self.need(tile, key)?, CELL)? as i16)
                };
                let turns = tile.get("rotation").map_or(Ok(0), |node| self.turns(node))?;
                saved.start.push((id, (at("x")?, at("y")?), turns));
            }
        }
        Ok(())
    }

    /// Rules with their values, as text.
    pub(super) fn rules(
        &self,
        setup: &Node,
    ) -> Result<BTreeMap<String, Written<String>>, Box<Fault>> {
        let mut rules = BTreeMap::new();
        for (id, node) in setup.get("rules").map_or(&[][..], Node::entries) {
            let value = match &node.value {
                Json::Text(text) => text.clone(),
                Json::Bool(on) => on.to_string(),
                Json::Number(n) => n.to_string(),
                _ => return self.wrong(node, "a word or a number", "un mot ou un nombre"),
            };
            rules.insert(id.clone(), Written { value, span: node.span.clone() });
        }
        Ok(rules)
    }

    /// A whole number of 64 bits.
    pub(super) fn whole(&self, node: &Node, text: &str) -> Result<i64, Box<Fault>> {
        let digits = text.get(node.span.clone()).and_then(|digits| digits.parse().ok());
        digits.map_or_else(|| self.wrong(node, "a whole number", "un nombre entier"), Ok)
    }

    pub(super) fn message(&self, node: &Node) -> Result<Message, Box<Fault>> {
        let kind = self.need(node, "type")?;
        let empty = Node { span: node.span.clone(), value: Json::Table(Vec::new()) };
        Ok(Message {
            kind: self.text(kind)?.to_owned(),
            player: node.get("player").and_then(|n| n.int(0..=99)).map(|n| n as u8),
            payload: node.get("payload").cloned().unwrap_or(empty),
            span: kind.span.clone(),
            salt: None,
        })
    }

    /// The order of tiles, and after how many draws the stack is empty.
    pub(super) fn draws(
        &self,
        notes: &Node,
        limit: &str,
        saved: &mut Saved,
    ) -> Result<(), Box<Fault>> {
        if let Some(order) = notes.get("drawOrder") {
            for (n, node) in self.list(order)?.iter().enumerate() {
                let id = self.text(node)?;
                if matches!(id, "#END" | ".") {
                    saved.limit = Some(n);
                    break;
                }
                saved.draws.push(Written { value: id.to_owned(), span: node.span.clone() });
            }
        }
        if let Some(end) = notes.get(limit) {
            let n = self.int(end, 0..=9999)? as usize;
            saved.limit = Some(saved.limit.map_or(n, |known| known.min(n)));
        }
        Ok(())
    }
}
