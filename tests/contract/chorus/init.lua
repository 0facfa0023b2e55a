-- Several functions of one expansion for one step and one verb: all of them are asked, in the order of the manifest.
local m = ...

function m.begin(game, slot, out)
  out:push("choose", game.turn)
end

local function offer(offers, rule, number)
  offers:offer { rule = rule }
  offers:invoke("sing", number)
end

function m.low(game, step, offers)
  offer(offers, "chor.low", 1)
end

function m.high(game, step, offers)
  offer(offers, "chor.high", 2)
end

function m.third(game, step, offers)
  offer(offers, "chor.third", 3)
end

function m.sing(game, step, out)
  out:token(step.actor, "song", step.target, "chor.sing")
end

-- As many as there are songs now, those just sung among them.
function m.echo(game, step, out)
  out:token(step.actor, "echo", step.actor:tokens("song"), "chor.echo")
end

function m.hear(game, step, choice, out)
  out:pay(step.actor, 1, "chor.hear")
end

function m.clap(game, step, choice, out)
  out:pay(step.actor, 10, "chor.clap")
end
