//! Words that a manifest may use because the core knows them.
// A test holds these lists against the tables of the core.

/// Hooks without a subject.
pub const HOOKS: [&str; 10] = [
    "placement.offer",
    "placement.veto",
    "deployment.offer",
    "deployment.veto",
    "scoring.complete",
    "scoring.weight",
    "scoring.points",
    "scoring.bonus",
    "end_of_game.points",
    "on.settled",
];

/// Slots of a turn: subjects of `at.`.
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

/// Effects: subjects of `on.`.
pub const EFFECTS: [&str; 30] = [
    "drawn",
    "placed",
    "tile_moved",
    "deck",
    "linked",
    "unlinked",
    "closed",
    "tagged",
    "retyped",
    "joined",
    "split",
    "deployed",
    "moved",
    "returned",
    "captured",
    "neutral_moved",
    "check",
    "completed",
    "scored",
    "paid",
    "token_moved",
    "skip",
    "parts",
    "turn",
    "over",
    "set",
    "listed",
    "cleared",
    "passed",
    "noted",
];

/// Restrictions of the core that can be given a rule and waived.
pub const RESTRICTIONS: [&str; 14] = [
    "empty",
    "adjacent",
    "edge",
    "bounds",
    "elsewhere",
    "occupied",
    "complete",
    "supply",
    "kind",
    "needs-own",
    "one-per-feature",
    "not-offered",
    "price",
    "unplaceable",
];
