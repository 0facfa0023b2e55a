//! A call of a member: what is asked, and its arguments. Nothing is converted, everything is named.

use bastide_core::decl::Target;
use bastide_core::hooks::HOOKS;
use bastide_core::ids::{Cell, FigureId, NeutralId, Player, SegmentId, TileId, TileTypeId};
use bastide_core::{Answer, Event, Game};

use super::api::Member;
use super::condition::Kept;
use super::frame::{Board, Frame};
use super::names::What;
use super::texts::{Declared, Text};
use super::value::{Of, Value};
use crate::raised::{Raised, Res};

/// Entries of a list, and cells, that cost nothing.
pub(super) const FREE: usize = 32;

/// Who runs the script: tables and functions are its own.
pub(crate) trait Runner {
    /// Steps through a table that was taken, which may be as long as memory lets it be: each entry is a step.
    ///
    /// # Errors
    ///
    /// Those of `entry`, and the end of the steps.
    fn each(&self, table: u32, entry: &mut dyn FnMut(Value, Value) -> Res<()>) -> Res<()>;

    /// Something that was taken and is no plain value, for a message.
    fn show(&self, value: Value) -> String;

    /// Where it is kept what a table asks for, if it is one that never changes.
    fn kept(&self, _table: u32) -> Option<&Kept> {
        None
    }
}

/// A call of a member of a handle.
pub(crate) struct Call<'a> {
    pub(crate) frame: &'a Frame,
    /// The game as it is now, or as `game:what_if` shows it.
    pub(crate) game: Game<'a>,
    /// What the handler is asked about.
    pub(crate) event: &'a Event,
    pub(crate) member: &'static Member,
    /// The number of the handle that is asked.
    pub(crate) id: usize,
    pub(crate) args: &'a [Value],
    pub(crate) runner: &'a dyn Runner,
}

impl Call<'_> {
    /// The arguments; those that are left out are nil.
    #[inline]
    pub(crate) fn take<const N: usize>(&self) -> [Value; N] {
        // Written as a loop: `array::from_fn` copies each value five times in parts, which is slower than most members.
        let mut taken = [Value::Nil; N];
        for (taken, given) in taken.iter_mut().zip(self.args) {
            *taken = *given;
        }
        taken
    }

    /// The answer, if the hook that runs takes such an answer.
    #[inline]
    pub(crate) fn answer(&self, bits: u16, give: impl FnOnce(&mut Answer)) -> Res<Value> {
        let row = &HOOKS[self.event.hook as usize];
        let ahead = self.frame.shows() == Board::Copy;
        if row.answers & bits == 0 || ahead {
            let hook = || bastide_core::hook_name(self.game.rules, self.event);
            return Err(self.misplaced(&if ahead { "game:what_if".to_owned() } else { hook() }));
        }
        give(&mut self.frame.answer.borrow_mut());
        Ok(Value::Nil)
    }

    /// A list of handles. Long ones cost steps.
    pub(crate) fn list(&self, of: Of, ids: impl IntoIterator<Item = usize>) -> Res<Value> {
        let mut found = self.frame.found.borrow_mut();
        found.clear();
        found.extend(ids.into_iter().map(|id| id as i32));
        if found.len() > FREE {
            self.frame.meter.charge(found.len() as u32 / 8)?;
        }
        Ok(Value::List(of))
    }

    /// A list of numbers.
    pub(crate) fn numbers(&self, numbers: impl IntoIterator<Item = i32>) -> Value {
        let mut found = self.frame.found.borrow_mut();
        found.clear();
        found.extend(numbers);
        Value::Numbers
    }

    /// A list of names of declared things.
    pub(crate) fn names(&self, table: Declared, things: impl IntoIterator<Item = usize>) -> Value {
        let texts = self.frame.texts.borrow();
        self.numbers(things.into_iter().filter_map(|i| Some(texts.named(table, i)?.0 as i32)));
        Value::Texts
    }

    /// Steps through a table of the script.
    pub(crate) fn each(
        &self,
        table: u32,
        mut entry: impl FnMut(Value, Value) -> Res<()>,
    ) -> Res<()> {
        self.runner.each(table, &mut entry)
    }

    /// Handle and member, for messages.
    pub(crate) fn method(&self) -> String {
        let Member { of, name, .. } = self.member;
        match of.rsplit(' ').next() {
            Some(of) if !of.is_empty() => format!("{of}:{name}"),
            _ => (*name).to_owned(),
        }
    }
}

impl Call<'_> {
    /// A whole number.
    #[inline]
    #[allow(clippy::float_cmp, reason = "a whole number is that number and no other")]
    pub(crate) fn int(&self, value: Value, argument: &'static str) -> Res<i32> {
        match value {
            Value::Number(n) if f64::from(n as i32) == n => Ok(n as i32),
            Value::Number(n) if n.fract() == 0.0 => {
                let (least, most) = (i32::MIN, i32::MAX);
                let en = format!("a whole number from {least} to {most}");
                let fr = format!("un nombre entier de {least} à {most}");
                Err(self.bad(argument, &en, &fr, value))
            }
            other => Err(self.bad(argument, "a whole number", "un nombre entier", other)),
        }
    }

    /// A whole number within limits.
    #[inline]
    pub(crate) fn within(
        &self,
        value: Value,
        argument: &'static str,
        least: i32,
        most: i32,
    ) -> Res<i32> {
        let n = self.int(value, argument)?;
        if (least..=most).contains(&n) {
            return Ok(n);
        }
        Err(self.bad(
            argument,
            &format!("a whole number from {least} to {most}"),
            &format!("un nombre entier de {least} à {most}"),
            value,
        ))
    }

    /// A side: 0 north, clockwise.
    #[inline]
    pub(crate) fn side(&self, value: Value) -> Res<usize> {
        self.within(value, "side", 0, 3).map(|side| side as usize)
    }

    /// A cell from two numbers.
    pub(crate) fn cell(&self, x: Value, y: Value) -> Res<Cell> {
        if let (Value::Number(x), Value::Number(y)) = (x, y)
            && (f64::from(x as i16), f64::from(y as i16)) == (x, y)
            && x.abs().max(y.abs()) <= 16_000.0
        {
            return Ok(Cell::new(x as i16, y as i16));
        }
        let n = |value, argument| self.within(value, argument, -16_000, 16_000);
        Ok(Cell::new(n(x, "x")? as i16, n(y, "y")? as i16))
    }

    /// A text.
    #[inline]
    pub(crate) fn text(&self, value: Value, argument: &'static str) -> Res<Text> {
        match value {
            Value::Text(text) => Ok(text),
            other => Err(self.bad(argument, "a name in quotes", "un nom entre guillemets", other)),
        }
    }

    /// Reads a boolean; a missing one is false.
    pub(crate) fn flag(&self, value: Value, argument: &'static str) -> Res<bool> {
        match value {
            Value::Nil => Ok(false),
            Value::Bool(b) => Ok(b),
            other => Err(self.bad(argument, "true or false", "true ou false", other)),
        }
    }

    /// A segment that is on the board now.
    #[inline]
    pub(crate) fn node(&self, id: usize) -> Res<SegmentId> {
        let node = SegmentId(id as u16);
        if u16::try_from(id).is_ok() && self.game.state.is_there(node) {
            return Ok(node);
        }
        Err(gone("segment", "ce segment", id))
    }

    /// A player.
    #[inline]
    pub(crate) fn player(&self, value: Value, argument: &'static str) -> Res<Player> {
        match value.id(Of::Player) {
            Some(p) if p < self.game.state.players() as usize => Ok(Player(p as u8)),
            Some(p) => Err(gone("player", "ce joueur", p + 1)),
            None => Err(self.bad(argument, "a player", "un joueur", value)),
        }
    }

    /// A player, or nobody.
    pub(crate) fn player_or_none(&self, value: Value, argument: &'static str) -> Res<Player> {
        if value.is_nil() { Ok(Player::NONE) } else { self.player(value, argument) }
    }

    /// A segment; a feature stands for one of its segments.
    #[inline]
    pub(crate) fn segment(&self, value: Value, argument: &'static str) -> Res<SegmentId> {
        match value.id(Of::Segment).or_else(|| value.id(Of::Feature)) {
            Some(n) => self.node(n),
            None => {
                Err(self.bad(argument, "a segment or a feature", "un segment ou un domaine", value))
            }
        }
    }

    /// A figure.
    #[inline]
    pub(crate) fn figure(&self, value: Value, argument: &'static str) -> Res<FigureId> {
        match value.id(Of::Figure) {
            Some(f) if f < self.game.state.figure_count() => Ok(FigureId(f as u16)),
            Some(f) => Err(gone("figure", "cette figurine", f)),
            None => Err(self.bad(argument, "a figure", "une figurine", value)),
        }
    }

    /// A tile on the board.
    pub(crate) fn tile(&self, value: Value, argument: &'static str) -> Res<TileId> {
        match value.id(Of::Tile) {
            Some(t) if t < self.game.state.tiles().len() => Ok(TileId(t as u16)),
            Some(t) => Err(gone("tile", "cette tuile", t)),
            None => Err(self.bad(argument, "a tile", "une tuile", value)),
        }
    }

    /// A tile type.
    pub(crate) fn tile_type(&self, value: Value, argument: &'static str) -> Res<TileTypeId> {
        match value.id(Of::Type) {
            Some(t) if t < self.game.rules.types.len() => Ok(TileTypeId(t as u16)),
            _ => Err(self.bad(argument, "a tile type", "un type de tuile", value)),
        }
    }

    /// A neutral figure, by handle or name.
    pub(crate) fn neutral(&self, value: Value, argument: &'static str) -> Res<NeutralId> {
        match value {
            Value::Text(_) => self.name(What::Neutral, value, argument).map(|n| NeutralId(n as u8)),
            Value::Handle(Of::Neutral, n) if (n as usize) < self.game.rules.neutrals.len() => {
                Ok(NeutralId(n as u8))
            }
            _ => Err(self.bad(
                argument,
                "a neutral figure or its name",
                "une figurine neutre ou son nom",
                value,
            )),
        }
    }

    /// A number, or the number of a handle: what state and steps can keep.
    pub(crate) fn number(&self, value: Value, argument: &'static str) -> Res<i32> {
        let sort = match value {
            Value::Handle(Of::Player, _) => Target::Player,
            Value::Handle(Of::Tile, _) => Target::Tile,
            Value::Handle(Of::Figure, _) => Target::Figure,
            Value::Handle(Of::Type, _) => Target::TileType,
            Value::Handle(Of::Neutral, _) => Target::Neutral,
            Value::Handle(Of::Corner, _) => Target::Corner,
            Value::Handle(..) => Target::Segment,
            _ => return self.int(value, argument),
        };
        self.of_sort(sort, value, argument).map(i32::from)
    }

    /// The number of a thing of a sort that has handles; any other sort is none of things.
    pub(crate) fn of_sort(&self, sort: Target, value: Value, argument: &'static str) -> Res<u16> {
        Ok(match sort {
            Target::Figure => self.figure(value, argument)?.0,
            Target::Tile => self.tile(value, argument)?.0,
            Target::TileType => self.tile_type(value, argument)?.0,
            Target::Player => self.player(value, argument)?.0.into(),
            Target::Neutral => self.neutral(value, argument)?.0.into(),
            Target::Corner => self.corner(value, argument)?.0,
            _ => self.segment(value, argument)?.0,
        })
    }
}

impl Call<'_> {
    /// An argument is missing or of another kind.
    #[cold]
    pub(crate) fn bad(&self, argument: &str, en: &str, fr: &str, got: Value) -> Box<Raised> {
        let method = self.method();
        let shown = match got {
            Value::Nil => {
                return Raised::new(
                    "L0205",
                    format!("`{method}`: argument `{argument}` is missing ({en})"),
                    format!("`{method}` : il manque l'argument `{argument}` ({fr})"),
                )
                .into();
            }
            Value::Bool(b) => b.to_string(),
            Value::Number(n) => n.to_string(),
            Value::Text(text) => format!("the text \"{}\"", self.frame.spell(text)),
            Value::Handle(of, _) => of.name().to_owned(),
            other => self.runner.show(other),
        };
        Raised::new(
            "L0205",
            format!("`{method}`: argument `{argument}` must be {en}, got {shown}"),
            format!("`{method}` : l'argument `{argument}` doit être {fr}, reçu {shown}"),
        )
        .into()
    }

    #[cold]
    fn misplaced(&self, hook: &str) -> Box<Raised> {
        let what = self.method();
        Raised::new(
            "L0209",
            format!("`{what}` is not an answer of `{hook}`"),
            format!("`{what}` n'est pas une réponse de `{hook}`"),
        )
        .into()
    }
}

/// A handle was kept from another game, or from before.
#[cold]
pub(crate) fn gone(en: &str, fr: &str, id: usize) -> Box<Raised> {
    Raised::new(
        "L0205",
        format!("{en} {id} is not in this game"),
        format!("{fr} ({id}) n'est pas dans cette partie"),
    )
    .help("keep no handles between calls", "ne gardez rien d'un appel à l'autre")
    .into()
}
