-- King & Robber Baron: two tokens that go to whoever completes the largest city and the longest road.
local kr = ...

-- Who has a token, if anybody.
local function holder(game, token)
  return game:players { tokens = token }[1]
end

-- A city or road of this part is larger than all before: the token goes to the player of the turn. Who held it until then
-- is paid for what was completed, if that is the rule.
local function crown(game, out, kind, token, size, take, now)
  local had, best, n = holder(game, token), game:get(size), 0
  local record = best
  for _, event in game:log("completed", "part") do
    if event.feature.kind == kind then
      n = n + 1
      if event.feature.tiles > best then
        best = event.feature.tiles
      end
    end
  end
  if had and game.option.points == "continuous" then
    out:pay(had, n, now)
  end
  if best > record then
    out:set(size, best)
    if had ~= game.turn then
      if had then
        out:token(had, token, -1, take)
      end
      out:token(game.turn, token, 1, take)
    end
  end
end

-- at.after_scoring, when a city was completed.
function kr.king(game, slot, out)
  crown(game, out, "city", "king", "largest-city", "kr.king", "kr.king.now")
end

-- at.after_scoring, when a road was completed.
function kr.robber(game, slot, out)
  crown(game, out, "road", "robber", "longest-road", "kr.robber", "kr.robber.now")
end

-- What a token gives at the end to whoever has it. Both together pay with the king, by the rule of 15 and 40.
local function last(game, kind, token, other)
  local points = game.option.points
  if points == "ten-twenty" then
    return 10
  elseif points == "per-feature" then
    return #game:features { kind = kind, complete = true }
  elseif holder(game, token) ~= holder(game, other) then
    return 15
  end
  return token == "king" and 40 or 0
end

-- The final step of the king, if anybody has him.
function kr.king_end(game, step, out)
  out:bonus(holder(game, "king"), last(game, "city", "king", "robber"), "kr.king.end")
end

-- The final step of the robber baron, if anybody has him.
function kr.robber_end(game, step, out)
  out:bonus(holder(game, "robber"), last(game, "road", "robber", "king"), "kr.robber.end")
end
