//! Records: print, parse, replay, verify, save.

use super::*;
use crate::Game;
use crate::bots::Bot;
use crate::game::tests::{CONFIG, greedy, played, rules};
use bastide_content::library::EMBEDDED;
use bastide_content::{Config, Library};
use bastide_text::line_col;

fn parse(text: &str) -> Record {
    Record::parse("game.txt", text).expect("a record")
}

fn finished() -> (Game, String) {
    let game = greedy(7);
    let text = game.record().to_string();
    (game, text)
}

#[test]
fn a_record_reads_as_it_was_written() {
    let (game, text) = finished();
    let record = parse(&text);
    assert_eq!(record.to_string(), text);
    assert!(record.warnings.is_empty());
    assert_eq!(record.actions(), game.entries().len());
    assert!(text.contains("player 2 \"Bob Hope\" random\n"), "{text}");
    assert!(
        text.contains(" unfinished=zero\n") && text.contains("\nedition bga\nseed 7\n"),
        "{text}"
    );
}

#[test]
fn a_record_replays_to_the_same_game() {
    let (game, text) = finished();
    let library = Library::official();
    let record = parse(&text);
    let again = record.replay(&library).expect("a game");
    assert_eq!(again.state(), game.state());
    assert_eq!(again.entries(), game.entries());
    assert_eq!(again.record().to_string(), text);
    let verified = record.verify(&library).expect("holds");
    assert!(verified.over && verified.scores > 5 && verified.fingerprints > 20, "{verified:?}");
    assert_eq!(verified.points, game.state().scores());
    let half = record.replay_to(&library, 50).expect("half a game");
    assert_eq!(half.entries(), &game.entries()[..50]);
}

#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    let whole = played(9, 120);
    let text = played(9, 60).record().to_string();
    let mut resumed = parse(&text).replay(&Library::official()).expect("a game");
    while resumed.entries().len() < 120 {
        crate::game::tests::step(&mut resumed);
    }
    assert_eq!(resumed.record(), whole.record());
}

#[test]
fn words_in_quotes_are_printed_so_that_they_are_read_again() {
    let text = "bastide 1\nengine \"0 1\"\nruleset \"a b\"\nedition \"x #y\"\nplayer 1 A\n\
        expansion \"a b\" \"1 0\" \"c d\" sets=\"x y,z\" say=\"a b\" no=\"\"\n---\n";
    let printed = parse(text).to_string();
    assert_eq!(parse(&printed).to_string(), printed);
    assert_eq!(parse(&printed).header.expansions[0].id.value, "a b");
    let bad = text.replace("say=", "\"say it\"=");
    let faults = Record::parse("game.txt", &bad).expect_err("no key has a blank");
    assert_eq!(faults[0].code, "R0005");
}

#[test]
fn the_header_keeps_what_the_config_says() {
    let config = r#"
players = [{ name = "Ünal", bot = "greedy" }, "0", "x y"]
first = "x y"
[expansions]
base = { meeples = 5, farmers = "off" }
inns-and-cathedrals = { tiles = false, figures = { large-meeple = 2 } }
the-tower = { copies = 2, sets = ["the-tower"] }
[tiles]
"base/D" = 6
"#;
    let game = Game::new(rules(config), 3).expect("a game");
    let text = game.record().to_string();
    let record = parse(&text);
    assert_eq!(record.to_string(), text);
    let again = record.replay(&Library::official()).expect("the same rules");
    assert_eq!(again.record().to_string(), text, "and the same header");
    assert_eq!(again.rules().hash(), game.rules().hash());
    for word in [
        "first 3\n",
        "player 1 Ünal greedy\n",
        " tiles=false ",
        " figures.large-meeple=2",
        " copies=2",
        " sets=the-tower",
        "tiles base/D=6\n",
        " farmers=off meeples=5\n",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_record_written_by_hand_needs_little() {
    let text = "bastide 1\n# a short one\nplayer 1 Ann\nplayer 2 Bo\nedition bga\nimplied-draws\n---\n\
        Ann place base/W 1,0 r0   # a road\nAnn pass\n\n= 0 0\nchance draw base/W\n2 place base/W -1,0 r0\n";
    let record = parse(text);
    let game = record.replay(&Library::official()).expect("a game");
    assert_eq!(game.entries().len(), 5, "the draw is implied");
    assert_eq!(record.lines[0].note, "a road");
    let printed = record.to_string();
    assert_eq!(parse(&printed).to_string(), printed);
    let d = diverges(&text.replace("Ann place base/W", "Ann place base/ZZ"));
    assert_eq!((d.fault.code.as_str(), d.line), ("R0101", 8), "not a draw that is missing");
}

/// Replaces the first line that begins with `old` after `from` actions.
fn alter(text: &str, pick: impl Fn(&str) -> Option<String>) -> (String, usize) {
    let mut number = 0;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let body = lines.iter().position(|l| l == "---").expect("a header");
    for (i, line) in lines.iter_mut().enumerate().skip(body + 40) {
        if let Some(new) = pick(line) {
            *line = new;
            number = i + 1;
            break;
        }
    }
    assert!(number > 0, "nothing to alter");
    (lines.join("\n") + "\n", number)
}

fn diverges(text: &str) -> Divergence {
    match parse(text).verify(&Library::official()) {
        Err(Broken::Diverged(d)) => {
            let span = d.fault.span.clone().expect("a place");
            assert_eq!(line_col(text, span.start).0, d.line);
            assert!(d.fault.what.en != d.fault.what.fr && !d.fault.what.fr.is_empty());
            *d
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn verify_finds_an_altered_line() {
    let (_, text) = finished();
    let (bad, line) = alter(&text, |l| l.starts_with("= ").then(|| "= 99 99".to_owned()));
    let d = diverges(&bad);
    assert_eq!((d.fault.code.as_str(), d.line, d.expected.as_str()), ("R0104", line, "99 99"));
    let (bad, line) =
        alter(&text, |l| Some(l.split_once(" h=")?.0.to_owned() + " h=0000000000000000"));
    let d = diverges(&bad);
    assert_eq!((d.fault.code.as_str(), d.line), ("R0105", line));
    let far = |l: &str| {
        let place = l.contains(" place ").then(|| l.split(' ').collect::<Vec<_>>())?;
        Some(format!("{} place {} 70,70 r0", place[0], place[2]))
    };
    let (bad, line) = alter(&text, far);
    let d = diverges(&bad);
    assert_eq!((d.fault.code.as_str(), d.line), ("R0103", line));
    assert!(d.rules.iter().any(|r| r.rule == "base.place.adjacent"), "{d:?}");
    let span = d.fault.span.expect("a place");
    assert!(bad[span].starts_with("place "), "the caret stands under the action");
    let (bad, line) =
        alter(&text, |l| Some(l.replacen("1 place", "2 place", 1)).filter(|n| n != l));
    assert_eq!((diverges(&bad).fault.code.as_str(), diverges(&bad).line), ("R0102", line));
    let (bad, line) = alter(&text, |l| l.contains(" place ").then(|| "1 fly home".to_owned()));
    let d = diverges(&bad);
    assert!(["R0101", "R0102"].contains(&d.fault.code.as_str()) && d.line == line, "{d:?}");
    let d = diverges(&(text.clone() + "1 pass\n"));
    assert_eq!(d.fault.code, "R0106");
}

/// The official content with one file changed.
fn changed_library(path: &str, from: &str, to: &str) -> Library {
    let text = EMBEDDED.iter().find(|f| f.0 == path).expect("a file").1.replacen(from, to, 1);
    assert!(text.contains(to));
    let rest = EMBEDDED.iter().filter(|f| f.0 != path).copied();
    Library::in_memory(rest.chain([(path, text.as_str())]))
}

#[test]
fn changed_rules_are_refused_with_a_table() {
    let text = played(7, 30).record().to_string();
    let record = parse(&text);
    let path = "expansions/the-tower/expansion.toml";
    let library = changed_library(path, "version = \"1.0.0\"", "version = \"1.0.1\"");
    let Err(broken) = record.replay(&library) else { panic!("the rules changed") };
    let Broken::Changed(changed) = &broken else { panic!("{broken:?}") };
    let whats: Vec<&str> = changed.rows.iter().map(|r| r.what.as_str()).collect();
    assert_eq!(whats, ["the-tower", "ruleset"]);
    assert!(
        changed.rows[0].want.starts_with("1.0.0 ") && changed.rows[0].have.starts_with("1.0.1 ")
    );
    assert_eq!(changed.table("fr").lines().count(), 3);
    assert_eq!(broken.faults()[0].code, "R0108");
    // An option that is gone: the table and the fault.
    let library = changed_library(path, "[option.ransom]", "[option.price]");
    assert!(matches!(record.replay(&library), Err(Broken::Faults(_) | Broken::Changed(_))));
    // A header that was tampered with.
    let bad = text.replacen("ransom=2", "ransom=3", 1);
    let Err(Broken::Changed(changed)) = parse(&bad).replay(&Library::official()) else { panic!() };
    assert_eq!(changed.rows.iter().map(|r| r.what.as_str()).collect::<Vec<_>>(), ["ruleset"]);
    // An expansion that is not there.
    let bad = text.replacen("expansion the-tower", "expansion my-tower", 1);
    let Err(Broken::Changed(changed)) = parse(&bad).replay(&Library::official()) else { panic!() };
    assert_eq!((changed.rows[0].what.as_str(), changed.rows[0].have.as_str()), ("my-tower", "—"));
    assert_eq!(changed.faults[0].code, "C0108");
}

#[test]
fn other_words_of_the_rules_are_no_other_rules() {
    let record = parse(&played(7, 30).record().to_string());
    let library =
        changed_library("expansions/base/rules.md", "The highest total wins", "Most points win");
    assert!(record.replay(&library).is_ok());
}

#[test]
fn a_cut_off_record_loses_its_last_line_only() {
    let text = played(7, 40).record().to_string();
    let body = text.find("---\n").expect("a header") + 4;
    for cut in 0..text.len() {
        let Some(part) = text.get(..cut) else { continue };
        match Record::parse("game.txt", part) {
            Ok(record) => {
                assert!(cut >= body);
                let whole = part[body..].lines().count() - usize::from(!part.ends_with('\n'));
                assert_eq!(record.lines.len(), whole, "{cut}");
                assert_eq!(record.warnings.is_empty(), part.ends_with('\n'));
            }
            Err(faults) => assert!(cut < body && !faults.is_empty()),
        }
    }
    let cut = parse(&text[..text.len() - 3]);
    assert!(cut.replay(&Library::official()).is_ok());
}

#[test]
fn changed_bytes_never_break_the_reader() {
    let text = played(7, 25).record().to_string();
    let library = Library::official();
    let mut stream = crate::chance::Stream::new(1, 0, crate::chance::Purpose::Chance);
    for round in 0..1500 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=stream.below(3) {
            let at = stream.below(bytes.len() as u32) as usize;
            match stream.below(3) {
                0 => bytes[at] = b" \"=#0@,-\n9zr"[stream.below(12) as usize],
                1 => drop(bytes.remove(at)),
                _ => bytes[at] = stream.below(256) as u8,
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let read = Record::parse("game.txt", &text);
        if let Ok(record) = read
            && round % 20 == 0
        {
            let again = Record::parse("game.txt", &record.to_string());
            assert_eq!(again.map(|r| r.to_string()), Ok(record.to_string()));
            let _ = record.verify(&library);
        }
    }
}

#[test]
fn faults_of_a_record_have_their_place() {
    let check = |text: &str, code: &str, line: usize| {
        let faults = Record::parse("game.txt", text).expect_err(text);
        let fault = &faults[0];
        let at = line_col(text, fault.span.clone().expect("a place").start).0;
        assert_eq!((fault.code.as_str(), at), (code, line), "{text}: {fault}");
        assert!(fault.what.en != fault.what.fr);
    };
    check("", "R0001", 1);
    check("hello\n", "R0001", 1);
    check("bastide 2\n", "R0002", 1);
    check("bastide 1\nplayer 1 A\n", "R0003", 3);
    check("bastide 1\nplayr 1 A\n---\n", "R0004", 2);
    check("bastide 1\nplayer 1 A b c d\n---\n", "R0005", 2);
    check("bastide 1\nplayer 2 A\n---\n", "R0006", 2);
    check("bastide 1\nplayer 1 A\nplayer 2 A\n---\n", "R0006", 3);
    check("bastide 1\nplayer 1 A\n---\n2 pass\n", "R0007", 4);
    check("bastide 1\nplayer 1 A\n---\n1\n", "R0007", 4);
    check("bastide 1\nplayer 1 A\n---\n= 1 2\n", "R0008", 4);
    let long = "x".repeat(RECORD_BYTES_MAX + 1);
    assert_eq!(Record::parse("game.txt", &long).expect_err("long")[0].code, "R0009");
}

#[test]
fn saving_leaves_one_whole_file() {
    let dir = std::env::temp_dir().join(format!("bastide-record-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let path = dir.join("game.txt");
    let mut game = played(7, 10);
    for _ in 0..5 {
        game.autosave(&path).expect("saved");
        let read = Record::load(&path).expect("a record");
        assert_eq!(read.to_string(), game.record().to_string());
        crate::game::tests::step(&mut game);
    }
    assert_eq!(std::fs::read_dir(&dir).expect("a folder").count(), 1, "nothing is left beside it");
    assert!(game.autosave(&dir.join("none").join("game.txt")).is_err());
    assert!(Record::load(&dir.join("none.txt")).is_err());
    // With a folder in its place, the error is returned and nothing is left behind.
    assert!(game.autosave(&dir).is_err());
    std::fs::write(&path, b"bastide 1\nplayer 1 A\nplayer 2 B\n---\n# caf\xc3").expect("written");
    assert_eq!(Record::load(&path).expect("cut off in a letter").warnings.len(), 1);
    std::fs::remove_dir_all(&dir).expect("clean");
}

#[test]
fn an_expansion_by_its_path_is_found_again() {
    let dir = std::env::temp_dir().join(format!("bastide-path-{}", std::process::id()));
    let mods = dir.join("mods/more");
    std::fs::create_dir_all(&mods).expect("a folder");
    let manifest = "id = \"more\"\nshort = \"more\"\nversion = \"1.0.0\"\napi = 2\nname = { en = \"More\", fr = \"Plus\" }\nneeds = [\"base\"]\n[option.deep]\ndefault = false\n";
    std::fs::write(mods.join("expansion.toml"), manifest).expect("written");
    let text = "players = 2\n[expansions]\nmore = { path = \"mods/more\", deep = true }\n";
    let file = dir.join("bastide.toml").to_string_lossy().into_owned();
    let config = Config::parse(&file, text).expect("a config");
    let setup = bastide_content::Setup::load(&config, &Library::official()).expect("a setup");
    let mut game = Game::new(crate::Rules::new(setup).expect("rules"), 1).expect("a game");
    game.act_chance().expect("a draw");
    let path = dir.join("game.txt");
    game.autosave(&path).expect("saved");
    let record = Record::load(&path).expect("a record");
    assert!(record.to_string().contains(" deep=true path=mods/more\n"));
    let again = record.replay(&Library::official()).expect("found");
    assert_eq!(again.record().to_string(), record.to_string());
    std::fs::remove_dir_all(&dir).expect("clean");
}

#[test]
fn the_record_of_a_seat_cannot_be_replayed() {
    let game = played(7, 20);
    let record = Record::seen_by(&game, Player(1));
    let text = record.to_string();
    assert!(
        text.contains("seen-by 2\n") && !text.contains("seed") && !text.contains("h="),
        "{text}"
    );
    let read = parse(&text);
    let Err(broken) = read.replay(&Library::official()) else { panic!("replayed") };
    assert_eq!(broken.faults()[0].code, "R0109");
    // Somebody who looked on has no number.
    let text = Record::seen_by(&game, Player::NONE).to_string();
    assert!(text.contains("seen-by nobody\n"), "{text}");
    for text in [text.clone(), text.replace("seen-by nobody", "seen-by 256")] {
        let Err(broken) = parse(&text).replay(&Library::official()) else { panic!("replayed") };
        assert_eq!(broken.faults()[0].code, "R0109");
    }
    assert!(CONFIG.contains("seed") && Bot::named("random").is_some());
}

#[test]
fn a_damaged_fingerprint_is_told_of() {
    let (_, text) = finished();
    let line = text.lines().find(|l| l.starts_with("# turn 3 h=")).expect("a fingerprint");
    for damaged in [
        line.replace(" h=", " h=g").replacen("h=g0", "h=g", 1),
        line[..line.len() - 1].to_owned(),
        line.replace("turn", "tuRn"),
        line.replace(" h=", " j="),
    ] {
        let record = parse(&text.replace(line, &damaged));
        let codes: Vec<&str> = record.warnings.iter().map(|w| w.code.as_str()).collect();
        assert_eq!(codes, ["R0012"], "{damaged}");
    }
    assert!(parse(&text.replace(line, "# Ann thinks about her turn")).warnings.is_empty());
}

#[test]
fn what_was_left_of_an_earlier_saving_is_removed() {
    let dir = std::env::temp_dir().join(format!("bastide-left-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let path = dir.join("game.bastide");
    let left = |name: &str, old: bool| {
        let file = std::fs::File::create(dir.join(name)).expect("written");
        if old {
            let hour = std::time::Duration::from_secs(3600);
            file.set_modified(std::time::SystemTime::now() - hour).expect("a time");
        }
    };
    left(".game.bastide.aB3dE6gH9jK2.tmp", true);
    left(".game.bastide.aB3dE6gH9jK1.tmp", false);
    left(".other.bastide.aB3dE6gH9jK2.tmp", true);
    left(".game.bastide.x.tmp", true);
    save_atomic(&path, "text").expect("saved");
    let mut names: Vec<String> = std::fs::read_dir(&dir)
        .expect("a folder")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    std::fs::remove_dir_all(&dir).expect("it is ours");
    names.sort();
    let stay = [
        ".game.bastide.aB3dE6gH9jK1.tmp",
        ".game.bastide.x.tmp",
        ".other.bastide.aB3dE6gH9jK2.tmp",
    ];
    assert_eq!(names, [&stay[..], &["game.bastide"]].concat());
}

#[cfg(unix)]
#[test]
fn what_is_saved_keeps_the_link_the_mode_and_the_line_ends_of_what_was_there() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let dir = std::env::temp_dir().join(format!("bastide-kept-{}", std::process::id()));
    std::fs::create_dir_all(dir.join("far")).expect("folders");
    let (file, link, loose) = (dir.join("far/a.txt"), dir.join("link"), dir.join("loose"));
    let read = || std::fs::read_to_string(&file).expect("it is there");
    std::fs::write(&file, "\u{feff}one\r\ntwo\r\n").expect("written");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("a mode");
    symlink("far/a.txt", &link).expect("a link");
    save_atomic(&link, "one\n2\nthree").expect("saved");
    assert_eq!(read(), "\u{feff}one\r\n2\r\nthree");
    let meta = |path: &std::path::Path| std::fs::symlink_metadata(path).expect("it is there");
    assert!(meta(&link).is_symlink());
    assert_eq!(meta(&file).mode() & 0o777, 0o600);
    // Lines that were there keep their ends where they differ.
    std::fs::write(&file, "one\r\ntwo\nthree\r\n").expect("written");
    save_atomic(&file, "one\n2\nnew\nthree\n").expect("saved");
    assert_eq!(read(), "one\r\n2\nnew\nthree\r\n");
    // A link that leads to nothing yet leads to the file then, which has the rights of any new file.
    symlink("far/b.txt", &loose).expect("a link");
    save_atomic(&loose, "text\n").expect("saved");
    assert_eq!(std::fs::read_to_string(dir.join("far/b.txt")).expect("it is there"), "text\n");
    std::fs::write(dir.join("plain"), "").expect("written");
    assert_eq!(meta(&dir.join("far/b.txt")).mode(), meta(&dir.join("plain")).mode());
    // What is no file is not put out of the way.
    for other in [dir.join("far"), "/dev/null".into()] {
        assert!(save_atomic(&other, "text").is_err(), "{other:?}");
    }
    std::fs::remove_dir_all(&dir).expect("it is ours");
}

/// Whoever may write to the folder knows the number of the process, and lays links for it.
#[cfg(unix)]
#[test]
fn nobody_can_foresee_where_a_file_is_written_meanwhile() {
    let dir = std::env::temp_dir().join(format!("bastide-foreseen-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let victim = dir.join("victim");
    std::fs::write(&victim, "mine").expect("written");
    let foreseen = dir.join(format!(".game.bastide.{}.tmp", std::process::id()));
    std::os::unix::fs::symlink(&victim, &foreseen).expect("a link");
    save_atomic(&dir.join("game.bastide"), "text").expect("saved");
    assert_eq!(std::fs::read_to_string(&victim).expect("it is there"), "mine");
    std::fs::remove_dir_all(&dir).expect("it is ours");
}
