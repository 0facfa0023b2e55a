//! Requests that cannot be read: the reason in words for the sender.

use std::borrow::Cow;
use std::fmt;

use axum::Json;
use axum::extract::Request;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bastide::core::Words;
use bastide::core::text::harmless;
use bastide_table::{Answer, Asked};
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Numbers in addresses, with their largest values.
const NUMBERS: [(&str, u64); 5] =
    [("after", u64::MAX), ("at", u64::MAX), ("node", 65535), ("tile", 65535), ("r", 255)];
/// Characters of the request that are quoted at most.
const TOLD_CHARS_MAX: usize = 60;

/// What is read of an object, and of nothing else: a list with the same values in their order is none.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(body: D) -> Result<Self, D::Error> {
        let object = Value::Object(body.deserialize_map(Pairs)?);
        T::deserialize(object).map(Self).map_err(D::Error::custom)
    }
}

/// Reads the pairs of an object, each name once.
struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Self::Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, value)) = pairs.next_entry::<String, Value>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("duplicate field `{}`", told(&name))));
            }
            object.insert(name, value);
        }
        Ok(object)
    }
}

/// What is asked of a table; what a table does not know is refused, beside words that stand alone too.
pub(super) struct Asks(pub(super) Asked);

impl<'de> Deserialize<'de> for Asks {
    fn deserialize<D: Deserializer<'de>>(body: D) -> Result<Self, D::Error> {
        let Object(object) = Object::<Map<String, Value>>::deserialize(body)?;
        let more = object.keys().find(|name| *name != "do").cloned();
        let asked = Asked::deserialize(Value::Object(object)).map_err(D::Error::custom)?;
        match more.filter(|_| matches!(asked, Asked::Start | Asked::Again)) {
            Some(name) => Err(D::Error::custom(format!("unknown field `{name}`"))),
            None => Ok(Self(asked)),
        }
    }
}

/// The answer to a body that cannot be read.
pub(super) fn misread(wrong: &JsonRejection) -> Response {
    no(wrong.status(), body(wrong))
}

/// An address that cannot be read is answered like everything else that cannot be done.
pub(super) async fn plainly(request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let answer = next.run(request).await;
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let unsaid = kind.is_some_and(|kind| kind.starts_with("text/plain"));
    if answer.status() == StatusCode::BAD_REQUEST && unsaid {
        return no(StatusCode::BAD_REQUEST, address(&uri));
    }
    answer
}

fn no(status: StatusCode, why: Words) -> Response {
    (status, Json(Answer::No { code: "request", why, rules: Vec::new() })).into_response()
}

/// Why an address cannot be read.
fn address(uri: &Uri) -> Words {
    let pairs = uri.query().unwrap_or("").split('&');
    let wrong = pairs.filter_map(|pair| pair.split_once('=')).find_map(|(key, value)| {
        let most = NUMBERS.iter().find(|(name, _)| *name == key)?.1;
        let fine = value.parse::<u64>().is_ok_and(|n| n <= most);
        (!fine).then_some((key, told(value), most))
    });
    match wrong {
        Some((key, value, most)) => Words::new(
            format!("`{key}={value}` cannot be read: write a whole number from 0 to {most}"),
            format!("« {key}={value} » est illisible : écrivez un nombre entier de 0 à {most}"),
        ),
        None => match cell(uri) {
            Some(value) => Words::new(
                format!("`cell={value}` cannot be read: write a cell, as `2,-1`"),
                format!("« cell={value} » est illisible : écrivez une case, comme `2,-1`"),
            ),
            None => Words::new("the address cannot be read", "l'adresse est illisible"),
        },
    }
}

/// Why a body cannot be read.
fn body(wrong: &JsonRejection) -> Words {
    match wrong {
        JsonRejection::MissingJsonContentType(_) => Words::new(
            "send the request as JSON, with `Content-Type: application/json`",
            "envoyez la demande en JSON, avec `Content-Type: application/json`",
        ),
        JsonRejection::JsonSyntaxError(_) => {
            let text = wrong.body_text();
            let (en, fr) = place(&text).map_or_else(Default::default, |(line, column)| {
                (
                    format!(": line {line}, column {column}"),
                    format!(" : ligne {line}, colonne {column}"),
                )
            });
            Words::new(format!("this is no JSON{en}"), format!("ce n'est pas du JSON{fr}"))
        }
        JsonRejection::JsonDataError(_) => shape(&wrong.body_text()),
        _ if wrong.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Words::new("the request is too long", "la demande est trop longue")
        }
        _ => Words::new("the request cannot be read", "la demande est illisible"),
    }
}

/// Where a reader stopped: `… at line 1 column 5`.
fn place(text: &str) -> Option<(u32, u32)> {
    let (_, place) = text.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(" column ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// Returns the reason why JSON matches no known request, from the reader's message.
fn shape(text: &str) -> Words {
    let after = |word: &str| text.split_once(word).map(|(_, rest)| rest);
    let word = |rest: &str| rest.split('`').next().map(told).unwrap_or_default();
    if let Some(name) = after("missing field `").map(word) {
        return Words::new(format!("`{name}` is missing"), format!("il manque « {name} »"));
    }
    if let Some(name) = after("duplicate field `").map(word) {
        return Words::new(
            format!("`{name}` stands here twice"),
            format!("« {name} » figure deux fois"),
        );
    }
    let unknown = after("unknown field `").or_else(|| after("unknown variant `"));
    if let Some(rest) = unknown {
        let name = word(rest);
        let known: Vec<&str> = rest
            .split_once(", expected ")
            .map(|(_, known)| known.split('`').skip(1).step_by(2).collect())
            .unwrap_or_default();
        let (en, fr) = if known.is_empty() {
            (String::new(), String::new())
        } else {
            let known = known.join(", ");
            (format!("; known: {known}"), format!(" ; connus : {known}"))
        };
        return Words::new(
            format!("`{name}` is not known here{en}"),
            format!("« {name} » n'est pas connu ici{fr}"),
        );
    }
    let wanted = after(", expected ").and_then(wanted);
    let Some(wanted) = wanted else {
        return Words::new(
            "this asks for nothing that is known: something is missing or of another kind",
            "cette demande ne correspond à rien de connu : il manque quelque chose, ou une valeur est d'un autre type",
        );
    };
    let found = after("invalid type: ").or_else(|| after("invalid value: "));
    let found = found.and_then(|found| found.split_once(", expected ")).map(|(found, _)| found);
    // The value is quoted as it was sent: the part between quotes in `string "all"` and `integer `-1``.
    let value = found.and_then(|found| found.split_once(['"', '`'])).map(|(_, value)| value);
    let value = value.map(|value| told(value.trim_end_matches(['"', '`'])));
    match value {
        // A number in quotes looks like one that is right: what is too much are the quotes.
        Some(value) if is_text(found) && value.parse::<i64>().is_ok() => Words::new(
            format!("`\"{value}\"` is a text: write the number without quotes, `{value}`"),
            format!("« \"{value}\" » est un texte : écrivez le nombre sans guillemets, `{value}`"),
        ),
        Some(value) => Words::new(
            format!("`{value}` cannot be read: {} is wanted", wanted.en),
            format!("« {value} » est illisible : il faut {}", wanted.fr),
        ),
        None => Words::new(format!("{} is wanted", wanted.en), format!("il faut {}", wanted.fr)),
    }
}

/// What an address names as a cell, if that is none.
fn cell(uri: &Uri) -> Option<String> {
    let mut pairs = uri.query().unwrap_or("").split('&');
    let said = pairs.find_map(|pair| pair.strip_prefix("cell="))?.replace("%2C", ",");
    read_cell(&said).is_none().then(|| told(&said))
}

/// A cell as addresses name it: `2,-1`.
pub(super) fn read_cell(said: &str) -> Option<[i16; 2]> {
    let (x, y) = said.split_once(',')?;
    Some([x.parse().ok()?, y.parse().ok()?])
}

/// Whether what a reader has found is a text.
fn is_text(found: Option<&str>) -> bool {
    found.is_some_and(|found| found.starts_with("string "))
}

/// What a reader wants, from its own word for it.
fn wanted(word: &str) -> Option<Words> {
    let word = word.split(" at line ").next().unwrap_or_default();
    match word {
        "usize" | "u64" | "u32" | "u16" | "u8" => {
            Some(Words::new("a whole number from 0 on", "un nombre entier positif ou nul"))
        }
        "a boolean" => Some(Words::new("true or false", "true ou false")),
        "a string" => Some(Words::new("a text in quotes", "un texte entre guillemets")),
        word if word.contains("enum") || word.contains("struct") || word.contains("map") => {
            Some(Words::new("an object `{ … }`", "un objet `{ … }`"))
        }
        _ => None,
    }
}

/// Returns a part of the request in a form that can be shown.
fn told(text: &str) -> String {
    let some: String = text.chars().take(TOLD_CHARS_MAX).collect();
    let harmless: Cow<'_, str> = harmless(&some);
    if some.len() < text.len() { format!("{harmless}…") } else { harmless.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_by_the_number_that_is_wrong() {
        let told = |uri: &str| address(&uri.parse().expect("an address")).en;
        assert!(told("/a?lang=en&at=-1").starts_with("`at=-1` "));
        assert!(told("/a?after=x").contains("whole number"));
        assert!(told("/a?node=65536").ends_with("from 0 to 65535"));
        assert!(told("/a?at=18446744073709551616").contains("`at="));
        assert_eq!(told("/a?at=1&at=2"), "the address cannot be read");
    }

    #[test]
    fn what_a_reader_says_is_told_in_other_words() {
        let head = "Failed to deserialize the JSON body into the target type: ";
        for (said, en) in [
            ("missing field `name` at line 1 column 12", "`name` is missing"),
            ("unknown variant `dance`, expected one of `sit`, `leave`", "known: sit, leave"),
            ("n: invalid type: string \"all\", expected usize", "`all` cannot be read: a whole"),
            ("n: invalid type: string \"6\", expected usize", "without quotes, `6`"),
            ("invalid value: integer `-1`, expected usize at line 1 column 9", "`-1` cannot"),
            ("invalid type: sequence, expected internally tagged enum Asked", "an object"),
            ("invalid type: null, expected a boolean", "true or false is wanted"),
            ("data did not match any variant of untagged enum Asks", "nothing that is known"),
        ] {
            let words = shape(&format!("{head}{said}"));
            assert!(words.en.contains(en), "{said}: {}", words.en);
            for rust in ["usize", "enum", "deserialize", "Asks", "expected"] {
                assert!(!words.en.contains(rust) && !words.fr.contains(rust), "{words:?}");
            }
        }
        assert_eq!(place("EOF while parsing at line 3 column 7"), Some((3, 7)));
    }
}
