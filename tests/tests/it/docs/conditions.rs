//! The chapter on conditions: its tables are those of the core.

use std::fmt::Write as _;

use bastide::core::condition::{FACTS, FactTest, Subject, event_facts};
use bastide::core::effect::EFFECTS;
use bastide::core::hooks::HOOKS;

use super::check;
use super::page::{head, row};

#[test]
fn facts() {
    let mut out = String::new();
    for (subject, name) in Subject::ALL {
        let lead =
            subject.lead().map_or(String::new(), |lead| format!("; a word alone is its `{lead}`"));
        let _ = writeln!(out, "### {name}{lead}\n");
        head(&mut out, &["fact", "is", "meaning"]);
        for fact in FACTS.iter().filter(|fact| fact.subject == subject) {
            let is = match fact.test {
                FactTest::Flag(_) => "flag".to_owned(),
                FactTest::Number(_) => "number".to_owned(),
                FactTest::Word(_) => "word".to_owned(),
                FactTest::Names(_) => "names".to_owned(),
                FactTest::One(_, to) => format!("a {}", to.name()),
                FactTest::Many(_, to) => format!("{}s", to.name()),
            };
            row(&mut out, &[&format!("`{}`", fact.name), &is, fact.doc]);
        }
        out.push('\n');
    }
    check("docs/src/conditions.md", "facts", &out);
}

#[test]
fn what_hooks_tell() {
    let mut out = String::new();
    head(&mut out, &["hook", "facts besides those of the moment"]);
    for hook in HOOKS {
        let subjects = if hook.name == "on." { EFFECTS } else { &[""][..] };
        for subject in subjects {
            let told = match event_facts(hook, subject) {
                None => continue,
                Some([]) => "none".to_owned(),
                Some(facts) => {
                    facts.iter().map(|f| format!("`{f}`")).collect::<Vec<_>>().join(", ")
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
