//! `simulate`: many games with bots, summed up.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::core::Fault;
use bastide::{Bot, Rules};
use bastide_lab::{OfferRow, Plan, Report, Row, observe, simulate};

use bastide_report::export::{self, Export, FORMAT, Kind, Note};

use crate::args;
use crate::files::{self, Over};
use crate::interrupt;
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// The seed of many games: what is asked for, or else the config's.
pub(crate) fn seed(asked: Option<u64>, rules: &Rules, lang: Lang) -> Result<u64, Stop> {
    match (asked, rules.setup.seed) {
        (Some(seed), _) => Ok(seed),
        (None, None) => Ok(0),
        (None, Some(seed)) => seed.number().ok_or_else(|| {
            Stop::Usage(say!(
                lang,
                "many games are dealt under a seed that is a number, and that of the config is `{seed}`: give one with --seed",
                "beaucoup de parties se jouent sous une graine qui est un nombre, et celle de la configuration est `{seed}` : donnez-en une avec --seed"
            ))
        }),
    }
}

/// Runs the verb.
pub(crate) fn run(args: &args::Simulate, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let rules = desk.rules(args.config.as_deref())?;
    if !args.json {
        desk.warn(&rules, out);
    }
    let shard = args.shard.unwrap_or((1, 1));
    let (first_game, games) = Note::range(args.games, shard);
    let plan = Plan {
        games,
        first_game,
        seed: seed(args.dealt.seed, &rules, lang)?,
        threads: usize::from(args.dealt.threads),
        bots: bots(args, &rules, out)?,
        profile: args.profile,
    };
    let export = args.out.as_deref().map(|path| begin(path, args, &plan, &rules, desk));
    let export = export.transpose()?;
    let stop = interrupt::flag();
    let bar = out.progress(plan.games, lang.pick("games  {per_sec}", "parties  {per_sec}"));
    let report = match export {
        None => simulate(&rules, &plan, &stop, &|n| bar.inc(n)).map_err(Stop::from),
        Some((path, export)) => written(&rules, &plan, &stop, path, export, &|| bar.inc(1)),
    };
    bar.finish_and_clear();
    let report = report?;
    let cut = stop.load(Ordering::Relaxed) && report.games < plan.games;
    if args.json {
        out.json(&report)?;
    } else {
        out.data(&table(&report, lang))?;
        if let Some(rows) = &report.profile {
            out.data(&profile(rows, lang))?;
        }
        if let Some(rows) = report.offers.as_deref().filter(|rows| !rows.is_empty()) {
            out.data(&offers(rows, lang))?;
        }
    }
    if cut {
        let (done, all) = (report.games, lang.counted(plan.games, "game", "partie"));
        out.note(&say!(lang, "interrupted: {done} of {all}", "interrompu : {done} sur {all}"));
        return Ok(stop::INTERRUPTED);
    }
    Ok(stop::FINE)
}

/// How a file of tables is written, by its ending.
pub(crate) fn kind(path: &Path) -> Result<Kind, Stop> {
    let shown = path.display();
    let fault = |en: String, fr: String| Fault::new("F0023", en, fr).in_file(&shown.to_string());
    match Kind::of(path) {
        Some(kind) if kind.is_known() => Ok(kind),
        Some(_) => Err(fault(
            "this program was built without Parquet".into(),
            "ce programme a été construit sans Parquet".into(),
        )
        .help(
            "write .csv, or build it with `cargo build --release --features parquet`",
            "écrivez du .csv, ou construisez-le par `cargo build --release --features parquet`",
        )
        .into()),
        None => Err(fault(
            "tables are .csv or .parquet".into(),
            "les tables sont en .csv ou en .parquet".into(),
        )
        .help("name a file that ends so", "nommez un fichier qui finit ainsi")
        .into()),
    }
}

/// Begins the tables of a simulation.
fn begin<'a>(
    path: &'a Path,
    args: &args::Simulate,
    plan: &Plan,
    rules: &Rules,
    desk: &Desk,
) -> Result<(&'a Path, Export), Stop> {
    let kind = kind(path)?;
    for file in export::files(path) {
        files::free(&file, Over::forced(args.force))?;
    }
    let bots: Vec<String> = plan.bots.iter().map(|b| b.name().to_owned()).collect();
    let config = args.config.as_ref().map(|p| p.to_string_lossy().into_owned());
    let mut words = vec!["bastide".to_owned()];
    words.extend(desk.folders.iter().flat_map(|f| ["--path".to_owned(), files::quoted(f)]));
    words.push("simulate".to_owned());
    words.extend(config.as_deref().map(files::quoted));
    let (games, seed) = (args.games, plan.seed);
    words.push(format!("--games {games} --bots {} --seed {seed}", bots.join(",")));
    let note = Note {
        format: FORMAT.to_owned(),
        kind,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        ruleset: rules.hash(),
        seed,
        bots,
        games,
        shard: args.shard.unwrap_or((1, 1)),
        first: plan.first_game,
        done: 0,
        payments: 0,
        command: words.join(" "),
        config: desk.text(args.config.as_deref()),
    };
    let export = Export::create(path, note).map_err(|e| files::unwritable(path, &e))?;
    Ok((path, export))
}

/// Plays all games and writes a row of each.
fn written(
    rules: &Rules,
    plan: &Plan,
    stop: &AtomicBool,
    path: &Path,
    mut export: Export,
    tick: &dyn Fn(),
) -> Result<Report, Stop> {
    let played = observe(rules, plan, stop, &mut |played| {
        tick();
        export.add(&rules.ruleset, played).map_err(|e| vec![files::unwritable(path, &e)])
    });
    let report = played?;
    export.finish().map_err(|e| files::unwritable(path, &e))?;
    Ok(report)
}

/// One bot for each seat.
fn bots(args: &args::Simulate, rules: &Rules, out: &mut Out) -> Result<Vec<Bot>, Stop> {
    let lang = out.lang;
    let seats = &rules.setup.players;
    if args.bots.len() > seats.len() {
        return Err(Stop::Usage(say!(
            lang,
            "{} bots for {} seats",
            "{} robots pour {} sièges",
            args.bots.len(),
            seats.len()
        )));
    }
    if !args.bots.is_empty() {
        let named = args.bots.iter().filter_map(|name| Bot::named(name));
        let named: Vec<Bot> = named.collect();
        return Ok(named.iter().copied().cycle().take(seats.len()).collect());
    }
    let people: Vec<&str> =
        seats.iter().filter(|s| s.bot.is_none()).map(|s| s.name.as_str()).collect();
    if !people.is_empty() {
        let people = people.join(", ");
        out.note(&say!(
            lang,
            "{people}: played by the bot `random` (--bots chooses others)",
            "au robot `random` de jouer pour {people} (--bots en choisit d'autres)"
        ));
    }
    let bot = |name: Option<&str>| name.and_then(Bot::named).unwrap_or(Bot::Random);
    Ok(seats.iter().map(|s| bot(s.bot.as_deref())).collect())
}

/// A number with the mark of the language.
fn number(value: f64, digits: usize, lang: Lang) -> String {
    let text = format!("{value:.digits$}");
    if lang == Lang::Fr { text.replace('.', ",") } else { text }
}

/// The report for people.
fn table(r: &Report, lang: Lang) -> String {
    let n = |value, digits| number(value, digits, lang);
    let rows = [
        (lang.pick("games", "parties"), r.games.to_string()),
        (lang.pick("games per second", "parties par seconde"), n(r.games_per_second, 0)),
        (lang.pick("points in total", "points en tout"), {
            format!("{} ± {}", n(r.mean_total_points, 2), n(1.96 * r.total_points_error, 2))
        }),
        (lang.pick("tiles placed", "tuiles posées"), n(r.mean_tiles_placed, 2)),
        (lang.pick("tiles put aside", "tuiles écartées"), n(r.mean_tiles_discarded, 2)),
        (lang.pick("meeples deployed", "partisans placés"), n(r.mean_meeples_deployed, 2)),
        (lang.pick("placements to choose from", "poses au choix"), n(r.mean_placements_offered, 2)),
        (lang.pick("turns", "tours"), n(r.mean_turns, 2)),
    ];
    let mut out = String::new();
    for (name, value) in rows {
        out.push_str(&format!("{name:<26} {value:>16}\n"));
    }
    let (seat, bot) = lang.pick(("seat", "bot"), ("siège", "robot"));
    let (points, wins) = lang.pick(("points", "wins"), ("points", "victoires"));
    out.push_str(&format!("\n{seat:<6} {bot:<8} {points:>10} {wins:>12}\n"));
    for (i, s) in r.seats.iter().enumerate() {
        let wins = format!("{} %", n(100.0 * s.win_rate, 1));
        let points = n(s.mean_points, 2);
        out.push_str(&format!("{:<6} {:<8} {points:>10} {wins:>12}\n", i + 1, s.bot));
    }
    let (rules, seed) = lang.pick(("rules", "seed"), ("règles", "graine"));
    let short = r.ruleset.get(..12).unwrap_or(&r.ruleset);
    out.push_str(&format!("\n{rules} {short} · {seed} {} · {} s\n", r.seed, n(r.seconds, 2)));
    out
}

/// Time inside expansions, for people.
fn profile(rows: &[Row], lang: Lang) -> String {
    let n = |value, digits| number(value, digits, lang);
    let heads = lang.pick(
        ("expansion", "function", "calls", "total", "mean", "share", "hook"),
        ("extension", "fonction", "appels", "total", "moyenne", "part", "hook"),
    );
    let (expansion, function, calls, total, mean, share, hook) = heads;
    let mut out = format!(
        "\n{expansion:<22} {function:<18} {calls:>10} {total:>10} {mean:>10} {share:>8}  {hook}\n"
    );
    let native = lang.pick("native", "natif");
    for row in rows {
        let name =
            if row.script { row.function.clone() } else { format!("{} ({native})", row.function) };
        let total = format!("{} s", n(row.seconds, 3));
        let mean = format!("{} µs", n(row.mean_microseconds, 2));
        let share = format!("{} %", n(100.0 * row.share, 2));
        out.push_str(&format!(
            "{:<22} {name:<18} {:>10} {total:>10} {mean:>10} {share:>8}  {}\n",
            row.expansion, row.calls, row.hook
        ));
    }
    out.push_str(&manners(rows, lang));
    let scripts: f64 = rows.iter().filter(|r| r.script).map(|r| r.share).sum();
    let share = n(100.0 * scripts, 2);
    out.push_str(&say!(
        lang,
        "\nscripts: {share} % of the time\n",
        "\nscripts : {share} % du temps\n"
    ));
    out
}

/// Which functions of scripts are not run by their plans, and why; which plans were given up.
fn manners(rows: &[Row], lang: Lang) -> String {
    let mut out = String::new();
    for row in rows.iter().filter(|row| row.script) {
        let how = lang.pick(&row.how.en, &row.how.fr);
        if row.slow || row.given_up > 0 {
            out.push_str(&format!("{:<22} {:<18} {how}", row.expansion, row.function));
            if row.given_up > 0 {
                let n = row.given_up;
                out.push_str(&say!(lang, ", {n} given up", ", {n} abandonnés"));
            }
            out.push('\n');
        }
    }
    if out.is_empty() { out } else { format!("\n{out}") }
}

/// What restrictions dropped of the offers of expansions, for people.
fn offers(rows: &[OfferRow], lang: Lang) -> String {
    let heads = lang.pick(
        ("expansion", "offer", "rule", "options", "dropped", "by"),
        ("extension", "offre", "règle", "options", "écartées", "par"),
    );
    let (expansion, offer, rule, options, dropped, by) = heads;
    let mut out =
        format!("\n{expansion:<22} {offer:<18} {rule:<22} {options:>10} {dropped:>10}  {by}\n");
    for OfferRow { of, became } in rows {
        let (options, dropped, by) = (became.options, became.dropped(), became.rules());
        out.push_str(&format!(
            "{:<22} {:<18} {:<22} {options:>10} {dropped:>10}  {by}\n",
            of.expansion, of.offer, of.rule
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide_lab::{Became, Offer, SeatReport};

    #[test]
    fn a_report_for_people() {
        let seat = |bot: &str, mean_points, win_rate| SeatReport {
            bot: bot.into(),
            mean_points,
            win_rate,
        };
        let report = Report {
            games: 1000,
            seconds: 0.5,
            games_per_second: 2000.0,
            ruleset: "0123456789abcdef".into(),
            seed: 42,
            mean_tiles_placed: 70.98,
            mean_tiles_discarded: 0.02,
            mean_meeples_deployed: 15.6,
            mean_placements_offered: 32.65,
            mean_total_points: 38.83,
            total_points_error: 0.05,
            mean_turns: 71.0,
            seats: vec![seat("random", 19.4, 0.25), seat("greedy", 19.43, 0.75)],
            profile: None,
            offers: None,
        };
        insta::assert_snapshot!(table(&report, Lang::En));
        insta::assert_snapshot!(table(&report, Lang::Fr));
    }

    #[test]
    fn dropped_offers_for_people() {
        let dropped = [("base.place.empty".to_owned(), 4), ("base.place.edge".to_owned(), 308)];
        let of = Offer {
            expansion: "some-expansion".into(),
            offer: "bridges".into(),
            rule: "some.bridge".into(),
        };
        let rows = [OfferRow { of, became: Became { options: 12, dropped: dropped.into() } }];
        insta::assert_snapshot!(offers(&rows, Lang::En));
        insta::assert_snapshot!(offers(&rows, Lang::Fr));
    }

    #[test]
    fn a_profile_for_people() {
        let row = |function: &str, script, share| Row {
            expansion: "some-expansion".into(),
            hook: "on.placed".into(),
            function: function.into(),
            script,
            calls: 1200,
            seconds: 0.5,
            mean_microseconds: 416.67,
            share,
            slow: false,
            how: bastide::core::fault::Words::new("plan", "plan"),
            given_up: 0,
        };
        let rows = [row("flow", true, 0.25), row("points", false, 0.1)];
        insta::assert_snapshot!(profile(&rows, Lang::En));
        insta::assert_snapshot!(profile(&rows, Lang::Fr));
    }
}
