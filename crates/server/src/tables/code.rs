//! The code of a table, typed on the start page.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bastide::core::Words;
use bastide_table::{Answer, Phase};
use serde::Deserialize;
use serde_json::json;

use super::door::Asker;
use super::misread::{Object, misread};
use super::routes::Here;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Typed {
    code: String,
}

/// The table of a code and its invitation, as long as its game has not begun.
pub(super) async fn code(
    State(here): State<Here>,
    asker: Option<Extension<Asker>>,
    typed: Result<Json<Object<Typed>>, JsonRejection>,
) -> Response {
    let Typed { code } = match typed {
        Ok(Json(Object(typed))) => typed,
        Err(wrong) => return misread(&wrong),
    };
    let door = here.tables.door.clone();
    if !door.has_codes() {
        return no(Words::new(
            "tables have no codes here: ask for the link of yours",
            "les tables n'ont pas de code ici : demandez le lien de la vôtre",
        ));
    }
    let answer = async {
        let Some((room, invite)) = door.room_of(&code) else { return Err(wrong()) };
        let named = room.clone();
        let phase = here.tables.with(&room, move |rooms| Ok(rooms.room(&named)?.phase())).await;
        if !matches!(phase, Ok(Phase::Lobby)) {
            door.no_code(&room);
            return Err(wrong());
        }
        Ok(Json(json!({ "room": room, "invite": invite.to_string() })).into_response())
    };
    door.tries(asker.map(|Extension(asker)| asker), answer).await
}

/// Of a game that has begun it is not told that there is one.
fn wrong() -> Response {
    no(Words::new(
        "no table has this code, or its game has begun: look at the code once more, or ask for the link",
        "aucune table n'a ce code, ou la partie a commencé : relisez le code, ou demandez le lien",
    ))
}

fn no(why: Words) -> Response {
    let no = Answer::No { code: "room", why, rules: Vec::new() };
    (StatusCode::CONFLICT, Json(no)).into_response()
}
