//! The hook table: every hook, who calls it with what, what it may answer, and how answers join.
//!
//! From this one table come the names that manifests may use, the check of what a handler may answer
//! (native and scripted alike), the editor annotations and the reference chapter of the book.

use crate::ids::{FigureId, NeutralId, Player, RuleId, SegmentId, TileId};
use crate::state::State;

macro_rules! hooks {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal, $point:literal, args: $args:literal, answers: $answers:expr, join: $join:literal;)*) => {
        /// A hook. Families (`on.`, `at.`, `ask.`, `answer.`, `do.`) are one hook each, with a subject.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Hook {
            $($(#[doc = $doc])* $variant,)*
        }

        /// The table itself, in the order of the reference.
        pub const HOOKS: &[HookInfo] = &[$(HookInfo {
            hook: Hook::$variant,
            name: $name,
            point: $point,
            args: $args,
            answers: $answers,
            join: $join,
            doc: concat!($($doc, "\n"),*),
        },)*];
    };
}

impl Hook {
    /// Returns whether conditions of this hook are evaluated for the deciding player rather than for the player whose
    /// turn it is.
    #[inline]
    pub(crate) fn is_asked(self) -> bool {
        use Hook::{DeploymentOffer, DeploymentVeto, PlacementOffer, PlacementVeto};
        matches!(self, PlacementOffer | PlacementVeto | DeploymentOffer | DeploymentVeto)
    }
}

/// One row of the hook table.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// The hook.
    pub hook: Hook,
    /// Name in manifests; families end with `.`.
    pub name: &'static str,
    /// Point of the game: placement, deployment, scoring, end of game, turn.
    pub point: &'static str,
    /// What a handler is given besides the game.
    pub args: &'static str,
    /// What a handler may answer: bits of [`answers`].
    pub answers: u16,
    /// How the answers of several handlers join.
    pub join: &'static str,
    /// Description.
    pub doc: &'static str,
}

/// What a handler may answer, as bits.
pub mod answers {
    /// Options of a decision.
    pub const OFFERS: u16 = 1;
    /// Refusals of listed options.
    pub const REFUSALS: u16 = 2;
    /// Yes or no.
    pub const VERDICT: u16 = 4;
    /// Weight of a figure.
    pub const WEIGHT: u16 = 8;
    /// Contributions to the points of a claim.
    pub const POINTS: u16 = 16;
    /// Payments beside a claim.
    pub const BONUS: u16 = 32;
    /// Claims and awards.
    pub const CLAIMS: u16 = 64;
    /// Effects and steps.
    pub const EFFECTS: u16 = 128;
}

use answers::{BONUS, CLAIMS, EFFECTS, OFFERS, POINTS, REFUSALS, VERDICT, WEIGHT};

hooks! {
    /// Placements beyond the core's own: another tile, without edge match, at a price.
    PlacementOffer = "placement.offer", "placement", args: "step", answers: OFFERS, join: "union";
    /// Refuses placements; sees the whole list once.
    PlacementVeto = "placement.veto", "placement", args: "step, options", answers: REFUSALS, join: "any, minus what the offer waives";
    /// Deploy patterns, moves and verbs beyond the declared ones.
    DeploymentOffer = "deployment.offer", "deployment", args: "step", answers: OFFERS, join: "union";
    /// Refuses deployments, moves and verbs; sees the whole list once.
    DeploymentVeto = "deployment.veto", "deployment", args: "step, options", answers: REFUSALS, join: "any, minus what the offer waives";
    /// Whether a feature counts as complete, although or because of what the core found.
    ScoringComplete = "scoring.complete", "scoring", args: "feature", answers: VERDICT, join: "yes, unless a no";
    /// Strength of a figure in a majority, beside its declared weight, and what decides between those who are equally strong.
    ScoringWeight = "scoring.weight", "scoring", args: "figure, feature", answers: WEIGHT, join: "sum; once for a player if it says so";
    /// Contributions to the points of a claim.
    ScoringPoints = "scoring.points", "scoring", args: "claim", answers: POINTS, join: "stages units, void, flat, scale, extra";
    /// Payments beside the claim, in or out of the majority.
    ScoringBonus = "scoring.bonus", "scoring", args: "claim", answers: BONUS, join: "union";
    /// Claims and awards for what is no feature.
    EndOfGamePoints = "end_of_game.points", "end of game", args: "step", answers: CLAIMS | BONUS, join: "final steps by order, each one wave";
    /// A slot of the turn is entered.
    At = "at.", "turn", args: "slot", answers: EFFECTS | CLAIMS, join: "by rank, each with its steps to the end";
    /// An effect has happened.
    On = "on.", "turn", args: "event", answers: EFFECTS | CLAIMS, join: "by rank, needs, id";
    /// All effects and reactions are done.
    OnSettled = "on.settled", "turn", args: "", answers: EFFECTS, join: "repeated until nobody answers";
    /// Lists the options of an own step.
    Ask = "ask.", "turn", args: "step", answers: OFFERS, join: "owner only: union";
    /// Follows up what was chosen in an own step; not what another expansion offers free in it: then the step is asked again.
    Answer = "answer.", "turn", args: "step, choice", answers: EFFECTS | CLAIMS, join: "owner only: one after the other, as written";
    /// Carries out a verb.
    Do = "do.", "turn", args: "step", answers: EFFECTS | CLAIMS, join: "owner only: one after the other, as written";
}

/// Slots of a turn, in order. A part runs from `draw` to `part_end`.
pub const SLOTS: [&str; 14] = [
    "setup",
    "turn_start",
    "draw",
    "place",
    "after_place",
    "action",
    "second_action",
    "before_scoring",
    "scoring",
    "after_scoring",
    "part_end",
    "turn_end",
    "before_final",
    "final",
];

/// A slot of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of SLOTS")]
pub enum Slot {
    Setup,
    TurnStart,
    Draw,
    Place,
    AfterPlace,
    Action,
    SecondAction,
    BeforeScoring,
    Scoring,
    AfterScoring,
    PartEnd,
    TurnEnd,
    BeforeFinal,
    Final,
}

impl Slot {
    /// All slots in order.
    pub const ALL: [Slot; 14] = [
        Slot::Setup,
        Slot::TurnStart,
        Slot::Draw,
        Slot::Place,
        Slot::AfterPlace,
        Slot::Action,
        Slot::SecondAction,
        Slot::BeforeScoring,
        Slot::Scoring,
        Slot::AfterScoring,
        Slot::PartEnd,
        Slot::TurnEnd,
        Slot::BeforeFinal,
        Slot::Final,
    ];

    /// By name.
    #[must_use]
    pub fn named(name: &str) -> Option<Slot> {
        SLOTS.iter().position(|s| *s == name).map(|i| Slot::ALL[i])
    }

    /// Whether an effect may leave the slot out of a part. Where a game, a turn or a part begins and ends is not an
    /// expansion's to leave out: nothing would go on behind it.
    #[must_use]
    pub fn may_be_skipped(self) -> bool {
        self > Slot::TurnStart && self < Slot::PartEnd
    }

    /// Name as in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        SLOTS[self as usize]
    }
}

/// The row of the table and the subject of a subscription's name: `on.placed` → (`on.`, `placed`).
#[must_use]
pub fn parse_hook(name: &str) -> Option<(&'static HookInfo, &str)> {
    HOOKS.iter().find(|row| row.name == name).map(|row| (row, "")).or_else(|| {
        HOOKS
            .iter()
            .filter(|row| row.name.ends_with('.'))
            .find_map(|row| name.strip_prefix(row.name).map(|rest| (row, rest)))
    })
}

/// What a handler is asked about. What is set depends on the hook; the rest is `NONE` or 0.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The hook.
    pub hook: Hook,
    /// Who decides, or who caused the effect.
    pub actor: Player,
    /// Feature or segment in question.
    pub node: SegmentId,
    /// Figure in question.
    pub figure: FigureId,
    /// Tile in question.
    pub tile: TileId,
    /// Neutral figure in question.
    pub neutral: NeutralId,
    /// Whose figure, token or points.
    pub player: Player,
    /// Amount.
    pub number: i32,
    /// Rule that caused it.
    pub rule: RuleId,
    /// Complete, for features and claims.
    pub complete: bool,
    /// In the final scoring.
    pub last: bool,
    /// It was part of the start layout, or of setup.
    pub start: bool,
    /// Players who earn the claim, as bits.
    pub owners: u8,
    /// Step arguments.
    pub args: [i32; crate::limits::STEP_ARGS_MAX],
    /// How many of them.
    pub nargs: u8,
    /// Chosen option (`answer.`), or `Choice::NONE`.
    pub choice: crate::choice::Choice,
    /// Code of the step or slot that is asked.
    pub step: u8,
}

impl Event {
    /// Nothing set but the hook.
    #[must_use]
    pub const fn new(hook: Hook) -> Self {
        Self {
            hook,
            actor: Player::NONE,
            node: SegmentId::NONE,
            figure: FigureId::NONE,
            tile: TileId::NONE,
            neutral: NeutralId::NONE,
            player: Player::NONE,
            number: 0,
            rule: RuleId::NONE,
            complete: false,
            last: false,
            start: false,
            owners: 0,
            args: [0; crate::limits::STEP_ARGS_MAX],
            nargs: 0,
            choice: crate::choice::Choice::NONE,
            step: 0,
        }
    }

    /// The tile it is about: the one in question, or that of the segment.
    #[inline]
    #[must_use]
    pub fn tile(&self, st: &State) -> Option<TileId> {
        if self.tile.is_some() {
            return Some(self.tile);
        }
        (self.node.index() < st.nodes.len()).then(|| st.tile_of(self.node))
    }
}
