//! What a person typed: a command, a number, a cell, or a move in full.

use bastide::core::ids::Cell;

use crate::lang::{Lang, say};

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Nothing.
    Nothing,
    /// Explain the commands.
    Help,
    /// Leave.
    Quit,
    /// Take back.
    Undo,
    /// Save, to a file or where it was saved before.
    Save(Wanted),
    /// All options in full.
    Options,
    /// Tiles not yet drawn.
    Tiles,
    /// Score sheet so far.
    Score,
    /// Moves so far.
    Log,
    /// The board again, with a cell in the middle if not all of it fits.
    Board(Option<Cell>),
    /// Let a bot decide this.
    Bot,
    /// What a bot thinks of the options.
    Hint,
    /// Why something is refused.
    Why(String),
    /// Option by number, with a rotation if one is given.
    Number(usize, Option<u8>),
    /// A cell, with a rotation if one is given.
    Cell(Cell, Option<u8>),
    /// A tile by its name and a cell, with a rotation if one is given.
    Tile(String, Cell, Option<u8>),
    /// A rotation for the cell just named.
    Turn(u8),
    /// A move in full.
    Move(String),
}

/// Where to save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The file, if one is named.
    pub(crate) file: Option<String>,
    /// Whether one that exists may be written over.
    pub(crate) force: bool,
}

/// Reads where to save: `FILE`, `--force FILE`.
pub(crate) fn wanted(text: &str) -> Wanted {
    let text = text.trim();
    let forced = text.strip_prefix("--force").filter(|t| t.is_empty() || t.starts_with(' '));
    let file = forced.unwrap_or(text).trim();
    Wanted { file: (!file.is_empty()).then(|| file.to_owned()), force: forced.is_some() }
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Input {
    let line = line.trim();
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = rest.is_empty();
    match head.to_lowercase().as_str() {
        "" => Input::Nothing,
        "?" | "help" | "aide" | "h" if alone => Input::Help,
        "quit" | "exit" | "q" | "quitter" if alone => Input::Quit,
        "undo" | "u" | "annuler" if alone => Input::Undo,
        "save" | "enregistrer" | "sauver" => Input::Save(wanted(rest)),
        "options" | "option" if alone => Input::Options,
        "tiles" | "tuiles" if alone => Input::Tiles,
        "score" | "points" if alone => Input::Score,
        "log" | "journal" if alone => Input::Log,
        "board" | "plateau" if alone => Input::Board(None),
        "board" | "plateau" => match pick(rest) {
            Some(Input::Cell(cell, None)) => Input::Board(Some(cell)),
            _ => Input::Move(line.to_owned()),
        },
        "bot" | "robot" if alone => Input::Bot,
        "hint" | "conseil" if alone => Input::Hint,
        "pass" | "passer" if alone => Input::Move("pass".into()),
        "why" | "pourquoi" => Input::Why(rest.to_owned()),
        _ => match (pick(line), pick(rest)) {
            (Some(picked), _) => picked,
            // `D 1,0 r2`
            (None, Some(Input::Cell(cell, turn))) => Input::Tile(head.to_owned(), cell, turn),
            _ => Input::Move(line.to_owned()),
        },
    }
}

/// Returns the names of commands in a language, for suggestions.
fn commands(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::En => &[
            "help", "options", "quit", "exit", "undo", "save", "tiles", "score", "log", "board",
            "hint", "bot", "why",
        ],
        Lang::Fr => &[
            "aide",
            "options",
            "quitter",
            "annuler",
            "enregistrer",
            "tuiles",
            "score",
            "journal",
            "plateau",
            "conseil",
            "robot",
            "pourquoi",
        ],
    }
}

/// All that can be completed: commands and such moves.
pub(crate) fn words(lang: Lang, moves: Vec<String>) -> Vec<String> {
    let named = commands(lang).iter().map(|word| match *word {
        // These go on.
        "why" | "pourquoi" | "save" | "enregistrer" => format!("{word} "),
        _ => (*word).to_owned(),
    });
    let mut words: Vec<String> = named.chain(moves).collect();
    words.sort_unstable();
    words
}

/// The rotation that there is not, of a line that could be read with another one: `1r9`, `1,0 r4`.
fn no_turn(line: &str) -> Option<&str> {
    let at = line.trim_end().rfind(['r', 'R'])?;
    let (before, turn) = line.trim_end().split_at(at);
    let digits = !turn[1..].is_empty() && turn[1..].bytes().all(|b| b.is_ascii_digit());
    let other = format!("{before}r0");
    let readable = !matches!(read(line), Input::Turn(_)) && !matches!(read(&other), Input::Move(_));
    (digits && readable && matches!(read(line), Input::Move(_))).then_some(turn)
}

/// Returns what is wrong with a line that starts with a command and has unsuitable arguments.
pub(crate) fn misused(line: &str, lang: Lang) -> Option<String> {
    if let Some(turn) = no_turn(line) {
        return Some(say!(
            lang,
            "`{turn}` is no rotation: write r0, r1, r2 or r3",
            "`{turn}` n'est pas une rotation : écrivez r0, r1, r2 ou r3"
        ));
    }
    let (word, rest) = line.trim().split_once(char::is_whitespace)?;
    let word = word.to_lowercase();
    // Single letters may be tiles.
    if rest.trim().is_empty() || word.chars().count() < 2 {
        return None;
    }
    match read(&word) {
        Input::Board(_) => Some(say!(
            lang,
            "`{word}` takes a cell, or nothing: `{word} 3,-2`",
            "`{word}` prend une case, ou rien : `{word} 3,-2`"
        )),
        Input::Move(action) if action != "pass" => None,
        Input::Nothing
        | Input::Save(_)
        | Input::Why(_)
        | Input::Number(..)
        | Input::Cell(..)
        | Input::Tile(..)
        | Input::Turn(_) => None,
        _ => Some(say!(lang, "`{word}` stands alone", "`{word}` s'écrit seul")),
    }
}

/// What to do after a line that was no move: the command that was meant, maybe, and how to see all.
pub(crate) fn meant(line: &str, lang: Lang) -> String {
    let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    match bastide::near(&word, commands(lang).iter().copied()) {
        Some(near) => say!(
            lang,
            "did you mean `{near}`? `?` lists all commands",
            "vouliez-vous dire `{near}` ? `?` donne toutes les commandes"
        ),
        None => lang.pick("`?` lists all commands", "`?` donne toutes les commandes").to_owned(),
    }
}

/// `3`, `3r1`, `3 r1`, `1,0`, `1,0 r2`, `r2`.
fn pick(line: &str) -> Option<Input> {
    let line = line.to_lowercase();
    let (place, turn) = match line.rsplit_once('r') {
        Some((place, turn)) => {
            let turn: u8 = turn.parse().ok().filter(|turn| *turn < 4)?;
            (place.trim(), Some(turn))
        }
        None => (line.trim(), None),
    };
    if place.is_empty() {
        return turn.map(Input::Turn);
    }
    if let Some((x, y)) = place.split_once(',') {
        let cell = Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
        return Some(Input::Cell(cell, turn));
    }
    place.parse().ok().map(|number| Input::Number(number, turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_people_write_them() {
        assert_eq!(read(" 3 "), Input::Number(3, None));
        assert_eq!(read("3r1"), Input::Number(3, Some(1)));
        assert_eq!(read("3 R1"), Input::Number(3, Some(1)));
        assert_eq!(read("1,0 r2"), Input::Cell(Cell::new(1, 0), Some(2)));
        assert_eq!(read("-1, 12"), Input::Cell(Cell::new(-1, 12), None));
        assert_eq!(read("A 0,1 r0"), Input::Tile("A".into(), Cell::new(0, 1), Some(0)));
        assert_eq!(
            read("cfrr-r-sw-inn 5,5"),
            Input::Tile("cfrr-r-sw-inn".into(), Cell::new(5, 5), None)
        );
        assert_eq!(read("r3"), Input::Turn(3));
        assert_eq!(read("3r4"), Input::Move("3r4".into()));
        assert_eq!(read("place base/D 1,0 r1"), Input::Move("place base/D 1,0 r1".into()));
        assert_eq!(
            read("pourquoi deploy meeple road@E"),
            Input::Why("deploy meeple road@E".into())
        );
        let save = |file: Option<&str>, force| {
            Input::Save(Wanted { file: file.map(str::to_owned), force })
        };
        assert_eq!(read("Save a b.txt"), save(Some("a b.txt"), false));
        assert_eq!(read("save"), save(None, false));
        assert_eq!(read("save --force a b.txt"), save(Some("a b.txt"), true));
        assert_eq!(read("save --forced"), save(Some("--forced"), false));
        assert!(
            meant("undoo", Lang::En).contains("`undo`") && !meant("zzz", Lang::En).contains("mean")
        );
        assert!(meant("anuler", Lang::Fr).contains("`annuler`"));
        assert_eq!(read("board -2,5"), Input::Board(Some(Cell::new(-2, 5))));
        assert_eq!(read("plateau"), Input::Board(None));
        assert_eq!(read("board x"), Input::Move("board x".into()));
        assert!(misused("board x", Lang::En).is_some_and(|said| said.contains("a cell")));
        assert!(misused("hint 3", Lang::En).is_some_and(|said| said.contains("alone")));
        assert!(misused("robot robot", Lang::Fr).is_some_and(|said| said.contains("seul")));
        for fine in ["board", "place base/D 1,0 r1", "leap far", ""] {
            assert_eq!(misused(fine, Lang::En), None);
        }
        assert_eq!(read("conseil"), Input::Hint);
        assert_eq!(read("passer"), Input::Move("pass".into()));
        assert_eq!(read(""), Input::Nothing);
        assert_eq!(read("99999999999999999999999"), Input::Move("99999999999999999999999".into()));
        assert_eq!(read("99999,0"), Input::Move("99999,0".into()));
    }
}
