//! Tile types and places of Board Game Arena in terms of the base game.

/// Letters of the tile types 1 to 24, in order, as in `base/D`.
const TYPES: &[u8; 24] = b"TSNMPOGFIHEKJLDUVWXBACRQ";
/// Ids of tiles run through the types in this order, as many as the set has of each.
const COPIES: [u8; 24] = [1, 2, 3, 2, 3, 2, 1, 2, 2, 3, 5, 3, 3, 3, 4, 8, 9, 4, 1, 4, 2, 1, 3, 1];
/// Places that were seen in logs: letter, place, kind of feature, and the side of its segment at rotation 0 where the tile has
/// several of that kind.
const PLACES: &[(u8, u8, &str, Option<u8>)] = &[
    (b'A', 1, "monastery", None),
    (b'A', 3, "field", None),
    (b'B', 1, "monastery", None),
    (b'B', 2, "field", None),
    (b'C', 1, "city", None),
    (b'D', 1, "road", None),
    (b'D', 2, "city", None),
    (b'D', 3, "field", None),
    (b'D', 4, "field", None),
    (b'E', 1, "city", None),
    (b'E', 2, "field", None),
    (b'F', 1, "city", None),
    (b'G', 1, "city", None),
    (b'H', 1, "city", Some(0)),
    (b'H', 2, "city", Some(2)),
    (b'H', 3, "field", None),
    (b'I', 1, "city", Some(0)),
    (b'I', 2, "city", Some(3)),
    (b'I', 3, "field", None),
    (b'J', 1, "road", None),
    (b'J', 2, "city", None),
    (b'J', 3, "field", None),
    (b'J', 4, "field", None),
    (b'K', 2, "city", None),
    (b'L', 1, "road", Some(3)),
    (b'L', 2, "road", Some(1)),
    (b'L', 4, "city", None),
    (b'L', 5, "field", None),
    (b'M', 1, "city", None),
    (b'M', 2, "field", None),
    (b'N', 1, "city", None),
    (b'O', 2, "city", None),
    (b'O', 3, "field", None),
    (b'P', 1, "road", None),
    (b'P', 2, "city", None),
    (b'Q', 1, "city", None),
    (b'Q', 2, "field", None),
    (b'R', 1, "city", None),
    (b'S', 1, "road", None),
    (b'T', 1, "road", None),
    (b'T', 2, "city", None),
    (b'U', 1, "road", None),
    (b'U', 4, "field", None),
    (b'V', 1, "road", None),
    (b'V', 2, "field", None),
    (b'V', 3, "field", None),
    (b'W', 1, "road", Some(3)),
    (b'W', 2, "road", Some(1)),
    (b'W', 3, "road", Some(2)),
    (b'X', 1, "road", Some(3)),
    (b'X', 2, "road", Some(1)),
];

/// A tile type of the base game, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letter(u8);

impl Letter {
    /// Returns the tile type with this number, or `None` if the base game does not have it.
    pub(crate) fn of_type(number: i64) -> Option<Self> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        TYPES.get(index).copied().map(Self)
    }

    /// Returns the type of the tile with this id, from 1, or `None` if the base game does not have it.
    pub(crate) fn of_id(id: i64) -> Option<Self> {
        let mut last = 0;
        let at = COPIES.iter().position(|copies| {
            last += i64::from(*copies);
            id <= last
        });
        at.filter(|_| id >= 1).map(|at| Self(TYPES[at]))
    }

    /// Returns the id of the tile type in our set.
    pub(crate) fn tile(self) -> String {
        format!("base/{}", char::from(self.0))
    }

    /// Returns the clockwise quarter turns of our tile for an orientation from 1 to 4. The road of their straight road tile
    /// lies across ours.
    pub(crate) fn rotation(self, orientation: i64) -> u8 {
        let turns = if self.0 == b'U' { orientation - 4 } else { orientation - 1 };
        turns.rem_euclid(4) as u8
    }

    /// Returns the kind of feature at a place, and the side of its segment on the tile as it lies (0 north, clockwise) where
    /// the tile has several of that kind. `None` for a place that was never seen.
    pub(crate) fn place(self, place: i64, rotation: u8) -> Option<(&'static str, Option<u8>)> {
        let is =
            |(letter, at, ..): &&(u8, u8, &str, _)| *letter == self.0 && i64::from(*at) == place;
        let (.., kind, side) = PLACES.iter().find(is)?;
        Some((kind, side.map(|side| (side + rotation) % 4)))
    }
}
