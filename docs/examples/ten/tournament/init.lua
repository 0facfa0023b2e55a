local tournament = ...

function tournament.begin(game, slot, out)
  out:push("joust", "chance")
end

function tournament.ask_joust(game, step, offers)
  for face = 1, 6 do offers:roll(face, 1) end
end

function tournament.answer_joust(game, step, choice, out)
  if choice.value > 3 then out:pay(game.turn, choice.value, "tournament.won") end
end
