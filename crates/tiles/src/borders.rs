//! Which segments of a tile a segment borders: as written, or as the drawing shows.

use bastide_core::decl::{Lies, PLACES};

use crate::draft::Draft;
use crate::geometry::{self, EDGES, Part, edge_places};
use crate::kinds::Kinds;
use bastide_text::{Table, Word, listed};

/// Returns, for each draft, the numbers of the segments that it borders, without faulty ones.
///
/// Borders of filling kinds that are not written are derived from contacts at the border of the tile.
pub(crate) fn resolve(
    table: &Table<'_>,
    kinds: &Kinds,
    drafts: &[Draft<'_>],
    parts: &[Part],
) -> Vec<Vec<usize>> {
    let one = |draft: &Draft<'_>| {
        let Some(words) = &draft.borders else { return touched(kinds, drafts, parts, draft) };
        let tile = Tile { table, kinds, drafts };
        let mut found: Vec<usize> =
            words.iter().filter_map(|word| tile.named(draft, word)).flatten().collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    drafts.iter().map(one).collect()
}

/// What a segment of a filling kind touches at the border of the tile, of those that its kind borders.
fn touched(kinds: &Kinds, drafts: &[Draft<'_>], parts: &[Part], draft: &Draft<'_>) -> Vec<usize> {
    let kind = &kinds.features[draft.kind];
    if !kind.fills {
        return Vec::new();
    }
    let mut touches = draft.touches.clone();
    if draft.places != 0 {
        touches.extend(geometry::neighbors(parts, draft.places));
        touches.sort_unstable();
        touches.dedup();
    }
    touches.retain(|number| kind.borders.contains(&kinds.features[drafts[*number].kind].name));
    touches
}

/// A tile whose segments have their places.
struct Tile<'a, 'd> {
    table: &'a Table<'d>,
    kinds: &'a Kinds,
    drafts: &'a [Draft<'d>],
}

impl Tile<'_, '_> {
    /// Returns the segments that `kind@PLACE`, `kind` or `kind#2` names, or `None` for a disabled kind.
    fn named(&self, from: &Draft<'_>, word: &Word<'_>) -> Option<Vec<usize>> {
        let (document, drafts) = (self.table.document(), self.drafts);
        let text = word.text;
        let end = text.find(['@', '#']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let Some(kind) = self.kinds.feature(name) else {
            if self.kinds.idle_features.contains(name) {
                return Some(Vec::new());
            }
            return self.missing(word);
        };
        let own = &self.kinds.features[from.kind];
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
            None if of_kind.len() > 1 => return self.ambiguous(word, &of_kind),
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
            Some(number) => self.reached(from, number, word).then(|| vec![number]),
            None => self.missing(word),
        }
    }

    /// Reports a kind without a place, of which the tile has several segments.
    fn ambiguous(&self, word: &Word<'_>, of_kind: &[usize]) -> Option<Vec<usize>> {
        let text = word.text;
        self.nothing(
            word,
            [
                format!("this tile has several segments `{text}`"),
                format!("cette tuile a plusieurs segments `{text}`"),
            ],
            ["say which:", "dites lesquels :"],
            of_kind.iter().map(|number| &self.drafts[*number]),
        )
    }

    fn missing(&self, word: &Word<'_>) -> Option<Vec<usize>> {
        let text = word.text;
        self.nothing(
            word,
            [
                format!("no segment `{text}` on this tile"),
                format!("aucun segment `{text}` sur cette tuile"),
            ],
            ["the tile has", "la tuile porte"],
            self.drafts.iter(),
        )
    }

    /// Notes that a word names no segment, or not which: what is wrong, and which segments it may mean.
    fn nothing<'t>(
        &self,
        word: &Word<'_>,
        [en, fr]: [String; 2],
        [help_en, help_fr]: [&str; 2],
        meant: impl Iterator<Item = &'t Draft<'t>>,
    ) -> Option<Vec<usize>> {
        let document = self.table.document();
        let names: Vec<String> = meant.map(|draft| self.name(draft)).collect();
        let names = listed(&names);
        let fault = document.fault(114, word.span.clone(), en, fr);
        document.note(fault.help(format!("{help_en} {names}"), format!("{help_fr} {names}")));
        None
    }

    /// Returns whether nothing separates a segment from one that it is written to border.
    ///
    /// Segments that lie whole on its edges do not count, because printed tiles have cities that run under another
    /// one.
    fn reached(&self, from: &Draft<'_>, number: usize, word: &Word<'_>) -> bool {
        let to = &self.drafts[number];
        let others = self.drafts.iter().filter(|other| {
            let one = std::ptr::eq(*other, from) || std::ptr::eq(*other, to);
            !one && other.lies != Lies::Whole
        });
        let between =
            others.filter(|other| geometry::lies_between(other.places, from.places, to.places));
        // A road says more than the ground beside it.
        let Some(between) = between.min_by_key(|other| other.lies == Lies::Rest) else {
            return true;
        };
        let document = self.table.document();
        let (own, text, between) = (self.name(from), word.text, self.name(between));
        let fault = document.fault(
            125,
            word.span.clone(),
            format!("`{own}` cannot border `{text}`: `{between}` lies between them"),
            format!("`{own}` ne peut pas border `{text}` : `{between}` passe entre eux"),
        );
        document.note(fault.help(
            format!("leave out `{text}`, or correct the `at` of one of the three"),
            format!("omettez `{text}`, ou corrigez le `at` de l'un des trois"),
        ));
        false
    }

    /// How a segment is named: `kind@PLACE`, or `kind` if it has no place.
    fn name(&self, draft: &Draft<'_>) -> String {
        let kind = &self.kinds.features[draft.kind].name;
        if draft.places == 0 {
            let twins = self.drafts.iter().filter(|twin| twin.kind == draft.kind);
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
}
