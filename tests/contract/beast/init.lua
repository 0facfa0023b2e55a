-- A beast that belongs to nobody is moved six steps by the players in turn.
local m = ...

function m.early(game, event, out)
  if event.type:tag("roar") > 0 and not game:neutral("beast").tile then
    out:tile(event.type, nil, "aside", "beast.early")
  end
end

function m.wake(game, event, out)
  out:neutral("beast", event.tile, "beast.wake")
  out:pour("aside", "main", "beast.poured")
end

function m.roar(game, slot, out)
  local roused = game:neutrals { tile = true }
  if #roused ~= 1 or roused[1].name ~= "beast" or #game:neutrals { tile = false } ~= 0 then error("one beast is about") end
  out:clear("visited")
  out:add("visited", game:neutral("beast").tile)
  out:push("prowl", game.turn, 6)
end

function m.ask(game, step, offers)
  local tile = game:neutral("beast").tile
  offers:offer { rule = "beast.go" }
  for s = 0, 3 do
    local next_ = tile:neighbour(s)
    if next_ and not game:has("visited", next_) then
      offers:invoke("go", next_)
    end
  end
end

function m.go(game, step, out)
  out:neutral("beast", step.target, "beast.go")
  out:add("visited", step.target)
  for _, figure in ipairs(game:figures()) do
    if figure.tile == step.target then
      out:send_home(figure, "beast.eaten")
    end
  end
  local left = step:number(1) - 1
  if left > 0 then
    out:push("prowl", step.actor.next, left)
  end
end
