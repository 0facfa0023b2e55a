//! Which key of a hook means something where, by what the hook tells. The check of manifests, the reference of the book and
//! a test of every pair come from this table.

/// What a hook tells, or what is known when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The state of the game, which every filter that is not about the event looks at.
    Game,
    /// A feature, or a segment of one.
    Feature,
    /// A figure.
    Figure,
    /// A tile that lies.
    Tile,
    /// A tile just drawn.
    Drawn,
    /// The tile to be placed.
    Next,
    /// There may be a tile just placed.
    Placed,
    /// Something is complete or not.
    Complete,
    /// Something is scored in the final scoring or before.
    Last,
    /// The rule of a claim or the cause of an effect.
    Cause,
    /// The step that is asked.
    Step,
    /// Its handlers come one after the other.
    Order,
}

impl Told {
    /// As a message names it, in English and French.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Told::Game => ("the game", "de la partie"),
            Told::Feature => ("a feature", "d'un domaine"),
            Told::Figure => ("a figure", "d'une figurine"),
            Told::Tile => ("a tile that lies", "d'une tuile posée"),
            Told::Drawn => ("a tile just drawn", "d'une tuile piochée"),
            Told::Next => ("a tile to be placed", "d'une tuile à poser"),
            Told::Placed => ("a tile just placed", "d'une tuile tout juste posée"),
            Told::Complete => ("what is complete", "de ce qui est achevé"),
            Told::Last => ("the end of the game", "de la fin de la partie"),
            Told::Cause => ("the rule that caused it", "de la règle qui l'a causé"),
            Told::Step => ("a step in which one chooses", "d'une étape où l'on choisit"),
            Told::Order => ("an order among its functions", "d'un ordre entre ses fonctions"),
        }
    }
}

/// Every filter of a hook, and every answer without a function that needs something of the event, with what the hook must
/// tell, one of these.
pub const FILTERS: [(&str, &[Told]); 25] = {
    use Told::{
        Cause, Complete, Drawn, Feature, Figure, Game, Last, Next, Order, Placed, Step, Tile,
    };
    [
        ("feature", &[Feature]),
        ("tag", &[Feature]),
        ("cause", &[Cause]),
        ("complete", &[Complete]),
        ("last", &[Last]),
        ("figure", &[Figure]),
        ("class", &[Figure]),
        ("placed-tag", &[Placed, Tile, Drawn, Next]),
        ("bends", &[Placed, Tile, Drawn, Next]),
        ("group", &[Placed, Tile, Drawn]),
        ("surrounded", &[Placed, Tile]),
        ("tile-occupied", &[Tile]),
        ("placed-kind", &[Next, Tile]),
        ("holds", &[Feature, Tile]),
        ("beside", &[Game]),
        ("token", &[Game]),
        ("neutral", &[Game]),
        ("on-board", &[Game]),
        ("state", &[Game]),
        ("zone", &[Game]),
        ("step", &[Step]),
        ("rank", &[Order]),
        ("home", &[Tile]),
        ("moves", &[Tile]),
        ("collect", &[Feature]),
    ]
};

/// What a hook tells, by its full name. Nothing: it belongs to one step or verb, and no filter of it is looked at.
#[must_use]
pub fn told(hook: &str) -> Vec<Told> {
    use Told::{Cause, Complete, Feature, Figure, Game, Last, Next, Order, Placed, Step};
    let mut told = match hook {
        "placement.offer" => vec![Step],
        "placement.veto" => vec![Step, Next],
        "deployment.offer" | "deployment.veto" => vec![Step, Placed],
        "scoring.complete" => vec![Feature, Complete, Placed],
        "scoring.weight" => vec![Feature, Figure, Placed],
        "scoring.points" | "scoring.bonus" => vec![Feature, Complete, Last, Cause, Placed],
        "on.settled" => vec![Placed, Order],
        _ => match hook.split_once('.') {
            Some((
                "at",
                "after_place" | "action" | "second_action" | "before_scoring" | "scoring"
                | "after_scoring" | "part_end",
            )) => vec![Placed, Order],
            Some(("at", _)) => vec![Order],
            Some(("on", effect)) => {
                let mut told = of_effect(effect);
                told.push(Order);
                told
            }
            _ => return Vec::new(),
        },
    };
    told.push(Game);
    told
}

/// What an effect tells.
fn of_effect(effect: &str) -> Vec<Told> {
    use Told::{Cause, Complete, Drawn, Feature, Figure, Last, Placed, Tile};
    match effect {
        "placed" => vec![Tile, Cause],
        // Chance draws, and cites no rule.
        "drawn" => vec![Drawn],
        "neutral_moved" => vec![Tile, Feature, Figure, Cause, Placed],
        "deployed" | "moved" | "returned" | "captured" => vec![Feature, Figure, Cause, Placed],
        "linked" | "unlinked" | "closed" | "tagged" | "retyped" | "joined" | "split" | "check" => {
            vec![Feature, Cause, Placed]
        }
        // The core finds these out: no rule causes them.
        "completed" => vec![Feature, Placed],
        "stuck" => Vec::new(),
        // No tile has been placed yet in a turn that begins.
        "begins" | "turn" => vec![Cause],
        // Neither is done under a rule.
        "passed" | "cleared" => vec![Placed],
        "scored" => vec![Feature, Complete, Last, Cause, Placed],
        _ => vec![Cause, Placed],
    }
}

/// What a key of a hook lacks that it cannot do without there; nothing, if it means something there.
#[must_use]
pub fn lacks(key: &str, hook: &str) -> Option<&'static [Told]> {
    let (_, needs) = FILTERS.iter().find(|row| row.0 == key)?;
    let told = told(hook);
    (!needs.iter().any(|need| told.contains(need))).then_some(*needs)
}
