//! Lists in which the words of conditions are looked up.

/// List of names in which a word is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// Feature kinds.
    Feature,
    /// `yes`, `no`, `offered`.
    Claim,
    /// Figure kinds.
    Figure,
    /// Figure classes.
    Class,
    /// Neutral figures.
    Neutral,
    /// Groups of the deck.
    Group,
    /// Rules, or `core`.
    Cause,
    /// Full ids of tile types.
    TileType,
    /// Tags of segments.
    Tag,
    /// Tags of tiles or segments.
    Symbol,
    /// Edge kinds.
    Edge,
    /// State keys of the expansion.
    State,
    /// Zones.
    Zone,
    /// Tokens.
    Token,
    /// `scored`, `sent`, `freed`.
    Why,
    /// Verbs of the expansion, or of another in full.
    Verb,
    /// Pieces that may be laid over tiles.
    Overlay,
}
