-- The Abbot. Where he may stand is declared in the manifest; this file says what gardens give, and how he is
-- taken back early.
local abbot = ...

-- scoring.points of a garden: a tile each for itself and its neighbours, as a monastery.
function abbot.garden(game, claim, score)
  local rule = claim.complete and "abbot.garden.complete" or "abbot.garden.unfinished"
  score:add(rule, "tile", claim.feature.tiles, 1)
end

-- do.recall: what he stands on is scored as it is, for him alone. He is still there while it is valued, and goes
-- home when it has been paid, so that whoever pays for the figures of a scored feature finds him; whoever else
-- might stand there stays.
function abbot.recall(game, step, out)
  local figure = step.target
  out:claim {
    rule = "abbot.recall",
    feature = figure.feature,
    owners = step.actor,
    complete = false,
    returns = figure,
  }
end

-- scoring.points of that claim.
function abbot.early(game, claim, score)
  score:add("abbot.recall", "tile", claim.feature.tiles, 1)
end

-- on.deployed of an abbot.
function abbot.placed(game, event, out)
  out:set("arrived", 1)
end

-- deployment.veto in a turn that placed an abbot: it stays, in a second part too.
function abbot.later(game, step, options, refuse)
  for option in options:each("invoke") do
    if option.verb == "recall" then
      for _, event in game:log("deployed", "turn") do
        if event.figure == option.target then
          refuse(option, "abbot.recall.later")
        end
      end
    end
  end
end
