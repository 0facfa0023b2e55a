-- Whoever places a pennant has chance throw a die, and draw as often from a bag of worths.
local m = ...

-- The bag: three ones, two twos, a five.
local worths = { 1, 1, 1, 2, 2, 5 }

function m.fill(game, slot, out)
  for _, worth in ipairs(worths) do
    out:add("bag", worth)
  end
end

function m.begin(game, slot, out)
  out:push("throw", "chance")
end

function m.faces(game, step, offers)
  for face = 1, 6 do
    offers:roll(face, 1)
  end
end

function m.thrown(game, step, choice, out)
  if choice.value > 4 then
    out:push("pull", "chance")
  else
    out:token(game.turn, "coin", choice.value, "fortune.throw")
  end
end

function m.bag(game, step, offers)
  local left = {}
  for _, worth in ipairs(game:list("bag")) do
    left[worth] = (left[worth] or 0) + 1
  end
  for _, worth in ipairs({ 1, 2, 5 }) do
    if left[worth] then
      offers:roll(worth, left[worth])
    end
  end
end

-- What was drawn is gone: the rest goes back into the bag.
function m.pulled(game, step, choice, out)
  local gone = false
  out:clear("bag")
  for _, worth in ipairs(game:list("bag")) do
    if worth == choice.value and not gone then
      gone = true
    else
      out:add("bag", worth)
    end
  end
  out:pay(game.turn, choice.value, "fortune.pull")
end
