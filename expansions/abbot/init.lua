-- The Abbot. Where he may stand, what gardens give and how he is taken back is declared in the manifest; this file
-- says when he is not.
local abbot = ...

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
