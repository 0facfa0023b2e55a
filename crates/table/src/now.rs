//! What a viewer sees: all of it, whole, at any time.

use bastide::Game;
use bastide::core::Words;
use bastide::core::ids::Player;
use bastide_draw::Laid;
use serde::Serialize;

use crate::hoard::{parts, zones};
use crate::log::{self, Told};
use crate::menu::{self, Item};
use crate::policy::Policy;
use crate::room::{Room, Wish, has_agreed};
use crate::seats::Viewer;
use crate::wrong::Wrong;

/// Where a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// People sit down.
    Lobby,
    /// The game is on.
    Playing,
    /// It is over.
    Over,
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a document: each is a word of its own on the page"
)]
pub struct Now {
    /// Grows with everything that changes.
    pub version: u64,
    /// Actions of the record: what an action is sent for.
    pub n: usize,
    /// Actions that the game has come to: more than `n`, if somebody looks back.
    pub all: usize,
    /// After how many actions the turn before began, and the one after.
    pub turns: [Option<usize>; 2],
    /// Where the table is.
    pub phase: Phase,
    /// Expansions in force, by their names.
    pub title: String,
    /// The viewer's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<u8>,
    /// Seats whose keys were sent. A client with a key for another seat has lost that seat.
    pub yours: Vec<u8>,
    /// The viewer may change who sits where.
    pub host: bool,
    /// The viewer may take a free seat.
    pub invited: bool,
    /// The viewer may not see the game: only people at the table may.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shut: bool,
    /// What pictures of the board are asked for with, at a table that is not for everybody's eyes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<String>,
    /// How the table is kept.
    pub policy: Policy,
    /// With what a free seat is taken; told to the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// Code to type in the same network instead of the link, before the game. The server fills it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether it contains something hidden from others. People who share a screen must hide it first.
    pub private: bool,
    /// Who sits where.
    pub seats: Vec<SeatNow>,
    /// The board, or `None` before the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The pending decision, or `None` before the game and after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The proposal to vote on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wish: Option<WishNow>,
    /// What the table told last: a number and the words.
    pub notes: Vec<(u64, String)>,
    /// The phrases that were said last: a number, the seat, and the words.
    pub phrases: Vec<(u64, u8, &'static str)>,
    /// The table at which the same people play once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Faults in the edited rules, for the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Wrong>,
    /// New rules keep the game only so far: the host says whether it is cut there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// Number of the game's course. It changes when actions are undone.
    pub course: u64,
    /// Number of log entries omitted because the client already has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<usize>,
    /// The last actions, the latest last.
    pub log: Vec<Told>,
    /// Tiles that the viewer has not seen, by type, and how many are left to draw.
    pub left: Vec<(u16, u8)>,
    /// How many tiles are left to draw.
    pub deck: u32,
    /// Seats that have won.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<u8>,
    /// An expansion failed: the game waits as it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// A seat.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a document: each is a word of its own on the page"
)]
pub struct SeatNow {
    /// Name of the player.
    pub name: String,
    /// The bot that plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<&'static str>,
    /// Nobody sits there, and no bot plays.
    pub free: bool,
    /// The person who sits there is here.
    pub here: bool,
    /// They have said, before the game, that they are ready.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    /// A bot plays until they are here again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
    /// Whether the seat must act and was away long enough for a bot to stand in.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Points.
    pub score: i32,
    /// Content of the player area in words.
    pub parts: Vec<String>,
    /// Tiles in its zones, by zone: those that the viewer sees, and how many there are.
    pub zones: Vec<(String, Vec<u16>, usize)>,
}

/// A proposal to vote on.
#[derive(Clone, Debug, Serialize)]
pub struct WishNow {
    /// Its number.
    pub id: u64,
    /// In words.
    pub text: String,
    /// Seats that have said yes.
    pub yes: Vec<u8>,
    /// How many have to.
    pub of: usize,
    /// Seats whose word counts.
    pub asked: Vec<u8>,
    /// The viewer has said yes.
    pub agreed: bool,
}

/// The board: its tiles, and the picture of overlays and pieces.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// Number of the picture, which changes with the picture.
    pub picture: u64,
    /// Left, top, width and height of it.
    pub frame: [f64; 4],
    /// Tiles below it: column, row, number of the type, clockwise quarter turns.
    pub tiles: Vec<(i16, i16, u16, u8)>,
    /// Of each seat that has acted the cells on which it did so last.
    pub last: Vec<(u8, Vec<[i16; 2]>)>,
    /// The tile that was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u16>,
}

/// A decision.
#[derive(Clone, Debug, Serialize)]
pub struct Ask {
    /// Deciding seat, or `None` for chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The question in words.
    pub prompt: String,
    /// The viewer decides.
    pub yours: bool,
    /// Who has acted and may still take it back: nothing goes on before they say that they are done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<u8>,
    /// The viewer may take back an action.
    pub undo: bool,
    /// Options, if the viewer decides.
    pub options: Vec<Item>,
}

/// Log entries that the client already has, for the same viewer and language: the course of the game and the number of
/// entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// [`Now::course`].
    pub course: u64,
    /// How many actions.
    pub n: usize,
}

impl Room {
    /// The table as a viewer sees it, in a language (`en` or `fr`).
    pub fn now(&mut self, viewer: Viewer, lang: &str) -> Now {
        self.now_after(viewer, lang, None)
    }

    /// Returns the table for a viewer without the log entries that the client has.
    pub fn now_after(&mut self, viewer: Viewer, lang: &str, known: Option<Known>) -> Now {
        let picture = self.picture();
        // At the end of a game, earlier entries may reveal more.
        let goes_on = self.phase() == Phase::Playing;
        let is_course = |known: &Known| known.course == self.course && known.n <= self.actions();
        let known = known.filter(|known| goes_on && is_course(known)).map(|known| known.n);
        let scene = self.game.as_ref().map(|game| (game, &self.laid, picture));
        self.seen_at(scene, viewer, lang, known)
    }

    /// The table with its game as it is, or as it was: the game, its board, and the number of the picture.
    pub(crate) fn seen_at(
        &self,
        scene: Option<(&Game, &Laid, u64)>,
        viewer: Viewer,
        lang: &str,
        known: Option<usize>,
    ) -> Now {
        let played = scene.map(|scene| scene.0);
        let seats =
            (0..self.seats.len()).map(|at| self.seat_now(played, at, viewer, lang)).collect();
        let words = |words: &Words| if lang == "fr" { words.fr.clone() } else { words.en.clone() };
        let mut now = Now {
            version: self.version(),
            n: 0,
            all: self.game.as_ref().map_or(0, |game| game.entries().len()),
            turns: [None; 2],
            phase: match played {
                Some(game) if !game.is_over() => Phase::Playing,
                _ => self.phase(),
            },
            title: self.title(lang),
            you: viewer.seat.is_some().then_some(viewer.seat.0),
            yours: viewer.seats(),
            host: viewer.host,
            invited: viewer.invited,
            shut: !self.may_look(viewer),
            pictures: None,
            policy: self.policy,
            invite: viewer.invitation.map(|key| key.to_string()),
            code: None,
            private: false,
            seats,
            board: None,
            ask: None,
            wish: self.wish.as_ref().map(|wish| self.wish_now(wish, viewer, lang)),
            notes: self.notes.iter().map(|(id, said)| (*id, words(said))).collect(),
            phrases: Vec::new(),
            next: self.next.clone(),
            faults: if viewer.host { self.faults.clone() } else { Vec::new() },
            cut: self.cut.as_ref().filter(|_| viewer.host).map(|cut| words(&cut.words)),
            course: self.course,
            known: None,
            log: Vec::new(),
            left: Vec::new(),
            deck: 0,
            winners: Vec::new(),
            trouble: self.trouble.as_ref().map(words),
        };
        if now.shut {
            return now;
        }
        now.pictures = self.pictures.map(|key| key.to_string());
        if self.policy.phrases {
            let said = self.spoken.iter();
            now.phrases = said.map(|said| (said.id, said.seat, said.phrase.text(lang))).collect();
        }
        let Some((game, laid, picture)) = scene else { return now };
        let view = game.seen_by(viewer.seat);
        now.n = game.entries().len();
        now.turns = log::turns(self.game.as_ref().unwrap_or(game), now.n);
        now.private = view.hides() || game.rules().ruleset.is_sealed(game.decision().step);
        now.board = Some(Board {
            picture,
            frame: laid.frame,
            tiles: laid.tiles.clone(),
            last: log::last(game),
            drawn: view.state().drawn().map(|tile| tile.0),
        });
        now.known = known;
        now.log = log::told(game, viewer.seat, lang, known.unwrap_or(0));
        now.left = view.unseen().map(|(tile, n)| (tile.0, n)).collect();
        now.deck = game.read().deck_size();
        now.winners = game.result().map_or(Vec::new(), |r| r.winners.iter().map(|p| p.0).collect());
        now.ask = self.ask_now(game, viewer, lang);
        now
    }

    fn wish_now(&self, wish: &Wish, viewer: Viewer, lang: &str) -> WishNow {
        WishNow {
            id: wish.id,
            text: self.wished(wish).get(lang).to_owned(),
            yes: wish.yes.iter().map(|at| *at as u8).collect(),
            of: self.needed(wish.what),
            asked: self.voters(wish.what).into_iter().map(|at| at as u8).collect(),
            agreed: has_agreed(wish, viewer.seat),
        }
    }

    fn ask_now(&self, game: &Game, viewer: Viewer, lang: &str) -> Option<Ask> {
        if game.is_over() {
            return None;
        }
        let actor = game.actor();
        let live = self.game.as_ref().is_some_and(|own| std::ptr::eq(own, game));
        let held = self.held.filter(|_| live);
        let yours = live && held.is_none() && viewer.seat.is_some() && actor == viewer.seat;
        Some(Ask {
            seat: actor.is_some().then_some(actor.0).filter(|_| actor != Player::CHANCE),
            prompt: game.prompt(lang),
            yours,
            held: held.map(|seat| seat.0),
            undo: live && self.may_undo(viewer.seat),
            options: if yours {
                menu::items(game, viewer.seat, &self.laid, lang)
            } else {
                Vec::new()
            },
        })
    }

    fn seat_now(&self, game: Option<&Game>, at: usize, viewer: Viewer, lang: &str) -> SeatNow {
        let seat = &self.seats[at];
        let mut now = SeatNow {
            name: seat.name.clone(),
            bot: seat.bot.map(bastide::Bot::name),
            free: seat.is_free(),
            here: self.is_here(at),
            ready: seat.ready && self.game.is_none(),
            stand_in: seat.key.is_some() && seat.bot.is_some(),
            late: self.is_late(at),
            ..SeatNow::default()
        };
        if let Some(game) = game.filter(|_| self.may_look(viewer)) {
            let (view, player) = (game.seen_by(viewer.seat), Player(at as u8));
            now.score = game.state().score(player);
            now.parts = parts(game, view.state(), player, lang);
            now.zones = zones(game, view.state(), player, lang);
        }
        now
    }
}
