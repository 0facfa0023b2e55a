-- The Cult: shrines and monasteries that challenge each other.
local cult = ...

-- on.completed of one of two: the other, beside it and unfinished, is scored for nobody, and its figures go home.
function cult.challenge(game, event, out)
  local here = event.feature:segments()[1]
  local shrine = here:tag("shrine")
  for _, tile in here.tile:around { shape = 8, segments = "monastery" } do
    for _, rival in tile:segments { kind = "monastery", complete = false, holds = true } do
      if rival:tag("shrine") ~= shrine then
        out:claim { rule = "cult.challenge", feature = rival.feature, owners = {}, complete = false, final = false, returns = true }
      end
    end
  end
end

-- scoring.bonus of that claim: it says so to those who stood there.
function cult.lost(game, claim, score)
  for _, figure in claim.feature:figures() do
    score:bonus(figure.owner, 0, "cult.challenge")
  end
end
