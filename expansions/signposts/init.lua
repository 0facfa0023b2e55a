-- The Signposts.
local sign = ...

local POSTS = { "post-n", "post-e", "post-s", "post-w" }
-- What a sign adds to the side by which one comes: left, straight on, right.
local TURN = { 3, 0, 1 }

-- Whether the road leaves the next tile as the sign says.
local function tells_true(tile, side, way)
  local beyond = tile:neighbour(side)
  if not beyond then return false end
  for _, road in beyond:segments("road") do
    if road:touches((side + 2) % 4) then return road:touches((side + TURN[way]) % 4) end
  end
  return false
end

-- scoring.points of a road with signs
function sign.posts(game, claim, score)
  local right, kinds, known = 0, 0, {}
  for _, road in claim.feature:segments { tag = { "post-n", "post-e", "post-s", "post-w" } } do
    for printed, tag in POSTS do
      local way = road:tag(tag)
      if way > 0 and tells_true(road.tile, (printed - 1 + road.tile.rotation) % 4, way) then
        right += 1
        if not known[way] then kinds += 1 end
        known[way] = true
      end
    end
  end
  if claim.complete then
    score:flat("sign.right", right * kinds)
  else
    score:flat("sign.final", right)
  end
end
