//! Answers of the scoring hooks: contributions, bonuses, verdicts, weights.

use bastide_core::Answer;
use bastide_core::hooks::answers::{BONUS, POINTS, VERDICT, WEIGHT};
use bastide_core::ids::{RuleId, UnitId};
use mlua::Value;

use super::arg::{self, At};
use super::names::What;
use super::{Def, H, Kind, Nothing, Res, Score, Verdict, Weight};

const MOST: i32 = bastide_core::limits::POINTS_MAX as i32;

impl H<Score> {
    fn unit(&self, value: &Value, method: &'static str) -> Res<UnitId> {
        let at = At(method, "unit");
        Ok(UnitId(self.frame.name(What::Unit, arg::text(value, at)?, at)? as u8))
    }

    #[inline]
    fn term(
        &self,
        rule: &Value,
        method: &'static str,
        add: impl FnOnce(&mut Answer, RuleId),
    ) -> Res<()> {
        let rule = self.frame.rule(rule, method)?;
        self.frame.answer(POINTS, method, |a| add(a, rule))
    }
}

fn points(value: &Value, method: &'static str, name: &'static str) -> Res<i32> {
    arg::within(value, At(method, name), -MOST, MOST)
}

impl Kind for Score {
    const NAME: &'static str = "score";
    const ROW: usize = Score::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.call(
            "add",
            |_, h, (rule, unit, n, rate, Nothing): (Value, Value, Value, Value, Nothing)| {
                let unit = h.unit(&unit, "score:add")?;
                let (n, rate) =
                    (points(&n, "score:add", "n")?, points(&rate, "score:add", "rate")?);
                h.term(&rule, "score:add", |a, rule| a.add(rule, unit, n, rate))
            },
        );
        def.call("per", |_, h, (rule, unit, by, Nothing): (Value, Value, Value, Nothing)| {
            let unit = h.unit(&unit, "score:per")?;
            let by = points(&by, "score:per", "by")?;
            h.term(&rule, "score:per", |a, rule| a.per(rule, unit, by))
        });
        def.call("count", |_, h, (rule, unit, by, Nothing): (Value, Value, Value, Nothing)| {
            let unit = h.unit(&unit, "score:count")?;
            let by = points(&by, "score:count", "by")?;
            h.term(&rule, "score:count", |a, rule| a.count(rule, unit, by))
        });
        def.call("void", |_, h, (rule, Nothing): (Value, Nothing)| {
            h.term(&rule, "score:void", Answer::void)
        });
        def.call("flat", |_, h, (rule, n, Nothing): (Value, Value, Nothing)| {
            let n = points(&n, "score:flat", "n")?;
            h.term(&rule, "score:flat", |a, rule| a.flat(rule, n))
        });
        def.call("extra", |_, h, (rule, n, Nothing): (Value, Value, Nothing)| {
            let n = points(&n, "score:extra", "n")?;
            h.term(&rule, "score:extra", |a, rule| a.extra(rule, n))
        });
        def.call(
            "scale",
            |_, h, (rule, num, den, round, Nothing): (Value, Value, Value, Value, Nothing)| {
                let num = arg::within(&num, At("score:scale", "num"), -1000, 1000)?;
                let den = arg::within(&den, At("score:scale", "den"), 1, 1000)?;
                let up = match &round {
                    Value::String(s) if s.as_bytes() == "up".as_bytes() => true,
                    Value::String(s) if s.as_bytes() == "down".as_bytes() => false,
                    Value::Nil => false,
                    other => {
                        let words = "\"up\" or \"down\"";
                        return Err(arg::bad(
                            At("score:scale", "round"),
                            words,
                            "\"up\" ou \"down\"",
                            other,
                        ));
                    }
                };
                h.term(&rule, "score:scale", |a, rule| a.scale(rule, num, den, up))
            },
        );
        def.call("only", |_, h, (player, Nothing): (Value, Nothing)| {
            let player = h.frame.player(&player, At("score:only", "player"))?;
            h.frame.answer(POINTS, "score:only", |a| a.only(player))
        });
        def.call("bonus", |_, h, (player, n, rule, Nothing): (Value, Value, Value, Nothing)| {
            let player = h.frame.player(&player, At("score:bonus", "player"))?;
            let n = points(&n, "score:bonus", "n")?;
            let rule = h.frame.rule(&rule, "score:bonus")?;
            h.frame.answer(BONUS, "score:bonus", |a| a.bonus(player, n, rule))
        });
    }
}

impl Kind for Verdict {
    const NAME: &'static str = "verdict";
    const ROW: usize = Verdict::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.call("yes", |_, h, (rule, Nothing): (Value, Nothing)| {
            let rule = h.frame.rule(&rule, "verdict:yes")?;
            h.frame.answer(VERDICT, "verdict:yes", |a| a.verdict(true, rule))
        });
        def.call("no", |_, h, (rule, Nothing): (Value, Nothing)| {
            let rule = h.frame.rule(&rule, "verdict:no")?;
            h.frame.answer(VERDICT, "verdict:no", |a| a.verdict(false, rule))
        });
    }
}

impl Kind for Weight {
    const NAME: &'static str = "weight";
    const ROW: usize = Weight::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.call("add", |_, h, (n, Nothing): (Value, Nothing)| {
            let n = arg::within(&n, At("weight:add", "n"), -1000, 1000)?;
            h.frame.answer(WEIGHT, "weight:add", |a| a.weight(n))
        });
    }
}
