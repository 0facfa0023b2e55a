-- A bid is kept where only its owner sees it, and changes what is in the purse.
local m = ...

function m.ask(game, slot, out)
  for _, player in ipairs(game:players()) do
    out:push("call", player)
  end
end

function m.noted(game, step, out)
  out:set("bid", step.target, step.actor)
  out:add("bids", step.target, step.actor)
  out:set("tally", game:get("tally") + step.target)
  out:token(step.actor, "purse", step.target % 3, "auction.bid")
end

function m.nothing()
end
