//! Games in which an expansion is checked: with what it needs, in each edition that changes its tiles.

use std::collections::BTreeSet;

use bastide::Config;
use bastide::config::{BASE, EDITION, PLAYERS_MAX, PlayerSeat, Written};

use crate::content::Desk;

/// Returns the configs of the games; empty if the expansion cannot be used.
pub(crate) fn configs(desk: &Desk, id: &str) -> Vec<Config> {
    let Some(manifest) = desk.manifests.get(id) else { return Vec::new() };
    let ids = desk.with_needs(id);
    let known = |edition: &str| {
        desk.manifests.get(BASE).is_some_and(|base| base.profile(edition).is_some())
    };
    let mut editions = BTreeSet::from([EDITION]);
    let own = manifest.profiles.iter().filter(|profile| profile.sets.is_some());
    editions.extend(own.map(|profile| profile.name.as_str()).filter(|name| known(name)));
    let least = ids.iter().filter_map(|id| Some(desk.manifests.get(id)?.everything.players_min));
    let seats = usize::from(least.max().unwrap_or(0)).clamp(2, PLAYERS_MAX);
    let name = |n: usize| PlayerSeat { name: format!("Player {}", n + 1), bot: None };
    let one = |edition: &str| {
        let mut config = Config {
            players: (0..seats).map(name).collect(),
            edition: Some(Written { value: edition.to_owned(), span: 0..0 }),
            ..Config::default()
        };
        for id in ids.iter().filter(|id| *id != BASE) {
            config.enable(id);
        }
        config
    };
    editions.into_iter().map(one).collect()
}
