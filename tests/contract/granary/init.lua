-- A field is scored as the engine scores it, in mid-game.
local m = ...

function m.harvest(game, event, out)
  if game:option_of("base", "farmers") == "per-field" and game:option_of("river", "turn") == nil then
    out:claim { feature = event.feature }
  end
end

function m.told(game, event, out)
  out:token(event.player, "told", 1, "gran.told")
end

function m.home(game, event, out)
  out:token(event.player, "home", 1, "gran.home")
end

function m.sent(game, event, out)
  out:token(event.player, "sent", 1, "gran.home")
end

-- Each granary has a list of its own: when it is full the granary goes home.
function m.store(game, slot, out)
  for _, figure in ipairs(game:figures("granary")) do
    local grain = game:list("grain", figure)
    if #grain == 3 then
      out:clear("grain", figure)
      out:send_home(figure, "gran.home")
    elseif not game:has("grain", game.placed, figure) then
      out:add("grain", game.placed, figure)
    end
  end
end

function m.sacks(game, claim, score)
  score:add("gran.told", "sack", claim.feature.tiles, 2)
end
