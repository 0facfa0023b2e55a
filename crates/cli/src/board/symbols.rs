//! Signs and colors of what lies on a board, by name, with a general sign for names nobody foresaw.

use anstyle::{Ansi256Color, Color, Style};
use bastide::core::Ruleset;
use bastide::core::ids::FigureKindId;

/// A style with both colors given, so that it reads on dark and light terminals.
const fn on(fg: u8, bg: u8) -> Style {
    Style::new()
        .fg_color(Some(Color::Ansi256(Ansi256Color(fg))))
        .bg_color(Some(Color::Ansi256(Ansi256Color(bg))))
}

/// Grass, and everything that lies on it.
pub(crate) const GRASS: Style = on(16, 151);
/// Lines between tiles.
pub(crate) const LINE: Style = on(108, 151);
/// Numbers of cells and options.
pub(crate) const NUMBER: Style = on(16, 231).bold();
/// Outline of free cells, and coordinates.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What stands out in a text.
pub(crate) const STRONG: Style = Style::new().bold();

/// Colors of the seats: after Okabe and Ito, told apart by all kinds of eyes; the letter says it too.
const SEATS: [Style; 8] = [
    on(231, 25),  // blue
    on(16, 214),  // orange
    on(231, 16),  // black
    on(16, 175),  // reddish purple
    on(16, 227),  // yellow
    on(231, 166), // vermillion
    on(16, 117),  // sky blue
    on(231, 29),  // bluish green
];

/// Color of a seat.
pub(crate) fn seat(seat: usize) -> Style {
    SEATS[seat % SEATS.len()].bold()
}

/// Letter of a seat.
pub(crate) fn letter(seat: usize) -> char {
    char::from(b'A' + (seat % 26) as u8)
}

/// How a kind of feature that covers edges as a whole is filled.
pub(crate) fn fill(kind: &str) -> (char, Style) {
    match kind {
        "city" => ('▒', on(137, 180)),
        _ => ('░', on(60, 146)),
    }
}

/// Style of walls of such a feature on grass.
pub(crate) fn wall(kind: &str) -> Style {
    match kind {
        "city" => on(94, 151).bold(),
        _ => on(60, 151),
    }
}

/// Signs of a kind that runs through the middle of edges: by the edges it joins, as bits N E S W.
pub(crate) fn path(kind: &str, edges: u8) -> (char, Style) {
    let across = |signs: &[char; 16]| signs[usize::from(edges & 15)];
    match kind {
        "road" => {
            let signs =
                ['•', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬'];
            (across(&signs), on(238, 151).bold())
        }
        "river" => ('≈', on(25, 117).bold()),
        _ => {
            let signs =
                ['·', '╎', '╌', '╰', '╎', '╎', '╭', '├', '╌', '╯', '╌', '┴', '╮', '┤', '┬', '┼'];
            (across(&signs), on(90, 151).bold())
        }
    }
}

/// Sign of a kind of feature that lies within a tile.
pub(crate) fn centre(kind: &str) -> (char, Style) {
    match kind {
        "monastery" | "abbey" => ('⌂', on(88, 151).bold()),
        "garden" => ('♣', on(22, 151).bold()),
        "tower" => ('♜', on(16, 151).bold()),
        _ => ('◇', on(90, 151).bold()),
    }
}

/// Sign of a tag.
pub(crate) fn tag(tag: &str) -> (char, Style) {
    match tag {
        "pennant" => ('♦', on(20, 180).bold()),
        "inn" => ('☼', on(25, 151).bold()),
        "cathedral" => ('†', on(88, 180).bold()),
        "wine" => ('w', on(125, 180).bold()),
        "grain" => ('g', on(58, 180).bold()),
        "cloth" => ('c', on(19, 180).bold()),
        "volcano" => ('▲', on(160, 151).bold()),
        _ => ('*', on(90, 151).bold()),
    }
}

/// Whether the number of a tag is shown behind the sign of its feature instead of a sign of its own.
pub(crate) fn counts(tag: &str) -> bool {
    tag == "floors"
}

/// Mark of a kind of figure behind the letter of its seat: the first letter of its name that no kind before it
/// has. The plain meeple has none.
pub(crate) fn figure(rules: &Ruleset, kind: FigureKindId) -> Option<char> {
    let mut taken = Vec::new();
    for figure in &rules.figures[..=kind.index()] {
        let name = &figure.decl.name;
        let free = name.chars().find(|letter| letter.is_alphabetic() && !taken.contains(letter));
        taken.push(if name == "meeple" { ' ' } else { free.unwrap_or('?') });
    }
    taken.pop().filter(|mark| *mark != ' ')
}

/// Sign of a figure that belongs to nobody.
pub(crate) fn neutral(name: &str) -> (char, Style) {
    (name.chars().next().map_or('&', |c| c.to_ascii_uppercase()), on(231, 88).bold())
}
