-- Inns & Cathedrals, a second time: the twin of the native module. It answers the same manifest, and
-- a game played with it must be the same game.
local inns = ...

-- One more point for every unit when complete, nothing when unfinished.
local function more_or_nothing(game, claim, score, more, nothing)
  if claim.complete then
    score:per(more, "*", 1)
  elseif game.option.unfinished == "zero" then
    score:void(nothing)
  end
end

function inns.road(game, claim, score)
  more_or_nothing(game, claim, score, "ic.inn.road", "ic.inn.unfinished")
end

function inns.city(game, claim, score)
  more_or_nothing(game, claim, score, "ic.cathedral.city", "ic.cathedral.unfinished")
end
