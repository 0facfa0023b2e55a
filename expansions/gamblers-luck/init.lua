-- Gambler's Luck: a die tells how many pennants a city gains, or that it loses all.
local luck = ...

-- What the faces of the die bring; LOST is the X, what is not there nothing.
local LOST = 0
local PLAIN = { 1, 2, 3, LOST }
local MAYOR = { 1, 2, LOST, LOST }

local ROBBED = { kind = "city", feature = { tag = { ["luck-lost"] = true, pennant = true } } }

-- at.before_scoring: a die for each question mark on the tile just placed.
function luck.check(game, slot, out)
  for _, city in game.placed:segments { kind = "city", tag = "luck-mark" } do
    for _ = 1, city:tag("luck-mark") do out:push("die", "chance", city) end
  end
end

-- ask.die
function luck.faces(game, step, offers)
  for face = 1, 6 do offers:roll(face, 1) end
end

-- Pennants of a city go.
local function lose(city, out)
  for _, segment in city:segments { tag = "pennant" } do
    out:tag(segment, "pennant", -segment:tag("pennant"), "luck.lost")
  end
end

local function token(step, brings, out)
  local segment = step:segment(1)
  if brings == LOST then
    if segment:tag("luck-lost") == 0 then out:tag(segment, "luck-lost", 1, "luck.lost") end
    lose(segment.feature, out)
  elseif brings then
    out:tag(segment, "luck-arms", brings, "luck.die")
    if segment.feature:tag("luck-lost") == 0 then out:tag(segment, "pennant", brings, "luck.die") end
  end
end

-- answer.die without mayors, and with them.
function luck.plain(game, step, choice, out)
  token(step, PLAIN[choice.value], out)
end

function luck.mayor(game, step, choice, out)
  token(step, MAYOR[choice.value], out)
end

-- on.placed: a tile brings pennants to an X, or the city that it joins does. Segments of one city count once.
function luck.joined(game, event, out)
  local done = {}
  for _, segment in event.tile:segments(ROBBED) do
    local city = segment.feature
    local again = false
    for _, other in ipairs(done) do again = again or other == city end
    if not again then
      table.insert(done, city)
      lose(city, out)
    end
  end
end
