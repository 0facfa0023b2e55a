//! Subscriptions, final steps and the slots of a turn.

use super::super::{Call, FinalStep, Handled, Heard, Listener, Offered, StepSet, TurnSlot, Work};
use super::Builder;
use crate::condition::{Condition, Index, Subject, Whose};
use crate::decl;
use crate::effect::EFFECTS;
use crate::hooks::{self, Hook, Slot};
use crate::ids::{ExpansionId, TileTypeId};
use crate::step;
use tracing::{trace, trace_span};

impl Builder<'_> {
    pub(super) fn subscribe(&mut self) {
        let mut subs: Vec<(i16, usize, usize)> = Vec::new();
        for (x, e) in self.from.iter().enumerate() {
            for (i, s) in e.hooks.iter().enumerate() {
                let muted = s.rule.as_ref().is_some_and(|r| self.muted_names.contains(r));
                if muted {
                    never(e, s, "rule", s.rule.as_deref().unwrap_or_default(), "muted");
                } else {
                    subs.push((s.rank, x, i));
                }
            }
        }
        subs.sort_unstable();
        for (_, x, i) in subs {
            let s = &self.from[x].hooks[i];
            if let Some((row, subject)) = hooks::parse_hook(&s.on) {
                self.add_sub(x, s, row, subject);
            } else {
                let who = self.from[x].id.clone();
                self.faults.unknown(&who, "hook", "point d'accroche", &s.on);
            }
        }
        let r = &mut self.rules;
        r.asked.heard = Heard::new(&r.asked.on, &mut r.hot, r.figures.len(), r.neutrals.len());
        for (tile, ty) in (0..).map(TileTypeId).zip(&mut r.hot.types) {
            let asks = |slot: &usize| r.asked.at[*slot].iter().any(|sub| sub.may_ask(Some(tile)));
            ty.slots = (0..r.asked.at.len()).filter(asks).fold(0, |slots, i| slots | 1 << i);
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
            let kinds = self.kinds_of(&f.features);
            let answers = hooks::answers::CLAIMS | hooks::answers::BONUS;
            let call = f.call.as_deref().map(|name| self.call(x, name, answers));
            let whil = self.condition(x, Subject::Moment, &f.whil);
            if !matches!(whil, Condition::Never) {
                self.rules.course.finals.push(FinalStep { kinds, call, rule, whil });
            }
        }
    }

    pub(super) fn replace_steps(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for (old, new) in &e.replace {
                let codes = self.step_codes(x, &[old.clone(), new.clone()]);
                if let [a, b] = codes[..] {
                    if a == step::DRAW || b < step::OWN {
                        self.faults.add(
                            &e.id,
                            format!("`{old}` cannot be replaced by `{new}`: only own steps can stand in, and not for a draw"),
                            format!("`{old}` ne peut être remplacée par `{new}` : seulement par une étape propre, et jamais une pioche"),
                            (
                                "name a step of the expansion; a draw is left out with `out:skip`",
                                "nommez une étape de l'extension ; une pioche s'omet avec `out:skip`",
                            ),
                        );
                    }
                    if self.rules.course.replaced.iter().any(|r| r.0 == a) {
                        self.faults.add(
                            &e.id,
                            format!("the step `{old}` is replaced twice"),
                            format!("l'étape `{old}` est remplacée deux fois"),
                            (
                                "play without one of the two expansions",
                                "jouez sans l'une des deux extensions",
                            ),
                        );
                    }
                    self.rules.course.replaced.push((a, b));
                }
            }
        }
    }

    pub(super) fn add_sub(
        &mut self,
        x: usize,
        s: &decl::Subscription,
        row: &hooks::HookInfo,
        subject: &str,
    ) {
        let who = self.from[x].id.clone();
        let me = ExpansionId(x as u8);
        let call = if s.is_declared() {
            Call { expansion: me, function: u16::MAX }
        } else {
            self.call(x, &s.call, row.answers)
        };
        match row.hook {
            Hook::Do => {
                match self.rules.verb(me, subject) {
                    Some(v) => self.rules.verbs[v.index()].calls.push(call.function),
                    None => self.faults.unknown(&who, "verb", "verbe", subject),
                }
                return;
            }
            Hook::Ask | Hook::Answer => {
                match self.rules.step(me, subject) {
                    Some(st) if row.hook == Hook::Ask => {
                        self.rules.steps[st.index()].ask.push(call);
                    }
                    Some(st) => self.rules.steps[st.index()].answer.push(call),
                    None => self.faults.unknown(&who, "step", "étape", subject),
                }
                return;
            }
            _ => {}
        }
        let Some(sub) = self.sub(x, s, call, (row, subject)) else { return };
        match row.hook {
            Hook::At => match Slot::named(subject) {
                Some(slot) => self.rules.asked.at[slot as usize].push(sub),
                None => self.faults.unknown(&who, "slot", "moment", subject),
            },
            Hook::On => match EFFECTS.iter().position(|e| *e == subject) {
                Some(i) => self.rules.asked.on[i].push(sub),
                None => self.faults.unknown(&who, "effect", "effet", subject),
            },
            Hook::OnSettled => self.rules.asked.settled.push(sub),
            Hook::PlacementOffer => self.rules.asked.place_offer.push(sub),
            Hook::PlacementVeto => self.rules.asked.place_veto.push(sub),
            Hook::DeploymentOffer => self.rules.asked.deploy_offer.push(sub),
            Hook::DeploymentVeto => self.rules.asked.deploy_veto.push(sub),
            Hook::ScoringComplete => {
                let hot = &mut self.rules.hot;
                let judges = if sub.waits() { &mut hot.held_back } else { &mut hot.judged };
                *judges |= sub.kinds.unwrap_or(u64::MAX);
                self.rules.asked.complete.push(sub);
            }
            Hook::ScoringWeight => self.rules.asked.weight.push(sub),
            Hook::ScoringPoints => self.rules.asked.points.push(sub),
            Hook::ScoringBonus => self.rules.asked.bonus.push(sub),
            Hook::EndOfGamePoints | Hook::Ask | Hook::Answer | Hook::Do => {}
        }
    }

    pub(super) fn sub(
        &mut self,
        x: usize,
        s: &decl::Subscription,
        call: Call,
        (row, subject): (&hooks::HookInfo, &str),
    ) -> Option<Listener> {
        let codes = self.step_codes(x, &s.step);
        let steps = (!codes.is_empty()).then(|| StepSet::of(codes));
        let condition = s.filter.as_ref().map(|written| self.condition(x, Subject::Event, written));
        let condition = condition.unwrap_or(Condition::Always);
        if let (Condition::Never, Some(written)) = (&condition, &s.filter) {
            let found = "it holds in no game with these expansions";
            never(&self.from[x], s, "where", &written.to_string(), found);
            return None;
        }
        if s.waits && s.filter.as_ref().is_some_and(asks_what_is_complete) {
            self.faults.add(
                &self.from[x].id,
                "`waits` says what is not complete, so its condition cannot ask what is".into(),
                "`waits` dit ce qui n'est pas achevé : sa condition ne peut pas demander ce qui l'est".into(),
                (
                    "ask for open ends or tags, or let a function answer with `call`",
                    "demandez les bouts ouverts ou les étiquettes, ou laissez répondre une fonction par `call`",
                ),
            );
            return None;
        }
        let effect = if row.hook == Hook::On { subject } else { "" };
        let (index, rest) = Index::new(&condition, row.hook, effect);
        let says = self.says(x, s).map(Box::new);
        let written = self.rules.asked.written.len() as u16;
        self.rules.asked.written.push(s.clone());
        Some(Listener {
            call,
            written,
            says,
            kinds: index.kinds,
            steps,
            tiles: index.tiles,
            figures: index.figures,
            flag: index.state.map(|key| self.rules.state[key.index()].at),
            out: index.out,
            beside_own: index.beside_own,
            neutral: index.neutral,
            cause: index.cause,
            depends: condition.depends(),
            of_itself: condition.of_itself(),
            condition,
            rest,
        })
    }

    /// The slots that are entered: those where the core has work or somebody subscribed.
    pub(super) fn turn(&mut self) {
        let r = &mut self.rules;
        // Patterns over kinds or tiles that the core does not offer itself, each over its own kinds, repeat
        // nothing.
        let apart = |p: &crate::ruleset::Pattern| {
            p.filter.scan.kinds.is_some_and(|kinds| {
                p.filter.scan.placed == Some(false)
                    || r.kinds
                        .iter()
                        .enumerate()
                        .all(|(i, k)| kinds & 1 << i == 0 || k.decl.claim != decl::Claimable::Yes)
            })
        };
        let mut kinds = 0;
        let alone = r.listing.deploys.iter().all(|p| {
            let new = kinds & p.filter.any_kind() == 0;
            kinds |= p.filter.any_kind();
            new
        });
        r.listing.repeats =
            !r.asked.deploy_offer.is_empty() || !alone || !r.listing.deploys.iter().all(apart);
        r.listing.any_must = r.verbs.iter().any(|v| v.decl.must);
        let all_held = |o: &Offered| r.verbs[o.verb.index()].filter.held();
        let any = r.listing.offered[step::ANY as usize].is_empty();
        let only_held = r.listing.offered[step::ANY as usize].iter().all(all_held);
        let mut plain = Vec::new();
        plain.extend(only_held.then_some(step::ANY));
        let others = |o: &Offered| {
            let w = &r.verbs[o.verb.index()].filter;
            w.held() && w.scan.owner != Whose::Own
        };
        r.listing.own_held = !r.listing.offered[step::ANY as usize].iter().any(others);
        if only_held && r.listing.playing_zones.is_empty() && r.are_places_own() {
            // Vetoes of the places of some tiles only; such a tile is listed in full.
            let (vetoes, types) = (&r.asked.place_veto, &mut r.hot.types);
            for (tile, ty) in (0..).map(TileTypeId).zip(types) {
                ty.refused |= vetoes.iter().any(|veto| veto.may_ask(Some(tile)));
            }
            plain.push(step::PLACE);
        }
        for code in [step::ACTION, step::SECOND_ACTION] {
            let listed = r.listing.patterns[code as usize].is_empty()
                && r.listing.offered[code as usize].is_empty();
            if any
                && listed
                && r.asked.deploy_offer.is_empty()
                && r.asked.deploy_veto.is_empty()
                && r.listing.refuses[1].is_empty()
                && r.listing.opens == 0
            {
                plain.push(code);
            }
        }
        r.listing.plain = StepSet::of(plain);
        let only_held = only_held && r.asked.deploy_offer.is_empty();
        for slot in Slot::ALL {
            let used = match slot {
                Slot::Draw
                | Slot::Place
                | Slot::Action
                | Slot::Scoring
                | Slot::PartEnd
                | Slot::TurnEnd => true,
                Slot::SecondAction => {
                    let second = |s: &Listener| s.steps.is_some_and(|s| s.has(step::SECOND_ACTION));
                    // Patterns put such figures there only.
                    let patterned = !r.listing.patterns[step::SECOND_ACTION as usize].is_empty();
                    r.listing.second_figures != 0
                        || patterned && r.listing.second_patterned != 0
                        || !r.listing.offered[step::SECOND_ACTION as usize].is_empty()
                        || r.listing.opens & 1 << Slot::SecondAction as u8 != 0
                        || r.asked.deploy_offer.iter().any(second)
                        || !r.asked.at[slot as usize].is_empty()
                }
                Slot::Setup | Slot::BeforeFinal | Slot::Final => false,
                _ => !r.asked.at[slot as usize].is_empty(),
            };
            if used {
                if slot == Slot::Draw {
                    r.course.part_start = r.course.turn_slots.len();
                }
                if slot == Slot::PartEnd {
                    r.course.part_end = r.course.turn_slots.len();
                }
                let frame = match slot {
                    Slot::Draw => step::DRAW,
                    Slot::Place => step::PLACE,
                    Slot::Action => step::ACTION,
                    Slot::SecondAction => step::SECOND_ACTION,
                    Slot::Scoring => step::SCORE,
                    _ => step::AT,
                };
                let frame = r.replacement(frame);
                let acts = matches!(frame, step::ACTION | step::SECOND_ACTION);
                let turn_slot = TurnSlot {
                    slot,
                    bit: 1 << slot as u8,
                    handled: match &r.asked.at[slot as usize] {
                        none if none.is_empty() => Handled::Never,
                        all if all.iter().all(|sub| sub.tiles.is_some()) => Handled::WithTiles,
                        _ => Handled::Always,
                    },
                    after_place: slot > Slot::Place && slot < Slot::PartEnd,
                    idle: acts
                        && only_held
                        && r.figures_at(frame) == 0
                        && (r.patterned_at(frame) == 0
                            || r.listing.patterns[frame as usize].is_empty())
                        && r.listing.offered[frame as usize].is_empty(),
                    frame,
                    work: match (slot, frame) {
                        (_, step::DRAW) => Work::Draw,
                        (Slot::Scoring, _) => Work::Score,
                        (Slot::PartEnd, step::AT) => Work::EndPart,
                        (Slot::TurnEnd, step::AT) => Work::EndTurn,
                        (_, step::AT) => Work::Nothing,
                        (_, step::PLACE) => Work::Place,
                        _ => Work::Ask,
                    },
                };
                r.course.turn_slots.push(turn_slot);
            }
        }
    }
}

/// Whether a condition asks somewhere what is complete, or would be.
fn asks_what_is_complete(condition: &decl::Condition) -> bool {
    let mut asks = false;
    condition.each_part(&mut |part| {
        asks |= match part {
            decl::Condition::Flag(fact, _) => fact == "complete",
            decl::Condition::Many(fact, ..) => fact == "completes",
            _ => false,
        };
    });
    asks
}

/// Tells of a subscription that no game enters.
fn never(of: &decl::Expansion, s: &decl::Subscription, key: &str, wants: &str, found: &str) {
    let function = s.call.as_str();
    trace_span!(target: "bastide::hook", "passed", name = s.on, expansion = of.id, function)
        .in_scope(|| {
            trace!(target: "bastide::hook", key, wants, found, "never entered");
        });
}
