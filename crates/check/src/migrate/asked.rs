//! What the filters of one hook ask for, as a condition.

use bastide::core::condition::event_facts;
use bastide::core::hooks::parse_hook;
use bastide_text::{Entry, Value};

/// Filters of a hook, and what it is about.
pub(super) struct Asked<'a> {
    pub(super) text: &'a str,
    pub(super) filters: &'a [&'a Entry],
    pub(super) on: &'a [&'a str],
}

/// A filter that is left, and what to do.
pub(super) struct Left {
    pub(super) key: &'static str,
    pub(super) en: &'static str,
    pub(super) fr: &'static str,
}

/// Facts about one thing, the first of them the one that a word alone stands for.
#[derive(Default)]
struct Thing {
    lead: Option<String>,
    more: Vec<(&'static str, String)>,
}

impl Thing {
    fn is(&mut self, fact: &'static str, value: Option<String>) {
        self.more.extend(value.map(|value| (fact, value)));
    }

    /// `name = "x"`, `name.fact = "x"` or `name = { … }`; nothing if nothing is asked.
    fn told(self, name: &str, lead: &str) -> Option<String> {
        let facts = self.lead.iter().map(|value| (lead, value));
        let facts: Vec<(&str, &String)> =
            facts.chain(self.more.iter().map(|(fact, value)| (*fact, value))).collect();
        match (&facts[..], &self.lead) {
            ([], _) => None,
            ([_], Some(value)) => Some(format!("{name} = {value}")),
            ([(fact, value)], None) => Some(format!("{name}.{fact} = {value}")),
            (facts, _) => {
                let facts: Vec<String> =
                    facts.iter().map(|(fact, value)| format!("{fact} = {value}")).collect();
                Some(format!("{name} = {{ {} }}", facts.join(", ")))
            }
        }
    }
}

impl Asked<'_> {
    /// What is written behind a filter.
    fn of(&self, key: &str) -> Option<String> {
        let entry = self.filters.iter().find(|entry| entry.key == key)?;
        Some(self.text[entry.node.span.clone()].to_owned())
    }

    fn flag(&self, key: &str) -> Option<bool> {
        let entry = self.filters.iter().find(|entry| entry.key == key)?;
        matches!(entry.node.value, Value::Bool(_)).then(|| entry.node.value == Value::Bool(true))
    }

    /// The one thing that all hooks in question have in common.
    fn alike<T: PartialEq>(&self, of: impl Fn(&str) -> T) -> Option<T> {
        let mut all = self.on.iter().map(|on| of(on));
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// The tile in question: that of the event, the one drawn, or the one just placed.
    fn tile(&self) -> Option<&'static str> {
        self.alike(|on| match on {
            "on.placed" | "on.neutral_moved" => "tile",
            "on.drawn" => "type",
            "placement.veto" => "",
            _ => "placed",
        })
        .filter(|tile| !tile.is_empty())
    }

    /// Where figures of `holds` stand, and whose they are.
    fn held(&self, kinds: &str) -> Option<(&'static str, String)> {
        let of = |owner: &str| format!("{{ kind = {kinds}, owner = \"{owner}\" }}");
        self.alike(|on| match on {
            "on.placed" => Some(("tile.segments.feature.holds", Some("own"))),
            "on.returned" | "on.captured" => Some(("from.holds", Some("event"))),
            "on.deployed" => Some(("feature.holds", Some("event"))),
            "on.moved" | "on.neutral_moved" => None,
            on if on.starts_with("at.") => None,
            _ => Some(("feature.holds", None)),
        })
        .flatten()
        .map(|(place, owner)| (place, owner.map_or(kinds.to_owned(), of)))
    }

    /// Whether every hook tells of this.
    fn tells(&self, fact: &str) -> bool {
        self.on.iter().all(|on| {
            let facts = parse_hook(on).and_then(|(row, subject)| event_facts(row, subject));
            facts.is_some_and(|facts| facts.contains(&fact))
        })
    }

    /// The condition; none if some filter has none.
    pub(super) fn condition(&self) -> Option<String> {
        let has = |key| self.of(key).is_some();
        let needed =
            [("feature", "feature"), ("tag", "feature"), ("figure", "figure"), ("class", "figure")]
                .into_iter()
                .chain([("complete", "complete"), ("last", "final"), ("cause", "cause")]);
        if self.on.is_empty() || needed.into_iter().any(|(key, fact)| has(key) && !self.tells(fact))
        {
            return None;
        }
        let mut parts = Vec::new();
        let mut feature = Thing { lead: self.of("feature"), ..Thing::default() };
        feature.is("tag", self.of("tag"));
        let mut held = None;
        if let Some(kinds) = self.of("holds") {
            match self.held(&kinds)? {
                ("feature.holds", holds) => feature.is("holds", Some(holds)),
                (place, holds) => held = Some(format!("{place} = {holds}")),
            }
        }
        // Moved neutral figures are in question, others are looked for.
        let moved = self.alike(|on| on == "on.neutral_moved");
        let mut neutral = Thing { lead: self.of("neutral"), ..Thing::default() };
        match self.of("beside").as_deref() {
            None => {}
            Some("\"own\"") => neutral.is("beside.owner", Some("\"turn\"".to_owned())),
            Some("\"feature\"") if moved == Some(false) => {
                feature.is("holds.beside", neutral.lead.take());
            }
            Some(_) => return None,
        }
        parts.extend(feature.told("feature", "kind"));
        parts.extend(held);
        let mut figure = Thing { lead: self.of("figure"), ..Thing::default() };
        figure.is("class", self.of("class"));
        parts.extend(figure.told("figure", "kind"));
        parts.extend(self.tile_asked()?);
        if has("neutral") {
            let name = if moved? { "neutral" } else { "exists.neutral" };
            parts.extend(neutral.told(name, "name"));
        }
        for (key, fact) in [("on-board", "exists.figure"), ("token", "exists.player.tokens")]
            .into_iter()
            .chain([("zone", "turn.zone"), ("state", "state")])
            .chain([("complete", "complete"), ("last", "final"), ("cause", "cause")])
        {
            parts.extend(self.of(key).map(|value| format!("{fact} = {value}")));
        }
        // A filter that names no kind and no rule hears of every claim.
        let claims = |on: &str| matches!(on, "scoring.points" | "scoring.bonus");
        let beside = self.of("beside").as_deref() == Some("\"feature\"");
        if self.on.iter().any(|on| claims(on)) && !has("feature") && !has("cause") && !beside {
            parts.push("cause = \"any\"".to_owned());
        }
        Some(format!("{{ {} }}", parts.join(", ")))
    }

    /// What is asked of the tile in question, in one part or none; nothing if it cannot be said.
    fn tile_asked(&self) -> Option<Vec<String>> {
        let keys = ["placed-tag", "placed-kind", "group", "surrounded", "tile-occupied"];
        if keys.iter().all(|key| self.of(key).is_none()) {
            return Some(Vec::new());
        }
        let name = self.tile()?;
        let mut tile = Thing { lead: self.of("placed-tag"), ..Thing::default() };
        tile.is("kinds", self.of("placed-kind"));
        tile.is("group", self.of("group"));
        if self.of("surrounded").is_some() {
            let all = if self.flag("surrounded")? { "4" } else { "{ max = 3 }" };
            tile.is("neighbours", Some(all.to_owned()));
        }
        tile.is("holds", self.of("tile-occupied"));
        Some(tile.told(name, "symbol").into_iter().collect())
    }

    /// Which filter is left, and why.
    pub(super) fn left(&self) -> Left {
        if self.on.contains(&"placement.veto") {
            return Left {
                key: "placed-kind",
                en: "say with `drawn` which tile it is, if no other than the drawn one can be placed",
                fr: "dites avec `drawn` de quelle tuile il s'agit, si seule la tuile piochée peut être posée",
            };
        }
        Left {
            key: "on",
            en: "write one hook for each word of `on`, each key on a line of its own: they tell of different things",
            fr: "écrivez un point d'accroche pour chaque mot de `on`, chaque clé sur sa ligne : ils ne parlent pas des mêmes choses",
        }
    }
}
