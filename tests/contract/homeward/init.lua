-- Who comes home is counted by why: scored, sent by a rule, or freed from whoever held it.
local m = ...

function m.choose(game, slot, out)
  out:push("choose", game.turn)
end

function m.seize(game, step, out)
  out:capture(step.target, step.actor, "homeward.seize")
end

function m.send(game, step, out)
  out:send_home(step.target, "homeward.send")
end

-- A figure that was held comes from no segment, every other from one.
function m.home(game, event, out)
  if (event.segment == nil) == (event.why == "freed") then
    out:token(event.player, event.why, 1, "homeward.count")
  end
end
