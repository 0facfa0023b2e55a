-- A tile of one's own is placed, and none is drawn.
local m = ...

function m.choose(game, slot, out)
  out:push("use", game.turn)
end

function m.ask(game, step, offers)
  offers:offer { rule = "spare.use" }
  offers:invoke("use")
end

function m.use(game, step, out)
  out:set("using", 1)
  out:skip("draw", "spare.use")
end

function m.cells(game, step, offers)
  local tile = game:zone("spare", step.actor)[1]
  offers:offer { rule = "spare.use", must = true, waives = { "edge" } }
  for _, cell in ipairs({ { 1, 0 }, { 0, 1 }, { 0, 0 } }) do
    offers:place(tile, cell[1], cell[2], 0)
  end
end
