//! The restrictions of the core, by name.

/// The restrictions of the core, in the order of [`Restriction`].
pub const RESTRICTIONS: [&str; 15] = [
    "empty",
    "adjacent",
    "edge",
    "bounds",
    "elsewhere",
    "occupied",
    "complete",
    "supply",
    "kind",
    "needs-own",
    "one-per-feature",
    "not-offered",
    "price",
    "unplaceable",
    "must",
];

/// The restrictions that a placement offered by a handler may waive.
pub const PLACEMENTS_WAIVE: [&str; 2] = ["adjacent", "edge"];

/// The restrictions that a deployment offered by a handler may waive; a declaration those from `elsewhere` on.
pub const DEPLOYMENTS_WAIVE: [&str; 7] =
    ["supply", "kind", "elsewhere", "occupied", "complete", "needs-own", "one-per-feature"];

/// A named restriction of the core, which an expansion may give its law and which offers may waive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Restriction {
    /// The cell holds a tile.
    Empty,
    /// The cell touches no tile.
    Adjacent,
    /// An edge does not match.
    Edge,
    /// The cell is beyond the edge of the table.
    Bounds,
    /// Not on the tile just placed.
    Elsewhere,
    /// The feature is occupied.
    Occupied,
    /// The feature is complete.
    Complete,
    /// No such figure in the supply.
    Supply,
    /// The figure may not stand there.
    Kind,
    /// The figure needs an own one in the feature.
    NeedsOwn,
    /// There is one of the kind already.
    OnePerFeature,
    /// Nothing offers this now.
    NotOffered,
    /// It costs more than the player has.
    Price,
    /// A drawn tile fits nowhere.
    Unplaceable,
    /// A step that cannot be declined.
    Must,
}
