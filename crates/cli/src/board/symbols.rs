//! Signs and colors of things on a board, as the looks of expansions define them.

use anstyle::{Ansi256Color, Color, Style};
use bastide::core::Ruleset;
use bastide::core::ids::{FigureKindId, StateId};
use bastide_draw::{Look, Text};

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
/// Style of important text.
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

/// Signs of the things that expansions declare: as their looks say, else general ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs<'a>(pub(crate) &'a Look);

impl Signs<'_> {
    /// How a kind of feature that covers edges as a whole is filled.
    pub(crate) fn fill(self, kind: &str) -> (char, Style) {
        let Some(text) = self.0.kind_in_text(kind) else { return ('░', on(60, 146)) };
        (text.sign(0).unwrap_or('░'), on(text.ink.unwrap_or(60), text.ground.unwrap_or(146)))
    }

    /// Style of walls of such a feature on grass.
    pub(crate) fn wall(self, kind: &str) -> Style {
        let wall = self.0.kind_in_text(kind).and_then(|text| text.wall);
        wall.map_or(on(60, 151), |wall| on(wall, 151).bold())
    }

    /// Sign of a kind that runs through the middle of edges, by the edges that it joins, as bits N E S W.
    pub(crate) fn path(self, kind: &str, edges: u8) -> (char, Style) {
        let general = "·╎╌╰╎╎╭├╌╯╌┴╮┤┬┼".chars().nth(usize::from(edges & 15)).unwrap_or('·');
        drawn(self.0.kind_in_text(kind), edges & 15, general)
    }

    /// Whether a kind of feature has a ground of its own instead of grass.
    pub(crate) fn has_ground(self, kind: &str) -> bool {
        self.0.kind_in_text(kind).is_some_and(|text| text.ground.is_some())
    }

    /// Sign of a kind of feature that lies within a tile.
    pub(crate) fn centre(self, kind: &str) -> (char, Style) {
        drawn(self.0.kind_in_text(kind), 0, '◇')
    }

    /// Sign of a tag.
    pub(crate) fn tag(self, tag: &str) -> (char, Style) {
        drawn(self.0.tag_in_text(tag), 0, '*')
    }

    /// Sign of a number that an expansion keeps: as its look says, else the first letter of its name.
    pub(crate) fn kept(self, rules: &Ruleset, key: StateId) -> (char, Style) {
        let letter = rules.state[key.index()].decl.name.chars().next();
        drawn(self.0.kept_in_text(&rules.state_name(key)), 0, letter.unwrap_or('*'))
    }

    /// Returns the sign with its number, unless the number is one.
    pub(crate) fn kept_as_text(self, rules: &Ruleset, key: StateId, n: i32) -> (String, Style) {
        let (sign, style) = self.kept(rules, key);
        (if n == 1 { sign.to_string() } else { format!("{sign}{n}") }, style)
    }

    /// An arrow, if the number of a tag is a direction and no sign stands for it, as the tile lies turned.
    pub(crate) fn arrow(self, tag: &str, n: u8, turned: u8) -> Option<char> {
        if self.0.tag_in_text(tag).is_some_and(|text| text.sign(0).is_some()) {
            return None;
        }
        let eighths = usize::from(n.checked_sub(1)?) + 2 * usize::from(turned & 3);
        "↑↗→↘↓↙←↖".chars().nth(eighths % 8).filter(|_| self.0.points(tag))
    }

    /// Whether a tag has a sign of its own: others are shown nowhere, or by their number behind the sign of their feature.
    pub(crate) fn shows(self, tag: &str) -> bool {
        !self.0.stacks(tag) && !self.0.hides(tag)
    }

    /// Whether the number of a tag is shown behind the sign of its feature instead of a sign of its own.
    pub(crate) fn counts(self, tag: &str) -> bool {
        self.0.stacks(tag)
    }
}

/// A sign as a look says, on grass if it says nothing else.
fn drawn(text: Option<&Text>, edges: u8, general: char) -> (char, Style) {
    let sign = text.and_then(|t| t.sign(edges)).unwrap_or(general);
    let ink = text.and_then(|t| t.ink).unwrap_or(90);
    (sign, on(ink, text.and_then(|t| t.ground).unwrap_or(151)).bold())
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
