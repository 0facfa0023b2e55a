//! `serve`: tables at which people play from their browsers.

pub(crate) mod settings;
mod written;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use bastide::core::Fault;
use bastide::{Config, Library};
use bastide_server::tables::{self, Door, Made, Opening, Options, Tables};

use crate::args;
use crate::checked;
use crate::files;
use crate::interrupt;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::page;
use crate::play::{self, kept};
use crate::stop::{self, Stop};
use settings::{PORT, Settings};
use written::{News, Written};

/// How many ports after it are tried.
const PORTS_TRIED: u16 = 20;
/// Longest time for closing the tables.
const CLOSED_WITHIN: Duration = Duration::from_secs(4);
/// Folder of the records, in that of the kept games.
const RECORDS: &str = "tables";

/// Runs the verb.
pub(crate) fn run(args: &args::Serve, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let settings = Settings::of(args, desk)?;
    if args.print_settings {
        out.data(&settings.text(lang))?;
        return Ok(stop::FINE);
    }
    if !settings.names.is_empty() && settings.proxy.is_empty() {
        out.note(lang.pick(
            "No --proxy is named: if one asks for others, all of them count as one when it comes to limits.",
            "Aucun --proxy n'est nommé : s'il y en a un, tous ceux pour qui il demande comptent pour un seul dans les limites.",
        ));
    }
    if let Some(room) = &args.export {
        out.data(&export(room)?)?;
        return Ok(stop::FINE);
    }
    let (send, news) = channel();
    let mut written = Written::open(args, desk, &send)?;
    // Faults of a config or record are reported before anything is served.
    let config = match (&mut written, &args.config) {
        (Some(written), _) => Some(written.begin(desk)?),
        (None, Some(path)) => {
            let (name, text) = desk.read(path)?;
            let rules = desk.rules_of(&name, &text)?;
            desk.warn(&rules, out);
            Some(Config::parse(&name, &text)?)
        }
        (None, None) => None,
    };
    let resumed = match &args.resume {
        Some(path) => Some((play::resume(path, desk, out)?, path.clone())),
        None => None,
    };
    let played = resumed.as_ref().map(|(game, _)| &game.rules().setup.config);
    let library = match config.as_ref().or(played) {
        Some(config) => desk.library.with_paths(config),
        None => Library::clone(&desk.library),
    };
    let look = Arc::new(checked::look(&library, &desk.sources, out));
    let lan = if args.lan { Some(tables::address().ok_or_else(no_network)?) } else { None };
    let ip = settings.listen.map_or(
        IpAddr::V4(if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }),
        |listen| listen.ip(),
    );
    let names: Vec<String> = settings.names.iter().cloned().chain(tables::names(ip)).collect();
    let records = records()?;
    let opening = Opening {
        proxies: settings.proxy.clone(),
        limits: settings.limits.clone(),
        metrics: settings.metrics,
        folder: records.clone(),
        // A patient stranger can guess a code, so codes are for people of one network and not for the internet.
        codes: settings.names.is_empty() && (args.lan || ip.is_loopback()),
    };
    let (hears, met) = channel();
    let tells = send.clone();
    std::thread::spawn(move || {
        for fault in met {
            // Nobody listens any more: the tables are closed.
            let _ = tells.send(News::Met(fault));
        }
    });
    let door = Door::open(opening).map_err(|e| no_metrics(settings.metrics, &e))?;
    let options = |port| Options {
        listen: SocketAddr::new(ip, port),
        names: names.clone(),
        library: Arc::clone(&desk.library),
        look: Arc::clone(&look),
        records: records.clone(),
        pause: Duration::from_millis(settings.pause.into()),
        lang: lang.code().to_owned(),
        keep: settings.keep,
        door: door.clone(),
        met: Some(hears.clone()),
        threads: std::thread::available_parallelism().map_or(1, NonZero::get),
    };
    let tables = open(settings.listen.map(|listen| listen.port()), options)?;
    match tables.unfinished() {
        Ok(0) => {}
        Ok(1) => out.note(lang.pick(
            "A game that was not over goes on as soon as somebody opens its page.",
            "Une partie inachevée reprend dès que quelqu'un ouvre sa page.",
        )),
        Ok(n) => out.note(&say!(
            lang,
            "{n} games that were not over go on as soon as somebody opens their page.",
            "{n} parties inachevées reprennent dès que quelqu'un ouvre leur page."
        )),
        Err(faults) => out.faults(&faults, &desk.sources),
    }
    if let Some(fault) = tables.read_only() {
        out.faults(&[fault], &desk.sources);
    }
    let made = match (config, resumed) {
        (Some(config), _) => Some(tables.table(config)?),
        (_, Some((game, file))) => Some(tables.resumed(game, file)?),
        _ => None,
    };
    let url = tell(&tables, made.as_ref(), (ip, lan), out)?;
    if args.open {
        page::open_in_browser(&url, out);
    }
    interrupt::on(move || {
        let _ = send.send(News::End);
    });
    while let Ok(what) = news.recv() {
        match (what, &mut written) {
            (News::End, _) => break,
            (News::Blind(fault), _) => return Err(fault.into()),
            (News::Saved, Some(written)) => written.saved(&tables, out)?,
            (News::Saved, None) => {}
            (News::Met(fault), Some(written)) => out.faults(&[fault], &written.sources()),
            (News::Met(fault), None) => out.faults(&[fault], &desk.sources),
        }
    }
    // Do not wait for clients that have not read their answers: accepted work is stored.
    let _ = tables.close(CLOSED_WITHIN);
    out.note(lang.pick("\nThe tables are closed.", "\nLes tables sont fermées."));
    Ok(stop::FINE)
}

/// Opens the port that is asked for; if none is, the first that is free.
fn open(port: Option<u16>, options: impl Fn(u16) -> Options) -> Result<Tables, Stop> {
    let first = port.unwrap_or(PORT);
    let last = if port.is_some() { first } else { first.saturating_add(PORTS_TRIED) };
    let mut taken = first..=last;
    loop {
        let Some(next) = taken.next() else { return Err(no_port(first, "taken").into()) };
        match Tables::open(options(next)) {
            Ok(tables) => return Ok(tables),
            Err(e) if e.kind() == io::ErrorKind::AddrInUse && next < last => {}
            Err(e) => return Err(no_port(next, &e.to_string()).into()),
        }
    }
}

/// Says where the tables are; the address of the host's page.
fn tell(
    tables: &Tables,
    made: Option<&Made>,
    (ip, lan): (IpAddr, Option<IpAddr>),
    out: &mut Out,
) -> Result<String, Stop> {
    let lang = out.lang;
    let base = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, tables.port()));
    let here = base(if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip });
    let near = lan.map(base);
    let Some(made) = made else {
        out.line(&say!(lang, "Make a table: {here}", "Ouvrir une table : {here}"))?;
        if let Some(near) = near {
            out.line(&say!(lang, "In this network: {near}", "Sur ce réseau : {near}"))?;
            out.data(&tables::scanned(&near))?;
        }
        return Ok(here);
    };
    let (room, host, invite) = (&made.room, &made.host, &made.invite);
    // In a network the host opens the address that friends can reach, so that the links on the page are theirs too.
    let base = near.unwrap_or(here);
    let url = format!("{base}t/{room}#host={host}&sit={invite}");
    let friends = format!("{base}t/{room}#sit={invite}");
    out.line(&say!(lang, "Your table: {url}", "Votre table : {url}"))?;
    out.line(&say!(lang, "For friends: {friends}", "Pour vos amis : {friends}"))?;
    if lan.is_some() {
        out.data(&tables::scanned(&friends))?;
    }
    Ok(url)
}

/// The record of a table that is kept.
fn export(room: &str) -> Result<String, Stop> {
    let folder = records()?.ok_or_else(no_place)?;
    // The address of the table will do too.
    let name = room.split(['#', '?']).next().and_then(|path| path.rsplit('/').next());
    Ok(tables::export(&folder, name.unwrap_or(room))?)
}

/// Where tables are kept, if the system has a place for it.
fn records() -> Result<Option<PathBuf>, Stop> {
    let Some(folder) = kept::folder(true) else { return Ok(None) };
    let folder = folder.join(RECORDS);
    files::folder(&folder)?;
    files::own(&folder);
    Ok(Some(folder))
}

fn no_port(port: u16, why: &str) -> Fault {
    let fault = Fault::new(
        "F0013",
        format!("the page cannot be served on port {port}: {why}"),
        format!("la page ne peut être servie sur le port {port} : {why}"),
    );
    fault.help("name another --port", "nommez un autre --port")
}

fn no_metrics(at: Option<SocketAddr>, why: &io::Error) -> Fault {
    let at = at.map_or(String::new(), |at| at.to_string());
    let why = bastide::folders::system(why);
    let fault = Fault::new(
        "F0045",
        format!("the counts cannot be served at {at}: {}", why.en),
        format!("impossible de publier les mesures sur {at} : {}", why.fr),
    );
    fault.help(
        "name an address of this machine and a free port: `--metrics 127.0.0.1:9272`",
        "nommez une adresse de cette machine et un port libre : `--metrics 127.0.0.1:9272`",
    )
}

fn no_place() -> Stop {
    let fault = Fault::new(
        "F0051",
        "this system has no place where tables are kept",
        "ce système n'a pas d'endroit où garder les tables",
    );
    fault.help("name one: `BASTIDE_STATE`", "nommez-en un : `BASTIDE_STATE`").into()
}

fn no_network() -> Stop {
    let fault = Fault::new(
        "F0039",
        "this machine is in no network that others could reach it by",
        "cette machine n'est dans aucun réseau par lequel d'autres l'atteindraient",
    );
    fault.help("connect it, or play without --lan", "connectez-la, ou jouez sans --lan").into()
}
