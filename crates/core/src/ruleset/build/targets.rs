//! Which segments, figures and tiles a declaration means.

use super::super::{Part, Where};
use super::Builder;
use crate::bytes::set_bits;
use crate::condition::{Condition, Scan, Standing, Subject, Whose, compile};
use crate::decl;
use crate::effect::EFFECTS;
use crate::ids::{ExpansionId, FigureKindId, KindId, Player, RuleId};

impl Builder<'_> {
    pub(super) fn kinds_of(&self, names: &[String]) -> u64 {
        bits_of(names, |name| self.rules.kind(name).map(|k| k.0))
    }

    pub(super) fn lanes_of(&self, tag: &str) -> Vec<(KindId, u8)> {
        (0..self.rules.kinds.len() as u8)
            .map(KindId)
            .filter_map(|k| self.rules.lane(k, tag).map(|l| (k, l)))
            .collect()
    }

    /// A condition on what a declaration may name.
    pub(super) fn filter(
        &mut self,
        x: usize,
        subject: Subject,
        written: &decl::Condition,
    ) -> Where {
        let condition = self.condition(x, subject, written);
        let scan = Scan::new(&self.rules, subject, &condition);
        let pieces = scan.figures.unwrap_or(u32::MAX);
        Where {
            meant: self.figures_in_eyes(pieces, scan.owner),
            plain: matches!(scan.rest, Condition::Always) && scan.within.is_none(),
            indexed: false,
            condition,
            scan,
        }
    }

    /// The parts of a condition on targets; those without a rule are refused under that of the offer.
    pub(super) fn parts(
        &mut self,
        x: usize,
        subject: Subject,
        choosing: &decl::Choosing,
        offer: RuleId,
    ) -> Vec<Part> {
        let part = |part: &decl::Part| Part {
            condition: self.condition(x, subject, &part.condition),
            written: part.condition.to_string().into(),
            rule: part.rule.as_deref().map_or(offer, |rule| self.rule(rule)),
        };
        choosing.parts.iter().map(part).collect()
    }

    /// Whether a condition asks for a number, tokens or tiles that not everybody sees.
    pub(super) fn reads_secrets(&self, x: usize, written: &decl::Condition) -> bool {
        let rules = &self.rules;
        let hidden = |fact: &str, name: &str| match fact {
            "state" => {
                let key = rules.state_key(ExpansionId(x as u8), name);
                key.is_some_and(|key| !rules.state[key.index()].decl.sees.is_all())
            }
            "tokens" => rules.token(name).is_some_and(|t| !rules.tokens[t.index()].sees.is_all()),
            "zone" => rules.pile(name).is_some_and(|pile| {
                rules.piles[pile.index()].zone.as_ref().is_some_and(|zone| !zone.sees.is_all())
            }),
            _ => false,
        };
        let mut found = false;
        written.each_part(&mut |part| match part {
            decl::Condition::Names(fact, names) => {
                found |= names.iter().any(|(name, _)| hidden(fact, name));
            }
            decl::Condition::AnyName(fact, names) => {
                found |= names.iter().any(|name| hidden(fact, name));
            }
            _ => {}
        });
        found
    }

    /// A condition of an expansion, with numbers.
    pub(super) fn condition(
        &mut self,
        x: usize,
        subject: Subject,
        written: &decl::Condition,
    ) -> Condition {
        let mut causes = Vec::new();
        written.each_cause(&mut |id| causes.push((id.to_owned(), self.rule(id))));
        // Looked-up effects must be logged.
        written.each_effect(&mut |effect| {
            let kind = EFFECTS.iter().position(|name| *name == effect);
            self.rules.asked.logged |= kind.map_or(0, |kind| 1 << kind);
        });
        let cause = |id: &str| {
            let known = causes.iter().find(|(known, _)| known == id);
            known.map(|(_, rule)| *rule)
        };
        compile(&self.rules, ExpansionId(x as u8), subject, written, &cause)
    }

    /// Figures of some kinds (bits) and owners, as bits by number, in the eyes of each player in turn, and
    /// of nobody.
    fn figures_in_eyes(&self, kinds: u32, owner: Whose) -> Vec<u64> {
        let r = &self.rules;
        let words = usize::from(r.figures_per_player * u16::from(r.players)).div_ceil(64);
        let mut meant = vec![0; words * (usize::from(r.players) + 1)];
        for actor in 0..=r.players {
            let row = &mut meant[words * usize::from(actor)..];
            for of in (0..r.players).filter(|of| owner.means(*of, Player(actor))) {
                for kind in set_bits(kinds).map(usize::from).take_while(|k| *k < r.figures.len()) {
                    let first = u16::from(of) * r.figures_per_player + r.figure_base[kind];
                    for i in first..first + r.figures[kind].supply {
                        row[usize::from(i / 64)] |= 1 << (i % 64);
                    }
                }
            }
        }
        meant
    }

    /// The only kind of one's own figures on the board that is meant.
    pub(super) fn lone(&self, v: &decl::Verb, w: &Where) -> Option<FigureKindId> {
        let own = v.target == decl::Target::Figure && w.scan.owner == Whose::Own;
        let pieces = w.scan.figures.unwrap_or(u32::MAX);
        let mut kinds = (0..self.rules.figures.len()).filter(|i| pieces >> i & 1 != 0);
        let (Some(only), None) = (kinds.next(), kinds.next()) else { return None };
        (own && w.scan.standing == Standing::OnBoard).then_some(FigureKindId(only as u8))
    }
}

/// Things by name, as bits. Those that nobody here has are left out: a list of nothing else matches nothing.
fn bits_of(names: &[String], number: impl Fn(&str) -> Option<u8>) -> u64 {
    names.iter().filter_map(|name| number(name)).fold(0, |bits, i| bits | 1 << i)
}
