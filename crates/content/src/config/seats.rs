//! The seats at the table, as the config names them.

use std::ops::Range;

use bastide_core::Words;
use bastide_core::text::seen;
use bastide_text::{Document, Node, Table, Value};
use unicode_normalization::UnicodeNormalization as _;

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
    /// Bot of the seat, or `None` for a person.
    pub bot: Option<String>,
}

/// Returns a name in a form without differences that readers cannot see, such as composed and combining marks.
fn looks(name: &str) -> String {
    seen(name).nfc().collect()
}

/// Reads `players`: a number, or a list of names and tables.
pub(super) fn read(root: &Table<'_>) -> Vec<PlayerSeat> {
    root.need("players");
    let Some(node) = root.raw("players") else { return Vec::new() };
    let document = root.document();
    if let Value::Int(_) = node.value {
        let players = number(document, node).unwrap_or(0);
        let names = ('A'..='Z').take(players);
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
        if seats.iter().any(|other| looks(&other.name) == looks(&seat.name)) {
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

/// Reads the number of players. Numbers that no game can hold are refused here; the expansions in play decide about
/// the rest.
fn number(document: &Document, node: &Node) -> Option<usize> {
    let Value::Int(number) = node.value else { return None };
    if (1..=PLAYERS_MAX as i64).contains(&number) {
        return usize::try_from(number).ok();
    }
    let told = document.written(node);
    let fault = document.fault(
        7,
        node.span.clone(),
        format!("`players` is {told}"),
        format!("`players` vaut {told}"),
    );
    document.note(fault.help(
        format!("write how many play: {PLAYERS_MAX} at the very most, and fewer in most games"),
        format!("écrivez combien de joueurs il y a : {PLAYERS_MAX} au grand maximum, et moins dans la plupart des parties"),
    ));
    None
}

/// One seat and the place of its name.
fn seat(document: &Document, node: &Node) -> Option<(PlayerSeat, Range<usize>)> {
    if let Value::Text(name) = &node.value {
        return Some((PlayerSeat { name: name.clone(), bot: None }, node.span.clone()));
    }
    if !matches!(node.value, Value::Table(_)) {
        let told = document.written(node);
        let fault = document.fault(
            6,
            node.span.clone(),
            format!("`{told}` is no player"),
            format!("`{told}` n'est pas un joueur"),
        );
        let plain = told.chars().all(char::is_alphanumeric);
        let name = if plain { told } else { "Ana".to_owned() };
        document.note(fault.help(
            format!("write a name in quotes: `\"{name}\"`"),
            format!("écrivez un nom entre guillemets : `\"{name}\"`"),
        ));
        return None;
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
    let count = name.chars().count();
    let help = Words::new(
        format!("write 1 to {NAME_MAX} characters"),
        format!("écrivez de 1 à {NAME_MAX} caractères"),
    );
    let leave_out = |what: &str| Words::new(format!("leave out {what}"), format!("retirez {what}"));
    let (what, help) = if seen(name).trim().is_empty() {
        (Words::new("a player without a name", "un joueur sans nom"), help)
    } else if let Some(code) = spelled(name) {
        let what = Words::new(
            format!("the name holds `{code}`, which is not seen or changes how the rest is seen"),
            format!("le nom contient `{code}`, qui ne se voit pas ou change l'aspect du reste"),
        );
        (what, leave_out(&format!("`{code}`")))
    } else if name.contains(char::is_control) {
        let what = Words::new(
            "the name holds a line break, a tab or another control character",
            "le nom contient un saut de ligne, une tabulation ou un autre caractère de commande",
        );
        (what, Words::new("write it on one line", "écrivez-le sur une ligne"))
    } else if name.contains('"') {
        let what = Words::new("the name holds a quote", "le nom contient un guillemet droit");
        (what, leave_out("`\"`"))
    } else if name.trim() != name {
        let what = Words::new(
            "the name begins or ends with a blank",
            "le nom commence ou finit par une espace",
        );
        let good = name.trim();
        (what, Words::new(format!("write `\"{good}\"`"), format!("écrivez `\"{good}\"`")))
    } else if count > NAME_MAX {
        let what = Words::new(
            format!("the name has {count} characters, which is too long"),
            format!("le nom a {count} caractères, ce qui est trop long"),
        );
        (what, help)
    } else {
        return;
    };
    let fault = document.fault(103, span, what.en, what.fr);
    document.note(fault.help(help.en, help.fr));
}

/// A character of the name that the reader had to spell out: it is not seen or changes how others are.
fn spelled(name: &str) -> Option<&str> {
    let (_, rest) = name.split_once("\\u{")?;
    let at = name.len() - rest.len() - 3;
    let end = rest.find('}').map_or(name.len(), |end| at + 4 + end);
    name.get(at..end)
}

/// Reads `first`: the name of the player who begins.
pub(super) fn first(root: &Table<'_>, seats: &[PlayerSeat]) -> Option<usize> {
    let node = root.raw("first")?;
    if let Value::Int(number) = node.value {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let document = root.document();
        let fault = document.fault(
            6,
            node.span.clone(),
            "`first` is the name of a player",
            "`first` est le nom d'un joueur",
        );
        let meant = at.and_then(|at| seats.get(at));
        document.note(if let Some(PlayerSeat { name, .. }) = meant {
            fault.help(format!("write `\"{name}\"`"), format!("écrivez `\"{name}\"`"))
        } else {
            let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
            let names = bastide_text::listed(&names);
            fault.help(format!("known: {names}"), format!("connus : {names}"))
        });
        return None;
    }
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
