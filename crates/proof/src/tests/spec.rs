use super::*;

/// Runs all tests of a file: title, and the code and the line of each fault.
fn ran(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let library = Library::official();
    let found = tests("x.spec.lua", text).unwrap_or_else(|fault| panic!("{fault:?}"));
    let one = |(n, test): (usize, &Test)| {
        let done = run("base", "x.spec.lua", text, n, &library, &mut Entered::new());
        let line = |fault: &Fault| {
            assert_eq!(fault.file, "x.spec.lua", "{fault:?}");
            let span = fault.span.clone().unwrap_or_default();
            (fault.code.clone(), text[span].to_owned())
        };
        (test.title.clone(), done.err().unwrap_or_default().iter().map(line).collect())
    };
    found.iter().enumerate().map(one).collect()
}

#[test]
fn a_test_plays_games_and_expects() {
    let text = r#"
describe("roads", function()
  local function road(g)
    return g:place("A", "base/W", 1, 0):deploy("A", "meeple", "road@W"):place("B", "base/W", -1, 0)
  end
  describe("of three tiles", function()
    it("give three points", function()
      local g = road(game())
      expect(g:points("A")):is(3)
      expect(g:supply("A", "meeple")):is(7)
      expect(g:cited()):has("base.road.complete")
      expect(g:over()):is(false)
      g:expect({ scores = { A = 3, B = 0 }, cited = { "base.road.complete" } })
    end)
  end)
  it("are taken once", function()
    local g = game({ players = { "A", "B", "C" }, points = { C = 5 } })
    g:play("A place base/W 1,0 r0", "A deploy meeple road@W")
    g:play("B place base/U -1,0 r0")
    expect(g:refusal("B deploy meeple road@W")):has("base.claim.occupied")
    expect(#g:options() > 1):is(true)
    expect(g:options()):has("pass")
    expect(g:points("C")):is(5)
  end)
end)
"#;
    let found = tests("x.spec.lua", text).expect("is read");
    assert_eq!(found[0].of, ["roads", "of three tiles"]);
    for (title, faults) in ran(text) {
        assert_eq!(faults, [], "{title}");
    }
}

#[test]
fn what_fails_is_told_at_its_line_and_the_others_go_on() {
    let text = r#"
it("differs", function()
  expect(1 + 1):is(3)
end)
it("has no end", function()
  while true do end
end)
it("throws", function()
  error({ odd = true })
end)
it("eats memory", function()
  local t = {}
  for i = 1, 1e9 do t[i] = { i } end
end)
it("plays what is refused", function()
  local g = game()
  g:play("A place base/W 5,5 r0")
end)
it("slips", function()
  game({ playrs = { "A" } })
end)
it("expects points", function()
  local g = game()
  g:play("A place base/W 1,0 r0")
  g:expect({ scores = { A = 9 } })
end)
it("slips in a name", function()
  game():point("A")
end)
it("is fine", function() end)
"#;
    let told: Vec<(String, String)> = ran(text)
        .into_iter()
        .map(|(title, faults)| {
            let fault = faults.first().map_or(String::new(), |f| format!("{} {}", f.0, f.1));
            (title, fault)
        })
        .collect();
    let expected = [
        ("differs", "S0110 expect(1 + 1):is(3)"),
        ("has no end", "L0202 it(\"has no end\", function()"),
        ("throws", "L0207 error({ odd = true })"),
        ("eats memory", "L0204 it(\"eats memory\", function()"),
        ("plays what is refused", "S0101 g:play(\"A place base/W 5,5 r0\")"),
        ("slips", "S0005 game({ playrs = { \"A\" } })"),
        ("expects points", "S0110 g:expect({ scores = { A = 9 } })"),
        ("slips in a name", "L0201 game():point(\"A\")"),
        ("is fine", ""),
    ];
    for (told, (title, fault)) in told.iter().zip(expected) {
        assert_eq!((told.0.as_str(), told.1.as_str()), (title, fault));
    }
    assert_eq!(told.len(), expected.len());
}

#[test]
fn a_file_that_is_none_is_told_whole() {
    for (text, code) in [
        ("it(\"x\", function( end)", "L0101"),
        ("it(\"x\")", "S0021"),
        ("it(\"x\", function() end)\nit(\"x\", function() end)", "S0021"),
        ("game()", "S0022"),
        ("while true do end", "L0202"),
    ] {
        let fault = tests("x.spec.lua", text).expect_err("is a fault");
        assert_eq!(fault.code, code, "{text}: {fault:?}");
        assert_eq!(fault.file, "x.spec.lua");
        assert!(fault.span.is_some(), "{fault:?}");
    }
}
