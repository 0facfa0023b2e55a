-- La Porxada.
local porx = ...

-- do.exchange-figures: the other player is asked.
function porx.do_exchange_figures(game, step, out)
  out:push("exchange-asked", step.second.owner, step.target, step.second)
end

-- do.bonus-at-last
function porx.do_bonus_at_last(game, step, out)
  out:set("hall-bonus", 1)
  out:note(game.turn, "porx.bonus")
end

-- do.exchange-nothing
function porx.do_exchange_nothing(game, step, out)
  out:note(game.turn, "porx.neither")
end

-- do.accept-exchange: each stands where the other stood.
function porx.do_accept_exchange(game, step, out)
  local mine, theirs = step:figure(1), step:figure(2)
  local here, there = mine.segment, theirs.segment
  out:move(mine, there, "porx.exchange")
  out:move(theirs, here, "porx.exchange")
end

-- do.lose-figure: it stands at a corner of the hall's tile from now on, where no list of figures on the board finds it.
function porx.do_lose_figure(game, step, out)
  out:move(step.target, game.placed:corner("NW"), "porx.lose")
end

-- on.completed: everybody who is in the city.
function porx.sign(game, event, out)
  for _, player in game:players() do
    if event.feature:holds({ class = "meeple" }, player) then out:token(player, "hall-sign", 1, "porx.sign") end
  end
end

-- scoring.bonus of an unfinished city: what is missing to a completed one.
function porx.as_completed(game, claim, score)
  local city = claim.feature
  for _, player in claim:owners() do
    if player:tokens("hall-sign") > 0 then
      local full = city:worth { complete = true, final = false, player = player }
      local now = city:worth { complete = false, final = true, player = player }
      if full > now then score:bonus(player, full - now, "porx.bonus") end
    end
  end
end
