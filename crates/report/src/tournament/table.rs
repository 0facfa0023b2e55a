//! A tournament as a table for people, on a terminal.

use super::Tournament;
use crate::lang::Lang;
use crate::words::{number, percent, played_with, signed};

impl Tournament {
    /// The duels as a table for people.
    #[must_use]
    pub fn table(&self, lang: Lang) -> String {
        let heads = lang.pick(
            [
                "bot",
                "against",
                "games",
                "wins",
                "interval (95 %)",
                "points by",
                "interval (95 %)",
                "Elo",
            ],
            [
                "robot",
                "contre",
                "parties",
                "victoires",
                "intervalle (95 %)",
                "points d'avance",
                "intervalle (95 %)",
                "Elo",
            ],
        );
        let row = |cells: [String; 8]| {
            let [bot, against, games, wins, range, by, around, elo] = cells;
            let line = format!(
                "{bot:<10} {against:<10} {games:>8} {wins:>10}  {range:<18} {by:>15}  {around:<20} {elo:>6}"
            );
            line.trim_end().to_owned() + "\n"
        };
        let mut out = row(heads.map(str::to_owned));
        for d in &self.duels {
            let share = |v| percent(v, 1, lang);
            out += &row([
                d.bot.to_owned(),
                d.against.to_owned(),
                d.games.to_string(),
                share(d.wins),
                format!("[{} ; {}]", share(d.wins_low), share(d.wins_high)),
                signed(d.margin, 2, lang),
                format!("[{} ; {}]", signed(d.margin_low, 2, lang), signed(d.margin_high, 2, lang)),
                d.elo.map(|elo| signed(elo, 0, lang)).unwrap_or_default(),
            ]);
            out += match d.sprt {
                Some(true) => lang.pick(
                    "  sequential test: the greater of the two strengths\n",
                    "  test séquentiel : la plus grande des deux forces\n",
                ),
                Some(false) => lang.pick(
                    "  sequential test: the smaller of the two strengths\n",
                    "  test séquentiel : la plus petite des deux forces\n",
                ),
                None => "",
            };
        }
        if self.seats > 2 {
            let chance = percent(self.even(), 1, lang);
            out += &lang.pick(
                format!(
                    "one bot alone among {}; as strong as they, it wins {chance}\n",
                    self.seats - 1
                ),
                format!(
                    "un robot seul parmi {} ; de même force, il gagne {chance}\n",
                    self.seats - 1
                ),
            );
        }
        out.push('\n');
        for pace in self.thought.iter().filter(|pace| pace.decisions > 0) {
            let [mean, median, most] =
                [pace.mean_us, pace.median_us, pace.most_us].map(|us| us / 1e3);
            out += &lang.pick(
                format!(
                    "{:<10} {} ms a decision, {} ms in the median, {} ms at most\n",
                    pace.bot,
                    number(mean, 3, lang),
                    number(median, 3, lang),
                    number(most, 1, lang)
                ),
                format!(
                    "{:<10} {} ms par décision, {} ms de médiane, {} ms au plus\n",
                    pace.bot,
                    number(mean, 3, lang),
                    number(median, 3, lang),
                    number(most, 1, lang)
                ),
            );
        }
        out + &played_with(self.engine, &self.ruleset, self.seed, lang)
    }
}
