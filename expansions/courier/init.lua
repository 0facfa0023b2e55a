-- The Courier, of a fan expansion.
local courier = ...

-- Whom he thanks: no farmers, nobody in a quarter or on a tower, nobody in what is complete.
local OPEN = { claim = "yes", complete = false, no = { kind = "field" } }

-- The first tile on the table is the start tile. Where none lies yet he waits for it.
local function to_start(game, rule, out)
  local tile = game:tiles()[1]
  if tile then out:neutral("courier", tile, rule) end
end

-- at.setup: without letters he starts on the start tile, with them he waits beside the table.
function courier.begin(game, slot, out)
  if #game:unseen { symbol = "letter" } > 0 then
    out:set("letters", 1)
  else
    to_start(game, "courier.start", out)
  end
end

-- at.turn_start: off the table, and no letter will call him.
function courier.back(game, slot, out)
  to_start(game, "courier.back", out)
end

local function sees(game, from, to)
  if not to then return false end
  local dx, dy = math.abs(from.x - to.x), math.abs(from.y - to.y)
  if game.option.sight == "line" then return dx == 0 or dy == 0 end
  return dx + dy <= 1
end

local function stands(figure, where)
  for _, segment in figure.tile:segments(where) do
    if segment == figure.segment then return true end
  end
  return false
end

local function thank(game, feature, out)
  local points = feature:worth { complete = false, final = true, player = game.turn }
  if points ~= 0 then out:pay(game.turn, points, "courier.message") end
end

-- Every feature that waits and is occupied by somebody on these tiles, each once.
local function around(tile)
  local found = {}
  for _, near in tile:around { shape = 9 } do
    for _, figure in near:figures { class = "meeple", segment = OPEN } do
      local known = false
      for _, feature in found do known = known or feature == figure.feature end
      if not known then table.insert(found, figure.feature) end
    end
  end
  return found
end

-- at.after_scoring: the first figure of this part that he sees and that waits gets the message.
function courier.thank(game, slot, out)
  local wide = game.option.thanks == "around"
  local from = game:neutral("courier").tile
  for _, event in game:log("deployed", "part") do
    local figure = event.figure
    if figure.owner == game.turn and figure:class("meeple") and sees(game, from, figure.tile)
      and stands(figure, wide and { claim = "yes" } or OPEN) then
      out:neutral("courier", figure.tile, "courier.message")
      for _, feature in wide and around(figure.tile) or { figure.feature } do
        thank(game, feature, out)
      end
      return
    end
  end
end

-- on.neutral_moved of the dragon to his tile.
function courier.eaten(game, event, out)
  out:neutral("courier", "supply", "courier.eaten")
end
