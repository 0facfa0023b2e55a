//! The seats at the table, as the config names them.

use std::ops::Range;

use bastide_text::{Document, Node, Table, Value};

use crate::lang;

/// Bots that the program carries.
pub const BOTS: [&str; 4] = ["random", "greedy", "planner", "expert"];
/// Most players; expansions set the bounds of a game below it.
pub const PLAYERS_MAX: usize = 8;
/// Longest name of a player, in characters.
pub const NAME_MAX: usize = 32;

/// A seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSeat {
    /// Name of the player.
    pub name: String,
    /// Bot that plays; none = a person.
    pub bot: Option<String>,
}

/// Reads `players`: a number, or a list of names and tables.
pub(super) fn read(root: &Table<'_>) -> Vec<PlayerSeat> {
    root.need("players");
    let Some(node) = root.raw("players") else { return Vec::new() };
    let document = root.document();
    if let Value::Int(_) = node.value {
        let players = document.as_int(node, "players", 1..=PLAYERS_MAX as i64).unwrap_or(0);
        let names = ('A'..='Z').take(players as usize);
        return names.map(|name| PlayerSeat { name: name.to_string(), bot: None }).collect();
    }
    let Value::List(nodes) = &node.value else {
        let fault = document.fault(
            6,
            node.span.clone(),
            "`players` is neither a number nor a list",
            "`players` n'est ni un nombre ni une liste",
        );
        document.note(fault.help(
            "write `players = [\"Alice\", \"Bob\"]`",
            "écrivez `players = [\"Alice\", \"Bob\"]`",
        ));
        return Vec::new();
    };
    let mut seats: Vec<PlayerSeat> = Vec::new();
    for node in nodes {
        let Some((seat, span)) = seat(document, node) else { continue };
        check_name(document, &seat.name, span.clone());
        if seats.iter().any(|other| other.name == seat.name) {
            let name = &seat.name;
            let fault = document.fault(
                102,
                span,
                format!("two players are called `{name}`"),
                format!("deux joueurs s'appellent `{name}`"),
            );
            document.note(fault.help("give one another name", "donnez un autre nom à l'un d'eux"));
        }
        seats.push(seat);
    }
    seats
}

/// One seat and the place of its name.
fn seat(document: &Document, node: &Node) -> Option<(PlayerSeat, Range<usize>)> {
    if let Value::Text(name) = &node.value {
        return Some((PlayerSeat { name: name.clone(), bot: None }, node.span.clone()));
    }
    let table = document.as_table(node, "players")?;
    let there = table.need("name");
    let name = table.str("name").unwrap_or_default().to_owned();
    let bot = table.str("bot").map(str::to_owned);
    if let Some(bot) = &bot
        && !BOTS.contains(&bot.as_str())
    {
        document.note(lang::suggest(
            document.fault(
                104,
                table.value_span("bot"),
                format!("unknown bot `{bot}`"),
                format!("robot inconnu `{bot}`"),
            ),
            bot,
            BOTS,
        ));
    }
    table.finish();
    (there && matches!(table.raw("name")?.value, Value::Text(_)))
        .then(|| (PlayerSeat { name, bot }, table.value_span("name")))
}

/// A name must be readable in one line of a record.
fn check_name(document: &Document, name: &str, span: Range<usize>) {
    let (en, fr) = if name.trim().is_empty() {
        ("a player without a name", "un joueur sans nom")
    } else if name.chars().count() > NAME_MAX {
        ("the name is too long", "le nom est trop long")
    } else if name.trim() != name || name.contains('"') || is_spelled(name) {
        (
            "the name begins or ends with a blank, or holds a quote or control character",
            "le nom commence ou finit par un blanc, ou contient un guillemet ou un caractère de commande",
        )
    } else {
        return;
    };
    let fault = document.fault(103, span, en, fr);
    document.note(fault.help(
        format!("write 1 to {NAME_MAX} characters"),
        format!("écrivez de 1 à {NAME_MAX} caractères"),
    ));
}

/// Whether the name holds what the reader had to spell out: a character that is not seen or changes how others are.
fn is_spelled(name: &str) -> bool {
    name.contains("\\u{") || name.contains(char::is_control)
}

/// Reads `first`: the name of the player who begins.
pub(super) fn first(root: &Table<'_>, seats: &[PlayerSeat]) -> Option<usize> {
    let name = root.str("first")?;
    let found = seats.iter().position(|seat| seat.name == name);
    if found.is_none() {
        root.document().note(lang::suggest(
            root.document().fault(
                107,
                root.value_span("first"),
                format!("`{name}` is not one of the players"),
                format!("`{name}` n'est pas un des joueurs"),
            ),
            name,
            seats.iter().map(|seat| seat.name.as_str()),
        ));
    }
    found
}
