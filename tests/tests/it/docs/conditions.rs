//! The chapter on conditions: its tables are those of the core.

use bastide::core::condition::{FIELDS, FieldTest, Subject, event_fields};
use bastide::core::effect::EFFECTS;
use bastide::core::hooks::HOOKS;

use super::page::{check, head, row};

#[test]
fn fields() {
    let mut out = String::new();
    for (subject, name) in Subject::ALL {
        let lead =
            subject.lead().map_or(String::new(), |lead| format!("; a word alone is its `{lead}`"));
        out.push_str(&format!("### {name}{lead}\n\n"));
        head(&mut out, &["field", "is", "meaning"]);
        for field in FIELDS.iter().filter(|field| field.subject == subject) {
            let is = match field.test {
                FieldTest::Flag(_) => "flag".to_owned(),
                FieldTest::Number(_) => "number".to_owned(),
                FieldTest::Word(_) => "word".to_owned(),
                FieldTest::Names(_) => "names".to_owned(),
                FieldTest::One(_, to) => format!("a {}", to.name()),
                FieldTest::Many(_, to) => format!("{}s", to.name()),
            };
            row(&mut out, &[&format!("`{}`", field.name), &is, field.doc]);
        }
        out.push('\n');
    }
    check("docs/src/conditions.md", "fields", &out);
}

#[test]
fn what_hooks_tell() {
    let mut out = String::new();
    head(&mut out, &["hook", "fields besides those of the moment"]);
    for hook in HOOKS {
        let subjects = if hook.name == "on." { EFFECTS } else { &[""][..] };
        for subject in subjects {
            let told = match event_fields(hook, subject) {
                None => continue,
                Some([]) => "none".to_owned(),
                Some(fields) => {
                    fields.iter().map(|f| format!("`{f}`")).collect::<Vec<_>>().join(", ")
                }
            };
            let name = match hook.name {
                "at." => "`at.<slot>`".to_owned(),
                name => format!("`{name}{subject}`"),
            };
            row(&mut out, &[&name, &told]);
        }
    }
    check("docs/src/conditions.md", "told", &out);
}

#[test]
fn words() {
    let mut out = String::new();
    head(&mut out, &["subject", "words"]);
    for (subject, name) in Subject::ALL.into_iter().filter(|(s, _)| !s.words().is_empty()) {
        let words: Vec<String> = subject.words().iter().map(|word| format!("`{word}`")).collect();
        row(&mut out, &[name, &words.join(", ")]);
    }
    check("docs/src/conditions.md", "words", &out);
}
