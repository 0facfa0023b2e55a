-- The Gifts: cards for whoever extends what is another's, to be opened before a tile is placed.
local gift = ...

-- Receiving ----------------------------------------------------------------------------------------------

-- Whether somebody has the majority in a feature, and a player has no part in it.
local function is_of_others(feature, player)
  local owners = feature:majority()
  for _, owner in owners do
    if owner == player then return false end
  end
  return #owners > 0
end

-- at.after_place: one card, however many roads and cities were extended.
function gift.receive(game, slot, out)
  local extended = false
  for _, segment in game.placed:segments { kind = { "road", "city" }, feature = { holds = { owner = "others" } } } do
    extended = extended or is_of_others(segment.feature, game.turn)
  end
  if not extended then return end
  local pile, opened = #game:zone("gift-pile"), #game:zone("opened-gifts")
  if pile + opened == 0 then return end
  if pile > 0 then
    out:pour("gift-pile", "gift-draw", "gift.receive")
  else
    out:pour("opened-gifts", "gift-draw", "gift.shuffle")
  end
  out:draw("gifts", game.turn)
end

-- on.drawn: the other cards go back to the pile.
function gift.received(game, event, out)
  out:pour("gift-draw", "gift-pile", "gift.receive")
end

-- Opening ------------------------------------------------------------------------------------------------

-- Own meeples that may be taken back.
local function own(game, player)
  return game:figures { class = "meeple", owner = player, feature = { claim = "yes" } }
end

-- Whether a figure may lie down or stand up on a segment of its tile: one of both places is in a field. What else forbids it the
-- engine knows.
local function may_turn(game, figure, segment)
  if (figure.segment.kind == "field") == (segment.kind == "field") or segment.feature.complete then return false end
  return game.option["change-position"] == "any" or not segment.feature.occupied
end

-- What each card needs, by the tag that it bears.
local NEEDS = {
  ["gift-synod"] = function(game, player)
    if #game:segments { kind = "monastery", complete = false } == 0 then return false end
    for _, kind in game:kinds { class = "meeple" } do
      if player:supply(kind) > 0 then return true end
    end
    return false
  end,
  ["gift-sweeper"] = function(game)
    return #game:segments { kind = "road", complete = false, holds = { class = "meeple" } } > 0
  end,
  ["gift-position"] = function(game, player)
    for _, figure in own(game, player) do
      for _, segment in figure.tile:segments { claim = "yes" } do
        if may_turn(game, figure, segment) then return true end
      end
    end
    return false
  end,
  ["gift-cash"] = function(game, player)
    return #own(game, player) > 0
  end,
  ["gift-two"] = function(game)
    return game.drawn ~= nil and game.deck_size > 0
  end,
}

-- The step that carries out a card.
local STEPS = { ["gift-synod"] = "synod", ["gift-sweeper"] = "sweeping", ["gift-position"] = "lie-or-stand", ["gift-cash"] = "payout" }

-- The tag that a card bears.
local function tag_of(card)
  for _, tag in sorted(NEEDS) do
    if card:tag(tag) > 0 then return tag end
  end
end

-- ask.gift: cards that can do something; two alike are one option.
function gift.ask_gift(game, step, offers)
  local seen = {}
  offers:offer { rule = "gift.open" }
  for _, card in game:zone("gifts", step.actor) do
    local tag = tag_of(card)
    if tag and not seen[tag] then
      seen[tag] = true
      if NEEDS[tag](game, step.actor) then offers:invoke("open-gift", card) end
    end
  end
end

-- do.open-gift
function gift.do_open_gift(game, step, out)
  local player, card = step.actor, step.target
  local tag = tag_of(card)
  out:tile(card, "gifts", "opened-gifts", "gift.open", player)
  if STEPS[tag] then
    out:push(STEPS[tag], player)
  else
    out:tile(game.drawn, nil, "taken-tiles", "gift.two", player)
    out:draw("taken-tiles", player)
    out:push("which-first", player)
  end
end

-- Cards --------------------------------------------------------------------------------------------------

-- do.sweep: the road is scored as it is, for who has the majority, and all come home.
function gift.do_sweep(game, step, out)
  out:claim { feature = step.target.feature, complete = false, final = false }
end

-- ask.lie-or-stand
function gift.ask_lie_or_stand(game, step, offers)
  offers:offer { rule = "gift.position", waives = { "elsewhere", "occupied" } }
  for _, figure in own(game, step.actor) do
    for _, segment in figure.tile:segments { claim = "yes" } do
      if may_turn(game, figure, segment) then offers:move(figure, segment) end
    end
  end
end

-- do.cash: for who takes the figure back, whoever has the majority.
function gift.do_cash(game, step, out)
  local points = step.target.feature:worth { player = step.actor, complete = false, final = true }
  if points > 0 then out:pay(step.actor, points, "gift.cash") end
  out:send_home(step.target, "gift.cash")
end

-- do.withdraw
function gift.do_withdraw(game, step, out)
  local points = game.option["cash-out-points"]
  if points > 0 then out:pay(step.actor, points, "gift.cash.fixed") end
end

-- do.begin-with: the other tile waits for a part of its own, or goes back.
function gift.begin_with(game, step, out)
  local player = step.actor
  local tiles = game:zone("taken-tiles", player)
  local other = tiles[1]
  if other == step.target then other = tiles[2] end
  out:tile(step.target, "taken-tiles", nil, "gift.two", player)
  if game.option["take-2"] == "both" then
    out:parts(game.part + 1, "gift.two")
  else
    out:tile(other, "taken-tiles", other.group, "gift.two.one", player)
  end
end

-- at.draw: it is the tile drawn now.
function gift.second_tile(game, slot, out)
  out:set("gift-asked", 1)
  out:tile(game:zone("taken-tiles", game.turn)[1], "taken-tiles", nil, "gift.two", game.turn)
end
