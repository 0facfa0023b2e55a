//! Faults of files: those of `check`, and those of looks.

use std::path::PathBuf;

use bastide::Library;
use bastide::core::Fault;
use bastide_check::Report;
use bastide_draw::Look;

use crate::faults::Sources;
use crate::out::Out;

/// Checks files and folders, and the looks of expansions.
///
/// # Errors
///
/// Fails like [`bastide_check::check`].
pub(crate) fn check(paths: &[PathBuf], library: Library) -> Result<Report, Vec<Fault>> {
    let mut report = bastide_check::check(paths, library)?;
    report.faults.extend(Look::faults(&report.library, &report.manifests, &report.expansions));
    // By file; the check has seen to the order within each.
    report.faults.sort_by_key(|fault| fault.file.clone());
    Ok(report)
}

/// Returns the look of everything. Unreadable looks are reported, and a general look takes their place.
pub(crate) fn look(library: &Library, sources: &Sources, out: &mut Out) -> Look {
    let (look, faults) = Look::of(library);
    if !faults.is_empty() {
        out.faults(&faults, sources);
    }
    look
}
