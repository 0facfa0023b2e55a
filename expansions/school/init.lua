-- The School.
local school = ...

local function house(game)
  return game:tiles { symbol = "school" }[1]
end

-- The values of what was scored in this part, each once.
local function values(game)
  local list, known = {}, {}
  for _, event in game:log("scored", "part") do
    local n = event.number
    if event.feature and n > 0 and #event:owners() > 0 and not known[n] then
      known[n] = true
      table.insert(list, n)
    end
  end
  return list
end

-- Who says which of several features comes first: the only player whom they pay, or else who has the teacher.
local function chooser(game, holder)
  local only
  for _, event in game:log("scored", "part") do
    if event.feature and event.number > 0 then
      for _, owner in event:owners() do
        if only and only ~= owner then return holder end
        only = owner
      end
    end
  end
  return only or holder
end

-- Whoever completed a road of the school has the teacher then; else he is at the school again after a lesson.
local function leave(game, taught, out)
  for _, event in game:log("completed", "part") do
    if event.feature.kind == "road" and event.feature:tag("school") > 0 then
      out:neutral("teacher", game.turn, "school.get")
      return
    end
  end
  if taught then out:neutral("teacher", house(game), "school.lesson") end
end

-- at.setup
function school.open(game, slot, out)
  out:neutral("teacher", house(game), "school.get")
end

-- at.after_scoring
function school.bell(game, slot, out)
  local holder = game:neutral("teacher").holder
  local list = holder and values(game) or {}
  if #list > 1 then
    out:push("lesson", chooser(game, holder))
    return
  end
  if #list == 1 then out:pay(holder, list[1], "school.lesson") end
  leave(game, #list == 1, out)
end

-- ask.lesson
function school.choices(game, step, offers)
  offers:offer { rule = "school.choice" }
  for _, n in values(game) do offers:invoke("lesson", n) end
end

-- do.lesson
function school.learn(game, step, out)
  out:pay(game:neutral("teacher").holder, step.target, "school.lesson")
  leave(game, true, out)
end
