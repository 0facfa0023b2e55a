//! Things in the game, past effects, and walks along a feature.

use bastide_core::condition::{Subject, event_facts, is_told_of};
use bastide_core::decl::{Condition, Numbers, Since};
use bastide_core::hooks::parse_hook;
use bastide_text::{Node, Value};

use super::{Reader, Stands, whole};
use crate::lang;
use crate::manifest::words::EFFECTS;

impl<'a> Reader<'_, 'a> {
    /// `{ figure = …, player = … }`: such things exist, or none do.
    pub(super) fn exists(&self, node: &'a Node, none: bool, depth: u8) -> Option<Condition> {
        let Value::Table(entries) = &node.value else {
            return self.shape(
                node,
                "a sort of thing: `{ figure = … }`",
                "une sorte de chose : `{ figure = … }`",
            );
        };
        let mut parts = Vec::new();
        for entry in entries {
            let Some(things) = Subject::named(&entry.key) else {
                let things = Subject::ALL.map(|(_, name)| name);
                let things: Vec<&str> =
                    things.into_iter().filter(|n| Subject::named(n).is_some()).collect();
                let key = &entry.key;
                self.note(lang::suggest(
                    self.fault_at(
                        1,
                        entry.key_span.clone(),
                        format!("there are no things `{key}`"),
                        format!("il n'existe pas de choses `{key}`"),
                    ),
                    key,
                    things,
                ));
                return None;
            };
            let (such, count) = self.many(&entry.node, things, depth)?;
            let exists = Condition::Exists(entry.key.clone(), such.into(), count);
            parts.push(if none { Condition::No(exists.into()) } else { exists });
        }
        Some(Condition::all_of(parts))
    }

    /// `{ on = effect, since = "part" | "turn", … }`
    pub(super) fn happened(
        &self,
        node: &'a Node,
        subject: Subject,
        depth: u8,
    ) -> Option<Condition> {
        let entries = match &node.value {
            Value::Table(entries) => entries.as_slice(),
            _ => &[],
        };
        let of = |key: &str| entries.iter().find(|e| e.key == key).map(|e| &e.node);
        let (Some(on), Some(since)) = (of("on"), of("since")) else {
            let (en, fr) = (
                "`{ on = \"deployed\", since = \"part\", … }`: an effect, and from when on",
                "`{ on = \"deployed\", since = \"part\", … }` : un effet, et depuis quand",
            );
            return self.shape(node, en, fr);
        };
        let since = match &since.value {
            Value::Text(word) if word == "part" => Since::Part,
            Value::Text(word) if word == "turn" => Since::Turn,
            _ => return self.shape(since, "`part` or `turn`", "`part` ou `turn`"),
        };
        let words = self.words(on)?;
        let [(effect, span)] = &words[..] else {
            return self.shape(on, "one effect", "un seul effet");
        };
        let told = parse_hook(&format!("on.{effect}")).and_then(|(row, of)| event_facts(row, of));
        let Some(told) = told.filter(|_| EFFECTS.contains(&effect.as_str())) else {
            let (en, fr) =
                (format!("unknown effect `{effect}`"), format!("effet inconnu `{effect}`"));
            let fault = self.fault_at(4, span.clone(), en, fr);
            self.note(lang::suggest(fault, effect, EFFECTS.iter().copied()));
            return None;
        };
        if !is_told_of(subject, told) {
            let name = subject.name();
            let fault = self.fault_at(
                6,
                span.clone(),
                format!("`{effect}` tells of no {name}: it never holds"),
                format!("`{effect}` ne dit rien d'un {name} : ce n'est jamais vrai"),
            );
            self.note(fault.help(
                "ask it of the moment: `now.happened`, or of what the effect is about",
                "demandez-le au moment : `now.happened`, ou à ce dont l'effet parle",
            ));
            return None;
        }
        let count = of("count").map_or(Some(Numbers::some()), |count| self.numbers(count))?;
        let inner = Reader { scope: self.scope, told, stands: Stands::Hook };
        let rest = entries.iter().filter(|e| !matches!(e.key.as_str(), "on" | "since" | "count"));
        let such =
            Condition::all_of(whole(rest.map(|entry| inner.part(entry, Subject::Event, depth)))?);
        Some(Condition::Happened(effect.clone(), since, such.into(), count))
    }

    /// `{ stop = condition, … }`
    pub(super) fn walk(&self, node: &'a Node, depth: u8) -> Option<Condition> {
        let stop = match &node.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == "stop"),
            _ => None,
        };
        let (Some(stop), Value::Table(entries)) = (stop, &node.value) else {
            let (such, count) = self.many(node, Subject::Segment, depth)?;
            return Some(Condition::Walk(Condition::Any(Vec::new()).into(), such.into(), count));
        };
        let stop = self.condition(&stop.node, Subject::Segment, depth)?;
        let count = entries.iter().find(|entry| entry.key == "count");
        let count = count.map_or(Some(Numbers::some()), |count| self.numbers(&count.node))?;
        let rest = entries.iter().filter(|e| !matches!(e.key.as_str(), "stop" | "count"));
        let such = Condition::all_of(whole(rest.map(|e| self.part(e, Subject::Segment, depth)))?);
        Some(Condition::Walk(stop.into(), such.into(), count))
    }
}
