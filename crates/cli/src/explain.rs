//! `explain`: the long text of a code.

use bastide::core::Fault;
use bastide_check::explain;
use serde_json::json;

use crate::args;
use crate::lang::say;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Explain, out: &mut Out) -> Result<u8, Stop> {
    let code = args.code.trim_matches(['[', ']']).to_uppercase();
    let Some(text) = explain::of(&code) else {
        let shown = &args.code;
        let fault = Fault::new(
            "F0010",
            format!("there is no code `{shown}`"),
            format!("il n'y a pas de code `{shown}`"),
        );
        let known = explain::all().keys().map(String::as_str);
        let fault = match bastide::near(&code, known) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => fault.help(
                "a code is a letter and four digits: `bastide explain T0107`",
                "un code est une lettre et quatre chiffres : `bastide explain T0107`",
            ),
        };
        return Err(Stop::Faults(vec![fault], stop::USAGE));
    };
    let lang = out.lang;
    let said = text.words.get(lang.code());
    if args.json {
        let all = json!({ "code": code, "text": said, "example": text.example });
        out.line(&serde_json::to_string_pretty(&all).unwrap_or_default())?;
        return Ok(stop::FINE);
    }
    out.line(&format!("{code}\n\n{}\n", wrapped(said)))?;
    out.line(&say!(lang, "Example:\n", "Exemple :\n"))?;
    for line in text.example.lines() {
        out.line(format!("    {line}").trim_end())?;
    }
    Ok(stop::FINE)
}

/// Lines of at most 80 letters, broken between words.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if width > 0 && width + 1 + letters > 80 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += letters;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_broken_between_words() {
        let lines = wrapped(&"word ".repeat(40));
        assert!(lines.lines().count() > 2 && lines.lines().all(|line| line.len() <= 80), "{lines}");
    }
}
