//! What a verb is chosen with, where one word does not say it: two things, numbers, words.

use bastide_core::decl::{Target, Word};
use bastide_core::limits::{NUMBER_MAX, WORDS_MAX};
use bastide_text::Value;

use super::act::TARGETS;
use super::scope::Scope;
use crate::lang;

/// `target = "segment"`, or of two things `target = ["segment", "player"]`.
pub(super) fn targets(scope: &Scope<'_>) -> (Target, Target) {
    let listed = scope.raw("target").is_some_and(|node| matches!(node.value, Value::List(_)));
    if !listed {
        return (scope.choice("target", &TARGETS).unwrap_or_default(), Target::None);
    }
    let words = scope.words("target");
    let mut found = Vec::new();
    for (word, span) in &words {
        let target = TARGETS.iter().find(|(name, target)| name == word && target.is_small());
        if target.is_none() {
            let fault = scope.fault(
                110,
                span.clone(),
                format!("one of two targets cannot be `{word}`"),
                format!("l'une de deux cibles ne peut pas être `{word}`"),
            );
            let names = TARGETS.iter().filter(|(_, target)| target.is_small());
            scope.note(lang::suggest(fault, word, names.map(|(name, _)| *name)));
        }
        found.extend(target.map(|(_, target)| *target));
    }
    match found[..] {
        [first, second] => (first, second),
        _ if found.len() < words.len() => (Target::None, Target::None),
        _ => {
            let fault = scope.fault(
                151,
                scope.table.value_span("target"),
                "a verb is chosen with one target or with two".to_owned(),
                "un verbe se choisit avec une cible ou avec deux".to_owned(),
            );
            scope.note(fault.help(
                "ask for more in a step of its own: `does = { step = \"…\" }`",
                "demandez le reste dans une étape à part : `does = { step = \"…\" }`",
            ));
            (Target::None, Target::None)
        }
    }
}

/// `numbers = { min = 0, max = 9 }`.
pub(super) fn numbers(scope: &Scope<'_>) -> Option<(u32, u32)> {
    let range = scope.below("numbers")?;
    let end = |key: &str| {
        range.table.need(key);
        range.int(key, 0..=i64::from(NUMBER_MAX))
    };
    let (min, max) = (end("min"), end("max"));
    range.table.finish();
    let (min, max) = (min? as u32, max? as u32);
    if min > max {
        let fault = scope.fault(
            152,
            scope.table.value_span("numbers"),
            format!("there is no number from {min} to {max}"),
            format!("il n'y a pas de nombre de {min} à {max}"),
        );
        scope.note(fault.help("write the smaller one as `min`", "mettez le plus petit à `min`"));
        return None;
    }
    Some((min, max))
}

/// `[verb.<name>.words]`: each word with its text in both languages.
pub(super) fn words(scope: &Scope<'_>) -> Vec<Word> {
    let Some(table) = scope.below("words") else { return Vec::new() };
    let mut found = Vec::new();
    for entry in table.table.entries() {
        let text = table.translated(&entry.key);
        if scope.is_name(&entry.key, entry.key_span.clone()) {
            found.push(Word { name: entry.key.clone(), text });
        }
    }
    if found.is_empty() || found.len() > WORDS_MAX {
        let fault = scope.fault(
            153,
            scope.table.key_span("words"),
            format!("a verb has from 1 to {WORDS_MAX} words"),
            format!("un verbe a de 1 à {WORDS_MAX} mots"),
        );
        scope.note(fault.help(
            "write `left = { en = \"…\", fr = \"…\" }`",
            "écrivez `gauche = { en = \"…\", fr = \"…\" }`",
        ));
        found.truncate(WORDS_MAX);
    }
    found
}
