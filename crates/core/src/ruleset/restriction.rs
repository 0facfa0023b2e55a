//! The restrictions of the core, by name, and where an offer may waive which.

use super::Ruleset;
use crate::fault::Fault;
use crate::hooks::{HOOKS, Hook};
use crate::ids::RuleId;

/// The restrictions of the core, in the order of [`Restriction`].
pub const RESTRICTIONS: [&str; 15] = [
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
    "must",
];

/// The restrictions that a placement offered by a handler may waive.
const PLACEMENTS_WAIVE: [&str; 2] = ["adjacent", "edge"];

/// The restrictions that a deployment offered by a handler may waive; a declaration those from `elsewhere` on.
pub const DEPLOYMENTS_WAIVE: [&str; 7] =
    ["supply", "kind", "elsewhere", "occupied", "complete", "needs-own", "one-per-feature"];

/// The restrictions that an offer of this hook may waive: there is nothing else that would be looked at.
fn waivable(hook: Hook) -> impl Iterator<Item = &'static str> {
    let (places, deploys): (&[&str], &[&str]) = match hook {
        Hook::PlacementOffer => (&PLACEMENTS_WAIVE, &[]),
        Hook::DeploymentOffer => (&[], &DEPLOYMENTS_WAIVE),
        Hook::Ask => (&PLACEMENTS_WAIVE, &DEPLOYMENTS_WAIVE),
        _ => (&[], &[]),
    };
    places.iter().chain(deploys).copied()
}

/// Of some restrictions, as bits, those that an offer of this hook may waive.
#[must_use]
pub fn may_waive(hook: Hook, bits: u16) -> u16 {
    let bit = |name: &str| RESTRICTIONS.iter().position(|r| *r == name).map_or(0, |i| 1 << i);
    bits & waivable(hook).fold(0, |all, name| all | bit(name))
}

/// Reports restrictions (a bit set) that an offer waives although its hook never checks them. Without a known hook,
/// none is checked.
#[cold]
#[must_use]
pub fn cannot_waive(hook: Option<Hook>, bits: u16) -> Fault {
    let quoted = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let all = RESTRICTIONS.iter().copied().enumerate();
    let wrong = quoted(&mut all.filter(|(i, _)| bits >> i & 1 != 0).map(|(_, name)| name));
    let known = quoted(&mut waivable(hook.unwrap_or(Hook::Ask)));
    let at = hook.map(|hook| HOOKS[hook as usize].name.replace("ask.", "ask.<step>"));
    let (en, fr) =
        at.map_or_else(Default::default, |at| (format!(" of `{at}`"), format!(" de `{at}`")));
    Fault::new(
        "L0216",
        format!("an offer{en} cannot waive {wrong}"),
        format!("une offre{fr} ne peut pas lever {wrong}"),
    )
    .help(
        format!("remove it; {known} can be waived here, and vetoes by the ids of their rules"),
        format!(
            "retirez-le ; ici on peut lever {known}, et des refus par les identifiants de leurs règles"
        ),
    )
}

/// A named restriction of the core, which an expansion may give its law and which offers may waive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Restriction {
    /// The cell holds a tile.
    Empty,
    /// The cell touches no tile.
    Adjacent,
    /// An edge does not match.
    Edge,
    /// The cell is beyond the edge of the table.
    Bounds,
    /// Not on the tile just placed.
    Elsewhere,
    /// The feature is occupied.
    Occupied,
    /// The feature is complete.
    Complete,
    /// No such figure in the supply.
    Supply,
    /// The figure may not stand there.
    Kind,
    /// The figure needs an own one in the feature.
    NeedsOwn,
    /// There is one of the kind already.
    OnePerFeature,
    /// Nothing offers this now.
    NotOffered,
    /// It costs more than the player has.
    Price,
    /// A drawn tile fits nowhere.
    Unplaceable,
    /// A step that cannot be declined.
    Must,
}

impl Restriction {
    /// Those that a variant may take away with their rule: there is a game without them. Tiles whose edges do not match
    /// have nothing by which features would join.
    pub const LIFTED: [Self; 5] =
        [Self::Bounds, Self::Occupied, Self::Complete, Self::NeedsOwn, Self::OnePerFeature];
}

impl Ruleset {
    /// The restrictions that have this rule, as bits.
    #[must_use]
    pub fn restrictions_of(&self, rule: RuleId) -> u16 {
        let laws = self.law.restriction_rules.iter().enumerate();
        laws.filter(|(_, law)| **law == rule).fold(0, |bits, (i, _)| bits | 1 << i)
    }
}

impl Ruleset {
    /// The law of a core restriction.
    #[inline]
    #[must_use]
    pub fn restriction(&self, r: Restriction) -> RuleId {
        self.law.restriction_rules[r as usize]
    }

    /// Whether a restriction of the core is switched off with its rule.
    #[inline]
    pub(crate) fn is_lifted(&self, restriction: Restriction) -> bool {
        self.law.lifted & 1 << restriction as u16 != 0
    }
}

/// Restrictions (bits) and rules that do not hold for an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waived {
    /// Restrictions as bits.
    pub restrictions: u16,
    /// Rules.
    pub rules: Vec<RuleId>,
}

impl Waived {
    /// Restrictions that do not hold, for the offer or for anybody, as bits.
    #[inline]
    pub(crate) fn bits(&self, rules: &Ruleset) -> u16 {
        self.restrictions | rules.law.lifted
    }

    /// Whether a restriction does not hold, for the offer or for anybody.
    #[inline]
    pub(crate) fn covers(&self, rules: &Ruleset, r: Restriction) -> bool {
        self.bits(rules) & 1 << r as u16 != 0
    }
}
