//! From an error of the interpreter to a fault with its place.
//!
//! **Invariant:** the place comes from the stack, never from the text of a message: a script can write any text.

use bastide_core::fault::{Fault, Words};
use mlua::Error;

use crate::french::french;
use crate::library::{PRELUDE, module_of};
use crate::raised::{Place, Raised};
use crate::text::clean;

const TRACE: &str = "stack traceback:";

/// An error before its place is turned into a file and bytes.
#[derive(Debug)]
pub(crate) struct Blame {
    pub(crate) fault: Fault,
    pub(crate) place: Option<Place>,
    /// The memory of the machine is full and must be collected.
    pub(crate) memory: bool,
}

/// Reads an error that a call gave back.
pub(crate) fn blame(error: &Error) -> Blame {
    let mut place = None;
    let mut inner = error;
    let mut called_back = false;
    loop {
        inner = match inner {
            Error::CallbackError { traceback, cause } => {
                called_back = true;
                place = place_in(traceback).or(place);
                cause
            }
            Error::WithContext { cause, .. } => cause,
            other => break finish(other, place, called_back),
        };
    }
}

fn finish(error: &Error, mut place: Option<Place>, called_back: bool) -> Blame {
    let mut memory = false;
    let fault = match error {
        Error::ExternalError(cause) => match cause.downcast_ref::<Raised>() {
            Some(raised) => {
                place = raised.place.or(place);
                let what = Words::new(clean(&raised.what.en), clean(&raised.what.fr));
                Fault {
                    code: raised.code.to_string(),
                    what,
                    help: raised.help.clone(),
                    ..Fault::default()
                }
            }
            None => said("L0201", &cause.to_string()),
        },
        Error::MemoryError(_) => {
            memory = true;
            Fault::new(
                "L0204",
                "the script needs too much memory",
                "le script demande trop de mémoire",
            )
            .help(
                "build smaller tables and texts, or work through them in pieces",
                "construisez des tables et des textes plus petits, ou traitez-les par morceaux",
            )
        }
        Error::SyntaxError { message, .. } => {
            let (at, text) = head(message);
            place = at.or(place);
            let text = clean(text);
            let french = crate::french::syntax(&text);
            Fault::new("L0101", text, french).help(
                "look at this place and above it: an `end`, bracket or comma may be missing or too many",
                "regardez ici et plus haut : un `end`, une parenthèse ou une virgule manque peut-être, ou est de trop",
            )
        }
        Error::RuntimeError(message) => {
            let (text, traceback) = message.rsplit_once(TRACE).unwrap_or((message, ""));
            place = place_in(traceback).or(place);
            runtime(head(text.trim_end_matches('\n')).1)
        }
        Error::BadArgument { pos, cause, .. } => {
            let why = reason(cause);
            if *pos == 1 && why.contains("userdata") {
                return Blame { fault: dotted(), place, memory };
            }
            Fault::new(
                "L0205",
                format!("bad argument {pos}: {why}"),
                format!("mauvais argument n° {pos} : {why}"),
            )
        }
        Error::FromLuaConversionError { .. } if called_back => said("L0205", &reason(error)),
        Error::FromLuaConversionError { .. } => {
            let why = reason(error);
            Fault::new("L0206", format!("bad answer: {why}"), format!("mauvaise réponse : {why}"))
        }
        Error::StackError => overflow(),
        other => said("L0201", &other.to_string()),
    };
    Blame { fault, place, memory }
}

fn runtime(text: &str) -> Fault {
    if text.starts_with("stack overflow")
        || text == "C stack overflow"
        || text.starts_with("error in error handling")
    {
        return overflow();
    }
    if text.starts_with("invalid argument #") || text.starts_with("missing argument #") {
        return said("L0205", text);
    }
    if let Some(name) = unknown_method_name(text) {
        let (en, fr, help_en, help_fr) = crate::handles::unknown_method(&clean(name));
        return Fault::new("L0212", en, fr).help(help_en, help_fr);
    }
    if text.contains("userdata of type") {
        return dotted();
    }
    let fault = said("L0201", text);
    if let Some(method) = text.strip_prefix("attempt to index nil with ") {
        return fault.help(
            format!("what stands before {method} is nil here: a method that answers, such as `offers:offer`, gives nothing back, so that each call is written by itself"),
            format!("ce qui précède {method} vaut nil ici : une méthode qui répond, comme `offers:offer`, ne rend rien ; écrivez chaque appel à part"),
        );
    }
    if text == "attempt to modify a readonly table" {
        return fault.help(
            "a script keeps nothing between calls: declare state in the manifest and change it with effects",
            "un script ne garde rien d'un appel à l'autre : déclarez l'état dans le manifeste et changez-le par des effets",
        );
    }
    fault
}

fn unknown_method_name(text: &str) -> Option<&str> {
    text.strip_prefix("attempt to call an unknown method '")?.strip_suffix('\'')
}

/// A method that was called with a dot, and took its first argument for the handle.
fn dotted() -> Fault {
    let fault = Fault::new(
        "L0205",
        "a method was called without its handle",
        "une méthode a été appelée sans son objet",
    );
    fault.help(
        "write a colon between the handle and the method: `city:tag(\"pennant\")`, not `city.tag(…)`",
        "écrivez deux-points entre l'objet et la méthode : `city:tag(\"pennant\")`, et non `city.tag(…)`",
    )
}

fn overflow() -> Fault {
    Fault::new(
        "L0208",
        "functions call each other too deep",
        "les fonctions s'appellent trop profondément",
    )
    .help("a recursion may have no end", "une récursion est peut-être sans fin")
}

fn said(code: &str, text: &str) -> Fault {
    let en = clean(text);
    let fr = french(&en);
    Fault::new(code, en, fr)
}

fn reason(error: &Error) -> String {
    match error {
        Error::FromLuaConversionError { from, to, message } => {
            let more = message.as_deref().map_or_else(String::new, |m| format!(" ({m})"));
            clean(&format!("{to} expected, got {from}{more}"))
        }
        other => clean(&other.to_string()),
    }
}

/// Takes the interpreter's own `chunk:line:` off a message.
fn head(message: &str) -> (Option<Place>, &str) {
    let cut = || {
        let (chunk, rest) = message.split_once(':')?;
        let (line, text) = rest.split_once(':')?;
        let line = line.parse().ok()?;
        let place = module_of(chunk).map(|module| Place { module, line });
        (place.is_some() || chunk == PRELUDE)
            .then_some((place, text.strip_prefix(' ').unwrap_or(text)))
    };
    cut().unwrap_or((None, message))
}

/// The innermost line of a module in the interpreter's own list of the stack.
fn place_in(traceback: &str) -> Option<Place> {
    let (_, frames) = traceback.rsplit_once(TRACE).unwrap_or(("", traceback));
    frames.lines().find_map(|frame| {
        let (chunk, rest) = frame.trim_start().split_once(':')?;
        let line = rest.split_once(':')?.0.parse().ok()?;
        Some(Place { module: module_of(chunk)?, line })
    })
}
