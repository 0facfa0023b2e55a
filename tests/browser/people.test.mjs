import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DESK, PHONE, alone, browser, finish, make, serve, sit, start, step, violations } from "./table.mjs";

let program;
let people;
before(async () => {
  program = await serve();
  people = await browser();
});
after(async () => {
  await people.close();
  await program.end();
  assert.deepEqual(people.wrong, [], "errors of the pages");
});

/** Two people who have sat down at a table: its host, before such a screen, and a friend with a phone. @param {any} [screen] */
async function seated(screen = DESK) {
  const host = await people.person(screen);
  await make(host, program.url, 2, []);
  await sit(host, "Ana");
  const friend = await people.person(PHONE);
  await friend.goto(await host.locator(".link input").first().inputValue());
  await sit(friend, "Bo");
  return [host, friend];
}

/** Two people at a table whose game has begun. */
async function two() {
  const [host, friend] = await seated();
  await host.getByText("Bo", { exact: true }).waitFor({ timeout: 2000 });
  await start(host);
  await friend.locator(".board svg").first().waitFor();
  return [host, friend];
}

/** Whether something can be seen without scrolling. */
const onScreen = (locator) => locator.evaluate((one) => {
  const at = one.getBoundingClientRect();
  return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2) === one;
});

test("on a phone everybody sees without scrolling what is wanted, and of whom", { timeout: 60_000 }, async () => {
  const [host, friend] = await seated(PHONE);
  for (const page of [host, friend]) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await host.getByRole("button", { name: "Start the game" }).click();
  const [now, later] = await Promise.race([[host, friend], [friend, host]].map(async (both) => {
    await both[0].getByRole("heading", { name: "Your turn" }).waitFor();
    return both;
  }));
  assert.ok(await onScreen(now.getByRole("heading", { name: "Your turn" })));
  assert.ok(await onScreen(now.getByAltText("Drawn")));
  assert.ok(await onScreen(later.getByRole("heading", { name: /^Turn of (Ana|Bo)/ })));
  const done = now.getByRole("button", { name: "End the turn" });
  while (!(await done.count())) {
    await now.evaluate(() => document.querySelectorAll(".options details").forEach((fold) => (fold.open = true)));
    await now.locator(".options button").first().click({ timeout: 1000 }).catch(() => {});
  }
  await later.locator(".prompt").getByText("can still take it back").waitFor();
  await now.locator(".side").evaluate((side) => side.scrollTo(0, side.scrollHeight));
  assert.ok(await onScreen(done) && await onScreen(now.getByRole("button", { name: "Take back", exact: true })));
  await later.locator(".side").evaluate((side) => side.scrollTo(0, side.scrollHeight));
  await done.tap();
  const turn = later.getByRole("heading", { name: "Your turn" });
  await turn.waitFor();
  assert.ok(await onScreen(turn));
  assert.equal(await later.locator(".side").evaluate((side) => side.scrollTop), 0, "what may be done is seen");
});

test("a seat that was lost comes back by a link of its own, and its old key is void", { timeout: 90_000 }, async () => {
  const [host, friend] = await seated();
  const seat = (page) => page.locator("ol.seats > li").nth(1);
  await host.getByRole("button", { name: "Free this seat (Bo)" }).click();
  await seat(friend).getByText("(you)").waitFor({ state: "detached", timeout: 2000 });
  assert.equal(await friend.getByRole("button", { name: "Leave" }).count(), 0);
  assert.equal(await friend.evaluate(() => Object.values(localStorage).filter((kept) => /"seats":\{"1"/.test(kept)).length), 0);
  // Its link leads to this seat, whatever else is free.
  await host.getByRole("button", { name: "Leave" }).click();
  await host.getByText("A link for this seat (Bo)").click();
  const link = host.locator("ol.seats .link input");
  await link.waitFor();
  assert.deepEqual(await violations(host), []);
  const other = await people.person(PHONE);
  await other.goto(await link.inputValue());
  await other.locator(".seats form").waitFor();
  assert.equal(await other.locator(".seats form").count(), 1);
  await sit(other, "Cy");
  await seat(other).getByText("(you)").waitFor();
  await sit(host, "Ana");
  await host.getByRole("button", { name: "Start the game" }).click();
  await other.locator(".board svg").first().waitFor();

  // In the middle of the game. Whoever has no seat any more reads how to get it back.
  await friend.getByText("Ask the host to free it").waitFor();
  await host.getByText("Seats and devices").click();
  await host.getByRole("button", { name: "Free this seat (Cy)" }).click();
  await seat(other).getByText("(you)").waitFor({ state: "detached", timeout: 2000 });
  await host.getByText("A link for this seat (Cy)").click();
  const again = host.locator(".link").filter({ hasText: "takes the seat of Cy" }).locator("input");
  await again.waitFor();
  assert.deepEqual(await violations(host), []);
  const fresh = await people.person(DESK);
  await fresh.goto(await again.inputValue());
  await fresh.getByRole("button", { name: /Take this seat: Cy/ }).click();
  await seat(fresh).getByText("(you)").waitFor();
  // And on to another device.
  await fresh.getByText("Seats and devices").click();
  const own = fresh.locator(".link input");
  await own.waitFor();
  const phone = await people.person(PHONE);
  await phone.goto(await own.inputValue());
  await seat(phone).getByText("(you)").waitFor();
});

test("in the same network a code will do, what is played is read first, and the host sees who is ready", { timeout: 60_000 }, async () => {
  const host = await people.person(DESK);
  await make(host, program.url, 2, ["The Tower"]);
  await sit(host, "Ana");
  const code = await host.locator(".code").textContent();
  assert.match(code, /^[B-Z]{4}$/);
  const friend = await people.person(PHONE);
  await friend.goto(program.url);
  await friend.getByLabel("Code", { exact: true }).fill("aaaa");
  await friend.getByRole("button", { name: "To the table" }).tap();
  await friend.getByRole("alert").getByText("no table has this code").waitFor();
  assert.deepEqual(await violations(friend), []);
  await friend.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await friend.getByRole("button", { name: "To the table" }).tap();
  await friend.getByRole("heading", { name: "What is played" }).waitFor();
  await friend.locator("summary").getByText("The Tower").click();
  await friend.locator("summary").getByText("Rules in force").click();
  await friend.locator("dl.rules dt").getByText(/^tower\./).first().waitFor();
  assert.deepEqual(await violations(friend), []);
  await sit(friend, "Bo");
  await friend.getByRole("button", { name: "I am ready" }).tap();
  await host.locator("ol.seats > li").nth(1).getByText("ready", { exact: true }).waitFor({ timeout: 2000 });
  await host.getByLabel("Hints can be asked for").click();
  await friend.getByText("Hints can be asked for: no").waitFor({ timeout: 2000 });
  await host.getByRole("button", { name: "Start the game" }).click();
  await Promise.race([host, friend].map((page) => page.getByRole("heading", { name: "Your turn" }).waitFor()));
  for (const page of [host, friend]) assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0);
  // The code was for the lobby.
  const late = await people.person(PHONE);
  await late.goto(program.url);
  await late.getByLabel("Code", { exact: true }).fill(code);
  await late.getByRole("button", { name: "To the table" }).tap();
  await late.getByRole("alert").getByText("its game has begun").waitFor();
});

test("every seat has its sign, and who is here is shown to all within a second", { timeout: 60_000 }, async () => {
  const [host, friend] = await two();
  const seats = host.locator("ol.seats li");
  for (const n of [0, 1]) {
    const sign = seats.nth(n).locator("img.sign");
    assert.equal(await sign.getAttribute("src"), `/page/seat/${n}`);
    assert.ok(await sign.evaluate((img) => img.complete && img.naturalWidth > 0));
  }
  await seats.nth(1).getByText("(here)").waitFor({ timeout: 1000 });
  await friend.context().close();
  // A page that is gone has asked for nothing in half a minute.
  await seats.nth(1).getByText("(away)").waitFor({ timeout: 35_000 });
  await host.getByRole("button", { name: /Let a bot play for Bo/ }).click();
  await seats.nth(1).getByText(/planner, stands in/).waitFor({ timeout: 1000 });
  assert.deepEqual(await violations(host), []);
});

test("the colour that one likes is worn on this device alone", { timeout: 60_000 }, async () => {
  const [host, friend] = await two();
  const asked = [];
  host.on("request", (request) => /over\.svg/.test(request.url()) && asked.push(request.url()));
  await host.getByLabel("Your colour").selectOption("blue");
  const signs = (page) => page.locator("ol.seats li img.sign").evaluateAll((all) => all.map((img) => img.getAttribute("src")));
  await host.waitForFunction(() => [...document.querySelectorAll(".board svg image")].some((one) => /over\.svg.*&seat=0&like=2/.test(one.getAttribute("href"))));
  assert.deepEqual(await signs(host), ["/page/seat/2", "/page/seat/1"]);
  assert.deepEqual(await signs(friend), ["/page/seat/0", "/page/seat/1"]);
  assert.ok(asked.length > 0);
  // Whoever likes the colour of somebody at the table changes with them.
  await host.getByLabel("Your colour").selectOption("red");
  await host.reload();
  await host.locator("ol.seats li").first().waitFor();
  assert.deepEqual(await signs(host), ["/page/seat/1", "/page/seat/0"]);
  assert.deepEqual(await violations(host), []);
});

test("what was sent without a network is done when there is one again, after a reload too", { timeout: 90_000 }, async () => {
  const page = await people.person(DESK);
  await alone(page, program.url);
  const lines = () => page.locator(".log > li").count();
  const grown = (before) => page.waitForFunction((n) => document.querySelectorAll(".log > li").length > n, before, { timeout: 5000 });
  const choose = async () => {
    while (!(await page.locator(".options button").count())) await step(page, "list", 1);
    await page.evaluate(() => document.querySelectorAll(".options details").forEach((d) => (d.open = true)));
    const before = await lines();
    await page.locator(".options button").first().click();
    return before;
  };
  await page.context().setOffline(true);
  let before = await choose();
  await page.getByRole("status").getByText("cannot be reached").waitFor({ timeout: 6000 });
  assert.equal(await lines(), before);
  await page.context().setOffline(false);
  await grown(before);
  assert.equal(await page.getByRole("status").getByText("cannot be reached").count(), 0);

  const swallow = (route) => route.abort();
  await page.route("**/ask", swallow);
  before = await choose();
  await page.waitForTimeout(500);
  assert.equal(await lines(), before);
  await page.unroute("**/ask", swallow);
  await page.reload();
  await page.locator(".log > li").first().waitFor();
  await grown(before);
});

test("a connection that says nothing any more is found out when the machine wakes", { timeout: 60_000 }, async () => {
  const [host] = await two();
  const lost = host.getByRole("status").getByText("cannot be reached");
  const silent = () => {};
  await host.route("**/now?*", silent);
  await host.evaluate(() => dispatchEvent(new Event("online")));
  await lost.waitFor({ timeout: 5000 });
  await host.unroute("**/now?*", silent);
  await host.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await lost.waitFor({ state: "detached", timeout: 2000 });
});

test("a tap places, the board follows, and it can be dark, for whoever wants it so", { timeout: 60_000 }, async () => {
  const page = await people.person(DESK);
  await alone(page, program.url);
  for (let luck = 1; !(await page.locator("svg rect.cell.fits").count()); luck++) await step(page, "list", luck);
  await page.getByLabel("Place with one tap").check();
  const before = await page.locator(".log > li").count();
  await page.locator("svg rect.cell.fits").first().click();
  await page.waitForFunction((n) => document.querySelectorAll(".log > li").length > n, before, { timeout: 3000 });

  await page.getByLabel("Follow what is played").check();
  const view = () => page.locator(".board .explorer > svg").getAttribute("viewBox");
  for (let n = 0; n < 8; n++) await page.keyboard.press("+");
  const near = await view();
  for (let luck = 1; (await view()) === near && luck < 60; luck++) await step(page, "list", luck);
  assert.notEqual(await view(), near, "what is played elsewhere is brought to the middle");
  await page.keyboard.press("0");

  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const bright = await ground();
  await page.getByLabel("Bright or dark").selectOption("dark");
  assert.notEqual(await ground(), bright);
  assert.deepEqual(await violations(page), []);
});

test("of what a bot did one is told what else could have been done", { timeout: 60_000 }, async () => {
  const page = await people.person(DESK);
  await make(page, program.url, 2, []);
  await page.getByText("planner plays well").waitFor();
  await sit(page, "Ana");
  await start(page);
  const why = page.getByRole("button", { name: /What else could have been done at action/ }).first();
  for (let luck = 1; !(await why.count()); luck++) await step(page, "list", luck);
  await why.click();
  const said = page.locator(".log .really li");
  await said.getByText("so it was").waitFor();
  assert.ok((await said.allInnerTexts()).every((line) => /^[+−]\d+\.\d /.test(line)));
  assert.deepEqual(await violations(page), []);
  await page.locator(".log button[aria-expanded=true]").click();
  assert.equal(await said.count(), 0);
  // Who comes to another table is known by the name they had.
  await make(page, program.url, 2, []);
  assert.equal(await page.locator(".seats form input").first().inputValue(), "Ana");
});

test("phrases reach everybody in their own language, and can be muted", { timeout: 60_000 }, async () => {
  const [host, friend] = await two();
  await friend.getByRole("button", { name: "Français" }).tap();
  await host.locator("summary").getByText("Phrases").click();
  await host.getByRole("button", { name: "Nice!", exact: true }).click();
  await friend.locator(".spoken").getByText("Joli !").waitFor({ timeout: 1000 });
  await host.getByRole("button", { name: "Ouch!", exact: true }).click();
  await host.getByRole("alert").getByText("wait a moment").waitFor();
  await friend.getByLabel("Ne pas montrer de phrases").check();
  assert.equal(await friend.locator(".spoken li").count(), 0);
});

test("what all agree on is taken back, and a no ends it", { timeout: 120_000 }, async () => {
  const [host, friend] = await two();
  const both = [host, friend];
  for (let luck = 1; (await host.locator(".log > li").count()) < 6; luck++) for (const page of both) await step(page, "list", luck);
  const n = await host.locator(".log > li").count();
  const ask = async () => {
    await host.locator(".log .back").last().click();
    assert.equal(await friend.locator(".wish").count(), 0, "nobody is asked before it is meant");
    await host.getByRole("button", { name: "Ask everybody" }).click();
  };
  // Whoever reads something else sees that something is wanted of them.
  await friend.locator(".side").evaluate((side) => side.scrollTo(0, side.scrollHeight));
  await ask();
  await friend.locator(".wish").getByText(/Ana would like to take back/).waitFor({ timeout: 1000 });
  assert.deepEqual(await violations(friend), []);
  assert.ok(await onScreen(friend.locator(".wish").getByRole("button", { name: "Agree" })));
  await friend.locator(".wish").getByRole("button", { name: "No" }).tap();
  await host.locator(".wish").waitFor({ state: "detached" });
  assert.equal(await host.locator(".log > li").count(), n);
  await ask();
  await friend.locator(".wish").getByRole("button", { name: "Agree" }).tap();
  for (const page of both) await page.locator(".notes").getByText(/Taken back, as all agreed/).waitFor({ timeout: 1000 });
  assert.ok((await host.locator(".log > li").count()) < n);
});

test("the host says how the table is kept, and the same people play once more", { timeout: 240_000 }, async () => {
  const [host, friend] = await seated();
  await host.getByLabel("The end of a turn:").selectOption("never");
  await host.getByLabel("Others may look on").click();
  await friend.locator(".policies").getByText("comes by itself").waitFor({ timeout: 1000 });
  await friend.locator(".policies").getByText("Others may look on: no").waitFor({ timeout: 1000 });
  assert.deepEqual(await violations(host), []);
  const watcher = await people.person(PHONE);
  await watcher.goto(new URL(new URL(host.url()).pathname, program.url).href);
  await host.getByRole("button", { name: "Start the game" }).click();
  await watcher.getByText("Only the people at the table see this game.").waitFor();
  await host.locator(".board image").first().waitFor();
  await finish([[host, "list"], [friend, "list"]]);
  await friend.getByRole("button", { name: "Play again" }).tap();
  await host.getByRole("link", { name: "To the next game" }).click();
  for (const page of [host, friend]) await page.getByRole("heading", { name: "Who plays?" }).waitFor();
  const names = await host.locator("ol.seats b").allTextContents();
  assert.deepEqual(names, ["Bo", "Ana"]);
  await host.getByRole("button", { name: "Start the game" }).click();
  for (const page of [host, friend]) await page.locator(".board svg").first().waitFor();
  assert.equal(await friend.locator("ol.seats li").first().getByText("(you)").count(), 1);
});

test("the form is the config: options, editions, tiles, and what is wrong", { timeout: 60_000 }, async () => {
  const page = await people.person(DESK);
  await page.goto(program.url);
  const file = () => page.getByRole("textbox", { name: "The config file" }).inputValue();
  await page.getByText("The config file").click();
  const tiles = async () => Number(/\d+/.exec(await page.getByText(/^\d+ tiles · /).textContent())[0]);
  const before = await tiles();
  await page.getByLabel("The Tower", { exact: true }).check();
  await page.waitForFunction((n) => !document.body.innerText.includes(`${n} tiles · `), before);
  assert.ok((await tiles()) > before);
  await page.getByText("Choices of The Tower").click();
  const stepper = page.locator(".expansions details").filter({ hasText: "Choices of The Tower" }).locator(".stepper").first();
  await stepper.getByRole("button", { name: "more" }).click();
  await page.waitForFunction(() => /the-tower = \{ /.test(document.querySelector("textarea").value));
  assert.deepEqual(await violations(page), []);
  // The other way: the form follows the file.
  const text = (await file()).replace("players = 3", "players = 5");
  await page.getByRole("textbox", { name: "The config file" }).fill(text);
  await page.getByRole("group", { name: "Players" }).locator("output").getByText("5").waitFor();
  assert.equal(await file(), text);
  await page.getByRole("textbox", { name: "The config file" }).fill(text.replace("the-tower", "the-towr"));
  const fault = page.locator(".faults");
  await fault.getByText(/the-tower/).waitFor();
  assert.match(await fault.locator("pre").innerText(), /table\.toml:\d+\nthe-towr = .*\n\^+/);
  await page.getByRole("button", { name: "Français" }).click();
  await fault.getByText(/vouliez-vous dire|inconnue/).first().waitFor();
});

test("friends play on while a rule is saved", { timeout: 120_000 }, async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "bastide-")), "toll");
  await cp(new URL("../fixtures/toll", import.meta.url), folder, { recursive: true });
  const script = (rate) => `local toll = ...\nfunction toll.road(game, claim, score)\n  score:per("toll.road", "*", ${rate})\nend\n`;
  await writeFile(join(folder, "init.lua"), script(1));
  const other = await serve("--dev", folder);
  const host = await people.person(DESK);
  await host.goto(other.url);
  await sit(host, "Ana");
  const friend = await people.person(PHONE);
  await friend.goto(await host.locator(".link input").first().inputValue());
  await sit(friend, "Bo");
  await host.getByRole("button", { name: "Start the game" }).click();
  await friend.locator(".board svg").first().waitFor();
  for (let luck = 1; (await host.locator(".log > li").count()) < 3; luck++) for (const page of [host, friend]) await step(page, "list", luck);
  await writeFile(join(folder, "init.lua"), script(4));
  for (const page of [host, friend]) await page.locator(".notes").getByText(/The rules have changed.*road/).waitFor({ timeout: 10_000 });
  await writeFile(join(folder, "init.lua"), "local toll = ...\nfunction toll.road(\n");
  await host.locator(".writing .faults pre").waitFor({ timeout: 10_000 });
  assert.equal(await friend.locator(".writing").count(), 0);
  await writeFile(join(folder, "init.lua"), script(2));
  await host.locator(".writing").waitFor({ state: "detached", timeout: 10_000 });
  assert.ok((await readFile(join(folder, "init.lua"), "utf8")).includes("2)"));

  // Rules under which the state means something else, and a figure could not have been deployed: the host is asked, and the game
  // is cut where it was.
  for (let luck = 1; !(await host.locator(".log > li").filter({ hasText: "meeple" }).count()); luck++) {
    for (const page of [host, friend]) await step(page, "list", luck);
  }
  const manifest = join(folder, "expansion.toml");
  const before = await readFile(manifest, "utf8");
  const cutting = before + `\n[tag.paid]\non = "road"\nmerge = "any"\n[[refuse]]\nrule = "toll.road"\nwhere = { deploys.class = "meeple" }\n`;
  const all = await host.locator(".log > li").count();
  for (const answer of ["Stay with the old rules", "Cut the game there"]) {
    await writeFile(manifest, cutting + `# ${answer}\n`);
    await host.getByText("The new rules keep only a part of the game").waitFor({ timeout: 10_000 });
    assert.equal(await friend.locator(".writing").count(), 0);
    assert.equal(await host.locator(".log > li").count(), all);
    assert.deepEqual(await violations(host), []);
    await host.getByRole("button", { name: answer }).click();
    await host.locator(".writing").waitFor({ state: "detached", timeout: 5000 });
  }
  for (const page of [host, friend]) await page.locator(".notes").getByText(/Taken back for it/).waitFor({ timeout: 5000 });
  assert.ok((await host.locator(".log > li").count()) < all);

  // What fails while people play is told where the rules are written, with its line.
  await writeFile(join(folder, "init.lua"), `${script(2)}function toll.placed(game)\n  error("no toll")\nend\n`);
  await writeFile(manifest, before + `\n[[hook]]\non = "at.after_place"\ncall = "placed"\n`);
  const until = Date.now() + 60_000;
  const cut = host.getByRole("button", { name: "Cut the game there" });
  for (let luck = 1; !(await host.locator(".writing .faults").count()) && Date.now() < until; luck++) {
    if (await cut.count()) await cut.click();
    for (const page of [host, friend]) await step(page, "list", luck);
  }
  await host.locator(".writing .faults").getByText(/no toll/).first().waitFor();
  assert.match(other.said(), /no toll[^]*init\.lua:6/);
  await other.end();
});

test("who is awaited and gone is stood in for if most agree, until they are here again", { timeout: 400_000 }, async () => {
  const host = await people.person(DESK);
  await make(host, program.url, 4, []);
  const link = await host.locator(".link input").first().inputValue();
  const guests = [];
  for (const name of ["Ana", "Bo", "Cléo", "Dan"]) {
    const guest = await people.person(PHONE);
    await guest.goto(link);
    await sit(guest, name);
    guests.push(guest);
  }
  await host.getByRole("button", { name: "Start the game" }).click();
  for (const guest of guests) await guest.locator(".board svg").first().waitFor();
  // Bo closes the page, and Ana plays until he is awaited.
  await host.goto("about:blank");
  const [ana, , cleo, dan] = guests;
  const address = guests[1].url();
  await guests[1].goto("about:blank");
  const awaited = ana.locator("ol.seats li.turn").filter({ hasText: "Bo" });
  for (let luck = 1; !(await awaited.count()); luck++) await step(ana, "list", luck);
  const asks = ana.getByRole("button", { name: "Ask for a bot for Bo" });
  await asks.waitFor({ timeout: 150_000 });
  await asks.tap();
  await cleo.locator(".wish").getByText(/a bot to play for Bo/).waitFor({ timeout: 2000 });
  assert.deepEqual(await violations(cleo), []);
  await dan.locator(".wish").getByRole("button", { name: "No" }).tap();
  await cleo.locator(".wish").getByRole("button", { name: "Agree" }).tap();
  const seat = (page) => page.locator("ol.seats li").nth(1);
  await seat(dan).getByText(/stands in/).waitFor({ timeout: 2000 });
  await guests[1].goto(address);
  await seat(dan).getByText(/stands in/).waitFor({ state: "detached", timeout: 5000 });
});

test("whoever takes the seat of a bot says a name, and another one later", { timeout: 60_000 }, async () => {
  const host = await people.person(DESK);
  await alone(host, program.url);
  const link = await host.evaluate(() => {
    const kept = Object.values(localStorage).map((text) => { try { return JSON.parse(text); } catch { return {}; } });
    return kept.find((one) => one?.host && one?.invite)?.invite ?? null;
  });
  const friend = await people.person(PHONE);
  await friend.goto(`${host.url().split("#")[0]}#sit=${link}`);
  const take = friend.getByRole("button", { name: /Take this seat: B/ });
  await take.waitFor();
  assert.ok(await take.isDisabled(), "a name is asked for");
  await friend.getByLabel("Your name").fill("Eve");
  await take.click();
  const seat = (page) => page.locator("ol.seats > li").nth(1);
  for (const page of [host, friend]) await seat(page).getByText("Eve", { exact: true }).waitFor();
  await friend.getByText("Seats and devices").click();
  await friend.getByLabel("Your name").fill("Zoé");
  await friend.getByRole("button", { name: "Change the name" }).click();
  for (const page of [host, friend]) await seat(page).getByText("Zoé", { exact: true }).waitFor();
  assert.deepEqual(await violations(friend), []);
});
