-- Each answer brings a point.
local m = ...

function m.ask_question(game, step, offers)
  offers:range("guess", 1, 3)
end

function m.answer_question(game, step, choice, out)
  out:pay(step.actor, 1, "quiz.guess")
end
