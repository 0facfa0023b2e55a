//! Small helps for messages: the nearest known word, and lists of words.

use bastide_core::Fault;
use bastide_text::listed;

/// The known word that the writer most likely meant, if one is near enough.
#[must_use]
pub fn near<'a, I>(word: &str, known: I) -> Option<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    let word = word.to_lowercase().replace('_', "-");
    let length = word.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let lower = candidate.to_lowercase();
        // A part of a longer name (`inns` for `inns-and-cathedrals`) is as good as a slip or two.
        let is_part =
            length >= 3 && (lower.starts_with(&word) || lower.split('-').any(|part| part == word));
        // It takes as many slips at least as one of the two is longer.
        if !is_part && lower.chars().count().abs_diff(length) > (length / 3).max(2) {
            continue;
        }
        let mut distance = strsim::damerau_levenshtein(&word, &lower);
        if is_part {
            distance = distance.min(2);
        }
        let near = distance <= (length / 3).max(2) && distance < length.max(2);
        if near && best.is_none_or(|(d, name)| (distance, candidate) < (d, name)) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// A help for an unknown word: the nearest known one, or the list of all.
pub fn suggest<'a, I>(fault: Fault, word: &str, known: I) -> Fault
where
    I: IntoIterator<Item = &'a str>,
{
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    if let Some(name) = near(word, known.iter().copied()) {
        return fault
            .help(format!("did you mean `{name}`?"), format!("vouliez-vous dire `{name}` ?"));
    }
    if known.is_empty() {
        return fault;
    }
    let list = listed(&known);
    fault.help(format!("known: {list}"), format!("connus : {list}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_finds_slips_and_parts_of_names() {
        let known = ["inns-and-cathedrals", "the-tower", "river", "river-ii"];
        let find = |word| near(word, known);
        assert_eq!(find("inns"), Some("inns-and-cathedrals"));
        assert_eq!(find("tower"), Some("the-tower"));
        assert_eq!(find("the_tower"), Some("the-tower"));
        assert_eq!(find("rivre"), Some("river"));
        assert_eq!(find("river"), Some("river"));
        assert_eq!(find("dragon"), None);
        assert_eq!(find(""), None);
    }
}
