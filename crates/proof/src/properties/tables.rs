//! Setups of random games: an expansion with what it needs, and in turn each number of players, edition and option
//! value.

use std::collections::BTreeSet;

use bastide_core::decl::Value;
use bastide_core::ids::Player;
use bastide_core::{Decision, Fault, Game};
use bastide_text::{Entry, Node};

use super::course::{self, Course, Look, Sides};
use super::{Broken, CLOSELY};
use crate::scenario::{self, Scenario};
use bastide::Rules;
use bastide::chance::{Purpose, Stream};
use bastide_content::config::BASE;
use bastide_content::manifest::{Domain, OptionDecl};
use bastide_content::{Library, Manifest, Setup};

/// Names of the players.
const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

/// What all random games of an expansion have in common.
pub(crate) struct Tables<'a> {
    library: &'a Library,
    expansion: String,
    needs: Vec<String>,
    editions: Vec<String>,
    options: Vec<OptionDecl>,
}

/// The table of one game.
pub(super) struct Table<'a> {
    /// The setup.
    pub(super) scenario: Scenario,
    library: &'a Library,
    rules: Rules,
    other: Rules,
}

impl<'a> Tables<'a> {
    /// Tables of an expansion.
    ///
    /// # Errors
    ///
    /// Faults of its manifest, or of one it needs.
    pub(crate) fn new(expansion: &str, library: &'a Library) -> Result<Self, Vec<Fault>> {
        let (mut needs, mut open) = (BTreeSet::new(), vec![expansion.to_owned()]);
        let (mut editions, mut options) = (Vec::new(), Vec::new());
        let mut faults = Vec::new();
        let mut seen = BTreeSet::from([BASE.to_owned()]);
        open.push(BASE.to_owned());
        while let Some(id) = open.pop() {
            let Some(folder) = library.folder(&id) else { continue };
            let (manifest, found) = Manifest::read(folder);
            let Some(manifest) = manifest else {
                faults.extend(found);
                continue;
            };
            if id == BASE {
                editions = manifest.profiles.iter().map(|p| p.name.clone()).collect();
            }
            if id == expansion {
                options = manifest.options;
            } else {
                needs.insert(id);
            }
            for need in manifest.needs {
                if seen.insert(need.id.clone()) {
                    open.push(need.id);
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        needs.remove(BASE);
        if editions.is_empty() {
            editions.push(scenario::EDITION.to_owned());
        }
        let (expansion, needs) = (expansion.to_owned(), needs.into_iter().collect());
        Ok(Self { library, expansion, needs, editions, options })
    }

    /// The table of a game by its number.
    ///
    /// # Errors
    ///
    /// What keeps the game from being set up.
    pub(super) fn table(&self, game: u64) -> Result<Table<'a>, Vec<Fault>> {
        let n = game as usize;
        let players = 2 + n % (NAMES.len() - 1);
        let mut scenario = Scenario {
            file: self.expansion.clone(),
            expansion: self.expansion.clone(),
            with: self.needs.clone(),
            players: NAMES[..players].iter().map(|name| (*name).to_owned()).collect(),
            edition: self.editions[n % self.editions.len()].clone(),
            ..Scenario::default()
        };
        // Half of the games are as the manifest says.
        if n % 2 == 1 {
            let values = self.options.iter().filter_map(|option| other_value(option, n / 2));
            scenario.options.insert(self.expansion.clone(), values.collect());
        }
        let (rules, other) = sides(&scenario, self.library)?;
        Ok(Table { scenario, library: self.library, rules, other })
    }
}

/// The value of an option in a game, if it is one of a few.
fn other_value(option: &OptionDecl, n: usize) -> Option<Entry> {
    let value = match &option.domain {
        Domain::Switch => bastide_text::Value::Bool(option.default != Value::Bool(true)),
        Domain::Words(words) => {
            bastide_text::Value::Text(words.get(n % words.len().max(1))?.clone())
        }
        Domain::Range(..) => return None,
    };
    let node = Node { span: 0..0, value };
    Some(Entry { key: option.name.clone(), key_span: 0..0, node })
}

/// The rules of a scenario, and the same with the expansions the other way round.
///
/// # Errors
///
/// What keeps the game from being set up.
pub(crate) fn sides(scenario: &Scenario, library: &Library) -> Result<(Rules, Rules), Vec<Fault>> {
    let setup = Setup::load(&scenario::config(scenario), library)?;
    let mut other = setup.clone();
    std::sync::Arc::make_mut(&mut other.expansions).reverse();
    Ok((Rules::new(setup)?, Rules::new(other)?))
}

impl Table<'_> {
    fn sides(&self) -> Sides<'_> {
        Sides { rules: &self.rules, other: &self.other, library: self.library }
    }

    /// Plays one random game; what came of it.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    pub(super) fn random(&self, game: u64, seed: u64) -> Result<Course, Vec<Fault>> {
        let mut stream = Stream::new(seed, game, Purpose::Chance);
        let mut pick = |_: Game<'_>, decision: &Decision| {
            let i = if decision.actor == Player::CHANCE {
                stream.weighted(&decision.weights)
            } else {
                stream.below(decision.options.len() as u32) as usize
            };
            Ok(decision.options.get(i).and_then(|option| option.drawn(|n| stream.below(n))))
        };
        course::play(&self.sides(), Look { every: CLOSELY, whole: true }, &mut pick)
    }

    /// Plays a game as somebody chooses who is asked.
    pub(super) fn chosen(
        &self,
        look: Look,
        pick: &mut dyn FnMut(Game<'_>, &Decision) -> course::Pick,
    ) -> Option<Broken> {
        course::play(&self.sides(), look, pick).ok()?.broken
    }
}
