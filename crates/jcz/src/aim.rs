//! What a message is aimed at, and whether an offer is what it means.

use bastide_core::Fault;

use super::file::{Message, Pointer, Reading};
use super::names;
use super::offer::Aim;

/// What a message is aimed at.
pub(super) fn read(reading: &Reading<'_>, message: &Message) -> Result<Aim, Box<Fault>> {
    let payload = &message.payload;
    let target = payload.get("pointer").or_else(|| payload.get("to"));
    let Some(node) = target else {
        return Ok(match payload.get("meepleId") {
            Some(id) => Aim::Figure(reading.text(id)?.to_owned(), None),
            None => Aim::Nothing,
        });
    };
    if !node.list().is_empty() {
        return Ok(Aim::Cell(reading.cell(node)?));
    }
    if let Some(place) = node.get("featurePointer") {
        let id = reading.text(reading.need(node, "meepleId")?)?;
        return Ok(Aim::Figure(id.to_owned(), Some(reading.pointer(place)?)));
    }
    Ok(Aim::Part(reading.pointer(node)?))
}

/// Whether an offer is named just as the message names it.
pub(super) fn is(wanted: &Aim, found: &Aim) -> bool {
    match (wanted, found) {
        (Aim::Part(at), Aim::Part(place)) => place.is(at),
        (Aim::Figure(_, Some(at)), Aim::Figure(_, Some(place))) => {
            place.is(at) && meets(wanted, found)
        }
        _ => false,
    }
}

/// Whether an offered aim is the wanted one. Alike figures of one owner are as good as each other.
pub(super) fn meets(wanted: &Aim, found: &Aim) -> bool {
    let alike = |a: &str, b: &str| {
        let (a, b) = (names::parts(a), b.rsplit_once('.'));
        matches!((a, b), (Some((owner, kind, _)), Some((rest, _))) if rest == format!("{owner}.{kind}"))
    };
    match (wanted, found) {
        (Aim::Figure(id, at), Aim::Figure(other, place)) => {
            let there = |at: &Pointer| place.as_ref().is_some_and(|place| place.is(at));
            alike(id, other) && at.as_ref().is_none_or(there)
        }
        (Aim::Held(id, by), Aim::Held(other, holder)) => alike(id, other) && by == holder,
        (Aim::Figure(id, None), Aim::Held(other, _)) => alike(id, other),
        (Aim::Cell(cell), Aim::Part(part)) | (Aim::Part(part), Aim::Cell(cell)) => {
            *cell == part.cell
        }
        (Aim::Figure(_, Some(at)) | Aim::Part(at), Aim::Part(part)) => part.is(at),
        (wanted, found) => wanted == found,
    }
}
