//! What a person sees of a game: players, score sheet, remaining tiles, log, help.

use std::collections::BTreeMap;

use bastide::core::ids::{FigureKindId, Player, TileTypeId, TokenId};
use bastide::core::{Action, Place, State};
use bastide::game::{Entry, Outcome, Refused};
use bastide::{Game, story};
use bastide_draw::Look;

use crate::board::symbols::{self, Signs};
use crate::board::window;
use crate::board::{self, Extra, signs};
use crate::lang::{Lang, say};

/// The board with its legend.
pub(crate) fn board(game: &Game, look: &Look, extra: &Extra, lang: Lang) -> String {
    let signs = Signs(look);
    let legend = signs::legend(game.read(), signs, lang);
    format!("{}\n{legend}\n", board::draw(game.read(), signs, extra))
}

/// Name of a player with the letter in its color.
pub(crate) fn player(game: &Game, player: Player) -> String {
    match game.names().get(player.index()) {
        Some(name) => format!("{} {name}", board::seat(player)),
        None => "?".to_owned(),
    }
}

/// All players: points, what is left, who is held, and tiles that the seat which looks may see.
pub(crate) fn panel(game: &Game, looks: Player, lang: Lang) -> String {
    let read = game.read();
    let view = game.seen_by(looks);
    let code = lang.code();
    let width = game.names().iter().map(|n| n.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for (i, name) in game.names().iter().enumerate() {
        let seat = Player(i as u8);
        let turn = if !game.is_over() && read.state.player() == seat { '▸' } else { ' ' };
        let score = read.state.score(seat);
        let points = story::counted(score, "point", code);
        let wide = 4 + points.len() - score.to_string().len();
        let mut parts = vec![format!("{points:>wide$}")];
        for (k, kind) in read.rules.figures.iter().enumerate().filter(|(_, kind)| kind.supply > 0) {
            let left = read.state.supply(seat, FigureKindId(k as u8));
            let (word, left) = (&kind.decl.name, left as i32);
            parts.push(story::several(read.rules, &["figure"], left, word, code));
        }
        for (t, token) in read.rules.tokens.iter().enumerate() {
            let n = view.state().tokens(TokenId(t as u8), seat);
            if n > 0 {
                parts.push(story::several(read.rules, &["token"], n.into(), &token.name, code));
            }
        }
        parts.extend(zones(game, view.state(), seat, lang));
        let held = read.figures().filter(|f| read.state.figure_place(*f) == Place::Held(seat));
        let mut captives = BTreeMap::new();
        for figure in held {
            let of = (read.state.figure_kind(figure).index(), read.state.owner(figure).index());
            *captives.entry(of).or_insert(0) += 1;
        }
        let held: Vec<String> = captives
            .into_iter()
            .map(|((kind, owner), n)| {
                let kind = &read.rules.figures[kind].decl.name;
                let kind = story::name(read.rules, &["figure"], kind, code);
                let (kinds, owner) = (story::counted(n, &kind, code), symbols::letter(owner));
                say!(lang, "{kinds} of {owner}", "{kinds} de {owner}")
            })
            .collect();
        if !held.is_empty() {
            parts.push(format!("{} {}", lang.pick("holds", "détient"), held.join(", ")));
        }
        let facts = parts.join(" · ");
        let mark = board::seat(seat);
        out.push_str(&format!("{turn}{mark} {name:<width$} {facts}\n"));
    }
    out
}

/// All players where lines are short: in full the one whose turn it is, of the others the points.
pub(super) fn brief_panel(game: &Game, looks: Player, lang: Lang) -> String {
    let read = game.read();
    let turn = read.state.player();
    let own = panel(game, looks, lang).lines().nth(turn.index()).unwrap_or_default().to_owned();
    let others = (0..game.names().len()).map(|i| Player(i as u8)).filter(|seat| *seat != turn);
    let others = others.map(|seat| format!("{} {}", player(game, seat), read.state.score(seat)));
    format!("{own}\n {}\n", others.collect::<Vec<_>>().join(" · "))
}

/// Tiles in front of a player, zone by zone: which, or how many if not all of them may be seen.
fn zones(game: &Game, state: &State, seat: Player, lang: Lang) -> Vec<String> {
    let rules = &game.rules().ruleset;
    let own = |p: &usize| rules.piles[*p].zone.as_ref().is_some_and(|zone| zone.per_player);
    let mut out = Vec::new();
    for p in (0..rules.piles.len()).filter(own) {
        let lying = state.zoned().filter(|z| z.0.index() == p && z.1 == seat);
        let tiles: Vec<TileTypeId> = lying.map(|z| z.2).collect();
        if tiles.is_empty() {
            continue;
        }
        let ids = tiles.iter().map(|tile| {
            let words = story::tile_words(rules, *tile, lang.code());
            rules.types.get(tile.index()).map(|t| format!("{} ({words})", short(&t.decl.id)))
        });
        let shown = match ids.collect::<Option<Vec<String>>>() {
            Some(mut ids) => {
                ids.sort_unstable();
                ids.join(", ")
            }
            None => story::counted(tiles.len() as i32, lang.pick("tile", "tuile"), lang.code()),
        };
        let zone = story::name(rules, &["zone"], &rules.piles[p].name, lang.code());
        out.push(say!(lang, "{zone}: {shown}", "{zone} : {shown}"));
    }
    out
}

/// The part of a tile's id after its set.
pub(crate) fn short(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

/// The score sheet of the whole game so far.
pub(crate) fn sheet(game: &Game, lang: Lang) -> String {
    let style = symbols::STRONG;
    let mut out = format!("{style}{}{style:#}\n", lang.pick("Score sheet", "Décompte"));
    let mut turn = 1;
    let mut add = |first: u16, done: &Outcome, last: Option<u16>| {
        let turns = story::outcome_turns(game, done, lang.code());
        let all = turns.len();
        for (i, lines) in (0..).zip(turns) {
            // Most often an action ends one turn, and what follows is the next turn's, or the final scoring's.
            let turn = last.filter(|_| i > 0 && usize::from(i) + 1 == all).unwrap_or(first + i);
            let when =
                if turn == 0 { lang.pick("end", "fin").to_owned() } else { turn.to_string() };
            for line in lines.iter().filter(|line| line.contains('[')) {
                out.push_str(&format!("{when:>5}  {line}\n"));
            }
        }
    };
    add(turn, game.opening(), None);
    for entry in game.entries() {
        let next = entry.turn.map(|(next, _)| next);
        add(turn, &entry.outcome, next);
        turn = next.unwrap_or(turn);
    }
    out
}

/// Tiles that a seat has not seen, by type.
pub(crate) fn tiles(game: &Game, look: &Look, looks: Player, lang: Lang) -> String {
    let read = game.read();
    let mut faces = Vec::new();
    let view = game.seen_by(looks);
    for (tile, left) in view.unseen() {
        // Names of sets are long: the part after the set says enough below a drawing.
        let short = short(&read.rules.types[tile.index()].decl.id);
        faces.push((format!("{left}× {short}"), board::face(read, tile, 0)));
    }
    let total = read.deck_size();
    let total = lang.counted(total, "tile", "tuile");
    let mut out = say!(lang, "{total} left to draw\n", "{total} à piocher\n");
    if view.hides() {
        out.push_str(lang.pick(
            "and those in zones that you do not see\n",
            "et celles que d'autres tiennent en main\n",
        ));
    }
    let columns = window::terminal().map_or(80, |(columns, _)| columns);
    for row in board::rows(&faces, columns) {
        out.push_str(&board::row(row, Signs(look)));
    }
    out
}

/// Returns an action as records write it, behind its description. A pass needs no repetition.
fn recorded(action: Action, text: &str) -> String {
    let faint = symbols::FAINT;
    if action == Action::Pass { String::new() } else { format!("  {faint}({text}){faint:#}") }
}

/// One move of the log, as a seat may know it: in words, and as records write it.
pub(crate) fn entry(game: &Game, entry: &Entry, looks: Player, lang: Lang) -> String {
    let said = story::entry_line(game, entry, looks, lang.code());
    let record = recorded(entry.action, &game.text_for(entry, looks));
    match game.names().get(entry.actor.index()) {
        Some(name) => format!("{name}{} {said}{record}", lang.pick(":", " :")),
        None => format!("{said}{record}"),
    }
}

/// All moves so far, as a seat may know them.
pub(crate) fn log(game: &Game, looks: Player, lang: Lang) -> String {
    let lines = game.entries().iter().map(|e| entry(game, e, looks, lang) + "\n");
    lines.collect()
}

/// Why nothing happened: the rules, each with its text.
pub(crate) fn refused(refused: &Refused, lang: Lang) -> String {
    match refused {
        Refused::Rules { action, reasons } => {
            let mut out = say!(lang, "`{action}` is not allowed:", "`{action}` n'est pas permis :");
            for reason in reasons {
                let text = lang.pick(&reason.en, &reason.fr);
                out.push_str(&format!("\n    {text} [{}]", reason.rule));
            }
            out
        }
        other => other.words().get(lang.code()).to_owned(),
    }
}

/// How many options a hint names.
const HINTS: usize = 5;

/// The best options, each with the points by which the seat then stands to be ahead.
pub(crate) fn advice(game: &Game, ranked: &[(Action, f64)], lang: Lang) -> String {
    let mut out = lang
        .pick(
            "Best first, with the points by which you then stand to be ahead of the others at the end:\n",
            "Du meilleur au moins bon, avec l'avance finale que le coup vous promet sur les autres :\n",
        )
        .to_owned();
    for (action, points) in ranked.iter().take(HINTS) {
        let points = story::ahead(*points, lang.code());
        out += &{
            let said = story::action_line(game, *action, lang.code());
            format!("{points:>7}  {said}{}\n", recorded(*action, &game.write(*action)))
        };
    }
    out
}

/// Returns the list of commands.
pub(crate) fn help(lang: Lang) -> &'static str {
    lang.pick(
        "Type
  3              the option with this number; 0 passes
  3r1, 3 r1      the cell with this number, the tile turned right once (r0 to r3)
  1,0 r2         a cell by its coordinates
  place base/D 1,0 r1 · deploy meeple road@E · pass …   any move in full, as in saved games
  D 1,0 r2       the same for one of several tiles in hand
  options        all options in full, as far as they do not fit on the screen
  why MOVE       which rules forbid a move
  undo           take back (until something is drawn)
  board · board X,Y · score · tiles · log     board (with a cell in the middle), score sheet, tiles left to draw, moves so far
  hint           the best options, as the bot `planner` sees them
  bot            let the bot `planner` decide this one
  save FILE      save the game · quit   leave",
        "Tapez
  3              l'option de ce numéro ; 0 passe
  3r1, 3 r1      la case de ce numéro, la tuile tournée une fois à droite (r0 à r3)
  1,0 r2         une case par ses coordonnées
  place base/D 1,0 r1 · deploy meeple road@E · pass …   tout coup en entier, comme dans les fichiers
  D 1,0 r2       de même pour une des tuiles que l'on a en main
  options        toutes les options en entier, quand l'écran n'en a pas la place
  pourquoi COUP  quelles règles interdisent un coup
  annuler        revenir en arrière (tant que rien n'est pioché)
  plateau · plateau X,Y · score · tuiles · journal     plateau (autour d'une case), décompte, tuiles à piocher, coups joués
  conseil        les meilleures options, aux yeux du robot `planner`
  robot          laisser le robot `planner` décider
  enregistrer FICHIER   enregistrer la partie · quitter",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{Config, Library, Rules, Setup};

    fn new_game() -> Game {
        let config =
            "players = [\"Ana\", \"Bob\"]\nedition = \"bga\"\n[expansions]\nthe-tower = true\n";
        let config = Config::parse("test.toml", config).unwrap();
        let setup = Setup::load(&config, &Library::official()).unwrap();
        Game::new(Rules::new(setup).unwrap(), 1).unwrap()
    }

    #[test]
    fn refusals_say_what_and_why() {
        let mut game = new_game();
        let mut told = [String::new(), String::new()];
        let lines = [
            "draw base/E",
            "place base/E 0,0 r0",
            "place base/E 7,7 r0",
            "place base/E 0,1 r0",
            "place base/Z 0,1 r0",
            "place base/E 1,0 r9",
            "leap",
            "place base/E 0,-1 r2",
            "deploy pig city@S",
            "deploy meeple 0,0 road@E",
        ];
        for line in lines {
            if let Err(no) = game.act_text(line) {
                for (told, lang) in told.iter_mut().zip([Lang::En, Lang::Fr]) {
                    told.push_str(&format!("> {line}\n{}\n", refused(&no, lang)));
                }
            }
        }
        insta::assert_snapshot!("refusals_en", told[0]);
        insta::assert_snapshot!("refusals_fr", told[1]);
    }

    #[test]
    fn a_hint_names_no_two_rotations_that_look_alike() {
        let mut game = new_game();
        for line in ["draw base/E", "place base/E 0,-1 r2", "pass", "draw base/U"] {
            game.act_text(line).unwrap();
        }
        let ranked = game.advise().unwrap();
        let all = advice(&game, &ranked, Lang::En);
        assert!(all.contains(" r0)") || all.contains(" r1)"), "{all}");
        assert!(!all.contains(" r2)") && !all.contains(" r3)"), "{all}");
    }

    #[test]
    fn what_a_person_sees_of_a_game() {
        let mut game = new_game();
        for line in
            ["draw base/E", "place base/E 0,-1 r2", "deploy meeple 0,-1 city@S", "draw base/U"]
        {
            game.act_text(line).unwrap();
        }
        for (lang, name) in [(Lang::En, "seen_en"), (Lang::Fr, "seen_fr")] {
            let menu = super::super::menu::Menu::of(&game);
            let (look, _) = Look::of(&Library::official());
            let parts = [
                board(&game, &look, &menu.extra(&game), lang),
                panel(&game, Player(0), lang),
                menu.turned(&game, &look, 8),
                menu.lines(&game, lang),
                sheet(&game, lang),
                log(&game, Player(0), lang),
            ];
            insta::assert_snapshot!(
                name,
                anstream::adapter::strip_str(&parts.join("\n")).to_string()
            );
        }
    }
}
