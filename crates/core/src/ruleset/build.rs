//! From declarations to numbers.

mod kinds;
mod overlays;
mod refuse;
mod says;
mod start;
mod subscriptions;
mod targets;
mod tiles;
mod verbs;

use super::{
    Asked, Course, Enabled, Fitting, Kept, Law, Listing, OWN_OFFERS, OwnOffer, RESTRICTIONS,
    Ruleset,
};
use crate::decl;
use crate::effect::EFFECTS;
use crate::fault::Words;
use crate::ids::RuleId;
use crate::limits::{EXPANSIONS_MAX, FUNCTIONS_MAX, PLAYERS_MAX, RULES_MAX};
use std::collections::BTreeMap;

/// Why declarations do not make a ruleset: which expansion, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{expansion}: {what}")]
pub struct BuildError {
    /// Expansion, or tile set.
    pub expansion: String,
    /// The contradiction, in English.
    pub what: String,
    /// The contradiction, in French.
    pub what_fr: String,
    /// A way out.
    pub help: Words,
}

/// What is wrong so far.
struct Faults {
    found: Vec<BuildError>,
    /// A limit was passed, so that numbers no longer stand for one thing each.
    passed: bool,
}

impl Faults {
    /// Adds a contradiction of an expansion with its help, each in English and French.
    fn add(&mut self, expansion: &str, en: String, fr: String, help: (&str, &str)) {
        let (expansion, help) = (expansion.to_owned(), Words::new(help.0, help.1));
        self.found.push(BuildError { expansion, what: en, what_fr: fr, help });
    }

    fn unknown(&mut self, expansion: &str, en: &str, fr: &str, name: &str) {
        self.add(
            expansion,
            format!("unknown {en} `{name}`; no enabled expansion declares it"),
            format!("{fr} `{name}` inconnu(e) ; aucune extension active ne le déclare"),
            (
                "correct the name, or enable or write what declares it",
                "corrigez le nom, ou activez ou écrivez ce qui le déclare",
            ),
        );
    }

    fn limit(&mut self, expansion: &str, what: &str, n: usize, max: usize) {
        if n > max {
            self.passed = true;
            self.add(
                expansion,
                format!("{n} {what}, the limit is {max}"),
                format!("{n} {what}, la limite est {max}"),
                (
                    "play without one of the expansions, or declare fewer",
                    "jouez sans l'une des extensions, ou déclarez-en moins",
                ),
            );
        }
    }
}

impl Ruleset {
    /// Interns the declarations of the enabled expansions, in canonical order, with the tiles of the mix.
    ///
    /// # Errors
    ///
    /// All names that nobody declares, all limits passed, all contradictions between expansions.
    pub fn build(
        players: u8,
        expansions: &[decl::Expansion],
        tiles: &[decl::Tile],
    ) -> Result<Ruleset, Vec<BuildError>> {
        let mut faults = Faults { found: Vec::new(), passed: false };
        faults.limit("players", "players", players as usize, PLAYERS_MAX);
        faults.limit("expansions", "expansions", expansions.len(), EXPANSIONS_MAX);
        let mut b = Builder::new(players, expansions, tiles, &mut faults);
        b.build();
        b.rules.count_decisions_max();
        let rules = b.rules;
        if faults.found.is_empty() { Ok(rules) } else { Err(faults.found) }
    }
}

struct Builder<'a> {
    from: &'a [decl::Expansion],
    tiles: &'a [decl::Tile],
    faults: &'a mut Faults,
    rules: Ruleset,
    rule_ids: BTreeMap<String, RuleId>,
    muted_names: Vec<String>,
}

impl<'a> Builder<'a> {
    fn new(
        players: u8,
        from: &'a [decl::Expansion],
        tiles: &'a [decl::Tile],
        faults: &'a mut Faults,
    ) -> Self {
        let rules = Ruleset {
            players,
            expansions: from
                .iter()
                .map(|e| Enabled {
                    id: e.id.clone(),
                    version: e.version.clone(),
                    hash: e.hash.clone(),
                    options: e.options.clone(),
                    functions: Vec::new(),
                })
                .collect(),
            rules: Vec::new(),
            edges: Vec::new(),
            kinds: Vec::new(),
            figures: Vec::new(),
            classes: Vec::new(),
            neutrals: Vec::new(),
            tokens: Vec::new(),
            bot_worth: super::BotWorth::default(),
            tile_tags: Vec::new(),
            units: vec!["tile".to_owned()],
            types: Vec::new(),
            overlays: Vec::new(),
            piles: Vec::new(),
            verbs: Vec::new(),
            steps: Vec::new(),
            state: Vec::new(),
            bounds: None,
            wall: None,
            names: BTreeMap::new(),
            hot: super::Hot::default(),
            reach: Vec::new(),
            figure_base: Vec::new(),
            figures_per_player: 0,
            law: Law::default(),
            fitting: Fitting::default(),
            kept: Kept::default(),
            asked: Asked { on: vec![Vec::new(); EFFECTS.len()], ..Asked::default() },
            listing: Listing::default(),
            course: Course::default(),
        };
        Self { from, tiles, faults, rules, rule_ids: BTreeMap::new(), muted_names: Vec::new() }
    }

    /// Makes all parts, each of which finds what it needs in those before it. What comes after a limit that is passed would
    /// be made from wrong numbers.
    fn build(&mut self) {
        let parts: [fn(&mut Self); 15] = [
            Self::declare_rules,
            Self::declare_kinds,
            Self::declare_piles,
            Self::declare_state,
            Self::add_tiles,
            Self::declare_overlays,
            Self::declare_steps,
            Self::declare_verbs,
            Self::finish_tiles,
            Self::place,
            Self::refuse,
            Self::subscribe,
            Self::turn,
            Self::worth,
            Self::count_names,
        ];
        for part in parts {
            if !self.faults.passed {
                part(self);
            }
        }
    }

    /// Number of a rule id; a new one if nobody documented it.
    fn rule(&mut self, id: &str) -> RuleId {
        if id.is_empty() {
            return RuleId::NONE;
        }
        if let Some(found) = self.rule_ids.get(id) {
            return *found;
        }
        self.add_rule(decl::Rule { id: id.to_owned(), ..decl::Rule::default() })
    }

    /// Rules and functions get their numbers wherever they are named first.
    fn count_names(&mut self) {
        self.faults.limit("expansions", "rules", self.rules.rules.len(), RULES_MAX);
        for e in &self.rules.expansions {
            self.faults.limit(&e.id, "functions", e.functions.len(), FUNCTIONS_MAX);
        }
    }

    fn add_rule(&mut self, rule: decl::Rule) -> RuleId {
        let id = RuleId(self.rules.rules.len() as u16);
        self.rule_ids.insert(rule.id.clone(), id);
        self.rules.law.muted.push(self.muted_names.contains(&rule.id));
        self.rules.rules.push(rule);
        id
    }

    fn declare_rules(&mut self) {
        self.muted_names = self.from.iter().flat_map(|e| e.mute.iter().cloned()).collect();
        self.rules.law.any_muted = !self.muted_names.is_empty();
        for (i, name) in RESTRICTIONS.iter().enumerate() {
            self.rules.law.restriction_rules[i] = self.rule(&format!("core.{name}"));
        }
        for (i, name) in OWN_OFFERS.iter().enumerate() {
            self.rules.law.own_offers[i] = self.rule(&format!("core.{name}"));
        }
        for e in self.from {
            for rule in &e.rules {
                if self.rule_ids.contains_key(&rule.id) {
                    self.faults.add(
                        &e.id,
                        format!("the rule `{}` is declared twice", rule.id),
                        format!("la règle `{}` est déclarée deux fois", rule.id),
                        (
                            "begin the ids of an expansion's rules with its own short name",
                            "faites commencer les ids des règles d'une extension par son nom court",
                        ),
                    );
                    continue;
                }
                self.add_rule(rule.clone());
            }
            for (name, id) in &e.restrictions {
                match RESTRICTIONS.iter().position(|r| r == name) {
                    Some(i) => self.rules.law.restriction_rules[i] = self.rule(id),
                    None => self.faults.unknown(&e.id, "restriction", "restriction", name),
                }
            }
            for (name, id) in &e.offers {
                match OWN_OFFERS.iter().position(|o| o == name) {
                    Some(i) => self.rules.law.own_offers[i] = self.rule(id),
                    None => self.faults.unknown(&e.id, "offer", "offre", name),
                }
            }
            for (name, text) in &e.names {
                // Numbers that two expansions keep, and steps of theirs, may have the same name.
                let name = match name.split_once('.') {
                    Some((sort @ ("state" | "step"), own)) => format!("{sort}.{}/{own}", e.id),
                    _ => name.clone(),
                };
                self.rules.names.insert(name, text.clone());
            }
            for name in &e.log {
                match EFFECTS.iter().position(|k| k == name) {
                    Some(i) => self.rules.asked.logged |= 1 << i,
                    None => self.faults.unknown(&e.id, "effect to log", "effet à noter", name),
                }
            }
            if let Some([x0, y0, x1, y1]) = e.bounds {
                // The smallest table counts.
                let [a, b, c, d] = self.rules.bounds.unwrap_or([x0, y0, x1, y1]);
                self.rules.bounds = Some([a.max(x0), b.max(y0), c.min(x1), d.min(y1)]);
            }
            if e.unplaceable != decl::Unplaceable::default() {
                self.rules.course.unplaceable = e.unplaceable;
            }
        }
        if self.from.iter().any(|e| e.closed_border) {
            self.rules.wall = self.rules.bounds;
        }
        self.lift();
        for muted in self.muted_names.clone() {
            if !self.rule_ids.contains_key(&muted) {
                let who = self.from.iter().find(|e| e.mute.contains(&muted));
                let who = who.map_or(String::new(), |e| e.id.clone());
                self.faults.unknown(&who, "rule to mute", "règle à supprimer", &muted);
            }
        }
    }

    /// Restrictions of the core whose rule a variant takes away.
    fn lift(&mut self) {
        use super::Restriction as R;
        for (i, name) in RESTRICTIONS.iter().enumerate() {
            let rule = self.rules.law.restriction_rules[i];
            if !self.rules.is_muted(rule) {
                continue;
            }
            self.rules.law.lifted |= 1 << i;
            if !R::LIFTED.iter().any(|r| *r as usize == i) {
                self.cannot_mute(
                    rule,
                    (&format!("the restriction `{name}`"), &format!("la restriction `{name}`")),
                    (
                        "take it out of `mute`, and waive it where it should not hold",
                        "retirez-la de `mute`, et levez-la là où elle ne doit pas valoir",
                    ),
                );
            }
        }
        for (i, name) in OWN_OFFERS.iter().enumerate() {
            let rule = self.rules.law.own_offers[i];
            if self.rules.is_muted(rule) && i != OwnOffer::Deploy as usize {
                self.cannot_mute(
                    rule,
                    (&format!("the offer `{name}`"), &format!("l'offre `{name}`")),
                    ("take it out of `mute`", "retirez-la de `mute`"),
                );
            }
        }
        if self.rules.is_lifted(R::Bounds) {
            self.rules.bounds = None;
            self.rules.wall = None;
        }
    }

    /// A variant takes away a rule without which there is no game.
    fn cannot_mute(&mut self, rule: RuleId, (en, fr): (&str, &str), help: (&str, &str)) {
        let id = self.rules.rule_name(rule).to_owned();
        let who = self.from.iter().find(|e| e.mute.contains(&id));
        self.faults.add(
            who.map_or("", |e| &e.id),
            format!("`{id}` cannot be muted: without {en} there is no game"),
            format!("`{id}` ne peut être supprimée : sans {fr} il n'y a pas de jeu"),
            help,
        );
    }
}

impl Builder<'_> {
    /// Where several expansions say it of the same thing, the last one in order counts.
    pub(super) fn worth(&mut self) {
        for e in self.from {
            for (thing, &points) in &e.worth {
                if let Some(thing) = self.rules.valuable(thing) {
                    self.rules.bot_worth.set(thing, points);
                    continue;
                }
                let (kind, name) = thing.split_once('.').unwrap_or(("token", thing));
                let what =
                    if kind == "figure" { ("figure", "figurine") } else { ("token", "jeton") };
                self.faults.unknown(&e.id, what.0, what.1, name);
            }
        }
    }
}
