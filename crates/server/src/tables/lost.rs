//! Why a table gives no answer.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bastide::core::{Fault, Words};
use bastide_table::{Answer, Room, Viewer};

/// Why a table gives no answer.
#[derive(Debug)]
pub(super) enum Lost {
    /// There is none, or not what was asked for at it.
    None,
    /// It is there, and what was asked for is not to be seen at it.
    Unseen(Unseen),
    /// It is kept, and cannot go on for the time being.
    Shut(Box<Words>),
    /// The change could not be stored and has not happened.
    Unkept,
    /// The threads that run the tables have ended.
    Ended,
}

/// Why something is not to be seen at a table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unseen {
    /// Others may not look on.
    Closed,
    /// There is no game yet.
    NotBegun,
    /// The game has fewer actions.
    Beyond,
}

impl Unseen {
    fn words(self) -> Words {
        match self {
            Self::Closed => Words::new(
                "only those who sit or are invited may look at this table",
                "seules les personnes assises ou invitées peuvent regarder cette table",
            ),
            Self::NotBegun => Words::new("the game has not begun", "la partie n'a pas commencé"),
            Self::Beyond => {
                Words::new("the game has not come so far", "la partie n'est pas allée jusque-là")
            }
        }
    }
}

impl Lost {
    /// A table that cannot go on, for the first of these reasons.
    pub(super) fn shut(faults: Vec<Fault>) -> Self {
        let first = faults.into_iter().next();
        Self::Shut(Box::new(first.map(|fault| fault.what).unwrap_or_default()))
    }

    /// What a viewer does not see at a table that is there.
    pub(super) fn unseen(room: &Room, viewer: Viewer) -> Self {
        Self::Unseen(if !room.may_look(viewer) {
            Unseen::Closed
        } else if room.game().is_none() {
            Unseen::NotBegun
        } else {
            Unseen::Beyond
        })
    }

    /// The reason as a word.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::None => "room",
            Self::Unseen(Unseen::Closed) => "key",
            Self::Unseen(Unseen::NotBegun) => "turn",
            Self::Unseen(Unseen::Beyond) => "beyond",
            Self::Shut(_) | Self::Ended => "shut",
            Self::Unkept => "fault",
        }
    }
}

impl IntoResponse for Lost {
    fn into_response(self) -> Response {
        let code = self.code();
        let (status, why) = match self {
            Self::None => (
                StatusCode::NOT_FOUND,
                Words::new("there is no such table", "cette table n'existe pas"),
            ),
            Self::Unseen(why) => (StatusCode::NOT_FOUND, why.words()),
            // Pages try again, and keep their keys.
            Self::Shut(why) => (
                StatusCode::SERVICE_UNAVAILABLE,
                Words::new(
                    format!("this table cannot go on for the time being: {}", why.en),
                    format!("cette table ne peut continuer pour l'instant : {}", why.fr),
                ),
            ),
            Self::Unkept => (
                StatusCode::SERVICE_UNAVAILABLE,
                Words::new(
                    "this could not be kept, and has not been done: the disk of the server may be full, or its folder of tables was deleted",
                    "l'action n'a pas pu être gardée et n'a pas eu lieu : le disque du serveur est peut-être plein, ou son dossier des tables supprimé",
                ),
            ),
            Self::Ended => (
                StatusCode::SERVICE_UNAVAILABLE,
                Words::new("the server has ended", "le serveur s'est arrêté"),
            ),
        };
        (status, Json(Answer::No { code, why, rules: Vec::new() })).into_response()
    }
}
