//! Subscriptions with compiled filters.

use super::{Call, Heard, StepSet, TileSet};
use crate::condition::{Condition, Depends};
use crate::decl;
use crate::ids::{KindId, NeutralId, RuleId, StepId, TileTypeId, UnitId};
use crate::step::ANY;

/// Who is asked: subscriptions by hook.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    /// Subscriptions as manifests wrote them, to say why one is not asked.
    pub(crate) written: Vec<decl::Subscription>,
    /// Of slots.
    pub(crate) at: [Vec<Listener>; 14],
    /// Of effects, by kind.
    pub(crate) on: Vec<Vec<Listener>>,
    /// Filter of effects by subscribers.
    pub(crate) heard: Heard,
    /// Kinds of effect that the log of a turn keeps, as bits.
    pub(crate) logged: u64,
    /// Called once all effects are settled. The other lists belong to the hooks that they are named after.
    pub(crate) settled: Vec<Listener>,
    pub(crate) place_offer: Vec<Listener>,
    pub(crate) place_veto: Vec<Listener>,
    pub(crate) deploy_offer: Vec<Listener>,
    pub(crate) deploy_veto: Vec<Listener>,
    pub(crate) complete: Vec<Listener>,
    pub(crate) weight: Vec<Listener>,
    pub(crate) points: Vec<Listener>,
    pub(crate) bonus: Vec<Listener>,
}

/// What a subscription answers by declaration, without a function.
#[derive(Clone, Debug)]
pub(crate) struct DeclaredAnswer {
    /// The rule of all of it.
    pub(crate) rule: RuleId,
    /// In this order.
    pub(crate) acts: Vec<Answering>,
}

/// One declared answer; the keys of [`Subscription`](crate::decl::Subscription) say what each means.
#[derive(Clone, Debug)]
pub(crate) enum Answering {
    /// Points.
    Pay(i32),
    /// The step and its first argument, if it has one.
    Push(StepId, Option<i32>),
    /// Parts of the turn.
    Parts(u8),
    Move(NeutralId),
    Home(Box<Condition>),
    Points(Each),
    /// The feature is not complete.
    Waits,
}

/// Points for each of something that a feature has.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    pub(crate) unit: UnitId,
    /// The counted tag by kind, or `None` for tiles.
    pub(crate) tag: Option<Vec<(KindId, u8)>>,
    pub(crate) rate: i32,
}

/// A subscription with compiled filters. Every filter must hold.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    pub(crate) call: Call,
    pub(crate) says: Option<Box<DeclaredAnswer>>,
    /// Bit set of the kinds of the event's feature, or `None` for any kind or no feature.
    pub(crate) kinds: Option<u64>,
    /// Steps in which it is called, or `None` for all.
    pub(crate) steps: Option<StepSet>,
    /// Types of the event's tile, or `None` for all.
    pub(crate) tiles: Option<TileSet>,
    /// Bit set of the kinds of the event's figure, or `None` for any kind or no figure.
    pub(crate) figures: Option<u32>,
    /// Place of a number in the state that must not be 0.
    pub(crate) flag: Option<usize>,
    /// Bit set of figure kinds of which one must be out of supply, or `None` for no such requirement.
    pub(crate) out: Option<u32>,
    /// Neutral figure that must stand beside a figure of the player of the turn.
    pub(crate) beside_own: Option<NeutralId>,
    /// Neutral figure of the filter: the one that moved, or else one that is in play.
    pub(crate) neutral: Option<NeutralId>,
    /// What its condition depends on, where it is asked what a feature is worth.
    pub(crate) depends: Depends,
    /// Part of the condition that depends on the feature itself.
    pub(crate) of_itself: Condition,
    /// Rule of the claims or effects in question.
    pub(crate) cause: Option<RuleId>,
    /// Its number among those that manifests wrote: [`Asked::written`].
    pub(crate) written: u16,
    /// The whole condition that was written, which the others cut.
    pub(crate) condition: Condition,
    /// What they leave to ask.
    pub(crate) rest: Condition,
}

impl Listener {
    /// Whether it is asked about such a tile at all, if about any.
    #[inline]
    pub(crate) fn may_ask(&self, tile: Option<TileTypeId>) -> bool {
        self.tiles.as_ref().is_none_or(|set| tile.is_some_and(|t| set.has(t)))
    }

    /// Whether it is asked about a figure of such a kind.
    #[inline]
    pub(crate) fn is_about(&self, figure: Option<u8>) -> bool {
        let means = |kinds: u32| figure.is_some_and(|kind| kinds >> (kind & 31) & 1 != 0);
        self.figures.is_none_or(means)
    }

    /// Whether it declares that the feature in question is not complete.
    #[inline]
    pub(crate) fn waits(&self) -> bool {
        let mut says = self.says.iter().flat_map(|says| &says.acts);
        says.any(|act| matches!(act, Answering::Waits))
    }

    /// Whether it is asked in a step.
    #[inline]
    pub(crate) fn is_asked_in(&self, code: u8) -> bool {
        self.steps.is_none_or(|steps| steps.has(code) || steps.has(ANY))
    }
}

/// A final scoring step.
#[derive(Clone, Debug)]
pub(crate) struct FinalStep {
    pub(crate) kinds: u64,
    pub(crate) call: Option<Call>,
    pub(crate) rule: RuleId,
    pub(crate) whil: Condition,
}
