//! Numbers that an expansion keeps, and what conditions ask of them.

use bastide_core::Fault;
use bastide_core::condition::Vocabulary;
use bastide_core::decl::{Per, Sees, StateKey};

use super::Named;
use crate::lang;
use crate::manifest::scope::Scope;

/// Numbers of the expansion that conditions ask a thing for although they are kept for something else, or for nothing.
pub(in crate::manifest) fn states(scope: &Scope<'_>, named: &[Named], all: &[StateKey]) {
    let keys = named.iter().filter(|named| named.of == Vocabulary::State);
    for Named { subject, name, span, offered, .. } in keys {
        let file = scope.document().file();
        let Some(key) = all.iter().find(|key| key.name == *name) else {
            let (en, fr) = (
                format!("there is no `[state.{name}]`"),
                format!("il n'y a pas de `[state.{name}]`"),
            );
            let fault = Fault::new("K0004", en, fr).at(file, span.clone());
            scope.note(lang::suggest(fault, name, all.iter().map(|key| key.name.as_str())));
            continue;
        };
        let wanted = subject.kept_per();
        if *offered && key.sees == Sees::Nobody {
            let (en, fr) = (
                format!("nobody sees `{name}`, and what is offered by it would tell"),
                format!("nul ne voit `{name}`, et ce qu'on propose d'après lui le dirait"),
            );
            scope.note(Fault::new("K0014", en, fr).at(file, span.clone()).help(
                "ask in a function of what follows, or let it be seen: `sees = \"owner\"`",
                "posez la question dans une fonction de la suite, ou laissez voir : `sees = \"owner\"`",
            ));
        }
        if key.per == wanted && key.list == 0 {
            continue;
        }
        let (en, fr) = if key.list > 0 {
            (
                format!("`{name}` is a list, no number"),
                format!("`{name}` est une liste, non un nombre"),
            )
        } else {
            let [is, asked] = [key.per, wanted].map(Per::word);
            (
                format!("`{name}` is kept per {is}, and asked of a {asked}"),
                format!("`{name}` est tenu par `{is}`, et demandé à `{asked}`"),
            )
        };
        scope.note(Fault::new("K0006", en, fr).at(file, span.clone()).help(
            "ask whom it is kept for, or keep it otherwise: `per = \"…\"`",
            "demandez-le à ce pour quoi il est tenu, ou tenez-le autrement : `per = \"…\"`",
        ));
    }
}
