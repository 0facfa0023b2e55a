-- The Count of Carcassonne. Quarters, steps and who may enter are declared in the manifest.
local coc = ...

local QUARTERS = { "quarter-castle", "quarter-market", "quarter-blacksmith", "quarter-cathedral" }
local LEADS = {
  ["quarter-castle"] = "city", ["quarter-market"] = "field",
  ["quarter-blacksmith"] = "road", ["quarter-cathedral"] = "monastery",
}

local function quarter(game, kind)
  return game:segments { kind = kind }[1]
end

-- at.setup: the count is in its castle.
function coc.setup(game, slot, out)
  out:neutral("count", quarter(game, "quarter-castle"), "coc.count")
end

function coc.entered(game, event, out)
  if game.option["count-move"] == "follows" then
    out:neutral("count", event.segment, "coc.count")
    return
  end
  local now = game:neutral("count").segment.kind
  for i, kind in ipairs(QUARTERS) do
    if kind == now then
      out:neutral("count", quarter(game, QUARTERS[i % 4 + 1]), "coc.count")
    end
  end
end

-- Own figures in quarters without the count, and where they may go.
local function leave(game, step, offers, features)
  local barred = game:neutral("count").segment
  offers:offer { rule = "coc.leave", waives = { "elsewhere", "occupied", "complete" } }
  for _, kind in ipairs(QUARTERS) do
    local target = LEADS[kind]
    local segment = quarter(game, kind)
    if segment ~= barred then
      local seen = {}
      for _, figure in segment:figures { owner = step.actor } do
        if not seen[figure.kind] then
          seen[figure.kind] = true
          for _, feature in ipairs(features(kind, target)) do
            for _, place in feature:segments() do
              offers:move(figure, place)
            end
          end
        end
      end
    end
  end
end

function coc.before(game, slot, out)
  local player = game.turn
  for _ = 1, #game:players() do
    player = player.next
    out:push("leave-city", player)
  end
end

-- A field is scored where a barn was built, or has farmers beside it.
local FIELD = { kind = "field", tag = "barn", any = { { happened = { on = "check", since = "part", cause = "am.barn" } }, { holds = { class = "meeple" } } } }

function coc.ask_leave_city(game, step, offers)
  local barns = game:option_of("abbey-and-mayor", "barns") ~= nil
  leave(game, step, offers, function(kind, target)
    if target ~= "field" then return game:due { kind = target, complete = true } end
    return barns and game:due(FIELD) or {}
  end)
end

function coc.answer_leave_city(game, step, choice, out)
  if choice.kind == "move" then out:push("leave-city", step.actor) end
end

function coc.before_final(game, slot, out)
  out:push("last-leave", game.turn.next)
end

function coc.ask_last_leave(game, step, offers)
  leave(game, step, offers, function(kind, target)
    if kind ~= "quarter-market" and game.option["final-leave"] == "market" then return {} end
    -- A field with a barn is complete whenever it is looked at, and takes figures all the same.
    return game:features(target == "field" and "field" or { kind = target, complete = false })
  end)
end

-- Around the table until all have passed; who has is not asked again.
function coc.answer_last_leave(game, step, choice, out)
  local stays = choice.kind == "move"
  if not stays then out:set("quits", 1, step.actor) end
  local player = step.actor
  for _ = 1, #game:players() do
    player = player.next
    local quits = game:get("quits", player) > 0 or player == step.actor and not stays
    if not quits then
      out:push("last-leave", player)
      return
    end
  end
end
