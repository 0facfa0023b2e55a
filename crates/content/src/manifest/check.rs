//! Checks of a manifest as a whole.

use bastide_core::Fault;
use bastide_core::decl::{Does, Expansion, Step, Verb};

use super::condition;
use super::meaning;
use super::scope::Scope;
use super::{API, Manifest, SCRIPTS};
use crate::library::Folder;

impl Manifest {
    /// What one table alone cannot know.
    pub(super) fn check(&self, root: &Scope<'_>, all: &Expansion, folder: &Folder) {
        let at = |key: &str| root.table.value_span(key);
        if !self.id.is_empty() && self.id != folder.id {
            let (id, name) = (&self.id, &folder.id);
            root.note(
                root.fault(
                    101,
                    at("id"),
                    format!("the folder is called `{name}`, not `{id}`"),
                    format!("le dossier s'appelle `{name}` et non `{id}`"),
                )
                .help(format!("write `id = \"{name}\"`"), format!("écrivez `id = \"{name}\"`")),
            );
        }
        if let Some(api) = root.int("api", 0..=i64::MAX)
            && api != API
        {
            root.note(of_other_api(
                root.fault(
                    103,
                    at("api"),
                    format!("it speaks api {api}, this engine speaks api {API}"),
                    format!("elle parle l'api {api}, ce moteur parle l'api {API}"),
                ),
                api,
            ));
        }
        if self
            .version
            .split('.')
            .any(|n| n.is_empty() || n.len() > 9 || !n.bytes().all(|b| b.is_ascii_digit()))
            && root.table.has("version")
        {
            root.note(
                root.fault(
                    119,
                    at("version"),
                    format!("`{}` is not a version", self.version),
                    format!("`{}` n'est pas une version", self.version),
                )
                .help(
                    "write numbers and dots: `1.0.0`",
                    "écrivez des nombres et des points : `1.0.0`",
                ),
            );
        }
        if self.native
            && let Some((script, _)) = &self.script
        {
            root.note(
                root.fault(
                    104,
                    root.table.key_span("native"),
                    format!("it is native and has a script ({script})"),
                    format!("elle est native et a un script ({script})"),
                )
                .help("remove one of the two", "retirez l'un des deux"),
            );
        }
        let code = all.hooks.iter().any(|h| !h.is_declared())
            || all.finals.iter().any(|f| f.call.is_some());
        // An unreadable script was reported before.
        let unread = SCRIPTS.iter().any(|script| folder.unread.contains(*script));
        if code && !self.native && self.script.is_none() && !unread {
            root.note(
                root.fault(
                    115,
                    root.table.key_span(if all.hooks.is_empty() { "final" } else { "hook" }),
                    "it names functions, but the folder has no init.lua".to_owned(),
                    "elle nomme des fonctions, mais le dossier n'a pas d'init.lua".to_owned(),
                )
                .help(
                    "add init.lua, or say `native = true`",
                    "ajoutez init.lua, ou écrivez `native = true`",
                ),
            );
        }
        if let [one, other] = SCRIPTS.map(|script| folder.file(script))
            && one.is_some()
            && other.is_some()
        {
            let (en, fr) = (
                format!(
                    "the folder has both {} and {}, and the second is not read",
                    SCRIPTS[0], SCRIPTS[1]
                ),
                format!(
                    "le dossier a à la fois {} et {}, et le second n'est pas lu",
                    SCRIPTS[0], SCRIPTS[1]
                ),
            );
            let fault = root.fault(159, at("id"), en, fr);
            root.note(fault.help("remove one of the two", "retirez l'un des deux").warning());
        }
        condition::states(root, &self.named, &all.state);
        condition::verbs(root, &self.named, &all.verbs);
        meaning::of_kept(root, &all.state);
        condition::of_others(root, &self.named, all);
        Self::same_names(root, ["figure", "neutral"]);
        Self::same_names(root, ["group", "zone"]);
        for verb in &all.verbs {
            let (name, hook) = (&verb.name, format!("do.{}", verb.name));
            let declared = verb.moves.is_some()
                || verb.deploys.is_some()
                || verb.overlay.is_some()
                || verb.does != Does::default();
            let called = all.hooks.iter().any(|h| h.on == hook);
            if !declared && !called && !is_followed_up(all, verb) {
                let span = root.table.table("verb").map_or(0..0, |t| t.key_span(name));
                root.note(
                    root.fault(
                        121,
                        span,
                        format!("nothing says what verb `{name}` does"),
                        format!("rien ne dit ce que fait le verbe `{name}`"),
                    )
                    .help(
                        format!("add `does`, or `[[hook]]` with `on = \"{hook}\"`, or `answer.<step>` of a step that offers it"),
                        format!("ajoutez `does`, ou `[[hook]]` avec `on = \"{hook}\"`, ou `answer.<step>` d'une étape qui le propose"),
                    )
                    .warning(),
                );
            }
        }
    }

    /// A name declared in two sections whose names must differ.
    fn same_names(root: &Scope<'_>, [one, two]: [&str; 2]) {
        let (Some(first), Some(second)) = (root.table.table(one), root.table.table(two)) else {
            return;
        };
        for entry in second.entries().filter(|e| first.has(&e.key)) {
            let name = &entry.key;
            root.note(
                root.fault(
                    116,
                    entry.key_span.clone(),
                    format!("`{name}` is both [{one}] and [{two}]"),
                    format!("`{name}` est à la fois [{one}] et [{two}]"),
                )
                .help("rename one of them", "renommez l'un des deux"),
            );
        }
    }
}

/// Returns whether an answer function exists in a step that offers the verb, or may offer it by a function.
fn is_followed_up(all: &Expansion, verb: &Verb) -> bool {
    let asked = |step: &str| {
        let lists = |s: &Step| s.name == step && s.verbs.contains(&verb.name);
        let by_function = all.hooks.iter().any(|h| h.on.strip_prefix("ask.") == Some(step));
        by_function || verb.at.iter().any(|at| at == step) || all.steps.iter().any(lists)
    };
    all.hooks.iter().filter_map(|h| h.on.strip_prefix("answer.")).any(asked)
}

/// The way out for a manifest of another api.
fn of_other_api(fault: Fault, api: i64) -> Fault {
    if api > API {
        return fault.help("update the engine", "mettez à jour le moteur");
    }
    fault.help(
        format!("write `api = {API}`; `bastide check` then names each word that is not of this api"),
        format!("écrivez `api = {API}` ; `bastide check` nomme alors chaque mot qui n'est pas de cette api"),
    )
}
