//! The games of tests in Lua: scenarios that are written line by line while the test runs.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use bastide_core::Fault;
use bastide_core::ids::Player;
use bastide_script::spec::{self, Asked, Data, Games};

use super::table::Table;
use super::{Scenario, play, read};
use crate::properties::quoted;
use bastide_content::Library;
use bastide_content::config::Written;
use bastide_lab::{Entered, add_entered};

pub use bastide_script::spec::{Test, tests};

/// End of the name of a file of tests in Lua.
pub const ENDINGS: [&str; 2] = [".spec.lua", ".spec.luau"];
/// Most games of one test.
const GAMES_MAX: usize = 100;
/// Most moves of one game.
const MOVES_MAX: usize = 500;

/// Runs one test of a file; adds how often the functions of the expansions were entered.
///
/// # Errors
///
/// What does not hold, at its line.
pub fn run(
    expansion: &str,
    file: &str,
    source: &str,
    test: usize,
    library: &Library,
    entered: &mut Entered,
) -> Result<(), Vec<Fault>> {
    let bench = Rc::new(Bench {
        expansion: expansion.to_owned(),
        file: file.to_owned(),
        library: library.clone(),
        games: RefCell::default(),
        entered: RefCell::default(),
    });
    let games: Rc<dyn Games> = Rc::clone(&bench) as Rc<dyn Games>;
    let done = spec::run(file, source, test, &games);
    add_entered(entered, &bench.entered.borrow());
    done
}

/// Where the games of one test lie.
struct Bench {
    expansion: String,
    file: String,
    library: Library,
    games: RefCell<Vec<Scenario>>,
    entered: RefCell<Entered>,
}

impl Games for Bench {
    fn ask(&self, asked: &Asked<'_>) -> Result<Data, Vec<Fault>> {
        let Asked { question, game, with, line } = asked;
        self.answer(question, *game, with, line)
    }

    fn finish(&self) -> Result<(), Vec<Fault>> {
        for scenario in &*self.games.borrow() {
            let table = Table::set(scenario, &self.library)?;
            let played = play::played(scenario, &table, true).map(|_| ());
            add_entered(&mut self.entered.borrow_mut(), &table.entered());
            played?;
        }
        Ok(())
    }
}

impl Bench {
    fn answer(
        &self,
        question: &str,
        game: usize,
        with: &[Data],
        line: &Range<usize>,
    ) -> Result<Data, Vec<Fault>> {
        if question == "game" {
            return self.begin(with.first(), line);
        }
        let mut scenario = match self.games.borrow().get(game) {
            Some(scenario) => scenario.clone(),
            None => {
                return Err(self.wrong(line, "there is no such game", "cette partie n'existe pas"));
            }
        };
        let text = |i: usize| match with.get(i) {
            Some(Data::Text(text)) => Ok(text.clone()),
            _ => Err(self.wrong(line, "a text is missing here", "il manque un texte ici")),
        };
        let seat = |i: usize| {
            let name = text(i)?;
            let seat = scenario.players.iter().position(|player| *player == name);
            seat.ok_or_else(|| {
                let (en, fr) =
                    (format!("unknown player `{name}`"), format!("joueur `{name}` inconnu"));
                self.wrong(line, &en, &fr)
            })
        };
        let state = |scenario: &Scenario| {
            let table = Table::set(scenario, &self.library)?;
            let played = play::played(scenario, &table, true)?;
            Ok::<_, Vec<Fault>>((played.out, table.rules))
        };
        Ok(match question {
            "play" => {
                let mut games = self.games.borrow_mut();
                let moves = &mut games[game].moves;
                if moves.len() >= MOVES_MAX {
                    return Err(self.wrong(
                        line,
                        "these are too many moves",
                        "ce sont trop de coups",
                    ));
                }
                moves.push(Written { value: text(0)?, span: line.clone() });
                Data::None
            }
            "expect" => {
                let keys = with.first().map(toml).unwrap_or_default();
                let inner = format!("expect = {keys}");
                scenario.expect = self.draft(&inner, &scenario.players, line)?.expect;
                for check in &mut scenario.expect {
                    check.span = line.clone();
                }
                let table = Table::set(&scenario, &self.library)?;
                play::moves(&scenario, &table)?;
                Data::None
            }
            "options" => {
                let table = Table::set(&scenario, &self.library)?;
                list(play::played(&scenario, &table, false)?.listed()?)
            }
            "refusal" => {
                scenario.moves.push(Written { value: text(0)?, span: line.clone() });
                let table = Table::set(&scenario, &self.library)?;
                list(play::refusal(&scenario, &table)?)
            }
            "points" => Data::Int(state(&scenario)?.0.state.score(Player(seat(0)? as u8)).into()),
            "supply" | "tokens" => {
                let (seat, name) = (Player(seat(0)? as u8), text(1)?);
                let (out, rules) = state(&scenario)?;
                let rules = &rules.ruleset;
                let found = if question == "supply" {
                    rules.figure(&name).map(|kind| i64::from(out.state.supply(seat, kind)))
                } else {
                    rules.token(&name).map(|token| i64::from(out.state.tokens(token, seat)))
                };
                let (en, fr) =
                    (format!("there is no `{name}`"), format!("il n'y a pas de `{name}`"));
                Data::Int(found.ok_or_else(|| self.wrong(line, &en, &fr))?)
            }
            "cited" => {
                let (out, rules) = state(&scenario)?;
                list(out.shown(&rules.ruleset).into_iter().collect())
            }
            _ => Data::Bool(state(&scenario)?.0.state.is_over()),
        })
    }

    fn begin(&self, keys: Option<&Data>, line: &Range<usize>) -> Result<Data, Vec<Fault>> {
        let mut inner = String::new();
        match keys {
            None | Some(Data::None | Data::List(_)) => {}
            Some(Data::Table(entries)) => {
                for (key, value) in entries {
                    let line = format!("{} = {}\n", quoted(key), toml(value));
                    inner.push_str(&line);
                }
            }
            Some(_) => {
                return Err(self.wrong(line, "a game takes a table", "une partie prend une table"));
            }
        }
        let mut scenario = self.draft(&inner, &[], line)?;
        scenario.span = line.clone();
        scenario.moves.clear();
        let mut games = self.games.borrow_mut();
        if games.len() >= GAMES_MAX {
            return Err(self.wrong(line, "these are too many games", "ce sont trop de parties"));
        }
        games.push(scenario);
        Ok(Data::Int(games.len() as i64 - 1))
    }

    /// Returns a scenario from some keys; its faults are reported at the line of the test.
    fn draft(
        &self,
        inner: &str,
        players: &[String],
        line: &Range<usize>,
    ) -> Result<Scenario, Vec<Fault>> {
        let mut text = format!("[[scenario]]\nid = \"LUA\"\ntitle = \"-\"\n{inner}\n");
        if !players.is_empty() {
            let players: Vec<String> = players.iter().map(|name| quoted(name)).collect();
            let line = format!("players = [{}]\n", players.join(", "));
            text.push_str(&line);
        }
        if !inner.contains("moves") {
            text += "moves = []\n";
        }
        if !inner.starts_with("expect") {
            text += "expect = { over = false }\n";
        }
        let read = read(&self.expansion, &self.file, &text);
        let moved = |fault: Fault| fault.at(&self.file, line.clone());
        let mut found = read.map_err(|faults| faults.into_iter().map(moved).collect::<Vec<_>>())?;
        let mut scenario = found.swap_remove(0);
        // The file names itself, so the scenario needs no id.
        scenario.id = String::new();
        Ok(scenario)
    }

    fn wrong(&self, line: &Range<usize>, en: &str, fr: &str) -> Vec<Fault> {
        vec![Fault::new("S0024", en, fr).at(&self.file, line.clone())]
    }
}

fn list(texts: Vec<String>) -> Data {
    Data::List(texts.into_iter().map(Data::Text).collect())
}

/// Data as TOML writes them on one line.
fn toml(data: &Data) -> String {
    match data {
        Data::None => "\"\"".to_owned(),
        Data::Bool(on) => on.to_string(),
        Data::Int(n) => n.to_string(),
        Data::Text(text) => quoted(text),
        Data::List(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Data::Table(entries) => {
            let one = |(key, value): &(String, Data)| format!("{} = {}", quoted(key), toml(value));
            format!("{{ {} }}", entries.iter().map(one).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
#[path = "../tests/spec.rs"]
mod trials;
