//! A config as the form of a page holds it. The form is the config: its content is written as a file and read from
//! one.

use std::collections::{BTreeMap, BTreeSet};

use bastide::config::{PLAYERS_MAX, TileChange, Wanted, Written};
use bastide::core::Fault;
use bastide::core::decl::{Text, Value};
use bastide::library::Library;
use bastide::manifest::{Domain, OptionDecl};
use bastide::{Config, Manifest, PlayerSeat, Rules, Setup};
use serde::{Deserialize, Serialize};

use crate::wrong::Wrong;

/// Name of the file that a form writes, for people.
pub const FILE: &str = "table.toml";

/// Faults of a config that are told.
pub const FAULTS_MAX: usize = 100;

/// A config, as far as a form shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// Who plays, in turn order.
    pub players: Vec<FormSeat>,
    /// The edition, if one is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Expansions that are in play, with the options that are chosen.
    #[serde(default)]
    pub expansions: BTreeMap<String, BTreeMap<String, Chosen>>,
    /// How many copies of a tile, or of a set of tiles, there are.
    #[serde(default)]
    pub tiles: BTreeMap<String, u16>,
}

/// A seat of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormSeat {
    /// Name of the player.
    pub name: String,
    /// The bot that plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Chosen {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// One of some words.
    Word(String),
}

impl Chosen {
    fn of(value: Value) -> Self {
        match value {
            Value::Bool(on) => Self::Switch(on),
            Value::Int(number) => Self::Number(number),
            Value::Text(word) => Self::Word(word),
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Switch(on) => Value::Bool(*on),
            Self::Number(number) => Value::Int(*number),
            Self::Word(word) => Value::Text(word.clone()),
        }
    }
}

impl Form {
    /// Returns the form of a config, or `None` if the config has settings that the form does not show.
    #[must_use]
    pub fn of(config: &Config) -> Option<Self> {
        if config.seed.is_some() || config.first.is_some() {
            return None;
        }
        let seat = |seat: &PlayerSeat| FormSeat { name: seat.name.clone(), bot: seat.bot.clone() };
        let expansion = |(id, wanted): (&String, &Wanted)| {
            let plain = wanted.enabled && wanted.is_plain();
            let options = plain.then(|| wanted.plain_options()).flatten()?;
            let options = options.into_iter().map(|(name, value)| (name, Chosen::of(value)));
            Some((id.clone(), options.collect()))
        };
        Some(Self {
            players: config.players.iter().map(seat).collect(),
            edition: config.edition.as_ref().map(|edition| edition.value.clone()),
            expansions: config.expansions.iter().map(expansion).collect::<Option<_>>()?,
            tiles: config.tiles.iter().map(|(id, change)| (id.clone(), change.copies)).collect(),
        })
    }

    /// The form as a file.
    #[must_use]
    pub fn text(&self) -> String {
        let seat = |seat: &FormSeat| PlayerSeat { name: seat.name.clone(), bot: seat.bot.clone() };
        let mut config = Config {
            players: self.players.iter().take(PLAYERS_MAX).map(seat).collect(),
            edition: self.edition.clone().map(|value| Written { value, span: 0..0 }),
            ..Config::default()
        };
        for (id, options) in &self.expansions {
            let wanted = config.enable(id);
            for (option, chosen) in options {
                wanted.set(option, &chosen.value());
            }
        }
        for (id, copies) in &self.tiles {
            config.tiles.insert(id.clone(), TileChange { copies: *copies, span: 0..0 });
        }
        config.written()
    }
}

/// What a config amounts to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Looked {
    /// The file.
    pub text: String,
    /// The equal form, or `None` if the file has more settings or cannot be read.
    pub form: Option<Form>,
    /// Faults, warnings included.
    pub faults: Vec<Wrong>,
    /// It can be played.
    pub fine: bool,
    /// How many tiles are in play.
    pub tiles: u32,
    /// Copies of each tile.
    pub counts: Vec<(String, u16)>,
    /// Rules in force, by expansion: its id, then ids and texts.
    pub rules: Vec<(String, Vec<(String, Text)>)>,
}

impl Looked {
    /// Looks at a config; with the texts of its rules only if they are wanted.
    #[must_use]
    pub fn at(text: &str, library: &Library, rules: bool) -> Self {
        let (config, faults) = Config::read(FILE, text);
        let wrong = |faults: &[Fault]| -> Vec<Wrong> {
            let own = |fault: &Fault| fault.file == FILE;
            let one = |fault: &Fault| {
                if own(fault) {
                    Wrong::new(fault, Some(text))
                } else {
                    Wrong::within(fault, library)
                }
            };
            let mut wrong: Vec<Wrong> = faults.iter().take(FAULTS_MAX).map(one).collect();
            wrong.extend(Wrong::more(faults.len().saturating_sub(FAULTS_MAX)));
            wrong
        };
        let mut looked = Self { text: text.to_owned(), ..Self::default() };
        looked.form = config.as_ref().and_then(Form::of);
        let setup = match Config::parse(FILE, text) {
            Ok(config) => served(&config).and_then(|()| Setup::load(&config, library)),
            Err(faults) => Err(faults),
        };
        match setup {
            Err(more) => looked.faults = wrong(&more),
            Ok(setup) => {
                looked.faults = wrong(&[faults, setup.warnings.clone()].concat());
                looked.tiles = setup.tiles.iter().map(|tile| u32::from(tile.count)).sum();
                let counts = setup.tiles.iter().map(|tile| (tile.id.clone(), tile.count));
                looked.counts = counts.collect();
                if rules {
                    let expansions = setup.expansions.iter().map(|expansion| {
                        let rules = expansion.rules.iter();
                        let rules = rules.map(|rule| (rule.id.clone(), rule.text.clone()));
                        (expansion.id.clone(), rules.collect())
                    });
                    looked.rules = expansions.collect();
                }
                match Rules::new(setup).and_then(|rules| rules.engine()) {
                    Ok(_) => looked.fine = true,
                    Err(more) => looked.faults.extend(wrong(&more)),
                }
            }
        }
        looked
    }
}

/// Whether a config that came over the net may be played: it names no folder of this machine.
///
/// # Errors
///
/// It does.
pub fn served(config: &Config) -> Result<(), Vec<Fault>> {
    let paths = config.expansions.values().filter_map(|wanted| wanted.path.as_ref());
    let fault = |path: &Written<String>| {
        let fault = Fault::new(
            "F0040",
            "a table that is made in the browser reads no folder of this machine",
            "une table ouverte dans le navigateur ne lit aucun dossier de cette machine",
        );
        fault.at(&config.file, path.span.clone()).help(
            "name it where the command is started: `bastide serve evening.toml`",
            "nommez-le là où la commande est lancée : `bastide serve soiree.toml`",
        )
    };
    let faults: Vec<Fault> = paths.map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// An expansion as a form offers it.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Expansions that must be in play with it.
    pub needs: Vec<String>,
    /// Expansions that cannot be.
    pub conflicts: BTreeSet<String>,
    /// Options of the expansion.
    pub options: Vec<OptionOffer>,
}

/// An option as a form offers it.
#[derive(Clone, Debug, Serialize)]
pub struct OptionOffer {
    /// Its name in the file.
    pub name: String,
    /// Its name for people.
    pub label: Text,
    /// Default value.
    pub default: Chosen,
    /// Default in each edition that has its own.
    pub editions: BTreeMap<String, Chosen>,
    /// Least and greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// Words, with their names for people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<(String, Text)>,
}

/// Everything that a form offers: expansions, and editions by their names.
#[derive(Clone, Debug, Serialize)]
pub struct Offers {
    /// The edition if none is named.
    pub edition: &'static str,
    /// All of them.
    pub editions: BTreeMap<String, Text>,
    /// The base game.
    pub base: &'static str,
    /// All expansions, the base game too.
    pub expansions: Vec<Offer>,
}

impl Offers {
    /// Returns what can be played from a library, sorted by name in a language.
    #[must_use]
    pub fn of(library: &Library, lang: &str) -> Self {
        let read = library.folders().filter_map(|folder| Manifest::read(folder).0);
        let mut manifests: Vec<Manifest> = read.collect();
        let named = |m: &Manifest| m.name.get(lang).unwrap_or(&m.id).clone();
        manifests.sort_by_cached_key(named);
        let profiles = manifests.iter().filter(|m| m.id == bastide::config::BASE);
        let profiles = profiles.flat_map(|m| &m.profiles);
        Self {
            edition: bastide::config::EDITION,
            editions: profiles.map(|p| (p.name.clone(), p.label.clone())).collect(),
            base: bastide::config::BASE,
            expansions: manifests.iter().map(|m| offer(m, &manifests)).collect(),
        }
    }
}

fn offer(manifest: &Manifest, all: &[Manifest]) -> Offer {
    let ids = |mentions: &[bastide::graph::Mention]| -> Vec<String> {
        mentions.iter().map(|mention| mention.id.clone()).collect()
    };
    let id = &manifest.id;
    // Whichever of two says that they cannot stand together, neither can stand with the other.
    let others = all.iter().filter(|other| other.conflicts.iter().any(|m| m.id == *id));
    let conflicts = ids(&manifest.conflicts).into_iter().chain(others.map(|o| o.id.clone()));
    let option = |decl: &OptionDecl| {
        let (range, words) = match &decl.domain {
            Domain::Switch => (None, Vec::new()),
            Domain::Range(low, high) => (Some((*low, *high)), Vec::new()),
            Domain::Words(words) => {
                let said = |word: &String| decl.labels.get(word).cloned().unwrap_or_default();
                (None, words.iter().map(|word| (word.clone(), said(word))).collect())
            }
        };
        let of = |p: &bastide::manifest::Profile| {
            let value = p.values.get(&decl.name)?.clone();
            Some((p.name.clone(), Chosen::of(value)))
        };
        OptionOffer {
            name: decl.name.clone(),
            label: decl.label.clone(),
            default: Chosen::of(decl.default.clone()),
            editions: manifest.profiles.iter().filter_map(of).collect(),
            range,
            words,
        }
    };
    let needs = ids(&manifest.needs).into_iter().filter(|id| id != bastide::config::BASE);
    Offer {
        id: id.clone(),
        name: manifest.name.clone(),
        needs: needs.collect(),
        conflicts: conflicts.collect(),
        options: manifest.options.iter().map(option).collect(),
    }
}
