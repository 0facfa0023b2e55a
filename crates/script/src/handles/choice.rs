//! Options that a veto sees, and the choice that a step is answered with.

use bastide_core::ids::{Cell, Node, RuleId};
use bastide_core::{Action, hooks::answers};
use mlua::{Function, Lua, Value};

use super::arg::{self, At};
use super::filter::list;
use super::frame::Declared;
use super::names::What;
use super::tile::side;
use super::{Choice, Def, Figure, Frame, H, Kind, Nothing, Options, Res, Type};

use std::rc::Rc;

const KINDS: [&str; 7] = ["place", "deploy", "move", "invoke", "draw", "roll", "pass"];

fn kind_of(action: Option<Action>) -> usize {
    match action {
        Some(Action::Place { .. }) => 0,
        Some(Action::Deploy { .. }) => 1,
        Some(Action::Move { .. }) => 2,
        Some(Action::Invoke { .. }) => 3,
        Some(Action::Draw { .. }) => 4,
        Some(Action::Roll { .. }) => 5,
        _ => 6,
    }
}

impl Frame {
    /// `refuse(option, rule)`.
    pub(crate) fn refuse(self: &Rc<Self>, lua: &Lua) -> Res<Function> {
        if let Some(f) = &*self.refuse.borrow() {
            return Ok(f.clone());
        }
        let frame = Rc::clone(self);
        let function =
            lua.create_function(move |_, (option, rule, Nothing): (Value, Value, Nothing)| {
                let rule = frame.rule(&rule, "refuse")?;
                let Value::Table(several) = &option else {
                    return frame.refuse_one(&option, rule);
                };
                frame.each(several, |_, option| frame.refuse_one(&option, rule))
            })?;
        *self.refuse.borrow_mut() = Some(function.clone());
        Ok(function)
    }

    fn refuse_one(&self, option: &Value, rule: RuleId) -> Res<()> {
        let listed = self.answer.borrow().listed().len();
        let i = arg::id::<Choice>(option).filter(|i| (1..=listed).contains(i));
        let i = i.ok_or_else(|| {
            let (en, fr) =
                ("an option of the list, or several", "une option de la liste, ou plusieurs");
            arg::bad(At("refuse", "option"), en, fr, option)
        })?;
        self.answer(answers::REFUSALS, "refuse", |a| a.refuse(i - 1, rule))
    }

    /// Steps through the options of a kind (7 = of all kinds).
    fn next_option(self: &Rc<Self>, lua: &Lua, kind: usize) -> Res<Function> {
        if let Some(f) = &self.iterators.borrow()[kind] {
            return Ok(f.clone());
        }
        let frame = Rc::clone(self);
        let function = lua.create_function(move |lua, (_, last): (Value, Value)| {
            let mut i = arg::id::<Choice>(&last).unwrap_or(0);
            loop {
                let Some(choice) = frame.answer.borrow().listed().get(i).copied() else {
                    return Ok(None);
                };
                i += 1;
                if kind == KINDS.len() || kind_of(choice.action()) == kind {
                    return H::<Choice>::of(&frame, lua, i).map(Some);
                }
            }
        })?;
        self.iterators.borrow_mut()[kind] = Some(function.clone());
        Ok(function)
    }
}

impl Kind for Options {
    const NAME: &'static str = "options";
    const ROW: usize = Options::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("count", |_, h| Ok(h.frame.answer.borrow().listed().len()));
        def.call("each", |lua, h, (kind, Nothing): (Value, Nothing)| {
            let at = At("options:each", "kind");
            let kind = match &kind {
                Value::Nil => KINDS.len(),
                other => {
                    let name = arg::text(other, at)?;
                    let found = KINDS.iter().position(|k| name.as_bytes() == k.as_bytes());
                    found
                        .ok_or_else(|| arg::bad(at, &KINDS.join(", "), &KINDS.join(", "), other))?
                }
            };
            h.frame.next_option(lua, kind)
        });
        def.call("at", |lua, h, (end, s, edge, Nothing): (Value, Value, Value, Nothing)| {
            let cell = h.frame.end_cell(&end, At("options:at", "open end"))?;
            let wanted = if s.is_nil() && edge.is_nil() {
                None
            } else {
                let at = At("options:at", "edge");
                let edge = h.frame.name(What::Edge, arg::text(&edge, at)?, at)?;
                Some((side(&s, "options:at")? as usize, edge as u8))
            };
            let found: Vec<usize> = {
                let (answer, rules) = (h.frame.answer.borrow(), h.frame.rules.borrow());
                let meets = |(_, c): &(usize, &bastide_core::Choice)| {
                    let Some(Action::Place { tile, cell: x, rotation }) = c.action() else {
                        return false;
                    };
                    let has = |(s, edge): (usize, u8)| rules.edge_of(tile, rotation, s).0 == edge;
                    x == cell && wanted.is_none_or(has)
                };
                answer.listed().iter().enumerate().filter(meets).map(|(i, _)| i + 1).collect()
            };
            list::<Choice>(&h.frame, lua, found)
        });
        def.call("refuse_except", |_, h, (ends, rule, Nothing): (Value, Value, Nothing)| {
            let at = At("options:refuse_except", "ends");
            let Value::Table(ends) = &ends else {
                return Err(arg::bad(at, "a list of open ends", "une liste de bouts", &ends));
            };
            let mut cells = Vec::new();
            h.frame.each(ends, |_, end| {
                let cell = h.frame.end_cell(&end, at)?;
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
                Ok(())
            })?;
            let rule = h.frame.rule(&rule, "options:refuse_except")?;
            h.frame.answer(answers::REFUSALS, "refuse_except", |a| {
                for i in 0..a.listed().len() {
                    if matches!(a.listed()[i].action(), Some(Action::Place { cell, .. }) if !cells.contains(&cell)) {
                        a.refuse(i, rule);
                    }
                }
            })
        });
    }
}

impl H<Choice> {
    /// The choice of the event, or a listed option.
    fn action(&self) -> Option<Action> {
        let choice = match self.id {
            0 => Some(self.frame.event(|e| e.choice)),
            i => self.frame.answer.borrow().listed().get(i - 1).copied(),
        };
        choice.and_then(bastide_core::Choice::action)
    }

    fn cell(&self) -> Option<(Cell, u8)> {
        match self.action() {
            Some(Action::Place { cell, rotation, .. }) => Some((cell, rotation)),
            Some(Action::Invoke { verb, target }) => {
                let rules = self.frame.rules.borrow();
                let target_kind = rules.verbs.get(verb.index())?.decl.target;
                (target_kind == bastide_core::decl::Target::Cell).then(|| (Cell::unpack(target), 0))
            }
            _ => None,
        }
    }

    fn goal(&self) -> Option<Node> {
        match self.action() {
            Some(Action::Deploy { node, .. } | Action::Move { node, .. }) => Some(node),
            _ => None,
        }
    }
}

impl Kind for Choice {
    const NAME: &'static str = "option";
    const ROW: usize = Choice::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("kind", |lua, h| h.frame.word(lua, KINDS[kind_of(h.action())]));
        def.get("x", |_, h| Ok(h.cell().map(|c| c.0.x)));
        def.get("y", |_, h| Ok(h.cell().map(|c| c.0.y)));
        def.get("rotation", |_, h| Ok(h.cell().map(|c| c.1)));
        def.get("type", |lua, h| match h.action() {
            Some(Action::Place { tile, .. } | Action::Draw { tile }) => {
                H::<Type>::of(&h.frame, lua, tile.index()).map(Some)
            }
            _ => Ok(None),
        });
        def.get("figure_kind", |lua, h| {
            let kind = match h.action() {
                Some(Action::Deploy { figure, .. }) => figure,
                Some(Action::Move { figure, .. }) => h.frame.state.borrow().figure_kind(figure),
                _ => return Ok(None),
            };
            h.frame.declared(lua, Declared::Figure, kind.index()).map(Some)
        });
        def.get("figure", |lua, h| match h.action() {
            Some(Action::Move { figure, .. }) => {
                H::<Figure>::of(&h.frame, lua, figure.index()).map(Some)
            }
            _ => Ok(None),
        });
        def.get("segment", |lua, h| match h.goal() {
            Some(node) => h.frame.segment_handle(lua, node),
            None => Ok(None),
        });
        def.get("feature", |lua, h| match h.goal() {
            Some(node) => h.frame.feature_handle(lua, node),
            None => Ok(None),
        });
        def.get("verb", |lua, h| match h.action() {
            Some(Action::Invoke { verb, .. }) => {
                lua.create_string(&h.frame.rules.borrow().verbs[verb.index()].decl.name).map(Some)
            }
            _ => Ok(None),
        });
        def.get("target", |lua, h| match h.action() {
            Some(Action::Invoke { verb, target }) => h.frame.target(lua, verb, target),
            _ => Ok(Value::Nil),
        });
        def.get("value", |_, h| match h.action() {
            Some(Action::Roll { value }) => Ok(Some(value)),
            _ => Ok(None),
        });
        def.call("edge", |lua, h, (s, Nothing): (Value, Nothing)| {
            let s = side(&s, "option:edge")?;
            match h.action() {
                Some(Action::Place { tile, rotation, .. }) => {
                    h.frame.edge(lua, tile, rotation, s).map(Some)
                }
                _ => Ok(None),
            }
        });
        def.call("neighbour", |lua, h, (s, Nothing): (Value, Nothing)| {
            let s = side(&s, "option:neighbour")?;
            match h.cell() {
                Some((cell, _)) => h.frame.beside(lua, cell, s),
                None => Ok(None),
            }
        });
    }
}
