-- What each condition picks out is what two steps offer after every placement.
local m = ...

function m.ask(game, slot, out)
  out:push("sow", game.turn)
  out:push("look", game.turn)
end

function m.done(game, step, out)
  out:note(step.actor, "pick.done")
end

function m.wave(game, event, out)
  if not event.start then
    out:token(game.turn, "wave", 1, "pick.wave")
  end
end
