//! `bastide dev` as an author uses it: files are edited while it runs, and what it says is read.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::support;

/// Patience for slow machines; no test waits longer than it must.
const PATIENCE: Duration = Duration::from_secs(180);

const MANIFEST: &str = include_str!("../../../../tests/fixtures/toll/expansion.toml");
const SCRIPT: &str = "local toll = ...\n\nfunction toll.road(game, claim, score)\n  score:per(\"toll.road\", \"*\", 1)\nend\n";
const RULES: &str = include_str!("../../../../tests/fixtures/toll/rules.md");
const TILES: &str = include_str!("../../../../tests/fixtures/toll/tiles/toll.toml");

/// A folder with an expansion.
struct Author {
    home: tempfile::TempDir,
}

impl Author {
    fn new() -> Self {
        let author = Self { home: tempfile::tempdir().expect("a folder") };
        fs::create_dir_all(author.folder().join("tiles")).expect("folders");
        let files = [
            ("expansion.toml", MANIFEST),
            ("init.lua", SCRIPT),
            ("rules.md", RULES),
            ("tiles/toll.toml", TILES),
        ];
        for (name, text) in files {
            author.save(name, text);
        }
        author
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("toll")
    }

    /// Writes a file where it is.
    fn save(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).expect("written");
    }

    /// Writes another file and puts it in the place of the old one, as many editors do.
    fn replace(&self, name: &str, text: &str) {
        let beside = self.folder().join(".save~");
        fs::write(&beside, text).expect("written");
        fs::rename(beside, self.folder().join(name)).expect("renamed");
    }

    fn command(&self, args: &[&str]) -> Command {
        support::bastide(self.home.path(), args)
    }

    /// The command to its end.
    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("runs")
    }

    fn start(&self, args: &[&str]) -> Running {
        let mut command = self.command(&["dev", "toll"]);
        command.args(args).stdin(Stdio::piped());
        let mut child = command.spawn().expect("starts");
        let (send, said) = channel();
        follow(child.stdout.take().expect("its output"), send.clone());
        follow(child.stderr.take().expect("its notes"), send);
        Running { child, said, open: Vec::new(), heard: String::new() }
    }
}

/// Sends on every line.
fn follow(from: impl Read + Send + 'static, send: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
}

/// The command while it runs.
struct Running {
    child: Child,
    said: Receiver<String>,
    /// Lines that nobody has waited for yet: the two streams come in no order.
    open: Vec<String>,
    heard: String,
}

impl Running {
    /// Waits for a line that holds all of these.
    fn hears(&mut self, parts: &[&str]) -> String {
        let fits = |line: &String| parts.iter().all(|part| line.contains(part));
        loop {
            if let Some(i) = self.open.iter().position(fits) {
                return self.open.remove(i);
            }
            let Ok(line) = self.said.recv_timeout(PATIENCE) else {
                panic!("never said {parts:?}, but:\n{}", self.heard)
            };
            self.heard.push_str(&line);
            self.heard.push('\n');
            self.open.push(line);
        }
    }

    fn types(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().expect("its input");
        writeln!(stdin, "{line}").expect("typed");
    }

    fn quits(mut self) {
        self.types("quit");
        let code = self.child.wait().expect("ends").code();
        assert_eq!(code, Some(0), "{}", self.heard);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_goes_on_while_its_rules_are_written() {
    let author = Author::new();
    let mut dev = author.start(&["--no-page", "--turns", "8"]);
    dev.hears(&["loaded toll", "turn 9"]);
    author.replace("init.lua", &SCRIPT.replace("\"*\", 1", "\"*\", 2"));
    dev.hears(&["reloaded toll: 1 handler changed", "state kept"]);
    dev.hears(&["~ handler road"]);
    // A fault is shown with its place, and the version before runs on.
    author.replace("init.lua", &SCRIPT.replace("score:per(", "score:per(("));
    dev.hears(&["toll: 1 fault; the version before runs on"]);
    dev.hears(&["toll/init.lua:"]);
    dev.hears(&["^"]);
    author.replace("init.lua", SCRIPT);
    dev.hears(&["reloaded toll: 1 handler changed", "state kept"]);
    // What does not change the shape of the state leaves it as it is; a new tile does not.
    author.save("rules.md", &RULES.replace("gives more", "gives much more"));
    dev.hears(&["reloaded toll: 1 rule text changed", "state kept"]);
    let more = TILES.to_owned() + "\n[[tile]]\nid = \"post\"\ncount = 1\nroad = [{ at = \"N\" }]\n";
    author.save("tiles/toll.toml", &more);
    dev.hears(&["reloaded toll: 1 tile added", "played again (tile `toll/post`: new)"]);
    dev.types("step");
    dev.hears(&["turn 10"]);
    dev.types("undo");
    dev.hears(&["turn 9"]);
    dev.types("end");
    dev.hears(&["the game is over"]);
    // Its own tile lay on the board: without it the game ends before.
    author.save("tiles/toll.toml", &TILES.replace("gate", "barrier"));
    dev.hears(&["reloaded toll", "played again", "actions"]);
    dev.hears(&["draw toll/"]);
    dev.types("nonsense");
    dev.hears(&["`nonsense` is unknown"]);
    dev.quits();
}

#[test]
fn a_record_is_played_again_and_the_first_difference_is_shown() {
    let author = Author::new();
    fs::create_dir(author.home.path().join("expansions")).expect("a folder");
    let config = "players = [{ name = \"Ann\", bot = \"greedy\" }, { name = \"Bo\", bot = \"greedy\" }]\nseed = 3\n[expansions]\ntoll = { path = \"toll\" }\n";
    fs::write(author.home.path().join("game.toml"), config).expect("written");
    let played = author.run(&["play", "game.toml", "--auto", "--save", "game.txt"]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let mut dev = author.start(&["--no-page", "--replay", "game.txt"]);
    dev.hears(&["loaded toll", "over"]);
    author.save("init.lua", &SCRIPT.replace("\"*\", 1", "\"*\", 4"));
    dev.hears(&["replay game.txt: first difference at action", "turn"]);
    dev.hears(&["points before:"]);
    dev.hears(&["[toll.road]"]);
    dev.hears(&["points now:"]);
    dev.hears(&["[toll.road]"]);
    dev.hears(&["points at the end, before:"]);
    author.save("init.lua", SCRIPT);
    dev.hears(&["replay game.txt: no difference in"]);
    let shut = "\n[[hook]]\non = \"deployment.veto\"\ncall = \"shut\"\n";
    author.save("init.lua", &format!("{SCRIPT}\nfunction toll.shut(game, step, options, refuse)\n  for option in options:each(\"deploy\") do\n    refuse(option, \"toll.road\")\n  end\nend\n"));
    dev.hears(&["no difference"]);
    author.save("expansion.toml", &format!("{MANIFEST}{shut}"));
    dev.hears(&["first difference at action"]);
    dev.quits();
}

/// Plays a game of bots without the folder, and writes it down.
fn played_without(author: &Author, more: &str) {
    fs::create_dir(author.home.path().join("expansions")).expect("a folder");
    let config = format!(
        "players = [{{ name = \"Ann\", bot = \"greedy\" }}, {{ name = \"Bo\", bot = \"greedy\" }}]\nseed = 3\n{more}"
    );
    fs::write(author.home.path().join("game.toml"), config).expect("written");
    let played = author.run(&["play", "game.toml", "--auto", "--save", "game.txt"]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}

/// The toll without its tiles: the draws of a game without it stay as they were.
fn without_tiles(author: &Author) {
    fs::remove_dir_all(author.folder().join("tiles")).expect("removed");
    let kept: Vec<&str> = MANIFEST.lines().filter(|line| !line.contains("sets")).collect();
    author.save("expansion.toml", &kept.join("\n"));
}

#[test]
fn a_record_of_a_game_without_the_folder_shows_the_difference_at_once() {
    let author = Author::new();
    without_tiles(&author);
    played_without(&author, "");
    let args = ["dev", "toll", "--no-page", "--once", "--replay", "game.txt"];
    let done = author.run(&args);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for part in [
        "replay game.txt: first difference at action",
        "game.txt was played without toll",
        "turns with other points: ",
        "[toll.road]",
        "points at the end, now:",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    let line = |starts: &str| {
        let found = told.lines().find(|line| line.trim_start().starts_with(starts));
        found.unwrap_or_else(|| panic!("{starts}:\n{told}")).to_owned()
    };
    let shift = line("turn ");
    assert!(shift.contains(" +") && shift.ends_with(" [toll.road]"), "{shift}");
    let numbers = |line: String| line.split(": ").skip(1).collect::<Vec<_>>().join(" ");
    let (before, now) = (line("points at the end, before:"), line("points at the end, now:"));
    assert_ne!(numbers(before).trim(), numbers(now).trim());
    // JSON for programs: the same turns, each with the points of each player.
    let done = author.run(&[&args[..], &["--json"]].concat());
    let text = String::from_utf8(done.stdout).expect("text");
    let event = text.lines().find(|line| line.contains("\"event\":\"replay\"")).expect("told");
    let event: serde_json::Value = serde_json::from_str(event).expect("an object");
    assert_eq!(event["joined"].as_bool(), Some(true));
    let turns = event["turns"].as_array().expect("turns");
    assert!(!turns.is_empty(), "{event}");
    let by = |turn: &serde_json::Value| {
        turn["rules"].as_array().is_some_and(|r| r.iter().any(|rule| rule == "toll.road"))
    };
    assert!(turns.iter().all(by), "{event}");
}

/// What is asked only now is passed: nobody has answered what nobody was asked.
#[test]
fn a_record_goes_on_where_a_verb_was_added() {
    let author = Author::new();
    without_tiles(&author);
    played_without(&author, "");
    let manifest = fs::read_to_string(author.folder().join("expansion.toml")).expect("read");
    let verb = "\n[verb.leave]\nrule = \"toll.road\"\ntarget = \"figure\"\n\
        where = { class = \"meeple\", owner = \"own\" }\nat = [\"action\"]\ndoes = { home = true }\n";
    author.save("expansion.toml", &format!("{manifest}{verb}"));
    let args = ["dev", "toll", "--no-page", "--once", "--replay", "game.txt"];
    let told = |done: Output| String::from_utf8_lossy(&done.stdout).into_owned();
    let whole = told(author.run(&args));
    assert!(whole.contains("replay game.txt: first difference"), "{whole}");
    assert!(whole.contains("points at the end, now:"), "{whole}");
    assert!(!whole.contains("can be played for"), "{whole}");
    // Where the rules refuse an action the game is cut, and nobody calls that its end.
    let refuse = "\n[[refuse]]\nrule = \"toll.road\"\nwhere = { places.kinds = \"city\" }\n";
    author.save("expansion.toml", &format!("{manifest}{refuse}"));
    let cut = told(author.run(&args));
    assert!(cut.contains("can be played for"), "{cut}");
    assert!(cut.contains("points at the end, before:"), "{cut}");
    assert!(cut.contains("points after ") && !cut.contains("points at the end, now:"), "{cut}");
}

#[test]
fn a_folder_that_cannot_join_a_game_says_why() {
    let author = Author::new();
    played_without(&author, "");
    author.save("expansion.toml", &MANIFEST.replace("[\"base\"]", "[\"base\", \"nowhere-known\"]"));
    let done = author.run(&["dev", "toll", "--no-page", "--once", "--replay", "game.txt"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!done.status.success());
    assert!(told.contains("game.txt was played without toll"), "{told}");
    assert!(told.contains("nowhere-known"), "{told}");
}

#[test]
fn the_page_shows_the_game_and_the_log() {
    let author = Author::new();
    let mut dev = author.start(&["--lang", "fr", "--turns", "3"]);
    let line = dev.hears(&["page : http://127.0.0.1:"]);
    let host = line.split("//").nth(1).expect("its address").trim_end_matches('/').to_owned();
    dev.hears(&["chargé toll"]);
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&host).expect("connects");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    assert!(get("/").contains("<html lang=\"fr\">"));
    // The game is shown before anything is waited for.
    dev.hears(&["En attente de changements"]);
    let before = [get("/board.svg"), get("/tiles.svg")];
    assert!(before.iter().all(|svg| svg.contains("<svg") && svg.contains("</svg>")), "{before:?}");
    let more = TILES.to_owned() + "\n[[tile]]\nid = \"post\"\ncount = 1\nroad = [{ at = \"N\" }]\n";
    author.replace("tiles/toll.toml", &more);
    dev.hears(&["rechargé toll : 1 tuile ajoutée"]);
    dev.types("pas");
    dev.hears(&["tour 5"]);
    assert_ne!(get("/tiles.svg"), before[1]);
    assert_ne!(get("/board.svg"), before[0]);
    author.replace("init.lua", "local toll = ...\nfunction\n");
    dev.hears(&["la version d'avant continue"]);
    let now = get("/now");
    assert!(now.contains("\"title\":\"toll\"") && now.contains("\"mood\":\"fault\""), "{now}");
    assert!(now.contains("init.lua:"), "{now}");
    dev.quits();
}

#[test]
fn the_folder_is_checked_after_each_reload() {
    let author = Author::new();
    let mut dev = author.start(&["--turns", "2"]);
    let line = dev.hears(&["page: http://127.0.0.1:"]);
    let host = line.split("//").nth(1).expect("its address").trim_end_matches('/').to_owned();
    dev.hears(&["checked toll: no findings"]);
    // A warning that no game meets.
    let unsorted = SCRIPT.replace("  score:per", "  for _ in pairs({}) do end\n  score:per");
    author.replace("init.lua", &unsorted);
    dev.hears(&["reloaded toll: 1 handler changed"]);
    dev.hears(&["checked toll: 1 warning"]);
    dev.hears(&["warning[L"]);
    dev.hears(&["for _ in pairs({}) do end"]);
    let before = dev.heard.find("reloaded toll: 1 handler").expect("said");
    assert!(before < dev.heard.find("checked toll: 1 warning").expect("said"), "{}", dev.heard);
    let mut page = TcpStream::connect(&host).expect("connects");
    page.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    write!(page, "GET /now HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("asked");
    let mut now = String::new();
    page.read_to_string(&mut now).expect("an answer");
    assert!(now.contains("checked toll: 1 warning") && now.contains("pairs({})"), "{now}");
    // The fault that prevents loading is reported once; the check finds the rest as well.
    author.save("tiles/toll.toml", &TILES.replace("road", "raod"));
    dev.hears(&["toll: 1 fault; the version before runs on"]);
    dev.hears(&["checked toll: 1 error, 1 warning"]);
    dev.hears(&["for _ in pairs({}) do end"]);
    assert_eq!(dev.heard.matches("unknown key `raod`").count(), 1, "{}", dev.heard);
    author.save("tiles/toll.toml", TILES);
    author.replace("init.lua", &format!("{SCRIPT}x =\n"));
    dev.hears(&["checked toll: 1 error"]);
    author.replace("init.lua", SCRIPT);
    dev.hears(&["checked toll: no findings"]);
    assert_eq!(dev.heard.matches("got <eof>").count(), 1, "{}", dev.heard);
    dev.quits();
}

#[test]
fn programs_read_what_a_check_finds() {
    let author = Author::new();
    let mut dev = author.start(&["--json", "--no-page", "--turns", "2"]);
    let event =
        |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("an object") };
    let first = event(&dev.hears(&["\"event\":\"checked\""]));
    assert_eq!(first["findings"].as_array().map(Vec::len), Some(0));
    author.replace("init.lua", "local toll = ...\nfunction toll.road(\n");
    let faults = event(&dev.hears(&["\"event\":\"faults\""]));
    assert_eq!(faults["loaded"].as_bool(), Some(false));
    let then = event(&dev.hears(&["\"event\":\"checked\""]));
    assert!(then["findings"].as_array().is_some_and(|found| !found.is_empty()), "{then}");
    assert!(then["findings"][0]["line"].as_u64().is_some(), "{then}");
    dev.quits();
}

#[test]
fn programs_read_one_object_for_each_event() {
    let author = Author::new();
    let done = author.run(&["dev", "toll", "--once", "--json", "--turns", "2"]);
    assert!(done.status.success());
    let text = String::from_utf8(done.stdout).expect("text");
    let event: serde_json::Value = serde_json::from_str(text.trim()).expect("one object");
    assert_eq!((event["event"].as_str(), event["turn"].as_u64()), (Some("loaded"), Some(3)));
}

#[test]
fn what_cannot_be_begun_is_said_with_a_way_out() {
    let author = Author::new();
    let code = |args: &[&str]| {
        let done = author.run(args);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        (done.status.code(), told)
    };
    let (status, told) = code(&["dev", "nowhere", "--once"]);
    assert!(status == Some(3) && told.contains("F0001") && told.contains("help"), "{told}");
    fs::create_dir(author.home.path().join("empty")).expect("a folder");
    let (status, told) = code(&["dev", "empty", "--once", "--lang", "fr"]);
    assert!(status == Some(3) && told.contains("F0012") && told.contains("aide"), "{told}");
    author.save("init.lua", "local toll = ...\nfunction toll.road(\n");
    let (status, told) = code(&["dev", "toll", "--once"]);
    assert!(status == Some(4) && told.contains("toll/init.lua:"), "{told}");
    assert!(Path::new(&author.folder()).is_dir());
}

#[test]
fn tile_sets_without_an_expansion_are_played_too() {
    let author = Author::new();
    let sets = author.folder().join("tiles");
    let done = author.run(&["dev", &sets.to_string_lossy(), "--once"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success() && told.contains("loaded tiles"), "{told}");
}
