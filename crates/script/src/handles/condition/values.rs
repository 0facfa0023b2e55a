//! What facts are compared with: numbers, words, areas, and what is settled before the game.

use bastide_core::condition::{Subject, Vocabulary, Why};
use bastide_core::decl::{Area, Claimable, Condition, Far, Numbers};

use super::super::call::Call;
use super::super::names::What;
use super::{Key, Written};
use crate::raised::Res;

/// Numbers that can be compared with.
const NUMBER_MAX: i32 = 99_999;
/// How far an area goes at most.
const FAR_MAX: i32 = 20;

type Entry<'w> = (&'w str, &'w Written);

impl Call<'_> {
    /// The entries of a table whose keys are words.
    pub(super) fn named_entries<'w>(&self, written: &'w Written, key: &str) -> Res<Vec<Entry<'w>>> {
        let table = || self.wrong(key, "a table `{ … = … }`", "une table `{ … = … }`");
        let Written::Table(entries) = written else { return Err(table()) };
        let named = |(key, value): &'w (Key, Written)| match key {
            Key::Text(key) => Ok((key.as_str(), value)),
            Key::Place => Err(table()),
        };
        entries.iter().map(named).collect()
    }

    /// A word, or a list of words.
    pub(super) fn words(&self, written: &Written, key: &str) -> Res<Vec<String>> {
        let word = |written: &Written| match written {
            Written::Text(word) => Ok(word.clone()),
            _ => Err(self.wrong(key, "a word, or a list of words", "un mot, ou une liste de mots")),
        };
        let mut words = match written {
            Written::Table(entries) if is_list(entries) && !entries.is_empty() => {
                entries.iter().map(|(_, one)| word(one)).collect::<Res<Vec<String>>>()?
            }
            one => vec![word(one)?],
        };
        words.sort();
        words.dedup();
        Ok(words)
    }

    pub(super) fn numbers_of(&self, written: &Written, key: &str) -> Res<Numbers> {
        let wrong = || {
            self.wrong(
                key,
                "a number, several, `{ min = …, max = … }`, `true` for 1 or more, `false` for 0",
                "un nombre, plusieurs, `{ min = …, max = … }`, `true` pour 1 ou plus, `false` pour 0",
            )
        };
        let small = |written: &Written| match written {
            Written::Number(n) if n.fract() == 0.0 && n.abs() <= f64::from(NUMBER_MAX) => {
                Ok(*n as i32)
            }
            _ => Err(wrong()),
        };
        Ok(match written {
            Written::Bool(true) => Numbers::some(),
            Written::Bool(false) => Numbers::none(),
            Written::Table(entries) if is_list(entries) && !entries.is_empty() => {
                let each = entries.iter().map(|(_, one)| small(one).map(|n| (n, n)));
                let mut all = each.collect::<Res<Vec<_>>>()?;
                all.sort_unstable();
                Numbers(all)
            }
            Written::Table(_) => {
                let (mut low, mut high) = (i32::MIN, i32::MAX);
                for (end, n) in self.named_entries(written, key)? {
                    match end {
                        "min" => low = small(n)?,
                        "max" => high = small(n)?,
                        _ => return Err(wrong()),
                    }
                }
                Numbers(vec![(low, high)])
            }
            one => small(one).map(|n| Numbers(vec![(n, n)]))?,
        })
    }

    /// The thing that a binding word names.
    pub(super) fn is(&self, written: &Written, subject: Subject) -> Res<Condition> {
        let words = self.words(written, "is")?;
        match words.iter().find(|word| !subject.words().contains(&word.as_str())) {
            None => Ok(Condition::Is(words)),
            Some(word) => Err(self.no_word("is", word, subject.words().iter().copied())),
        }
    }

    /// Names that somebody in play declares.
    pub(super) fn known(
        &self,
        subject: Subject,
        of: Vocabulary,
        words: &[String],
        key: &str,
    ) -> Res<()> {
        for word in words {
            self.known_word(subject, of, word, key)?;
        }
        Ok(())
    }

    fn known_word(&self, subject: Subject, of: Vocabulary, word: &str, key: &str) -> Res<()> {
        let rules = self.game.rules;
        let what = match of {
            Vocabulary::Claim => {
                let words = Claimable::ALL.map(Claimable::word);
                if words.contains(&word) {
                    return Ok(());
                }
                return Err(self.no_word(key, word, words));
            }
            Vocabulary::Why => {
                let words = Why::ALL.map(|(_, word)| word);
                if words.contains(&word) {
                    return Ok(());
                }
                return Err(self.no_word(key, word, words));
            }
            Vocabulary::Cause if matches!(word, "own" | "core") => return Ok(()),
            Vocabulary::TileType if rules.tile_type(word).is_some() => return Ok(()),
            Vocabulary::TileType => {
                let types = rules.types.iter().map(|ty| ty.decl.id.as_str());
                return Err(self.no_word(key, word, types));
            }
            Vocabulary::Symbol if rules.tile_tag(word).is_some() => return Ok(()),
            Vocabulary::Verb if word.contains('/') => return Ok(()),
            Vocabulary::Symbol | Vocabulary::Tag => What::Tag,
            Vocabulary::Feature => What::Kind,
            Vocabulary::Figure => What::Figure,
            Vocabulary::Class => What::Class,
            Vocabulary::Neutral => What::Neutral,
            Vocabulary::Group | Vocabulary::Zone => What::Pile,
            Vocabulary::Cause => What::Rule,
            Vocabulary::Edge => What::Edge,
            Vocabulary::Overlay => What::Overlay,
            Vocabulary::State => What::State,
            Vocabulary::Token => What::Token,
            Vocabulary::Verb => What::Verb,
        };
        self.look_up_word(what, word, key)?;
        if of == Vocabulary::State {
            self.kept_for(subject, word)?;
        }
        Ok(())
    }

    /// Reports a state that is kept for another kind of thing.
    fn kept_for(&self, subject: Subject, word: &str) -> Res<()> {
        let wanted = subject.kept_per();
        let key = self.game.rules.state_key(self.frame.expansion.get(), word);
        let decl = key.map(|key| &self.game.rules.state[key.index()].decl);
        match decl {
            Some(decl) if decl.list > 0 || decl.per != wanted => {
                Err(self.kept_otherwise(word, decl.list > 0, decl.per, wanted))
            }
            _ => Ok(()),
        }
    }

    /// A word alone for a figure is its kind: one that is a class too would leave out other kinds of it.
    pub(super) fn no_class(&self, words: &[String], key: &str) -> Res<()> {
        let rules = self.game.rules;
        let both = |word: &&String| rules.figure(word).is_some() && rules.class(word) != 0;
        match words.iter().find(both) {
            Some(word) => Err(self.both(word, key)),
            None => Ok(()),
        }
    }

    /// `{ shape = 8, … }`: an area, and which tiles in it. `otherwise` stands where no shape is named.
    pub(super) fn near(
        &self,
        written: &Written,
        otherwise: Option<Area>,
    ) -> Res<(Area, Condition, Numbers)> {
        let entries = match written {
            Written::Nothing => Vec::new(),
            written => self.named_entries(written, "near")?,
        };
        let size = match find(&entries, "n") {
            None => Far::Cells(1),
            Some(Written::Number(n))
                if n.fract() == 0.0 && (1.0..=f64::from(FAR_MAX)).contains(n) =>
            {
                Far::Cells(*n as u8)
            }
            Some(_) => {
                return Err(self.wrong("n", "a number from 1 to 20", "un nombre de 1 à 20"));
            }
        };
        let area = match find(&entries, "shape") {
            Some(Written::Number(n)) => match n {
                4.0 => Some(Area::Sides),
                5.0 => Some(Area::SidesAndOwn),
                8.0 => Some(Area::Around),
                9.0 => Some(Area::AroundAndOwn),
                _ => None,
            },
            Some(Written::Text(word)) => match word.as_str() {
                "diagonal" => Some(Area::Diagonals),
                "cross" => Some(Area::Cross(size)),
                "square" => Some(Area::Square(size)),
                _ => None,
            },
            Some(_) => None,
            None => otherwise,
        };
        let Some(area) = area else {
            return Err(self.wrong(
                "shape",
                "4, 5, 8, 9, `diagonal`, `cross` or `square`",
                "4, 5, 8, 9, `diagonal`, `cross` ou `square`",
            ));
        };
        if find(&entries, "n").is_some() && !matches!(area, Area::Cross(_) | Area::Square(_)) {
            return Err(self.wrong(
                "n",
                "it with `cross` and `square` only",
                "ceci avec `cross` et `square` seulement",
            ));
        }
        let (such, count) = self.tiles_there(&entries)?;
        Ok((area, such, count))
    }

    /// Reads the area of `around`: like `near`, but with the eight surrounding cells as default, and for the tiles
    /// instead of their number.
    pub(super) fn read_area(&self, written: &Written) -> Res<(Area, Condition)> {
        let around = Area::Around;
        match written {
            Written::Table(entries) if !is_list(entries) => {
                let entries = self.named_entries(written, "around")?;
                if find(&entries, "count").is_some() {
                    return Err(self.wrong("count", "`#` before the list", "`#` devant la liste"));
                }
                self.near(written, Some(around)).map(|(area, such, _)| (area, such))
            }
            written => Ok((around, self.read(written, Subject::Tile)?)),
        }
    }
}

/// Whether a table is a list.
pub(super) fn is_list(entries: &[(Key, Written)]) -> bool {
    matches!(entries.first(), Some((Key::Place, _)))
}

pub(super) fn find<'w>(entries: &[Entry<'w>], key: &str) -> Option<&'w Written> {
    entries.iter().find(|(name, _)| *name == key).map(|(_, written)| *written)
}

pub(super) fn without<'w>(entries: &[Entry<'w>], keys: &[&str]) -> Vec<Entry<'w>> {
    entries.iter().filter(|(name, _)| !keys.contains(name)).copied().collect()
}
