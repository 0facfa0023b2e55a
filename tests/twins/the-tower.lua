-- The Tower, a second time: the twin of the native module. Targets, prices and refusals are declared in
-- the manifest; what is left is what follows from a choice.
local tower = ...

function tower.capture(game, step, out)
  local prisoner, captor = step.target, step.actor
  if prisoner.owner == captor then
    out:send_home(prisoner, "tower.capture.own")
  else
    out:capture(prisoner, captor, "tower.capture")
  end
end

-- As soon as two players hold a meeple of each other, both go home.
function tower.captured(game, event, out)
  local mine = game:held(event.by, event.player)
  if #mine == 1 then
    out:send_home(event.figure, "tower.exchange")
    out:send_home(mine[1], "tower.exchange")
  elseif #mine > 1 then
    out:push("exchange", event.by, event.figure)
  end
end

-- The first argument of the step is the figure just captured.
function tower.ask_exchange(game, step, offers)
  offers:offer { rule = "tower.exchange.choice" }
  for _, figure in ipairs(game:held(step.actor, step:figure(1).owner)) do
    offers:invoke("exchange", figure)
  end
end

function tower.exchange(game, step, out)
  out:send_home(step:figure(1), "tower.exchange.choice")
  out:send_home(step.target, "tower.exchange.choice")
end
