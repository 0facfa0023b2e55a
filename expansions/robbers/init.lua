-- The Robbers.
local rob = ...

-- Spaces of the scoring track, round and round.
local SPACES = 50

-- The space of a figure that has come so far, from 1. With the Messages a player has two figures, of which nobody else knows where
-- they stand: both share a space with nobody.
local function space(game, player, place)
  if game:option_of("messages", "reward") ~= nil then return player.index end
  return place % SPACES + 1
end

-- How far each player's figure has come, and on which space each robber stands; 0 for none.
local function track(game)
  local place, stand = {}, {}
  for i, player in game:players() do
    place[i], stand[i] = game:get("trodden", player), game:get("track-space", player)
  end
  return place, stand
end

-- Tokens say how many robbers lurk beside a figure: all on its space but its owner's.
local function show(game, place, stand, rule, out)
  for i, player in game:players() do
    local here, n = space(game, player, place[i]), 0
    for j, at in stand do
      if j ~= i and at == here then n += 1 end
    end
    local more = n - player:tokens("lurker")
    if more ~= 0 then out:token(player, "lurker", more, rule) end
  end
end

-- at.after_place of a bag: whose turn it is, then one who has his robber still, or all of them.
function rob.bag(game, slot, out)
  out:push("robber", game.turn)
  local player = game.turn.next
  while player ~= game.turn do
    if game:get("track-space", player) == 0 then
      out:push("robber", player)
      if game.option.followers == "next" then return end
    end
    player = player.next
  end
end

-- at.place of a bag
function rob.seen(game, slot, out)
  out:set("bag-seen", 1)
  rob.bag(game, slot, out)
end

-- ask.robber: everybody else, but those on whose space he stands.
function rob.choices(game, step, offers)
  local at = game:get("track-space", step.actor)
  local verb = at == 0 and "lurk" or "lurk-elsewhere"
  offers:offer { rule = at == 0 and "rob.place" or "rob.move" }
  for _, player in game:players() do
    if player ~= step.actor and space(game, player, player.score) ~= at then offers:invoke(verb, player) end
  end
end

-- do.lurk, do.lurk-elsewhere: as long as no robber was out, nobody followed the figures.
function rob.stand(game, step, out)
  local me = step.actor
  local place, stand = track(game)
  for i, player in game:players() do
    if place[i] ~= player.score then out:set("trodden", player.score, player) end
    place[i] = player.score
  end
  if stand[me.index] == 0 then
    out:token(me, "bandit", -1, step.rule)
    out:set("lurkers", game:get("lurkers") + 1)
  end
  stand[me.index] = space(game, step.target, step.target.score)
  out:set("track-space", stand[me.index], me)
  show(game, place, stand, step.rule, out)
end

-- Figures move, forward or back: robbers on the space that one left by points have a chance, or go with it if it has robbed itself.
local function move(game, moves, rogue, out)
  local place, stand = track(game)
  local seats = game:players()
  for _, step in moves do
    local player, points = step[1], step[2]
    local i = player.index
    local from = space(game, player, place[i])
    place[i] += points
    out:set("trodden", place[i], player)
    for j, at in stand do
      if j ~= i and at == from then
        if rogue then
          stand[j] = space(game, player, place[i])
          out:set("track-space", stand[j], seats[j])
        elseif points > 0 then
          out:add("chances", points, seats[j])
          out:set("chances-waiting", 1)
        end
      end
    end
  end
  show(game, place, stand, "rob.points", out)
end

-- on.scored
function rob.scored(game, event, out)
  local moves = {}
  for _, owner in event:owners() do table.insert(moves, { owner, event.number }) end
  move(game, moves, false, out)
end

-- on.paid, by the bank, to it, or from player to player
function rob.paid(game, event, out)
  local moves = {}
  if event.payer then table.insert(moves, { event.payer, -event.number }) end
  if event.player then table.insert(moves, { event.player, event.number }) end
  move(game, moves, event.rule == "rob.points", out)
end

-- Robbers of these seats come home.
local function go_home(game, seats, rule, out)
  local place, stand = track(game)
  local left = game:get("lurkers")
  for _, owner in seats do
    stand[owner.index] = 0
    left -= 1
    out:token(owner, "bandit", 1, rule)
    out:set("track-space", 0, owner)
  end
  out:set("lurkers", left)
  show(game, place, stand, rule, out)
end

-- on.settled: all that was scored together is known; each robber who had a chance takes the best.
function rob.take(game, out)
  local home = {}
  out:set("chances-waiting", 0)
  for _, owner in game:players() do
    local best = 0
    for _, chance in game:list("chances", owner) do best = math.max(best, chance) end
    if best > 0 then
      out:clear("chances", owner)
      out:pay(owner, (best + 1) // 2, "rob.points")
      table.insert(home, owner)
    end
  end
  go_home(game, home, "rob.points", out)
end

-- at.before_final
function rob.home(game, slot, out)
  local home = {}
  for _, owner in game:players() do
    if game:get("track-space", owner) > 0 then table.insert(home, owner) end
  end
  go_home(game, home, "rob.final", out)
end
