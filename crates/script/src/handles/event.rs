//! What a handler is asked about: an event, a claim, a step.

use bastide_core::decl::Target;
use bastide_core::effect::EFFECTS;
use bastide_core::ids::{FigureId, Node, Player as PlayerId, RuleId, TokenId, TypeId, VerbId};
use bastide_core::{Action, Event as CoreEvent, Hook, step};
use mlua::{AnyUserData, IntoLua, Lua, LuaString, Value};

use super::arg::{self, At};
use super::filter::list;
use super::frame::gone;
use super::{
    Claim, Def, Event, Feature, Figure, Frame, H, Kind, Neutral, Nothing, Player, Res, Segment,
    Step, Tile, Type,
};

use std::rc::Rc;

impl Frame {
    /// A player's handle, or nothing for nobody and chance.
    pub(crate) fn seat(self: &Rc<Self>, lua: &Lua, player: PlayerId) -> Res<Option<AnyUserData>> {
        if player.0 >= self.state.borrow().players() {
            return Ok(None);
        }
        H::<Player>::of(self, lua, player.index()).map(Some)
    }

    /// A segment's handle, or nothing.
    pub(crate) fn segment_handle(
        self: &Rc<Self>,
        lua: &Lua,
        node: Node,
    ) -> Res<Option<AnyUserData>> {
        if node.index() >= self.state.borrow().node_count() {
            return Ok(None);
        }
        H::<Segment>::of(self, lua, node.index()).map(Some)
    }

    /// The handle of a segment's feature, or nothing.
    pub(crate) fn feature_handle(
        self: &Rc<Self>,
        lua: &Lua,
        node: Node,
    ) -> Res<Option<AnyUserData>> {
        if node.index() >= self.state.borrow().node_count() {
            return Ok(None);
        }
        let root = self.state.borrow().root(node);
        H::<Feature>::of(self, lua, root.index()).map(Some)
    }

    /// A figure's handle, or nothing.
    pub(crate) fn figure_handle(
        self: &Rc<Self>,
        lua: &Lua,
        figure: FigureId,
    ) -> Res<Option<AnyUserData>> {
        if figure.index() >= self.state.borrow().figure_count() {
            return Ok(None);
        }
        H::<Figure>::of(self, lua, figure.index()).map(Some)
    }

    /// A rule's id, or nothing.
    pub(crate) fn rule_name(&self, lua: &Lua, rule: RuleId) -> Res<Option<LuaString>> {
        let rules = self.rules.borrow();
        rules.rules.get(rule.index()).map(|r| lua.create_string(&r.id)).transpose()
    }

    fn owners(self: &Rc<Self>, lua: &Lua, owners: u8) -> Res<mlua::Table> {
        list::<Player>(self, lua, (0..8).filter(|p| owners >> p & 1 == 1))
    }

    /// The target of a verb as what its declaration says it is.
    pub(crate) fn target(self: &Rc<Self>, lua: &Lua, verb: VerbId, target: u32) -> Res<Value> {
        let kind =
            self.rules.borrow().verbs.get(verb.index()).map_or(Target::None, |v| v.decl.target);
        match kind {
            Target::None | Target::Cell => Ok(Value::Nil),
            Target::Segment => self.segment_handle(lua, Node(target as u16))?.into_lua(lua),
            Target::Figure => self.figure_handle(lua, FigureId(target as u16))?.into_lua(lua),
            Target::Tile => H::<Tile>::of(self, lua, target as usize)?.into_lua(lua),
            Target::TileType => H::<Type>::of(self, lua, target as usize)?.into_lua(lua),
            Target::Player => self.seat(lua, PlayerId(target as u8))?.into_lua(lua),
            Target::Neutral => H::<Neutral>::of(self, lua, target as usize)?.into_lua(lua),
            Target::Number => Ok(Value::Integer(i64::from(target))),
        }
    }
}

impl H<Event> {
    /// The running event, or an entry of the log.
    fn event(&self) -> Res<CoreEvent> {
        if self.id == 0 {
            return Ok(*self.frame.event.borrow());
        }
        let state = self.frame.state.borrow();
        let entry = state.log().0.get(self.id - 1).copied();
        entry
            .map(|l| CoreEvent::of(&state, l.effect, l.rule))
            .ok_or_else(|| gone("entry of the log", "cette ligne du journal", self.id))
    }

    /// The first argument, if the event is one of these effects.
    fn argument(&self, kinds: &[&str]) -> Res<Option<i32>> {
        let e = self.event()?;
        let name = EFFECTS.get(e.step as usize).copied().unwrap_or("");
        Ok((e.nargs > 0 && kinds.contains(&name)).then_some(e.args[0]))
    }
}

impl Kind for Event {
    const NAME: &'static str = "event";
    const ROW: usize = Event::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("effect", |lua, h| {
            let e = h.event()?;
            EFFECTS.get(e.step as usize).map(|w| h.frame.word(lua, w)).transpose()
        });
        def.get("actor", |lua, h| h.frame.seat(lua, h.event()?.actor));
        def.get("player", |lua, h| h.frame.seat(lua, h.event()?.player));
        def.get("segment", |lua, h| h.frame.segment_handle(lua, h.event()?.node));
        def.get("feature", |lua, h| h.frame.feature_handle(lua, h.event()?.node));
        def.get("figure", |lua, h| h.frame.figure_handle(lua, h.event()?.figure));
        def.get("tile", |lua, h| {
            let tile = h.event()?.tile;
            let there = tile.index() < h.frame.state.borrow().tiles().len();
            there.then(|| H::<Tile>::of(&h.frame, lua, tile.index())).transpose()
        });
        def.get("neutral", |lua, h| {
            let neutral = h.event()?.neutral;
            neutral.is_some().then(|| H::<Neutral>::of(&h.frame, lua, neutral.index())).transpose()
        });
        def.get("number", |_, h| Ok(h.event()?.number));
        def.get("rule", |lua, h| h.frame.rule_name(lua, h.event()?.rule));
        def.get("complete", |_, h| Ok(h.event()?.complete));
        def.get("final", |_, h| Ok(h.event()?.last));
        def.get("start", |_, h| Ok(h.event()?.start));
        def.get("by", |lua, h| match h.argument(&["captured"])? {
            Some(p) => h.frame.seat(lua, PlayerId(p as u8)),
            None => Ok(None),
        });
        def.get("why", |lua, h| {
            let why = match h.argument(&["returned"])? {
                None => return Ok(None),
                Some(0) if h.event()?.node.is_some() => "sent",
                Some(0) => "freed",
                Some(_) => "scored",
            };
            h.frame.word(lua, why).map(Some)
        });
        def.get("payer", |lua, h| match h.argument(&["paid"])? {
            Some(p) => h.frame.seat(lua, PlayerId(p as u8)),
            None => Ok(None),
        });
        def.get("other", |lua, h| match h.argument(&["linked", "unlinked", "split", "moved"])? {
            Some(n) => h.frame.segment_handle(lua, Node(n as u16)),
            None => Ok(None),
        });
        def.get("token", |lua, h| {
            let Some(t) = h.argument(&["token_moved"])? else { return Ok(None) };
            let rules = h.frame.rules.borrow();
            rules
                .tokens
                .get(TokenId(t as u8).index())
                .map(|t| lua.create_string(&t.name))
                .transpose()
        });
        def.get("type", |lua, h| {
            let e = h.event()?;
            let about = matches!(EFFECTS.get(e.step as usize), Some(&("drawn" | "tile_moved")));
            about.then(|| H::<Type>::of(&h.frame, lua, TypeId(e.number as u16).index())).transpose()
        });
        def.call("owners", |lua, h, Nothing| h.frame.owners(lua, h.event()?.owners));
    }
}

impl Kind for Claim {
    const NAME: &'static str = "claim";
    const ROW: usize = Claim::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("complete", |_, h| Ok(h.frame.event(|e| e.complete)));
        def.get("final", |_, h| Ok(h.frame.event(|e| e.last)));
        def.get("feature", |lua, h| h.frame.feature_handle(lua, h.frame.event(|e| e.node)));
        def.get("rule", |lua, h| h.frame.rule_name(lua, h.frame.event(|e| e.rule)));
        def.call("owners", |lua, h, Nothing| h.frame.owners(lua, h.frame.event(|e| e.owners)));
        def.call("owns", |_, h, (player, Nothing): (Value, Nothing)| {
            let player = h.frame.player(&player, At("claim:owns", "player"))?;
            Ok(h.frame.event(|e| e.owners) >> player.0 & 1 == 1)
        });
    }
}

impl H<Step> {
    /// An argument of the step, from 1.
    fn argument(&self, i: &Value, method: &'static str) -> Res<i32> {
        let at = At(method, "i");
        let i = arg::within(i, at, 1, bastide_core::limits::STEP_ARGS_MAX as i32)?;
        let (n, args) = self.frame.event(|e| (e.nargs, e.args));
        if i <= i32::from(n) {
            return Ok(args[i as usize - 1]);
        }
        Err(crate::raised::Raised::new(
            "L0205",
            format!("`{method}`: the step has {n} arguments, no {i}th"),
            format!("`{method}` : l'étape a {n} argument(s), pas de n° {i}"),
        )
        .into())
    }

    fn name(&self, lua: &Lua) -> Res<Option<LuaString>> {
        let (hook, code, choice) = self.frame.event(|e| (e.hook, e.step, e.choice));
        let rules = self.frame.rules.borrow();
        if let (Hook::Do, Some(Action::Invoke { verb, .. })) = (hook, choice.action()) {
            return rules
                .verbs
                .get(verb.index())
                .map(|v| lua.create_string(&v.decl.name))
                .transpose();
        }
        if let Some(name) = step::core_name(code) {
            return lua.create_string(name).map(Some);
        }
        let own = code.checked_sub(step::OWN).and_then(|i| rules.steps.get(i as usize));
        own.map(|s| lua.create_string(&s.decl.name)).transpose()
    }
}

impl Kind for Step {
    const NAME: &'static str = "step";
    const ROW: usize = Step::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("actor", |lua, h| h.frame.seat(lua, h.frame.event(|e| e.actor)));
        def.get("name", |lua, h| h.name(lua));
        def.get("count", |_, h| Ok(h.frame.event(|e| e.nargs)));
        def.get("rule", |lua, h| h.frame.rule_name(lua, h.frame.event(|e| e.rule)));
        def.get("target", |lua, h| match h.frame.event(|e| e.choice).action() {
            Some(Action::Invoke { verb, target }) => h.frame.target(lua, verb, target),
            _ => Ok(Value::Nil),
        });
        def.call("number", |_, h, (i, Nothing): (Value, Nothing)| h.argument(&i, "step:number"));
        def.call("player", |lua, h, (i, Nothing): (Value, Nothing)| {
            h.frame.seat(lua, PlayerId(h.argument(&i, "step:player")? as u8))
        });
        def.call("segment", |lua, h, (i, Nothing): (Value, Nothing)| {
            h.frame.segment_handle(lua, Node(h.argument(&i, "step:segment")? as u16))
        });
        def.call("figure", |lua, h, (i, Nothing): (Value, Nothing)| {
            h.frame.figure_handle(lua, FigureId(h.argument(&i, "step:figure")? as u16))
        });
        def.call("tile", |lua, h, (i, Nothing): (Value, Nothing)| {
            let tile = h.argument(&i, "step:tile")? as usize;
            let there = tile < h.frame.state.borrow().tiles().len();
            there.then(|| H::<Tile>::of(&h.frame, lua, tile)).transpose()
        });
        def.call("type", |lua, h, (i, Nothing): (Value, Nothing)| {
            let tile = h.argument(&i, "step:type")? as usize;
            let there = tile < h.frame.rules.borrow().types.len();
            there.then(|| H::<Type>::of(&h.frame, lua, tile)).transpose()
        });
    }
}
