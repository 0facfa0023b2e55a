-- The Fruit-Bearing Trees: six trees with four fruits each, to be harvested and sold.
local fruit = ...

-- In the order in which trees get them: every tree may bear any sort, and none bears two.
local SORTS = { "quince", "apple", "apricot", "cherry", "plum", "elder" }

-- What the fruits of a stack give, and the bit of each in `fruit-gone`.
local VALUES = { { 2, 1 }, { 3, 2 }, { 4, 4 }, { 5, 8 } }

-- Points for so many sorts at once.
local INCOME = { 1, 3, 6, 10 }

-- on.placed, on.tile_laid of a tree
function fruit.bear(game, event, out)
  local trees = game:get("fruit-trees")
  out:set("fruit-trees", trees + 1)
  out:set("fruit-sort", trees % #SORTS + 1, event.tile)
end

-- do.harvest
function fruit.pick(game, step, out)
  out:push("fruit-value", "chance", step.target)
end

-- ask.fruit-value: the fruits that are left, face down.
function fruit.values(game, step, offers)
  local gone = game:get("fruit-gone", step:tile(1))
  for _, value in VALUES do
    if gone // value[2] % 2 == 0 then offers:roll(value[1], 1) end
  end
end

-- answer.fruit-value: it gives its points at once, and stays in front of whoever took it.
function fruit.taken(game, step, choice, out)
  local tile = step:tile(1)
  for _, value in VALUES do
    if value[1] == choice.value then out:set("fruit-gone", game:get("fruit-gone", tile) + value[2], tile) end
  end
  out:token(game.turn, SORTS[game:get("fruit-sort", tile)], 1, "fruit.harvest")
  out:pay(game.turn, choice.value, "fruit.harvest")
end

-- ask.orchard, ask.fruit-stall: sorts that the player has, and has not sold just now.
function fruit.wares(game, step, offers)
  offers:offer { rule = "fruit.sell" }
  for n, sort in SORTS do
    if step.actor:tokens(sort) > 0 and not game:has("fruit-basket", n) then offers:invoke("sell-fruit", sort) end
  end
end

local function settle(game, player, sorts, out)
  out:pay(player, INCOME[sorts], "fruit.sold")
  if #game:list("fruit-basket") > 0 then out:clear("fruit-basket") end
end

-- do.sell-fruit
function fruit.sell(game, step, out)
  out:token(step.actor, step.target, -1, "fruit.sell")
  local sorts = #game:list("fruit-basket") + 1
  if sorts == #INCOME then
    settle(game, step.actor, sorts, out)
    return
  end
  for n, sort in SORTS do
    if sort == step.target then out:add("fruit-basket", n) end
  end
  out:push("fruit-stall", step.actor)
end

-- answer.fruit-stall: whoever has no other sort, or wants to sell none, is paid.
function fruit.sold(game, step, choice, out)
  if not choice or choice.kind == "pass" then settle(game, step.actor, #game:list("fruit-basket"), out) end
end
