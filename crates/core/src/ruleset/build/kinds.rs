//! Kinds of edge, feature, figure, pile and state.

use super::super::{Figure, Kind, OwnOffer, Pile, Reach, StateKey};
use super::Builder;
use crate::decl;
use crate::ids::{ExpansionId, PileId, StateId};
use crate::limits::{
    CLASSES_MAX, EDGE_KINDS_MAX, FEATURE_KINDS_MAX, FIGURE_KINDS_MAX, FIGURES_MAX,
    FIGURES_PER_KIND_MAX, NEUTRALS_MAX, PILES_MAX, STATES_MAX, TAGS_PER_KIND_MAX, TILE_TAGS_MAX,
    TOKENS_MAX, UNITS_MAX,
};
use crate::tags::{Merge, Tags};

impl Builder<'_> {
    pub(super) fn classes(&mut self, names: &[String]) -> u32 {
        let mut bits = 0;
        for name in names {
            bits |= self.class(name);
        }
        bits
    }

    pub(super) fn class(&mut self, name: &str) -> u32 {
        if let Some(i) = self.rules.classes.iter().position(|c| c == name) {
            return 1 << i;
        }
        if self.rules.classes.len() >= CLASSES_MAX {
            self.faults.limit(name, "figure classes", CLASSES_MAX + 1, CLASSES_MAX);
            return 0;
        }
        self.rules.classes.push(name.to_owned());
        1 << (self.rules.classes.len() - 1)
    }

    pub(super) fn unique(&mut self, e: &str, what: &str, name: &str, taken: bool) -> bool {
        if taken {
            let other = |other: &&decl::Expansion| other.id != e && declares(other, what, name);
            let other = self.from.iter().find(other);
            let other = other.map_or(String::new(), |other| format!(" ({}, {e})", other.id));
            self.faults.add(
                e,
                format!("{what} `{name}` is declared by two expansions{other}"),
                format!("{what} `{name}` est déclaré par deux extensions{other}"),
                (
                    "rename one of the two, or play without one of the expansions",
                    "renommez l'un des deux, ou jouez sans l'une des extensions",
                ),
            );
        }
        !taken
    }

    pub(super) fn declare_kinds(&mut self) {
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
                        sought: Tags::NONE,
                    });
                }
            }
        }
        self.faults.limit("expansions", "edge kinds", self.rules.edges.len(), EDGE_KINDS_MAX);
        self.faults.limit("expansions", "feature kinds", self.rules.kinds.len(), FEATURE_KINDS_MAX);
        self.rules
            .kinds
            .sort_by(|a, b| (a.decl.order, &a.decl.name).cmp(&(b.decl.order, &b.decl.name)));
        for kind in &self.rules.kinds {
            self.rules.units.push(kind.decl.name.clone());
        }
        for e in self.from {
            for tag in &e.tags {
                for on in &tag.on {
                    self.add_tag(&e.id, tag, on);
                }
            }
            for unit in &e.units {
                if !self.rules.units.contains(unit) {
                    self.rules.units.push(unit.clone());
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
                let supply = supply.min(FIGURES_PER_KIND_MAX as u16);
                self.rules.figures.push(Figure { decl: f.clone(), class, needs_own, supply });
            }
            for n in &e.neutrals {
                let taken = self.rules.neutrals.contains(&n.name);
                let room = self.rules.neutrals.len() <= NEUTRALS_MAX;
                if room && self.unique(&e.id, "neutral figure", &n.name, taken) {
                    self.rules.neutrals.push(n.name.clone());
                }
            }
            for t in &e.tokens {
                let taken = self.rules.tokens.iter().any(|x| x.name == t.name);
                let room = self.rules.tokens.len() <= TOKENS_MAX;
                if room && self.unique(&e.id, "token", &t.name, taken) {
                    self.rules.tokens.push(t.clone());
                }
            }
        }
        self.faults.limit("expansions", "units", self.rules.units.len(), UNITS_MAX);
        self.faults.limit("expansions", "neutrals", self.rules.neutrals.len(), NEUTRALS_MAX);
        self.faults.limit("expansions", "tokens", self.rules.tokens.len(), TOKENS_MAX);
        self.faults.limit("expansions", "figure kinds", self.rules.figures.len(), FIGURE_KINDS_MAX);
        self.rules.figures.truncate(FIGURE_KINDS_MAX);
        let mut base = 0;
        for f in &self.rules.figures {
            self.rules.figure_base.push(base);
            base += f.supply;
        }
        self.rules.figures_per_player = base;
        let figures = usize::from(base) * usize::from(self.rules.players);
        self.faults.limit("expansions", "figures", figures, FIGURES_MAX);
        self.rules.kinds.truncate(FEATURE_KINDS_MAX);
        let muted = self.rules.is_muted(self.rules.own_offer(OwnOffer::Deploy));
        for i in 0..self.rules.figures.len() {
            let f = self.rules.figures[i].decl.clone();
            for on in &f.on {
                // A kind of an expansion that is not here is no fault.
                if let Some(k) = self.rules.kind(on) {
                    self.rules.kinds[k.index()].takes |= 1 << i;
                }
            }
            self.rules.listing.second_patterned |= (f.second as u32) << i;
            if !f.offered && !muted {
                self.rules.listing.action_figures |= 1 << i;
                self.rules.listing.second_figures |= (f.second as u32) << i;
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
        self.rules.hot.reach = Reach::new(&self.rules.reach);
    }

    pub(super) fn add_tag(&mut self, e: &str, tag: &decl::Tag, on: &str) {
        if on == "tile" {
            if !self.rules.tile_tags.contains(&tag.name) {
                self.rules.tile_tags.push(tag.name.clone());
                self.faults.limit(e, "tile tags", self.rules.tile_tags.len(), TILE_TAGS_MAX);
            }
            return;
        }
        let Some(kind) = self.rules.kind(on) else { return };
        let k = &mut self.rules.kinds[kind.index()];
        if k.lanes.contains(&tag.name) {
            return;
        }
        if k.lanes.len() >= TAGS_PER_KIND_MAX {
            self.faults.limit(
                e,
                "tags of one feature kind",
                TAGS_PER_KIND_MAX + 1,
                TAGS_PER_KIND_MAX,
            );
            return;
        }
        let mask = Tags::mask(k.lanes.len() as u8);
        k.lanes.push(tag.name.clone());
        match tag.merge {
            decl::Merge::Add => k.merge.add = k.merge.add.or(mask),
            decl::Merge::Any => k.merge.any = k.merge.any.or(mask),
            decl::Merge::All => k.merge.all = k.merge.all.or(mask),
            decl::Merge::Equal => k.merge.equal = k.merge.equal.or(mask),
            decl::Merge::Drop => {}
        }
        if !self.rules.units.contains(&tag.name) {
            self.rules.units.push(tag.name.clone());
        }
    }

    pub(super) fn declare_piles(&mut self) {
        self.rules.piles.push(Pile {
            name: "main".into(),
            zone: None,
            order: 0,
            closed: false,
            types: Vec::new(),
        });
        self.rules.piles.push(Pile {
            name: "out".into(),
            zone: Some(decl::Zone { name: "out".into(), ..decl::Zone::default() }),
            order: 0,
            closed: true,
            types: Vec::new(),
        });
        for e in self.from {
            for g in &e.groups {
                if self.rules.pile(&g.name).is_none() {
                    self.rules.piles.push(Pile {
                        name: g.name.clone(),
                        zone: None,
                        order: g.order,
                        closed: g.closed,
                        types: Vec::new(),
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
                        types: Vec::new(),
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
        self.rules.course.draw_order = order;
        let zones = |of: fn(&decl::Zone) -> bool| {
            let piles = (0..self.rules.piles.len() as u8).map(PileId);
            let holds = |p: &PileId| self.rules.piles[p.index()].zone.as_ref().is_some_and(of);
            piles.filter(holds).collect::<Vec<PileId>>()
        };
        (self.rules.listing.playing_zones, self.rules.course.pending_zones) =
            (zones(|z| z.plays), zones(|z| z.plays || z.pending));
    }

    pub(super) fn declare_state(&mut self) {
        let all = self.from.iter().map(|e| e.state.len()).sum();
        self.faults.limit("expansions", "kept numbers", all, STATES_MAX);
        let players = self.rules.players as usize;
        let figures: usize = self.rules.figures.iter().map(|f| f.supply as usize * players).sum();
        for (x, e) in self.from.iter().enumerate() {
            for key in &e.state {
                let width = if key.list > 0 { key.list as usize + 1 } else { 1 };
                let at = match key.per {
                    decl::Per::Tile => self.rules.kept.per_tile.len(),
                    decl::Per::Segment => self.rules.kept.per_segment.len(),
                    _ => self.rules.kept.default.len(),
                };
                let first = if key.list > 0 { 0 } else { key.default };
                let owners = match key.per {
                    decl::Per::Game => 1,
                    decl::Per::Player => players,
                    decl::Per::Figure => figures,
                    decl::Per::Tile => {
                        self.rules.kept.per_tile.push(key.default);
                        0
                    }
                    decl::Per::Segment => {
                        self.rules.kept.per_segment.push(key.default);
                        0
                    }
                };
                for _ in 0..owners {
                    self.rules.kept.default.push(first);
                    self.rules.kept.default.extend(std::iter::repeat_n(0, width - 1));
                }
                let resets = match key.reset {
                    decl::Reset::Never => None,
                    decl::Reset::Part => Some(&mut self.rules.kept.resets_in_part),
                    decl::Reset::Turn => Some(&mut self.rules.kept.resets_in_turn),
                };
                if let Some(resets) = resets {
                    match key.per {
                        decl::Per::Tile => resets.tiles.push((at, first)),
                        decl::Per::Segment => resets.segments.push((at, first)),
                        _ => resets.once.extend((0..owners).map(|i| (at + i * width, first))),
                    }
                }
                if key.list == 0 && e.names.contains_key(&format!("state.{}", key.name)) {
                    self.rules.kept.named.push(StateId(self.rules.state.len() as u16));
                }
                self.rules.state.push(StateKey {
                    decl: key.clone(),
                    expansion: ExpansionId(x as u8),
                    at,
                    width,
                });
            }
        }
        self.rules.kept.len = self.rules.kept.default.len();
    }
}

/// Whether an expansion declares a thing of a sort, as the fault calls it.
fn declares(e: &decl::Expansion, what: &str, name: &str) -> bool {
    match what {
        "edge" => e.edges.iter().any(|one| one.name == name),
        "feature" => e.features.iter().any(|one| one.name == name),
        "figure" => e.figures.iter().any(|one| one.name == name),
        "neutral figure" => e.neutrals.iter().any(|one| one.name == name),
        "token" => e.tokens.iter().any(|one| one.name == name),
        "zone" => e.zones.iter().any(|one| one.name == name),
        "overlay" => e.overlays.iter().any(|one| one.name == name),
        _ => false,
    }
}
