//! Messages about scripts, in English and French.

use std::ops::Range;

use bastide::core::Fault;
use bastide::near;
use bastide_script::API;
use bastide_script::library::LIBRARIES;
use bastide_script::module::{MISSING, Missing};
use bastide_text::listed;

use super::kinds::{member, members};
use super::walk::Walker;

/// A name of other Luas that is missing here: `math.random`, or anything in `os`.
pub(crate) fn missing(path: &str) -> Option<&'static Missing> {
    let library = path.split('.').next().unwrap_or_default();
    MISSING.iter().find(|row| match row.name.strip_suffix('.') {
        Some(whole) => whole == library,
        None => row.name == path || (!row.name.contains('.') && row.name == library),
    })
}

impl Walker<'_> {
    /// Notes an error at a place.
    pub(crate) fn note(
        &mut self,
        code: &str,
        span: Range<usize>,
        what: (String, String),
        help: (String, String),
    ) {
        let fault = Fault::new(code, what.0, what.1).at(self.file, span).help(help.0, help.1);
        self.faults.push(fault);
    }

    /// A name that is neither a variable nor part of the interface.
    pub(crate) fn unknown_name(&mut self, name: &str, span: Range<usize>) {
        if let Some(row) = missing(name) {
            self.removed(name, row, span);
            return;
        }
        let what = (format!("nothing is called `{name}`"), format!("rien ne s'appelle `{name}`"));
        let known = self.visible();
        let help = match near(name, known.iter().map(String::as_str)) {
            Some(near) => {
                (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
            }
            None => (
                "declare it with `local`, or take it as an argument of the function".to_owned(),
                "déclarez-le avec `local`, ou recevez-le en argument de la fonction".to_owned(),
            ),
        };
        self.note("L0401", span, what, help);
    }

    /// A function of other Luas that scripts do not have.
    pub(crate) fn removed(&mut self, path: &str, row: &Missing, span: Range<usize>) {
        let what = (
            format!("`{path}` is out of a script's reach"),
            format!("`{path}` n'est pas à la portée d'un script"),
        );
        self.note("L0402", span, what, (row.en.to_owned(), row.fr.to_owned()));
    }

    /// A library lacks a function.
    pub(crate) fn not_in_library(&mut self, library: &str, name: &str, span: Range<usize>) {
        let path = format!("{library}.{name}");
        if let Some(row) = missing(&path) {
            self.removed(&path, row, span);
            return;
        }
        let known = LIBRARIES.iter().find(|(own, _)| *own == library).map_or(&[][..], |l| l.1);
        let what =
            (format!("`{library}` has no `{name}`"), format!("`{library}` n'a pas de `{name}`"));
        let help = match near(name, known.iter().copied()) {
            Some(near) => (
                format!("did you mean `{library}.{near}`?"),
                format!("vouliez-vous dire `{library}.{near}` ?"),
            ),
            None => {
                (format!("it has {}", listed(known)), format!("elle contient {}", listed(known)))
            }
        };
        self.note("L0403", span, what, help);
    }

    /// A handle has no such member.
    pub(crate) fn not_in_handle(&mut self, of: &str, name: &str, span: Range<usize>) {
        let what = (format!("{} has no `{name}`", one(of)), format!("`{of}` n'a pas de `{name}`"));
        let known: Vec<&str> = members(of).collect();
        let others: Vec<&str> = API.iter().filter(|m| m.name == name).map(|m| m.of).collect();
        let help = match near(name, known.iter().copied()) {
            Some(near) => {
                (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
            }
            None if !others.is_empty() => (
                format!("that belongs to: {}", others.join(", ")),
                format!("cela appartient à : {}", others.join(", ")),
            ),
            None => (format!("it has {}", listed(&known)), format!("il y a {}", listed(&known))),
        };
        self.note("L0404", span, what, help);
    }

    /// A method that no handle, text or table of the script has.
    pub(crate) fn unknown_method(&mut self, name: &str, span: Range<usize>) {
        let what = (
            format!("no handle has a method `{name}`"),
            format!("aucun objet n'a de méthode `{name}`"),
        );
        let methods = API.iter().filter(|m| !m.is_field()).map(|m| m.name);
        let help = match near(name, methods) {
            Some(near) => {
                (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
            }
            None => (
                "the book's reference lists the methods of every handle".to_owned(),
                "la référence du livre donne les méthodes de chaque objet".to_owned(),
            ),
        };
        self.note("L0404", span, what, help);
    }

    /// A field called like a method, or a method read like a field.
    pub(crate) fn point_or_colon(&mut self, of: &str, name: &str, span: Range<usize>) {
        let field = member(of, name).is_some_and(bastide_script::Member::is_field);
        let (what, help) = if field {
            (
                (
                    format!("`{name}` is a field of {}", one(of)),
                    format!("`{name}` est un champ de `{of}`"),
                ),
                (
                    format!("write `.{name}`, without parentheses"),
                    format!("écrivez `.{name}`, sans parenthèses"),
                ),
            )
        } else {
            (
                (
                    format!("`{name}` is a method of {}", one(of)),
                    format!("`{name}` est une méthode de `{of}`"),
                ),
                (format!("write `:{name}(…)`"), format!("écrivez `:{name}(…)`")),
            )
        };
        self.note("L0405", span, what, help);
    }

    /// Something is kept from one call to the next.
    pub(crate) fn keeps_state(&mut self, name: &str, span: Range<usize>) {
        let what = (
            format!("`{name}` would keep a value from one call to the next"),
            format!("`{name}` garderait une valeur d'un appel à l'autre"),
        );
        let help = (
            format!(
                "a game taken back or replayed would not know of it: declare `[state.{}]` in the manifest and use `out:set`",
                dashed(name)
            ),
            format!(
                "une partie reprise ou rejouée n'en saurait rien : déclarez `[state.{}]` dans le manifeste et employez `out:set`",
                dashed(name)
            ),
        );
        self.note("L0406", span, what, help);
    }

    /// The keys of a table are walked in no order. `list` if it is a list.
    pub(crate) fn no_order(&mut self, list: bool, span: Range<usize>) {
        let what = if list {
            ("`pairs` over a list".to_owned(), "`pairs` sur une liste".to_owned())
        } else {
            (
                "the keys of this table come in no order of the game".to_owned(),
                "les clés de cette table viennent sans ordre du jeu".to_owned(),
            )
        };
        let help = if list {
            ("write `ipairs(…)`".to_owned(), "écrivez `ipairs(…)`".to_owned())
        } else {
            (
                "walk `for _, key in ipairs(sorted(t))`, or a list with `ipairs`".to_owned(),
                "parcourez `for _, key in ipairs(sorted(t))`, ou une liste avec `ipairs`"
                    .to_owned(),
            )
        };
        self.note("L0407", span, what, help);
        self.last_is_warning();
    }

    /// A number that may not be whole.
    pub(crate) fn fraction(&mut self, what: &str, span: Range<usize>) {
        let what =
            (format!("`{what}` can give a fraction"), format!("`{what}` peut donner une fraction"));
        let help = (
            "points, tokens and state are whole: use `//`, or `math.floor(…)` around it".to_owned(),
            "points, jetons et état sont entiers : employez `//`, ou `math.floor(…)` autour"
                .to_owned(),
        );
        self.note("L0408", span, what, help);
        self.last_is_warning();
    }

    /// A handler that nobody calls.
    pub(crate) fn uncalled(&mut self, name: &str, span: Range<usize>, known: &[&str]) {
        let what = (
            format!("nothing calls `{name}`: the manifest does not name it"),
            format!("rien n'appelle `{name}` : le manifeste ne le nomme pas"),
        );
        let help = match near(name, known.iter().copied()) {
            Some(near) => {
                (format!("the manifest names `{near}`"), format!("le manifeste nomme `{near}`"))
            }
            None => (
                format!("add `[[hook]]` with `call = \"{name}\"`, or write `local function`"),
                format!("ajoutez `[[hook]]` avec `call = \"{name}\"`, ou écrivez `local function`"),
            ),
        };
        self.note("L0409", span, what, help);
        self.last_is_warning();
    }

    /// Reports a name that the manifest does not declare; for shared kinds of names, that no manifest declares.
    pub(crate) fn undeclared(&mut self, sort: Sort, name: &str, span: Range<usize>) {
        let (en, fr, table) = sort.words();
        let known = self.declared(sort);
        let what = (
            format!("{en} `{name}` is not declared"),
            format!("{fr} `{name}` : rien de tel n'est déclaré"),
        );
        let help = match near(name, known.iter().map(String::as_str)) {
            None if !table.is_empty() => (
                format!("declare `[{table}.{name}]` in the manifest"),
                format!("déclarez `[{table}.{name}]` dans le manifeste"),
            ),
            _ => way_out(name, &known),
        };
        self.note("L0410", span, what, help);
    }

    /// A rule id without a text.
    pub(crate) fn no_rule(&mut self, id: &str, span: Range<usize>) {
        let what =
            (format!("rules.md has no rule `{id}`"), format!("rules.md n'a pas de règle `{id}`"));
        let own = self.about.manifest.is_some_and(|m| id.split('.').next() == Some(&*m.short));
        let what = if own || self.about.manifest.is_none() {
            what
        } else {
            (
                format!("no expansion has a rule `{id}`"),
                format!("aucune extension n'a de règle `{id}`"),
            )
        };
        let others = self.about.known.get(&Sort::Rule).into_iter().flatten();
        let rules = self.about.rules.iter().flatten().chain(others);
        let help = match near(id, rules.copied()) {
            Some(near) => {
                (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
            }
            None => (
                format!("add a heading `### {id}` with its text"),
                format!("ajoutez un titre `### {id}` avec son texte"),
            ),
        };
        self.note("L0411", span, what, help);
    }

    /// A variable that was never declared gets a value.
    pub(crate) fn global(&mut self, name: &str, span: Range<usize>) {
        let what = (
            format!("`{name}` would be a global variable"),
            format!("`{name}` serait une variable globale"),
        );
        let known = self.visible();
        let help = match near(name, known.iter().map(String::as_str)) {
            Some(near) if near != name => (
                format!("did you mean `{near}`? a new variable begins with `local`"),
                format!("vouliez-vous dire `{near}` ? une nouvelle variable commence par `local`"),
            ),
            _ => (format!("write `local {name} = …`"), format!("écrivez `local {name} = …`")),
        };
        self.note("L0412", span, what, help);
    }

    /// A function that belongs neither to the table of handlers nor to the script alone.
    pub(crate) fn global_function(&mut self, name: &str, span: Range<usize>) {
        let what = (
            format!("`{name}` would be a global function"),
            format!("`{name}` serait une fonction globale"),
        );
        let help = (
            format!(
                "write `function m.{name}(…)`, where `local m = ...`, if the manifest calls it, else `local function {name}(…)`"
            ),
            format!(
                "écrivez `function m.{name}(…)`, avec `local m = ...`, si le manifeste l'appelle, sinon `local function {name}(…)`"
            ),
        );
        self.note("L0412", span, what, help);
    }

    /// A field of a handle gets a value.
    pub(crate) fn read_only(&mut self, of: &str, span: Range<usize>) {
        let what = (
            format!("{} cannot be changed by writing to it", one(of)),
            format!("on ne change pas `{of}` en y écrivant"),
        );
        let help = (
            "answer with an effect: `out:…`".to_owned(),
            "répondez par un effet : `out:…`".to_owned(),
        );
        self.note("L0413", span, what, help);
    }

    fn last_is_warning(&mut self) {
        if let Some(fault) = self.faults.pop() {
            self.faults.push(fault.warning());
        }
    }
}

/// What a name in a script stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    Option,
    State,
    Step,
    Verb,
    Tag,
    Kind,
    Figure,
    Class,
    Token,
    Neutral,
    Pile,
    Edge,
    Overlay,
    Unit,
    /// A unit, or all of them.
    Units,
    Slot,
    Effect,
    Rule,
    /// A restriction, or a rule.
    Waiver,
}

impl Sort {
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Sort::Option => ("option", "option", "option"),
            Sort::State => ("state", "état", "state"),
            Sort::Step => ("step", "étape", "step"),
            Sort::Verb => ("verb", "verbe", "verb"),
            Sort::Tag => ("tag", "étiquette", "tag"),
            Sort::Kind => ("feature kind", "sorte de domaine", "feature"),
            Sort::Figure => ("figure", "figurine", "figure"),
            Sort::Class => ("figure class", "classe de figurine", ""),
            Sort::Token => ("token", "jeton", "token"),
            Sort::Neutral => ("neutral figure", "figurine neutre", "neutral"),
            Sort::Pile => ("deck group or zone", "groupe ou zone de tuiles", "zone"),
            Sort::Edge => ("edge", "bord", "edge"),
            Sort::Overlay => ("overlay", "pièce", "overlay"),
            Sort::Unit | Sort::Units => ("unit", "unité", "unit"),
            Sort::Slot => ("slot", "moment du tour", ""),
            Sort::Effect => ("effect", "effet", ""),
            Sort::Rule => ("rule", "règle", ""),
            Sort::Waiver => ("restriction or rule", "restriction ou règle", ""),
        }
    }
}

/// The nearest known name, or all of them.
pub(crate) fn way_out<S: AsRef<str>>(name: &str, known: &[S]) -> (String, String) {
    match near(name, known.iter().map(AsRef::as_ref)) {
        Some(near) => (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
        None => (format!("there is {}", listed(known)), format!("il y a {}", listed(known))),
    }
}

/// A handle with its article: those that come in number, or once, have none.
fn one(of: &str) -> String {
    match of {
        "game" | "options" | "offers" | "out" => format!("`{of}`"),
        _ if of.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {of}"),
        _ => format!("a {of}"),
    }
}

/// A name as manifests write it.
fn dashed(name: &str) -> String {
    let plain = name.split(['.', '[']).next().unwrap_or(name);
    plain.to_lowercase().replace('_', "-").trim_matches('-').to_owned()
}
