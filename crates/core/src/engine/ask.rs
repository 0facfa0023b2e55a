//! Listing the options of a step.

use super::Host;
use crate::answer::Offer;
use crate::choice::{Choice, OptionList};
use crate::decl::{self, Target};
use crate::effect::Place;
use crate::engine::HookError;
use crate::game::Game;
use crate::hooks::{Event, Hook, Slot, answers};
use crate::ids::{Cell, FigureId, FigureKindId, Node, Player, RuleId, TypeId, VerbId};
use crate::limits::{OPTIONS_MAX, STEP_ARGS_MAX};
use crate::ruleset::{Restriction, Ruleset, Sub, Waived, Where};
use crate::state::{FigurePlace, NONE, State};
use crate::step::{self, Header};
use std::sync::Arc;

/// Rotations of a mask in order, where [`Choice`] keeps them.
const TURNS: [[u64; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut r, mut n) = (0, 0);
        while r < 4 {
            if mask >> r & 1 == 1 {
                table[mask][n] = r << 8;
                n += 1;
            }
            r += 1;
        }
        mask += 1;
    }
    table
};

/// How many rotations a mask has.
const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl Host {
    /// Lists what the top frame asks, whoever it is.
    pub(super) fn list_top(&mut self, rules: &Arc<Ruleset>, st: &mut State) -> Result<(), HookError> {
        let Some(top) = st.agenda.last() else { return Ok(()) };
        let header = Header::unpack(*top);
        if header.code == step::DRAW {
            self.list_draw(rules, st);
            return Ok(());
        }
        self.list_step(rules, st, header)?;
        Ok(())
    }

    fn list_draw(&mut self, rules: &Ruleset, st: &State) {
        self.clear_list(Player::CHANCE, step::DRAW);
        let Some(pile) = st.draw_pile(rules) else { return };
        for (t, n) in st.deck.iter().enumerate() {
            if *n > 0 && rules.types[t].group == pile {
                self.list.push(Choice::draw(TypeId(t as u16)));
                self.weights.push(*n as u32);
            }
        }
        for z in st.zoned.iter().filter(|z| z.pile == pile.0) {
            let choice = Choice::draw(TypeId(z.tile));
            match self.list.iter().position(|c| *c == choice) {
                Some(i) => self.weights[i] += 1,
                None => {
                    self.list.push(choice);
                    self.weights.push(1);
                }
            }
        }
    }

    #[inline]
    fn clear_list(&mut self, actor: Player, step: u8) {
        self.list.clear();
        self.weights.clear();
        self.offers.clear();
        self.actor = actor;
        self.step = step;
        if self.explain {
            self.refused.clear();
        }
    }

    /// Lists the options of a step; whether there is anything to ask.
    #[inline]
    pub(super) fn list_step(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
    ) -> Result<bool, HookError> {
        let actor = Player(header.actor);
        self.clear_list(actor, header.code);
        if rules.plain >> (header.code & 31) & 1 != 0 {
            // Nobody adds to what the core lists here, and nobody takes away.
            if header.code == step::PLACE {
                if st.drawn != NONE {
                    list_placements(rules, st, TypeId(st.drawn), &mut self.list);
                }
                return Ok(!self.list.is_empty());
            }
            let figures = if header.code == step::ACTION { rules.action_figures } else { rules.second_figures };
            if st.placed != NONE {
                list_deployments(rules, st, actor, figures, &mut self.list);
            }
            let real = !self.list.is_empty();
            if real {
                self.list.push(Choice::PASS);
            }
            return Ok(real);
        }
        let real = match header.code {
            step::PLACE => self.list_place(rules, st, actor)?,
            step::ACTION | step::SECOND_ACTION => self.list_action(rules, st, actor, header)?,
            _ => self.list_own(rules, st, actor, header)?,
        };
        if self.list.len() > OPTIONS_MAX {
            return Err(Self::core_fault("E0008", "too many options (OPTIONS_MAX)", "trop d'options (OPTIONS_MAX)"));
        }
        Ok(real)
    }

    /// Placements of the drawn tile, of tiles in hand, and those offered.
    #[inline]
    fn list_place(&mut self, rules: &Arc<Ruleset>, st: &mut State, actor: Player) -> Result<bool, HookError> {
        if st.drawn != NONE {
            list_placements(rules, st, TypeId(st.drawn), &mut self.list);
        }
        if !rules.playing_zones.is_empty() {
            let mut mine: Vec<u16> = st
                .zoned
                .iter()
                .filter(|z| z.player == actor.0 && rules.playing_zones.iter().any(|p| p.0 == z.pile))
                .map(|z| z.tile)
                .collect();
            mine.sort_unstable();
            mine.dedup();
            for tile in mine {
                list_placements(rules, st, TypeId(tile), &mut self.list);
            }
        }
        if !rules.place_offer.is_empty() {
            self.ask_offers(rules, st, actor, step::PLACE, Hook::PlacementOffer)?;
        }
        if !rules.place_veto.is_empty() && !self.list.is_empty() {
            self.veto(rules, st, actor, step::PLACE, Hook::PlacementVeto)?;
        }
        let real = !self.list.is_empty();
        let obliged = self.list.iter().any(|c| c.offer() == 0);
        if real {
            self.list_interrupts(rules, st, actor, step::PLACE);
        }
        if real && !self.offers.is_empty() {
            // Only offers beyond the core's own: nobody has to take one, unless it says so.
            self.finish(rules, !obliged);
        }
        Ok(real)
    }

    /// Deployments, declared verbs and patterns, and those offered by handlers.
    #[inline]
    fn list_action(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        header: Header,
    ) -> Result<bool, HookError> {
        let code = header.code;
        let figures = if code == step::ACTION { rules.action_figures } else { rules.second_figures };
        if st.placed != NONE {
            list_deployments(rules, st, actor, figures, &mut self.list);
        }
        for i in 0..rules.patterns[code as usize].len() {
            self.list_pattern(rules, st, actor, rules.patterns[code as usize][i], code);
        }
        for &verb in &rules.offered[code as usize] {
            self.list_verb(rules, st, actor, verb, None, Node::NONE);
        }
        if !rules.deploy_offer.is_empty() {
            self.ask_offers(rules, st, actor, code, Hook::DeploymentOffer)?;
        }
        let slot = if code == step::ACTION { Slot::Action } else { Slot::SecondAction };
        let mut real = !self.list.is_empty();
        let before = self.list.len();
        self.list_interrupts(rules, st, actor, code);
        if !real && rules.opens & 1 << slot as u8 != 0 {
            real = self.list[before..].iter().any(|c| match c.action() {
                Some(crate::choice::Action::Invoke { verb, .. }) => {
                    rules.verbs[verb.index()].decl.opens.iter().any(|s| s == slot.name())
                }
                _ => false,
            });
        }
        if real && !rules.deploy_veto.is_empty() {
            self.veto(rules, st, actor, code, Hook::DeploymentVeto)?;
            real = !self.list.is_empty();
        }
        if real {
            self.finish(rules, true);
        }
        Ok(real)
    }

    /// Options of an expansion's own step.
    fn list_own(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        header: Header,
    ) -> Result<bool, HookError> {
        let code = header.code;
        let Some(own) = rules.steps.get(code.wrapping_sub(step::OWN) as usize) else { return Ok(false) };
        let mut args = [0; STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        let near_node = if nargs > 0 && (args[0] as usize) < st.nodes.len() { Node(args[0] as u16) } else { Node::NONE };
        let near = near_node.is_some().then(|| Game::new(rules, st).cell(near_node));
        let mut pass = own.pass;
        for &verb in &own.verbs {
            self.list_verb(rules, st, actor, verb, near, near_node);
        }
        if let Some(call) = own.ask {
            let mut event = Event::new(Hook::Ask);
            event.actor = actor;
            event.args = args;
            event.nargs = nargs;
            event.step = code;
            event.node = near_node;
            self.call(rules, st, call, &event, answers::OFFERS)?;
            if let Some(rule) = self.answer.pass {
                pass = rule;
            }
            self.check_offers(rules, st, actor);
            self.take_offers();
        }
        let mut real = !self.list.is_empty();
        if actor != Player::CHANCE {
            if real && !rules.deploy_veto.is_empty() {
                self.veto(rules, st, actor, code, Hook::DeploymentVeto)?;
                real = !self.list.is_empty();
            }
            if real {
                self.list_interrupts(rules, st, actor, code);
                self.finish(rules, pass.is_some());
            } else if own.decl.always {
                self.list.push(Choice::PASS);
                return Ok(true);
            }
        }
        Ok(real)
    }

    /// Duplicates are one option; while a `must` stands only such and free ones are; pass comes last.
    fn finish(&mut self, rules: &Ruleset, may_pass: bool) {
        if !self.offers.is_empty() {
            self.dedup();
        }
        let must = |c: &Choice, offers: &[Offer]| match c.action() {
            Some(crate::choice::Action::Invoke { verb, .. }) if rules.verbs[verb.index()].decl.must => true,
            _ => c.offer() > 0 && offers.get(c.offer() as usize - 1).is_some_and(|o| o.must),
        };
        let any_must = (rules.any_must || self.offers.iter().any(|o| o.must))
            && self.list.iter().any(|c| must(c, &self.offers));
        if any_must {
            let offers = std::mem::take(&mut self.offers);
            self.list.retain(|c| {
                let free = match c.action() {
                    Some(crate::choice::Action::Invoke { verb, .. }) => rules.verbs[verb.index()].decl.free,
                    _ => c.offer() > 0 && offers.get(c.offer() as usize - 1).is_some_and(|o| o.free),
                };
                free || must(c, &offers)
            });
            self.offers = offers;
        } else if may_pass {
            self.list.push(Choice::PASS);
        }
    }

    fn dedup(&mut self) {
        let mut keys: Vec<(u64, u8, usize)> =
            self.list.iter().enumerate().map(|(i, c)| (c.key(), c.offer(), i)).collect();
        keys.sort_unstable();
        let mut drop: Vec<usize> = Vec::new();
        for pair in keys.windows(2) {
            if pair[0].0 == pair[1].0 {
                drop.push(pair[1].2);
            }
        }
        if !drop.is_empty() {
            let mut i = 0;
            self.list.retain(|_| {
                i += 1;
                !drop.contains(&(i - 1))
            });
        }
    }

    /// Verbs offered at every decision of the turn's player.
    #[inline]
    fn list_interrupts(&mut self, rules: &Arc<Ruleset>, st: &mut State, actor: Player, _code: u8) {
        if actor.0 != st.player {
            return;
        }
        for &verb in &rules.offered[step::ANY as usize] {
            self.list_verb(rules, st, actor, verb, None, Node::NONE);
        }
    }

    /// A row for offers of the core itself.
    fn row(&mut self, rule: RuleId, free: bool) -> u8 {
        if self.offers.len() < 250 {
            self.offers.push(Offer { rule, free, ..Offer::default() });
        }
        self.offers.len() as u8
    }

    /// Lists a verb by its declaration.
    pub(super) fn list_verb(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        verb: VerbId,
        near: Option<Cell>,
        near_node: Node,
    ) {
        let v = &rules.verbs[verb.index()];
        if !v.price.iter().all(|(t, n)| st.tokens(*t, actor) >= *n as i16) || v.points > 0 && st.score(actor) < v.points as i32 {
            return;
        }
        let game = Game::new(rules, st);
        if v.once.is_some_and(|key| game.get(key, actor.index()) != 0) {
            return;
        }
        let w = &v.wher;
        match v.decl.target {
            Target::None => self.list.push(Choice::invoke(verb, 0)),
            Target::Segment => {
                let list = &mut self.list;
                each_segment(rules, st, w, |node| {
                    if game.segment_matches(w, node, near, near_node) {
                        list.push(Choice::invoke(verb, node.0 as u32));
                    }
                });
            }
            Target::Figure => self.list_figures(rules, st, actor, verb, w, near, near_node),
            Target::Player => {
                for p in 0..st.players {
                    let fits = match w.owner {
                        decl::Whose::Any => true,
                        decl::Whose::Own => p == actor.0,
                        decl::Whose::Others => p != actor.0,
                    };
                    if fits {
                        self.list.push(Choice::invoke(verb, p as u32));
                    }
                }
            }
            Target::Tile => {
                for t in 0..st.tiles.len() as u16 {
                    if w.placed.is_none_or(|x| x == (t == st.placed)) {
                        self.list.push(Choice::invoke(verb, t as u32));
                    }
                }
            }
            Target::Neutral => {
                for (i, place) in st.neutrals.iter().enumerate() {
                    if *place != Place::Box {
                        self.list.push(Choice::invoke(verb, i as u32));
                    }
                }
            }
            Target::Cell | Target::TileType | Target::Number => {}
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call site")]
    fn list_figures(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        verb: VerbId,
        w: &Where,
        near: Option<Cell>,
        near_node: Node,
    ) {
        let game = Game::new(rules, st);
        let mut kinds_seen: Vec<(u8, u8, u16)> = Vec::new();
        for (i, f) in st.figures.iter().enumerate() {
            let wanted = if w.holder.is_some() { FigurePlace::Held } else { FigurePlace::Segment };
            if f.place != wanted {
                continue;
            }
            let id = FigureId(i as u16);
            if game.figure_matches(w, id, actor, near, near_node) {
                if w.one_per_kind {
                    let key = (f.owner, f.kind, f.at);
                    if kinds_seen.contains(&key) {
                        continue;
                    }
                    kinds_seen.push(key);
                }
                self.list.push(Choice::invoke(verb, i as u32));
            }
        }
    }

    /// Lists a declared deploy pattern.
    fn list_pattern(&mut self, rules: &Ruleset, st: &State, actor: Player, pattern: u16, code: u8) {
        let p = &rules.deploys[pattern as usize];
        let figures = if code == step::SECOND_ACTION { rules.second_figures } else { rules.action_figures };
        let figures = p.figures & figures & in_supply(rules, st, actor);
        if figures == 0 {
            return;
        }
        let game = Game::new(rules, st);
        if let Some(tag) = &p.placed_tag {
            let has = st.placed != NONE && game.tile_has(st.tiles[st.placed as usize].kind(), tag);
            if !has {
                return;
            }
        }
        let mut row = 0;
        let mut found: Vec<Node> = Vec::new();
        each_segment(rules, st, &p.wher, |node| {
            if game.segment_matches(&p.wher, node, None, Node::NONE) {
                found.push(node);
            }
        });
        for node in found {
            let mut bits = figures & rules.kinds[st.kind(node).index()].takes;
            while bits != 0 {
                let kind = FigureKindId(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                if refuses_deploy(rules, st, actor, kind, node, &p.waives).is_none() {
                    if row == 0 {
                        row = self.row(p.rule, p.free);
                    }
                    self.list.push(Choice::deploy(kind, node).under(row));
                }
            }
        }
    }

    /// Asks the handlers of an offer hook and adds what the core accepts.
    fn ask_offers(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        code: u8,
        hook: Hook,
    ) -> Result<(), HookError> {
        let subs = if hook == Hook::PlacementOffer { &rules.place_offer } else { &rules.deploy_offer };
        for sub in subs {
            if sub.steps != 0 && sub.steps & (1 << (code & 31) | 1 << step::ANY) == 0 {
                continue;
            }
            let mut event = Event::new(hook);
            event.actor = actor;
            event.step = code;
            if !self.matches(rules, st, sub, &event) {
                continue;
            }
            self.call(rules, st, sub.call, &event, answers::OFFERS)?;
            self.check_offers(rules, st, actor);
            self.take_offers();
        }
        Ok(())
    }

    /// Drops offered options that a restriction forbids and the offer does not waive.
    fn check_offers(&mut self, rules: &Ruleset, st: &State, actor: Player) {
        let offers = std::mem::take(&mut self.answer.offers);
        let game = Game::new(rules, st);
        let (explain, refused) = (self.explain, &mut self.refused);
        let none = Waived::default();
        self.answer.options.retain(|c| {
            let offer = offers.get((c.offer() as usize).wrapping_sub(1));
            let waives = offer.map_or(&none, |o| &o.waives);
            let price = offer.and_then(|o| o.price);
            let why = if price.is_some_and(|(t, n)| st.tokens(t, actor) < n as i16) {
                Some(Restriction::Price)
            } else {
                match c.action() {
                    Some(crate::choice::Action::Deploy { figure, node }) => {
                        if figure.index() < rules.figures.len() && node.index() < st.nodes.len() {
                            refuses_deploy(rules, st, actor, figure, node, waives)
                        } else {
                            Some(Restriction::Kind)
                        }
                    }
                    Some(crate::choice::Action::Place { tile, cell, rotation }) => {
                        if tile.index() < rules.types.len() && st.has_at_hand(rules, actor, tile) {
                            refuses_place(&game, tile, cell, rotation, waives)
                        } else {
                            Some(Restriction::Supply)
                        }
                    }
                    _ => None,
                }
            };
            if let (Some(why), true) = (why, explain) {
                refused.push((*c, rules.restriction(why)));
            }
            why.is_none()
        });
        self.answer.offers = offers;
    }

    /// Moves the answer's options to the list, under rows of the decision's offers.
    fn take_offers(&mut self) {
        let base = self.offers.len() as u8;
        self.offers.append(&mut self.answer.offers);
        for (i, c) in self.answer.options.iter().enumerate() {
            let offer = c.offer();
            self.list.push(if offer == 0 { *c } else { c.under(base.saturating_add(offer)) });
            if let Some(w) = self.answer.weights.get(i) {
                self.weights.push(*w);
            }
        }
    }

    /// Asks the handlers of a veto hook about the whole list, and drops what is refused and not waived.
    fn veto(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        code: u8,
        hook: Hook,
    ) -> Result<(), HookError> {
        let subs = if hook == Hook::PlacementVeto { &rules.place_veto } else { &rules.deploy_veto };
        for sub in subs {
            if self.list.is_empty() {
                break;
            }
            if sub.steps != 0 && sub.steps & (1 << (code & 31) | 1 << step::ANY) == 0 {
                continue;
            }
            if sub.placed_kind != 0 {
                let any = self.list.iter().any(|c| match c.action() {
                    Some(crate::choice::Action::Place { tile, .. }) => {
                        rules.types[tile.index()].kinds & sub.placed_kind != 0
                    }
                    _ => false,
                });
                if !any {
                    continue;
                }
            }
            let mut event = Event::new(hook);
            event.actor = actor;
            event.step = code;
            if !self.matches(rules, st, sub, &event) {
                continue;
            }
            self.answer.begin(answers::REFUSALS);
            std::mem::swap(&mut self.answer.listed, &mut self.list);
            self.calls += 1;
            let asked = self.call_more(rules, st, sub.call, &event, answers::REFUSALS);
            std::mem::swap(&mut self.answer.listed, &mut self.list);
            asked?;
            self.drop_refused(rules);
        }
        Ok(())
    }

    fn drop_refused(&mut self, rules: &Ruleset) {
        if self.answer.refused.is_empty() {
            return;
        }
        let mut refused = std::mem::take(&mut self.answer.refused);
        refused.sort_unstable();
        refused.retain(|(i, rule)| {
            let choice = self.list[*i as usize];
            let by_offer = choice.offer() > 0
                && self.offers.get(choice.offer() as usize - 1).is_some_and(|o| o.waives.rules.contains(rule));
            let by_verb = match choice.action() {
                Some(crate::choice::Action::Invoke { verb, .. }) => {
                    rules.verbs[verb.index()].waives.contains(rule)
                }
                _ => false,
            };
            let waived = by_offer || by_verb;
            !waived && !rules.is_muted(*rule)
        });
        if self.explain {
            for (i, rule) in &refused {
                self.refused.push((self.list[*i as usize], *rule));
            }
        }
        let mut at = 0usize;
        let mut next = refused.iter().map(|r| r.0 as usize).peekable();
        self.list.retain(|_| {
            let mut drop = false;
            while next.peek() == Some(&at) {
                drop = true;
                next.next();
            }
            at += 1;
            !drop
        });
        self.answer.refused = refused;
    }

    /// Whether the filters of a subscription hold for an event.
    #[inline]
    pub(super) fn matches(&self, rules: &Ruleset, st: &State, sub: &Sub, event: &Event) -> bool {
        if sub.kinds != 0 {
            let there = event.node.is_some() && sub.kinds & 1 << st.kind(event.node).0 != 0;
            if !there {
                return false;
            }
        }
        sub.plain || filters_hold(rules, st, sub, event)
    }
}

/// The filters that are rarely used.
fn filters_hold(rules: &Ruleset, st: &State, sub: &Sub, event: &Event) -> bool {
    let game = Game::new(rules, st);
    if let Some(tag) = &sub.tag
        && !(event.node.is_some() && game.has_tag(event.node, tag))
    {
        return false;
    }
    if sub.cause.is_some_and(|c| c != event.rule)
        || sub.complete.is_some_and(|c| c != event.complete)
        || sub.last.is_some_and(|c| c != event.last)
    {
        return false;
    }
    if sub.figures != 0 || sub.class != 0 {
        let Some(f) = st.figures.get(event.figure.index()) else { return false };
        if sub.figures != 0 && sub.figures & 1 << f.kind == 0 {
            return false;
        }
        if sub.class != 0 && sub.class & rules.figures[f.kind as usize].class == 0 {
            return false;
        }
    }
    if let Some(tag) = &sub.placed_tag {
        let tile = if event.tile.is_some() { event.tile.0 } else { st.placed };
        if tile == NONE || !game.tile_has(st.tiles[tile as usize].kind(), tag) {
            return false;
        }
    }
    if sub.placed_kind != 0 && event.tile.is_some() {
        let ty = st.tiles[event.tile.index()].kind();
        if rules.types[ty.index()].kinds & sub.placed_kind == 0 {
            return false;
        }
    }
    if let Some(group) = sub.group {
        let from_group = event.tile.is_some()
            && rules.types[st.tiles[event.tile.index()].kind().index()].group == group;
        if !from_group {
            return false;
        }
    }
    if let Some(token) = sub.token
        && (0..st.players).all(|p| st.tokens(token, Player(p)) == 0)
    {
        return false;
    }
    if let Some(neutral) = sub.neutral {
        let fits = if event.neutral.is_some() {
            event.neutral == neutral
        } else {
            !matches!(st.neutral(neutral), Place::Supply | Place::Box)
        };
        if !fits {
            return false;
        }
    }
    if sub.on_board != 0
        && !st.figures.iter().any(|f| f.place == FigurePlace::Segment && sub.on_board & 1 << f.kind != 0)
    {
        return false;
    }
    if sub.state.is_some_and(|key| game.get(key, 0) == 0) {
        return false;
    }
    if let Some(zone) = sub.zone
        && !st.zoned.iter().any(|z| z.pile == zone.0 && (z.player == st.player || z.player > 200))
    {
        return false;
    }
    true
}

/// All placements of a tile that match the edges around.
#[inline]
fn list_placements(rules: &Ruleset, st: &State, tile: TypeId, list: &mut OptionList) {
    let row = &rules.fit[tile.index() * rules.need_size..(tile.index() + 1) * rules.need_size];
    let base = Choice::place_base(tile);
    let out = list.spare(4 * st.frontier.len());
    let mut n = 0;
    for (cell, need) in st.frontier.iter().zip(&st.needs) {
        let mask = row[*need as usize] as usize & 15;
        let here = base | (*cell as u64) << 10;
        let turns = &TURNS[mask];
        let Some(slots) = out.get_mut(n..n + 4) else { break };
        slots[0] = Choice(here | turns[0]);
        slots[1] = Choice(here | turns[1]);
        slots[2] = Choice(here | turns[2]);
        slots[3] = Choice(here | turns[3]);
        n += COUNTS[mask] as usize;
    }
    list.keep(n);
}

/// Figure kinds that the player has in supply, as bits.
#[inline]
fn in_supply(rules: &Ruleset, st: &State, player: Player) -> u32 {
    let kinds = rules.figures.len();
    let mine = &st.supply[player.index() * kinds..(player.index() + 1) * kinds];
    mine.iter().enumerate().fold(0, |m, (k, n)| m | ((*n != 0) as u32) << k)
}

/// The core's own offer: figures from the supply to the features of the tile just placed.
#[inline]
fn list_deployments(rules: &Ruleset, st: &State, actor: Player, figures: u32, list: &mut OptionList) {
    let have = in_supply(rules, st, actor) & figures;
    if have == 0 {
        return;
    }
    let tile = st.tiles[st.placed as usize];
    let ty = rules.hot.types[(tile.face >> 2) as usize];
    let from = tile.first as usize;
    let nodes = &st.nodes[from..from + ty.n as usize];
    for (i, data) in nodes.iter().enumerate() {
        let mut bits = rules.hot.offers[data.kind as usize & 31] & have;
        if bits == 0 {
            continue;
        }
        if ty.multi & 1 << i != 0 && nodes[..i].iter().any(|m| m.root == data.root) {
            // The same feature by another segment of the tile is the same claim.
            continue;
        }
        if st.features[data.root as usize].claimers > 0 {
            bits &= !rules.hot.claims;
        }
        let node = Node((from + i) as u16);
        while bits != 0 {
            let kind = FigureKindId(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            if rules.hot.special >> kind.0 & 1 != 0 && !joins_own(rules, st, actor, kind, node) {
                continue;
            }
            list.push(Choice::deploy(kind, node));
        }
    }
}

fn joins_own(rules: &Ruleset, st: &State, actor: Player, kind: FigureKindId, node: Node) -> bool {
    let game = Game::new(rules, st);
    let f = &rules.figures[kind.index()];
    (f.needs_own == 0 || rules.is_lifted(Restriction::NeedsOwn) || game.holds(node, actor, f.needs_own))
        && !(f.decl.one_per_feature
            && !rules.is_lifted(Restriction::OnePerFeature)
            && game.holds_kind(node, actor, kind))
}

/// Segments that a declaration may mean: those of the placed tile, or all of the listed kinds.
fn each_segment(rules: &Ruleset, st: &State, w: &Where, mut f: impl FnMut(Node)) {
    if w.placed == Some(true) {
        if st.placed != NONE {
            let tile = st.tiles[st.placed as usize];
            let n = rules.types[(tile.face >> 2) as usize].segments.len() as u16;
            (tile.first..tile.first + n).for_each(|n| f(Node(n)));
        }
        return;
    }
    for n in &st.indexed {
        f(Node(*n));
    }
}

/// The first restriction that forbids a deployment and is not waived.
pub(super) fn refuses_deploy(
    rules: &Ruleset,
    st: &State,
    actor: Player,
    kind: FigureKindId,
    node: Node,
    waives: &Waived,
) -> Option<Restriction> {
    let game = Game::new(rules, st);
    let f = &rules.figures[kind.index()];
    let waived = |r: Restriction| (waives.restrictions | rules.lifted) & 1 << r as u16 != 0;
    let fails = |r: Restriction, bad: bool| (bad && !waived(r)).then_some(r);
    fails(Restriction::Supply, st.supply(actor, kind) == 0)
        .or_else(|| {
            let takes = rules.kinds[st.kind(node).index()].takes;
            fails(Restriction::Kind, takes & 1 << kind.0 == 0)
        })
        .or_else(|| fails(Restriction::Occupied, f.decl.claims && game.is_occupied(node)))
        .or_else(|| {
            let elsewhere = st.tile_of(node).0 != st.placed;
            fails(Restriction::Complete, elsewhere && game.is_complete(node))
        })
        .or_else(|| {
            fails(Restriction::NeedsOwn, f.needs_own != 0 && !game.holds(node, actor, f.needs_own))
        })
        .or_else(|| {
            let second = f.decl.one_per_feature && game.holds_kind(node, actor, kind);
            fails(Restriction::OnePerFeature, second)
        })
}

/// The first restriction that forbids a placement and is not waived.
pub(super) fn refuses_place(
    game: &Game<'_>,
    tile: TypeId,
    cell: Cell,
    rotation: u8,
    waives: &Waived,
) -> Option<Restriction> {
    let waived = |r: Restriction| (waives.restrictions | game.rules.lifted) & 1 << r as u16 != 0;
    if game.state.tile_at(cell).is_some() {
        return Some(Restriction::Empty);
    }
    if let Some([x0, y0, x1, y1]) = game.rules.bounds
        && (cell.x < x0 || cell.y < y0 || cell.x > x1 || cell.y > y1)
    {
        return Some(Restriction::Bounds);
    }
    match game.need(cell) {
        None => (!waived(Restriction::Adjacent)).then_some(Restriction::Adjacent),
        Some(need) => {
            let ok = game.rules.fits(tile, need) & 1 << (rotation & 3) != 0 || waived(Restriction::Edge);
            (!ok).then_some(Restriction::Edge)
        }
    }
}
