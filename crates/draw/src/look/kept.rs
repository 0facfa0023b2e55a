//! Looks of numbers that an expansion keeps of tiles, segments and figures.

use std::collections::BTreeMap;

use bastide_text::Table;

use super::icon::{Icon, icon};
use super::shown;
use super::text::{Text, text};

/// Default width of a symbol.
const SIZE: i64 = 14;

/// A number of the state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptLook {
    /// Symbol of whatever number has none of its own.
    pub(crate) icon: Icon,
    /// Whether one symbol with the number replaces several symbols.
    pub(crate) number: bool,
    /// Symbols of single numbers, once each.
    pub(crate) values: BTreeMap<i32, Icon>,
    /// On boards in text.
    pub(crate) text: Option<Text>,
}

/// `[state.<name>]`.
pub(super) fn look(table: &Table<'_>) -> KeptLook {
    let mut values = BTreeMap::new();
    if let Some(all) = table.table("values") {
        for entry in all.entries() {
            let Some(one) = all.document().as_table(&entry.node, &entry.key) else { continue };
            let drawn = icon(&one, SIZE);
            one.finish();
            if let Ok(n) = entry.key.parse::<i32>() {
                values.insert(n, drawn);
            } else {
                let document = table.document();
                let fault = document.fault(
                    109,
                    entry.key_span.clone(),
                    format!("`{}` is no number", entry.key),
                    format!("`{}` n'est pas un nombre", entry.key),
                );
                document.note(fault.help(
                    "write `[state.name.values.2]`: the look of the number 2",
                    "écrivez `[state.nom.values.2]` : l'aspect du nombre 2",
                ));
            }
        }
    }
    let number = shown(table, &[("each", false), ("number", true)]);
    KeptLook { icon: icon(table, SIZE), number, values, text: text(table) }
}
