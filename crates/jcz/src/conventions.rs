//! Where the other engine goes its own way: the conventions that expansions declare, told of a game that came to one and
//! ended otherwise than its file.

use bastide_core::Fault;

use super::play::Play;
use bastide_content::manifest::jcz::{Convention, Words};

/// Those of a message that chooses one of some verbs in a phase.
pub(super) fn chosen(words: &Words, verbs: &[&String], phase: &str) -> Vec<usize> {
    let is = |one: &Convention| {
        verbs.contains(&&one.verb) && one.phases.iter().any(|name| name == phase)
    };
    words.conventions.iter().enumerate().filter(|(_, one)| is(one)).map(|(i, _)| i).collect()
}

/// What is passed over, whatever comes of the game: that messages name another player than the one who is asked.
pub(super) fn passed_over(play: &Play<'_>) -> Option<Fault> {
    let (first, n) = (play.misnamed.first()?, play.misnamed.len());
    let fault = Fault::new(
        "J0114",
        format!(
            "the file lets a player act who is not asked (messages: {n}, the first one here); whoever is asked acts"
        ),
        format!(
            "le fichier fait agir un joueur à qui rien n'est demandé (messages : {n}, voici le premier) ; agit celui qui doit décider"
        ),
    );
    Some(fault.at(&play.saved.file, first.clone()).warning())
}

/// One warning for each convention that a game came to, to be told with what went wrong.
pub(super) fn told(play: &Play<'_>) -> Vec<Fault> {
    let conventions = play.table.words.conventions.iter().enumerate();
    let met = conventions.filter(|(i, _)| play.now.met.contains(i));
    met.map(|(_, one)| {
        let Convention { id, text, .. } = one;
        Fault::new(
            "J0113",
            format!("the other engine goes its own way in this game (`{id}`): {}", text.en),
            format!("l'autre moteur a ici sa propre façon (`{id}`) : {}", text.fr),
        )
        .at(&play.saved.file, play.last.clone())
        .warning()
    })
    .collect()
}
