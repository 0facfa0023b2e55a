//! What scripts hand over to a step, and read of it.
#![allow(clippy::unwrap_used, clippy::result_large_err, missing_docs)]

use bastide_core::Action;

use crate::support::Table;

#[test]
fn what_a_step_is_about_is_read_as_what_it_takes() {
    let listed = |read: &str| {
        let source = format!(
            "local m = ...
function m.run(game, event, out) out:push('guest', game.turn, event.figure, event.tile) end
function m.ask(game, step, offers) assert({read}) end"
        );
        let mut table = Table::new(&[("on.deployed", "run"), ("ask.guest", "ask")], &source);
        table.place().unwrap();
        table.act(|a| matches!(a, Action::Deploy { .. })).map_err(|fault| fault.code)
    };
    assert_eq!(listed("step:figure(1).tile == step:tile(2)"), Ok(()));
    assert_eq!(listed("step:number(1) >= 0"), Ok(()));
    assert_eq!(listed("step:tile(1)"), Err("L0205".to_owned()));
    assert_eq!(listed("step:figure(2)"), Err("L0205".to_owned()));
}
