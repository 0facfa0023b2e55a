//! What tables are served with: the settings of a file, and what the command line says instead.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;

use bastide::core::Fault;
use bastide_server::tables::{Keep, Limits, Network, PAUSE_MAX};
use bastide_text::{Document, Table, Word};

use crate::args;
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::stop::Stop;

/// Port if none is asked for.
pub(super) const PORT: u16 = 7272;
/// How long a bot's move is left to be seen, in milliseconds.
const PAUSE: u16 = 700;
/// Most of anything that is limited.
const MANY: i64 = 1_000_000;
/// Longest that tables are kept: a hundred years.
const DAYS_MAX: i64 = 36_500;

/// All settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Address to listen at. By default, this machine alone and the first free port.
    pub(crate) listen: Option<SocketAddr>,
    /// Names under which the tables are reached.
    pub(crate) names: Vec<String>,
    /// Proxies that are believed.
    pub(crate) proxy: Vec<Network>,
    /// Where counts are served.
    pub(crate) metrics: Option<SocketAddr>,
    /// How long a bot's move is left to be seen, in milliseconds.
    pub(crate) pause: u16,
    /// How long tables are kept.
    pub(crate) keep: Keep,
    /// How much may be asked for.
    pub(crate) limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: None,
            names: Vec::new(),
            proxy: Vec::new(),
            metrics: None,
            pause: PAUSE,
            keep: Keep::default(),
            limits: Limits::default(),
        }
    }
}

impl Settings {
    /// What holds: what the command line says, then the file that it names, then what is usual.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or says something that cannot be.
    pub(crate) fn of(args: &args::Serve, desk: &mut Desk) -> Result<Self, Stop> {
        let mut settings = match &args.settings {
            Some(path) => {
                let (name, text) = desk.read(path)?;
                Self::read(&name, &text)?
            }
            None => Self::default(),
        };
        if let Some(listen) = args.listen {
            settings.listen = Some(listen);
        }
        if args.lan {
            let port = settings.listen.map(|listen| listen.port());
            settings.listen = port.map(|port| SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)));
        }
        if let Some(port) = args.port {
            let ip = match settings.listen {
                Some(listen) => listen.ip(),
                None if args.lan => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
                None => IpAddr::V4(Ipv4Addr::LOCALHOST),
            };
            settings.listen = Some(SocketAddr::new(ip, port));
        }
        if !args.name.is_empty() {
            settings.names.clone_from(&args.name);
        }
        if !args.proxy.is_empty() {
            settings.proxy.clone_from(&args.proxy);
        }
        settings.metrics = args.metrics.or(settings.metrics);
        settings.pause = args.pause.unwrap_or(settings.pause);
        Ok(settings)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong in it, in its order.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let Some(document) = Document::parse_as('C', file, text, &mut faults) else {
            return Err(faults);
        };
        let root = document.root();
        let usual = Self::default();
        let mut settings = Self {
            listen: one(&root, "listen", LISTEN),
            names: all(&root, "names", NAME, |word| host_name(word).ok()),
            proxy: all(&root, "proxy", PROXY, |word| word.parse().ok()),
            metrics: one(&root, "metrics", METRICS),
            pause: root.int("pause", 0..=PAUSE_MAX.into()).map_or(usual.pause, |n| n as u16),
            ..usual
        };
        if let Some(keep) = root.table("keep") {
            let days = 1..=DAYS_MAX;
            number(&keep, "finished-days", &days, &mut settings.keep.finished_days);
            number(&keep, "idle-days", &days, &mut settings.keep.idle_days);
            keep.finish();
        }
        if let Some(limits) = root.table("limits") {
            let many = 1..=MANY;
            for (key, value, _) in limits_of(&mut settings.limits) {
                number(&limits, key, &many, value);
            }
            limits.finish();
        }
        root.finish();
        faults.extend(document.take_faults());
        if faults.is_empty() { Ok(settings) } else { Err(faults) }
    }

    /// The file that says this, with comments.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let mut limits = self.limits.clone();
        let line = |(key, value, (en, fr)): Limit<'_>| {
            format!("# {}\n{key} = {value}\n", lang.pick(en, fr))
        };
        let limits = limits_of(&mut limits).map(line).concat();
        let quoted = |text: String| format!("\"{text}\"");
        let list = |all: Vec<String>| format!("[{}]", all.join(", "));
        // A setting without a value has no default that could be written.
        let maybe = |key: &str, value: Option<SocketAddr>, example: &str| match value {
            Some(value) => format!("{key} = \"{value}\""),
            None => format!("# {key} = \"{example}\""),
        };
        let listen = maybe("listen", self.listen, "127.0.0.1:7272");
        let metrics = maybe("metrics", self.metrics, "127.0.0.1:9272");
        let names = list(self.names.iter().cloned().map(quoted).collect());
        let proxy = list(self.proxy.iter().map(|proxy| quoted(proxy.to_string())).collect());
        let Keep { finished_days, idle_days } = self.keep;
        let pause = self.pause;
        say!(
            lang,
            "# Settings of `bastide serve --settings serve.toml`. What is left out is as it is here; flags count more.

# Where to listen. Without it: this machine alone, port 7272 or the next one that is free.
{listen}
# Host names under which the tables are reached, as behind a proxy.
names = {names}
# Addresses, or networks (\"10.0.0.0/8\"), of proxies that are believed when they say for whom they ask.
proxy = {proxy}
# Where counts are served for Prometheus, at /metrics. Let nobody else reach it.
{metrics}
# How long a bot's move is left to be seen, in milliseconds.
pause = {pause}

[keep]
# Days after which a finished game is forgotten.
finished-days = {finished_days}
# Days after which a game is forgotten with which nobody goes on.
idle-days = {idle_days}

[limits]
{limits}",
            "# Réglages de `bastide serve --settings serve.toml`. Ce qui manque vaut ce qui est écrit ici ; la ligne de commande l'emporte.

# Où écouter. Sans cela : cette machine seule, sur le port 7272 ou le premier libre après lui.
{listen}
# Noms sous lesquels on atteint les tables, par exemple derrière un mandataire.
names = {names}
# Adresses, ou réseaux (\"10.0.0.0/8\"), des mandataires que l'on croit quand ils disent pour qui ils demandent.
proxy = {proxy}
# Où publier des mesures pour Prometheus, sous /metrics. Que personne d'autre n'y accède.
{metrics}
# Combien de temps le coup d'un robot reste visible, en millisecondes.
pause = {pause}

[keep]
# Jours au bout desquels une partie terminée est oubliée.
finished-days = {finished_days}
# Jours au bout desquels une partie que personne ne continue est oubliée.
idle-days = {idle_days}

[limits]
{limits}"
        )
    }
}

/// A limit: its key, its value, and what it says in both languages.
type Limit<'l> = (&'static str, &'l mut u32, (&'static str, &'static str));

/// All limits, in the order of the file.
fn limits_of(limits: &mut Limits) -> [Limit<'_>; 7] {
    let Limits { tables, replays, new_tables, open_tables, requests, waiting, connections } =
        limits;
    [
        (
            "tables",
            tables,
            (
                "Tables in memory at a time. Beyond, the one that nobody asked anything of for longest leaves it, and comes back when somebody does.",
                "Tables en mémoire à la fois. Au-delà, celle qui attend depuis le plus longtemps en sort, et y revient quand on la demande.",
            ),
        ),
        (
            "replays",
            replays,
            (
                "Records that people send and that are played again at a time.",
                "Parties envoyées qui sont rejouées en même temps.",
            ),
        ),
        (
            "new-tables",
            new_tables,
            (
                "Of one address (of IPv6, the first 64 bits): tables it may make in an hour,",
                "Pour une adresse (en IPv6, ses 64 premiers bits) : tables à ouvrir en une heure,",
            ),
        ),
        (
            "open-tables",
            open_tables,
            (
                "tables it made that are in memory at a time,",
                "tables ouvertes par elle et en mémoire,",
            ),
        ),
        (
            "requests",
            requests,
            (
                "requests in a second, of which ten seconds' may come at once,",
                "demandes par seconde, dont dix secondes peuvent venir d'un coup,",
            ),
        ),
        (
            "waiting",
            waiting,
            (
                "pages that wait for news at a time,",
                "pages qui attendent du nouveau en même temps,",
            ),
        ),
        (
            "connections",
            connections,
            (
                "connections at a time, unless it is a proxy.",
                "connexions à la fois, sauf pour un mandataire.",
            ),
        ),
    ]
}

/// Checks a host name, as a browser sends it: without a scheme and a path.
///
/// # Errors
///
/// Returns the expected form.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    let letter = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
    if !text.is_empty() && text.chars().all(letter) {
        return Ok(text.to_owned());
    }
    Err(crate::lang::said(
        "write the host name alone, as in play.example.org",
        "écrivez le nom d'hôte seul, comme play.example.org",
    )
    .to_owned())
}

/// What a text has to be, in both languages.
type Wanted = ((&'static str, &'static str), &'static str);

const LISTEN: Wanted = (("an address with a port", "une adresse avec un port"), "127.0.0.1:7272");
const METRICS: Wanted = (("an address with a port", "une adresse avec un port"), "127.0.0.1:9272");
const NAME: Wanted = (("a host name", "un nom d'hôte"), "play.example.org");
const PROXY: Wanted = (("an address or a network", "une adresse ou un réseau"), "127.0.0.1");

fn number(table: &Table<'_>, key: &str, range: &RangeInclusive<i64>, into: &mut u32) {
    if let Some(number) = table.int(key, range.clone()) {
        *into = number as u32;
    }
}

fn one(root: &Table<'_>, key: &str, wanted: Wanted) -> Option<SocketAddr> {
    let word = root.word(key)?;
    let read = word.text.parse().ok();
    if read.is_none() {
        wrong(root.document(), &word, wanted);
    }
    read
}

fn all<T>(root: &Table<'_>, key: &str, wanted: Wanted, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let words = root.words(key).unwrap_or_default();
    let one = |word: Word<'_>| {
        let read = read(word.text);
        if read.is_none() {
            wrong(root.document(), &word, wanted);
        }
        read
    };
    words.into_iter().filter_map(one).collect()
}

fn wrong(document: &Document, word: &Word<'_>, ((en, fr), example): Wanted) {
    let text = bastide::core::text::harmless(word.text);
    let fault =
        Fault::new("F0044", format!("`{text}` is not {en}"), format!("`{text}` n'est pas {fr}"));
    document.note(fault.at(document.file(), word.span.clone()).help(
        format!("write it as in `\"{example}\"`"),
        format!("écrivez par exemple `\"{example}\"`"),
    ));
}

#[cfg(test)]
mod tests;
