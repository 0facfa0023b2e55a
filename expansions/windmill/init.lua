-- The Windmill, of a fan expansion.
local mill = ...

-- Its tile and two each way, in rows and columns.
local CROSS = { shape = "cross", n = 2 }

-- at.after_scoring: all nine cells of a cross are filled.
function mill.full(game, slot, out)
  for _, figure in game:figures { kind = "windmill" } do
    if #figure.tile:around(CROSS) == 9 then
      out:pay(figure.owner, 9, "mill.full")
      out:send_home(figure, "mill.full")
    end
  end
end

-- final.windmills
function mill.last(game, step, out)
  for _, figure in game:figures { kind = "windmill" } do
    out:bonus(figure.owner, #figure.tile:around(CROSS), "mill.final")
  end
end
