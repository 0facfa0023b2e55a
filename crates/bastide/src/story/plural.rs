//! Numbers of things, by the common rules of the language.

/// A number of things: `1 tile`, `7 tiles`, `2 blasons`.
#[must_use]
pub fn counted(n: i32, noun: &str, lang: &str) -> String {
    let one = if lang == "fr" { n.abs() < 2 } else { n.abs() == 1 };
    if one { format!("{n} {noun}") } else { format!("{n} {}", plural(noun, lang)) }
}

/// The plural by the common rules of the language.
fn plural(noun: &str, lang: &str) -> String {
    if lang == "fr" {
        // `tuile de rivière`: the first word is the noun.
        let (head, rest) = noun.split_at(noun.find(' ').unwrap_or(noun.len()));
        let head = match head {
            h if h.ends_with(['s', 'x', 'z']) => h.to_owned(),
            h if h.ends_with("eau") || h.ends_with("eu") => format!("{h}x"),
            h => match h.strip_suffix("al") {
                Some(stem) => format!("{stem}aux"),
                None => format!("{h}s"),
            },
        };
        return head + rest;
    }
    // `sack of grain`: the first word is the noun.
    let (noun, of) = noun.split_at(noun.find(" of ").unwrap_or(noun.len()));
    let hiss = ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies{of}"),
        _ if hiss => format!("{noun}es{of}"),
        _ => format!("{noun}s{of}"),
    }
}
