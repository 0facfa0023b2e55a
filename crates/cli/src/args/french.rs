//! Errors of a command line in French, because the parser has English alone.

use bastide::seed::{NoSeed, SEED_MAX};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::board::symbols::STRONG;

/// Returns the message of a wrong command line, or `None` for a kind of error without a translation.
pub(crate) fn told(error: &Error) -> Option<String> {
    let (head, mut rest) = what(error)?;
    if let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue)
        && !valid.is_empty()
    {
        rest.push(format!("  [valeurs possibles : {}]", valid.join(", ")));
    }
    let meant = [
        (ContextKind::SuggestedSubcommand, "une commande semblable existe"),
        (ContextKind::SuggestedArg, "un argument semblable existe"),
        (ContextKind::SuggestedValue, "une valeur semblable existe"),
    ];
    for (kind, words) in meant {
        if let Some(near) = said(error, kind) {
            rest.push(format!("\n  conseil : {words} : '{near}'"));
        }
    }
    if let Some(usage) = said(error, ContextKind::Usage) {
        let usage = usage.trim();
        let usage = usage.strip_prefix("Usage:").unwrap_or(usage).trim();
        if !usage.is_empty() {
            rest.push(format!("\nUtilisation : {usage}"));
        }
    }
    rest.push("\nPour en savoir plus, essayez '--help'.".to_owned());
    Some(format!("{STRONG}erreur :{STRONG:#} {head}\n{}\n", rest.join("\n")))
}

/// Returns the error and further lines about it.
fn what(error: &Error) -> Option<(String, Vec<String>)> {
    let arg = said(error, ContextKind::InvalidArg).unwrap_or_default();
    let value = said(error, ContextKind::InvalidValue).unwrap_or_default();
    let number = |kind| said(error, kind).unwrap_or_default();
    let mut rest = Vec::new();
    let head = match error.kind() {
        ErrorKind::UnknownArgument => format!("argument inconnu : '{arg}'"),
        ErrorKind::InvalidSubcommand => {
            let name = said(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("commande inconnue : '{name}'")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("il manque une valeur pour '{arg}'")
        }
        ErrorKind::InvalidValue => format!("valeur non admise pour '{arg}' : '{value}'"),
        ErrorKind::ValueValidation => {
            let why =
                std::error::Error::source(error).map(|why| format!(" : {}", reason(why, &value)));
            format!("valeur non admise pour '{arg}' : '{value}'{}", why.unwrap_or_default())
        }
        ErrorKind::NoEquals => format!("il faut un signe égal pour donner sa valeur à '{arg}'"),
        ErrorKind::TooManyValues => format!("valeur de trop pour '{arg}' : '{value}'"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            let few = number(ContextKind::MinValues);
            let wanted = if few.is_empty() { number(ContextKind::ExpectedNumValues) } else { few };
            let given = number(ContextKind::ActualNumValues);
            format!("'{arg}' demande {wanted} valeurs, et en a {given}")
        }
        ErrorKind::ArgumentConflict => {
            let prior = all(error, ContextKind::PriorArg).join("', '");
            if prior.is_empty() || prior == arg {
                format!("'{arg}' ne peut être donné deux fois")
            } else {
                format!("'{arg}' ne va pas avec '{prior}'")
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = all(error, ContextKind::InvalidArg);
            rest.extend(missing.iter().map(|arg| format!("  {arg}")));
            match missing.len() {
                1 => "il manque un argument :".to_owned(),
                _ => "il manque des arguments :".to_owned(),
            }
        }
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::InvalidUtf8 => "un argument n'est pas de l'UTF-8".to_owned(),
        _ => return None,
    };
    Some((head, rest))
}

/// Why a value is not taken. Reasons that are none of this command's are those of numbers and addresses.
fn reason(why: &(dyn std::error::Error + 'static), value: &str) -> String {
    let text = why.to_string();
    if text == NoSeed.to_string() {
        return format!(
            "une graine est un nombre de 0 à {SEED_MAX}, ou `0x` et 32 chiffres de 0 à f"
        );
    }
    if let Some((value, range)) = text.split_once(" is not in ") {
        return match range.split_once("..=") {
            Some((from, to)) => format!("il faut un nombre de {from} à {to}"),
            None => format!("{value} n'est pas dans {range}"),
        };
    }
    match text.as_str() {
        // Of a number that has no sign the parser says that a minus is no digit.
        "invalid digit found in string" if value.parse::<i128>().is_ok() => {
            "le nombre est trop petit".to_owned()
        }
        "invalid digit found in string" => "ce n'est pas un nombre entier".to_owned(),
        "cannot parse integer from empty string" => "il n'y a pas de nombre".to_owned(),
        "number too large to fit in target type" => "le nombre est trop grand".to_owned(),
        "invalid socket address syntax" => {
            "ce n'est pas une adresse avec son port, comme 127.0.0.1:7272".to_owned()
        }
        "neither an address (192.0.2.1) nor a network (10.0.0.0/8)" => {
            "ce n'est ni une adresse (192.0.2.1), ni un réseau (10.0.0.0/8)".to_owned()
        }
        "number too small to fit in target type" => "le nombre est trop petit".to_owned(),
        _ => text,
    }
}

fn said(error: &Error, kind: ContextKind) -> Option<String> {
    let all = all(error, kind);
    (!all.is_empty()).then(|| all.join("', '"))
}

fn all(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        Some(ContextValue::Number(n)) => vec![n.to_string()],
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(all)) => all.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}
