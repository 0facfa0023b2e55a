//! From declarations to numbers.

use std::collections::BTreeMap;

use super::{
    Call, Enabled, Figure, FinalStep, Kind, Merge, OwnStep, Pattern, Pile, RESTRICTIONS, Ruleset, SEG_NONE, Side,
    StateKey, Sub, TagRef, TileType, TypeSegment, Verb, Waived, Where,
};
use crate::decl;
use crate::effect::EFFECTS;
use crate::hooks::{self, Hook, Slot};
use crate::ids::{Cell, ExpansionId, KindId, PileId, RuleId, StateId, VerbId};
use crate::limits::{
    EDGE_KINDS_MAX, FEATURE_KINDS_MAX, FIGURE_KINDS_MAX, FIGURES_PER_KIND_MAX, PILES_MAX, PLAYERS_MAX,
    SEGMENTS_PER_TILE_MAX, STEPS_MAX, TAGS_PER_KIND_MAX, TILE_TYPES_MAX, TILES_MAX, VERBS_MAX,
};
use crate::step;

/// Why declarations do not make a ruleset: which expansion, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{expansion}: {what}")]
pub struct BuildError {
    /// Expansion, or tile set.
    pub expansion: String,
    /// What is wrong.
    pub what: String,
    /// The same in French.
    pub what_fr: String,
}

struct Faults(Vec<BuildError>);

impl Faults {
    fn add(&mut self, expansion: &str, en: String, fr: String) {
        self.0.push(BuildError { expansion: expansion.to_owned(), what: en, what_fr: fr });
    }

    fn unknown(&mut self, expansion: &str, en: &str, fr: &str, name: &str) {
        self.add(
            expansion,
            format!("unknown {en} `{name}`; no enabled expansion declares it"),
            format!("{fr} `{name}` inconnu(e) ; aucune extension active ne le déclare"),
        );
    }

    fn limit(&mut self, expansion: &str, what: &str, n: usize, max: usize) {
        if n > max {
            self.add(
                expansion,
                format!("{n} {what}, the limit is {max}"),
                format!("{n} {what}, la limite est {max}"),
            );
        }
    }
}

impl Ruleset {
    /// Interns the declarations of the enabled expansions, in canonical order, with the tiles of the mix.
    ///
    /// # Errors
    ///
    /// All names that nobody declares, all limits passed, all contradictions between expansions.
    pub fn build(
        players: u8,
        expansions: &[decl::Expansion],
        tiles: &[decl::Tile],
    ) -> Result<Ruleset, Vec<BuildError>> {
        let mut faults = Faults(Vec::new());
        faults.limit("players", "players", players as usize, PLAYERS_MAX);
        let mut b = Builder::new(players, expansions, &mut faults);
        b.declare_rules();
        b.declare_kinds();
        b.declare_piles();
        b.declare_state();
        b.declare_verbs();
        b.add_tiles(tiles);
        b.subscribe();
        b.turn();
        let rules = b.rules;
        if faults.0.is_empty() { Ok(rules) } else { Err(faults.0) }
    }
}

struct Builder<'a> {
    from: &'a [decl::Expansion],
    faults: &'a mut Faults,
    rules: Ruleset,
    rule_ids: BTreeMap<String, RuleId>,
    muted_names: Vec<String>,
}

impl<'a> Builder<'a> {
    fn new(players: u8, from: &'a [decl::Expansion], faults: &'a mut Faults) -> Self {
        let rules = Ruleset {
            players,
            expansions: from
                .iter()
                .map(|e| Enabled {
                    id: e.id.clone(),
                    version: e.version.clone(),
                    hash: e.hash.clone(),
                    options: e.options.clone(),
                    functions: Vec::new(),
                })
                .collect(),
            rules: Vec::new(),
            edges: Vec::new(),
            kinds: Vec::new(),
            figures: Vec::new(),
            classes: Vec::new(),
            neutrals: Vec::new(),
            tokens: Vec::new(),
            tile_tags: Vec::new(),
            units: vec!["tile".to_owned()],
            types: Vec::new(),
            piles: Vec::new(),
            verbs: Vec::new(),
            steps: Vec::new(),
            state: Vec::new(),
            bounds: None,
            names: BTreeMap::new(),
            start: Vec::new(),
            muted: Vec::new(),
            any_muted: false,
            lifted: 0,
            restriction_rules: [RuleId::NONE; RESTRICTIONS.len()],
            hot: super::Hot::default(),
            sides: Vec::new(),
            fit: Vec::new(),
            need_size: 0,
            need_pow: [0; 4],
            reach: Vec::new(),
            reach_near: Vec::new(),
            draw_order: Vec::new(),
            playing_zones: Vec::new(),
            turn_slots: Vec::new(),
            handled: 0,
            part_start: 0,
            part_end: 0,
            finals: Vec::new(),
            at: std::array::from_fn(|_| Vec::new()),
            on: vec![Vec::new(); EFFECTS.len()],
            listens: 0,
            logged: 0,
            settled: Vec::new(),
            place_offer: Vec::new(),
            place_veto: Vec::new(),
            deploy_offer: Vec::new(),
            deploy_veto: Vec::new(),
            complete: Vec::new(),
            weight: Vec::new(),
            points: Vec::new(),
            bonus: Vec::new(),
            offered: Vec::new(),
            patterns: Vec::new(),
            deploys: Vec::new(),
            opens: 0,
            plain: 0,
            any_must: false,
            second_figures: 0,
            action_figures: 0,
            own_replaced: Vec::new(),
            figure_base: Vec::new(),
            figures_per_player: 0,
            ext_len: 0,
            ext_default: Vec::new(),
            tile_row: Vec::new(),
            segment_row: Vec::new(),
            resets_part: Vec::new(),
            resets_turn: Vec::new(),
        };
        Self { from, faults, rules, rule_ids: BTreeMap::new(), muted_names: Vec::new() }
    }

    /// Number of a rule id; a new one if nobody documented it.
    fn rule(&mut self, id: &str) -> RuleId {
        if id.is_empty() {
            return RuleId::NONE;
        }
        if let Some(found) = self.rule_ids.get(id) {
            return *found;
        }
        self.add_rule(decl::Rule { id: id.to_owned(), ..decl::Rule::default() })
    }

    fn add_rule(&mut self, rule: decl::Rule) -> RuleId {
        let id = RuleId(self.rules.rules.len() as u16);
        self.rule_ids.insert(rule.id.clone(), id);
        self.rules.muted.push(self.muted_names.contains(&rule.id));
        self.rules.rules.push(rule);
        id
    }

    fn declare_rules(&mut self) {
        self.muted_names = self.from.iter().flat_map(|e| e.mute.iter().cloned()).collect();
        self.rules.any_muted = !self.muted_names.is_empty();
        for (i, name) in RESTRICTIONS.iter().enumerate() {
            self.rules.restriction_rules[i] = self.rule(&format!("core.{name}"));
        }
        for e in self.from {
            for rule in &e.rules {
                if self.rule_ids.contains_key(&rule.id) {
                    self.faults.add(
                        &e.id,
                        format!("the rule `{}` is declared twice", rule.id),
                        format!("la règle `{}` est déclarée deux fois", rule.id),
                    );
                    continue;
                }
                self.add_rule(rule.clone());
            }
            for (name, id) in &e.restrictions {
                match RESTRICTIONS.iter().position(|r| r == name) {
                    Some(i) => self.rules.restriction_rules[i] = self.rule(id),
                    None => self.faults.unknown(&e.id, "restriction", "restriction", name),
                }
            }
            for (name, text) in &e.names {
                self.rules.names.insert(name.clone(), text.clone());
            }
            for name in &e.log {
                match EFFECTS.iter().position(|k| k == name) {
                    Some(i) => self.rules.logged |= 1 << i,
                    None => self.faults.unknown(&e.id, "effect to log", "effet à noter", name),
                }
            }
            if let Some(bounds) = e.bounds {
                self.rules.bounds = Some(bounds);
            }
        }
        self.lift();
        for muted in self.muted_names.clone() {
            if !self.rule_ids.contains_key(&muted) {
                let who = self.from.iter().find(|e| e.mute.contains(&muted));
                let who = who.map_or(String::new(), |e| e.id.clone());
                self.faults.unknown(&who, "rule to mute", "règle à supprimer", &muted);
            }
        }
    }

    /// Restrictions of the core whose rule a variant takes away.
    fn lift(&mut self) {
        use super::Restriction as R;
        for (i, name) in RESTRICTIONS.iter().enumerate() {
            let rule = self.rules.restriction_rules[i];
            if !self.rules.is_muted(rule) {
                continue;
            }
            self.rules.lifted |= 1 << i;
            let can = [R::Edge, R::Bounds, R::Occupied, R::Complete, R::NeedsOwn, R::OnePerFeature];
            if !can.iter().any(|r| *r as usize == i) {
                let id = self.rules.rule_name(rule).to_owned();
                let who = self.from.iter().find(|e| e.mute.contains(&id)).map_or(String::new(), |e| e.id.clone());
                self.faults.add(
                    &who,
                    format!("`{id}` cannot be muted: without the restriction `{name}` there is no game"),
                    format!("`{id}` ne peut être supprimée : sans la restriction `{name}` il n'y a pas de jeu"),
                );
            }
        }
        if self.rules.is_lifted(R::Bounds) {
            self.rules.bounds = None;
        }
    }

    fn classes(&mut self, names: &[String]) -> u32 {
        let mut bits = 0;
        for name in names {
            bits |= self.class(name);
        }
        bits
    }

    fn class(&mut self, name: &str) -> u32 {
        if let Some(i) = self.rules.classes.iter().position(|c| c == name) {
            return 1 << i;
        }
        if self.rules.classes.len() >= 32 {
            self.faults.limit(name, "figure classes", 33, 32);
            return 0;
        }
        self.rules.classes.push(name.to_owned());
        1 << (self.rules.classes.len() - 1)
    }

    fn unique(&mut self, e: &str, what: &str, name: &str, taken: bool) -> bool {
        if taken {
            self.faults.add(
                e,
                format!("{what} `{name}` is declared by two expansions"),
                format!("{what} `{name}` est déclaré par deux extensions"),
            );
        }
        !taken
    }

    fn declare_kinds(&mut self) {
        for e in self.from {
            for edge in &e.edges {
                let taken = self.rules.edges.iter().any(|x| x.name == edge.name);
                if self.unique(&e.id, "edge", &edge.name, taken) {
                    self.rules.edges.push(edge.clone());
                }
            }
            for kind in &e.features {
                let taken = self.rules.kinds.iter().any(|x| x.decl.name == kind.name);
                if self.unique(&e.id, "feature", &kind.name, taken) {
                    self.rules.kinds.push(Kind {
                        decl: kind.clone(),
                        takes: 0,
                        lanes: Vec::new(),
                        merge: Merge::default(),
                        indexed: false,
                    });
                }
            }
        }
        self.faults.limit("expansions", "edge kinds", self.rules.edges.len(), EDGE_KINDS_MAX);
        self.faults.limit("expansions", "feature kinds", self.rules.kinds.len(), FEATURE_KINDS_MAX);
        self.rules.kinds.sort_by(|a, b| {
            (a.decl.order, &a.decl.name).cmp(&(b.decl.order, &b.decl.name))
        });
        for kind in &self.rules.kinds {
            self.rules.units.push(kind.decl.name.clone());
        }
        for e in self.from {
            for tag in &e.tags {
                for on in &tag.on {
                    self.add_tag(&e.id, tag, on);
                }
            }
            for f in &e.figures {
                let taken = self.rules.figures.iter().any(|x| x.decl.name == f.name);
                if !self.unique(&e.id, "figure", &f.name, taken) {
                    continue;
                }
                let supply = f.supply.for_players(self.rules.players);
                self.faults.limit(&e.id, &f.name, supply as usize, FIGURES_PER_KIND_MAX);
                let class = self.classes(&f.class);
                let needs_own = f.needs_own.as_deref().map_or(0, |c| self.class(c));
                self.rules.figures.push(Figure { decl: f.clone(), class, needs_own, supply });
            }
            for n in &e.neutrals {
                let taken = self.rules.neutrals.contains(&n.name);
                if self.unique(&e.id, "neutral figure", &n.name, taken) {
                    self.rules.neutrals.push(n.name.clone());
                }
            }
            for t in &e.tokens {
                let taken = self.rules.tokens.iter().any(|x| x.name == t.name);
                if self.unique(&e.id, "token", &t.name, taken) {
                    self.rules.tokens.push(t.clone());
                }
            }
        }
        self.faults.limit("expansions", "figure kinds", self.rules.figures.len(), FIGURE_KINDS_MAX);
        self.rules.figures.truncate(FIGURE_KINDS_MAX);
        let mut base = 0;
        for f in &self.rules.figures {
            self.rules.figure_base.push(base);
            base += f.supply.min(FIGURES_PER_KIND_MAX as u16);
        }
        self.rules.figures_per_player = base;
        self.rules.kinds.truncate(FEATURE_KINDS_MAX);
        for i in 0..self.rules.figures.len() {
            let f = self.rules.figures[i].decl.clone();
            for on in &f.on {
                match self.rules.kind(on) {
                    Some(k) => self.rules.kinds[k.index()].takes |= 1 << i,
                    None => {} // a kind of an expansion that is not here
                }
            }
            if !f.offered {
                if f.second {
                    self.rules.second_figures |= 1 << i;
                } else {
                    self.rules.action_figures |= 1 << i;
                }
            }
        }
        for k in 0..self.rules.kinds.len() {
            let takes = self.rules.kinds[k].decl.takes.clone();
            let class = self.classes(&takes);
            for i in 0..self.rules.figures.len() {
                if self.rules.figures[i].class & class != 0 {
                    self.rules.kinds[k].takes |= 1 << i;
                }
            }
            let reach = self.rules.kinds[k].decl.reach.clone();
            for (dx, dy) in reach {
                match self.rules.reach.iter_mut().find(|r| (r.0, r.1) == (dx, dy)) {
                    Some(r) => r.2 |= 1 << k,
                    None => self.rules.reach.push((dx, dy, 1 << k)),
                }
            }
        }
        self.rules.reach.sort_unstable();
        self.rules.reach_near = self.rules.reach.iter().map(|r| (r.0, r.1)).collect();
    }

    fn add_tag(&mut self, e: &str, tag: &decl::Tag, on: &str) {
        if on == "tile" {
            if !self.rules.tile_tags.contains(&tag.name) {
                self.rules.tile_tags.push(tag.name.clone());
                self.faults.limit(e, "tile tags", self.rules.tile_tags.len(), 32);
            }
            return;
        }
        let Some(kind) = self.rules.kind(on) else { return };
        let k = &mut self.rules.kinds[kind.index()];
        if k.lanes.contains(&tag.name) {
            return;
        }
        if k.lanes.len() >= TAGS_PER_KIND_MAX {
            self.faults.limit(e, "tags of one feature kind", TAGS_PER_KIND_MAX + 1, TAGS_PER_KIND_MAX);
            return;
        }
        let mask = 0xffu128 << (8 * k.lanes.len());
        k.lanes.push(tag.name.clone());
        match tag.merge {
            decl::Merge::Add => k.merge.add |= mask,
            decl::Merge::Any => k.merge.any |= mask,
            decl::Merge::All => k.merge.all |= mask,
            decl::Merge::Equal => k.merge.equal |= mask,
            decl::Merge::Drop => {}
        }
        if !self.rules.units.contains(&tag.name) {
            self.rules.units.push(tag.name.clone());
        }
    }

    fn declare_piles(&mut self) {
        self.rules.piles.push(Pile { name: "main".into(), zone: None, order: 0, closed: false });
        self.rules.piles.push(Pile {
            name: "out".into(),
            zone: Some(decl::Zone { name: "out".into(), ..decl::Zone::default() }),
            order: 0,
            closed: true,
        });
        for e in self.from {
            for g in &e.groups {
                if self.rules.pile(&g.name).is_none() {
                    self.rules.piles.push(Pile {
                        name: g.name.clone(),
                        zone: None,
                        order: g.order,
                        closed: g.closed,
                    });
                }
            }
            for z in &e.zones {
                let taken = self.rules.pile(&z.name).is_some();
                if self.unique(&e.id, "zone", &z.name, taken) {
                    self.rules.piles.push(Pile {
                        name: z.name.clone(),
                        zone: Some(z.clone()),
                        order: 0,
                        closed: true,
                    });
                }
            }
        }
        self.faults.limit("expansions", "deck groups and zones", self.rules.piles.len(), PILES_MAX);
        let mut order: Vec<PileId> = (0..self.rules.piles.len() as u8)
            .map(PileId)
            .filter(|p| {
                let pile = &self.rules.piles[p.index()];
                pile.zone.is_none() && !pile.closed
            })
            .collect();
        order.sort_by_key(|p| self.rules.piles[p.index()].order);
        self.rules.draw_order = order;
        self.rules.playing_zones = (0..self.rules.piles.len() as u8)
            .map(PileId)
            .filter(|p| {
                self.rules.piles[p.index()].zone.as_ref().is_some_and(|z| z.plays)
            })
            .collect();
    }

    fn declare_state(&mut self) {
        let players = self.rules.players as usize;
        let figures: usize =
            self.rules.figures.iter().map(|f| f.supply as usize * players).sum();
        for (x, e) in self.from.iter().enumerate() {
            for key in &e.state {
                let width = if key.list > 0 { key.list as usize + 1 } else { 1 };
                let at = match key.per {
                    decl::Per::Tile => self.rules.tile_row.len(),
                    decl::Per::Segment => self.rules.segment_row.len(),
                    _ => self.rules.ext_default.len(),
                };
                let first = if key.list > 0 { 0 } else { key.default };
                let owners = match key.per {
                    decl::Per::Game => 1,
                    decl::Per::Player => players,
                    decl::Per::Figure => figures,
                    decl::Per::Tile => {
                        self.rules.tile_row.push(key.default);
                        0
                    }
                    decl::Per::Segment => {
                        self.rules.segment_row.push(key.default);
                        0
                    }
                };
                for _ in 0..owners {
                    self.rules.ext_default.push(first);
                    self.rules.ext_default.extend(std::iter::repeat_n(0, width - 1));
                }
                let id = StateId(self.rules.state.len() as u16);
                match key.reset {
                    decl::Reset::Never => {}
                    decl::Reset::Part => self.rules.resets_part.push(id),
                    decl::Reset::Turn => self.rules.resets_turn.push(id),
                }
                self.rules.state.push(StateKey {
                    decl: key.clone(),
                    expansion: ExpansionId(x as u8),
                    at,
                    width,
                });
            }
        }
        self.rules.ext_len = self.rules.ext_default.len();
    }

    fn kinds_of(&mut self, names: &[String]) -> u32 {
        let mut bits = 0;
        for name in names {
            if let Some(k) = self.rules.kind(name) {
                bits |= 1 << k.0;
            }
        }
        // A list of kinds that nobody here has matches nothing.
        if bits == 0 && !names.is_empty() { 1 << 31 } else { bits }
    }

    fn figures_of(&mut self, names: &[String]) -> u32 {
        let mut bits = 0;
        for name in names {
            if let Some(k) = self.rules.figure(name) {
                bits |= 1 << k.0;
            }
        }
        if bits == 0 && !names.is_empty() { 1 << 31 } else { bits }
    }

    fn lanes_of(&self, tag: &str) -> Vec<(KindId, u8)> {
        (0..self.rules.kinds.len() as u8)
            .map(KindId)
            .filter_map(|k| self.rules.lane(k, tag).map(|l| (k, l)))
            .collect()
    }

    fn tag_ref(&self, tag: &str) -> TagRef {
        TagRef {
            tile: self.rules.tile_tag(tag).map_or(0, |b| 1 << b),
            lanes: self.lanes_of(tag),
        }
    }

    fn wher(&mut self, w: &decl::Where) -> Where {
        let kinds = self.kinds_of(&w.kind);
        Where {
            kinds,
            tag: w.tag.as_deref().map_or(Vec::new(), |t| self.lanes_of(t)),
            tagged: w.tag.is_some(),
            without: w.without.as_deref().map_or(Vec::new(), |t| self.lanes_of(t)),
            occupied: w.occupied,
            complete: w.complete,
            placed: w.placed,
            figures: self.figures_of(&w.figure),
            class: w.class.as_deref().map_or(0, |c| self.class(c)),
            owner: w.owner,
            holder: w.holder,
            sheltered: w.sheltered,
            within: w.within.as_ref().map(|x| {
                (x.shape, x.size, x.tag.as_deref().map_or(Vec::new(), |t| self.lanes_of(t)))
            }),
            one_per_kind: w.one_per_kind,
        }
    }

    fn waived(&mut self, names: &[String]) -> Waived {
        let mut w = Waived::default();
        for name in names {
            match RESTRICTIONS.iter().position(|r| r == name) {
                Some(i) => w.restrictions |= 1 << i,
                None => {
                    let rule = self.rule(name);
                    match self.rules.restriction_rules.iter().position(|r| *r == rule) {
                        Some(i) => w.restrictions |= 1 << i,
                        None => w.rules.push(rule),
                    }
                }
            }
        }
        w
    }

    fn refusals(&mut self, map: &BTreeMap<String, String>) -> Vec<(String, RuleId)> {
        map.iter().map(|(key, id)| (key.clone(), self.rule(id))).collect()
    }

    /// Kinds that a board-wide declaration looks for are listed as they are placed.
    fn index_kinds(&mut self, target: decl::Target, w: &decl::Where, kinds: u32) {
        if target == decl::Target::Segment && w.placed != Some(true) {
            for k in 0..self.rules.kinds.len() {
                if kinds == 0 || kinds & 1 << k != 0 {
                    self.rules.kinds[k].indexed = true;
                }
            }
        }
    }

    fn call(&mut self, x: usize, name: &str, answers: u16) -> Call {
        let functions = &mut self.rules.expansions[x].functions;
        let found = functions.iter().position(|f| f.0 == name);
        let i = found.unwrap_or_else(|| {
            functions.push((name.to_owned(), 0));
            functions.len() - 1
        });
        functions[i].1 |= answers;
        Call { expansion: ExpansionId(x as u8), function: i as u16 }
    }

    /// Codes of steps by name as in `at = […]`, in the eyes of expansion `x`.
    fn step_codes(&mut self, x: usize, names: &[String]) -> Vec<u8> {
        let mut out = Vec::new();
        for name in names {
            if name == "*" {
                out.push(step::ANY);
            } else if let Some((_, code)) = step::CORE_STEPS.iter().find(|(n, _)| n == name) {
                out.push(*code);
            } else {
                let (owner, own) = match name.split_once('/') {
                    Some((e, s)) => (self.rules.expansion(e), s),
                    None => (Some(ExpansionId(x as u8)), name.as_str()),
                };
                match owner.and_then(|o| self.rules.step(o, own)) {
                    Some(s) => out.push(step::OWN + s.0),
                    None => {
                        let who = self.from[x].id.clone();
                        self.faults.unknown(&who, "step", "étape", name);
                    }
                }
            }
        }
        out
    }

    fn declare_verbs(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for s in &e.steps {
                let pass = s.pass.as_deref().map_or(RuleId::NONE, |p| self.rule(p));
                self.rules.steps.push(OwnStep {
                    decl: s.clone(),
                    expansion: ExpansionId(x as u8),
                    verbs: Vec::new(),
                    pass,
                    ask: None,
                    answer: None,
                });
            }
        }
        self.faults.limit("expansions", "own steps", self.rules.steps.len(), STEPS_MAX);
        let codes = step::OWN as usize + self.rules.steps.len();
        self.rules.offered = vec![Vec::new(); codes];
        self.rules.patterns = vec![Vec::new(); codes];
        for (x, e) in self.from.iter().enumerate() {
            for v in &e.verbs {
                let rule = self.rule(&v.rule);
                let wher = self.wher(&v.wher);
                self.index_kinds(v.target, &v.wher, wher.kinds);
                let mut price = Vec::new();
                let mut points = 0;
                for (name, n) in &v.price {
                    if name == "points" {
                        points = *n;
                    } else if let Some(t) = self.rules.token(name) {
                        price.push((t, *n));
                    } else {
                        self.faults.unknown(&e.id, "token", "jeton", name);
                    }
                }
                let once = v.once.as_deref().and_then(|k| {
                    let key = self.rules.state_key(ExpansionId(x as u8), k);
                    if key.is_none() {
                        self.faults.unknown(&e.id, "state", "état", k);
                    }
                    key
                });
                let waives = v.waives.iter().map(|r| self.rule(r)).collect();
                let refusals = self.refusals(&v.refusals);
                let id = VerbId(self.rules.verbs.len() as u8);
                self.rules.verbs.push(Verb {
                    decl: v.clone(),
                    expansion: ExpansionId(x as u8),
                    rule,
                    wher,
                    price,
                    points,
                    once,
                    waives,
                    call: None,
                    refusals,
                });
                if !self.rules.is_muted(rule) {
                    for code in self.step_codes(x, &v.at) {
                        self.rules.offered[code as usize].push(id);
                    }
                    for slot in &v.opens {
                        match Slot::named(slot) {
                            Some(s) => self.rules.opens |= 1 << s as u8,
                            None => self.faults.unknown(&e.id, "slot", "moment", slot),
                        }
                    }
                }
            }
            for s in &e.steps {
                let Some(id) = self.rules.step(ExpansionId(x as u8), &s.name) else { continue };
                for v in &s.verbs {
                    match self.rules.verb(ExpansionId(x as u8), v) {
                        Some(verb) => self.rules.steps[id.index()].verbs.push(verb),
                        None => self.faults.unknown(&e.id, "verb", "verbe", v),
                    }
                }
            }
            for d in &e.deploys {
                self.add_pattern(x, d);
            }
        }
        self.faults.limit("expansions", "verbs", self.rules.verbs.len(), VERBS_MAX);
    }

    fn add_pattern(&mut self, x: usize, d: &decl::DeployPattern) {
        let rule = self.rule(&d.rule);
        if self.rules.is_muted(rule) {
            return;
        }
        let wher = self.wher(&d.wher);
        self.index_kinds(decl::Target::Segment, &d.wher, wher.kinds);
        let mut figures = if d.figure.is_empty() { u32::MAX } else { self.figures_of(&d.figure) };
        if let Some(class) = &d.class {
            let class = self.class(class);
            for (i, f) in self.rules.figures.iter().enumerate() {
                if f.class & class == 0 {
                    figures &= !(1 << i);
                }
            }
        }
        let placed_tag = d.placed_tag.as_deref().map(|t| self.tag_ref(t));
        let waives = self.waived(&d.waives);
        let refusals = self.refusals(&d.refusals);
        let id = self.rules.deploys.len() as u16;
        self.rules.deploys.push(Pattern {
            rule,
            figures,
            wher,
            placed_tag,
            free: d.free,
            waives,
            refusals,
        });
        for code in self.step_codes(x, &d.at) {
            self.rules.patterns[code as usize].push(id);
        }
    }

    fn add_tiles(&mut self, tiles: &[decl::Tile]) {
        self.faults.limit("tiles", "tile types", tiles.len(), TILE_TYPES_MAX);
        let mut counts = BTreeMap::new();
        for e in self.from {
            counts.extend(e.tile_counts.iter().map(|(k, v)| (k.clone(), *v)));
        }
        for tile in tiles {
            let mut tile = tile.clone();
            if let Some(n) = counts.get(&tile.id) {
                tile.count = *n;
            }
            let taken = self.rules.tile_type(&tile.id).is_some_and(|t| {
                self.rules.types[t.index()].decl.id == tile.id
            });
            if self.unique("tiles", "tile", &tile.id, taken) {
                self.add_tile(tile);
            }
        }
        self.faults.limit("tiles", "tiles", self.rules.tile_count(), TILES_MAX);
        let radix = self.rules.edges.len() + 1;
        self.rules.need_size = radix.pow(4);
        for s in 0..4 {
            self.rules.need_pow[s] = radix.pow(s as u32) as u16;
        }
        self.fill_fit(radix);
        self.start_layout();
        self.heat();
    }

    /// Flat tables of what the hot path reads.
    fn heat(&mut self) {
        let r = &mut self.rules;
        for t in &r.types {
            let multi = t.segments.iter().enumerate().fold(0, |m, (i, s)| m | (s.multi as u32) << i);
            r.hot.types.push(super::HotType {
                start: r.hot.templates.len() as u32,
                multi,
                kinds: t.kinds,
                n: t.segments.len() as u8,
                group: t.group.0,
                reaches: t.reaches,
                indexed: t.indexed,
            });
            for s in &t.segments {
                let merge = r.kinds[s.kind.index()].merge;
                r.hot.kinds.push(s.kind.0);
                r.hot.templates.push(crate::state::FeatureData {
                    tags: s.tags & (merge.add | merge.any | merge.all | merge.equal),
                    open: s.open,
                    tiles: 1,
                    figures: crate::state::NONE,
                    multi: s.multi as u16,
                    size: 1,
                    claimers: 0,
                    done: false,
                });
            }
        }
        for (i, k) in r.kinds.iter().enumerate() {
            r.hot.offers[i] = if k.decl.claim == decl::Claim::Yes { k.takes } else { 0 };
            r.hot.completes |= (k.decl.completes as u32) << i;
        }
        let occupied = r.is_lifted(super::Restriction::Occupied);
        for (i, f) in r.figures.iter().enumerate() {
            r.hot.claims |= ((f.decl.claims && !occupied) as u32) << i;
            r.hot.occupies |= ((f.decl.claims || f.decl.blocks) as u32) << i;
            r.hot.stays |= (f.decl.stays as u32) << i;
            r.hot.special |= ((f.needs_own != 0 || f.decl.one_per_feature) as u32) << i;
            r.hot.weights[i] = f.decl.weight;
        }
    }

    fn add_tile(&mut self, tile: decl::Tile) {
        self.faults.limit(&tile.id, "segments", tile.segments.len(), SEGMENTS_PER_TILE_MAX);
        let mut segments = Vec::new();
        let mut kinds = 0u32;
        for s in &tile.segments {
            let Some(kind) = self.rules.kind(&s.kind) else {
                self.faults.unknown(&tile.id, "feature kind", "genre de zone", &s.kind);
                return;
            };
            kinds |= 1 << kind.0;
            let mut tags = 0u128;
            for (tag, n) in &s.tags {
                if let Some(lane) = self.rules.lane(kind, tag) {
                    tags |= (*n as u128) << (8 * lane);
                }
            }
            segments.push(TypeSegment {
                kind,
                tags,
                open: 0,
                multi: tile.segments.iter().filter(|o| o.kind == s.kind).count() > 1,
                borders: s.borders.iter().fold(0, |m, b| m | 1 << (b & 31)),
                places: s.places,
            });
        }
        let at = |place: usize| {
            let found = tile.segments.iter().position(|s| s.places & 1 << place != 0);
            found.map_or(SEG_NONE, |i| i as u8)
        };
        for rotation in 0..4 {
            let mut turned = [Side { left: SEG_NONE, middle: SEG_NONE, right: SEG_NONE, edge: 0 }; 4];
            for (side, out) in turned.iter_mut().enumerate() {
                let from = (side + 4 - rotation) % 4;
                let (mut left, mut middle, mut right) = (at(3 * from), at(3 * from + 1), at(3 * from + 2));
                if left == right && left != SEG_NONE && (middle == left || middle == SEG_NONE) {
                    (left, middle, right) = (SEG_NONE, left, SEG_NONE);
                }
                let Some(edge) = self.rules.edge(&tile.edges[from]) else {
                    self.faults.unknown(&tile.id, "edge kind", "genre de bord", &tile.edges[from]);
                    return;
                };
                *out = Side { left, middle, right, edge: edge.0 };
                if rotation == 0 {
                    for seg in [left, middle, right] {
                        if seg != SEG_NONE {
                            segments[seg as usize].open += 1;
                        }
                    }
                }
            }
            self.rules.sides.push(turned);
        }
        for s in &mut segments {
            let reach = self.rules.kinds[s.kind.index()].decl.reach.len();
            s.open += reach as u16;
        }
        let group = match tile.group.as_deref() {
            None => PileId(0),
            Some(g) => self.rules.pile(g).unwrap_or(PileId(0)),
        };
        let mut tags = 0;
        for (tag, n) in &tile.tags {
            if let Some(bit) = self.rules.tile_tag(tag).filter(|_| *n > 0) {
                tags |= 1 << bit;
            }
        }
        let any = |f: &dyn Fn(&Kind) -> bool| segments.iter().any(|s| f(&self.rules.kinds[s.kind.index()]));
        let reaches = any(&|k| !k.decl.reach.is_empty());
        let indexed = any(&|k| k.indexed);
        self.rules.types.push(TileType { decl: tile, segments, group, tags, kinds, reaches, indexed });
    }

    fn fill_fit(&mut self, radix: usize) {
        let n = self.rules.edges.len();
        let mut meets = vec![false; n * n];
        for (a, edge) in self.rules.edges.iter().enumerate() {
            for name in &edge.meets {
                for (b, other) in self.rules.edges.iter().enumerate() {
                    if name == "*" || *name == other.name {
                        meets[a * n + b] = true;
                        meets[b * n + a] = true;
                    }
                }
            }
        }
        let any = self.rules.is_lifted(super::Restriction::Edge);
        let mut fit = Vec::with_capacity(self.rules.types.len() * self.rules.need_size);
        for t in 0..self.rules.types.len() {
            for need in 0..self.rules.need_size {
                let mut mask = 0u8;
                for r in 0..4 {
                    let sides = self.rules.sides[t * 4 + r];
                    let ok = (0..4).all(|s| {
                        let code = need / radix.pow(s as u32) % radix;
                        code == 0 || any || meets[sides[s].edge as usize * n + code - 1]
                    });
                    mask |= (ok as u8) << r;
                }
                fit.push(mask);
            }
        }
        self.rules.fit = fit;
    }

    fn start_layout(&mut self) {
        let replaced: Vec<&String> =
            self.from.iter().filter_map(|e| e.start.as_ref()).flat_map(|s| &s.replaces).collect();
        let chosen: Vec<&decl::Expansion> = self
            .from
            .iter()
            .filter(|e| e.start.is_some() && !replaced.contains(&&e.id))
            .collect();
        if chosen.len() > 1 {
            let names: Vec<&str> = chosen.iter().map(|e| e.id.as_str()).collect();
            self.faults.add(
                chosen[1].id.as_str(),
                format!("{} each bring a start layout; only one may", names.join(" and ")),
                format!("{} apportent chacun une disposition de départ", names.join(" et ")),
            );
        }
        for e in self.from {
            let Some(start) = &e.start else { continue };
            for s in &start.tiles {
                let found = self.rules.tile_type(&s.tile);
                if replaced.contains(&&e.id) {
                    // The start tile of a replaced layout leaves the game.
                    if let Some(t) = found {
                        let count = &mut self.rules.types[t.index()].decl.count;
                        *count = count.saturating_sub(1);
                    }
                    continue;
                }
                match found {
                    Some(t) if self.rules.types[t.index()].decl.count > 0 => {
                        let cell = Cell::new(s.at.0, s.at.1);
                        self.rules.start.push((t, cell, s.rotation & 3));
                    }
                    Some(_) => self.faults.add(
                        &e.id,
                        format!("the start tile `{}` has count 0", s.tile),
                        format!("la tuile de départ `{}` a un nombre de 0", s.tile),
                    ),
                    None => self.faults.unknown(&e.id, "start tile", "tuile de départ", &s.tile),
                }
            }
        }
        if self.rules.start.is_empty() && self.faults.0.is_empty() {
            self.faults.add(
                "tiles",
                "no enabled expansion brings a start layout".into(),
                "aucune extension active n'apporte de disposition de départ".into(),
            );
        }
    }

    fn subscribe(&mut self) {
        let mut subs: Vec<(i16, usize, usize)> = Vec::new();
        for (x, e) in self.from.iter().enumerate() {
            for (i, s) in e.hooks.iter().enumerate() {
                let muted = s.rule.as_ref().is_some_and(|r| self.muted_names.contains(r));
                if !muted {
                    subs.push((s.rank, x, i));
                }
            }
        }
        subs.sort_unstable();
        for (_, x, i) in subs {
            let s = &self.from[x].hooks[i];
            match hooks::parse_hook(&s.on) {
                Some((row, subject)) => self.add_sub(x, s, row, subject),
                None => {
                    let who = self.from[x].id.clone();
                    self.faults.unknown(&who, "hook", "point d'accroche", &s.on);
                }
            }
        }
        self.replace_steps();
        let mut finals: Vec<(i16, usize, usize)> = Vec::new();
        for (x, e) in self.from.iter().enumerate() {
            for (i, f) in e.finals.iter().enumerate() {
                finals.push((f.order, x, i));
            }
        }
        finals.sort_unstable();
        for (_, x, i) in finals {
            let f = self.from[x].finals[i].clone();
            let rule = self.rule(&f.rule);
            if self.rules.is_muted(rule) {
                continue;
            }
            let kinds = if f.features.is_empty() { 0 } else { self.kinds_of(&f.features) };
            let answers = hooks::answers::CLAIMS | hooks::answers::BONUS;
            let call = f.call.as_deref().map(|name| self.call(x, name, answers));
            self.rules.finals.push(FinalStep { kinds, call, rule });
        }
    }

    fn replace_steps(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for (old, new) in &e.replace {
                let codes = self.step_codes(x, &[old.clone(), new.clone()]);
                if let [a, b] = codes[..] {
                    if a == step::DRAW || b < step::OWN {
                        self.faults.add(
                            &e.id,
                            format!("`{old}` cannot be replaced by `{new}`: only own steps can stand in, and not for a draw"),
                            format!("`{old}` ne peut être remplacée par `{new}` : seulement par une étape propre, et jamais une pioche"),
                        );
                    }
                    if self.rules.own_replaced.iter().any(|r| r.0 == a) {
                        self.faults.add(
                            &e.id,
                            format!("the step `{old}` is replaced twice"),
                            format!("l'étape `{old}` est remplacée deux fois"),
                        );
                    }
                    self.rules.own_replaced.push((a, b));
                }
            }
        }
    }

    fn add_sub(&mut self, x: usize, s: &decl::Subscription, row: &hooks::HookInfo, subject: &str) {
        let who = self.from[x].id.clone();
        let me = ExpansionId(x as u8);
        let call = self.call(x, &s.call, row.answers);
        match row.hook {
            Hook::Do => {
                match self.rules.verb(me, subject) {
                    Some(v) => self.rules.verbs[v.index()].call = Some(call.function),
                    None => self.faults.unknown(&who, "verb", "verbe", subject),
                }
                return;
            }
            Hook::Ask | Hook::Answer => {
                match self.rules.step(me, subject) {
                    Some(st) if row.hook == Hook::Ask => {
                        self.rules.steps[st.index()].ask = Some(call);
                    }
                    Some(st) => self.rules.steps[st.index()].answer = Some(call),
                    None => self.faults.unknown(&who, "step", "étape", subject),
                }
                return;
            }
            _ => {}
        }
        let Some(sub) = self.sub(x, s, call) else { return };
        match row.hook {
            Hook::At => match Slot::named(subject) {
                Some(slot) => self.rules.at[slot as usize].push(sub),
                None => self.faults.unknown(&who, "slot", "moment", subject),
            },
            Hook::On => match EFFECTS.iter().position(|e| *e == subject) {
                Some(i) => {
                    self.rules.listens |= 1 << i;
                    self.rules.on[i].push(sub);
                }
                None => self.faults.unknown(&who, "effect", "effet", subject),
            },
            Hook::OnSettled => self.rules.settled.push(sub),
            Hook::PlacementOffer => self.rules.place_offer.push(sub),
            Hook::PlacementVeto => self.rules.place_veto.push(sub),
            Hook::DeploymentOffer => self.rules.deploy_offer.push(sub),
            Hook::DeploymentVeto => self.rules.deploy_veto.push(sub),
            Hook::ScoringComplete => self.rules.complete.push(sub),
            Hook::ScoringWeight => self.rules.weight.push(sub),
            Hook::ScoringPoints => self.rules.points.push(sub),
            Hook::ScoringBonus => self.rules.bonus.push(sub),
            Hook::EndOfGamePoints | Hook::Reach | Hook::Ask | Hook::Answer | Hook::Do => {}
        }
    }

    fn sub(&mut self, x: usize, s: &decl::Subscription, call: Call) -> Option<Sub> {
        let steps = self.step_codes(x, &s.step).iter().fold(0u32, |m, c| m | 1 << (c & 31));
        let pile = |rules: &Ruleset, n: &Option<String>| n.as_deref().map(|g| rules.pile(g));
        let group = pile(&self.rules, &s.group);
        let zone = pile(&self.rules, &s.zone);
        let token = s.token.as_deref().map(|t| self.rules.token(t));
        let neutral = s.neutral.as_deref().map(|t| self.rules.neutral(t));
        let state = s.state.as_deref().map(|t| self.rules.state_key(ExpansionId(x as u8), t));
        // A filter on something that no enabled expansion has can never hold: no subscription.
        let absent = group == Some(None)
            || zone == Some(None)
            || token == Some(None)
            || neutral == Some(None)
            || state == Some(None);
        if absent {
            return None;
        }
        let tag = s.tag.as_deref().map(|t| self.lanes_of(t));
        if tag.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let mut sub = Sub {
            call,
            kinds: if s.feature.is_empty() { 0 } else { self.kinds_of(&s.feature) },
            tag,
            cause: s.cause.as_deref().map(|c| self.rule(c)),
            complete: s.complete,
            last: s.last,
            figures: if s.figure.is_empty() { 0 } else { self.figures_of(&s.figure) },
            class: s.class.as_deref().map_or(0, |c| self.class(c)),
            placed_tag: s.placed_tag.as_deref().map(|t| self.tag_ref(t)),
            placed_kind: s.placed_kind.as_ref().map_or(0, |k| {
                self.kinds_of(std::slice::from_ref(k))
            }),
            group: group.flatten(),
            token: token.flatten(),
            neutral: neutral.flatten(),
            steps,
            on_board: s.on_board.as_ref().map_or(0, |f| self.figures_of(std::slice::from_ref(f))),
            state: state.flatten(),
            zone: zone.flatten(),
            plain: false,
        };
        sub.plain = sub.tag.is_none()
            && sub.cause.is_none()
            && sub.complete.is_none()
            && sub.last.is_none()
            && sub.figures == 0
            && sub.class == 0
            && sub.placed_tag.is_none()
            && sub.placed_kind == 0
            && sub.group.is_none()
            && sub.token.is_none()
            && sub.neutral.is_none()
            && sub.steps == 0
            && sub.on_board == 0
            && sub.state.is_none()
            && sub.zone.is_none();
        Some(sub)
    }

    /// The slots that are entered: those where the core has work or somebody subscribed.
    fn turn(&mut self) {
        let r = &mut self.rules;
        r.any_must = r.verbs.iter().any(|v| v.decl.must);
        let any = r.offered[step::ANY as usize].is_empty();
        if any && r.playing_zones.is_empty() && r.place_offer.is_empty() && r.place_veto.is_empty() {
            r.plain |= 1 << step::PLACE;
        }
        for code in [step::ACTION, step::SECOND_ACTION] {
            let listed = r.patterns[code as usize].is_empty() && r.offered[code as usize].is_empty();
            if any && listed && r.deploy_offer.is_empty() && r.deploy_veto.is_empty() && r.opens == 0 {
                r.plain |= 1 << code;
            }
        }
        for slot in Slot::ALL {
            r.handled |= (!r.at[slot as usize].is_empty() as u16) << slot as u8;
            let used = match slot {
                Slot::Draw | Slot::Place | Slot::Action | Slot::Scoring | Slot::PartEnd | Slot::TurnEnd => true,
                Slot::SecondAction => {
                    r.second_figures != 0
                        || !r.offered[step::SECOND_ACTION as usize].is_empty()
                        || !r.patterns[step::SECOND_ACTION as usize].is_empty()
                        || r.opens & 1 << Slot::SecondAction as u8 != 0
                        || r.deploy_offer.iter().any(|s| s.steps & 1 << step::SECOND_ACTION != 0)
                        || !r.at[slot as usize].is_empty()
                }
                Slot::Setup | Slot::BeforeFinal | Slot::Final => false,
                _ => !r.at[slot as usize].is_empty(),
            };
            if used {
                if slot == Slot::Draw {
                    r.part_start = r.turn_slots.len();
                }
                if slot == Slot::PartEnd {
                    r.part_end = r.turn_slots.len();
                }
                r.turn_slots.push(slot);
            }
        }
    }
}
