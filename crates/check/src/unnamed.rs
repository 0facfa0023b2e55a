//! Declared things without a name for people, who then read an id in forms and at tables.

use bastide::core::Fault;
use bastide_text::{Document, Entry, Value};

/// Tables of things that people choose and see, and the key of their name. States and tags that a script keeps to
/// itself need none.
const SHOWN: [(&str, &str); 7] = [
    ("option", "label"),
    ("verb", "name"),
    ("step", "name"),
    ("figure", "name"),
    ("neutral", "name"),
    ("token", "name"),
    ("zone", "name"),
];

/// Reports missing names in a manifest. The reader of the file reports everything else.
pub(crate) fn check(file: &str, text: &str) -> Vec<Fault> {
    let Some(document) = Document::parse(file, text, &mut Vec::new()) else { return Vec::new() };
    let mut faults = Vec::new();
    for (sort, key) in SHOWN {
        let Some(all) = document.root().table(sort) else { continue };
        for Entry { key: id, key_span, node } in all.entries() {
            let Some(declared) = document.as_table(node, id) else { continue };
            if !declared.has(key) {
                let name = format!("{key} = {{ en = \"…\", fr = \"…\" }}");
                faults.push(unnamed(&format!("{sort}.{id}"), &name).at(file, key_span.clone()));
            }
            let Some(Value::List(values)) = declared.raw("values").map(|node| &node.value) else {
                continue;
            };
            let labels = declared.table("labels");
            for value in values {
                if let Value::Text(word) = &value.value
                    && !labels.as_ref().is_some_and(|labels| labels.has(word))
                {
                    let name = format!("labels = {{ {word} = {{ en = \"…\", fr = \"…\" }} }}");
                    faults.push(unnamed(word, &name).at(file, value.span.clone()));
                }
            }
        }
    }
    faults
}

fn unnamed(what: &str, name: &str) -> Fault {
    let fault = Fault::new(
        "M0160",
        format!("`{what}` has no name for people, who read its id"),
        format!("`{what}` n'a pas de nom pour les joueurs, qui en lisent l'identifiant"),
    );
    fault.help(format!("add `{name}`"), format!("ajoutez `{name}`")).warning()
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn what_people_see_and_has_no_name_is_told() {
        let text = "[option.pace]\nvalues = [\"slow\", \"quick\"]\ndefault = \"slow\"\n\
            labels = { slow = { en = \"slow\", fr = \"lent\" } }\n[verb.go]\n[step.rest]\n\
            name = { en = \"rest\", fr = \"repos\" }\n[token.wine]\n[state.kept]\n[tag.wet]\n";
        let found = check("m.toml", text);
        let told: Vec<&str> =
            found.iter().map(|fault| &text[fault.span.clone().expect("has a place")]).collect();
        assert_eq!(told, ["pace", "\"quick\"", "go", "wine"]);
        assert!(found.iter().all(|fault| fault.code == "M0160" && fault.help.is_some()));
        assert!(
            found[1].help.as_ref().is_some_and(|help| help.en.contains("labels = { quick = {"))
        );
    }
}
