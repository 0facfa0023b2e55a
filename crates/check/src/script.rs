//! The check of a script: its syntax, its text, and the functions that the manifest names.

use bastide::core::Fault;
use bastide_script::Vm;
use bastide_script::module::Module;

use crate::lint::{self, About};

/// Everything that is wrong with a script.
pub(crate) fn check(vm: &Vm, file: &str, text: &str, about: &About<'_>) -> Vec<Fault> {
    match vm.load_module(file, text) {
        Ok(module) => {
            let mut faults = lint::check(file, text, about);
            faults.extend(missing(&module, file, about));
            faults
        }
        Err(fault) if fault.code == "L0101" => vec![lint::narrowed(fault, text)],
        // What the interpreter was not even asked to read is too long, or no text: nobody else reads it either.
        Err(fault) if ["L0102", "L0103"].contains(&fault.code.as_str()) => vec![fault],
        // It compiles, and running it as it is loaded failed: the text may say why.
        Err(fault) => {
            let mut faults = lint::check(file, text, about);
            if faults.iter().all(|found| found.span.is_none() || !covers(&fault, found)) {
                faults.push(fault);
            }
            faults
        }
    }
}

/// Whether a fault lies inside another.
fn covers(outer: &Fault, inner: &Fault) -> bool {
    match (&outer.span, &inner.span) {
        (Some(outer), Some(inner)) => outer.start <= inner.start && inner.end <= outer.end,
        _ => false,
    }
}

/// Functions that the manifest names and the script lacks, where the manifest names them.
fn missing(module: &Module, file: &str, about: &About<'_>) -> Vec<Fault> {
    let Some(manifest) = about.manifest else { return Vec::new() };
    let all = &manifest.everything;
    let hooks = all.hooks.iter().filter(|hook| !hook.call.is_empty());
    let hooks = hooks.map(|hook| (hook.call.as_str(), hook.on.as_str()));
    let finals =
        all.finals.iter().filter_map(|last| Some((last.call.as_deref()?, "end_of_game.points")));
    let mut faults = Vec::new();
    for (name, hook) in hooks.chain(finals) {
        if module.function(name).is_none() {
            let fault = bastide_script::lacks(file, module, name, hook);
            let place = crate::place::of_word(manifest.text(), "call", name);
            faults.push(match place {
                Some(span) => fault.at(manifest.file(), span),
                None => fault,
            });
        }
    }
    faults
}
