//! Tuned values as a table for a terminal.

use super::{Thing, Tuned};
use crate::lang::Lang;
use crate::words::{percent, played_with, signed};

impl Tuned {
    /// Things with their worth, the proof, and the lines for a manifest.
    #[must_use]
    pub fn table(&self, lang: Lang) -> String {
        let row = |name: &str, before: &str, found: &str, tried: &str| {
            format!("{name:<28} {before:>8} {found:>8}  {tried}").trim_end().to_owned() + "\n"
        };
        let heads = lang
            .pick(["thing", "before", "found", "tried"], ["objet", "avant", "trouvé", "essayé"]);
        let mut out = row(heads[0], heads[1], heads[2], heads[3]);
        let points = |points: Option<i32>| points.map_or("–".to_owned(), |n| n.to_string());
        for thing in &self.things {
            out +=
                &row(&thing.name, &points(thing.before), &points(thing.found), &tried(thing, lang));
        }
        out.push('\n');
        out += &self.verdict(lang);
        out + &played_with(self.engine, &self.ruleset, self.seed, lang)
    }

    fn verdict(&self, lang: Lang) -> String {
        let Some(duel) = &self.proof else {
            return lang
                .pick(
                    "nothing found that makes planner stronger\n",
                    "rien trouvé qui rende planner plus fort\n",
                )
                .to_owned();
        };
        let share = |v| percent(v, 1, lang);
        let by = signed(duel.margin, 2, lang);
        let (low, high) = (signed(duel.margin_low, 2, lang), signed(duel.margin_high, 2, lang));
        let (games, wins) = (duel.games, share(duel.wins));
        let (least, most) = (share(duel.wins_low), share(duel.wins_high));
        let mut out = lang.pick(
            format!("on other decks, {games} games: wins {wins} [{least} ; {most}], points by {by} [{low} ; {high}]\n"),
            format!("sur d'autres pioches, {games} parties : victoires {wins} [{least} ; {most}], points d'avance {by} [{low} ; {high}]\n"),
        );
        if self.is_proved() {
            out += lang.pick(
                "planner is stronger so; for the manifest of an expansion:\n\n",
                "planner est plus fort ainsi ; pour le manifeste d'une extension :\n\n",
            );
            out += &self.bot();
        } else {
            out += lang.pick(
                "not proved: what was found may be luck, leave the worth as it is\n",
                "pas prouvé : le hasard a pu jouer, laissez les valeurs telles quelles\n",
            );
        }
        out
    }
}

/// Returns every tried value with its result, and a star where it was accepted.
fn tried(thing: &Thing, lang: Lang) -> String {
    if !thing.trials.is_empty() && !thing.matters() {
        return lang.pick("no game differs", "aucune partie ne change").to_owned();
    }
    let one = |trial: &super::Trial| {
        let star = if trial.kept { "*" } else { "" };
        format!("{}: {}{star}", trial.points, signed(trial.margin, 1, lang))
    };
    thing.trials.iter().map(one).collect::<Vec<_>>().join(", ")
}
