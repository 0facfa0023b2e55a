//! Numbers of things, as an expansion says, else by the common rules of the language.

use bastide_core::Ruleset;

use super::{by, declared, name};

/// A number of things: `1 tile`, `7 tiles`, `2 blasons`.
#[must_use]
pub fn counted(n: i32, noun: &str, lang: &str) -> String {
    if is_one(n, lang) { format!("{n} {noun}") } else { format!("{n} {}", plural(noun, lang)) }
}

/// A number of things that an expansion names. Where its name has `en-many` or `fr-many`, that is what several are called:
/// `3 fish`.
#[must_use]
pub fn several(rules: &Ruleset, sorts: &[&str], n: i32, word: &str, lang: &str) -> String {
    let many = declared(rules, sorts, word).and_then(|t| t.get(by(lang, "en-many", "fr-many")));
    match many {
        Some(many) if !is_one(n, lang) => format!("{n} {many}"),
        _ => counted(n, &name(rules, sorts, word, lang), lang),
    }
}

fn is_one(n: i32, lang: &str) -> bool {
    if lang == "fr" { n.abs() < 2 } else { n.abs() == 1 }
}

/// Words behind which a noun is only told apart: `sack of grain`, `jeton de deux tuiles`. What stands before them changes.
const BEHIND: [&str; 12] = [
    " of ", " for ", " in ", " with ", " de ", " d'", " du ", " des ", " à ", " au ", " aux ",
    " en ",
];

/// The plural by the common rules of the language.
fn plural(noun: &str, lang: &str) -> String {
    let behind = BEHIND.iter().filter_map(|word| noun.find(word)).min();
    let (noun, more) = noun.split_at(behind.unwrap_or(noun.len()));
    if lang != "fr" {
        return english(noun) + more;
    }
    // Adjectives follow their noun; a name that is in the plural already stays as it is.
    if noun.split(' ').next().is_some_and(|first| first.ends_with(['s', 'x', 'z'])) {
        return noun.to_owned() + more;
    }
    noun.split(' ').map(french).collect::<Vec<_>>().join(" ") + more
}

fn french(word: &str) -> String {
    if word.ends_with(['s', 'x', 'z']) {
        return word.to_owned();
    }
    if word.ends_with("eau") || word.ends_with("eu") {
        return format!("{word}x");
    }
    word.strip_suffix("al").map_or_else(|| format!("{word}s"), |stem| format!("{stem}aux"))
}

fn english(noun: &str) -> String {
    if let Some(stem) = noun.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    if ["ss", "us", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    if noun.ends_with('s') { noun.to_owned() } else { format!("{noun}s") }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn nouns_are_counted_as_people_do() {
        for (one, many) in [
            ("sack of grain", "2 sacks of grain"),
            ("chip for 3 tiles", "2 chips for 3 tiles"),
            ("abbey", "2 abbeys"),
            ("city", "2 cities"),
            ("witch", "2 witches"),
            ("violet flowers", "2 violet flowers"),
        ] {
            assert_eq!(counted(2, one, "en"), many);
        }
        for (one, many) in [
            ("grand partisan", "2 grands partisans"),
            ("étage noir", "2 étages noirs"),
            ("jeton de 3 tuiles", "2 jetons de 3 tuiles"),
            ("tour d'observation", "2 tours d'observation"),
            ("brigand aux aguets", "2 brigands aux aguets"),
            ("tonneau", "2 tonneaux"),
            ("fleurs bleu clair", "2 fleurs bleu clair"),
        ] {
            assert_eq!(counted(2, one, "fr"), many);
        }
        assert_eq!(
            (counted(1, "city", "en"), counted(0, "étage noir", "fr")),
            ("1 city".into(), "0 étage noir".into())
        );
    }
}
