//! Conditions that are well written, and look at too much, or at what is never there.

use std::ops::Range;

use bastide_core::condition::{LOOKS_DEAR, LOOKS_MAX, Subject, looks};
use bastide_core::decl::Condition;
use bastide_text::{Node, Value};

use super::Reader;

/// Hooks at which no tile of this part has been placed yet, or that of the last part is none any more.
const NONE_PLACED: [&str; 7] = [
    "at.setup",
    "at.turn_start",
    "at.turn_end",
    "at.before_final",
    "at.final",
    "on.begins",
    "on.turn",
];

impl<'a> Reader<'_, 'a> {
    /// A condition that looks at very much: doubtful, or beyond what a game can wait for.
    pub(super) fn bounded(&self, node: &Node, condition: &Condition, subject: Subject) {
        let n = looks(condition, subject);
        if n <= LOOKS_DEAR {
            return;
        }
        let millions = (n / 1_000_000).min(1_000);
        let fault = self.fault_at(
            13,
            node.span.clone(),
            format!("in a large game this looks at {millions} million things or more"),
            format!(
                "dans une grande partie, ceci regarde {millions} millions de choses, ou davantage"
            ),
        );
        let fault = fault.help(
            "begin at fewer things: at what the hook tells, the tile just placed, a kind",
            "partez de moins de choses : de ce que dit le point d'accroche, de la tuile posée, d'une sorte",
        );
        self.note(if n > LOOKS_MAX { fault } else { fault.warning() });
    }

    /// The tile just placed, at a hook where there is none.
    pub(super) fn never_placed(&self, node: &'a Node, on: &[(String, Range<usize>)]) {
        let there_is_none = |on: &str| NONE_PLACED.contains(&on);
        let Some((hook, _)) = on.first().filter(|_| on.iter().all(|(on, _)| there_is_none(on)))
        else {
            return;
        };
        let mut places = Vec::new();
        placed(node, &mut places);
        for span in places {
            let fault = self.fault_at(
                12,
                span,
                format!("no tile has just been placed at `{hook}`"),
                format!("à `{hook}`, aucune tuile ne vient d'être posée"),
            );
            self.note(fault.warning().help(
                "ask it while the part runs, or what happened since the turn began: `happened`",
                "demandez-le tant que dure cette partie du tour, ou ce qui a eu lieu depuis le début du tour : `happened`",
            ));
        }
    }
}

/// Collects every place in a condition that asks for the tile just placed. Past effects have their own words.
fn placed(node: &Node, places: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::List(nodes) => nodes.iter().for_each(|node| placed(node, places)),
        Value::Table(entries) => {
            for entry in entries {
                match (entry.key.as_str(), &entry.node.value) {
                    ("placed", _) => places.push(entry.key_span.clone()),
                    ("is", Value::Text(word)) if word == "placed" => {
                        places.push(entry.node.span.clone());
                    }
                    ("happened", _) => {}
                    _ => placed(&entry.node, places),
                }
            }
        }
        _ => {}
    }
}
