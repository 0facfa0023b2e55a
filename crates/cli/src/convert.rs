//! `convert`: a game of another engine becomes a record.

use crate::args;
use crate::files::{self, Over};
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Convert, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let (name, text) = desk.read(&args.game)?;
    let (record, met) = bastide_jcz::convert(&name, &text, &desk.library).map_err(|e| match e {
        bastide_jcz::Broken::Missing(_) => Stop::Faults(e.faults(&name), stop::FINDING),
        bastide_jcz::Broken::Faults(faults) => Stop::from(faults),
    })?;
    if !met.is_empty() {
        out.faults(&met, &desk.sources);
    }
    let Some(path) = &args.out else {
        out.data(&record.to_string())?;
        return Ok(stop::FINE);
    };
    files::free(path, Over::forced(args.force))?;
    files::write(path, record.to_string())?;
    let shown = path.display();
    let actions = record.actions();
    out.line(&say!(out.lang, "{shown}: {actions} actions", "{shown} : {actions} actions"))?;
    Ok(stop::FINE)
}
