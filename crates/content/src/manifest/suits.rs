//! Keys of a hook beside its condition, and the facts of the event that they need. The check of manifests, the
//! reference of the book and a test of every pair use this table.

/// What a hook tells, or how its functions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A tile that lies.
    Tile,
    /// The step that is asked.
    Step,
    /// Its functions come one after the other.
    Order,
}

impl Told {
    /// As a message names it, in English and French.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Told::Tile => ("a tile that lies", "d'une tuile posée"),
            Told::Step => ("a step in which one chooses", "d'une étape où l'on choisit"),
            Told::Order => ("an order among its functions", "d'un ordre entre ses fonctions"),
        }
    }
}

/// These keys, with the facts that they need.
pub const KEYS: [(&str, Told); 4] =
    [("step", Told::Step), ("rank", Told::Order), ("home", Told::Tile), ("moves", Told::Tile)];

/// What a hook tells, by its full name. Nothing: it belongs to one step or verb, or its functions are asked all together.
#[must_use]
pub fn told(hook: &str) -> &'static [Told] {
    match hook {
        "placement.offer" | "placement.veto" | "deployment.offer" | "deployment.veto" => {
            &[Told::Step]
        }
        "on.placed" | "on.neutral_moved" | "on.tile_laid" | "on.overlaid" => {
            &[Told::Tile, Told::Order]
        }
        _ if hook.starts_with("on.") || hook.starts_with("at.") => &[Told::Order],
        _ => &[],
    }
}

/// Returns the fact that a key needs and the hook does not have, or `None` if the key is meaningful there.
#[must_use]
pub fn lacks(key: &str, hook: &str) -> Option<Told> {
    let (_, needs) = KEYS.iter().find(|row| row.0 == key)?;
    (!told(hook).contains(needs)).then_some(*needs)
}
