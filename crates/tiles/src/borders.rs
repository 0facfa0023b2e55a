//! Which segments of a tile a segment borders: as written, or as the drawing shows.

use bastide_core::decl::PLACES;

use crate::draft::Draft;
use crate::geometry::{self, EDGES, Part, edge_places};
use crate::kinds::Kinds;
use crate::reader::{Table, Word, listed};

/// For each draft the numbers of those that it borders; none if a written one is at fault.
///
/// What is not written is derived for filling kinds: what they touch at the border of the tile.
pub(crate) fn resolve(
    table: &Table<'_>,
    kinds: &Kinds,
    drafts: &[Draft<'_>],
    parts: &[Part],
) -> Option<Vec<Vec<usize>>> {
    let all: Vec<Option<Vec<usize>>> = drafts
        .iter()
        .map(|draft| {
            let kind = &kinds.features[draft.kind];
            if let Some(words) = &draft.borders {
                let found: Vec<Option<Vec<usize>>> =
                    words.iter().map(|word| named(table, kinds, drafts, draft, word)).collect();
                let found: Option<Vec<Vec<usize>>> = found.into_iter().collect();
                let mut found: Vec<usize> = found?.into_iter().flatten().collect();
                found.sort_unstable();
                found.dedup();
                return Some(found);
            }
            if !kind.fills {
                return Some(Vec::new());
            }
            let touches = if draft.places == 0 {
                draft.touches.clone()
            } else {
                let mut touches = geometry::neighbors(parts, draft.places);
                touches.extend(&draft.touches);
                touches.sort_unstable();
                touches.dedup();
                touches
            };
            let bordered =
                |number: &usize| kind.borders.contains(&kinds.features[drafts[*number].kind].name);
            Some(touches.into_iter().filter(bordered).collect())
        })
        .collect();
    all.into_iter().collect()
}

/// The segment that `kind@PLACE`, `kind` or `kind#2` names; nothing for a kind that is not enabled.
fn named(
    table: &Table<'_>,
    kinds: &Kinds,
    drafts: &[Draft<'_>],
    from: &Draft<'_>,
    word: &Word<'_>,
) -> Option<Vec<usize>> {
    let document = table.document();
    let text = word.text;
    let end = text.find(['@', '#']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(kind) = kinds.feature(name) else {
        if kinds.idle_features.contains(name) {
            return Some(Vec::new());
        }
        return missing(table, kinds, drafts, word);
    };
    let own = &kinds.features[from.kind];
    if !own.borders.iter().any(|known| known == name) {
        let (own, known) = (&own.name, listed(&own.borders));
        let fault = document.fault(
            115,
            word.span.clone(),
            format!("`{own}` does not border `{name}`"),
            format!("`{own}` ne borde pas `{name}`"),
        );
        document.note(if known.is_empty() {
            fault.help("leave out `borders`", "omettez `borders`")
        } else {
            fault.help(format!("it borders {known}"), format!("il borde {known}"))
        });
        return None;
    }
    let of_kind: Vec<usize> =
        (0..drafts.len()).filter(|number| drafts[*number].kind == kind).collect();
    let found = match rest.split_at_checked(1) {
        None => of_kind.first().copied(),
        Some(("#", number)) => number
            .parse::<usize>()
            .ok()
            .and_then(|number| of_kind.get(number.checked_sub(1)?).copied()),
        Some((_, place)) => {
            let edge = EDGES.iter().position(|edge| *edge == place).map(edge_places);
            let place = PLACES.iter().position(|known| *known == place).map(|place| 1 << place);
            let mask = edge.or(place).unwrap_or(0);
            of_kind.iter().copied().find(|number| drafts[*number].places & mask != 0)
        }
    };
    match found {
        Some(number) => Some(vec![number]),
        None => missing(table, kinds, drafts, word),
    }
}

fn missing(
    table: &Table<'_>,
    kinds: &Kinds,
    drafts: &[Draft<'_>],
    word: &Word<'_>,
) -> Option<Vec<usize>> {
    let document = table.document();
    let names: Vec<String> = drafts.iter().map(|draft| name(kinds, drafts, draft)).collect();
    let (text, names) = (word.text, listed(&names));
    let fault = document.fault(
        114,
        word.span.clone(),
        format!("no segment `{text}` on this tile"),
        format!("aucun segment `{text}` sur cette tuile"),
    );
    document.note(fault.help(format!("the tile has {names}"), format!("la tuile porte {names}")));
    None
}

/// How a segment is named: `kind@PLACE`, or `kind` if it has no place.
fn name(kinds: &Kinds, drafts: &[Draft<'_>], draft: &Draft<'_>) -> String {
    let kind = &kinds.features[draft.kind].name;
    if draft.places == 0 {
        let twins = drafts.iter().filter(|twin| twin.kind == draft.kind);
        let before = twins.take_while(|twin| !std::ptr::eq(*twin, draft)).count();
        return if before == 0 { kind.clone() } else { format!("{kind}#{}", before + 1) };
    }
    let first = draft.places.trailing_zeros() as usize;
    let edge = first / 3;
    let whole = draft.places & edge_places(edge) == edge_places(edge);
    let middle = draft.places & edge_places(edge) == 0b010 << (3 * edge);
    let place = if whole || middle { EDGES[edge] } else { PLACES[first] };
    format!("{kind}@{place}")
}
