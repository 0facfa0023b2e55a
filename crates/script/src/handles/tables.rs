//! Answers that are written as a table: a claim, an offer.

use bastide_core::effect::Place;
use bastide_core::ids::{RuleId, SegmentId, TokenId};
use bastide_core::ruleset::{cannot_waive, may_waive};
use bastide_core::{Claim, Offer, Returns, Waived};

use super::api::nearest;
use super::call::Call;
use super::names::What;
use super::texts::Text;
use super::value::Value;
use crate::raised::{Raised, Res};

const CLAIM_KEYS: &[Text] =
    &[Text::RULE, Text::FEATURE, Text::OWNERS, Text::COMPLETE, Text::FINAL, Text::RETURNS];
const OFFER_KEYS: &[Text] = &[Text::RULE, Text::FREE, Text::MUST, Text::PRICE, Text::WAIVES];

impl Call<'_> {
    /// Reads a claim, and whether its owners are those with the majority. A claim without a rule is the feature's own,
    /// as the core makes it.
    pub(super) fn claim(&self, value: Value) -> Res<(Claim, bool)> {
        let table = self.table(value, "claim")?;
        let (mut rule, mut node, mut owners) = (RuleId::NONE, SegmentId::NONE, None);
        let mut majority = false;
        let (mut complete, mut last, mut returns) = (None, self.event.last, None);
        self.each(table, |key, value| {
            match self.key_of(key, CLAIM_KEYS)? {
                Text::RULE => rule = self.rule(value)?,
                Text::FEATURE => node = self.segment(value, "feature")?,
                Text::OWNERS if value == Value::Text(Text::MAJORITY) => majority = true,
                Text::OWNERS => owners = Some(self.players(value, "owners")?),
                Text::COMPLETE => complete = Some(self.flag(value, "complete")?),
                Text::FINAL => last = self.flag(value, "final")?,
                _ => returns = Some(self.returns(value)?),
            }
            Ok(())
        })?;
        let own = !rule.is_some() && node.is_some();
        if !own {
            self.has_rule(rule)?;
        }
        majority |= own && owners.is_none();
        let home = if own && !last { Returns::All } else { Returns::Nobody };
        let (owners, returns) = (owners.unwrap_or(0), returns.unwrap_or(home));
        let complete = complete.unwrap_or_else(|| node.is_some() && self.game.is_complete(node));
        if majority && !node.is_some() {
            let (en, fr) = ("a feature, for a majority", "un domaine, pour une majorité");
            return Err(self.bad("feature", en, fr, Value::Nil));
        }
        Ok((Claim { rule, node, owners, complete, last, returns }, majority))
    }

    /// An offer.
    pub(super) fn offer(&self, value: Value) -> Res<Offer> {
        let table = self.table(value, "offer")?;
        let mut offer = Offer { rule: RuleId::NONE, ..Offer::default() };
        self.each(table, |key, value| {
            match self.key_of(key, OFFER_KEYS)? {
                Text::RULE => offer.rule = self.rule(value)?,
                Text::FREE => offer.free = self.flag(value, "free")?,
                Text::MUST => offer.must = self.flag(value, "must")?,
                Text::PRICE => offer.price = Some(self.price(value)?),
                _ => offer.waives = self.waives(value)?,
            }
            Ok(())
        })?;
        self.has_rule(offer.rule)?;
        Ok(offer)
    }

    /// A key of a table, which must be one of these, and its word.
    pub(super) fn key_of(&self, key: Value, keys: &[Text]) -> Res<Text> {
        match key {
            Value::Text(text) if keys.contains(&text) => Ok(text),
            _ => Err(self.no_such_key(key, keys)),
        }
    }

    /// A key that a table may not have.
    #[cold]
    fn no_such_key(&self, key: Value, keys: &[Text]) -> Box<Raised> {
        let name = match key {
            Value::Text(text) => self.frame.spell(text),
            _ => String::new(),
        };
        let keys: Vec<&str> = keys.iter().filter_map(|key| key.word()).collect();
        let method = self.method();
        let fault = Raised::new(
            "L0205",
            format!("`{method}`: there is no key `{name}`"),
            format!("`{method}` : la clé `{name}` n'existe pas"),
        );
        match nearest(&name, keys.iter().copied()) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => fault
                .help(format!("keys: {}", keys.join(", ")), format!("clés : {}", keys.join(", "))),
        }
        .into()
    }

    fn table(&self, value: Value, argument: &'static str) -> Res<u32> {
        match value {
            Value::Table(table) => Ok(table),
            other => Err(self.bad(argument, "a table", "une table", other)),
        }
    }

    fn has_rule(&self, rule: RuleId) -> Res<()> {
        if rule.is_some() {
            return Ok(());
        }
        Err(self.bad("rule", "the id of a rule", "l'identifiant d'une règle", Value::Nil))
    }

    /// All figures of the feature, or one that stands on the board.
    fn returns(&self, value: Value) -> Res<Returns> {
        if let Value::Bool(all) = value {
            return Ok(if all { Returns::All } else { Returns::Nobody });
        }
        let figure = self.figure(value, "returns")?;
        if matches!(self.game.state.figure_place(figure), Place::Segment(_)) {
            return Ok(Returns::One(figure));
        }
        let (en, fr) = ("a figure on the board, or true", "une figurine en jeu, ou true");
        Err(self.bad("returns", en, fr, value))
    }

    /// One player or several, as bits.
    fn players(&self, value: Value, argument: &'static str) -> Res<u8> {
        let Value::Table(list) = value else {
            return Ok(1 << self.player(value, argument)?.0);
        };
        let mut bits = 0;
        self.each(list, |_, player| {
            bits |= 1 << self.player(player, argument)?.0;
            Ok(())
        })?;
        Ok(bits)
    }

    /// `{ token = n }`; of several, none would be the one that counts.
    fn price(&self, value: Value) -> Res<(TokenId, u16)> {
        let mut price = None;
        if let Value::Table(table) = value {
            self.each(table, |key, n| {
                if price.is_some() {
                    let (en, fr) = ("a table { token = n }", "une table { jeton = n }");
                    return Err(self.bad("price", en, fr, value));
                }
                let token = TokenId(self.name(What::Token, key, "price")? as u8);
                price = Some((token, self.within(n, "price", 0, 9999)? as u16));
                Ok(())
            })?;
        }
        price.ok_or_else(|| {
            self.bad("price", "a table { token = n }", "une table { jeton = n }", value)
        })
    }

    fn waives(&self, value: Value) -> Res<Waived> {
        let mut waived = Waived::default();
        let hook = self.event.hook;
        let mut add = |value| {
            let bits = match self.name(What::Waiver, value, "waives")? {
                n if n < 0x1_0000 => 1 << n,
                n => {
                    let rule = RuleId((n - 0x1_0000) as u16);
                    let law = self.game.rules.restrictions_of(rule);
                    if law == 0 {
                        waived.rules.push(rule);
                        return Ok(());
                    }
                    law
                }
            };
            // A rule may name several restrictions, one of which can be waived.
            let may = may_waive(hook, bits);
            if may == 0 {
                return Err(Raised::from_core(cannot_waive(Some(hook), bits)).into());
            }
            waived.restrictions |= may;
            Ok(())
        };
        match value {
            Value::Table(list) => self.each(list, |_, value| add(value))?,
            other => add(other)?,
        }
        Ok(waived)
    }
}
