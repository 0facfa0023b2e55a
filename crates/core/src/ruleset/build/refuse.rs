//! Declared places and refusals.

use super::super::{PlacePattern, Refuse, StepSet};
use super::Builder;
use crate::condition::{Condition, Refused, Subject};
use crate::ids::{ExpansionId, OverlayId, PileId, TileTypeId};
use crate::step;

impl Builder<'_> {
    pub(super) fn place(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for place in &e.places {
                let rule = self.rule(&place.rule);
                let codes = self.step_codes(x, &place.at);
                let cells = self.condition(x, Subject::Cell, &place.filter);
                let whil = self.condition(x, Subject::Moment, &place.whil);
                let waives = self.waived(&place.waives);
                let zone = match &place.zone {
                    Some(zone) => self.own_zone(x, zone),
                    None => Some(PileId::NONE),
                };
                let overlay = match &place.overlay {
                    Some(overlay) => self.own_overlay(x, overlay),
                    None => Some(OverlayId::NONE),
                };
                let price = place.price.first_key_value();
                let price = price.and_then(|(t, n)| Some((self.own_token(x, t)?, *n)));
                let never = matches!(cells, Condition::Never) || matches!(whil, Condition::Never);
                if never || self.rules.is_muted(rule) {
                    continue;
                }
                let asked = [&place.filter, &place.whil];
                self.rules.listing.dark.places |=
                    asked.into_iter().any(|c| self.reads_secrets(x, c))
                        || price.is_some_and(|(t, _)| !self.rules.tokens[t.index()].sees.is_all());
                if let (Some(zone), Some(overlay)) = (zone, overlay) {
                    let (steps, must) = (StepSet::of(codes), place.must);
                    self.rules.listing.places.push(PlacePattern {
                        expansion: ExpansionId(x as u8),
                        rule,
                        steps,
                        zone,
                        overlay,
                        price,
                        cells,
                        whil,
                        must,
                        waives,
                    });
                }
            }
        }
    }

    pub(super) fn refuse(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for refuse in &e.refuses {
                let rule = self.rule(&refuse.rule);
                let codes = self.step_codes(x, &refuse.at);
                let condition = self.condition(x, Subject::Option, &refuse.filter);
                let whil = self.condition(x, Subject::Moment, &refuse.whil);
                let never =
                    matches!(condition, Condition::Never) || matches!(whil, Condition::Never);
                if never || self.rules.is_muted(rule) {
                    continue;
                }
                let asked = [&refuse.filter, &refuse.whil];
                let dark = asked.into_iter().any(|c| self.reads_secrets(x, c));
                let Refused { places, others, types, onto, cell, completes, sort, rest } =
                    condition.refused();
                let spots = cell.as_ref().and_then(|cell| cell.spots(&self.rules));
                let steps = (!codes.is_empty()).then(|| StepSet::of(codes.iter().copied()));
                let refuse = Refuse {
                    rule,
                    steps,
                    whil,
                    condition,
                    types,
                    onto,
                    cell,
                    spots,
                    completes,
                    sort,
                    rest,
                };
                self.rules.listing.dark.places |= dark && places;
                self.rules.listing.dark.others |= dark && others;
                if dark && others {
                    let all = [step::ACTION, step::SECOND_ACTION];
                    let codes = codes.iter().chain(all.iter().filter(|_| codes.is_empty()));
                    codes.for_each(|code| self.rules.listing.dark.steps.add(*code));
                }
                if places {
                    for (tile, ty) in (0..).map(TileTypeId).zip(&mut self.rules.hot.types) {
                        ty.refused |= refuse.types.as_ref().is_none_or(|types| types.has(tile));
                    }
                    self.rules.listing.refuses[0].push(refuse.clone());
                }
                if others {
                    self.rules.listing.refuses[1].push(refuse);
                }
            }
        }
    }
}
