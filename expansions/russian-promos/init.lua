-- Russian promos: Baba Yaga's hut, the Vodyanoy, Solovei the Robber.
local ru = ...

-- Baba Yaga's hut --------------------------------------------------------------------------------------

-- scoring.points: 1 point, and at the end 1 for each cell around it that is empty.
function ru.hut(game, claim, score)
  score:add("ru.hut", "yaga-hut", 1, 1)
  if not claim.complete then
    score:add("ru.hut.final", "gap", 9 - #claim.feature:range(), 1)
  end
end

-- Vodyanoy ---------------------------------------------------------------------------------------------

-- Castles, the City of Carcassonne and the wheel of fortune lie on no tile of their own.
local DRY = {
  castle = true, ["quarter-castle"] = true, ["quarter-market"] = true, ["quarter-blacksmith"] = true,
  ["quarter-cathedral"] = true, crown = true,
}

-- Meeples on the eight tiles around the Vodyanoy.
local function around(water)
  local found = {}
  for _, tile in water.tile:around { shape = 8, holds = { class = "meeple" } } do
    for _, figure in tile:figures { class = "meeple" } do
      if not DRY[figure.feature.kind] then found[#found + 1] = figure end
    end
  end
  return found
end

-- on.placed of the Vodyanoy: meeples around it.
function ru.rise(game, event, out)
  local water = event.tile:segments("vodyanoy")[1]
  for _, figure in around(water) do out:move(figure, water, "ru.vodyanoy") end
end

-- on.deployed, on.moved of a meeple to a tile beside the Vodyanoy's.
function ru.drown(game, event, out)
  for _, tile in event.figure.tile:around { shape = 8, segments = "vodyanoy" } do
    out:move(event.figure, tile:segments("vodyanoy")[1], "ru.vodyanoy")
  end
end

-- final.drowned
function ru.drowned(game, step, out)
  for _, figure in game:figures { feature = "vodyanoy" } do
    out:bonus(figure.owner, -2, "ru.vodyanoy.final")
  end
end

-- Solovei the Robber -----------------------------------------------------------------------------------

-- A number for a piece of road: its tile, and the sides that it reaches.
local function name(road)
  local n = road.tile.number
  for side = 0, 3 do n = n * 2 + (road:touches(side) and 1 or 0) end
  return n
end

-- The figures on a road that stand nearest to a segment of it, all that are as near.
local function nearest(from)
  local seen, level = { [name(from)] = true }, { from }
  while #level > 0 do
    local found, further = {}, {}
    for _, segment in level do
      for _, figure in segment:figures() do table.insert(found, figure) end
      for _, beyond in segment:walk { kind = "road" } do
        if not seen[name(beyond)] then
          seen[name(beyond)] = true
          table.insert(further, beyond)
        end
      end
    end
    if #found > 0 then return found end
    level = further
  end
  return {}
end

-- on.placed of a tile at Solovei's road, on.deployed and on.moved to it: the nearest figures go into his tree.
function ru.whistle(game, event, out)
  for _, tree in game:segments("razboynik") do
    for _, figure in nearest(tree.tile:segments("road")[1]) do out:move(figure, tree, "ru.solovei", "kind") end
  end
end

-- What one comes to from a segment by the edges of its tile: whether Solovei's tree stands there, whether figures do.
local function part(from)
  local tree, held = from:tag("razboynik") > 0, #from:figures() > 0
  for side = 0, 3 do
    if from:touches(side) then
      for _, segment in from:walk(nil, side) do
        tree = tree or segment:tag("razboynik") > 0
        held = held or #segment:figures() > 0
      end
    end
  end
  return tree, held
end

-- on.linked to Solovei's road: only if figures come with it.
function ru.joined(game, event, out)
  for _, from in { event.segment, event.other } do
    local tree, held = part(from)
    if held and not tree then ru.whistle(game, event, out) end
  end
end

-- By option -------------------------------------------------------------------------------------------

-- Whom both catch, each once, and where he goes: whoever sits in a trap already stays there. A trap on the tile that is
-- just placed may be left out.
local function exposed(game, but)
  local list, seen = {}, {}
  local function add(figure, trap, rule)
    local kind = figure.feature.kind
    if trap.tile ~= but and not seen[figure] and kind ~= "vodyanoy" and kind ~= "razboynik" then
      seen[figure] = true
      list[#list + 1] = { figure = figure, trap = trap, rule = rule }
    end
  end
  for _, water in game:segments("vodyanoy") do
    for _, figure in around(water) do add(figure, water, "ru.vodyanoy") end
  end
  for _, tree in game:segments("razboynik") do
    local road = tree.tile:segments("road")[1].feature
    for _, figure in road:figures { class = "meeple" } do add(figure, tree, "ru.solovei") end
  end
  return list
end

local function catch(list, out)
  for _, one in list do out:move(one.figure, one.trap, one.rule) end
end

-- on.placed: who is exposed is caught without a word, but not yet by whom the tile brings.
function ru.seize_beside(game, event, out)
  catch(exposed(game, event.tile), out)
end

-- on.deployed and on.moved: by all.
function ru.seize(game, event, out)
  catch(exposed(game), out)
end

-- do.give-in
function ru.do_give_in(game, step, out)
  catch(exposed(game), out)
end

-- at.before_scoring
function ru.spring(game, slot, out)
  local list = exposed(game)
  for _, one in list do
    if one.figure.owner == game.turn then
      out:push("caught", game.turn)
      return
    end
  end
  catch(list, out)
end
