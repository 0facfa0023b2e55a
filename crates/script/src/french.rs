//! Luau's most common complaints, in French.

/// The complaint in French; unchanged if it is none that we know.
#[must_use]
pub(crate) fn french(en: &str) -> String {
    known(en).unwrap_or_else(|| en.to_owned())
}

/// A complaint of the parser in French; unchanged, but for its head, if it is none that we know.
#[must_use]
pub(crate) fn syntax(en: &str) -> String {
    let mut french = en.to_owned();
    let words = [
        (
            "Incomplete statement: expected assignment or a function call",
            "instruction incomplète : il faut une affectation ou un appel",
        ),
        ("; did you forget to close ", " ; avez-vous oublié de fermer "),
        ("did you forget to close ", "avez-vous oublié de fermer "),
        ("Malformed string", "texte mal écrit"),
        ("did you forget to finish it?", "avez-vous oublié de le finir ?"),
        ("Malformed number", "nombre mal écrit"),
        ("if statement", "l'instruction if"),
        ("for loop", "la boucle for"),
        ("while loop", "la boucle while"),
        ("Expected identifier when parsing ", "il faut un nom dans "),
        ("Expected ", "attendu "),
        (" when parsing ", " dans "),
        ("expression", "une expression"),
        ("to close ", "pour fermer "),
        (" at line ", " de la ligne "),
        (" at column ", " de la colonne "),
        (", got ", ", trouvé "),
        ("<eof>", "la fin du fichier"),
        ("identifier", "un nom"),
        ("?", " ?"),
    ];
    for (english, other) in words {
        french = french.replace(english, other);
    }
    format!("erreur de syntaxe : {}", french.replace("  ?", " ?"))
}

fn known(en: &str) -> Option<String> {
    if let Some(rest) = en.strip_prefix("attempt to index ") {
        let (kind, key) = rest.split_once(" with ")?;
        return Some(format!("lecture de {key} dans une valeur de type {kind}"));
    }
    if let Some(rest) = en.strip_prefix("attempt to call a ") {
        return Some(format!(
            "appel d'une valeur de type {} comme d'une fonction",
            rest.strip_suffix(" value")?
        ));
    }
    if let Some(rest) = en.strip_prefix("attempt to perform arithmetic (") {
        let (operator, kinds) = rest.split_once(") on ")?;
        return Some(format!("calcul ({operator}) sur {}", kinds.replace(" and ", " et ")));
    }
    if let Some(kinds) = en.strip_prefix("attempt to concatenate ") {
        return Some(format!("mise bout à bout de {}", kinds.replace(" with ", " et ")));
    }
    if let Some(kinds) = en.strip_prefix("attempt to compare ") {
        return Some(format!("comparaison de {kinds}"));
    }
    if let Some(kind) = en.strip_prefix("attempt to get length of a ") {
        return Some(format!("longueur d'une valeur de type {}", kind.strip_suffix(" value")?));
    }
    if let Some(kind) = en.strip_prefix("attempt to iterate over a ") {
        return Some(format!("parcours d'une valeur de type {}", kind.strip_suffix(" value")?));
    }
    if en == "attempt to modify a readonly table" {
        return Some("écriture dans une table figée".to_owned());
    }
    if en == "assertion failed!" {
        return Some("l'assertion est fausse".to_owned());
    }
    if let Some(rest) = en.strip_prefix("invalid argument #") {
        let (n, rest) = rest.split_once(" to '")?;
        let (function, why) = rest.split_once("' (")?;
        let why = why.strip_suffix(')')?;
        let why = match why.split_once(" expected, got ") {
            Some((want, got)) => format!("attendu {want}, reçu {got}"),
            None => why.to_owned(),
        };
        return Some(format!("mauvais argument n° {n} de « {function} » ({why})"));
    }
    if let Some(rest) = en.strip_prefix("missing argument #") {
        let (n, rest) = rest.split_once(" to '")?;
        return Some(format!("il manque l'argument n° {n} de « {} »", rest.split_once('\'')?.0));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::french;

    #[test]
    fn the_parser_speaks_french() {
        assert_eq!(
            super::syntax("Expected 'end' (to close 'function' at line 3), got <eof>"),
            "erreur de syntaxe : attendu 'end' (pour fermer 'function' de la ligne 3), trouvé la fin du fichier"
        );
        assert_eq!(
            super::syntax("Expected identifier when parsing expression, got ')'"),
            "erreur de syntaxe : il faut un nom dans une expression, trouvé ')'"
        );
    }

    #[test]
    fn common_complaints_are_translated() {
        assert_eq!(
            french("attempt to index nil with 'x'"),
            "lecture de 'x' dans une valeur de type nil"
        );
        assert_eq!(
            french("invalid argument #1 to 'floor' (number expected, got nil)"),
            "mauvais argument n° 1 de « floor » (attendu number, reçu nil)"
        );
        assert_eq!(french("my own text"), "my own text");
    }
}
