-- The Fruit-Bearing Trees: stacks of fruit on trees, which meeples near them harvest and sell.
local fruit = ...

local KINDS = { "quince", "apple", "apricot", "cherry", "plum", "elder" }
local TOKENS = 4

-- Values on the backs of a stack, and how the state of a tree keeps them.
local VALUES = { 2, 3, 4, 5 }
local BITS = { [2] = 4, [3] = 8, [4] = 16, [5] = 32 }
local FULL = 60

-- What the first, second, third and fourth token of a sale adds: 3, 6, 10 and 15 in all.
local PRICES = { 3, 3, 4, 5 }

local function place(name)
  for i, kind in ipairs(KINDS) do
    if kind == name then return i end
  end
  return 0
end

-- on.placed
function fruit.placed(game, event, out)
  for _, tree in event.tile:segments { kind = "fruit-tree" } do out:push("plant", game.turn, tree) end
end

-- ask.plant: kinds that lie on no tree yet; where there are more trees than kinds, all begin again.
function fruit.kinds(game, step, offers)
  local all = #game:list("planted") == #KINDS
  offers:offer { rule = "fruit.stack" }
  for i, kind in ipairs(KINDS) do
    if all or not game:has("planted", i) then offers:invoke("plant", kind) end
  end
end

-- do.plant
function fruit.plant(game, step, out)
  local tree = step:segment(1)
  out:tag(tree, step.target, TOKENS, "fruit.stack")
  out:set("basket", FULL, tree)
  if #game:list("planted") == #KINDS then out:clear("planted") end
  out:add("planted", place(step.target))
end

-- on.deployed
function fruit.deployed(game, event, out)
  out:set("picked", 1)
  out:push("fruit", event.player)
end

-- ask.fruit, ask.stall
function fruit.sale(game, step, offers)
  offers:offer { rule = "fruit.sell" }
  for i, kind in ipairs(KINDS) do
    if step.actor:tokens(kind) > 0 and not game:has("sold", i) then offers:invoke("sell", kind) end
  end
end

-- do.harvest
function fruit.harvest(game, step, out)
  out:push("pluck", "chance", step.target, step.actor)
end

-- ask.pluck: the values that are left, any of which may lie on top.
function fruit.values(game, step, offers)
  local left = game:get("basket", step:segment(1))
  for _, value in ipairs(VALUES) do
    if left // BITS[value] % 2 == 1 then offers:roll(value, 1) end
  end
end

-- answer.pluck
function fruit.pluck(game, step, choice, out)
  local tree, player = step:segment(1), step:player(2)
  out:pay(player, choice.value, "fruit.harvest")
  out:set("basket", game:get("basket", tree) - BITS[choice.value], tree)
  for _, kind in ipairs(KINDS) do
    if tree:tag(kind) > 0 then
      out:tag(tree, kind, -1, "fruit.harvest")
      out:token(player, kind, 1, "fruit.harvest")
    end
  end
end

-- do.sell
function fruit.sell(game, step, out)
  local n = #game:list("sold") + 1
  out:token(step.actor, step.target, -1, "fruit.sell")
  out:pay(step.actor, PRICES[n], "fruit.sell")
  out:add("sold", place(step.target))
  if n < #PRICES then out:push("stall", step.actor) end
end

-- final.fruit
function fruit.count(game, step, out)
  for _, player in game:players() do
    local n = 0
    for _, kind in ipairs(KINDS) do n += player:tokens(kind) end
    if n > 0 then out:bonus(player, n, "fruit.final") end
  end
end
