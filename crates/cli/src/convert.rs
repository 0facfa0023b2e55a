//! `convert`: a game of another engine becomes a record.

use bastide_bga::Names;

use crate::args;
use crate::files::{self, Over};
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Convert, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let (name, text) = desk.read(&args.game)?;
    let record = if bastide_bga::is_log(&text) {
        let names = if args.anonymous { Names::Drop } else { Names::Keep };
        bastide_bga::convert(&name, &text, &desk.library, names).map_err(Stop::from)?
    } else {
        let converted = bastide_jcz::convert(&name, &text, &desk.library);
        let (record, met) = converted.map_err(|e| match e {
            bastide_jcz::Broken::Missing(_) => Stop::Faults(e.faults(&name), stop::FINDING),
            bastide_jcz::Broken::Faults(faults) => Stop::from(faults),
        })?;
        if !met.is_empty() {
            out.faults(&met, &desk.sources);
        }
        record
    };
    let Some(path) = &args.out else {
        out.data(&record.to_string())?;
        return Ok(stop::FINE);
    };
    files::free(path, Over::forced(args.force))?;
    files::write(path, record.to_string())?;
    let shown = path.display();
    let actions = out.lang.counted(record.actions(), "action", "action");
    out.line(&say!(out.lang, "{shown}: {actions}", "{shown} : {actions}"))?;
    Ok(stop::FINE)
}
