//! Pre-filters for targets: the part of a condition that an index can answer, and the rest that must be evaluated for
//! each candidate.

use super::compile::one_or;
use super::subject::Subject;
use super::table::{Flag, Many, One};
use super::{Around, Bound, Condition, Lanes, Lines, Marked, Several, Types};
use crate::choice::Choice;
use crate::ids::{NeutralId, Player, VerbId};
use crate::ruleset::{Ruleset, TileSet};
use crate::state::State;

/// Relation of an owner to the deciding player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Whose {
    #[default]
    Any,
    Own,
    Others,
}

impl Whose {
    /// Returns whether a player has this relation to the deciding player.
    #[inline]
    pub(crate) fn means(self, player: u8, actor: Player) -> bool {
        match self {
            Whose::Any => true,
            Whose::Own => player == actor.0,
            Whose::Others => player != actor.0,
        }
    }
}

/// Which figures a condition on figures is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Figures on the board; the condition does not mention a holder.
    #[default]
    OnBoard,
    /// Those that players hold.
    Held,
    /// Both, and those on corners.
    Either,
}

/// Necessary parts of a condition on a target.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    /// Feature kinds of segments, as bits.
    pub(crate) kinds: Option<u64>,
    pub(crate) occupied: Option<bool>,
    pub(crate) complete: Option<bool>,
    /// Of segments, tiles and corners: on the tile just placed, that tile, or one of its corners.
    pub(crate) placed: Option<bool>,
    /// Figure kinds, as bits.
    pub(crate) figures: Option<u32>,
    pub(crate) owner: Whose,
    pub(crate) standing: Standing,
    /// Tiles that share an edge with that of this neutral figure.
    pub(crate) around: Option<NeutralId>,
    /// A tile without this neutral figure, a figure without it beside it.
    pub(crate) free_of: Option<NeutralId>,
    /// Tags of which the segment must have one, by kind.
    pub(crate) tagged: Option<Lanes>,
    /// Figures and tiles with the tile that a word names in an area around them.
    pub(crate) within: Option<(Around, Bound)>,
    /// Tiles on which a figure stands.
    pub(crate) manned: bool,
    /// Tiles that their states tell apart.
    pub(crate) marked: Option<Marked>,
    /// The feature that a word names, of segments in it.
    pub(crate) feature: Option<Bound>,
    /// Types of the tile just placed.
    pub(crate) beside: Option<Types>,
    /// Parts that must be evaluated for each candidate.
    pub(crate) rest: Condition,
}

impl Scan {
    /// Of a condition on a target.
    pub(crate) fn new(rules: &Ruleset, subject: Subject, condition: &Condition) -> Self {
        let mut scan = Self {
            kinds: None,
            occupied: None,
            complete: None,
            placed: None,
            figures: None,
            owner: Whose::Any,
            standing: Standing::OnBoard,
            around: None,
            free_of: None,
            tagged: (subject == Subject::Segment).then(|| condition.tagged()).flatten(),
            within: None,
            manned: false,
            marked: (subject == Subject::Tile).then(|| condition.marked()).flatten(),
            feature: None,
            beside: condition.placed_types(rules),
            rest: Condition::Always,
        };
        if matches!(condition, Condition::Never) {
            (scan.kinds, scan.figures) = (Some(0), Some(0));
        }
        scan.standing = condition.standing();
        let left = condition.parts().iter().filter(|part| !scan.notes(subject, part));
        scan.rest = one_or(left.cloned().collect(), Condition::Always, Condition::All);
        scan
    }

    /// Records a part, unless something like it is recorded. Returns whether that is all the part requires.
    fn notes(&mut self, subject: Subject, part: &Condition) -> bool {
        match (subject, part) {
            (_, Condition::Always) => true,
            (Subject::Segment, Condition::Kind(kinds)) => set(&mut self.kinds, *kinds),
            (Subject::Segment, Condition::Flag(Flag::Occupied, so)) => set(&mut self.occupied, *so),
            (Subject::Segment, Condition::Flag(Flag::Complete, so)) => set(&mut self.complete, *so),
            (
                Subject::Segment | Subject::Tile | Subject::Corner,
                Condition::Flag(Flag::Placed, so),
            ) => set(&mut self.placed, *so),
            (Subject::Figure, Condition::FigureKind(kinds)) => set(&mut self.figures, *kinds),
            (Subject::Figure, Condition::One(One::Owner, such)) if self.owner == Whose::Any => {
                self.owner = such.whose();
                self.owner != Whose::Any
            }
            (Subject::Segment, Condition::One(One::Feature, such)) => match &**such {
                Condition::Is(words) if words.len() == 1 && words[0].is_fixed() => {
                    set(&mut self.feature, words[0])
                }
                _ => false,
            },
            (Subject::Figure | Subject::Tile, Condition::Within(around, word)) => {
                set(&mut self.within, (around.clone(), *word))
            }
            (Subject::Tile, Condition::Near(around, some)) => {
                around.is_sides() && some.is_some() && some.such.lone_neutral(&mut self.around)
            }
            (Subject::Tile | Subject::Figure, Condition::No(such)) => {
                such.lone_neutral(&mut self.free_of)
            }
            (Subject::Tile, Condition::Many(Many::Holds, some)) if some.must_be() => {
                self.manned = true;
                false
            }
            _ => false,
        }
    }
}

/// Necessary parts of a condition on options.
pub(crate) struct Refused {
    pub(crate) places: bool,
    pub(crate) others: bool,
    pub(crate) types: Option<Types>,
    pub(crate) onto: Option<NeutralId>,
    pub(crate) cell: Option<Condition>,
    pub(crate) completes: Option<Several>,
    pub(crate) sort: OptionSort,
    pub(crate) rest: Condition,
}

/// Options that a condition can match, by facts that need no state.
#[derive(Clone, Debug)]
pub(crate) struct OptionSort {
    /// Figure kinds, if it is about deployments alone, as bits.
    deploys: Option<u32>,
    /// Kinds of the segment, if it is about what brings a figure somewhere, as bits.
    to: Option<u64>,
    /// Verbs, if it is about these alone.
    verbs: Option<Box<[VerbId]>>,
}

impl OptionSort {
    /// Every option.
    pub(crate) const ANY: Self = Self { deploys: None, to: None, verbs: None };

    /// Of a condition on options.
    fn new(condition: &Condition) -> Self {
        let mut sort = Self::ANY;
        for part in condition.parts() {
            let _ = match part {
                Condition::One(One::Deploys, such) => set(&mut sort.deploys, such.kinds() as u32),
                Condition::One(One::To, such) => set(&mut sort.to, such.kinds()),
                Condition::Verb(verbs) => set(&mut sort.verbs, verbs.clone()),
                _ => false,
            };
        }
        sort
    }

    /// Whether the condition may hold for an option, or for another that does the same with something else.
    pub(crate) fn may_do(&self, choice: Choice) -> bool {
        let has = |kinds: u32, kind: u8| kinds >> (kind & 31) & 1 != 0;
        self.deploys.is_none_or(|kinds| choice.deploys().is_some_and(|k| has(kinds, k.0)))
            && (self.to.is_none() || choice.brings_to().is_some())
            && self.verbs.as_ref().is_none_or(|all| choice.verb().is_some_and(|v| all.contains(&v)))
    }

    /// Whether the condition may hold for an option by the segment to which it brings a figure.
    #[inline]
    pub(crate) fn may_go(&self, st: &State, choice: Choice) -> bool {
        self.to.is_none_or(|kinds| {
            choice.brings_to().is_some_and(|node| kinds >> (st.kind(node).0 & 63) & 1 != 0)
        })
    }
}

impl Condition {
    /// Read off a condition on options.
    pub(crate) fn refused(&self) -> Refused {
        let is = |part: &Self, place: bool| match part {
            Self::One(One::Places | One::Cell, _)
            | Self::Many(Many::Extends | Many::Completes, _) => place,
            Self::One(..) | Self::Verb(_) => !place,
            _ => false,
        };
        // A count of zero also holds where there is nothing of the kind.
        let counts = |part: &Self| matches!(part, Self::Many(_, none) if !none.must_be());
        let asks = |place| self.parts().iter().any(|part| is(part, place) && !counts(part));
        let mut refused = Refused {
            places: !asks(false),
            others: !asks(true),
            types: None,
            onto: None,
            cell: None,
            completes: None,
            sort: OptionSort::new(self),
            rest: Self::Always,
        };
        let left = self.parts().iter().filter(|part| match part {
            Self::One(One::Places, such) => match &**such {
                Self::Types(types) => !set(&mut refused.types, types.clone()),
                _ => true,
            },
            Self::One(One::Cell, such) => !set(&mut refused.cell, (**such).clone()),
            Self::Many(Many::Completes, some) if some.must_be() => {
                set(&mut refused.completes, (**some).clone());
                true
            }
            Self::One(One::To, such) => match &**such {
                Self::One(One::Tile, on) => !on.lone_neutral(&mut refused.onto),
                _ => true,
            },
            _ => true,
        });
        refused.rest = one_or(left.cloned().collect(), Self::Always, Self::All);
        refused
    }
}

/// Records what a part requires, unless something is recorded. Returns whether it was.
pub(super) fn set<T>(slot: &mut Option<T>, value: T) -> bool {
    let free = slot.is_none();
    if free {
        *slot = Some(value);
    }
    free
}

impl Around {
    fn is_sides(&self) -> bool {
        self.lines == Lines::Straight && !self.own && self.far == 1 && self.by.is_none()
    }
}

impl Condition {
    /// Which figures it is about.
    pub(super) fn standing(&self) -> Standing {
        let held = |part: &Self| matches!(part, Self::One(One::Holder, _));
        match self.asks_holder() {
            false => Standing::OnBoard,
            true if self.parts().iter().any(held) => Standing::Held,
            true => Standing::Either,
        }
    }

    /// Whether it asks of its own subject who holds it, or on which corner it stands.
    pub(super) fn asks_holder(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::asks_holder),
            Self::No(part) => part.asks_holder(),
            Self::One(One::Holder | One::Corner, _) => true,
            _ => false,
        }
    }

    /// Whom a condition on a player means, if it says no more than that.
    pub(super) fn whose(&self) -> Whose {
        match self {
            Self::Is(words) if words[..] == [Bound::Own] => Whose::Own,
            Self::Is(words) if words[..] == [Bound::Others] => Whose::Others,
            _ => Whose::Any,
        }
    }

    /// Notes the one neutral figure that must be there or beside, if that is all it asks for.
    fn lone_neutral(&self, slot: &mut Option<NeutralId>) -> bool {
        match self {
            Self::Many(Many::Neutrals | Many::Beside, some) if some.is_some() => {
                some.such.neutral().is_some_and(|neutral| set(slot, neutral))
            }
            _ => false,
        }
    }

    /// Types that the tile just placed must have, if it has kept the tags that are printed on it.
    pub(crate) fn placed_types(&self, rules: &Ruleset) -> Option<Types> {
        match self {
            Self::All(parts) => parts.iter().find_map(|part| part.placed_types(rules)),
            Self::Now(part) => part.placed_types(rules),
            Self::One(One::Placed, such) => such.parts().iter().find_map(|part| match part {
                Self::Types(types) => Some(types.clone()),
                _ => None,
            }),
            Self::One(One::Feature, such) => such.placed_types(rules),
            Self::Many(Many::Segments, some) if some.must_be() => {
                let parts = some.such.parts();
                let placed = |part: &Self| matches!(part, Self::Flag(Flag::Placed, true));
                parts.iter().find(|part| placed(part))?;
                parts.iter().find_map(|part| match part {
                    Self::OwnTag(lanes, n) if !n.has(0) => {
                        Some(TileSet::carrying(0, lanes, &rules.types))
                    }
                    _ => None,
                })
            }
            _ => None,
        }
    }
}
