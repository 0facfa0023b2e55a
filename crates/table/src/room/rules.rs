//! Rules that change while people play.

use std::sync::Arc;

use bastide::core::ruleset::How;
use bastide::core::{Fault, Severity, Words};
use bastide::game::Refused;
use bastide::reload::{Change, Kept, changes, summary};
use bastide::{Game, Library, Rules, Setup};

use super::lobby::not_host;
use super::wish::actions;
use super::{Answer, Room, names};
use crate::seats::Viewer;
use crate::wrong::Wrong;

/// Number of changes that are reported by name.
const NAMED_MAX: usize = 6;

/// New rules that would cut the game.
#[derive(Debug)]
pub(crate) struct Cut {
    game: Game,
    /// What changed.
    note: Words,
    /// How far it can be kept, and why no further.
    pub(crate) words: Words,
}

impl Room {
    /// Applies the rules of a new library. If they would cut the game, the host is asked. If nothing can be played
    /// under them, the old rules stay and the host is notified.
    pub fn reload(&mut self, library: &Arc<Library>) {
        self.library = Arc::clone(library);
        let config = self.game.as_ref().map_or(&self.config, |game| &game.rules().setup.config);
        let rules = Setup::load(config, library)
            .map_err(bastide::Error::from)
            .and_then(|setup| Ok(Rules::new(setup)?.lean()));
        let rules = match rules {
            Ok(rules) => rules,
            Err(error) => return self.faulty(&error.faults(), library),
        };
        let warnings = rules.setup.warnings.clone();
        let told = match &self.game {
            None => rules.engine().map(|_| {
                self.names = names(&rules);
                self.rules = rules.clone();
            }),
            Some(game) => {
                let changed = changes(game.rules(), &rules);
                if changed.is_empty() {
                    Ok(())
                } else {
                    game.under(rules)
                        .map(|(game, kept)| (game, kept, note(&changed)))
                        .map(|under| self.under(under))
                }
            }
        };
        match told {
            Ok(()) => self.faulty(&warnings, library),
            Err(faults) => self.faulty(&faults, library),
        }
    }

    /// Reports to the host that the edited files cannot be read. The game continues as it was.
    pub fn faulty(&mut self, faults: &[Fault], library: &Library) {
        self.faults = faults.iter().map(|fault| Wrong::within(fault, library)).collect();
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            // The offer belongs to files that no longer exist.
            self.cut = None;
        }
        self.changed();
    }

    /// Reports a refused action to the host if an expansion failed in it.
    pub(crate) fn failed(&mut self, refused: &Refused) {
        if let Refused::Fault(fault) = refused {
            let library = Arc::clone(&self.library);
            let known = std::mem::take(&mut self.faults);
            self.faulty(&[(**fault).clone()], &library);
            // A repeated action gives no new report.
            if self.faults != known {
                self.met = Some((**fault).clone());
            }
        }
    }

    /// A fault of an expansion that people have met while they played, once.
    pub fn take_met(&mut self) -> Option<Fault> {
        self.met.take()
    }

    fn under(&mut self, (game, kept, note): (Game, Kept, Words)) {
        if let Kept::Cut { actions: kept, of, action, refused, .. } = kept {
            let why = refused.words();
            let words = Words::new(
                format!("{kept} of {}: then `{action}` is refused, {}", actions(of, "en"), why.en),
                format!(
                    "{kept} sur {} : ensuite `{action}` est refusé, {}",
                    actions(of, "fr"),
                    why.fr
                ),
            );
            self.cut = Some(Box::new(Cut { game, note, words }));
        } else {
            self.take_over(game, note);
        }
    }

    fn take_over(&mut self, game: Game, note: Words) {
        self.names = names(game.rules());
        let cut = game.entries().len() < self.actions();
        self.game = Some(game);
        self.course += 1;
        self.cut = None;
        self.trouble = None;
        if cut || self.awaited().is_none() {
            self.held = None;
        }
        self.note(note);
        self.changed();
    }

    pub(super) fn answer_cut(&mut self, viewer: Viewer, yes: bool) -> Answer {
        if !viewer.host {
            return not_host();
        }
        let Some(cut) = self.cut.take() else {
            return Answer::no("stale", "nothing is asked", "rien n'est demandé");
        };
        if yes {
            let mut note = cut.note;
            let lost = self.actions().saturating_sub(cut.game.entries().len());
            note.en = format!("{} Taken back for it: {}.", note.en, actions(lost, "en"));
            note.fr = format!("{} Annulé pour cela : {}.", note.fr, actions(lost, "fr"));
            self.take_over(cut.game, note);
        }
        self.changed()
    }
}

/// What changed, by names.
fn note(changed: &[Change]) -> Words {
    let sum = summary(changed);
    let named = |lang: &str| {
        let one = |change: &Change| {
            let sign = match change.how {
                How::Added => '+',
                How::Removed => '−',
                How::Changed | How::Moved => '~',
            };
            format!("{sign} {} {}", change.noun().get(lang), change.name)
        };
        let mut named: Vec<String> = changed.iter().take(NAMED_MAX).map(one).collect();
        if changed.len() > NAMED_MAX {
            named.push("…".to_owned());
        }
        named.join(", ")
    };
    Words::new(
        format!("The rules have changed: {} ({}).", sum.en, named("en")),
        format!("Les règles ont changé : {} ({}).", sum.fr, named("fr")),
    )
}
