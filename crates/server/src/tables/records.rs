//! Games from elsewhere: a record that somebody has, and a game that continues from a moment of another one.

use std::time::{Duration, Instant};

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bastide::core::{Fault, Words};
use bastide::record::beyond;
use bastide::{Library, Record};
use bastide_table::form::FAULTS_MAX;
use bastide_table::{Answer, Wrong, form};
use serde::Deserialize;

use super::door::{MadeTable, Replay, no_place};
use super::fresh::random;
use super::lost::Lost;
use super::misread::{Object, misread};
use super::rooms::{Begins, FULL};
use super::routes::{Here, keys};
use super::{Made, UNKEPT};

/// Longest record that is taken, in bytes.
pub(super) const RECORD_BYTES_MAX: usize = 2 << 20;
/// A record must be converted and replayed within this time. A game of three hundred actions takes some milliseconds.
/// Builds without optimization get more.
const PLAYED_WITHIN: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 });
/// What a record that was sent is called in faults.
pub(super) const NAME: &str = "game";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sent {
    record: String,
    /// The first actions of it alone.
    #[serde(default)]
    n: Option<usize>,
}

/// A table for a record: to be watched, to be gone on with.
pub(super) async fn open(
    State(here): State<Here>,
    sent: Result<Json<Object<Sent>>, JsonRejection>,
) -> Response {
    let sent = match sent {
        Ok(Json(Object(sent))) => sent,
        Err(wrong) => return misread(&wrong),
    };
    let library = here.tables.library();
    let door = here.tables.door.clone();
    let Some(place) = door.replay().await else {
        let why = Words::new(
            "others' records are being read; try again in a moment",
            "d'autres parties sont en cours de lecture ; réessayez dans un instant",
        );
        return no_place(why, Duration::from_secs(5));
    };
    // A long game takes a while; the other tables go on meanwhile.
    let text = sent.record.clone();
    let played = here.tables.aside("", move |_| {
        let (_place, begun) = (place, Instant::now());
        let played = play(&sent, &library);
        door.replayed(Replay::Sent, begun.elapsed());
        played
    });
    let opened = match played.await {
        Ok(Ok(play)) => here.tables.begin(Begins::Game(Box::new(play), None)).await,
        Ok(Err(faults)) => Err(faults),
        Err(_) => return Lost::Ended.into_response(),
    };
    made(opened, NAME, &text)
}

/// The game of a record, of this program or of another one whose games can be converted.
fn play(sent: &Sent, library: &Library) -> Result<bastide::Play, Vec<Fault>> {
    let begun = Instant::now();
    let go_on = || begun.elapsed() < PLAYED_WITHIN;
    let record = if sent.record.trim_start().starts_with('{') {
        let converted = bastide_jcz::convert_while(NAME, &sent.record, library, go_on);
        converted.map_err(|broken| broken.faults(NAME))?.0
    } else {
        let record = Record::parse(NAME, &sent.record)?;
        form::served(&record.header.config(NAME))?;
        record
    };
    let n = sent.n.unwrap_or(usize::MAX);
    let game = record.replay_while(library, n, go_on).map_err(|broken| broken.faults())?;
    if let Some(fault) = sent.n.and_then(|n| beyond(n, &game)) {
        let last = game.entries().len();
        let help = (format!("ask for {last} or less"), format!("demandez {last} ou moins"));
        return Err(vec![fault.in_file(NAME).help(help.0, help.1)]);
    }
    Ok(game.into_play())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct From {
    n: usize,
}

/// A new table that begins with the first actions of a game.
pub(super) async fn fork(
    State(here): State<Here>,
    Path(room): Path<String>,
    headers: HeaderMap,
    from: Result<Json<Object<From>>, JsonRejection>,
) -> Response {
    let n = match from {
        Ok(Json(Object(from))) => from.n,
        Err(wrong) => return misread(&wrong),
    };
    let Ok(seed) = random() else {
        let why = Words::new("the system gives no chance", "le système ne donne pas de hasard");
        return (StatusCode::CONFLICT, Json(Answer::No { code: "fault", why, rules: Vec::new() }))
            .into_response();
    };
    match here.tables.forked(&room, keys(&headers), (n, seed)).await {
        Ok(Ok(begins)) => made(here.tables.begin(begins).await, NAME, ""),
        Ok(Err(why)) => {
            let no = Answer::No { code: "hidden", why, rules: Vec::new() };
            (StatusCode::CONFLICT, Json(no)).into_response()
        }
        Err(lost) => lost.into_response(),
    }
}

/// A table that was made, or what is wrong with the file that it was to be made of.
pub(super) fn made(opened: Result<Made, Vec<Fault>>, file: &str, text: &str) -> Response {
    match opened {
        Ok(made) => {
            let name = MadeTable(made.room.clone());
            let keys = [("room", made.room), ("host", made.host), ("invite", made.invite)];
            (Extension(name), Json(std::collections::BTreeMap::from(keys))).into_response()
        }
        Err(faults) if faults.iter().any(|fault| fault.code == FULL) => {
            let why = faults.into_iter().next().map(|fault| fault.what).unwrap_or_default();
            no_place(why, Duration::from_secs(60))
        }
        // The error tells the operator of the server what to do, not the person who asks for a table.
        Err(faults) if faults.iter().any(|fault| fault.code == UNKEPT) => {
            Lost::Unkept.into_response()
        }
        Err(faults) => {
            let text = |fault: &Fault| (fault.file == file).then_some(text);
            let wrong = |fault: &Fault| Wrong::new(fault, text(fault));
            let mut wrong: Vec<Wrong> = faults.iter().take(FAULTS_MAX).map(wrong).collect();
            wrong.extend(Wrong::more(faults.len().saturating_sub(FAULTS_MAX)));
            (StatusCode::UNPROCESSABLE_ENTITY, Json(wrong)).into_response()
        }
    }
}
