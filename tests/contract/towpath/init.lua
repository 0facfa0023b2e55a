-- A towpath is paved as soon as it lies, and goes on as the road of its tile.
local m = ...

function m.paved(game, event, out)
  local path, road = event.tile:segments("towpath")[1], event.tile:segments("road")[1]
  out:retype(path.feature, "road", "towpath.paved")
  out:link(path, road, "towpath.paved")
end
