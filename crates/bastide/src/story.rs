//! Score sheets and effects as sentences for people, in English and French.
//!
//! Words come from the manifests: a unit, tag, feature or figure is called as its expansion names it.

mod action;
mod chance;
mod neutral;
mod outcome;
mod plural;
mod sentence;
pub mod terms;
mod territory;

use std::fmt::Write as _;

pub use action::{action_about, action_head, action_line, entry_line, tile_words};
use bastide_core::decl::Text;
use bastide_core::ids::{FigureId, Player, RuleId, SegmentId, TileId, TileTypeId, TokenId};
use bastide_core::{Contribution, Effect, Logged, Place, Ruleset, Sheet, Term};
pub use chance::chance_line;
pub use outcome::{outcome_lines, outcome_turns};
pub use plural::{counted, several};
pub use territory::{figure_of, kept, territory, territory_size, territory_tags};

use crate::game::Play;

/// One of two texts by language: French for `fr`, else English.
fn by<'a>(lang: &str, en: &'a str, fr: &'a str) -> &'a str {
    if lang == "fr" { fr } else { en }
}

/// The names that an expansion gives to a thing of some sort.
fn declared<'r>(rules: &'r Ruleset, sorts: &[&str], word: &str) -> Option<&'r Text> {
    sorts.iter().find_map(|sort| rules.names.get(&format!("{sort}.{word}")))
}

/// The name that an expansion gives to a thing of some sort; the word itself if it gives none.
#[must_use]
pub fn name(rules: &Ruleset, sorts: &[&str], word: &str, lang: &str) -> String {
    let text = declared(rules, sorts, word).and_then(|t| t.get(by(lang, "en", "fr")));
    match (text, word) {
        (Some(text), _) => text.clone(),
        (None, "tile") => by(lang, "tile", "tuile").to_owned(),
        (None, "point") => "point".to_owned(),
        _ => word.rsplit('/').next().unwrap_or(word).replace('-', " "),
    }
}

/// Whether people are told of a tag: one without a name is for the rules alone.
pub(crate) fn is_told(rules: &Ruleset, tag: &str) -> bool {
    rules.names.contains_key(&format!("tag.{tag}"))
}

/// By how many points somebody stands to be ahead, to a tenth, with a sign and as a language writes it.
#[must_use]
pub fn ahead(points: f64, lang: &str) -> String {
    let said = format!("{points:+.1}").replace('-', "−");
    if lang == "fr" { said.replace('.', ",") } else { said }
}

/// A score sheet in one line: `city at 1,0: 7 tiles × 2 + 1 pennant × 2 = 16 → Alice [base.city.complete]`.
#[must_use]
pub fn sheet_line(game: &Play, sheet: &Sheet, lang: &str) -> String {
    let rules = &game.rules().ruleset;
    let mut line = subject(game, sheet, lang);
    if !line.is_empty() {
        line += by(lang, ": ", " : ");
    }
    let sum = sum(rules, sheet, lang);
    if sum.is_empty() {
        line += &points(sheet.value, lang);
    } else {
        let _ = write!(line, "{sum} = {}", sheet.value);
    }
    let who: Vec<String> =
        sheet.earned.iter().map(|(p, n)| earner(game, *p, *n, sheet.value)).collect();
    let nobody = by(lang, "nobody", "personne").to_owned();
    let who = if who.is_empty() { nobody } else { who.join(", ") };
    let _ = write!(line, " → {who}");
    let mut cited: Vec<RuleId> = Vec::new();
    for rule in std::iter::once(sheet.claim.rule).chain(sheet.terms.iter().map(|t| t.rule)) {
        if rule.is_some() && !cited.contains(&rule) {
            cited.push(rule);
        }
    }
    for rule in cited {
        let _ = write!(line, " [{}]", rules.rule_name(rule));
    }
    for (player, n, rule) in &sheet.bonus {
        let _ = write!(line, "; {} {n:+} [{}]", player_name(game, *player), rules.rule_name(*rule));
    }
    line
}

/// Returns the subject of a score sheet, with its place.
fn subject(game: &Play, sheet: &Sheet, lang: &str) -> String {
    let node = sheet.claim.node;
    match sheet.cell {
        Some(cell) if node.is_some() => {
            format!("{} {} {cell}", feature(game, node, lang), by(lang, "at", "en"))
        }
        _ => String::new(),
    }
}

/// A player, with his points if they are not those of the claim.
fn earner(game: &Play, player: Player, points: i32, value: i32) -> String {
    let name = player_name(game, player);
    if points == value { name } else { format!("{name} {points}") }
}

/// The arithmetic of the terms that hold for everybody.
fn sum(rules: &Ruleset, sheet: &Sheet, lang: &str) -> String {
    let common: Vec<Contribution> =
        sheet.terms.iter().filter(|t| !t.only.is_some()).copied().collect();
    let common = Sheet { terms: common, ..sheet.clone() };
    let mut text = String::new();
    let mut lines = terms::unit_lines(&common);
    // Tiles are the first of all units; what lies on them comes after them.
    lines.sort_by_key(|line| line.1);
    for (_, id, n, rate) in lines {
        let times = if rate == 1 { String::new() } else { format!(" × {rate}") };
        join(&mut text, &format!("{}{times}", terms::unit(rules, id, n, lang)));
    }
    if common.terms.iter().any(|t| t.term == Term::Void) {
        text = if text.is_empty() { "0".to_owned() } else { format!("({text}) × 0") };
    }
    for t in &common.terms {
        if let Term::Flat { n } = t.term {
            signed(&mut text, n);
        }
    }
    for t in &common.terms {
        if let Term::Scale { num, den, .. } = t.term {
            let by = if den == 1 { num.to_string() } else { format!("{num}/{den}") };
            text = if text.contains(' ') {
                format!("({text}) × {by}")
            } else {
                format!("{text} × {by}")
            };
        }
    }
    for t in &common.terms {
        if let Term::Extra { n } = t.term {
            signed(&mut text, n);
        }
    }
    text
}

fn join(text: &mut String, part: &str) {
    if !text.is_empty() {
        text.push_str(" + ");
    }
    text.push_str(part);
}

fn signed(text: &mut String, n: i32) {
    if n < 0 && !text.is_empty() {
        let _ = write!(text, " − {}", -n);
    } else {
        join(text, &n.to_string());
    }
}

fn points(n: i32, lang: &str) -> String {
    counted(n, "point", lang)
}

/// Name of a player.
fn player_name(game: &Play, player: Player) -> String {
    game.names().get(player.index()).cloned().unwrap_or_else(|| "?".to_owned())
}

/// What a feature is called.
fn feature(game: &Play, node: SegmentId, lang: &str) -> String {
    let read = game.read();
    if node.index() >= read.state.node_count() {
        return "?".to_owned();
    }
    let kind = &read.rules.kinds[read.state.kind(node).index()].decl.name;
    name(read.rules, &["feature"], kind, lang)
}

/// `road at 1,0`.
fn feature_at(game: &Play, node: SegmentId, lang: &str) -> String {
    let read = game.read();
    if node.index() >= read.state.node_count() {
        return "?".to_owned();
    }
    format!("{} {} {}", feature(game, node, lang), by(lang, "at", "en"), read.cell(node))
}

/// Owner and kind of a figure.
fn figure(game: &Play, figure: FigureId, lang: &str) -> (String, String) {
    let read = game.read();
    if figure.index() >= read.state.figure_count() {
        return ("?".to_owned(), "?".to_owned());
    }
    let kind = &read.rules.figures[read.state.figure_kind(figure).index()].decl.name;
    (player_name(game, read.state.owner(figure)), name(read.rules, &["figure"], kind, lang))
}

fn tile(game: &Play, tile: TileTypeId, lang: &str) -> String {
    match game.rules().ruleset.types.get(tile.index()) {
        Some(t) => format!("{} {}", by(lang, "tile", "tuile"), t.decl.id),
        None => by(lang, "a tile", "une tuile").to_owned(),
    }
}

fn placed(game: &Play, id: TileId, lang: &str) -> String {
    match game.state().tiles().get(id.index()) {
        Some(t) => format!("{} {} {}", tile(game, t.kind(), lang), by(lang, "at", "en"), t.cell()),
        None => "?".to_owned(),
    }
}

fn place(game: &Play, place: Place, lang: &str) -> String {
    match place {
        Place::Supply => by(lang, "beside the board", "à côté du plateau").to_owned(),
        Place::Box => by(lang, "in the box", "dans la boîte").to_owned(),
        Place::Segment(node) => feature_at(game, node, lang),
        Place::Tile(id) => placed(game, id, lang),
        Place::Corner(corner) => crate::notation::corner(game.read(), corner),
        Place::Held(player) => player_name(game, player),
        Place::Beside(id) => {
            let (owner, kind) = figure(game, id, lang);
            format!("{kind} ({owner})")
        }
    }
}

/// Returns an effect as a sentence with its rule, or `None` for effects that only keep books.
#[must_use]
pub fn effect_line(game: &Play, logged: &Logged, lang: &str) -> Option<String> {
    let who = |p: Player| player_name(game, p);
    let fr = lang == "fr";
    let say = |en: String, french: String| if fr { french } else { en };
    let line = match logged.effect {
        Effect::Drawn { tile: t, player, .. } => drawn(game, t, player, lang),
        Effect::Placed { tile, start: false, .. } => {
            let what = placed(game, tile, lang);
            say(format!("{what} is placed"), format!("{what} : posée"))
        }
        Effect::TileLaid { tile, .. } => {
            let what = placed(game, tile, lang);
            say(format!("{what} is laid"), format!("{what} : posée hors pioche"))
        }
        Effect::AsPlaced { tile } => {
            let what = placed(game, tile, lang);
            say(format!("{what} counts as placed"), format!("{what} : compte comme posée"))
        }
        Effect::TileRemoved { tile, .. } => {
            let what = placed(game, tile, lang);
            say(format!("{what} is taken away"), format!("{what} : retirée"))
        }
        Effect::Overlaid { tile, overlay, .. } => {
            let word =
                game.rules().ruleset.overlays.get(overlay.index()).map_or("?", |o| &o.decl.name);
            let piece = name(&game.rules().ruleset, &["overlay"], word, lang);
            let what = placed(game, tile, lang);
            say(
                format!("{what}: a {piece} is laid over it"),
                format!("{what} : on pose dessus 1 {piece}"),
            )
        }
        Effect::Deployed { figure: f, node } => {
            let ((owner, kind), at) = (figure(game, f, lang), feature_at(game, node, lang));
            say(
                format!("{owner} puts a {kind} on the {at}"),
                format!("{owner} place 1 {kind} : {at}"),
            )
        }
        Effect::Moved { figure: f, node, .. } => {
            let ((owner, kind), at) = (figure(game, f, lang), feature_at(game, node, lang));
            say(
                format!("{owner}: a {kind} moves to the {at}"),
                format!("{owner} : 1 {kind} va en {at}"),
            )
        }
        Effect::Stood { figure: f, corner, .. } => {
            let ((owner, kind), at) =
                (figure(game, f, lang), crate::notation::corner(game.read(), corner));
            say(
                format!("{owner}: a {kind} on the corner {at}"),
                format!("{owner} : 1 {kind} au coin {at}"),
            )
        }
        Effect::Returned { figure: f, .. } => {
            let (owner, kind) = figure(game, f, lang);
            say(format!("{owner} gets a {kind} back"), format!("{owner} récupère 1 {kind}"))
        }
        Effect::Captured { figure: f, by, .. } => {
            let (owner, kind) = figure(game, f, lang);
            let by = who(by);
            say(
                format!("{by} captures a {kind} of {owner}"),
                format!("{by} capture 1 {kind} ({owner})"),
            )
        }
        Effect::NeutralMoved { neutral, to } => {
            let word = game.rules().ruleset.neutrals.get(neutral.index()).map_or("?", |n| n);
            let kind = name(&game.rules().ruleset, &["neutral"], word, lang);
            neutral::moved(game, &kind, to, lang)
        }
        Effect::Completed { node } => {
            let at = feature_at(game, node, lang);
            say(format!("the {at} is complete"), format!("{at} : domaine achevé"))
        }
        Effect::Waits { node } => {
            let at = feature_at(game, node, lang);
            say(
                format!("the {at} is closed, but not complete yet"),
                format!("{at} : domaine fermé, mais pas encore achevé"),
            )
        }
        Effect::Paid { from, to, points: n, .. } => paid(game, from, to, n, lang),
        Effect::TokenMoved { token, player, by } => tokens(game, token, player, by, lang),
        Effect::Turn { player } => {
            let p = who(player);
            say(format!("{p} has an extra turn"), format!("{p} joue un tour de plus"))
        }
        Effect::Begins { player } => {
            let p = who(player);
            say(format!("{p} begins"), format!("{p} commence"))
        }
        Effect::Over => say("the game is over".into(), "la partie est terminée".into()),
        Effect::Passed { player, .. } => {
            let p = who(player);
            say(format!("{p} passes"), format!("{p} passe"))
        }
        Effect::Stuck { player } => {
            let p = who(player);
            say(format!("{p} cannot place anything"), format!("{p} ne peut rien poser"))
        }
        Effect::Revealed { player } => {
            let p = who(player);
            say(format!("{p} shows the answer"), format!("{p} montre sa réponse"))
        }
        Effect::Noted { player } => {
            let cited = game.cited(logged.rule);
            let text = say(cited.en, cited.fr);
            let text = sentence::first_sentence(&text);
            if player.is_some() {
                format!("{}{}{text}", who(player), by(lang, ": ", " : "))
            } else {
                text.to_owned()
            }
        }
        _ => return None,
    };
    let rule = game.rules().ruleset.rule_name(logged.rule);
    Some(if rule.is_empty() { line } else { format!("{line} [{rule}]") })
}

fn drawn(game: &Play, what: TileTypeId, player: Player, lang: &str) -> String {
    let what = tile(game, what, lang);
    match (game.names().get(player.index()), lang) {
        (Some(p), "fr") => format!("{p} pioche : {what}"),
        (Some(p), _) => format!("{p} draws {what}"),
        (None, "fr") => format!("{what} : piochée"),
        (None, _) => format!("{what} is drawn"),
    }
}

fn paid(game: &Play, from: Player, to: Player, n: i32, lang: &str) -> String {
    let (from, to) = (game.names().get(from.index()), game.names().get(to.index()));
    let n = points(n, lang);
    match (from, to, lang) {
        (Some(from), Some(to), "fr") => format!("{from} paie {n} à {to}"),
        (Some(from), Some(to), _) => format!("{from} pays {to} {n}"),
        (Some(from), None, "fr") => format!("{from} paie {n}"),
        (Some(from), None, _) => format!("{from} pays {n}"),
        (None, Some(to), "fr") => format!("{to} reçoit {n}"),
        (None, Some(to), _) => format!("{to} gets {n}"),
        (None, None, _) => n,
    }
}

fn tokens(game: &Play, token: TokenId, player: Player, by: i16, lang: &str) -> String {
    let rules = &game.rules().ruleset;
    let word = rules.tokens.get(token.index()).map_or("?", |t| &t.name);
    let n = several(rules, &["token"], i32::from(by).abs(), word, lang);
    let p = player_name(game, player);
    if by == 0 {
        // So a seat sees what comes and goes unseen.
        let word = name(rules, &["token"], word, lang);
        return match lang {
            "fr" => format!("{p} gagne ou perd des jetons ({word})"),
            _ => format!("{p} gets or gives tokens ({word})"),
        };
    }
    match (by < 0, lang) {
        (true, "fr") => format!("{p} : {n} de moins"),
        (true, _) => format!("{p} gives {n}"),
        (false, "fr") => format!("{p} reçoit {n}"),
        (false, _) => format!("{p} gets {n}"),
    }
}

#[cfg(test)]
#[path = "tests/story.rs"]
mod tests;
