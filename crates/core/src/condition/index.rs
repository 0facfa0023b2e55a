//! What a condition can be cut by before it is looked at: an index says no only where the condition says no.

use super::compile::one_or;
use super::scan::set;
use super::subject::Subject;
use super::table::{Flag, Many, One};
use super::{Condition, Lanes, Types, Whose};
use crate::hooks::Hook;
use crate::ids::{NeutralId, RuleId, StateId};

/// Necessary parts of a condition on an event, for quick tests.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Kinds of the feature in question, as bits.
    pub(crate) kinds: Option<u64>,
    /// Kinds of the figure in question, as bits.
    pub(crate) figures: Option<u32>,
    /// Types of the tile in question.
    pub(crate) tiles: Option<Types>,
    /// The neutral figure that was moved, or that is in play.
    pub(crate) neutral: Option<NeutralId>,
    /// The neutral figure that stands beside a figure of the player of the turn.
    pub(crate) beside_own: Option<NeutralId>,
    /// A number of the whole game that is not 0.
    pub(crate) state: Option<StateId>,
    /// Bit set of figure kinds of which one must be out of supply.
    pub(crate) out: Option<u32>,
    /// The only rule that the claim or effect may have; none means a feature's own claim.
    pub(crate) cause: Option<RuleId>,
}

impl Index {
    /// Of a condition about what a hook tells (of an effect, its name), and what is left to look at: parts that the
    /// index says exactly are not asked again.
    pub(crate) fn new(condition: &Condition, hook: Hook, effect: &str) -> (Self, Condition) {
        let mut index = Self { out: condition.figures_out(), ..Self::default() };
        let scoring = matches!(hook, Hook::ScoringPoints | Hook::ScoringBonus);
        let asked = hook.is_asked();
        if let Some(cause) = condition.parts().iter().find_map(Condition::cause) {
            index.cause = Some(cause);
        }
        let mut left = Vec::new();
        for part in condition.parts() {
            let exact = match part {
                // A condition that names a feature kind sees claims of other rules only if it names the rule too.
                Condition::One(One::Feature, such) if !scoring || index.cause.is_some() => {
                    find(&mut index.kinds, such, Condition::kind)
                }
                Condition::One(One::Figure, such) => {
                    find(&mut index.figures, such, Condition::figure_kind)
                }
                Condition::One(One::Tile, such) if effect == "placed" => {
                    find(&mut index.tiles, such, Condition::types)
                }
                Condition::One(One::Type, such) if effect == "drawn" => {
                    find(&mut index.tiles, such, Condition::types)
                }
                Condition::One(One::Placed, such) if scoring || hook == Hook::At => {
                    find(&mut index.tiles, such, Condition::types)
                }
                Condition::One(One::Neutral, such) if effect == "neutral_moved" => {
                    find(&mut index.neutral, such, Condition::neutral)
                }
                Condition::Exists(Subject::Neutral, some)
                    if !asked && some.is_some() && some.such.beside_own().is_some() =>
                {
                    some.such.beside_own().is_some_and(|one| set(&mut index.beside_own, one))
                }
                Condition::Exists(Subject::Neutral, some) if effect != "neutral_moved" => {
                    some.is_some() && find(&mut index.neutral, &some.such, Condition::neutral)
                }
                // The tile in question is that of a place; other options place none.
                Condition::Many(Many::Options, some) if hook == Hook::PlacementVeto => {
                    let places = |part: &Condition| match part {
                        Condition::One(One::Places, such) => {
                            such.parts().iter().find_map(Condition::types)
                        }
                        _ => None,
                    };
                    if some.must_be() {
                        find(&mut index.tiles, &some.such, places);
                    }
                    false
                }
                Condition::State(key, n) if !n.has(0) => {
                    index.state = Some(*key);
                    false
                }
                Condition::Cause(_) => part.cause().is_some() && part.cause() == index.cause,
                _ => false,
            };
            if !exact {
                left.push(part.clone());
            }
        }
        (index, one_or(left, Condition::Always, Condition::All))
    }
}

/// Records what a part requires, unless something is recorded. Returns whether that is all the part requires.
fn find<T>(slot: &mut Option<T>, such: &Condition, of: impl Fn(&Condition) -> Option<T>) -> bool {
    let free = slot.is_none();
    if free {
        *slot = such.parts().iter().find_map(of);
    }
    free && slot.is_some() && such.parts().len() == 1
}

impl Condition {
    /// Parts that must all hold.
    pub(super) fn parts(&self) -> &[Condition] {
        match self {
            Self::All(parts) => parts,
            part => std::slice::from_ref(part),
        }
    }

    /// Returns the bit set of figure kinds of which one must be on the board.
    fn figures_out(&self) -> Option<u32> {
        match self {
            Self::All(parts) => parts.iter().find_map(Self::figures_out),
            Self::Any(parts) => {
                parts.iter().map(Self::figures_out).reduce(|a, b| Some(a? | b?)).flatten()
            }
            Self::Many(Many::Holds | Many::Figures, some) | Self::Exists(Subject::Figure, some)
                if some.must_be() =>
            {
                let kinds = some.such.parts().iter().find_map(Self::figure_kind);
                kinds.or_else(|| some.such.figures_out())
            }
            Self::One(_, such) => such.figures_out(),
            Self::Many(_, some) | Self::Exists(_, some) if some.must_be() => {
                some.such.figures_out()
            }
            _ => None,
        }
    }

    /// Kinds of feature, figure or neutral figure, whatever its subject is, for which alone it may hold, as bits.
    pub(crate) fn kinds(&self) -> u64 {
        let kinds = |part: &Self| match part {
            Self::Neutral(neutrals) => Some(*neutrals),
            part => {
                let figures = || part.figure_kind().map(u64::from);
                part.kind().or_else(figures).or_else(|| part.tag_kinds())
            }
        };
        self.parts().iter().find_map(kinds).unwrap_or(u64::MAX)
    }

    /// Whether it holds for no feature in which no figure stands.
    pub(super) fn asks_figures(&self) -> bool {
        self.parts().iter().any(|part| match part {
            Self::Flag(Flag::Occupied, true) => true,
            Self::Many(Many::Holds, some) => some.must_be(),
            _ => false,
        })
    }

    /// Whether it holds for no feature but those that scoring is still to look at.
    pub(super) fn asks_due(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Self::Flag(Flag::Due, true)))
    }

    /// Returns the tags of which a segment must have one, by kind.
    pub(super) fn tagged(&self) -> Option<Lanes> {
        self.parts().iter().find_map(|part| match part {
            Self::OwnTag(lanes, n) if !n.has(0) => Some(lanes.clone()),
            _ => None,
        })
    }

    /// Returns the bit set of feature kinds that can have a required tag.
    fn tag_kinds(&self) -> Option<u64> {
        match self {
            Self::Tag(lanes, n) | Self::OwnTag(lanes, n) if !n.has(0) => {
                Some(lanes.iter().fold(0, |kinds, (kind, _)| kinds | 1 << kind.0))
            }
            _ => None,
        }
    }

    fn cause(&self) -> Option<RuleId> {
        match self {
            Self::Cause(causes) if causes.len() == 1 => Some(causes[0]),
            _ => None,
        }
    }

    fn kind(&self) -> Option<u64> {
        if let Self::Kind(kinds) = self { Some(*kinds) } else { None }
    }

    fn figure_kind(&self) -> Option<u32> {
        if let Self::FigureKind(kinds) = self { Some(*kinds) } else { None }
    }

    pub(super) fn types(&self) -> Option<Types> {
        if let Self::Types(types) = self { Some(types.clone()) } else { None }
    }

    /// The neutral figure that it is about, if all it asks for is that this stands beside a figure of one's own.
    fn beside_own(&self) -> Option<NeutralId> {
        let [neutral, Self::One(One::Beside, figure)] = self.parts() else { return None };
        match &**figure {
            Self::One(One::Owner, whose) if whose.whose() == Whose::Own => neutral.neutral(),
            _ => None,
        }
    }

    /// The only neutral figure that it may be about.
    pub(super) fn neutral(&self) -> Option<NeutralId> {
        match self {
            Self::Neutral(bits) if bits.is_power_of_two() => {
                Some(NeutralId(bits.trailing_zeros() as u8))
            }
            _ => None,
        }
    }
}
