//! Words of reports, in both languages.

use bastide::core::decl::Text;
use bastide::core::ids::RuleId;

use crate::compare::Side;
use crate::extreme::Reason;
use crate::found::{Row, Verdict};
use crate::lang::Lang;
use crate::tally::{About, WINS};

/// A number with the mark of the language.
#[must_use]
pub(crate) fn number(value: f64, digits: usize, lang: Lang) -> String {
    let text = format!("{value:.digits$}").replace("inf", "∞");
    // A difference that rounds to nothing has no sign.
    let zero = text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.'));
    let text = if zero { text.trim_start_matches('-').to_owned() } else { text };
    let text = text.replacen('-', "−", 1);
    lang.pick(text.clone(), text.replace('.', ","))
}

/// A number with its sign.
#[must_use]
pub(crate) fn signed(value: f64, digits: usize, lang: Lang) -> String {
    let text = number(value, digits, lang);
    let zero = text.chars().all(|c| matches!(c, '0' | '.' | ','));
    if value > 0.0 && !zero { format!("+{text}") } else { text }
}

/// A share in hundredths.
#[must_use]
pub(crate) fn percent(value: f64, digits: usize, lang: Lang) -> String {
    format!("{}\u{a0}%", number(100.0 * value, digits, lang))
}

/// The line under a table: which bots played, by which rules and from which decks.
pub(crate) fn played_with(engine: &str, ruleset: &str, seed: u64, lang: Lang) -> String {
    let hash = ruleset.get(..12).unwrap_or(ruleset);
    lang.pick(
        format!("\nbots of version {engine} · rules {hash} · seed {seed}\n"),
        format!("\nrobots de la version {engine} · règles {hash} · graine {seed}\n"),
    )
}

/// A chance of error: `5 %`, `2.5 %`.
#[must_use]
pub(crate) fn chance(value: f64, lang: Lang) -> String {
    let whole = (100.0 * value - (100.0 * value).round()).abs() < 1e-9;
    percent(value, usize::from(!whole), lang)
}

/// Returns a difference of shares in games of a hundred.
#[must_use]
pub(crate) fn more_percent(value: f64, lang: Lang) -> String {
    let by = signed(100.0 * value, 1, lang);
    lang.pick(format!("{by} percentage points"), format!("{by} points de pourcentage"))
}

/// Whether a row is a share.
#[must_use]
pub(crate) fn share(row: &Row) -> bool {
    row.about == About::Game && (row.key == "first-seat-wins" || row.key.starts_with(WINS))
}

/// What a row is called.
#[must_use]
pub(crate) fn name(row: &Row, sides: [&Side; 2], lang: Lang) -> String {
    match row.about {
        About::Rule => row.key.clone(),
        About::Feature => feature(&row.key, sides, lang),
        About::Game => measure(&row.key, lang),
    }
}

/// What something measured of a game is called.
#[must_use]
pub(crate) fn measure(key: &str, lang: Lang) -> String {
    if let Some(bot) = key.strip_prefix(WINS) {
        return lang.pick(format!("wins of {bot}"), format!("victoires de {bot}"));
    }
    let (en, fr) = match key {
        "points" => ("points per player", "points par joueur"),
        "margin" => ("winner's margin", "avance du vainqueur"),
        "first-seat-wins" => ("wins of the first seat", "victoires du premier siège"),
        "lead-changes" => ("lead changes", "changements de tête"),
        "options-per-turn" => ("options per turn", "options par tour"),
        "turns" => ("turns", "tours"),
        "tiles" => ("tiles placed", "tuiles posées"),
        "discarded" => ("tiles that fitted nowhere", "tuiles sans place"),
        "deployed" => ("figures deployed", "figurines placées"),
        other => (other, other),
    };
    lang.pick(en, fr).to_owned()
}

/// What a row is called where it stands among others.
#[must_use]
pub(crate) fn change_name(row: &Row, sides: [&Side; 2], lang: Lang) -> String {
    let name = name(row, sides, lang);
    match row.about {
        About::Game => name,
        About::Feature | About::Rule => lang.pick(
            format!("points by {name} (all players)"),
            format!("points par {name} (tous les joueurs)"),
        ),
    }
}

/// What a kind of feature is called.
fn feature(key: &str, sides: [&Side; 2], lang: Lang) -> String {
    if key == "none" {
        return lang.pick("no feature", "hors des domaines").to_owned();
    }
    let of = |side: &Side| {
        let text = side.rules.ruleset.names.get(&format!("feature.{key}"))?;
        said(text, lang)
    };
    sides.into_iter().find_map(of).unwrap_or_else(|| key.to_owned())
}

fn said(text: &Text, lang: Lang) -> Option<String> {
    text.get(lang.code()).or_else(|| text.get("en")).cloned()
}

/// The text of a rule.
#[must_use]
pub(crate) fn rule(id: &str, sides: [&Side; 2], lang: Lang) -> Option<String> {
    let of = |side: &Side| {
        let rules = &side.rules.ruleset;
        let RuleId(number) = rules.rule(id)?;
        said(&rules.rules.get(usize::from(number))?.text, lang)
    };
    sides.into_iter().find_map(of)
}

/// A verdict in a word or two.
#[must_use]
pub(crate) fn verdict(verdict: Verdict, lang: Lang) -> &'static str {
    match verdict {
        Verdict::Clear => lang.pick("clear", "net"),
        Verdict::Perhaps => lang.pick("perhaps", "peut-être"),
        Verdict::Alike => lang.pick("alike", "pareil"),
        Verdict::Open => lang.pick("open", "ouvert"),
    }
}

/// Why a game is extreme.
#[must_use]
pub(crate) fn reason(reason: Reason, lang: Lang) -> &'static str {
    match reason {
        Reason::Highest => lang.pick("most points in all", "le plus de points en tout"),
        Reason::Lowest => lang.pick("fewest points in all", "le moins de points en tout"),
        Reason::Widest => lang.pick("widest margin", "plus grande avance"),
        Reason::Lead => lang.pick("most lead changes", "le plus de changements de tête"),
        Reason::Richest => {
            lang.pick("most points for one feature", "le plus de points pour un domaine")
        }
    }
}
