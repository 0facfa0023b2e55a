-- House rule: whoever fills a hole plays once more. The manifest says when this is called.
local hole = ...

-- on.placed, with tiles on all four sides. A placement that an expansion offers beside the core's own, as it
-- does for a tile that goes into any hole, has a rule. `parts(2)` says that the turn has at least two
-- parts, so that a hole filled in the second part earns no third.
function hole.filled(game, event, out)
  if not event.start and not event.rule then
    out:parts(2, "house.hole")
  end
end
