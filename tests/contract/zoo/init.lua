-- Animals, each with a trait that is declared; only the silence and the bone are coded.
local m = ...

function m.hush(game, step, options, refuse)
  for verb in options:each("invoke") do
    refuse(verb, "zoo.hush")
  end
end

function m.fed(game, step, out)
  out:token(step.actor, "bone", 1, "zoo.feed")
end
