-- The Cult: shrines and monasteries that challenge each other.
local cult = ...

-- on.completed of one of two: whoever stands in the other, beside it and unfinished, goes home with nothing.
function cult.challenge(game, event, out)
  local here = event.feature:segments()[1]
  local shrine = here:tag("shrine")
  for _, tile in here.tile:around { shape = 8, segments = "monastery" } do
    for _, rival in tile:segments { kind = "monastery", complete = false } do
      if rival:tag("shrine") ~= shrine then
        for _, figure in rival:figures() do
          out:send_home(figure, "cult.challenge")
        end
      end
    end
  end
end
