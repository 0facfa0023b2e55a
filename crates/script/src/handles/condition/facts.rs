//! A table of a script as a condition: the same facts, and the same tests of them, as in manifests.

use bastide_core::condition::{
    FactTest, Subject, Vocabulary, event_facts, fact_of, is_told_of, is_undergone,
};
use bastide_core::decl::{Condition, Numbers, Since};
use bastide_core::effect::EFFECTS;
use bastide_core::hooks::parse_hook;

use super::super::call::Call;
use super::super::value::Of;
use super::values::{find, is_list, without};
use super::{Key, Written};
use crate::raised::Res;

/// Context of a part of a condition: its subject, and the facts of an event.
#[derive(Clone, Copy)]
pub(super) struct On {
    pub(super) subject: Subject,
    pub(super) told: &'static [&'static str],
}

impl On {
    pub(super) fn a(subject: Subject) -> Self {
        Self { subject, told: &[] }
    }
}

/// A key and what stands behind it.
type Entry<'w> = (&'w str, &'w Written);

impl Call<'_> {
    pub(super) fn read(&self, written: &Written, subject: Subject) -> Res<Condition> {
        self.read_on(written, On::a(subject))
    }

    fn read_on(&self, written: &Written, on: On) -> Res<Condition> {
        match written {
            Written::Nothing => Ok(Condition::ALWAYS),
            Written::Table(entries) if is_list(entries) => {
                let table = |w: &Written| matches!(w, Written::Table(_) | Written::Thing(..));
                if entries.iter().any(|(_, one)| table(one)) {
                    return Ok(Condition::one_of(whole(entries, |one| self.read_on(one, on))?));
                }
                self.lead(written, on)
            }
            Written::Table(_) => {
                let entries = self.named_entries(written, "condition")?;
                Ok(Condition::all_of(whole_of(&entries, |entry| self.part(entry, on))?))
            }
            Written::Thing(of, place) => self.given(*of, *place, on.subject),
            _ => self.lead(written, on),
        }
    }

    /// A thing that the script names must be one of the subject.
    fn given(&self, of: Of, place: u8, subject: Subject) -> Res<Condition> {
        let is = match of {
            Of::Player => Subject::Player,
            Of::Tile => Subject::Tile,
            Of::Type => Subject::Type,
            Of::Segment => Subject::Segment,
            Of::Feature => Subject::Feature,
            Of::Figure => Subject::Figure,
            _ => Subject::Neutral,
        };
        if is == subject { Ok(Condition::Given(place)) } else { Err(self.other_thing(of, subject)) }
    }

    /// A word alone stands for the first fact of its subject.
    fn lead(&self, written: &Written, on: On) -> Res<Condition> {
        let Some(fact) = on.subject.lead() else {
            return Err(self.wrong(
                on.subject.name(),
                "a condition: `{ fact = … }`",
                "une condition : `{ donnée = … }`",
            ));
        };
        if fact == "is" {
            return self.is(written, on.subject);
        }
        let words = self.words(written, fact)?;
        if on.subject == Subject::Figure {
            self.no_class(&words, fact)?;
        }
        match fact_of(on.subject, fact).map(|row| row.test) {
            Some(FactTest::Names(of)) => {
                self.known(on.subject, of, &words, fact)?;
                Ok(Condition::AnyName(fact.to_owned(), words))
            }
            Some(FactTest::Word(of)) => {
                self.known(on.subject, of, &words, fact)?;
                Ok(Condition::Word(fact.to_owned(), words))
            }
            _ => Ok(Condition::ALWAYS),
        }
    }

    /// One entry of a condition.
    fn part(&self, (key, written): Entry<'_>, on: On) -> Res<Condition> {
        let subject = on.subject;
        let moment = matches!(subject, Subject::Moment | Subject::Event);
        match key {
            "no" => self.read_on(written, on).map(|part| Condition::No(part.into())),
            "now" => {
                let now = self.read_on(written, On::a(Subject::Moment))?;
                Ok(Condition::Now(now.into()))
            }
            "any" | "all" => {
                let Written::Table(entries) = written else {
                    return Err(self.wrong(key, "a list of conditions", "une liste de conditions"));
                };
                let parts = whole(entries, |one| self.read_on(one, on))?;
                Ok(if key == "any" { Condition::one_of(parts) } else { Condition::all_of(parts) })
            }
            "is" => match written {
                Written::Thing(of, place) => self.given(*of, *place, subject),
                _ => self.is(written, subject),
            },
            "near" if subject.has_place() => {
                let (area, such, count) = self.near(written, None)?;
                Ok(Condition::Near(area, such.into(), count))
            }
            "happened" if is_undergone(subject) => self.happened(written, subject),
            "walk" if subject == Subject::Segment => self.walk(written),
            "exists" | "none" if moment => self.exists(written, key),
            _ => {
                let row = fact_of(subject, key)
                    .filter(|row| row.subject != Subject::Event || on.told.contains(&key));
                match row {
                    Some(row) => self.fact(row.subject, key, row.test, written),
                    None => Err(self.no_fact(key, on)),
                }
            }
        }
    }

    fn fact(
        &self,
        subject: Subject,
        key: &str,
        test: FactTest,
        written: &Written,
    ) -> Res<Condition> {
        let fact = key.to_owned();
        Ok(match (test, written) {
            (_, Written::Nothing) => return Err(self.wrong(key, "a value", "une valeur")),
            (FactTest::Flag(_), Written::Bool(so)) => Condition::Flag(fact, *so),
            (FactTest::Flag(_), _) => {
                return Err(self.wrong(key, "`true` or `false`", "`true` ou `false`"));
            }
            (FactTest::Number(_), _) => Condition::Number(fact, self.numbers_of(written, key)?),
            (FactTest::Word(of), _) => {
                let words = self.words(written, key)?;
                if of == Vocabulary::Cause && words.iter().any(|word| word == "any") {
                    return Ok(Condition::ALWAYS);
                }
                self.known(subject, of, &words, key)?;
                Condition::Word(fact, words)
            }
            (FactTest::Names(of), Written::Table(entries)) if !is_list(entries) => {
                let mut names = Vec::new();
                for (name, numbers) in self.named_entries(written, key)? {
                    self.known(subject, of, &[name.to_owned()], key)?;
                    names.push((name.to_owned(), self.numbers_of(numbers, key)?));
                }
                names.sort();
                Condition::Names(fact, names)
            }
            (FactTest::Names(of), _) => {
                let words = self.words(written, key)?;
                self.known(subject, of, &words, key)?;
                Condition::AnyName(fact, words)
            }
            (FactTest::One(..), Written::Bool(there)) => {
                let one = Condition::One(fact, Condition::ALWAYS.into());
                if *there { one } else { Condition::No(one.into()) }
            }
            (FactTest::One(_, to), _) => {
                Condition::One(fact, self.read_on(written, On::a(to))?.into())
            }
            (FactTest::Many(_, to), _) => {
                let (such, count) = self.many(written, to)?;
                Condition::Many(fact, such.into(), count)
            }
        })
    }

    /// A condition on some of several things, and how many of them.
    fn many(&self, written: &Written, to: Subject) -> Res<(Condition, Numbers)> {
        let name = to.name();
        match written {
            Written::Bool(_) | Written::Number(_) => {
                Ok((Condition::ALWAYS, self.numbers_of(written, name)?))
            }
            Written::Table(entries) if !is_list(entries) => {
                let entries = self.named_entries(written, name)?;
                if entries.iter().all(|(key, _)| matches!(*key, "min" | "max")) {
                    return Ok((Condition::ALWAYS, self.numbers_of(written, name)?));
                }
                let count = self.count(&entries)?;
                let rest = without(&entries, &["count"]);
                Ok((
                    Condition::all_of(whole_of(&rest, |entry| self.part(entry, On::a(to)))?),
                    count,
                ))
            }
            _ => Ok((self.read_on(written, On::a(to))?, Numbers::some())),
        }
    }

    fn count(&self, entries: &[Entry<'_>]) -> Res<Numbers> {
        find(entries, "count").map_or(Ok(Numbers::some()), |count| self.numbers_of(count, "count"))
    }

    /// `{ figure = …, player = … }`: such things exist, or none do.
    fn exists(&self, written: &Written, key: &str) -> Res<Condition> {
        let mut parts = Vec::new();
        for (name, written) in self.named_entries(written, key)? {
            let Some(things) = Subject::named(name) else {
                let things = Subject::ALL.map(|(_, name)| name);
                let things = things.into_iter().filter(|name| Subject::named(name).is_some());
                return Err(self.no_word(key, name, things));
            };
            let (such, count) = self.many(written, things)?;
            let exists = Condition::Exists(name.to_owned(), such.into(), count);
            parts.push(if key == "none" { Condition::No(exists.into()) } else { exists });
        }
        Ok(Condition::all_of(parts))
    }

    /// `{ on = effect, since = "part" or "turn", … }`
    fn happened(&self, written: &Written, subject: Subject) -> Res<Condition> {
        let entries = self.named_entries(written, "happened")?;
        let word = |key: &'static str| match find(&entries, key) {
            Some(written @ Written::Text(_)) => Ok(self.words(written, key)?.remove(0)),
            _ => Err(self.wrong(
                "happened",
                "`{ on = \"deployed\", since = \"part\", … }`",
                "`{ on = \"deployed\", since = \"part\", … }`",
            )),
        };
        let (effect, since) = (word("on")?, word("since")?);
        let since = match since.as_str() {
            "part" => Since::Part,
            "turn" => Since::Turn,
            _ => return Err(self.wrong("since", "`part` or `turn`", "`part` ou `turn`")),
        };
        let told = parse_hook(&format!("on.{effect}")).and_then(|(row, of)| event_facts(row, of));
        let kind = EFFECTS.iter().position(|name| *name == effect);
        let (Some(told), Some(kind)) = (told, kind) else {
            return Err(self.no_word("on", &effect, EFFECTS.iter().copied()));
        };
        if !is_told_of(subject, told) {
            return Err(self.not_undergone(&effect, subject));
        }
        if !self.game.rules.logs(kind) {
            return Err(self.not_logged(&effect));
        }
        let count = self.count(&entries)?;
        let on = On { subject: Subject::Event, told };
        let rest = without(&entries, &["on", "since", "count"]);
        let such = Condition::all_of(whole_of(&rest, |entry| self.part(entry, on))?);
        Ok(Condition::Happened(effect, since, such.into(), count))
    }

    /// `{ stop = condition, … }`
    fn walk(&self, written: &Written) -> Res<Condition> {
        let on = On::a(Subject::Segment);
        let never = Condition::Any(Vec::new());
        match written {
            Written::Table(entries) if !is_list(entries) => {
                let entries = self.named_entries(written, "walk")?;
                let stop =
                    find(&entries, "stop").map_or(Ok(never), |stop| self.read_on(stop, on))?;
                let count = self.count(&entries)?;
                let rest = without(&entries, &["stop", "count"]);
                let such = Condition::all_of(whole_of(&rest, |entry| self.part(entry, on))?);
                Ok(Condition::Walk(stop.into(), such.into(), count))
            }
            _ => {
                let (such, count) = self.many(written, Subject::Segment)?;
                Ok(Condition::Walk(never.into(), such.into(), count))
            }
        }
    }

    /// The condition on the tiles of an area: what stands in a table beside the area.
    pub(super) fn tiles_there(&self, entries: &[Entry<'_>]) -> Res<(Condition, Numbers)> {
        let rest = without(entries, &["shape", "n", "count"]);
        let on = On::a(Subject::Tile);
        Ok((
            Condition::all_of(whole_of(&rest, |entry| self.part(entry, on))?),
            self.count(entries)?,
        ))
    }
}

/// Each of a list.
fn whole(
    entries: &[(Key, Written)],
    read: impl Fn(&Written) -> Res<Condition>,
) -> Res<Vec<Condition>> {
    entries.iter().map(|(_, one)| read(one)).collect()
}

/// Each entry of a table.
fn whole_of(
    entries: &[Entry<'_>],
    read: impl Fn(Entry<'_>) -> Res<Condition>,
) -> Res<Vec<Condition>> {
    entries.iter().map(|entry| read(*entry)).collect()
}
