//! The table on which tiles are laid.

use bastide_text::{Node, Value};

use super::declare::{finish, shape};
use super::scope::Scope;

/// `[board]`: where the table ends, and whether its edge closes what runs into it.
pub(super) fn board(scope: &Scope<'_>) -> (Option<[i16; 4]>, bool) {
    let keep = scope.holds();
    let room = scope.table.raw("room");
    if room.is_none() {
        scope.table.need("bounds");
    }
    let bounds = scope.table.raw("bounds");
    let closed = scope.bool_or("closed", false);
    finish(scope);
    let found = match (room, bounds) {
        (Some(room), _) => {
            let cells = |n| scope.int_of(n, "room", 0..=999);
            let (en, fr) = ("`[north, east, south, west]`", "`[nord, est, sud, ouest]`");
            four(scope, room, "room", cells, en, fr).map(|[n, e, s, w]| [-w, -n, e, s])
        }
        (None, Some(bounds)) => {
            let cells = |n| scope.int_of(n, "bounds", -999..=999);
            let form = "`[x_min, y_min, x_max, y_max]`";
            let found = four(scope, bounds, "bounds", cells, form, form);
            found.filter(|[x0, y0, x1, y1]| {
                let good = x0 <= x1 && y0 <= y1;
                if !good {
                    shape(scope, bounds, "bounds", form, form);
                }
                good
            })
        }
        (None, None) => None,
    };
    (found.filter(|_| keep), closed && keep && found.is_some())
}

/// A list of four numbers.
fn four<'a>(
    scope: &Scope<'_>,
    node: &'a Node,
    what: &str,
    number: impl Fn(&'a Node) -> Option<i64>,
    en: &str,
    fr: &str,
) -> Option<[i16; 4]> {
    if let Value::List(nodes) = &node.value
        && nodes.len() == 4
    {
        let found: Option<Vec<i64>> = nodes.iter().map(number).collect();
        return found.map(|n| [n[0] as i16, n[1] as i16, n[2] as i16, n[3] as i16]);
    }
    shape(scope, node, what, en, fr);
    None
}
