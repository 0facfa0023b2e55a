//! `new`: the folder of an expansion or a tile set that plays and passes its tests; `schema`: what editors
//! read about all files.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::core::{Fault, Words};
use bastide::folders::plain;
use bastide::{Library, annotations, config};

use crate::args;
use crate::checked;
use crate::faults::{self, Sources};
use crate::files::{self, Over};
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Folder for editors in a new folder.
const EDITOR: &str = ".bastide";

/// Files of a new expansion: path, text.
const EXPANSION: &[(&str, &str)] = &[
    ("expansion.toml", include_str!("new/expansion/expansion.toml")),
    ("init.lua", include_str!("new/expansion/init.lua")),
    ("rules.md", include_str!("new/expansion/rules.md")),
    ("tests/long-roads.toml", include_str!("new/expansion/tests/long-roads.toml")),
    ("tests/options.spec.lua", include_str!("new/expansion/tests/options.spec.lua")),
];

/// Files of a new tile set.
const TILESET: &[(&str, &str)] = &[
    ("expansion.toml", include_str!("new/tileset/expansion.toml")),
    ("tiles/NAME.toml", include_str!("new/tileset/tiles/tiles.toml")),
    ("tests/NAME.toml", include_str!("new/tileset/tests/tiles.toml")),
];

/// Settings of editors: of those that read scripts, of all.
const SETTINGS: &[(&str, &str)] = &[
    (".luarc.json", include_str!("new/luarc.json")),
    (".vscode/settings.json", include_str!("new/settings.json")),
];
/// What editors read about the files of a tile set, which has no scripts and no config.
const OF_TILESET: [&str; 4] = ["draw.json", "expansion.json", "tiles.json", "scenarios.json"];

/// Runs `new`.
pub(crate) fn run(args: &args::New, desk: &Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let (dir, files) = match &args.what {
        args::NewWhat::Expansion(new) => (&new.dir, EXPANSION),
        args::NewWhat::Tileset(new) => (&new.dir, TILESET),
    };
    let name = name_of(dir, &desk.library)?;
    if fs::symlink_metadata(dir).is_ok() {
        let help = Words::new(
            "choose another name, or delete it first",
            "choisissez un autre nom, ou supprimez-le d'abord",
        );
        return Err(files::taken(dir, help));
    }
    let is_set = matches!(&args.what, args::NewWhat::Tileset(_));
    let settings = SETTINGS.iter().filter(|(path, _)| !is_set || !path.starts_with(".luarc"));
    let texts =
        files.iter().chain(settings).map(|(path, text)| (filled(path, &name), filled(text, &name)));
    let wanted = schemas().filter(|(path, _)| !is_set || OF_TILESET.contains(path));
    let editor = wanted.map(|(path, text)| (format!("{EDITOR}/{path}"), text));
    for (path, text) in texts.chain(editor) {
        let path = dir.join(path);
        files::folder(path.parent().unwrap_or(dir))?;
        files::write(&path, text)?;
    }
    let files: Vec<String> = files.iter().map(|(path, _)| filled(path, &name)).collect();
    out.line(&format!("{}: {}", shown(dir), files.join(", ")))?;
    let code = look_over(dir, desk, out)?;
    let next = |verb: &str, what: Words| {
        say!(lang, "  bastide {verb}  {}", "  bastide {verb}  {}", what.get(lang.code()))
    };
    let dir = shown(dir);
    out.line(&say!(lang, "next: bastide test {dir}", "ensuite : bastide test {dir}"))?;
    let play = Words::new(
        "bots play it, and each save is taken in at once",
        "des robots y jouent, et chaque enregistrement compte aussitôt",
    );
    out.line(&next(&format!("dev {dir}"), play))?;
    if is_set {
        let look = Words::new("a picture of every tile", "une image de chaque tuile");
        out.line(&next(&format!("render tiles {dir} -o {dir}.svg"), look))?;
    }
    Ok(code)
}

/// Checks the new folder together with the search path, and reports the result.
fn look_over(dir: &Path, desk: &Desk, out: &mut Out) -> Result<u8, Stop> {
    let report = checked::check(&[dir.to_path_buf()], (*desk.library).clone())?;
    let fine = report.is_fine();
    if report.faults.is_empty() {
        out.line(out.lang.pick("checked: no findings", "vérifié : rien à signaler"))?;
    } else {
        let mut sources = Sources::default();
        sources.library(&report.library);
        out.data(&faults::each(&report.faults, &sources, out.lang))?;
        let counted = faults::counted(&report.faults, out.lang);
        out.line(&say!(out.lang, "checked: {counted}", "vérifié : {counted}"))?;
    }
    Ok(if fine { stop::FINE } else { stop::FINDING })
}

/// Runs `schema`.
pub(crate) fn schema(args: &args::Schema, out: &mut Out) -> Result<u8, Stop> {
    let over = Over::forced(args.force);
    let is_same =
        |path: &Path, text: &str| fs::read_to_string(path).is_ok_and(|t| plain(&t) == text);
    let mut wanted: Vec<(PathBuf, String)> =
        schemas().map(|(path, text)| (args.dir.join(path), text)).collect();
    wanted.retain(|(path, text)| !is_same(path, text));
    files::folder(&args.dir)?;
    for (path, _) in &wanted {
        files::free(path, over)?;
    }
    for (path, text) in wanted {
        files::write(&path, text)?;
        out.line(&shown(&path))?;
    }
    Ok(stop::FINE)
}

/// All that editors read, by name.
fn schemas() -> impl Iterator<Item = (&'static str, String)> {
    let schemas = [
        ("config.json", include_str!("../../../docs/schema/config.json")),
        ("draw.json", include_str!("../../../docs/schema/draw.json")),
        ("expansion.json", include_str!("../../../docs/schema/expansion.json")),
        ("tiles.json", include_str!("../../../docs/schema/tiles.json")),
        ("scenarios.json", include_str!("../../../docs/schema/scenarios.json")),
    ];
    let made = [("bastide.d.luau", annotations::luau()), ("bastide.lua", annotations::meta())];
    schemas.map(|(name, text)| (name, text.to_owned())).into_iter().chain(made)
}

/// The id that the last part of a path is.
fn name_of(dir: &Path, library: &Library) -> Result<String, Stop> {
    let name = dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !bastide::manifest::is_name(&name) {
        return Err(refused(
            dir,
            &format!("`{name}` cannot be the name of an expansion"),
            &format!("`{name}` ne peut pas être le nom d'une extension"),
            &format!("small letters, digits and hyphens, a letter first: `{}`", mended(&name)),
            &format!(
                "petites lettres, chiffres et tirets, une lettre d'abord : `{}`",
                mended(&name)
            ),
        ));
    }
    if library.folder(&name).is_some() {
        return Err(refused(
            dir,
            &format!("there is an expansion `{name}` already"),
            &format!("il y a déjà une extension `{name}`"),
            &format!("choose another name: `my-{name}`"),
            &format!("choisissez un autre nom : `my-{name}`"),
        ));
    }
    Ok(name)
}

/// A letter without its accent, as a name of a folder writes it.
fn unaccented(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        'à' | 'á' | 'â' | 'ã' | 'å' => "a",
        'ä' | 'æ' => "ae",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' => "o",
        'ö' | 'œ' => "oe",
        'ù' | 'ú' | 'û' => "u",
        'ü' => "ue",
        'ß' => "ss",
        'ý' | 'ÿ' => "y",
        _ => "",
    };
    plain.chars().chain(plain.is_empty().then_some(c))
}

/// A name that is allowed and looks like one that is not.
fn mended(name: &str) -> String {
    let plain: String = name
        .to_lowercase()
        .chars()
        .flat_map(unaccented)
        .map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(40).collect();
    let name = name.trim_end_matches('-');
    match name.chars().next() {
        Some(c) if c.is_ascii_lowercase() && name != config::BASE => name.to_owned(),
        Some(_) => format!("my-{name}"),
        None => "my-expansion".to_owned(),
    }
}

/// A text of a template with its names.
fn filled(text: &str, name: &str) -> String {
    let words: Vec<&str> = name.split('-').collect();
    let mut title = words.join(" ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text.replace("NAME", name).replace("SHORT", words[0]).replace("TITLE", &title)
}

fn refused(path: &Path, en: &str, fr: &str, help: &str, aide: &str) -> Stop {
    Fault::new("F0006", en, fr).in_file(&shown(path)).help(help, aide).into()
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_name_is_mended() {
        for (bad, good) in [
            ("My Roads", "my-roads"),
            ("2roads", "my-2roads"),
            ("base", "my-base"),
            ("é--x-", "e-x"),
            ("Été à Nîmes", "ete-a-nimes"),
            ("Größe", "groesse"),
            ("日本", "my-expansion"),
            ("", "my-expansion"),
        ] {
            assert_eq!(mended(bad), good);
            assert!(bastide::manifest::is_name(good));
        }
    }
}
