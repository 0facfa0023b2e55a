//! The room: what may be asked, by whom, and what follows.

mod acts;
mod again;
mod bots;
mod faces;
mod hints;
mod kept;
mod lobby;
mod present;
mod rules;
mod sight;
mod talk;
mod wish;

use std::collections::VecDeque;
use std::sync::Arc;

use bastide::core::ids::Player;
use bastide::core::{Fault, Words};
use bastide::{Config, Game, Library, Record, Rules, Seed, Setup, story};
use bastide_draw::{Laid, Look, PLAIN};

pub use self::bots::Step;
pub use self::faces::Faces;
pub use self::hints::Asks;
pub use self::kept::{Restored, is_host};
pub use self::present::{GONE_MS, HERE_MS};
pub(crate) use self::rules::Cut;
pub use self::sight::Sight;
pub use self::talk::PHRASE_MS;
pub(crate) use self::wish::{Wish, has_agreed};
use crate::asked::{Answer, Asked};
use crate::key::{Key, Seal};
use crate::now::Phase;
use crate::past::Past;
use crate::phrase::Spoken;
use crate::policy::Policy;
use crate::seats::{Seat, Viewer};
use crate::wrong::Wrong;

/// Longest name of a person, in characters.
pub const NAMES_CHARS_MAX: usize = 24;
/// Longest action that is read, in bytes.
const ACTION_BYTES_MAX: usize = 1000;
/// Answers that are stored for repeated requests.
const ANSWERS_MAX: usize = 64;
/// A table with its seats and its game.
#[derive(Debug)]
pub struct Room {
    pub(crate) library: Arc<Library>,
    config: Config,
    pub(crate) look: Arc<Look>,
    /// The rules as they are before the game; later the game has its own.
    rules: Rules,
    /// Expansions, by their names in both languages.
    names: Vec<Words>,
    host: Seal,
    invite: Seal,
    pub(crate) seats: Vec<Seat>,
    pub(crate) game: Option<Game>,
    /// Who has acted last and may take it back: nothing goes on before they say that they are done.
    pub(crate) held: Option<Player>,
    /// An expansion's fault that stopped the game where it was.
    pub(crate) trouble: Option<Words>,
    pub(crate) policy: Policy,
    /// What pictures are asked for with, if not everybody may see them.
    pub(crate) pictures: Option<Key>,
    /// What time it is, as far as it was said.
    clock: u64,
    /// When the host was last here.
    host_seen: Option<u64>,
    pub(crate) wish: Option<Wish>,
    /// Number of proposals made so far.
    wishes: u64,
    /// Phrases and notes that there were.
    told: u64,
    pub(crate) spoken: VecDeque<Spoken>,
    pub(crate) notes: VecDeque<(u64, Words)>,
    /// The table at which the same people play once more.
    pub(crate) next: Option<String>,
    /// The rematch before it has a name.
    again: Option<Box<Room>>,
    /// Faults in the edited rules.
    pub(crate) faults: Vec<Wrong>,
    /// A fault met in the game that was not yet reported.
    met: Option<Fault>,
    /// Rules under which a part of the game would be lost.
    pub(crate) cut: Option<Box<Cut>>,
    version: u64,
    /// Number that changes when actions are undone or the rules change.
    pub(crate) course: u64,
    /// How many actions there were at the last change.
    came_to: usize,
    /// Grows with every other board.
    picture: u64,
    /// Whose board is drawn: the course of the game, and how many actions it had.
    drawn: Option<(u64, usize)>,
    pub(crate) laid: Laid,
    /// The game as somebody looked back at it last.
    pub(crate) past: Option<Past>,
    answers: VecDeque<(Player, String, Answer)>,
}

impl Room {
    /// Creates a table for a config with free seats. The key is the host's; [`Key::invitation`] is the guests'.
    ///
    /// # Errors
    ///
    /// Fails like [`Setup::load`] and [`Rules::new`].
    #[allow(clippy::needless_pass_by_value, reason = "the table has the config from then on")]
    pub fn new(
        config: Config,
        library: Arc<Library>,
        look: Arc<Look>,
        host: Key,
    ) -> bastide::Result<Self> {
        let rules = Rules::new(Setup::load(&config, &library)?)?;
        Ok(Self::of_rules(&rules, library, look, host))
    }

    /// A table for rules that were made of a config, as [`Room::new`] makes them.
    #[must_use]
    pub fn of_rules(rules: &Rules, library: Arc<Library>, look: Arc<Look>, host: Key) -> Self {
        let config = rules.setup.config.clone();
        Self::with(config, rules, None, (library, look), sealed(host))
    }

    /// A table for a game that has begun; its seats are still to be taken.
    #[must_use]
    pub fn of(game: Game, library: Arc<Library>, look: Arc<Look>, host: Key) -> Self {
        let rules = game.rules().clone();
        let config = rules.setup.config.clone();
        Self::with(config, &rules, Some(game), (library, look), sealed(host))
    }

    fn with(
        config: Config,
        rules: &Rules,
        game: Option<Game>,
        (library, look): (Arc<Library>, Arc<Look>),
        (host, invite): (Seal, Seal),
    ) -> Self {
        Self {
            library,
            config,
            look,
            rules: rules.clone(),
            names: names(rules),
            host,
            invite,
            seats: rules.setup.players.iter().map(Seat::of).collect(),
            game,
            held: None,
            trouble: None,
            policy: Policy::default(),
            pictures: None,
            clock: 0,
            host_seen: None,
            wish: None,
            wishes: 0,
            told: 0,
            spoken: VecDeque::new(),
            notes: VecDeque::new(),
            next: None,
            again: None,
            faults: Vec::new(),
            met: None,
            cut: None,
            version: 1,
            course: 1,
            came_to: 0,
            picture: 0,
            drawn: None,
            laid: Laid::default(),
            past: None,
            answers: VecDeque::new(),
        }
    }

    /// How the table is kept.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Sets the table settings from the start. If not everybody may watch, pictures need this secret.
    #[must_use]
    pub fn kept(mut self, policy: Policy, pictures: Key) -> Self {
        self.policy = policy;
        self.pictures = (!policy.watchers).then_some(pictures);
        self
    }

    /// The rules in force: those of the game, or those under which it will begin.
    pub(crate) fn in_force(&self) -> &Rules {
        self.game.as_ref().map_or(&self.rules, |game| game.rules())
    }

    /// The game needs no engine for a while: it gets another one when somebody asks for something.
    pub fn cool(&mut self) {
        self.game.iter_mut().for_each(Game::rest);
        self.past = None;
    }

    /// Whether the game has an engine that takes memory: scripts run in it.
    #[must_use]
    pub fn is_heavy(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.is_awake() && !game.rules().setup.scripts.is_empty())
    }

    /// What the rules in force were made of.
    #[must_use]
    pub fn setup(&self) -> Arc<Setup> {
        Arc::clone(&self.in_force().setup)
    }

    /// Grows with everything that changes.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Where the table is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Lobby,
            Some(game) if game.is_over() => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }

    /// The game, once it has begun.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// How things look.
    pub(crate) fn look(&self) -> &Arc<Look> {
        &self.look
    }

    /// Expansions in force.
    pub(crate) fn title(&self, lang: &str) -> String {
        let name = |words: &Words| if lang == "fr" { words.fr.clone() } else { words.en.clone() };
        self.names.iter().map(name).collect::<Vec<_>>().join(" · ")
    }

    /// Returns the viewer of a key. Without a valid key it is a spectator.
    #[must_use]
    pub fn viewer(&self, key: Option<Key>) -> Viewer {
        let Some(key) = key else { return Viewer::WATCHER };
        let seal = key.seal();
        let seat = self.seats.iter().position(|seat| seat.key == Some(seal));
        Viewer {
            seat: seat.map_or(Player::NONE, |at| Player(at as u8)),
            host: seal == self.host,
            invited: seal == self.invite || seal == self.host,
            invitation: (seal == self.host).then(|| key.invitation()),
            held: seat.map_or(0, |at| 1 << at),
        }
    }

    /// Who shows several keys: the first says which seat, and any of them may be the host's.
    #[must_use]
    pub fn viewer_of(&self, keys: &[Key]) -> Viewer {
        let of = |key: &Key| self.viewer(Some(*key));
        let first = keys.first().map_or(Viewer::WATCHER, of);
        let any = |may: fn(Viewer) -> bool| keys.iter().any(|key| may(of(key)));
        let invitation = keys.iter().find_map(|key| of(key).invitation);
        let (host, invited) = (any(|viewer| viewer.host), any(|viewer| viewer.invited));
        let held = keys.iter().fold(0, |held, key| held | of(key).held);
        Viewer { host, invited, invitation, held, ..first }
    }

    /// Carries out a request, if its sender may. `fresh` generates keys.
    pub fn ask(
        &mut self,
        viewer: Viewer,
        asked: Asked,
        seed: Seed,
        fresh: impl FnMut() -> Key,
    ) -> Answer {
        match asked {
            Asked::Sit { seat, name } => self.sit(viewer, seat, &name, fresh),
            Asked::Name { name } => self.rename(viewer, &name),
            Asked::Leave { seat } => self.leave(viewer, seat),
            Asked::Bot { seat, bot } => self.set_bot(viewer, seat, &bot),
            Asked::Policy { policy } => self.set_policy(viewer, policy, fresh),
            Asked::Ready { yes } => self.ready(viewer, yes),
            Asked::Start => self.start(viewer, seed),
            Asked::Again => self.play_again(viewer),
            Asked::Act { n, action, id, done } => self.act(viewer, n, &action, id, done),
            Asked::Done { n } => self.done(viewer, n),
            Asked::Undo { n } => self.undo(viewer, n),
            Asked::Back { n, to } => self.back(viewer, n, to),
            Asked::StandIn { seat } => self.stand_in(viewer, seat),
            Asked::Vote { wish, yes } => self.vote(viewer, wish, yes),
            Asked::Say { phrase } => self.say(viewer, phrase),
            Asked::Cut { yes } => self.answer_cut(viewer, yes),
            Asked::Why { action } => self.why(viewer, &action),
            Asked::Hint { at } => self.hint_now(viewer, at),
        }
    }

    /// Pauses chance and the bots and shows everybody the reason; resumes them if `why` is `None`.
    pub fn stall(&mut self, why: Option<Words>) {
        self.trouble = why;
        self.changed();
    }

    /// Something changed: what was wished may come true, or lapse.
    pub(crate) fn changed(&mut self) -> Answer {
        self.version += 1;
        self.call_by_names();
        let actions = self.actions();
        self.course += u64::from(actions < self.came_to);
        self.came_to = actions;
        self.settle_wish();
        Answer::Done { version: self.version }
    }

    /// Returns the number of the board's picture, which changes with the picture. The board is drawn if the game has
    /// moved on.
    pub fn picture(&mut self) -> u64 {
        let Some(game) = &self.game else { return 0 };
        let now = (self.course, game.entries().len());
        if self.drawn != Some(now) {
            // Hidden things are not drawn either.
            let view = game.seen_by(Player::NONE);
            let rules = &game.rules().ruleset;
            let laid = bastide_draw::laid(rules, view.state(), &self.look, PLAIN);
            if laid != self.laid {
                self.picture += 1;
            }
            self.laid = laid;
            self.drawn = Some(now);
        }
        self.picture
    }

    /// The record: whole when the game is over, else as the viewer may have it. Nothing before the game, and for
    /// who may not look.
    #[must_use]
    pub fn record(&self, viewer: Viewer) -> Option<String> {
        let game = self.game.as_ref().filter(|_| self.may_look(viewer))?;
        let record =
            if game.is_over() { game.record() } else { Record::seen_by(game, viewer.seat) };
        Some(record.to_string())
    }

    /// The tiles of the game, to be drawn; none before the game.
    #[must_use]
    pub fn faces(&self) -> Option<Faces> {
        let game = self.game.as_ref()?;
        Some(Faces { ruleset: Arc::clone(&game.rules().ruleset), look: Arc::clone(&self.look) })
    }
}

/// Keys are known again and not kept.
fn sealed(host: Key) -> (Seal, Seal) {
    (host.seal(), host.invitation().seal())
}

/// Expansions of a game, by their names.
fn names(rules: &Rules) -> Vec<Words> {
    let name = |id: &str| {
        let said = |lang: &str| story::name(&rules.ruleset, &["expansion"], id, lang);
        Words::new(said("en"), said("fr"))
    };
    rules.setup.expansions.iter().map(|e| name(&e.id)).collect()
}
