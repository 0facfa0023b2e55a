-- A hand of tiles: placed from, filled up at the end of the turn. Whose hand it is and who sees it is declared in
-- the manifest, and the engine offers the tiles of a zone that is played from.
local hand = ...

-- at.setup, and at.turn_start while there are no hands: all draw theirs, whose turn it is first, once the tiles
-- that come before are gone.
function hand.begin(game, slot, out)
  if game.next_group ~= "main" then
    out:set("waiting", 1)
    return
  end
  out:set("waiting", 0)
  local player = game.turn
  for _ = 1, #game:players() do
    for _ = 1, game.option["hand-size"] do
      out:draw("hand", player)
    end
    player = player.next
  end
end

-- at.draw: nothing is drawn before a placement, in neither part of a turn.
function hand.from_hand(game, slot, out)
  if game:get("waiting") == 0 then
    out:skip("draw", "hand.play")
  end
end

-- at.turn_end: the hand is filled up; after a turn of two parts as well.
function hand.refill(game, slot, out)
  if game:get("waiting") == 1 then
    return
  end
  local missing = game.option["hand-size"] - #game:zone("hand", game.turn)
  for _ = 1, missing do
    out:draw("hand", game.turn)
  end
  if game.option["hand-end"] == "last-draw" and game.deck_size <= missing then
    out:over("hand.end.last-draw")
  end
end

-- on.stuck: nothing in hand fits. One tile is put aside for another, or with an empty stack all of them.
function hand.stuck(game, event, out)
  local player = event.player
  local tiles = game:zone("hand", player)
  if #tiles == 0 then
    return
  end
  if game.deck_size > 0 then
    out:push("set-aside", player)
    return
  end
  for _, tile in tiles do
    out:tile(tile, "hand", "out", "hand.stuck.all", player)
  end
end

-- ask.set-aside: which tile; two alike are one option.
function hand.ask_aside(game, step, offers)
  local seen = {}
  offers:offer { rule = "hand.stuck" }
  for _, tile in game:zone("hand", step.actor) do
    if not seen[tile.id] then
      seen[tile.id] = true
      offers:invoke("set-aside", tile)
    end
  end
end

-- do.set-aside: another is drawn, and the player tries again.
function hand.aside(game, step, out)
  out:tile(step.target, "hand", "out", "hand.stuck", step.actor)
  out:draw("hand", step.actor)
  out:place(step.actor)
end
