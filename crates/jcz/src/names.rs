//! Which wooden figure the other engine means by `0.small.2`: there a player picks one of his alike
//! figures, here the engine does.

use bastide_core::ids::{FigureId, FigureKindId};
use bastide_core::{Effect, Logged, Place, State};

use super::table::Table;

/// Ids given to figures on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names(Vec<(FigureId, String)>);

/// An id in its parts: owner, kind, number.
pub(super) fn parts(id: &str) -> Option<(u8, &str, u32)> {
    let mut parts = id.split('.');
    let owner = parts.next()?.parse().ok()?;
    let kind = parts.next()?;
    let number = parts.next()?.parse().ok()?;
    parts.next().is_none().then_some((owner, kind, number))
}

/// Our kinds of figures by their word in ids, first the one that it is the own word of.
pub(super) fn kinds(table: &Table, word: &str) -> Vec<FigureKindId> {
    let own = table.words.figures.iter().filter(|(_, figure)| figure.id == word);
    let older = table.words.older.figures.iter().filter(|(_, was)| table.older && *was == word);
    let names = own.map(|(name, _)| name).chain(older.map(|(name, _)| name));
    names.filter_map(|name| table.rules.ruleset.figure(name)).collect()
}

impl Names {
    /// Id of a figure there.
    pub(super) fn of(&self, table: &Table, state: &State, figure: FigureId) -> String {
        if let Some((_, name)) = self.0.iter().find(|(known, _)| *known == figure) {
            return name.clone();
        }
        let kind = &table.rules.ruleset.figures[state.figure_kind(figure).index()].decl.name;
        let word = table.words.figures.get(kind).map_or(kind.as_str(), |f| f.id.as_str());
        format!("{}.{word}.?", state.owner(figure).0)
    }

    /// The figure that an id names here.
    pub(super) fn figure(&self, id: &str) -> Option<FigureId> {
        self.0.iter().find(|(_, name)| name == id).map(|(figure, _)| *figure)
    }

    /// A figure that came to the board takes the id; whoever had it had gone home. If it is out all the same,
    /// an alike one went home there in its stead: it takes the id of that one.
    pub(super) fn deployed(&mut self, id: &str, effects: &[Logged], state: &State) {
        let figure = effects.iter().find_map(|logged| match logged.effect {
            Effect::Deployed { figure, .. } | Effect::Stood { figure, .. } => Some(figure),
            _ => None,
        });
        let Some(figure) = figure else { return };
        let home = |f: FigureId| f == figure || state.figure_place(f) == Place::Supply;
        let alike = |f: FigureId| {
            state.owner(f) == state.owner(figure)
                && state.figure_kind(f) == state.figure_kind(figure)
        };
        let had = self.0.iter().position(|(known, name)| name == id && !home(*known));
        let free = self.0.iter().position(|(known, _)| home(*known) && alike(*known));
        if let (Some(had), Some(free)) = (had, free) {
            self.0[had].1 = std::mem::take(&mut self.0[free].1);
        }
        self.0.retain(|(known, name)| *known != figure && name != id && !name.is_empty());
        self.0.push((figure, id.to_owned()));
    }

    /// Alike figures that one player holds are as good as each other: the chosen one takes the id.
    pub(super) fn exchange(&mut self, figure: FigureId, id: &str) {
        let mine = self.0.iter().position(|(known, _)| *known == figure);
        let other = self.0.iter().position(|(_, name)| name == id);
        if let (Some(mine), Some(other)) = (mine, other) {
            let name = std::mem::replace(&mut self.0[mine].1, id.to_owned());
            if mine != other {
                self.0[other].1 = name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_three_parts() {
        assert_eq!(parts("0.small.12"), Some((0, "small", 12)));
        for bad in ["", "0", "0.small", "x.small.1", "0.small.y", "0.small.1.2"] {
            assert_eq!(parts(bad), None);
        }
    }
}
