//! The facts that a saved game says must hold after its last action: fifteen forms of sentence.

use super::file::{At, Pointer};

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// `Ann has 3 points`
    Points { player: String, points: i32 },
    /// `Ann scored city for 12 points`
    Scored { player: String, name: String, points: i32 },
    /// `Player can pass`, `Player can't pass`
    Pass(bool),
    /// `Phase is TilePhase`
    Phase(String),
    /// `Bazaar noAuction: true`
    Auction(String),
    /// `Available action Meeple for SmallFollower`
    Action { item: String, of: Option<String> },
    /// `TilePlacement BA/C options: [0,1] - [0,90]; …`
    Tiles { tile: String, options: Vec<(At, Vec<u16>)> },
    /// `Undo is allowed`, `Undo is not allowed`
    Undo(bool),
    /// `Tunnel token A options:`, `Ferries options:`, `Meeple X options:`: parts of tiles
    Parts { item: String, of: Option<String>, options: Vec<Pointer> },
    /// `ReturnMeeple X options:`, `CaptureFollower options:`: figures on parts of tiles
    Figures { item: String, of: Option<String>, options: Vec<(String, Pointer)> },
    /// `Ann has GRAIN token with count 2`, or `… with size 5`
    Token { player: String, token: String, size: bool, count: i32 },
    /// `Tower piece X options: [0,1]; …`
    Cells { item: String, of: String, options: Vec<At> },
}

/// Reads a sentence; the first form that fits decides.
pub(super) fn read(text: &str) -> Option<Claim> {
    let words: Vec<&str> = text.split(' ').collect();
    points(&words)
        .or_else(|| scored(&words))
        .or_else(|| match text {
            "Player can pass" => Some(Claim::Pass(true)),
            "Player can't pass" => Some(Claim::Pass(false)),
            _ => phase(text),
        })
        .or_else(|| {
            let value = after(text, "bazaar noauction: ").map(word).filter(|w| !w.is_empty())?;
            Some(Claim::Auction(value.to_owned()))
        })
        .or_else(|| action(text))
        .or_else(|| {
            let (tile, rest) = of_options(text, "TilePlacement ")?;
            Some(Claim::Tiles { tile: tile.to_owned(), options: placements(rest) })
        })
        .or(match text {
            "Undo is allowed" => Some(Claim::Undo(true)),
            "Undo is not allowed" => Some(Claim::Undo(false)),
            _ => None,
        })
        .or_else(|| options(text))
        .or_else(|| token(&words))
        .or_else(|| last(text))
}

/// Letters, digits and `_` at the end of a word.
fn tail(text: &str) -> &str {
    let start = text.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    start.map_or(text, |i| &text[i + text[i..].chars().next().map_or(1, char::len_utf8)..])
}

/// Letters, digits and `_` at the begin of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    end.map_or(text, |i| &text[..i])
}

/// Returns the text behind a phrase, ignoring case.
fn after<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let at = text.to_ascii_lowercase().find(phrase)?;
    text.get(at + phrase.len()..)
}

fn points(words: &[&str]) -> Option<Claim> {
    words.windows(4).find_map(|w| {
        let player = tail(w[0]);
        let fits = !player.is_empty() && w[1] == "has" && w[3].starts_with("point");
        let points = w[2].parse().ok()?;
        fits.then(|| Claim::Points { player: player.to_owned(), points })
    })
}

fn scored(words: &[&str]) -> Option<Claim> {
    words.windows(6).find_map(|w| {
        let player = tail(w[0]);
        let name = w[2].chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        let fits = w[1] == "scored" && w[3] == "for" && w[5].starts_with("point");
        let points = w[4].parse().ok()?;
        (fits && name && !player.is_empty() && !w[2].is_empty()).then(|| Claim::Scored {
            player: player.to_owned(),
            name: w[2].to_owned(),
            points,
        })
    })
}

fn phase(text: &str) -> Option<Claim> {
    let name = after(text, "phase is ").map(word).filter(|w| !w.is_empty())?;
    Some(Claim::Phase(name.to_owned()))
}

fn action(text: &str) -> Option<Claim> {
    let words: Vec<&str> = text.strip_prefix("Available action")?.split_whitespace().collect();
    match words[..] {
        [item] => Some(Claim::Action { item: item.to_owned(), of: None }),
        [item, "for", of] => Some(Claim::Action { item: item.to_owned(), of: Some(of.to_owned()) }),
        _ => None,
    }
}

/// `<head>X options: …`: X and what follows.
fn of_options<'t>(text: &'t str, head: &str) -> Option<(&'t str, &'t str)> {
    let (of, rest) = text.strip_prefix(head)?.split_once(" options: ")?;
    (!of.is_empty() && !of.contains(char::is_whitespace)).then_some((of, rest))
}

fn options(text: &str) -> Option<Claim> {
    let parts = |item: &str, of: Option<&str>, rest: &str| Claim::Parts {
        item: item.to_owned(),
        of: of.map(str::to_owned),
        options: braces(rest).into_iter().filter_map(|(words, at)| part(&words, at)).collect(),
    };
    if let Some((of, rest)) = of_options(text, "Tunnel token ") {
        return Some(parts("Tunnel", Some(of), rest));
    }
    if let Some(rest) = text.strip_prefix("Ferries options:") {
        return Some(parts("Ferries", None, rest));
    }
    if let Some((of, rest)) = of_options(text, "Meeple ") {
        return Some(parts("Meeple", Some(of), rest));
    }
    let (of, rest) = of_options(text, "ReturnMeeple ")?;
    Some(Claim::Figures {
        item: "ReturnMeeple".to_owned(),
        of: Some(of.to_owned()),
        options: figures(rest),
    })
}

fn token(words: &[&str]) -> Option<Claim> {
    words.windows(7).find_map(|w| {
        let (player, digits) = (tail(w[0]), word(w[6]));
        let fits =
            w[1] == "has" && w[3] == "token" && w[4] == "with" && matches!(w[5], "size" | "count");
        let count = digits.parse().ok()?;
        (fits && !player.is_empty()).then(|| Claim::Token {
            player: player.to_owned(),
            token: w[2].to_owned(),
            size: w[5] == "size",
            count,
        })
    })
}

fn last(text: &str) -> Option<Claim> {
    if let Some((of, rest)) = of_options(text, "Tower piece ") {
        let options = cells(rest).into_iter().map(|(at, _)| at).collect();
        return Some(Claim::Cells { item: "TowerPiece".to_owned(), of: of.to_owned(), options });
    }
    let rest = text.strip_prefix("CaptureFollower options: ")?;
    Some(Claim::Figures { item: "CaptureFollower".to_owned(), of: None, options: figures(rest) })
}

/// Every `[x,y]` with the text behind it.
fn cells(text: &str) -> Vec<(At, &str)> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once('[') {
        rest = inside;
        let Some((pair, behind)) = inside.split_once(']') else { break };
        if let Some(at) = cell(pair) {
            out.push((at, behind));
            rest = behind;
        }
    }
    out
}

fn cell(text: &str) -> Option<At> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// `[x,y] - [0,90]`.
fn placements(text: &str) -> Vec<(At, Vec<u16>)> {
    let one = |(at, behind): (At, &str)| {
        let list = behind.trim_start().strip_prefix('-')?.trim_start().strip_prefix('[')?;
        let degrees = list.split_once(']')?.0.split(',').map(|n| n.trim().parse().ok());
        Some((at, degrees.collect::<Option<Vec<u16>>>()?))
    };
    cells(text).into_iter().filter_map(one).collect()
}

/// Every `{a,b,…,[x,y]}`: the words, and the cell.
fn braces(text: &str) -> Vec<(Vec<&str>, At)> {
    let inside = text.split('{').skip(1).filter_map(|one| one.split_once('}')).map(|(one, _)| one);
    inside.filter_map(brace).collect()
}

fn brace(one: &str) -> Option<(Vec<&str>, At)> {
    let (words, rest) = one.split_once('[')?;
    let at = cell(rest.strip_suffix(']').unwrap_or(rest).trim())?;
    Some((words.trim().trim_end_matches(',').split(',').map(str::trim).collect(), at))
}

fn part(words: &[&str], cell: At) -> Option<Pointer> {
    match words {
        [feature, location] => {
            Some(Pointer { cell, feature: (*feature).to_owned(), location: (*location).to_owned() })
        }
        _ => None,
    }
}

fn figures(text: &str) -> Vec<(String, Pointer)> {
    let one = |(words, at): (Vec<&str>, At)| {
        let (id, rest) = words.split_first()?;
        Some(((*id).to_owned(), part(rest, at)?))
    };
    braces(text).into_iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_read() {
        let read = |text| read(text).unwrap_or_else(|| panic!("{text}"));
        let at = |cell, feature: &str, location: &str| Pointer {
            cell,
            feature: feature.into(),
            location: location.into(),
        };
        assert_eq!(
            read("x-Ann has -3 points."),
            Claim::Points { player: "Ann".into(), points: -3 }
        );
        let Claim::Scored { name, points: 1, .. } =
            read("Ann scored special-monastery for 1 point")
        else {
            panic!("another form");
        };
        assert_eq!(name, "special-monastery");
        assert_eq!(read("Player can't pass"), Claim::Pass(false));
        assert_eq!(read("phase is TilePhase"), Claim::Phase("TilePhase".into()));
        assert_eq!(read("Phase is ActionPhase."), Claim::Phase("ActionPhase".into()));
        assert_eq!(read("Bazaar noAuction: true"), Claim::Auction("true".into()));
        assert_eq!(
            read("Available action  Meeple for Phantom"),
            Claim::Action { item: "Meeple".into(), of: Some("Phantom".into()) }
        );
        assert_eq!(
            read("TilePlacement BA/C options: [ -1, 2 ] - [0, 90]; [3,4]-[270]."),
            Claim::Tiles {
                tile: "BA/C".into(),
                options: vec![((-1, 2), vec![0, 90]), ((3, 4), vec![270])]
            }
        );
        assert_eq!(read("Undo is not allowed"), Claim::Undo(false));
        let Claim::Parts { item, of: None, options } = read("Ferries options: {Road,NS,[0,1]}")
        else {
            panic!("another form");
        };
        assert_eq!((item.as_str(), &options[..]), ("Ferries", &[at((0, 1), "Road", "NS")][..]));
        let Claim::Parts { item, of, options } =
            read("Meeple SmallFollower options: {Field,ER.SL,[-1,0]}; {City,N,[-1, 0]}")
        else {
            panic!("another form");
        };
        assert_eq!(
            (item.as_str(), of.as_deref(), options.len()),
            ("Meeple", Some("SmallFollower"), 2)
        );
        assert!(matches!(read("Tunnel token A options: {Road,N,[0,0]}"), Claim::Parts { .. }));
        let Claim::Figures { options, .. } =
            read("ReturnMeeple PRINCESS options: {0.small.1,City,NWSE,[0,-1]}")
        else {
            panic!("another form");
        };
        assert_eq!(options, [("0.small.1".into(), at((0, -1), "City", "NWSE"))]);
        assert_eq!(
            read("Ann has GRAIN token with count 2"),
            Claim::Token { player: "Ann".into(), token: "GRAIN".into(), size: false, count: 2 }
        );
        let Claim::Cells { options, .. } = read("Tower piece TOWER_PIECE options: [0,1]; [2,-3]")
        else {
            panic!("another form");
        };
        assert_eq!(options, [(0, 1), (2, -3)]);
        assert!(matches!(
            read("CaptureFollower options: {0.big.1,Tower,I,[0,0]}"),
            Claim::Figures { .. }
        ));
    }

    #[test]
    fn other_sentences_are_none() {
        for text in
            ["", "Ann is here", "has 3 points", "Meeple options: {", "é has é points", "[", "{[}"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
