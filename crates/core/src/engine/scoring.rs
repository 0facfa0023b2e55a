//! Scoring in waves, and the final scoring.

mod complete;
mod last;
mod strengths;

use super::{HookError, Host, Wave};
use crate::effect::{Effect, EffectKind, Sink};
use crate::fault::Fault;
use crate::game::Game;
use crate::hooks::{Event, Hook, answers};
use crate::ids::{FigureId, Player, RuleId, SegmentId, SheetId, TileId};
use crate::limits::{PLAYERS_MAX, POINTS_MAX, WAVES_MAX};
use crate::ruleset::Ruleset;
use crate::score::{AsIf, Claim, Returns, Worth, points};
use crate::state::{FigurePlace, NONE, Overlaid, State};
use crate::step;
use std::sync::Arc;

impl Host {
    /// Runs one wave: finds complete features, values all claims on one state, pays them and returns figures. Returns
    /// whether there was anything to score; the next wave then waits on the agenda below the steps just pushed.
    #[inline]
    pub(super) fn score_wave<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        number: i32,
        sink: &mut S,
    ) -> Result<bool, HookError> {
        self.roots.clear();
        if number == 0 && !rules.asked.complete.is_empty() {
            collect_placed(rules, st, &mut self.roots);
        }
        let from = st.due_from();
        for i in from..st.due.len() {
            let root = st.nodes[st.due[i] as usize].root;
            if !self.roots.contains(&root) {
                self.roots.push(root);
            }
        }
        if from < st.due.len() {
            self.pass_on(rules, st, sink, Effect::Checked)?;
        }
        self.keep_complete(rules, st, sink)?;
        if self.roots.is_empty() {
            return Ok(false);
        }
        if number as u32 >= WAVES_MAX {
            return Err(Self::core_fault(
                "E0011",
                "scoring never ends (WAVES_MAX)",
                "le décompte ne finit pas (WAVES_MAX)",
            ));
        }
        st.push_frame(step::SCORE, Player(st.player), &[number + 1])?;
        for i in 0..self.roots.len() {
            let root = self.roots[i];
            self.emit(
                rules,
                st,
                sink,
                &mut Effect::Completed { node: SegmentId(root) },
                RuleId::NONE,
            )?;
        }
        if !self.events.is_empty() {
            self.settle_effects(rules, st, sink)?;
        }
        self.wave.clear();
        self.terms.clear();
        self.answer.bonus.clear();
        for i in 0..self.roots.len() {
            let root = self.roots[i];
            // Features without owners are valued only for subscribers.
            let heard = rules.asked.heard.is_any(EffectKind::Scored);
            if st.features[root as usize].figures == NONE && !heard {
                continue;
            }
            let claim = self.feature_claim(rules, st, SegmentId(root), false)?;
            let wave = self.value_claim(rules, st, claim)?;
            self.wave.push(wave);
        }
        self.pay_wave(rules, st, sink)?;
        self.settle(rules, st, sink)?;
        Ok(true)
    }

    /// The claim of a feature: owners by majority.
    pub(super) fn feature_claim(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        node: SegmentId,
        last: bool,
    ) -> Result<Claim, HookError> {
        let owners = self.strengths(rules, st, node)?.owners();
        Ok(Claim {
            rule: RuleId::NONE,
            node,
            owners,
            complete: Game::new(rules, st).is_complete(node),
            last,
            returns: if last { Returns::Nobody } else { Returns::All },
        })
    }

    /// What a feature would give, term by term, paid to nobody.
    pub(super) fn value(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        node: SegmentId,
        as_if: AsIf,
    ) -> Result<Wave, HookError> {
        // Whether it is complete may hang on what lies elsewhere.
        let waits = rules.hot.held_back >> st.kind(node).0 & 1 != 0;
        let says = rules.asked.complete.iter().filter(|sub| waits && sub.waits());
        self.depends = says.map(|sub| sub.depends).max().unwrap_or_default();
        let mut claim = self.feature_claim(rules, st, node, as_if.last)?;
        claim.complete = as_if.complete.unwrap_or(claim.complete);
        self.wave.clear();
        self.terms.clear();
        self.wave_bonuses.clear();
        self.value_claim(rules, st, claim)
    }

    /// What a feature would give each player as an owner.
    pub(super) fn worth(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        node: SegmentId,
        as_if: AsIf,
    ) -> Result<Worth, HookError> {
        let mut claim = self.feature_claim(rules, st, node, as_if.last)?;
        claim.complete = as_if.complete.unwrap_or(claim.complete);
        self.terms.clear();
        self.ask_points(rules, st, &claim)?;
        let value = self.paid(rules, 0, None)?;
        let mut each = [value; PLAYERS_MAX];
        if self.terms.iter().any(|t| t.only.is_some()) {
            for p in 0..st.players {
                each[p as usize] = self.paid(rules, 0, Some(Player(p)))?;
            }
        }
        Ok(Worth { value, each, owners: claim.owners })
    }

    /// Asks everybody for points of a claim; its terms lie at the end of `self.terms` afterwards.
    fn ask_points(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        claim: &Claim,
    ) -> Result<(), HookError> {
        let event = points_event(st, claim);
        let from = self.terms.len();
        // Nothing changes while a claim is valued, so all skipped handlers can be traced together.
        if self.told_of {
            self.tell_passed(rules, st, &rules.asked.points, &event);
        }
        for sub in &rules.asked.points {
            // A filter on a feature matches a feature's own claim only.
            if claim.rule.is_some() && sub.kinds.is_some() && sub.cause != Some(claim.rule) {
                continue;
            }
            if self.matches_worth(rules, st, sub, &event) {
                self.note_depends(sub);
                self.ask(rules, st, sub, &event, answers::POINTS)?;
                self.terms.extend_from_slice(&self.answer.terms);
            }
        }
        if rules.law.any_muted {
            let kept = self.terms.split_off(from);
            self.terms.extend(kept.into_iter().filter(|t| !rules.is_muted(t.rule)));
        }
        Ok(())
    }

    /// Returns the points of the terms from index `from` on, for a player or in common. If they are too many, the
    /// handler that answered last is named.
    #[inline]
    fn paid(&self, rules: &Ruleset, from: usize, player: Option<Player>) -> Result<i32, HookError> {
        let sum = points(&self.terms[from..], player);
        match i32::try_from(sum) {
            Ok(sum) if i64::from(sum.unsigned_abs()) <= POINTS_MAX => Ok(sum),
            _ => Err(self.too_many(rules)),
        }
    }

    #[cold]
    fn too_many(&self, rules: &Ruleset) -> HookError {
        let fault = Fault::new(
            "E0015",
            format!("a claim gives more than {POINTS_MAX} points"),
            format!("une prise de points en donne plus de {POINTS_MAX}"),
        );
        self.blamed(rules, self.called, fault)
    }

    /// Values a claim: asks everybody for points and bonuses. Terms lie in `self.terms` afterwards.
    pub(super) fn value_claim(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        claim: Claim,
    ) -> Result<Wave, HookError> {
        let from = self.terms.len();
        self.ask_points(rules, st, &claim)?;
        let to = self.terms.len();
        let mut bonus: Vec<(Player, i32, RuleId)> = Vec::new();
        if !rules.asked.bonus.is_empty() {
            let event = Event { hook: Hook::ScoringBonus, ..points_event(st, &claim) };
            if self.told_of {
                self.tell_passed(rules, st, &rules.asked.bonus, &event);
            }
            for sub in &rules.asked.bonus {
                if claim.rule.is_some() && sub.kinds.is_some() && sub.cause != Some(claim.rule) {
                    continue;
                }
                if self.matches_worth(rules, st, sub, &event) {
                    self.ask(rules, st, sub, &event, answers::BONUS)?;
                    bonus.extend(self.answer.bonus.iter().filter(|b| !rules.is_muted(b.2)));
                }
            }
        }
        let value = self.paid(rules, from, None)?;
        let mut earned = [0; PLAYERS_MAX];
        let addressed = self.terms[from..].iter().any(|t| t.only.is_some());
        for p in 0..st.players {
            if claim.owners & 1 << p != 0 {
                earned[p as usize] =
                    if addressed { self.paid(rules, from, Some(Player(p)))? } else { value };
            }
        }
        let bonus_from = self.wave_bonuses.len();
        self.wave_bonuses.append(&mut bonus);
        Ok(Wave {
            claim,
            value,
            earned,
            terms: (from, to),
            bonus: (bonus_from, self.wave_bonuses.len()),
        })
    }

    /// Pays all claims of the wave, then returns all figures.
    fn pay_wave<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        for i in 0..self.wave.len() {
            let w = self.wave[i];
            let first =
                if w.terms.0 < w.terms.1 { self.terms[w.terms.0].rule } else { w.claim.rule };
            let rule = if w.claim.rule.is_some() { w.claim.rule } else { first };
            let sheet = SheetId(self.sheets);
            self.sheets = self.sheets.saturating_add(1);
            if S::SHEETS {
                sink.scored(self.sheet(rules, st, &w));
            }
            for b in w.bonus.0..w.bonus.1 {
                let (to, n, rule) = self.wave_bonuses[b];
                let mut effect = Effect::pay(to, n);
                if let Effect::Paid { sheet: of, .. } = &mut effect {
                    *of = sheet;
                }
                self.emit(rules, st, sink, &mut effect, rule)?;
            }
            let mut scored = Effect::Scored {
                node: w.claim.node,
                owners: w.claim.owners,
                value: w.value,
                last: w.claim.last,
                earned: w.earned,
                sheet,
            };
            self.emit(rules, st, sink, &mut scored, rule)?;
            match w.claim.returns {
                Returns::One(figure) => {
                    let f = st.figures.get(figure.index());
                    if f.is_some_and(|f| f.place == FigurePlace::Segment) {
                        self.home.push((figure, rule));
                    }
                }
                Returns::All if w.claim.node.is_some() => {
                    let all = st.figures_in(w.claim.node);
                    let leaves =
                        |f: &FigureId| rules.hot.stays >> st.figures[f.index()].kind & 1 == 0;
                    self.home.extend(all.filter(leaves).map(|f| (f, rule)));
                }
                Returns::All | Returns::Nobody => {}
            }
        }
        self.wave_bonuses.clear();
        if self.home.len() > 1 {
            self.home.sort_unstable();
            self.home.dedup_by_key(|h| h.0);
        }
        for i in 0..self.home.len() {
            let (figure, rule) = self.home[i];
            let mut effect = Effect::Returned { figure, from: SegmentId::NONE, scored: true };
            self.emit(rules, st, sink, &mut effect, rule)?;
        }
        self.home.clear();
        Ok(())
    }
}

/// Returns the event with a claim for handlers that value it.
#[inline]
fn points_event(st: &State, claim: &Claim) -> Event {
    Event {
        node: claim.node,
        rule: claim.rule,
        complete: claim.complete,
        last: claim.last,
        owners: claim.owners,
        actor: Player(st.player),
        ..Event::new(Hook::ScoringPoints)
    }
}

/// Features that the tile placed in this part touched and that were not scored yet, complete or not.
pub(crate) fn collect_placed(rules: &Ruleset, st: &State, roots: &mut Vec<u16>) {
    if st.placed == NONE {
        return;
    }
    let tile = st.tiles[st.placed as usize];
    let ty = rules.hot.types[(tile.face >> 2) as usize];
    for node in &st.nodes[tile.first as usize..tile.first as usize + ty.n as usize] {
        let f = &st.features[node.root as usize];
        if !f.done && !roots.contains(&node.root) {
            roots.push(node.root);
        }
    }
    for n in st.over(TileId(st.placed)).flat_map(Overlaid::nodes) {
        let root = st.nodes[usize::from(n)].root;
        if !st.features[usize::from(root)].done && !roots.contains(&root) {
            roots.push(root);
        }
    }
    for &n in st.reaching.iter().filter(|n| st.reaches(rules, **n, tile.cell())) {
        let root = st.nodes[n as usize].root;
        if !st.features[root as usize].done && !roots.contains(&root) {
            roots.push(root);
        }
    }
}

/// Returns whether every complete feature that has not scored is recorded. Features of start tiles alone never score.
/// A feature that an expansion may hold back could have been held back when it was recorded.
pub(in crate::engine) fn all_is_noted(rules: &Ruleset, st: &State) -> bool {
    if !rules.asked.complete.is_empty() {
        return true;
    }
    let game = Game::new(rules, st);
    let start = rules.start_len();
    let roots = st.there().filter(|n| st.root(*n) == *n);
    let mut complete = roots.filter(|n| game.is_complete(*n) && !st.feature(*n).done);
    let noted =
        |root: SegmentId| st.due.iter().any(|n| *n != NONE && st.root(SegmentId(*n)) == root);
    complete.all(|root| noted(root) || st.members(root).all(|n| st.tile_of(n).index() < start))
}
