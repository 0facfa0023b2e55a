//! `render`: tiles, boards and pages to cut, as SVG or PNG.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide::core::Fault;
use bastide::library::File;
use bastide::record::{Record, beyond};
use bastide::{Library, manifest};
use bastide_draw::{BoardOptions, Drawable, Look, SheetOptions};
use bastide_tiles::Kinds;

use crate::args::{self, Picture};
use crate::checked;
use crate::files::{self, Over};
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Render, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    match &args.what {
        Picture::Tiles(tiles) => {
            let (drawn, kinds, look) = open_set(&tiles.set, desk, out)?;
            let options = options(&drawn, &tiles.shown, out.lang);
            let svg = bastide_draw::sheet(&drawn.set.tiles, &kinds.features, &look, &options);
            write(&[svg], &tiles.shown, out)?;
            done(drawn)
        }
        Picture::Sheet(sheet) => {
            let (set, shown) = (&sheet.tiles.set, &sheet.tiles.shown);
            let (drawn, kinds, look) = open_set(set, desk, out)?;
            let options = SheetOptions {
                bleed: sheet.bleed,
                backs: sheet.backs,
                ..options(&drawn, shown, out.lang)
            };
            let pages = bastide_draw::pages(&drawn.set.tiles, &kinds.features, &look, &options);
            write(&pages, shown, out)?;
            done(drawn)
        }
        Picture::Game(game) => {
            let (name, text) = desk.read(&game.record)?;
            let record = Record::parse(&name, &text)?;
            let played = record.replay_to(&desk.library, game.at.unwrap_or(usize::MAX));
            let played = played.map_err(|broken| Stop::Faults(broken.faults(), stop::FILE))?;
            if let Some(fault) = game.at.and_then(|at| beyond(at, &played)) {
                let last = played.entries().len();
                let fault = fault.in_file(&name).help(
                    format!("write `--at {last}` or less"),
                    format!("écrivez `--at {last}` ou moins"),
                );
                return Err(Stop::Faults(vec![fault], stop::USAGE));
            }
            let library = desk.library.with_paths(&played.rules().setup.config);
            let look = checked::look(&library, &desk.sources, out);
            let options = BoardOptions {
                names: played.names().to_vec(),
                fields: game.shown.fields,
                overlay: game.shown.overlay,
                coordinates: !game.shown.plain,
                last: played.last_placed().map(|tile| played.state().tile(tile).cell()),
                marks: Vec::new(),
                worn: bastide_draw::PLAIN,
            };
            let rules = &played.rules().ruleset;
            let svg = bastide_draw::board(rules, played.state(), &look, &options);
            write(&[svg], &game.shown, out)
        }
    }
}

fn options(drawn: &Drawable, shown: &args::Shown, lang: Lang) -> SheetOptions {
    SheetOptions {
        title: if shown.plain { String::new() } else { lang.of(&drawn.set.name).to_owned() },
        fields: shown.fields,
        overlay: shown.overlay,
        marks: drawn.marks.clone(),
        ..SheetOptions::default()
    }
}

/// Reports the faults of a set after its picture is written with marks on them.
fn done(drawn: Drawable) -> Result<u8, Stop> {
    if drawn.faults.is_empty() { Ok(stop::FINE) } else { Err(drawn.faults.into()) }
}

/// The set that a person named: a name, a file or the folder of an expansion.
fn open_set(named: &Path, desk: &mut Desk, out: &mut Out) -> Result<(Drawable, Kinds, Look), Stop> {
    let mut library = Library::clone(&desk.library);
    let home = around(named);
    if let Some((id, dir)) = &home {
        library.folder_at(id, dir)?;
        desk.sources.library(&library);
    }
    let owner = home.map_or_else(String::new, |(id, _)| id);
    let look = checked::look(&library, &desk.sources, out);
    let (kinds, broken) = bastide_draw::kinds(&library);
    let of_owner = |fault: &Fault| {
        library.folder(&owner).is_some_and(|folder| fault.file.starts_with(&folder.name))
    };
    if let Some(fault) = broken.into_iter().find(of_owner) {
        return Err(fault.into());
    }
    let files = find(named, &owner, &library, desk)?;
    let mut whole = Drawable::default();
    for (home, file) in files {
        let Drawable { set, marks, faults } = bastide_draw::set(&library, &kinds, &home, &file);
        if whole.set.id.is_empty() {
            (whole.set.id, whole.set.name) = (set.id, set.name);
        }
        whole.set.tiles.extend(set.tiles);
        whole.marks.extend(marks);
        whole.faults.extend(faults);
    }
    if whole.set.tiles.is_empty() && !whole.faults.is_empty() {
        return Err(whole.faults.into());
    }
    Ok((whole, kinds, look))
}

/// The expansion folder that a path names or lies in: its id and the folder.
fn around(path: &Path) -> Option<(String, PathBuf)> {
    let is = |dir: &Path| dir.join(manifest::FILE).is_file();
    let dir = if path.is_dir() { Some(path) } else { path.parent().and_then(Path::parent) };
    let dir = dir.filter(|dir| {
        path.exists() && is(if dir.as_os_str().is_empty() { Path::new(".") } else { dir })
    })?;
    let full = if dir.as_os_str().is_empty() { Path::new(".") } else { dir }.canonicalize().ok()?;
    let id = full.file_name()?.to_string_lossy().into_owned();
    Some((id, full))
}

/// Files of sets, each with the expansion that brings it.
fn find(
    named: &Path,
    owner: &str,
    library: &Library,
    desk: &mut Desk,
) -> Result<Vec<(String, File)>, Stop> {
    let own = |id: &str| -> Vec<(String, File)> {
        let Some(folder) = library.folder(id) else { return Vec::new() };
        let is_set = |path: &str| path.strip_prefix("tiles/")?.strip_suffix(".toml").map(|_| ());
        let sets = folder.files.iter().filter(|(path, _)| is_set(path).is_some());
        sets.map(|(_, file)| (id.to_owned(), file.clone())).collect()
    };
    if named.is_file() {
        let (name, text) = desk.read(named)?;
        return Ok(vec![(owner.to_owned(), File { name, text: Arc::from(text) })]);
    }
    let word = named.to_string_lossy();
    let found = if named.is_dir() {
        own(owner)
    } else if let Some(file) = library.set("", &word) {
        vec![(String::new(), file.clone())]
    } else {
        let mut all = library.folders().flat_map(|folder| own(&folder.id));
        let ending = format!("/{word}.toml");
        let brought: Vec<_> = all.by_ref().filter(|(_, f)| f.name.ends_with(&ending)).collect();
        if brought.is_empty() { own(&word) } else { brought }
    };
    if !found.is_empty() {
        return Ok(found);
    }
    let known: Vec<&str> = library.sets().collect();
    let fault = Fault::new(
        "F0014",
        format!("no tile set `{word}`"),
        format!("aucun jeu de tuiles `{word}`"),
    );
    let list = known.join(", ");
    let ids = library.folders().map(|folder| folder.id.as_str());
    let near = bastide::near(&word, known.iter().copied().chain(ids));
    Err(fault
        .meant(
            near,
            format!("name a set ({list}), a file of tiles or the folder of an expansion"),
            format!("nommez un jeu ({list}), un fichier de tuiles ou le dossier d'une extension"),
        )
        .into())
}

/// Writes pictures: to standard output, or to a file; several pages go to several files.
fn write(pages: &[String], shown: &args::Shown, out: &mut Out) -> Result<u8, Stop> {
    let Some(path) = &shown.out else {
        for page in pages {
            out.data(page)?;
        }
        return Ok(stop::FINE);
    };
    let png = match path.extension().and_then(|e| e.to_str()).map(str::to_lowercase).as_deref() {
        Some("svg") => false,
        Some("png") => true,
        _ => {
            return Err(Stop::Usage(say!(
                out.lang,
                "{} is no picture: end the name in .svg or .png",
                "{} n'est pas une image : terminez le nom par .svg ou .png",
                path.display()
            )));
        }
    };
    let over = if shown.force { Over::Anything } else { Over::Picture };
    let paths: Vec<PathBuf> =
        (0..pages.len()).map(|number| numbered(path, number, pages.len())).collect();
    for path in &paths {
        files::free(path, over)?;
    }
    for (path, page) in paths.iter().zip(pages) {
        if png {
            let bytes = bastide_draw::png(page, shown.width).map_err(|e| unpaintable(&e))?;
            files::write_bytes(path, &bytes)?;
        } else {
            files::write(path, page)?;
        }
        out.note(&path.display().to_string());
    }
    Ok(stop::FINE)
}

/// `sheet.svg` as it is, or `sheet-2.svg` for the second of several.
fn numbered(path: &Path, number: usize, pages: usize) -> PathBuf {
    if pages == 1 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{}.{ending}", number + 1))
}

fn unpaintable(error: &bastide_draw::PngError) -> Stop {
    let fault = Fault::new(
        "F0015",
        format!("no PNG can be made of it: {error}"),
        format!("impossible d'en faire un PNG : {error}"),
    );
    fault.help("use a smaller --width, or .svg", "choisissez un --width plus petit, ou .svg").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_numbered_if_there_are_several() {
        assert_eq!(numbered(Path::new("a/b.svg"), 0, 1), Path::new("a/b.svg"));
        assert_eq!(numbered(Path::new("a/b.svg"), 1, 3), Path::new("a/b-2.svg"));
    }
}
