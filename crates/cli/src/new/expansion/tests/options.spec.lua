-- The same in Lua, for what takes a loop.
describe("a road of four tiles", function()
  for bonus = 0, 20, 10 do
    it("gives what the option says: " .. bonus, function()
      local g = game({ options = { ["NAME"] = { bonus = bonus } } })
      g:place("A", "base/U", 1, 0):deploy("A", "meeple", "road@W")
      g:place("B", "base/W", 2, 0):place("A", "base/W", -1, 0)
      expect(g:points("A")):is(4 + bonus)
    end)
  end
end)
